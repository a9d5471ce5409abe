"""Positional games, in which two players, X and O, mark the cells of a board in turn.

A position is two bitboards, one per player. The bits follow the cells, row by row from the top left. The bit after each
row is always 0, so a line cannot continue from one row into the next. With five columns and three rows the bits are::

     0  1  2  3  4    5 always 0
     6  7  8  9 10   11
    12 13 14 15 16   17

``marking_rules`` makes the rules of one game of this kind from its size, and from functions that find the winner.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from returns.maybe import Maybe, Nothing

from fpgames.rules.notation import DERIVED, Diagram, Notation
from fpgames.rules.outcomes import Outcome, Player, outcome_of_score, require_legal
from fpgames.rules.record import Rules, Symmetry
from fpgames.validation import require_at_least

__all__ = ["Marks"]


class Marks(NamedTuple):
    """A position: the marks of both players; the first player is to move if both have the same number of marks.

    Args:
        first: a bitboard of the marks of the first player, X.
        second: a bitboard of the marks of the second player, O.

    See also: :mod:`fpgames.games.mnk`, :mod:`fpgames.games.hex`.
    """

    first: int
    second: int


LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ENDS = {Outcome.FIRST_WON: "X has won", Outcome.DRAW: "draw", Outcome.SECOND_WON: "O has won"}


def cells(columns: int, rows: int) -> tuple[int, ...]:
    """Return the bit of each cell of a board, row by row from the top left."""
    return tuple(1 << i * (columns + 1) + j for i in range(rows) for j in range(columns))


def mark_cell(p: Marks, cell: int) -> Marks:
    """Mark an empty cell, given by its bit, for the player to move; return the next position."""
    if p.first.bit_count() > p.second.bit_count():
        return Marks(p.first, p.second | cell)
    return Marks(p.first | cell, p.second)


def require_board(columns: int, rows: int) -> None:
    """Raise ValueError unless there are 1 to 26 columns and 1 to 26 rows, so that letters can name the columns."""
    for count, plural in ((columns, "columns"), (rows, "rows")):
        require_at_least(1, count, f"play on {{}} {plural}", len(LETTERS))


def player(p: Marks) -> Player:
    """Return the player to move, derived from the number of marks of each player."""
    return Player.SECOND if p.first.bit_count() > p.second.bit_count() else Player.FIRST


def symmetry(sources: tuple[int, ...], images: tuple[int, ...]) -> Symmetry[Marks, int]:
    """Return the symmetry that moves cell n of a board, whose bit is ``sources[n]``, to cell ``images[n]``."""
    targets = tuple(sources[image] for image in images)

    def image_of_position(p: Marks) -> Marks:
        first = second = 0
        for cell, target in zip(sources, targets):  # noqa: B905 (numba compiles no "strict")
            if p.first & cell:
                first |= target
            elif p.second & cell:
                second |= target
        return Marks(first, second)

    return Symmetry(image_of_position, images.__getitem__)


def marking_rules(
    name: str,
    columns: int,
    rows: int,
    score: Callable[[Marks], int],
    winning: Callable[[Marks], int],
    *,
    static: Callable[[Marks], float] = DERIVED,
    symmetries: tuple[tuple[int, ...], ...] = (),
    slanted: bool = False,
) -> Rules[Marks, int]:
    """Return the rules of one game in which players mark cells, for a maker decorated by ``made``.

    Args:
        name: the name of the game.
        columns: the number of columns, 1 to 26.
        rows: the number of rows, 1 to 26.
        score: a function that numba can compile; it returns 1 if X has won, -1 if O has won, otherwise 0.
        winning: a function that returns the mask of the winning cells; 0 if no player has won.
        static: the static value of a position; by default, the score.
        symmetries: for each symmetry, the cells to which the cells move.
        slanted: whether each row is indented further than the row above, as in Hex; row 1 is then the top row.
    """
    order = cells(columns, rows)
    board = sum(order)

    def free_cells(p: Marks) -> int:
        return 0 if score(p) else board & ~(p.first | p.second)

    def moves(p: Marks) -> tuple[int, ...]:
        free = free_cells(p)
        return tuple(number for number, cell in enumerate(order) if free & cell)

    def play(p: Marks, move: int) -> Marks:
        if type(move) is int and 0 <= move < len(order) and free_cells(p) & order[move]:
            return mark_cell(p, order[move])
        return mark_cell(p, order[require_legal(move, moves(p))])

    def successors(p: Marks) -> Iterator[Marks]:
        free = free_cells(p)
        while free:
            yield mark_cell(p, free & -free)
            free &= free - 1

    def outcome(p: Marks) -> Maybe[Outcome]:
        result = score(p)
        return outcome_of_score(result) if result or p.first | p.second == board else Nothing

    return Rules(
        name=name,
        start=Marks(0, 0),
        moves=moves,
        play=play,
        player=player,
        alternates=True,
        outcome=outcome,
        successors=successors,
        static=static,
        score=score,
        margins=False,
        symmetries=tuple(symmetry(order, images) for images in symmetries),
        **vars(_notation(columns, rows, outcome, winning, slanted)),
    )


def _notation(
    columns: int,
    rows: int,
    outcome: Callable[[Marks], Maybe[Outcome]],
    winning: Callable[[Marks], int],
    slanted: bool,
) -> Notation[Marks, int]:
    order, letters = cells(columns, rows), LETTERS[:columns]

    def board_rows(p: Marks) -> tuple[str, ...]:
        text = "".join("X" if p.first & cell else "O" if p.second & cell else "." for cell in order)
        return tuple(" " * i * slanted + text[i * columns : (i + 1) * columns] for i in range(rows))

    def show(p: Marks) -> str:
        numbers = range(1, rows + 1) if slanted else range(rows, 0, -1)
        lines = [f"{row}  {number}" for row, number in zip(board_rows(p), numbers, strict=True)]
        status = outcome(p).map(_ENDS.__getitem__).value_or(f"{'XO'[player(p) is Player.SECOND]} to move")
        return "\n".join([letters, *lines, status] if slanted else [*lines, letters, status])

    def read(text: str) -> Marks:
        words_by_line = [words for line in text.split("\n") if (words := line.split()) and words != [letters]]
        lines = [words[0] for words in words_by_line[:rows]]
        for number, row in enumerate(lines, 1):
            if len(row) != columns or not {*row} <= {*"XO."}:
                raise ValueError(f"row {number} is {row[:40]!r}; expected {columns} cells X, O or '.'")
        if len(lines) < rows:
            raise ValueError(f"the board has {len(lines)} rows; expected {rows}")
        pairs = [*zip(order, "".join(lines), strict=True)]
        p = Marks(*(sum(cell for cell, symbol in pairs if symbol == mark) for mark in "XO"))
        require_reachable(p)
        expected = [words for line in show(p).split("\n") if (words := line.split()) != [letters]]
        for number, words in enumerate(words_by_line):
            full_line = expected[number] if number < len(expected) else []
            if words not in (full_line, full_line[:1] if number < rows else full_line):
                line = " ".join(words)[:40]
                raise ValueError(f"{line!r} does not fit the board; expected {' '.join(full_line) or 'nothing'!r}")
        return p

    def require_reachable(p: Marks) -> None:
        """Raise ValueError unless a game can lead to p, with alternate moves and no move after a win."""
        first, second = p.first.bit_count(), p.second.bit_count()
        if first - second not in (0, 1):
            raise ValueError(f"{first} X and {second} O; expected equal numbers, or one more X")
        last, other = "XO" if first > second else "OX"
        last_marks = [cell for cell in order if p[last == "O"] & cell]
        if winning(Marks(0, p.second) if last == "X" else Marks(p.first, 0)):
            raise ValueError(f"{other} has won, but {last} moved last")
        if last_marks and all(winning(Marks(p.first & ~cell, p.second & ~cell)) for cell in last_marks):
            raise ValueError(f"{last} has won, and had won before its last mark")

    def show_move(move: int) -> str:
        i, j = divmod(move, columns)
        return f"{letters[j]}{i + 1 if slanted else rows - i}"

    def read_move(text: str) -> int:
        if re.fullmatch("[a-z][1-9][0-9]?", text):
            i, j = int(text[1:]), LETTERS.index(text[0])
            if i <= rows and j < columns:
                return (i - 1 if slanted else rows - i) * columns + j
        raise ValueError(f"{text[:40]!r} is not a cell; expected a1 to {letters[-1]}{rows}")

    def diagram(p: Marks) -> Diagram:
        won = winning(p)
        places = (divmod(number, columns) for number, cell in enumerate(order) if won & cell)
        squares = frozenset((i, j + i * slanted) for i, j in places)
        return Diagram(board_rows(p), squares, "hexagons" if slanted else "marks")

    return Notation(show=show, read=read, show_move=show_move, read_move=read_move, diagram=diagram, prompt="cell ?")
