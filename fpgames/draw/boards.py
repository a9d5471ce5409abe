"""Pictures of positions and boards, as SVG."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from math import hypot
from typing import Any

from fpgames.draw.cells import MARGIN, SIDE, board_size, cell_svg, top_left
from fpgames.draw.lettering import PAD, shorten_text, text_element, text_size
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
    """Return a picture of a position, with winning lines highlighted.

    ``boardSvg :: Rules p m -> p -> Picture``

    Cells are squares of 48 pixels (hexagons in Hex), inside a margin of 8; each has ``data-square="row,column"`` as an
    attribute. If the game has no ``Rules.diagram``, the picture shows the text of ``rules.show``.

    Args:
        rules: the game.
        p: the position.
        before: the position before the last move. The picture shows the last move: an arrow if one piece moved;
            otherwise, frames around the cells that the move filled, or around all changed cells if it filled none.
        numbers: whether to write the name of each cell, such as the numbers of draughts. In a game without cell names,
            each legal move is written into its first cell. If several moves share a cell, only one of them is written.
        names: texts to write into cells, such as the values of moves; they replace the texts of ``numbers``.
        highlights: the cells to highlight.
        arrows: the arrows to draw, each as a pair of a start cell and an end cell.
        symbols: whether to write the players' letters on discs, for readers who cannot tell the colours apart.

    >>> from fpgames.games.tictactoe import rules
    >>> board_svg(rules, rules.play(rules.start, 4), before=rules.start).count('class="last"')
    1

    See also: :func:`squares_of`, the cells of a move; :func:`fpgames.draw.trees.tree_svg`.
    """
    if rules.diagram is None:
        return text_svg(rules.show(p), rules.name)
    diagram, old = rules.diagram(p), None if before is None else rules.diagram(before)
    cell_texts = (_cell_names(diagram) or _move_name_by_first_cell(rules, p)) if numbers else {}
    arrow = () if old is None else moved_piece(old, diagram)
    return board_picture(
        diagram,
        f"{rules.name}: {' / '.join(diagram.rows)}",
        [] if old is None or arrow else filled_cells(old, diagram),
        {**cell_texts, **{square: str(name) for square, name in (names or {}).items()}},
        [*arrows, *([arrow] if arrow else ())],
        frozenset(highlights),
        symbols,
    )


@names_arguments
def squares_of(rules: Rules[P, M], p: P, move: M) -> tuple[Square, ...]:
    """Return the cells of a move: the start and end of the one piece that moves, or else the cells that the move fills.

    ``squaresOf :: Rules p m -> p -> m -> [Square]``

    Args:
        rules: the game; it must have a ``Rules.diagram``.
        p: a position.
        move: a legal move at the position.

    Raises:
        ValueError: the game has no ``Rules.diagram``, or the move is illegal.

    >>> from fpgames.games import checkers, tictactoe
    >>> squares_of(tictactoe.rules, tictactoe.rules.start, 5)
    ((1, 2),)
    >>> squares_of(checkers.rules, checkers.rules.start, checkers.rules.read_move("9-13"))
    ((2, 1), (3, 0))

    See also: :func:`board_svg`, whose options ``highlights`` and ``arrows`` take cells.
    """
    if rules.diagram is None:
        raise ValueError(f"{rules.name} has no diagram, so its moves have no cells")
    old, new = rules.diagram(p), rules.diagram(rules.play(p, move))
    return moved_piece(old, new) or tuple(filled_cells(old, new))


def _cell_names(diagram: Diagram) -> dict[Square, str]:
    return {(i, j): name for i, row in enumerate(diagram.names) for j, name in enumerate(row) if name}


def _move_name_by_first_cell(rules: Rules[P, object], p: P) -> dict[Square, str]:
    """Map the first cell of each legal move to the move's name. Of moves with the same first cell, keep the first."""
    names: dict[Square, str] = {}
    for move in rules.moves(p):
        for square in squares_of(rules, p, move)[:1]:
            names.setdefault(square, rules.show_move_in(p, move))
    return names


def filled_cells(old: Diagram, new: Diagram) -> list[Square]:
    """Return the cells that a move filled; if it filled none, return all cells that it changed."""
    changed = differing_cells(old, new)
    return [(i, j) for i, j in changed if old.rows[i][j] == "."] or changed


def moved_piece(old: Diagram, new: Diagram) -> tuple[Square, Square] | tuple[()]:
    """Return the start cell and the end cell of the piece that moved; () if no piece or several pieces moved.

    ``movedPiece :: Diagram -> Diagram -> Maybe (Square, Square)``
    """
    changed = differing_cells(old, new)
    to = [(i, j) for i, j in changed if old.rows[i][j] == "."]
    moved_symbols = {new.rows[i][j].lower() for i, j in to}
    left = [(i, j) for i, j in changed if new.rows[i][j] == "." and old.rows[i][j].lower() in moved_symbols]
    return (left[0], to[0]) if len(left) == len(to) == 1 else ()


