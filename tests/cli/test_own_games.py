"""Games and bots of one's own on the command line: from a module of the current directory, and from installed packages."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib import invalidate_caches
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from fpgames.cli import ledger, lookup
from tests.cli.test_cli import FPGAMES, TestInterrupts, rows
from tests.cli.test_cli import run as run  # the fixture

GAME = """
from collections import namedtuple
from returns.maybe import Nothing, Some
from fpgames import Outcome, Player, Rules
from fpgames.rules import IllegalMove

Heap = namedtuple("Heap", "stones player")
moves = lambda p: tuple(n for n in (1, 2, 3) if n <= p.stones)

def play(p, n):
    if n not in moves(p):
        raise IllegalMove(n, moves(p))
    return Heap(p.stones - n, p.player.opponent)

def heap(stones="21"):
    return Rules(
        name=f"heap-{stones}", start=Heap(int(stones), Player.FIRST), moves=moves, play=play, player=lambda p: p.player,
        outcome=lambda p: Nothing if p.stones else Some(Outcome(p.player.opponent)),
        show=lambda p: f"{p.stones} {p.player.name}",
        read=lambda text: Heap(int(text.split()[0]), Player[text.split()[1]]), show_move=str, read_move=int,
    )

rules = heap()
number = 3
"""
BOTS = """import sys
from fpgames import State, choice

def cautious(rules):
    return lambda p: State.from_value(rules.moves(p)[0])

def at_most(rules, text):
    most = int(text)
    return lambda p: choice([move for move in rules.moves(p) if move <= most])

def broken(rules):
    return lambda p: p.no_such_field

def forgetful(rules):
    return None

def resigns(rules):
    def bot(p): sys.exit("engine failed")
    return bot

class Odd(Exception):
    def __init__(self, a, b):
        super().__init__(f"{a} and {b}")

def unpicklable(rules):
    def bot(p): raise Odd(1, 2)
    return bot

def piped(rules):
    def bot(p):
        raise BrokenPipeError("of an engine")
    return bot

def direct(p):
    return State.from_value(1)

def late(rules):
    played = []
    def bot(p):
        played.append(p)
        if len(played) > 20:
            raise ValueError("lost its thread")
        return choice(rules.moves(p))
    return bot
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A current directory with a game, bots, a module that is wrong, and a package that offers a game and a bot."""
    (tmp_path / "mygame.py").write_text(GAME)
    (tmp_path / "mybots.py").write_text(BOTS)
    (tmp_path / "quits.py").write_text("import sys\nsys.exit(3)\n")
    (tmp_path / "wrong.py").write_text("def f(:\n")
    info = tmp_path / "offering-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: offering\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[fpgames.games]\nheap = mygame:heap\ntwenty-one = mygame:rules\n[fpgames.bots]\ncautious = mybots:cautious\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*filter(None, sys.path)])
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    lookup.offered.cache_clear()
    yield tmp_path
    lookup.offered.cache_clear()
    for name in ("mygame", "mybots", "wrong", "commas"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    ("game", "first", "second"),
    [
        ("mygame:rules", "mybots:cautious", "random"),
        ("mygame:heap", "mybots:at_most:2", "mc:9"),
        ("mygame:heap:7", "random", "alphabeta:3"),
        ("heap", "cautious", "mybots:at_most:1"),
        ("heap:9", "cautious", "random"),
        ("twenty-one", "random", "random"),
    ],
)
@pytest.mark.usefixtures("here")
def test_they_play(run: Any, game: str, first: str, second: str) -> None:
    status, out, err = run("compare", game, first, second, "-n", "4", "--seed", "1")
    assert (status, err) == (0, "")
    assert out.startswith("heap-")
    assert [line.split()[0] for line in out.splitlines()[2:8]] == [first] * 3 + [second] * 3
    assert run("play", game, "--first", first, "--second", second, "--seed", "1")[0] == 0
    assert run("analyse", game, "--depth", "2")[0] == 0


def test_moves_that_are_written_with_a_comma(run: Any, here: Path) -> None:
    (here / "commas.py").write_text("""from dataclasses import replace
from mygame import rules as heap
written = {f"take,{n}": n for n in (1, 2, 3)}
def read(text):
    if text not in written: raise ValueError(f"{text!r} is no move")
    return written[text]
