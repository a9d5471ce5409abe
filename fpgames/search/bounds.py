"""Bounds of a position's value that follow from knowledge of the game, without a search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from toolz import identity

from fpgames.rules.record import Value
from fpgames.search.tree_checks import require_values
from fpgames.tree.decorators import TypedAs, tree_stage
from fpgames.tree.protocols import SameTree
from fpgames.tree.unfolding import ByHand, Grafted, Seed, Tree, with_parts
from fpgames.validation import require_function

__all__ = ["bound_by"]

A = TypeVar("A")


@TypedAs[SameTree].maker
@tree_stage(bounds=require_function)
def bound_by(tree: Tree[A], bounds: Callable[[Any], tuple[Value, Value]]) -> Tree[A]:
    """Return the tree with a lower and an upper bound of each position's value. A search uses the bounds as a window.

    ``search . boundBy bounds = search``, if each position's bounds hold for the labels of leaves at or below it

    ``alpha_beta``, ``mtd_bi``, ``mtd_f`` and searches made by ``node_search`` that take a window use the bounds. Other
    searches for a value refuse them. A position whose two bounds are equal is not searched, because its value is known. Later stages that change leaves or
    labels, such as ``prune`` and ``map_tree``, remove the bounds.

    Args:
        bounds: a function from a position to a pair ``(lower, upper)`` of values for the first player. Labels of leaves
            at or below the position must lie between the two. In a tree made by ``unfold``, the function takes seeds.

    Raises:
        ValueError: labels are positions, or the tree is made by hand. A later search raises it if it has no window. A later search raises it if a lower bound is
            greater than the upper one, or if a value is outside its bounds; it does not notice all wrong bounds.
        TypeError: ``bounds`` is not a function, or does not return a pair for the root. A later search raises it if the
            bounds cannot be compared with the labels.

    >>> from fpgames import alpha_beta, build_tree, map_tree
    >>> from fpgames.games.nim import heaps
    >>> from fpgames.search import count_nodes
    >>> rules = heaps(3, 2, 1)
    >>> tree = build_tree(rules)(rules.start) | map_tree(rules.static)
    >>> count_nodes(alpha_beta)(tree), count_nodes(alpha_beta)(tree | bound_by(lambda p: (-1, 1)))
    ((-1, 195), (-1, 155))

    See also: :func:`fpgames.search.alphabeta.alpha_beta`; :func:`fpgames.tree.stages.prune_when`.

    Source: Pons, *Solving Connect 4* (gamesolver.org), parts 4 and 9.
    """
    tree = require_values(tree, "bound_by")
    position_of = tree.unfolding.game.position_of
    if isinstance(position_of(tree.seed), ByHand | Grafted):
        raise ValueError("bound_by needs positions, and this tree is made by hand: make it by build_tree or unfold")

    _require_bounds_pair(bounds(position_of(tree.seed)))

    def bounds_of(seed: Seed) -> tuple[Value, Value]:
        return bounds(position_of(seed))

    return with_parts(tree, bounds_of=bounds if position_of is identity else bounds_of)


def _require_bounds_pair(bounds: Any) -> None:
    try:
        _, _ = bounds
    except (TypeError, ValueError):
        raise TypeError(
            f"bound_by needs a function that returns a lower and an upper bound, as a pair; for the root it returned {bounds!r}"
        ) from None
