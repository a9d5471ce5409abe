"""The part of a tree that is drawn: its first levels and children, and the numbers of other children."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from fpgames.draw.cached_nodes import COUNTED, CachedNode
from fpgames.draw.contents import A, NodeContent, node_content
from fpgames.search.recording import Traced
from fpgames.tree.protocols import Labelled
from fpgames.validation import require_at_least

_DRAWN = 5000  # the most nodes in a picture; a larger one would be unreadable


class TooManyNodes(ValueError):
    """A picture would have too many nodes."""


class DrawnNode(NamedTuple):
    """A node of the part that is drawn.

    Args:
        shown: what to show of it.
        children: those of its children that are drawn.
        more: the number of the others, at most 1000.
        label: its label.

    See also: :func:`excerpt`, which returns the root; :func:`numbered`, which yields all of them.
    """

    shown: NodeContent
    children: tuple[DrawnNode, ...] = ()
    more: int = 0
    label: Any = None

    @property
    def rest(self) -> str:
        """The text for the children that are not drawn; empty if there are none."""
        return f"+ {_counted(self.more)} more" if self.more else ""


def _counted(number: int) -> str:
    return f"{number} or" if number == COUNTED else str(number)


def excerpt(
    tree: Labelled[A], depth: int = 3, width: int = 9, show: Callable[[A], NodeContent | str] | None = node_content
) -> DrawnNode:
    """Return the first levels of a tree, and only the first children of each node.

    ``excerpt :: Show a => Tree a -> Int -> Int -> DrawnNode``

    Further children of a node are counted, up to a thousand. Siblings that one bound cut off are one node, which says
    how many they are; it is drawn even if it comes next after the first children. What is below it is neither drawn nor
    counted. If a search has found the line that both players would choose, its child is drawn even if it is not among
    the first. Only the labels of the nodes that are drawn are computed, and in the tree of a search those of siblings,
    at most a thousand more than are drawn, to count what a bound cut off and to find the line.

    Args:
        tree: any tree, finite or infinite.
        depth: the levels below the root, at least 0.
        width: the most children of a node, at least 1.
        show: a function from a label to the text for its node, or to a ``NodeContent``; None for what ``node_content`` returns, with the board and
            the move where the tree knows them.

    Raises:
        ValueError: depth or width is less than its minimum, or there would be more than five thousand nodes, or more
            levels than the interpreter's stack allows.

    >>> from fpgames import build_tree
    >>> excerpt(build_tree(range)(5), depth=1, width=2).more
    3

    See also: :func:`numbered`; :func:`fpgames.draw.trees.tree_svg`, which draws it.
    """
    return drawn_from(CachedNode(tree, show), depth, width)


def drawn_from(root: CachedNode[Any], depth: int, width: int) -> DrawnNode:
    """Return the part that is drawn of a tree that is looked at: see :func:`excerpt`."""
    require_at_least(0, depth, "draw {} levels")
    require_at_least(1, width, "draw {} children")
    nodes = 0

    def drawn(look: CachedNode[object], levels: int, siblings: int) -> DrawnNode:
        nonlocal nodes
        nodes += 1
        if nodes > _DRAWN:
            raise TooManyNodes(f"cannot draw more than {_DRAWN} nodes; expected a smaller depth or width")
        here = look.shown
        if here.cut:
            many = here._replace(text=f"{_counted(siblings)} more,", edge="", diagram=None)
            return DrawnNode(here if siblings == 1 else many, label=look.label)
        chosen, more = _chosen(look, width) if levels else ([], len(look.children(COUNTED)))
        return DrawnNode(here, tuple(drawn(child, levels - 1, n) for child, n in chosen), more, look.label)

    try:
        return drawn(root, depth, 1)
    except RecursionError:
        raise ValueError(f"cannot draw {depth} levels: the interpreter's stack is too small; expected fewer") from None


def _chosen(look: CachedNode[object], width: int) -> tuple[list[tuple[CachedNode[object], int]], int]:
    """Return the children to draw, each with the number of siblings for which it stands, and the number of others."""
    chosen: list[tuple[CachedNode[object], int]] = []
    more = 0
    for child in look.children(min(width, _DRAWN) + COUNTED):
        last = chosen[-1][0].shown.cut if chosen else ""
        if last and not more and child.shown.cut == last:
            chosen[-1] = (chosen[-1][0], min(COUNTED, chosen[-1][1] + 1))
        elif not more and (len(chosen) < width or (isinstance(look.label, Traced) and child.shown.cut)):
            chosen.append((child, 1))
        else:
            more = min(COUNTED, more + 1)
    if look.expected_child is not None and all(child is not look.expected_child for child, _ in chosen):
        chosen[-1] = (look.expected_child, 1)
    return chosen, more


def numbered(node: DrawnNode) -> Iterator[tuple[int, int | None, DrawnNode]]:
    """Yield every node with its number and that of its parent, parents first.

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
        parent, here = waiting.pop()
        yield number, parent, here
        waiting += [(number, child) for child in reversed(here.children)]
        number += 1