def differing_cells(old: Diagram, new: Diagram, *, strict: bool = True) -> list[Square]:
    """Return the cells in which two diagrams differ. If ``strict`` is false, ignore cells that only one diagram has."""
    rows = zip(old.rows, new.rows, strict=strict)
    return [(i, j) for i, row in enumerate(rows) for j, (a, b) in enumerate(zip(*row, strict=strict)) if a != b]


@names_arguments
def text_svg(lines: str, title: str) -> Picture:
    r"""Return a picture of a text: ``textSvg :: String -> String -> Picture``.

    Args:
        lines: the text, one line or more; at most 50 lines of 150 characters are shown.
        title: a title for screen readers.

    >>> text_svg("a\nb", "two letters").count("<tspan")
    2

    See also: :func:`board_svg`.
    """
    shown = shorten_text(lines, 150, 50)  # about the size of a slide
    width, height = text_size(shown)
    return picture(width + 2 * PAD, height + 2 * PAD, title, text_element(shown, width / 2 + PAD, height / 2 + PAD))


def board_picture(
    diagram: Diagram,
    title: str,
    last: Container[Square] = (),
    names: Mapping[Square, str] | None = None,
    arrows: Iterable[tuple[Square, Square]] = (),
    highlights: Container[Square] = (),
    symbols: bool = False,
) -> Picture:
    """Return a picture of a board: ``boardPicture :: Diagram -> String -> Picture``.

    Args:
        diagram: the cells of the board.
        title: a title for screen readers.
        last: the cells of the last move, which get a frame.
        names: the texts to write into cells.
        arrows: the arrows to draw, each as a pair of a start cell and an end cell.
        highlights: the cells to highlight.
        symbols: whether to write the players' letters on discs.

    >>> from fpgames.rules import Diagram
    >>> board_picture(Diagram(("X.", ".O")), "two marks")._repr_svg_().count("<rect")
    5

    See also: :func:`fpgames.draw.boards.board_svg`, for a position.
    """
    written = names or {}

    def draw_cell(square: Square) -> str:
        drawn = cell_svg(diagram, square, square in last, written.get(square, ""), square in highlights, symbols)
        return element("g", drawn, data_square="{},{}".format(*square)) if drawn else ""

    width, height = board_size(diagram)
    drawn_arrows = (_arrow_svg(diagram, *arrow) for arrow in arrows)
    return picture(width + 2 * MARGIN, height + 2 * MARGIN, title, *map(draw_cell, _squares(diagram)), *drawn_arrows)


def _squares(diagram: Diagram) -> Iterator[Square]:
    return ((i, j) for i, row in enumerate(diagram.rows) for j in range(len(row)))


def _arrow_svg(diagram: Diagram, *ends: Square) -> str:
    """Return an arrow from the centre of the first of two cells to the centre of the second."""
    (x, y), (to_x, to_y) = ((left + SIDE / 2, top + SIDE / 2) for left, top in (top_left(diagram, end) for end in ends))
    length = hypot(to_x - x, to_y - y) or 1
    along, up = (to_x - x) / length, (to_y - y) / length
    tip = [(to_x - 16 * along + side * up, to_y - 16 * up - side * along) for side in (8, -8)]
    head = " ".join(f"{a:.1f},{b:.1f}" for a, b in [(to_x, to_y), *tip])
    line = {"x1": f"{x:g}", "y1": f"{y:g}", "x2": f"{to_x - 14 * along:.1f}", "y2": f"{to_y - 14 * up:.1f}"}
    style = {"stroke": LAST, "stroke_width": 5, "class_": "arrow"}
    return element("line", **line, **style) + element("polygon", points=head, fill=LAST)


def _small_scale(diagram: Diagram) -> float:
    """Return the scale of a small board: cells of 10 to 16 pixels, or smaller if the board would exceed 160 pixels."""
    cells_across = max(*board_size(diagram), SIDE) / SIDE
    return min(16, max(10, 72 / cells_across), 160 / cells_across) / SIDE


def small_size(diagram: Diagram) -> tuple[float, float]:
    """Return the width and height, in pixels, of the small board that is drawn in a node of a tree."""
    width, height = board_size(diagram)
    return round(width * _small_scale(diagram), 2), round(height * _small_scale(diagram), 2)


def small_board(diagram: Diagram, before: Diagram | None, x: float, y: float) -> str:
    """Return a small board in a tree: ``smallBoard :: Diagram -> Maybe Diagram -> Double -> Double -> String``.

    Args:
        diagram: the cells of the board.
        before: the board before the last move, or None. The move's cells get a frame if both boards have the same size.
        x: the left edge of the board.
        y: the top edge of the board.
    """
    scale = _small_scale(diagram)
    same_size = before is not None and [*map(len, before.rows)] == [*map(len, diagram.rows)]
    last = filled_cells(before, diagram) if same_size and before is not None else []
    cells = (cell_svg(diagram, square, square in last) for square in _squares(diagram))
    place = f"translate({x - MARGIN * scale:.2f} {y - MARGIN * scale:.2f}) scale({scale:.4g})"
    return element("g", *cells, transform=place, class_="board")
