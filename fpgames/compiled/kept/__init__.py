"""Machine code that is kept: how it is found again in this process and on the disk."""

from __future__ import annotations

from fpgames.compiled.kept.cache import clear_cache

__all__ = ["clear_cache"]
