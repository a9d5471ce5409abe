"""Bots by Monte-Carlo tree search that start afresh at each move, and root-parallel searches."""

from __future__ import annotations

import pickle
from functools import partial, reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Outcome, SplitMix, bot_mcts, bot_random, map_state, play_game, replicate_m
from fpgames.compiled import jit_when_it_pays
from fpgames.compiled.meter import PLAYOUT_METER
from fpgames.games import connect4, tictactoe
from fpgames.play import EXPLORATION, ReuseState, bot_mcts_reuse, mcts_root_parallel
from fpgames.rand import Gen, split_off
from fpgames.search import best, by_static, mcts, merge, ucb1
from fpgames.testing import generators, unfinished
from tests.support.every_game import check_games
from tests.support.graphs import Graph, graphs, seeds
from tests.support.maps import RecordingMap, map_backwards, process_pool

RULES = tictactoe.rules
GEN = SplitMix.from_seed(1)
SMALL = connect4.sized(5, 4, 3)
SELECT = ucb1(EXPLORATION)
pytestmark = pytest.mark.usefixtures("uncompiled")


class TestBotMcts:
    @pytest.mark.slow
    def test_it_plays_the_best_of_a_search_as_one_that_keeps_its_tree_does_at_first(self) -> None:
        def check(rules: Any, drawn: tuple[Any, Gen, int]) -> None:
            p, gen, n = drawn
            move, after = bot_mcts(rules, n)(p).run(gen)
            assert (mcts(rules, n, select=SELECT) | map_state(best))(p).run(gen) == (move, after)
            first, kept = bot_mcts_reuse(rules, n)(p).run(ReuseState(gen))
            assert (first, kept.gen) == (move, after)

        check_games(check, lambda rules: st.tuples(unfinished(rules), generators(), st.integers(2, 12)))

    @pytest.mark.exhaustive
    def test_so_it_is_compiled(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(PLAYOUT_METER, "threshold", 0)
        for seed in range(20):
            gen = SplitMix.from_seed(seed)
            found = bot_mcts(SMALL, 40, compiled=jit_when_it_pays)(SMALL.start).run(gen)
            assert found == (mcts(SMALL, 40, select=SELECT) | map_state(best))(SMALL.start).run(gen)

    @pytest.mark.slow
    @pytest.mark.parametrize("trees", [1, 2])
    def test_how_much_to_explore(self, trees: int) -> None:
        """The bots explore as their searches do: far from the usual constant, they choose other moves."""
        found = {}
        for c in (0.0, EXPLORATION, 2.0):
            search: Any = mcts(SMALL, 40, select=ucb1(c))
            if trees > 1:
                search = mcts_root_parallel(SMALL, 40, trees, select=ucb1(c))
            found[c] = [search(SMALL.start).map(best).run(SplitMix.from_seed(i)) for i in range(15)]
            given: list[dict[str, Any]] = [{}, {"map_function": map_backwards}]
            for options in given:
                bot = bot_mcts(SMALL, 40, c=c, trees=trees, **options)(SMALL.start)
                assert [bot.run(SplitMix.from_seed(i)) for i in range(15)] == found[c]
        usual, *others = ([move for move, _ in found[c]] for c in (EXPLORATION, 0.0, 2.0))
        assert usual not in others
        bot = bot_mcts(SMALL, 40, trees=trees)(SMALL.start)
        assert [bot.run(SplitMix.from_seed(i)) for i in range(15)] == found[EXPLORATION]

    def test_the_map_that_is_given_is_used(self) -> None:
        recording = RecordingMap()
        bot_mcts(SMALL, 9, trees=3, map_function=recording)(SMALL.start).run(GEN)
        mcts_root_parallel(SMALL, 9, 4, map_function=recording)(SMALL.start).run(GEN)
        assert recording.call_sizes == [3, 4]

    def test_a_search_that_proves_the_position_ends_early(self) -> None:
        p = RULES.read("OOX\n.X.\n..X")
        assert bot_mcts(RULES, 10**9)(p).run(GEN) == bot_mcts(RULES, 13)(p).run(GEN)

    def test_options_by_default(self) -> None:
        assert bot_mcts(RULES, 9, c=EXPLORATION, trees=1, map_function=map) == bot_mcts(RULES, 9) != bot_mcts(RULES, 8)

    @pytest.mark.slow
    def test_it_plays_well(self) -> None:
        """It never loses at tic-tac-toe."""
        for seed in range(3):
            gen = SplitMix.from_seed(seed)
            assert play_game(RULES, 0, bot_mcts(RULES, 400), bot_random(RULES)).eval(gen)[0] >= Outcome.DRAW
            assert play_game(RULES, 0, bot_random(RULES), bot_mcts(RULES, 400)).eval(gen)[0] <= Outcome.DRAW


class TestManyTrees:
    @given(graphs(), st.integers(1, 30), st.integers(1, 4), seeds)
    def test_it_is_a_merge_of_searches(self, graph: Graph, n: int, trees: int, gen: Gen) -> None:
        rules = graph.rules()
        each = split_off().map(lambda theirs: mcts(rules, n)(0).eval(theirs))
        merged = replicate_m(trees, each).map(lambda found: reduce(merge, found))
        assert mcts_root_parallel(rules, n, trees)(0).run(gen) == merged.run(gen)
        assert mcts_root_parallel(rules, n, trees, map_function=map_backwards)(0).run(gen) == merged.run(gen)

    @pytest.mark.slow
    def test_any_number_of_workers(self) -> None:
        search = partial(mcts_root_parallel, SMALL, 40, 5)
        alone, gen = search()(SMALL.start).run(GEN)
        assert alone.visits == 200
        move = bot_mcts(SMALL, 40, trees=3)(SMALL.start).run(GEN)
        for workers in (1, 2):
            with process_pool(workers) as pool:
                assert search(map_function=pool.map)(SMALL.start).run(GEN) == (alone, gen)
                assert bot_mcts(SMALL, 40, trees=3, map_function=pool.map)(SMALL.start).run(GEN) == move

    def test_phases(self) -> None:
        search = mcts_root_parallel(RULES, 9, 2, evaluate=by_static(RULES.static))
        assert search(RULES.start).eval(GEN) == merge(
            *[mcts(RULES, 9, evaluate=by_static(RULES.static))(0).eval(GEN)] * 2
        )
        assert repr(search) == "mcts_root_parallel(<Rules: tictactoe>, 9, 2, evaluate=by_static(static))"
        assert pickle.loads(pickle.dumps(search)) == search
        assert mcts_root_parallel(RULES, 9, 2) == mcts_root_parallel(RULES, 9, 2, map_function=map)
