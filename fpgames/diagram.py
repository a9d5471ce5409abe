"""A position as rows of symbols, and its picture: what every game that says how it looks is drawn from."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from fpgames.checks import require_at_least
from fpgames.svg import Picture, element, picture, text

__all__ = ["Diagram", "Cell", "in_line", "lines", "picture_of"]

Cell: TypeAlias = tuple[int, int]
"""A row, the top one 0, and a column."""


class Diagram(NamedTuple):
    """How a position looks.

    Args:
        rows: the cells' symbols, the top row first; ``"."`` is an empty cell.
        won: the cells that have won.
        discs: whether stones lie in holes, as in Connect Four, or marks in squares.

    See also: :func:`picture_of`; :func:`fpgames.render.board_svg`, which asks a game for it.
    """

    rows: tuple[str, ...]
    won: frozenset[Cell] = frozenset()
    discs: bool = False


def in_line(rows: tuple[str, ...], n: int) -> frozenset[Cell]:
    """The cells of all lines of at least n equal symbols, in any of the eight directions.

    ``inLine :: [String] -> Int -> Set Cell``

    Args:
        rows: the cells' symbols; ``"."`` is an empty cell.
        n: at least 1.

    Raises:
        ValueError: n is less than 1.

    >>> sorted(in_line(("X.O", "XXO", "..O"), 3))
    [(0, 2), (1, 2), (2, 2)]

    See also: :class:`Diagram`.
    """
    require_at_least(1, n, "put {} symbols in line")
    at = {(i, j): symbol for i, row in enumerate(rows) for j, symbol in enumerate(row) if symbol != "."}
    return frozenset(cell for _, line in lines(at, n) for cell in line)


def lines(at: Mapping[Cell, str], n: int) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    """Every line of n equal symbols: ``lines :: Map Cell Char -> Int -> [(Char, [Cell])]``.

    Args:
        at: the symbol of each cell that has one.
        n: at least 1.

    >>> list(lines({(0, 0): "X", (1, 1): "X", (1, 0): "O"}, 2))
    [('X', ((0, 0), (1, 1)))]

    See also: :func:`in_line`, their cells.
    """
    for (i, j), symbol in at.items():
        for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = tuple((i + k * di, j + k * dj) for k in range(n))
            if all(at.get(cell) == symbol for cell in line):
                yield symbol, line


_SIDE = 48


def picture_of(
    diagram: Diagram, title: str, last: Container[Cell] = (), names: Mapping[Cell, str] | None = None
) -> Picture:
    """The picture of a board: ``pictureOf :: Diagram -> String -> Picture``.

    Args:
        diagram: how the position looks.
        title: what is to be seen, in words.
        last: the cells that the last move changed; they are marked.
        names: what is written into empty cells.

    >>> picture_of(Diagram(("X.", ".O")), "two marks")._repr_svg_().count("<rect")
    5

    See also: :func:`fpgames.render.board_svg`, for a position.
    """
    columns, names = max(map(len, diagram.rows), default=0), names or {}
    cells = [
        _cell(diagram, i, j, symbol, (i, j) in last, names.get((i, j), ""))
        for i, row in enumerate(diagram.rows)
        for j, symbol in enumerate(row)
    ]
    return picture(_SIDE * columns + 16, _SIDE * len(diagram.rows) + 16, title, *cells)


def _cell(diagram: Diagram, i: int, j: int, symbol: str, last: bool, name: str) -> str:
    x, y = 8 + _SIDE * j, 8 + _SIDE * i
    middle = {"x": x + _SIDE // 2, "y": y + _SIDE // 2 + 5, "text_anchor": "middle"}
    ground = "var(--board)" if diagram.discs else "var(--won)" if (i, j) in diagram.won else "var(--paper)"
    drawn = [element("rect", x=x, y=y, width=_SIDE, height=_SIDE, fill=ground, stroke="var(--line)")]
    if diagram.discs:
        drawn.append(_disc(x, y, symbol, (i, j) in diagram.won))
    elif symbol != ".":
        drawn.append(_mark(x, y, symbol) or element("text", text(symbol), **middle, font_size=24, fill="var(--ink)"))
    if symbol == "." and name:
        drawn.append(element("text", text(name), **middle, fill="var(--faint)"))
    if last:
        corner = {"cx": x + _SIDE // 2, "cy": y + _SIDE // 2 - 4} if diagram.discs else {"cx": x + 8, "cy": y + 8}
        drawn.append(element("circle", **corner, r=4, fill="#fff", stroke="#111", stroke_width=2, class_="last"))
    return "".join(drawn)


def _mark(x: int, y: int, symbol: str) -> str:
    """A cross or a ring; nothing for other symbols, which are written."""
    near, far = 12, _SIDE - 12
    if symbol == "X":
        path = f"M{x + near} {y + near}L{x + far} {y + far}M{x + far} {y + near}L{x + near} {y + far}"
        return element("path", d=path, stroke="var(--first)", stroke_width=5, stroke_linecap="round", fill="none")
    if symbol == "O":
        half = _SIDE // 2
        return element(
            "circle", cx=x + half, cy=y + half, r=half - 11, stroke="var(--second)", stroke_width=5, fill="none"
        )
    return ""


_DISCS = {".": ("var(--paper)", ""), "R": ("var(--first)", "var(--paper)"), "Y": ("var(--gold)", "#111")}


def _disc(x: int, y: int, symbol: str, won: bool) -> str:
    half = _SIDE // 2
    ring = {"stroke": "#fff", "stroke_width": 4, "class_": "won"} if won else {"stroke": "#fff"}
    fill, ink = _DISCS.get(symbol, ("var(--faint)", "var(--paper)"))
    disc = element("circle", cx=x + half, cy=y + half, r=half - 6, fill=fill, **ring)
    if symbol == ".":
        return disc
    letter = element("text", text(symbol), x=x + half, y=y + _SIDE - 11, text_anchor="middle", font_size=11, fill=ink)
    return disc + letter
