"""What ``deepen``, ``best_move`` and the counts require of the search that they take."""

from __future__ import annotations

from functools import partial
from itertools import product
from operator import neg
from typing import Any

from fpgames import (
    Player,
    Tree,
    alpha_beta,
    best_move,
    build_tree,
    count_leaves,
    estimate,
    leaves,
    map_tree,
    maximise,
    minimax,
    node,
    prune,
    traverse_tree,
)
from fpgames.games.tictactoe import rules, static
from fpgames.search import Scored, ab_trace, count_nodes, deepen, prefer_quick_wins
from fpgames.tree import levels, size
from tests.support.refusals import wrong_errors

WINS = rules.read("XX.\nOO.\n...")


def test_a_lazy_walk_is_not_counted() -> None:
    tree = node(1, [node(2), node(3)])
    counts: tuple[Any, ...] = (count_leaves, count_nodes, lambda search: lambda tree: next(deepen(search)(tree)))
    walks: tuple[Any, ...] = (leaves, levels, prune(1), ab_trace(player=Player.FIRST), lambda t: map(str, [t]))
    assert not wrong_errors(
        (partial(count(walk), tree), r"TypeError: is lazy: it returned a .* before it walked the tree")
        for count, walk in product(counts, walks)
    )
    assert tree | count_leaves(lambda tree: list(leaves(tree))) == ([2, 3], 2)


def test_what_promises_to_look_is_lazy() -> None:
    async def later(tree: Tree[int]) -> int:
        return 1

    promise = later(node(1))
    lazy: tuple[Any, ...] = (
        lambda tree: promise,
        lambda tree: map_tree(neg),
        lambda tree: partial(maximise, tree),
        traverse_tree(estimate(rules, 1)),
    )
    assert not wrong_errors(
        (partial(count_leaves(search), build_tree(rules)(0)), "TypeError: is lazy") for search in lazy
    )
    promise.close()


def test_deepen_needs_a_search_that_asks_for_leaves() -> None:
    endless = build_tree(lambda n: [n + 1])(0)
    said = r"ValueError: deepen needs a search that computes the labels of leaves; .*size"
    assert not wrong_errors([(lambda: list(deepen(size)(endless)), said)])


def test_best_move_needs_the_value_itself() -> None:
    tree: Any = build_tree(rules)(WINS) | prune(2) | map_tree(static)
    value = "a search that finds the value; with its window"
    searches: dict[Any, str] = {
        alpha_beta(alpha=0): f"best_move needs {value}",
        alpha_beta(beta=Scored(0, ())): f"best_move needs {value}",
        (lambda tree: tree.label): "best_move needs a search that returns one of the labels",
        prefer_quick_wins | minimax: "prefer_quick_wins needs labels that are numbers",
    }
    assert not wrong_errors(
        (partial(best_move(search=search), tree), f"TypeError: {said}") for search, said in searches.items()
    )
