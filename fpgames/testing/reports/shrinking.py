"""Shrink counterexamples: try simpler lines, trees and labels until the law holds for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import chain, combinations
from time import monotonic
from typing import Any, TypeVar

from fpgames.rand import SplitMix, StdGen
from fpgames.rules import CHANCE, Player
from fpgames.testing.law import Case, Counterexample
from fpgames.testing.strategies.games import one_replaced
from fpgames.testing.strategies.lines import AnyLine, Line, play_move, replay
from fpgames.testing.strategies.samples import GRAPH, Sample
from fpgames.testing.strategies.values import Label

A = TypeVar("A")


def shrink_fully(
    shrink: Callable[[Any], Iterable[Any]], law: Callable[[Case], object], failure: Counterexample, seconds: float
) -> Counterexample:
    """Shrink a counterexample: try simpler arguments until ``law`` holds for all of them, or ``seconds`` have passed.

    ``shrinkFully :: (a -> [a]) -> (Case -> IO ()) -> Counterexample -> Double -> IO Counterexample``
    """

    def simpler_cases() -> Iterator[Case]:
        case = failure.case
        return ({**case, name: smaller} for name, value in case.items() for smaller in shrink(value))

    until, remaining = monotonic() + seconds, simpler_cases()
    while (case := next(remaining, None)) is not None and monotonic() <= until:
        try:
            law(case)
        except Counterexample as error:
            failure, remaining = error, simpler_cases()
    return failure


def removals(parts: Sequence[A]) -> Iterator[tuple[A, ...]]:
    """Yield copies of a sequence, each without one slice, long slices first: ``removals :: [a] -> [[a]]``.

    >>> [*removals("abc")]
    [(), ('b', 'c'), ('a', 'c'), ('a', 'b')]
    """
    size = len(parts)
    while size:
        for start in range(0, len(parts) - size + 1, max(1, size // 2)):
            yield (*parts[:start], *parts[start + size :])
        size //= 2


def shrink_sequence(
    parts: Sequence[A], shrink_part: Callable[[A], Iterable[A]] = lambda part: ()
) -> Iterator[tuple[A, ...]]:
    """Yield simpler copies of a sequence: some lack a slice, some lack two items, and the last have one item shrunk."""
    without_two = ((*parts[:n], *parts[n + 1 : m], *parts[m + 1 :]) for n, m in combinations(range(len(parts)), 2))
    return chain(removals(parts), without_two, one_replaced(parts, shrink_part))


def shrink_line(subject: Any, value: Any) -> Iterator[Any]:
    """Yield simpler values: for a line of play, shorter legal lines; for a generator, the generator of seed 0."""
    if isinstance(value, SplitMix | StdGen) and value != SplitMix.from_seed(0):
        yield SplitMix.from_seed(0)
    elif isinstance(value, Line):
        for moves in shrink_sequence(value.moves):
            line: AnyLine = replay(subject.rules)
            for move in moves:
                with suppress(Exception):  # the law play_accepts_every_move reports errors of the rules
                    if move in subject.rules.moves(line.end):
                        line = play_move(subject.rules, line, move)
            yield line


def shrink_trees(subject: Any, value: Any) -> Iterator[Any]:
    """Yield simpler trees; for a tuple of trees, yield tuples in which one tree is simpler."""
    if not isinstance(value, Sample):
        yield from one_replaced(value, partial(shrink_trees, subject))
    else:
        yield from _shrink_sample(value)
        if subject.player is None and value.player is Player.SECOND and not value.players:
            yield value._replace(player=Player.FIRST)


def _shrink_sample(sample: Sample) -> Iterator[Sample]:
    """Yield simpler trees: first smaller trees, then trees with alternating players, then trees with simpler labels."""
    successors = sample.successors
    if sample.built not in ("by hand", GRAPH):
        yield sample._replace(built="by hand")

    def positions_below(n: int) -> Iterator[int]:
        """Yield positions two moves below number ``n``, mostly of the same player, then positions one move below."""
        yield from chain(*(successors[m] for m in successors[n]), successors[n])

    for root in positions_below(0):
        yield _reachable_part(sample, successors, root)
    without = ([tuple(m for m in after if m != n) for after in successors] for n in range(1, len(successors)))
    higher = one_replaced(successors, lambda after: one_replaced(after, positions_below))
    for some in chain(one_replaced(successors, removals), without, higher):
        yield _reachable_part(sample, some, 0)
    if sample.levels:
        yield sample._replace(levels=None)
        yield sample._replace(levels=sample.levels - 1)
    if sample.players and sample.player is not CHANCE:
        yield sample._replace(players=None)
    for labels in one_replaced(sample.labels, shrink_label) if sample.free else ():
        yield sample._replace(labels=labels)


def _reachable_part(sample: Sample, successors: Sequence[tuple[int, ...]], root: int) -> Sample:
    """Return the part of a sample that ``successors`` reaches from ``root``, with positions numbered from 0."""
    order = [root]
    for n in order:
        order += [m for m in dict.fromkeys(successors[n]) if m not in order]
    new_number = {n: new_n for new_n, n in enumerate(order)}
    return sample._replace(
        labels=tuple(sample.labels[n] for n in order),
        successors=tuple(tuple(new_number[m] for m in successors[n]) for n in order),
        players=sample.players and (sample.player, *(sample.players[n] for n in order[1:])),
    )


def shrink_label(label: Label) -> Iterator[Label]:
    """Yield simpler labels: whole numbers are simpler than fractions, and small numbers simpler than large ones."""
    candidates: Iterable[Label] = ()
    if type(label) is tuple:
        candidates = (label[:-1], *one_replaced(label, shrink_label))
    elif isinstance(label, int | float | Fraction):
        half = type(label)(1) / 2
        candidates = 0, 1, 2, half, -label, int(label), label - int(label * half), int(label * half)
    yield from (candidate for candidate in candidates if _label_cost(candidate) < _label_cost(label))


def _label_cost(label: Label) -> Any:
    if type(label) is tuple:
        return len(label) + 1, *map(_label_cost, label)
    fraction = Fraction(label)
    return fraction.denominator, abs(fraction.numerator), fraction < 0, type(label) is not int
