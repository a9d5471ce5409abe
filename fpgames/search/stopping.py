"""Searches that a caller's function stops: it chooses the length of a stream, and changes none of its elements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias, TypeVar

__all__ = ["Stop"]

A = TypeVar("A")

Stop: TypeAlias = Callable[[], bool]
"""A function that a search calls now and then: once it returns True, the search ends with what it has found so far.

The results are those of the search without ``stop``, but fewer: a prefix of its stream, or the tree of fewer simulations.
There is at least one. An exception that the function raises ends the search, too.
"""


def require_stop(stop: Stop | None, name: str) -> Stop | None:
    """Return ``stop``; raise TypeError unless it is None or a function."""
    if stop is not None and not callable(stop):
        raise TypeError(
            f"{name}: stop is {stop!r}; expected a function without arguments that returns whether to stop, such as"
            " lambda: monotonic() > end"
        )
    return stop


def taken_until(stop: Stop | None, results: Iterable[A]) -> Iterator[A]:
    """Yield the results, and call ``stop`` after each; end once it returns True."""
    for result in results:
        yield result
        if stop is not None and stop():
            return
