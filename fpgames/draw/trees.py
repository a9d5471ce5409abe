"""Trees as pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from typing import Any

from fpgames.draw.boards import small_board, small_size
from fpgames.draw.cached_nodes import CachedNode
from fpgames.draw.contents import A, NodeContent
from fpgames.draw.excerpt import DrawnNode, TooManyNodes, drawn_from, numbered
from fpgames.draw.layout import MARK, Layout, Spot, is_marked, laid_out, resized
from fpgames.draw.lettering import LINE, PAD, SMALL, SMALL_LINE, node_text, text_element, text_size
from fpgames.draw.svg import EDGE, FAINT, FIRST, INK, NODE, PAPER, SECOND, WON, Picture, element, picture, text
from fpgames.rules.notation import Diagram
from fpgames.rules.outcomes import Player
from fpgames.tree.protocols import Labelled
from fpgames.validation import names_arguments

__all__ = ["tree_svg"]

_DEEPEST, _BROADEST = 3, 9  # levels and children that are drawn by default, if there is space for them


@names_arguments
def tree_svg(
    tree: Labelled[A],
    *,
    depth: int | None = None,
    width: int | None = None,
    show: Callable[[A], NodeContent | str] | None = None,
    windows: bool = False,
    title: str = "",
) -> Picture:
    """Return a picture of the top of a tree, with the root at the top or, if the tree is wide, on the left.

    ``treeSvg :: Show a => Tree a -> Picture``

    A node of a tree that is built from rules has a small board, on which the last move is framed. A triangle that
    points upwards marks nodes where the first player chooses (max), one that points downwards those of the second
    (min).
    In the tree of a search, the edges of the line that both would choose are thick, and siblings that a bound cut off
    are one dashed box. In that of a Monte-Carlo tree search, nodes have the number of visits, and the value or who wins.

    Args:
        tree: any tree, finite or infinite; one from ``ab_trace`` shows the values of nodes and the bounds that cut,
            one from ``statistics`` visits and values.
        depth: the levels below the root to draw, at least 0; by default as many as fit a slide, at most 3.
        width: the most children of a node to draw, at least 1; by default as many as fit a slide, at most 9. The number
            of the others is written.
        show: a function from a label to the text for its node, or to a ``NodeContent``; by default what ``node_content`` returns, with the board and
            the move where the tree knows them. With ``show=shown`` there are no boards.
        windows: whether to write on the edges the windows with which ``ab_trace`` reached the nodes.
        title: a title for screen readers; if empty, the number of nodes drawn.

    Raises:
        ValueError: depth or width is less than its minimum, or that part of the tree is too large to draw.

    >>> from fpgames import build_tree
    >>> tree_svg(build_tree(lambda n: (2 * n, 2 * n + 1))(1), depth=2).count('class="node"')
    7

    See also: :func:`fpgames.draw.steps.trace_svgs`, the steps of a search; :func:`fpgames.draw.dot.tree_dot`,
    :func:`fpgames.draw.mermaid.tree_mermaid`, :func:`fpgames.draw.plain_text.draw_tree`.
    """
    root = fitting(CachedNode(tree, show), depth, width, windows=windows)
    return picture_of_tree(root, laid_out([root], windows=windows), title)


def fitting(root: CachedNode[Any], depth: int | None, width: int | None, *, windows: bool = False) -> DrawnNode:
    """Return the part of a tree to draw: the largest that fits a slide.

    If the whole tree does not fit, a level more has to give at least a fifth more nodes to be preferred.
    """
    if depth is not None and width is not None:
        return drawn_from(root, depth, width)
    best, most = drawn_from(root, depth or 0, 1 if width is None else width), 0.0
    for levels in range(1, _DEEPEST + 1) if depth is None else (depth,):
        for broad in range(1, _BROADEST + 1) if width is None else (width,):
            try:
                found = drawn_from(root, levels, broad)
            except TooManyNodes:
                break
            if not laid_out([found], windows=windows).fits:
                break
            nodes = [node for _, _, node in numbered(found)]
            worth = len(nodes) / 1.2**levels if any(node.more for node in nodes) else inf
            best, most = (found, worth) if worth > most else (best, most)
    return best


def picture_of_tree(
    root: DrawnNode, layout: Layout, title: str = "", *, at_the_end: DrawnNode | None = None
) -> Picture:
    """Return the picture of a tree whose nodes have these places: ``pictureOfTree :: DrawnNode -> Layout -> Picture``.

    Args:
        root: the root; what it shows may differ from what the layout was made of, but not how many children there are.
        layout: the places of the nodes.
        title: a title for screen readers; if empty, the number of nodes drawn.
        at_the_end: if a tree changes, the root in the end, for whose legend all the pictures have space.
    """
    spots = resized(layout, root)
    thin = [_edge(spot) for spot in spots if spot.edge and not _is_expected(spot)]
    thick = [_edge(spot) for spot in spots if spot.edge and _is_expected(spot)]
    drawn = (_node(spot, None if spot.parent is None else spots[spot.parent].node.shown.diagram) for spot in spots)
    words = (_words(spot, layout.sideways) for spot in spots if spot.words)
    nodes = [node for _, _, node in numbered(root)]
    in_the_end = [node for _, _, node in numbered(at_the_end or root)]
    legend, wide, high = _legend(in_the_end, layout, hidden="" if thick else "expected")
    said = title or f"a tree; {len(nodes)} of its nodes are drawn"
    return picture(wide, high, said, *thin, *thick, *drawn, *words, legend)


def _is_expected(spot: Spot) -> bool:
    return spot.node.shown.expected and not spot.rest


def _node(spot: Spot, before: Diagram | None) -> str:
    node, (wide, high) = spot.node, spot.size
    if spot.rest:
        words = text_element(node.shown.text, spot.x + wide / 2, spot.y + high / 2, small=True, fill=FAINT)
        return element("g", words, class_="rest")
    here = node.shown
    later = here.state == "later"
    frame = {"fill": NODE, "stroke": EDGE}
    if here.cut or later:
        frame = {"fill": PAPER, "stroke": FAINT}
    if here.cut:
        frame["stroke_dasharray"] = "4 3"
    if here.state == "now":
        frame = {"fill": WON, "stroke": INK, "stroke_width": "2"}
    box = element("rect", x=f"{spot.x:g}", y=f"{spot.y:g}", width=f"{wide:g}", height=f"{high:g}", rx=6, **frame)
    kind = "cut" if here.cut else "node"
    dim = {"opacity": 0.55} if here.cut and here.diagram else {}
    return element("g", box, *_content(spot, before, FAINT if here.cut or later else INK), class_=kind, **dim)


def _content(spot: Spot, before: Diagram | None, ink: str) -> Iterator[str]:
    """Yield what stands in a node: its board, and below it the mark for max or min and the text."""
    node, (wide, high) = spot.node, spot.size
    words, diagram = node_text(node.shown), node.shown.diagram
    x, top, bottom = spot.x + wide / 2, spot.y, spot.y + high
    if diagram is not None:
        board = small_size(diagram)
        yield small_board(diagram, before, x - board[0] / 2, spot.y + PAD)
        top += board[1] + PAD
    y = (top + bottom) / 2
    if is_marked(node) and node.shown.player is not None:
        across = text_size(words)[0]
        yield _mark(node.shown.player, x - across / 2, y)
        x += MARK / 2
    if words:
        yield text_element(words, x, y, small=bool(node.shown.cut), fill=ink)


def _mark(player: Player, x: float, y: float) -> str:
    """Return a triangle around a point: upwards for max, downwards for min."""
    up = 5 if player is Player.FIRST else -5
    points = f"{x - 6:g},{y + up:g} {x + 6:g},{y + up:g} {x:g},{y - up:g}"
    kind, colour = ("max", FIRST) if player is Player.FIRST else ("min", SECOND)
    return element("polygon", points=points, fill=colour, class_=kind)


def _edge(spot: Spot) -> str:
    """Return the edge that leads to a node; where no corner is needed, a straight one."""
    (x, y), *corners = spot.edge
    path = f"M{x:g} {y:g}" + "".join(f"L{a:g} {b:g}" for a, b in corners)
    look: dict[str, object] = {"stroke": EDGE}
    if spot.rest or spot.node.shown.cut:
        look = {"stroke": FAINT, "stroke_dasharray": "4 3"}
    elif _is_expected(spot):
        look = {"stroke": INK, "stroke_width": 4, "stroke_linejoin": "round"}
    return element("path", d=path, fill="none", **look, class_="expected line" if _is_expected(spot) else "line")


def _words(spot: Spot, sideways: bool) -> str:
    """Return the words of an edge, between its end and the node."""
    wide, high = text_size(spot.words, small=True)
    middle = (spot.x - wide / 2 - 3, spot.y + spot.size[1] / 2) if sideways else (
        spot.x + spot.size[0] / 2, spot.y - high / 2 - 1
    )  # fmt: skip
    return text_element(spot.words, *middle, small=True, fill=FAINT, class_="edge")


def _legend(nodes: list[DrawnNode], layout: Layout, hidden: str) -> tuple[str, float, float]:
    """Return the legend of what is drawn, in as many lines as it needs, and the size of the whole picture.

    Args:
        nodes: the nodes.
        layout: their places.
        hidden: an item that is not shown yet, and has its space.
    """
    players = {node.shown.player for node in nodes if is_marked(node)}
    items = [
        (name, _mark(player, 6, 0)) for name, player in zip(("max", "min"), Player, strict=True) if player in players
    ]
    if any(node.shown.expected for node in nodes[1:]):
        items.append(("expected", element("path", d="M0 0H14", stroke=INK, stroke_width=4)))
    x, y, drawn = float(PAD), layout.height + SMALL_LINE / 2, []
    right = x
    for name, sign in items:
        broad = 20 + SMALL * len(name)
        if x > PAD and x + broad > layout.width:
            x, y = PAD, y + LINE
        words = element("text", text(name), x=20, y=4, font_size=12, fill=FAINT)
        drawn += [element("g", sign, words, transform=f"translate({x:g} {y:g})")] * (name != hidden)
        x, right = x + broad + 14, max(right, x + broad)
    high = y + SMALL_LINE / 2 + PAD if items else layout.height
    return element("g", *drawn, class_="legend") if items else "", max(layout.width, right + PAD), high
