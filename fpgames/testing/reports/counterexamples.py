"""Counterexamples made simpler: of the simpler cases, the first that fails is made simpler in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, combinations
from time import monotonic
from typing import Any, TypeVar

from fpgames.rand.generators import SplitMix, StdGen
from fpgames.testing.law import Broken
from fpgames.testing.strategies.games import one_replaced
from fpgames.testing.strategies.lines import Line, longer, start_of

A = TypeVar("A")


def simplest(
    simpler: Callable[[Broken], Iterable[Any]], law: Callable[[Any], object], found: Broken, seconds: float
) -> Broken:
    """Return a counterexample that has no simpler one, or the simplest that is found in time.

    ``simplest :: (Broken -> [Case]) -> (Case -> IO ()) -> Broken -> Double -> IO Broken``

    >>> def law(case):
    ...     if sum(case) > 3:
    ...         error = Broken(f"too much: {case}")
    ...         error.case = case
    ...         raise error
    ...
    >>> found = Broken("too much")
    >>> found.case = (1, 2, 4, 1)
    >>> print(simplest(lambda found: fewer(found.case), law, found, 1.0))
    too much: (4,)
    """
    until = monotonic() + seconds
    while True:
        for case in simpler(found):
            if monotonic() > until:
                return found
            try:
                law(case)
            except Broken as error:
                found = error
                break
        else:
            return found


def fewer(parts: Sequence[A]) -> Iterator[tuple[A, ...]]:
    """Yield a sequence without some neighbours, many of them first: ``fewer :: [a] -> [[a]]``.

    >>> [*fewer("abc")]
    [(), ('b', 'c'), ('a', 'c'), ('a', 'b')]
    """
    size = len(parts)
    while size:
        for at in range(0, len(parts) - size + 1, max(1, size // 2)):
            yield (*parts[:at], *parts[at + size :])
        size //= 2


def fewer_or_simpler(
    parts: Sequence[A], simpler: Callable[[A], Iterable[A]] = lambda part: ()
) -> Iterator[tuple[A, ...]]:
    """Yield a sequence without some neighbours, without any two of its parts, or with one part that is simpler."""
    without_two = ((*parts[:n], *parts[n + 1 : m], *parts[m + 1 :]) for n, m in combinations(range(len(parts)), 2))
    return chain(fewer(parts), without_two, one_replaced(parts, simpler))


def shorter(subject: Any, value: Any) -> Iterator[Any]:
    """Yield lines of play with moves left out, as far as the others are legal, or a plain generator in place of another."""
    if isinstance(value, SplitMix | StdGen) and value != SplitMix.from_seed(0):
        yield SplitMix.from_seed(0)
    elif isinstance(value, Line):
        for moves in fewer_or_simpler(value.moves):
            line: Line[Any, Any] = Line((), (start_of(subject.rules),))
            for move in moves:
                with suppress(Exception):  # raised by the rules, which another law reports
                    if move in subject.rules.moves(line.end):
                        line = longer(line, move, subject.rules.play(line.end, move))
            yield line
