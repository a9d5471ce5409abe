"""The tables of this process that cache compiled functions and their fingerprints; one object owns them all."""

from __future__ import annotations

from typing import Any

__all__ = ["clear_cache"]

MAX_TABLE_ENTRIES = 256
"""Number of entries at which a table is cleared."""


class Cache:
    """The tables of this package; there is one instance, ``CACHE``."""

    def __init__(self) -> None:
        self.entries: dict[Any, Any] = {}  # fingerprint of functions -> CacheEntry
        self.tuple_fingerprints: dict[Any, Any] = {}  # id of a tuple -> the tuple and its fingerprint
        self.classes: dict[str, type] = {}  # text of a class -> the class of this process that compiled code uses
        self.tables: dict[Any, Any] = {}  # thread id -> reuse key and memory of its last search
        self.loaded: dict[str, Any] = {}  # file name -> code from disk, and the objects it points to
        self.numba_failure = ""  # why numba does not work, once the user was warned


CACHE = Cache()


def make_room(table: dict[Any, Any]) -> dict[Any, Any]:
    """Return a table, after clearing it if it is full."""
    if len(table) >= MAX_TABLE_ENTRIES:
        table.clear()
    return table


def clear_cache() -> None:
    """Forget the functions compiled in this process; code that was loaded from disk stays: ``clearCache :: IO ()``.

    >>> clear_cache()

    See also: :func:`fpgames.compiled.pipelines.jit`, which then recompiles.
    """
    CACHE.entries.clear()
    CACHE.tuple_fingerprints.clear()
