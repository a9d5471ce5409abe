"""Games and bots by name: in the library, in a module of the current directory, in installed packages."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import invalidate_caches
from pathlib import Path
from typing import Any

import pytest

from fpgames.cli import lookup
from tests.support.command import FPGAMES, check_refused, match_rows

GAME = """
from collections import namedtuple
from returns.maybe import Nothing, Some
from fpgames import Outcome, Player, Rules
from fpgames.interop.library import Library
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

def interrupted():
    raise KeyboardInterrupt

def games():
    print("a library that prints")
    return ["5", "five", "7"]

rules = heap()
number = 3
library = Library(heap, games)
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

class Panic(BaseException): ...

def panics(rules):
    def bot(p):
        raise Panic("in another language")
    return bot

def interrupted(rules):
    def bot(p):
        raise KeyboardInterrupt
    return bot

class WithOptions:
    options = 3

    def __init__(self, rules):
        self.rules = rules

    def __call__(self, p):
        return State.from_value(self.rules.moves(p)[0])
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
        "[fpgames.games]\nheap = mygame:library\ntwenty-one = mygame:rules\n[fpgames.bots]\ncautious = mybots:cautious\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*filter(None, sys.path)])
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    lookup.plugins.cache_clear()
    yield tmp_path
    lookup.plugins.cache_clear()
    for name in ("mygame", "mybots", "wrong", "commas", "othello"):
        sys.modules.pop(name, None)


@pytest.mark.usefixtures("here")
def test_the_definition_of_a_game_makes_its_rules() -> None:
    for text in (
        "tictactoe",
        "nim:2,3",
        "mygame:rules",
        "mygame:heap:7",
        "mygame:heap",
        "heap:9",
        "twenty-one",
        "checkers",
        "checkers+swap",
    ):
        names: dict[str, Any] = {}
        exec(lookup.definition(text, "other"), names)
        expected = lookup.rules_as_played(lookup.find_game(text))
        assert (names["other"].name, names["other"].start) == (expected.name, expected.start), text
    assert lookup.reproduction("chess+swap", ["e2e4", "swap"]) == []


@pytest.mark.usefixtures("here")
def test_ctrl_c_in_the_code_of_others_is_no_error_of_theirs(run: Any) -> None:
    assert run("play", "mygame:interrupted") == (130, "", "")
    status, _, err = run("compare", "heap", "mybots:interrupted", "random", "-n", "2")
    assert (status, err) == (130, "fpgames: interrupted after 0 of 2 games\n")


@pytest.mark.usefixtures("here")
def test_they_play(run: Any) -> None:
    for game, first, second in (
        ("mygame:rules", "mybots:cautious", "random"),
        ("mygame:heap", "mybots:at_most:2", "mc:9"),
        ("mygame:heap:7", "random", "alphabeta:3"),
        ("heap", "cautious", "mybots:at_most:1"),
        ("heap:9", "cautious", "random"),
        ("twenty-one", "random", "random"),
    ):
        status, out, err = run("compare", game, first, second, "-n", "4", "--seed", "1")
        assert (game, status, err) == (game, 0, "")
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


@pytest.mark.usefixtures("here")
def test_a_module_that_has_the_name_of_a_game(run: Any) -> None:
    Path("kayles.py").write_text(GAME)
    invalidate_caches()
    assert run("perft", "kayles:rules", "--depth", "1")[1].splitlines()[1].split()[:2] == ["1", "3"]
    assert run("perft", "kayles:5", "--depth", "1")[1].splitlines()[1].split()[:2] == ["1", "9"]


