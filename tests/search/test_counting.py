"""Counts: minimax examines every leaf and visits every node; lines of play are the nodes of a level."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from toolz import identity

from fpgames import Player, Tree, alpha_beta, count_leaves, leaves, map_tree, minimax, order_by, prune, share
from fpgames.search import SearchNode, Visit, bound_by, children, count_nodes, label, mtd_bi, node_search, perft
from fpgames.tree import extend_while, keep_best, levels, prune_when, rebuild, size, unshared
from tests.support.compiled import result_or_error
from tests.support.trees import depths, trees
from tests.support.windows import Graph, graphs


@given(trees, st.sampled_from(Player))
def test_minimax_asks_for_everything(tree: Tree[int], player: Player) -> None:
    value = minimax(player=player)(tree)
    assert count_leaves(minimax(player=player))(tree) == (value, len([*leaves(tree)]))
    assert count_nodes(minimax(player=player))(tree) == (value, size(tree))


@given(graphs(), depths, depths, st.booleans())
def test_lines_of_play_are_those_of_a_level(graph: Graph, depth: int, cut: int, shared: bool) -> None:
    tree = graph.tree() | share | prune(cut) if shared else graph.tree() | prune(cut)
    lines = dict(enumerate(map(len, levels(unshared(tree)))))
    assert tree | perft(depth) == lines.get(depth, 0)


@node_search
def looks_twice(node: SearchNode[int], visit: Visit[int, int]) -> int:
    """The first child that is not the last decides; the others are read, and not visited."""
    below = [*children(node)]
    return visit(below[0]) + label(node) if below else label(node)


STAGES: list[Any] = [
    order_by(identity), keep_best(2, identity), map_tree(lambda n: -n), prune(2), prune_when(lambda n: n > 3), share,
    extend_while(lambda n: n > 0, depth=1), rebuild(children=lambda tree: [*tree.children][::-1]),
    rebuild(label=lambda tree: tree.label), order_by(lambda n: -n) | prune(1), bound_by(lambda p: (-99, 99)),
]  # fmt: skip


SEARCHES: list[Any] = [minimax, alpha_beta, looks_twice, mtd_bi(low=-9, high=9), lambda tree: [*leaves(tree)]]


@given(graphs(), st.sampled_from(STAGES), st.sampled_from(SEARCHES))
def test_a_stage_stands_before_a_count_or_inside_it(graph: Graph, stage: Any, search: Any) -> None:
    """Only the search at the end counts: ``stage | count_nodes(search) = count_nodes(stage | search)``; or both refuse."""
    tree = graph.tree() | prune(3)
    for count in (count_leaves, count_nodes):
        assert result_or_error(stage | count(search), tree) == result_or_error(count(stage | search), tree), count
