"""Lines of play: random lines by seed, the shortest lines to positions, and lines to unusual positions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import deepcopy
from functools import partial, reduce
from graphlib import CycleError, TopologicalSorter
from itertools import chain, islice, pairwise
from operator import ne
from random import Random
from typing import Any, Generic, NamedTuple, Self, TypeAlias, TypeVar, cast

from toolz import groupby, unique

from fpgames.rand.generators import Gen
from fpgames.rand.walks import random_walk
from fpgames.rules import CHANCE, AnyRules, IllegalMove, Player, Rules, with_draws
from fpgames.testing.law import MAX_SHOWN_CHARACTERS, as_counterexample, attempt, current_timer

__all__ = ["Line", "replay"]

M = TypeVar("M")
P = TypeVar("P")


AnyPosition: TypeAlias = Any
"""A position of any game."""

AnyMove: TypeAlias = Any
"""A move of any game."""

AnyLine: TypeAlias = "Line[AnyPosition, AnyMove]"
"""A line of any game."""

MAX_MOVES = 1000  # default for the maximum number of moves of a line
SAMPLED = 20  # number of tested prefixes of a long line in each part: near the start, in the middle, near the end


class Line(NamedTuple, Generic[P, M]):
    """A line of play: moves from the start of a game, and the positions before and after each move.

    Args:
        moves: the moves, in the order in which they were played.
        positions: the start, and the position after each move.

    See also: :func:`fpgames.testing.lines`, which draws them.
    """

    moves: tuple[M, ...]
    positions: tuple[P, ...]

    @property
    def end(self) -> P:
        """The position after all moves."""
        return self.positions[-1]

    def beginning(self, n: int) -> Line[P, M]:
        """Return the line of the first ``n`` moves: ``beginning :: Line p m -> Int -> Line p m``.

        Args:
            n: the number of moves.

        >>> Line((0, 1), (0, 262145, 1025)).beginning(1)
        Line(moves=(0,), positions=(0, 262145))
        """
        return Line(self.moves[:n], self.positions[: n + 1])

    def __str__(self) -> str:
        """Describe by which moves the end was reached.

        >>> str(Line((0, 1), (0, 262145, 1025)))
        'after the moves (0, 1)'
        """
        moves = repr(self.moves)
        text = f"after the moves {moves}" if len(moves) <= MAX_SHOWN_CHARACTERS else f"after {len(self.moves)} moves"
        return text if self.moves else "at the start"


def replay(rules: Rules[P, M], *moves: M | str) -> Line[P, M]:
    """Play some moves, such as the moves of a report, and return the line: ``replay rules = scanl play start``.

    Args:
        rules: the game.
        moves: the moves, or their texts as ``rules.show_move_in`` returns them.

    >>> from fpgames.games.tictactoe import rules
    >>> replay(rules, 0, 1)
    Line(moves=(0, 1), positions=(0, 262145, 1025))

    See also: :func:`lines`, which draws lines of play.
    """
    line: Line[P, M] = Line((), (start_of(rules),))
    for move_or_text in moves:
        as_text = isinstance(move_or_text, str) and move_or_text not in rules.moves(line.end)
        move: AnyMove = rules.read_move_in(line.end, str(move_or_text)) if as_text else move_or_text
        line = play_move(rules, line, move)
    return line


def play_move(rules: Rules[P, M], line: Line[P, M], move: M) -> Line[P, M]:
    """Return the line with one more move, which is played at its end."""
    return Line((*line.moves, move), (*line.positions, rules.play(line.end, move)))


def start_of(rules: Rules[P, M]) -> P:
    """Return the start of a game, copied if possible, because faulty rules may change it."""
    with suppress(Exception):
        if (copy := deepcopy(rules.start)) == rules.start:
            return copy
    return rules.start


Choice: TypeAlias = Callable[[AnyRules, AnyPosition, AnyPosition], Callable[[AnyMove], Any]]
"""How to choose moves: maps the rules, the player's previous position and this position to a rating of moves."""


