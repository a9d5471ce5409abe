"""Pictures of values in notebooks. Classes ask this module for them, because ``fpgames.draw`` imports these classes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_loaders: list[Callable[[], Any]] = []


def set_drawing_loader(load: Callable[[], Any]) -> None:
    """Set the function that returns the module with the drawing functions; ``fpgames`` calls this when it is imported."""
    _loaders[:] = [load]


def draw(function: str, *args: object) -> str:
    """Return the picture that the drawing function called ``function`` makes of ``args``, as SVG."""
    (load,) = _loaders
    picture: str = getattr(load(), function)(*args)
    return picture
