"""Draughts as plain functions of ints and tuples, which searches call and numba compiles.

Source: the rules of the World Checkers and Draughts Federation (English) and of the World Draughts Federation (international).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from fpgames.games.draughts.variant import Variant, grid_of

__all__ = ["Draughts"]


class Draughts(NamedTuple):
    """A position.

    Args:
        first: the pieces of the first player, as bits.
        second: those of the second player.
        kings: the kings of both.
        turn: 0 if the first player is to move, 1 if the second is.

    See also: :class:`fpgames.games.draughts.variant.Variant`, which has the bit of each square.
    """

    first: int
    second: int
    kings: int
    turn: int


Capture = tuple[int, int, int]
"""The pieces captured, less than 0 where most count; those pieces as bits; the square where the capture ends."""

_NONE: Capture = (1, 0, 0)  # comes after all captures, in their order


def shifted(bits: int, step: int) -> int:
    """Return the squares one step away from some squares, in one direction."""
    return bits << step if step > 0 else bits >> -step


def make_next_capture(variant: Variant) -> Callable[..., Capture]:
    """Return the function that finds the first of a piece's captures, in the order of ``Capture``, after another.

    Several ways to capture the same pieces and end on the same square are equal in this order, so they count as one. Where
    the capture of most pieces is compulsory, larger captures come first.
    """
    _, _, steps, far_rows, _ = grid_of(variant)
    backwards, flying = variant.backwards, variant.flying
    majority, in_passing = variant.majority, variant.crowned_in_passing

    def next_capture(
        at: int, man: bool, turn: int, enemy: int, empty: int, count: int, taken: int, after: Capture
    ) -> Capture:
        best = _NONE
        ended = True
        for direction in range(4):
            if man and not backwards and direction >> 1 != turn:
                continue
            step = steps[direction]
            over = shifted(at, step)
            if flying and not man:
                while over & empty:
                    over = shifted(over, step)
            if over & enemy and not over & taken:
                to = shifted(over, step)
                while to & empty:
                    ended = False
                    if in_passing and man and to & far_rows[turn]:
                        found = (0, taken | over, to)
                        if not found > after:
                            found = _NONE
                    else:
                        found = next_capture(to, man, turn, enemy, empty, count - majority, taken | over, after)
                    if found < best:
                        best = found
                    if man or not flying:
                        break
                    to = shifted(to, step)
        if ended and taken and (count, taken, at) > after:
            return count, taken, at
        return best

    return next_capture


def make_captures(variant: Variant) -> Callable[[Draughts], Iterator[tuple[int, int, int]]]:
    """Return the function that yields the captures: the square where each begins, where it ends, the pieces captured."""
    next_capture, (squares, board, steps, *_) = make_next_capture(variant), grid_of(variant)
    flying, majority, most = variant.flying, variant.majority, len(squares)

    def captures(p: Draughts) -> Iterator[tuple[int, int, int]]:
        own, enemy = (p.second, p.first) if p.turn else (p.first, p.second)
        able = own & p.kings if flying else 0
        near = board & ~(own | enemy)
        for step in steps:  # most positions have no captures, which is quickly seen of pieces that do not fly
            able |= own & shifted(shifted(near, -step) & enemy, -step)
        best = 0
        rest = able if majority else 0
        while rest:
            at = rest & -rest
            rest ^= at
            count, _, _ = next_capture(at, not at & p.kings, p.turn, enemy, near | at, 0, 0, (-most, 0, 0))
            if count < best:
                best = count
        rest = able
        while rest:
            at = rest & -rest
            rest ^= at
            found = next_capture(at, not at & p.kings, p.turn, enemy, near | at, 0, 0, (best, 0, 0))
            while found[0] == best:
                count, taken, to = found
                yield at, to, taken
                found = next_capture(at, not at & p.kings, p.turn, enemy, near | at, 0, 0, found)

    return captures


def make_capturing(variant: Variant) -> Callable[[Draughts], bool]:
    """Return the function that tells whether the player to move has to capture."""
    captures = make_captures(variant)

    def capturing(p: Draughts) -> bool:
        for _ in captures(p):
            return True
        return False

    return capturing


def make_quiet_moves(variant: Variant) -> Callable[[Draughts], Iterator[tuple[int, int]]]:
    """Return the function that yields the moves that capture nothing: the square where each begins, and where it ends."""
    (_, board, steps, *_), flying = grid_of(variant), variant.flying

    def quiet(p: Draughts) -> Iterator[tuple[int, int]]:
        own, enemy = (p.second, p.first) if p.turn else (p.first, p.second)
        empty = board & ~(own | enemy)
        for direction in range(4):
            step = steps[direction]
            able = own if direction >> 1 == p.turn else own & p.kings
            rest = able & shifted(empty, -step)
            while rest:
                at = rest & -rest
                rest ^= at
                to = shifted(at, step)
                yield at, to
                if flying and at & p.kings:
                    to = shifted(to, step)
                    while to & empty:
                        yield at, to
                        to = shifted(to, step)

    return quiet


def make_position_after(variant: Variant) -> Callable[[Draughts, int, int, int], Draughts]:
    """Return the function that moves a piece, and takes others away."""
    far_rows = grid_of(variant).far_rows

    def after(p: Draughts, at: int, to: int, taken: int) -> Draughts:
        kings = p.kings & ~taken
        if kings & at:
            kings = kings & ~at | to
        else:
            kings |= to & far_rows[p.turn]
        if p.turn:
            return Draughts(p.first & ~taken, p.second & ~at | to, kings, 0)
        return Draughts(p.first & ~at | to, p.second & ~taken, kings, 1)

    return after


def make_successors(variant: Variant) -> Callable[[Draughts], Iterator[Draughts]]:
    """Return the function that yields the positions after each move."""
    captures, quiet, after = make_captures(variant), make_quiet_moves(variant), make_position_after(variant)

    def successors(p: Draughts) -> Iterator[Draughts]:
        captured = False
        for at, to, taken in captures(p):
            captured = True
            yield after(p, at, to, taken)
        if not captured:
            for at, to in quiet(p):
                yield after(p, at, to, 0)

    return successors


def make_can_move(variant: Variant) -> Callable[[Draughts], bool]:
    """Return the function that tells whether the player to move has a move."""
    _, board, steps, *_ = grid_of(variant)
    backwards = variant.backwards

    def able(p: Draughts) -> bool:
        own, enemy = (p.second, p.first) if p.turn else (p.first, p.second)
        empty = board & ~(own | enemy)
        for direction in range(4):
            step = steps[direction]
            forwards = own if direction >> 1 == p.turn else own & p.kings
            if forwards & shifted(empty, -step):
                return True
            capturing = own if backwards else forwards
            if capturing & shifted(shifted(empty, -step) & enemy, -step):
                return True
        return False

    return able


def make_static(variant: Variant) -> Callable[[Draughts], float]:
    """Return the function that is 1 or -1 for a win, else the first player's material less the second's, scaled.

    A man counts 10, one more in the far half of the board; a king 15, or 30 if it flies.
    """
    able = make_can_move(variant)
    first_half, second_half = grid_of(variant).far_halves
    king = 30 if variant.flying else 15
    scale = float(king * len(grid_of(variant).squares))

    def static(p: Draughts) -> float:
        if not able(p):
            return 1.0 if p.turn else -1.0
        first, second = p.first & ~p.kings, p.second & ~p.kings
        men = 10 * (first.bit_count() - second.bit_count())
        kings = king * ((p.first & p.kings).bit_count() - (p.second & p.kings).bit_count())
        advanced = (first & first_half).bit_count() - (second & second_half).bit_count()
        return (men + kings + advanced) / scale

    return static


def make_score(variant: Variant) -> Callable[[Draughts], int]:
    """Return the function that is 1 if the first player has won, -1 if the second has, otherwise 0."""
    able = make_can_move(variant)

    def score(p: Draughts) -> int:
        if able(p):
            return 0
        return 1 if p.turn else -1

    return score
