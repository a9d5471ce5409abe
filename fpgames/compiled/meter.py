"""Tiered execution: a search runs in Python, and is compiled once the number of visited nodes reaches a threshold.

The threshold approximates the number of nodes that Python visits in the time that compiling takes. So a search takes at
most about twice the time of the better choice: Python alone, or compiling at once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from math import inf

from fpgames.compiled.caching.fingerprints import COMPARED_PARTS, cache_entry_for
from fpgames.compiled.errors import CannotCompile
from fpgames.compiled.numba_check import import_with_numba
from fpgames.lowering import lowers_as
from fpgames.tree.unfolding import Seed, Tree, with_parts, with_run
from fpgames.tree.walking import TreeTooDeep, walk

NODES_BEFORE_COMPILING = 100_000
"""Nodes that a search expands in this process before it is compiled: one to five seconds of Python's time."""

NODES_BEFORE_LOADING = 10_000
"""Nodes before a search looks for its machine code on disk: about the time that importing numba takes."""


def nodes_before_disk_lookup() -> int:
    """Return the number of nodes before a search looks for machine code on disk: fewer nodes once numba is imported."""
    return (
        NODES_BEFORE_LOADING // 10 if "fpgames.compiled.backend.driver.walker" in sys.modules else NODES_BEFORE_LOADING
    )


class Meter:
    """Counter of the nodes or moves that Python has processed; compiling pays once ``done`` reaches ``threshold``."""

    __slots__ = ("done", "threshold")

    def __init__(self, threshold: float) -> None:
        self.threshold = threshold
        self.done: float = 0

    def is_compiling_worthwhile(self, expected: float = 0) -> bool:
        """Return whether ``done`` and the ``expected`` further work reach the threshold, so that compiling pays."""
        return self.done + expected >= self.threshold


COMPARED_PARTS[Meter] = lambda meter: ()  # fingerprints ignore meters, which compiled code does not use

PLAYOUT_METER = Meter(150_000)
"""Counts the moves of playouts in this process."""

COMPILE_ERRORS = CannotCompile, MemoryError, OverflowError, RecursionError, TreeTooDeep
"""Errors of compiled code after which Python may still succeed."""

_MIN_COUNTED_DEPTH = 2  # at a smaller depth, searching is faster than computing a cache key


class _ThresholdReached(BaseException):  # a BaseException, because games may catch Exception
    """Raised to stop a search in Python when the number of visited nodes exceeds the threshold."""


def count_visits(children_of: Callable[[Seed], Iterable[Seed]], meter: Meter) -> Callable[[Seed], Iterable[Seed]]:
    """Wrap ``children_of`` to count calls in ``meter``, and to raise _ThresholdReached above the meter's threshold."""

    @lowers_as("another function", children_of)
    def children(seed: Seed) -> Iterable[Seed]:
        meter.done += 1
        if meter.done > meter.threshold:
            raise _ThresholdReached
        return children_of(seed)

    return children


class TieredDriver:
    """Runs the searches of a pipeline in Python, and compiles a search that has visited enough nodes."""

    def __init__(self, pipeline: Callable[..., object]) -> None:
        self._pipeline, self._visited = pipeline, Meter(inf)

    def attach_to(self, tree: Tree[object]) -> Tree[object]:
        """Return the tree whose run has this driver: it calls the searches of the tree, and counts visited nodes."""
        children_of = count_visits(tree.unfolding.children_of, self._visited)
        metered = with_parts(tree, children_of=children_of, bounds_of=tree.unfolding.bounds_of)
        return with_run(metered, driver=self)

    def __call__(self, function: Callable[..., object], tree: Tree[object], *args: object) -> object:
        """Search ``tree`` with ``function`` and ``args``: start in Python, and use compiled code for a long search."""
        in_python = partial(walk, function, tree.seed, tree.depth, *args)
        if tree.depth < _MIN_COUNTED_DEPTH:
            return in_python()
        entry, counters = cache_entry_for(function, tree.unfolding.label_of)
        counts = [counter.n for counter in counters]
        meter = self._visited
        disk_threshold = nodes_before_disk_lookup()
        for threshold in (
            (disk_threshold, NODES_BEFORE_COMPILING)
            if entry.visited < disk_threshold < NODES_BEFORE_COMPILING
            else (NODES_BEFORE_COMPILING,)
        ):
            meter.done, meter.threshold = entry.visited, max(threshold, entry.visited)
            try:
                return in_python()
            except _ThresholdReached:
                for counter, n in zip(counters, counts, strict=True):
                    counter.begin_at(n)
            finally:
                entry.visited = min(meter.done, meter.threshold)
                meter.threshold = inf
            if threshold < NODES_BEFORE_COMPILING and _is_on_disk(function, tree, *args):
                entry.visited = NODES_BEFORE_COMPILING
                break
        try:
            result: object = import_with_numba("driver.walker").walk(self._pipeline, function, tree, *args)
            return result
        except COMPILE_ERRORS:
            entry.visited = -inf
        return in_python()


def _is_on_disk(*search: object) -> bool:
    """Return whether the machine code of a search is on disk; ``search`` is a function, a tree and arguments."""
    with suppress(*COMPILE_ERRORS):
        found: bool = import_with_numba("driver.walker").is_on_disk(*search)
        return found
    return False
