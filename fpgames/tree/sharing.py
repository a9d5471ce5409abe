"""Sharing: searches visit equal nodes of a tree once, by memoization in a transposition table."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dis import get_instructions
from functools import cache
from math import inf
from struct import pack, unpack
from types import FunctionType
from typing import Any, TypeAlias, TypeVar, cast
from zlib import crc32

from fpgames.lowering import lowers_as
from fpgames.tree.decorators import TypedAs
from fpgames.tree.protocols import SameTree, SharingStage
from fpgames.tree.unfolding import MISSING, Seed, Tree, with_run
from fpgames.validation import at_least

__all__ = ["share", "unshared"]

A = TypeVar("A")
B = TypeVar("B")

ENDLESS = 1 << 62
"""``inf``, the remaining depth in a tree that is not pruned, as an integer."""


@TypedAs[SharingStage].bare(entries=at_least(1, "keep {} results", optional=True))
def share(tree: Tree[A], *, entries: int | None = None) -> Tree[A]:
    """Return the tree with sharing: searches and walks visit equal nodes once.

    ``search . share = search``

    Nodes are equal if they have equal seeds (the values from which a tree makes its nodes), equal remaining depths, and
    the same player to move. These determine the whole subtree, so sharing does not change the value that a search
    finds, wherever ``share`` stands among other stages. ``alpha_beta`` visits a node again if it needs the node's value
    in another window. Positions that compare equal must behave alike, for example 1, True and 1.0. ``ab_maximise``,
    ``ab_minimise``, ``prove`` and ``proofs`` have no table, and refuse a shared tree. Traces, ``traverse_tree``,
    ``random_leaf`` and ``draw_tree`` ignore sharing.

    A search stores its results in a transposition table. With ``entries``, the table has that many slots. Several
    nodes may have the same slot, where a later node replaces an earlier one. So memory is bounded, but some nodes are
    visited again, the same ones in each run unless a class stores the hash of a position. A slot also stores the node's
    seed and remaining depth, so nodes are never confused.

    Args:
        tree: a tree with hashable positions.
        entries: the number of results that each search can store, at least 1; None means no limit.

    Raises:
        ValueError: if ``entries`` is less than 1; or if ``game_tree`` built the tree, so that no two nodes are equal.
        TypeError: if a position is not hashable; raised by ``share`` for the root's position, otherwise by the search.

    >>> from fpgames import build_tree
    >>> from fpgames.tree import size
    >>> steps = build_tree(lambda n: [n + 1, n + 2] if n < 30 else [])
    >>> size(steps(0) | share)
    32

    See also: :func:`unshared`, the opposite; :func:`fpgames.rules.symmetry.up_to_symmetry`, which makes symmetric
    positions equal.
    """
    if reason := tree.unfolding.not_shareable:
        raise ValueError(f"this tree cannot be shared: {reason}")
    try:
        hash(tree.seed)
    except TypeError as error:
        raise cannot_share(error) from error
    return with_run(tree, entries=inf if entries is None else entries)


@TypedAs[SameTree].bare()
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
    return with_run(tree, entries=0)


class BoundedTable:
    """A hash table of bounded size: each key has one slot, and a later key replaces the key stored there.

    Compiled searches (``fpgames.compiled.backend.memory.tables``) use the same slots, so they visit the same nodes.
    """

    __slots__ = ("_slots", "entries", "what")

    def __init__(self, entries: int, what: str = "values") -> None:
        # ``what`` is the content, "values" or "bounds"; ``reuse_tables`` reuses only tables of bounds.
        self.entries, self.what = entries, what
        self._slots: dict[int, tuple[tuple[Hashable, ...], Any]] = {}

    def get(self, key: tuple[Hashable, ...], default: object) -> Any:
        """Return the value stored for a key, or the default if there is none."""
        entry = self._slots.get(self._slot_of(key))
        return default if entry is None or entry[0] != key else entry[1]

    def items(self) -> Iterable[tuple[tuple[Hashable, ...], Any]]:
        """Return the stored pairs of a key and its value."""
        return self._slots.values()

    def __setitem__(self, key: tuple[Hashable, ...], value: object) -> None:
        self._slots[self._slot_of(key)] = key, value

    def _slot_of(self, key: tuple[Hashable, ...]) -> int:
        return (_hash_key(key, _INITIAL_HASH) >> 32) * self.entries >> 32


_MAX_TABLE_ENTRIES = 1 << 31  # a table of this many entries or more is a dict, without a bound
_MASK64 = (1 << 64) - 1
_INITIAL_HASH, _MULTIPLIER = 0x9E3779B97F4A7C15, 0xFF51AFD7ED558CCD


def _hash_key(part: Any, hash_so_far: int) -> int:
    """Return a 64-bit hash of a key, the same in each process. For keys made of numbers, compiled code computes the same.

    Python's own hashes of texts and of many objects differ from process to process, and so would the visited nodes.
    """
    if isinstance(part, tuple):
        for element in part:
            hash_so_far = _hash_key(element, hash_so_far)
        return hash_so_far
    if part is None:
        return hash_so_far
    if part == inf:  # the remaining depth in a tree that is not pruned
        part = ENDLESS
    elif isinstance(part, float):
        (part,) = unpack("q", pack("d", part + 0.0))
    elif not isinstance(part, int):
        part = _number_for(part)
    hash_so_far = (hash_so_far ^ part & _MASK64) * _MULTIPLIER & _MASK64
    return hash_so_far ^ hash_so_far >> 32


def _number_for(part: Any) -> int:
    """Return an int for a part of a key that is no number, the same for equal parts of most types."""
    if isinstance(part, str):
        return crc32(part.encode(errors="surrogatepass"))
    kind: Any = type(part)
    return _hash_key(_parts_getter(kind)(part), _INITIAL_HASH)


@cache
def _parts_getter(kind: Any) -> Callable[[Any], tuple[object, ...]]:
    """Return the function that returns the parts of a value: its name, items, own hash, or what pickle would copy.

    Other values are told apart by their type alone, so they share a slot.
    """
    name, own_hash = kind.__qualname__, kind.__hash__
    if issubclass(kind, bytes):
        return lambda value: (crc32(value),)
    if issubclass(kind, Set):
        return lambda value: (name, sum(_hash_key(item, _INITIAL_HASH) for item in value))
    if issubclass(kind, Mapping):
        return lambda value: (name, frozenset(value.items()))
    if issubclass(kind, Sequence) and kind is not range:
        return lambda value: (name, *value)
    if own_hash is object.__hash__:  # compared by identity; classes and functions have names
        return lambda value: (name, getattr(value, "__qualname__", None))
    if type(own_hash) is FunctionType:  # unlike all attributes, its parts are those by which positions are compared
        stable_hash = _with_stable_hash(own_hash)
        return lambda value: (name, stable_hash(value))
    return _pickled_parts


def _with_stable_hash(own_hash: FunctionType) -> Callable[[Any], Any]:
    """Return the method ``__hash__`` of a class, such that ``hash`` in it is the same in each process.

    A method that may store the hash is not changed: dicts would no longer find equal values.
    """
    code = own_hash.__code__
    stores = (op.opname.startswith("STORE_") and op.opname != "STORE_FAST" for op in get_instructions(code))
    if any(stores) or not {"setattr", "__setattr__", "__dict__", "vars"}.isdisjoint(code.co_names):
        return own_hash
    variables = {**own_hash.__globals__, "hash": lambda value: _hash_key(value, _INITIAL_HASH)}
    return FunctionType(code, variables, own_hash.__name__, own_hash.__defaults__, own_hash.__closure__)


def _pickled_parts(value: Any) -> tuple[object, ...]:
    with suppress(Exception):  # errors of values that cannot be pickled
        return type(value).__qualname__, value.__reduce_ex__(4)
    return (type(value).__qualname__,)


Table: TypeAlias = dict[tuple[Hashable, ...], Any] | BoundedTable
"""A transposition table: maps a seed, the remaining depth and further arguments of a search to the result."""


def make_table(tree: Tree[object], content: str = "values", *sense: object) -> Table:
    """Return a transposition table for a shared tree; ``content`` says what it contains: values or bounds.

    The table is empty, but within ``remember``, all searches of an unfolding that have one ``sense`` have one table.
    ``sense`` is the player to move, or None if the keys contain the player; for any search but minimax and alpha-beta,
    then the option ``view``, and what tells the search from others. Without ``sense``, the table is always empty.
    """
    run = tree.run
    empty: Table = BoundedTable(int(run.entries), content) if run.entries < _MAX_TABLE_ENTRIES else {}
    table: Table = run.stored_table(empty, tree.unfolding, *sense) if run.stored_table and sense else empty
    return table


def memoized(tree: Tree[object], function: Callable[..., B], *sense: object) -> Callable[..., B]:
    """Return ``function``, memoized by its arguments if the tree is shared; ``make_table`` explains ``sense``."""
    if not tree.run.entries:
        return function
    results = make_table(tree, "values", *sense)

    @lowers_as("results in a table", function, results)
    def look_up_or_compute(*key: Seed) -> B:
        try:
            result = results.get(key, MISSING)
        except TypeError as error:
            raise cannot_share(error) from error
        if result is MISSING:
            result = results[key] = function(*key)
        return cast("B", result)  # for type checkers: result is not MISSING

    return look_up_or_compute


def cannot_share(error: TypeError) -> TypeError:
    """Return the TypeError for a shared tree whose seeds (the values that make its nodes) cannot be hashed."""
    return TypeError(
        f"this tree cannot be shared, because its positions, or what a stage adds, are not hashable: {error}"
    )
