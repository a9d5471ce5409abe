"""The appearance of positions, as plain data."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

__all__ = ["Diagram", "Square"]

Square: TypeAlias = tuple[int, int]
"""A cell: its row, from 0 at the top, and its column, from 0 at the left."""


class Diagram(NamedTuple):
    """The appearance of a position, from which its picture is drawn.

    Args:
        rows: the symbols of the cells, the top row first; ``"."`` is an empty cell, ``" "`` a place that is no cell.
        won: the cells that won the game.
        discs: whether to draw stones in holes, as in Connect Four, rather than marks in squares.
        pieces: whether to draw discs on squares: ``"b"``, ``"w"`` are black and white men, ``"B"``, ``"W"`` kings.
        edges: whether to draw dots, ``"+"``, and the edges between them, ``"-"`` and ``"|"``.
        hexagons: whether cells are hexagons, in rows that begin one place further to the right each, as in Hex.
        names: the names of the cells, row by row, where the field has them, such as the numbers of draughts.

    See also: :func:`fpgames.draw.boards.board_svg`, which draws it.
    """

    rows: tuple[str, ...]
    won: frozenset[Square] = frozenset()
    discs: bool = False
    pieces: bool = False
    edges: bool = False
    hexagons: bool = False
    names: tuple[tuple[str, ...], ...] = ()