def _rate_equally(rules: AnyRules, before: P, p: P) -> Callable[[AnyMove], int]:
    """Rate all moves the same, which gives random games."""
    return lambda move: 0


def _rate_unfinished(rules: Rules[P, M], before: P, p: P) -> Callable[[M], bool]:
    """Prefer moves that do not end the game, to get long games and draws."""
    return lambda move: bool(rules.moves(rules.play(p, move)))


def _rate_similarity(rules: Rules[P, M], before: P, p: P) -> Callable[[M], int]:
    """Prefer moves that make the board similar to ``before``, the position two moves ago, to get repetitions."""
    board = rules.show(before)

    def likeness(move: M) -> int:
        after = rules.show(rules.play(p, move))
        differences: int = sum(map(ne, after, board))
        return -abs(len(after) - len(board)) - differences

    return likeness


def _rate_static_value(rules: Rules[P, M], before: P, p: P) -> Callable[[M], float]:
    """Prefer moves to the positions whose static values are best for the player who moves."""
    player = rules.player(p)
    sign = int(player) if isinstance(player, Player) else 0
    return lambda move: sign * rules.static(rules.play(p, move))


def _rate_new_moves(rules: Rules[P, M], before: P, p: P) -> Callable[[M], bool]:
    """Prefer moves that were illegal in ``before``, the position two moves ago. Often these moves are captures."""
    moves_before = rules.moves(before)
    return lambda move: move not in moves_before


CHOICES: tuple[Choice, ...] = (_rate_equally, _rate_unfinished, _rate_similarity, _rate_static_value, _rate_new_moves)


class NumberSource(NamedTuple):
    """A generator for ``random_walk``, which draws from 0 to ``hi``: a number below n is ``number(n)``."""

    number: Callable[[int], int]

    def uniform_r(self, lo: int, hi: int) -> tuple[int, Self]:
        return self.number(hi + 1), self


def rated_game(
    root: AnyLine,
    rules: AnyRules,
    longest: int,
    number: Callable[[int], int],
    choice: Choice,
    goes_on: Callable[[AnyLine], bool],
) -> AnyLine:
    """Play on from a line while ``goes_on(line)``; of the n moves that ``choice`` rates best, play number ``number(n)``."""

    def best_moves(line: AnyLine) -> Sequence[AnyMove]:
        if not goes_on(line) or len(line.moves) == longest or not (legal := rules.moves(line.positions[-1])):
            return ()
        # without random moves, all games would be the same; with many, a position rarely occurs three times
        is_random = choice in CHOICES[2:] and number(20 if choice is _rate_similarity else 3) == 0
        rating_of = (_rate_equally if is_random else choice)(rules, line.positions[-3:][0], line.end)
        moves_by_rating = groupby(rating_of, legal)
        best: Sequence[AnyMove] = moves_by_rating[max(moves_by_rating)]
        return best

    gen = cast("Gen", NumberSource(number))  # a walk only calls uniform_r
    return random_walk(best_moves(root), best_moves, partial(play_move, rules), root, gen, longest)[0]


def line_of_seed(
    rules: Rules[P, M],
    seed: int,
    longest: int = MAX_MOVES,
    choice: Choice = _rate_equally,
    root: Line[P, M] | None = None,
) -> Line[P, M]:
    """Return the random game of a seed; stop after ``longest`` moves, at an error of the rules, or when time is up.

    The game begins with the moves of ``root``, by default none.
    """
    timer, lines = current_timer(), list[Line[P, M]]()

    def is_in_time(line: Line[P, M]) -> bool:
        lines.append(line)
        return not timer.is_over()

    with suppress(Exception):  # an error of the rules
        rated_game(root or replay(rules), rules, longest, Random(seed).randrange, choice, is_in_time)
    return lines[-1]


def is_drawn(rules: AnyRules, line: AnyLine) -> bool:
    """Return whether the draws of the rules, if there are any, end the game during a line of play."""
    if rules.draws is None:
        return False
    played = with_draws(rules)
    try:
        return not played.moves(reduce(played.play, line.moves, played.start))
    except IllegalMove:
        return True