rules = replace(heap, read_move=read, show_move=lambda n: f"take,{n}")
""")
    status, out, _ = run("analyse", "commas:rules", "take,1 take,3", "--depth", "1")
    assert (status, out.splitlines()[0]) == (0, "17 FIRST")
    status, _, err = run("analyse", "commas:rules", "take,1,take,3")
    assert (status, err) == (2, "fpgames: 'take' is no move\n")


def test_a_module_that_has_the_name_of_a_game(run: Any, here: Path) -> None:
    Path("kayles.py").write_text(GAME)
    invalidate_caches()
    assert run("perft", "kayles:rules", "--depth", "1")[1].splitlines()[1].split()[:2] == ["1", "3"]
    assert run("perft", "kayles:5", "--depth", "1")[1].splitlines()[1].split()[:2] == ["1", "9"]


def test_an_error_in_a_later_game_keeps_those_before(run: Any, here: Path) -> None:
    match = ["compare", "heap:5", "mybots:late", "random", "-n", "50", "--seed", "1", "--csv", "match"]
    status, out, err = run(*match)
    finished = len(rows(here / "match")) - 1
    assert status == 2
    assert finished > 2
    assert out.splitlines()[4].split()[:3] == ["mybots:late", "both", str(finished)]
    assert err == (
        f"fpgames: game {finished + 1}: lost its thread (after {finished} of 50 games; --resume continues)\n"
    )


def test_workers_say_what_went_wrong(here: Path) -> None:
    match = [*FPGAMES, "compare", "heap", "mybots:unpicklable", "random", "-n", "4", "--seed", "1", "--jobs", "2"]
    done = subprocess.run(match, capture_output=True, text=True, check=False, cwd=here)
    assert (done.returncode, done.stderr) == (2, "fpgames: game 1: Odd: 1 and 2 (mybots.py, line 26)\n")


def test_a_package_that_cannot_be_read_hides_no_other(run: Any, here: Path) -> None:
    info = here / "broken-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[fpgames.games]\nno equals sign\n")
    lookup.offered.cache_clear()
    status, out, err = run("games")
    assert (status, "heap" in out.split()) == (0, True)
    assert err.startswith("fpgames: the entry points of broken cannot be read: ")


@pytest.mark.usefixtures("here")
def test_what_packages_offer_is_listed(run: Any) -> None:
    assert {"heap", "twenty-one", "tictactoe"} <= {*run("games")[1].split()}
    assert "cautious            from mybots:cautious" in run("bots")[1]


@pytest.mark.parametrize(
    ("args", "wrong"),
    [
        (["mygame:ruels"], "mygame.py); did you mean 'rules'?"),
        (["mygam:rules"], "the game 'mygam:rules': ModuleNotFoundError: No module named 'mygam'"),
        (["wrong:rules"], "the game 'wrong:rules': SyntaxError: "),
        (["mygame:number"], "the game 'mygame:number' is 3; expected Rules, or a function that returns them"),
        (["mygame:rules:7"], "the game 'mygame:rules:7': mygame takes no argument"),
        (["mygame:heap:x"], "the game 'mygame:heap:x': invalid literal for int"),
        (["mygame:heap:1:2"], "the game 'mygame:heap:1:2': invalid literal for int"),
        (["tictactoo"], "did you mean 'tictactoe'?"),
        ([":"], "the game ':': ValueError: Empty module name"),
        (["othello:x"], "the game 'othello:x': 'x' is not a whole number; it is written othello:N"),
        (["nim:"], "the game 'nim:': '' is not a whole number; it is written nim:N,N,..."),
        (["heap", "mybots:cautios"], "mybots.py); did you mean 'cautious'?"),
        (["heap", "mygame:number"], "the bot 'mygame:number' is 3; expected a function of the rules that returns a bot"),
        (["heap", "mybots:forgetful"], "the bot 'mybots:forgetful': mybots returned None; expected a function of a position"),
        (["heap", "mybots:cautious:3"], "the bot 'mybots:cautious:3': TypeError: cautious() takes 1 positional argument"),
        (["heap", "randon"], "unknown bot 'randon'; bots: alphabeta:D, "),
        (["heap", "randon"], "cautious, or MODULE:NAME; did you mean 'random'?"),
        (["heap", "mybots:direct"], "mybots returned <State: "),
        (["heap", "a\nb"], "the bot 'a\\nb': its name cannot be written into a line"),
        (["quits:rules"], "the game 'quits:rules': SystemExit: 3"),
        (["heap", "mybots:resigns"], "game 1: SystemExit: engine failed (mybots.py, line 18)"),
        (["heap", "mybots:unpicklable"], "game 1: Odd: 1 and 2 (mybots.py, line 26)"),
        (["heap", "mybots:piped"], "game 1: BrokenPipeError: of an engine (mybots.py, line 31)"),
        (["heap", "mybots:broken"], "game 1: AttributeError: 'Heap' object has no attribute 'no_such_field' (mybots.py, line 12)"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("here")
def test_a_mistake_gets_one_line(run: Any, args: list[str], wrong: str) -> None:
    game, *bots = args
    status, _, err = run("compare", game, *(bots or ["random"]), "random", "-n", "2")
    assert status == 2
    assert err.startswith("fpgames: ")
    assert err.count("\n") == 1
    assert wrong.replace("ValueError: Empty", "Empty") in err


@pytest.mark.parametrize(
    ("bots", "kind", "text", "file", "meant"),
    [
        (["random"], "game", "mygame:ruels", "mygame.py", "rules"),
        (["mybots:cautios"], "bot", "mybots:cautios", "mybots.py", "cautious"),
    ],
)
def test_a_name_that_a_module_lacks(
    run: Any, here: Path, bots: list[str], kind: str, text: str, file: str, meant: str
) -> None:
    module, name = text.split(":")
    _, _, err = run("compare", text if kind == "game" else "heap", *bots, "random", "-n", "2")
    assert err == f"fpgames: the {kind} {text!r}: {module} has no {name!r} ({here / file}); did you mean {meant!r}?\n"


def test_killed_and_resumed_by_workers(here: Path) -> None:
    """The rows are those of a match that was played in one go."""
    match = ["compare", "mygame:rules", "mybots:at_most:2", "mc:200", "-n", "60", "--seed", "3", "--jobs", "2"]
    subprocess.run([*FPGAMES, *match, "--csv", "whole"], check=True, capture_output=True)
    process = subprocess.Popen([*FPGAMES, *match, "--csv", "cut"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    TestInterrupts.wait_for(lambda: (here / "cut").exists() and (here / "cut").read_text().count("\n") > 5)
    process.kill()
    process.communicate(timeout=30)  # ends when no worker holds the pipe any more
    assert (here / "cut").read_text().count("\n") > 5
    subprocess.run([*FPGAMES, *match, "--csv", "cut", "--resume"], check=True, capture_output=True)
    assert rows(here / "cut") == rows(here / "whole")
    assert len(rows(here / "cut")) == 61


MATCH = ["compare", "tictactoe", "mc:9", "random", "--seed", "1"]


class TestTheFile:
    def test_a_partial_header_is_repaired(self, run: Any, tmp_path: Path) -> None:
        run(*MATCH, "-n", "2", "--csv", str(tmp_path / "whole"))
        for kept in range(len(ledger.HEADER)):
            path = tmp_path / "cut"
            path.write_text(ledger.HEADER[:kept])
            assert run(*MATCH, "-n", "2", "--csv", str(path), "--resume")[0] == 0
            assert rows(path) == rows(tmp_path / "whole")

    def test_one_match_is_written_by_one_process(self, run: Any, tmp_path: Path) -> None:
        path = tmp_path / "match"
        many = [*FPGAMES, *MATCH[:2], "mc:2000", *MATCH[3:], "-n", "1000", "--csv", str(path)]
        process = subprocess.Popen(many, stdout=subprocess.DEVNULL)
        TestInterrupts.wait_for(lambda: path.exists() and path.read_text().count("\n") > 1)
        status, _, err = run(*many[3:], "--resume")
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert (status, err) == (2, f"fpgames: {path}: another process is writing this match\n")

    def test_a_game_changed_into_another_is_noticed(self, run: Any, tmp_path: Path) -> None:
        path = tmp_path / "match"
        run(*MATCH, "-n", "3", "--csv", str(path))
        header, first, *others = path.read_text().splitlines()
        fields = first.split(",")
        other = next(line.split(",")[5:8] for line in others if line.split(",")[7] != fields[7])
        path.write_text("\n".join([header, ",".join([*fields[:5], *other, *fields[8:]]), *others, ""]))
        status, _, err = run(*MATCH, "-n", "3", "--csv", str(path), "--resume")
        assert status == 2
        assert f"game 1: its moves are {other[2]!r}; played again, it is {fields[7]!r}" in err

    def test_games_are_played_again_for_a_while_only(
        self, run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "match"
        run(*MATCH, "-n", "3", "--csv", str(path))
        monkeypatch.setattr(ledger, "CHECKED", -1.0)
        monkeypatch.setattr(ledger, "timed_game", None)
        assert run(*MATCH, "-n", "3", "--csv", str(path), "--resume")[0] == 0

    def test_a_pipe_that_closes_is_no_file(self, run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def closed(*_: object) -> Any:
            raise BrokenPipeError

        monkeypatch.setattr(ledger, "HEADER", "")
        monkeypatch.setattr("csv.writer", lambda *_, **__: type("Writer", (), {"writerow": closed}))
        assert run(*MATCH, "-n", "1", "--csv", str(tmp_path / "match"))[0] in (2, 141)

    @pytest.mark.parametrize(
        ("args", "wrong"),
        [
            (["--jobs", "3000000000"], "cannot use 3000000000 workers; expected at most 256"),
            (["-n", "99999999999999999999"], "cannot play 99999999999999999999 games; expected at most 1000000000"),
            (["--opening", "-1"], "cannot begin with -1 random moves; expected at least 0"),
            (["--opening", "9", "-n", "2"], "cannot begin tictactoe with 9 random moves; they end the game"),
        ],
    )
    def test_numbers_too_large(self, run: Any, args: list[str], wrong: str) -> None:
        status, _, err = run(*MATCH, *args)
        assert (status, err.count("\n")) == (2, 1)
        assert wrong in err


def test_slow_bots_are_announced_once(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    lookup._say_that_it_is_slow.cache_clear()
    monkeypatch.setattr(lookup, "find_spec", lambda _: None)
    _, _, err = run("compare", "tictactoe", "mc-bulk:9", "mc-bulk:18", "-n", "2")
    assert err == "fpgames: mc-bulk is slow without numba; pip install 'fpgames[fast]'\n"
    lookup._say_that_it_is_slow.cache_clear()
    monkeypatch.setattr(lookup, "find_spec", find_spec)
    assert run("compare", "tictactoe", "mc-bulk:9", "random", "-n", "2")[2] == ""
    lookup._say_that_it_is_slow.cache_clear()
