"""Playouts in bulk: bit for bit what is played one by one, however they are cut, and with whatever is there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Outcome, Rules, SplitMix, StdGen, bot_mc, map_m, playouts, replicate_m
from fpgames.games import connect4, tictactoe
from fpgames.play import bot_mc_bulk, bulk, eval_move, eval_moves, playout, read_bot
from fpgames.rand import split_off
from fpgames.rng import Gen
from fpgames.rules import Counts, GameOver
from fpgames.testing import generators, positions, unfinished
from fpgames.testing.value_strategies import split_mixes
from tests.cli.interrupts import check_ctrl_c_ends
from tests.games.test_games import EVERY_GAME

GEN = SplitMix.from_seed(42)
ttt, four = tictactoe.rules, connect4.rules


def one_by_one(rules: Rules[Any, Any], p: Any, n: int) -> Any:
    """The definition."""
    ends = replicate_m(n, split_off().map(playout(rules, p).eval))
    return ends.map(lambda ends: Counts(*map(ends.count, Outcome)))


@pytest.fixture(params=["compiled", "one by one"])
def compiled_or_not(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "one by one":
        monkeypatch.setattr(bulk, "find_spec", lambda _: None)
    else:
        pytest.importorskip("numba", reason="numba is not installed (the extra fast)")
    monkeypatch.setattr(bulk, "_WORTH", 0)


class TestPlayouts:
    @pytest.mark.usefixtures("compiled_or_not")
    @EVERY_GAME
    @given(st.data(), generators(), st.integers(0, 50))
    def test_in_bulk_as_one_by_one(self, rules: Rules[Any, Any], data: st.DataObject, gen: Gen, n: int) -> None:
        p = data.draw(positions(rules))
        assert playouts(rules, p, n).run(gen) == one_by_one(rules, p, n).run(gen)

    @pytest.mark.usefixtures("compiled_or_not")
    @given(st.data(), split_mixes(), st.integers(0, 3000))
    @pytest.mark.parametrize("rules", [ttt, four, connect4.sized(4, 4, 3), connect4.sized(9, 5, 3)])
    def test_by_the_thousand(self, rules: Rules[Any, Any], data: st.DataObject, gen: SplitMix, n: int) -> None:
        p = data.draw(positions(rules))
        assert playouts(rules, p, n).run(gen) == one_by_one(rules, p, n).run(gen)

    def test_a_great_many(self) -> None:
        """The same again from a single stream of another making: 20,000 on from 20,000 are 40,000."""
        first, rest = playouts(four, four.start, 20_000).run(GEN)
        second, after = playouts(four, four.start, 20_000).run(rest)
        assert playouts(four, four.start, 40_000).run(GEN) == (first + second, after)
        assert sum(first) == 20_000
        assert abs(first.first_won / 20_000 - 0.556) < 0.018  # five deviations; Haskell's 200,000: 0.5556

    def test_they_are_compiled_when_they_take_as_long_as_compiling(self, monkeypatch: pytest.MonkeyPatch) -> None:
        playouts_module = pytest.importorskip("fpgames.compiled.playouts", reason="numba is not installed")
        played: list[int] = []

        def counting(rules: Any, p: Any, gen: SplitMix, n: int) -> Counts:
            played.append(n)
            return Counts()

        monkeypatch.setattr(playouts_module, "play_out", counting)
        monkeypatch.setattr(bulk, "_slow", 0)
        monkeypatch.setattr(bulk, "_WORTH", 1000)  # moves; a game has five to nine
        for n in (60, 60, 60, 60, 60, 5):
            playouts(ttt, 0, n).run(GEN)
        assert played[-2:] == [60, 5]
        assert len(played) < 5
        del played[:]
        monkeypatch.setattr(bulk, "_slow", 0)
        for n in (0, 50, 300):
            playouts(ttt, 0, n).run(GEN)
        assert played == [300], "so many at once"
        playouts(ttt, 0, 300).run(StdGen.from_seed(1))
        assert played == [300], "the streams of a SplitMix only"

    def test_games_that_are_not_counted_may_be_endless(self) -> None:
        endless: Any = replace(ttt, moves=lambda p: (0,), play=lambda p, _: p)
        assert bulk._length(endless, 99, 0) == 0
        assert bulk._length(endless, 100, 0) == 100_000

    @pytest.mark.usefixtures("compiled_or_not")
    @pytest.mark.parametrize("size", [(8, 7, 4), (1, 63, 3), (32, 1, 2), (16, 3, 4), (1, 1, 1), (13, 4, 4), (9, 7, 4)])
    def test_boards_up_to_a_word_and_beyond(self, size: tuple[int, int, int]) -> None:
        rules = connect4.sized(*size)
        assert playouts(rules, rules.start, 70).run(GEN) == one_by_one(rules, rules.start, 70).run(GEN)

    @pytest.mark.usefixtures("compiled_or_not")
    def test_moves_in_another_order_are_other_games(self) -> None:
        rules = connect4.sized(5, 4, 3, centre_first=True)
        assert playouts(rules, rules.start, 300).run(GEN) == one_by_one(rules, rules.start, 300).run(GEN)

    @pytest.mark.parametrize("n", [-1, 1.5])
    def test_a_wrong_number_is_refused(self, n: Any) -> None:
        with pytest.raises(ValueError, match=f"cannot play {n} random games; expected at least 0"):
            playouts(ttt, 0, n)

    def test_a_hundred_million_begin_at_once_and_can_be_stopped(self) -> None:
        check_ctrl_c_ends(
            "from fpgames import playouts; from fpgames.games.connect4 import rules\n"
            "from fpgames.rng import SplitMix\n"
            "print('begun', flush=True); playouts(rules, rules.start, 10**8).run(SplitMix.from_seed(1))",
            0.5,
        )


class TestEvalMoves:
    @EVERY_GAME
    @given(st.data(), generators(), st.integers(1, 16), st.sampled_from([5, 10_000]))
    def test_each_move_has_its_own_playouts(
        self, rules: Rules[Any, Any], data: st.DataObject, gen: Gen, n: int, block: int
    ) -> None:
        p = data.draw(unfinished(rules))
        player = rules.player(p)
        sizes = [block] * (n // block) + [n % block] * (n % block > 0)

        def of_a_move(move: Any) -> Any:
            blocks = map_m(lambda size: split_off().map(one_by_one(rules, rules.play(p, move), size).eval), sizes)
            return blocks.map(lambda counts: (sum(count.wins(player) for count in counts), move))

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(bulk, "BLOCK", block)
            found = eval_moves(rules, p, n).run(gen)
        assert found == map_m(of_a_move, rules.moves(p)).run(gen)

    @pytest.mark.parametrize("rules", [ttt, four])
    @pytest.mark.parametrize("n", [5, 300, 12_000])
    def test_whoever_plays_them(self, rules: Rules[Any, Any], n: int) -> None:
        def backwards(function: Callable[[Any], Any], values: Iterable[Any]) -> Iterable[Any]:
            return [*map(function, [*values][::-1])][::-1]

        found = eval_moves(rules, rules.start, n).run(GEN)
        assert eval_moves(rules, rules.start, n, map_function=backwards).run(GEN) == found
        with ThreadPoolExecutor(3) as threads, ProcessPoolExecutor(2) as processes:
            for executor in (threads, processes):
                assert eval_moves(rules, rules.start, n, map_function=executor.map).run(GEN) == found

    def test_blocks_are_of_ten_thousand(self) -> None:
        """A part of the definition: another size would be other games."""
        found, _ = eval_moves(ttt, ttt.play(0, 4), 25_000).run(GEN)
        assert found == ((5649, 0), (3842, 1), (5727, 2), (3985, 3), (3854, 5), (5719, 6), (3933, 7), (5753, 8))

    def test_the_map_that_is_given_is_used_a_thousand_tasks_at_a_time(self) -> None:
        handed_out: list[int] = []

        def counting(function: Callable[[Any], Any], values: list[Any]) -> Iterable[Any]:
            handed_out.append(len(values))
            return map(function, values)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(bulk, "BLOCK", 2)
            found = eval_moves(ttt, 0, 500, map_function=counting).run(GEN)
            assert handed_out == [1024, 1024, 202]
            assert found == eval_moves(ttt, 0, 500).run(GEN)
            handed_out.clear()
            bot_mc_bulk(ttt, 20, map_function=counting)(0).run(GEN)
            assert handed_out == [9]

    def test_what_is_wrong_is_said(self) -> None:
        with pytest.raises(ValueError, match="cannot play 0 random games; expected at least 1"):
            eval_moves(ttt, ttt.start, 0)
        with pytest.raises(GameOver):
            eval_moves(ttt, ttt.read("XXX\nOO.\n..."), 1).run(GEN)


class TestBot:
    @given(generators(), st.integers(1, 30))
    def test_the_last_of_equal_moves_is_the_last_that_is_listed(self, gen: Gen, n: int) -> None:
        rules = connect4.sized(5, 4, 3, centre_first=True)
        for bot, evaluated in (
            (bot_mc_bulk(rules, n), eval_moves(rules, rules.start, max(1, n // 5)).eval(gen)),
            (
                bot_mc(rules, n),
                map_m(lambda move: eval_move(rules, rules.start, move, max(1, n // 5)), (2, 1, 3, 0, 4)).eval(gen),
            ),
        ):
            most = max(wins for wins, _ in evaluated)
            assert bot(rules.start).eval(gen) == [move for wins, move in evaluated if wins == most][-1]

    def test_it_can_be_named(self) -> None:
        assert read_bot(ttt, "mc-bulk:60") == bot_mc_bulk(ttt, 60) != bot_mc_bulk(ttt, 61)
        assert repr(bot_mc_bulk(ttt, 60)) == "bot_mc_bulk(<Rules: tictactoe>, 60)"
        for text in ("mc-bulk", "mc-bulk:x", "mc-bulk:0"):
            with pytest.raises(ValueError, match="it is written mc-bulk:N"):
                read_bot(ttt, text)
        with pytest.raises(
            ValueError,
            match=r"^the bot 'mc-bulk:': '' is not a number of random games; expected a whole number, at least 1;",
        ):
            read_bot(ttt, "mc-bulk:")
        with pytest.raises(ValueError, match=r"^cannot play 0 random games; expected at least 1$"):
            bot_mc_bulk(ttt, 0)

    @EVERY_GAME
    @given(st.data(), generators(), st.integers(1, 60))
    def test_it_plays_the_last_of_the_moves_that_won_most(
        self, rules: Rules[Any, Any], data: st.DataObject, gen: Gen, n: int
    ) -> None:
        p = data.draw(unfinished(rules))
        evaluated, after = eval_moves(rules, p, max(1, n // len(rules.moves(p)))).run(gen)
        most = max(wins for wins, _ in evaluated)
        last = [move for wins, move in evaluated if wins == most][-1]
        assert bot_mc_bulk(rules, n)(p).run(gen) == (last, after)


def test_counts_are_added_to_counts_only() -> None:
    assert Counts(1, 2, 3) + Counts(4, 5, 6) == Counts(5, 7, 9)
    with pytest.raises(TypeError):
        _ = Counts() + 1
