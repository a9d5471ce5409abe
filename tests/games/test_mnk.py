"""Marks in a row (m,n,k): lines on any board, published values, and text."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolz import identity

from fpgames import alpha_beta, build_tree, jit, map_tree, order_by, share
from fpgames.games import game, mnk, tictactoe
from fpgames.games.boards import equal_lines
from fpgames.games.positional import Marks, cells
from fpgames.rules import up_to_symmetry, value_of_outcome
from fpgames.testing import check_same_game
from tests.support.games import require_refused

SMALL_VALUES = {(3, 3, 3): 0, (4, 3, 3): 1, (4, 4, 3): 1}
VALUES = {(4, 4, 4): 0, (5, 4, 4): 0, (5, 5, 4): 0, (7, 7, 3): 1}
"""Values to the first player. Source: Uiterwijk and van den Herik, *The advantage of the initiative* (2000)."""


def to_tictactoe(p: Marks) -> int:
    first, second = (sum(1 << n for n, cell in enumerate(cells(3, 3)) if marks & cell) for marks in p)
    return first | second << 9 | (first.bit_count() > second.bit_count()) << 18


def from_tictactoe(p: int) -> Marks:
    return Marks(*(sum(cell for n, cell in enumerate(cells(3, 3)) if p >> n + at & 1) for at in (0, 9)))


@pytest.mark.slow
def test_three_in_line_on_nine_cells_is_tic_tac_toe() -> None:
    check_same_game(mnk.sized(3, 3, 3), tictactoe.rules, to_tictactoe, from_tictactoe, budget=300)


@pytest.mark.parametrize("size", [(15, 15, 5), (5, 5, 4), (7, 2, 3), (1, 4, 2), (3, 3, 1)], ids=str)
@given(data=st.data())
def test_won_is_a_line(size: tuple[int, int, int], data: st.DataObject) -> None:
    """As the library finds lines on any board; also where the players did not take turns."""
    m, n, k = size
    rules = mnk.sized(*size)
    board = [data.draw(st.text("XO.", min_size=m, max_size=m)) for _ in range(n)]
    order = cells(m, n)
    p = Marks(*(sum(cell for cell, c in zip(order, "".join(board), strict=True) if c == each) for each in "XO"))
    at = {(i, j): c for i, row in enumerate(board) for j, c in enumerate(row) if c != "."}
    lines = [*equal_lines(at, k)]
    last = "X" if p.first.bit_count() > p.second.bit_count() else "O"
    won = any(symbol == last for symbol, _ in lines)
    assert rules.diagram
    assert rules.diagram(p).won == {cell for _, line in lines for cell in line}
    assert rules.score(p) == won * (1 if last == "X" else -1)


def values(run: Any, sizes: Iterable[tuple[int, int, int]]) -> dict[tuple[int, int, int], int]:
    """Values between 0 and 1: the second player never wins, who could else be robbed of the strategy."""
    games = {size: mnk.sized(*size) for size in sizes}
    trees = {
        size: build_tree(up_to_symmetry(rules)) | share | order_by(rules.static) | map_tree(value_of_outcome(rules))
        for size, rules in games.items()
    }
    return {size: max(run(tree | alpha_beta(alpha=0, beta=1))(games[size].start), 0) for size, tree in trees.items()}


def test_known_values() -> None:
    assert values(identity, SMALL_VALUES) == SMALL_VALUES


@pytest.mark.exhaustive
def test_known_values_of_larger_boards() -> None:
    assert values(jit, VALUES) == VALUES


def test_the_text() -> None:
    rules = mnk.sized(4, 3, 3)
    p = reduce(rules.play, map(rules.read_move, ("b2", "a1", "d3")), rules.start)
    assert rules.show(p) == "...X  3\n.X..  2\nO...  1\nabcd\nO to move"
    assert rules.read("...X\n.X..\nO...") == p
    assert rules.show(rules.play(p, 2)).endswith("X to move")
    assert rules.show(rules.read("XXX.\nOO..\n....")).endswith("X has won")
    assert mnk.sized(2, 1, 2).show(Marks(1, 2)).endswith("draw")


def test_symmetries() -> None:
    numbers = {(3, 3): 7, (4, 3): 3, (4, 1): 1, (1, 4): 1, (1, 1): 0}
    assert {size: len(mnk.sized(*size, 3).symmetries) for size in numbers} == numbers


def test_who_has_more_open_lines_stands_better() -> None:
    rules = mnk.rules
    assert rules.static(rules.start) == 0 < rules.static(rules.play(rules.start, 12)) < 1
    of_one_line = {Marks(1, 0): 4, Marks(0, 1): -4, Marks(3, 0): 16, Marks(0, 3): -16, Marks(1, 2): 0}
    assert {p: mnk.sized(3, 1, 3).static(p) * 17 for p in of_one_line} == pytest.approx(of_one_line)


def test_wrong_texts_are_refused() -> None:
    require_refused(mnk.sized(2, 2, 2).read, [
        ("", "the board has 0 rows; expected 2"),
        ("..\n.", "row 2 is '.'; expected 2 cells X, O or '.'"),
        ("..\nxo", "row 2 is 'xo'; expected 2 cells X, O or '.'"),
        ("X.\n.X", "2 X and 0 O; expected equal numbers, or one more X"),
        ("..  1\n..", "'.. 1' does not fit the board; expected '.. 2'"),
        ("..\n..\nX", "'X' does not fit the board; expected 'X to move'"),
            ("..\n..\nO to move", "'O to move' does not fit the board; expected 'X to move'"),
        ("..\n..\nX to move\n..", "'..' does not fit the board; expected 'nothing'"),
    ])  # fmt: skip
    require_refused(mnk.sized(4, 1, 2).read, [("XXOO", "X has won, but O moved last")])
    require_refused(mnk.sized(6, 2, 2).read, [("XX..XX\nO.O.O.", "X has won, and had won before its last mark")])
    require_refused(game("mnk").read_move, [("f1", "'f1' is not a cell; expected a1 to e5")])
