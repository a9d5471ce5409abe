"""Wrong figures in article 2: what its transcribed code returns, and what the library returns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import ge, le
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from toolz import identity

from fpgames import Tree, build_tree, count_leaves, map_tree, maximise, minimise, prune
from fpgames.games.tictactoe import rules, static, successors
from fpgames.search import ab_maximise, ab_minimise
from tests.support.trees import trees

Hopeless = Callable[[int, int], bool]


def improving(best: Callable[[list[int]], int], hopeless: Hopeless, lists: Iterable[list[int]]) -> Iterator[int]:
    """The second article's ``omitIf``, given its comparison; the first list is always kept."""
    bound: int | None = None
    for numbers in lists:
        if bound is None or not any(hopeless(bound, x) for x in numbers):
            bound = best(numbers)
            yield bound


def candidates(high: bool, hopeless: tuple[Hopeless, Hopeless], tree: Tree[int]) -> list[int]:
    """Its ``abMaximise'``, and the mirror that it leaves out."""
    below = [candidates(not high, hopeless, child) for child in tree.children]
    return list(improving(min if high else max, hopeless[not high], below)) if below else [tree.label]


PRINTED, MENDED = (le, ge), (ge, le)


def evaluated(depth: int, position: int = 0) -> Tree[int]:
    return map_tree(static)(prune(depth)(build_tree(successors)(position)))


class TestTheListsOfTheSecondArticle:
    """Errata 1 and 2: the comparison, and the mirror."""

    @given(trees)
    def test_mended_and_mirrored_they_are_minimax(self, tree: Tree[int]) -> None:
        assert max(candidates(True, MENDED, tree)) == maximise(tree) == ab_maximise(tree)
        assert min(candidates(False, MENDED, tree)) == minimise(tree) == ab_minimise(tree)

    def test_as_printed_they_see_a_forced_win_in_a_drawn_game(self) -> None:
        """Compiled by GHC, the printed comparison returns 1 at depths 7, 8 and 9."""
        trees = {depth: evaluated(depth) for depth in (5, 6, 7)}
        assert {depth: max(candidates(True, PRINTED, tree)) for depth, tree in trees.items()} == {5: 0, 6: 0, 7: 1}
        assert {ab_maximise(tree) for tree in trees.values()} == {maximise(trees[5])} == {0}

    def test_deeper_and_cheaper(self) -> None:
        """``prune 8`` by lists asks for fewer leaves than ``prune 5`` by minimax: so much is as the article says."""
        assert count_leaves(maximise)(evaluated(5)) == (0, 15120)
        assert count_leaves(ab_maximise)(evaluated(8)) == (0, 11583)


def keep_replies(n: int, key: Callable[[int], Any], tree: Tree[int]) -> Tree[int]:
    """The tree with the n moves of the second player that leave the first least; docs/articles/2-lazy-trees.md."""

    def answered(tree: Tree[int]) -> Tree[int]:
        return Tree(lambda: tree.label, lambda: map(partial(keep_replies, n, key), best(tree)))

    def best(tree: Tree[int]) -> list[Tree[int]]:
        return sorted(tree.children, key=lambda reply: key(reply.label))[:n]

    return Tree(lambda: tree.label, lambda: map(answered, tree.children))


def subtrees(tree: Tree[int]) -> Iterator[Tree[int]]:
    yield tree
    for child in tree.children:
        yield from subtrees(child)


def test_the_second_articles_evaluate_is_for_the_first_player_to_move() -> None:
    """At O's turn it has O play for X and X for O: here X wins whatever O does."""
    p = rules.read("XO.\n.X.\n...")
    assert maximise(evaluated(5, p)) == 0
    assert minimise(evaluated(5, p)) == 1


class TestOnlyTheOpponentsBestMoves:
    """The first exercise of the second article, as it is set."""

    @given(trees, st.integers(1, 4))
    def test_the_value_is_never_less_than_minimax(self, tree: Tree[int], n: int) -> None:
        """A player whose moves are left out can only do worse."""
        assert maximise(keep_replies(n, identity, tree)) >= maximise(tree)

    @given(trees)
    def test_who_keeps_all_keeps_the_value(self, tree: Tree[int]) -> None:
        widest = max(len(list(t.children)) for t in subtrees(tree))
        assert maximise(keep_replies(widest, identity, tree)) == maximise(tree)
