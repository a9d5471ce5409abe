"""Functions made from a description, such as the size of a board or the rules of a game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

__all__ = ["Made", "of_position"]

A = TypeVar("A")
D = TypeVar("D")


class Made(partial[A]):
    """A function made from a description; equal to that made from an equal description, also when it has been pickled.

    So the rules of two boards of one size are equal, and can be sent to workers, though their functions are closures.

    Args:
        make: a function from the description to the function.
        description: the description, a hashable value.

    >>> def adding(n):
    ...     return lambda m: m + n
    ...
    >>> Made(adding, 1)(2), Made(adding, 1) == Made(adding, 1)
    (3, True)

    See also: :func:`fpgames.rules.repetition.with_draws`, whose functions are made from rules.
    """

    make: Callable[[Any], Callable[..., A]]
    description: object

    def __new__(cls, make: Callable[[D], Callable[..., A]], description: D) -> Made[A]:
        """Make the function."""
        self = super().__new__(cls, make(description))
        self.make, self.description = make, description
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return Made, (self.make, self.description)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Made) and (self.make, self.description) == (other.make, other.description)

    def __hash__(self) -> int:
        return hash((self.make, self.description))

    def __repr__(self) -> str:
        return f"{self.description!r}.{self.func.__name__}"


def of_position(function: Callable[[Any], A]) -> Callable[[Any], A]:
    """Return a function of a position as one of any record that has a field ``position``: ``ofPosition f = f . position``.

    Args:
        function: a function of a position.

    >>> from fpgames.rules import Waiting
    >>> of_position(abs)(Waiting(-3, 0))
    3

    See also: :class:`fpgames.rules.repetition.History`, :class:`fpgames.rules.alternation.Waiting`, which are such records.
    """
    return lambda record: function(record.position)
