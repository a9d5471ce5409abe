"""A tree of a search knows its game: what it found is not taken for what holds in another."""

from __future__ import annotations

import pickle
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from fpgames import Rules, SplitMix
from fpgames.compiled import jit, jit_when_it_pays
from fpgames.games import connect4, kayles, nim, tictactoe
from fpgames.play import Kept, bot_keeping
from fpgames.search import after, back_up, best, expand, mcts, merge, search_on, simulate, statistics
from fpgames.search.tree_search.tree import plays_like

GEN = SplitMix.from_seed(1)
NIM = nim.heaps(2, 3)
ROW, MISERE = kayles.row(4), kayles.row(4, misere=True)


def moves_from(least: int, p: Any) -> Any:
    return NIM.moves(p)[least:]


def found(rules: Rules[Any, Any], n: int = 500) -> Any:
    return mcts(rules, n)(rules.start).eval(GEN)


class TestOtherRules:
    @pytest.mark.parametrize(
        "use",
        [
            lambda rules, tree: search_on(rules, 9)(tree),
            lambda rules, tree: jit_when_it_pays(search_on(rules, 9))(tree),
            lambda rules, tree: simulate(rules)(tree),
            lambda rules, tree: after(rules, tree, rules.moves(rules.start)[0]),
            lambda rules, tree: statistics(rules)(tree),
            lambda rules, tree: bot_keeping(rules, 9)(rules.start).eval(Kept(GEN, tree)),
        ],
        ids=["search_on", "jit_when_it_pays", "simulate", "after", "statistics", "bot_keeping"],
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
            jit(search_on(MISERE, 9))(found(ROW, 20))

    def test_a_proof_of_one_game_was_taken_for_one_of_the_other(self) -> None:
        """As the other game is searched anew, the second player wins it."""
        assert (found(ROW).proof, found(MISERE, 2000).proof) == (1, -1)


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
        assert plays_like(NIM, rules)
        assert search_on(rules, 5)(found(NIM, 5)).eval(GEN).visits == 10

    def test_functions_are_the_same_by_their_code_and_variables(self) -> None:
        def made(least: int) -> Rules[Any, Any]:
            return replace(NIM, moves=lambda p: NIM.moves(p)[least:])

        assert plays_like(made(0), made(0))
        assert not plays_like(made(0), made(1))

        def partly(least: int) -> Rules[Any, Any]:
            return replace(NIM, moves=partial(moves_from, least))

        assert plays_like(partly(0), partly(0))
        assert not plays_like(partly(0), partly(1))
        assert not plays_like(partly(0), made(0))

    def test_phases_of_ones_own_need_not_name_the_rules(self) -> None:
        bare = mcts(
            NIM,
            30,
            expand=lambda rules, p: expand(rules, p)._replace(rules=None),
            back_up=lambda *visit: back_up(*visit)._replace(rules=None),
        )
        tree = bare(NIM.start).eval(GEN)
        assert tree == found(NIM, 30)
        assert {node.rules for node in (tree, *tree.tried)} == {NIM}

    def test_a_tree_made_by_hand_and_one_of_rules_that_cannot_be_pickled_are_trusted(self) -> None:
        local: Any = replace(NIM, moves=lambda p: NIM.moves(p))
        tree = pickle.loads(pickle.dumps(found(local, 20)))
        assert tree == found(local, 20)
        assert tree.rules is None
        assert best(search_on(NIM, 9)(tree).eval(GEN)) in NIM.moves(NIM.start)
