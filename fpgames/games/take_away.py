"""Take-away games: players take things in turn, and the player who takes the last one wins, or loses in misère play.

A position is a pair: the things left, as an int that is 0 when all are taken, and the turn, 0 for the first player and 1
for the second. In misère play the taker of the last thing loses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from returns.maybe import Maybe, Nothing

from fpgames.games.turns import NAMES
from fpgames.rules.outcomes import Outcome, outcome_of_score

Taken: TypeAlias = tuple[int, int]
"""A position: the things left, and the turn."""


def make_score(misere: bool) -> Callable[[Taken], int]:
    """Return the function that is 1 if the first player has won, -1 if the second has, otherwise 0."""

    def score(p: Taken) -> int:
        left, turn = p
        if left:
            return 0
        return 1 if (turn == 1) != misere else -1

    return score


def outcome(misere: bool, p: Taken) -> Maybe[Outcome]:
    """Return how a game ended, ``Nothing`` while it runs."""
    return Nothing if p[0] else outcome_of_score(make_score(misere)(p))


def status(misere: bool, p: Taken) -> str:
    """Return the end of a position's text: who is to move, or has won."""
    return f"{NAMES[p[1]]} to move" if p[0] else f"{NAMES[make_score(misere)(p) < 0]} has won"


def read_turn(said: str, left: int, least: int, most: int, misere: bool) -> int:
    """Return the turn that the end of a text means, such as ``second to move``; inverse of ``status``.

    Args:
        said: the end of the text; empty if it says nothing, then the first player is to move if that can be.
        left: the things left.
        least: the smallest number of moves that can have led there.
        most: the greatest number of moves that can have led there; all numbers between are possible too.
        misere: whether the taker of the last thing loses.

    Raises:
        ValueError: the text says anything else than who is to move, or has won; or that cannot be.
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
