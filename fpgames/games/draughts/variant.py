"""Records that describe the variants of draughts, and the layout of a variant's bitboards."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

__all__ = ["BRAZILIAN", "ENGLISH", "INTERNATIONAL", "POOL", "Variant"]


class Variant(NamedTuple):
    """The description of a variant of draughts.

    Args:
        name: the name of the game.
        width: the number of playable squares in a row; the board has ``2 * width`` rows.
        rows: the number of rows of men per player at the start.
        first_up: whether the first player starts at the bottom and moves up.
        backwards: whether men also capture backwards.
        flying: whether kings move and capture over any distance.
        majority: whether a player must capture as many pieces as possible.
        crowned_in_passing: whether a man that reaches the far row during a capture stops there and is crowned.
        quiet_plies: the number of successive king moves without a capture that make a draw; 0 for no limit.
        endgame_plies: two numbers of plies after which the game is drawn: one for three pieces against a lone king,
            one for one or two pieces against a lone king; 0 for no limit.
        colours: the letters of the players, ``B`` and ``W``, with the first player's letter first.
        game_type: the number of the variant in PDN, its GameType.

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
    """The layout of a variant's bitboards: the bits of the squares, the steps between squares, and masks.

    Squares are numbered from 1, row by row from the top. Square n has bit ``n - 1 + (n - 1) // (2 * width)``: after
    every two rows comes a ghost bit that is no square, so a step off the left or right side ends on a ghost bit. A step
    is a shift by ``width`` or ``width + 1``, down the board or up.

    Args:
        squares: the bit of each square, from square 1.
        board: the mask of all squares.
        steps: the shifts of the four directions: two for the first player's men, then two for the second player's men.
        far_rows: for each player, the mask of the row where men are crowned.
        far_halves: for each player, the mask of the half of the board that contains this row.
    """

    squares: tuple[int, ...]
    board: int
    steps: tuple[int, int, int, int]
    far_rows: tuple[int, int]
    far_halves: tuple[int, int]

    def squares_in(self, bits: int) -> tuple[int, ...]:
        """Return the numbers of the squares in a bitboard, in ascending order."""
        return tuple(n for n, bit in enumerate(self.squares, 1) if bits & bit)


@cache
def grid_of(variant: Variant) -> Grid:
    """Return the layout of a variant's bitboards."""
    width = variant.width
    squares = tuple(1 << n + n // (2 * width) for n in range(2 * width * width))
    down, up = (width, width + 1), (-width - 1, -width)

    def far_squares(rows: int) -> tuple[int, int]:
        top, bottom = sum(squares[: rows * width]), sum(squares[-rows * width :])
        return (top, bottom) if variant.first_up else (bottom, top)

    steps = (*up, *down) if variant.first_up else (*down, *up)
    return Grid(squares, sum(squares), steps, far_squares(1), far_squares(width))


@cache
def square_numbers(variant: Variant) -> dict[int, int]:
    """Return a dictionary from the bit of each square to its number."""
    return {bit: number for number, bit in enumerate(grid_of(variant).squares, 1)}


ENGLISH = Variant("checkers", 4, 3, False, False, False, False, True, 80, (0, 0), ("B", "W"), 21)
"""English draughts, or checkers: black, at the top, moves first."""

INTERNATIONAL = Variant("draughts", 5, 4, True, True, True, True, False, 50, (32, 10), ("W", "B"), 20)
"""International draughts: white, at the bottom, moves first."""

BRAZILIAN = INTERNATIONAL._replace(name="brazilian", width=4, rows=3, quiet_plies=0, endgame_plies=(0, 0), game_type=26)
"""Brazilian draughts, without its draws by counting moves."""

POOL = Variant("pool", 4, 3, False, True, True, False, False, 0, (0, 0), ("B", "W"), 23)
"""American pool checkers, without its draws by counting moves."""
