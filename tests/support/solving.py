"""Games for tests of solvers, a reference solver that uses simple recursion, and a game that may never end."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from returns.maybe import Maybe, Nothing, Some

from fpgames import Outcome, Player, Rules
from fpgames.games import connect4, dots_and_boxes, hex, kayles, mnk, nim, othello, tictactoe
from fpgames.rules import AnyRules, unreadable, up_to_symmetry, whose_turn

SMALL: list[AnyRules] = [
    tictactoe.rules,
    *(connect4.sized(3, 3, 3), connect4.sized(4, 3, 3), connect4.sized(1, 5, 4), connect4.sized(3, 4, 3, centre_first=True)),
    *(nim.heaps(3, 2, 2), nim.heaps(3, 2, misere=True), kayles.row(6), kayles.row(5, misere=True)),
    *(mnk.sized(2, 4, 3), hex.sized(2)),
    *(dots_and_boxes.sized(1, 1), dots_and_boxes.sized(2, 1)),
    up_to_symmetry(tictactoe.rules),
]  # fmt: skip
LARGER: list[AnyRules] = [
    *(dots_and_boxes.sized(2, 2), othello.sized(4), connect4.sized(4, 4), hex.sized(3), tictactoe.record.rules)
]


# The game "circle", which may never end. Both players move the same piece, one cell left or right on a circle of nine cells.
# The first player wins when the piece is on cell 1, the second player when the piece is on cell 5.
def _outcome(p: tuple[int, int]) -> Maybe[Outcome]:
    return {1: Some(Outcome.FIRST_WON), 5: Some(Outcome.SECOND_WON)}.get(p[0], Nothing)


def _play(p: tuple[int, int], move: int) -> tuple[int, int]:
    return (p[0] + move) % 9, -p[1]


CIRCLE: Rules[tuple[int, int], int] = Rules(
    name="circle", start=(0, 1), moves=lambda p: () if p[0] in (1, 5) else (-1, 1), play=_play,
    player=lambda p: Player(p[1]), outcome=_outcome, show=str, read=unreadable, show_move=str, read_move=int,
)  # fmt: skip


@cache
def recursive_solver(rules: AnyRules, margins: bool) -> Callable[[Any], tuple[int, int]]:
    """Return a function that computes a position's value and the number of moves until the game ends under best play.

    Best play prefers quick wins, slow draws and slow losses. With ``margins``, the value is the score instead of the outcome.
    """

    @cache
    def solve(p: Any) -> tuple[int, int]:
        moves = rules.moves(p)
        if not moves:
            won = int(rules.outcome(p).unwrap())
            return rules.score(p) if margins else won, 0
        sign = int(whose_turn(rules, p))
        below = [solve(rules.play(p, move)) for move in moves]
        value, length = max(below, key=lambda pair: (sign * pair[0], -pair[1] if sign * pair[0] > 0 else pair[1]))
        return value, length + 1

    return solve
