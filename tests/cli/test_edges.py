"""Edges of the commands and of pictures: each was found by a run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from dataclasses import replace
from typing import Any

import pytest

from fpgames import game_tree
from fpgames.cli import command
from fpgames.draw import tree_dot, tree_mermaid
from fpgames.games import connect4, tictactoe
from fpgames.games.connect4.board import Cell
from fpgames.symmetry import canonical, up_to_symmetry
from fpgames.tree import node
from tests.cli.test_cli import FPGAMES
from tests.cli.test_cli import run as run  # the fixture


def test_fpgames_alone_prints_its_help(run: Any) -> None:
    assert run() == run("--help")
    assert run()[0] == 0


def test_an_empty_name_is_no_bot(run: Any) -> None:
    status, _, err = run("play", "tictactoe", "--first", "")
    assert (status, err.count("\n")) == (2, 1)
    assert "unknown bot ''" in err


@pytest.mark.parametrize("position", [1, 2, 3])
def test_moves_stand_anywhere(run: Any, position: int) -> None:
    args = ["tictactoe", "--depth=5", "--position=X..\n.O.\n..."]
    args.insert(position, "8")
    status, out, err = run("analyse", *args)
    assert (status, err) == (0, "")
    assert out == run("analyse", "tictactoe", "8", "--depth=5", "--position=X..\n.O.\n...")[1]


def test_moves_behind_an_option_and_its_value(run: Any) -> None:
    assert (
        run("analyse", "tictactoe", "--depth", "5", "4,0")[1] == run("analyse", "tictactoe", "4,0", "--depth", "5")[1]
    )
    status, _, err = run("analyse", "tictactoe", "4", "--depth", "5", "0")
    assert (status, err) == (2, "fpgames: unrecognized arguments: 0 (see fpgames --help)\n")


def test_too_large_a_picture_is_refused_before_the_search(run: Any) -> None:
    began = time.monotonic()
    status, _, err = run("tree", "connect4", "--depth", "8", "--width", "9")
    assert (status, err) == (2, "fpgames: cannot draw more than 5000 nodes; expected a smaller depth or width\n")
    assert time.monotonic() - began < 5


def test_a_tree_on_a_terminal_of_few_characters() -> None:
    drawn = subprocess.run(
        [*FPGAMES, "tree", "tictactoe", "4,0,2,5,3,6", "--search", "alphabeta", "--depth", "3"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True, check=True,
    ).stdout  # fmt: skip
    assert b"&#8804;" in drawn, "less than or equal"
    assert drawn.isascii()


def test_memory_and_streams(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for error, status in ((MemoryError(), 2), (BrokenPipeError(), 141), (OSError(28, "No space"), 2)):

        def faulty(*_: object, error: BaseException = error, **options: object) -> None:
            raise error

        monkeypatch.setattr("fpgames.cli.analyse.analyse_move", faulty)
        monkeypatch.setattr(os, "dup2", lambda *_: None)
        assert run("analyse", "tictactoe")[0] == status


def test_values_that_are_no_numbers(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    static: Any = lambda p: (tictactoe.static(p), 0)  # noqa: E731
    rules = replace(tictactoe.rules, static=static)
    monkeypatch.setattr("fpgames.cli.lookup.GAMES", {"tictactoe": rules})
    status, out, _ = run("analyse", "tictactoe", "--depth", "1")
    assert status == 0
    assert " (0, 0) " in out


def test_ctrl_c_while_the_command_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow:
        def __getattr__(self, name: str) -> None:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "fpgames.cli.parser", Slow())
    assert command.main(["games"]) == 130


def test_what_others_raise_is_one_line(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(p: int) -> int:
        raise ZeroDivisionError("of a game that others wrote")

    monkeypatch.setattr("fpgames.cli.analyse.analyse_move", lambda *_, **options: faulty(1))
    status, _, err = run("analyse", "tictactoe")
    assert status == 2
    assert re.fullmatch(r"fpgames: ZeroDivisionError: of a game that others wrote \(\w+\.py, line \d+\)\n", err)


def test_mermaid_has_no_empty_text() -> None:
    text = tree_mermaid(game_tree(tictactoe.rules)(0), depth=1)
    assert '[""]' not in text
    assert text.splitlines()[1] == '  n0[" "]'


def test_graphviz_is_given_nothing_that_it_cannot_read() -> None:
    text = tree_dot(node("a\0b\ud800c"))
    assert 'label="a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}c"' in text
    text.encode()


def test_records_of_connect_four_have_an_order() -> None:
    rules: Any = connect4.record.rules
    for column in range(7):
        one, other = (rules.play(rules.start, j) for j in (column, 6 - column))
        assert canonical(rules)(one) == canonical(rules)(other)
    assert up_to_symmetry(rules).start == rules.start
    assert not Cell.R < Cell.E
    with pytest.raises(TypeError, match="'<' not supported"):
        _ = Cell.R < "R"
