"""Pipelines and playouts compiled to machine code by numba (the extra ``fast``): the same results, much faster.

``pipelines`` has :func:`~fpgames.compiled.pipelines.jit`. ``driver`` compiles and runs the recursive function of a
search. ``code`` translates Python functions for numba; ``arithmetic`` has operators with Python's results. ``memory``
holds the counters and tables of a running search. ``caching`` reuses machine code, in the process and from disk.
``montecarlo`` has playouts and Monte-Carlo tree search. Begin with the design note on compiled code (``docs/design``).
"""

from __future__ import annotations

from fpgames.compiled.caching.cache import clear_cache
from fpgames.compiled.code.errors import CannotCompile
from fpgames.compiled.memory.table_reuse import reuse_tables
from fpgames.compiled.pipelines import jit, jit_when_it_pays

__all__ = ["CannotCompile", "clear_cache", "jit", "jit_when_it_pays", "reuse_tables"]
