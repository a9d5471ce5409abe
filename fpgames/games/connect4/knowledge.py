"""Facts about a position of Connect Four for a solver: immediate wins, losing moves, and bounds of the score.

The value of a position says how soon the game is won. It is always the first player's: positive if the first player
wins, 0 for a draw. On a board of c cells, a win with the stone number m is worth ``(c + 2 - m) // 2``; so a win with
one's own last stone is worth 1, with the stone before it 2, and so on.

A *winning spot* of a player is a cell in which one more stone of that player completes a line. The functions find
winning spots in a few shifts, and derive the rest from them. They run in CPython on a board of any size, and in compiled
code if ``width * (height + 1) < 64``.

Source: Pons, *Solving Connect 4* (gamesolver.org), parts 4, 9 and 10, where values are those of the player to move.
"""

# Without annotations from the future: Sphinx evaluates those of a NamedTuple in a module that does not have Position.
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from fpgames.games.connect4.bit_board import Board, Position, Size, board_of, make_won, require_size
from fpgames.rules.closures import Closure

__all__ = ["Facts", "facts"]


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
def make_spots(board: Board) -> Callable[[int], int]:
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


def make_winning_spots(board: Board) -> Callable[[Position], int]:
    """Return the function that returns the winning spots of the player to move."""
    spots = make_spots(board)

    def winning_spots(p: Position) -> int:
        mover, stones = p
        return spots(mover) & ~stones

    return winning_spots


def make_can_win(board: Board) -> Callable[[Position], bool]:
    """Return the function that tells whether the next stone can complete a line."""
    spots, won, bottoms = make_spots(board), make_won(board), board.bottoms

    def can_win(p: Position) -> bool:
        mover, stones = p
        return spots(mover) & stones + bottoms != 0 and not won(mover ^ stones)

    return can_win


@cache
def make_safe(board: Board) -> Callable[[Position], int]:
    """Return the function that returns the cells of the moves after which the opponent cannot win at once.

    There are none if the game is over, or if the player to move can win at once.
    """
    spots, bottoms, cells = make_spots(board), board.bottoms, board.cells

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


