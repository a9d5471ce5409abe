"""Reuse the transposition table of a compiled search in the next one: this saves time, and changes no result."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from threading import get_ident
from typing import Any

from fpgames.compiled.caching.cache import CACHE

__all__ = ["reuse_tables"]

_open_blocks: list[None] = []  # one None per open block, in all threads


@contextmanager
def reuse_tables() -> Iterator[None]:
    """Reuse the transposition table of a compiled search in the next search of the same thread, within a block.

    ``reuseTables :: IO a -> IO a``

    Only bounded tables of bounds are reused: ``alpha_beta`` and similar searches of a tree with ``share(entries=n)``.
    The next search may start from another root of the tree, or in another window. It visits fewer nodes, and finds the
    same value; in a window, the same bound or a tighter one. A search that needs a different table discards this one.

    >>> from fpgames.solvers import solver_of
    >>> from fpgames.games.connect4 import rules
    >>> solver = solver_of(rules)
    >>> ends = "2252576253462244111563365343671351441", "7422341735647741166133573473242566"
    >>> with reuse_tables():
    ...     [solver.weak(rules.read(end)) for end in ends]
    [1, 1]

    See also: :func:`fpgames.tree.sharing.share`, whose tables these are.
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
    """Remove the memory that this thread has kept; return it if its table has this key, otherwise None."""
    last_key, memory = CACHE.tables.pop(get_ident(), (None, None))
    return memory if last_key == key else None


def keep_memory(key: Hashable, memory: Any) -> None:
    """Keep the memory of a search for the next search of this thread, if a ``reuse_tables`` block is open."""
    if _open_blocks:
        CACHE.tables[get_ident()] = key, memory
