"""Take-away games: players take things in turn, and the player who takes the last one wins, or loses in misère play.

A position is a pair: the things left, as an int that is 0 when all are taken, and the turn, 0 for the first player and 1
for the second. In misère play the taker of the last thing loses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from returns.maybe import Maybe, Nothing, Some

from fpgames.rules.outcomes import Outcome, Player

Taken: TypeAlias = tuple[int, int]
"""A position of such a game: the things left, and the turn."""


_PLAYERS = (Player.FIRST, Player.SECOND)
_NAMES = ("first", "second")
_NOTHING: Maybe[Outcome] = Nothing
_WON = {outcome: Some(outcome) for outcome in Outcome}


def player(p: Taken) -> Player:
    """Return the player to move: ``player :: Taken -> Player``.

    Args:
        p: the position.

    >>> player((7, 1))
    Player.SECOND

    See also: :func:`outcome_on`.
    """
    return _PLAYERS[p[1]]


def score_on(misere: bool) -> Callable[[Taken], int]:
    """Return the function that is 1 if the first player has won, -1 if the second has, otherwise 0.

    ``scoreOn :: Bool -> Taken -> Int``

    Args:
        misere: whether the taker of the last thing loses.

    >>> score_on(False)((0, 1)), score_on(True)((0, 1)), score_on(True)((3, 1))
    (1, -1, 0)

    See also: :func:`outcome_on`, the same as an outcome.
    """

    def score(p: Taken) -> int:
        left, turn = p
        if left:
            return 0
        return 1 if (turn == 1) != misere else -1

    return score


def outcome_on(misere: bool) -> Callable[[Taken], Maybe[Outcome]]:
    """Return the function that returns how a game ended, ``Nothing`` while it runs: ``Taken -> Maybe Outcome``.

    Args:
        misere: whether the taker of the last thing loses.

    >>> outcome_on(False)((0, 1))
    <Some: 1>

    See also: :func:`score_on`, which compiled code calls.
    """
    score = score_on(misere)

    def outcome(p: Taken) -> Maybe[Outcome]:
        return _NOTHING if p[0] else _WON[Outcome(score(p))]

    return outcome


def status(misere: bool, p: Taken) -> str:
    """Return the end of a position's text: who is to move, or has won: ``status :: Bool -> Taken -> String``.

    Args:
        misere: whether the taker of the last thing loses.
        p: the position.

    >>> status(False, (7, 1)), status(False, (0, 1))
    ('second to move', 'first has won')

    See also: :func:`read_turn`, its inverse.
    """
    score = score_on(misere)
    if p[0]:
        return f"{_NAMES[p[1]]} to move"
    return f"{_NAMES[score(p) < 0]} has won"


def read_turn(said: str, left: int, least: int, most: int, misere: bool) -> int:
    """Return the turn that the end of a text means: ``readTurn :: String -> Int -> Int -> Int -> Bool -> Int``.

    Args:
        said: the end of the text; empty if it says nothing, then the first player is to move if that can be.
        left: the things left.
        least: the smallest number of moves that can have led there.
        most: the greatest number of moves that can have led there; all numbers between are possible too.
        misere: whether the taker of the last thing loses.

    Raises:
        ValueError: the text says anything else than who is to move, or has won; or that cannot be.

    >>> read_turn("second to move", 4, 1, 3, False)
    1
    >>> read_turn("first to move", 7, 0, 0, False), read_turn("", 6, 1, 1, False)
    (0, 1)

    See also: :func:`status`, its inverse.
    """
    possible = {status(misere, (left, n % 2)): n % 2 for n in range(least, min(most, least + 1) + 1)}
    words = " ".join(said.split())
    if not words:
        return min(possible.values())
    if words not in possible:
        raise ValueError(
            f"{said.strip()[:40]!r} does not fit what is left; expected {' or '.join(map(repr, sorted(possible)))}"
        )
    return possible[words]
