"""Counterexamples in words, and made simpler: of the simpler cases, the first that fails is made simpler in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import chain, combinations
from time import monotonic
from typing import Any, TypeVar

from fpgames.rand import SplitMix, StdGen
from fpgames.testing.law import Broken, Case
from fpgames.testing.strategies.games import one_replaced
from fpgames.testing.strategies.lines import Line, after, longer, start_of
from fpgames.testing.strategies.samples import GRAPH, Label, Sample

A = TypeVar("A")


def simplest(
    simpler: Callable[[Broken], Iterable[Any]], law: Callable[[Any], object], found: Broken, seconds: float
) -> Broken:
    """Return a counterexample that has no simpler one, or the simplest that is found in time.

    ``simplest :: (Broken -> [Case]) -> (Case -> IO ()) -> Broken -> Double -> IO Broken``
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


def simpler(subject: object, value: Any) -> Iterator[Any]:
    """Yield simpler trees, or tuples of trees one of which is simpler."""
    return _simpler(value) if isinstance(value, Sample) else one_replaced(value, partial(simpler, subject))


def _simpler(sample: Sample) -> Iterator[Sample]:
    """Yield trees with fewer positions and steps, then with fewer levels and turns, then with simpler labels."""
    successors = sample.successors
    if sample.built not in ("by hand", GRAPH):
        yield sample._replace(built="by hand")

    def below(n: int) -> Iterator[int]:
        """Yield the positions after the next move, at which the same player moves, and after this one."""
        yield from chain(*(successors[m] for m in successors[n]), successors[n])

    for root in below(0):
        yield _reachable(sample, successors, root)
    without = ([tuple(m for m in after if m != n) for after in successors] for n in range(1, len(successors)))
    higher = one_replaced(successors, lambda after: one_replaced(after, below))
    for some in chain(one_replaced(successors, fewer), without, higher):
        yield _reachable(sample, some, 0)
    if sample.levels:
        yield sample._replace(levels=None)
        yield sample._replace(levels=sample.levels - 1)
    if sample.players:
        yield sample._replace(players=None)
    for labels in one_replaced(sample.labels, simpler_labels) if sample.free else ():
        yield sample._replace(labels=labels)


def _reachable(sample: Sample, successors: Sequence[tuple[int, ...]], root: int) -> Sample:
    """Return the tree of the positions that can be reached from a root, numbered anew."""
    number = {root: 0}
    order = [root]
    for n in order:
        new = [m for m in dict.fromkeys(successors[n]) if m not in number]
        number |= zip(new, range(len(order), len(order) + len(new)), strict=True)
        order += new
    return sample._replace(
        labels=tuple(sample.labels[n] for n in order),
        successors=tuple(tuple(number[m] for m in successors[n]) for n in order),
        players=sample.players and (sample.player, *(sample.players[n] for n in order[1:])),
    )


def simpler_labels(label: Label) -> Iterator[Label]:
    """Yield simpler labels, the simplest first: smaller numbers, and whole ones before fractions."""
    candidates: Iterable[Label] = ()
    if type(label) is tuple:
        candidates = (label[:-1], *one_replaced(label, simpler_labels))
    elif isinstance(label, int | float | Fraction):
        half = type(label)(1) / 2
        candidates = 0, 1, 2, half, -label, int(label), label - int(label * half), int(label * half)
    yield from (each for each in candidates if _cost(each) < _cost(label))


def _cost(label: Label) -> Any:
    if type(label) is tuple:
        return len(label) + 1, *map(_cost, label)
    fraction = Fraction(label)
    return fraction.denominator, abs(fraction.numerator), fraction < 0, type(label) is not int


def in_words(case: Case, said: str) -> str:
    """Say what is wrong, after which moves, and with what."""
    lines = [after(value) for value in case.values() if isinstance(value, Line)]
    others = [_in_words(name, value) for name, value in case.items() if not isinstance(value, Line)]
    return ", ".join((*lines, said, *others))


def _in_words(name: str, value: Any) -> str:
    if name == "others":
        return f"in between it moved {'; '.join(map(after, value))}"
    if name == "trees":
        return "\nAnother is ".join((f"for {value[0]}", *map(str, value[1:])))
    return f"for {value}" if isinstance(value, Sample) else f"with {name}={value!r}"
