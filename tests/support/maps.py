"""Replacements for ``map``: some evaluate the last value first, others use processes. Tests pass them as ``map_function``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any


def process_pool(workers: int) -> ProcessPoolExecutor:
    """Return a pool that forks no copy of this process, which would hang if a library that was imported has threads."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["fpgames.play"])
    return ProcessPoolExecutor(workers, context)


def map_backwards(function: Callable[[Any], Any], values: Iterable[Any]) -> list[Any]:
    """Return a list of the results of ``map`` in their usual order, but compute the last result first."""
    return [*map(function, [*values][::-1])][::-1]


class RecordingMap:
    """A replacement for ``map`` that evaluates the last value first. ``call_sizes`` holds the number of values per call."""

    def __init__(self) -> None:
        self.call_sizes: list[int] = []

    def __call__(self, function: Callable[[Any], Any], values: Any) -> list[Any]:
        self.call_sizes.append(len(values))
        return map_backwards(function, values)
