"""Marks in line on a board of any size, such as tic-tac-toe and gomoku: the first player with k in line wins.

A line is a row, a column or a diagonal; a longer line wins too. Moves are the numbers of the cells, row by row from the top
left, as in tic-tac-toe; they are written as a column's letter and a row's number, counted from the bottom.

Source: Uiterwijk and van den Herik, *The advantage of the initiative* (Information Sciences 122, 2000).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial, reduce
from operator import or_
from typing import NamedTuple

from fpgames.games.boards import images_of_cells
from fpgames.games.connect4.bit_board import Size
from fpgames.games.positional import Marking, Marks, cells, make_choices, require_board, rules_of_marking, symmetry
from fpgames.rules.closures import Closure
from fpgames.rules.record import Rules
from fpgames.validation import require_at_least

__all__ = ["make_prevented", "rules", "sized"]


_LONGEST = 26


class Board(NamedTuple):
    """The description of a board.

    Args:
        columns: the number of columns.
        rows: the number of rows.
        align: the number of marks in line that win.
    """

    columns: int
    rows: int
    align: int

    @property
    def cells(self) -> int:
        """All cells, as bits."""
        return sum(cells(self.columns, self.rows))

    @property
    def steps(self) -> tuple[int, ...]:
        """For each direction, the distance from a cell of a line to the next cell."""
        return 1, self.columns + 1, self.columns + 2, self.columns


@cache
def lines(board: Board) -> tuple[int, ...]:
    """Return every line that wins, as bits."""
    shapes = (sum(1 << step * n for n in range(board.align)) for step in board.steps)
    places = range(board.cells.bit_length())
    return tuple(line for shape in shapes for at in places if (line := shape << at) | board.cells == board.cells)


def make_won(board: Board) -> Callable[[int], bool]:
    """Return the function that tells whether marks form a line."""
    shifts = tuple(Size(board.rows, board.columns, board.align).shifts)  # of a Connect Four board on its side

    def won(marks: int) -> bool:
        for steps in shifts:
            line = marks
            for n in steps:
                line &= line >> n
            if line:
                return True
        return False

    return won


def make_score(board: Board) -> Callable[[Marks], int]:
    """Return the function that is 1 if X has a line, -1 if O has, otherwise 0."""
    won = make_won(board)

    def score(p: Marks) -> int:
        if p.first.bit_count() > p.second.bit_count():  # only the player who has just moved can have won
            return 1 if won(p.first) else 0
        return -1 if won(p.second) else 0

    return score


def winning(board: Board, p: Marks) -> int:
    """Return the cells of lines, as bits."""
    return reduce(or_, (line for line in lines(board) if any(line & marks == line for marks in p)), 0)


def make_static(board: Board) -> Callable[[Marks], float]:
    """Return the function that is 1 or -1 for a win, else the promise of X's lines less that of O's, scaled.

    A line without marks of the opponent promises 1, four times as much with each mark in it.
    """
    score, every, all_lines = make_score(board), board.cells, lines(board)
    scale = 1.0 + len(all_lines) * 4.0 ** (board.align - 1)

    def static(p: Marks) -> float:
        found = score(p)
        if found or p.first | p.second == every:
            return float(found)
        promise = 0
        for line in all_lines:
            if not p.second & line:
                promise += 1 << 2 * (p.first & line).bit_count()
            if not p.first & line:
                promise -= 1 << 2 * (p.second & line).bit_count()
        return promise / scale

    return static


def make_prevented(columns: int, rows: int, align: int) -> Callable[[Marks], bool]:
    """Return a function that tells, if it can, that O can prevent X from any line: ``Marks -> Bool``.

    Let a line without marks of O that lacks n marks of X count ``2 ** -n``. O can prevent them all if they count less
    than 1 together and O is to move, or less than 1/2 and X is to move. So where the function is true, X does not win
    with perfect play; where it is false, either may be so.

    Args:
        columns: the number of columns, 1 to 26.
        rows: the number of rows, 1 to 26.
        align: marks in line that win, at least 1.

    >>> make_prevented(5, 5, 5)(rules.start), make_prevented(3, 3, 3)(rules.start)
    (True, False)

    See also: :func:`sized`, whose argument ``forced`` makes searches faster too.

    Source: Erdős and Selfridge, *On a combinatorial game* (1973, doi:10.1016/0097-3165(73)90005-8).
    """
    all_lines, limit = lines(Board(columns, rows, align)), 1 << align

    def prevented(p: Marks) -> bool:
        danger = 0
        for line in all_lines:
            if not p.second & line:
                danger += 1 << (p.first & line).bit_count()
        return danger < (limit if p.first.bit_count() > p.second.bit_count() else limit >> 1)

    return prevented


def make_completing(board: Board) -> Callable[[int, int], int]:
    """Return the function that returns the cells, of those that are free, where one more mark completes a line."""
    # For each place in a line, its distance from the first place, and those of the other places.
    places = tuple(
        (step * n, tuple(step * other for other in range(board.align) if other != n))
        for step in board.steps
        for n in range(board.align)
    )

    def completing(marks: int, free: int) -> int:
        found = 0
        for place, others in places:
            line = free >> place
            for n in others:
                line &= marks >> n
            found |= line << place
        return found

    return completing


def make_forced(board: Board) -> Callable[[Marks], int]:
    """Return the function that returns the cells that complete a line; or else prevent one; or else all empty ones."""
    free_of, completing = make_choices((board.cells, make_score(board))), make_completing(board)

    def forced(p: Marks) -> int:
        mine, theirs = (p.second, p.first) if p.first.bit_count() > p.second.bit_count() else (p.first, p.second)
        free = free_of(p)
        return completing(mine, free) or completing(theirs, free) or free

    return forced


def sized(columns: int = 5, rows: int = 5, align: int = 4, *, forced: bool = False) -> Rules[Marks, int]:
    r"""Return the game on a board of another size: ``sized :: Int -> Int -> Int -> Bool -> Rules Marks Int``.

    Args:
        columns: the number of columns, 1 to 26.
        rows: the number of rows, 1 to 26; the game can be compiled if ``(columns + 1) * rows`` is at most 63.
        align: marks in line that win, 1 to 26; on a board too small for such a line every game is a draw.
        forced: whether to leave out moves that do not change a position's value: if a player can complete a line, the
            only moves are those that do; otherwise, if the opponent could complete one, those that prevent it.

    Raises:
        ValueError: columns, rows or align is out of range.

    >>> gomoku = sized(15, 15, 5)
    >>> gomoku.show_move(gomoku.moves(gomoku.start)[0])
    'a15'
    >>> p = sized(3, 3, 3).read("XX.\nOO.\n...")
    >>> sized(3, 3, 3).moves(p), sized(3, 3, 3, forced=True).moves(p)
    ((2, 5, 6, 7, 8), (2,))

    See also: :data:`rules`; :data:`fpgames.games.tictactoe.bits.rules`, the same as ``sized(3, 3, 3)``.
    """
    require_board(columns, rows)
    require_at_least(1, align, "win with {} marks in line")
    if align > _LONGEST:
        raise ValueError(f"cannot win with more than {_LONGEST} marks in line")
    return _rules(Board(int(columns), int(rows), int(align)), bool(forced))


@cache
def _rules(board: Board, forced: bool) -> Rules[Marks, int]:
    name = "mnk" if board == (5, 5, 4) else "mnk:{},{},{}".format(*board)
    score = Closure(make_score, board)
    game = Marking(
        columns=board.columns,
        rows=board.rows,
        cells=cells(board.columns, board.rows),
        score=score,
        winning=partial(winning, board),
        choices=Closure(make_forced, board) if forced else Closure(make_choices, (board.cells, score)),
    )
    m, n, _ = board
    symmetries = tuple(symmetry(m, n, images) for images in images_of_cells(m, n))
    return rules_of_marking(f"{name}-forced" if forced else name, game, symmetries, Closure(make_static, board))


rules = sized()
"""Four in line on five columns and five rows; its name is ``mnk``."""
