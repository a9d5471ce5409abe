"""Compile pipelines and playouts to machine code with numba: searches run much faster, and return equal results.

``pipelines`` has :func:`~fpgames.compiled.pipelines.jit`. ``driver`` compiles and runs the recursive function of a
search. ``code`` translates Python functions for numba; ``arithmetic`` has operators that return Python's results.
``memory`` holds the counters and tables of a running search. ``caching`` stores machine code, in this process and on
disk. ``montecarlo`` has playouts and Monte-Carlo tree search. ``docs/design`` has an introduction to this package.
"""

from __future__ import annotations

from fpgames.compiled.caching.cache import clear_cache
from fpgames.compiled.code.errors import CannotCompile
from fpgames.compiled.memory.table_reuse import reuse_tables
from fpgames.compiled.pipelines import jit, jit_when_it_pays

__all__ = ["CannotCompile", "clear_cache", "jit", "jit_when_it_pays", "reuse_tables"]
