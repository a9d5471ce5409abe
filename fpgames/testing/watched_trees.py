"""Trees that record what is computed of them, for the laws of stages and searches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fpgames.draw.plain_text import draw_tree
from fpgames.rules import Player
from fpgames.testing.suite import Broken
from fpgames.tree.unfolding import Tree

TreeOfAny = Tree[Any]


class Watched:
    """A tree that records which labels are computed, counts visited nodes, and raises ``Broken`` after too many.

    Args:
        tree: the tree to watch.
        most: the number of nodes whose children may be computed.
    """

    def __init__(self, tree: TreeOfAny, most: float = float("inf")) -> None:
        self.labels: list[tuple[int, ...]] = []  # the paths from the root to the nodes of the labels computed
        self.asked = 0
        self.most = most
        self.tree = self._watched(tree, ())

    def _watched(self, tree: TreeOfAny, way: tuple[int, ...]) -> TreeOfAny:
        def label() -> object:
            self.labels.append(way)
            return tree.label

        def children() -> Iterator[TreeOfAny]:
            self.asked += 1
            if self.asked > self.most:
                raise Broken(f"the children of more than {self.most} nodes were computed, though no walk needed them")
            return (self._watched(child, (*way, n)) for n, child in enumerate(tree.children))

        return Tree(label, children, player=tree.player)


def written(tree: TreeOfAny) -> Any:
    """Return all of a finite tree as nested tuples."""
    return tree.label, tuple(map(written, tree.children))


def naturals(n: int) -> TreeOfAny:
    """Return the infinite binary tree in which the children of n are 2n and 2n + 1."""
    return Tree(lambda: n, lambda: map(naturals, (2 * n, 2 * n + 1)), player=Player.FIRST if n == 1 else None)


def in_words(tree: TreeOfAny) -> str:
    """Return the tree as text, for an error."""
    return f"the tree\n{draw_tree(tree)}"
