"""Mark the functions that need a special lowering in compiled code, that is, a substitute that numba can compile.

``jit`` normally translates a function's own code. It cannot do so if the function memoizes, sorts, counts or formats an
error message. Such a function names its lowering by ``lowers_as``, so the compiler does not refer to private functions.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., object])


def lowers_as(name: str, *needs: object) -> Callable[[F], F]:
    """Declare a function's lowering: compiled code replaces the function by ``name``, made from the values ``needs``.

    If the function's first argument is the rules of a game, functions in ``needs`` make the values from the rules.
    """

    def set_lowering(function: F) -> F:
        vars(function)["fpgames_lowering"] = name, needs, getattr(function, "__code__", None)
        return function

    return set_lowering


def lowering_of(function: object) -> tuple[str, tuple[Any, ...]]:
    """Return the name of a function's lowering (its substitute in compiled code) and what it needs, or ``("", ())``."""
    if isinstance(function, FunctionType):
        name, needs, code = vars(function).get("fpgames_lowering", ("", (), None))
        if code is function.__code__:  # false for a wrapper, which functools.wraps gives the attribute
            return name, needs
    return "", ()