def test_a_module_that_has_changed(run: Any, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second command of the same process searches the game that the module has now."""
    for columns in (4, 3):
        monkeypatch.delitem(sys.modules, "changing", raising=False)
        invalidate_caches()
        text = (
            f"from fpgames.games import connect4\nrules = connect4.sized({columns}, {columns}, 3)  # {'x' * columns}\n"
        )
        (here / "changing.py").write_text(text)
        _, out, _ = run("analyse", "changing:rules", "--search", "mcts:20", "--seed", "1", "--trees", "2")
        assert len(out.partition("line\n")[2].splitlines()) == columns + 1


def test_an_error_in_a_later_game_keeps_those_before(run: Any, here: Path) -> None:
    match = ["compare", "heap:5", "mybots:late", "random", "-n", "50", "--seed", "1", "--csv", "match"]
    status, out, err = run(*match)
    finished = len(match_rows(here / "match")) - 1
    assert status == 2
    assert finished > 2
    assert out.splitlines()[4].split()[:3] == ["mybots:late", "both", str(finished)]
    assert err == (
        f"fpgames: game {finished + 1}: lost its thread (after {finished} of 50 games; --resume continues)\n"
    )


def test_a_package_that_cannot_be_read_hides_no_other(run: Any, here: Path) -> None:
    info = here / "broken-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[fpgames.games]\nno equals sign\n")
    lookup.plugins.cache_clear()
    status, out, err = run("games")
    assert (status, {"heap", "twenty-one", "tictactoe"} <= {*out.split()}) == (0, True)
    assert err.startswith("fpgames: the entry points of broken cannot be read: ")
    assert "cautious            from mybots:cautious" in run("bots")[1]


def test_the_games_of_a_library_and_why_some_cannot_be_played(run: Any, here: Path) -> None:
    status, out, err = run("games", "--of", "heap")
    assert (status, err) == (0, "a library that prints\n")
    assert [line.split(maxsplit=1) for line in out.splitlines()] == [
        ["heap:5"], ["heap:7"], ["heap:five", "invalid literal for int() with base 10: 'five'"],
    ]  # fmt: skip
    (here / "offering-1.0.dist-info" / "entry_points.txt").write_text(
        "[fpgames.games]\nbots = mybots:broken\nno = nowhere:f\n"
    )
    lookup.plugins.cache_clear()
    assert "\nno                  from nowhere:f\n" in run("games")[1]
    check_refused(run, "games", {
        "--of heaps": "unknown library 'heaps'; libraries: bots, chess, ",
        "--of bots": "the library 'bots' does not list its games; expected mybots:broken to be a Library",
        "--of no": "the library 'no': ModuleNotFoundError: No module named 'nowhere'",
    })  # fmt: skip


def test_a_mistake_gets_one_line(run: Any, here: Path) -> None:
    check_refused(run, "analyse", {
        "mygame:ruels": f"the game 'mygame:ruels': mygame has no 'ruels' ({here / 'mygame.py'}); did you mean 'rules'?\n",
        "mygam:rules": "the game 'mygam:rules': there is no game and no module 'mygam'; did you mean 'mygame'?\n",
        "absent:rules": "the game 'absent:rules': ModuleNotFoundError: No module named 'absent'",
        "wrong:rules": "the game 'wrong:rules': SyntaxError: ",
        "mygame:number": "the game 'mygame:number' is 3; expected Rules, or a function that returns them",
        "mygame:rules:7": "the game 'mygame:rules:7': mygame takes no argument",
        "mygame:heap:x": "the game 'mygame:heap:x': invalid literal for int",
        "mygame:heap:1:2": "the game 'mygame:heap:1:2': invalid literal for int",
        "tictactoo": "did you mean 'tictactoe'?",
        ":": "the game ':': Empty module name",
        "othello:x": "the game 'othello:x': 'x' is not a size; expected a whole number, without a sign; it is written othello:N",
        "nim:": "the game 'nim:': '' is not a size; expected a whole number, without a sign; it is written nim:N,N,...",
        "quits:rules": "the game 'quits:rules': SystemExit: 3",
    })  # fmt: skip
    check_refused(run, "compare -n 2 heap random", {
        "mybots:cautios": f"the bot 'mybots:cautios': mybots has no 'cautios' ({here / 'mybots.py'}); did you mean 'cautious'?\n",
        "mygame:number": "the bot 'mygame:number' is 3; expected a function of the rules that returns a bot",
        "mybots:forgetful": "the bot 'mybots:forgetful': mybots returned None; expected a function of a position",
        "mybots:cautious:3": "the bot 'mybots:cautious:3': a bot is made by a function of (rules) or (rules, ARGUMENT), an engine by one of (rules, stop); got one of (rules)",
        "mybots:direct": "mybots returned <State: ",
        "mybots.py:cautious": "the bot 'mybots.py:cautious': a module is named without .py; write mybots:cautious\n",
        "nowhere:bot": "the bot 'nowhere:bot': ModuleNotFoundError: No module named 'nowhere'\n",
        "connect4:5": "unknown bot 'connect4:5'; connect4 is a game",
        "connect4": "unknown bot 'connect4'; connect4 is a game, and a command has one game, then its bots",
        "randon": "unknown bot 'randon'; bots: alphabeta:D, ",
        "randon --jobs 1": "cautious, or MODULE:NAME; did you mean 'random'?",
        "'a\nb'": "the bot 'a\\nb': a name must not contain line breaks or control characters",
    })  # fmt: skip
    check_refused(run, "compare -n 2 --seed 1 heap random", {
        "mybots:resigns": "game 1: SystemExit: engine failed (mybots.py, line 18)",
        "mybots:unpicklable": "game 1: Odd: 1 and 2 (mybots.py, line 26)",
        "mybots:piped": "game 1: BrokenPipeError: of an engine (mybots.py, line 31)",
        "mybots:broken": "game 1: AttributeError: 'Heap' object has no attribute 'no_such_field' (mybots.py, line 12)",
        "mybots:panics": "game 1: Panic: in another language (mybots.py, line ",
    }, "heap-21, 2 games, seed 1\n")  # fmt: skip


def test_a_bot_may_have_options_and_its_module_the_name_of_a_game(run: Any, here: Path) -> None:
    (here / "othello.py").write_text("from mybots import WithOptions\n")
    assert run("compare", "heap", "othello:WithOptions", "random", "-n", "1", "--seed", "1")[::2] == (0, "")


def test_slow_bots_are_announced_once(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    lookup._warn_without_numba.cache_clear()
    monkeypatch.setattr(lookup, "has_numba", lambda: False)
    _, _, err = run("compare", "tictactoe", "mc-bulk:9", "mc-bulk:18", "-n", "2")
    assert err == "fpgames: mc-bulk is slow without numba; pip install 'fpgames[fast]'\n"
    lookup._warn_without_numba.cache_clear()
    monkeypatch.setattr(lookup, "has_numba", lambda: True)
    assert run("compare", "tictactoe", "mc-bulk:9", "random", "-n", "2")[2] == ""
    lookup._warn_without_numba.cache_clear()


@pytest.mark.exhaustive
def test_workers_say_what_went_wrong(here: Path) -> None:
    match = [*FPGAMES, "compare", "heap", "mybots:unpicklable", "random", "-n", "4", "--seed", "1", "--jobs", "2"]
    done = subprocess.run(match, capture_output=True, text=True, check=False, cwd=here)
    assert (done.returncode, done.stderr) == (2, "fpgames: game 1: Odd: 1 and 2 (mybots.py, line 26)\n")
