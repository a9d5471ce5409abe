"""Lay out the picture of a tree: boxes that do not overlap, and edges that cross no box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fpgames.draw.boards import small_size
from fpgames.draw.contents import NodeContent
from fpgames.draw.excerpt import DrawnNode, numbered
from fpgames.draw.lettering import LINE, PAD, edge_text, node_text, text_size, window_text

MAX_WIDTH, MAX_HEIGHT = 1280, 900  # pixels: the size of a slide, which most screens can show
MARK = 18  # pixels: width of the triangle that marks max or min
_GAP, _STEM, _DROP = 10, 12, 14  # pixels: gap between siblings, length of an edge above its fork, length below the fork


class Spot(NamedTuple):
    """The position of a node in a picture, or of a text that counts the children not drawn.

    Args:
        node: the node, or a node that has the counting text as its content.
        rest: whether this is the position of a counting text.
        parent: the index of the parent's spot; None for the root.
        x: the left edge of the box.
        y: the top edge of the box.
        size: the width and height of the box.
        words: the text of the edge from the parent, in the gap between the end of the edge and this box.
        edge: the ends and corners of the edge from the parent, which consists of horizontal and vertical segments.
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
    """The layout of the picture of a tree.

    Args:
        spots: the positions of the nodes and counting texts, parents before children.
        width: the width of the picture.
        height: the height of the picture.
        sideways: whether the root is on the left, instead of at the top.
    """

    spots: tuple[Spot, ...]
    width: float
    height: float
    sideways: bool

    @property
    def fits_slide(self) -> bool:
        """Whether the picture is no larger than a slide."""
        return self.width <= MAX_WIDTH and self.height <= MAX_HEIGHT


def lay_out(moments: Sequence[DrawnNode], *, windows: bool = False) -> Layout:
    """Lay out a tree with the root at the top, or on the left if the picture would otherwise be too wide.

    Args:
        moments: the root of the tree at each step of a search; for a single picture, a list of one root.
        windows: whether to write search windows on the edges.
    """
    upright = _lay_out_in_direction(moments, windows, False)
    return upright if upright.width <= MAX_WIDTH else _lay_out_in_direction(moments, windows, True)


class _LayoutItem(NamedTuple):
    """An item of a layout: a node, or a text that counts undrawn children. If ``sideways``, the root is on the left."""

    node: DrawnNode
    rest: bool
    size: tuple[float, float]
    words: str
    words_size: tuple[float, float]  # width and height of the text on the edge
    space: float  # maximum of the widths of the node and the text on its edge; if sideways, of the heights
    extent: float  # width of the subtree; if sideways, height of the subtree
    below: tuple[_LayoutItem, ...]


def _lay_out_in_direction(moments: Sequence[DrawnNode], windows: bool, sideways: bool) -> Layout:
    root = _make_item(moments, windows, sideways)
    levels = [*_items_by_level(root)]
    thick = [max(item.size[not sideways] for item in level) for level in levels]
    bands = [max(item.words_size[not sideways] for item in level) for level in levels]
    first = PAD + bands[0]
    starts = [
        first + sum(thick[:n]) + sum(_STEM + _DROP + band for band in bands[1 : n + 1]) for n in range(len(levels))
    ]
    spots: list[Spot] = []

    def place_subtree(item: _LayoutItem, parent: int | None, level: int, start: float, middle_above: float) -> None:
        """Place a subtree with its left edge at ``start``, below a parent whose centre is at ``middle_above``."""
        number, middle, begin = len(spots), _node_centre(item, start), starts[level]
        corner = (begin, middle - item.size[sideways] / 2)
        edge: tuple[tuple[float, float], ...] = ()
        if parent is not None:
            above = spots[parent]
            bus = begin - bands[level] - _DROP
            leave = starts[level - 1] + above.size[not sideways]
            end = begin - (item.words_size[not sideways] + 3 if item.words else 0)
            edge = ((leave, middle_above), (bus, middle_above), (bus, middle), (end, middle))
        turned = [corner, *edge] if sideways else [(across, along) for along, across in (corner, *edge)]
        spots.append(Spot(item.node, item.rest, parent, *turned[0], item.size, item.words, tuple(turned[1:])))
        child_start = start + (item.extent - _total_extent(item.below)) / 2
        for child in item.below:
            place_subtree(child, number, level + 1, child_start, middle)
            child_start += child.extent + _GAP

    place_subtree(root, None, 0, PAD, 0)
    size = (starts[-1] + thick[-1] + PAD, root.extent + 2 * PAD)
    width, height = size if sideways else size[::-1]
    return Layout(tuple(spots), width, height, sideways)


