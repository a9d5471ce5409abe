"""Declare which functions have another form in compiled code, and the values that this form needs.

Compiled code makes a function again from its own code. Where it cannot, because the function keeps results, sorts, counts
or raises an error with a text, the function declares its form. So compiled code knows no name inside another layer.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., object])


def lowers_as(name: str, *needs: object) -> Callable[[F], F]:
    """Declare that compiled code uses the form of this name, made from these values.

    A function that is given the rules of a game lists functions that return what its form uses of the rules.
    """

    def declare(function: F) -> F:
        vars(function)["fpgames_lowering"] = name, needs, getattr(function, "__code__", None)
        return function

    return declare


def lowering_of(function: object) -> tuple[str, tuple[Any, ...]]:
    """Return the name of the form that a function declares, and what it needs; an empty name if there is none."""
    if isinstance(function, FunctionType):
        name, needs, code = vars(function).get("fpgames_lowering", ("", (), None))
        if code is function.__code__:  # a function that wraps another has its attributes, not its code
            return name, needs
    return "", ()
