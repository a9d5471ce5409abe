"""Hypothesis strategies for trees, and for pipelines of stages."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any, TypeVar
from zlib import crc32

from hypothesis import strategies as st
from toolz import identity

from fpgames.rules import Player
from fpgames.stage import SameTree
from fpgames.testing.game_strategies import LONGEST
from fpgames.tree.building import build_tree
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


LABELS = st.one_of(st.integers(-5, 5), st.integers(0, 1), st.sampled_from([-(10**9), 10**9]))


def labelled_trees(player: Player) -> st.SearchStrategy[Tree[int]]:
    """Draw trees of whole numbers: of any shape, full ones, in which a search can cut, deep ones, and wide ones."""
    full: st.SearchStrategy[Tree[int]] = st.builds(node, LABELS)
    for _ in range(3):
        full = st.builds(node, LABELS, st.lists(full, min_size=2, max_size=3))
    deep: st.SearchStrategy[Tree[int]] = st.builds(node, LABELS)
    for n in range(6):
        deep = st.builds(node, LABELS, st.lists(deep, min_size=1, max_size=1 + n % 2))
    wide = st.builds(node, LABELS, st.lists(trees(LABELS), min_size=4, max_size=6))
    return st.one_of(trees(LABELS), full, deep, wide).map(lambda tree: with_player(player, tree))


def with_player(player: Player, tree: Tree[A]) -> Tree[A]:
    """Return the tree as one that knows the player to move at its root."""
    return Tree(lambda: tree.label, lambda: tree.children, player=player)


def trees_in_turns(player: Player) -> st.SearchStrategy[Tree[int]]:
    """Draw trees of whole numbers in which either player may be to move at any node below the root."""
    players = st.sampled_from(Player)
    below: st.SearchStrategy[Tree[int]] = st.builds(node, LABELS, player=players)
    for _ in range(3):
        below = st.builds(node, LABELS, st.lists(below, max_size=3), player=players)
    return st.builds(node, LABELS, st.lists(below, max_size=3), player=st.just(player))


def trees_of_graphs(player: Player) -> st.SearchStrategy[Tree[int]]:
    """Draw trees of positions that can be reached in several ways and at several depths, and differ in value."""
    steps = st.lists(st.integers(1, 3), min_size=1, max_size=3, unique=True)
    graphs = st.tuples(st.lists(steps, min_size=6, max_size=8), st.permutations(range(8)))
    return graphs.map(lambda graph: _tree_of_a_graph(player, *graph))


def _tree_of_a_graph(player: Player, steps: list[list[int]], values: list[int]) -> Tree[int]:
    def successors(n: int) -> list[int]:
        return [n + step for step in steps[n] if n + step < len(steps)]

    return build_tree(successors, player=player)(0) | map_tree(values.__getitem__)


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
