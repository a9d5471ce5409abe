"""Closures for functions that ``jit`` compiles; unlike Python's closures, they can be compared and pickled."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from fpgames.stage import key_by_parts

__all__ = ["Closure"]

A = TypeVar("A")
D = TypeVar("D")


class Closure(partial[A]):
    """A function made by ``make(description)``. Unlike a nested function, it can be pickled and compared.

    So rules for two boards of the same size are equal, and rules can be sent to worker processes. Compiled code is
    faster with a Closure than with a ``partial``, because numba treats the variables of a closure as constants. For
    example, random games of Connect Four run 3.5 times as fast. If a function is not compiled, use ``partial``.

    Args:
        make: a function that takes the description, such as a board size, and returns the function.
        description: the argument of ``make``, a hashable value.

    >>> def adding(n):
    ...     return lambda m: m + n
    ...
    >>> Closure(adding, 1)(2), Closure(adding, 1) == Closure(adding, 1)
    (3, True)

    See also: :class:`fpgames.rules.record.Game`, which lists the functions that compiled code calls.
    """

    make: Callable[..., Callable[..., A]]
    description: object

    def __new__(cls, make: Callable[[D], Callable[..., A]], description: D) -> Closure[A]:
        """Call ``make`` with the description, and wrap the function that it returns."""
        self = super().__new__(cls, make(description))
        self.make, self.description = make, description
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return Closure, (self.make, self.description)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Closure) and key_by_parts(self) == key_by_parts(other)

    def __hash__(self) -> int:
        return hash((self.make, self.description))

    def __repr__(self) -> str:
        return f"{self.description!r}.{self.func.__name__}"
