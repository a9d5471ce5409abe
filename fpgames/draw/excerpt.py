"""Excerpts of trees to draw: the first levels, the first children of each node, and counts of the other children."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from fpgames.draw.cached_nodes import MAX_COUNTED, CachedNode
from fpgames.draw.contents import A, NodeContent, node_content
from fpgames.search.recording import Traced
from fpgames.tree.protocols import Labelled
from fpgames.validation import require_at_least

_MAX_NODES = 5000  # maximum number of nodes; a picture with more would be unreadable


class TooManyNodes(ValueError):
    """Raised when a picture would have too many nodes."""


class DrawnNode(NamedTuple):
    """A node to draw in a picture of a tree, with the children to draw.

    Args:
        content: the content of the node.
        children: the children to draw.
        more: the number of children that are not drawn; counting stops at 1000.
        label: the label of the node in the tree.

    See also: :func:`excerpt`, which returns the root; :func:`numbered`, which yields all nodes.
    """

    content: NodeContent
    children: tuple[DrawnNode, ...] = ()
    more: int = 0
    label: Any = None

    @property
    def rest(self) -> str:
        """The text "+ n more" if n children are not drawn; empty if all are drawn."""
        return f"+ {_count_text(self.more)} more" if self.more else ""


def _count_text(number: int) -> str:
    return f"{number} or" if number == MAX_COUNTED else str(number)


def excerpt(
    tree: Labelled[A], depth: int = 3, width: int = 9, show: Callable[[A], NodeContent | str] | None = node_content
) -> DrawnNode:
    """Return the part of a tree to draw: its first levels, and the first children of each node.

    ``excerpt :: Show a => Tree a -> Int -> Int -> DrawnNode``

    Other children are counted, up to 1000. In the trace of a search, adjacent siblings cut off by the same bound become
    a single node that shows their number; this node is drawn even beyond ``width``. The child on the expected line of
    play is always drawn; if necessary, it replaces the last child. Only labels of drawn nodes are computed; in a trace,
    also the labels of up to 1000 other siblings, because they may be cut off or on the expected line.

    Args:
        tree: any tree, finite or infinite.
        depth: the number of levels below the root, at least 0.
        width: the maximum number of children per node, at least 1.
        show: a function from a label to the text of its node, or to a ``NodeContent``. If it is None, nodes
            show what ``node_content`` returns, and in a tree built from rules, also the board and the move.

    Raises:
        ValueError: depth or width is less than its minimum, or the excerpt has over 5000 nodes or too many levels.

    >>> from fpgames import build_tree
    >>> excerpt(build_tree(range)(5), depth=1, width=2).more
    3

    See also: :func:`numbered`; :func:`fpgames.draw.trees.tree_svg`, which draws the excerpt.
    """
    return cached_excerpt(CachedNode(tree, show), depth, width)


def cached_excerpt(root: CachedNode[Any], depth: int, width: int) -> DrawnNode:
    """Return an excerpt of the tree below ``root``, as :func:`excerpt` does; repeated calls share the cached nodes."""
    require_at_least(0, depth, "draw {} levels")
    require_at_least(1, width, "draw {} children")
    nodes = 0

    def make_node(cached: CachedNode[object], levels: int, siblings: int) -> DrawnNode:
        nonlocal nodes
        nodes += 1
        if nodes > _MAX_NODES:
            raise TooManyNodes(f"cannot draw more than {_MAX_NODES} nodes; expected a smaller depth or width")
        content = cached.content
        if content.cut:
            group = content._replace(text=f"{_count_text(siblings)} more,", edge="", diagram=None)
            return DrawnNode(content if siblings == 1 else group, label=cached.label)
        chosen, more = _children_to_draw(cached, width) if levels else ([], len(cached.children(MAX_COUNTED)))
        return DrawnNode(content, tuple(make_node(child, levels - 1, n) for child, n in chosen), more, cached.label)

    try:
        return make_node(root, depth, 1)
    except RecursionError:
        raise ValueError(f"cannot draw {depth} levels: the interpreter's stack is too small; expected fewer") from None


def _children_to_draw(cached: CachedNode[object], width: int) -> tuple[list[tuple[CachedNode[object], int]], int]:
    """Return pairs (child to draw, number of siblings it stands for), and the number of children left out."""
    chosen: list[tuple[CachedNode[object], int]] = []
    more = 0
    for child in cached.children(min(width, _MAX_NODES) + MAX_COUNTED):
        last = chosen[-1][0].content.cut if chosen else ""
        if last and not more and child.content.cut == last:
            chosen[-1] = (chosen[-1][0], min(MAX_COUNTED, chosen[-1][1] + 1))
        elif not more and (len(chosen) < width or (isinstance(cached.label, Traced) and child.content.cut)):
            chosen.append((child, 1))
        else:
            more = min(MAX_COUNTED, more + 1)
    if cached.expected_child is not None and all(child is not cached.expected_child for child, _ in chosen):
        chosen[-1] = (cached.expected_child, 1)
    return chosen, more


def numbered(node: DrawnNode) -> Iterator[tuple[int, int | None, DrawnNode]]:
    """Yield each node's number, its parent's number (None for the root) and the node itself, parents first.

    ``numbered :: DrawnNode -> [(Int, Maybe Int, DrawnNode)]``

    Args:
        node: the root, whose number is 0.

    >>> leaf = DrawnNode(NodeContent(""))
    >>> [(number, parent) for number, parent, _ in numbered(DrawnNode(NodeContent(""), (leaf, leaf)))]
    [(0, None), (1, 0), (2, 0)]

    See also: :func:`excerpt`, which returns the root.
    """
    waiting: list[tuple[int | None, DrawnNode]] = [(None, node)]
    number = 0
    while waiting:
        parent, current = waiting.pop()
        yield number, parent, current
        waiting += [(number, child) for child in reversed(current.children)]
        number += 1