def make_non_losing(board: Board) -> Callable[[Position], Iterator[Position]]:
    """Return the function that yields the positions after these moves, in the order of the board's columns."""
    safe, columns = make_safe(board), board.columns

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
def make_score(board: Board) -> Callable[[Position], int]:
    """Return the function that returns how soon the game is won, to the first player; 0 if that is not seen."""
    spots, won, safe = make_spots(board), make_won(board), make_safe(board)
    bottoms, cells = board.bottoms, board.cells

    def score(p: Position) -> int:
        mover, stones = p
        turn = -1 if stones.bit_count() & 1 else 1
        if won(mover ^ stones):
            return -turn * (((cells & ~stones).bit_count() + 2) // 2)
        if spots(mover) & stones + bottoms:
            return turn * (((cells & ~stones).bit_count() + 1) // 2)
        if safe(p) == 0:
            return -turn * ((cells & ~stones).bit_count() // 2)  # 0 if the board is full
        return 0

    return score


def make_open_threats(board: Board) -> Callable[[Position], int]:
    """Return the function that counts the winning spots of the player who has just moved, negative for the second."""
    spots = make_spots(board)

    def open_threats(p: Position) -> int:
        mover, stones = p
        found = (spots(mover ^ stones) & ~stones).bit_count()
        return found if stones.bit_count() & 1 else -found

    return open_threats


def make_mover_bounds(board: Board) -> Callable[[Position], tuple[int, int]]:
    """Return the function that returns bounds of the value, of which only the mover's best depends on the position."""
    can_win, won, score = make_can_win(board), make_won(board), make_score(board)
    cells, size = board.cells, board.cells.bit_count()

    def mover_bounds(p: Position) -> tuple[int, int]:
        mover, stones = p
        n = (stones & cells).bit_count()
        if can_win(p) or n == size or won(mover ^ stones):
            value = score(p)
            return value, value
        best, worst = (size - 1 - n) // 2, size // 2
        return (-best, worst) if stones.bit_count() & 1 else (-worst, best)

    return mover_bounds


def make_bounds(board: Board) -> Callable[[Position], tuple[int, int]]:
    """Return the function that returns bounds of the value, from what both players can do with their next stones."""
    safe, score, cells, size = make_safe(board), make_score(board), board.cells, board.cells.bit_count()

    def bounds(p: Position) -> tuple[int, int]:
        _, stones = p
        n = (stones & cells).bit_count()
        if safe(p) == 0:
            value = score(p)
            return value, value
        left = size - 2 - n if n < size - 2 else 0  # stones after the next two, of which none makes a line
        best, worst = (left + 1) // 2, left // 2
        return (-best, worst) if stones.bit_count() & 1 else (-worst, best)

    return bounds


class Facts(NamedTuple):
    """Functions of a position that a solver composes with a tree of the game.

    All numbers are values to the first player. By minimax, both these trees have the value of the position that is
    their root. In the second, ``player`` is the player to move there::

        build_tree(rules) | prune_when(can_win) | map_tree(score)
        build_tree(non_losing, player=player) | map_tree(score)

    Args:
        winning_spots: returns the empty cells, as bits, in which a stone of the player to move completes a line,
            whether it can be played now or only later.
        can_win: tells whether the player to move can complete a line with the next stone.
        non_losing: yields the positions after each move that does not let the opponent win with the next stone, from
            the centre outwards; none if the game is over, or if the player to move can win at once.
        score: returns the value if the game is over; if the player to move can win at once; or if the opponent can,
            whatever the move. Otherwise it returns 0. So it is right at every leaf of both trees.
        open_threats: returns the number of winning spots of the player who has just moved; negative for the second
            player's. A key for ``order_by``.
        mover_bounds: returns two bounds of the value. If the game is over, or the player to move can win at once, both
            are the value. Otherwise, with n stones on a board of c cells, the player to move gets at most
            ``(c - 1 - n) // 2``, because the next stone does not win; and the opponent gets at most ``c // 2``.
        bounds: returns two bounds that are closer. Both are the value where ``non_losing`` yields nothing. Otherwise
            the opponent gets at most ``(c - 2 - n) // 2``, because the stone after the next does not win either. Where
            at most two cells are empty, both are 0.

    >>> from fpgames.games.connect4 import rules
    >>> p = rules.read("112233")
    >>> standard = facts()
    >>> standard.can_win(p), standard.score(p), standard.bounds(p), [*standard.non_losing(p)]
    (True, 18, (18, 18), [])
    >>> q = rules.read("11223")
    >>> [rules.show(after).split()[5:7] for after in standard.non_losing(q)]
    [['YY.....', 'RRRY...']]
    >>> standard.open_threats(q), standard.mover_bounds(q), standard.bounds(q)
    (1, (-18, 21), (-18, 17))

    See also: :func:`facts`.

    Source: Pons, *Solving Connect 4* (gamesolver.org), parts 4, 6, 9 and 10.
    """

    winning_spots: Callable[[Position], int]
    can_win: Callable[[Position], bool]
    non_losing: Callable[[Position], Iterator[Position]]
    score: Callable[[Position], int]
    open_threats: Callable[[Position], int]
    mover_bounds: Callable[[Position], tuple[int, int]]
    bounds: Callable[[Position], tuple[int, int]]


class _Numbers(Board):
    """The numbers of a board, by which these functions are told from those of the rules."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "facts({}, {}, {})".format(*self.size)


def facts(width: int = 7, height: int = 6, align: int = 4) -> Facts:
    """Return the functions for a board of some size: ``facts :: Int -> Int -> Int -> Facts``.

    They run on boards of any size, and ``jit`` compiles them where ``width * (height + 1) < 64``.

    Args:
        width: the number of columns, at least 1.
        height: the number of rows, at least 1.
        align: stones in line that win, at least 1.

    Raises:
        ValueError: width, height or align is less than 1.

    >>> from fpgames.games.connect4 import rules
    >>> facts().can_win(rules.read("112233"))
    True
    >>> facts().score
    facts(7, 6, 4).score

    See also: :class:`Facts`; :func:`fpgames.games.connect4.bits.sized`, which returns the rules.
    """
    return _facts(require_size(width, height, align))


@cache
def _facts(size: Size) -> Facts:
    board = _Numbers(*board_of(size, centre_first=True))
    return Facts(
        winning_spots=Closure(make_winning_spots, board),
        can_win=Closure(make_can_win, board),
        non_losing=Closure(make_non_losing, board),
        score=Closure(make_score, board),
        open_threats=Closure(make_open_threats, board),
        mover_bounds=Closure(make_mover_bounds, board),
        bounds=Closure(make_bounds, board),
    )
