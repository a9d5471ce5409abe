"""Pipelines and playouts compiled to machine code by numba (the extra ``fast``): the same results, much faster.

``pipelines`` has :func:`~fpgames.compiled.pipelines.jit`. ``walks`` compiles the recursive function of a search, at once or
when that pays. ``code`` makes functions again for numba, and ``numbers`` has operators that do what Python's do. ``memory``
is where a search counts and keeps results. ``kept`` finds machine code again, in the process and on the disk.
``montecarlo`` has random games and Monte-Carlo tree search. The design note on compiled code takes a reader through them.
"""

from __future__ import annotations

from fpgames.compiled.caching.cache import clear_cache
from fpgames.compiled.code.errors import CannotCompile
from fpgames.compiled.memory.table_reuse import reuse_tables
from fpgames.compiled.pipelines import jit, jit_when_it_pays

__all__ = ["CannotCompile", "clear_cache", "jit", "jit_when_it_pays", "reuse_tables"]
