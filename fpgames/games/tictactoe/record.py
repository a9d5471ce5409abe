"""Tic-tac-toe as an immutable record: the game of article 1.

Cells are numbered in reading order::

    0 1 2
    3 4 5
    6 7 8

Source: article 1, part I-A.
"""

from __future__ import annotations

from functools import partial
from itertools import zip_longest
from operator import itemgetter
from typing import NamedTuple

from pyrsistent import PVector, pvector
from returns.maybe import Maybe, Nothing, Some

from fpgames.games.boards import cell_symmetries, in_line
from fpgames.pictures import draw
from fpgames.rules.notation import Diagram
from fpgames.rules.outcomes import IllegalMove, Outcome, Player
from fpgames.rules.record import Rules, Symmetry
from fpgames.validation import read_number

__all__ = ["TicTacToe", "outcome", "play", "rules", "start"]


class TicTacToe(NamedTuple):
    """A position of tic-tac-toe, as the record of article 1.

    ``moves`` lists the empty cells, even after a player has won, as in the article; ``rules.moves`` is then empty.

    Args:
        grid: nine cells, each ``"X"``, ``"O"`` or ``"."``.
        moves: the empty cells, ascending.
        player: the player to move, ``"X"`` or ``"O"``; the first player is ``"X"``.
        opponent: the other player.

    See also: :func:`play`; :func:`fpgames.games.tictactoe.bits.from_record`, which converts the position to an int.

    Source: article 1, part I-A.
    """

    grid: PVector[str]
    moves: tuple[int, ...]
    player: str
    opponent: str

    def __repr__(self) -> str:
        """Return the position as Python code, with the grid as one short string."""
        return (
            f"TicTacToe(grid=pvector({''.join(self.grid)!r}), moves={self.moves},"
            f" player={self.player!r}, opponent={self.opponent!r})"
        )

    def _repr_svg_(self) -> str:
        return draw("board_svg", rules, self)


start = TicTacToe(pvector("........."), tuple(range(9)), "X", "O")
"""The start position: the empty board, with ``"X"`` to move."""

_NOTHING: Maybe[Outcome] = Nothing
_FIRST_WON, _DRAW, _SECOND_WON = map(Some, Outcome)
_FIRST, _SECOND = Player


def _opponent_won(p: TicTacToe) -> bool:
    """Return whether the player who moved last has won; the player to move cannot have won."""
    grid, _, _, o = p
    a, b, c, d, e, f, g, h, i = grid
    return (
        (e == o and (a == o == i or b == o == h or c == o == g or d == o == f))  # the four lines through the centre
        or (a == o and (b == o == c or d == o == g))  # the lines of a: the top row and the left column
        or (i == o and (c == o == f or g == o == h))  # the lines of i: the right column and the bottom row
    )


def outcome(p: TicTacToe) -> Maybe[Outcome]:
    """Return the outcome of a game, ``Nothing`` if it is not over: ``outcome :: TicTacToe -> Maybe Outcome``.

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
    """Return the position of a text that ``_show`` wrote; cell numbers, moves and status may be missing."""
    lines = text.strip().split("\n")
    rows = [line[:3] for line in lines[:3]]
    if list(map(len, rows)) != [3, 3, 3] or set().union(*rows) - set("XO."):
        raise ValueError(f"expected three rows of three cells X, O or '.'; got {rows}")
    p = _position_of_grid("".join(rows))
    expected_lines = _show(p).split("\n")
    for line, *accepted in zip_longest(lines, expected_lines, rows):
        if line is not None and line.rstrip() not in accepted:
            raise ValueError(f"{line!r:.80} does not fit the board; expected {accepted[0]!r}")
    return p


def _position_of_grid(grid: str) -> TicTacToe:
    surplus = grid.count("X") - grid.count("O")
    if surplus not in (0, 1):
        raise ValueError(f"{grid.count('X')} X and {grid.count('O')} O; expected equal numbers, or one more X")
    player, opponent = "OX" if surplus else "XO"
    p = TicTacToe(pvector(grid), tuple(i for i in range(9) if grid[i] == "."), player, opponent)
    if _opponent_won(p._replace(opponent=player)):
        raise ValueError(f"{player} has three in line, but {opponent} moved last")
    return p


TURNS = cell_symmetries(3, 3)
"""The symmetries of the board as permutations, in which entry n is the cell to which cell n moves."""


def _image(images: tuple[int, ...], p: TicTacToe) -> TicTacToe:
    grid, moves, player, opponent = p
    image = pvector(cell for _, cell in sorted(zip(images, grid, strict=True), key=itemgetter(0)))
    return TicTacToe(image, tuple(sorted(images[move] for move in moves)), player, opponent)


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
    read_move=partial(read_number, noun="a cell; expected a number from 0 to 8"),
    symmetries=tuple(Symmetry(partial(_image, to), to.__getitem__) for to in TURNS),
    diagram=diagram,
)
"""The rules of article 1, named ``tictactoe-record``."""
