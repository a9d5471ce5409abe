"""The exact value of Pig: it is its own expectiminimax, published figures, and the limit of a stream."""

from __future__ import annotations

import pickle
from itertools import pairwise, product
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import SplitMix, best_move, bot_from, build_tree, map_tree, prune
from fpgames.games.pig import Position, pig
from fpgames.search import expectiminimax
from fpgames.solvers import iterate, pig_value, within
from fpgames.testing import positions
from tests.support.games import require_refused

GOAL = 15
SMALL, VALUE = pig(GOAL), pig_value(GOAL)


def test_it_is_the_mean_or_the_best_of_the_next_values() -> None:
    """Bellman's equation, which has one solution, in every position of a game to 7 points."""
    rules, value = pig(7), pig_value(7)
    one_move = build_tree(rules) | prune(1) | map_tree(value) | expectiminimax
    for first, second, turn, points, rolls in product(range(7), range(7), (0, 1), range(8), (False, True)):
        if not rolls or (first, second)[turn] + points < 7:
            p = Position(first, second, turn, points, rolls)
            assert one_move(p) == pytest.approx(value(p), abs=1e-8), p


@given(positions(SMALL), st.integers(0, 3))
def test_it_is_the_value_of_a_tree_with_such_labels(p: Position, depth: int) -> None:
    tree = build_tree(SMALL)(p) | prune(depth) | map_tree(VALUE)
    assert expectiminimax(tree) == pytest.approx(VALUE(p), abs=1e-8)


@given(positions(SMALL))
def test_the_players_are_equal(p: Position) -> None:
    assert VALUE(Position(p.second, p.first, 1 - p.turn, p.points, p.rolls)) == -VALUE(p)


def hold_at(goal: int, first: int, second: int) -> int:
    """The least number of points at which the first player stops, by a search of one move with the exact values."""
    search = build_tree(pig(goal)) | prune(1) | map_tree(pig_value(goal)) | best_move(search=expectiminimax)
    return next(
        points for points in range(2, goal - first) if search(Position(first, second, 0, points, False)) == "stop"
    )


@pytest.mark.exhaustive
def test_published_figures() -> None:
    """Neller and Presser (2004): of a game to 100 points."""
    assert (1 + pig_value()(pig().start)) / 2 == pytest.approx(0.530593, abs=1e-6)
    assert [hold_at(100, *scores) for scores in ((0, 0), (0, 50), (50, 0))] == [21, 29, 15]


@given(positions(SMALL).filter(lambda p: not p.rolls and not SMALL.score(p)))
def test_a_bot_of_exact_values_keeps_the_value(p: Position) -> None:
    move = bot_from(SMALL, VALUE)(p).eval(SplitMix.from_seed(1))
    assert VALUE(SMALL.play(p, move)) == pytest.approx(VALUE(p), abs=1e-8)


def test_it_pickles_and_equals_itself() -> None:
    assert pickle.loads(pickle.dumps(VALUE)) == VALUE == pig_value(GOAL) != pig_value(GOAL, eps=0.1)
    assert pickle.loads(pickle.dumps(VALUE))(SMALL.start) == VALUE(SMALL.start)


@given(st.floats(0.1, 1e6), st.floats(1e-9, 0.1))
def test_newtons_square_roots(x: float, eps: float) -> None:
    """Hughes' first example."""
    assert within(eps, iterate(lambda a: (a + x / a) / 2, x)) == pytest.approx(sqrt(x), abs=2 * eps)


@given(st.lists(st.integers(-3, 3)), st.integers(1, 3))
def test_within_is_the_first_number_close_to_the_one_before(numbers: list[int], eps: int) -> None:
    close = [b for a, b in pairwise(numbers) if abs(a - b) <= eps]
    if close:
        assert within(eps, numbers) == close[0]
    else:
        words = f"the numbers end before two neighbours are within {eps}; expected a stream that converges"
        require_refused(lambda given: within(eps, given), [(numbers, words)])


def test_within_takes_no_more_than_it_needs() -> None:
    stream = iterate(lambda x: x / 2, 1.0)
    assert (within(0.1, stream), next(stream)) == (0.0625, 0.03125)


def test_wrong_arguments_are_refused() -> None:
    require_refused(lambda eps: within(eps, [1, 1]), [(eps, "expected more than 0") for eps in (0, -1, float("nan"))])
    require_refused(
        pig_value, [(0, "cannot play to 0 points; expected at least 1"), (2.5, "cannot play to 2.5 points")]
    )
    require_refused(lambda eps: pig_value(3, eps=eps), [(0, "no numbers are within 0; expected more than 0")])