def _make_item(moments: Sequence[DrawnNode], windows: bool, sideways: bool) -> _LayoutItem:
    node = moments[-1]
    below = [_make_item(children, windows, sideways) for children in zip(*(m.children for m in moments), strict=True)]
    if node.more:
        words_size = text_size(node.rest, small=True)
        space = words_size[sideways]
        below.append(_LayoutItem(DrawnNode(NodeContent(node.rest)), True, words_size, "", (0, 0), space, space, ()))
    sizes = [node_size(moment) for moment in moments]
    size = max(width for width, _ in sizes), max(height for _, height in sizes)
    words = edge_words(node.content, windows)
    words_size = text_size(words, small=True)
    space = max(size[sideways], words_size[sideways])
    return _LayoutItem(node, False, size, words, words_size, space, max(space, _total_extent(below)), tuple(below))


def resize_spots(layout: Layout, root: DrawnNode) -> list[Spot]:
    """Return the spots for one step of a search, with boxes resized to the content of the nodes at this step."""
    nodes, spots, sideways = (node for _, _, node in numbered(root)), list[Spot](), layout.sideways
    for spot in layout.spots:
        if not spot.rest:
            node = next(nodes)
            width, height = node_size(node)
            x = spot.x + (0 if sideways else (spot.size[0] - width) / 2)
            y = spot.y + ((spot.size[1] - height) / 2 if sideways else 0)
            spot = spot._replace(node=node, x=x, y=y, size=(width, height))
        if spot.parent is not None:
            above, (x, y) = spots[spot.parent], spot.edge[0]
            leave = (above.x + above.size[0], y) if sideways else (x, above.y + above.size[1])
            spot = spot._replace(edge=(leave, *spot.edge[1:]))
        spots.append(spot)
    return spots


def _total_extent(items: Sequence[_LayoutItem]) -> float:
    return sum(item.extent for item in items) + _GAP * max(0, len(items) - 1)


def _node_centre(item: _LayoutItem, start: float) -> float:
    """Return the x of a node's centre (y if sideways): halfway between the outer children, or as near as possible."""
    if not item.below:
        return start + item.extent / 2
    first, last = item.below[0], item.below[-1]
    begin = start + (item.extent - _total_extent(item.below)) / 2
    first_middle = _node_centre(first, begin)
    last_middle = first_middle if last is first else _node_centre(last, begin + _total_extent(item.below) - last.extent)
    between = (first_middle + last_middle) / 2
    return min(max(between, start + item.space / 2), start + item.extent - item.space / 2)


def _items_by_level(root: _LayoutItem) -> Iterator[list[_LayoutItem]]:
    level = [root]
    while level:
        yield level
        level = [child for item in level for child in item.below]


def edge_words(content: NodeContent, windows: bool) -> str:
    """Return the text of an edge: the move, and if ``windows`` is true, the search window below it."""
    return "\n".join(filter(None, (edge_text(content), window_text(content) if windows else "")))


def node_size(node: DrawnNode) -> tuple[float, float]:
    """Return the width and height of a node's box, with the board above the text, and the mark left of the text."""
    width, height = text_size(node_text(node.content), small=bool(node.content.cut))
    if is_marked(node):
        width, height = width + MARK, max(height, LINE)
    if node.content.diagram is None:
        return max(width, 20) + 2 * PAD, max(height, LINE) + 2 * PAD
    across, down = small_size(node.content.diagram)
    return max(width, across) + 2 * PAD, PAD + down + PAD + height


def is_marked(node: DrawnNode) -> bool:
    """Return whether a node has a mark for max or min: it has a player and children, and is not cut off."""
    return node.content.player is not None and bool(node.children or node.more) and not node.content.cut
