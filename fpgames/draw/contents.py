"""The text and board that a picture shows for a node, chosen by the type of its label."""

from __future__ import annotations

from functools import singledispatch
from math import inf
from typing import Literal, NamedTuple, TypeVar

from fpgames.rules.notation import Diagram
from fpgames.rules.outcomes import Outcome, Player
from fpgames.rules.record import Value
from fpgames.search.montecarlo import Inner
from fpgames.search.moves import Scored
from fpgames.search.recording import Traced
from fpgames.search.tree_search.statistics_tree import Statistics
from fpgames.tree.building import Node

__all__ = ["NodeContent", "node_content"]

A = TypeVar("A")  # the type of the labels of a tree that is drawn


class NodeContent(NamedTuple):
    """What a picture shows of a node.

    ``tree_svg`` fills in what the tree knows, such as the player and the expected line; pictures as text show ``text``,
    ``edge`` and ``cut`` only.

    Args:
        text: what to write in the node, one line or more.
        edge: what to write on the edge that leads to the node, such as a move.
        cut: if a search cut the node off, the bound that did; else empty.
        player: the player to move there; a node with children gets a mark that says max or min.
        diagram: the board to draw in the node.
        window: the window with which a search reached the node, which pictures write on the edge if asked.
        expected: whether the node is on the line that both players would choose, whose edges are thick.
        state: in a picture of one moment of a search, whether the node is found just now, or not yet.

    See also: :func:`node_content`, which returns one for a label.
    """

    text: str
    edge: str = ""
    cut: str = ""
    player: Player | None = None
    diagram: Diagram | None = None
    window: str = ""
    expected: bool = False
    state: Literal["", "now", "later"] = ""


@singledispatch
def node_content(label: object) -> NodeContent:
    """Return what to show of a label, chosen by the type of the label.

    Like an instance of Haskell's ``class Show``, ``node_content.register`` adds a type. Numbers are rounded to two decimals.

    Args:
        label: any value.

    >>> node_content(-1).text, node_content(1 / 3).text, node_content(60.0).text
    ('-1', '0.33', '60')

    See also: :class:`NodeContent`; :func:`fpgames.draw.trees.tree_svg`, whose option ``show`` takes another function.
    """
    return NodeContent(str(label))


@node_content.register
def _(label: float) -> NodeContent:
    if abs(label) == inf:
        return NodeContent("\N{INFINITY}" if label > 0 else "-\N{INFINITY}")
    if 0.005 <= abs(label) < 1e6:
        return NodeContent(f"{label:.2f}".rstrip("0").rstrip("."))
    return NodeContent(f"{label or 0:.2g}")  # minus zero is written 0


@node_content.register(Node)
def _(node: Node[object, object]) -> NodeContent:
    return NodeContent("", str(node.line[-1]) if node.line else "")


@node_content.register(Scored)
def _(scored: Scored[object, object]) -> NodeContent:
    return NodeContent(node_content(scored.value).text, str(scored.line[-1]) if scored.line else "")


@node_content.register(Traced)
def _(traced: Traced[object]) -> NodeContent:
    text, edge, *_ = node_content(traced.label)
    if traced.cut is not None:
        return NodeContent(text, edge, f"{traced.cut} = {node_content(getattr(traced, traced.cut)).text}")
    sign = {"<=": "\N{LESS-THAN OR EQUAL TO}", ">=": "\N{GREATER-THAN OR EQUAL TO}", None: ""}[traced.bound]
    window = f"[{_bound(traced.alpha, -inf)}, {_bound(traced.beta, inf)}]"
    return NodeContent(sign + node_content(traced.value).text, edge, window=window)


def _bound(value: Value, otherwise: float) -> str:
    return node_content(otherwise if value is None else value).text


@node_content.register(Statistics)
def _(found: Statistics[object, object]) -> NodeContent:
    known = f"value {node_content(found.value).text}" if found.proof is None else _PROVEN[found.proof]
    visits = f"{found.visits} visit{'s' * (found.visits != 1)}"
    return NodeContent(f"{visits}\n{known}", str(found.line[-1]) if found.line else "", expected=found.expected)


_PROVEN = {Outcome.FIRST_WON: "first wins", Outcome.DRAW: "a draw", Outcome.SECOND_WON: "second wins"}


@node_content.register
def _(label: Inner) -> NodeContent:
    return NodeContent("")
