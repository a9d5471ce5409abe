"""Trees that record what is computed of them, for the laws of stages and searches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fpgames.rules.outcomes import Player
from fpgames.testing.laws import Broken
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


def naturals(n: int, player: Player | None = None, width: int = 2) -> TreeOfAny:
    """Return the infinite tree in which the children of n are 2n, 2n + 1, ...; by default, the first player begins."""
    mover = (player or Player.FIRST) if n == 1 else None
    return Tree(lambda: n, lambda: (naturals(width * n + k, None, width) for k in range(width)), player=mover)
