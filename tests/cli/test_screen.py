"""What a person sees while playing: who moves, what was played last, what can be played; with and without colour."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import termios
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest

from fpgames import Player
from fpgames.cli.screen import Screen, last_move, symbols
from fpgames.games import GAMES, connect4, tictactoe
from fpgames.rules import Diagram
from tests.cli.test_cli import FPGAMES
from tests.cli.test_cli import run as run  # the fixture

SYMBOLS = {
    "checkers": "bw",
    "draughts": "wb",
    "othello": "bw",
    **dict.fromkeys(("hex", "mnk", "tictactoe", "tictactoe-record"), "XO"),
    **dict.fromkeys(("connect4", "connect4-record"), "RY"),
}
"""Of the games whose boards tell the players apart."""


@pytest.mark.parametrize("name", sorted(GAMES))
def test_symbols(name: str) -> None:
    assert symbols(GAMES[name]) == dict(zip(Player, SYMBOLS.get(name, ""), strict=name in SYMBOLS))


def test_a_game_without_a_diagram_has_none() -> None:
    rules: Any = replace(tictactoe.rules, diagram=None)
    assert symbols(rules) == {}
    assert (Screen(rules).name(Player.FIRST), Screen(rules).name(Player.SECOND)) == ("first", "second")
    assert last_move(rules, rules.start, rules.start) == set()


def test_the_last_move_is_marked(capsys: pytest.CaptureFixture[str]) -> None:
    rules = connect4.rules
    p = rules.read("4455")
    Screen(rules).board(p, rules.read("445"))
    marked = capsys.readouterr().out
    assert marked == rules.show(p).replace("...YY..", "...Yy..") + "\n"
    Screen(rules).board(p)
    assert capsys.readouterr().out == rules.show(p) + "\n"


def test_a_board_that_grows_can_be_played_on() -> None:
    small, large = Diagram(("X.",)), Diagram(("XO", ".."))
    rules = replace(tictactoe.rules, diagram=lambda p: large if p else small)
    assert last_move(rules, 0, 1) == {(0, 1)}


def test_the_same_without_rich(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rich.console", None)
    rules = tictactoe.rules
    plain = Screen(rules)
    assert plain.console is None
    with plain.thinking("random"):
        plain.board(rules.play(rules.start, 4), rules.start)
    assert ".x.  345\n" in capsys.readouterr().out


def colours(rules: Any, p: Any, before: Any) -> str:
    """What a terminal is sent."""
    rich = pytest.importorskip("rich.console")
    shown = Screen(rules)
    file = StringIO()
    shown.console = rich.Console(file=file, force_terminal=True, color_system="standard", width=40)
    shown.board(p, before)
    return file.getvalue()


def test_colours_on_a_terminal() -> None:
    rules = tictactoe.rules
    won = rules.read("XXX\nOO.\n...")
    text = colours(rules, won, rules.read("X.X\nOO.\n..."))
    assert "\x1b[1;4;31mX" in text, "red and underlined, because it has won"
    assert "\x1b[1;4;7;31mx" in text, "the last move is reversed"
    assert "\x1b[1;34mO" in text


def test_a_last_move_and_a_sign_of_life_on_a_terminal() -> None:
    rich = pytest.importorskip("rich.console")
    shown = Screen(connect4.rules)
    shown.console = rich.Console(file=StringIO(), force_terminal=True)
    with shown.thinking("mc:9") as status:
        assert "mc:9 thinks" in str(getattr(status, "status", None))


def test_a_reader_that_leaves_ends_the_command() -> None:
    pytest.importorskip("rich.console")
    console: Any = Screen(tictactoe.rules).console
    with pytest.raises(BrokenPipeError):
        console.on_broken_pipe()


def test_a_move_that_shows_two_symbols_names_nobody() -> None:
    def twice(p: int) -> Diagram:
        return Diagram(tuple(row * 2 for row in diagram(p).rows))

    def of_both(p: int) -> Diagram:
        return Diagram(tuple(row + row.translate(str.maketrans("XO", "OX")) for row in diagram(p).rows))

    assert tictactoe.rules.diagram is not None
    diagram = tictactoe.rules.diagram
    assert symbols(replace(tictactoe.rules, diagram=twice)) == dict(zip(Player, "XO", strict=True))
    assert symbols(replace(tictactoe.rules, diagram=of_both)) == {}


def on_a_terminal(columns: int, **env: str) -> bytes:
    """What a game between two bots sends to a terminal."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, columns))
    game = [*FPGAMES, "play", "connect4", "--first", "random", "--second", "random", "--seed", "1"]
    environment = {**os.environ, "TERM": "xterm-256color", **env}
    with subprocess.Popen(game, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        sent = b""
        while True:
            try:
                part = os.read(ours, 100_000)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            sent += part
    os.close(ours)
    assert process.returncode == 0
    return sent


@pytest.mark.parametrize("columns", [40, 80])
def test_a_real_terminal(columns: int) -> None:
    pytest.importorskip("rich")
    sent = on_a_terminal(columns)
    assert b"\x1b[1;31m" in sent
    plain = on_a_terminal(columns, NO_COLOR="1")
    assert b"31m" not in plain
    assert max(len(line) for line in plain.replace(b"\r", b"").split(b"\n") if b"\x1b" not in line) <= columns


def test_help_while_playing(run: Any) -> None:
    _, out, _ = run("play", "tictactoe", entries="0\n3\n1\n4\n?\nq\n")
    assert "X: move ? moves: 2 5 6 7 8\nhint: 2, of value 1, by alpha-beta " in out


def test_an_opening(run: Any) -> None:
    _, out, _ = run("play", "tictactoe", "--opening", "2", "--seed", "1", entries="q\n")
    assert out.count(" begins with ") == 2
    assert "X begins with " in out
    assert "O begins with " in out
