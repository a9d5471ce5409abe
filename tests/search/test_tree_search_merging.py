"""Merging search trees: laws, and trees that cannot be merged."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from functools import partial, reduce
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Rules, SplitMix
from fpgames.games import tictactoe
from fpgames.rand import Gen
from fpgames.search import by_static, continue_search, expand, mcts, merge
from fpgames.search.tree_search.tree import LazyChildren
from tests.support.graphs import AnyTree, graphs, nodes, recursive_outcome, seeds, thirds

RULES = tictactoe.rules


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
    @given(searches(3))
    def test_laws(self, drawn: Any) -> None:
        """It is commutative and associative, from the left, and an unvisited tree is its unit."""
        rules, (a, b, c) = drawn
        assert merge(a, b) == merge(b, a)
        check_close(merge(merge(a, b), c), merge(a, merge(b, c)))
        for order in permutations((a, b, c)):
            assert merge(*order) == reduce(merge, order)
            check_close(merge(*order), merge(a, b, c))
        unit = expand(rules, 0)
        assert merge(a, unit) == merge(unit, a) == merge(a) == a

    @given(searches(3))
    def test_every_node(self, drawn: Any) -> None:
        """Visits and totals are added; a proof of any counts, and is right; 1 visit of each search is the node's own."""
        rules, trees = drawn
        merged = merge(*trees)
        value = recursive_outcome(rules)
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

    @pytest.mark.slow
    @given(searches(2), st.integers(1, 40), seeds)
    def test_a_search_continues_from_it(self, drawn: Any, n: int, gen: Gen) -> None:
        rules, trees = drawn
        merged = merge(*trees)
        further = continue_search(rules, n)(merged).eval(gen)
        assert further.visits == merged.visits + n or further.proof is recursive_outcome(rules)(0)

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

    @pytest.mark.slow
    def test_a_thousand_trees(self) -> None:
        """At once, and one after the other."""
        trees = [mcts(RULES, 4)(RULES.start).eval(SplitMix.from_seed(seed)) for seed in range(1000)]
        merged, folded = merge(*trees), reduce(merge, trees)
        assert merged.visits == 4_000
        assert sum(node.visits for node in nodes(merged)) == sum(node.visits for tree in trees for node in nodes(tree))
        assert pickle.loads(pickle.dumps(folded)) == folded == merged
