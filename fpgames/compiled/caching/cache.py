"""The tables by which compiled functions are found again in this process, owned by one object."""

from __future__ import annotations

from typing import Any

__all__ = ["clear_cache"]

MOST = 256
"""The most entries of a table; then it begins anew."""


class Cache:
    """The tables in which this package looks things up."""

    def __init__(self) -> None:
        self.known: dict[Any, Any] = {}  # what is known of functions, by their fingerprints
        self.plain: dict[Any, Any] = {}  # the fingerprints of tuples of numbers, by their identities
        self.classes: dict[str, type] = {}  # that were met, since compiled code knows these, by their texts
        self.tables: dict[Any, Any] = {}  # what those kept of the last search of a thread hold, by the threads
        self.loaded: dict[str, Any] = {}  # from the disk, by its name, with objects that its code knows by address
        self.told = ""  # why nothing can be compiled, once that was told


CACHE = Cache()


def make_room(table: dict[Any, Any]) -> dict[Any, Any]:
    """Return a table, which is emptied if it is full."""
    if len(table) >= MOST:
        table.clear()
    return table


def clear_cache() -> None:
    """Forget what was compiled in this process; what was loaded from the disk stays: ``clearCache :: IO ()``.

    >>> clear_cache()

    See also: :func:`fpgames.compiled.pipelines.jit`, which compiles anew.
    """
    CACHE.known.clear()
    CACHE.plain.clear()
