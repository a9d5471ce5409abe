"""Wrong figures in article 1: what its transcribed code returns, and what the library returns."""

from __future__ import annotations

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Some

from fpgames import Outcome, SplitMix, StdGen, map_m
from fpgames.games.tictactoe import TicTacToe
from fpgames.games.tictactoe.record import rules as record
from fpgames.play import bots, explicit, playing
from fpgames.rand import Gen
from fpgames.rules import whose_turn
from fpgames.testing import generators, unfinished
from tests.support.labels import LINES

P402536 = reduce(record.play, [4, 0, 2, 5, 3, 6], record.start)
P40375 = reduce(record.play, [4, 0, 3, 7, 5], record.start)
P6071 = reduce(record.play, [6, 0, 7, 1], record.start)


class TestTheFirstArticlesBotsDiffer:
    """Erratum 6: the same generator, the moves from last to first or from first to last."""

    def test_the_counts_differ(self) -> None:
        gen: Gen = StdGen(3304847, 1)
        by_state = map_m(lambda move: playing.eval_move(record, P402536, move, 10_000), (1, 7, 8)).eval(gen)
        by_hand = []
        for move in (8, 7, 1):
            wins, gen = explicit.eval_move(record, P402536, move, 10_000, gen)
            by_hand.append((wins, move))
        assert by_state == ((5030, 1), (4898, 7), (0, 8))
        assert by_hand == [(0, 8), (4898, 7), (5037, 1)]

    def test_so_may_the_moves(self) -> None:
        gen = StdGen(3, 1)
        assert bots.bot_mc(record, 90)(P402536).eval(gen) == 7
        assert explicit.bot_mc(record, 90)(P402536, gen)[0] == 1


def mark(p: TicTacToe, move: int) -> TicTacToe:
    """The first article's ``jouerCoup``, which does not ask whether the game is over."""
    assert move in p.moves
    return TicTacToe(p.grid.set(move, p.player), tuple(m for m in p.moves if m != move), p.opponent, p.player)


def winner(p: TicTacToe) -> str | None:
    """Its ``calculerFin``: the first line that is full, in this order."""
    return next((p.grid[a] for a, b, c in LINES if p.grid[a] == p.grid[b] == p.grid[c] != "."), None)


def wins(move: int, n: int, p: TicTacToe, gen: Gen) -> int:
    """Its ``evalCoup``: ``jouerJeu`` plays a move before it asks whether the game is over."""
    won = 0
    for _ in range(n):
        q = mark(p, move)
        while True:
            i, gen = gen.uniform_r(0, len(q.moves) - 1)
            q = mark(q, q.moves[i])
            if winner(q) or not q.moves:
                break
        won += winner(q) == p.player
    return won


class TestFinishedGames:
    """Erratum 7: the first article's ``jouerJeu`` plays on in a finished game."""

    def test_its_monte_carlo_passes_over_a_win(self) -> None:
        gen, n = SplitMix.from_seed(42), 300
        assert max(P6071.moves, key=lambda move: wins(move, n, P6071, gen)) == 2
        assert record.outcome(record.play(P6071, 8)) == Some(Outcome.FIRST_WON)
        assert playing.eval_move(record, P6071, 8, n).eval(gen) == (n, 8)
        assert bots.bot_mc(record, 5 * n)(P6071).eval(gen) == explicit.bot_mc(record, 5 * n)(P6071, gen)[0] == 8

    @pytest.mark.exhaustive
    def test_its_counts(self) -> None:
        """Those of the article's program, compiled by GHC with random-1.2 and run from ``mkStdGen 42``."""
        gen = SplitMix.from_seed(42)
        assert [wins(move, 10_000, P6071, gen) for move in P6071.moves] == [8362, 4222, 5820, 4105, 7446]

    def test_its_last_cell_cannot_be_evaluated(self) -> None:
        last = reduce(record.play, [4, 0, 2, 5, 3, 6, 1, 7], record.start)
        with pytest.raises(ValueError, match=r"empty range 0\.\.-1"):
            wins(8, 1, last, SplitMix.from_seed(42))
        assert playing.eval_move(record, last, 8, 10).eval(SplitMix.from_seed(42)) == (0, 8)

    @given(st.data(), generators(), st.integers(1, 5))
    def test_ours_wins_every_random_game_after_a_winning_move(self, data: st.DataObject, gen: Gen, n: int) -> None:
        p = data.draw(unfinished(record))
        won = Some(Outcome(whose_turn(record, p)))
        for move in record.moves(p):
            if record.outcome(record.play(p, move)) == won:
                assert playing.eval_move(record, p, move, n).run(gen) == ((n, move), gen)
                assert explicit.eval_move(record, p, move, n, gen) == (n, gen)

    @given(generators())
    def test_ours_answers_a_finished_game_as_it_is(self, gen: Gen) -> None:
        bot, by_hand = bots.bot_random(record), explicit.bot_random(record)
        expected = Outcome.FIRST_WON, P40375, gen
        assert explicit.play_game(record, P40375, by_hand, by_hand, gen) == expected
        assert playing.play_game(record, P40375, bot, bot).run(gen) == (expected[:2], gen)
