"""Positional games, in which two players, X and O, mark the cells of a board in turn.

A position is two bitboards, one per player. The bits follow the cells, row by row from the top left. The bit after each
row is always 0, so a line cannot continue from one row into the next. With five columns and three rows the bits are::

     0  1  2  3  4    5 always 0
     6  7  8  9 10   11
    12 13 14 15 16   17

A ``Marking`` describes one game of this kind: its size, and functions that find the winner and the legal moves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from returns.maybe import Maybe, Nothing

from fpgames.rules.closures import Closure
from fpgames.rules.notation import DERIVED, Diagram
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


class Marking(NamedTuple):
    """The description of one game in which players mark cells; ``rules_of_marking`` makes the rules from it.

    Args:
        columns: the number of columns, 1 to 26.
        rows: the number of rows, 1 to 26.
        cells: the bit of each cell, row by row.
        score: a function that numba can compile; it returns 1 if X has won, -1 if O has won, otherwise 0.
        winning: a function that returns the mask of the winning cells; 0 if no player has won.
        choices: a function that numba can compile; it returns the mask of the legal cells, or 0 if the game is over.
        slanted: whether each row is indented further than the row above, as in Hex; row 1 is then the top row.
    """

    columns: int
    rows: int
    cells: tuple[int, ...]
    score: Callable[[Marks], int]
    winning: Callable[[Marks], int]
    choices: Callable[[Marks], int]
    slanted: bool = False


LETTERS = "abcdefghijklmnopqrstuvwxyz"


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


def make_choices(board_and_score: tuple[int, Callable[[Marks], int]]) -> Callable[[Marks], int]:
    """Make ``choices``, which returns the mask of the empty cells, or 0 after a win, from ``board_and_score``."""
    board, score = board_and_score

    def choices(p: Marks) -> int:
        return 0 if score(p) else board & ~(p.first | p.second)

    return choices


def player(p: Marks) -> Player:
    """Return the player to move, derived from the number of marks of each player."""
    return Player.SECOND if p.first.bit_count() > p.second.bit_count() else Player.FIRST


def moves(game: Marking, p: Marks) -> tuple[int, ...]:
    """Return the legal moves: the numbers of the cells that can be marked."""
    free = game.choices(p)
    return tuple(number for number, cell in enumerate(game.cells) if free & cell)


def play(game: Marking, p: Marks, move: int) -> Marks:
    """Mark a cell, given by its number, for the player to move; raise IllegalMove unless the move is legal."""
    return mark_cell(p, game.cells[require_legal(move, moves(game, p))])


def make_successors(choices: Callable[[Marks], int]) -> Callable[[Marks], Iterator[Marks]]:
    """Make ``successors``, which yields the position after each move, in the order of the cells."""

    def successors(p: Marks) -> Iterator[Marks]:
        free = choices(p)
        while free:
            yield mark_cell(p, free & -free)
            free &= free - 1

    return successors


def outcome(game: Marking, p: Marks) -> Maybe[Outcome]:
    """Return the outcome of a game: a win, or a draw on a full board; ``Nothing`` if the game is not over."""
    score = game.score(p)
    return outcome_of_score(score) if score or (p.first | p.second).bit_count() == len(game.cells) else Nothing


def board_rows(game: Marking, p: Marks) -> tuple[str, ...]:
    """Return the rows of a board as strings of ``X``, ``O`` and ``.``; the rows of a slanted board are indented."""
    board = "".join("X" if p.first & cell else "O" if p.second & cell else "." for cell in game.cells)
    rows = (board[row_start : row_start + game.columns] for row_start in range(0, len(board), game.columns))
    return tuple(" " * i * game.slanted + row for i, row in enumerate(rows))


def status(game: Marking, p: Marks) -> str:
    """Return the status line: who is to move, who has won, or that the game is a draw."""
    ends = {Outcome.FIRST_WON: "X has won", Outcome.DRAW: "draw", Outcome.SECOND_WON: "O has won"}
    return outcome(game, p).map(ends.__getitem__).value_or(f"{'XO'[player(p) is Player.SECOND]} to move")


def show(game: Marking, p: Marks) -> str:
    """Return a position as text: the rows with their numbers, the letters of the columns, and the status."""
    letters = LETTERS[: game.columns]
    numbers = list(map(str, range(1, game.rows + 1)))[:: 1 if game.slanted else -1]
    rows = [f"{row}  {number}" for row, number in zip(board_rows(game, p), numbers, strict=True)]
    return "\n".join([letters, *rows, status(game, p)] if game.slanted else [*rows, letters, status(game, p)])


def read(game: Marking, text: str) -> Marks:
    """Return the position of a text that ``show`` wrote; row numbers, column letters and status may be missing."""
    letters = LETTERS[: game.columns]
    words_by_line = [words for line in text.split("\n") if (words := line.split()) and words != [letters]]
    rows = [words[0] for words in words_by_line[: game.rows]]
    for number, row in enumerate(rows, 1):
        if len(row) != game.columns or not {*row} <= {*"XO."}:
            raise ValueError(f"row {number} is {row[:40]!r}; expected {game.columns} cells X, O or '.'")
    if len(rows) < game.rows:
        raise ValueError(f"the board has {len(rows)} rows; expected {game.rows}")
    board = "".join(rows)
    p = Marks(*(sum(cell for cell, symbol in zip(game.cells, board, strict=True) if symbol == each) for each in "XO"))
    _require_reachable(game, p)
    expected = [words for line in show(game, p).split("\n") if (words := line.split()) != [letters]]
    for number, words in enumerate(words_by_line):
        full_line = expected[number] if number < len(expected) else []
        if words not in (full_line, full_line[:1] if number < game.rows else full_line):
            raise ValueError(
                f"{' '.join(words)[:40]!r} does not fit the board; expected {' '.join(full_line) or 'nothing'!r}"
            )
    return p


def _require_reachable(game: Marking, p: Marks) -> None:
    """Raise ValueError unless a game can lead to the position, with alternate moves and no move after a win."""
    first, second = p.first.bit_count(), p.second.bit_count()
    if first - second not in (0, 1):
        raise ValueError(f"{first} X and {second} O; expected equal numbers, or one more X")
    last, other = "XO" if first > second else "OX"
    last_marks = [cell for cell in game.cells if p[last == "O"] & cell]
    if game.winning(Marks(0, p.second) if last == "X" else Marks(p.first, 0)):
        raise ValueError(f"{other} has won, but {last} moved last")
    if last_marks and all(game.winning(Marks(p.first & ~cell, p.second & ~cell)) for cell in last_marks):
        raise ValueError(f"{last} has won, and had won before its last mark")


def show_move(game: Marking, move: int) -> str:
    """Return a move as text: the name of the cell, such as ``c2``."""
    i, j = divmod(move, game.columns)
    return f"{LETTERS[j]}{i + 1 if game.slanted else game.rows - i}"


def read_move(game: Marking, text: str) -> int:
    """Return the number of a cell from its name, such as ``c2``; raise ValueError for any other text."""
    if re.fullmatch("[a-z][1-9][0-9]?", text):
        i, j = int(text[1:]), LETTERS.index(text[0])
        if i <= game.rows and j < game.columns:
            return (i - 1 if game.slanted else game.rows - i) * game.columns + j
    raise ValueError(f"{text[:40]!r} is not a cell; expected a1 to {LETTERS[game.columns - 1]}{game.rows}")


def diagram(game: Marking, p: Marks) -> Diagram:
    """Return the diagram from which a position is drawn; it highlights the winning cells."""
    winning = game.winning(p)
    places = (divmod(number, game.columns) for number, cell in enumerate(game.cells) if winning & cell)
    squares = frozenset((i, j + i * game.slanted) for i, j in places)
    return Diagram(board_rows(game, p), squares, "hexagons" if game.slanted else "marks")


def make_image(cell_bits: tuple[tuple[int, ...], tuple[int, ...]]) -> Callable[[Marks], Marks]:
    """Make ``image``, which maps a position under a symmetry; it needs the bits of all cells, and of their images."""
    sources, targets = cell_bits

    def image(p: Marks) -> Marks:
        first = second = 0
        for cell, target in zip(sources, targets):  # noqa: B905 (numba compiles no "strict")
            if p.first & cell:
                first |= target
            elif p.second & cell:
                second |= target
        return Marks(first, second)

    return image


def symmetry(columns: int, rows: int, images: tuple[int, ...]) -> Symmetry[Marks, int]:
    """Return the symmetry that moves cell n of a board to cell ``images[n]``."""
    order = cells(columns, rows)
    return Symmetry(Closure(make_image, (order, tuple(order[image] for image in images))), images.__getitem__)


def rules_of_marking(
    name: str, game: Marking, symmetries: tuple[Symmetry[Marks, int], ...], static: Callable[[Marks], float] = DERIVED
) -> Rules[Marks, int]:
    """Return the rules of a game from its description and symmetries; by default, the static value is the score."""
    return Rules(
        name=name,
        start=Marks(0, 0),
        moves=partial(moves, game),
        play=partial(play, game),
        player=player,
        alternates=True,
        outcome=partial(outcome, game),
        show=partial(show, game),
        read=partial(read, game),
        show_move=partial(show_move, game),
        read_move=partial(read_move, game),
        successors=Closure(make_successors, game.choices),
        static=static,
        score=game.score,
        margins=False,
        symmetries=symmetries,
        diagram=partial(diagram, game),
        prompt="cell ?",
    )
