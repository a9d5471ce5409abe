"""Compile a search when it pays: after as many nodes as Python visits in the time that compiling takes.

Python works until it has taken about as long as compiling takes. Then compiled code does the rest, which takes at most
about twice the time that the better of the two would have taken, if it had been known before.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from math import inf

from fpgames.compiled.caching.fingerprints import PARTS, cache_entry_for
from fpgames.compiled.code.check import with_numba
from fpgames.compiled.code.errors import CannotCompile
from fpgames.lowering import lowers_as
from fpgames.tree.unfolding import Seed, Tree, with_parts, with_walk_settings
from fpgames.tree.walking import TreeTooDeep, walk

NODES_BEFORE_COMPILING = 100_000
"""Nodes that a search asks for their children, in this process, until it is compiled: one to five seconds of Python's time."""

NODES_BEFORE_LOADING = 10_000
"""The same for a search whose machine code is kept on the disk: about the time that importing numba takes."""


def soon() -> int:
    """Return the nodes until machine code on the disk is looked for: fewer if only loading it takes time."""
    return NODES_BEFORE_LOADING // 10 if "fpgames.compiled.driver.walker" in sys.modules else NODES_BEFORE_LOADING


class Meter:
    """A measure of the work that Python has done in this process, and of work that takes as long as compiling."""

    __slots__ = ("done", "enough")

    def __init__(self, enough: float) -> None:
        self.enough = enough
        self.done: float = 0

    def pays(self, expected: float = 0) -> bool:
        """Return whether compiling pays before some more work."""
        return self.done + expected >= self.enough


PARTS[Meter] = lambda each: ()  # all are equal, for the code of a search

MOVES = Meter(150_000)
"""The moves of random games."""

COMPILE_ERRORS = CannotCompile, MemoryError, OverflowError, RecursionError, TreeTooDeep
"""What compiled code raises where Python may have a result."""

_SHALLOW = 2  # levels; so few nodes do not take longer than the key of the search


class _Enough(BaseException):  # not an Exception, which a function of the game might catch
    """The end of a search that has visited enough nodes."""


def counted(children_of: Callable[[Seed], Iterable[Seed]], visited: Meter) -> Callable[[Seed], Iterable[Seed]]:
    """Return the same function, which ends the search when it has visited enough nodes."""

    @lowers_as("another function", children_of)
    def children(seed: Seed) -> Iterable[Seed]:
        visited.done += 1
        if visited.done > visited.enough:
            raise _Enough
        return children_of(seed)

    return children


class TieredWalker:
    """What calls the recursive function of a search of a pipeline, and compiles it when that pays."""

    def __init__(self, pipeline: Callable[..., object]) -> None:
        self._pipeline, self._visited = pipeline, Meter(inf)

    def attach_to(self, tree: Tree[object]) -> Tree[object]:
        """Return the tree, whose walks this calls, with nodes that are counted."""
        _, children_of, *_, bounds_of = tree.unfolding
        children_of = counted(children_of, self._visited)
        return with_walk_settings(with_parts(tree, children_of=children_of, bounds_of=bounds_of), walker=self)

    def __call__(self, function: Callable[..., object], tree: Tree[object], *args: object) -> object:
        """Return what the function returns for the tree's seed and the levels below it."""
        in_python = partial(walk, function, tree.seed, tree.depth, *args)
        if tree.depth < _SHALLOW:
            return in_python()
        entry, counters = cache_entry_for(function, tree.unfolding.label_of)
        counts = [counter.n for counter in counters]
        visited = self._visited
        first = soon()
        for enough in (
            (first, NODES_BEFORE_COMPILING)
            if entry.visited < first < NODES_BEFORE_COMPILING
            else (NODES_BEFORE_COMPILING,)
        ):
            visited.done, visited.enough = entry.visited, max(enough, entry.visited)
            try:
                return in_python()
            except _Enough:
                for counter, n in zip(counters, counts, strict=True):
                    counter.n = n
            finally:
                entry.visited = min(visited.done, visited.enough)
                visited.enough = inf
            if enough < NODES_BEFORE_COMPILING and _is_kept(function, tree, *args):
                entry.visited = NODES_BEFORE_COMPILING
                break
        try:
            found: object = with_numba("driver.walker").walk(self._pipeline, function, tree, *args)
            return found
        except COMPILE_ERRORS:
            entry.visited = -inf
        return in_python()


def _is_kept(*search: object) -> bool:
    """Return whether the machine code of a search is kept on the disk; what cannot be compiled is not."""
    with suppress(*COMPILE_ERRORS):
        kept: bool = with_numba("driver.walker").is_kept(*search)
        return kept
    return False
