"""Games to solve by plain recursion, the recursion itself, and a game that need not end."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from returns.maybe import Maybe, Nothing, Some

from fpgames import Outcome, Player, Rules
from fpgames.games import connect4, dots_and_boxes, hex, kayles, mnk, nim, othello, tictactoe
from fpgames.rules import AnyRules, unreadable, up_to_symmetry, with_passes

SMALL: list[AnyRules] = [
    tictactoe.rules,
    *(connect4.sized(3, 3, 3), connect4.sized(4, 3, 3), connect4.sized(1, 5, 4), connect4.sized(3, 4, 3, centre_first=True)),
    *(nim.heaps(3, 2, 2), nim.heaps(3, 2, misere=True), kayles.row(6), kayles.row(5, misere=True)),
    *(mnk.sized(3, 3, 3, forced=True), mnk.sized(2, 4, 3), hex.sized(2)),
    *(dots_and_boxes.sized(1, 1), dots_and_boxes.sized(2, 1), with_passes(dots_and_boxes.sized(2, 1))),
    up_to_symmetry(tictactoe.rules),
]  # fmt: skip
LARGER: list[AnyRules] = [
    *(dots_and_boxes.sized(2, 2), othello.sized(4), connect4.sized(4, 4), hex.sized(3), tictactoe.record.rules)
]


# A game that need not end: players step left or right on a circle of nine cells; it is over at 1 and at 5.
def _outcome(p: tuple[int, int]) -> Maybe[Outcome]:
    return {1: Some(Outcome.FIRST_WON), 5: Some(Outcome.SECOND_WON)}.get(p[0], Nothing)


def _play(p: tuple[int, int], move: int) -> tuple[int, int]:
    return (p[0] + move) % 9, -p[1]


CIRCLE: Rules[tuple[int, int], int] = Rules(
    name="circle",
    start=(0, 1),
    moves=lambda p: () if p[0] in (1, 5) else (-1, 1),
    play=_play,
    player=lambda p: Player(p[1]),
    outcome=_outcome,
    show=str,
    read=unreadable,
    show_move=str,
    read_move=int,
)


@cache
def by_recursion(rules: AnyRules, margins: bool) -> Callable[[Any], tuple[int, int]]:
    """Return a function that computes the value of a position and the moves of best play: quick wins, slow losses."""

    @cache
    def solve(p: Any) -> tuple[int, int]:
        moves = rules.moves(p)
        if not moves:
            won = int(rules.outcome(p).unwrap())
            return rules.score(p) if margins else won, 0
        sign = int(rules.player(p))
        below = [solve(rules.play(p, move)) for move in moves]
        value, length = max(below, key=lambda pair: (sign * pair[0], -pair[1] if sign * pair[0] > 0 else pair[1]))
        return value, length + 1

    return solve
