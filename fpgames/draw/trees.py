"""Pictures of trees, as SVG."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from typing import Any

from fpgames.draw.boards import small_board, small_size
from fpgames.draw.cached_nodes import CachedNode
from fpgames.draw.contents import A, NodeContent
from fpgames.draw.excerpt import DrawnNode, TooManyNodes, cached_excerpt, numbered
from fpgames.draw.layout import MARK, Layout, Spot, is_marked, lay_out, resize_spots
from fpgames.draw.lettering import LINE, PAD, SMALL, SMALL_LINE, node_text, text_element, text_size
from fpgames.draw.svg import EDGE, FAINT, FIRST, INK, NODE, PAPER, SECOND, WON, Picture, element, picture, text
from fpgames.rules.notation import Diagram
from fpgames.rules.outcomes import CHANCE, MOVERS, Mover, Player
from fpgames.tree.protocols import Labelled
from fpgames.validation import names_arguments

__all__ = ["tree_svg"]

_MAX_DEPTH, _MAX_WIDTH = 3, 9  # limits of levels and of children per node if ``depth`` or ``width`` is None


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
    """Return a picture of the top of a tree, with the root at the top, or on the left if the tree is wide.

    ``treeSvg :: Show a => Tree a -> Picture``

    In a tree built from rules, each node shows a small board with the last move framed. A triangle marks nodes where a
    player chooses: upwards for the first player (max), downwards for the second (min). A circle shows that chance moves.
    In the trace of a search, the expected line of play has thick edges, and siblings cut off by a bound share a dashed
    box. In a Monte-Carlo search tree, nodes show the visits, and the value or the proven winner.

    Args:
        tree: any tree, finite or infinite, such as the trace from ``trace`` or the tree from ``statistics``.
        depth: the number of levels to draw below the root, at least 0; by default chosen to fit a slide, at most 3.
        width: the maximum number of children to draw per node, at least 1; by default chosen to fit a slide, at most 9.
            Other children are counted.
        show: a function from a label to the text of its node, or to a ``NodeContent``. If it is None, nodes show what
            ``node_content`` returns, and in a tree built from rules, also the board and the move. To leave out
            the board, pass ``show=node_content``.
        windows: whether to write the search windows of a trace on the edges.
        title: a title for screen readers; by default, it tells how many nodes are drawn.

    Raises:
        ValueError: depth or width is less than its minimum, or the picture would have too many nodes or levels.

    >>> from fpgames import build_tree
    >>> tree_svg(build_tree(lambda n: (2 * n, 2 * n + 1))(1), depth=2).count('class="node"')
    7

    See also: :func:`fpgames.draw.steps.trace_svgs`, the steps of a search; :func:`fpgames.draw.dot.tree_dot`,
    :func:`fpgames.draw.mermaid.tree_mermaid`, :func:`fpgames.draw.plain_text.draw_tree`.
    """
    root = fitting_excerpt(CachedNode(tree, show), depth, width, windows=windows)
    return picture_of_tree(root, lay_out([root], windows=windows), title)


def fitting_excerpt(root: CachedNode[Any], depth: int | None, width: int | None, *, windows: bool = False) -> DrawnNode:
    """Return the excerpt with the highest score that fits a slide; keep a ``depth`` or ``width`` that is not None.

    The score is the number of nodes, divided by ``1.2**depth``; but an excerpt of the whole tree always wins.
    """
    if depth is not None and width is not None:
        return cached_excerpt(root, depth, width)
    best, best_score = cached_excerpt(root, depth or 0, 1 if width is None else width), 0.0
    for levels in range(1, _MAX_DEPTH + 1) if depth is None else (depth,):
        for child_limit in range(1, _MAX_WIDTH + 1) if width is None else (width,):
            try:
                candidate = cached_excerpt(root, levels, child_limit)
            except TooManyNodes:
                break
            if not lay_out([candidate], windows=windows).fits_slide:
                break
            nodes = [node for _, _, node in numbered(candidate)]
            score = len(nodes) / 1.2**levels if any(node.more for node in nodes) else inf
            best, best_score = (candidate, score) if score > best_score else (best, best_score)
    return best


def picture_of_tree(
    root: DrawnNode, layout: Layout, title: str = "", *, final_root: DrawnNode | None = None
) -> Picture:
    """Draw a tree in a given layout: ``pictureOfTree :: DrawnNode -> Layout -> Picture``.

    Args:
        root: the root of the tree to draw. The nodes must be those of the layout, but their content may differ.
        layout: the positions of the nodes.
        title: a title for screen readers; by default, it tells how many nodes are drawn.
        final_root: for a step of a search, the root at the last step. The picture has space for that step's legend.
    """
    spots = resize_spots(layout, root)
    thin = [_edge_path(spot) for spot in spots if spot.edge and not _is_expected(spot)]
    thick = [_edge_path(spot) for spot in spots if spot.edge and _is_expected(spot)]
    drawn = (_node(spot, None if spot.parent is None else spots[spot.parent].node.content.diagram) for spot in spots)
    words = (_edge_text_svg(spot, layout.sideways) for spot in spots if spot.words)
    nodes = [node for _, _, node in numbered(root)]
    final_nodes = [node for _, _, node in numbered(final_root or root)]
    legend, width, height = _legend_and_size(final_nodes, layout, blank_item="" if thick else "expected")
    full_title = title or f"a tree; {len(nodes)} of its nodes are drawn"
    return picture(width, height, full_title, *thin, *thick, *drawn, *words, legend)


def _is_expected(spot: Spot) -> bool:
    return spot.node.content.expected and not spot.rest


def _node(spot: Spot, before: Diagram | None) -> str:
    node, (width, height) = spot.node, spot.size
    if spot.rest:
        words = text_element(node.content.text, spot.x + width / 2, spot.y + height / 2, small=True, fill=FAINT)
        return element("g", words, class_="rest")
    content = node.content
    later = content.state == "later"
    frame = {"fill": NODE, "stroke": EDGE}
    if content.cut or later:
        frame = {"fill": PAPER, "stroke": FAINT}
    if content.cut:
        frame["stroke_dasharray"] = "4 3"
    if content.state == "now":
        frame = {"fill": WON, "stroke": INK, "stroke_width": "2"}
    box = element("rect", x=f"{spot.x:g}", y=f"{spot.y:g}", width=f"{width:g}", height=f"{height:g}", rx=6, **frame)
    kind = "cut" if content.cut else "node"
    dim = {"opacity": 0.55} if content.cut and content.diagram else {}
    return element("g", box, *_node_elements(spot, before, FAINT if content.cut or later else INK), class_=kind, **dim)


def _node_elements(spot: Spot, before: Diagram | None, ink: str) -> Iterator[str]:
    """Yield the elements inside a node: the board, the mark for max or min, and the text, if the node has them."""
    node, (width, height) = spot.node, spot.size
    words, diagram = node_text(node.content), node.content.diagram
    x, top, bottom = spot.x + width / 2, spot.y, spot.y + height
    if diagram is not None:
        board = small_size(diagram)
        yield small_board(diagram, before, x - board[0] / 2, spot.y + PAD)
        top += board[1] + PAD
    y = (top + bottom) / 2
    if is_marked(node) and node.content.player is not None:
        across = text_size(words)[0]
        yield _mark(node.content.player, x - across / 2, y)
        x += MARK / 2
    if words:
        yield text_element(words, x, y, small=bool(node.content.cut), fill=ink)


def _mark(player: Mover, x: float, y: float) -> str:
    """Return a triangle centred on a point: upwards for max, downwards for min; where chance moves, a circle."""
    if player is CHANCE:
        return element("circle", cx=f"{x:g}", cy=f"{y:g}", r=5, fill=FAINT, class_="mean")
    up = 5 if player is Player.FIRST else -5
    points = f"{x - 6:g},{y + up:g} {x + 6:g},{y + up:g} {x:g},{y - up:g}"
    kind, colour = ("max", FIRST) if player is Player.FIRST else ("min", SECOND)
    return element("polygon", points=points, fill=colour, class_=kind)


def _edge_path(spot: Spot) -> str:
    """Return the edge from the parent to a node as an SVG path with corners."""
    (x, y), *corners = spot.edge
    path = f"M{x:g} {y:g}" + "".join(f"L{a:g} {b:g}" for a, b in corners)
    look: dict[str, object] = {"stroke": EDGE}
    if spot.rest or spot.node.content.cut:
        look = {"stroke": FAINT, "stroke_dasharray": "4 3"}
    elif _is_expected(spot):
        look = {"stroke": INK, "stroke_width": 4, "stroke_linejoin": "round"}
    return element("path", d=path, fill="none", **look, class_="expected line" if _is_expected(spot) else "line")


def _edge_text_svg(spot: Spot, sideways: bool) -> str:
    """Return the text of an edge, placed in the gap between the edge's end and the node."""
    width, height = text_size(spot.words, small=True)
    middle = (spot.x - width / 2 - 3, spot.y + spot.size[1] / 2) if sideways else (
        spot.x + spot.size[0] / 2, spot.y - height / 2 - 1
    )  # fmt: skip
    return text_element(spot.words, *middle, small=True, fill=FAINT, class_="edge")


