"""Positions as pictures."""

from __future__ import annotations

from collections.abc import Container, Mapping
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
        before: the position before the last move; with it, the cells that this move changed are marked.
        numbers: whether to write each legal move into the first cell that it would change.

    >>> from fpgames.games.tictactoe import rules
    >>> board_svg(rules, rules.play(rules.start, 4), before=rules.start).count('class="last"')
    1

    See also: :func:`fpgames.draw.trees.tree_svg`.
    """
    if rules.diagram is None:
        return text_svg(rules.show(p), rules.name)
    diagram = rules.diagram(p)
    names = {
        cell: rules.show_move(move)
        for move in (rules.moves(p) if numbers else ())
        for cell in differences(diagram, rules.diagram(rules.play(p, move)))[:1]
    }
    last = [] if before is None else differences(rules.diagram(before), diagram)
    return picture_of(diagram, f"{rules.name}: {' / '.join(diagram.rows)}", last, names)


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
    diagram: Diagram, title: str, last: Container[Square] = (), names: Mapping[Square, str] | None = None
) -> Picture:
    """Return a picture of a board: ``pictureOf :: Diagram -> String -> Picture``.

    Args:
        diagram: the cells of the board.
        title: a title for screen readers.
        last: the cells that the last move changed, which are marked.
        names: for some of the empty cells, the text to write there.

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
