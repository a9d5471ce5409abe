"""Boards of Connect Four: sizes, and the board of article 5, a vector of cells with checks for winning lines.

The vector is row by row. Rows are numbered from the bottom, 0 to 5; columns from the left, 0 to 6.
:mod:`fpgames.games.lines` explains the boards of bits.

Source: article 5.
"""

from __future__ import annotations

from enum import Enum
from typing import Protocol, TypeAlias

from pyrsistent import PVector, pvector

from fpgames.games.lines import Size
from fpgames.validation import require_at_least

__all__ = [
    "Board", "CELLS", "Cell", "NI", "NJ", "Position", "STANDARD", "at", "check_ij", "check_line", "line_length",
]  # fmt: skip

Position: TypeAlias = tuple[int, int]
"""A position: two bitboards, the stones of the player to move and all stones."""


def require_size(width: int, height: int, align: int) -> Size:
    """Return the size of a board; raise ValueError if a number is less than 1."""
    require_at_least(1, width, "play on {} columns")
    require_at_least(1, height, "play on {} rows")
    require_at_least(1, align, "win with {} stones in line")
    return Size(int(width), int(height), int(align))  # int, so that True becomes 1


STANDARD = Size(7, 6, 4)
"""The size of the standard board: seven columns, six rows, four in line win."""

NI, NJ = STANDARD.height, STANDARD.width
"""The number of rows and of columns of the article's board."""


class Ordered(Enum):
    """An enumeration whose members are ordered by their values: ``deriving Ord``."""

    def __lt__(self, other: object) -> bool:
        return bool(self.value < other.value) if isinstance(other, type(self)) else NotImplemented


class Cell(Ordered):
    """The content of a cell: empty, a red stone or a yellow stone.

    See also: :func:`fpgames.games.connect4.record.player2cell`.

    Source: article 5, ``Cell``.
    """

    E = "."
    R = "R"
    Y = "Y"


class Board(Protocol):
    """The type of boards that can be read: a persistent vector of cells, or its evolver, which is a mutable copy.

    See also: :func:`at`, which returns the index of a cell.
    """

    def __getitem__(self, index: int, /) -> Cell: ...


def at(i: int, j: int) -> int:
    """Return the index of a cell in ``Game.cells``: ``at i j = 7 * i + j``.

    Args:
        i: the row, 0 to 5.
        j: the column, 0 to 6.

    >>> at(1, 2)
    9

    See also: :func:`check_ij`, which checks that a cell is on the board.
    """
    return i * NJ + j


CELLS: PVector[Cell] = pvector([Cell.E] * (NI * NJ))
"""The empty board."""


def check_ij(i: int, j: int) -> bool:
    """Return whether row i, column j is on the board: ``checkIJ i j = 0 <= i && i < 6 && 0 <= j && j < 7``.

    Args:
        i: a row, any int.
        j: a column, any int.

    >>> check_ij(5, 6), check_ij(6, 5)
    (True, False)

    See also: :func:`at`.

    Source: article 5, ``checkIJ``.
    """
    return 0 <= i < NI and 0 <= j < NJ


def line_length(i0: int, j0: int, di: int, dj: int, c0: Cell, cells: Board) -> int:
    """Count the stones of one colour that follow a cell in one direction, without the cell itself.

    ``lineLength :: Int -> Int -> Int -> Int -> Cell -> Board -> Int``

    Args:
        i0: the row of the cell.
        j0: the column of the cell.
        di: the rows to move up at each step.
        dj: the columns to move right at each step.
        c0: the colour to count.
        cells: the board.

    >>> cells = CELLS.set(at(0, 2), Cell.R).set(at(0, 3), Cell.R)
    >>> line_length(0, 1, 0, 1, Cell.R, cells)
    2

    See also: :func:`check_line`, which counts in both directions.

    Source: article 5, ``lineLength``.
    """
    n, i, j = 0, i0 + di, j0 + dj
    while check_ij(i, j) and cells[at(i, j)] is c0:
        n, i, j = n + 1, i + di, j + dj
    return n


def check_line(i0: int, j0: int, di: int, dj: int, c0: Cell, cells: Board) -> bool:
    """Return whether a stone completes four in line along one axis, counted in both directions.

    ``checkLine i j di dj c b = lineLength i j di dj c b + lineLength i j (-di) (-dj) c b >= 3``

    Args:
        i0: the row of the stone.
        j0: the column of the stone.
        di: the rows to move up at each step along the line.
        dj: the columns to move right at each step along the line.
        c0: the colour of the stone.
        cells: the board; the stone's own cell is not read.

    >>> cells = CELLS.set(at(0, 0), Cell.R).set(at(0, 2), Cell.R).set(at(0, 3), Cell.R)
    >>> check_line(0, 1, 0, 1, Cell.R, cells), check_line(0, 1, 1, 0, Cell.R, cells)
    (True, False)

    See also: :func:`line_length`.

    Source: article 5, ``checkLine``.
    """
    return line_length(i0, j0, di, dj, c0, cells) + line_length(i0, j0, -di, -dj, c0, cells) >= 3
