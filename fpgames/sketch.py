"""The part of a tree that is drawn: its first levels and children, as texts, and how many more there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import singledispatch
from itertools import islice
from typing import NamedTuple, Protocol, TypeVar

from fpgames.checks import require_at_least

__all__ = ["Labelled", "Shown", "Twig", "shown", "sketch", "twigs"]

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)

_COUNTED = 1000  # no more children than these are counted
_DRAWN = 5000  # no more nodes than these are drawn: nobody could read them


class Shown(NamedTuple):
    """What is written of a node.

    Args:
        text: in it, one line or more.
        edge: on the edge that leads to it.
        cut: if it was cut off, by what.

    See also: :func:`shown`, which makes one of a label.
    """

    text: str
    edge: str = ""
    cut: str = ""


@singledispatch
def shown(label: object) -> Shown:
    """What is written of a label, by its type: Haskell's ``class Show``; ``shown.register`` makes an instance.

    Args:
        label: any.

    >>> shown(-1)
    Shown(text='-1', edge='', cut='')

    See also: :class:`Shown`; :func:`sketch`, which takes another function in its place.
    """
    return Shown(str(label))


@shown.register
def _(label: float) -> Shown:
    return Shown(f"{label:.3g}")


class Twig(NamedTuple):
    """A node that is drawn.

    Args:
        shown: what is written of it.
        twigs: its children that are drawn.
        more: how many children are not.

    See also: :func:`sketch`, which makes the root; :func:`twigs`, all of them.
    """

    shown: Shown
    twigs: tuple[Twig, ...] = ()
    more: int = 0

    @property
    def rest(self) -> str:
        """What is said of the children that are not drawn."""
        return f"+ {self.more} {'or ' * (self.more == _COUNTED)}more" if self.more else ""


class Labelled(Protocol[A_co]):
    """What can be sketched: a label, and children of the same kind.

    See also: :class:`fpgames.rose.Tree`.
    """

    @property
    def label(self) -> A_co:
        """What stands at the node."""
        ...

    @property
    def children(self) -> Iterable[Labelled[A_co]]:
        """The nodes below, perhaps without end."""
        ...


def sketch(tree: Labelled[A], depth: int = 3, width: int = 9, show: Callable[[A], Shown] = shown) -> Twig:
    """The first levels of a tree, and of each node's children the first.

    ``sketch :: Show a => Tree a -> Int -> Int -> Twig``

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

    >>> from fpgames.tree import build_tree
    >>> sketch(build_tree(range)(5), depth=1, width=2).more
    3

    See also: :func:`twigs`; :func:`fpgames.render.tree_svg`, which draws it.
    """
    require_at_least(0, depth, "draw {} levels")
    require_at_least(1, width, "draw {} children")
    nodes = 0

    def sketched(tree: Labelled[A], levels: int) -> Twig:
        nonlocal nodes
        nodes += 1
        if nodes > _DRAWN:
            raise ValueError(f"cannot draw more than {_DRAWN} nodes; expected a smaller depth or width")
        here = show(tree.label)
        if here.cut:
            return Twig(here)
        children = iter(tree.children)
        drawn = [sketched(child, levels - 1) for child in islice(children, min(width, _DRAWN) if levels else 0)]
        return Twig(here, tuple(drawn), sum(1 for _ in islice(children, _COUNTED)))

    try:
        return sketched(tree, depth)
    except RecursionError:
        raise ValueError(f"cannot draw {depth} levels: the interpreter's stack ends; expected fewer") from None


def twigs(twig: Twig) -> Iterator[tuple[int, int | None, Twig]]:
    """Every node that is drawn, parents first: its number, its parent's, and itself.

    ``twigs :: Twig -> [(Int, Maybe Int, Twig)]``

    Args:
        twig: the root.

    >>> [(number, parent) for number, parent, _ in twigs(Twig(Shown(""), (Twig(Shown("")), Twig(Shown("")))))]
    [(0, None), (1, 0), (2, 0)]

    See also: :func:`sketch`, which makes the root.
    """
    waiting: list[tuple[int | None, Twig]] = [(None, twig)]
    number = 0
    while waiting:
        parent, here = waiting.pop()
        yield number, parent, here
        waiting += [(number, child) for child in reversed(here.twigs)]
        number += 1
