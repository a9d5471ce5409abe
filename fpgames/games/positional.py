"""Rules, text and appearance of positional games, in which X and O mark the cells of a board in turn."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from fpgames.games.positional_boards import (
    DRAW,
    LETTERS,
    NOTHING,
    SECOND_WON,
    Marking,
    Marks,
    cells,
    marked,
    moves_on,
    outcome_on,
    play_on,
    player,
    successors_on,
)
from fpgames.rules.closures import Closure
from fpgames.rules.notation import Diagram
from fpgames.rules.outcomes import Player
from fpgames.rules.record import Rules, Symmetry


def symbols(game: Marking, p: Marks) -> tuple[str, ...]:
    """Return the rows of a board, of the symbols X, O and a full stop."""
    order = cells(game.columns, game.rows)
    board = "".join("X" if p.first & cell else "O" if p.second & cell else "." for cell in order)
    rows = (board[at : at + game.columns] for at in range(0, len(board), game.columns))
    return tuple(" " * i * game.slanted + row for i, row in enumerate(rows))


def status(game: Marking, p: Marks) -> str:
    """Return who is to move, or how the game ended."""
    outcome = outcome_on(game)
    over = outcome(p)
    if over is NOTHING:
        return f"{'XO'[player(p) is Player.SECOND]} to move"
    return "draw" if over is DRAW else f"{'XO'[over is SECOND_WON]} has won"


def show(game: Marking, p: Marks) -> str:
    """Show a position: the rows with their numbers, the columns' letters, and the status."""
    letters = LETTERS[: game.columns]
    numbers = list(map(str, range(1, game.rows + 1)))[:: 1 if game.from_top else -1]
    rows = [f"{row}  {number}" for row, number in zip(symbols(game, p), numbers, strict=True)]
    return "\n".join([letters, *rows, status(game, p)] if game.from_top else [*rows, letters, status(game, p)])


def read(game: Marking, text: str) -> Marks:
    """Read what ``show`` writes, with or without numbers, letters and status."""
    order, letters = cells(game.columns, game.rows), LETTERS[: game.columns]
    written = [words for line in text.split("\n") if (words := line.split()) and words != [letters]]
    rows = [words[0] for words in written[: game.rows]]
    for number, row in enumerate(rows, 1):
        if len(row) != game.columns or not {*row} <= {*"XO."}:
            raise ValueError(f"row {number} is {row[:40]!r}; expected {game.columns} cells X, O or '.'")
    if len(rows) < game.rows:
        raise ValueError(f"the board has {len(rows)} rows; expected {game.rows}")
    board = "".join(rows)
    p = Marks(*(sum(cell for cell, symbol in zip(order, board, strict=True) if symbol == each) for each in "XO"))
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
    mine = [cell for cell in cells(game.columns, game.rows) if p[last == "O"] & cell]
    if game.winning(Marks(0, p.second) if last == "X" else Marks(p.first, 0)):
        raise ValueError(f"{other} has won, but {last} moved last")
    if mine and all(game.winning(_without(p, cell)) for cell in mine):
        raise ValueError(f"{last} has won, and had won before its last mark")


def _without(p: Marks, cell: int) -> Marks:
    return Marks(p.first & ~cell, p.second & ~cell)


def show_move(game: Marking, move: int) -> str:
    """Return the name of a cell, such as ``c2``."""
    columns, rows = game.columns, game.rows
    i, j = divmod(move, columns)
    return f"{LETTERS[j]}{i + 1 if game.from_top else rows - i}"


def read_move(game: Marking, text: str) -> int:
    """Read the name of a cell."""
    columns, rows = game.columns, game.rows
    last = f"{LETTERS[columns - 1]}{rows}"
    if re.fullmatch("[a-z][1-9][0-9]?", text):
        i, j = int(text[1:]), LETTERS.index(text[0])
        if i <= rows and j < columns:
            return (i - 1 if game.from_top else rows - i) * columns + j
    raise ValueError(f"{text[:40]!r} is not a cell; expected a1 to {last}")


def diagram(game: Marking, p: Marks) -> Diagram:
    """Return the appearance of a position."""
    order = cells(game.columns, game.rows)
    won = (divmod(number, game.columns) for number in marked(game.winning(p), order))
    return Diagram(
        symbols(game, p),
        frozenset((i, j + i * game.slanted) for i, j in won),
        style="hexagons" if game.slanted else "marks",
    )


def rules_of_marking(
    name: str,
    game: Marking,
    symmetries: tuple[Symmetry[Marks, int], ...],
    static: Callable[[Marks], float] | None = None,
) -> Rules[Marks, int]:
    """Return the rules of a game in which players mark cells: ``rulesOfMarking :: String -> Marking -> Rules Marks Int``.

    Args:
        name: the name of the game.
        game: its description.
        symmetries: its symmetries except the identity.
        static: its static value, if it has one of its own.

    >>> from fpgames.games.hex import sized
    >>> print(sized(2).show(sized(2).start))
    ab
    ..  1
     ..  2
    X to move

    See also: :mod:`fpgames.games.mnk`, :mod:`fpgames.games.hex`.
    """
    rules: Rules[Marks, int] = Rules(
        name=name,
        start=Marks(0, 0),
        moves=Closure(moves_on, game),
        play=Closure(play_on, game),
        player=player,
        alternates=True,
        outcome=Closure(outcome_on, game),
        show=partial(show, game),
        read=partial(read, game),
        show_move=partial(show_move, game),
        read_move=partial(read_move, game),
        successors=Closure(successors_on, game),
        score=game.score,
        symmetries=symmetries,
        diagram=partial(diagram, game),
        prompt="cell ?",
    )
    return rules if static is None else replace(rules, static=static)
