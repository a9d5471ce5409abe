"""Iterative deepening: each result is the search at its depth, up to an exhaustive one, within a budget."""

from __future__ import annotations

from functools import partial
from itertools import accumulate, islice
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from toolz import identity

from fpgames import (
    Player,
    Tree,
    alpha_beta,
    best_move,
    build_tree,
    count_leaves,
    jit,
    map_tree,
    maximise,
    minimax,
    minimise,
    order_by,
    prune,
    share,
)
from fpgames.games.tictactoe import rules, static
from fpgames.search import (
    Deepened,
    ab_minimise,
    children,
    count_nodes,
    deepen,
    label,
    mtd_f,
    negamax,
    node_search,
    player,
    prefer_quick_wins,
    proofs,
    prove,
    remember,
    trace,
    within_node_budget,
)
from fpgames.stage import Stage
from fpgames.tree import fold_tree, leaves, levels, node, prune_when, rebuild, size, unshared
from tests.support.trees import depths, naturals, trees, with_player


def test_it_ends_at_the_depth_a_tree_was_pruned_to() -> None:
    tree = naturals(1) | map_tree(identity) | prune(2)
    assert [(found.depth, found.complete) for found in deepen(maximise)(tree)] == [(1, False), (2, True)]


def test_a_shared_tree_stays_shared() -> None:
    tree = build_tree(rules)(0) | share | prune(4) | map_tree(static)
    found = list(islice(deepen(maximise)(tree), 4))[-1]
    assert (found.leaves, count_leaves(maximise)(tree)[1]) == (756, 756)


@given(trees, depths)
def test_each_result_is_the_search_at_that_depth(tree: Tree[int], n: int) -> None:
    tree = with_player(Player.FIRST, tree)
    for depth, found in enumerate(islice(deepen(alpha_beta)(tree), n), 1):
        assert found[:3] == (depth, *count_leaves(alpha_beta)(prune(depth)(tree)))
        assert (found.value, found.nodes) == count_nodes(alpha_beta)(prune(depth)(tree))
        assert found.value == maximise(prune(depth)(tree))


@given(trees)
def test_it_ends_with_the_first_complete_search(tree: Tree[int]) -> None:
    tree = with_player(Player.FIRST, tree)
    height = len(list(levels(tree))) - 1
    results = list(deepen(maximise)(tree))
    assert [found.complete for found in results] == [*(False for _ in results[1:]), True]
    assert len(results) == max(1, height)
    assert results[-1].value == maximise(tree)
    assert len(list(deepen(alpha_beta)(tree))) <= max(1, height)


@given(trees, st.data(), st.sampled_from([minimax, alpha_beta, negamax, mtd_f]))
def test_a_limit_of_nodes_ends_the_depth_that_exceeds_it(tree: Tree[int], data: st.DataObject, search: Any) -> None:
    tree = with_player(Player.FIRST, tree) | share
    results = list(deepen(search)(tree))
    totals = list(accumulate(found.nodes for found in results))
    limit = data.draw(st.sampled_from([n for total in totals for n in (total - 1, total, total + 1) if n > 0]))
    expected = [found for i, (found, total) in enumerate(zip(results, totals, strict=True)) if i == 0 or total <= limit]
    assert list(deepen(search, max_nodes=limit)(tree)) == expected


@pytest.mark.exhaustive
def test_a_limit_of_nodes_ends_compiled_searches_too() -> None:
    tree = build_tree(rules)(0) | map_tree(static)
    expected = list(deepen(minimax, max_nodes=5000)(tree))
    assert [found.depth for found in expected] == [1, 2, 3, 4]
    compiled: Any = jit(minimax)
    assert list(deepen(compiled, max_nodes=5000)(tree)) == expected
    assert jit(build_tree(rules) | map_tree(static) | deepen(minimax, max_nodes=5000) | list)(0) == expected


@pytest.mark.parametrize(
    ("limit", "depths"), [(1, [1]), (10, [1]), (91, [1]), (92, [1, 2]), (93, [1, 2]), (10**9, [1, 2, 3])]
)
def test_a_limit_may_be_spent_when_a_depth_ends(limit: int, depths: list[int]) -> None:
    tree = build_tree(rules)(0) | prune(3) | map_tree(static)
    assert [found.depth for found in deepen(minimax, max_nodes=limit)(tree)] == depths


def test_a_limit_of_nodes_ends_its_own_deepening_only() -> None:
    def deepest(tree: Tree[int]) -> int:
        return [found.value for found in deepen(minimax)(tree)][-1]

    tree = build_tree(rules)(0) | prune(3) | map_tree(static)
    assert [found.depth for found in deepen(deepest, max_nodes=100)(tree)] == [1]


@given(st.lists(st.integers(1, 20), min_size=1), st.integers(1, 100))
@example([3, 7, 1], 10)
def test_a_budget_ends_what_is_not_begun(costs: list[int], budget: int) -> None:
    drawn = iter([Deepened(depth, None, 1, cost, False) for depth, cost in enumerate(costs, 1)])
    taken = list(within_node_budget(budget)(drawn))
    before = [sum(costs[:i]) for i in range(len(costs))]
    assert len(taken) == sum(spent < budget for spent in before)
    assert len(list(drawn)) == len(costs) - len(taken)


@node_search
def reads_inner_labels(here: Any, visit: Any) -> Any:
    best = max if player(here) is Player.FIRST else min
    return best([visit(child) for child in children(here)], default=label(here))


