"""Merged trees of searches: their laws, searches of many trees; and trees that are thousands of plies deep."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial, reduce
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Outcome, Player, Rules, SplitMix, replicate_m
from fpgames.games import connect4, nim, tictactoe
from fpgames.play import mcts_of_trees
from fpgames.rand import split_off
from fpgames.rng import Gen
from fpgames.rules import GameOver
from fpgames.search import SearchTree, best, by_static, expand, line, mcts, merge, search_on
from fpgames.search.mcts_tree import LazyChildren
from tests.search.test_mcts import Graph, bandit, by_recursion, graphs, nodes, seeds, thirds

RULES = tictactoe.rules
GEN = SplitMix.from_seed(1)
AnyTree = SearchTree[Any, Any]


def searched(rules: Rules[int, int], n: int, gen: Gen) -> AnyTree:
    return mcts(rules, n, evaluate=by_static(thirds))(0).eval(gen)


@st.composite
def searches(draw: st.DrawFn, k: int = 3) -> tuple[Rules[int, int], list[AnyTree]]:
    """A game, and trees of searches from its start, of which some may be unvisited."""
    rules = draw(graphs()).rules()
    grown = st.builds(partial(searched, rules), st.integers(1, 60), seeds)
    return rules, draw(st.lists(st.just(expand(rules, 0)) | grown | grown, min_size=k, max_size=k))


def pairs(a: AnyTree, b: AnyTree) -> Iterator[tuple[AnyTree, AnyTree]]:
    """All nodes of two trees that have the same shape, side by side."""
    waiting = [(a, b)]
    while waiting:
        a, b = waiting.pop()
        yield a, b
        for mine, theirs in zip(a.children, b.children, strict=True):
            assert (mine is None) is (theirs is None)
            if mine is not None and theirs is not None:
                waiting.append((mine, theirs))


def check_close(a: AnyTree, b: AnyTree) -> None:
    """Equal, but for the rounding of totals."""
    for mine, theirs in pairs(a, b):
        assert (*mine[:3], mine.visits, mine.proof) == (*theirs[:3], theirs.visits, theirs.proof)
        assert mine.total == pytest.approx(theirs.total)


class TestMerge:
    @given(searches(2))
    def test_commutative(self, drawn: Any) -> None:
        _, (a, b) = drawn
        assert merge(a, b) == merge(b, a)

    @given(searches(3))
    def test_associative(self, drawn: Any) -> None:
        _, (a, b, c) = drawn
        check_close(merge(merge(a, b), c), merge(a, merge(b, c)))
        for order in permutations((a, b, c)):
            check_close(merge(*order), merge(a, b, c))

    @given(searches(4))
    def test_several_are_merged_from_the_left(self, drawn: Any) -> None:
        _, trees = drawn
        assert merge(*trees) == reduce(merge, trees)

    @given(searches(1))
    def test_an_unvisited_tree_is_the_unit(self, drawn: Any) -> None:
        rules, [a] = drawn
        unit = expand(rules, 0)
        assert merge(a, unit) == merge(unit, a) == merge(a) == a

    @given(searches(3))
    def test_every_node(self, drawn: Any) -> None:
        """Visits and totals are added; a proof of any counts, and is right; 1 visit of each search is the node's own."""
        rules, trees = drawn
        merged = merge(*trees)
        value = by_recursion(rules)
        waiting = [(merged, trees)]
        while waiting:
            node, parts = waiting.pop()
            assert node[:3] == parts[0][:3]
            assert node.visits == sum(part.visits for part in parts)
            assert node.total == pytest.approx(sum(part.total for part in parts))
            proofs = {part.proof for part in parts} - {None}
            assert {node.proof} - {None} == proofs
            if node.proof is None:
                own = sum(part.visits > 0 for part in parts)
                assert node.visits == own + sum(child.visits for child in node.tried)
                assert node.value == (node.total / node.visits if node.visits else 0)
            else:
                assert node.value == node.proof == value(node.position)
            for i, child in enumerate(node.children):
                below = [part.children[i] for part in parts if part.children[i] is not None]
                assert (child is None) is (not below)
                if child is not None:
                    waiting.append((child, below))

    @given(searches(2), st.integers(1, 40), seeds)
    def test_a_search_continues_from_it(self, drawn: Any, n: int, gen: Gen) -> None:
        rules, trees = drawn
        merged = merge(*trees)
        further = search_on(rules, n)(merged).eval(gen)
        assert further.visits == merged.visits + n or further.proof is by_recursion(rules)(0)

    def test_the_best_move_is_the_one_that_the_searches_choose_together(self) -> None:
        rules = connect4.sized(5, 4, 3)
        trees = [mcts(rules, 40)(rules.start).eval(SplitMix.from_seed(seed)) for seed in range(9)]
        visits = [sum(child.visits for tree in trees if (child := tree.children[i])) for i in range(5)]
        assert merge(*trees).proof is None
        assert best(merge(*trees)) == visits.index(max(visits))
        assert len({best(tree) for tree in trees}) > 1

    def test_a_proof_of_one(self) -> None:
        p = RULES.read("OOX\n.X.\n..X")
        trees = [mcts(RULES, n)(p).eval(GEN) for n in (4, 100)]
        assert [tree.proof for tree in trees] == [None, Outcome.FIRST_WON]
        merged = merge(*trees)
        assert (merged.proof, merged.value) == (Outcome.FIRST_WON, 1)
        assert best(merged) == best(trees[1])
        assert line(merged)

    def test_children_are_merged_when_they_are_looked_at(self) -> None:
        looked: list[int] = []

        def watched(tree: AnyTree) -> AnyTree:
            def make(i: int) -> AnyTree | None:
                looked.append(i)
                return tree.children[i]

            return tree._replace(children=LazyChildren(len(tree.moves), make))

        a, b = (mcts(RULES, 30)(RULES.start).eval(SplitMix.from_seed(seed)) for seed in (1, 2))
        merged = merge(watched(a), watched(b))
        assert looked == []
        assert [merged.children[3], merged.children[3]] == [merge(*(tree.children[3] for tree in (a, b)))] * 2  # type: ignore[arg-type]
        assert looked == [3, 3]
        assert merged == merge(a, b)
        assert merged.children == merge(a, b).children == (*merged.children,)
        assert hash(merged.children) == hash((*merged.children,))

    def test_a_thousand_trees(self) -> None:
        trees = [mcts(RULES, 12)(RULES.start).eval(SplitMix.from_seed(seed)) for seed in range(1000)]
        merged = merge(*trees)
        assert merged.visits == 12_000
        assert sum(node.visits for node in nodes(merged)) == sum(node.visits for tree in trees for node in nodes(tree))

    def test_a_thousand_trees_one_after_the_other(self) -> None:
        trees = [mcts(RULES, 12)(RULES.start).eval(SplitMix.from_seed(seed)) for seed in range(1000)]
        merged = reduce(merge, trees)
        assert pickle.loads(pickle.dumps(merged)) == merged == merge(*trees)

    @pytest.mark.parametrize("other", [3, None, [expand(RULES, RULES.start)]])
    def test_what_is_no_tree(self, other: Any) -> None:
        for trees in ((other,), (expand(RULES, RULES.start), other)):
            with pytest.raises(TypeError, match="merge needs the tree of a search"):
                merge(*trees)

    def test_different_trees(self) -> None:
        a, b = (expand(RULES, p) for p in (RULES.start, RULES.play(RULES.start, 4)))
        for other, wrong in [
            (b, "different positions, 0 and"),
            (a._replace(player=Player.SECOND), "different players to move, Player.FIRST and Player.SECOND"),
            (a._replace(moves=a.moves[::-1]), r"different moves, \(0, 1, .*\) and \(8, 7, .*\)"),
        ]:
            with pytest.raises(ValueError, match=f"cannot merge trees with {wrong}.*; expected trees of one position"):
                merge(a, other)

    def test_different_proofs(self) -> None:
        a = expand(RULES, RULES.start)
        won, lost = (a._replace(proof=proof) for proof in (Outcome.FIRST_WON, Outcome.SECOND_WON))
        with pytest.raises(
            ValueError, match=r"different proofs, \[Outcome.SECOND_WON, Outcome.FIRST_WON\]; one of the"
        ):
            merge(won, a, lost)
        above = SearchTree(-1, Player.FIRST, (0,), (won,))
        merged = merge(above, above._replace(children=(lost,)))
        with pytest.raises(ValueError, match="different proofs"):
            merged.children[0]


