"""Bounds of values: they make a search smaller and change no value; wrong bounds are rejected."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Player, alpha_beta, build_tree, map_tree, minimax, node, order_by, prune, share
from fpgames.games import nim
from fpgames.games.tictactoe import rules
from fpgames.search import bound_by, count_nodes, deepen
from fpgames.tree import extend_while, keep_best, prune_when, rebuild, unfold, unshared, walk, with_ply
from fpgames.tree.unfolding import with_parts, with_run
from tests.support.labels import opposite
from tests.support.source import FILES, text_of
from tests.support.windows import Graph, graphs, require_fail_soft, windows

SMALL = nim.heaps(2, 2, 1)
TREE = build_tree(SMALL)(SMALL.start) | map_tree(SMALL.static)


def heaps(p: Any) -> int:
    return sum(p)


def by_the_library(function: Any, tree: Any, *args: Any) -> Any:
    return walk(function, tree.seed, tree.depth, *args)


def over_two(n: float) -> bool:
    return n > 2


class TestBounds:
    @given(graphs(), windows, st.booleans())
    def test_a_bounded_search_is_fail_soft(self, graph: Graph, window: Any, shared: bool) -> None:
        alpha, beta = window
        tree = graph.tree() | bound_by(graph.bounds)
        found = (tree | share if shared else tree) | alpha_beta(alpha=alpha, beta=beta)
        require_fail_soft(found, graph.tree() | minimax, alpha, beta)

    @given(graphs())
    def test_exact_bounds_need_no_search(self, graph: Graph) -> None:
        values = [graph.below(n) | minimax for n in range(len(graph.labels))]
        exact = graph.below(0) | bound_by(lambda n: (values[n], values[n]))
        assert count_nodes(alpha_beta)(exact) == (values[0], 1)

    def test_they_make_a_search_smaller(self) -> None:
        tree = build_tree(rules)(rules.play(rules.start, 4)) | map_tree(rules.static)
        assert count_nodes(alpha_beta)(tree)[1] > count_nodes(alpha_beta)(tree | bound_by(lambda p: (-1, 1)))[1]
        best = build_tree(rules)(0) | keep_best(2, rules.static) | map_tree(rules.static) | bound_by(lambda p: (-1, 1))
        assert best | alpha_beta == build_tree(rules)(0) | keep_best(2, rules.static) | map_tree(rules.static) | minimax

    def test_which_stages_keep_them(self) -> None:
        """Those that make no other labels, leaves or children; wrong bounds show whether they are there."""
        keep: dict[str, Any] = {"order_by": order_by(opposite), "share": share, "both": share | unshared}
        drop: dict[str, Any] = {
            "prune": prune(9), "prune_when": prune_when(over_two), "extend_while": extend_while(lambda n: True),
            "map_tree": map_tree(lambda n: n), "labels": rebuild(label=lambda tree: tree.label),
            "children": rebuild(children=lambda tree: tree.children),
        }  # fmt: skip
        wrong = TREE | bound_by(lambda p: (0, 0))
        assert {name: wrong | stage | alpha_beta for name, stage in keep.items()} == dict.fromkeys(keep, 0)
        assert {name: wrong | stage | alpha_beta for name, stage in drop.items()} == dict.fromkeys(drop, 1)
        assert TREE | alpha_beta == 1
        assert (TREE | bound_by(lambda p: ((0, 0), (0, 0))) | with_ply).unfolding.bounds_of is None
        assert [*deepen(alpha_beta)(wrong)] == [*deepen(alpha_beta)(TREE)]

    def test_a_stage_that_does_not_know_them_loses_them_and_keeps_the_rest(self) -> None:
        """Whatever it replaces: other functions, another seed, other levels."""
        tree = with_run(TREE | bound_by(lambda p: (0, 0)) | share(entries=3), driver=by_the_library)
        label_of, children_of = tree.unfolding.label_of, tree.unfolding.children_of
        changes: list[dict[str, Any]] = [
            {"label_of": label_of}, {"children_of": children_of}, {"seed": SMALL.start}, {"depth": 9},
        ]  # fmt: skip
        for change in changes:
            other = with_parts(tree, **change)
            assert (tree | alpha_beta, other | alpha_beta) == (0, 1)
            assert (other.run, other.unfolding.game) == (tree.run, tree.unfolding.game)

    def test_no_other_function_replaces_those_of_a_tree(self) -> None:
        replaced = [module for module, path in FILES.items() if "unfolding._replace" in text_of(path)]
        assert replaced == ["fpgames.tree.unfolding"]

    def test_of_a_tree_that_carries_something(self) -> None:
        tree = build_tree(SMALL)(SMALL.start) | order_by(heaps) | map_tree(SMALL.static)
        assert tree | bound_by(lambda p: (sum(p), sum(p))) | alpha_beta == sum(SMALL.start)


class TestWrongBounds:
    @given(graphs(), st.integers(0, 3), st.integers(1, 3), st.booleans())
    def test_refused_where_every_value_is_outside(self, graph: Graph, gap: int, more: int, above: bool) -> None:
        """At the root, where they leave a window."""
        low = max(graph.leaves(0)) + 1 + gap if above else min(graph.leaves(0)) - 1 - gap - more
        tree = graph.tree() | bound_by(lambda n: (low, low + more) if n == 0 else (-99, 99))
        with pytest.raises(ValueError, match="a value is outside the bounds that bound_by was given"):
            alpha_beta(tree)

    @given(graphs(), st.integers(-12, 12), st.integers(1, 3))
    def test_refused_or_a_value_is_within_them(self, graph: Graph, low: int, more: int) -> None:
        tree = graph.tree() | bound_by(lambda n: (low, low + more) if n == 0 else graph.bounds(n))
        with suppress(ValueError):
            assert low <= alpha_beta(tree) <= low + more

    def test_positions_may_be_trees_or_pairs_of_functions(self) -> None:
        trees_and_pairs: list[Any] = [node(1), (min, max)]
        for position in trees_and_pairs:
            tree = unfold(lambda p: 1, lambda p: (), position, player=Player.FIRST)
            assert (tree | bound_by(lambda p: (0, 2)) | alpha_beta) == 1
