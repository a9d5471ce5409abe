"""Boards of bits on which players put pieces in line: their sizes, and functions that find lines.

A board of bits has one bit per row in each column, and one bit above them that is always 0. So no line continues from
one column into the next, and a 1 added at the bottom of a column is carried to its lowest empty cell. The board
of Connect Four::

    6 13 20 27 34 41 48      always 0
    5 12 19 26 33 40 47
    4 11 18 25 32 39 46
    3 10 17 24 31 38 45
    2  9 16 23 30 37 44
    1  8 15 22 29 36 43
    0  7 14 21 28 35 42

In a game whose bits follow the rows instead, such as the m,n,k-game, the rows are the columns of this size.

The functions that search for lines are closures over the shifts of a board, which numba can compile.

Source: Tromp, *John's Connect Four Playground* (tromp.github.io/c4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

__all__ = ["Size"]


class Size(NamedTuple):
    """The size of a board, and the number of pieces in line needed to win.

    Args:
        width: the number of columns.
        height: the number of rows.
        align: the number of pieces in line needed to win.

    >>> Size(7, 6, 4).bit(0, 3), bin(Size(2, 3, 2).bottoms), bin(Size(2, 3, 2).cells)
    (2097152, '0b10001', '0b1110111')

    See also: :data:`fpgames.games.connect4.board.STANDARD`; :func:`fpgames.games.connect4.bits.sized`, which returns the rules.
    """

    width: int
    height: int
    align: int

    @property
    def bottoms(self) -> int:
        """The mask of the lowest cell of every column."""
        return sum(self.bit(0, j) for j in range(self.width))

    @property
    def cells(self) -> int:
        """The mask of all cells."""
        return self.bottoms * ((1 << self.height) - 1)

    def bit(self, row: int, column: int) -> int:
        """Return the bit of one cell: ``bit i j = shiftL 1 (j * (height + 1) + i)``.

        Args:
            row: the row, 0 for the lowest.
            column: the column, 0 for the leftmost.

        >>> Size(7, 6, 4).bit(0, 1)
        128
        """
        return 1 << column * (self.height + 1) + row

    @property
    def shifts(self) -> list[tuple[int, ...]]:
        """For each direction, the shifts that find winning lines.

        To find the lines, replace ``pieces`` by ``pieces & pieces >> n`` for each shift n. The remaining bits are the
        lowest bits of winning lines. For four in line, the first shift finds pairs, and the second two pairs in a row.
        """
        doublings = tuple(self._doublings())
        return [tuple(step * n for n in doublings) for step in self.steps]

    @property
    def steps(self) -> tuple[int, ...]:
        """For each direction, the shift from one cell of a line to the next: up, right, and both diagonals."""
        tall = self.height + 1
        return 1, tall, tall + 1, tall - 1

    def _doublings(self) -> Iterator[int]:
        n = 1
        while n < self.align:
            yield min(n, self.align - n)
            n *= 2


def count_lines(shifts: tuple[tuple[int, ...], ...], pieces: int) -> int:
    """Count the winning lines in a bitboard of pieces."""
    n_lines = 0
    for steps in shifts:
        line = pieces
        for n in steps:
            line &= line >> n
        n_lines += line.bit_count()
    return n_lines


def make_has_line(size: Size) -> Callable[[int], bool]:
    """Make ``has_line``, which returns whether a bitboard of one player's pieces contains a winning line."""
    shifts, long = tuple(size.shifts), size.align > 4
    fours = tuple(((*steps, 0)[0], (*steps, 0, 0)[1]) for steps in shifts)  # these find up to four pieces in line

    def has_line(pieces: int) -> bool:
        for first, second in fours:
            line = pieces & pieces >> first
            if line & line >> second:
                return not long or count_lines(shifts, pieces) > 0  # if long, fours finds only candidates
        return False

    return has_line


def line_directions(size: Size) -> tuple[tuple[int, int], ...]:
    """Return, for each direction with lines, the mask of the cells where lines begin and the shift to the next cell.

    If no line fits, the result is ``((0, 0),)``, because numba cannot compile a loop over an empty tuple.
    """
    pairs = []
    for step in size.steps:
        starts, n = size.cells, 1
        while starts and n < size.align:
            starts &= size.cells >> n * step
            n += 1
        if starts:
            pairs.append((starts, step))
    return tuple(pairs) or ((0, 0),)


@cache
def make_completing_cells(size: Size) -> Callable[[int], int]:
    """Make ``completing_cells``, which maps a player's pieces to the mask of the cells that complete a line of them.

    These cells may be empty or taken. They include a cell of the player's own if and only if the player has won.
    """
    return _make_spots_of_four(size) if size.align == 4 else _make_spots_of_any_length(size)


def _make_spots_of_any_length(size: Size) -> Callable[[int], int]:
    # for each direction and each gap in a line: where lines begin, and the shifts to the gap and to the other cells
    gaps = tuple(
        (starts, step * gap, tuple(step * n for n in range(size.align) if n != gap))
        for starts, step in line_directions(size)
        if starts and size.align > 1
        for gap in range(size.align)
    ) or ((0, 0, (0,)),)  # numba cannot compile a loop over an empty tuple
    lone_cells = size.cells if size.align == 1 else 0

    def completing_cells(pieces: int) -> int:
        spot_mask = lone_cells
        for starts, gap, others in gaps:
            line = starts
            for n in others:
                line &= pieces >> n
            spot_mask |= line << gap
        return spot_mask

    return completing_cells


def _make_spots_of_four(size: Size) -> Callable[[int], int]:
    steps = tuple((starts, step, 2 * step, 3 * step) for starts, step in line_directions(size))

    def completing_cells(pieces: int) -> int:
        spot_mask = 0
        for starts, one, two, three in steps:
            second, third, fourth = pieces >> one, pieces >> two, pieces >> three
            low, high = pieces & second & starts, third & fourth & starts
            spot_mask |= high & second | (high & pieces) << one | (low & fourth) << two | (low & third) << three
        return spot_mask

    return completing_cells
