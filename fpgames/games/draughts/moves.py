"""The moves of draughts, and their text.

Source: PDN 3.0 (github.com/wiegerw/pdn).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from fpgames.games.draughts.bit_operations import Draughts, make_captures, make_quiet_moves, shifted
from fpgames.games.draughts.variant import Variant, grid_of, numbers_of
from fpgames.validation import illegal_move_message

__all__ = ["Move"]


class Move(NamedTuple):
    """A move: two ways to capture the same pieces between the same squares are one move.

    Args:
        start: the square where it begins, from 1.
        end: the square where it ends.
        captured: the squares of the pieces that it captures, in ascending order.

    >>> print(Move(9, 13), Move(22, 13, (17,)))
    9-13 22x13(17)

    See also: ``Rules.show_move_in``, which writes a move as people do.
    """

    start: int
    end: int
    captured: tuple[int, ...] = ()

    def __str__(self) -> str:
        return show_move(self)


def show_move(move: Move) -> str:
    """Return a move as one word that no other move has: the squares captured follow in brackets."""
    if not move.captured:
        return f"{move.start}-{move.end}"
    return f"{move.start}x{move.end}({','.join(map(str, move.captured))})"


_NUMBER = "[1-9][0-9]{0,3}"
_MOVE = re.compile(rf"({_NUMBER})(?:-({_NUMBER})|x({_NUMBER})\(({_NUMBER}(?:,{_NUMBER})*)\))")
_WRITTEN = re.compile(rf"{_NUMBER}(?:-{_NUMBER}|(?:[x:]{_NUMBER})+)")


def require_square(variant: Variant, n: int) -> None:
    """Raise ValueError if the board has no square of this number."""
    most = len(grid_of(variant).squares)
    if not 1 <= n <= most:
        raise ValueError(f"there is no square {n}; squares are 1 to {most}")


def read_move(variant: Variant, text: str) -> Move:
    """Read a move, which need not be legal, as ``show_move`` writes it."""
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


def make_moves(variant: Variant) -> Callable[[Draughts], tuple[Move, ...]]:
    """Return the function that returns the legal moves."""
    captures, quiet, listed = make_captures(variant), make_quiet_moves(variant), grid_of(variant).listed
    numbers = numbers_of(variant)

    def moves(p: Draughts) -> tuple[Move, ...]:
        found = tuple(Move(numbers[at], numbers[to], listed(taken)) for at, to, taken in captures(p))
        return found or tuple(Move(numbers[at], numbers[to]) for at, to in quiet(p))

    return moves


def _paths(variant: Variant, p: Draughts, move: Move) -> Iterator[tuple[int, ...]]:
    """Yield the ways to make a capture, each as the squares where the piece lands."""
    grid, numbers = grid_of(variant), numbers_of(variant)
    start = grid.squares[move.start - 1]
    man = not p.kings & start
    empty = grid.board & ~(p.first | p.second) | start

    def onwards(at: int, left: int) -> Iterator[tuple[int, ...]]:
        if not left:
            if numbers[at] == move.end:
                yield (move.end,)
            return
        for direction, step in enumerate(grid.steps):
            if man and not variant.backwards and direction >> 1 != p.turn:
                continue
            over = shifted(at, step)
            while variant.flying and not man and over & empty:
                over = shifted(over, step)
            to = shifted(over, step)
            while over & left and to & empty:
                for path in onwards(to, left ^ over):
                    yield numbers[at], *path
                if man or not variant.flying:
                    break
                to = shifted(to, step)

    return onwards(start, sum(grid.squares[n - 1] for n in move.captured))


def show_move_in(variant: Variant, p: Draughts, move: Move) -> str:
    """Write a legal move as people do: ``9-13``, ``22x13``, ``22x13x6`` where it has to."""
    if not move.captured:
        return show_move(move)
    ends = move.start, move.end
    alike = [other for other in make_moves(variant)(p) if other.captured and (other.start, other.end) == ends]
    return "x".join(map(str, min(_paths(variant, p, move)) if len(alike) > 1 else ends))


def read_move_in(variant: Variant, p: Draughts, text: str) -> Move:
    """Read a move as people write it, or as ``show_move`` does.

    A capture names the squares where it begins and ends, and any of those where it lands between them.
    """
    word = text.strip()
    if not _WRITTEN.fullmatch(word) or "-" in word:
        return read_move(variant, word)
    written = tuple(map(int, re.split("[x:]", word)))
    for n in written:
        require_square(variant, n)
    legal = make_moves(variant)(p)
    captures = [move for move in legal if move.captured and (move.start, move.end) == (written[0], written[-1])]
    found = [move for move in captures if written in _paths(variant, p, move)]
    found = found or [move for move in captures if any(_passes(path, written) for path in _paths(variant, p, move))]
    if not found:
        raise ValueError(illegal_move_message(word, [show_move_in(variant, p, move) for move in legal]))
    if len(found) > 1:
        either = " or ".join(show_move_in(variant, p, move) for move in found)
        raise ValueError(f"{word!r} may be {either}; name the squares between")
    return found[0]


def _passes(path: tuple[int, ...], squares: tuple[int, ...]) -> bool:
    """Return whether a path lands on squares, in their order."""
    rest = iter(path)
    return all(n in rest for n in squares)
