"""Help for laws of what is drawn at random: other generators, a generator for one use, and the chi-squared test."""

from __future__ import annotations

import pickle
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias, TypeVar

from fpgames.rand import Gen
from fpgames.testing.law import Broken

A = TypeVar("A")

_GetSetSeed: TypeAlias = tuple[Callable[[], Any], Callable[[Any], object], Callable[[int], object]]


def _others() -> dict[str, _GetSetSeed]:
    """Return functions that get, set and seed the generators of modules, which pure functions leave alone."""
    found: dict[str, _GetSetSeed] = {"random": (random.getstate, random.setstate, random.seed)}
    numpys: Any = getattr(sys.modules.get("numpy"), "random", None)  # if it is imported
    return found if numpys is None else {**found, "numpy.random": (numpys.get_state, numpys.set_state, numpys.seed)}


def states() -> dict[str, bytes]:
    """Return the states of the generators of ``random`` and numpy, by the names of their modules."""
    return {module: pickle.dumps(get()) for module, (get, _, _) in _others().items()}


@contextmanager
def left_as_they_were() -> Iterator[None]:
    """Set these generators back to their states at the end."""
    before = [(put, get()) for get, put, _ in _others().values()]
    try:
        yield
    finally:
        for put, state in before:
            put(state)


def seed_all(n: int) -> None:
    """Seed these generators."""
    for _, _, seed in _others().values():
        seed(n)


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


SURE = 6.0  # standard deviations of chi-squared, exceeded by chance once in millions of runs


def require_even(counts: Counter[A], cells: int, what: str) -> float:
    """Return chi-squared of numbers of draws; raise Broken if they are uneven."""
    expected, never = counts.total() / cells, cells - len(counts)
    chi2 = sum((n - expected) ** 2 for n in (*counts.values(), *[0] * never)) / expected
    if is_uneven(chi2, cells - 1):
        (most, times), *_, (least, seldom) = counts.most_common() * 2
        rare = f"{never} of {cells} values never" if never else f"{least!r} {seldom} times"
        raise Broken(f"{what}: {most!r} came {times} times, and {rare}; expected each about {expected:.0f} times")
    return chi2


def is_uneven(chi2: float, freedom: int) -> bool:
    """Return whether chi-squared is too great for chance with these degrees of freedom: Wilson and Hilferty's approximation."""
    variance = 2 / (9 * freedom)
    deviations: float = (float(chi2 / freedom) ** (1 / 3) - 1 + variance) / variance**0.5
    return deviations > SURE
