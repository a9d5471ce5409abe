"""Laws of games tested all along a line of play, and counterexamples made as short as possible."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations_with_replacement
from typing import Any

from fpgames.rules import AnyRules
from fpgames.testing.game_strategies import Line, start_of
from fpgames.testing.suite import Broken, Statement

AnyLine = Line[Any, Any]
"""A line of any game."""


MOST_POSITIONS = 50_000  # examined in the search for a shorter counterexample
ALONG = 20  # positions of a long line examined near its start, near its end, and in between


def shortest(game: Any, law: Statement, found: Broken) -> Broken | None:
    """Return a counterexample with fewer moves than the one found, or None if that fails.

    ``shortest :: Subject -> Statement -> Broken -> Maybe Broken``

    Positions are examined breadth first, equal ones once. If there are too many of them, moves are left out of the line
    that was found instead.

    Args:
        game: any subject with the field ``rules``.
        law: a function of ``line``; it raises ``Broken`` if the law does not hold at the end of the line.
        found: the counterexample to shorten, with its line.

    >>> from types import SimpleNamespace
    >>> from fpgames.games.tictactoe import rules
    >>> def law(line):
    ...     if len(line.moves) > 1:
    ...         raise broken(line, "too long")
    ...
    >>> print(shortest(SimpleNamespace(rules=rules), law, Broken("too long", Line((0, 1, 2, 3), ()))))
    after the moves (0, 1): too long

    See also: :func:`prefixes`.
    """
    rules: AnyRules = game.rules
    waiting = deque([Line[Any, Any]((), (start_of(rules),))])
    seen = {rules.start}
    while waiting and len(waiting[0].moves) < len(found.line.moves):
        line = waiting.popleft()
        try:
            law(line=line)
        except Broken as shorter:
            return shorter
        for after in _one_more(rules, line):
            if after.end not in seen and len(seen) < MOST_POSITIONS:
                seen.add(after.end)
                waiting.append(after)
    return None if len(seen) < MOST_POSITIONS else _with_less(rules, law, found)


def _one_more(rules: AnyRules, line: AnyLine) -> Iterator[AnyLine]:
    moves: tuple[Any, ...] = ()
    with suppress(Exception):  # raised by the rules, which another law reports
        moves = rules.moves(line.end)
    for move in moves:
        with suppress(Exception):
            yield Line((*line.moves, move), (*line.positions, rules.play(line.end, move)))


def _with_less(rules: AnyRules, law: Statement, found: Broken) -> Broken | None:
    """Leave moves out, one or two at a time, while the law stays broken; return None if none can be left out."""
    best = None
    less = True
    while less:
        moves = (best or found).line.moves
        less = False
        for n, m in combinations_with_replacement(range(len(moves)), 2):
            kept = [move for at, move in enumerate(moves) if at not in (n, m)]
            line: AnyLine = Line((), (start_of(rules),))
            for move in kept:
                line = next((after for after in _one_more(rules, line) if after.moves[-1] == move), line)
            try:
                law(line=line)
            except Broken as shorter:
                best, less = shorter, True
                break
    return best


def prefixes(drawn: dict[str, AnyLine]) -> Iterator[dict[str, AnyLine]]:
    """Yield the beginnings of a line, the shortest first and the whole line last, because a law must hold all along.

    ``prefixes = inits``, for a line that is not long

    Of a long line, the beginnings that end near its start, near its end, and at some positions in between are taken.

    Args:
        drawn: a dictionary with one line, or an empty one.

    >>> [len(case["line"].moves) for case in prefixes({"line": Line((0, 1), (0, 262145, 1025))})]
    [0, 1, 2]

    See also: :func:`where`, which describes a case in words.
    """
    for line in drawn.values():
        last = len(line.moves)
        between = range(0, last, max(1, last // ALONG))
        for n in sorted({*range(min(ALONG, last)), *between, *range(max(0, last - ALONG), last + 1)}):
            yield {"line": Line(line.moves[:n], line.positions[: n + 1])}
    if not drawn:
        yield {}


def where(case: dict[str, AnyLine]) -> str:
    """Describe how a position was reached: ``where_ :: Map String (Line p m) -> String``.

    Args:
        case: a dictionary with a line under the name ``line``, or an empty one.

    >>> where({"line": Line((0, 1), (0, 262145, 1025))})
    'after the moves (0, 1)'

    See also: :func:`broken`.
    """
    moves = case["line"].moves if case else ()
    return f"after the moves {moves!r}" if moves else "at the start"


def broken(line: AnyLine, said: str) -> Broken:
    """Return the error for what is wrong at the end of a line: ``broken :: Line p m -> String -> Broken``.

    Args:
        line: the line of play that shows it.
        said: what is wrong.

    >>> print(broken(Line((), (0,)), "there are no moves"))
    at the start: there are no moves

    See also: :class:`fpgames.testing.Broken`.
    """
    return Broken(f"{where({'line': line})}: {said}", line)
