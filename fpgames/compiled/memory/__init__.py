"""The memory of compiled searches: words, tables of results, stacks and counters."""

from __future__ import annotations

from fpgames.compiled.memory.keeping import keeping_tables

__all__ = ["keeping_tables"]
