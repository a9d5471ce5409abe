"""Pig: what rolls and stops do to the scores, its value to any depth, and text."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings

from fpgames import CHANCE, Outcome, build_tree, map_tree, prune
from fpgames.games import pig
from fpgames.rules import AnyRules
from fpgames.search import expectiminimax
from fpgames.testing import check_game, positions
from tests.support.games import expected_value, require_refused

SMALL = pig.pig(20)
BROKEN = ["no_line_returns_to_a_position"]  # the one that does not hold: a turn may add nothing


@pytest.mark.exhaustive
@pytest.mark.parametrize("goal", [1, 20])
def test_it_keeps_the_laws(goal: int) -> None:
    check_game(pig.pig(goal), budget=100, exclude=[*BROKEN, "a_second_process_does_the_same"])


@settings(max_examples=100)
@given(positions(SMALL))
def test_scores_change_at_a_stop_only(p: pig.Position) -> None:
    """A stop scores the points of the turn for its player; after a stop and after a 1 the opponent's turn begins."""
    for move in SMALL.moves(p):
        q = SMALL.play(p, move)
        gained = (q.first - p.first, q.second - p.second)
        assert gained == ((p.points * (1 - p.turn), p.points * p.turn) if move == "stop" else (0, 0))
        assert (q.turn != p.turn) == (move in ("stop", 1))
        assert q.points == (0 if move in ("stop", 1) else p.points if move == "roll" else p.points + int(move))
        assert q.rolls == (move == "roll")


@settings(max_examples=100)
@given(positions(SMALL))
def test_who_moves(p: pig.Position) -> None:
    """Chance after each "roll"; and who has the points to win has to stop."""
    assert (SMALL.player(p) is CHANCE) == p.rolls
    total = (p.first, p.second)[p.turn] + p.points
    expected: tuple[Any, ...] = tuple(range(1, 7)) if p.rolls else ("stop",) if total >= 20 else ("roll", "stop")
    assert SMALL.moves(p) == (() if max(p.first, p.second) >= 20 else expected)


def test_a_win() -> None:
    p = SMALL.play(SMALL.read("18-14, second to move, 6 points"), "stop")
    assert SMALL.show(p) == "18-20, second has won"
    assert (SMALL.outcome(p).unwrap(), SMALL.static(p)) == (Outcome.SECOND_WON, -1)


@pytest.mark.parametrize(("goal", "depth"), [(3, 7), (6, 6), (8, 6)])
def test_its_value_to_a_depth_is_that_of_brute_force(goal: int, depth: int) -> None:
    rules = pig.pig(goal)
    exact = build_tree(rules) | prune(depth) | map_tree(lambda p: Fraction(rules.score(p))) | expectiminimax
    assert exact(rules.start) == expected_value(rules, rules.start, depth)


def test_wrong_texts_are_refused() -> None:
    rules: AnyRules = SMALL
    not_read = [
        "20-20, first to move, 0 points", "20-3, second to move, 0 points", "14-3, first rolls, 6 points",
        "1-2", "01-2, first to move, 0 points", "3-2, third to move, 0 points", "20-20, first has won",
    ]  # fmt: skip
    expected = "is not a position; expected a line such as '0-0, first to move, 0 points'"
    require_refused(rules.read, [(text, f"{text!r} {expected}") for text in not_read])
    expected = "is not a move; expected roll, stop, or a face of the die, 1 to 6"
    require_refused(rules.read_move, [(text, f"{text!r} {expected}") for text in ("hold", "0", "7", "06", "")])
    assert [*map(rules.read_move, ("roll", "stop", "6"))] == ["roll", "stop", 6]
