"""The option `show=`: in every function that takes it, it may return a text or a `NodeContent`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from fpgames import Player, build_tree, map_tree, node, prune
from fpgames.draw import NodeContent, trace_svgs, tree_dot, tree_mermaid, tree_svg
from fpgames.draw.excerpt import excerpt
from fpgames.games import tictactoe
from fpgames.search import ab_trace

FUNCTIONS: list[Callable[..., Any]] = [tree_svg, tree_dot, tree_mermaid, excerpt]


@pytest.mark.parametrize("draw", FUNCTIONS)
def test_a_text_is_what_is_written_of_it(draw: Callable[..., Any]) -> None:
    rules = tictactoe.rules
    positions = build_tree(rules)(rules.start) | prune(1)
    assert draw(positions, show=rules.show) == draw(positions, show=lambda p: NodeContent(rules.show(p)))


def test_so_it_is_of_a_trace() -> None:
    traced = node("", [node(1), node(2)]) | map_tree(lambda label: label or 0) | ab_trace(player=Player.FIRST)
    assert trace_svgs(traced, show=str) == trace_svgs(traced, show=lambda label: NodeContent(str(label)))


@pytest.mark.parametrize("draw", FUNCTIONS)
def test_anything_else_is_refused(draw: Callable[..., Any]) -> None:
    for value in (None, 3, ["a"], ("a", "b")):
        with pytest.raises(TypeError, match=r"^show returned .* for the label 'x'; expected a text or a NodeContent$"):
            draw(node("x"), show=lambda _, value=value: value)
