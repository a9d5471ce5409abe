"""Replacements for ``map`` that evaluate the last value first, for functions that take ``map_function``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any


def backwards(function: Callable[[Any], Any], values: Iterable[Any]) -> list[Any]:
    """Return the results of ``map`` in order, but evaluate the last value first."""
    return [*map(function, [*values][::-1])][::-1]


class Noting:
    """A map that evaluates backwards, and records the number of values of each call in ``given``."""

    def __init__(self) -> None:
        self.given: list[int] = []

    def __call__(self, function: Callable[[Any], Any], values: Any) -> list[Any]:
        self.given.append(len(values))
        return backwards(function, values)
