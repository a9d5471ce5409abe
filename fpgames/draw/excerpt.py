"""The part of a tree that is drawn: its first levels and children, as texts, and how many more there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple, TypeVar

from fpgames.draw.labels import Shown, shown
from fpgames.stage import Labelled
from fpgames.validation import require_at_least

A = TypeVar("A")


_COUNTED = 1000  # no more children than these are counted
_DRAWN = 5000  # no more nodes than these are drawn: nobody could read them


class DrawnNode(NamedTuple):
    """A node that is drawn.

    Args:
        shown: what is written of it.
        children: its children that are drawn.
        more: how many children are not.

    See also: :func:`excerpt`, which makes the root; :func:`numbered`, all of them.
    """

    shown: Shown
    children: tuple[DrawnNode, ...] = ()
    more: int = 0

    @property
    def rest(self) -> str:
        """What is said of the children that are not drawn."""
        return f"+ {self.more} {'or ' * (self.more == _COUNTED)}more" if self.more else ""


def excerpt(tree: Labelled[A], depth: int = 3, width: int = 9, show: Callable[[A], Shown] = shown) -> DrawnNode:
    """The first levels of a tree, and of each node's children the first.

    ``excerpt :: Show a => Tree a -> Int -> Int -> DrawnNode``

    No label is computed but those drawn. Children are made to be counted, up to a thousand of a node; behind a cut nothing
    is looked at.

    Args:
        tree: any tree, an infinite one too.
        depth: levels below the root, at least 0.
        width: children of a node, at least 1.
        show: what is written of a label.

    Raises:
        ValueError: depth or width is too small, or there would be more than five thousand nodes, or more levels than the
            interpreter's stack has room for.

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
        raise ValueError(f"cannot draw {depth} levels: the interpreter's stack ends; expected fewer") from None


def numbered(node: DrawnNode) -> Iterator[tuple[int, int | None, DrawnNode]]:
    """Every node that is drawn, parents first: its number, its parent's, and itself.

    ``numbered :: DrawnNode -> [(Int, Maybe Int, DrawnNode)]``

    Args:
        node: the root.

    >>> [(number, parent) for number, parent, _ in numbered(DrawnNode(Shown(""), (DrawnNode(Shown("")), DrawnNode(Shown("")))))]
    [(0, None), (1, 0), (2, 0)]

    See also: :func:`excerpt`, which makes the root.
    """
    waiting: list[tuple[int | None, DrawnNode]] = [(None, node)]
    number = 0
    while waiting:
        parent, here = waiting.pop()
        yield number, parent, here
        waiting += [(number, child) for child in reversed(here.children)]
        number += 1
