"""The positions of a game nearest its start, breadth first; every law of games is tested on these first."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import suppress
from graphlib import CycleError, TopologicalSorter
from itertools import islice, pairwise
from typing import TypeVar

from fpgames.rules import AnyRules
from fpgames.testing.strategies.lines import (
    CHOICES,
    AnyLine,
    AnyPosition,
    Line,
    line_of_seed,
    longer,
    start_of,
    typical,
)

A = TypeVar("A")

BUDGET = 6000  # positions, enough for all of tic-tac-toe
MOVES_EACH = 3  # a position with more moves counts as several


def key_of(p: AnyPosition) -> Hashable:
    """Return a value that is equal for positions that are equal and print alike; None if a position has no hash.

    Positions that a faulty ``==`` confuses are told apart if they print differently.
    """
    try:
        hash(p)
        shown = repr(p)
    except Exception:
        return None
    return p, type(p) if " at 0x" in shown else shown


class Nearest:
    """About as many positions of a game as a budget, breadth first from the end of a line, equal ones once.

    Each is computed when it is first needed, and kept.
    """

    def __init__(self, rules: AnyRules, budget: int, begun: AnyLine | None = None) -> None:
        self.rules = rules
        self.budget = budget
        self.begun: AnyLine = begun or Line((), (start_of(rules),))
        self.found = [self.begun]
        self.edges: list[tuple[int, AnyLine, int]] = []  # from a number, by a line whose last move it is, to a number
        self.numbers = {key_of(self.begun.end): 0}
        self.expanded = 0

    def expand(self) -> bool:
        """Play all moves of the next position; return False if there is none, or no budget for it."""
        is_full = len(self.found) > self.budget or len(self.edges) > MOVES_EACH * self.budget
        if is_full or self.has_all():
            return False
        at = self.expanded
        line = self.found[at]
        self.expanded += 1
        with suppress(Exception):  # raised by the rules, which another law reports
            for move in self.rules.moves(line.end):
                with suppress(Exception):
                    self._arrive(longer(line, move, self.rules.play(line.end, move)), at)
        return True

    def _arrive(self, line: AnyLine, parent: int) -> None:
        key = key_of(line.end)
        number = self.numbers.setdefault(key, len(self.found)) if key is not None else len(self.found)
        self.edges.append((parent, line, number))
        if number == len(self.found):
            self.found.append(line)

    def _each(self, items: list[A]) -> Iterator[A]:
        """Yield the items of a list that grows while moves are played."""
        at = 0
        while at < len(items) or self.expand():
            yield from items[at : at + 1]
            at = min(at + 1, len(items))

    def width(self) -> float:
        """Return the number of moves of a position, on average, of those whose moves were played so far."""
        return len(self.edges) / max(1, self.expanded)

    def has_all(self) -> bool:
        """Return whether every position of the game was found."""
        return self.expanded == len(self.found)

    def all_found(self) -> bool:
        """Find as many positions as the budget allows, and return whether these are all."""
        while self.expand():
            pass
        return self.has_all()

    def lines(self) -> Iterator[AnyLine]:
        """Yield the line to each position, as many as the budget allows."""
        return islice(self._each(self.found), self.budget)

    def arrived(self) -> Iterator[tuple[AnyLine, AnyLine]]:
        """Yield the lines to positions that are reached again, as many as the budget allows, and their first lines."""
        return ((line, self.found[n]) for _, line, n in self._each(self.edges) if line is not self.found[n])

    def cycle(self) -> AnyLine | None:
        """Return a line that comes to a position again, or None if there is none among those found so far."""
        steps = {(parent, number): line for parent, line, number in self.edges}
        below: dict[int, list[int]] = {}
        for parent, number in steps:
            below.setdefault(number, []).append(parent)
        try:
            TopologicalSorter(below).prepare()
        except CycleError as error:
            around: list[int] = error.args[1][:-1]
            first = around.index(min(around))  # the nearest
            line = self.found[around[first]]
            for edge in pairwise((*around[first:], *around[: first + 1])):
                line = longer(line, steps[edge].moves[-1], steps[edge].end)
            return line
        return None


ENDS = 60  # positions near the end of one game


def near_the_ends(rules: AnyRules, budget: int, longest: int) -> Iterator[AnyLine]:
    """Yield lines to the last positions of some games, and to those that other last moves lead to."""
    for seed in range(budget // ENDS):
        game = line_of_seed(rules, seed, longest, CHOICES[1 if seed % 3 else 3 * (seed % 2)])
        last = len(game.moves)
        sample = Nearest(rules, ENDS, game)
        for back in range(1, last + 1):
            further = Nearest(rules, ENDS, game.beginning(last - back))
            if back > 1 and not further.all_found():
                break
            sample = further
        yield from sample.lines()


SYMBOLS = 4  # of texts, those that come and go most
BEAM = 8  # positions played on at a time


def where_few_are_left(rules: AnyRules, budget: int) -> Iterator[AnyLine]:
    """Yield lines to positions with few of one symbol in their text: those that end a game, and the last ones found."""
    with suppress(Exception):  # raised by the rules, which another law reports
        texts = [rules.show(p) for seed in range(3) for p in typical(rules, seed).positions]
        counts = {symbol: [text.count(symbol) for text in texts] for symbol in sorted({*"".join(texts)})}
        for symbol in sorted(counts, key=lambda symbol: min(counts[symbol]) - max(counts[symbol]))[:SYMBOLS]:
            few: list[AnyLine] = [Line((), (start_of(rules),))]
            tried = 0
            while few and tried < budget // SYMBOLS:
                plays = ((line, move) for line in few for move in rules.moves(line.end))
                found = [longer(line, move, rules.play(line.end, move)) for line, move in plays]
                tried += len(found)
                yield from (line for line in found if not rules.moves(line.end))
                on = {key_of(line.end): line for line in found if rules.moves(line.end)}.values()
                few = sorted(on, key=lambda line: rules.show(line.end).count(symbol))[:BEAM]
            yield from few
