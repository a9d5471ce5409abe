"""Othello as plain functions of ints and tuples, which searches call and numba compiles.

A set of cells is two words: the cells of the rows 0, 2, 4, ... (the even rows), and those of the rows 1, 3, 5, ... (the
odd rows). On the board of 8 by 8 the bits are::

    even rows (a1 is bit 0)           odd rows (a2 is bit 1)
     0  1  2  3  4  5  6  7   row 1
                                       1  2  3  4  5  6  7  8   row 2
     8  9 10 11 12 13 14 15   row 3
                                       9 10 11 12 13 14 15 16   row 4

and so on. A step to the next row leads from one word into the other, so no bits are carried between the two; and the
odd rows are one bit further left, so that a step down is a shift to the left in both, also down to the left. The words
of a board of 10 by 10 still fit into signed words of 64 bits after such a step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

__all__ = ["Position"]

Cells: TypeAlias = tuple[int, int]
"""A set of cells: those of the even rows and those of the odd rows, as bits."""


class Position(NamedTuple):
    """A position: the discs of the player to move, those of the opponent, and whose turn it is.

    Args:
        mine_even: the discs of the player to move in the even rows, as bits.
        mine_odd: those in the odd rows.
        theirs_even: the opponent's discs in the even rows.
        theirs_odd: those in the odd rows.
        turn: 0 if the first player is to move, otherwise 1.

    See also: :mod:`fpgames.games.othello.bit_operations`, which shows which bit is which cell.
    """

    mine_even: int
    mine_odd: int
    theirs_even: int
    theirs_odd: int
    turn: int


def passed(p: Position) -> Position:
    """Return the position with the turn passed."""
    mine_even, mine_odd, theirs_even, theirs_odd, turn = p
    return Position(theirs_even, theirs_odd, mine_even, mine_odd, 1 - turn)


class Board(NamedTuple):
    """The numbers of a board that its functions need, all computed from its size.

    Args:
        n: the number of rows, and of columns.
        squares: each cell as bits, row by row from the top left.
        cells: all cells.
        inner: the cells that are in neither the first nor the last column, from which a line goes on to either side.
        corners: the four corners.
        rows: each even row, and the odd row below it.
        slopes: for the steps down to the left, straight down and down to the right: by how much to shift odd rows to
            the left into even rows, and even rows into odd rows, and the cells from which a line goes on.

    See also: :func:`board_of`, which computes them.
    """

    n: int
    squares: tuple[Cells, ...]
    cells: Cells
    inner: Cells
    corners: Cells
    rows: tuple[Cells, ...]
    slopes: tuple[tuple[int, int, int, int], ...]

    def __repr__(self) -> str:
        return f"sized({self.n})"


def board_of(n: int) -> Board:
    """Return the numbers of a board of n rows."""
    squares = tuple((0, 2 << i // 2 * n + j) if i % 2 else (1 << i // 2 * n + j, 0) for i in range(n) for j in range(n))
    cells = union(squares)
    inner = union(square for number, square in enumerate(squares) if 0 < number % n < n - 1)
    rows = (union(squares[i * n : (i + 2) * n]) for i in range(0, n, 2))
    slopes = ((n - 2, 0, *inner), (n - 1, 1, *cells), (n, 2, *inner))
    corners = union(squares[number] for number in (0, n - 1, n * n - n, n * n - 1))
    return Board(n, squares, cells, inner, corners, tuple(rows), slopes)


def union(parts: Iterable[Cells]) -> Cells:
    """Return the union of sets of cells that have none in common."""
    even, odd = zip((0, 0), *parts, strict=True)
    return sum(even), sum(odd)


Words = Callable[[int, int, int, int], Cells]


def make_legal(board: Board) -> Words:
    """Return the function from the discs of both players to the cells where the first of them can play.

    From all discs at once, it steps along lines of the opponent's discs until they end; where they end at an empty
    cell, there is a move.
    """
    (cells_even, cells_odd), (inner_even, inner_odd), slopes = board.cells, board.inner, board.slopes

    def legal(mine_even: int, mine_odd: int, theirs_even: int, theirs_odd: int) -> Cells:
        found_even = found_odd = 0
        through_even, through_odd = theirs_even & inner_even, theirs_odd & inner_odd
        even, odd = mine_even << 1 & through_even, mine_odd << 1 & through_odd  # to the right
        while even | odd:
            even, odd = even << 1, odd << 1
            found_even, found_odd = found_even | even, found_odd | odd
            even, odd = even & through_even, odd & through_odd
        even, odd = mine_even >> 1 & through_even, mine_odd >> 1 & through_odd  # to the left
        while even | odd:
            even, odd = even >> 1, odd >> 1
            found_even, found_odd = found_even | even, found_odd | odd
            even, odd = even & through_even, odd & through_odd
        for to_even, to_odd, within_even, within_odd in slopes:
            through_even, through_odd = theirs_even & within_even, theirs_odd & within_odd
            even, odd = mine_odd << to_even & through_even, mine_even << to_odd & through_odd  # down
            while even | odd:
                even, odd = odd << to_even, even << to_odd
                found_even, found_odd = found_even | even, found_odd | odd
                even, odd = even & through_even, odd & through_odd
            even, odd = mine_odd >> to_odd & through_even, mine_even >> to_even & through_odd  # up
            while even | odd:
                even, odd = odd >> to_odd, even >> to_even
                found_even, found_odd = found_even | even, found_odd | odd
                even, odd = even & through_even, odd & through_odd
        return (
            found_even & cells_even & ~(mine_even | theirs_even),
            found_odd & cells_odd & ~(mine_odd | theirs_odd),
        )

    return legal


def make_flipped(board: Board) -> Callable[[int, int, int, int, int, int], Cells]:
    """Return the function from a cell and the discs of both players to the discs that a disc there turns over."""
    (inner_even, inner_odd), slopes = board.inner, board.slopes

    def flipped(at_even: int, at_odd: int, mine_even: int, mine_odd: int, theirs_even: int, theirs_odd: int) -> Cells:
        all_even = all_odd = 0
        through_even, through_odd = theirs_even & inner_even, theirs_odd & inner_odd
        line_even, line_odd = 0, 0
        even, odd = at_even << 1, at_odd << 1  # to the right
        while even & through_even | odd & through_odd:
            line_even, line_odd = line_even | even, line_odd | odd
            even, odd = even << 1, odd << 1
        if even & mine_even | odd & mine_odd:
            all_even, all_odd = line_even, line_odd
        line_even, line_odd = 0, 0
        even, odd = at_even >> 1, at_odd >> 1  # to the left
        while even & through_even | odd & through_odd:
            line_even, line_odd = line_even | even, line_odd | odd
            even, odd = even >> 1, odd >> 1
        if even & mine_even | odd & mine_odd:
            all_even, all_odd = all_even | line_even, all_odd | line_odd
        for to_even, to_odd, within_even, within_odd in slopes:
            through_even, through_odd = theirs_even & within_even, theirs_odd & within_odd
            line_even, line_odd = 0, 0
            even, odd = at_odd << to_even, at_even << to_odd  # down
            while even & through_even | odd & through_odd:
                line_even, line_odd = line_even | even, line_odd | odd
                even, odd = odd << to_even, even << to_odd
            if even & mine_even | odd & mine_odd:
                all_even, all_odd = all_even | line_even, all_odd | line_odd
            line_even, line_odd = 0, 0
            even, odd = at_odd >> to_odd, at_even >> to_even  # up
            while even & through_even | odd & through_odd:
                line_even, line_odd = line_even | even, line_odd | odd
                even, odd = odd >> to_odd, even >> to_even
            if even & mine_even | odd & mine_odd:
                all_even, all_odd = all_even | line_even, all_odd | line_odd
        return all_even, all_odd

    return flipped


def make_position_after(board: Board) -> Callable[[Position, int, int], Position]:
    """Return the function from a position and a cell, where the player to move can play, to the position after it."""
    flipped = make_flipped(board)

    def after(p: Position, at_even: int, at_odd: int) -> Position:
        mine_even, mine_odd, theirs_even, theirs_odd, turn = p
        even, odd = flipped(at_even, at_odd, mine_even, mine_odd, theirs_even, theirs_odd)
        return Position(
            theirs_even ^ even, theirs_odd ^ odd, mine_even | even | at_even, mine_odd | odd | at_odd, 1 - turn
        )

    return after


def make_successors(board: Board) -> Callable[[Position], Iterator[Position]]:
    """Return the function that yields the positions after each move, cell by cell; after a pass, if that is the move."""
    legal, after, rows = make_legal(board), make_position_after(board), board.rows

    def successors(p: Position) -> Iterator[Position]:
        mine_even, mine_odd, theirs_even, theirs_odd, turn = p
        free_even, free_odd = legal(mine_even, mine_odd, theirs_even, theirs_odd)
        if free_even | free_odd:
            for row_even, row_odd in rows:
                even, odd = free_even & row_even, free_odd & row_odd
                while even:
                    yield after(p, even & -even, 0)
                    even &= even - 1
                while odd:
                    yield after(p, 0, odd & -odd)
                    odd &= odd - 1
        else:
            even, odd = legal(theirs_even, theirs_odd, mine_even, mine_odd)
            if even | odd:
                yield Position(theirs_even, theirs_odd, mine_even, mine_odd, 1 - turn)

    return successors


def count(even: int, odd: int) -> int:
    """Return how many cells there are in a set."""
    return even.bit_count() + odd.bit_count()


def make_score(board: Board) -> Callable[[Position], int]:
    """Return the function that is the first player's discs less the second's when the game is over, otherwise 0."""
    legal = make_legal(board)

    def score(p: Position) -> int:
        mine_even, mine_odd, theirs_even, theirs_odd, turn = p
        even, odd = legal(mine_even, mine_odd, theirs_even, theirs_odd)
        if even | odd:
            return 0
        even, odd = legal(theirs_even, theirs_odd, mine_even, mine_odd)
        if even | odd:
            return 0
        lead = count(mine_even, mine_odd) - count(theirs_even, theirs_odd)
        return -lead if turn else lead

    return score


def make_static(board: Board) -> Callable[[Position], float]:
    """Return the function that is 1, 0 or -1 at the end; before it, the lead in moves and in corners, scaled."""
    legal, (corners_even, corners_odd) = make_legal(board), board.corners
    scale = 36.0 + len(board.squares)  # more than all the moves and four corners

    def static(p: Position) -> float:
        mine_even, mine_odd, theirs_even, theirs_odd, turn = p
        sign = -1.0 if turn else 1.0
        even, odd = legal(mine_even, mine_odd, theirs_even, theirs_odd)
        mine = count(even, odd)
        even, odd = legal(theirs_even, theirs_odd, mine_even, mine_odd)
        theirs = count(even, odd)
        if mine + theirs == 0:
            lead = count(mine_even, mine_odd) - count(theirs_even, theirs_odd)
            return sign if lead > 0 else -sign if lead < 0 else 0.0
        corners = count(mine_even & corners_even, mine_odd & corners_odd)
        corners -= count(theirs_even & corners_even, theirs_odd & corners_odd)
        return sign * (mine - theirs + 8 * corners) / scale  # a corner, which is never lost, is worth eight moves

    return static


def make_turned(of: tuple[Board, tuple[int, ...]]) -> Callable[[Position], Position]:
    """Return the function that returns the image of a position, from the number of each cell's image."""
    board, numbers = of
    images_even, odd = (
        tuple(board.squares[to] for number, to in enumerate(numbers) if number // board.n % 2 == i) for i in (0, 1)
    )
    images_odd = ((0, 0), *odd)  # no cell of the odd rows has bit 0

    def image(even: int, odd: int) -> Cells:
        to_even = to_odd = 0
        while even:
            one, other = images_even[((even & -even) - 1).bit_count()]
            to_even, to_odd = to_even | one, to_odd | other
            even &= even - 1
        while odd:
            one, other = images_odd[((odd & -odd) - 1).bit_count()]
            to_even, to_odd = to_even | one, to_odd | other
            odd &= odd - 1
        return to_even, to_odd

    def position(p: Position) -> Position:
        mine_even, mine_odd = image(p.mine_even, p.mine_odd)
        theirs_even, theirs_odd = image(p.theirs_even, p.theirs_odd)
        return Position(mine_even, mine_odd, theirs_even, theirs_odd, p.turn)

    return position
