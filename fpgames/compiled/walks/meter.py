"""Measure when compiling pays: the work that Python has done in this process, and the work that is expected.

Python works until it has taken about as long as compiling takes. Then compiled code does the rest, which takes at most
about twice the time that the better of the two would have taken, if it had been known before.
"""

from __future__ import annotations

import sys

from fpgames.compiled.kept.fingerprints import PARTS

ENOUGH = 100_000
"""Nodes that a search asks for their children, in this process, until it is compiled: one to five seconds of Python's time."""

SOON = 10_000
"""The same for a search whose machine code is kept on the disk: about the time that importing numba takes."""


def soon() -> int:
    """Return the nodes until machine code on the disk is looked for: fewer if only loading it takes time."""
    return SOON // 10 if "fpgames.compiled.walks.walker" in sys.modules else SOON


class Meter:
    """A measure of the work that Python has done in this process, and that compiled code does much faster.

    Args:
        enough: work that takes Python about as long as compiling takes.
    """

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
