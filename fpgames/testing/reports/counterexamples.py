"""Counterexamples made simpler: of the simpler cases, the first that fails is made simpler in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, combinations, takewhile
from operator import ne
from time import monotonic
from typing import Any, TypeVar

from fpgames.rand.generators import SplitMix
from fpgames.rules.record import AnyRules
from fpgames.testing.law import Broken
from fpgames.testing.strategies.games import one_replaced
from fpgames.testing.strategies.lines import AnyLine, Line, longer, start_of

A = TypeVar("A")


def simplest(
    simpler: Callable[[Broken], Iterable[Any]], law: Callable[[Any], object], found: Broken, seconds: float
) -> Broken:
    """Return a counterexample that has no simpler one, or the simplest that is found in time.

    ``simplest :: (Broken -> [Case]) -> (Case -> IO ()) -> Broken -> Double -> IO Broken``

    Args:
        simpler: a function from a counterexample to simpler cases, the simplest first.
        law: a function of a case that raises ``Broken`` if the law does not hold.
        found: the counterexample to begin with.
        seconds: the time that it may take.

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


def without_two(parts: Sequence[A]) -> Iterator[tuple[A, ...]]:
    """Yield a sequence without any two of its parts: ``withoutTwo :: [a] -> [[a]]``."""
    for n, m in combinations(range(len(parts)), 2):
        yield (*parts[:n], *parts[n + 1 : m], *parts[m + 1 :])


def shorter(game: Any, kind: Callable[[Any], object] = lambda p: None) -> Callable[[Broken], Iterator[Any]]:
    """Return a function from a counterexample to cases with moves left out of a line of play, or with a plain generator.

    Args:
        game: any subject with the field ``rules``.
        kind: a function of a position that must return the same for the ends of a line and of a shorter one.

    See also: :func:`simplest`, which tries them.
    """

    def simpler(found: Broken) -> Iterator[dict[str, Any]]:
        for name, value in found.case.items():
            others: Iterable[Any] = ()
            if name == "gen" and value != SplitMix.from_seed(0):
                others = (SplitMix.from_seed(0),)
            elif isinstance(value, Line):
                moves = min(value.moves, (found.line or value).moves, key=len)
                lines = (_as_far_as_legal(game.rules, some) for some in chain(fewer(moves), without_two(moves)))
                others = (line for line in lines if kind(line.end) == kind(value.end))
            yield from ({**found.case, name: other} for other in others)

    return simpler


def _as_far_as_legal(rules: AnyRules, moves: Iterable[Any]) -> AnyLine:
    """Return the line of these moves; those that are not legal are left out."""
    line: AnyLine = Line((), (start_of(rules),))
    for move in moves:
        with suppress(Exception):  # raised by the rules, which another law reports
            if move in rules.moves(line.end):
                line = longer(line, move, rules.play(line.end, move))
    return line


_NEW = object()  # between the games of a list of steps


def simpler_games(known: Sequence[Any]) -> Callable[[Broken], Iterator[list[list[Any]]]]:
    """Return a function from a difference to games with fewer steps, and then to games with moves that come first.

    Args:
        known: moves, the simplest first.
    """

    def before(step: Any) -> Iterable[Any]:
        return () if step is _NEW or step is None else takewhile(partial(ne, step), known)

    def simpler(found: Broken) -> Iterator[list[list[Any]]]:
        steps = [step for game in found.case["games"] for step in (_NEW, *game)][1:]
        for some in chain(fewer(steps), without_two(steps), one_replaced(steps, before)):
            games: list[list[Any]] = [[]]
            for step in some:
                games.append([]) if step is _NEW else games[-1].append(step)
            yield games

    return simpler
