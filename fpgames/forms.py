"""Declare the functions that compiled code has in another form, and the values that the form needs.

Compiled code makes a function again from its own code. Where it cannot, because the function keeps results, sorts, counts
or raises an error with a text, the function declares its form. So compiled code knows no name inside another layer.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from types import CodeType
from typing import NamedTuple, TypeVar

code_of = attrgetter("__code__")

F = TypeVar("F", bound=Callable[..., object])


class Form(NamedTuple):
    """What a function declares.

    Args:
        name: the name of its form.
        needs: the values of which the form is made.
        code: the function's code, since a function that wraps it may have its attributes.
    """

    name: str
    needs: tuple[object, ...]
    code: CodeType


def has_form(name: str, *needs: object) -> Callable[[F], F]:
    """Declare that compiled code has a function in another form.

    Args:
        name: the name of the form, which ``fpgames.compiled`` knows.
        needs: the values of which the form is made; if the function is given rules, the form is made of them too.
    """

    def declare(function: F) -> F:
        vars(function)["form"] = Form(name, needs, code_of(function))
        return function

    return declare


def form_of(function: object) -> Form | None:
    """Return what a function declares, if it declares a form."""
    found = getattr(function, "form", None)
    return found if isinstance(found, Form) and found.code is code_of(function) else None
