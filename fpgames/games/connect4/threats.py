"""The threats of the next stones in Connect Four, as plain functions of ints and tuples.

A *winning spot* of a player is a cell in which one more stone of that player completes a line. These functions find
winning spots in a few shifts, and derive the rest from them. Like those of :mod:`fpgames.games.connect4.bit_operations`, they
run in CPython on a board of any size, and in compiled code if ``width * (height + 1) < 64``.

Source: Pons, *Solving Connect 4* (gamesolver.org), parts 4, 9 and 10.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from fpgames.games.connect4.bit_operations import Board, won_on
from fpgames.games.connect4.size import Position


def directions(board: Board) -> tuple[tuple[int, int], ...]:
    """Return for each direction that has lines: the cells in which they begin, and the step from a cell to the next.

    If the board is too small for any line, there is one direction without cells, because numba compiles no loop over an
    empty tuple.
    """
    found = []
    for step in (1, board.tall, board.tall + 1, board.tall - 1):
        starts, n = board.cells, 1
        while starts and n < board.size.align:
            starts &= board.cells >> n * step
            n += 1
        if starts:
            found.append((starts, step))
    return tuple(found) or ((0, 0),)


@cache
def spots_on(board: Board) -> Callable[[int], int]:
    """Return the function from a player's stones to the cells that complete a line with them, also if it is complete.

    So some of these cells hold stones. Among them are stones of the player exactly if the player has won.
    """
    return _spots_of_four(board) if board.size.align == 4 else _spots_of_any(board)


def _spots_of_any(board: Board) -> Callable[[int], int]:
    lines = directions(board)
    fits = lines[0][0] != 0
    align = board.size.align if fits else 0  # a line that does not fit can have any number of cells

    def spots(stones: int) -> int:
        found = 0
        for starts, step in lines:
            for gap in range(align):
                line = starts
                for n in range(align):
                    if n != gap:
                        line &= stones >> n * step
                found |= line << gap * step
        return found

    return spots


def _spots_of_four(board: Board) -> Callable[[int], int]:
    steps = tuple((starts, step, 2 * step, 3 * step) for starts, step in directions(board))

    def spots(stones: int) -> int:
        found = 0
        for starts, one, two, three in steps:
            second, third, fourth = stones >> one, stones >> two, stones >> three
            low, high = stones & second & starts, third & fourth & starts
            found |= high & second | (high & stones) << one | (low & fourth) << two | (low & third) << three
        return found

    return spots


def winning_spots_on(board: Board) -> Callable[[Position], int]:
    """Return the function that returns the winning spots of the player to move."""
    spots = spots_on(board)

    def winning_spots(p: Position) -> int:
        mover, stones = p
        return spots(mover) & ~stones

    return winning_spots


def can_win_on(board: Board) -> Callable[[Position], bool]:
    """Return the function that tells whether the next stone can complete a line."""
    spots, won, bottoms = spots_on(board), won_on(board), board.bottoms

    def can_win(p: Position) -> bool:
        mover, stones = p
        return spots(mover) & stones + bottoms != 0 and not won(mover ^ stones)

    return can_win


@cache
def safe_on(board: Board) -> Callable[[Position], int]:
    """Return the function that returns the cells of the moves after which the opponent cannot win at once.

    There are none if the game is over, or if the player to move can win at once.
    """
    spots, bottoms, cells = spots_on(board), board.bottoms, board.cells

    def safe(p: Position) -> int:
        mover, stones = p
        other = mover ^ stones
        free = stones + bottoms & cells
        if spots(mover) & free:
            return 0
        threats = spots(other)
        if threats & other:  # the opponent has won
            return 0
        forced = threats & free
        if forced & forced - 1:  # only one of two threats can be stopped
            return 0
        return (forced or free) & ~(threats >> 1)

    return safe


def non_losing_on(board: Board) -> Callable[[Position], Iterator[Position]]:
    """Return the function that yields the positions after these moves, in the order of the board's columns."""
    safe, columns = safe_on(board), board.columns

    def non_losing(p: Position) -> Iterator[Position]:
        mover, stones = p
        free = safe(p)
        if free:
            for column in columns:
                cell = free & column
                if cell:
                    yield mover ^ stones, stones | cell

    return non_losing


@cache
def score_on(board: Board) -> Callable[[Position], int]:
    """Return the function that returns how soon the game is won, to the first player; 0 if that is not seen."""
    spots, won, safe = spots_on(board), won_on(board), safe_on(board)
    bottoms, size = board.bottoms, board.cells.bit_count()

    def score(p: Position) -> int:
        mover, stones = p
        n = stones.bit_count()
        turn = -1 if n & 1 else 1
        if won(mover ^ stones):
            return -turn * ((size + 2 - n) // 2)
        if spots(mover) & stones + bottoms:
            return turn * ((size + 1 - n) // 2)
        if safe(p) == 0:
            return -turn * ((size - n) // 2)  # 0 if the board is full
        return 0

    return score


def open_threats_on(board: Board) -> Callable[[Position], int]:
    """Return the function that counts the winning spots of the player who has just moved, negative for the second."""
    spots = spots_on(board)

    def open_threats(p: Position) -> int:
        mover, stones = p
        found = (spots(mover ^ stones) & ~stones).bit_count()
        return found if stones.bit_count() & 1 else -found

    return open_threats


def mover_bounds_on(board: Board) -> Callable[[Position], tuple[int, int]]:
    """Return the function that returns bounds of the value, of which only the mover's best depends on the position."""
    can_win, won, score = can_win_on(board), won_on(board), score_on(board)
    cells, size = board.cells, board.cells.bit_count()

    def mover_bounds(p: Position) -> tuple[int, int]:
        mover, stones = p
        n = stones.bit_count()
        if can_win(p) or stones == cells or won(mover ^ stones):
            value = score(p)
            return value, value
        best, worst = (size - 1 - n) // 2, size // 2
        return (-best, worst) if n & 1 else (-worst, best)

    return mover_bounds


def bounds_on(board: Board) -> Callable[[Position], tuple[int, int]]:
    """Return the function that returns bounds of the value, from what both players can do with their next stones."""
    safe, score, size = safe_on(board), score_on(board), board.cells.bit_count()

    def bounds(p: Position) -> tuple[int, int]:
        n = p[1].bit_count()
        if safe(p) == 0:
            value = score(p)
            return value, value
        left = size - 2 - n if n < size - 2 else 0  # stones after the next two, of which none makes a line
        best, worst = (left + 1) // 2, left // 2
        return (-best, worst) if n & 1 else (-worst, best)

    return bounds
