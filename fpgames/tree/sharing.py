"""Sharing: equal nodes of a tree are visited once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from math import inf
from struct import pack, unpack
from typing import Any, TypeAlias, TypeVar, cast

from fpgames.lowering import lowers_as
from fpgames.tree.decorators import same_tree, sharing_stage
from fpgames.tree.unfolding import MISSING, Seed, Tree, WalkSettings, with_walk_settings

__all__ = ["share", "unshared"]

A = TypeVar("A")
B = TypeVar("B")

ENDLESS = 1 << 62
"""The levels of a tree without end, as a whole number."""


@sharing_stage
def share(tree: Tree[A], *, entries: int | None = None) -> Tree[A]:
    """Return the tree with sharing: searches and walks visit equal nodes once.

    ``search . share = search``

    Nodes are equal if their seeds are equal, as many levels are left below them, and the same player is to move. These
    determine everything below, so sharing does not change the value that a search finds, wherever ``share`` stands
    among other stages. ``alpha_beta`` visits a node again if it needs its value in another window. Positions that are
    equal must behave in the same way: 1, True and 1.0 are the same position. The list forms of alpha-beta, traces,
    ``traverse_tree``, ``random_leaf`` and ``draw_tree`` walk a shared tree as if it were not shared.

    A search keeps what it finds in a table. Given ``entries``, the table has that many places. Each node has one place,
    and a later node replaces an earlier one there. So memory is bounded, and some nodes are visited again. The whole
    node is compared, so that nodes with the same place are never confused.

    Args:
        tree: a tree with hashable positions.
        entries: the most results that each search keeps, at least 1; None keeps all.

    Raises:
        ValueError: the tree is built by ``game_tree``, so that no two nodes are equal; ``entries`` is less than 1.
        TypeError: a position is not hashable; also raised later, when the tree is walked.

    >>> from fpgames import build_tree
    >>> from fpgames.tree import size
    >>> steps = build_tree(lambda n: [n + 1, n + 2] if n < 30 else [])
    >>> size(steps(0) | share)
    32

    See also: :func:`unshared`, which undoes it; :func:`fpgames.rules.symmetry.up_to_symmetry`, which makes symmetric
    positions equal.
    """
    if tree.unfolding.walking.unsharable:
        raise ValueError(f"this tree cannot be shared: {tree.unfolding.walking.unsharable}")
    try:
        hash(tree.seed)
    except TypeError as error:
        raise cannot_share(error) from error
    return with_walk_settings(tree, entries=inf if entries is None else entries)


@same_tree
def unshared(tree: Tree[A]) -> Tree[A]:
    """Return the tree without sharing: ``unshared . share = unshared``.

    Args:
        tree: any tree.

    >>> from fpgames import build_tree
    >>> from fpgames.tree import size
    >>> size(build_tree(lambda n: [n + 1, n + 2] if n < 5 else [])(0) | share | unshared)
    25

    See also: :func:`share`.
    """
    return with_walk_settings(tree, entries=0)


class BoundedTable:
    """A table of bounded size: a key has one place, and a later key replaces the one that is there.

    Compiled searches have the same places (:func:`fpgames.compiled.memory.tables.slots`), so they count the same nodes.
    """

    __slots__ = ("_places", "entries", "what")

    def __init__(
        self, entries: int, what: str = "values"
    ) -> None:  # tables of one tree that hold the same can be one table
        self.entries, self.what = entries, what
        self._places: dict[int, tuple[tuple[Hashable, ...], Any]] = {}

    def get(self, key: tuple[Hashable, ...], default: object) -> Any:
        """Return the value of a key, or the default if it is not there."""
        found = self._places.get(self._place(key))
        return default if found is None or found[0] != key else found[1]

    def items(self) -> Iterable[tuple[tuple[Hashable, ...], Any]]:
        """Return the keys that are there, and their values."""
        return self._places.values()

    def __setitem__(self, key: tuple[Hashable, ...], value: object) -> None:
        self._places[self._place(key)] = key, value

    def _place(self, key: tuple[Hashable, ...]) -> int:
        return (_mixed(key, _GOLDEN) >> 32) * self.entries >> 32


_MANY = 1 << 31  # more entries than any search keeps
_WORD = (1 << 64) - 1
_GOLDEN, _FACTOR = 0x9E3779B97F4A7C15, 0xFF51AFD7ED558CCD


def _mixed(part: Hashable, found: int) -> int:
    """Return a hash of a key, of 64 bits, which begins with another; compiled code has the same for a key of numbers."""
    if isinstance(part, tuple):
        for each in part:
            found = _mixed(each, found)
        return found
    if part is None:
        return found
    if part == inf:  # the levels of a tree without end
        part = ENDLESS
    elif isinstance(part, float):
        (part,) = unpack("q", pack("d", part + 0.0))
    number = part if isinstance(part, int) else hash(part)
    found = (found ^ number & _WORD) * _FACTOR & _WORD
    return found ^ found >> 32


Table: TypeAlias = dict[tuple[Hashable, ...], Any] | BoundedTable
"""What a search of a shared tree has found."""


def table(walking: WalkSettings, what: str = "values", *sense: object) -> Table:
    """Return an empty table for what a search of a shared tree finds: values, or bounds of values.

    A search says how values of nodes are meant: the player to move, None if keys say it, and whose view they are.
    """
    empty: Table = BoundedTable(int(walking.entries), what) if walking.entries < _MANY else {}
    if walking.on_table and sense:
        walking.on_table(walking.position_key, empty, *sense)
    return empty


def memoized(walking: WalkSettings, function: Callable[..., B], *sense: object) -> Callable[..., B]:
    """Return a function of a seed, the levels left and so on; for a shared tree, a version that keeps its results."""
    if not walking.entries:
        return function
    results = table(walking, "values", *sense)

    @lowers_as("results in a table", function, results)
    def known(*key: Seed) -> B:
        try:
            result = results.get(key, MISSING)
        except TypeError as error:
            raise cannot_share(error) from error
        if result is MISSING:
            result = results[key] = function(*key)
        return cast("B", result)  # MISSING is of any type

    return known


def cannot_share(error: TypeError) -> TypeError:
    """Return the error for a tree whose seeds cannot be hashed."""
    return TypeError(
        f"this tree cannot be shared, because its positions, or what a stage adds, are not hashable: {error}"
    )
