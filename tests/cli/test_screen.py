"""The board on the terminal: player names and the last move, with and without colour."""

from __future__ import annotations

import sys
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest

from fpgames import Player
from fpgames.cli.screen import Screen, last_move_cells, player_symbols
from fpgames.games import GAMES, connect4, tictactoe
from fpgames.rules import Diagram


def test_symbols() -> None:
    """Of the games whose boards tell the players apart."""
    told = {"checkers": "bw", "draughts": "wb", "othello": "bw"}
    told |= dict.fromkeys(("hex", "mnk", "tictactoe", "tictactoe-record"), "XO")
    told |= dict.fromkeys(("connect4", "connect4-record"), "RY")
    found = {name: player_symbols(rules) for name, rules in GAMES.items()}
    assert found == {name: dict(zip(Player, told.get(name, ""), strict=name in told)) for name in GAMES}


def test_a_game_without_a_diagram_has_none() -> None:
    rules: Any = replace(tictactoe.rules, diagram=None)
    assert player_symbols(rules) == {}
    assert (Screen(rules).mover_name(Player.FIRST), Screen(rules).mover_name(Player.SECOND)) == ("first", "second")
    assert last_move_cells(rules, rules.start, rules.start) == set()


def test_the_last_move_is_marked(capsys: pytest.CaptureFixture[str]) -> None:
    rules = connect4.rules
    p = rules.read("4455")
    Screen(rules).print_board(p, rules.read("445"))
    marked = capsys.readouterr().out
    assert marked == rules.show(p).replace("...YY..", "...Yy..") + "\n"
    Screen(rules).print_board(p)
    assert capsys.readouterr().out == rules.show(p) + "\n"


def test_a_board_that_grows_can_be_played_on() -> None:
    small, large = Diagram(("X.",)), Diagram(("XO", ".."))
    rules = replace(tictactoe.rules, diagram=lambda p: large if p else small)
    assert last_move_cells(rules, 0, 1) == {(0, 1)}


def test_the_same_without_rich(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rich.console", None)
    rules = tictactoe.rules
    plain = Screen(rules)
    assert plain.console is None
    with plain.thinking("random"):
        plain.print_board(rules.play(rules.start, 4), rules.start)
    assert ".x.  345\n" in capsys.readouterr().out


def test_colours_on_a_terminal() -> None:
    rich = pytest.importorskip("rich.console")
    rules = tictactoe.rules
    screen, file = Screen(rules), StringIO()
    screen.console = rich.Console(file=file, force_terminal=True, color_system="standard", width=40)
    screen.print_board(rules.read("XXX\nOO.\n..."), rules.read("X.X\nOO.\n..."))
    text = file.getvalue()
    assert "\x1b[1;4;31mX" in text, "red and underlined, because it has won"
    assert "\x1b[1;4;7;31mx" in text, "the last move is reversed"
    assert "\x1b[1;34mO" in text


def test_a_sign_of_life_on_a_terminal() -> None:
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
    assert player_symbols(replace(tictactoe.rules, diagram=twice)) == dict(zip(Player, "XO", strict=True))
    assert player_symbols(replace(tictactoe.rules, diagram=of_both)) == {}
