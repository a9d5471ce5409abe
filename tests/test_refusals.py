"""Refusals: what was accepted in silence, or refused without saying what to change, found by trying to break the library."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import nan
from operator import attrgetter, neg
from typing import Any, NamedTuple, cast

import numpy as np
import pytest

from fpgames import (
    Player,
    SplitMix,
    State,
    Tree,
    alpha_beta,
    best_move,
    bot_alphabeta,
    bot_from,
    bot_random,
    build_tree,
    count_leaves,
    estimate,
    game_tree,
    get,
    leaves,
    map_state,
    map_tree,
    maximise,
    minimax,
    node,
    order_by,
    play_game,
    prune,
    replicate_m,
    share,
    traverse_tree,
)
from fpgames.draw import draw_tree
from fpgames.games.tictactoe import rules, static
from fpgames.play import bot_minimax, eval_move, eval_moves
from fpgames.search import INNER, Scored, ab_maximise, ab_trace, analyse_move, deepen, minimax_trace, negamax, quicker
from fpgames.state import gets, modify
from fpgames.symmetry import canonical, up_to_symmetry
from fpgames.tree import keep_best, rebuild, size, with_ply
from tests.test_findings import stops

FIRST, SECOND = Player
GEN = SplitMix.from_seed(1)
WINS = rules.read("XX.\nOO.\n...")
AFTER = list(rules.successors(WINS))


class TestLabelsThatAreNoValues:
    @pytest.mark.parametrize("trace", [ab_trace, minimax_trace])
    def test_of_a_trace(self, trace: Any) -> None:
        traced = build_tree(rules)(WINS) | prune(3) | trace(static=static)
        with pytest.raises(ValueError, match=r"labels of this tree are traces: map_tree\(attrgetter\(\"value\"\)\)"):
            minimax(traced)
        assert minimax(traced | map_tree(attrgetter("label")) | map_tree(static)) == 1

    @pytest.mark.parametrize(
        "tree",
        [
            node("", [build_tree(rules)(r) | prune(1) for r in AFTER], player=FIRST),
            node("", [node("", [build_tree(rules)(r) | prune(1)]) for r in AFTER], player=FIRST),
            node("", [with_ply(build_tree(rules)(r)) | prune(1) for r in AFTER], player=FIRST) | order_by(repr),
            Tree(lambda: "", lambda: map(build_tree(rules) | prune(1), AFTER), player=FIRST) | prune(1),
            Tree(lambda: "", lambda: map(game_tree(rules) | prune(1), AFTER), player=FIRST),
        ],
        ids=range(5),
    )
    def test_of_trees_made_by_hand(self, tree: Tree[Any]) -> None:
        for search in (maximise, minimax, alpha_beta, ab_maximise, ab_trace, lambda tree: count_leaves(minimax, tree)):
            with pytest.raises(ValueError, match="labels of this tree are positions"):
                print(search(tree) if search is not ab_trace else ab_trace(tree).label)
        assert minimax(tree | map_tree(lambda label: len(repr(label)))) > 0

    def test_of_children_that_are_put_among_values(self) -> None:
        values = build_tree(rules)(0) | prune(2) | map_tree(static)
        positions = build_tree(rules)(5) | prune(1)
        with pytest.raises(
            ValueError, match="rebuild was given children whose labels are positions, in a tree of values"
        ):
            values | rebuild(children=lambda tree: [positions]) | prune(2) | minimax
        assert minimax(values | rebuild(label=lambda tree: 3, children=lambda tree: [positions]) | prune(2)) == 3

    def test_of_a_traversed_tree_cut_above_its_leaves(self) -> None:
        traversed = (build_tree(rules) | prune(2) | traverse_tree(estimate(rules, 2)))(0).eval(GEN)
        for search in (minimax, alpha_beta, ab_maximise, negamax, best_move):
            with pytest.raises((ValueError, TypeError), match=r"cut above the leaves|have a sign"):
                search(traversed | prune(0 if search is minimax else 1))
        assert draw_tree(traversed | prune(0)) == repr(INNER)


class TestRulesThatReturnNoPlayer:
    @pytest.mark.parametrize("player", [lambda p: int(rules.player(p)), lambda p: None], ids=["a number", "nothing"])
    @pytest.mark.parametrize("alternates", [True, False])
    def test_they_are_refused_wherever_they_are_asked(self, player: Any, alternates: bool) -> None:
        wrong = replace(rules, player=player, alternates=alternates)
        asking: list[Callable[[], object]] = [
            lambda: build_tree(wrong)(0) | prune(1) | map_tree(static) | minimax,
            lambda: bot_minimax(wrong, 2, static)(WINS).eval(GEN),
            lambda: bot_alphabeta(wrong, 2, static)(WINS).eval(GEN),
            lambda: bot_from(wrong, static)(WINS).eval(GEN),
            lambda: play_game(wrong, WINS, bot_random(rules), bot_random(rules)).eval(GEN),
            lambda: eval_move(wrong, WINS, 2, 1).eval(GEN),
            lambda: eval_moves(wrong, WINS, 1).eval(GEN),
            lambda: analyse_move(wrong, WINS, 2, 1),
        ]
        for ask in asking:
            with pytest.raises(
                TypeError, match=r"tictactoe: player returned .* expected Player.FIRST or Player.SECOND"
            ):
                ask()

    def test_below_the_root(self) -> None:
        wrong = replace(rules, player=lambda p: FIRST if p == 0 else cast("Any", None), alternates=False)
        for search in (minimax, alpha_beta, ab_maximise, negamax):
            with pytest.raises(TypeError, match="player returned None"):
                build_tree(wrong)(0) | prune(2) | map_tree(static) | search


class TestValuesWithoutAnOrder:
    @pytest.mark.parametrize("labels", [[9, 2, 1], [1, 2, 9], [2, 1, 9]], ids=str)
    @pytest.mark.parametrize("key", [lambda n: (nan if n == 2 else n,), lambda n: frozenset([n])])
    def test_of_keys(self, labels: list[int], key: Any) -> None:
        for stage in (keep_best(1, key, player=FIRST), order_by(key, player=FIRST)):
            with pytest.raises(ValueError, match="has no place in an order of values"):
                maximise(node(0, map(node, labels)) | stage)

    def test_of_a_root_alone(self) -> None:
        with pytest.raises(ValueError, match=r"nan.* has no place in an order"):
            build_tree(rules)(WINS) | prune(0) | map_tree(lambda p: nan) | with_ply | minimax

    @pytest.mark.parametrize("value", [lambda p: frozenset([p]), lambda p: (nan if p % 3 else 1.0,)])
    def test_of_a_bots_moves(self, value: Any) -> None:
        for make in (bot_minimax, bot_alphabeta):
            with pytest.raises(ValueError, match="has no place in an order"):
                make(rules, 1, value, quick=False)(0).eval(GEN)

    def test_negamax_needs_a_sign(self) -> None:
        unsigned = node(0, [node(np.uint8(0)), node(np.uint8(2))])
        for tree in (unsigned, node("", map(node, "ab")), node((), [node((1, 2))])):
            with pytest.raises(TypeError, match="negamax needs numbers that have a sign"):
                negamax(player=SECOND)(tree)
        assert negamax(player=SECOND)(node(0, [node(np.int8(0)), node(np.int8(2))])) == 0
        assert negamax(player=SECOND)(node(0, [node(2.5), node(3)])) == -2.5


class TestStrayStopIteration:
    def test_no_map_is_ended_by_it(self) -> None:
        def made(**wrong: Any) -> Any:
            return replace(rules, **wrong)

        moved = build_tree(made(moves=stops))(0) | prune(1) | map_tree(static)
        functions: list[Callable[[int], object]] = [
            lambda _: best_move(moved),
            lambda p: bot_from(made(play=stops), static)(p).eval(GEN),
            lambda p: bot_minimax(made(player=stops), 2, static)(p).eval(GEN),
            lambda p: bot_alphabeta(made(play=stops), 2, static)(p).eval(GEN),
            lambda p: cast("Any", map_state(stops))(get(int)).eval(p),
            lambda p: gets(stops).eval(p),
            lambda p: modify(stops).exec(p),
            lambda p: State.from_value(p).bind(stops).eval(p),
            lambda p: replicate_m(3, State(stops)).eval(p),
        ]
        for function in functions:
            with pytest.raises(RuntimeError, match="StopIteration"):
                list(map(function, [0, 0, 0]))


class TestSearchesInSearches:
    def test_deepen_needs_a_search_that_asks_for_leaves(self) -> None:
        with pytest.raises(ValueError, match=r"deepen needs a search that computes the labels of leaves; .*size"):
            list(deepen(size, build_tree(lambda n: [n + 1])(0)))

    def test_best_move_needs_the_value_itself(self) -> None:
        tree = build_tree(rules)(WINS) | prune(2) | map_tree(static)
        for window in (alpha_beta(alpha=0), alpha_beta(beta=Scored(0, ()))):
            with pytest.raises(TypeError, match="best_move needs a search that finds the value; with its window"):
                best_move(search=window)(tree)
        with pytest.raises(TypeError, match="best_move needs a search that returns one of the labels"):
            best_move(search=lambda tree: tree.label)(tree)

    def test_what_promises_to_look_is_lazy(self) -> None:
        async def later(tree: Tree[int]) -> int:
            return 1

        promise = later(node(1))
        functions: list[Callable[[Tree[int]], object]] = [
            lambda tree: promise, lambda tree: map_tree(neg), lambda tree: partial(maximise, tree),
        ]  # fmt: skip
        for lazy in functions:
            with pytest.raises(TypeError, match="is lazy"):
                count_leaves(lazy, node(1))
        promise.close()

    def test_quicker_of_scored_labels_is_refused(self) -> None:
        with pytest.raises(TypeError, match="quicker needs labels that are numbers"):
            best_move(search=cast("Any", quicker | minimax))(build_tree(rules)(WINS) | prune(1) | map_tree(static))


class Pair(NamedTuple):
    n: int

    def plus(self, x: int) -> int:
        return x + self.n


class Same(NamedTuple):
    n: int

    def plus(self, x: int) -> int:
        return x - self.n


class TestEqualityOfStages:
    def test_different_functions_differ(self) -> None:
        assert map_tree(Pair(3).plus) == map_tree(Pair(3).plus)
        assert map_tree(Pair(3).plus) != map_tree(Same(3).plus)
        assert map_tree(Pair(3).plus) != map_tree(Pair(4).plus)
        method, pair = (map_tree(cast("Any", partial(max, made))) for made in ("abc".upper, ("upper", "abc")))
        assert method != pair

    def test_equal_functions_are_equal(self) -> None:
        assert alpha_beta(alpha=1, beta=2) == alpha_beta(beta=2, alpha=1)
        assert repr(alpha_beta(beta=2, alpha=1)) == "alpha_beta(alpha=1, beta=2)"
        for stage in (canonical(rules), build_tree(up_to_symmetry(rules)) | share, bot_minimax(rules, 2, static)):
            assert pickle.loads(pickle.dumps(stage)) == stage
        assert up_to_symmetry(rules) == up_to_symmetry(rules)
        assert repr(canonical(rules)) == "canonical(<Rules: tictactoe>)"
        assert repr(bot_minimax(rules, 2, static)) == "bot_minimax(<Rules: tictactoe>, 2, static)"


class TestRefusedWhereItEnters:
    def test_options(self) -> None:
        with pytest.raises(ValueError, match="empty window: alpha is 2, beta is 1"):
            alpha_beta(alpha=2, beta=1)
        with pytest.raises(ValueError, match=r"player is 7; expected Player.FIRST or Player.SECOND"):
            minimax(player=cast("Any", 7))
        with pytest.raises(ValueError, match=r"player is 'x'; expected Player.FIRST or Player.SECOND"):
            ab_trace(player=cast("Any", "x"))
        with pytest.raises(ValueError, match=r"cannot prune to a depth of 3.0; expected at least 0, a whole number"):
            prune(cast("Any", 3.0))

    def test_children_that_are_no_trees(self) -> None:
        wrong: Any = [1, 2]
        with pytest.raises(TypeError, match=r"the children of a tree must be trees, but one of these is 1: node"):
            node(0, wrong)
        for tree in (Tree(lambda: 0, lambda: wrong), node(0) | rebuild(children=lambda tree: wrong)):
            with pytest.raises(TypeError, match="the children of a tree must be trees"):
                list(leaves(tree))

    def test_pipes_to_nothing(self) -> None:
        nothing: Any = None
        with pytest.raises(TypeError, match="unsupported operand"):
            node(1) | nothing
