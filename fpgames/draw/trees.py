"""Trees as pictures: the places of the nodes, and the lines between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from fpgames.draw.excerpt import DrawnNode, excerpt, numbered
from fpgames.draw.labels import Shown, shown
from fpgames.draw.lettering import CHARACTER, PAD, edge_text, node_text, text_element, text_size
from fpgames.draw.svg import Picture, element, picture, text
from fpgames.stage import Labelled

__all__ = ["tree_svg"]

A = TypeVar("A")


_BETWEEN, _BELOW = 10, 46  # pixels: between siblings, between levels
_HALO = {"stroke": "var(--paper)", "stroke_width": 5, "paint_order": "stroke"}  # keeps the lines away from a text
_ABREAST = 14  # with more leaves than these, the root is on the left and the leaves are below each other


def tree_svg(
    tree: Labelled[A], *, depth: int = 3, width: int = 9, show: Callable[[A], Shown] = shown, title: str = ""
) -> Picture:
    """Return a picture of the top of a tree, with the root at the top or, if the tree is wide, on the left.

    ``treeSvg :: Show a => Tree a -> Picture``

    Nodes that a search cut off are grey.

    Args:
        tree: any tree, finite or infinite; one from ``ab_trace`` shows the values of nodes and the bounds that cut.
        depth: the levels below the root to draw, at least 0.
        width: the most children of a node to draw, at least 1; the number of the others is written.
        show: a function from a label to the text for its node.
        title: a title for screen readers; if empty, the number of nodes drawn.

    Raises:
        ValueError: depth or width is less than its minimum, or that part of the tree is too large to draw.

    >>> from fpgames import build_tree
    >>> tree_svg(build_tree(lambda n: (2 * n, 2 * n + 1))(1), depth=2).count('class="node"')
    7

    See also: :func:`fpgames.draw.dot.tree_dot`, :func:`fpgames.draw.mermaid.tree_mermaid`,
    :func:`fpgames.draw.plain_text.draw_tree`.
    """
    node = excerpt(tree, depth, width, show)
    drawn = [here for _, _, here in numbered(node)]
    sideways = sum(not here.children for here in drawn) > _ABREAST
    spots = _spots(node, sideways)
    thick = _thickness(spots, sideways)
    below = max(_BELOW, *(_edge_width(spot.shown) + PAD for spot in spots)) if sideways else _BELOW
    starts = [sum(thick[:level]) + level * below + PAD for level in range(len(thick))]
    broad = max(spot.middle + spot.space / 2 for spot in spots) + PAD
    long = starts[-1] + thick[-1] + PAD

    def at(spot: _Spot) -> tuple[float, float]:
        along = starts[spot.level] + thick[spot.level] / 2
        return (along, spot.middle) if sideways else (spot.middle, along)

    edges = [_edge(spot, at(spots[spot.parent]), at(spot)) for spot in spots if spot.parent is not None]
    nodes = [_node(spot, *at(spot)) for spot in spots]
    names = [_name(spot, *at(spot), sideways) for spot in spots if spot.shown.edge]
    size = (long, broad) if sideways else (broad, long)
    return picture(*size, title or f"a tree; {len(drawn)} of its nodes are drawn", *edges, *nodes, *names)


class _Spot(NamedTuple):
    """The place of a node, or of the text for children not drawn: its level, and its middle on the axis of siblings."""

    words: str
    shown: Shown
    rest: bool
    parent: int | None
    level: int
    middle: float
    space: float  # its extent on that axis
    size: tuple[float, float]


def _spots(root: DrawnNode, sideways: bool) -> list[_Spot]:
    """Return the places of all nodes and texts, in the order of their numbers, with parents over their children."""
    spots: list[Any] = []

    def place(node: DrawnNode, rest: bool, parent: int | None, level: int, start: float) -> tuple[float, float]:
        """Place a node and all below it; return its middle, and where its next sibling can begin."""
        number, end = len(spots), start
        spots.append(None)
        middles = []
        said = [DrawnNode(Shown(node.rest))] if node.more else []
        for child in (*node.children, *said):
            middle, end = place(child, child in said, number, level + 1, end)
            middles.append(middle)
        words = node_text(node.shown)
        size = text_size(words)
        space = size[1] if sideways else max(size[0], _edge_width(node.shown))
        middle = max((middles[0] + middles[-1]) / 2 if middles else 0, start + space / 2)
        spots[number] = _Spot(words, node.shown, rest, parent, level, middle, space, size)
        return middle, max(end, middle + space / 2 + _BETWEEN)

    place(root, False, None, 0, PAD)
    return spots


def _thickness(spots: list[_Spot], sideways: bool) -> list[float]:
    """Return for each level the largest size of its nodes, across the level."""
    found = [0.0] * (1 + max(spot.level for spot in spots))
    for spot in spots:
        found[spot.level] = max(found[spot.level], spot.size[not sideways])
    return found


def _edge_width(shown: Shown) -> float:
    return CHARACTER * len(edge_text(shown))


def _node(spot: _Spot, x: float, y: float) -> str:
    wide, high = spot.size
    box = {"x": f"{x - wide / 2:g}", "y": f"{y - high / 2:g}", "width": f"{wide:g}", "height": f"{high:g}", "rx": 6}
    kind = "rest" if spot.rest else "cut" if spot.shown.cut else "node"
    frame = {
        "rest": {"fill": "var(--paper)"},
        "cut": {"fill": "var(--paper)", "stroke": "var(--faint)", "stroke_dasharray": "4 3"},
        "node": {"fill": "var(--node)", "stroke": "var(--line)"},
    }[kind]
    ink = "var(--ink)" if kind == "node" else "var(--faint)"
    return element("g", element("rect", **box, **frame), text_element(spot.words, x, y), class_=kind, color=ink)


def _edge(spot: _Spot, begin: tuple[float, float], end: tuple[float, float]) -> str:
    (x1, y1), (x2, y2) = begin, end
    faint = spot.rest or spot.shown.cut
    dashes = {"stroke_dasharray": "4 3", "stroke": "var(--faint)"} if faint else {"stroke": "var(--line)"}
    return element("line", x1=f"{x1:g}", y1=f"{y1:g}", x2=f"{x2:g}", y2=f"{y2:g}", **dashes)


def _name(spot: _Spot, x: float, y: float, sideways: bool) -> str:
    """Return the text of an edge, placed at its lower end: above the node or, in a sideways tree, left of it."""
    wide, high = spot.size
    at = (x - wide / 2 - PAD / 2, y + 4) if sideways else (x, y - high / 2 - 6)
    where = {"x": f"{at[0]:g}", "y": f"{at[1]:g}", "text_anchor": "end" if sideways else "middle"}
    return element(
        "text", text(edge_text(spot.shown)), **where, **_HALO, fill="var(--faint)", font_size=12, class_="edge"
    )
