"""Maps for what shares its work between workers: one that works backwards, and one that notes what it is given."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any


def backwards(function: Callable[[Any], Any], values: Iterable[Any]) -> list[Any]:
    """Return what ``map`` does, having begun with the last."""
    return [*map(function, [*values][::-1])][::-1]


class Noting:
    """A map that works backwards, and notes how many values it is given each time."""

    def __init__(self) -> None:
        self.given: list[int] = []

    def __call__(self, function: Callable[[Any], Any], values: Any) -> list[Any]:
        self.given.append(len(values))
        return backwards(function, values)
