"""Draw the cells of boards: background, marks, discs, pieces, edges and names."""

from __future__ import annotations

from fpgames.draw.svg import BOARD, EDGE, FAINT, FIRST, GOLD, INK, LAST, PAPER, RED, SECOND, WON, element, text
from fpgames.rules.notation import Diagram, Square

SIDE, MARGIN = 48, 8  # pixels: side of a cell, margin around a board
_HALF = SIDE // 2
_ROW, _TIP = 42, 14  # pixels: distance between rows of hexagons, height of a hexagon's slanted sides


def top_left(diagram: Diagram, square: Square) -> tuple[float, float]:
    """Return the x and y of a cell's top left corner; for a hexagon, the corner of a square box in its centre."""
    i, j = square
    if diagram.style == "hexagons":
        return MARGIN + SIDE * (j - i / 2), MARGIN + (_ROW + _TIP - SIDE) / 2 + _ROW * i
    return MARGIN + SIDE * j, MARGIN + SIDE * i


def board_size(diagram: Diagram) -> tuple[float, float]:
    """Return the width and height of a board in pixels, without the margin."""
    columns, rows = max(map(len, diagram.rows), default=0), len(diagram.rows)
    if diagram.style == "hexagons":
        return SIDE * (columns - (rows - 1) / 2), _ROW * rows + _TIP
    return SIDE * columns, SIDE * rows


def cell_svg(
    diagram: Diagram, square: Square, last: bool = False, name: str = "", lit: bool = False, symbols: bool = False
) -> str:
    """Return the SVG elements of a cell, or "" if its symbol is a space that marks a gap in the board.

    Args:
        diagram: the board.
        square: the row and column of the cell.
        last: whether the cell belongs to the last move; if so, it gets a frame.
        name: the text to write into the cell.
        lit: whether to highlight the cell.
        symbols: whether to write the players' letters on discs.
    """
    symbol = diagram.rows[square[0]][square[1]]
    if symbol == " " and diagram.style != "pieces":
        return ""
    x, y = top_left(diagram, square)
    place = {"x": x, "y": y, "width": SIDE, "height": SIDE}
    light = element("rect", **place, fill=LAST, fill_opacity=0.45, class_="lit") if lit else ""
    if diagram.style == "edges":
        return element("rect", **place, fill_opacity=0) + light + _box_edge(x, y, symbol, last, name)
    framed = {"x": x + 3, "y": y + 3, "width": SIDE - 6, "height": SIDE - 6, "stroke_width": 4}
    framed["rx"] = 21 if diagram.style == "hexagons" else 4
    frame = element("rect", **framed, fill="none", stroke=LAST, class_="last") if last else ""
    won = square in diagram.won
    if diagram.style == "pieces":
        return _square(x, y, symbol, light) + _outlined_name_text(x, y, name) + frame
    ground = BOARD if diagram.style == "discs" else WON if won else PAPER
    if diagram.style == "hexagons":
        drawn = _hexagon(diagram, square, ground) + light
    else:
        drawn = element("rect", **place, fill=ground, stroke=EDGE) + light
    if diagram.style == "discs":
        drawn += _disc(x, y, symbol, won, symbols)
    elif symbol != ".":
        drawn += _player_mark(x, y, symbol)
    return drawn + _cell_name_text(x, y, name, symbol == ".") + frame


def _hexagon(diagram: Diagram, square: Square, ground: str) -> str:
    """Return a hexagon. Its sides on an edge of the board have the colour of the player who owns the edge."""
    (x, y), (i, j) = top_left(diagram, square), square
    top = y - (_ROW + _TIP - SIDE) / 2
    upper, lower, bottom, middle, right = top + _TIP, top + _ROW, top + _ROW + _TIP, x + _HALF, x + SIDE
    corner_points = [(x, lower), (x, upper), (middle, top), (right, upper), (right, lower), (middle, bottom)]
    corners = [f"{a:g} {b:g}" for a, b in corner_points]
    drawn = element("path", d=f"M{'L'.join(corners)}Z", fill=ground, stroke=EDGE)
    row = diagram.rows[i]
    sides = [
        (i == 0, corners[1:4], FIRST),
        (i == len(diagram.rows) - 1, [*corners[4:], corners[0]], FIRST),
        (row[:j].strip() == "", [corners[5], *corners[:2]], SECOND),
        (row[j + 1 :].strip() == "", corners[2:5], SECOND),
    ]
    return drawn + "".join(
        element("path", d=f"M{'L'.join(side)}", fill="none", stroke=colour, stroke_width=4)
        for is_outer, side, colour in sides
        if is_outer
    )


