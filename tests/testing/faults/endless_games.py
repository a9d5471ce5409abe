"""Games that never end once an end has been missed: a counter compared by ``==``, which a move of two jumps over."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from returns.maybe import Nothing, Some

from fpgames import IllegalMove, Outcome, Player, Rules
from fpgames.rules import AnyRules
from fpgames.testing import game_laws
from tests.testing.faults import Fault

__all__ = ["ENDLESS"]

MOVES = range(8)


class Quiet(NamedTuple):
    number: int
    right: int = 0  # moves in a row that were right: the last one


def counting(is_over: Callable[[Quiet], bool], step: Callable[[Quiet, int], int]) -> AnyRules:
    """Return rules of one player, in which each move adds ``step`` to a counter."""

    def play(p: Quiet, move: int) -> Quiet:
        if move not in moves(p):
            raise IllegalMove(move, moves(p))
        return Quiet(p.number + step(p, move), p.right + 1 if move == MOVES[-1] else 0)

    def moves(p: Quiet) -> tuple[int, ...]:
        return () if is_over(p) else tuple(MOVES)

    return Rules(
        name="counting", start=Quiet(0), moves=moves, play=play, player=lambda p: Player.FIRST,
        outcome=lambda p: Some(Outcome.FIRST_WON) if is_over(p) else Nothing, show=lambda p: f"{p.number} {p.right}",
        read=lambda text: Quiet(*map(int, text.split())), show_move=str, read_move=int,
    )  # fmt: skip


def pass_of_two(needed: int, p: Quiet, move: int) -> int:
    return 1 + (p.right >= needed and move == MOVES[-1])


def ending(limit: int, needed: int) -> Callable[[], AnyRules]:
    return lambda: counting(lambda p: p.number == limit, partial(pass_of_two, needed))


ENDLESS = {
    name: Fault(lambda make=make: game_laws(make()), "every_game_ends")  # type: ignore[misc]
    for name, make in {
        "a pass after five passes skips the last number": ending(11, 5),
        "a pass after six skips it, later": ending(14, 6),
        "a move back from nought is never over": lambda: counting(
            lambda p: p.number == -8, lambda p, move: -2 if p.number == -7 and p.right >= 5 else -1
        ),
        "an end is overlooked after six right moves": lambda: counting(
            lambda p: p.number == 10 and p.right < 6, lambda p, move: 1
        ),
    }.items()
}
