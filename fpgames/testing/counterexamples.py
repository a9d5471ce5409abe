"""How laws of games are looked at: all along a line of play, and shown broken by as short a line as can be found."""

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


MOST_POSITIONS = 50_000  # looked at for a shorter counterexample
ALONG = 20  # positions of a long line looked at near its start, near its end, and between


def shortest(game: Any, law: Statement, found: Broken) -> Broken | None:
    """The same law broken in fewer moves, if it is: positions are looked at breadth first, equal ones once.

    ``shortest :: Game p m -> Law -> Broken -> Maybe Broken``

    Args:
        game: anything with the field ``rules``.
        law: raises ``Broken`` of a ``line``.
        found: the law broken, with the line that shows it.

    >>> from types import SimpleNamespace
    >>> from fpgames.games.tictactoe import rules
    >>> def law(line):
    ...     if len(line.moves) > 1:
    ...         raise broken(line, "too long")
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
    with suppress(Exception):  # of the rules; another law says so
        moves = rules.moves(line.end)
    for move in moves:
        with suppress(Exception):
            yield Line((*line.moves, move), (*line.positions, rules.play(line.end, move)))


def _with_less(rules: AnyRules, law: Statement, found: Broken) -> Broken | None:
    """The line without some of its moves, one or two at a time, as long as that breaks the law."""
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
    """A line, and the lines it begins with: a law has to hold all along. Of a long one, its ends and some between.

    ``prefixes = inits``, of a line that is not long

    Args:
        drawn: one line by its name, or nothing.

    >>> [len(case["line"].moves) for case in prefixes({"line": Line((0, 1), (0, 262145, 1025))})]
    [0, 1, 2]

    See also: :func:`where`, which tells a case in words.
    """
    for line in drawn.values():
        last = len(line.moves)
        between = range(0, last, max(1, last // ALONG))
        for n in sorted({*range(min(ALONG, last)), *between, *range(max(0, last - ALONG), last + 1)}):
            yield {"line": Line(line.moves[:n], line.positions[: n + 1])}
    if not drawn:
        yield {}


def where(case: dict[str, AnyLine]) -> str:
    """How a position was reached: ``where_ :: Map String (Line p m) -> String``.

    Args:
        case: a line by the name ``line``, or nothing.

    >>> where({"line": Line((0, 1), (0, 262145, 1025))})
    'after the moves (0, 1)'

    See also: :func:`broken`.
    """
    moves = case["line"].moves if case else ()
    return f"after the moves {moves!r}" if moves else "at the start"


def broken(line: AnyLine, said: str) -> Broken:
    """What is wrong at the end of a line: ``broken :: Line p m -> String -> Broken``.

    Args:
        line: the line.
        said: what is wrong.

    >>> print(broken(Line((), (0,)), "there are no moves"))
    at the start: there are no moves

    See also: :class:`fpgames.testing.Broken`.
    """
    return Broken(f"{where({'line': line})}: {said}", line)
