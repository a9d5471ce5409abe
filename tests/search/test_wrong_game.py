"""A tree knows its game: results from a different game, or from a different size, are rejected."""

from __future__ import annotations

import pickle
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from fpgames import (
    Rules,
    SplitMix,
    bot_from,
    build_tree,
    estimate,
    map_tree,
    minimax,
    order_by,
    prune,
    traverse_tree,
)
from fpgames.compiled import jit, jit_when_it_pays
from fpgames.games import checkers, connect4, dots_and_boxes, draughts, kayles, mnk, nim, othello, tictactoe
from fpgames.play import ReuseState, bot_mcts_reuse
from fpgames.rules import up_to_symmetry, value_of_outcome
from fpgames.search import (
    back_up,
    best,
    continue_search,
    expand,
    mcts,
    merge,
    simulate,
    statistics,
    subtree_after,
)
from fpgames.search.tree_search.tree import is_same_game
from fpgames.tree import extend_while, keep_best, prune_when
from tests.support.refusals import wrong_errors

GEN = SplitMix.from_seed(1)
NIM = nim.heaps(2, 3)
ROW, MISERE = kayles.row(4), kayles.row(4, misere=True)


def moves_from(least: int, p: Any) -> Any:
    return NIM.moves(p)[least:]


def found(rules: Rules[Any, Any], n: int = 500) -> Any:
    return mcts(rules, n)(rules.start).eval(GEN)


class TestOtherRules:
    @pytest.mark.slow
    @pytest.mark.parametrize(
        "use",
        [
            lambda rules, tree: continue_search(rules, 9)(tree),
            lambda rules, tree: jit_when_it_pays(continue_search(rules, 9))(tree),
            lambda rules, tree: simulate(rules)(tree),
            lambda rules, tree: subtree_after(rules, tree, rules.moves(rules.start)[0]),
            lambda rules, tree: statistics(rules)(tree),
            lambda rules, tree: bot_mcts_reuse(rules, 9)(rules.start).eval(ReuseState(GEN, tree)),
        ],
        ids=["continue_search", "jit_when_it_pays", "simulate", "subtree_after", "statistics", "bot_mcts_reuse"],
    )
    def test_a_tree_of_another_game_is_refused(self, use: Any) -> None:
        said = "was given <Rules: {}> and a tree of <Rules: {}>, whose moves, play, player or outcome are others"
        for rules, other in ((MISERE, ROW), (connect4.rules, tictactoe.rules), (connect4.sized(5, 4), connect4.rules)):
            with pytest.raises(ValueError, match=said.format(rules.name, other.name)):
                use(rules, found(other, 20))

    def test_trees_of_two_games_are_not_merged(self) -> None:
        with pytest.raises(ValueError, match="cannot merge trees of different games"):
            merge(found(ROW, 5), found(MISERE, 5))

    def test_compiled_code_refuses_it_too(self) -> None:
        pytest.importorskip("numba")
        with pytest.raises(ValueError, match="a tree of <Rules: kayles"):
            jit(continue_search(MISERE, 9))(found(ROW, 20))

    def test_a_proof_of_one_game_was_taken_for_one_of_the_other(self) -> None:
        """As the other game is searched anew, the second player wins it."""
        assert (found(ROW).proof, found(MISERE, 2000).proof) == (1, -1)


SIZES = (
    (connect4.rules, connect4.sized(5, 4)),
    (othello.rules, othello.sized(6)),
    (mnk.sized(4, 4, 3), mnk.sized(3, 3, 3)),
    (dots_and_boxes.rules, dots_and_boxes.sized(2, 2)),
    (draughts.rules, checkers.rules),
)


@pytest.mark.parametrize(
    ("rules", "other"), [*SIZES, *((two, one) for one, two in SIZES)], ids=lambda rules: rules.name
)
def test_a_function_of_another_size_is_refused(rules: Rules[Any, Any], other: Rules[Any, Any]) -> None:
    """Positions of both sizes have one type, so that the function itself would return a value."""
    tree: Any = build_tree(rules)(rules.start) | prune(1)
    static: Any = other.static
    stages: tuple[Any, ...] = (
        map_tree(static), order_by(static), keep_best(2, static), prune_when(static), extend_while(static),
        traverse_tree(estimate(other, 2)), map_tree(value_of_outcome(other)),
    )  # fmt: skip
    uses: list[Any] = [
        partial(stage, tree) for stage in (*stages, *(map_tree(rules.static) | stage for stage in stages))
    ]
    pipelines: tuple[Any, ...] = (build_tree(other) | prune(1) | map_tree(static) | minimax, static)
    uses += [partial(bot_from(rules, pipeline)(rules.start).eval, GEN) for pipeline in pipelines]
    assert not wrong_errors((use, "ValueError: belongs to .*, but this game is ") for use in uses)


def test_rules_that_differ_in_something_else_are_of_one_size() -> None:
    pairs: tuple[tuple[Any, Any], ...] = (
        (connect4.rules, connect4.sized(centre_first=True)),
        (othello.rules, up_to_symmetry(othello.rules)),
        (NIM, nim.heaps(5, 1)),
        (NIM, replace(NIM, static=NIM.score)),
    )
    for one, other in (*pairs, *(pair[::-1] for pair in pairs)):
        build_tree(one)(one.start) | map_tree(other.static) | prune(1) | minimax
        (build_tree(one)(one.start) | prune(0) | traverse_tree(estimate(other, 1))).eval(GEN)


class TestTheSameRules:
    @pytest.mark.parametrize(
        "rules",
        [
            replace(NIM, static=lambda p: 0.5),
            replace(NIM, name="another"),
            pickle.loads(pickle.dumps(NIM)),
            nim.heaps(2, 3),
        ],
        ids=["static", "name", "pickled", "made again"],
    )
    def test_a_tree_goes_on_by_rules_that_decide_alike(self, rules: Any) -> None:
        assert is_same_game(NIM, rules)
        assert continue_search(rules, 5)(found(NIM, 5)).eval(GEN).visits == 10

    def test_functions_are_the_same_by_their_code_and_variables(self) -> None:
        def made(least: int) -> Rules[Any, Any]:
            return replace(NIM, moves=lambda p: NIM.moves(p)[least:])

        assert is_same_game(made(0), made(0))
        assert not is_same_game(made(0), made(1))
        assert not is_same_game(made(0), made(False))

        def partly(least: int) -> Rules[Any, Any]:
            return replace(NIM, moves=partial(moves_from, least))

        assert is_same_game(partly(0), partly(0))
        assert not is_same_game(partly(0), partly(1))
        assert not is_same_game(partly(0), made(0))

    def test_phases_of_ones_own_need_not_name_the_rules(self) -> None:
        bare = mcts(
            NIM, 30, expand=lambda rules, p: expand(rules, p)._replace(rules=None),
            back_up=lambda *visit: back_up(*visit)._replace(rules=None),
        )  # fmt: skip
        tree = bare(NIM.start).eval(GEN)
        assert tree == found(NIM, 30)
        assert {node.rules for node in (tree, *tree.tried)} == {NIM}

    def test_a_tree_made_by_hand_and_one_of_rules_that_cannot_be_pickled_are_trusted(self) -> None:
        local: Any = replace(NIM, moves=lambda p: NIM.moves(p))
        tree = pickle.loads(pickle.dumps(found(local, 20)))
        assert tree == found(local, 20)
        assert tree.rules is None
        assert best(continue_search(NIM, 9)(tree).eval(GEN)) in NIM.moves(NIM.start)
