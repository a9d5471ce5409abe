"""Errors of compiled pipelines."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["CannotCompile"]

WITHOUT_JIT_HINT = "without jit, Python runs the same pipeline"  # how the messages of what cannot be compiled end


class CannotCompile(TypeError):
    """The error for what numba cannot compile; the message names the function, its stage or game, and the reason.

    See also: :func:`fpgames.compiled.pipelines.jit`, whose pipelines raise it. Without ``jit``, Python runs the same pipeline.
    """


class Unsupported(Exception):
    """A function or a value that cannot be compiled: why (numba's error, or a reason), and the functions that led to it."""

    def __init__(self, what: object, why: object, callers: Sequence[object] = ()) -> None:
        super().__init__(what, why)
        self.what, self.why, self.callers = what, why, callers
