"""Connect Four's board as bits: how large it is, and where in a word its cells and its lines are.

Columns are groups of bits, from the left, each one bit taller than the board: the bit above a column is always 0, so
that lines do not run from one column into the next, and adding a 1 to the bottom of a column carries to its lowest
empty cell::

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
from typing import NamedTuple

__all__ = ["STANDARD", "Size"]


class Size(NamedTuple):
    """Columns and rows of a board, and how many stones in line win.

    Args:
        width: columns.
        height: rows.
        align: stones in line that win.

    >>> STANDARD.bit(3, 0), bin(Size(2, 3, 2).bottoms), bin(Size(2, 3, 2).cells)
    (2097152, '0b10001', '0b1110111')

    See also: :data:`STANDARD`; :func:`fpgames.games.connect4.bits.sized`, the game.
    """

    width: int
    height: int
    align: int

    @property
    def bottoms(self) -> int:
        """The lowest cell of every column."""
        return sum(self.bit(j, 0) for j in range(self.width))

    @property
    def cells(self) -> int:
        """All cells."""
        return self.bottoms * ((1 << self.height) - 1)

    def bit(self, column: int, row: int) -> int:
        """One cell: ``bit j i = shiftL 1 (j * (height + 1) + i)``.

        Args:
            column: 0 for the left one.
            row: 0 for the lowest.

        >>> Size(7, 6, 4).bit(1, 0)
        128
        """
        return 1 << column * (self.height + 1) + row

    @property
    def shifts(self) -> list[tuple[int, ...]]:
        """For each direction, what stones are shifted by and joined with ``&``, until only winning lines leave a bit.

        Lines of four are pairs of which one more begins two further on; of five, pairs of pairs and one beside them.
        """
        tall = self.height + 1
        doublings = tuple(self._doublings())
        return [tuple(step * n for n in doublings) for step in (1, tall, tall + 1, tall - 1)]

    def _doublings(self) -> Iterator[int]:
        n = 1
        while n < self.align:
            yield min(n, self.align - n)
            n *= 2


STANDARD = Size(7, 6, 4)
"""Seven columns of six rows; four in line win."""
