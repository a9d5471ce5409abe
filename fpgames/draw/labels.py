"""The text for a node in a picture: a function of its label, chosen by the type of the label."""

from __future__ import annotations

from functools import singledispatch
from typing import NamedTuple

from fpgames.search.montecarlo import Inner
from fpgames.search.moves import Scored
from fpgames.search.traces import Traced
from fpgames.tree.building import Node

__all__ = ["Shown", "shown"]


class Shown(NamedTuple):
    """The text for a node.

    Args:
        text: what to write in the node, one line or more.
        edge: what to write on the edge that leads to the node, such as a move.
        cut: if a search cut the node off, the bound that did; else empty.

    See also: :func:`shown`, which returns one for a label.
    """

    text: str
    edge: str = ""
    cut: str = ""


@singledispatch
def shown(label: object) -> Shown:
    """Return the text for a label, chosen by the type of the label.

    Like an instance of Haskell's ``class Show``, ``shown.register`` adds a type.

    Args:
        label: any value.

    >>> shown(-1)
    Shown(text='-1', edge='', cut='')

    See also: :class:`Shown`; :func:`fpgames.draw.trees.tree_svg`, whose option ``show`` takes another function.
    """
    return Shown(str(label))


@shown.register
def _(label: float) -> Shown:
    return Shown(f"{label:.3g}")


@shown.register(Node)
def _(node: Node[object, object]) -> Shown:
    return Shown("", str(node.line[-1]) if node.line else "")


@shown.register(Scored)
def _(scored: Scored[object, object]) -> Shown:
    return Shown(shown(scored.value).text, str(scored.line[-1]) if scored.line else "")


@shown.register(Traced)
def _(traced: Traced[object]) -> Shown:
    _, edge, _ = shown(traced.label)
    if traced.cut is None:
        sign = {"<=": "\N{LESS-THAN OR EQUAL TO}", ">=": "\N{GREATER-THAN OR EQUAL TO}", None: ""}[traced.bound]
        return Shown(sign + shown(traced.value).text, edge)
    return Shown(shown(traced.label).text, edge, f"{traced.cut} {shown(getattr(traced, traced.cut)).text}")


@shown.register
def _(label: Inner) -> Shown:
    return Shown("")
