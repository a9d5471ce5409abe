"""Counting what a search examines: the leaves whose labels it computes, and the nodes that it visits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from fpgames.tree.decorators import require_tree
from fpgames.tree.stages import changed
from fpgames.tree.turns import require_result
from fpgames.tree.unfolding import Seed, Tree

__all__ = ["count_leaves", "count_nodes"]

A = TypeVar("A")
B = TypeVar("B")


def count_leaves(search: Callable[[Tree[A]], B], tree: Tree[A]) -> tuple[B, int]:
    """Return the value that a search finds and the number of leaves it examines.

    ``countLeaves :: (Tree a -> b) -> Tree a -> (b, Int)``

    A search of a shared tree examines equal leaves once; ``alpha_beta`` may examine them again in another window. The
    list forms do not use sharing.

    Args:
        search: any search, such as ``maximise`` or ``alpha_beta``.
        tree: the tree to search.

    Raises:
        TypeError: the search is lazy, and has not walked the tree when it returns.

    >>> from fpgames import maximise, node
    >>> from fpgames.search import ab_maximise
    >>> tree = node(0, [node(0, [node(2), node(3)]), node(0, [node(1), node(4)])])
    >>> count_leaves(maximise, tree), count_leaves(ab_maximise, tree)
    ((2, 4), (2, 3))

    See also: :func:`count_nodes`; :func:`fpgames.search.deepening.deepen`, which counts too;
    :func:`fpgames.search.analysis.analyse_move`.
    """
    asked = 0  # no code outside sees the count before the end, as in Haskell's ST
    label_of = require_tree(tree, "count_leaves").unfolding.label_of

    def counted(seed: Seed) -> A:
        nonlocal asked
        asked += 1
        label: A = label_of(seed)
        return label

    return require_result(search(changed(tree, label_of=counted)), search), asked


def count_nodes(search: Callable[[Tree[A]], B], tree: Tree[A]) -> tuple[B, int]:
    """Return the value that a search finds and the number of nodes it visits.

    ``countNodes :: (Tree a -> b) -> Tree a -> (b, Int)``

    The root counts, and so does every child that the search reaches, even if it cuts there, or if the child equals a
    node visited before in a shared tree. The children behind a cut do not count.

    Args:
        search: any search, such as ``maximise`` or ``alpha_beta``.
        tree: the tree to search.

    Raises:
        TypeError: the search is lazy, and has not walked the tree when it returns.

    >>> from fpgames import maximise, node
    >>> from fpgames.search import ab_maximise
    >>> tree = node(0, [node(0, [node(2), node(3)]), node(0, [node(1), node(4)])])
    >>> count_nodes(maximise, tree), count_nodes(ab_maximise, tree)
    ((2, 7), (2, 6))

    See also: :func:`count_leaves`.
    """
    nodes = 1
    children_of = require_tree(tree, "count_nodes").unfolding.children_of

    def counted(seed: Seed) -> Iterator[Seed]:
        nonlocal nodes
        for child in children_of(seed):
            nodes += 1
            yield child

    return require_result(search(changed(tree, children_of=counted)), search), nodes
