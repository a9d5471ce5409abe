"""The positions of a game nearest its start, breadth first; every law of games is tested on these first."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import suppress
from graphlib import CycleError, TopologicalSorter

from fpgames.rules.record import AnyRules
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
    """The positions of a game breadth first, equal ones once; each is computed when it is first needed, and kept.

    Args:
        rules: the game.
        budget: about how many positions to take.
        begun: a line of play at whose end to begin; by default, the start.
    """

    def __init__(self, rules: AnyRules, budget: int, begun: AnyLine | None = None) -> None:
        self.rules = rules
        self.budget = budget
        self.begun: AnyLine = begun or Line((), (start_of(rules),))
        self.found = [self.begun]
        self.arrivals: list[
            tuple[AnyLine, int]
        ] = []  # lines to positions reached again, and the numbers of their first lines
        self.edges: list[tuple[int, int]] = []
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
        self.edges.append((parent, number))
        if number < len(self.found):
            self.arrivals.append((line, number))
        else:
            self.found.append(line)

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
        for at in range(self.budget):
            while at == len(self.found) and self.expand():
                pass
            if at == len(self.found):
                return
            yield self.found[at]

    def arrived(self) -> Iterator[tuple[AnyLine, AnyLine]]:
        """Yield the lines to positions that are reached again, as many as the budget allows, and their first lines."""
        at = 0
        while at < len(self.arrivals) or self.expand():
            yield from ((line, self.found[number]) for line, number in self.arrivals[at : at + 1])
            at = min(at + 1, len(self.arrivals))

    def cycle(self) -> AnyLine | None:
        """Return a line that comes to a position again, or None if there is none among those found so far."""
        below: dict[int, list[int]] = {}
        for parent, number in self.edges:
            below.setdefault(number, []).append(parent)
        try:
            TopologicalSorter(below).prepare()
        except CycleError as error:
            back = (line for line, n in self.arrivals if line.moves[: len(self.found[n].moves)] == self.found[n].moves)
            return next(back, None) or self._around(error.args[1])
        return None

    def _around(self, numbers: list[int]) -> AnyLine:
        """Return a line that goes once round a cycle of positions."""
        around = numbers[:-1]
        first = min(range(len(around)), key=lambda n: len(self.found[around[n]].moves))
        line = self.found[around[first]]
        for number in (*around[first + 1 :], *around[: first + 1]):
            plays = ((move, self.rules.play(line.end, move)) for move in self.rules.moves(line.end))
            move, after = next(each for each in plays if self.numbers.get(key_of(each[1])) == number)
            line = longer(line, move, after)
        return line


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
