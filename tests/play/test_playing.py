"""Complete games: by bots, at random, and with states larger than a generator."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache, reduce
from math import sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import IllegalMove, Outcome, Player, SplitMix, State, StdGen, bot_mc, bot_mcts, bot_random, replicate_m
from fpgames.games import checkers, connect4
from fpgames.games.tictactoe import TicTacToe
from fpgames.games.tictactoe import rules as bits
from fpgames.games.tictactoe.record import rules as tictactoe
from fpgames.play import (
    Bot,
    ReuseState,
    bot_mcts_reuse,
    eval_move,
    explicit,
    play_game,
    play_moves,
    playout,
    without_history,
)
from fpgames.rand import Gen
from fpgames.rules import EndlessGame, with_draws
from fpgames.state import field, item, zoom
from fpgames.testing import generators, unfinished
from tests.support.every_game import check_games
from tests.support.graphs import seeds

P402536 = reduce(tictactoe.play, [4, 0, 2, 5, 3, 6], tictactoe.start)
SMALL = connect4.sized(5, 4, 3)
GEN = SplitMix.from_seed(1)
pytestmark = pytest.mark.usefixtures("uncompiled")


class TestGames:
    @pytest.mark.slow
    def test_of_every_game(self) -> None:
        """The same game, however it is played: by bots that are asked on their turns, or a playout; and none from its end."""

        def check(rules: Any, drawn: tuple[Any, Gen]) -> None:
            p, gen = drawn
            asked: list[tuple[Player, Player]] = []

            def watched(side: Player) -> Bot[Any, Any]:
                def bot(p: Any) -> State[Gen, Any]:
                    asked.append((side, rules.player(p)))
                    return bot_random(rules)(p)

                return bot

            bots = watched(Player.FIRST), watched(Player.SECOND)
            (outcome, end), after = play_game(rules, p, *bots).run(gen)
            moves, same_after = play_moves(rules, p, *bots).run(gen)
            first, second = map(explicit.to_explicit, bots)
            assert explicit.play_game(rules, p, first, second, gen) == (outcome, end, after)
            assert reduce(rules.play, moves, p) == end
            assert rules.outcome(end).unwrap() is outcome
            assert same_after == after
            assert len(asked) == 3 * len(moves)
            assert all(side is to_move for side, to_move in asked)
            assert playout(rules, p).run(gen) == (outcome, after)
            assert play_game(rules, end, *bots).run(gen) == ((outcome, end), gen)
            assert play_moves(rules, end, *bots).run(gen) == ((), gen)
            assert playout(rules, end).run(gen) == (outcome, gen)
            cheat: Any = lambda p: State.from_value("cheat")  # noqa: E731
            for play in (play_game, play_moves):
                with pytest.raises(IllegalMove, match="illegal move 'cheat'"):
                    play(rules, p, cheat, cheat).run(GEN)

        check_games(check, lambda rules: st.tuples(unfinished(rules), generators()))

    def test_a_playout_is_given_up_after_so_many_moves(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("fpgames.rules.playouts.MAX_PLAYOUT_MOVES", 3)
        p = bits.read("XOX\nO..\n.XO")
        assert {*replicate_m(30, playout(bits, p)).eval(GEN)} == {Outcome.FIRST_WON, Outcome.DRAW}
        endless: Any = replace(bits, moves=lambda p: (0,), play=lambda p, _: p)
        for rules, at in ((bits, bits.start), (endless, 0)):
            with pytest.raises(EndlessGame, match="a game of tictactoe is not over after 100000 moves"):
                playout(rules, at).eval(GEN)

    def test_without_history(self) -> None:
        """A bot of the plain game plays the game with draws, and is asked about positions only."""
        rules, drawn = checkers.rules, with_draws(checkers.rules)
        bot = without_history(bot_random(rules))
        moves, _ = play_moves(drawn, drawn.start, bot, bot).run(GEN)
        plain, _ = play_moves(rules, rules.start, bot_random(rules), bot_random(rules)).run(GEN)
        assert moves == plain[: len(moves)]


@cache
def probability(player: Player, p: TicTacToe) -> Fraction:
    """The probability that a player wins a random game, from the whole tree."""
    moves = tictactoe.moves(p)
    if not moves:
        return Fraction(tictactoe.outcome(p).unwrap() is Outcome(player))
    return sum((probability(player, tictactoe.play(p, move)) for move in moves), Fraction(0)) / len(moves)


class TestEvalMove:
    def test_the_probabilities_of_article_1(self) -> None:
        """From 4,0,2,5,3,6 the player to move wins with 8, 7, 1 with probability 0, 1/2, 1/2 (part I-B)."""
        found = {move: probability(Player.FIRST, tictactoe.play(P402536, move)) for move in tictactoe.moves(P402536)}
        assert found == {8: 0, 7: Fraction(1, 2), 1: Fraction(1, 2)}

    @pytest.mark.slow
    @pytest.mark.parametrize("kind", [StdGen, SplitMix])
    def test_wins_tend_to_the_exact_probabilities(self, kind: type[StdGen | SplitMix]) -> None:
        """Within four deviations of the binomial law, for every move; the seed is fixed."""
        n, wrong = 500, {}
        gen: Gen = kind.from_seed(2024)
        for start in (P402536, tictactoe.start, tictactoe.play(tictactoe.start, 4)):
            for move in tictactoe.moves(start):
                (wins, _), gen = eval_move(tictactoe, start, move, n).run(gen)
                p = float(probability(tictactoe.player(start), tictactoe.play(start, move)))
                if abs(wins - n * p) > 4 * sqrt(n * p * (1 - p)):
                    wrong[start, move] = (wins, n * p)
        assert not wrong


class TestPlayingWithStates:
    """A game in which each bot has a part of one larger state."""

    @given(unfinished(SMALL), generators())
    def test_with_one_shared_generator_it_is_the_plain_game(self, p: Any, gen: Gen) -> None:
        bots = bot_random(SMALL), bot_mc(SMALL, 1)
        plain = play_moves(SMALL, p, *bots).run(gen)
        for lens, whole in ((field("gen"), ReuseState(gen)), (item(1), ("rest", gen))):
            zoomed = play_moves(SMALL, p, *(bot | zoom(lens) for bot in bots))
            assert zoomed.run(whole) == (plain[0], lens.set(whole, plain[1]))
            assert zoomed.run(whole) == zoom(lens)(play_moves(SMALL, p, *bots)).run(whole)

    @pytest.mark.slow
    @given(seeds, seeds)
    def test_each_with_a_state_of_its_own(self, one: Gen, other: Gen) -> None:
        """The moves of each are those that it makes alone, with its own state."""
        keeping, plain = bot_mcts_reuse(SMALL, 20), bot_mcts(SMALL, 20)
        bots = keeping | zoom(item(0)), plain | zoom(item(1))
        moves, (kept, rest) = play_moves(SMALL, SMALL.start, *bots).run((ReuseState(one), other))
        p, mine, theirs = SMALL.start, ReuseState[Any, Any](one), other
        for move in moves:
            if SMALL.player(p) is Player.FIRST:
                found, mine = keeping(p).run(mine)
            else:
                found, theirs = plain(p).run(theirs)
            assert found == move
            p = SMALL.play(p, move)
        assert (kept, rest) == (mine, theirs)
        outcome, end = play_game(SMALL, SMALL.start, *bots).eval((ReuseState(one), other))
        assert (end, SMALL.outcome(p).unwrap()) == (p, outcome)

    def test_any_state(self) -> None:
        """Bots that take turns with a list of moves as their state."""

        def following(p: int) -> State[tuple[int, ...], int]:
            return State(lambda moves: (moves[0], moves[1:]))

        moves = (4, 0, 2, 6, 3, 5, 1, 7, 8)
        assert play_moves(bits, 0, following, following).run(moves) == (moves, ())
