"""The notation of a game: functions that write and read its positions and moves as text, and diagrams of boards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar, get_args

__all__ = ["Diagram", "GameFormat", "Notation", "Square", "Style"]

M = TypeVar("M")
P = TypeVar("P")

Square: TypeAlias = tuple[int, int]
"""A cell of a board: its row, from 0 at the top, and its column, from 0 at the left."""


Style: TypeAlias = Literal["marks", "discs", "pieces", "edges", "hexagons"]
"""The style in which a board is drawn.

``"marks"`` draws symbols in squares, and ``"discs"`` draws discs in holes, as in Connect Four. ``"pieces"`` draws discs
on squares: ``"b"`` and ``"w"`` are black and white men, ``"B"`` and ``"W"`` kings. ``"edges"`` draws lines, ``"-"`` and
``"|"``, between dots, ``"+"``. ``"hexagons"`` draws hexagonal cells, each row shifted to the right, as in Hex.
"""


@dataclass(frozen=True, slots=True)
class Diagram:
    """The contents of a board as data, from which a picture of the board is drawn.

    Args:
        rows: a text for each row, from the top; ``"."`` is an empty cell, and ``" "`` is a gap without a cell.
        won: the cells with which the game was won, such as three in a row.
        style: how cells and symbols are drawn, one of :data:`Style`.
        names: the names to print in the cells, row by row, such as the numbers in draughts; by default, none.

    Raises:
        ValueError: the style is unknown.

    See also: :func:`fpgames.draw.boards.board_svg`, which draws a diagram.
    """

    rows: tuple[str, ...]
    won: frozenset[Square] = frozenset()
    style: Style = "marks"
    names: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        """Raise ValueError for an unknown style."""
        if self.style not in get_args(Style):
            raise ValueError(f"unknown style {self.style!r:.80}; expected one of {', '.join(get_args(Style))}")


class GameFormat(NamedTuple):
    """How whole games are written as text, where it differs from PGN, the notation of chess games.

    Args:
        tag: the name of the tag that says which game is played, such as ``GameType`` in draughts.
        game: the text of that tag; by default, the name of the rules.
        players: the names of the tags of the first and the second player.
        start: the name of the tag of the start position.
        results: the texts of a win of the first player, a draw, and a win of the second player.
        move: a regular expression of a move's text, if not only blanks separate moves; blanks inside are removed.
        turns: what ``?`` may mean at the beginning of a start position: the first move says which player moves.
        omitted: the text of a move that may be omitted where it is the only legal move, such as ``pass``.

    See also: :func:`fpgames.rules.game_texts.write_game`.
    """

    tag: str = "Game"
    game: str = ""
    players: tuple[str, str] = ("First", "Second")
    start: str = "Start"
    results: tuple[str, str, str] = ("1-0", "1/2-1/2", "0-1")
    move: str = ""
    turns: tuple[str, ...] = ()
    omitted: str = ""


_LIKE_PGN = GameFormat()

DERIVED: Any = None
"""The default of a function of Rules that is derived from other functions if it is left out."""


@dataclass(frozen=True, repr=False, eq=False, kw_only=True)
class Notation(Generic[P, M]):
    """The functions that write, read and draw the positions ``P`` and the moves ``M`` of a game.

    Args:
        show: ``P -> str``, the position as text; ``read(show(p)) == p``.
        read: ``str -> P``, the inverse of ``show``; raises ``ValueError`` with a message that says what is wrong. If
            positions have no text format, pass ``unreadable``, which always raises ``ValueError``.
        show_move: ``M -> str``, a move as one word; ``read_move(show_move(m)) == m``.
        read_move: ``str -> M``, the inverse of ``show_move``; raises ``ValueError``.
        prompt: the text that asks a human player for a move.
        diagram: ``P -> Diagram``, the board as data for ``fpgames.draw``; without a diagram, pictures show text.
        show_move_in: ``P -> M -> str``, the word that people write for a legal move in a position. By default
            ``show_move``.
        read_move_in: ``P -> str -> M``, the move that a word means in a position; raises ``ValueError``. It accepts
            the words of both ``show_move_in`` and ``show_move``. By default ``read_move``.
        game_format: how whole games are written as text.

    See also: :class:`fpgames.rules.record.Rules`, a game together with its notation.
    """

    show: Callable[[P], str]
    read: Callable[[str], P]
    show_move: Callable[[M], str]
    read_move: Callable[[str], M]
    prompt: str = "move ?"
    diagram: Callable[[P], Diagram] | None = None
    show_move_in: Callable[[P, M], str] = DERIVED
    read_move_in: Callable[[P, str], M] = DERIVED
    game_format: GameFormat = _LIKE_PGN
