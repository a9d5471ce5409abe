"""Counts: minimax examines every leaf and visits every node; lines of play are the nodes of a level."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fpgames import Player, Tree, count_leaves, leaves, minimax, prune, share
from fpgames.search import count_nodes, perft
from fpgames.tree import levels, size, unshared
from tests.support.refusals import wrong_errors
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


def test_a_line_has_a_length() -> None:
    assert not wrong_errors([(lambda: perft(-1), "ValueError: cannot count lines of -1 moves; expected at least 0")])
