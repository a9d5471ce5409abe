"""Positions as pictures."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from math import hypot
from typing import Any

from fpgames.draw.cells import MARGIN, SIDE, cell, extent, place_of
from fpgames.draw.lettering import PAD, text_element, text_size
from fpgames.draw.svg import LAST, Picture, element, picture
from fpgames.rules.notation import Diagram, Square
from fpgames.rules.record import M, P, Rules
from fpgames.validation import names_arguments

__all__ = ["board_svg", "squares_of", "text_svg"]


@names_arguments
def board_svg(
    rules: Rules[P, Any],
    p: P,
    *,
    before: P | None = None,
    numbers: bool = False,
    names: Mapping[Square, object] | None = None,
    highlights: Iterable[Square] = (),
    arrows: Iterable[tuple[Square, Square]] = (),
    symbols: bool = False,
) -> Picture:
    """Return a picture of a position, in which winning lines are highlighted.

    ``boardSvg :: Rules p m -> p -> Picture``

    Cells are squares of 48 pixels, in a margin of 8, except in Hex; each is an element with the attribute
    ``data-square="row,column"``.
    If the game has no ``Rules.diagram``, the picture is the text of ``rules.show``.

    Args:
        rules: the game.
        p: the position.
        before: the position before the last move; with it, an arrow shows where a piece went, or the cells that the
            move filled are framed, or if there are none, those that it changed.
        numbers: whether to write the names of the cells, such as the numbers of draughts; in a game whose cells have
            none, the legal moves, each into the first of its cells. Of moves with the same first cell the first is
            written; a move without cells, such as a pass, is not.
        names: what to write into cells, such as the values of moves, in place of their numbers.
        highlights: the cells to highlight.
        arrows: pairs of cells, from which and to which to draw arrows.
        symbols: whether to write the letters of the players on discs, for those who do not see the colours.

    >>> from fpgames.games.tictactoe import rules
    >>> board_svg(rules, rules.play(rules.start, 4), before=rules.start).count('class="last"')
    1

    See also: :func:`squares_of`, the cells of a move; :func:`fpgames.draw.trees.tree_svg`.
    """
    if rules.diagram is None:
        return text_svg(rules.show(p), rules.name)
    diagram, old = rules.diagram(p), None if before is None else rules.diagram(before)
    written = (_named(diagram) or _moves(rules, p)) if numbers else {}
    arrow = () if old is None else went(old, diagram)
    return picture_of(
        diagram,
        f"{rules.name}: {' / '.join(diagram.rows)}",
        [] if old is None or arrow else filled(old, diagram),
        {**written, **{square: str(name) for square, name in (names or {}).items()}},
        [*arrows, *([arrow] if arrow else ())],
        frozenset(highlights),
        symbols,
    )


@names_arguments
def squares_of(rules: Rules[P, M], p: P, move: M) -> tuple[Square, ...]:
    """Return the cells of a move: those that it fills, or the one that a piece leaves and the one that it reaches.

    ``squaresOf :: Rules p m -> p -> m -> [Square]``

    Args:
        rules: the game, which has a ``Rules.diagram``.
        p: a position.
        move: a legal move there.

    Raises:
        ValueError: the game has no ``Rules.diagram``; or the move is illegal.

    >>> from fpgames.games import checkers, tictactoe
    >>> squares_of(tictactoe.rules, tictactoe.rules.start, 5)
    ((1, 2),)
    >>> squares_of(checkers.rules, checkers.rules.start, checkers.rules.read_move("9-13"))
    ((2, 1), (3, 0))

    See also: :func:`board_svg`, whose options ``highlights`` and ``arrows`` take such cells.
    """
    if rules.diagram is None:
        raise ValueError(f"{rules.name} has no diagram, so its moves have no cells")
    old, new = rules.diagram(p), rules.diagram(rules.play(p, move))
    return went(old, new) or tuple(filled(old, new))


def _named(diagram: Diagram) -> dict[Square, str]:
    return {(i, j): name for i, row in enumerate(diagram.names) for j, name in enumerate(row) if name}


def _moves(rules: Rules[P, object], p: P) -> dict[Square, str]:
    """Return the names of the legal moves, each at its first cell: those that are the first there."""
    found: dict[Square, str] = {}
    for move in rules.moves(p):
        for square in squares_of(rules, p, move)[:1]:
            found.setdefault(square, rules.show_move_in(p, move))
    return found


def filled(old: Diagram, new: Diagram) -> list[Square]:
    """Return the cells that a move filled: those that were empty; if there are none, all that it changed."""
    changed = differences(old, new)
    return [(i, j) for i, j in changed if old.rows[i][j] == "."] or changed


def went(old: Diagram, new: Diagram) -> tuple[Square, Square] | tuple[()]:
    """Return the cell that a piece left and the one where it stands now; nothing if no single piece moved.

    ``went :: Diagram -> Diagram -> Maybe (Square, Square)``
    """
    changed = differences(old, new)
    to = [(i, j) for i, j in changed if old.rows[i][j] == "."]
    ours = {new.rows[i][j].lower() for i, j in to}
    left = [(i, j) for i, j in changed if new.rows[i][j] == "." and old.rows[i][j].lower() in ours]
    return (left[0], to[0]) if len(left) == len(to) == 1 else ()


def differences(old: Diagram, new: Diagram, *, strict: bool = True) -> list[Square]:
    """Return the cells in which two diagrams differ; if not strict, without those that only one of them has."""
    rows = zip(old.rows, new.rows, strict=strict)
    return [(i, j) for i, row in enumerate(rows) for j, (a, b) in enumerate(zip(*row, strict=strict)) if a != b]


@names_arguments
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
    return picture(wide + 2 * PAD, high + 2 * PAD, title, text_element(lines, wide / 2 + PAD, high / 2 + PAD))


def picture_of(
    diagram: Diagram,
    title: str,
    last: Container[Square] = (),
    names: Mapping[Square, str] | None = None,
    arrows: Iterable[tuple[Square, Square]] = (),
    highlights: Container[Square] = (),
    symbols: bool = False,
) -> Picture:
    """Return a picture of a board: ``pictureOf :: Diagram -> String -> Picture``.

    Args:
        diagram: the cells of the board.
        title: a title for screen readers.
        last: the cells that the last move changed, which are framed.
        names: the texts to write into some cells.
        arrows: pairs of cells, from which and to which to draw an arrow.
        highlights: the cells to highlight.
        symbols: whether to write their letters on discs.

    >>> from fpgames.rules import Diagram
    >>> picture_of(Diagram(("X.", ".O")), "two marks")._repr_svg_().count("<rect")
    5

    See also: :func:`fpgames.draw.boards.board_svg`, for a position.
    """
    written = names or {}
    cells = (
        element("g", drawn, data_square=f"{i},{j}")
        for (i, j), symbol in _cells(diagram)
        if (
            drawn := cell(
                diagram, (i, j), symbol, (i, j) in last, written.get((i, j), ""), (i, j) in highlights, symbols
            )
        )
    )
    wide, high = extent(diagram)
    drawn_arrows = (_arrow(diagram, *arrow) for arrow in arrows)
    return picture(wide + 2 * MARGIN, high + 2 * MARGIN, title, *cells, *drawn_arrows)


def _cells(diagram: Diagram) -> Iterator[tuple[Square, str]]:
    return (((i, j), symbol) for i, row in enumerate(diagram.rows) for j, symbol in enumerate(row))


def _arrow(diagram: Diagram, *ends: Square) -> str:
    """Return an arrow from the middle of a cell to that of another."""
    (x, y), (to_x, to_y) = ((left + SIDE / 2, top + SIDE / 2) for left, top in (place_of(diagram, end) for end in ends))
    length = hypot(to_x - x, to_y - y) or 1
    along, up = (to_x - x) / length, (to_y - y) / length
    tip = [(to_x - 16 * along + side * up, to_y - 16 * up - side * along) for side in (8, -8)]
    head = " ".join(f"{a:.1f},{b:.1f}" for a, b in [(to_x, to_y), *tip])
    line = {"x1": f"{x:g}", "y1": f"{y:g}", "x2": f"{to_x - 14 * along:.1f}", "y2": f"{to_y - 14 * up:.1f}"}
    look = {"stroke": LAST, "stroke_width": 5, "class_": "arrow"}
    return element("line", **line, **look) + element("polygon", points=head, fill=LAST)


def _scale(diagram: Diagram) -> float:
    """Return the scale of a small board: cells of 10 to 16 pixels, unless it would be larger than 160."""
    most = max(*extent(diagram), SIDE) / SIDE
    return min(16, max(10, 72 / most), 160 / most) / SIDE


def small_size(diagram: Diagram) -> tuple[float, float]:
    """Return the width and height of a small board, as in the picture of a tree."""
    wide, high = extent(diagram)
    return round(wide * _scale(diagram), 2), round(high * _scale(diagram), 2)


def small_board(diagram: Diagram, before: Diagram | None, x: float, y: float) -> str:
    """Return a small board at a place: ``smallBoard :: Diagram -> Maybe Diagram -> Double -> Double -> String``.

    Args:
        diagram: the cells of the board.
        before: the board before the last move, whose cells are framed, if there is one of the same size.
        x: where it begins on the left.
        y: where it begins at the top.
    """
    scale = _scale(diagram)
    same = before is not None and [*map(len, before.rows)] == [*map(len, diagram.rows)]
    last = filled(before, diagram) if same and before is not None else []
    cells = (cell(diagram, square, symbol, square in last) for square, symbol in _cells(diagram))
    place = f"translate({x - MARGIN * scale:.2f} {y - MARGIN * scale:.2f}) scale({scale:.4g})"
    return element("g", *cells, transform=place, class_="board")
