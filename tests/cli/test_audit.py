"""The command ``audit``: results as the kit has them, reports of broken laws, three formats, and the exit status."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from importlib.metadata import EntryPoint
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from fpgames.cli import audit as cli_audit
from fpgames.cli.audit import _run_laws
from fpgames.cli.audit_log import AuditLog
from fpgames.cli.lookup import find_game
from fpgames.compiled.numba_check import has_numba
from fpgames.games import GAMES as LIBRARY
from fpgames.games import nim
from fpgames.testing import Counterexample, Law, LawResult, check_game, game_laws, replay
from fpgames.testing.law import current_timer
from tests.support.command import check_refused

GAMES = """
import os
from dataclasses import replace
from returns.maybe import Nothing, Some
from fpgames import IllegalMove, Outcome, Player, Rules
from fpgames.interop.library import Library
from fpgames.rules import Draws, Symmetry

def moves(p):
    return tuple(n for n in (1, 2, 3) if n <= p[0])

def checked(p, n):
    if n not in moves(p):
        raise IllegalMove(n, moves(p))
    return careless(p, n)

def careless(p, n):
    print("a game that prints")
    if n not in (1, 2, 3):
        raise IllegalMove(n, moves(p))
    return p[0] - n, -p[1]

def read(text):
    stones, _, player = text.partition(" ")
    return int(stones), 2 * ["SECOND", "FIRST"].index(player) - 1

def heap(stones="5", play=checked, moves=moves, read=read):
    return Rules(
        name=f"heap-{stones}", start=(int(stones), 1), moves=moves, play=play, player=lambda p: Player(p[1]),
        outcome=lambda p: Nothing if p[0] else Some(Outcome(-p[1])), show=lambda p: f"{p[0]} {Player(p[1]).name}",
        read=read, show_move=str, read_move=int,
    )

def odd(stones="5"):
    return replace(heap(stones, careless), show=lambda p: f"\\x1b[2J{p}")

def to_and_fro():
    def step(p, move):
        if move != 0:
            raise IllegalMove(move, (0,))
        return 1 - p
    return Rules(
        name="to and fro", start=0, moves=lambda p: (0,), play=step, player=lambda p: Player(1 - 2 * p),
        outcome=lambda p: Nothing, show=str, read=("0", "1").index, show_move=str, read_move=("0",).index,
        draws=Draws(occurrences=3, irreversible=lambda p, q: False, limits=(), show=str),
    )

exchanged = replace(to_and_fro(), symmetries=(Symmetry(lambda p: 1 - p, lambda move: move),))

def ended(error, message):
    def play(p, n):
        raise error(message)
    return heap(play=play)

exiting = ended(SystemExit, 3)
dying = heap(play=lambda p, n: os._exit(3))

def endless():
    def later(p):
        while p[0] < 5: pass
        return moves(p)
    return heap(moves=later)

def stuck():
    return heap(moves=lambda p: ())

def reproduce(stones, moves):
    return [f"stones = {stones}", f"for move in {moves}: stones -= move"]

