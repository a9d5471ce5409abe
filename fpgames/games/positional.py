"""Positional games, in which two players, X and O, mark the cells of a board in turn.

A board is two ints, the cells of each player as bits, row by row from the top left. The bit after each row is always 0, so
a line cannot continue from one row into the next. With five columns and three rows the bits are::

     0  1  2  3  4    5 never a mark
     6  7  8  9 10   11
    12 13 14 15 16   17

A game adds its description: who has won, from the marks.
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
        cells: the bit of each cell, row by row.
        score: 1 if X has won, -1 if O has, otherwise 0: a function that compiles.
        winning: returns the cells that won, as bits; 0 if no player has.
        choices: returns the cells that can be marked, as bits; 0 if the game is over: a function that compiles.
        slanted: whether rows are numbered from the top, each shown one place further to the right, as in Hex.
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
    """Return the bit of each cell, row by row."""
    return tuple(1 << i * (columns + 1) + j for i in range(rows) for j in range(columns))


def put(p: Marks, cell: int) -> Marks:
    """Return a position in which the player to move has marked an empty cell, given by its bit."""
    if p.first.bit_count() > p.second.bit_count():
        return Marks(p.first, p.second | cell)
    return Marks(p.first | cell, p.second)


def require_board(columns: int, rows: int) -> None:
    """Raise ValueError unless columns and rows have letters and numbers: there are 1 to 26 of each."""
    for number, what in ((columns, "columns"), (rows, "rows")):
        require_at_least(1, number, f"play on {{}} {what}")
        if number > len(LETTERS):
            raise ValueError(f"cannot play on more than {len(LETTERS)} {what}")


def make_choices(of: tuple[int, Callable[[Marks], int]]) -> Callable[[Marks], int]:
    """Return the function that returns the empty cells of a board, as bits, while its score is 0."""
    board, score = of

    def choices(p: Marks) -> int:
        return 0 if score(p) else board & ~(p.first | p.second)

    return choices


def player(p: Marks) -> Player:
    """Return the player to move."""
    return Player.SECOND if p.first.bit_count() > p.second.bit_count() else Player.FIRST


def moves(game: Marking, p: Marks) -> tuple[int, ...]:
    """Return the numbers of the cells that can be marked, none if the game is over."""
    free = game.choices(p)
    return tuple(number for number, cell in enumerate(game.cells) if free & cell)


def play(game: Marking, p: Marks, move: int) -> Marks:
    """Mark a cell for the player to move."""
    return put(p, game.cells[require_legal(move, moves(game, p))])


def make_successors(choices: Callable[[Marks], int]) -> Callable[[Marks], Iterator[Marks]]:
    """Return the function that yields the positions after each move, row by row."""

    def successors(p: Marks) -> Iterator[Marks]:
        free = choices(p)
        while free:
            yield put(p, free & -free)
            free &= free - 1

    return successors


def outcome(game: Marking, p: Marks) -> Maybe[Outcome]:
    """Return how the game ended: who has won, or a draw on a full board."""
    score = game.score(p)
    return outcome_of_score(score) if score or (p.first | p.second).bit_count() == len(game.cells) else Nothing


def symbols(game: Marking, p: Marks) -> tuple[str, ...]:
    """Return the rows of a board, of the symbols X, O and a full stop."""
    board = "".join("X" if p.first & cell else "O" if p.second & cell else "." for cell in game.cells)
    rows = (board[at : at + game.columns] for at in range(0, len(board), game.columns))
    return tuple(" " * i * game.slanted + row for i, row in enumerate(rows))


def status(game: Marking, p: Marks) -> str:
    """Return who is to move, or how the game ended."""
    ends = {Outcome.FIRST_WON: "X has won", Outcome.DRAW: "draw", Outcome.SECOND_WON: "O has won"}
    return outcome(game, p).map(ends.__getitem__).value_or(f"{'XO'[player(p) is Player.SECOND]} to move")


def show(game: Marking, p: Marks) -> str:
    """Show a position: the rows with their numbers, the columns' letters, and the status."""
    letters = LETTERS[: game.columns]
    numbers = list(map(str, range(1, game.rows + 1)))[:: 1 if game.slanted else -1]
    rows = [f"{row}  {number}" for row, number in zip(symbols(game, p), numbers, strict=True)]
    return "\n".join([letters, *rows, status(game, p)] if game.slanted else [*rows, letters, status(game, p)])


