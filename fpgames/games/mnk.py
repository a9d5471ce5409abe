"""The m,n,k-game, such as tic-tac-toe and gomoku: on m columns and n rows, whoever first has k marks in line wins.

A line lies in a row, a column or a diagonal; a line of more than k marks wins too. A move is the number of a cell,
counted row by row from the top left. In text, a move is a column's letter and a row's number, counted from the bottom.

Source: Uiterwijk and van den Herik, *The advantage of the initiative* (Information Sciences 122, 2000).
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from fpgames.games.boards import cell_symmetries
from fpgames.games.lines import Size, make_has_line
from fpgames.games.positional import Marks, marking_rules, require_board
from fpgames.rules.makers import made
from fpgames.rules.record import Rules
from fpgames.validation import require_at_least

__all__ = ["rules", "sized"]

_MAX_ALIGN = 26


def _size(columns: int, rows: int, align: int) -> Size:
    """Return the size of a board whose bits follow the rows: a ``Size`` follows its columns, so they are the rows here."""
    return Size(width=rows, height=columns, align=align)


def sized(columns: int = 5, rows: int = 5, align: int = 4) -> Rules[Marks, int]:
    """Return the rules on a board of any size: ``sized :: Int -> Int -> Int -> Rules Marks Int``.

    Args:
        columns: the number of columns, 1 to 26.
        rows: the number of rows, 1 to 26; searches can be compiled if ``(columns + 1) * rows`` is at most 63.
        align: the number of marks in line needed to win, 1 to 26; a game on a board too small for a line is a draw.

    Raises:
        ValueError: columns, rows or align is not from 1 to 26.

    >>> gomoku = sized(15, 15, 5)
    >>> gomoku.show_move(gomoku.moves(gomoku.start)[0])
    'a15'

    See also: :data:`rules`; :data:`fpgames.games.tictactoe.bits.rules`, the same game as ``sized(3, 3, 3)``.
    """
    require_board(columns, rows)
    require_at_least(1, align, "win with {} marks in line", _MAX_ALIGN)
    return _rules(_size(int(columns), int(rows), int(align)))


@made("sized({0.height}, {0.width}, {0.align})".format)
def _rules(size: Size) -> Rules[Marks, int]:
    n, m, k = size
    name = "mnk" if (m, n, k) == (5, 5, 4) else f"mnk:{m},{n},{k}"
    has_line, all_cells, shifts = make_has_line(size), size.cells, range(size.cells.bit_length())
    shapes = (sum(1 << step * i for i in range(k)) for step in size.steps)
    all_lines = tuple(line for shape in shapes for i in shifts if (line := shape << i) | all_cells == all_cells)
    scale = 1.0 + len(all_lines) * 4.0 ** (k - 1)

    def score(p: Marks) -> int:
        if p.first.bit_count() > p.second.bit_count():  # only the player who moved last can have won
            return 1 if has_line(p.first) else 0
        return -1 if has_line(p.second) else 0

    def winning(p: Marks) -> int:
        return reduce(or_, (line for line in all_lines if any(line & marks == line for marks in p)), 0)

    def static(p: Marks) -> float:
        """Return 1 or -1 for a win, else the weight of X's open lines minus O's, scaled to below 1.

        A line is open for a player while it has no mark of the opponent. An open line with n marks weighs ``4 ** n``.
        """
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

    return marking_rules(name, m, n, score, winning, static=static, symmetries=cell_symmetries(m, n))


rules = sized()
"""The rules with five columns, five rows and four in line, named ``mnk``."""
