"""The notation of a game: positions and moves as text, and the pictures of positions as plain data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeAlias, TypeVar, get_args

__all__ = ["Diagram", "Notation", "Square", "Style"]

M = TypeVar("M")
P = TypeVar("P")

Square: TypeAlias = tuple[int, int]
"""A cell: its row, from 0 at the top, and its column, from 0 at the left."""


Style: TypeAlias = Literal["marks", "discs", "pieces", "edges", "hexagons"]
"""The style of a picture: one of five.

``"marks"`` are in squares. ``"discs"`` are in holes, as in Connect Four. ``"pieces"`` are discs on squares: ``"b"`` and
``"w"`` are black and white men, ``"B"`` and ``"W"`` kings. ``"edges"`` are ``"-"`` and ``"|"``, between dots, ``"+"``.
``"hexagons"`` are cells, in rows that begin one place further to the right each, as in Hex.
"""


@dataclass(frozen=True, slots=True)
class Diagram:
    """The appearance of a position, from which its picture is drawn.

    Args:
        rows: the symbols of the cells, the top row first; ``"."`` is an empty cell, ``" "`` a place that is no cell.
        won: the cells that won the game.
        style: what the cells are, and what is in them, one of :data:`Style`.
        names: the names of the cells, row by row, where the field has them, such as the numbers of draughts.

    Raises:
        ValueError: there is no such style.

    See also: :func:`fpgames.draw.boards.board_svg`, which draws it.
    """

    rows: tuple[str, ...]
    won: frozenset[Square] = frozenset()
    style: Style = "marks"
    names: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        """Refuse a style that is none."""
        if self.style not in get_args(Style):
            raise ValueError(f"there is no style {self.style!r:.80}; styles: {', '.join(get_args(Style))}")


DERIVED: Any = None
"""In the place of a function of rules: it is derived from the others as soon as the record is made."""


@dataclass(frozen=True, repr=False, eq=False, kw_only=True)
class Notation(Generic[P, M]):
    """The way in which the positions ``P`` and the moves ``M`` of a game are written and drawn.

    Args:
        show: ``P -> str``, the position as text; ``read(show(p)) == p``.
        read: ``str -> P``, the inverse of ``show``; raises ``ValueError``, whose message says what is wrong. For a game
            whose positions cannot be read, such as that of an engine, ``unreadable``, which always raises it.
        show_move: ``M -> str``, a move as one word; ``read_move(show_move(m)) == m``.
        read_move: ``str -> M``, the inverse of ``show_move``; raises ``ValueError``.
        prompt: the text that asks a person for a move.
        diagram: ``P -> Diagram``, the appearance of a position, for ``fpgames.draw``; without it, a picture shows the
            position as text.
        show_move_in: ``P -> M -> str``, a legal move as people write it in a position, one word; by default
            ``show_move``.
        read_move_in: ``P -> str -> M``, the move that people mean by a text in a position; raises ``ValueError``. It
            reads what ``show_move_in`` writes, and what ``show_move`` does. By default ``read_move``.

    See also: :class:`fpgames.rules.record.Rules`, a game with its notation.
    """

    show: Callable[[P], str]
    read: Callable[[str], P]
    show_move: Callable[[M], str]
    read_move: Callable[[str], M]
    prompt: str = "move ?"
    diagram: Callable[[P], Diagram] | None = None
    show_move_in: Callable[[P, M], str] = DERIVED
    read_move_in: Callable[[P, str], M] = DERIVED