def _centred_text(x: float, y: float, label: str, **style: object) -> str:
    middle = {"x": x + _HALF, "y": y + _HALF, "text_anchor": "middle", "dominant_baseline": "central"}
    return element("text", text(label), **middle, **style)


def _cell_name_text(x: float, y: float, name: str, empty: bool) -> str:
    """Return the name of a cell as text: in the centre of an empty cell, but small and in the corner of other cells."""
    if not name:
        return ""
    if empty:
        return _centred_text(x, y, name, fill=FAINT)
    return element("text", text(name), x=x + 3, y=y + 11, font_size=10, fill=FAINT)


def _outlined_name_text(x: float, y: float, name: str) -> str:
    """Return the name of a cell as white text with a dark outline, which is readable on any piece."""
    place = {"x": x + 3, "y": y + 11, "font_size": 10}
    styles: list[dict[str, object]] = [{"stroke": "#5f3f22", "stroke_width": 2, "class_": "halo"}, {"fill": "#fff"}]
    return "".join(element("text", text(name), **place, **style) for style in styles if name)


def _box_edge(x: float, y: float, symbol: str, last: bool, name: str) -> str:
    """Return a cell of Dots and Boxes: a dot, an edge that a player has drawn, or the name of an edge not yet drawn."""
    style = {"stroke": LAST if last else INK, "stroke_width": 5, "stroke_linecap": "round"}
    if last:
        style["class_"] = "last"
    if symbol == "+":
        return element("circle", cx=x + _HALF, cy=y + _HALF, r=5, fill=INK)
    if symbol == "-":
        return element("line", x1=x - _HALF, y1=y + _HALF, x2=x + SIDE + _HALF, y2=y + _HALF, **style)
    if symbol == "|":
        return element("line", x1=x + _HALF, y1=y - _HALF, x2=x + _HALF, y2=y + SIDE + _HALF, **style)
    return _cell_name_text(x, y, name, True)


def _player_mark(x: float, y: float, symbol: str) -> str:
    """Return a cross for X, a ring for O, a bar for |, and the symbol as text otherwise."""
    near, far = 12, SIDE - 12
    if symbol == "X":
        path = f"M{x + near} {y + near}L{x + far} {y + far}M{x + far} {y + near}L{x + near} {y + far}"
        return element("path", d=path, stroke=FIRST, stroke_width=5, stroke_linecap="round", fill="none")
    if symbol == "O":
        ring = {"stroke": SECOND, "stroke_width": 5, "fill": "none"}
        return element("circle", cx=x + _HALF, cy=y + _HALF, r=_HALF - 11, **ring)
    if symbol == "|":
        return element("rect", x=x + _HALF - 4, y=y + 12, width=8, height=SIDE - 20, rx=4, fill=INK)
    return _centred_text(x, y, symbol, font_size=24, fill=INK)


_DISCS = {".": (PAPER, ""), "R": (RED, "#fff"), "Y": (GOLD, "#111")}


def _disc(x: float, y: float, symbol: str, won: bool, symbols: bool) -> str:
    """Return a disc, with a thick ring if ``won``. The letters R and Y are shown only if ``symbols`` is true."""
    ring = {"stroke": "#fff", "stroke_width": 5, "class_": "won"} if won else {"stroke": "#fff"}
    fill, ink = _DISCS.get(symbol, (FAINT, PAPER))
    disc = element("circle", cx=x + _HALF, cy=y + _HALF, r=_HALF - 8, fill=fill, **ring)
    has_letter = symbol != "." and (symbols or symbol not in _DISCS)
    return disc + (_centred_text(x, y, symbol, font_size=20, fill=ink) if has_letter else "")


_PIECES = {"b": ("#1b1b1b", "#888"), "w": ("#fbfbfb", "#555")}


def _square(x: float, y: float, symbol: str, light: str) -> str:
    """Return a square of a board and the piece on it, if any. A king has a ring."""
    ground = {"fill": "#ead9b8" if symbol == " " else "#a5774d", "stroke": "#000", "stroke_opacity": 0.2}
    drawn = element("rect", x=x, y=y, width=SIDE, height=SIDE, **ground) + light
    if symbol.lower() not in _PIECES:
        return drawn
    fill, edge = _PIECES[symbol.lower()]
    around = {"cx": x + _HALF, "cy": y + _HALF, "stroke": edge, "stroke_width": 2}
    drawn += element("circle", **around, r=_HALF - 6, fill=fill)
    if symbol.isupper():
        drawn += element("circle", **around | {"stroke": "#e3a008", "stroke_width": 4}, r=_HALF - 13, fill="none")
    return drawn
