"""Othello on bitboards: functions of ints and tuples that searches call and numba compiles.

A bitboard is two words: the even rows 0, 2, 4, ..., and the odd rows 1, 3, 5, ... On the 8 by 8 board::

    even rows (a1 is bit 0)           odd rows (a2 is bit 1)
     0  1  2  3  4  5  6  7   row 1
                                       1  2  3  4  5  6  7  8   row 2
     8  9 10 11 12 13 14 15   row 3
                                       9 10 11 12 13 14 15 16   row 4

and so on. A step to the next row moves all bits of one word into the other word, so there is no carry between words.
Odd rows are stored one bit higher, so a step down is a left shift, or keeps the bit if it goes to the left from an even
row. On a 10 by 10 board, each word still fits into a signed word of 64 bits after a step.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

__all__ = ["Position"]

Cells: TypeAlias = tuple[int, int]
"""A bitboard: the word of the even rows and the word of the odd rows."""


class Position(NamedTuple):
    """A position of Othello: a bitboard of each player's discs, and the turn.

    Args:
        mine_even: the bits of the mover's discs in the even rows; the mover is the player to move.
        mine_odd: the bits of the mover's discs in the odd rows.
        theirs_even: the bits of the opponent's discs in the even rows.
        theirs_odd: the bits of the opponent's discs in the odd rows.
        turn: 0 if the first player is to move, otherwise 1.

    See also: :mod:`fpgames.games.othello.bit_operations`, which shows the bit of each cell.
    """

    mine_even: int
    mine_odd: int
    theirs_even: int
    theirs_odd: int
    turn: int


def pass_turn(p: Position) -> Position:
    """Return the position after a pass: the players swap roles."""
    mine_even, mine_odd, theirs_even, theirs_odd, turn = p
    return Position(theirs_even, theirs_odd, mine_even, mine_odd, 1 - turn)


class Board(NamedTuple):
    """A board: its masks and shifts, all computed from its size.

    Args:
        n: the number of rows and of columns.
        squares: the bit of each cell as a bitboard, row by row from the top left.
        cells: the mask of all cells.
        inner: the mask of the inner columns; a horizontal or diagonal line can continue only past cells in them.
        corners: the mask of the four corners.
        rows: the masks of pairs of rows, an even row and the odd row below it.
        slopes: for each step down (to the left, straight, to the right), the left shift from odd rows into even rows,
            the left shift from even rows into odd rows, and the mask of the cells past which a line can continue.

    See also: :func:`board_of`, which computes the masks.
    """

    n: int
    squares: tuple[Cells, ...]
    cells: Cells
    inner: Cells
    corners: Cells
    rows: tuple[Cells, ...]
    slopes: tuple[tuple[int, int, int, int], ...]


def board_of(n: int) -> Board:
    """Return the n by n board with its masks."""
    squares = tuple((0, 2 << i // 2 * n + j) if i % 2 else (1 << i // 2 * n + j, 0) for i in range(n) for j in range(n))
    cells = union(squares)
    inner = union(square for number, square in enumerate(squares) if 0 < number % n < n - 1)
    rows = (union(squares[i * n : (i + 2) * n]) for i in range(0, n, 2))
    slopes = ((n - 2, 0, *inner), (n - 1, 1, *cells), (n, 2, *inner))
    corners = union(squares[number] for number in (0, n - 1, n * n - n, n * n - 1))
    return Board(n, squares, cells, inner, corners, tuple(rows), slopes)


def union(parts: Iterable[Cells]) -> Cells:
    """Return the union of disjoint bitboards."""
    even, odd = zip((0, 0), *parts, strict=True)
    return sum(even), sum(odd)


CellsFunction = Callable[[int, int, int, int], Cells]


def make_legal_cells(board: Board) -> CellsFunction:
    """Make ``legal_cells``, which takes both players' discs, and returns the legal cells of the player given first.

    The function is a parallel fill in all directions: from all discs at once, it steps along lines of the opponent's
    discs. An empty cell at the end of a line is legal.
    """
    (cells_even, cells_odd), (inner_even, inner_odd), slopes = board.cells, board.inner, board.slopes

    def legal_cells(mine_even: int, mine_odd: int, theirs_even: int, theirs_odd: int) -> Cells:
        found_even = found_odd = 0
        through_even, through_odd = theirs_even & inner_even, theirs_odd & inner_odd
        even, odd = mine_even << 1 & through_even, mine_odd << 1 & through_odd  # search to the right
        while even | odd:
            even, odd = even << 1, odd << 1
            found_even, found_odd = found_even | even, found_odd | odd
            even, odd = even & through_even, odd & through_odd
        even, odd = mine_even >> 1 & through_even, mine_odd >> 1 & through_odd  # search to the left
        while even | odd:
            even, odd = even >> 1, odd >> 1
            found_even, found_odd = found_even | even, found_odd | odd
            even, odd = even & through_even, odd & through_odd
        for to_even, to_odd, within_even, within_odd in slopes:
            through_even, through_odd = theirs_even & within_even, theirs_odd & within_odd
            even, odd = mine_odd << to_even & through_even, mine_even << to_odd & through_odd  # search downwards
            while even | odd:
                even, odd = odd << to_even, even << to_odd
                found_even, found_odd = found_even | even, found_odd | odd
                even, odd = even & through_even, odd & through_odd
            even, odd = mine_odd >> to_odd & through_even, mine_even >> to_even & through_odd  # search upwards
            while even | odd:
                even, odd = odd >> to_odd, even >> to_even
                found_even, found_odd = found_even | even, found_odd | odd
                even, odd = even & through_even, odd & through_odd
        return (
            found_even & cells_even & ~(mine_even | theirs_even),
            found_odd & cells_odd & ~(mine_odd | theirs_odd),
        )

    return legal_cells


def make_flipped_discs(board: Board) -> Callable[[int, int, int, int, int, int], Cells]:
    """Make ``flipped_discs``, which takes a new disc's cell and both players' discs, and returns the discs to flip."""
    (inner_even, inner_odd), slopes = board.inner, board.slopes

    def flipped_discs(
        at_even: int, at_odd: int, mine_even: int, mine_odd: int, theirs_even: int, theirs_odd: int
    ) -> Cells:
        all_even = all_odd = 0
        through_even, through_odd = theirs_even & inner_even, theirs_odd & inner_odd
        line_even, line_odd = 0, 0
        even, odd = at_even << 1, at_odd << 1  # search to the right
        while even & through_even | odd & through_odd:
            line_even, line_odd = line_even | even, line_odd | odd
            even, odd = even << 1, odd << 1
        if even & mine_even | odd & mine_odd:
            all_even, all_odd = line_even, line_odd
        line_even, line_odd = 0, 0
        even, odd = at_even >> 1, at_odd >> 1  # search to the left
        while even & through_even | odd & through_odd:
            line_even, line_odd = line_even | even, line_odd | odd
            even, odd = even >> 1, odd >> 1
        if even & mine_even | odd & mine_odd:
            all_even, all_odd = all_even | line_even, all_odd | line_odd
        for to_even, to_odd, within_even, within_odd in slopes:
            through_even, through_odd = theirs_even & within_even, theirs_odd & within_odd
            line_even, line_odd = 0, 0
            even, odd = at_odd << to_even, at_even << to_odd  # search downwards
            while even & through_even | odd & through_odd:
                line_even, line_odd = line_even | even, line_odd | odd
                even, odd = odd << to_even, even << to_odd
            if even & mine_even | odd & mine_odd:
                all_even, all_odd = all_even | line_even, all_odd | line_odd
            line_even, line_odd = 0, 0
            even, odd = at_odd >> to_odd, at_even >> to_even  # search upwards
            while even & through_even | odd & through_odd:
                line_even, line_odd = line_even | even, line_odd | odd
                even, odd = odd >> to_odd, even >> to_even
            if even & mine_even | odd & mine_odd:
                all_even, all_odd = all_even | line_even, all_odd | line_odd
        return all_even, all_odd

    return flipped_discs


def make_position_after(board: Board) -> Callable[[Position, int, int], Position]:
    """Make ``position_after``, which places a disc in a legal cell (a bitboard), and returns the next position."""
    flipped_discs = make_flipped_discs(board)

    def position_after(p: Position, at_even: int, at_odd: int) -> Position:
        mine_even, mine_odd, theirs_even, theirs_odd, turn = p
        even, odd = flipped_discs(at_even, at_odd, mine_even, mine_odd, theirs_even, theirs_odd)
        return Position(
            theirs_even ^ even, theirs_odd ^ odd, mine_even | even | at_even, mine_odd | odd | at_odd, 1 - turn
        )

    return position_after


def make_image(squares: tuple[Cells, ...], images: tuple[int, ...]) -> Callable[[Position], Position]:
    """Make ``image_of_position``, which moves the disc of each cell to the cell whose number ``images`` has there."""
    n = math.isqrt(len(squares))
    of_even, odd = (tuple(squares[cell] for number, cell in enumerate(images) if number // n % 2 == i) for i in (0, 1))
    of_odd = ((0, 0), *odd)  # bit 0 of the odd rows' word is unused

    def image_of_cells(even: int, odd: int) -> Cells:
        to_even = to_odd = 0
        while even:
            image_even, image_odd = of_even[((even & -even) - 1).bit_count()]
            to_even, to_odd = to_even | image_even, to_odd | image_odd
            even &= even - 1
        while odd:
            image_even, image_odd = of_odd[((odd & -odd) - 1).bit_count()]
            to_even, to_odd = to_even | image_even, to_odd | image_odd
            odd &= odd - 1
        return to_even, to_odd

    def image_of_position(p: Position) -> Position:
        mine_even, mine_odd = image_of_cells(p.mine_even, p.mine_odd)
        theirs_even, theirs_odd = image_of_cells(p.theirs_even, p.theirs_odd)
        return Position(mine_even, mine_odd, theirs_even, theirs_odd, p.turn)

    return image_of_position


def n_cells(even: int, odd: int) -> int:
    """Count the cells in a bitboard."""
    return even.bit_count() + odd.bit_count()