def read(game: Marking, text: str) -> Marks:
    """Read what ``show`` writes, with or without numbers, letters and status."""
    letters = LETTERS[: game.columns]
    written = [words for line in text.split("\n") if (words := line.split()) and words != [letters]]
    rows = [words[0] for words in written[: game.rows]]
    for number, row in enumerate(rows, 1):
        if len(row) != game.columns or not {*row} <= {*"XO."}:
            raise ValueError(f"row {number} is {row[:40]!r}; expected {game.columns} cells X, O or '.'")
    if len(rows) < game.rows:
        raise ValueError(f"the board has {len(rows)} rows; expected {game.rows}")
    board = "".join(rows)
    p = Marks(*(sum(cell for cell, symbol in zip(game.cells, board, strict=True) if symbol == each) for each in "XO"))
    _require_reached(game, p)
    expected = [words for line in show(game, p).split("\n") if (words := line.split()) != [letters]]
    for number, words in enumerate(written):
        whole = expected[number] if number < len(expected) else []
        if words not in (whole, whole[:1] if number < game.rows else whole):
            raise ValueError(
                f"{' '.join(words)[:40]!r} does not fit the board; expected {' '.join(whole) or 'nothing'!r}"
            )
    return p


def _require_reached(game: Marking, p: Marks) -> None:
    """Raise ValueError unless the numbers of marks are right, and no player went on after a win."""
    first, second = p.first.bit_count(), p.second.bit_count()
    if first - second not in (0, 1):
        raise ValueError(f"{first} X and {second} O; expected equal numbers, or one more X")
    last, other = "XO" if first > second else "OX"
    mine = [cell for cell in game.cells if p[last == "O"] & cell]
    if game.winning(Marks(0, p.second) if last == "X" else Marks(p.first, 0)):
        raise ValueError(f"{other} has won, but {last} moved last")
    if mine and all(game.winning(Marks(p.first & ~cell, p.second & ~cell)) for cell in mine):
        raise ValueError(f"{last} has won, and had won before its last mark")


def show_move(game: Marking, move: int) -> str:
    """Return the name of a cell, such as ``c2``."""
    i, j = divmod(move, game.columns)
    return f"{LETTERS[j]}{i + 1 if game.slanted else game.rows - i}"


def read_move(game: Marking, text: str) -> int:
    """Read the name of a cell."""
    if re.fullmatch("[a-z][1-9][0-9]?", text):
        i, j = int(text[1:]), LETTERS.index(text[0])
        if i <= game.rows and j < game.columns:
            return (i - 1 if game.slanted else game.rows - i) * game.columns + j
    raise ValueError(f"{text[:40]!r} is not a cell; expected a1 to {LETTERS[game.columns - 1]}{game.rows}")


def diagram(game: Marking, p: Marks) -> Diagram:
    """Return the appearance of a position."""
    winning = game.winning(p)
    won = (divmod(number, game.columns) for number, cell in enumerate(game.cells) if winning & cell)
    squares = frozenset((i, j + i * game.slanted) for i, j in won)
    return Diagram(symbols(game, p), squares, "hexagons" if game.slanted else "marks")


def make_image(moved: tuple[tuple[int, ...], tuple[int, ...]]) -> Callable[[Marks], Marks]:
    """Return the function that returns the image of a position, from the bit of each cell and of its image."""
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


def symmetry(columns: int, rows: int, images: tuple[int, ...]) -> Symmetry[Marks, int]:
    """Return the symmetry of a board that moves each cell to the cell with a given number."""
    order = cells(columns, rows)
    return Symmetry(Closure(make_image, (order, tuple(order[to] for to in images))), images.__getitem__)


def rules_of_marking(
    name: str,
    game: Marking,
    symmetries: tuple[Symmetry[Marks, int], ...],
    static: Callable[[Marks], float] = DERIVED,
) -> Rules[Marks, int]:
    """Return the rules of a game from its description and its symmetries; by default, static is the score."""
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
        symmetries=symmetries,
        diagram=partial(diagram, game),
        prompt="cell ?",
    )
