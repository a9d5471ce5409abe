"""Random descents and traversals of lazy trees."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial, reduce
from operator import attrgetter, itemgetter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fpgames import Player, SplitMix, State, StdGen, best_move, estimate, maximise, minimax, play_game, traverse_tree
from fpgames.draw import NodeContent, node_content, tree_svg
from fpgames.games import GAMES
from fpgames.games.tictactoe import rules
from fpgames.play import playout, random_move
from fpgames.rand import Gen, distribution, uniform
from fpgames.rules import whose_turn
from fpgames.search import INNER, random_leaf
from fpgames.state import map_m, map_state, replicate_m
from fpgames.testing import generators, positions, unfinished
from fpgames.tree import Tree, build_tree, game_tree, map_tree, node, prune, share
from fpgames.tree.folds import fold_tree, leaves, size
from fpgames.tree.stages import extend_while, with_ply
from tests.support.labels import CallRecorder, opposite, recording_children
from tests.support.trees import trees, with_player


class TestRandomLeaf:
    @pytest.mark.slow
    @settings(max_examples=3)
    @given(st.data(), generators())
    def test_of_every_game_it_is_a_playout(self, data: st.DataObject, gen: Gen) -> None:
        wrong = {}
        for name, game in sorted(GAMES.items()):
            p, bot = data.draw(positions(game)), partial(random_move, game)
            (_, end), after = play_game(game, p, bot, bot).run(gen)
            leaf, same_after = random_leaf(game_tree(game)(p)).run(gen)
            if (leaf.position, same_after) != (end, after):
                wrong[name] = p, leaf
        assert not wrong

    @given(trees, generators())
    def test_it_is_a_leaf(self, tree: Tree[int], gen: Gen) -> None:
        assert random_leaf(tree).eval(gen) in list(leaves(tree))

    def test_every_child_is_as_likely_however_many_leaves_it_has(self) -> None:
        tree = node("", [node("", map(node, "abc")), node("d")])
        sixth = Fraction(1, 6)
        assert distribution(random_leaf(tree)) == {"a": sixth, "b": sixth, "c": sixth, "d": 3 * sixth}

    def test_only_the_children_on_the_way_are_made(self) -> None:
        played: list[int] = []

        def play(p: int, move: int) -> int:
            played.append(move)
            return rules.play(p, move)

        counting = replace(rules, play=play)
        tree = prune(5)(game_tree(counting)(rules.start))
        for stages in (tree, tree | extend_while(lambda _: True), tree | with_ply | map_tree(itemgetter(0))):
            played.clear()
            leaf = random_leaf(stages | map_tree(attrgetter("line"))).eval(StdGen(1, 1))
            assert tuple(played) == leaf
            assert len(played) == 5

    def test_children_that_cannot_be_counted_are_made(self) -> None:
        counted, iterated = (
            build_tree(grow)(0) | prune(3) for grow in (one_or_two, recording_children([], one_or_two))
        )
        for gen in map(SplitMix.from_seed, range(20)):
            leaf = random_leaf(counted).run(gen)
            assert random_leaf(iterated).run(gen) == leaf
            assert random_leaf(iterated | with_ply | map_tree(itemgetter(0))).run(gen) == leaf


def one_or_two(n: int) -> tuple[int, int]:
    return n + 1, n + 2


def pure(label: Any) -> State[int, Any]:
    return State.from_value(label)


class TestTraverse:
    @given(trees, generators())
    def test_it_runs_an_action_a_leaf_from_left_to_right(self, tree: Tree[int], gen: Gen) -> None:
        action = lambda n: uniform(n, n + 3)  # noqa: E731
        traversed, after = traverse_tree(action)(tree).run(gen)
        assert (tuple(leaves(traversed)), after) == map_m(action, leaves(tree)).run(gen)

    @given(trees)
    def test_with_pure_actions_it_is_map_tree(self, tree: Tree[int]) -> None:
        def action(label: int) -> State[int, int]:
            return State(lambda n: (opposite(label), n + 1))

        traversed, n = traverse_tree(action)(tree).run(0)
        assert maximise(traversed) == maximise(map_tree(opposite)(tree))
        assert n == len(list(leaves(tree)))

    def test_an_inner_label_is_never_asked_for(self) -> None:
        label = CallRecorder(lambda n: n)
        tree = map_tree(label)(node(1, [node(2), node(3)]))
        traversed: Tree[int] = traverse_tree(pure)(tree).eval(0)
        assert label.calls == [2, 3]
        root: Any = traversed.label
        assert root is INNER

    @given(trees)
    def test_inner_labels_are_drawn_as_nothing(self, tree: Tree[int]) -> None:
        traversed: Tree[int] = traverse_tree(pure)(tree).eval(0)

        def said(label: Any, below: tuple[Any, ...]) -> Any:
            return label, *below

        def expected(tree: Tree[int]) -> Any:
            below = tuple(map(expected, tree.children))
            return INNER if below else tree.label, *below

        assert fold_tree(said)(traversed) == expected(tree)
        assert (repr(INNER), node_content(INNER)) == ("INNER", NodeContent(""))
        assert "INNER" not in tree_svg(traversed)

    @given(trees, st.sampled_from([None, *Player]))
    def test_it_keeps_whose_turn_it_is(self, tree: Tree[int], player: Player | None) -> None:
        def players(tree: Tree[int]) -> Any:
            return tree.player, [players(child) for child in tree.children]

        known = tree if player is None else with_player(player, tree)
        traversed: Tree[int] = traverse_tree(pure)(known).eval(0)
        assert players(traversed) == players(known)
        twice = node(0, [known, node(1, player=player)], player=player)
        again: Tree[int] = traverse_tree(pure)(twice).eval(0)
        assert players(again) == players(twice)

    @given(unfinished(rules), st.integers(1, 2))
    def test_it_keeps_the_moves(self, p: int, depth: int) -> None:
        for tree in (build_tree(rules)(p) | map_tree(rules.static), game_tree(rules)(p) | map_tree(worth)):
            pruned = prune(depth)(tree)
            traversed: Tree[float] = traverse_tree(pure)(pruned).eval(0)
            assert best_move(traversed) == best_move(pruned)
            assert minimax(traversed) == minimax(pruned)

    def test_of_a_shared_tree_it_runs_once_for_each_place(self) -> None:
        steps = build_tree(lambda n: [n + 1, n + 2] if n < 5 else [])(0)

        def counted(_: int) -> State[int, int]:
            return State(lambda n: (n, n + 1))

        traversed, n = traverse_tree(counted)(share(steps)).run(0)
        assert list(leaves(traversed)) == list(range(n)) == list(range(len(list(leaves(steps)))))
        assert size(traversed) == size(steps) == 25


def worth(label: Any) -> float:
    return rules.static(label.position)


@given(positions(rules), generators(), st.integers(1, 9))
def test_an_estimate_is_wins_less_losses_of_playouts_one_by_one(p: int, gen: Gen, n: int) -> None:
    outcomes, after = replicate_m(n, playout(rules, p)).run(gen)
    assert estimate(rules, n)(p).run(gen) == (outcomes.count(1) - outcomes.count(-1), after)


def test_a_pipeline_of_estimates_plays_the_winning_move() -> None:
    look, gen = build_tree(rules) | prune(1) | traverse_tree(estimate(rules, 50)), SplitMix.from_seed(1)
    for moves, best in (((0, 3, 1, 4), 2), ((0, 3, 8, 4, 2), 5)):
        p = reduce(rules.play, moves, rules.start)
        assert (look | map_state(best_move))(p).eval(gen) == best
        assert (look | map_state(minimax))(p).eval(gen) == 50 * whose_turn(rules, p)


def test_an_estimate_needs_a_budget() -> None:
    with pytest.raises(ValueError, match="cannot play 0 random games"):
        estimate(rules, 0)
