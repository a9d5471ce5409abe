"""What is written of a node in a picture: a function of its label, by the label's type."""

from __future__ import annotations

from functools import singledispatch
from typing import NamedTuple

from fpgames.search.montecarlo import Inner
from fpgames.search.moves import Scored
from fpgames.search.traces import Traced
from fpgames.tree.building import Node

__all__ = ["Shown", "shown"]


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

    See also: :class:`Shown`; :func:`fpgames.draw.trees.tree_svg`, which takes another function in its place.
    """
    return Shown(str(label))


@shown.register
def _(label: float) -> Shown:
    return Shown(f"{label:.3g}")


@shown.register
def _(node: Node) -> Shown:  # type: ignore[type-arg]
    return Shown("", str(node.line[-1]) if node.line else "")


@shown.register
def _(scored: Scored) -> Shown:  # type: ignore[type-arg]
    return Shown(shown(scored.value).text, str(scored.line[-1]) if scored.line else "")


@shown.register
def _(traced: Traced) -> Shown:  # type: ignore[type-arg]
    _, edge, _ = shown(traced.label)
    if traced.cut is None:
        sign = {"<=": "\N{LESS-THAN OR EQUAL TO}", ">=": "\N{GREATER-THAN OR EQUAL TO}", None: ""}[traced.bound]
        return Shown(sign + shown(traced.value).text, edge)
    return Shown(shown(traced.label).text, edge, f"{traced.cut} {shown(getattr(traced, traced.cut)).text}")


@shown.register
def _(label: Inner) -> Shown:
    return Shown("")
