"""The positions of a game nearest its start, breadth first; every law of games is tested on these first."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import suppress
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

from fpgames.rules.record import AnyRules
from fpgames.testing.lines_of_play import CHOICES, AnyLine, AnyMove, AnyPosition, Line, line_of_seed, start_of, typical

BUDGET = 6000  # positions, enough for all of tic-tac-toe
MOVES_EACH = 3  # a position with more moves counts as several


class Node(NamedTuple):
    """A position of a sample, and how it was reached.

    Args:
        position: the position.
        parent: the number of the node that it was reached from; -1 at the start.
        move: the move that led to it from there.
        depth: how many moves it is from the start.
    """

    position: AnyPosition
    parent: int
    move: AnyMove
    depth: int


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
        self.nodes = [Node(self.begun.end, -1, None, 0)]
        self.arrivals: list[tuple[Node, int]] = []  # positions reached again, and the numbers of their first nodes
        self.edges: list[tuple[int, int]] = []
        self.numbers = {key_of(self.nodes[0].position): 0}
        self.expanded = 0

    def expand(self) -> bool:
        """Play all moves of the next position; return False if there is none, or no budget for it."""
        is_full = len(self.nodes) > self.budget or len(self.edges) > MOVES_EACH * self.budget
        if is_full or self.has_all():
            return False
        at = self.expanded
        node = self.nodes[at]
        self.expanded += 1
        with suppress(Exception):  # raised by the rules, which another law reports
            for move in self.rules.moves(node.position):
                with suppress(Exception):
                    self._arrive(self.rules.play(node.position, move), at, move)
        return True

    def _arrive(self, p: AnyPosition, parent: int, move: AnyMove) -> None:
        key = key_of(p)
        number = self.numbers.setdefault(key, len(self.nodes)) if key is not None else len(self.nodes)
        node = Node(p, parent, move, self.nodes[parent].depth + 1)
        self.edges.append((parent, number))
        if number < len(self.nodes):
            self.arrivals.append((node, number))
        else:
            self.nodes.append(node)

    def width(self) -> float:
        """Return the number of moves of a position, on average, of those whose moves were played so far."""
        return len(self.edges) / max(1, self.expanded)

    def has_all(self) -> bool:
        """Return whether every position of the game was found."""
        return self.expanded == len(self.nodes)

    def all_found(self) -> bool:
        """Find as many positions as the budget allows, and return whether these are all."""
        while self.expand():
            pass
        return self.has_all()

    def numbered(self) -> Iterator[int]:
        """Yield the numbers of the nodes, as many as the budget allows."""
        for at in range(self.budget):
            while at == len(self.nodes) and self.expand():
                pass
            if at == len(self.nodes):
                return
            yield at

    def arrived(self) -> Iterator[tuple[Node, int]]:
        """Yield the positions that are reached again, as many as the budget allows, and the numbers of their nodes."""
        at = 0
        while at < len(self.arrivals) or self.expand():
            yield from self.arrivals[at : at + 1]
            at = min(at + 1, len(self.arrivals))

    def line(self, number: int) -> AnyLine:
        """Return the moves that lead to a node, with the positions between."""
        return self.line_of(self.nodes[number])

    def line_of(self, node: Node) -> AnyLine:
        """Return the moves that lead to a node, also of a position reached again, with the positions between."""
        back = [node, *(self.nodes[number] for number in self._above(node.parent))]
        path = back[-2::-1]  # without the node at which all lines begin
        moves, positions = (each.move for each in path), (each.position for each in path)
        return Line((*self.begun.moves, *moves), (*self.begun.positions, *positions))

    def lines(self) -> Iterator[AnyLine]:
        """Yield the line to each node."""
        return map(self.line, self.numbered())

    def cycle(self) -> AnyLine | None:
        """Return a line that comes to a position again, or None if there is none among the nodes so far."""
        below: dict[int, list[int]] = {}
        for parent, number in self.edges:
            below.setdefault(number, []).append(parent)
        try:
            TopologicalSorter(below).prepare()
        except CycleError as error:
            back = (self.line_of(node) for node, number in self.arrivals if number in self._above(node.parent))
            return next(back, None) or self._around(error.args[1])
        return None

    def _above(self, number: int) -> Iterator[int]:
        """Yield the number of a node, and of those on the way to it."""
        while number >= 0:
            yield number
            number = self.nodes[number].parent

    def _around(self, numbers: list[int]) -> AnyLine:
        """Return a line that goes once round a cycle of nodes."""
        around = numbers[:-1]
        first = min(range(len(around)), key=lambda n: self.nodes[around[n]].depth)
        line = self.line(around[first])
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


def longer(line: AnyLine, move: AnyMove, p: AnyPosition) -> AnyLine:
    """Return a line with one more move, and the position it leads to."""
    return Line((*line.moves, move), (*line.positions, p))