def backwards(function: Callable[[Any], Any], values: Iterable[Any]) -> Iterable[Any]:
    return [*map(function, [*values][::-1])][::-1]


class TestManyTrees:
    @given(graphs(), st.integers(1, 30), st.integers(1, 4), seeds)
    def test_it_is_a_merge_of_searches(self, graph: Graph, n: int, trees: int, gen: Gen) -> None:
        rules = graph.rules()
        each = split_off().map(lambda theirs: mcts(rules, n)(0).eval(theirs))
        merged = replicate_m(trees, each).map(lambda found: reduce(merge, found))
        assert mcts_of_trees(rules, n, trees)(0).run(gen) == merged.run(gen)
        assert mcts_of_trees(rules, n, trees, map_function=backwards)(0).run(gen) == merged.run(gen)

    def test_any_number_of_workers(self) -> None:
        rules = connect4.rules
        alone, gen = mcts_of_trees(rules, 60, 5)(rules.start).run(GEN)
        assert alone.visits == 300
        for workers in (1, 2):
            with ProcessPoolExecutor(workers) as pool:
                assert mcts_of_trees(rules, 60, 5, map_function=pool.map)(rules.start).run(GEN) == (alone, gen)

    def test_phases(self) -> None:
        search = mcts_of_trees(RULES, 9, 2, evaluate=by_static(RULES.static))
        assert search(RULES.start).eval(GEN) == merge(
            *[mcts(RULES, 9, evaluate=by_static(RULES.static))(0).eval(GEN)] * 2
        )
        assert repr(search) == "mcts_of_trees(<Rules: tictactoe>, 9, 2, evaluate=by_static(static))"
        assert pickle.loads(pickle.dumps(search)) == search
        assert mcts_of_trees(RULES, 9, 2) == mcts_of_trees(RULES, 9, 2, map_function=map)

    def test_if_one_proves_the_root_the_merge_is_proven(self) -> None:
        p = RULES.read("O..\n.X.\n..X")
        gens, _ = replicate_m(8, split_off()).run(GEN)
        proofs = [mcts(RULES, 225)(p).eval(gen).proof for gen in gens]
        assert {*proofs} == {None, Outcome.DRAW}
        assert mcts_of_trees(RULES, 225, 8)(p).eval(GEN).proof is Outcome.DRAW

    @pytest.mark.parametrize("n", [0, 1.5])
    def test_numbers(self, n: Any) -> None:
        with pytest.raises(ValueError, match=f"cannot run {n} simulations; expected at least 1"):
            mcts_of_trees(RULES, n, 2)
        with pytest.raises(ValueError, match=f"cannot search {n} trees; expected at least 1"):
            mcts_of_trees(RULES, 2, n)

    def test_other_errors(self) -> None:
        with pytest.raises(TypeError, match="mcts_of_trees needs the rules"):
            mcts_of_trees(2, RULES, 2)  # type: ignore[arg-type]
        with pytest.raises(GameOver):
            mcts_of_trees(RULES, 2, 2)(RULES.read("XXX\nOO.\n..."))
        with pytest.raises(ValueError, match="zip"):  # a map that loses a tree
            mcts_of_trees(RULES, 9, 3, map_function=lambda f, gens: map(f, gens[1:]))(RULES.start).eval(GEN)
        with pytest.raises(TypeError, match="mcts has no option 'selekt'"):
            mcts_of_trees(RULES, 2, 2, selekt=1)  # type: ignore[call-arg]


