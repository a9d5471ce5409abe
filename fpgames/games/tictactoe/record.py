"""Tic-tac-toe as an immutable record: the game of article 1.

Cells are numbered in reading order::

    0 1 2
    3 4 5
    6 7 8

Source: article 1, part I-A.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from itertools import zip_longest
from operator import itemgetter
from typing import NamedTuple

from pyrsistent import PVector, pvector
from returns.maybe import Maybe, Nothing, Some

from fpgames.games.boards import images_of_cells, in_line
from fpgames.rules.notation import Diagram
from fpgames.rules.outcomes import IllegalMove, Outcome, Player
from fpgames.rules.record import Rules, Symmetry
from fpgames.validation import read_number

__all__ = ["TicTacToe", "outcome", "play", "rules", "start"]


class TicTacToe(NamedTuple):
    """A position: the grid, the empty cells, the player to move and the opponent.

    ``moves`` lists the empty cells even after a player has won, as in the article; ``rules.moves`` is then empty.

    Args:
        grid: nine cells, each ``"X"``, ``"O"`` or ``"."``.
        moves: the empty cells, ascending.
        player: the player to move, ``"X"`` or ``"O"``; the first player is ``"X"``.
        opponent: the other player.

    See also: :func:`play`; :func:`fpgames.games.tictactoe.bits.from_record`, which returns the position as an int.

    Source: article 1, part I-A.
    """

    grid: PVector[str]
    moves: tuple[int, ...]
    player: str
    opponent: str

    def __repr__(self) -> str:
        """Return Python code for the position, in which the grid is one short string."""
        return (
            f"TicTacToe(grid=pvector({''.join(self.grid)!r}), moves={self.moves},"
            f" player={self.player!r}, opponent={self.opponent!r})"
        )

    def _repr_svg_(self) -> str:
        picture: str = import_module("fpgames.draw").board_svg(rules, self)
        return picture


start = TicTacToe(pvector("........."), tuple(range(9)), "X", "O")
"""The empty board, ``"X"`` to move."""


_NOTHING: Maybe[Outcome] = Nothing
_FIRST_WON, _DRAW, _SECOND_WON = map(Some, Outcome)
_FIRST, _SECOND = Player


def _opponent_won(p: TicTacToe) -> bool:
    """Return whether the player who has just moved has three in line; no other player can have."""
    grid, _, _, o = p
    a, b, c, d, e, f, g, h, i = grid
    return (
        (e == o and (a == o == i or b == o == h or c == o == g or d == o == f))  # the lines through the centre
        or (a == o and (b == o == c or d == o == g))  # through the top left corner
        or (i == o and (c == o == f or g == o == h))  # through the bottom right corner
    )


def outcome(p: TicTacToe) -> Maybe[Outcome]:
    """Return how the game ended, ``Nothing`` while it runs: ``outcome :: TicTacToe -> Maybe Outcome``.

    Args:
        p: the position.

    >>> from functools import reduce
    >>> outcome(start), outcome(reduce(play, [4, 0, 3, 7, 5], start))
    (<Nothing>, <Some: 1>)

    See also: :func:`fpgames.rules.record.value_of_outcome`.

    Source: article 1, ``calculerFin``.
    """
    if _opponent_won(p):
        return _FIRST_WON if p.opponent == "X" else _SECOND_WON
    return _NOTHING if p.moves else _DRAW


def play(p: TicTacToe, move: int) -> TicTacToe:
    """Mark a cell for the player to move: ``play :: TicTacToe -> Int -> TicTacToe``.

    Args:
        p: the position.
        move: the cell, 0 to 8.

    Raises:
        IllegalMove: the cell is taken or off the board, or the game is over.

    >>> play(start, 4)
    TicTacToe(grid=pvector('....X....'), moves=(0, 1, 2, 3, 5, 6, 7, 8), player='O', opponent='X')

    See also: :meth:`fpgames.rules.record.Rules.try_play`, which returns the error as a value.

    Source: article 1, ``jouerCoup``.
    """
    grid, moves, player, opponent = p
    if move not in moves or _opponent_won(p):
        raise IllegalMove(move, _moves(p))
    at = moves.index(move)
    return TicTacToe(grid.set(moves[at], player), moves[:at] + moves[at + 1 :], opponent, player)


def _moves(p: TicTacToe) -> tuple[int, ...]:
    return () if _opponent_won(p) else p.moves


def _player(p: TicTacToe) -> Player:
    return _FIRST if p.player == "X" else _SECOND


def _status(p: TicTacToe) -> str:
    if _opponent_won(p):
        return f"Win{p.opponent}"
    return f"Play{p.player}" if p.moves else "Tie"


def diagram(p: TicTacToe) -> Diagram:
    cells = "".join(p.grid)
    rows = (cells[:3], cells[3:6], cells[6:])
    return Diagram(rows, in_line(rows, 3))


def _show(p: TicTacToe) -> str:
    cells = "".join(p.grid)
    board = [f"{cells[i : i + 3]}  {i}{i + 1}{i + 2}" for i in (0, 3, 6)]
    return "\n".join([*board, f"moves: {' '.join(map(str, _moves(p)))}".rstrip(), f"status: {_status(p)}"])


def _read(text: str) -> TicTacToe:
    """Return the position of a text: rows, with or without the cell numbers; the moves and the status may follow."""
    lines = text.strip().split("\n")
    rows = [line[:3] for line in lines[:3]]
    if list(map(len, rows)) != [3, 3, 3] or set().union(*rows) - set("XO."):
        raise ValueError(f"expected three rows of three cells X, O or '.'; got {rows}")
    p = _of_grid("".join(rows))
    shown = _show(p).split("\n")
    for line, *accepted in zip_longest(lines, shown, rows):
        if line is not None and line.rstrip() not in accepted:
            raise ValueError(f"{line!r:.80} does not fit the board; expected {accepted[0]!r}")
    return p


def _of_grid(grid: str) -> TicTacToe:
    surplus = grid.count("X") - grid.count("O")
    if surplus not in (0, 1):
        raise ValueError(f"{grid.count('X')} X and {grid.count('O')} O; expected equal numbers, or one more X")
    player, opponent = "OX" if surplus else "XO"
    p = TicTacToe(pvector(grid), tuple(i for i in range(9) if grid[i] == "."), player, opponent)
    if _opponent_won(p._replace(opponent=player)):
        raise ValueError(f"{player} has three in line, but {opponent} moved last")
    return p


TURNS = images_of_cells(3, 3)
"""For each symmetry, the image of each cell."""


def _image(to: tuple[int, ...], p: TicTacToe) -> TicTacToe:
    grid, moves, player, opponent = p
    image = pvector(cell for _, cell in sorted(zip(to, grid, strict=True), key=itemgetter(0)))
    return TicTacToe(image, tuple(sorted(to[move] for move in moves)), player, opponent)


rules: Rules[TicTacToe, int] = Rules(
    name="tictactoe-record",
    start=start,
    moves=_moves,
    play=play,
    player=_player,
    alternates=True,
    outcome=outcome,
    show=_show,
    read=_read,
    show_move=str,
    read_move=partial(read_number, what="a cell; expected a number from 0 to 8"),
    symmetries=tuple(Symmetry(partial(_image, to), to.__getitem__) for to in TURNS),
    diagram=diagram,
)
"""The game of article 1; its name is ``tictactoe-record``."""
