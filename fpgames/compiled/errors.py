"""Errors about code that cannot be compiled."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["CannotCompile"]

WITHOUT_JIT_HINT = "without jit, Python runs the same pipeline"  # end of every message of CannotCompile


class CannotCompile(TypeError):
    """Raised for code that cannot be compiled; the message names the function, its stage or game, and the reason.

    See also: :func:`fpgames.compiled.pipelines.jit`, which raises this error. Without ``jit``, Python runs pipelines.
    """


class Unsupported(Exception):
    """Raised in the compiler for an unsupported value, with a reason and the functions that use the value."""

    def __init__(self, value: object, reason: object, callers: Sequence[object] = ()) -> None:
        super().__init__(value, reason)
        self.value, self.reason, self.callers = value, reason, callers
