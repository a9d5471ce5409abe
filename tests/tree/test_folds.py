"""Walks of a whole tree are folds."""

from __future__ import annotations

from itertools import chain, islice
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from fpgames import Tree, node, prune, share
from fpgames.draw import draw_tree
from fpgames.tree import fold_tree, leaves, levels, size, unshared, walk
from fpgames.tree.unfolding import walked
from tests.support.trees import depths, trees, written
from tests.support.windows import Graph, graphs


class TestWalks:
    @given(trees)
    def test_all_are_folds(self, tree: Tree[int]) -> None:
        def write(label: int, below: tuple[Any, ...]) -> Any:
            return label, list(below)

        def from_below(label: int, results: tuple[list[int], ...]) -> list[int]:
            return list(chain(*results)) or [label]

        assert fold_tree(write)(tree) == written(tree)
        assert list(leaves(tree)) == fold_tree(from_below)(tree)
        assert size(tree) == tree | fold_tree(lambda _, sizes: 1 + sum(sizes))
        assert sum(map(len, levels(tree))) == size(tree)
        assert next(levels(tree)) == (tree.label,)
        below = [list(levels(child)) for child in tree.children]
        for depth, level in enumerate(islice(levels(tree), 1, None)):
            assert level == tuple(chain(*(each[depth] for each in below if depth < len(each))))

    @given(graphs(), depths, st.sampled_from([None, 1, 3]))
    def test_size_is_counted_by_recursion_too(self, graph: Graph, depth: int, entries: int | None) -> None:
        """So it is where a tree has its own way of walking, as in compiled code."""
        tree = graph.tree() | share(entries=entries) | prune(depth)
        by_a_walker = walked(tree, walker=lambda function, tree: walk(function, tree.seed, tree.depth))
        assert size(by_a_walker) == size(tree)
        assert size(unshared(by_a_walker)) == size(unshared(tree))

    @given(trees)
    def test_a_drawing_has_a_line_for_each_node_and_one_before_it(self, tree: Tree[int]) -> None:
        def preorder(tree: Tree[int]) -> list[int]:
            return [tree.label, *chain(*map(preorder, tree.children))]

        lines = draw_tree(tree).splitlines()
        assert len(lines) == 2 * size(tree) - 1
        assert [int(line.split()[-1]) for line in lines[::2]] == preorder(tree)

    def test_a_drawing_is_that_of_data_tree(self) -> None:
        tree = node("a\nA", [node("b", [node("c\nC"), node("d")]), node("e", [node("f")])])
        assert draw_tree(tree) == "\n".join(
            ["a", "A", "|", "+- b", "|  |", "|  +- c", "|  |  C", "|  |", "|  `- d", "|", "`- e", "   |", "   `- f"]
        )
