"""Compile pipelines and playouts to machine code with numba: searches run much faster, and return equal results.

``pipelines`` has :func:`~fpgames.compiled.pipelines.jit`. ``caching`` finds functions that were compiled before, and
``meter`` decides when compiling pays. ``simulations`` and ``flat_trees`` are Monte-Carlo tree search. Everything that
needs numba is in ``backend``: ``driver`` compiles and runs the recursive function of a search, ``lowering`` translates
Python functions for numba, ``arithmetic`` has operators that return Python's results, and ``memory`` holds the counters
and tables of a running search. ``docs/design`` has an introduction to this package.
"""

from __future__ import annotations

from fpgames.compiled.caching.cache import clear_cache
from fpgames.compiled.caching.table_reuse import reuse_tables
from fpgames.compiled.errors import CannotCompile
from fpgames.compiled.pipelines import jit, jit_when_it_pays

__all__ = ["CannotCompile", "clear_cache", "jit", "jit_when_it_pays", "reuse_tables"]
