"""Tiered execution: a search runs in Python, and is compiled once it has visited enough nodes.

In the time that compiling takes, Python visits about as many nodes as the threshold. So a search takes at most about
twice as long as with the better choice between Python and compiling at once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from math import inf

from fpgames.compiled.caching.fingerprints import COMPARED_PARTS, cache_entry_for
from fpgames.compiled.code.check import with_numba
from fpgames.compiled.code.errors import CannotCompile
from fpgames.lowering import lowers_as
from fpgames.tree.unfolding import Seed, Tree, with_parts, with_walk_settings
from fpgames.tree.walking import TreeTooDeep, walk

NODES_BEFORE_COMPILING = 100_000
"""Nodes that a search expands in this process before it is compiled: one to five seconds of Python's time."""

NODES_BEFORE_LOADING = 10_000
"""Nodes before a search looks for its machine code on disk: about the time that importing numba takes."""


def nodes_before_disk_lookup() -> int:
    """Return after how many nodes to look for machine code on disk; fewer once numba is imported."""
    return NODES_BEFORE_LOADING // 10 if "fpgames.compiled.driver.walker" in sys.modules else NODES_BEFORE_LOADING


class Meter:
    """The work that Python has done in this process, and the work (``enough``) after which compiling pays."""

    __slots__ = ("done", "enough")

    def __init__(self, enough: float) -> None:
        self.enough = enough
        self.done: float = 0

    def pays(self, expected: float = 0) -> bool:
        """Return whether compiling pays before a further amount of expected work."""
        return self.done + expected >= self.enough


COMPARED_PARTS[Meter] = lambda meter: ()  # meters do not affect the code of a search

MOVES = Meter(150_000)
"""The moves of playouts in this process."""

COMPILE_ERRORS = CannotCompile, MemoryError, OverflowError, RecursionError, TreeTooDeep
"""Errors of compiled code after which Python may still succeed."""

_MIN_COUNTED_DEPTH = 2  # a shallower search takes less time than its cache key


class _ThresholdReached(BaseException):  # not an Exception, which a function of the game might catch
    """Raised to stop a search in Python that has visited enough nodes."""


def count_visits(children_of: Callable[[Seed], Iterable[Seed]], meter: Meter) -> Callable[[Seed], Iterable[Seed]]:
    """Return the function with its calls counted; it raises _ThresholdReached when the meter reaches ``enough``."""

    @lowers_as("another function", children_of)
    def children(seed: Seed) -> Iterable[Seed]:
        meter.done += 1
        if meter.done > meter.enough:
            raise _ThresholdReached
        return children_of(seed)

    return children


class TieredWalker:
    """Runs a search of a pipeline in Python, and compiles it once it has visited enough nodes."""

    def __init__(self, pipeline: Callable[..., object]) -> None:
        self._pipeline, self._visited = pipeline, Meter(inf)

    def attach_to(self, tree: Tree[object]) -> Tree[object]:
        """Return the tree with this walker attached and its visits counted."""
        _, children_of, *_, bounds_of = tree.unfolding
        children_of = count_visits(children_of, self._visited)
        return with_walk_settings(with_parts(tree, children_of=children_of, bounds_of=bounds_of), walker=self)

    def __call__(self, function: Callable[..., object], tree: Tree[object], *args: object) -> object:
        """Run the recursive function of a search for the root of a tree, first in Python; return its result."""
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
            meter.done, meter.enough = entry.visited, max(threshold, entry.visited)
            try:
                return in_python()
            except _ThresholdReached:
                for counter, n in zip(counters, counts, strict=True):
                    counter.n = n
            finally:
                entry.visited = min(meter.done, meter.enough)
                meter.enough = inf
            if threshold < NODES_BEFORE_COMPILING and _is_on_disk(function, tree, *args):
                entry.visited = NODES_BEFORE_COMPILING
                break
        try:
            result: object = with_numba("driver.walker").walk(self._pipeline, function, tree, *args)
            return result
        except COMPILE_ERRORS:
            entry.visited = -inf
        return in_python()


def _is_on_disk(*search: object) -> bool:
    """Return whether the machine code of a search is cached on disk; False if it cannot be compiled."""
    with suppress(*COMPILE_ERRORS):
        found: bool = with_numba("driver.walker").is_on_disk(*search)
        return found
    return False
