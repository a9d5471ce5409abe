"""Bots: perfect when they see the end, reproducible, and fair among equal moves if they claim so."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Nothing

from fpgames import (
    Player,
    SplitMix,
    bot_mcts,
    build_tree,
    map_m,
    map_tree,
    minimax,
    prune,
    replicate_m,
    share,
)
from fpgames.games import connect4
from fpgames.games.tictactoe import rules, static, successors
from fpgames.play import bulk, eval_move, eval_moves, read_bot, tree_bots, tree_reuse
from fpgames.play.bots import (
    bot_alphabeta,
    bot_alphabeta_random,
    bot_deepening,
    bot_from,
    bot_mc,
    bot_mc_bulk,
    bot_minimax,
    bot_random,
)
from fpgames.rand import Gen, distribution
from fpgames.rules import GameOver
from fpgames.search import prefer_quick_wins
from fpgames.testing import generators, unfinished
from tests.support.every_game import check_games
from tests.support.labels import CallRecorder, article_3
from tests.support.maps import RecordingMap, map_backwards, process_pool

RUNNING = unfinished(rules)
MAKERS = [bot_minimax, bot_alphabeta, bot_alphabeta_random]
GEN = SplitMix.from_seed(1)
pytestmark = pytest.mark.usefixtures("uncompiled")


def value(p: int) -> int:
    return build_tree(rules)(p) | share | map_tree(static) | minimax


class TestPerfectPlay:
    @pytest.mark.exhaustive
    @pytest.mark.parametrize("name", ["minimax:9", "alphabeta:9"])
    @pytest.mark.parametrize("side", Player)
    def test_no_line_of_the_opponent_beats_it(self, name: str, side: Player) -> None:
        bot = read_bot(rules, name)

        @cache
        def outcomes(p: int) -> frozenset[int]:
            over = rules.outcome(p)
            if over is not Nothing:
                return frozenset({int(over.unwrap())})
            moves = (bot(p).eval(GEN),) if rules.player(p) is side else rules.moves(p)
            return frozenset().union(*(outcomes(rules.play(p, move)) for move in moves))

        assert outcomes(rules.start) <= {0, int(side)}


def worth(evaluation: Callable[[int], int], depth: int, q: int, quick: bool) -> Any:
    tree = build_tree(rules)(q) | prune(depth - 1) | map_tree(evaluation)
    return minimax(prefer_quick_wins(tree)) if quick else minimax(tree)


class TestChoice:
    @pytest.mark.slow
    @given(RUNNING, st.integers(1, 4))
    def test_the_first_of_the_best_moves(self, p: int, depth: int) -> None:
        for evaluation in (static, article_3):
            for quick in (False, True):
                values = [worth(evaluation, depth, q, quick) for q in successors(p)]
                best = max(values) if rules.player(p) is Player.FIRST else min(values)
                for make in (bot_minimax, bot_alphabeta):
                    move = make(rules, depth, evaluation, prefer_quick=quick)(p).eval(GEN)
                    assert move == rules.moves(p)[values.index(best)], (make, evaluation, quick)
                assert quick or bot_deepening(rules, depth, evaluation)(p).eval(GEN) == move

    def test_whoever_evaluates_the_moves(self) -> None:
        backwards = RecordingMap()
        makers: list[Any] = [
            partial(bot_from, rules, static),
            partial(bot_minimax, rules, 3, static),
            partial(bot_alphabeta_random, rules, 3, static, prefer_quick=True),
        ]
        with process_pool(2) as pool:
            for make in makers:
                assert make() == make(map_function=map) != make(map_function=backwards)
                for p in (rules.start, rules.read("XX.\nO.O\n...")):
                    alone = make()(p).run(GEN)
                    assert make(map_function=backwards)(p).run(GEN) == make(map_function=pool.map)(p).run(GEN) == alone
        assert len(backwards.call_sizes) == 6

    def test_values_that_are_no_numbers_need_it_said(self) -> None:
        def in_words(p: int) -> str:
            return ["lost", "drawn", "won"][static(p) + 1]

        p = rules.read("XX.\nOO.\n...")
        for make in MAKERS:
            with pytest.raises(
                TypeError, match=r"prefer_quick_wins needs labels that are numbers, got 'drawn'; .* prefer_quick=False"
            ):
                make(rules, 2, in_words)(rules.start).run(GEN)
            assert make(rules, 2, in_words, prefer_quick=False)(p).eval(GEN) == 2

    @pytest.mark.slow
    @pytest.mark.parametrize("quick", [False, True])
    @given(RUNNING, st.integers(1, 3))
    def test_any_of_the_best_moves(self, quick: bool, p: int, depth: int) -> None:
        worths = [worth(static, depth, q, quick) for q in successors(p)]
        best = max(worths) if rules.player(p) is Player.FIRST else min(worths)
        equal = {move for move, each in zip(rules.moves(p), worths, strict=True) if each == best}
        drawn = {*replicate_m(60, bot_alphabeta_random(rules, depth, static, prefer_quick=quick)(p)).eval(GEN)}
        assert drawn <= equal
        if len(equal) <= 4:
            assert drawn == equal

    def test_equal_moves_are_drawn_evenly(self) -> None:
        """All nine opening moves are worth a draw."""
        assert distribution(bot_alphabeta_random(rules, 1, static)(rules.start)) == dict.fromkeys(
            range(9), Fraction(1, 9)
        )

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("make", "counts"),
        [(bot_minimax, (504, 15120)), (bot_alphabeta, (125, 1985)), (bot_alphabeta_random, (227, 2973))],
    )
    def test_they_look_at_as_many_leaves_as_article_3_says(self, make: Any, counts: tuple[int, int]) -> None:
        for depth, expected in zip((3, 5), counts, strict=True):
            examined = CallRecorder(article_3)
            make(rules, depth, examined, prefer_quick=False)(rules.start).run(GEN)
            assert len(examined.calls) == expected

    @pytest.mark.parametrize("make", [bot_minimax, bot_alphabeta])
    def test_quick_bots_win_sooner(self, make: Any) -> None:
        """6 wins at once, 4 by two threats; without the option the first winning move is taken, however slow."""
        assert make(rules, 9, static, prefer_quick=True)(rules.read("X.O\nX.O\n...")).eval(GEN) == 6
        p = rules.read("XOO\nX..\n...")
        assert rules.player(p) is Player.FIRST
        assert make(rules, 9, static)(p).eval(GEN) == make(rules, 9, static, prefer_quick=True)(p).eval(GEN) == 6
        assert make(rules, 9, static, prefer_quick=False)(p).eval(GEN) == 4


class TestMonteCarlo:
    @pytest.mark.slow
    def test_they_play_the_last_of_the_moves_that_won_most(self) -> None:
        def check(rules: Any, drawn: tuple[Any, Gen, int]) -> None:
            p, gen, n = drawn
            moves = rules.moves(p)
            n_each = max(1, n // len(moves))
            one_by_one = map_m(lambda move: eval_move(rules, p, move, n_each), moves)
            for bot, evaluation in ((bot_mc, one_by_one), (bot_mc_bulk, eval_moves(rules, p, n_each))):
                evaluated, after = evaluation.run(gen)
                most = max(wins for wins, _ in evaluated)
                last = [move for wins, move in evaluated if wins == most][-1]
                assert bot(rules, n)(p).run(gen) == (last, after)

        def drawn_from(rules: Any) -> Any:
            return st.tuples(unfinished(rules), generators(), st.integers(1, 30))

        check_games(check, drawn_from, ["tictactoe", "nim-misere", "kayles", "dots-and-boxes"])
        four = connect4.sized(5, 4, 3, centre_first=True)
        check(four, (four.start, GEN, 30))

    @given(generators(), st.integers(1, 5))
    def test_every_move_gets_one_game_however_small_the_budget(self, gen: Gen, n: int) -> None:
        p = rules.read("XX.\nOO.\n...")
        for make in (bot_mc, bot_mc_bulk):
            assert make(rules, n)(p).run(gen) == make(rules, 5)(p).run(gen)

    def test_the_map_that_is_given_is_used(self, monkeypatch: pytest.MonkeyPatch) -> None:
        recording = RecordingMap()
        monkeypatch.setattr(bulk, "BLOCK", 2)
        bot_mc_bulk(rules, 20, map_function=recording)(0).run(GEN)
        assert recording.call_sizes == [9]


class TestEveryBot:
    @pytest.mark.slow
    def test_it_is_a_stage(self) -> None:
        shown: dict[str, Any] = {
            "bot_minimax(<Rules: tictactoe>, 3, static, prefer_quick=False)": bot_minimax(rules, 3, static, prefer_quick=False),
            "bot_alphabeta(<Rules: tictactoe>, 3, static, prefer_quick=False)": bot_alphabeta(rules, 3, static, prefer_quick=False),
            "bot_alphabeta(<Rules: tictactoe>, 3, static)": bot_alphabeta(rules, 3, static),
            "bot_alphabeta_random(<Rules: tictactoe>, 3, static)": bot_alphabeta_random(rules, 3, static),
            "bot_deepening(<Rules: tictactoe>, 3, static)": bot_deepening(rules, 3, static),
            "bot_from(<Rules: tictactoe>, value)": bot_from(rules, value),
            "bot_random(<Rules: tictactoe>)": bot_random(rules),
            "bot_mc(<Rules: tictactoe>, 9)": bot_mc(rules, 9),
            "bot_mc_bulk(<Rules: tictactoe>, 9)": bot_mc_bulk(rules, 9),
            "bot_mcts(<Rules: tictactoe>, 9)": bot_mcts(rules, 9),
            "bot_mcts(<Rules: tictactoe>, 9, c=0.5)": bot_mcts(rules, 9, c=0.5),
            "bot_mcts(<Rules: tictactoe>, 9, trees=2)": bot_mcts(rules, 9, trees=2),
            "bot_mcts(<Rules: tictactoe>, 9, map_function=map_backwards)": bot_mcts(rules, 9, map_function=map_backwards),
        }  # fmt: skip
        assert [*map(repr, shown.values())] == [*shown]
        for bot in shown.values():
            copy = pickle.loads(pickle.dumps(bot))
            assert copy == bot
            assert copy(0).run(GEN) == bot(0).run(GEN)
            over = bot(rules.read("XXX\nOO.\n..."))
            with pytest.raises(GameOver, match="this game of tictactoe is over"):
                over.run(GEN)

    @pytest.mark.slow
    @given(RUNNING, generators())
    def test_a_bot_that_draws_nothing_leaves_the_generator_alone(self, p: int, gen: Gen) -> None:
        for bot in (bot_minimax(rules, 3, static), bot_alphabeta(rules, 3, static), bot_from(rules, value)):
            assert bot(p).exec(gen) == gen, bot

    @pytest.mark.parametrize("make", MAKERS)
    def test_its_options(self, make: Any) -> None:
        assert (
            make(rules, 3, static)
            == make(rules, 3, static, prefer_quick=True)
            != make(rules, 3, static, prefer_quick=False)
        )

    def test_their_searches_are_what_a_function_makes_of_them(self) -> None:
        asked: list[object] = []

        def noting(search: object) -> object:
            asked.append(search)
            return search

        given: Any = {"compiled": noting}
        trees = tree_bots.bot_mcts(rules, 9, **given), tree_bots.mcts_root_parallel(rules, 9, 2, **given)
        kept: Any = *trees, tree_reuse.bot_mcts_reuse(rules, 9, **given)
        found = []
        for search in (*(make(rules, 2, static, **given) for make in MAKERS), *kept):
            asked.clear()
            search(rules.read("XO.\n...\n...")).run(tree_reuse.ReuseState(GEN) if search is kept[-1] else GEN)
            found.append(len(asked))
        assert found == [1, 1, 1, 1, 1, 2]
