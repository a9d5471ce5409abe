"""A generator that can be used only once, to find bots that use one twice."""

from __future__ import annotations

from fpgames.rand.generators import Gen
from fpgames.testing.laws import Broken


class Once:
    """A generator that can be used only once, as in a language with linear types."""

    def __init__(self, gen: Gen) -> None:
        self.gen = gen
        self.used = False

    def _use(self) -> Gen:
        if self.used:
            raise Broken(f"it draws twice from one generator, {self.gen!r}")
        self.used = True
        return self.gen

    def next_word(self) -> tuple[int, Once]:
        """Draw a word, and return the next generator."""
        word, gen = self._use().next_word()
        return word, Once(gen)

    def uniform_r(self, lo: int, hi: int) -> tuple[int, Once]:
        """Draw a number of a range, and return the next generator."""
        number, gen = self._use().uniform_r(lo, hi)
        return number, Once(gen)

    def split(self) -> tuple[Once, Once]:
        """Return two generators."""
        one, other = self._use().split()
        return Once(one), Once(other)
