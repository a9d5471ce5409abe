"""Bounds of the values below a node, given before the node is searched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from toolz import identity

from fpgames.rules.record import Value
from fpgames.search.tree_checks import require_values
from fpgames.tree.decorators import same_tree_stage
from fpgames.tree.unfolding import ByHand, Grafted, Seed, Tree, with_parts
from fpgames.validation import require_function

__all__ = ["bound_by"]

A = TypeVar("A")


@same_tree_stage(bounds=require_function)
def bound_by(tree: Tree[A], bounds: Callable[[Any], tuple[Value, Value]]) -> Tree[A]:
    """Return the tree with bounds of its values: a window that a search narrows by what can still happen.

    ``search . boundBy bounds = search``, if ``lower <= label leaf <= upper`` for every leaf below a position and its
    bounds

    ``alpha_beta``, ``mtd_bi`` and ``mtd_f`` use them; other searches find the same value without. If both bounds are
    equal, they are the value, and nothing below is searched. The bounds are those of the leaves of this tree. Stages
    that come later and make other leaves or labels, such as ``prune`` and ``map_tree``, remove them.

    Args:
        bounds: returns, for a position, a lower and an upper bound of the values of all leaves below it, seen by the
            first player; a position that is a leaf lies between its own bounds. In a tree made by ``unfold``, it is
            given a seed.

    Raises:
        ValueError: raised by the stage: labels are positions, or the tree is made by hand; raised by a search: bounds
            are in the wrong order, or a value outside them was found. Not every wrong bound is found.
        TypeError: raised by the stage: ``bounds`` is not a function, or returns no pair for the root; raised by a search:
            it returned values that cannot be compared with the labels.

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
        raise ValueError("bound_by needs positions, and this tree is made by hand: build one with build_tree or unfold")

    _require_pair(bounds(position_of(tree.seed)))

    def bounds_of(seed: Seed) -> tuple[Value, Value]:
        return bounds(position_of(seed))

    return with_parts(tree, bounds_of=bounds if position_of is identity else bounds_of)


def _require_pair(found: Any) -> None:
    try:
        _, _ = found
    except (TypeError, ValueError):
        raise TypeError(
            f"bound_by needs a function that returns a lower and an upper bound, as a pair; for the root it returned {found!r}"
        ) from None
