"""Pipelines and playouts compiled to machine code by numba (the extra ``fast``): the same results, much faster.

``pipelines`` has :func:`~fpgames.compiled.pipelines.jit`, ``patience`` when it pays, by a ``meter``, and ``keeping`` what is
kept between searches. The other modules say how it works:
functions are made again (``functions``, ``forms``, ``constants``) with what is known to do what it does in Python
(``vocabulary``, ``integers``, ``whole_numbers``, ``kinds``, ``passes``), put together (``linking``), and run in a memory of
their own (``memory``, ``instructions``, ``tables``, ``counters``, ``levels``, ``stack``). What was compiled is found again by
its ``fingerprints``, and kept on the disk (``disk``, ``digests``).

Random games (``playouts``) and Monte-Carlo tree search (``plans``, ``simulations``, ``tree_search``, ``flat_trees``) are
written for compiled code, and call the functions of the game (``kernels``).
"""

from __future__ import annotations

from fpgames.compiled.cache import clear_cache
from fpgames.compiled.errors import Busy, CannotCompile
from fpgames.compiled.keeping import keeping_tables
from fpgames.compiled.pipelines import jit, jit_when_it_pays

__all__ = ["Busy", "CannotCompile", "clear_cache", "jit", "jit_when_it_pays", "keeping_tables"]
