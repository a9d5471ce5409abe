"""Draughts on bitboards: functions of ints and tuples that searches call and numba compiles.

Source: rules of the World Checkers and Draughts Federation (English) and the World Draughts Federation (international).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from fpgames.games.draughts.variant import Variant, grid_of
from fpgames.rules.makers import made

__all__ = ["Draughts"]


class Draughts(NamedTuple):
    """A position of draughts: three bitboards and the turn.

    Args:
        first: the pieces of the first player, men and kings.
        second: the pieces of the second player, men and kings.
        kings: the kings of both players.
        turn: 0 if the first player is to move, 1 if the second is.

    See also: :class:`fpgames.games.draughts.variant.Variant`, which describes the board.
    """

    first: int
    second: int
    kings: int
    turn: int


Capture = tuple[int, int, int]
"""A capture: minus the number of captured pieces (0 without a majority rule), the pieces' mask, and the end square."""

_NONE: Capture = (1, 0, 0)  # sentinel for no capture; it is greater than every capture


def shift(bits: int, step: int) -> int:
    """Shift a bitboard by ``step`` bits: to higher bits if ``step`` is positive, otherwise to lower bits."""
    return bits << step if step > 0 else bits >> -step


def make_next_capture(variant: Variant) -> Callable[..., Capture]:
    """Make ``next_capture``, which finds a piece's smallest capture that is greater, as a tuple, than ``after``.

    Two paths that capture the same pieces and land on the same square are equal tuples, so they are one move.
    Where a majority rule makes the largest capture compulsory, larger captures come first.
    """
    _, _, steps, far_rows, _ = grid_of(variant)
    backwards, flying = variant.backwards, variant.flying
    majority, in_passing = variant.majority, variant.crowned_in_passing

    def next_capture(
        at: int, man: bool, turn: int, enemy: int, empty: int, count: int, taken: int, after: Capture
    ) -> Capture:
        best = _NONE
        is_complete = True
        for direction in range(4):
            if man and not backwards and direction >> 1 != turn:
                continue
            step = steps[direction]
            jumped = shift(at, step)
            if flying and not man:
                while jumped & empty:
                    jumped = shift(jumped, step)
            if jumped & enemy and not jumped & taken:
                to = shift(jumped, step)
                while to & empty:
                    is_complete = False
                    if in_passing and man and to & far_rows[turn]:
                        capture = (0, taken | jumped, to)
                        if not capture > after:
                            capture = _NONE
                    else:
                        capture = next_capture(to, man, turn, enemy, empty, count - majority, taken | jumped, after)
                    if capture < best:
                        best = capture
                    if man or not flying:
                        break
                    to = shift(to, step)
        if is_complete and taken and (count, taken, at) > after:
            return count, taken, at
        return best

    return next_capture


def make_captures(variant: Variant) -> Callable[[Draughts], Iterator[tuple[int, int, int]]]:
    """Make ``captures``, which yields the start square, end square and captured pieces of each legal capture."""
    next_capture, (squares, board, steps, *_) = make_next_capture(variant), grid_of(variant)
    flying, majority, most = variant.flying, variant.majority, len(squares)

    def captures(p: Draughts) -> Iterator[tuple[int, int, int]]:
        mine, enemy = (p.second, p.first) if p.turn else (p.first, p.second)
        candidates = mine & p.kings if flying else 0
        empty = board & ~(mine | enemy)
        for step in steps:  # a quick test, because most positions have no captures
            candidates |= mine & shift(shift(empty, -step) & enemy, -step)
        best = 0
        candidates_left = candidates if majority else 0
        while candidates_left:
            at = candidates_left & -candidates_left
            candidates_left ^= at
            count, _, _ = next_capture(at, not at & p.kings, p.turn, enemy, empty | at, 0, 0, (-most, 0, 0))
            if count < best:
                best = count
        candidates_left = candidates
        while candidates_left:
            at = candidates_left & -candidates_left
            candidates_left ^= at
            capture = next_capture(at, not at & p.kings, p.turn, enemy, empty | at, 0, 0, (best, 0, 0))
            while capture[0] == best:
                count, taken, to = capture
                yield at, to, taken
                capture = next_capture(at, not at & p.kings, p.turn, enemy, empty | at, 0, 0, capture)

    return captures


@made("{}".format)
def make_has_capture(variant: Variant) -> Callable[[Draughts], bool]:
    """Make ``has_capture``, which returns whether the player to move can capture, and so has to."""
    captures = make_captures(variant)

    def has_capture(p: Draughts) -> bool:
        for _ in captures(p):
            return True
        return False

    return has_capture


def make_quiet_moves(variant: Variant) -> Callable[[Draughts], Iterator[tuple[int, int]]]:
    """Make ``quiet_moves``, which yields the start square and the end square of each move without a capture."""
    (_, board, steps, *_), flying = grid_of(variant), variant.flying

    def quiet_moves(p: Draughts) -> Iterator[tuple[int, int]]:
        mine, enemy = (p.second, p.first) if p.turn else (p.first, p.second)
        empty = board & ~(mine | enemy)
        for direction in range(4):
            step = steps[direction]
            movers = mine if direction >> 1 == p.turn else mine & p.kings
            rest = movers & shift(empty, -step)
            while rest:
                at = rest & -rest
                rest ^= at
                to = shift(at, step)
                yield at, to
                if flying and at & p.kings:
                    to = shift(to, step)
                    while to & empty:
                        yield at, to
                        to = shift(to, step)

    return quiet_moves


def make_position_after(variant: Variant) -> Callable[[Draughts, int, int, int], Draughts]:
    """Make ``position_after``, which moves a piece from ``at`` to ``to`` unchecked, removes ``taken``, may crown it."""
    far_rows = grid_of(variant).far_rows

    def position_after(p: Draughts, at: int, to: int, taken: int) -> Draughts:
        kings = p.kings & ~taken
        if kings & at:
            kings = kings & ~at | to
        else:
            kings |= to & far_rows[p.turn]
        if p.turn:
            return Draughts(p.first & ~taken, p.second & ~at | to, kings, 0)
        return Draughts(p.first & ~at | to, p.second & ~taken, kings, 1)

    return position_after


def make_can_move(variant: Variant) -> Callable[[Draughts], bool]:
    """Make ``can_move``, which returns whether the player to move has a legal move."""
    _, board, steps, *_ = grid_of(variant)
    backwards = variant.backwards

    def can_move(p: Draughts) -> bool:
        mine, enemy = (p.second, p.first) if p.turn else (p.first, p.second)
        empty = board & ~(mine | enemy)
        for direction in range(4):
            step = steps[direction]
            forwards = mine if direction >> 1 == p.turn else mine & p.kings
            if forwards & shift(empty, -step):
                return True
            capturing = mine if backwards else forwards
            if capturing & shift(shift(empty, -step) & enemy, -step):
                return True
        return False

    return can_move
