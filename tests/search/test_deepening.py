"""Iterative deepening: each result is the search at that depth, up to the first complete one, within a budget."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st
from toolz import identity

from fpgames import Player, Tree, alpha_beta, build_tree, count_leaves, map_tree, maximise, prune, share
from fpgames.games.tictactoe import rules, static
from fpgames.search import Deepened, count_nodes, deepen, within
from fpgames.tree import levels
from tests.support.refusals import unlike
from tests.support.trees import begun_by, depths, naturals, trees


def test_it_ends_at_the_depth_a_tree_was_pruned_to() -> None:
    tree = naturals(1) | map_tree(identity) | prune(2)
    assert [(found.depth, found.complete) for found in deepen(maximise)(tree)] == [(1, False), (2, True)]


def test_a_shared_tree_stays_shared() -> None:
    tree = build_tree(rules)(0) | share | prune(4) | map_tree(static)
    found = list(islice(deepen(maximise)(tree), 4))[-1]
    assert (found.leaves, count_leaves(maximise)(tree)[1]) == (756, 756)


@given(trees, depths)
def test_each_result_is_the_search_at_that_depth(tree: Tree[int], n: int) -> None:
    tree = begun_by(Player.FIRST, tree)
    for depth, found in enumerate(islice(deepen(alpha_beta)(tree), n), 1):
        assert found[:3] == (depth, *count_leaves(alpha_beta)(prune(depth)(tree)))
        assert (found.value, found.nodes) == count_nodes(alpha_beta)(prune(depth)(tree))
        assert found.value == maximise(prune(depth)(tree))


@given(trees)
def test_it_ends_with_the_first_complete_search(tree: Tree[int]) -> None:
    tree = begun_by(Player.FIRST, tree)
    height = len(list(levels(tree))) - 1
    results = list(deepen(maximise)(tree))
    assert [found.complete for found in results] == [*(False for _ in results[1:]), True]
    assert len(results) == max(1, height)
    assert results[-1].value == maximise(tree)
    assert len(list(deepen(alpha_beta)(tree))) <= max(1, height)


@given(st.lists(st.integers(1, 20), min_size=1), st.integers(1, 100))
@example([3, 7, 1], 10)
def test_a_budget_ends_what_is_not_begun(costs: list[int], budget: int) -> None:
    drawn = iter([Deepened(depth, None, 1, cost, False) for depth, cost in enumerate(costs, 1)])
    taken = list(within(budget)(drawn))
    before = [sum(costs[:i]) for i in range(len(costs))]
    assert len(taken) == sum(spent < budget for spent in before)
    assert len(list(drawn)) == len(costs) - len(taken)


def test_a_budget_below_one_is_refused() -> None:
    budgets: tuple[Any, ...] = (0, -1, 2.5)
    assert not unlike(
        (partial(within, budget), f"ValueError: cannot spend {budget} nodes; expected at least 1") for budget in budgets
    )