def meets_chance(rules: AnyRules, p: AnyPosition) -> bool:
    """Return whether chance moves in a position or, after some move of a player, in the next one."""
    if _chance_moves(rules, p):
        return True
    for move in rules.moves(p):
        with suppress(Exception):  # laws such as play_accepts_every_move report errors of the rules
            if _chance_moves(rules, rules.play(p, move)):
                return True
    return False


def _chance_moves(rules: AnyRules, p: AnyPosition) -> bool:
    """Return whether chance moves in a position; return False if the rules raise an error, which other laws report."""
    return attempt(lambda: rules.player(p) is CHANCE and bool(rules.moves(p))).value_or(False)


def usual_length(rules: AnyRules) -> int:
    """Return the length of the longest of five random games."""
    return max(len(line_of_seed(rules, seed).moves) for seed in range(5))


def prefix_cases(drawn: dict[str, AnyLine]) -> Iterator[dict[str, AnyLine]]:
    """Yield a test case for each prefix of a drawn line, the shortest first, because a law must hold at every position.

    Of a long line, only those prefixes are used that end near its start, near its end, or at some positions in between.

    >>> [len(case["line"].moves) for case in prefix_cases({"line": Line((0, 1), (0, 262145, 1025))})]
    [0, 1, 2]
    """
    if "line" not in drawn:
        yield drawn
    else:
        line = drawn["line"]
        last = len(line.moves)
        for n in range(last + 1):
            if n < SAMPLED or n >= last - SAMPLED or n % (last // SAMPLED) == 0:
                yield {"line": line.beginning(n)}


@contextmanager
def locating_errors(line: AnyLine) -> Iterator[None]:
    """Turn an error raised in the block into a ``Counterexample`` whose message begins with a line of play."""
    try:
        yield
    except Exception as error:
        counterexample = as_counterexample(error)
        counterexample.args, counterexample.line = (f"{line}, {counterexample}",), line
        raise counterexample from counterexample.__cause__


A = TypeVar("A")

BUDGET = 6000  # default number of positions, enough for all of tic-tac-toe
MOVES_PER_POSITION = 3  # number of moves that count as one position in the budget


def position_key(p: AnyPosition) -> Hashable:
    """Return a key of a position, made of its value and its repr; None if the position has no hash or no repr.

    The repr distinguishes positions that a faulty ``==`` takes for equal.
    """
    try:
        hash(p)
        text = repr(p)
    except Exception:
        return None
    return p, type(p) if " at 0x" in text else text


class NearestLines:
    """The shortest lines to the positions of a game, found breadth first; ``budget`` limits the number of positions.

    The search begins at the end of ``root_line``, by default at the start. It plays moves on demand, and caches lines.
    """

    def __init__(self, rules: AnyRules, budget: int, root_line: AnyLine | None = None) -> None:
        self.rules, self.budget = rules, budget
        self.first_lines: list[AnyLine] = [root_line or replay(rules)]
        self.arrivals: list[tuple[AnyLine, AnyLine]] = []  # each line, and the first line to its last position
        self.line_by_key: dict[Hashable, AnyLine] = {position_key(self.first_lines[0].end): self.first_lines[0]}
        self.expanded = 0

    def expand(self) -> bool:
        """Play all moves of the next position; return False if no position is left, or if the budget is spent."""
        is_full = len(self.first_lines) > self.budget or len(self.arrivals) > MOVES_PER_POSITION * self.budget
        if is_full or self.has_all():
            return False
        line = self.first_lines[self.expanded]
        self.expanded += 1
        with suppress(Exception):  # laws such as play_accepts_every_move report errors of the rules
            for move in self.rules.moves(line.end):
                with suppress(Exception):
                    next_line = play_move(self.rules, line, move)
                    first_line = self.line_by_key.setdefault(position_key(next_line.end) or object(), next_line)
                    self.arrivals.append((next_line, first_line))
                    if first_line is next_line:
                        self.first_lines.append(next_line)
        return True

    def _all_found(self, items: list[A]) -> Iterator[A]:
        """Yield the items of a list that ``expand`` extends; call ``expand`` whenever all items have been yielded."""
        index = 0
        while index < len(items) or self.expand():
            yield from items[index : index + 1]
            index = min(index + 1, len(items))

    def width(self) -> float:
        """Return the mean number of moves of the positions expanded so far."""
        return len(self.arrivals) / max(1, self.expanded)

    def has_all(self) -> bool:
        """Return whether all reachable positions have been found and expanded."""
        return self.expanded == len(self.first_lines)

    def lines(self) -> Iterator[AnyLine]:
        """Yield a shortest line to each position, within the budget."""
        return islice(self._all_found(self.first_lines), self.budget)

    def transpositions(self) -> Iterator[tuple[AnyLine, AnyLine] | None]:
        """Yield pairs of lines to one position, within the budget: a line found later, and the first line found.

        Yield None for each line that is the first one, so that ``in_time`` can end a search that finds no pairs.
        """
        return ((line, first) if line is not first else None for line, first in self._all_found(self.arrivals))

    def cycle(self) -> AnyLine | None:
        """Return a line that reaches some position twice; None if the moves found so far form no cycle without chance."""
        by_chance = {line.moves for line in self.first_lines if _chance_moves(self.rules, line.end)}
        before_chance = {line.moves[:-1] for line, first in self.arrivals if first.moves in by_chance}
        steps = {(line.moves[:-1], first.moves): line for line, first in self.arrivals}
        steps = {ends: line for ends, line in steps.items() if ends[0] not in by_chance | before_chance}
        sorter = TopologicalSorter[tuple[AnyMove, ...]]()
        for before, after in steps:
            sorter.add(after, before)
        try:
            sorter.prepare()
        except CycleError as error:
            line, *rest = (steps[step] for step in pairwise(error.args[1]))
            return Line(
                (*line.moves, *(step.moves[-1] for step in rest)), (*line.positions, *(step.end for step in rest))
            )
        return None


PER_END = 40  # number of positions to yield near the end of each game


def lines_near_ends(rules: AnyRules, budget: int, longest: int) -> Iterator[AnyLine]:
    """Yield up to ``budget`` lines to positions at and near the ends of games of at most ``longest`` moves."""
    for seed in range(budget // PER_END):
        line = line_of_seed(rules, seed, longest, CHOICES[1 if seed % 3 else 3 * (seed % 2)])
        below = (NearestLines(rules, PER_END, line.beginning(n)).lines() for n in reversed(range(len(line.positions))))
        yield from islice(unique(chain.from_iterable(below), key=lambda line: position_key(line.end)), PER_END)


MAX_SYMBOLS = 4  # maximum number of beam searches, one for each symbol of positions' texts whose count varies most
BEAM_WIDTH = 16  # number of positions expanded in each step of the beam search


def lines_with_few_symbols(rules: AnyRules, budget: int) -> Iterator[AnyLine]:
    """Yield lines to ends of games, and to positions whose text has few of one symbol, found by beam searches."""
    with suppress(Exception):  # laws such as play_accepts_every_move report errors of the rules
        texts = [rules.show(p) for seed in range(3) for p in line_of_seed(rules, seed).positions]
        counts = {symbol: [text.count(symbol) for text in texts] for symbol in sorted({*"".join(texts)})}
        for symbol in sorted(counts, key=lambda symbol: min(counts[symbol]) - max(counts[symbol]))[:MAX_SYMBOLS]:
            beam = [(start := replay(rules), rules.moves(start.end))]
            tried_count = 0
            while beam and tried_count < budget // MAX_SYMBOLS:
                next_lines = [play_move(rules, line, move) for line, legal in beam for move in legal]
                tried_count += len(next_lines)
                with_moves = [(line, rules.moves(line.end)) for line in next_lines]
                yield from (line for line, legal in with_moves if not legal)
                unfinished = {position_key(line.end): (line, legal) for line, legal in with_moves if legal}.values()
                beam = sorted(unfinished, key=lambda entry: rules.show(entry[0].end).count(symbol))[:BEAM_WIDTH]
            yield from (line for line, _ in beam)
