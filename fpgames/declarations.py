"""Declarations: what a function says of itself, once, where it is defined, for example what a search returns.

The decorators of stages and searches declare it, so no caller has to know the function by its name or its annotations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar

F = TypeVar("F", bound=Callable[..., object])

View: TypeAlias = Literal["first", "mover"]
"""The player for whom a value is: the first player, or the player to move."""


@dataclass(frozen=True)
class Declaration:
    """What a function says of itself, a decorator; the defaults are those of a function that says nothing."""

    returns: str = ""  # the type of the result; "Value" for the value of a tree
    view: View | None = None  # None if the result is no value
    window: tuple[str, ...] = ()  # the options that set a window, in which a value may be only a bound
    checks_tree: bool = False  # whether the function raises TypeError if its first argument is not a tree
    takes_positions: bool = False  # whether stages reject the function if the labels of a tree are not positions
    calls_pipeline: bool = False  # whether the function calls its second argument, a pipeline, as ``jit`` does
    node_function: object = None  # the function of one node from which a search was made, or which traces it
    root_player: int | None = None  # the player who has to move at the root of a tree, if a search takes no other trees
    for_either: Callable[..., object] | None = None  # the same search for trees at whose root either player moves

    def __call__(self, function: F) -> F:
        """Decorate a function, so that it has this declaration."""
        vars(function)["fpgames_declaration"] = self
        return function


def declaration_of(function: object) -> Declaration:
    """Return the declaration of a function; for a stage, the declaration of its function."""
    inner = getattr(function, "function", function)
    declaration: Declaration = getattr(inner, "fpgames_declaration", _NO_DECLARATION)
    return declaration


_NO_DECLARATION = Declaration()
