"""Counting what a search examines: the leaves whose labels it computes, and the nodes that it visits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from fpgames.tree.stages import changed
from fpgames.tree.turns import require_result
from fpgames.tree.unfolding import Seed, Tree

__all__ = ["count_leaves", "count_nodes"]

A = TypeVar("A")
B = TypeVar("B")


def count_leaves(search: Callable[[Tree[A]], B], tree: Tree[A]) -> tuple[B, int]:
    """Return what a search finds, and for how many leaves it asked: ``countLeaves :: (Tree a -> b) -> Tree a -> (b, Int)``.

    Of a shared tree, a leaf that is met again counts once for each player who moves there and each number of levels left
    below it; ``alpha_beta`` may ask for it again in another window. A walk that does not ask whose turn it is, such as
    ``leaves``, counts it once.

    Args:
        search: any search, ``maximise`` or ``alpha_beta`` say.
        tree: the tree it searches.

    Raises:
        TypeError: the search is lazy, and has not looked at the tree when it returns.

    >>> from fpgames import maximise, node
    >>> from fpgames.search import ab_maximise
    >>> tree = node(0, [node(0, [node(2), node(3)]), node(0, [node(1), node(4)])])
    >>> count_leaves(maximise, tree), count_leaves(ab_maximise, tree)
    ((2, 4), (2, 3))

    See also: :func:`count_nodes`; :func:`fpgames.search.deepening.deepen`, which counts too; :func:`fpgames.search.analysis.analyse_move`.
    """
    asked = 0  # counted in here, never seen from outside before the end: a state thread
    label_of = tree.unfolding.label_of

    def counted(seed: Seed) -> A:
        nonlocal asked
        asked += 1
        label: A = label_of(seed)
        return label

    return require_result(search(changed(tree, label_of=counted)), search), asked


def count_nodes(search: Callable[[Tree[A]], B], tree: Tree[A]) -> tuple[B, int]:
    """Return what a search finds, and how many nodes it came to: ``countNodes :: (Tree a -> b) -> Tree a -> (b, Int)``.

    These are the calls of the search: one for the root, and one for every child that it drew, also if it was cut there, or
    if the child is the same as one met before in a shared tree. Children behind a cut are not drawn.

    Args:
        search: any search, ``maximise`` or ``alpha_beta`` say.
        tree: the tree it searches.

    Raises:
        TypeError: the search is lazy, and has not looked at the tree when it returns.

    >>> from fpgames import maximise, node
    >>> from fpgames.search import ab_maximise
    >>> tree = node(0, [node(0, [node(2), node(3)]), node(0, [node(1), node(4)])])
    >>> count_nodes(maximise, tree), count_nodes(ab_maximise, tree)
    ((2, 7), (2, 6))

    See also: :func:`count_leaves`.
    """
    nodes = 1
    children_of = tree.unfolding.children_of

    def counted(seed: Seed) -> Iterator[Seed]:
        nonlocal nodes
        for child in children_of(seed):
            nodes += 1
            yield child

    return require_result(search(changed(tree, children_of=counted)), search), nodes
