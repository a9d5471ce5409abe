"""Positions of positional games, in which two players, X and O, mark the cells of a board in turn.

A board is two ints, the cells of each player as bits, row by row from the top left. The bit after each row is always 0, so
a line cannot continue from one row into the next. With five columns and three rows the bits are::

     0  1  2  3  4    5 never a mark
     6  7  8  9 10   11
    12 13 14 15 16   17

A game adds its description: who has won, from the marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from returns.maybe import Maybe, Nothing, Some

from fpgames.rules.closures import Closure
from fpgames.rules.outcomes import IllegalMove, Outcome, Player
from fpgames.rules.record import Symmetry
from fpgames.validation import require_at_least

__all__ = ["Marks"]


class Marks(NamedTuple):
    """A position; the first player is to move if both have equally many marks.

    Args:
        first: the cells of the first player, X, as bits.
        second: those of the second player, O.

    See also: :mod:`fpgames.games.mnk`, :mod:`fpgames.games.hex`.
    """

    first: int
    second: int


class Marking(NamedTuple):
    """The description of a game in which players mark cells.

    Args:
        columns: the number of columns, 1 to 26.
        rows: the number of rows, 1 to 26.
        score: 1 if X has won, -1 if O has, otherwise 0: a function that compiles.
        winning: returns the cells that won, as bits; 0 if no player has.
        choices: returns the cells that can be marked, as bits; 0 if the game is over: a function that compiles.
        slanted: whether each row is shown one place further to the right than the row above it, as in Hex.
        from_top: whether rows are numbered from the top.

    See also: :func:`fpgames.games.positional.rules_of_marking`, the rules.
    """

    columns: int
    rows: int
    score: Closure[int]
    winning: Closure[int]
    choices: Closure[int]
    slanted: bool = False
    from_top: bool = False


LETTERS = "abcdefghijklmnopqrstuvwxyz"
NOTHING: Maybe[Outcome] = Nothing
FIRST_WON, DRAW, SECOND_WON = map(Some, Outcome)


def cells(columns: int, rows: int) -> tuple[int, ...]:
    """Return the bit of each cell, row by row: ``cells m n = [shiftL 1 (i * (m + 1) + j) | i <- [0..n-1], j <- [0..m-1]]``.

    Args:
        columns: the number of columns.
        rows: the number of rows.

    >>> cells(2, 3)
    (1, 2, 8, 16, 64, 128)

    See also: :class:`Marks`.
    """
    return tuple(1 << i * (columns + 1) + j for i in range(rows) for j in range(columns))


def marked(marks: int, order: Iterable[int]) -> Iterator[int]:
    """Yield the numbers of the cells that are marked: ``marked ms bits = [n | (n, b) <- zip [0..] bits, ms .&. b /= 0]``.

    Args:
        marks: the marked cells, as bits.
        order: the bit of each cell.

    >>> list(marked(0b11000, cells(2, 2)))
    [2, 3]

    See also: :func:`cells`.
    """
    return (number for number, cell in enumerate(order) if marks & cell)


def put(p: Marks, cell: int) -> Marks:
    """Return a position in which the player to move has marked a cell: ``put :: Marks -> Int -> Marks``.

    Args:
        p: the position.
        cell: the bit of an empty cell.

    >>> put(Marks(0b001, 0), 0b100)
    Marks(first=1, second=4)

    See also: :func:`cells`, which returns the bit of each cell.
    """
    if p.first.bit_count() > p.second.bit_count():
        return Marks(p.first, p.second | cell)
    return Marks(p.first | cell, p.second)


def require_board(columns: int, rows: int) -> None:
    """Raise ValueError unless a board has a size that has names: ``requireBoard :: Int -> Int -> ()``.

    Args:
        columns: the number of columns.
        rows: the number of rows.

    Raises:
        ValueError: one of them is not 1 to 26.

    >>> require_board(27, 3)
    Traceback (most recent call last):
    ...
    ValueError: cannot play on more than 26 columns

    See also: :func:`fpgames.validation.require_at_least`.
    """
    for number, what in ((columns, "columns"), (rows, "rows")):
        require_at_least(1, number, f"play on {{}} {what}")
        if number > len(LETTERS):
            raise ValueError(f"cannot play on more than {len(LETTERS)} {what}")


def player(p: Marks) -> Player:
    return Player.SECOND if p.first.bit_count() > p.second.bit_count() else Player.FIRST


def choices_on(columns: int, rows: int, score: Callable[[Marks], int]) -> Callable[[Marks], int]:
    """Return the function that returns the empty cells while the game runs: ``Marks -> Int``.

    Args:
        columns: the number of columns.
        rows: the number of rows.
        score: 0 while no player has won.

    >>> choices_on(2, 1, lambda p: 0)(Marks(0b01, 0))
    2

    See also: :class:`Marking`, whose ``choices`` it can be.
    """
    board = sum(cells(columns, rows))

    def choices(p: Marks) -> int:
        return 0 if score(p) else board & ~(p.first | p.second)

    return choices


def moves_on(game: Marking) -> Callable[[Marks], tuple[int, ...]]:
    """Return the function that returns the numbers of the cells that can be marked, none if the game is over."""
    choices, order = game.choices, cells(game.columns, game.rows)

    def moves(p: Marks) -> tuple[int, ...]:
        return tuple(marked(choices(p), order))

    return moves


def play_on(game: Marking) -> Callable[[Marks, int], Marks]:
    """Return the function that marks a cell for the player to move."""
    moves, order = moves_on(game), cells(game.columns, game.rows)

    def play(p: Marks, move: int) -> Marks:
        legal = moves(p)
        if move not in legal:
            raise IllegalMove(move, legal)
        return put(p, order[int(move)])

    return play


def successors_on(game: Marking) -> Callable[[Marks], Iterator[Marks]]:
    """Return the function that yields the positions after each move, row by row."""
    choices = game.choices

    def successors(p: Marks) -> Iterator[Marks]:
        free = choices(p)
        while free:
            yield put(p, free & -free)
            free &= free - 1

    return successors


def outcome_on(game: Marking) -> Callable[[Marks], Maybe[Outcome]]:
    """Return the function that returns how a game ended: who has won, or a draw on a full board."""
    board = sum(cells(game.columns, game.rows))

    def outcome(p: Marks) -> Maybe[Outcome]:
        score = game.score(p)
        if score:
            return FIRST_WON if score > 0 else SECOND_WON
        return DRAW if p.first | p.second == board else NOTHING

    return outcome


class Moved(NamedTuple):
    """The description of a symmetry: each cell, and that to which it is moved."""

    cells: tuple[int, ...]
    images: tuple[int, ...]


def image_on(moved: Moved) -> Callable[[Marks], Marks]:
    """Return the function that returns the image of a position."""
    before, after = moved

    def image(p: Marks) -> Marks:
        first = second = 0
        for cell, to in zip(before, after):  # noqa: B905 (numba compiles no "strict")
            if p.first & cell:
                first |= to
            elif p.second & cell:
                second |= to
        return Marks(first, second)

    return image


def move_image_on(images: tuple[int, ...]) -> Callable[[int], int]:
    """Return the function that returns the image of a cell, given that of each."""
    return images.__getitem__


def symmetry(columns: int, rows: int, images: tuple[int, ...]) -> Symmetry[Marks, int]:
    """Return the symmetry of a board that moves its cells: ``symmetry :: Int -> Int -> [Int] -> Symmetry Marks Int``.

    Args:
        columns: the number of columns.
        rows: the number of rows.
        images: for each cell, the number of the cell that it is moved to.

    >>> turned = symmetry(2, 1, (1, 0))
    >>> turned.position(Marks(0b01, 0b10)), turned.move(0)
    (Marks(first=2, second=1), 1)

    See also: :class:`fpgames.rules.record.Symmetry`.
    """
    order = cells(columns, rows)
    moved = Moved(order, tuple(order[to] for to in images))
    return Symmetry(Closure(image_on, moved), Closure(move_image_on, images))
