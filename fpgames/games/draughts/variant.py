"""The games of the family of draughts: one description, from which the rules of each are made."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

__all__ = ["BRAZILIAN", "ENGLISH", "INTERNATIONAL", "POOL", "Variant"]


class Variant(NamedTuple):
    """The description of a game of the family.

    Args:
        name: the name of the game.
        width: the squares in a row; the board has twice as many rows.
        rows: the rows of men that each player begins with.
        first_up: whether the first player is at the bottom, and moves up.
        backwards: whether men capture backwards too.
        flying: whether kings move and capture over any distance.
        majority: whether the capture of most pieces is compulsory.
        crowned_in_passing: whether a man that reaches the far row while it captures is crowned, which ends the move.
        quiet_plies: plies in a row by kings, without a capture, that are a draw; 0 if the game has no such rule.
        endgame_plies: plies in a row, with three pieces against a king, and with one or two, that are a draw; or zeros.
        colours: the letters of the players, ``B`` or ``W``, the first player's first.
        game_type: the number of the game in PDN.

    >>> INTERNATIONAL.flying, ENGLISH.flying
    (True, False)

    See also: :func:`fpgames.games.draughts.family.rules_of`, which makes the rules.
    """

    name: str
    width: int
    rows: int
    first_up: bool
    backwards: bool
    flying: bool
    majority: bool
    crowned_in_passing: bool
    quiet_plies: int
    endgame_plies: tuple[int, int]
    colours: tuple[str, str]
    game_type: int

    def __repr__(self) -> str:
        return self.name


class Grid(NamedTuple):
    """The squares of a board, as bits.

    Squares are numbered from 1, row by row from the top. Square n is the bit ``n - 1 + (n - 1) // (2 * width)``: after
    every two rows comes a bit that is no square, so that a step off a side of the board ends there. A step is a shift by
    ``width`` or ``width + 1``, down the board or up.

    Args:
        squares: the bit of each square, from square 1.
        board: all squares.
        steps: the shifts of the four directions: those of the first player's men, then those of the second's.
        far_rows: the rows where the men of each player are crowned.
        far_halves: the half of the board where they are.
    """

    squares: tuple[int, ...]
    board: int
    steps: tuple[int, int, int, int]
    far_rows: tuple[int, int]
    far_halves: tuple[int, int]

    def listed(self, bits: int) -> tuple[int, ...]:
        """Return the numbers of squares, in ascending order."""
        return tuple(n for n, bit in enumerate(self.squares, 1) if bits & bit)


@cache
def grid_of(variant: Variant) -> Grid:
    """Return the squares of the board of a game."""
    width = variant.width
    squares = tuple(1 << n + n // (2 * width) for n in range(2 * width * width))
    down, up = (width, width + 1), (-width - 1, -width)

    def far(rows: int) -> tuple[int, int]:
        top, bottom = sum(squares[: rows * width]), sum(squares[-rows * width :])
        return (top, bottom) if variant.first_up else (bottom, top)

    steps = (*up, *down) if variant.first_up else (*down, *up)
    return Grid(squares, sum(squares), steps, far(1), far(width))


@cache
def numbers_of(variant: Variant) -> dict[int, int]:
    """Return the number of each square, by its bit."""
    return {bit: number for number, bit in enumerate(grid_of(variant).squares, 1)}


ENGLISH = Variant("checkers", 4, 3, False, False, False, False, True, 80, (0, 0), ("B", "W"), 21)
"""English draughts: black, at the top, moves first."""

INTERNATIONAL = Variant("draughts", 5, 4, True, True, True, True, False, 50, (32, 10), ("W", "B"), 20)
"""International draughts: white, at the bottom, moves first."""

BRAZILIAN = INTERNATIONAL._replace(name="brazilian", width=4, rows=3, quiet_plies=0, endgame_plies=(0, 0), game_type=26)
"""Brazilian draughts, without its rules that count moves."""

POOL = Variant("pool", 4, 3, False, True, True, False, False, 0, (0, 0), ("B", "W"), 23)
"""American pool checkers, without its rules that count moves."""
