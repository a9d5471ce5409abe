"""The tables by which compiled functions are found again in this process, owned by one object."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["clear_cache"]

MOST = 256
"""The most entries of a table; then it begins anew."""


@dataclass
class Cache:
    """The tables in which this package looks things up.

    Args:
        known: what is known of functions, by their fingerprints, with their machine code.
        plain: the fingerprints of tuples of numbers, by their identities, with the tuples.
        classes: the classes that were met, by their texts: compiled code knows the one that it was compiled with.
        tables: what the kept tables of the last search of a thread hold, and their memory, by the threads.
        told: why nothing can be compiled, once that was told.
        loaded: what was loaded from the disk, by its name; it holds the objects that its code knows by their addresses.
    """

    known: dict[Any, Any] = field(default_factory=dict)
    plain: dict[Any, Any] = field(default_factory=dict)
    classes: dict[str, type] = field(default_factory=dict)
    tables: dict[Any, Any] = field(default_factory=dict)
    told: str = ""
    loaded: dict[str, Any] = field(default_factory=dict)


CACHE = Cache()


def not_full(table: dict[Any, Any]) -> dict[Any, Any]:
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
