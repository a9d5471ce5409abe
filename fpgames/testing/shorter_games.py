"""Games in which a mutable game differs from its model, made as short as possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import Any, TypeAlias

from fpgames.testing.laws import Broken

Games: TypeAlias = list[list[Any]]
"""Games one after the other: moves played and tried, and None where a move is taken back."""

_NEW = object()  # between the games of a list of steps


class Differs(Broken):
    """The error of a mutable game that differs from its model.

    Args:
        said: how they differ.
        line: the moves after which they do.
        games: all that was played.

    See also: :class:`fpgames.testing.GameMachine`, which raises it.
    """

    def __init__(self, said: str, line: Any, games: Games) -> None:
        super().__init__(said, line)
        self.games = games

    def add_note(self, note: str) -> None:
        """Leave a note out: those of Hypothesis list every step, which the message has in one line.

        ``addNote :: Differs -> String -> ()``

        Args:
            note: the note.

        >>> error = Differs("it differs", None, [])
        >>> error.add_note("a long note")
        >>> hasattr(error, "__notes__")
        False
        """


def shortened(replay: Callable[..., None], found: Differs, seconds: float, known: Sequence[Any] = ()) -> Differs:
    """Leave steps out of games while the games still differ, and then take other moves that come first.

    ``shortened :: ([[Maybe m]] -> IO ()) -> Differs -> Double -> [m] -> IO Differs``

    Args:
        replay: a function that plays games again, and raises ``Differs``.
        found: what was found.
        seconds: the time that it may take.
        known: moves, the simplest first.

    >>> def replay(*games):
    ...     if max(games[-1], default=0) > 2:
    ...         raise Differs("it is wrong", None, [*games])
    ...
    >>> shortened(replay, Differs("it is wrong", None, [[1], [2, 2, 4, 1]]), 5.0, range(5)).games
    [[3]]

    See also: :class:`fpgames.testing.GameMachine`.
    """
    until = monotonic() + seconds
    less = True
    while less:
        less = False
        for fewer in _with_less(_steps(found.games)):
            if monotonic() > until:
                return found
            shorter = _difference(replay, fewer)
            if shorter is not None and len(_steps(shorter.games)) < len(_steps(found.games)):
                found, less = shorter, True
                break
    return _simpler(replay, found, until, known)


def _simpler(replay: Callable[..., None], found: Differs, until: float, known: Sequence[Any]) -> Differs:
    """Take for each move the first of the known ones with which the games still differ."""
    for n in range(len(_steps(found.games))):
        steps = _steps(found.games)
        if steps[n] is _NEW or steps[n] is None:
            continue
        for move in known:
            if move == steps[n] or monotonic() > until:
                break
            other = _difference(replay, [*steps[:n], move, *steps[n + 1 :]])
            if other is not None and len(_steps(other.games)) == len(steps):
                found = other
                break
    return found


def _difference(replay: Callable[..., None], steps: list[Any]) -> Differs | None:
    games: Games = [[]]
    for step in steps:
        if step is _NEW:
            games.append([])
        else:
            games[-1].append(step)
    try:
        replay(*games)
    except Differs as found:
        return found
    return None


def _steps(games: Games) -> list[Any]:
    return [step for game in games for step in (_NEW, *game)][1:]


def _with_less(steps: list[Any]) -> Iterator[list[Any]]:
    """Yield the steps without some in a row, many of them first, and then without any two."""
    size = len(steps)
    while size > 0:
        for at in range(0, len(steps), size):
            yield steps[:at] + steps[at + size :]
        size //= 2
    for m in range(len(steps)):
        for n in range(m):
            yield steps[:n] + steps[n + 1 : m] + steps[m + 1 :]
