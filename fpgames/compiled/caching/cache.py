"""Tables that cache compiled functions and fingerprints in this process; the object ``CACHE`` owns all of them."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, TypeVar

__all__ = ["clear_cache"]

K = TypeVar("K")
V = TypeVar("V")

MAX_TABLE_ENTRIES = 256
"""Number of entries at which a table is cleared."""


class Cache:
    """The tables of ``fpgames.compiled``; the only instance of this class is ``CACHE``."""

    def __init__(self) -> None:
        self.entries: dict[Hashable, Any] = {}  # fingerprint -> CacheEntry of the functions with this fingerprint
        self.tuple_fingerprints: dict[int, tuple[object, Hashable]] = {}  # id -> the tuple and its fingerprint
        self.classes: dict[str, type] = {}  # text that identifies a class in digests -> the class
        self.tables: dict[int, tuple[Hashable, Any]] = {}  # thread id -> key and memory (``reuse_tables``)
        self.loaded: dict[str, Any] = {}  # file name -> machine code that was loaded from the file
        self.numba_failure = ""  # reason why numba does not work; empty until a warning tells the reason


CACHE = Cache()


def make_room(table: dict[K, V]) -> dict[K, V]:
    """Return a table; if the table is full, clear it first."""
    if len(table) >= MAX_TABLE_ENTRIES:
        table.clear()
    return table


def clear_cache() -> None:
    """Forget the functions that this process has compiled, but keep the code on disk: ``clearCache :: IO ()``.

    >>> clear_cache()

    See also: :func:`fpgames.compiled.pipelines.jit`, which keeps compiled functions in this cache and on disk.
    """
    CACHE.entries.clear()
    CACHE.tuple_fingerprints.clear()
