"""The end of take-away games, such as Nim and Kayles, in which whoever takes the last object wins.

In misère play, whoever takes the last object loses. A position is a pair of ints. The first int encodes the objects
left, and is 0 if none is left. The second int is the turn: 0 if the first player is to move, otherwise 1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from returns.maybe import Maybe, Nothing

from fpgames.games.turns import NAMES
from fpgames.rules.makers import made
from fpgames.rules.outcomes import Outcome, outcome_of_score

TakeAwayPosition: TypeAlias = tuple[int, int]
"""A position: the objects left, and the turn."""


Score: TypeAlias = Callable[[TakeAwayPosition], int]


@made("score(misere={})".format)
def make_score(misere: bool) -> Score:
    """Make ``score``, which returns 1 if the first player has won, -1 if the second player has won, otherwise 0."""

    def score(p: TakeAwayPosition) -> int:
        left, turn = p
        if left:
            return 0
        return 1 if (turn == 1) != misere else -1

    return score


def outcome(score: Score, p: TakeAwayPosition) -> Maybe[Outcome]:
    """Return the outcome of a game; ``Nothing`` if the game is not over."""
    return Nothing if p[0] else outcome_of_score(score(p))


def status(score: Score, p: TakeAwayPosition) -> str:
    """Return the status of a position as text: who is to move, or who has won."""
    return f"{NAMES[p[1]]} to move" if p[0] else f"{NAMES[score(p) < 0]} has won"


def read_turn(text: str, left: int, min_moves: int, max_moves: int, score: Score) -> int:
    """Return the turn that a status implies, such as 1 for ``second to move``: the inverse of ``status``.

    Args:
        text: the status; if empty, the result is 0, or 1 if the first player cannot be to move.
        left: the objects left.
        min_moves: the smallest number of moves that can have led to the position.
        max_moves: the greatest such number; every number from ``min_moves`` to ``max_moves`` is possible.
        score: the score of the game.

    Raises:
        ValueError: the text is not a status, or contradicts the objects left.
    """
    possible = {status(score, (left, n % 2)): n % 2 for n in range(min_moves, min(max_moves, min_moves + 1) + 1)}
    words = " ".join(text.split())
    if not words:
        return min(possible.values())
    if words not in possible:
        raise ValueError(
            f"{text.strip()[:40]!r} does not fit what is left; expected {' or '.join(map(repr, sorted(possible)))}"
        )
    return possible[words]
