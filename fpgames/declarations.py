"""Declarations: what a function says of itself, once, where it is defined, for example what a search returns.

The decorators of stages and searches declare it, so no caller has to know the function by its name or its annotations.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias, TypeVar

F = TypeVar("F", bound=Callable[..., object])

View: TypeAlias = Literal["first", "mover"]
"""The player for whom a value is: the first player, or the player to move."""


class Declaration(NamedTuple):
    """What a function says of itself; the defaults are those of a function that says nothing."""

    returns: str = ""  # the type of the result; "Value" for the value of a tree
    view: View | None = None  # None if the result is no value
    window: tuple[str, ...] = ()  # the options that set a window, in which a value may be only a bound
    checks_tree: bool = False  # whether the function raises TypeError if its first argument is not a tree
    takes_positions: bool = False  # whether stages reject the function if the labels of a tree are not positions
    calls_pipeline: bool = False  # whether the function calls its second argument, a pipeline, as ``jit`` does
    node_function: object = None  # the function of one node from which ``node_search`` made the function


def declares(declaration: Declaration) -> Callable[[F], F]:
    """Decorate a function, so that it has this declaration."""

    def set_declaration(function: F) -> F:
        vars(function)["fpgames_declaration"] = declaration
        return function

    return set_declaration


def declaration_of(function: object) -> Declaration:
    """Return the declaration of a function; for a stage, the declaration of its function."""
    declaration: Declaration = getattr(
        getattr(function, "function", function), "fpgames_declaration", _EMPTY_DECLARATION
    )
    return declaration


_EMPTY_DECLARATION = Declaration()
