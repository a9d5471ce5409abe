"""Helpers for tests of trees and searches: strategies, functions that rebuild trees, and reference values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from hypothesis import strategies as st

from fpgames import Player, Tree, build_tree, textbook
from fpgames.search import ab_maximise, ab_minimise, alpha_beta, maximise, minimise, trace
from fpgames.testing import trees as kit_trees
from tests.support.labels import doubled
from tests.support.states import unary_shape

ints = st.integers(-5, 5)
trees = kit_trees(ints)
functions = st.functions(like=unary_shape, returns=ints, pure=True)
predicates = st.functions(like=unary_shape, returns=st.booleans(), pure=True)
depths = st.integers(0, 6)

naturals = build_tree(doubled)


def children_list(tree: Tree[Any]) -> list[Tree[Any]]:
    return list(tree.children)


def reversed_children(tree: Tree[Any]) -> list[Tree[Any]]:
    return list(tree.children)[::-1]


def with_player(player: Player, tree: Tree[Any]) -> Tree[Any]:
    return Tree(lambda: tree.label, lambda: tree.children, player=player)


def nested_pairs(tree: Tree[Any]) -> Any:
    """Return a tree as nested pairs. A node becomes the pair (label, list of the children's pairs)."""
    return tree.label, [nested_pairs(child) for child in tree.children]


def count_visited(traced: Tree[Any]) -> int:
    return (traced.label.value is not None) + sum(map(count_visited, traced.children))


Position: TypeAlias = tuple[int, tuple[Any, ...]]


def rebuild_by_position(tree: Tree[int], player: Player | None = None) -> Tree[Position]:
    """Return a copy of a tree with a position at each node, so that ``share`` can merge equal subtrees.

    The position of a node is a pair: its label in the original tree, and the tuple of its children's positions. So equal
    subtrees have equal positions, which are the labels of the copy. The player to move at the root is ``player``.
    """

    def position(tree: Tree[int]) -> Position:
        return tree.label, tuple(map(position, tree.children))

    return build_tree(position_children, player=player)(position(tree))


def position_children(position: Position) -> tuple[Position, ...]:
    return position[1]


def position_label(position: Position) -> int:
    return position[0]


SEARCHES: dict[Player, tuple[Callable[[Tree[Any]], Any], ...]] = {
    Player.FIRST: (maximise, ab_maximise, alpha_beta, lambda t: trace(alpha_beta)(t).label.value),
    Player.SECOND: (minimise, ab_minimise, alpha_beta, lambda t: trace(alpha_beta)(t).label.value),
}


def textbook_value(tree: Tree[Any], player: Player) -> Any:
    """Return the value of a tree by the minimax functions of the textbook. The players alternate, and ``player`` moves first."""
    plain: Any = tree
    return (textbook.maximise if player is Player.FIRST else textbook.minimise)(plain)
