"""The part of a tree that is drawn: its first levels and children, as texts, and the numbers of other children."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple, TypeVar

from fpgames.draw.labels import Shown, shown
from fpgames.stage import Labelled
from fpgames.validation import require_at_least

A = TypeVar("A")


_COUNTED = 1000  # the most children of a node that are counted
_DRAWN = 5000  # the most nodes in a picture; a larger one would be unreadable


class DrawnNode(NamedTuple):
    """A node of the part that is drawn.

    Args:
        shown: its text.
        children: those of its children that are drawn.
        more: the number of the others, at most 1000.

    See also: :func:`excerpt`, which returns the root; :func:`numbered`, which yields all of them.
    """

    shown: Shown
    children: tuple[DrawnNode, ...] = ()
    more: int = 0

    @property
    def rest(self) -> str:
        """The text for the children that are not drawn; empty if there are none."""
        return f"+ {self.more} {'or ' * (self.more == _COUNTED)}more" if self.more else ""


def excerpt(tree: Labelled[A], depth: int = 3, width: int = 9, show: Callable[[A], Shown] = shown) -> DrawnNode:
    """Return the first levels of a tree, and only the first children of each node.

    ``excerpt :: Show a => Tree a -> Int -> Int -> DrawnNode``

    Only the labels of these nodes are computed. Further children of a node are counted, up to a thousand. Children of
    a node that a search cut off are neither drawn nor counted.

    Args:
        tree: any tree, finite or infinite.
        depth: the levels below the root, at least 0.
        width: the most children of a node, at least 1.
        show: a function from a label to the text for its node.

    Raises:
        ValueError: depth or width is less than its minimum, or there would be more than five thousand nodes, or more
            levels than the interpreter's stack allows.

    >>> from fpgames import build_tree
    >>> excerpt(build_tree(range)(5), depth=1, width=2).more
    3

    See also: :func:`numbered`; :func:`fpgames.draw.trees.tree_svg`, which draws it.
    """
    require_at_least(0, depth, "draw {} levels")
    require_at_least(1, width, "draw {} children")
    nodes = 0

    def drawn_from(tree: Labelled[A], levels: int) -> DrawnNode:
        nonlocal nodes
        nodes += 1
        if nodes > _DRAWN:
            raise ValueError(f"cannot draw more than {_DRAWN} nodes; expected a smaller depth or width")
        here = show(tree.label)
        if here.cut:
            return DrawnNode(here)
        children = iter(tree.children)
        drawn = [drawn_from(child, levels - 1) for child in islice(children, min(width, _DRAWN) if levels else 0)]
        return DrawnNode(here, tuple(drawn), sum(1 for _ in islice(children, _COUNTED)))

    try:
        return drawn_from(tree, depth)
    except RecursionError:
        raise ValueError(f"cannot draw {depth} levels: the interpreter's stack is too small; expected fewer") from None


def numbered(node: DrawnNode) -> Iterator[tuple[int, int | None, DrawnNode]]:
    """Yield every node with its number and that of its parent, parents first.

    ``numbered :: DrawnNode -> [(Int, Maybe Int, DrawnNode)]``

    Args:
        node: the root, whose number is 0.

    >>> [(number, parent) for number, parent, _ in numbered(DrawnNode(Shown(""), (DrawnNode(Shown("")), DrawnNode(Shown("")))))]
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