heaps, odds = Library(heap, lambda: ["2", "two", "3"], reproduce), Library(odd, lambda: ["2", "3"], reproduce)
broken = heap(play=careless)
"""
SLOW = ("a_second_process_does_the_same", "threads_do_the_same")
COMPILED = ("compiled_functions_do_the_same",) if has_numba() else ()
QUICK_HEAP = [word for law in SLOW for word in ("--exclude", law)]  # the module's game has no compiled functions
QUICK = QUICK_HEAP + [word for law in COMPILED for word in ("--exclude", law)]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "games_to_audit.py").write_text(GAMES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield
    sys.modules.pop("games_to_audit", None)


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def audit_here(log: AuditLog) -> None:
        def send(call: tuple[Any, ...]) -> None:
            if call[0]:
                getattr(log, call[0])(*call[1:])

        cli_audit._send_audits(SimpleNamespace(send=send), log.args)

    monkeypatch.setattr(cli_audit, "_audit_apart", audit_here)


@pytest.fixture
def audit(run: Any, in_this_process: None) -> Any:
    def audit(*args: str) -> tuple[int, str]:
        own = {arg.partition(":")[0] for arg in args if ":" in arg} == {"games_to_audit"}
        status, out, _ = run("audit", *args, *(QUICK_HEAP if own else QUICK))
        return status, out

    return audit


def as_json(audit: Any, *args: str) -> tuple[int, list[dict[str, Any]]]:
    status, out = audit(*args, "--format", "json")
    return status, [json.loads(line) for line in out.splitlines()]


def printed_by(statements: str) -> str:
    with redirect_stdout(StringIO()) as printed:
        exec(statements, {})
    return printed.getvalue()


@pytest.mark.slow
def test_the_results_are_those_of_the_kit(audit: Any) -> None:
    found: dict[str, LawResult] = {}
    check_game(
        find_game("nim:5"), seed=1, exclude=[*SLOW, *COMPILED],
        progress=lambda result: found.update({result.law: result}),
    )  # fmt: skip
    status, [results] = as_json(audit, "nim:5", "--seed", "1")
    assert (status, results["game"], results["seed"], results["broken"], results["report"]) == (0, "nim:5", 1, 0, "")
    for each in results["laws"]:
        law, expected = each["law"], found[each["law"]]
        assert (each["cases"], each["exhaustive"]) == (expected.cases, expected.exhaustive), law
    assert len(results["laws"]) == len(found) > 15
    status, out = audit("nim:5", "--seed", "1")
    first, *lines, last, unseen = out.splitlines()
    assert (status, first) == (0, f"nim:5: {len(found)} laws, seed 1")
    expected_lines = [f"    {found[each['law']]}" for each in results["laws"]]
    assert [line.partition(", in ")[0] for line in lines] == [line.partition(", in ")[0] for line in expected_lines]
    assert last.startswith(f"nim:5 keeps {len(found)} laws, in ")
    assert "--same OTHER), a law of your own (check_game(rules, also=[law])), symmetries" in unseen


def test_laws_are_given_the_seed_and_equal_parts_of_the_time(
    run: Any, in_this_process: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    laws: list[Law] = []
    monkeypatch.setattr("fpgames.cli.audit.check", lambda _, given: laws.extend(given))
    assert run("audit", "nim", "--seconds", "20", "--seed", "7")[0] == 0
    assert {law.options.get("seed") for law in laws} == {7}
    assert {law.options.get("seconds") for law in laws} == {20 / len(laws)}


@pytest.mark.slow
@pytest.mark.parametrize("game", ["games_to_audit:odd", "games_to_audit:odd:4", "games_to_audit:broken"])
def test_a_report_shows_the_fault_and_how_to_see_it_again(audit: Any, game: str) -> None:
    status, [results] = as_json(audit, game, "--seed", "1")
    laws = {each["law"]: each for each in results["laws"]}
    assert (status, results["broken"]) == (1, sum(bool(each["failure"]) for each in laws.values()))
    assert "but play accepted it" in laws["play_refuses_anything_else"]["failure"]
    assert not laws["moves_are_listed_once"]["failure"]
    statements = re.findall("^ *to see it again: (.*)", results["report"], re.M)
    assert statements
    fault = next(each for each in statements if "rules.play(p, " in each)
    assert printed_by(fault).splitlines()[-1].startswith("rules.moves(p) = ")
    _, out = audit(game, "--seed", "1")
    report, law = out.index("but play accepted it"), "    play_refuses_anything_else: broken\n"
    assert fault in out[report : out.index(law)]
    assert "\x1b" not in out
    assert ("\\x1b[2J" in out) == ("odd" in game)
    assert out.splitlines()[-1].startswith(f"{game} breaks {results['broken']} of {len(laws)} laws, in ")


def test_each_report_is_printed_once(audit: Any) -> None:
    _, out = audit("games_to_audit:odd")
    laws = [found[1] for line in out.splitlines() if (found := re.match(r"(\w+): ", line))]
    assert len(laws) > 1
    assert len(laws) == len({*laws})


@pytest.mark.slow
def test_several_games_end_with_a_line_for_each(audit: Any) -> None:
    games = ("nim:2", "games_to_audit:odd:2", "nim:2", "games_to_audit:heap:2")  # two have laws that the others lack
    status, out = audit(*games, "--seconds", "20")
    assert status == 1
    assert [line.split()[:2] for line in out.splitlines()[-3:]] == [
        ["nim:2", "keeps"], ["games_to_audit:odd:2", "breaks"], ["games_to_audit:heap:2", "keeps"],
    ]  # fmt: skip
    status, results = as_json(audit, *games)
    assert (status, [each["game"] for each in results]) == (1, list(dict.fromkeys(games)))


@pytest.mark.slow
def test_all_games_of_a_library_get_a_line_each(run: Any, audit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = {name: EntryPoint(name, f"games_to_audit:{name}s", "fpgames.games") for name in ("heap", "odd")}
    monkeypatch.setattr("fpgames.cli.lookup.plugins", lambda _: entries)
    for library, expected, verdict in (("heap", 0, "keeps"), ("odd", 1, "breaks")):
        status, out, _ = run("audit", "--all", library, *QUICK_HEAP)
        assert status == expected
        assert [line.split()[:2] for line in out.splitlines()] == [[f"{library}:{n}", verdict] for n in (2, 3)]
    _, out, _ = run("audit", "odd:3", "--seed", "1", *QUICK_HEAP)
    [statements, *_] = re.findall("library alone:\n    (.*)\n    (.*)\n", out)
    assert statements[0] == "stones = 3"
    assert re.fullmatch(r"for move in \(.*\): stones -= move", statements[1])
    status, results = as_json(audit, "nim:2", "--all", "heap")
    assert (status, [each["game"] for each in results]) == (0, ["nim:2", "heap:2", "heap:3"])


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", LIBRARY)
def test_every_game_of_the_library_holds(run: Any, name: str) -> None:
    """The laws of ``test_library`` are a quick form, which runs with all tests."""
    status, out, _ = run("audit", name, "--seconds", "10")
    assert (status, "broken" in out) == (0, False), out


def test_two_implementations_are_compared(audit: Any) -> None:
    status, [results] = as_json(audit, "games_to_audit:heap", "--same", "games_to_audit:heap:5")
    assert (status, "moves_player_and_outcome_are_the_same" in {law["law"] for law in results["laws"]}) == (0, True)
    status, [results] = as_json(audit, "games_to_audit:heap", "--same", "games_to_audit:heap:6")
    assert (status, results["broken"]) == (1, 1)
    assert "after the moves (3,), moves: heap-6 has the move 3, and heap-5 has not" in results["report"]
    statements = re.findall("^ *to see it again: (.*)", results["report"], re.M)
    assert "other.moves(q) = " in printed_by(statements[0])


@pytest.mark.parametrize("seconds", ["0.5", "1e-3"])
def test_skipped_cases_are_said(audit: Any, seconds: str) -> None:
    status, out = audit("connect4", "--seconds", seconds, "--verbose")
    last = out.splitlines()[-2]
    notes = re.findall(r"(?<=, )(\d+) (?:of them only as far as they were checked|not checked)", last)
    unchecked = re.findall(r", (\d+) not checked", last) or ["0"]
    assert (status, out.count("; skipped: "), out.count(": 0 cases")) == (0, sum(map(int, notes)), int(unchecked[0]))


@pytest.mark.filterwarnings("ignore:to and fro. of 60 games, none was won")
def test_draws_by_repetition_are_counted(audit: Any) -> None:
    status, [results] = as_json(audit, "games_to_audit:to_and_fro")
    assert (status, results["report"]) == (0, "")


@pytest.mark.filterwarnings("ignore:to and fro. of 60 games, none was won")
def test_the_laws_of_a_game_with_draws_are_those_of_check_game(audit: Any, run: Any) -> None:
    status, [results] = as_json(audit, "games_to_audit:exchanged")
    laws = {law.name for law in game_laws(find_game("games_to_audit:exchanged"), exclude=SLOW)}
    assert (status, {law["law"] for law in results["laws"]}) == (1, laws)
    assert "symmetry 0: the image has the player" in results["report"]
    assert "from games_to_audit import exchanged as rules; p = " in results["report"]
    _, _, err = run("audit", "games_to_audit:exchanged+swap", *QUICK_HEAP)
    assert "exchanged+swap: its symmetries are not checked, with_swap leaves them out; audit games" in err


def test_ctrl_c_leaves_what_was_found(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted_in_the_second_game(log: AuditLog) -> None:
        log.loaded(["nim:5", "nim:6"], frozenset())
        log.begin("nim:5", 0)
        log.finish("")
        raise KeyboardInterrupt

    monkeypatch.setattr(cli_audit, "_audit_apart", interrupted_in_the_second_game)
    status, out, err = run("audit", "nim:5", "nim:6")
    assert (status, err) == (130, "fpgames: interrupted after 1 of 2 games\n")
    assert out.splitlines()[-2].startswith("nim:5 keeps ")
    monkeypatch.setattr(cli_audit, "_audit_apart", Mock(side_effect=KeyboardInterrupt))
    assert run("audit", "nim:5") == (130, "", "")


def test_a_game_that_ends_its_process_ends_only_its_audit(run: Any) -> None:
    games = [f"games_to_audit:{name}" for name in ("exiting", "dying", "heap:2")]
    status, out, _ = run("audit", *games, "--format", "line", *QUICK_HEAP)
    assert (status, [line.split()[1] for line in out.splitlines()]) == (1, ["breaks", "keeps", "keeps"])
    assert " s; its audit ended the process, with status 3, in the law play_leaves_its_argument_as_it_was\n" in out


def test_an_audit_that_does_not_end_is_ended(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AuditLog, "seconds_left", lambda log: 0.1 if log.law else None)
    status, out, _ = run("audit", "games_to_audit:endless", "--seconds", "3", "--format", "line")
    assert (status, out.partition(";")[2]) == (
        1, " its audit did not end within 33 s, in the law play_leaves_its_argument_as_it_was\n"
    )  # fmt: skip


def test_a_module_that_ends_the_process_is_refused(run: Any, tmp_path: Path) -> None:
    (tmp_path / "exits.py").write_text("import os\nos._exit(0)\n")
    message = "fpgames: the game 'exits:rules' cannot be loaded: it ended the process, with status 0\n"
    assert run("audit", "nim", "exits:rules") == (2, "", message)


def test_strict_is_not_content_with_a_law_that_has_no_case(audit: Any, capsys: pytest.CaptureFixture[str]) -> None:
    few = [*QUICK, "--exclude", "every_game_ends", "--seconds", "1e-3"]
    assert [audit("connect4", *few, *strict)[0] for strict in ((), ("--strict",))] == [0, 1]
    assert audit("nim:2", "--strict")[0] == 0


def test_lines_of_play_are_counted(audit: Any) -> None:
    assert audit("nim:5", "--perft", "5,10,10")[0] == 0
    status, out = audit("nim:5", "--perft", "5,10,11")
    assert status == 1
    assert "has 10 lines of 3 moves; expected 11" in out


def test_bad_input(run: Any, in_this_process: None) -> None:
    check_refused(run, "audit", {
        "": "audit needs a GAME, or --all LIBRARY (see fpgames audit --help)",
        "--all no": "unknown library 'no'; libraries: chess, ",
        "nim conect4": "unknown game 'conect4'",
        "nim --same go": "unknown game 'go'",
        "nim --seconds 0": "cannot run laws for 0.0 seconds; expected a number greater than 0",
        "nim --seconds nan": "expected a number greater than 0",
        "nim --seconds x": "argument --seconds: 'x' is not a number of seconds",
        "nim --seed x": "argument --seed: 'x' is not a whole number",
        "nim --exclude players": "exclude names unknown laws: 'players'; expected some of play_leaves_its",
        "nim games_to_audit:heap --exclude players": "exclude names unknown laws: 'players'",
        "games_to_audit:heap --exclude compiled_functions_do_the_same": "exclude names unknown laws: 'compiled",
        "nim --perft 3,x": "argument --perft: 'x' is not a whole number",
        "nim --format xml": "argument --format: invalid choice: 'xml' (choose from ",
        "games_to_audit:stuck": "cannot be played: there are no moves at its start",
    })  # fmt: skip


@pytest.mark.parametrize("cause", [True, False])
def test_each_cause_is_reported_once(cause: bool) -> None:
    def broken(_: object) -> Any:
        raise Counterexample("it is wrong", replay(nim.rules) if cause else None)

    def presupposed(options: Any) -> LawResult:
        return LawResult("p", 1, True, "", 0) if current_timer().phase.line is None else broken(options)

    calls: list[Any] = []
    laws = [Law("p", "x = x", presupposed, prerequisite=True)]
    report = _run_laws(
        "heap", [*laws, *(Law(name, "x = x", broken) for name in "ab")], lambda *call: calls.append(call)
    )
    assert [call[1] for call in calls if call[0] == "add_report"] == [report.partition("\n    (")[0]]
    assert report.startswith("p: it is wrong\n    the law: x = x" if cause else "a: it is wrong\n    the law: x = x")


def test_a_progress_line_is_cleared_from_a_terminal(audit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    status, _ = audit("nim:2")
    assert status == 0


def test_without_hypothesis_it_is_refused(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fpgames.cli.audit", None)
    status, _, err = run("audit", "nim:2")
    assert (status, err.count("\n")) == (2, 1)
