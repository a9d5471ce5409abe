"""The moves of draughts: how they are generated, and how they are written as text.

Source: PDN 3.0 (github.com/wiegerw/pdn).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from fpgames.games.draughts.bit_operations import Draughts, shift
from fpgames.games.draughts.variant import Variant, grid_of, square_numbers
from fpgames.validation import illegal_move_message

__all__ = ["Move"]


class Move(NamedTuple):
    """A move of draughts; two paths that capture the same pieces between the same squares are one move.

    Args:
        start: the number of the start square, from 1.
        end: the number of the end square.
        captured: the squares of the captured pieces, in ascending order; empty for a quiet move.

    >>> print(Move(9, 13), Move(22, 13, (17,)))
    9-13 22x13(17)

    See also: ``Rules.show_move_in``, which writes a move in standard notation.
    """

    start: int
    end: int
    captured: tuple[int, ...] = ()

    def __str__(self) -> str:
        return show_move(self)


def show_move(move: Move) -> str:
    """Return the unique text of a move, with the captured squares in brackets."""
    if not move.captured:
        return f"{move.start}-{move.end}"
    return f"{move.start}x{move.end}({','.join(map(str, move.captured))})"


_SQUARE = "[1-9][0-9]{0,3}"
_MOVE = re.compile(rf"({_SQUARE})(?:-({_SQUARE})|x({_SQUARE})\(({_SQUARE}(?:,{_SQUARE})*)\))")
MOVE_IN_GAMES = r"\d+(?: ?[-x:] ?\d+)+(?:\(\d+(?:,\d+)*\))?"  # some programs write 1- 7
_STANDARD_NOTATION = re.compile(rf"{_SQUARE}(?:-{_SQUARE}|(?:[x:]{_SQUARE})+)")


def require_square(variant: Variant, n: int) -> None:
    """Raise ValueError unless n is the number of a square of the board."""
    n_squares = len(grid_of(variant).squares)
    if not 1 <= n <= n_squares:
        raise ValueError(f"there is no square {n}; squares are 1 to {n_squares}")


def read_move(variant: Variant, text: str) -> Move:
    """Return the move of a text that ``show_move`` wrote; the move need not be legal."""
    match = _MOVE.fullmatch(text.strip())
    if not match:
        raise ValueError(f"{text.strip()!r:.80} is not a move; expected one such as 9-13, or 22x13(17)")
    start, quiet, end, listed = match.groups()
    captured = tuple(map(int, listed.split(","))) if listed else ()
    for n in (int(start), int(quiet or end), *captured):
        require_square(variant, n)
    if list(captured) != sorted({*captured}):
        raise ValueError(f"captured squares are listed in ascending order, each once; got {listed}")
    return Move(int(start), int(quiet or end), captured)


Moves: TypeAlias = Callable[[Draughts], tuple[Move, ...]]


def _paths_of(variant: Variant, p: Draughts, move: Move) -> Iterator[tuple[int, ...]]:
    """Yield each path of a capture: the start square, and the squares where the piece lands, in order."""
    grid, numbers = grid_of(variant), square_numbers(variant)
    start = grid.squares[move.start - 1]
    man = not p.kings & start
    empty = grid.board & ~(p.first | p.second) | start

    def continue_from(at: int, remaining: int) -> Iterator[tuple[int, ...]]:
        if not remaining:
            if numbers[at] == move.end:
                yield (move.end,)
            return
        for direction, step in enumerate(grid.steps):
            if man and not variant.backwards and direction >> 1 != p.turn:
                continue
            jumped = shift(at, step)
            while variant.flying and not man and jumped & empty:
                jumped = shift(jumped, step)
            to = shift(jumped, step)
            while jumped & remaining and to & empty:
                for path in continue_from(to, remaining ^ jumped):
                    yield numbers[at], *path
                if man or not variant.flying:
                    break
                to = shift(to, step)

    return continue_from(start, sum(grid.squares[n - 1] for n in move.captured))


def show_move_in(variant: Variant, moves: Moves, p: Draughts, move: Move) -> str:
    """Return a legal move in standard notation: ``9-13``, ``22x13``, or ``22x13x6`` if ``22x6`` is ambiguous."""
    if not move.captured:
        return show_move(move)
    ends = move.start, move.end
    rivals = [other for other in moves(p) if other.captured and (other.start, other.end) == ends]
    return "x".join(map(str, min(_paths_of(variant, p, move)) if len(rivals) > 1 else ends))


def read_move_in(variant: Variant, moves: Moves, p: Draughts, text: str) -> Move:
    """Return the move of a text in standard notation or in the notation of ``show_move``.

    The text of a capture names its start and end squares; it may also name squares in between where the piece lands.
    """
    word = text.strip()
    if not _STANDARD_NOTATION.fullmatch(word) or "-" in word:
        return read_move(variant, word)
    squares = tuple(map(int, re.split("[x:]", word)))
    for n in squares:
        require_square(variant, n)
    legal = moves(p)
    captures = [move for move in legal if move.captured and (move.start, move.end) == (squares[0], squares[-1])]
    fits = [move for move in captures if squares in _paths_of(variant, p, move)]
    fits = fits or [move for move in captures if any(_lands_on(path, squares) for path in _paths_of(variant, p, move))]
    if not fits:
        raise ValueError(illegal_move_message(word, [show_move_in(variant, moves, p, move) for move in legal]))
    if len(fits) > 1:
        readings = " or ".join(show_move_in(variant, moves, p, move) for move in fits)
        raise ValueError(f"{word!r} may be {readings}; name the squares between")
    return fits[0]


def _lands_on(path: tuple[int, ...], squares: tuple[int, ...]) -> bool:
    """Return whether a path lands on all these squares, in their order."""
    landings = iter(path)
    return all(n in landings for n in squares)
