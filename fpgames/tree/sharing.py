"""Sharing: nodes of a tree that are the same are visited once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from fpgames.tree.decorators import same_tree
from fpgames.tree.stages import changed
from fpgames.tree.unfolding import MISSING, Seed, Tree

__all__ = ["share", "unshared"]

A = TypeVar("A")
B = TypeVar("B")


@same_tree
def share(tree: Tree[A]) -> Tree[A]:
    """Return the tree by need: searches and walks visit nodes that are the same once.

    ``search . share = search``

    Nodes are the same if their seeds are equal, as many levels are left below them, and the same player is to move there:
    these decide all that is below, so sharing changes no value, wherever it stands among other stages. What ``==`` calls
    equal must behave alike: the positions 1, True and 1.0 are one. Lists, traces, ``traverse_tree``, ``random_leaf`` and
    ``draw_tree`` walk a shared tree as if it were not shared.

    Args:
        tree: a tree of hashable positions.

    Raises:
        ValueError: it is a ``game_tree``, whose nodes are all different.
        TypeError: its positions are not hashable.

    >>> from fpgames import build_tree
    >>> from fpgames.tree import size
    >>> steps = build_tree(lambda n: [n + 1, n + 2] if n < 30 else [])
    >>> size(steps(0) | share)
    32

    See also: :func:`fpgames.tree.building.build_tree`, which is by name; :func:`fpgames.symmetry.up_to_symmetry`, which makes symmetric positions equal.
    """
    if tree.unfolding.unsharable:
        raise ValueError(f"this tree cannot be shared: {tree.unfolding.unsharable}")
    try:
        hash(tree.seed)
    except TypeError as error:
        raise cannot_share(error) from error
    return changed(tree, shared=True)


@same_tree
def unshared(tree: Tree[A]) -> Tree[A]:
    """Return the tree by name again: ``unshared . share = id``.

    Args:
        tree: any tree.

    >>> from fpgames import build_tree
    >>> from fpgames.tree import size
    >>> size(build_tree(lambda n: [n + 1, n + 2] if n < 5 else [])(0) | share | unshared)
    25

    See also: :func:`share`.
    """
    return changed(tree, shared=False)


def once(shared: bool, function: Callable[..., B]) -> Callable[..., B]:
    """A function of a seed, the levels left and perhaps more; of a shared tree, called once for equal arguments."""
    if not shared:
        return function
    results: dict[tuple[Seed, ...], B] = {}

    def known(*key: Seed) -> B:
        try:
            result = results.get(key, MISSING)
        except TypeError as error:
            raise cannot_share(error) from error
        if result is MISSING:
            result = results[key] = function(*key)
        return cast("B", result)

    return known


def cannot_share(error: TypeError) -> TypeError:
    """The error of a tree whose seeds cannot be hashed."""
    return TypeError(
        f"this tree cannot be shared, because its positions, or what a stage adds, are not hashable: {error}"
    )
