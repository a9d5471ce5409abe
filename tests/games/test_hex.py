"""Hex: the one winner of full boards, winning first moves, and text."""

from __future__ import annotations

from functools import reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Some
from toolz import identity

from fpgames import Outcome, Player, alpha_beta, build_tree, jit, map_tree, share
from fpgames.games import game, hex
from fpgames.games.positional import Marks, cells
from fpgames.rules import value_of_outcome
from tests.support.games import require_refused


def neighbours(i: int, j: int) -> list[tuple[int, int]]:
    return [(i, j - 1), (i, j + 1), (i - 1, j), (i - 1, j + 1), (i + 1, j), (i + 1, j - 1)]


def joined(mine: set[tuple[int, int]], along: int, n: int) -> bool:
    reached: set[tuple[int, int]] = set()
    waiting = [cell for cell in mine if cell[along] == 0]
    while waiting:
        cell = waiting.pop()
        if cell not in reached:
            reached.add(cell)
            waiting += [other for other in neighbours(*cell) if other in mine]
    return any(cell[along] == n - 1 for cell in reached)


@given(st.integers(1, 9), st.randoms(use_true_random=False))
def test_a_full_board_has_one_winner(n: int, random: Any) -> None:
    """Whose edges are joined, as a search of the neighbours says."""
    order = [(i, j) for i in range(n) for j in range(n)]
    firsts = {*random.sample(order, (n * n + 1) // 2)}
    bits = dict(zip(order, cells(n, n), strict=True))
    p = Marks(sum(bits[cell] for cell in firsts), sum(bits[cell] for cell in bits.keys() - firsts))
    ends = joined(firsts, 0, n), joined({*order} - firsts, 1, n)
    assert sorted(ends) == [False, True]
    rules = hex.sized(n)
    assert rules.diagram
    won = rules.diagram(p).won
    board = {(i, j - i) for i, j in won}
    assert (joined(board & firsts, 0, n), joined(board - firsts, 1, n)) == ends
    last = p.first.bit_count() > p.second.bit_count()
    assert rules.score(p) == (ends[0] if last else -ends[1])


@pytest.mark.parametrize(
    ("n", "cells", "run"),
    [
        (2, "b1 a2", identity),
        (3, "c1 a2 b2 c2 a3", identity),
        pytest.param(4, "d1 c2 b3 a4", jit, marks=pytest.mark.exhaustive),
    ],
)
def test_the_first_moves_that_win(n: int, cells: str, run: Any) -> None:
    rules = hex.sized(n)
    solve = run(build_tree(rules) | share | map_tree(value_of_outcome(rules)) | alpha_beta(alpha=-1, beta=1))
    image = rules.symmetries[0].move
    half = [move for move in rules.moves(rules.start) if move <= image(move)]
    winning = {move for move in half if solve(rules.play(rules.start, move)) > 0}
    assert [*map(rules.show_move, sorted({*winning, *map(image, winning)}))] == cells.split()


def test_the_text() -> None:
    rules = hex.sized(3)
    p = reduce(rules.play, map(rules.read_move, ("b1", "a2", "b2", "c3", "a3")), rules.start)
    assert rules.show(p) == "abc\n.X.  1\n OX.  2\n  X.O  3\nX has won"
    assert rules.outcome(p) == Some(Outcome.FIRST_WON)
    assert rules.read(".X.\nOX.\nX.O") == p
    assert rules.player(p) is Player.SECOND
    assert rules.diagram
    assert rules.diagram(p).won == {(0, 1), (1, 2), (2, 2)}


def test_wrong_texts_are_refused() -> None:
    require_refused(hex.sized(2).read, [("X.\nXO\nO to move", "'O to move' does not fit the board; expected")])
    require_refused(game("hex").read_move, [
        ("a6", "'a6' is not a cell; expected a1 to e5"),
        ("a²", "'a²' is not a cell"),
    ])  # fmt: skip
