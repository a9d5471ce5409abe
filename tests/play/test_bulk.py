"""Playouts in bulk: the same results as one by one, however the work is split, with or without numba."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Outcome, Rules, SplitMix, StdGen, map_m, playouts, replicate_m
from fpgames.compiled.meter import PLAYOUT_METER
from fpgames.games import connect4, tictactoe
from fpgames.play import bulk, eval_moves, playout
from fpgames.rand import Gen, split_off
from fpgames.rules import Counts
from fpgames.rules.playouts import length
from fpgames.testing import generators, positions, unfinished
from fpgames.testing.strategies.values import split_mixes
from tests.support.every_game import check_games
from tests.support.games import EVERY_GAME
from tests.support.interrupts import check_ctrl_c_ends
from tests.support.maps import RecordingMap, map_backwards, process_pool

GEN = SplitMix.from_seed(42)
ttt, four = tictactoe.rules, connect4.rules
pytestmark = pytest.mark.usefixtures("uncompiled")


def one_by_one(rules: Rules[Any, Any], p: Any, n: int) -> Any:
    """The definition."""
    ends = replicate_m(n, split_off().map(playout(rules, p).eval))
    return ends.map(lambda ends: Counts(*map(ends.count, Outcome)))


def check_playouts(rules: Rules[Any, Any], drawn: tuple[Any, Gen, int]) -> None:
    p, gen, n = drawn
    assert playouts(rules, p, n).run(gen) == one_by_one(rules, p, n).run(gen)


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch, uncompiled: None) -> None:
    pytest.importorskip("numba", reason="numba is not installed (the extra fast)")
    monkeypatch.setattr(PLAYOUT_METER, "threshold", 0)


class TestPlayouts:
    @pytest.mark.slow
    def test_in_bulk_as_one_by_one(self) -> None:
        check_games(check_playouts, lambda rules: st.tuples(positions(rules), generators(), st.integers(0, 10)))

    @pytest.mark.exhaustive
    @pytest.mark.usefixtures("compiled")
    @EVERY_GAME
    @given(st.data(), generators(), st.integers(0, 50))
    def test_of_every_game_compiled(self, rules: Rules[Any, Any], data: st.DataObject, gen: Gen, n: int) -> None:
        check_playouts(rules, (data.draw(positions(rules)), gen, n))

    @pytest.mark.slow
    @pytest.mark.usefixtures("compiled")
    @pytest.mark.parametrize(
        "rules",
        [connect4.sized(4, 4, 3), *(pytest.param(rules, marks=pytest.mark.exhaustive) for rules in (ttt, four))],
    )
    @given(st.data(), split_mixes(), st.integers(0, 1000))
    def test_by_the_thousand(self, rules: Rules[Any, Any], data: st.DataObject, gen: SplitMix, n: int) -> None:
        check_playouts(rules, (data.draw(positions(rules)), gen, n))

    @pytest.mark.usefixtures("compiled")
    def test_what_cannot_be_compiled_is_played_one_by_one(self) -> None:
        for gen in (GEN, StdGen.from_seed(1)):
            check_playouts(tictactoe.record.rules, (tictactoe.record.rules.start, gen, 9))

    @pytest.mark.exhaustive
    @pytest.mark.usefixtures("compiled")
    def test_a_great_many(self) -> None:
        """The same again from a single stream of another making: 20,000 on from 20,000 are 40,000."""
        first, rest = playouts(four, four.start, 20_000).run(GEN)
        second, after = playouts(four, four.start, 20_000).run(rest)
        assert playouts(four, four.start, 40_000).run(GEN) == (first + second, after)
        assert sum(first) == 20_000
        assert abs(first.first_won / 20_000 - 0.556) < 0.018  # five deviations; Haskell's 200,000: 0.5556

    def test_they_are_compiled_when_they_take_as_long_as_compiling(self, monkeypatch: pytest.MonkeyPatch) -> None:
        playouts_module = pytest.importorskip(
            "fpgames.compiled.backend.montecarlo.playouts", reason="numba is not installed"
        )
        played: list[int] = []

        def counting(rules: Any, p: Any, gen: SplitMix, n: int) -> Counts:
            played.append(n)
            return Counts()

        monkeypatch.setattr(playouts_module, "play_out", counting)
        monkeypatch.setattr(PLAYOUT_METER, "done", 0)
        monkeypatch.setattr(PLAYOUT_METER, "threshold", 1000)  # moves; a game has five to nine
        for n in (60, 60, 60, 60, 60, 5):
            playouts(ttt, 0, n).run(GEN)
        assert played[-2:] == [60, 5]
        assert len(played) < 5
        del played[:]
        monkeypatch.setattr(PLAYOUT_METER, "done", 0)
        for n in (0, 50, 300):
            playouts(ttt, 0, n).run(GEN)
        assert played == [300], "so many at once"
        playouts(ttt, 0, 300).run(StdGen.from_seed(1))
        assert played == [300], "the streams of a SplitMix only"

    def test_games_whose_length_is_not_known_may_be_endless(self) -> None:
        endless: Any = replace(ttt, moves=lambda p: (0,), play=lambda p, _: p)
        assert length(endless, 0) == 100_000

    @pytest.mark.exhaustive
    @pytest.mark.usefixtures("compiled")
    @pytest.mark.parametrize("size", [(8, 7, 4), (1, 63, 3), (16, 3, 4), (1, 1, 1), (13, 4, 4), (5, 4, 3)])
    def test_boards_up_to_a_word_and_beyond(self, size: tuple[int, int, int]) -> None:
        rules = connect4.sized(*size, centre_first=size == (5, 4, 3))
        check_playouts(rules, (rules.start, GEN, 70))

    @pytest.mark.exhaustive
    def test_a_hundred_million_begin_at_once_and_can_be_stopped(self) -> None:
        check_ctrl_c_ends(
            "from fpgames import playouts; from fpgames.games.connect4 import rules\n"
            "from fpgames.rand.generators import SplitMix\n"
            "count = lambda n: playouts(rules, rules.start, n).run(SplitMix.from_seed(1))\n"
            "count(10**4); print('begun', flush=True); count(10**8)",  # compiled: LLVM lets no interrupt through
            0.5,
        )


class TestEvalMoves:
    @pytest.mark.slow
    def test_each_move_has_its_own_playouts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def check(rules: Any, drawn: tuple[Any, Gen, int, int]) -> None:
            p, gen, n, block = drawn
            player = rules.player(p)
            sizes = [block] * (n // block) + [n % block] * (n % block > 0)

            def of_a_move(move: Any) -> Any:
                blocks = map_m(lambda size: split_off().map(one_by_one(rules, rules.play(p, move), size).eval), sizes)
                return blocks.map(lambda counts: (sum(count.wins(player) for count in counts), move))

            monkeypatch.setattr(bulk, "BLOCK", block)
            assert eval_moves(rules, p, n).run(gen) == map_m(of_a_move, rules.moves(p)).run(gen)

        blocks = st.sampled_from([1, 10_000])
        check_games(check, lambda rules: st.tuples(unfinished(rules), generators(), st.integers(1, 2), blocks))

    @pytest.mark.slow
    def test_whoever_plays_them(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with ThreadPoolExecutor(3) as threads, process_pool(2) as processes:
            monkeypatch.setattr(bulk, "BLOCK", 100)
            games: list[tuple[Any, int]] = [(ttt, 5), (four, 5), (four, 250)]
            for rules, n in games:
                found = eval_moves(rules, rules.start, n).run(GEN)
                for map_function in (map_backwards, threads.map, processes.map):
                    assert eval_moves(rules, rules.start, n, map_function=map_function).run(GEN) == found

    @pytest.mark.exhaustive
    @pytest.mark.usefixtures("compiled")
    def test_blocks_are_of_ten_thousand(self) -> None:
        """A part of the definition: another size would be other games."""
        found, _ = eval_moves(ttt, ttt.play(0, 4), 25_000).run(GEN)
        assert found == ((5649, 0), (3842, 1), (5727, 2), (3985, 3), (3854, 5), (5719, 6), (3933, 7), (5753, 8))

    def test_a_block_ends_at_ten_thousand(self) -> None:
        """Each block takes a generator, after each of the moves."""
        p = ttt.read("XOX\nXOO\nOX.")
        one, _ = GEN.split()
        two, _ = one.split()
        for n, rest in ((10_000, one), (10_001, two)):
            evaluated: Any = eval_moves(ttt, p, n).run(GEN)
            assert evaluated == (((0, 8),), rest)

    @pytest.mark.slow
    def test_the_map_that_is_given_is_used_a_thousand_tasks_at_a_time(self, monkeypatch: pytest.MonkeyPatch) -> None:
        recording = RecordingMap()
        monkeypatch.setattr(bulk, "BLOCK", 2)
        found = eval_moves(ttt, 0, 500, map_function=recording).run(GEN)
        assert recording.call_sizes == [1024, 1024, 202]
        assert found == eval_moves(ttt, 0, 500).run(GEN)
