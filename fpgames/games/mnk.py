"""The m,n,k-game, such as tic-tac-toe and gomoku: on m columns and n rows, whoever first has k marks in line wins.

A line lies in a row, a column or a diagonal; a line of more than k marks wins too. A move is the number of a cell,
counted row by row from the top left. In text, a move is a column's letter and a row's number, counted from the bottom.

Source: Uiterwijk and van den Herik, *The advantage of the initiative* (Information Sciences 122, 2000).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial, reduce
from operator import or_

from fpgames.games.boards import cell_symmetries
from fpgames.games.lines import Size, make_completing_cells, make_has_line
from fpgames.games.positional import Marking, Marks, cells, make_choices, require_board, rules_of_marking, symmetry
from fpgames.rules.closures import Closure
from fpgames.rules.record import Rules
from fpgames.validation import require_at_least

__all__ = ["make_prevented", "rules", "sized"]

_MAX_ALIGN = 26


def _size(columns: int, rows: int, align: int) -> Size:
    """Return the size of a board whose bits follow the rows: a ``Size`` follows its columns, so they are the rows here."""
    return Size(width=rows, height=columns, align=align)


@cache
def winning_lines(size: Size) -> tuple[int, ...]:
    """Return the mask of every winning line."""
    shapes = (sum(1 << step * n for n in range(size.align)) for step in size.steps)
    shifts = range(size.cells.bit_length())
    return tuple(line for shape in shapes for shift in shifts if (line := shape << shift) | size.cells == size.cells)


def make_score(size: Size) -> Callable[[Marks], int]:
    """Make ``score``, which returns 1 if X has a winning line, -1 if O has one, otherwise 0."""
    has_line = make_has_line(size)

    def score(p: Marks) -> int:
        if p.first.bit_count() > p.second.bit_count():  # only the player who moved last can have won
            return 1 if has_line(p.first) else 0
        return -1 if has_line(p.second) else 0

    return score


def winning_cells(size: Size, p: Marks) -> int:
    """Return the mask of all cells in winning lines; 0 if no player has won."""
    return reduce(or_, (line for line in winning_lines(size) if any(line & marks == line for marks in p)), 0)


def make_static(size: Size) -> Callable[[Marks], float]:
    """Make ``static``, which returns 1 or -1 for a win, else the weight of X's open lines minus O's, scaled to below 1.

    A line is open for a player while it has no mark of the opponent. An open line with n marks weighs ``4 ** n``.
    """
    score, all_cells, all_lines = make_score(size), size.cells, winning_lines(size)
    scale = 1.0 + len(all_lines) * 4.0 ** (size.align - 1)

    def static(p: Marks) -> float:
        result = score(p)
        if result or p.first | p.second == all_cells:
            return float(result)
        weight = 0
        for line in all_lines:
            if not p.second & line:
                weight += 1 << 2 * (p.first & line).bit_count()
            if not p.first & line:
                weight -= 1 << 2 * (p.second & line).bit_count()
        return weight / scale

    return static


def make_prevented(columns: int, rows: int, align: int) -> Callable[[Marks], bool]:
    """Return a predicate that proves that O can block every line of X: ``Marks -> Bool``.

    Each line without a mark of O has the weight ``2 ** -n``, where n is the number of marks that X still lacks in it. O
    can block all lines if the sum of the weights is less than 1 and O is to move, or less than 1/2 and X is to move.
    True means that X does not win with perfect play; False proves nothing.

    Args:
        columns: the number of columns, 1 to 26.
        rows: the number of rows, 1 to 26.
        align: the number of marks in line needed to win, at least 1.

    >>> make_prevented(5, 5, 5)(rules.start), make_prevented(3, 3, 3)(rules.start)
    (True, False)

    See also: :func:`sized`, whose argument ``forced`` is another way to make searches faster.

    Source: Erdős and Selfridge, *On a combinatorial game* (1973, doi:10.1016/0097-3165(73)90005-8).
    """
    all_lines, limit = winning_lines(_size(columns, rows, align)), 1 << align

    def prevented(p: Marks) -> bool:
        danger = 0
        for line in all_lines:
            if not p.second & line:
                danger += 1 << (p.first & line).bit_count()
        return danger < (limit if p.first.bit_count() > p.second.bit_count() else limit >> 1)

    return prevented


def make_forced_cells(size: Size) -> Callable[[Marks], int]:
    """Make ``forced_cells``, which returns the winning cells, or else those that block a win, or else all free ones."""
    free_of, completing_cells = make_choices((size.cells, make_score(size))), make_completing_cells(size)

    def forced_cells(p: Marks) -> int:
        mine, theirs = (p.second, p.first) if p.first.bit_count() > p.second.bit_count() else (p.first, p.second)
        free = free_of(p)
        return completing_cells(mine) & free or completing_cells(theirs) & free or free

    return forced_cells


def sized(columns: int = 5, rows: int = 5, align: int = 4, *, forced: bool = False) -> Rules[Marks, int]:
    r"""Return the rules on a board of any size: ``sized :: Int -> Int -> Int -> Bool -> Rules Marks Int``.

    Args:
        columns: the number of columns, 1 to 26.
        rows: the number of rows, 1 to 26; searches can be compiled if ``(columns + 1) * rows`` is at most 63.
        align: the number of marks in line needed to win, 1 to 26; a game on a board too small for a line is a draw.
        forced: whether to list only forced moves, which does not change the value of any position. A player who can
            complete a line must do so; otherwise, the player must block a line that the opponent could complete.

    Raises:
        ValueError: columns, rows or align is not from 1 to 26.

    >>> gomoku = sized(15, 15, 5)
    >>> gomoku.show_move(gomoku.moves(gomoku.start)[0])
    'a15'
    >>> p = sized(3, 3, 3).read("XX.\nOO.\n...")
    >>> sized(3, 3, 3).moves(p), sized(3, 3, 3, forced=True).moves(p)
    ((2, 5, 6, 7, 8), (2,))

    See also: :data:`rules`; :data:`fpgames.games.tictactoe.bits.rules`, the same game as ``sized(3, 3, 3)``.
    """
    require_board(columns, rows)
    require_at_least(1, align, "win with {} marks in line", _MAX_ALIGN)
    return _rules(_size(int(columns), int(rows), int(align)), bool(forced))


@cache
def _rules(size: Size, forced: bool) -> Rules[Marks, int]:
    n, m, k = size
    name = "mnk" if (m, n, k) == (5, 5, 4) else f"mnk:{m},{n},{k}"
    score = Closure(make_score, size)
    game = Marking(
        columns=m,
        rows=n,
        cells=cells(m, n),
        score=score,
        winning=partial(winning_cells, size),
        choices=Closure(make_forced_cells, size) if forced else Closure(make_choices, (size.cells, score)),
    )
    symmetries = tuple(symmetry(m, n, images) for images in cell_symmetries(m, n))
    return rules_of_marking(f"{name}-forced" if forced else name, game, symmetries, Closure(make_static, size))


rules = sized()
"""The rules with five columns, five rows and four in line, named ``mnk``."""
