"""Random descents and traversals of lazy trees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from operator import itemgetter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames.games.tictactoe_bits import rules
from fpgames.minimax import maximise
from fpgames.montecarlo import estimate, random_leaf, traverse_tree
from fpgames.playouts import play_game, random_move
from fpgames.rng import Gen, SplitMix, StdGen, uniform
from fpgames.rules import Player
from fpgames.state import State, map_m, modify, replicate_m
from fpgames.testing import generators, positions
from fpgames.tree import Tree, build_tree, extend_while, game_tree, leaves, map_tree, node, prune, with_ply
from tests.test_games import EVERY_GAME
from tests.test_tree import Counting, trees


class TestRandomLeaf:
    @EVERY_GAME
    @given(st.data(), generators())
    def test_of_a_game_it_is_a_playout(self, rules: Any, data: st.DataObject, gen: Gen) -> None:
        p = data.draw(positions(rules))
        bot = partial(random_move, rules)
        (_, end), after = play_game(rules, p, bot, bot).run(gen)
        leaf, same_after = random_leaf(game_tree(rules)(p)).run(gen)
        assert (leaf.position, same_after) == (end, after)

    @given(trees, generators())
    def test_it_is_a_leaf(self, tree: Tree[int], gen: Gen) -> None:
        assert random_leaf(tree).eval(gen) in list(leaves(tree))

    def test_every_child_is_as_likely_however_many_leaves_it_has(self) -> None:
        tree = node("", [node("", map(node, "abc")), node("d")])
        counts = Counter(replicate_m(6000, random_leaf(tree)).eval(SplitMix.from_seed(1)))
        expected = {"a": 1000, "b": 1000, "c": 1000, "d": 3000}
        assert sum((counts[leaf] - n) ** 2 / n for leaf, n in expected.items()) < 16.27  # 0.1% of chi-squared, 3

    def test_only_the_children_on_the_way_are_made(self) -> None:
        played: list[int] = []

        def play(p: int, move: int) -> int:
            played.append(move)
            return rules.play(p, move)

        counting = replace(rules, play=play)
        tree = prune(5)(game_tree(counting)(rules.start))
        for stages in (tree, extend_while(lambda _: True, tree), map_tree(lambda pair: pair[0], with_ply(tree))):
            played.clear()
            leaf = random_leaf(map_tree(lambda n: n.line, stages)).eval(StdGen(1, 1))
            assert tuple(played) == leaf
            assert len(played) == 5

    def test_children_that_cannot_be_counted_are_made(self) -> None:
        def grow(n: int) -> Iterator[int]:
            yield from (n + 1, n + 2)

        for seed in range(20):
            gen = SplitMix.from_seed(seed)
            counted = random_leaf(prune(3)(build_tree(lambda n: (n + 1, n + 2))(0))).run(gen)
            assert random_leaf(prune(3)(build_tree(grow)(0))).run(gen) == counted
            assert random_leaf(map_tree(itemgetter(0))(with_ply(prune(3)(build_tree(grow)(0))))).run(gen) == counted


class TestTraverse:
    @given(trees, generators())
    def test_it_runs_an_action_a_leaf_from_left_to_right(self, tree: Tree[int], gen: Gen) -> None:
        action = lambda n: uniform(n, n + 3)  # noqa: E731
        traversed, after = traverse_tree(action)(tree).run(gen)
        assert (tuple(leaves(traversed)), after) == map_m(action, leaves(tree)).run(gen)

    @given(trees)
    def test_with_pure_actions_it_is_map_tree(self, tree: Tree[int]) -> None:
        traversed, n = traverse_tree(lambda label: modify(lambda n: n + 1).map(lambda _: -label), tree).run(0)
        assert maximise(traversed) == maximise(map_tree(lambda label: -label, tree))
        assert n == len(list(leaves(tree)))

    def test_an_inner_label_is_never_asked_for_nor_answered(self) -> None:
        label = Counting(lambda n: n)
        tree = map_tree(label)(node(1, [node(2), node(3)]))
        traversed: Tree[int] = traverse_tree(lambda n: State.from_value(n), tree).eval(0)
        assert label.calls == [2, 3]
        with pytest.raises(ValueError, match="an inner node of a traversed tree has no label"):
            traversed.label  # noqa: B018


def test_an_estimate_needs_a_budget() -> None:
    with pytest.raises(ValueError, match="cannot play 0 random games"):
        estimate(rules, 0, Player.FIRST)
