"""Searches, stages and Monte-Carlo search of games in which chance moves: what they refuse, and what they say."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from fpgames import SplitMix, build_tree, map_tree
from fpgames.rules import value_of_outcome
from fpgames.search import (
    children,
    expectiminimax,
    label,
    line,
    mcts,
    node_search,
    player,
    prefer_quick_wins,
    puct,
    statistics,
    trace,
    ucb1,
)
from fpgames.tree import fold_tree, levels, with_ply
from tests.support.dice import Race, exact_value, rules

CHOICE, ROLL = rules.start, rules.play(rules.start, 1)
value_tree = build_tree(rules) | map_tree(value_of_outcome(rules)) | map_tree(Fraction)


@node_search(view="mover")
def own_negamax(node: Any, visit: Any) -> Any:
    """Return a value for the player to move, without a look at who moves, except at leaves."""
    values = [-visit(child) for child in children(node)]
    return max(values) if values else label(node) * player(node)


@node_search(view="mover")
def own_negamax_in_window(node: Any, visit: Any, alpha: Any, beta: Any) -> Any:
    values = [-visit(child, alpha, beta) for child in children(node)]
    return max(values) if values else label(node) * player(node)


@pytest.mark.parametrize("search", [own_negamax, own_negamax_in_window])
@pytest.mark.parametrize("p", [CHOICE, ROLL])
def test_values_in_the_view_of_the_player_to_move_are_refused_where_chance_moves(search: Any, p: Race) -> None:
    for refused in (search, lambda tree: trace(search)(tree).label):
        with pytest.raises(ValueError, match="chance moves at"):
            refused(value_tree(p))


@pytest.mark.parametrize("p", [CHOICE, ROLL])
def test_folds_with_the_player_are_refused(p: Race) -> None:
    with pytest.raises(ValueError, match="chance moves"):
        value_tree(p) | fold_tree(lambda *_: 0, with_player=True)


@pytest.mark.parametrize("stage", [prefer_quick_wins, with_ply, map_tree(str)])
def test_labels_without_a_mean_are_refused_in_words(stage: Any) -> None:
    with pytest.raises(
        TypeError, match=r"mean of the values of chance's moves, and .* has no mean .* expected numbers"
    ):
        expectiminimax(stage(value_tree(CHOICE)))


def search_tree(p: Race, n: int = 300) -> Any:
    return mcts(rules, n)(p).eval(SplitMix.from_seed(1))


@pytest.mark.parametrize("select", [ucb1(), puct(lambda p: [1] * len(rules.moves(p)))])
def test_select_phases_choose_for_players_only(select: Any) -> None:
    assert select(search_tree(CHOICE)) in (0, 1)
    with pytest.raises(ValueError, match="chance moves at this node of the search"):
        select(search_tree(ROLL))


class TestStatistics:
    def test_finished_games_after_a_move_of_chance_have_values(self) -> None:
        """After so many visits, the search has tried all moves that matter, so the value is exact."""
        for p in (CHOICE, ROLL):
            tree = statistics(rules)(search_tree(p, 3000)) | map_tree(lambda label: Fraction(label.value))
            assert expectiminimax(tree) == exact_value(p)

    def test_the_expected_line_ends_where_chance_moves(self) -> None:
        for p in (CHOICE, ROLL):
            found = search_tree(p)
            expected = [label.line for level in levels(statistics(rules)(found)) for label in level if label.expected]
            assert max(expected, key=len) == line(found)
