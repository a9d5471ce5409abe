"""The option `show=`: in every function that takes it, it may return a text or a `NodeContent`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, cast

import pytest

from fpgames import Player, alpha_beta, build_tree, map_tree, node, prune
from fpgames.draw import (
    NodeContent,
    Picture,
    board_svg,
    squares_of,
    steps_svg,
    text_svg,
    trace_svgs,
    tree_dot,
    tree_mermaid,
    tree_svg,
)
from fpgames.draw.excerpt import excerpt
from fpgames.games import tictactoe
from fpgames.rules import Diagram
from fpgames.search import trace
from tests.support.refusals import wrong_errors

FUNCTIONS: list[Callable[..., Any]] = [tree_svg, tree_dot, tree_mermaid, excerpt]


@pytest.mark.parametrize("draw", FUNCTIONS)
def test_a_text_is_what_is_written_of_it(draw: Callable[..., Any]) -> None:
    rules = tictactoe.rules
    positions = build_tree(rules)(rules.start) | prune(1)
    assert draw(positions, show=rules.show) == draw(positions, show=lambda p: NodeContent(rules.show(p)))


def test_so_it_is_of_a_trace() -> None:
    traced = node("", [node(1), node(2)]) | map_tree(lambda label: label or 0) | trace(alpha_beta, player=Player.FIRST)
    assert trace_svgs(traced, show=str) == trace_svgs(traced, show=lambda label: NodeContent(str(label)))


def test_wrong_calls_are_refused() -> None:
    """Here also of pictures, and of the steps of a search."""
    traced: Any = node(0, [node(1), node(2)]) | trace(alpha_beta, player=Player.FIRST)
    one: Any = text_svg("a", "b")
    mixed = replace(tictactoe.rules, diagram=lambda p: Diagram(("...",) * (3 if p else 2)))
    seconds: list[Any] = [0, "x", float("inf"), float("nan"), -1, None]
    limits: list[Any] = [
        (tree_svg, -1, 1),
        (tree_dot, -1, 1),
        (tree_mermaid, -1, 1),
        (tree_svg, 1, 0),
        (tree_dot, 1, 0),
        (tree_mermaid, 1, 0),
        (tree_svg, None, 0),
    ]
    moments: list[tuple[Any, str]] = [
        ([-3, 99], "ValueError: ^cannot draw a search when -3 nodes are finished; expected at least 0$"), ([1.5], "TypeError: ^moments takes whole numbers; got 1.5$"),
        (3, r"TypeError: ^moments takes several whole numbers, such as \[0, 3\]; got 3$"),
    ]  # fmt: skip
    assert not wrong_errors([
        *((partial(draw, node("x"), show=lambda _, value=value: value), "TypeError: ^show returned .* for the label 'x'; expected a text or a NodeContent$")
          for draw in FUNCTIONS for value in (None, 3, ["a"], ("a", "b"))),
        (lambda: tree_dot(build_tree(lambda n: (n + 1,))(0), depth=5000), "ValueError: cannot draw 5000 levels: the interpreter's stack is too small; expected fewer"),
        (lambda: tree_mermaid(build_tree(lambda n: range(10))(0), depth=4, width=10**30), "TooManyNodes: cannot draw more than 5000 nodes; expected a smaller depth or width"),
        *((partial(draw, node(1), depth=depth, width=width), f"ValueError: cannot draw {'0 children' if width == 0 else '-1 levels'}") for draw, depth, width in limits),
        *((partial(draw, got), "TypeError: ^a picture needs a tree, but got .*: (it has not been called|build one)") for draw in FUNCTIONS for got in (prune(1), 3)),
        (lambda: board_svg(mixed, 1, before=0), "ValueError: argument 2 is"),
        (lambda: squares_of(replace(tictactoe.rules, diagram=None), 0, 0), "ValueError: tictactoe has no diagram, so its moves have no cells"),
        *((partial(trace_svgs, traced, moments=steps), error) for steps, error in moments),
        (lambda: trace_svgs(traced | map_tree(lambda label: 3)), "TypeError: ^trace_svgs needs the tree of a search, from trace; got one with the"),
        (lambda: steps_svg([]), "ValueError: cannot show 0 pictures"),
        *((partial(steps_svg, pictures), "ValueError: the picture has no size; expected one that the library has drawn") for pictures in cast("list[Any]", ([Picture("<svg/>")], [5]))),
        *((partial(steps_svg, [one], seconds=pause), f"ValueError: ^cannot show a picture for {pause!r} seconds; expected more than 0") for pause in seconds),
        *((partial(steps_svg, pictures), "TypeError: ^steps_svg takes several pictures, such as those of trace_svgs; got") for pictures in cast("list[Any]", (5, one))),
    ])  # fmt: skip
