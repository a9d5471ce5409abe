"""Pig: a player rolls a die as often as they dare, adds up the points, and stops; whoever has 100 points first wins.

A roll of 1 ends the turn, and its points are lost. If the points of the turn suffice to win, the only legal move is to
stop. Positions can repeat, because a turn may add nothing. So searches need ``prune``.

Sources: Scarne, *Scarne on Dice* (1945); Neller and Presser, *Optimal Play of the Dice Game Pig* (2004).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple, TypeAlias

from returns.maybe import Maybe, Nothing

from fpgames.games.turns import NAMES
from fpgames.games.turns import player as player_of_turn
from fpgames.rules.makers import made
from fpgames.rules.outcomes import CHANCE, Mover, Outcome, outcome_of_score, require_legal
from fpgames.rules.record import Rules
from fpgames.validation import require_at_least

__all__ = ["Position", "pig", "rules"]

Move: TypeAlias = str | int
"""A move: ``"roll"`` or ``"stop"`` of a player; 1 to 6 of the die."""


class Position(NamedTuple):
    """A position of Pig: the scores, whose turn it is, and the points of this turn.

    Args:
        first: the score of the first player.
        second: the score of the second player.
        turn: 0 if it is the first player's turn, 1 if it is the second's.
        points: the points that the player has rolled in this turn.
        rolls: whether the die is being rolled, so that chance moves.

    See also: :func:`pig`, which returns the rules.
    """

    first: int
    second: int
    turn: int
    points: int
    rolls: bool


FACES, _MAX_GOAL, _STANDARD = 6, 1000, 100


def scores_after_stop(p: Position) -> tuple[int, int]:
    """Return the scores of both players if the player stops now."""
    return p.first + p.points * (1 - p.turn), p.second + p.points * p.turn


def player(p: Position) -> Mover:
    """Return the player to move, or ``CHANCE`` while the die is rolled."""
    return CHANCE if p.rolls else player_of_turn(p)


def read_move(text: str) -> Move:
    """Return the move written as ``text``; raise ValueError for any other text."""
    if text in ("roll", "stop"):
        return text
    if text in map(str, range(1, FACES + 1)):
        return int(text)
    raise ValueError(f"{text[:40]!r} is not a move; expected roll, stop, or a face of the die, 1 to {FACES}")


def pig(goal: int = _STANDARD) -> Rules[Position, Move]:
    """Return the rules of Pig: ``pig :: Int -> Rules Position Move``.

    Args:
        goal: the number of points that wins, 1 to 1000.

    Raises:
        ValueError: the goal is not from 1 to 1000.

    >>> small = pig(20)
    >>> p = small.play(small.play(small.start, "roll"), 5)
    >>> small.show(p), small.moves(p)
    ('0-0, first to move, 5 points', ('roll', 'stop'))
    >>> small.show(small.play(p, "stop"))
    '5-0, second to move, 0 points'

    See also: :data:`rules`; :func:`fpgames.search.chance.expectiminimax`.
    """
    require_at_least(1, goal, "play to {} points", _MAX_GOAL)
    return _rules(int(goal))


@made("pig({})".format)
def _rules(goal: int) -> Rules[Position, Move]:
    def score(p: Position) -> int:
        return int(p.first >= goal) - int(p.second >= goal)

    def static(p: Position) -> float:
        """Return the outcome of a finished game; before the end, the lead if the player stops now, over the goal plus 1."""
        first, second = scores_after_stop(p)
        return score(p) or (min(first, goal) - min(second, goal)) / (goal + 1)

    def successors(p: Position) -> Iterator[Position]:
        if p.rolls:
            yield Position(p.first, p.second, 1 - p.turn, 0, False)
            for face in range(2, FACES + 1):
                yield Position(p.first, p.second, p.turn, p.points + face, False)
        elif score(p) == 0:
            first, second = scores_after_stop(p)
            if max(first, second) < goal:
                yield Position(p.first, p.second, p.turn, p.points, True)
            yield Position(first, second, 1 - p.turn, 0, False)

    def moves(p: Position) -> tuple[Move, ...]:
        if p.rolls:
            return tuple(range(1, FACES + 1))
        return () if score(p) else ("stop",) if max(scores_after_stop(p)) >= goal else ("roll", "stop")

    def play(p: Position, move: Move) -> Position:
        legal = moves(p)
        return [*successors(p)][legal.index(require_legal(move, legal))]

    def outcome(p: Position) -> Maybe[Outcome]:
        return outcome_of_score(score(p)) if score(p) else Nothing

    def show(p: Position) -> str:
        if score(p):
            return f"{p.first}-{p.second}, {NAMES[score(p) < 0]} has won"
        return f"{p.first}-{p.second}, {NAMES[p.turn]} {'rolls' if p.rolls else 'to move'}, {p.points} points"

    def read(text: str) -> Position:
        """Return the position of a line that ``show`` wrote; raise ValueError for any other text."""
        words = " ".join(text.split())
        first, second, points, *_ = (*map(int, re.findall("[0-9]{1,9}", words[:99])), 0, 0, 0)
        for turn, rolls in product((0, 1), (False, True)):
            p = Position(first, second, turn, points, rolls)
            has_fitting_turn = score(p) in (0, 2 * turn - 1) and not (rolls and max(scores_after_stop(p)) >= goal)
            if show(p) == words and has_fitting_turn and min(first, second) < goal:
                return p
        raise ValueError(f"{words[:40]!r} is not a position; expected a line such as '0-0, first to move, 0 points'")

    return Rules(
        name="pig" if goal == _STANDARD else f"pig:{goal}",
        start=Position(0, 0, 0, 0, False),
        moves=moves,
        play=play,
        player=player,
        outcome=outcome,
        show=show,
        read=read,
        show_move=str,
        read_move=read_move,
        successors=successors,
        static=static,
        score=score,
        margins=False,
        prompt="roll or stop ?",
    )


rules = pig()
"""The rules to 100 points, named ``pig``."""
