"""The search tree as a value: equality, copies, thousands of plies, its best move and its line."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Outcome, Player, SplitMix, game_tree
from fpgames.games import nim, tictactoe
from fpgames.rand import Gen
from fpgames.search import (
    SearchTree,
    best,
    by_static,
    continue_search,
    expand,
    line,
    mcts,
    merge,
    simulate,
    statistics,
    subtree_after,
)
from fpgames.search.tree_search.tree import LazyChildren, with_visit
from tests.support.games import require_refused
from tests.support.graphs import AnyTree, Graph, graphs, node_of, nodes, seeds, thirds

RULES = tictactoe.rules
GEN = SplitMix.from_seed(1)


def tuple_of(tree: AnyTree | None) -> Any:
    """The same tree as plain tuples."""
    return None if tree is None else (*tree[:3], *tree[4:7], tuple(map(tuple_of, tree.children)))


class TestEquality:
    @pytest.mark.slow
    @given(graphs(), seeds, seeds)
    def test_trees_are_equal_if_all_their_nodes_are(self, graph: Graph, one: Gen, another: Gen) -> None:
        trees = [mcts(graph.rules(), 20)(0).eval(gen) for gen in (one, another, one)]
        assert trees[0] == trees[2]
        assert hash(trees[0]) == hash(trees[2])
        assert (trees[0] == trees[1]) is (tuple_of(trees[0]) == tuple_of(trees[1])) is not (trees[0] != trees[1])

    def test_unequal_trees(self) -> None:
        tree = mcts(RULES, 5)(RULES.start).eval(GEN)
        assert tree != mcts(RULES, 6)(RULES.start).eval(GEN)
        assert tree not in (None, tuple(tree), tree._replace(children=()), tree._replace(proof=Outcome.DRAW))
        assert tree != tree._replace(children=(None,) * 9)
        assert tree != tuple(tree)

    def test_a_further_visit_keeps_all_other_fields(self) -> None:
        """Also a field that is added to the record."""
        tree: SearchTree[Any, Any] = SearchTree._make(f"{name} of the node" for name in SearchTree._fields)
        tree = tree._replace(visits=1, total=2.0)
        visited = with_visit(tree, 0.5, (), Outcome.DRAW)
        assert visited[:] == tree._replace(visits=2, total=2.5, children=(), proof=Outcome.DRAW)[:]

    def test_how_it_is_shown(self) -> None:
        tree = expand(RULES, RULES.start)
        assert repr(tree) == "<SearchTree: visits 0, value 0.000>"
        assert repr(tree._replace(visits=8, total=2.0)) == "<SearchTree: visits 8, value 0.250>"
        assert repr(tree._replace(proof=Outcome.DRAW)) == "<SearchTree: visits 0, value 0.000, Outcome.DRAW>"


class TestMoves:
    @pytest.mark.parametrize("player", Player)
    def test_best_is_by_proof_then_visits_then_value(self, player: Player) -> None:
        won, lost = Outcome(player), Outcome(-player)
        ranked: list[tuple[int, float, Outcome | None]] = [
            (1, 0, won), (9, 0, None), (8, 0, Outcome.DRAW), (7, 4 * player, None), (7, 2 * player, None), (99, 0, lost), (98, 0, lost),
        ]  # fmt: skip
        for n in range(len(ranked)):
            for found in (ranked[n:], ranked[n:][::-1]):
                below: Any = tuple(SearchTree(None, None, (), (), *each) for each in found)
                tree = SearchTree(None, player, tuple(range(len(found))), below)
                assert found[best(tree)] == ranked[n]

    def test_of_equal_moves_the_first_is_best(self) -> None:
        assert best(node_of(Player.FIRST, [None, (2, 1.0), (2, 1.0)])) == 1

    @pytest.mark.slow
    @given(st.integers(2, 200), seeds)
    def test_the_line_begins_with_the_best_move(self, n: int, gen: Gen) -> None:
        tree = mcts(RULES, n)(RULES.start).eval(gen)
        move, *rest = line(tree)
        assert move == best(tree)
        assert tuple(rest) == line(subtree_after(RULES, tree, move))

    def test_after(self) -> None:
        tree = mcts(RULES, 5)(RULES.start).eval(GEN)
        assert subtree_after(RULES, tree, 2) is tree.children[2]
        assert subtree_after(RULES, tree, 8) == expand(RULES, RULES.play(RULES.start, 8))

    @pytest.mark.parametrize(
        ("name", "call"),
        [
            ("best", best),
            ("line", line),
            ("subtree_after", lambda tree: subtree_after(RULES, tree, 0)),
            ("continue_search", continue_search(RULES, 2)),
            ("a simulation", simulate(RULES)),
            ("merge", merge),
            ("merge", lambda tree: merge(expand(RULES, RULES.start), tree)),
            ("statistics", statistics(RULES)),
        ],
    )
    def test_not_the_tree_of_a_search(self, name: str, call: Callable[[Any], object]) -> None:
        said = rf"^{name} needs the tree of a search, such as mcts\(.*; got .+"
        wrong: tuple[Any, ...] = (
            RULES.start, None, [expand(RULES, RULES.start)], mcts(RULES, 2)(RULES.start), mcts(RULES, 2),
            game_tree(RULES)(RULES.start),
        )  # fmt: skip
        require_refused(call, [(each, said) for each in wrong], error=TypeError, pattern=True)


def deep(plies: int) -> AnyTree:
    """One line of play in the game of one heap of which two objects may be taken, with a second child here and there."""
    rules = nim.heaps(1)
    tree: AnyTree = expand(rules, rules.start)
    for n in range(1, plies):
        other = expand(rules, rules.start)._replace(visits=1) if n % 7 == 0 else None
        tree = SearchTree((n, "heap"), Player.FIRST, (1, 2), (tree, other), n, n / 3)
    return tree


def copies(tree: AnyTree, protocol: int = pickle.HIGHEST_PROTOCOL) -> tuple[AnyTree, ...]:
    return pickle.loads(pickle.dumps(tree, protocol)), copy.copy(tree), copy.deepcopy(tree)


class TestCopies:
    @given(graphs(), st.integers(0, 100), seeds, st.integers(0, pickle.HIGHEST_PROTOCOL))
    def test_they_are_equal(self, graph: Graph, n: int, gen: Gen, protocol: int) -> None:
        rules = graph.rules()
        tree = mcts(rules, n, evaluate=by_static(thirds))(0).eval(gen) if n else expand(rules, 0)
        for found in copies(tree, protocol):
            assert found == tree
            assert hash(found) == hash(tree)
            assert [type(node.children) for node in nodes(found)] == [type(node.children) for node in nodes(tree)]

    @pytest.mark.slow
    def test_thousands_of_plies(self) -> None:
        tree, again = deep(2500), deep(2500)
        assert tree == again
        assert {tree: 1}[again] == 1
        assert all(found == tree for found in copies(tree))
        assert tree != tree._replace(visits=0)
        assert sum(1 for _ in nodes(merge(tree, again))) == sum(1 for _ in nodes(tree))
        assert pickle.loads(pickle.dumps(merge(tree, again))) == merge(tree, again)

    def test_a_tree_in_two_places_stays_one(self) -> None:
        tree: AnyTree = SearchTree(0, Player.FIRST, (0, 1), (None, None), 1)
        for n in range(60):  # 2 ** 60 places
            tree = SearchTree(n, Player.FIRST, (0, 1), (tree, tree), 1)
        _, (flat, _) = tree.__reduce__()
        assert len(flat) == 61
        found = pickle.loads(pickle.dumps(tree))
        assert found.children[0] is found.children[1]
        deeper = found.children[0].children
        assert deeper[0] is deeper[1]

    def test_lazy_children_stay_lazy(self) -> None:
        children: LazyChildren[int, int] = LazyChildren(2, not_yet)
        tree = SearchTree(0, Player.FIRST, (0, 1), (None, SearchTree(1, Player.SECOND, (0, 1), children)))
        found = pickle.loads(pickle.dumps(tree)).children[1]
        with pytest.raises(ZeroDivisionError):
            found.children[0]

    def test_lazy_children_are_a_sequence(self) -> None:
        made: list[int] = []
        trees = [expand(RULES, RULES.play(RULES.start, i)) for i in range(4)]
        children: LazyChildren[int, int] = LazyChildren(4, lambda i: made.append(i) or trees[i])  # type: ignore[func-returns-value]
        assert len(children) == 4
        assert children[-1] is children[3] is trees[3]
        assert children[2:0:-1] == (trees[2], trees[1])
        assert made == [3, 2, 1]
        with pytest.raises(IndexError):
            children[4]
        assert children == tuple(trees) != LazyChildren(3, trees.__getitem__)
        assert hash(children) == hash(tuple(trees))
        assert children != iter(trees)


def not_yet(i: int) -> AnyTree | None:
    return expand(RULES, i // 0)
