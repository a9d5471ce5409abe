"""Hypothesis strategies for trees, and for pipelines of stages."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any, TypeVar
from zlib import crc32

from hypothesis import strategies as st
from toolz import identity

from fpgames.testing.lines_of_play import LONGEST
from fpgames.tree.protocols import SameTree
from fpgames.tree.sharing import share
from fpgames.tree.stages import map_tree, order_by, prune, prune_when
from fpgames.tree.unfolding import Tree, node

__all__ = ["pipelines", "trees"]

A = TypeVar("A")


def trees(labels: st.SearchStrategy[A]) -> st.SearchStrategy[Tree[A]]:
    """Draw finite trees of bounded size, with many leaves, single children and uneven branches, built in various ways.

    ``trees :: Strategy a -> Strategy (Tree a)``

    Args:
        labels: the strategy that the labels are drawn from.

    >>> from fpgames.tree import size
    >>> from hypothesis import find, strategies as st
    >>> size(find(trees(st.integers()), lambda tree: size(tree) > 3))
    4

    See also: :func:`pipelines`; :func:`fpgames.testing.check_search`, which tests searches on such trees.
    """
    leaf = st.builds(node, labels)
    below: st.SearchStrategy[Tree[A]] = leaf
    for _ in range(4):
        children = [st.lists(below, max_size=2), st.lists(below, min_size=2, max_size=4)]
        below = st.one_of(
            leaf,
            *(st.builds(node, labels, some) for some in children),
            st.builds(_single, labels, below),
            st.builds(lambda depth, tree: prune(depth)(tree), st.integers(0, 3), below),
            below.map(map_tree(identity)),
        )
    return below


def _single(label: A, child: Tree[A]) -> Tree[A]:
    """Build a tree with one child by ``Tree`` rather than by ``node``."""
    return Tree(lambda: label, lambda: iter((child,)))


@st.composite
def pipelines(draw: st.DrawFn) -> SameTree:
    """Draw compositions of stages that keep the value of any tree that knows whose turn it is.

    ``pipelines :: Strategy (Tree a -> Tree a)``

    >>> from hypothesis import find
    >>> find(pipelines(), lambda stage: "order_by" in repr(stage))
    order_by(_backwards)

    See also: :func:`fpgames.testing.check_stage`.
    """
    stages: list[Any] = [share, prune(LONGEST), prune_when(_never), map_tree(identity), order_by(_backwards)]
    composed: SameTree = reduce(or_, draw(st.lists(st.sampled_from(stages), min_size=1, max_size=4)))
    return composed


def _never(label: object) -> bool:
    return False


def _backwards(label: object) -> int:
    return crc32(repr(label).encode())
