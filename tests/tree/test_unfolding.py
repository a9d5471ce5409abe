"""Trees made by hand or by unfolding; laziness, shown by counts and by infinite trees."""

from __future__ import annotations

import tracemalloc
from itertools import count, islice
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from toolz import identity

from fpgames import Player, Tree, build_tree, map_tree, maximise, node, prune, share
from fpgames.draw import draw_tree
from fpgames.games.tictactoe import static, successors
from fpgames.tree import extend_while, keep_best, leaves, levels, order_by, prune_when, rebuild, size, with_ply
from tests.support.labels import CallRecorder, doubled, never, opposite, recording_children
from tests.support.trees import depths, naturals, nested_pairs


class TestMadeByHand:
    """Trees whose parts are said one by one keep every limit that a stage has set within them."""

    def test_a_pruned_child_stays_pruned(self) -> None:
        deep = node(1, [node(2, [node(3)])])
        assert list(leaves(node(0, [prune(1)(deep)]))) == [2]
        infinite: Tree[int] = Tree(lambda: 1, lambda: [infinite])
        assert maximise(node(0, [prune(1)(infinite)])) == 1
        assert size(Tree(lambda: 0, lambda: map(prune(1), node(0, [deep, deep]).children))) == 5

    @given(st.recursive(st.just([]), lambda below: st.lists(below, max_size=3)), depths, depths)
    def test_pruning_within_is_pruning_of_lists(self, nested: list[Any], m: int, n: int) -> None:
        def tree(nested: list[Any]) -> Tree[int]:
            return node(len(nested), map(tree, nested))

        def cut(n: int, nested: list[Any]) -> Any:
            return len(nested), [cut(n - 1, child) for child in nested] if n else []

        assert nested_pairs(prune(n)(tree(nested))) == cut(n, nested)
        within = Tree(lambda: len(nested), lambda: (prune(m)(tree(child)) for child in nested))
        assert nested_pairs(within) == (len(nested), [cut(m, child) for child in nested])


class TestLaziness:
    def test_a_tree_nobody_looks_at_calls_nothing(self) -> None:
        grow, label = CallRecorder(successors), CallRecorder(static)
        tree = (
            build_tree(grow, player=Player.FIRST)(0)
            | prune(5)
            | share
            | prune_when(label)
            | extend_while(label)
            | order_by(label)
            | keep_best(2, label)
            | rebuild(label=label, children=label)
            | map_tree(label)
        )
        assert repr(tree) == "<Tree>"
        assert tree.player is Player.FIRST
        assert grow.calls == label.calls == []

    def test_infinite_trees_are_read_as_far_as_somebody_asks(self) -> None:
        assert [len(level) for level in islice(levels(naturals(1)), 4)] == [1, 2, 4, 8]
        comb: Tree[int] = Tree(lambda: 0, lambda: map(node, count(1)))
        assert list(islice(leaves(comb), 3)) == [1, 2, 3]
        tree = prune(3)(naturals(1))
        assert size(tree) == 15
        assert [len(level) for level in levels(tree)] == [1, 2, 4, 8]
        assert len(draw_tree(tree).splitlines()) == 29
        assert maximise(map_tree(identity)(tree)) == 13

    def test_children_are_made_one_at_a_time(self) -> None:
        made: list[int] = []
        tree = build_tree(recording_children(made, doubled))(1)
        assert next((tree | prune(4) | prune_when(never) | map_tree(opposite)).children).label == -2
        assert made == [2]
        made.clear()
        asked = CallRecorder(never)
        carrying = with_ply(extend_while(asked, depth=2)(tree))
        assert next(next(carrying.children).children).label == (4, 2)
        assert (made, asked.calls) == ([2, 4], [])

    def test_static_runs_once_a_leaf_and_never_on_an_inner_node(self) -> None:
        label = CallRecorder(static)
        tree = prune(4)(build_tree(successors)(0))
        maximise(map_tree(label)(tree))
        assert label.calls == list(leaves(tree))

    def test_what_is_asked_twice_is_computed_twice_unless_shared(self) -> None:
        grow, label = CallRecorder(lambda n: [n + 1, n + 2] if n < 12 else []), CallRecorder(opposite)
        tree = map_tree(label)(build_tree(grow)(0))
        maximise(tree)
        once = len(grow.calls)
        maximise(tree)
        assert len(grow.calls) == 2 * once > 14
        grow.calls.clear()
        label.calls.clear()
        maximise(build_tree(grow)(0) | share | map_tree(label))
        assert sorted(set(grow.calls)) == list(range(14))
        assert len(label.calls) == len(set(label.calls)) * 2  # once for each player to move

    def test_memory_is_that_of_one_line_of_play(self) -> None:
        """A tree of 20,000 nodes, each of which would need a hundred bytes at least, were it kept."""
        tree = build_tree(successors)(0) | prune(5) | map_tree(static)
        tracemalloc.start()
        try:
            maximise(tree)
            assert tracemalloc.get_traced_memory()[1] < 50_000
        finally:
            tracemalloc.stop()
