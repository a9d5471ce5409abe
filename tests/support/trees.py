"""Helpers for tests of trees and searches: strategies for trees, lists of children, and values by the textbook."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from hypothesis import strategies as st

from fpgames import Player, Tree, build_tree, textbook
from fpgames.search import ab_maximise, ab_minimise, ab_trace, alpha_beta, maximise, minimise
from fpgames.testing import trees as kit_trees
from tests.support.labels import doubled
from tests.support.states import shape_of_one

ints = st.integers(-5, 5)
trees = kit_trees(ints)
functions = st.functions(like=shape_of_one, returns=ints, pure=True)
predicates = st.functions(like=shape_of_one, returns=st.booleans(), pure=True)
depths = st.integers(0, 6)

naturals = build_tree(doubled)


def below_of(tree: Tree[Any]) -> list[Tree[Any]]:
    return list(tree.children)


def backwards(tree: Tree[Any]) -> list[Tree[Any]]:
    return list(tree.children)[::-1]


def begun_by(player: Player, tree: Tree[Any]) -> Tree[Any]:
    """Return the same tree, with the player to move at its root."""
    return Tree(lambda: tree.label, lambda: tree.children, player=player)


def written(tree: Tree[Any]) -> Any:
    """Return a tree as nested pairs of a label and a list of children."""
    return tree.label, [written(child) for child in tree.children]


def count_visited(traced: Tree[Any]) -> int:
    """Return the number of visited nodes in a trace."""
    return (traced.label.value is not None) + sum(map(count_visited, traced.children))


Position: TypeAlias = tuple[int, tuple[Any, ...]]


def by_position(tree: Tree[int], player: Player | None = None) -> Tree[Position]:
    """Rebuild a tree with tuples as positions, each its whole subtree: ``share`` then merges equal subtrees."""

    def position(tree: Tree[int]) -> Position:
        return tree.label, tuple(map(position, tree.children))

    return build_tree(below, player=player)(position(tree))


def below(position: Position) -> tuple[Position, ...]:
    return position[1]


def label_of(position: Position) -> int:
    return position[0]


SEARCHES: dict[Player, tuple[Callable[[Tree[Any]], Any], ...]] = {
    Player.FIRST: (maximise, ab_maximise, alpha_beta, lambda t: ab_trace(t).label.value),
    Player.SECOND: (minimise, ab_minimise, alpha_beta, lambda t: ab_trace(t).label.value),
}


def textbook_value(tree: Tree[Any], player: Player) -> Any:
    """Return the value of a tree with alternating players, by the textbook's minimax."""
    plain: Any = tree
    return (textbook.maximise if player is Player.FIRST else textbook.minimise)(plain)