def deep(plies: int) -> AnyTree:
    """One line of play in the game of one heap of which two objects may be taken, with a second child here and there."""
    rules = nim.heaps(1)
    tree: AnyTree = expand(rules, rules.start)
    for n in range(1, plies):
        other = expand(rules, rules.start)._replace(visits=1) if n % 7 == 0 else None
        tree = SearchTree((n, "heap"), Player.FIRST, (1, 2), (tree, other), n, n / 3)
    return tree


class TestDeepTrees:
    @given(graphs(), st.integers(0, 100), seeds, st.integers(0, pickle.HIGHEST_PROTOCOL))
    def test_they_are_pickled_and_copied(self, graph: Graph, n: int, gen: Gen, protocol: int) -> None:
        tree = searched(graph.rules(), n, gen) if n else expand(graph.rules(), 0)
        for found in (pickle.loads(pickle.dumps(tree, protocol)), copy.copy(tree), copy.deepcopy(tree)):
            assert found == tree
            assert hash(found) == hash(tree)
            assert [type(node.children) for node in nodes(found)] == [type(node.children) for node in nodes(tree)]

    def test_five_thousand_plies(self) -> None:
        tree, again = deep(5000), deep(5000)
        assert tree == again
        assert {tree: 1}[again] == 1
        for found in (pickle.loads(pickle.dumps(tree)), copy.copy(tree), copy.deepcopy(tree)):
            assert found == tree
        assert tree != tree._replace(visits=0)
        assert sum(1 for _ in nodes(merge(tree, again))) == sum(1 for _ in nodes(tree))
        assert pickle.loads(pickle.dumps(merge(tree, again))) == merge(tree, again)

    def test_a_game_of_many_plies(self) -> None:
        rules, evaluate = bandit((1.0, 0.0), width=2)
        deep_one = mcts(rules, 700, select=first_move, evaluate=evaluate)(rules.start).eval(GEN)
        assert len(line(deep_one)) == 699
        assert pickle.loads(pickle.dumps(deep_one)) == deep_one

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
        children: LazyChildren[int, int] = LazyChildren(2, refused)
        tree = SearchTree(0, Player.FIRST, (0, 1), (None, SearchTree(1, Player.SECOND, (0, 1), children)))
        found = pickle.loads(pickle.dumps(tree)).children[1]
        with pytest.raises(ZeroDivisionError):
            found.children[0]


def first_move(tree: AnyTree) -> int:
    return 0


def refused(i: int) -> AnyTree | None:
    return expand(RULES, i // 0)
