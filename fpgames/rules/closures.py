"""Closures that can be compared and pickled, for functions of a game that are compiled."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

__all__ = ["Closure"]

A = TypeVar("A")
D = TypeVar("D")


class Closure(partial[A]):
    """A function made by another from a description; equal to a closure made from an equal description, also unpickled.

    So the rules of two boards of one size are equal, and can be sent to workers. Use it where a function is compiled:
    numba compiles a closure with its numbers as constants, and a ``partial`` with them as arguments. Compiled Connect
    Four plays 3.5 times as many random games so. Elsewhere, use ``partial``.

    Args:
        make: a function from the description to the function.
        description: the description, a hashable value.

    >>> def adding(n):
    ...     return lambda m: m + n
    ...
    >>> Closure(adding, 1)(2), Closure(adding, 1) == Closure(adding, 1)
    (3, True)

    See also: :class:`fpgames.rules.record.Rules`, which says what compiled code calls.
    """

    make: Callable[[Any], Callable[..., A]]
    description: object

    def __new__(cls, make: Callable[[D], Callable[..., A]], description: D) -> Closure[A]:
        """Make the function."""
        self = super().__new__(cls, make(description))
        self.make, self.description = make, description
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return Closure, (self.make, self.description)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Closure) and (self.make, self.description) == (other.make, other.description)

    def __hash__(self) -> int:
        return hash((self.make, self.description))

    def __repr__(self) -> str:
        return f"{self.description!r}.{self.func.__name__}"
