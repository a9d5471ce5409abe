"""Declare the functions that compiled code has in another form, and the values of which the form is made.

Compiled code makes a function again from its own code. Where it cannot, because the function keeps results, sorts, counts
or raises an error with a text, the function declares its form. So compiled code knows no name inside another layer.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., object])

code_of = attrgetter("__code__")


def has_form(name: str, *needs: object) -> Callable[[F], F]:
    """Declare that compiled code has a function in the form of a name, which is made of these values."""

    def declare(function: F) -> F:
        vars(function)["fpgames_form"] = name, needs, code_of(function)
        return function

    return declare


def form_of(function: object) -> tuple[str, tuple[Any, ...]]:
    """Return the name of the form that a function declares, and what it needs; an empty name if there is none."""
    name, needs, code = getattr(function, "fpgames_form", ("", (), code_of(has_form)))
    same = code is getattr(function, "__code__", None)  # a function that wraps another has its attributes, not its code
    return (name, needs) if same else ("", ())
