"""Make functions again for numba: the same code, with checks, and with the functions that it calls made again too."""

from __future__ import annotations

from fpgames.compiled.code.errors import CannotCompile

__all__ = ["CannotCompile"]
