"""The content of a node in a picture, such as a text and a board, chosen by the type of the node's label."""

from __future__ import annotations

from functools import singledispatch
from math import inf
from typing import Literal, NamedTuple, TypeVar

from fpgames.rules.notation import Diagram
from fpgames.rules.outcomes import Mover, Outcome
from fpgames.rules.record import Value
from fpgames.search.montecarlo import Inner
from fpgames.search.recording import Traced
from fpgames.search.tree_search.statistics_tree import Statistics
from fpgames.tree.building import Node

__all__ = ["NodeContent", "node_content"]

A = TypeVar("A")  # type of the labels of the drawn tree


class NodeContent(NamedTuple):
    """The content that a picture shows for a node.

    ``tree_svg`` adds data from the tree itself, such as the player and the expected line. DOT, Mermaid and the
    text of the command ``tree`` show only ``text``, ``edge`` and ``cut``.

    Args:
        text: the text in the node, one line or more.
        edge: the text on the edge from the parent, such as a move.
        cut: the bound that cut the node off in a search; empty if the search visited the node.
        player: the player to move, or ``CHANCE``, shown as a mark for max, min or mean if the node has children.
        diagram: the board to draw in the node.
        window: the search window at the node, written on the edge if the picture has ``windows=True``.
        expected: whether the node is on the expected line of play, which has thick edges.
        state: in a picture of one moment of a search, "now" for a node just finished, "later" if not yet visited.

    See also: :func:`node_content`, which returns the content for a label.
    """

    text: str
    edge: str = ""
    cut: str = ""
    player: Mover | None = None
    diagram: Diagram | None = None
    window: str = ""
    expected: bool = False
    state: Literal["", "now", "later"] = ""


@singledispatch
def node_content(label: object) -> NodeContent:
    """Return the content of a node, chosen by the type of its label.

    Numbers are rounded to two decimals. ``node_content.register`` adds a type, as ``instance Show`` does in Haskell.

    Args:
        label: the label of a node, of any type.

    >>> node_content(-1).text, node_content(1 / 3).text, node_content(60.0).text
    ('-1', '0.33', '60')

    See also: :class:`NodeContent`; :func:`fpgames.draw.trees.tree_svg`, whose option ``show`` replaces this function.
    """
    return NodeContent(str(label))


@node_content.register
def _(label: float) -> NodeContent:
    if abs(label) == inf:
        return NodeContent("\N{INFINITY}" if label > 0 else "-\N{INFINITY}")
    if 0.005 <= abs(label) < 1e6:
        return NodeContent(f"{label:.2f}".rstrip("0").rstrip("."))
    return NodeContent(f"{label or 0:.2g}")  # ``or 0`` turns minus zero into 0


@node_content.register(Node)
def _(node: Node[object, object]) -> NodeContent:
    return NodeContent("", str(node.line[-1]) if node.line else "")


@node_content.register(Traced)
def _(traced: Traced[object]) -> NodeContent:
    text, edge, *_ = node_content(traced.label)
    if traced.cut is not None:
        return NodeContent(text, edge, f"{traced.cut} = {node_content(getattr(traced, traced.cut)).text}")
    sign = {"<=": "\N{LESS-THAN OR EQUAL TO}", ">=": "\N{GREATER-THAN OR EQUAL TO}", None: ""}[traced.bound]
    window = f"[{_bound_text(traced.alpha, -inf)}, {_bound_text(traced.beta, inf)}]"
    return NodeContent(sign + node_content(traced.value).text, edge, window=window)


def _bound_text(value: Value, infinity: float) -> str:
    return node_content(infinity if value is None else value).text


@node_content.register(Statistics)
def _(stats: Statistics[object, object]) -> NodeContent:
    result = f"value {node_content(stats.value).text}" if stats.proof is None else _PROVEN[stats.proof]
    visits = f"{stats.visits} visit{'s' * (stats.visits != 1)}"
    return NodeContent(f"{visits}\n{result}", str(stats.line[-1]) if stats.line else "", expected=stats.expected)


_PROVEN = {Outcome.FIRST_WON: "first wins", Outcome.DRAW: "a draw", Outcome.SECOND_WON: "second wins"}


@node_content.register
def _(label: Inner) -> NodeContent:
    return NodeContent("")
