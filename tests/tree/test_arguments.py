"""Wrong arguments of trees: the error names the value and what to write instead; so does one for too deep trees."""

from __future__ import annotations

import sys
from functools import partial
from itertools import product
from operator import attrgetter
from typing import Any, cast

import pytest

from fpgames import (
    Player,
    SplitMix,
    State,
    Tree,
    alpha_beta,
    best_move,
    build_tree,
    count_leaves,
    game_tree,
    get,
    leaves,
    map_state,
    map_tree,
    minimax,
    node,
    order_by,
    prune,
    share,
    traverse_tree,
)
from fpgames.draw import draw_tree
from fpgames.games.tictactoe import rules
from fpgames.search import ab_trace, deepen, prefer_quick_wins
from fpgames.tree import TreeTooDeep, fold_tree, keep_best, levels, prune_when, rebuild, size, unfold
from tests.support.refusals import wrong_errors

NO_TREE = (
    (262160, r"262160: build one with build_tree\(rules\)\(position\)"),
    (prune(1), "a stage before it lacks its arguments, or an option is written without its name"),
    (build_tree(rules) | prune(2), "build_tree.*: it has not been called with a position or a tree yet"),
    (get(), r"write map_state\(.*\), which applies it to the value of the State"),
)


def a_state(n: int) -> State[int, int]:
    return State.from_value(n)


def test_what_is_no_tree() -> None:
    stages: tuple[Any, ...] = (
        prune(3), share, prefer_quick_wins, minimax, map_tree(abs), best_move, ab_trace, traverse_tree(a_state)
    )  # fmt: skip
    uses: dict[str, Any] = {
        **{repr(stage).partition("(")[0]: stage for stage in stages},
        "count_leaves": count_leaves(alpha_beta),
        "deepen": lambda tree: next(deepen(minimax)(tree)),
        "leaves": leaves,
        "levels": lambda tree: next(levels(tree)),
        "size": size,
        "fold_tree": lambda tree: fold_tree(lambda label, below: label)(tree),
        "draw_tree": draw_tree,
    }
    assert len(uses) == 15
    assert not wrong_errors(
        (partial(use, given), f"TypeError: ^{name} needs a tree, but got .*{hint}")
        for (name, use), (given, hint) in product(uses.items(), NO_TREE)
    )


def test_what_is_no_function() -> None:
    makes: tuple[Any, ...] = (map_tree, prune_when, order_by, traverse_tree, partial(keep_best, 2))
    estimates: Any = traverse_tree(cast("Any", rules.static))(build_tree(rules)(0) | prune(1))
    assert not wrong_errors([
        *((partial(make, node(1)), "TypeError: needs a function first, then the tree") for make in makes),
        (lambda: build_tree(cast("Any", 3)), r"TypeError: build_tree takes rules, or a function .* got 3"),
        (lambda: estimates.eval(SplitMix.from_seed(1)), "TypeError: expected a State, got 0"),
        (lambda: node(1) | cast("Any", None), "TypeError: unsupported operand"),
        (lambda: unfold(str, range, 3, player=Player.FIRST, player_of=lambda n: Player.FIRST),
         "ValueError: unfold takes player, if players alternate, or player_of"),
    ])  # fmt: skip


def test_what_is_no_position_and_what_is_no_state() -> None:
    makes: tuple[Any, ...] = (build_tree, game_tree)
    said = "TypeError: a tree of <Rules: tictactoe> begins with a position, but got a tree: build the tree once"
    assert not wrong_errors((partial(make(rules), build_tree(rules)(0)), said) for make in makes)
    assert not wrong_errors([
        (partial(map_state(minimax), cast("Any", node(1))), r"TypeError: map_state\(minimax\) needs a State, but got <Tree>"),
        (partial(map_state(str), cast("Any", 1)), "TypeError: got 1; .* takes a value that is not a State"),
    ])  # fmt: skip
    subtrees = build_tree(attrgetter("children"), player=Player.FIRST)(build_tree(rules)(0) | prune(2))
    assert size(subtrees) == 82


def test_children_that_are_no_trees() -> None:
    wrong: Any = [1, 2]
    trees = (Tree(lambda: 0, lambda: wrong), node(0) | rebuild(children=lambda tree: wrong))
    said = "TypeError: the children of a tree must be trees"
    values: Any = build_tree(rules)(0) | prune(2) | map_tree(rules.static)
    positions = build_tree(rules)(5) | prune(1)
    assert not wrong_errors([
        (lambda: node(0, wrong), f"{said}, but one of these is 1: node"),
        *((partial(size, tree), said) for tree in trees),
        (lambda: values | rebuild(children=lambda tree: [positions]) | prune(2) | minimax,
         "ValueError: rebuild was given children whose labels are positions, in a tree of values"),
    ])  # fmt: skip
    assert minimax(values | rebuild(label=lambda tree: 3, children=lambda tree: [positions]) | prune(2)) == 3


@pytest.mark.slow
def test_too_deep_whatever_functions_are_called() -> None:
    """The walk's own functions are known by their code, not by their names."""

    def high_one(n: int) -> list[int]:
        return [n + 1]

    def value_one(n: int) -> int:
        return value_one(n + 1)

    search = prune(10**6) | map_tree(float) | minimax(player=Player.FIRST)
    with pytest.raises(TreeTooDeep, match="this tree is deeper than the interpreter's stack allows"):
        search(build_tree(high_one)(0))
    with pytest.raises(RecursionError) as raised:
        search(build_tree(lambda n: [value_one(n)])(0))
    assert raised.type is RecursionError
    assert sys.getrecursionlimit() > 500
