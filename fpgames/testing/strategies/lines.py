"""Lines of play: moves from the start and the positions they lead through; those of a seed, and the shortest ones."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from copy import deepcopy
from functools import reduce
from graphlib import CycleError, TopologicalSorter
from itertools import chain, islice, pairwise
from random import Random
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from toolz import groupby, unique

from fpgames.rules import AnyRules, Rules
from fpgames.testing.law import MOST_SHOWN, Counterexample, as_broken, current_timer

__all__ = ["Line", "replay"]

M = TypeVar("M")
P = TypeVar("P")


AnyPosition: TypeAlias = Any
"""A position of any game."""

AnyMove: TypeAlias = Any
"""A move of any game."""

AnyLine: TypeAlias = "Line[AnyPosition, AnyMove]"
"""A line of any game."""

LONGEST = 1000  # moves after which a game is cut off
ALONG = 20  # positions of a long line examined near its start, near its end, and in between


class Line(NamedTuple, Generic[P, M]):
    """Moves played from the start, and the positions they lead through.

    Args:
        moves: the moves, from the start on.
        positions: the start, and the position after each move.

    See also: :func:`fpgames.testing.lines`, which draws them.
    """

    moves: tuple[M, ...]
    positions: tuple[P, ...]

    @property
    def end(self) -> P:
        """The position that the moves lead to."""
        return self.positions[-1]

    def beginning(self, n: int) -> Line[P, M]:
        """Return the line of the first moves: ``beginning :: Line p m -> Int -> Line p m``.

        Args:
            n: how many moves.

        >>> Line((0, 1), (0, 262145, 1025)).beginning(1)
        Line(moves=(0,), positions=(0, 262145))
        """
        return Line(self.moves[:n], self.positions[: n + 1])


def replay(rules: Rules[P, M], *moves: M | str) -> Line[P, M]:
    """Return the line of play of some moves, such as those of a report: ``replay rules = scanl play start``.

    Args:
        rules: the game.
        moves: the moves, or their texts.

    >>> from fpgames.games.tictactoe import rules
    >>> replay(rules, 0, 1)
    Line(moves=(0, 1), positions=(0, 262145, 1025))

    See also: :func:`lines`, which draws lines of play.
    """
    line: Line[P, M] = Line((), (start_of(rules),))
    for given in moves:
        as_text = isinstance(given, str) and given not in rules.moves(line.end)
        move: AnyMove = rules.read_move_in(line.end, str(given)) if as_text else given
        line = longer(line, move, rules.play(line.end, move))
    return line


def longer(line: Line[P, M], move: M, p: P) -> Line[P, M]:
    """Return a line with one more move, and the position it leads to."""
    return Line((*line.moves, move), (*line.positions, p))


def start_of(rules: Rules[P, M]) -> P:
    """Return the start, or a copy of it if one can be made, because rules with a fault may change it."""
    with suppress(Exception):
        if (copy := deepcopy(rules.start)) == rules.start:
            return copy
    return rules.start


Choice: TypeAlias = Callable[[AnyRules, AnyPosition, AnyPosition], Callable[[AnyMove], Any]]
"""From the rules, the position at the player's last move, and the one now, how much each move is wanted."""


def _any(rules: AnyRules, before: P, p: P) -> Callable[[AnyMove], int]:
    """Want all moves as much: games at random."""
    return lambda move: 0


def _going_on(rules: Rules[P, M], before: P, p: P) -> Callable[[M], bool]:
    """Want moves that do not end the game: long games, and draws."""
    return lambda move: bool(rules.moves(rules.play(p, move)))


def _to_and_fro(rules: Rules[P, M], before: P, p: P) -> Callable[[M], int]:
    """Want the board to be like the one before the player's last move."""
    board = rules.show(before)

    def likeness(move: M) -> int:
        after = rules.show(rules.play(p, move))
        return -abs(len(after) - len(board)) - sum(one != other for one, other in zip(after, board, strict=False))

    return likeness


def _by_value(rules: Rules[P, M], before: P, p: P) -> Callable[[M], float]:
    """Want the best static value to the player."""
    sign = int(rules.player(p))
    return lambda move: sign * rules.static(rules.play(p, move))


def _new(rules: Rules[P, M], before: P, p: P) -> Callable[[M], bool]:
    """Want moves that the player could not have played the last time: captures, castling and the like."""
    known = rules.moves(before)
    return lambda move: move not in known


CHOICES: tuple[Choice, ...] = (_any, _going_on, _to_and_fro, _by_value, _new)


def game(rules: Rules[P, M], longest: int, number: Callable[[int], int], choice: Choice) -> Iterator[Line[P, M]]:
    """Yield the beginnings of a game whose moves are drawn from those wanted most, by ``number(n)``, which is below n."""
    line: Line[P, M] = Line((), (start_of(rules),))
    yield line
    while len(line.moves) < longest and (legal := rules.moves(line.end)):
        at_random = choice in CHOICES[2:] and number(3) == 0  # or all games would be alike
        wanted = (_any if at_random else choice)(rules, line.positions[-3:][0], line.end)
        by_wish = groupby(wanted, legal)
        some = by_wish[max(by_wish)]
        move = some[number(len(some))]
        line = longer(line, move, rules.play(line.end, move))
        yield line


def line_of_seed(rules: Rules[P, M], seed: int, longest: int = LONGEST, choice: Choice = _any) -> Line[P, M]:
    """Play the game of a seed, up to the first error that the rules raise, or until the time of a law is over."""
    beginnings, clock = game(rules, longest, Random(seed).randrange, choice), current_timer()
    found = next(beginnings)
    with suppress(Exception):  # at the end, StopIteration
        while not clock.is_over():
            found = next(beginnings)
    return found


