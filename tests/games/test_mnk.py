"""Marks in a row (m,n,k): lines on any board, published values, forced moves, and text."""

from __future__ import annotations

from functools import reduce
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from toolz import identity

from fpgames import alpha_beta, build_tree, jit, map_tree, order_by, share
from fpgames.games import game, mnk, tictactoe
from fpgames.games.boards import equal_lines
from fpgames.games.positional import Marks, cells
from fpgames.rules import up_to_symmetry, value_of_outcome
from fpgames.testing import check_same_game, positions
from fpgames.tree import prune_when
from tests.support.games import minimax_value, require_refused

SMALL_VALUES = {(3, 3, 3): 0, (4, 3, 3): 1, (4, 4, 3): 1, (4, 4, 4): 0, (5, 4, 4): 0, (5, 5, 5): 0, (7, 7, 3): 1}
VALUES = {(5, 5, 4): (0, jit), (6, 4, 4): (0, jit), (6, 5, 4): (1, identity)}
"""Values to the first player, and how they are found in less time. Source: Uiterwijk and van den Herik, *The advantage of the initiative* (2000)."""


def to_tictactoe(p: Marks) -> int:
    first, second = (sum(1 << n for n, cell in enumerate(cells(3, 3)) if marks & cell) for marks in p)
    return first | second << 9 | (first.bit_count() > second.bit_count()) << 18


def from_tictactoe(p: int) -> Marks:
    return Marks(*(sum(cell for n, cell in enumerate(cells(3, 3)) if p >> n + at & 1) for at in (0, 9)))


@pytest.mark.slow
def test_three_in_line_on_nine_cells_is_tic_tac_toe() -> None:
    check_same_game(mnk.sized(3, 3, 3), tictactoe.rules, to_tictactoe, from_tictactoe, budget=300)


@st.composite
def late_marks(draw: Any, least: int = 4) -> tuple[tuple[int, int, int], Marks]:
    size = draw(st.sampled_from([(3, 3, 3), (4, 3, 3), (3, 4, 3), (4, 3, 4), (3, 3, 2), (5, 2, 3)]))
    p = draw(positions(mnk.sized(*size)))
    assume((p.first | p.second).bit_count() >= least)
    return size, p


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


def wins(run: Any, size: tuple[int, int, int]) -> bool:
    """Whether the first player does, with all that makes the search shorter."""
    rules = mnk.sized(*size, forced=True)
    tree = build_tree(up_to_symmetry(rules)) | share | prune_when(mnk.make_prevented(*size)) | order_by(rules.static)
    return bool(run(tree | map_tree(value_of_outcome(rules)) | alpha_beta(alpha=0, beta=1))(rules.start) > 0)


@pytest.mark.slow
def test_known_values() -> None:
    """Whether the first player wins; the second never does, who could else be robbed of the strategy."""
    assert {size: wins(identity, size) for size in SMALL_VALUES} == {
        size: known > 0 for size, known in SMALL_VALUES.items()
    }


@pytest.mark.exhaustive
@pytest.mark.parametrize("size", VALUES, ids=str)
def test_known_values_of_larger_boards(size: tuple[int, int, int]) -> None:
    known, run = VALUES[size]
    assert wins(run, size) == (known > 0)


def test_known_values_without_theorems() -> None:
    for size in [*SMALL_VALUES][:3]:
        rules = mnk.sized(*size, forced=True)
        tree = build_tree(rules)(rules.start) | share | order_by(rules.static) | map_tree(value_of_outcome(rules))
        assert alpha_beta(tree) == SMALL_VALUES[size]


@given(late_marks())
def test_forced_moves_keep_the_value(drawn: tuple[tuple[int, int, int], Marks]) -> None:
    size, p = drawn
    rules, forced = mnk.sized(*size), mnk.sized(*size, forced=True)
    assert {*forced.moves(p)} <= {*rules.moves(p)}
    assert minimax_value(forced, p) == minimax_value(rules, p)


@given(late_marks(2).filter(lambda drawn: mnk.make_prevented(*drawn[0])(drawn[1])))
def test_where_every_line_can_be_prevented_the_first_player_does_not_win(
    drawn: tuple[tuple[int, int, int], Marks],
) -> None:
    size, p = drawn
    assert minimax_value(mnk.sized(*size, forced=True), p) <= 0


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
