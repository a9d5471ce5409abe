"""A Monte-Carlo search tree as a lazy tree of statistics: laws with stages, and pictures."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from functools import reduce
from itertools import chain, pairwise
from operator import attrgetter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Outcome, Player, SplitMix, game_tree, map_state, map_tree, minimax, prune
from fpgames.draw import NodeContent, draw_tree, node_content, tree_dot, tree_mermaid, tree_svg
from fpgames.games import connect4, tictactoe
from fpgames.rand import Gen
from fpgames.search import SearchTree, Statistics, best, by_static, expand, line, mcts, statistics
from fpgames.search.tree_search.tree import LazyChildren
from fpgames.testing import generators, unfinished
from fpgames.tree import Tree, levels, order_by
from tests.support.every_game import check_games
from tests.support.graphs import Graph, graphs, seeds, thirds
from tests.support.graphs import nodes as search_nodes
from tests.support.svg import classes

RULES = tictactoe.rules
GEN = SplitMix.from_seed(1)


def found_in(rules: Any, n: int, p: Any, gen: Gen = GEN) -> SearchTree[Any, Any]:
    return mcts(rules, n)(p).eval(gen)


def labels_of(tree: Tree[Any]) -> Iterator[Any]:
    return chain.from_iterable(levels(tree))


def fewest(label: Statistics[Any, Any]) -> int:
    return -label.visits


def paired(view: Tree[Statistics[Any, Any]], tree: SearchTree[Any, Any]) -> Iterator[tuple[Any, SearchTree[Any, Any]]]:
    """Pair the nodes of a view with those of the tree, which it finds by their moves."""
    yield view, tree
    by_move = {move: child for move, child in zip(tree.moves, tree.children, strict=True) if child is not None}
    children = [*view.children]
    assert {child.label.line[-1] for child in children} == by_move.keys()
    for child in children:
        yield from paired(child, by_move[child.label.line[-1]])


class TestLaws:
    @given(graphs(), st.integers(1, 200), seeds)
    def test_labels_are_those_of_the_nodes_that_have_been_tried(self, graph: Graph, n: int, gen: Gen) -> None:
        rules = graph.rules()
        tree = mcts(rules, n, evaluate=by_static(thirds))(0).eval(gen)
        pairs = [*paired(statistics(rules)(tree), tree)]
        assert len(pairs) == len([*search_nodes(tree)])
        for view, node in pairs:
            label = view.label
            assert label[:1] + label[2:5] == (node.position, node.visits, node.value, node.proof)
            assert node.player in (None, view.player)

    @pytest.mark.slow
    def test_of_every_game(self) -> None:
        def check(rules: Any, drawn: tuple[Any, Gen, int]) -> None:
            p, gen, n = drawn
            tree = mcts(rules, n)(p).eval(gen)
            view = statistics(rules)(tree)
            assert next(view.children).label.line == (best(tree),)
            expected = [label.line for label in labels_of(view) if label.expected]
            assert expected == [line(tree)[:k] for k in range(len(line(tree)) + 1)]
            for label in labels_of(view):
                assert reduce(rules.play, label.line, p) == label.position

        check_games(check, lambda rules: st.tuples(unfinished(rules), generators(), st.integers(2, 15)))

    @given(st.integers(2, 400), seeds)
    def test_children_are_ranked_for_the_player_to_move(self, n: int, gen: Gen) -> None:
        for view, node in paired(statistics(RULES)(tree := found_in(RULES, n, 16, gen)), tree):
            sign = int(node.player or 0)
            labels = [child.label for child in view.children]
            for better, worse in pairwise(labels):
                ranks = [(sign * (x.proof or 0), x.visits, sign * x.value) for x in (better, worse)]
                assert ranks[0] > ranks[1] or (ranks[0] == ranks[1] and better.line[-1] < worse.line[-1])

    @pytest.mark.slow
    @given(st.integers(0, 3), st.integers(0, 3))
    def test_prune_and_map_tree(self, m: int, n: int) -> None:
        view = statistics(RULES)(found_in(RULES, 200, 0))
        both = view | prune(m) | prune(n)
        assert [*labels_of(both)] == [*labels_of(view | prune(min(m, n)))]
        assert [*labels_of(both)] == [label for label in labels_of(view) if len(label.line) <= min(m, n)]
        visits = map_tree(attrgetter("visits"))
        assert [*labels_of(view | visits | prune(m))] == [*labels_of(view | prune(m) | visits)]

    def test_after_enough_visits_its_top_is_that_of_the_tree_of_the_game(self) -> None:
        view, game = statistics(RULES)(found_in(RULES, 300, 0)), game_tree(RULES)(0)
        assert {label[:2] for label in labels_of(view | prune(2))} == {
            label[:2] for label in labels_of(game | prune(2))
        }

    def test_the_value_of_a_proof_is_that_of_minimax(self) -> None:
        tree = found_in(RULES, 1000, p := RULES.read("X..\n.O.\n..X"))
        assert tree.proof is Outcome.DRAW
        proven = statistics(RULES)(tree) | map_tree(attrgetter("value")) | prune(1)
        assert proven | minimax == 0
        assert RULES.player(p) is Player.SECOND is proven.player


class TestLazy:
    def test_only_what_is_read_is_made(self) -> None:
        made: list[int] = []

        def child(i: int) -> SearchTree[int, int]:
            made.append(i)
            return expand(RULES, i)._replace(visits=1, children=LazyChildren(9, lambda _: pytest.fail("too deep")))

        tree = expand(RULES, 0)._replace(visits=10, children=LazyChildren(9, child))
        view = statistics(RULES)(tree)
        assert view.label.visits == 10
        assert made == []
        assert [label.visits for label in labels_of(view | prune(1))] == [10, *[1] * 9]
        assert made == [*range(9)]

    def test_a_stage_of_a_pipeline(self) -> None:
        search = mcts(RULES, 50) | map_state(statistics(RULES) | prune(1) | draw_tree)
        assert search(0).eval(GEN).startswith("Statistics(position=0, line=(), visits=50, ")
        stage = statistics(RULES)
        assert pickle.loads(pickle.dumps(stage)) == stage
        assert repr(stage) == f"statistics({RULES!r})"

    @pytest.mark.slow
    def test_a_deep_tree(self) -> None:
        tree = expand(RULES, 0)._replace(visits=1, children=(None,) * 9)
        for visits in range(2, 20_000):
            tree = tree._replace(visits=visits, children=(tree, *[None] * 8))
        view = statistics(RULES)(tree)
        for _ in range(10):
            (view,) = view.children
        assert (view.label.visits, view.label.line) == (19_989, (0,) * 10)


class TestPictures:
    def test_a_node_in_words(self) -> None:
        label: Statistics[int, int] = Statistics(0, (3, 4), 1, -1 / 3, None, False)
        assert node_content(label) == NodeContent("1 visit\nvalue -0.33", "4")
        assert node_content(label._replace(visits=20, line=(), expected=True)) == NodeContent(
            "20 visits\nvalue -0.33", expected=True
        )
        words = [node_content(label._replace(proof=proof)).text.split("\n")[1] for proof in Outcome]
        assert words == ["first wins", "a draw", "second wins"]

    @pytest.mark.slow
    @pytest.mark.parametrize("rules", [RULES, connect4.rules])
    def test_the_expected_line_is_thick(self, rules: Any) -> None:
        tree = found_in(rules, 600, rules.start)
        drawn = tree_svg(statistics(rules)(tree), depth=2, width=2)
        assert classes(drawn).count("node") == 7
        assert classes(drawn).count("expected line") == 2
        assert classes(drawn).count("edge") == 6
        assert "600 visits" in drawn
        assert ">expected</text>" in drawn

    def test_the_best_are_drawn_and_the_others_counted(self) -> None:
        tree = found_in(connect4.rules, 400, connect4.rules.start)
        drawn = tree_svg(statistics(connect4.rules)(tree), depth=1, width=3)
        most = sorted((child.visits for child in tree.tried), reverse=True)
        assert re.findall(r">(\d+) visits<", drawn) == ["400", *map(str, most[:3])]
        assert "+ 4 more" in drawn

    def test_in_another_order_the_line_is_the_same(self) -> None:
        view = statistics(RULES)(found_in(RULES, 300, 0)) | order_by(fewest)
        first, *_, last = [*levels(view | prune(1))][1]
        assert first.visits < last.visits
        assert (first.expected, last.expected) == (False, True)
        assert classes(tree_svg(view, depth=1, width=9)).count("expected line") == 1

    def test_moves_that_have_not_been_tried_are_not_drawn(self) -> None:
        drawn = tree_svg(statistics(RULES)(found_in(RULES, 4, 0)), depth=1, width=9)
        assert classes(drawn).count("node") == 4
        assert "more" not in drawn

    def test_as_text_and_in_a_notebook(self) -> None:
        view = statistics(RULES)(found_in(RULES, 100, 0))
        for text in (tree_dot(view, depth=1), tree_mermaid(view, depth=1)):
            assert "100 visits" in text
            assert '"2"' in text
        assert view._repr_svg_() == tree_svg(view)
