"""The tables by which compiled functions are found again in this process, owned by one object."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["clear_cache"]

MOST = 256
"""The most entries of a table; then it begins anew."""


@dataclass
class Cache:
    """The tables in which this package looks things up."""

    known: dict[Any, Any] = field(default_factory=dict)  # what is known of functions, by their fingerprints
    plain: dict[Any, Any] = field(default_factory=dict)  # the fingerprints of tuples of numbers, by their identities
    classes: dict[str, type] = field(
        default_factory=dict
    )  # that were met, since compiled code knows these, by their texts
    tables: dict[Any, Any] = field(
        default_factory=dict
    )  # what those kept of the last search of a thread hold, by the threads
    told: str = ""  # why nothing can be compiled, once that was told
    loaded: dict[str, Any] = field(
        default_factory=dict
    )  # from the disk, by its name, with objects that its code knows by address


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
