"""The board of Connect Four as bits: its size, and which bits are its cells and lines.

Each column is a group of bits, one more than the board has rows. The bit above a column is always 0, so a line cannot
continue from one column into the next; and a 1 added at the bottom of a column is carried to its lowest empty cell. On
the standard board the bits are::

    6 13 20 27 34 41 48      never a stone
    5 12 19 26 33 40 47
    4 11 18 25 32 39 46
    3 10 17 24 31 38 45
    2  9 16 23 30 37 44
    1  8 15 22 29 36 43
    0  7 14 21 28 35 42

Sources: Tromp, *John's Connect Four Playground* (tromp.github.io/c4); Pons, *Solving Connect 4* (gamesolver.org).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from fpgames.validation import require_at_least

__all__ = ["Position", "STANDARD", "Size"]


Position: TypeAlias = tuple[int, int]
"""A position: the stones of the player to move, and all the stones, as bits."""


class Size(NamedTuple):
    """The size of a board, and how many stones in line win.

    Args:
        width: the number of columns.
        height: the number of rows.
        align: the number of stones in line that win.

    >>> STANDARD.bit(0, 3), bin(Size(2, 3, 2).bottoms), bin(Size(2, 3, 2).cells)
    (2097152, '0b10001', '0b1110111')

    See also: :data:`STANDARD`; :func:`fpgames.games.connect4.bits.sized`, which returns the rules.
    """

    width: int
    height: int
    align: int

    @property
    def bottoms(self) -> int:
        """The lowest cell of every column, as bits."""
        return sum(self.bit(0, j) for j in range(self.width))

    @property
    def cells(self) -> int:
        """All cells, as bits."""
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
        """For each direction, the shifts that find its winning lines.

        Replace stones by ``stones & stones >> n`` for each shift n in turn: a bit for each winning line is left. For
        four in line the first shift finds pairs, and the second finds pairs that continue with another pair.
        """
        tall = self.height + 1
        doublings = tuple(self._doublings())
        return [tuple(step * n for n in doublings) for step in (1, tall, tall + 1, tall - 1)]

    def _doublings(self) -> Iterator[int]:
        n = 1
        while n < self.align:
            yield min(n, self.align - n)
            n *= 2


def require_size(width: int, height: int, align: int) -> Size:
    """Return the size with these numbers; raise ValueError if one of them is less than 1."""
    require_at_least(1, width, "play on {} columns")
    require_at_least(1, height, "play on {} rows")
    require_at_least(1, align, "win with {} stones in line")
    return Size(int(width), int(height), int(align))  # True is 1


STANDARD = Size(7, 6, 4)
"""Seven columns, six rows; four in line win."""
