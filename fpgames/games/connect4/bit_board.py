"""Bitboards of Connect Four: sizes, masks, and the functions of the game that searches call and numba compiles.

Each column has one bit per row, and one bit above them that is always 0. So no line continues from one column into the
next, and a 1 added at the bottom of a column is carried to its lowest empty cell. The standard board::

    6 13 20 27 34 41 48      always 0
    5 12 19 26 33 40 47
    4 11 18 25 32 39 46
    3 10 17 24 31 38 45
    2  9 16 23 30 37 44
    1  8 15 22 29 36 43
    0  7 14 21 28 35 42

The functions are closures over the masks of a board. Numba can compile them if ``width * (height + 1) < 64``.

Sources: Tromp, *John's Connect Four Playground* (tromp.github.io/c4); Pons, *Solving Connect 4* (gamesolver.org).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from fpgames.validation import require_at_least

__all__ = ["Position", "STANDARD", "Size"]

Position: TypeAlias = tuple[int, int]
"""A position: two bitboards, the stones of the player to move and all stones."""


class Size(NamedTuple):
    """The size of a board, and the number of stones in line needed to win.

    Args:
        width: the number of columns.
        height: the number of rows.
        align: the number of stones in line needed to win.

    >>> STANDARD.bit(0, 3), bin(Size(2, 3, 2).bottoms), bin(Size(2, 3, 2).cells)
    (2097152, '0b10001', '0b1110111')

    See also: :data:`STANDARD`; :func:`fpgames.games.connect4.bits.sized`, which returns the rules.
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

        To find the lines, replace ``stones`` by ``stones & stones >> n`` for each shift n. The remaining bits are the
        lowest bits of winning lines. For four in line, the first shift finds pairs, and the second two pairs in a row.
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
    """Return the size of a board; raise ValueError if a number is less than 1."""
    require_at_least(1, width, "play on {} columns")
    require_at_least(1, height, "play on {} rows")
    require_at_least(1, align, "win with {} stones in line")
    return Size(int(width), int(height), int(align))  # int, so that True becomes 1


STANDARD = Size(7, 6, 4)
"""The size of the standard board: seven columns, six rows, four in line win."""


class Board(NamedTuple):
    """A board: its masks and shifts, all computed from its size.

    Args:
        size: the size of the board.
        centre_first: whether moves are listed from the centre outwards.
        bottoms: the mask of the lowest cell of every column.
        cells: the mask of all cells.
        columns: the mask of each column, in the order in which moves are listed.
        tall: the number of bits per column, one more than the height.
        shifts: for each direction, the shifts that find winning lines.
        fours: the first two shifts of each direction, which find up to four stones in line.
        long: whether a winning line needs more than four stones, so that ``fours`` finds only candidates.
        scale: one more than the number of winning lines.

    See also: :class:`Size`, which explains the bits and the shifts.
    """

    size: Size
    centre_first: bool
    bottoms: int
    cells: int
    columns: tuple[int, ...]
    tall: int
    shifts: tuple[tuple[int, ...], ...]
    fours: tuple[tuple[int, int], ...]
    long: bool
    scale: float

    def __repr__(self) -> str:
        return "sized({}, {}, {}{})".format(*self.size, ", centre_first=True" if self.centre_first else "")


def board_of(size: Size, centre_first: bool) -> Board:
    """Return the board of a size, with moves listed from the left or from the centre outwards."""
    order = sorted(range(size.width), key=lambda j: abs(2 * j + 1 - size.width) if centre_first else j)
    shifts = tuple(size.shifts)
    return Board(
        size=size,
        centre_first=centre_first,
        bottoms=size.bottoms,
        cells=size.cells,
        columns=tuple(size.bit(size.height, j) - size.bit(0, j) for j in order),
        tall=size.height + 1,
        shifts=shifts,
        fours=tuple(((*steps, 0)[0], (*steps, 0, 0)[1]) for steps in shifts),
        long=size.align > 4,
        scale=count_lines(shifts, size.cells) + 1,
    )


