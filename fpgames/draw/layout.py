"""The places of nodes in the picture of a tree: boxes that do not overlap, and edges that touch nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fpgames.draw.boards import small_size
from fpgames.draw.contents import NodeContent
from fpgames.draw.excerpt import DrawnNode, numbered
from fpgames.draw.lettering import LINE, PAD, edge_text, node_text, text_size

WIDEST, HIGHEST = 1280, 900  # pixels: a slide, and most screens
MARK = 18  # pixels: the space of the mark for max or min
_BETWEEN, _STEM, _DROP = 10, 12, 14  # pixels: between siblings; from a parent to the bus of its edges; from there on


class Spot(NamedTuple):
    """The place of a node, or of the text for children that are not drawn.

    Args:
        node: the node.
        rest: whether it is the text for children that are not drawn.
        parent: the number of its parent's spot, if it has one.
        x: where its box begins on the left.
        y: where its box begins at the top.
        size: the width and height of its box.
        words: the words on the edge, which stand between the end of the edge and the box.
        edge: the corners of the edge that leads to it: horizontal and vertical in turn.
    """

    node: DrawnNode
    rest: bool
    parent: int | None
    x: float
    y: float
    size: tuple[float, float]
    words: str
    edge: tuple[tuple[float, float], ...]


class Layout(NamedTuple):
    """The spots of a picture, parents before their children, and its size.

    Args:
        spots: the places of the nodes.
        width: the width that they take.
        height: the height that they take.
        sideways: whether the root is on the left, rather than at the top.
    """

    spots: tuple[Spot, ...]
    width: float
    height: float
    sideways: bool

    @property
    def fits(self) -> bool:
        """Whether the picture is no larger than a slide."""
        return self.width <= WIDEST and self.height <= HIGHEST


def laid_out(moments: Sequence[DrawnNode], *, windows: bool = False) -> Layout:
    """Return the places of the nodes, with the root at the top, or on the left if the picture would be too wide.

    Args:
        moments: the root; or if a tree changes, the roots at every moment, for which the places are the same.
        windows: whether to write windows on the edges.
    """
    upright = _laid_out(moments, windows, False)
    return upright if upright.width <= WIDEST else _laid_out(moments, windows, True)


class _Item(NamedTuple):
    """A node before it has a place: its sizes, and how far all below it extends on the axis of siblings."""

    node: DrawnNode
    rest: bool
    size: tuple[float, float]
    words: str
    lettered: tuple[float, float]  # the size of the words
    space: float  # of the node and its words, on the axis of siblings
    extent: float
    below: tuple[_Item, ...]


def _laid_out(moments: Sequence[DrawnNode], windows: bool, sideways: bool) -> Layout:
    root = _item(moments, windows, sideways)
    levels = [*_levels(root)]
    thick = [max(item.size[not sideways] for item in level) for level in levels]
    bands = [max(item.lettered[not sideways] for item in level) for level in levels]
    first = PAD + bands[0]
    starts = [
        first + sum(thick[:n]) + sum(_STEM + _DROP + band for band in bands[1 : n + 1]) for n in range(len(levels))
    ]
    spots: list[Spot] = []

    def place(item: _Item, parent: int | None, level: int, start: float, middle_above: float) -> None:
        """Place a node, centred over its children, and all below it."""
        number, middle, begun = len(spots), _middle(item, start), starts[level]
        corner = (begun, middle - item.size[sideways] / 2)
        edge: tuple[tuple[float, float], ...] = ()
        if parent is not None:
            above = spots[parent]
            bus = begun - bands[level] - _DROP
            leave = starts[level - 1] + above.size[not sideways]
            end = begun - (item.lettered[not sideways] + 3 if item.words else 0)
            edge = ((leave, middle_above), (bus, middle_above), (bus, middle), (end, middle))
        turned = [corner, *edge] if sideways else [(across, along) for along, across in (corner, *edge)]
        spots.append(Spot(item.node, item.rest, parent, *turned[0], item.size, item.words, tuple(turned[1:])))
        at = start + (item.extent - _total(item.below)) / 2
        for child in item.below:
            place(child, number, level + 1, at, middle)
            at += child.extent + _BETWEEN

    place(root, None, 0, PAD, 0)
    size = (starts[-1] + thick[-1] + PAD, root.extent + 2 * PAD)
    wide, high = size if sideways else size[::-1]
    return Layout(tuple(spots), wide, high, sideways)


def _item(moments: Sequence[DrawnNode], windows: bool, sideways: bool) -> _Item:
    node = moments[-1]
    below = [_item(children, windows, sideways) for children in zip(*(each.children for each in moments), strict=True)]
    if node.more:
        lettered = text_size(node.rest, small=True)
        space = lettered[sideways]
        below.append(_Item(DrawnNode(NodeContent(node.rest)), True, lettered, "", (0, 0), space, space, ()))
    sizes = [node_size(each) for each in moments]
    size = max(wide for wide, _ in sizes), max(high for _, high in sizes)
    words = edge_words(node.shown, windows)
    lettered = text_size(words, small=True)
    space = max(size[sideways], lettered[sideways])
    return _Item(node, False, size, words, lettered, space, max(space, _total(below)), tuple(below))


def resized(layout: Layout, root: DrawnNode) -> list[Spot]:
    """Return the spots of a layout for the nodes of one moment, whose boxes have the size of what they show then."""
    nodes, spots, sideways = (node for _, _, node in numbered(root)), list[Spot](), layout.sideways
    for spot in layout.spots:
        if not spot.rest:
            node = next(nodes)
            wide, high = node_size(node)
            x = spot.x + (0 if sideways else (spot.size[0] - wide) / 2)
            y = spot.y + ((spot.size[1] - high) / 2 if sideways else 0)
            spot = spot._replace(node=node, x=x, y=y, size=(wide, high))
        if spot.parent is not None:
            above, (x, y) = spots[spot.parent], spot.edge[0]
            leave = (above.x + above.size[0], y) if sideways else (x, above.y + above.size[1])
            spot = spot._replace(edge=(leave, *spot.edge[1:]))
        spots.append(spot)
    return spots


def _total(items: Sequence[_Item]) -> float:
    return sum(item.extent for item in items) + _BETWEEN * max(0, len(items) - 1)


def _middle(item: _Item, start: float) -> float:
    """Return the middle of a node: that of its first and last child, as far as there is space for it."""
    if not item.below:
        return start + item.extent / 2
    first, last = item.below[0], item.below[-1]
    begun = start + (item.extent - _total(item.below)) / 2
    one = _middle(first, begun)
    other = one if last is first else _middle(last, begun + _total(item.below) - last.extent)
    between = (one + other) / 2
    return min(max(between, start + item.space / 2), start + item.extent - item.space / 2)


def _levels(root: _Item) -> Iterator[list[_Item]]:
    level = [root]
    while level:
        yield level
        level = [child for item in level for child in item.below]


def edge_words(shown: NodeContent, windows: bool) -> str:
    """Return the words on an edge: a move, and below it the window if it is wanted."""
    return "\n".join(filter(None, (edge_text(shown), shown.window if windows else "")))


def node_size(node: DrawnNode) -> tuple[float, float]:
    """Return the width and height of the box around a node: its board, below it its text, and the mark beside that."""
    wide, high = text_size(node_text(node.shown), small=bool(node.shown.cut))
    if is_marked(node):
        wide, high = wide + MARK, max(high, LINE)
    if node.shown.diagram is None:
        return max(wide, 20) + 2 * PAD, max(high, LINE) + 2 * PAD
    across, down = small_size(node.shown.diagram)
    return max(wide, across) + 2 * PAD, PAD + down + PAD + high


def is_marked(node: DrawnNode) -> bool:
    """Return whether a node has a mark: a player chooses there."""
    return node.shown.player is not None and bool(node.children or node.more) and not node.shown.cut