def usual_length(rules: AnyRules) -> int:
    """Return the length of the longest of five random games."""
    return max(len(line_of_seed(rules, seed).moves) for seed in range(5))


def prefixes(drawn: dict[str, AnyLine]) -> Iterator[dict[str, AnyLine]]:
    """Yield the beginnings of a line, the shortest first and the whole line last, because a law must hold all along.

    Of a long line, the beginnings that end near its start, near its end, and at some positions in between are taken.

    >>> [len(case["line"].moves) for case in prefixes({"line": Line((0, 1), (0, 262145, 1025))})]
    [0, 1, 2]
    """
    if "line" not in drawn:
        yield drawn
    else:
        line = drawn["line"]
        last = len(line.moves)
        for n in range(last + 1):
            if n < ALONG or n >= last - ALONG or n % (last // ALONG) == 0:
                yield {"line": line.beginning(n)}


def after(line: AnyLine) -> str:
    """Describe how a position was reached: ``after :: Line p m -> String``.

    >>> after(Line((0, 1), (0, 262145, 1025)))
    'after the moves (0, 1)'
    """
    moves = repr(line.moves)
    said = f"after the moves {moves}" if len(moves) <= MOST_SHOWN else f"after {len(line.moves)} moves"
    return said if line.moves else "at the start"


@contextmanager
def locating_errors(line: AnyLine) -> Iterator[None]:
    """Say of errors that are raised inside at the end of which line they were."""
    try:
        yield
    except Exception as error:
        found = as_broken(error)
        found.args, found.line = (f"{after(line)}, {found}",), line
        raise found from found.__cause__


def broken(line: AnyLine, said: str, evidence: str = "") -> Counterexample:
    """Return the error for what is wrong at the end of a line: ``broken :: Line p m -> String -> Counterexample``."""
    return Counterexample(f"{after(line)}, {said}", line, evidence=evidence)


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
        self.rules, self.budget = rules, budget
        self.found: list[AnyLine] = [begun or Line((), (start_of(rules),))]
        self.arrivals: list[tuple[AnyLine, AnyLine]] = []  # by a line, and the first line to the same position
        self.known: dict[Hashable, AnyLine] = {key_of(self.found[0].end): self.found[0]}
        self.expanded = 0

    def expand(self) -> bool:
        """Play all moves of the next position; return False if there is none, or no budget for it."""
        is_full = len(self.found) > self.budget or len(self.arrivals) > MOVES_EACH * self.budget
        if is_full or self.has_all():
            return False
        line = self.found[self.expanded]
        self.expanded += 1
        with suppress(Exception):  # raised by the rules, which another law reports
            for move in self.rules.moves(line.end):
                with suppress(Exception):
                    after = longer(line, move, self.rules.play(line.end, move))
                    first = self.known.setdefault(key_of(after.end) or object(), after)
                    self.arrivals.append((after, first))
                    if first is after:
                        self.found.append(after)
        return True

    def _each(self, items: list[A]) -> Iterator[A]:
        """Yield the items of a list that grows while moves are played."""
        at = 0
        while at < len(items) or self.expand():
            yield from items[at : at + 1]
            at = min(at + 1, len(items))

    def width(self) -> float:
        """Return the number of moves of a position, on average, of those whose moves were played so far."""
        return len(self.arrivals) / max(1, self.expanded)

    def has_all(self) -> bool:
        """Return whether every position of the game was found."""
        return self.expanded == len(self.found)

    def lines(self) -> Iterator[AnyLine]:
        """Yield the line to each position, as many as the budget allows."""
        return islice(self._each(self.found), self.budget)

    def transpositions(self) -> Iterator[tuple[AnyLine, AnyLine]]:
        """Yield the lines to positions that are reached again, as many as the budget allows, and their first lines."""
        return ((line, first) for line, first in self._each(self.arrivals) if line is not first)

    def cycle(self) -> AnyLine | None:
        """Return a line that comes to a position again, or None if there is none among those found so far."""
        steps = {(line.moves[:-1], first.moves): line for line, first in self.arrivals}
        sorter = TopologicalSorter[tuple[AnyMove, ...]]()
        for before, after in steps:
            sorter.add(after, before)
        try:
            sorter.prepare()
        except CycleError as error:
            line, *around = (steps[step] for step in pairwise(error.args[1]))
            return reduce(lambda line, step: longer(line, step.moves[-1], step.end), around, line)
        return None


ENDS = 40  # positions near the end of one game


def near_the_ends(rules: AnyRules, budget: int, longest: int) -> Iterator[AnyLine]:
    """Yield lines to the last positions of some games, and to those that other last moves lead to."""
    for seed in range(budget // ENDS):
        line = line_of_seed(rules, seed, longest, CHOICES[1 if seed % 3 else 3 * (seed % 2)])
        below = (Nearest(rules, ENDS, line.beginning(n)).lines() for n in reversed(range(len(line.positions))))
        yield from islice(unique(chain.from_iterable(below), key=lambda line: key_of(line.end)), ENDS)


SYMBOLS = 4  # of texts, those that come and go most
BEAM = 8  # positions played on at a time


def where_few_are_left(rules: AnyRules, budget: int) -> Iterator[AnyLine]:
    """Yield lines to positions with few of one symbol in their text: those that end a game, and the last ones found."""
    with suppress(Exception):  # raised by the rules, which another law reports
        texts = [rules.show(p) for seed in range(3) for p in line_of_seed(rules, seed).positions]
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
