"""Tic-tac-toe on a bitboard of 19 bits: the board of article 2, the fast version of the game.

Bits 0 to 8 are the marks of the first player, bits 9 to 17 the marks of the second player, and bit 18 is the turn: 0 if
the first player is to move. :mod:`fpgames.games.tictactoe.record` is the same game; its positions also store the empty
cells, which are computed here.

Source: article 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

from pyrsistent import pvector
from returns.maybe import Maybe, Nothing
from toolz import compose

from fpgames.games.tictactoe import record
from fpgames.games.tictactoe.record import TURNS, TicTacToe
from fpgames.rules.outcomes import IllegalMove, Outcome, Player, outcome_of_score
from fpgames.rules.record import Rules, Symmetry
from fpgames.validation import names_arguments

__all__ = ["from_record", "outcome", "play", "rules", "start", "static", "successors", "to_record"]

start = 0
"""The start position: the empty board, with the first player to move."""

_FULL = 0b111_111_111
_TURN = 1 << 18
_LINES = (
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
)

# lookup tables: wins, indexed by the nine bits of one player's marks; empty cells, indexed by the bits of all marks
_WON = tuple(any(marks & line == line for line in _LINES) for marks in range(512))
_FIRST, _SECOND = (tuple(value * won for won in _WON) for value in (1, -1))
_EMPTY = tuple(tuple(cell for cell in range(9) if not marks >> cell & 1) for marks in range(512))
# for each player, a map from a cell to the two bits that change when the player marks it: the mark and the turn
_MARK = tuple({cell: 1 << cell + shift | _TURN for cell in range(9)} for shift in (0, 9))
_MARKS_FIRST, _MARKS_SECOND = (tuple(tuple(mark[cell] for cell in cells) for cells in _EMPTY) for mark in _MARK)

_PLAYERS = (Player.FIRST, Player.SECOND)


def outcome(p: int) -> Maybe[Outcome]:
    """Return the outcome of a game, ``Nothing`` if it is not over: ``outcome :: Int -> Maybe Outcome``.

    Args:
        p: the position.

    >>> outcome(0b0_000000000_000000111)
    <Some: 1>

    See also: :func:`static`.
    """
    if _WON[p & _FULL]:
        return outcome_of_score(1)
    if _WON[p >> 9 & _FULL]:
        return outcome_of_score(-1)
    return Nothing if _EMPTY[(p | p >> 9) & _FULL] else outcome_of_score(0)


def static(p: int) -> int:
    """Return 1 if the first player has won, -1 if the second player has won, else 0: ``static = valueOfOutcome rules``.

    Args:
        p: the position.

    >>> static(0b1_000011000_000000111), static(start)
    (1, 0)

    See also: :func:`outcome`; :func:`fpgames.rules.record.value_of_outcome`.
    """
    return _FIRST[p & _FULL] if p >= _TURN else _SECOND[p >> 9]


def play(p: int, move: int) -> int:
    """Mark a cell for the player to move: ``play :: Int -> Int -> Int``.

    Args:
        p: the position.
        move: the cell, 0 to 8.

    Raises:
        IllegalMove: the cell is taken or off the board, or the game is over.

    >>> bin(play(start, 4))
    '0b1000000000000010000'

    See also: :func:`successors`.
    """
    if move not in _moves(p):
        raise IllegalMove(move, _moves(p))
    return p ^ _MARK[p >> 18][move]


def successors(p: int) -> Iterator[int]:
    """Yield the position after each legal move: ``successors p = map (play p) (moves p)``.

    Args:
        p: the position.

    >>> [bin(q) for q in successors(start)][:2]
    ['0b1000000000000000001', '0b1000000000000000010']

    See also: :func:`play`; :func:`fpgames.tree.building.build_tree`.
    """
    if p >= _TURN:
        if not _WON[p & _FULL]:
            for mark in _MARKS_SECOND[(p | p >> 9) & _FULL]:
                yield p ^ mark
    elif not _WON[p >> 9]:
        for mark in _MARKS_FIRST[(p | p >> 9) & _FULL]:
            yield p ^ mark


@cache  # no maxsize, because the game has only 5,478 positions
def _moves(p: int) -> tuple[int, ...]:
    return () if _WON[p & _FULL if p >> 18 else p >> 9] else _EMPTY[(p | p >> 9) & _FULL]


def _player(p: int) -> Player:
    return _PLAYERS[p >> 18]


def _pass_turn(p: int) -> int:
    return p ^ _TURN


@names_arguments
def to_record(p: int) -> TicTacToe:
    """Convert a position to the record of article 1: ``fromRecord . toRecord = id``.

    Args:
        p: the position.

    >>> to_record(play(start, 4))
    TicTacToe(grid=pvector('....X....'), moves=(0, 1, 2, 3, 5, 6, 7, 8), player='O', opponent='X')

    See also: :func:`from_record`, its inverse.
    """
    grid = pvector("X" if p >> cell & 1 else "O" if p >> cell + 9 & 1 else "." for cell in range(9))
    player, opponent = "OX" if p >> 18 else "XO"
    return TicTacToe(grid, _EMPTY[(p | p >> 9) & _FULL], player, opponent)


@names_arguments
def from_record(p: TicTacToe) -> int:
    """Convert the record of article 1 to a position of 19 bits: ``toRecord . fromRecord = id``.

    Args:
        p: the record.

    >>> from_record(to_record(play(start, 4))) == play(start, 4)
    True

    See also: :func:`to_record`, its inverse.
    """
    first = sum(1 << cell for cell in range(9) if p.grid[cell] == "X")
    second = sum(1 << cell for cell in range(9) if p.grid[cell] == "O")
    return first | second << 9 | (_TURN if p.player == "O" else 0)


# for each symmetry, a table from nine bits of marks to their image
_IMAGES = tuple(
    tuple(sum(1 << to[cell] for cell in range(9) if marks >> cell & 1) for marks in range(512)) for to in TURNS
)


def _image(images: tuple[int, ...], p: int) -> int:
    return p & _TURN | images[p & _FULL] | images[p >> 9 & _FULL] << 9


rules: Rules[int, int] = Rules(
    name="tictactoe",
    start=start,
    moves=_moves,
    play=play,
    player=_player,
    alternates=True,
    outcome=outcome,
    show=compose(record.rules.show, to_record),
    read=compose(from_record, record.rules.read),
    show_move=record.rules.show_move,
    read_move=record.rules.read_move,
    successors=successors,
    static=static,
    score=static,
    margins=False,
    pass_turn=_pass_turn,
    diagram=compose(record.diagram, to_record),
    symmetries=tuple(
        Symmetry(partial(_image, images), to.__getitem__) for images, to in zip(_IMAGES, TURNS, strict=True)
    ),
)
"""The rules of article 2, named ``tictactoe``."""
