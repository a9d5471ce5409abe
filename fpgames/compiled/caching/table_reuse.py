"""Reuse the transposition table of a compiled search in the next search, to save time; values do not change."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from threading import get_ident
from typing import Any

from fpgames.compiled.caching.cache import CACHE

__all__ = ["reuse_tables"]

_open_blocks: list[None] = []  # one item per open ``reuse_tables`` block of any thread


@contextmanager
def reuse_tables() -> Iterator[None]:
    """Reuse the transposition table of a compiled search in the thread's next search, inside a ``with`` block.

    ``reuseTables :: IO a -> IO a``

    Only tables of bounds with a limited size are reused. A search such as ``alpha_beta`` has such a table if its tree
    has the stage ``share(entries=n)``. The next search may start from another position, or in another window; reuse
    lets it find the same value (in a window, the same or a tighter bound) in fewer nodes. If the next search needs a
    different table, that search starts with an empty table. So do ``deepen`` and ``count_leaves``, which count labels.

    >>> from fpgames.solvers import solver_of
    >>> from fpgames.games.connect4 import rules
    >>> solver = solver_of(rules)
    >>> ends = "2252576253462244111563365343671351441", "7422341735647741166133573473242566"
    >>> with reuse_tables():
    ...     [solver.weak(rules.read(end)) for end in ends]
    [1, 1]

    See also: :func:`fpgames.tree.sharing.share`, which gives a tree these tables.
    """
    _open_blocks.append(None)
    try:
        yield
    finally:
        _open_blocks.pop()
        if not _open_blocks:
            CACHE.tables.clear()


def is_reusing() -> bool:
    """Return whether a ``reuse_tables`` block is open."""
    return bool(_open_blocks)


def take_memory(key: Hashable) -> Any:
    """Remove the memory kept for this thread; return the memory if it was kept under ``key``, otherwise None."""
    last_key, memory = CACHE.tables.pop(get_ident(), (None, None))
    return memory if last_key == key else None


def keep_memory(key: Hashable, memory: Any) -> None:
    """Keep a search's memory under a key for this thread's next search; outside ``reuse_tables`` blocks, do nothing."""
    if _open_blocks:
        CACHE.tables[get_ident()] = key, memory