def _legend_and_size(nodes: list[DrawnNode], layout: Layout, blank_item: str) -> tuple[str, float, float]:
    """Return the legend as SVG, and the width and height of the picture including the legend.

    Args:
        nodes: the nodes whose marks the legend explains.
        layout: the layout of the tree.
        blank_item: the name of a legend item whose space stays empty, such as "expected"; "" to draw all items.
    """
    players = {node.content.player for node in nodes if is_marked(node)}
    items = [
        (name, _mark(player, 6, 0))
        for name, player in zip(("max", "min", "mean"), MOVERS, strict=True)
        if player in players
    ]
    if any(node.content.expected for node in nodes[1:]):
        items.append(("expected", element("path", d="M0 0H14", stroke=INK, stroke_width=4)))
    x, y, drawn = float(PAD), layout.height + SMALL_LINE / 2, []
    right = x
    for name, sign in items:
        broad = 20 + SMALL * len(name)
        if x > PAD and x + broad > layout.width:
            x, y = PAD, y + LINE
        words = element("text", text(name), x=20, y=4, font_size=12, fill=FAINT)
        drawn += [element("g", sign, words, transform=f"translate({x:g} {y:g})")] * (name != blank_item)
        x, right = x + broad + 14, max(right, x + broad)
    height = y + SMALL_LINE / 2 + PAD if items else layout.height
    return element("g", *drawn, class_="legend") if items else "", max(layout.width, right + PAD), height
