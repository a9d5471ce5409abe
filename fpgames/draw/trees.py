"""Trees as pictures: where each node stands, and the lines between them."""

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
_HALO = {"stroke": "var(--paper)", "stroke_width": 5, "paint_order": "stroke"}  # keeps lines off a text
_ABREAST = 14  # more leaves than these stand below each other


def tree_svg(
    tree: Labelled[A], *, depth: int = 3, width: int = 9, show: Callable[[A], Shown] = shown, title: str = ""
) -> Picture:
    """The top of a tree as a picture, root above or, if it is wide, on the left; what a search cut off is grey.

    ``treeSvg :: Show a => Tree a -> Picture``

    Args:
        tree: any tree, an infinite one too; that of ``ab_trace`` has values, and the bounds that cut.
        depth: levels below the root that are drawn.
        width: children of a node that are drawn; how many more there are is said.
        show: what is written of a label.
        title: what is to be seen.

    Raises:
        ValueError: depth or width is too small, or far too great.

    >>> from fpgames import build_tree
    >>> tree_svg(build_tree(lambda n: (2 * n, 2 * n + 1))(1), depth=2).count('class="node"')
    7

    See also: :func:`fpgames.draw.dot.tree_dot`, :func:`fpgames.draw.mermaid.tree_mermaid`, :func:`fpgames.draw.plain_text.draw_tree`.
    """
    node = excerpt(tree, depth, width, show)
    drawn = [here for _, _, here in numbered(node)]
    sideways = sum(not here.children for here in drawn) > _ABREAST
    spots = _spots(node, sideways)
    thick = _thickness(spots, sideways)
    below = max(_BELOW, *(_edge_width(spot.shown) + PAD for spot in spots)) if sideways else _BELOW
    starts = [sum(thick[:level]) + level * below + PAD for level in range(len(thick))]
    broad = max(spot.middle + spot.room / 2 for spot in spots) + PAD
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
    """A node, or what is said of the rest, that has found its place: its level, and its middle among all of that level."""

    words: str
    shown: Shown
    rest: bool
    parent: int | None
    level: int
    middle: float
    room: float  # what it needs among its siblings
    size: tuple[float, float]


def _spots(root: DrawnNode, sideways: bool) -> list[_Spot]:
    """All that is drawn, in the order of their numbers; parents over their children."""
    spots: list[Any] = []

    def place(node: DrawnNode, rest: bool, parent: int | None, level: int, start: float) -> tuple[float, float]:
        """Where the middle of a node has come to be, and where the next one may begin."""
        number, end = len(spots), start
        spots.append(None)
        middles = []
        said = [DrawnNode(Shown(node.rest))] if node.more else []
        for child in (*node.children, *said):
            middle, end = place(child, child in said, number, level + 1, end)
            middles.append(middle)
        words = node_text(node.shown)
        size = text_size(words)
        room = size[1] if sideways else max(size[0], _edge_width(node.shown))
        middle = max((middles[0] + middles[-1]) / 2 if middles else 0, start + room / 2)
        spots[number] = _Spot(words, node.shown, rest, parent, level, middle, room, size)
        return middle, max(end, middle + room / 2 + _BETWEEN)

    place(root, False, None, 0, PAD)
    return spots


def _thickness(spots: list[_Spot], sideways: bool) -> list[float]:
    """Of each level the most that one of its nodes needs."""
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
    """What is written on an edge: where it arrives, above the node or before it, in the room that this has for itself."""
    wide, high = spot.size
    at = (x - wide / 2 - PAD / 2, y + 4) if sideways else (x, y - high / 2 - 6)
    where = {"x": f"{at[0]:g}", "y": f"{at[1]:g}", "text_anchor": "end" if sideways else "middle"}
    return element(
        "text", text(edge_text(spot.shown)), **where, **_HALO, fill="var(--faint)", font_size=12, class_="edge"
    )
