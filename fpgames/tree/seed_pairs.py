"""Trees whose seeds are pairs: the seed of another tree, and a value such as a number of moves or the player to move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from fpgames.lowering import lowers_as
from fpgames.tree.building import MappedSequence
from fpgames.tree.unfolding import Seed, Tree, with_parts

A = TypeVar("A")
B = TypeVar("B")


def with_value(
    tree: Tree[object],
    carried: object,
    children_of: Callable[[Seed], Iterable[Seed]],
    pass_carried: Callable[[Any], object],
    label_of: Callable[[Seed], object] | None = None,
    *,
    is_depth: bool = False,
    keeps_positions: bool = False,
    keeps_order: bool = False,
) -> Tree[Any]:
    """Return the tree whose seeds are pairs: a seed and a value. ``pass_carried`` updates the value at a null move.

    ``keeps_order`` says that ``children_of`` returns the children of the tree in their order, so the moves are known. If the value follows from the position (``keeps_positions``), a search's results can still be looked up by position.
    """
    game, key = tree.unfolding.game, tree.unfolding.position_key
    reduced_of = game.reduced_of

    def reduce_depth(seed: tuple[Seed, Any], levels: int) -> tuple[Seed, Any]:
        inner, value = seed
        inner = inner if reduced_of is None else reduced_of(inner, levels)
        return inner, max(value - levels, 0) if is_depth else value

    return with_parts(
        tree,
        seed=(tree.seed, carried),
        label_of=label_of or on_first(tree.unfolding.label_of),
        children_of=children_of,
        game=game._replace(
            position_of=on_first(game.position_of),
            player_of=game.player_of and on_first(game.player_of),
            passed_of=game.passed_of and bimap(game.passed_of, pass_carried),
            moves_of=on_first(game.moves_of) if game.moves_of and keeps_order else None,
            reduced_of=reduce_depth if reduced_of or is_depth else None,
        ),
        position_key=on_first(key) if key and keeps_positions else None,
    )


def on_first(function: Callable[[Seed], A]) -> Callable[[Seed], A]:
    """Return the function that applies ``function`` to the first element of a pair: ``f . fst``."""
    return lambda seed: function(seed[0])


def bimap(function: Callable[[Seed], A], other: Callable[[Any], B]) -> Callable[[Seed], tuple[A, B]]:
    """Return the function that maps both elements of a pair, each by its own function: ``bimap f g``."""
    return lambda pair: (function(pair[0]), other(pair[1]))


def with_counter(
    tree: Tree[object],
    start: int,
    next_number: Callable[[int], int],
    has_children: Callable[[Seed, int], bool] | None = None,
    label_of: Callable[[Seed], A] | None = None,
) -> Tree[A]:
    """Add a number to every seed: ``start`` at the root; the children of a node with n have ``next_number(n)``."""
    children_of = tree.unfolding.children_of

    @lowers_as("counted levels", children_of, next_number, has_children)
    def children(seed: tuple[Seed, int]) -> Iterable[Seed]:
        inner, number = seed
        if has_children is not None and not has_children(inner, number):
            return ()
        child_number, seeds = next_number(number), children_of(inner)
        if isinstance(seeds, Sequence):  # a sequence stays lazy: each child's seed is made when it is read
            return MappedSequence(lambda child: (child, child_number), seeds)
        return ((child, child_number) for child in seeds)

    is_depth = has_children is not None
    return with_value(tree, start, children, next_number, label_of, is_depth=is_depth, keeps_order=True)
