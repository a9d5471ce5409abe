"""Errors of walks: invalid trees are explained, and errors of other functions pass unchanged."""

from __future__ import annotations

import inspect
import re
import sys
from typing import Any

import pytest

from fpgames import Player, Tree, build_tree, map_tree, maximise, prune, share
from fpgames.draw import draw_tree
from fpgames.search import negamax
from fpgames.tree import TreeTooDeep, fold_tree, unfold, walk
from tests.support.trees import naturals


@pytest.mark.slow
def test_a_tree_too_deep_says_how_deep_and_what_to_do() -> None:
    """And the depth is true: to it there is an answer."""
    endless = build_tree(lambda n: [n + 1], player=Player.FIRST)(0) | map_tree(int)
    for deep in (maximise, draw_tree, negamax, lambda t: fold_tree(lambda *_: 0)(t)):
        for tree in (endless, share(endless)):
            with pytest.raises(TreeTooDeep, match=r"; prune\(depth\) it first") as raised:
                deep(tree)
            found = re.search(r"deeper than the interpreter's stack allows \(depth (\d+)\)", str(raised.value))
            assert found
            deep(prune(int(found[1]) - 20)(tree))


def test_a_walk_of_the_users_own_is_too_deep_as_well() -> None:
    def depth(tree: Tree[int]) -> int:
        return 1 + max(map(depth, tree.children), default=0)

    endless = build_tree(lambda n: [n + 1])(0)
    with pytest.raises(TreeTooDeep, match="deeper than the interpreter's stack allows"):
        walk(depth, endless)
    assert walk(depth, prune(9)(endless)) == 10
    assert walk(max, 1, 2) == 2


def test_an_error_of_the_users_own_passes_untouched() -> None:
    def fails(p: int) -> Any:
        raise LookupError("mine")

    def runs_away(p: int) -> Any:
        return runs_away(p)

    def mixes(p: int) -> Any:
        return p + "1"  # type: ignore[operator]

    def compares(p: int) -> Any:
        return p < "1"  # type: ignore[operator]

    def clashes() -> Any:
        return 1

    wrong: list[tuple[Any, type[Exception]]] = [
        (fails, LookupError), (runs_away, RecursionError), (mixes, TypeError), (compares, TypeError),
        (clashes, TypeError), (len, TypeError),
    ]  # fmt: skip
    for function, error in wrong:
        for tree in (build_tree(function)(0) | map_tree(int), map_tree(function)(prune(2)(naturals(1)))):
            with pytest.raises(error) as raised:
                maximise(tree)
            assert type(raised.value) is error
            assert "map_tree" not in str(raised.value)


def test_a_comparison_in_a_function_of_the_users_is_no_comparison_of_labels() -> None:
    """Also where the walk calls it directly, and it has no frame: ``max`` is written in C."""
    pair: Any = (1, "a")
    tree = unfold(max, lambda pair: (), pair)
    with pytest.raises(TypeError, match=r"^'>' not supported between instances of 'str' and 'int'$"):
        maximise(tree)


def test_a_walk_that_begins_deep_in_another_recursion_is_not_what_is_too_deep() -> None:
    tree = build_tree(lambda n: [n + 1])(0) | prune(400) | map_tree(int)

    def dive(levels: int) -> int:
        return maximise(tree) if not levels else dive(levels - 1)

    deep = sys.getrecursionlimit() - len(inspect.stack()) - 250
    with pytest.raises(RecursionError):
        dive(deep)
