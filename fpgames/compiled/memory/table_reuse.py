"""Keep what compiled searches have found, from one search to the next: it only saves time, and changes no result."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from threading import get_ident
from typing import Any

from fpgames.compiled.caching.cache import CACHE

__all__ = ["reuse_tables"]

_blocks: list[None] = []  # those that run


@contextmanager
def reuse_tables() -> Iterator[None]:
    """Keep the table of a compiled search while a block runs, until a search of the same thread needs another one.

    ``reuseTables :: IO a -> IO a``

    Tables with bounds of values are kept, of trees that are shared with a number of ``entries``: a later search begins
    with what an earlier one of the same tree has found, also from another root or in another window. So it finds the same
    value, or in a window the same or a closer bound, and visits fewer nodes.

    >>> from fpgames.solvers import solver_of
    >>> from fpgames.games.connect4 import rules
    >>> solver = solver_of(rules)
    >>> ends = "2252576253462244111563365343671351441", "7422341735647741166133573473242566"
    >>> with reuse_tables():
    ...     [solver.weak(rules.read(end)) for end in ends]
    [1, 1]

    See also: :func:`fpgames.tree.sharing.share`, whose tables these are.
    """
    _blocks.append(None)
    try:
        yield
    finally:
        _blocks.pop()
        if not _blocks:
            CACHE.tables.clear()


def is_keeping() -> bool:
    """Return whether a block runs in which tables are kept."""
    return bool(_blocks)


def kept(what: Hashable) -> Any:
    """Return the memory of the search before in this thread, if its tables hold this; or None."""
    held, memory = CACHE.tables.pop(get_ident(), (None, None))
    return memory if held == what else None


def keep(what: Hashable, memory: Any) -> None:
    """Keep the memory of a search for the next one in this thread, while a block runs."""
    if _blocks:
        CACHE.tables[get_ident()] = what, memory
