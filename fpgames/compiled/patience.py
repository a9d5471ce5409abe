"""Compile a search when it pays: after as many nodes as Python visits in the time that compiling takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf

from fpgames.compiled.errors import Busy, CannotCompile
from fpgames.compiled.fingerprints import Patience
from fpgames.compiled.known import Known, known
from fpgames.tree.unfolding import Seed, Tree, changed, walked
from fpgames.tree.walking import TreeTooDeep, walk

ENOUGH = 100_000
"""Nodes that a search asks for their children, in this process, until it is compiled: one to five seconds of Python's time."""

SOON = 20_000
"""The same for a search whose machine code is kept on the disk: about the time that importing numba takes."""


class Meter:
    """A measure of the work that Python has done in this process, and that compiled code does much faster.

    Args:
        enough: work that takes Python about as long as compiling takes.
    """

    def __init__(self, enough: float) -> None:
        self.enough = enough
        self.done = 0

    def pays(self, expected: int) -> bool:
        """Return whether compiling pays before some more work."""
        return self.done + expected >= self.enough


MOVES = Meter(150_000)
"""The moves of random games."""

REFUSED = CannotCompile, OverflowError, RecursionError, TreeTooDeep
"""What compiled code raises where Python may have a result."""

_SHALLOW = 2  # levels; so few nodes do not take longer than the key of the search
_MOST = 256  # searches whose nodes are counted
_visited: dict[Known, float] = {}
"""The nodes visited by a search, or -inf if it cannot be compiled."""


class _Enough(BaseException):  # not an Exception, which a function of the game might catch
    """The end of a search that has visited enough nodes."""


def counted(children_of: Callable[[Seed], Iterable[Seed]], patience: Patience) -> Callable[[Seed], Iterable[Seed]]:
    """Return the same function, which ends the search when patience does."""

    def children(seed: Seed) -> Iterable[Seed]:
        patience.nodes -= 1
        if patience.nodes < 0:
            raise _Enough
        return children_of(seed)

    return children


class PatientWalker:
    """What calls the recursive function of a search, and compiles it when that pays.

    Args:
        compiled: what calls it in compiled code.
        is_kept: whether its machine code is on the disk.
    """

    def __init__(self, compiled: Callable[..., object], is_kept: Callable[..., bool]) -> None:
        self._compiled, self._is_kept = compiled, is_kept
        self._patience = Patience()

    def taking(self, tree: Tree[object]) -> Tree[object]:
        """Return the tree, whose walks this calls, with nodes that are counted."""
        _, children_of, *_, bounds_of = tree.unfolding
        children_of = counted(children_of, self._patience)
        return walked(changed(tree, children_of=children_of, bounds_of=bounds_of), walker=self)

    def __call__(self, function: Callable[..., object], tree: Tree[object], *args: object) -> object:
        """Return what the function returns for the tree's seed and the levels below it."""
        if tree.depth < _SHALLOW:
            return walk(function, tree.seed, tree.depth, *args)
        one, counters = known(function, tree.unfolding.label_of)
        counts = [counter.n for counter in counters]
        for enough in (SOON, ENOUGH) if _visited.get(one, 0) < SOON < ENOUGH else (ENOUGH,):
            before = _visited.get(one, 0)
            self._patience.nodes = left = max(enough - before, 0)
            try:
                return walk(function, tree.seed, tree.depth, *args)
            except _Enough:
                for counter, n in zip(counters, counts, strict=True):
                    counter.n = n
            finally:
                if len(_visited) >= _MOST:
                    _visited.clear()
                _visited[one] = before + left - max(self._patience.nodes, 0)
                self._patience.nodes = inf
            if enough < ENOUGH and self._is_kept(function, tree, *args):
                _visited[one] = ENOUGH
                break
        try:
            return self._compiled(function, tree, *args)
        except REFUSED:
            _visited[one] = -inf
        except Busy:
            pass
        return walk(function, tree.seed, tree.depth, *args)