def count_lines(shifts: tuple[tuple[int, ...], ...], stones: int) -> int:
    """Count the winning lines in a bitboard of stones."""
    n_lines = 0
    for steps in shifts:
        line = stones
        for n in steps:
            line &= line >> n
        n_lines += line.bit_count()
    return n_lines


def make_has_line(board: Board) -> Callable[[int], bool]:
    """Make ``has_line``, which returns whether a bitboard of stones contains a winning line."""
    fours, long, shifts = board.fours, board.long, board.shifts

    def has_line(stones: int) -> bool:
        for first, second in fours:
            line = stones & stones >> first
            if line & line >> second:
                return not long or count_lines(shifts, stones) > 0  # if long, fours finds only candidates
        return False

    return has_line


def make_successors(board: Board) -> Callable[[Position], Iterator[Position]]:
    """Make ``successors``, which yields the position after each move, column by column from the left."""
    won, bottoms, cells = make_has_line(board), board.bottoms, board.cells

    def successors(p: Position) -> Iterator[Position]:
        mover, stones = p
        opponent = mover ^ stones
        if not won(opponent):  # only the player who moved last can have won
            free = stones + bottoms & cells
            while free:
                yield opponent, stones | free & -free
                free &= free - 1

    return successors


def make_ordered_successors(board: Board) -> Callable[[Position], Iterator[Position]]:
    """Make ``successors``, which yields the position after each move, in the order of the board's ``columns``."""
    won, bottoms, columns = make_has_line(board), board.bottoms, board.columns

    def successors(p: Position) -> Iterator[Position]:
        mover, stones = p
        opponent = mover ^ stones
        if not won(opponent):
            free = stones + bottoms
            for column in columns:
                cell = free & column
                if cell:
                    yield opponent, stones | cell

    return successors


def make_score(board: Board) -> Callable[[Position], int]:
    """Make ``score``, which returns 1 if the first player has won, -1 if the second player has won, otherwise 0."""
    has_line = make_has_line(board)

    def score(p: Position) -> int:
        mover, stones = p
        if not has_line(mover ^ stones):
            return 0
        return 1 if stones.bit_count() & 1 else -1

    return score


def make_static(board: Board) -> Callable[[Position], float]:
    """Make ``static``, which returns 1 or -1 for a win, else the first player's lead in open lines, scaled below 1."""
    has_line, shifts, cells, scale = make_has_line(board), board.shifts, board.cells, board.scale

    def static(p: Position) -> float:
        mover, stones = p
        opponent = mover ^ stones
        sign = 1.0 if stones.bit_count() & 1 else -1.0  # 1 if the first player moved last
        if has_line(opponent):
            return sign
        return sign * (count_lines(shifts, cells ^ mover) - count_lines(shifts, cells ^ opponent)) / scale

    return static


def make_pass_turn(board: Board) -> Callable[[Position], Position]:
    """Make ``pass_turn``, which passes the turn by adding or removing a dummy stone of the first player off the board.

    So the number of stones still says who is to move. Two columns beyond the board, the dummy stone is in no line.
    """
    cells, stone = board.cells, board.size.bit(0, board.size.width + 1)

    def pass_turn(p: Position) -> Position:
        mover, stones = p
        mine, stones = (mover ^ stones) & cells, stones ^ stone
        return mine if stones.bit_count() & 1 else mine | stones & stone, stones

    return pass_turn


def make_mirrored(board: Board) -> Callable[[Position], Position]:
    """Make ``mirrored``, which reverses the order of the columns of a position."""
    columns, tall = board.columns, board.tall
    lowest, bits = (1 << tall) - 1, len(columns) * tall

    def mirrored(p: Position) -> Position:
        mover, stones = p
        mirrored_mover, mirrored_stones = mover >> bits, stones >> bits  # a dummy stone off the board stays where it is
        for _ in columns:
            mirrored_mover = mirrored_mover << tall | mover & lowest
            mirrored_stones = mirrored_stones << tall | stones & lowest
            mover >>= tall
            stones >>= tall
        return mirrored_mover, mirrored_stones

    return mirrored
