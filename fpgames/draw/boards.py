"""Positions as pictures."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from itertools import pairwise
from math import hypot
from typing import Any, TypeVar

from fpgames.draw.lettering import text_element, text_size
from fpgames.draw.svg import Picture, element, picture, text
from fpgames.rules import Diagram, Rules, Square

__all__ = ["board_svg", "text_svg"]

P = TypeVar("P")


def board_svg(rules: Rules[P, Any], p: P, *, before: P | None = None, numbers: bool = False) -> Picture:
    """Return a picture of a position, in which winning lines are highlighted.

    ``boardSvg :: Rules p m -> p -> Picture``

    If the game has no ``Rules.diagram``, the picture is the text of ``rules.show``.

    Args:
        rules: the game.
        p: the position.
        before: the position before the last move; with it, an arrow shows where a piece went, or the cells that the move
            filled are marked, or if there are none, those that it changed.
        numbers: whether to write the names of the cells, such as the numbers of draughts; in a game whose cells have
            none, each legal move into the first cell that it would fill.

    >>> from fpgames.games.tictactoe import rules
    >>> board_svg(rules, rules.play(rules.start, 4), before=rules.start).count('class="last"')
    1

    See also: :func:`fpgames.draw.trees.tree_svg`.
    """
    if rules.diagram is None:
        return text_svg(rules.show(p), rules.name)
    diagram, old = rules.diagram(p), None if before is None else rules.diagram(before)
    names = (
        {}
        if not numbers
        else _named(diagram)
        or {
            cell: rules.show_move_in(p, move)
            for move in rules.moves(p)
            for cell in filled(diagram, rules.diagram(rules.play(p, move)))[:1]
        }
    )
    title = f"{rules.name}: {' / '.join(diagram.rows)}"
    arrow = () if old is None else went(old, diagram)
    return picture_of(diagram, title, [] if old is None or arrow else filled(old, diagram), names, arrow)


def _named(diagram: Diagram) -> dict[Square, str]:
    return {(i, j): name for i, row in enumerate(diagram.names) for j, name in enumerate(row) if name}


def filled(old: Diagram, new: Diagram) -> list[Square]:
    """Return the cells that a move filled: those that were empty; if there are none, all that it changed."""
    changed = differences(old, new)
    return [(i, j) for i, j in changed if old.rows[i][j] == "."] or changed


def went(old: Diagram, new: Diagram) -> tuple[Square, ...]:
    """Return the cell that a piece left and the one where it stands now; nothing if no single piece moved.

    ``went :: Diagram -> Diagram -> Maybe (Square, Square)``
    """
    changed = differences(old, new)
    to = [(i, j) for i, j in changed if old.rows[i][j] == "."]
    ours = {new.rows[i][j].lower() for i, j in to}
    left = [(i, j) for i, j in changed if new.rows[i][j] == "." and old.rows[i][j].lower() in ours]
    return (*left, *to) if len(left) == len(to) == 1 else ()


def differences(old: Diagram, new: Diagram, *, strict: bool = True) -> list[Square]:
    """Return the cells in which two diagrams differ; if not strict, without those that only one of them has."""
    rows = zip(old.rows, new.rows, strict=strict)
    return [(i, j) for i, row in enumerate(rows) for j, (a, b) in enumerate(zip(*row, strict=strict)) if a != b]


def text_svg(lines: str, title: str) -> Picture:
    r"""Return a picture of text: ``textSvg :: String -> String -> Picture``.

    Args:
        lines: the text, of one line or more.
        title: a title for screen readers.

    >>> text_svg("a\nb", "two letters").count("<tspan")
    2

    See also: :func:`board_svg`.
    """
    wide, high = text_size(lines)
    return picture(wide, high, title, text_element(lines, wide / 2, high / 2))


_SIDE = 48


def picture_of(
    diagram: Diagram,
    title: str,
    last: Container[Square] = (),
    names: Mapping[Square, str] | None = None,
    arrow: tuple[Square, ...] = (),
) -> Picture:
    """Return a picture of a board: ``pictureOf :: Diagram -> String -> Picture``.

    Args:
        diagram: the cells of the board.
        title: a title for screen readers.
        last: the cells that the last move changed, which are marked.
        names: the texts to write into some cells.
        arrow: the cells from which and to which to draw an arrow, if any.

    >>> from fpgames.rules import Diagram
    >>> picture_of(Diagram(("X.", ".O")), "two marks")._repr_svg_().count("<rect")
    5

    See also: :func:`fpgames.draw.boards.board_svg`, for a position.
    """
    columns, names = max(map(len, diagram.rows), default=0), names or {}
    cells = [
        _cell(diagram, i, j, symbol, (i, j) in last, names.get((i, j), ""))
        for i, row in enumerate(diagram.rows)
        for j, symbol in enumerate(row)
    ]
    return picture(_SIDE * columns + 16, _SIDE * len(diagram.rows) + 16, title, *cells, *_arrow(*arrow))


def _cell(diagram: Diagram, i: int, j: int, symbol: str, last: bool, name: str) -> str:
    x, y = 8 + _SIDE * j, 8 + _SIDE * i
    if diagram.pieces:
        return _square(x, y, symbol, last, name)
    if symbol == " ":
        return ""
    middle = {"x": x + _SIDE // 2, "y": y + _SIDE // 2 + 5, "text_anchor": "middle"}
    if diagram.edges:
        return _edge(x, y, symbol, last, name)
    ground = "var(--board)" if diagram.discs else "var(--won)" if (i, j) in diagram.won else "var(--paper)"
    drawn = [element("rect", x=x, y=y, width=_SIDE, height=_SIDE, fill=ground, stroke="var(--line)")]
    if diagram.discs:
        drawn.append(_disc(x, y, symbol, (i, j) in diagram.won))
    elif symbol != ".":
        drawn.append(_mark(x, y, symbol) or element("text", text(symbol), **middle, font_size=24, fill="var(--ink)"))
    if name:
        place = middle if symbol == "." else {"x": x + 3, "y": y + 11, "font_size": 10}  # beside what stands there
        drawn.append(element("text", text(name), **place, fill="var(--faint)"))
    if last:
        corner = {"cx": x + _SIDE // 2, "cy": y + _SIDE // 2 - 4} if diagram.discs else {"cx": x + 8, "cy": y + 8}
        drawn.append(element("circle", **corner, r=4, fill="#fff", stroke="#111", stroke_width=2, class_="last"))
    return "".join(drawn)


def _edge(x: int, y: int, symbol: str, last: bool, name: str) -> str:
    """Return a dot, an edge between dots, or the name of one that is not drawn yet."""
    half = _SIDE // 2
    look = {"stroke": "var(--first)" if last else "var(--ink)", "stroke_width": 5, "stroke_linecap": "round"}
    if last:
        look["class_"] = "last"
    if symbol == "+":
        return element("circle", cx=x + half, cy=y + half, r=5, fill="var(--ink)")
    if symbol == "-":
        return element("line", x1=x - half, y1=y + half, x2=x + _SIDE + half, y2=y + half, **look)
    if symbol == "|":
        return element("line", x1=x + half, y1=y - half, x2=x + half, y2=y + _SIDE + half, **look)
    middle = {"x": x + half, "y": y + half + 5, "text_anchor": "middle"}
    return element("text", text(name), **middle, fill="var(--faint)") if name else ""


def _mark(x: int, y: int, symbol: str) -> str:
    """Return a cross for X and a ring for O; an empty string for other symbols, which are written as text."""
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


_PIECES = {"b": ("#1b1b1b", "#888"), "w": ("#fbfbfb", "#555")}


def _square(x: int, y: int, symbol: str, last: bool, name: str) -> str:
    """Return a square of a board of pieces; kings have a ring."""
    half = _SIDE // 2
    ground = {"fill": "#ead9b8" if symbol == " " else "#a5774d", "stroke": "#0003"}
    drawn = [element("rect", x=x, y=y, width=_SIDE, height=_SIDE, **ground)]
    if symbol.lower() in _PIECES:
        fill, edge = _PIECES[symbol.lower()]
        around = {"cx": x + half, "cy": y + half, "stroke": edge, "stroke_width": 2}
        drawn.append(element("circle", **around, r=half - 6, fill=fill))
        if symbol.isupper():
            drawn.append(
                element("circle", **around | {"stroke": "#e3a008", "stroke_width": 4}, r=half - 13, fill="none")
            )
    if name:
        halo = {"fill": "#fff", "stroke": "#5f3f22", "stroke_width": 2, "paint_order": "stroke"}  # read on any piece
        drawn.append(element("text", text(name), x=x + 3, y=y + 11, font_size=10, **halo))
    if last:
        drawn.append(
            element("circle", cx=x + half, cy=y + half, r=4, fill="#fff", stroke="#111", stroke_width=2, class_="last")
        )
    return "".join(drawn)


def _arrow(*cells: Square) -> Iterator[str]:
    """Yield an arrow from the middle of a cell to that of another, if there are two."""
    for (i, j), (k, m) in pairwise(cells):
        (x, y), (to_x, to_y) = ((8 + _SIDE * b + _SIDE / 2, 8 + _SIDE * a + _SIDE / 2) for a, b in ((i, j), (k, m)))
        length = hypot(to_x - x, to_y - y)
        along, up = (to_x - x) / length, (to_y - y) / length
        tip = [(to_x - 16 * along + side * up, to_y - 16 * up - side * along) for side in (8, -8)]
        head = " ".join(f"{a:.1f},{b:.1f}" for a, b in [(to_x, to_y), *tip])
        look = {"stroke": "#d4380d", "stroke_width": 4, "stroke_opacity": 0.85}
        yield element(
            "line", x1=x, y1=y, x2=f"{to_x - 14 * along:.1f}", y2=f"{to_y - 14 * up:.1f}", **look, class_="arrow"
        )
        yield element("polygon", points=head, fill="#d4380d")