@node_search
def reads_labels_first(here: Any, visit: Any) -> Any:
    best = label(here)
    for i, child in enumerate(children(here)):
        value = visit(child)
        if i == 0 or (value > best if player(here) is Player.FIRST else value < best):
            best = value
    return best


def by_fold(mover: Player, found: Any, results: tuple[Any, ...]) -> Any:
    return (max if mover is Player.FIRST else min)(results, default=found)


def by_hand(tree: Tree[Any]) -> Tree[Any]:
    return Tree(lambda: tree.label, lambda: map(by_hand, tree.children), player=tree.player)


def never(label: object) -> bool:
    return False


def same_trace(tree: Tree[Any], own: Any) -> Any:
    return trace(own)(tree).label.value


def same_label(tree: Tree[Any]) -> Any:
    return tree.label


READING: list[Any] = [reads_inner_labels, reads_labels_first]


def around(own: Any) -> list[Any]:
    return [
        own, best_move(search=own), best_move(search=map_tree(identity) | own), count_leaves(own), count_nodes(own),
        count_nodes(count_leaves(own)), map_tree(identity) | own, prefer_quick_wins | own, rebuild(label=same_label) | own,
        rebuild(children=lambda tree: tree.children) | own, prune_when(never) | own, order_by(identity) | own,
        unshared | own, share | remember(own), Stage(same_trace, (own,)), by_hand | own,
    ]  # fmt: skip


def search_each_child(search: Any, tree: Tree[Any]) -> int:
    return max(map(search, tree.children), default=0)


LINE = node(0, [node(1, [node(2)])])
DEEPENED: list[Any] = [
    *around(reads_inner_labels), *around(reads_labels_first), fold_tree(by_fold, with_player=True),
    rebuild(label=same_label) | minimax, order_by(identity) | alpha_beta, prune_when(never) | alpha_beta,
    lambda tree: max(map(max, levels(tree))), prove(goal=lambda value: value > 0 or None),
]  # fmt: skip


def test_a_search_that_reads_inner_labels_is_complete_where_minimax_is() -> None:
    """Whatever stands between the search and the tree, and also where the tree is made by hand."""
    p = rules.read("O.X\nXXO\nO..")
    tree: Tree[Any] = build_tree(rules)(p) | map_tree(static)
    assert [found.complete for found in deepen(minimax)(tree)] == [False, False, True]
    for search in DEEPENED:
        for which in (tree, tree if search == DEEPENED[-1] else tree | share):  # prove refuses a shared tree
            complete = [found.complete for found in islice(deepen(search)(which), 4)]
            assert complete == [False, False, True], search
    for search in READING:
        assert [*deepen(search)(by_hand(tree))] == [*deepen(search)(tree)]


def test_a_new_label_that_depends_on_the_depth_is_not_final() -> None:
    """Even where it is made without reading the old label: of the children that the depth has left, for example."""
    for relabel in (lambda tree: len([*tree.children]), lambda tree: tree | prune(1) | size, lambda tree: tree.label):
        found = [*deepen(rebuild(label=relabel) | minimax(player=Player.FIRST))(with_player(Player.FIRST, LINE))]
        assert [result.complete for result in found] == [False, True]


def test_a_search_of_each_child_is_complete_where_minimax_is() -> None:
    """It begins at nodes whose depth may be 0."""
    tree = with_player(Player.FIRST, naturals(1) | prune(4) | map_tree(lambda n: n * 7919 % 101))
    expected = [result.complete for result in deepen(minimax)(tree)]
    assert expected == [False, False, False, True]
    for search in (minimax, alpha_beta, minimise, negamax, ab_minimise, mtd_f):
        each_child = partial(search_each_child, search)
        assert [result.complete for result in deepen(each_child)(tree)] == expected, search
        assert [result.complete for result in deepen(rebuild(label=each_child) | minimax)(tree)] == expected, search


@pytest.mark.exhaustive
def test_compiled_it_is_complete_there_too() -> None:
    p = rules.read("O.X\nXXO\nO..")
    evaluate = build_tree(rules) | map_tree(static)
    for search in (reads_labels_first, best_move(search=reads_labels_first), order_by(identity) | alpha_beta):
        assert [*islice(jit(evaluate | deepen(search))(p), 4)] == [*(evaluate | deepen(search))(p)]


def test_a_label_that_raises_an_error_does_not_make_a_search_complete() -> None:
    @node_search
    def careful(here: Any, visit: Any) -> Any:
        try:
            return label(here)
        except ZeroDivisionError:
            return max(map(visit, children(here)))

    endless = build_tree(lambda n: [n + 1], player=Player.FIRST)(0) | map_tree(lambda n: 5 // n)
    assert [(found.value, found.complete) for found in deepen(careful)(endless)] == [(5, False), (5, True)]


def test_results_compose_however_a_pipeline_is_grouped() -> None:
    tree: Tree[Any] = build_tree(rules)(0) | map_tree(static)
    deepened: Any = deepen(alpha_beta)
    assert [*(tree | deepen(alpha_beta) | within_node_budget(500))] == [*(tree | (deepened | within_node_budget(500)))]
    assert tree | prune(2) | leaves | list == [*leaves(tree | prune(2))]
    assert tree | prune(1) | levels | list == [*levels(tree | prune(1))]
    first: Any = tree | prune(1) | map_tree(lambda value: None) | proofs | next
    assert (first.nodes, first.complete) == (1, False)
