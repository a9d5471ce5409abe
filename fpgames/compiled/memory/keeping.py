"""Keep what compiled searches have found, from one search to the next: it only saves time, and changes no result."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["keeping_tables"]

_blocks = 0  # how many run


@contextmanager
def keeping_tables() -> Iterator[None]:
    """Keep the table of a compiled search while a block runs, until a search comes that needs another one.

    ``keepingTables :: IO a -> IO a``

    Tables with bounds of values are kept, of trees that are shared with a number of ``entries``: a later search begins
    with what an earlier one of the same tree has found, also from another root or in another window. So it finds the same
    value, or in a window the same or a closer bound, and visits fewer nodes.

    >>> from fpgames.solvers import solver_of
    >>> from fpgames.games.connect4 import rules
    >>> solver = solver_of(rules)
    >>> ends = "2252576253462244111563365343671351441", "7422341735647741166133573473242566"
    >>> with keeping_tables():
    ...     [solver.weak(rules.read(end)) for end in ends]
    [1, 1]

    See also: :func:`fpgames.tree.sharing.share`, whose tables these are.
    """
    global _blocks
    _blocks += 1
    try:
        yield
    finally:
        _blocks -= 1
        memory = sys.modules.get("fpgames.compiled.memory.words")
        if memory is not None and not _blocks:
            memory.forget_tables()


def is_keeping() -> bool:
    """Return whether a block runs in which tables are kept."""
    return _blocks > 0
