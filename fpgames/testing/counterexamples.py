"""Laws of games tested all along a line of play, and counterexamples made as short as possible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import combinations_with_replacement
from time import monotonic
from typing import Any

from fpgames.rules.record import AnyRules
from fpgames.testing.laws import Broken
from fpgames.testing.lines_of_play import AnyLine, Line, start_of
from fpgames.testing.nearest import Nearest, key_of, longer
from fpgames.testing.suite import Case

MOST_POSITIONS = 50_000  # examined in the search for a shorter counterexample
ALONG = 20  # positions of a long line examined near its start, near its end, and in between


def shortest(game: Any, law: Callable[[Case], None], found: Broken, seconds: float) -> Broken:
    """Return a counterexample with as few moves as can be found in time: at most as many as the one found.

    ``shortest :: Subject -> (Case -> IO ()) -> Broken -> Double -> IO Broken``

    First moves are left out of the line that was found. Then positions are examined breadth first, those that are equal
    and print alike once.

    Args:
        game: any subject with the field ``rules``.
        law: a function of a case, which is a line under a name; it raises ``Broken`` if the law does not hold there.
        found: the counterexample to shorten, with its line.
        seconds: the time that it may take.

    >>> from types import SimpleNamespace
    >>> from fpgames.games.tictactoe import rules
    >>> def law(case):
    ...     if len(case["line"].moves) > 1:
    ...         raise broken(case["line"], "too long")
    ...
    >>> found = Broken("too long", Line((0, 1, 2, 3), ()))
    >>> print(shortest(SimpleNamespace(rules=rules), law, found, 1.0))
    after the moves (2, 3): too long

    See also: :func:`prefixes`.
    """
    until = monotonic() + seconds
    if found.line is None or _is_nearest(game, found.line):
        return found
    name = next(iter(found.case), "line")

    def of_line(line: AnyLine) -> None:
        law({name: line})

    best = _with_less(game.rules, of_line, found, (monotonic() + until) / 2)
    sample = Nearest(game.rules, MOST_POSITIONS)
    for number in sample.numbered(MOST_POSITIONS):
        if sample.nodes[number].depth >= len(best.line.moves) or monotonic() > until:
            break
        shorter = _broken_by(of_line, sample.line(number))
        if shorter is not None:
            return shorter
    return best


def _is_nearest(game: Any, line: AnyLine) -> bool:
    """Return whether a line is the one by which its end was found among the positions nearest the start."""
    nearest: Nearest | None = getattr(game, "nearest", None)
    number = None if nearest is None else nearest.numbers.get(key_of(line.end))
    return nearest is not None and number is not None and nearest.nodes[number].depth == len(line.moves)


def _broken_by(law: Callable[[AnyLine], None], line: AnyLine) -> Broken | None:
    try:
        law(line)
    except Broken as error:
        return error
    return None


def _with_less(rules: AnyRules, law: Callable[[AnyLine], None], found: Broken, until: float) -> Broken:
    """Leave moves out while the law stays broken: many in a row, then one or two."""
    best = found
    less = True
    while less:
        less = False
        for moves in _without_some(best.line.moves):
            if monotonic() > until:
                return best
            shorter = _broken_by(law, _as_far_as_legal(rules, moves))
            if shorter is not None and shorter.line and len(shorter.line.moves) < len(best.line.moves):
                best, less = shorter, True
                break
    return best


def _without_some(moves: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    size = len(moves) // 2
    while size > 1:
        for at in range(0, len(moves) - size + 1, max(1, size // 2)):
            yield moves[:at] + moves[at + size :]
        size //= 2
    for n, m in combinations_with_replacement(range(len(moves)), 2):
        yield tuple(move for at, move in enumerate(moves) if at not in (n, m))


def _as_far_as_legal(rules: AnyRules, moves: Iterable[Any]) -> AnyLine:
    """Return the line of these moves; those that are not legal are left out."""
    line: AnyLine = Line((), (start_of(rules),))
    for move in moves:
        with suppress(Exception):  # raised by the rules, which another law reports
            if move in rules.moves(line.end):
                line = longer(line, move, rules.play(line.end, move))
    return line


def prefixes(drawn: dict[str, AnyLine]) -> Iterator[dict[str, AnyLine]]:
    """Yield the beginnings of a line, the shortest first and the whole line last, because a law must hold all along.

    ``prefixes = inits``, for a line that is not long

    Of a long line, the beginnings that end near its start, near its end, and at some positions in between are taken.

    Args:
        drawn: a dictionary with a line under the name ``line``; any other is yielded as it is.

    >>> [len(case["line"].moves) for case in prefixes({"line": Line((0, 1), (0, 262145, 1025))})]
    [0, 1, 2]

    See also: :func:`after`, which describes a line in words.
    """
    if "line" not in drawn:
        yield drawn
    else:
        line = drawn["line"]
        last = len(line.moves)
        between = range(0, last, max(1, last // ALONG))
        for n in sorted({*range(min(ALONG, last)), *between, *range(max(0, last - ALONG), last + 1)}):
            yield {"line": line.beginning(n)}


def after(line: AnyLine) -> str:
    """Describe how a position was reached: ``after :: Line p m -> String``.

    Args:
        line: the line of play that leads to it.

    >>> after(Line((0, 1), (0, 262145, 1025)))
    'after the moves (0, 1)'

    See also: :func:`broken`.
    """
    return f"after the moves {line.moves!r}" if line.moves else "at the start"


@contextmanager
def looked_at(line: AnyLine) -> Iterator[None]:
    """Say of errors that are raised inside at the end of which line they were."""
    try:
        yield
    except Broken:
        raise
    except Exception as error:
        raise broken(line, f"{type(error).__name__}: {error}") from error


def where(case: Case, said: str) -> str:
    """Say what is wrong, and after which moves."""
    return ": ".join((*map(after, case.values()), said))


def broken(line: AnyLine, said: str) -> Broken:
    """Return the error for what is wrong at the end of a line: ``broken :: Line p m -> String -> Broken``.

    Args:
        line: the line of play that shows it.
        said: what is wrong.

    >>> print(broken(Line((), (0,)), "there are no moves"))
    at the start: there are no moves

    See also: :class:`fpgames.testing.Broken`.
    """
    return Broken(f"{after(line)}: {said}", line)
