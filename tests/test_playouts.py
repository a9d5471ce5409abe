"""Games and Monte-Carlo bots: article 1's outputs, its two versions against each other, and the exact probabilities."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial, reduce
from math import sqrt
from operator import itemgetter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import bots, playouts, threaded
from fpgames.games import GAMES
from fpgames.games.tictactoe import TicTacToe
from fpgames.games.tictactoe import rules as tictactoe
from fpgames.rng import Gen, SplitMix, StdGen
from fpgames.rules import GameOver, IllegalMove, Outcome, Player, Rules
from fpgames.state import State, map_m
from fpgames.testing import generators, positions, unfinished
from tests.figures import GHC_WINS, TRANSCRIPTS
from tests.test_games import EVERY_GAME

P402536 = reduce(tictactoe.play, [4, 0, 2, 5, 3, 6], tictactoe.start)
FINISHED = reduce(tictactoe.play, [4, 0, 3, 7, 5], tictactoe.start)


def running(rules: Rules[Any, Any]) -> st.SearchStrategy[Any]:
    return unfinished(rules)


def winner(outcome: Outcome) -> str:
    return {1: "X", 0: ".", -1: "O"}[outcome]


def call_threaded(call: str, gen: StdGen) -> tuple[Any, StdGen]:
    """What article 1's session computes, by the hand-threaded version."""
    name, *numbers = call.split()
    bot = threaded.bot_random(tictactoe)
    if call == "bot_random":
        return bot(P402536, gen)
    if call == "bot_random twice":
        first, gen = bot(P402536, gen)
        second, gen = bot(P402536, gen)
        return (first, second), gen
    if name == "play_game":
        outcome, end, gen = threaded.play_game(tictactoe, P402536, bot, bot, gen)
        return (winner(outcome), "".join(end.grid)), gen
    if name == "eval_move":
        return threaded.eval_move(tictactoe, int(numbers[0]), int(numbers[1]), P402536, gen)
    return threaded.bot_mc(tictactoe, int(numbers[0]))(P402536, gen)


@pytest.mark.parametrize(
    ("before", "call", "result", "after"),
    [(gen, call if "eval" not in call else f"{call} 10000", *rest) for gen, call, *rest in TRANSCRIPTS],
)
def test_article_1_is_replayed(before: tuple[int, int], call: str, result: Any, after: tuple[int, int] | None) -> None:
    answer, gen = call_threaded(call, StdGen(*before))
    assert answer == result
    assert after is None or gen == StdGen(*after)


@pytest.mark.exhaustive
def test_the_compiled_haskell_program_is_replayed() -> None:
    """State and hand-threaded version, moves in the program's order."""
    gen = StdGen(346137677, 1)
    evaluated, last = map_m(partial(playouts.eval_move, tictactoe, 10_000, tictactoe.start), range(9)).run(gen)
    assert evaluated == tuple(zip(GHC_WINS, range(9), strict=True))

    wins = []
    for move in range(9):
        count, gen = threaded.eval_move(tictactoe, move, 10_000, tictactoe.start, gen)
        wins.append(count)
    assert (tuple(wins), gen) == (GHC_WINS, last)


@EVERY_GAME
class TestTheTwoVersionsAgree:
    @given(st.data(), generators())
    def test_bot_random(self, rules: Rules[Any, Any], data: st.DataObject, gen: Gen) -> None:
        p = data.draw(running(rules))
        assert bots.bot_random(rules)(p).run(gen) == threaded.bot_random(rules)(p, gen)

    @given(st.data(), generators())
    def test_play_game(self, rules: Rules[Any, Any], data: st.DataObject, gen: Gen) -> None:
        p = data.draw(positions(rules))
        bot, by_hand = bots.bot_random(rules), threaded.bot_random(rules)
        (outcome, end), after = playouts.play_game(rules, p, bot, bot).run(gen)
        assert (outcome, end, after) == threaded.play_game(rules, p, by_hand, by_hand, gen)

    @given(st.data(), generators())
    def test_a_playout_is_a_game_of_random_bots(self, rules: Rules[Any, Any], data: st.DataObject, gen: Gen) -> None:
        p = data.draw(positions(rules))
        bot = bots.bot_random(rules)
        (outcome, _), after = playouts.play_game(rules, p, bot, bot).run(gen)
        assert playouts.playout(rules, p).run(gen) == threaded.playout(rules, p, gen) == (outcome, after)

    @given(st.data(), generators(), st.integers(1, 20))
    def test_eval_move(self, rules: Rules[Any, Any], data: st.DataObject, gen: Gen, n: int) -> None:
        p = data.draw(running(rules))
        move = data.draw(st.sampled_from(rules.moves(p)))
        (wins, same_move), after = playouts.eval_move(rules, n, p, move).run(gen)
        assert same_move == move
        assert (wins, after) == threaded.eval_move(rules, move, n, p, gen)

    @given(st.data(), generators(), st.integers(1, 60))
    def test_bot_mc_with_the_moves_in_one_order(
        self, rules: Rules[Any, Any], data: st.DataObject, gen: Gen, n: int
    ) -> None:
        """Where the moves are listed the other way round, last to first is first to last; of equals the other is played."""
        p = data.draw(running(rules))
        mirrored = replace(rules, moves=lambda q: rules.moves(q)[::-1] if q == p else rules.moves(q))
        n_each = max(1, n // len(rules.moves(p)))
        evaluated = map_m(partial(playouts.eval_move, rules, n_each, p), rules.moves(p)).eval(gen)
        move, after = threaded.bot_mc(mirrored, n)(p, gen)
        assert (move, after) == (max(evaluated, key=itemgetter(0))[1], bots.bot_mc(rules, n)(p).exec(gen))

    @given(st.data(), generators(), st.integers(1, 60))
    def test_threaded_and_back(self, rules: Rules[Any, Any], data: st.DataObject, gen: Gen, n: int) -> None:
        p = data.draw(running(rules))
        bot, by_hand = bots.bot_mc(rules, n), threaded.bot_mc(rules, n)
        assert bots.to_threaded(bot)(p, gen) == bot(p).run(gen)
        assert bots.from_threaded(by_hand)(p).run(gen) == by_hand(p, gen)
        assert bots.from_threaded(bots.to_threaded(bot))(p).run(gen) == bot(p).run(gen)


@EVERY_GAME
class TestGames:
    @given(st.data(), generators())
    def test_play_moves_writes_down_the_game_of_play_game(
        self, rules: Rules[Any, Any], data: st.DataObject, gen: Gen
    ) -> None:
        p = data.draw(positions(rules))
        bot = bots.bot_random(rules)
        (outcome, end), after = playouts.play_game(rules, p, bot, bot).run(gen)
        moves, same_after = playouts.play_moves(rules, p, bot, bot).run(gen)
        assert reduce(rules.play, moves, p) == end
        assert rules.outcome(end).unwrap() is outcome
        assert same_after == after

    @given(st.data(), generators())
    def test_each_bot_moves_for_its_own_player(self, rules: Rules[Any, Any], data: st.DataObject, gen: Gen) -> None:
        asked: list[tuple[Player, Player]] = []

        def watched(side: Player) -> playouts.Bot[Any, Any]:
            def bot(p: Any) -> State[Gen, Any]:
                asked.append((side, rules.player(p)))
                return bots.bot_random(rules)(p)

            return bot

        p = data.draw(running(rules))
        first, second = watched(Player.FIRST), watched(Player.SECOND)
        for play in (
            lambda: playouts.play_game(rules, p, first, second).run(gen),
            lambda: playouts.play_moves(rules, p, first, second).run(gen),
            lambda: threaded.play_game(rules, p, bots.to_threaded(first), bots.to_threaded(second), gen),
        ):
            asked.clear()
            play()
            assert asked
            assert all(side is to_move for side, to_move in asked)

    @given(st.data(), generators())
    def test_an_illegal_move_of_a_bot_is_refused(self, rules: Rules[Any, Any], data: st.DataObject, gen: Gen) -> None:
        p = data.draw(running(rules))
        cheat = lambda p: State.from_value("cheat")  # noqa: E731
        for play in (playouts.play_game, playouts.play_moves):
            with pytest.raises(IllegalMove, match="illegal move 'cheat'"):
                play(rules, p, cheat, cheat).run(gen)


class TestBotMc:
    @given(st.data(), generators(), st.integers(1, 100))
    def test_it_plays_the_last_of_the_moves_that_won_most(self, data: st.DataObject, gen: Gen, n: int) -> None:
        p = data.draw(running(tictactoe))
        moves = tictactoe.moves(p)
        evaluated, after = map_m(partial(playouts.eval_move, tictactoe, max(1, n // len(moves)), p), moves).run(gen)
        assert bots.bot_mc(tictactoe, n)(p).run(gen) == (max(evaluated)[1], after)

    @given(generators(), st.integers(1, 5))
    def test_every_move_gets_one_game_however_small_the_budget(self, gen: Gen, n: int) -> None:
        p = reduce(tictactoe.play, [0, 3, 1, 4], tictactoe.start)
        assert bots.bot_mc(tictactoe, n)(p).run(gen) == bots.bot_mc(tictactoe, 5)(p).run(gen)

    @pytest.mark.parametrize("n", [0, -1, 1.5])
    @pytest.mark.parametrize(
        "make",
        [
            bots.bot_mc,
            threaded.bot_mc,
            lambda rules, n: playouts.eval_move(rules, n, rules.start, 0),
            lambda rules, n: threaded.eval_move(rules, 0, n, rules.start, StdGen(1, 1)),
        ],
    )
    def test_a_wrong_budget_is_refused(self, make: Callable[[Any, Any], object], n: Any) -> None:
        with pytest.raises(ValueError, match=f"cannot play {n} random games; expected at least 1"):
            make(tictactoe, n)

    def test_an_illegal_move_is_not_evaluated(self) -> None:
        with pytest.raises(IllegalMove):
            playouts.eval_move(tictactoe, 1, P402536, 0)
        with pytest.raises(IllegalMove):
            threaded.eval_move(tictactoe, 0, 1, P402536, StdGen(1, 1))


@pytest.mark.parametrize(
    "ask",
    [
        lambda p, gen: bots.bot_random(tictactoe)(p).run(gen),
        lambda p, gen: bots.bot_mc(tictactoe, 10)(p).run(gen),
        threaded.bot_random(tictactoe),
        threaded.bot_mc(tictactoe, 10),
    ],
)
def test_a_bot_asked_in_a_finished_game_says_so(ask: Callable[[TicTacToe, Gen], object]) -> None:
    with pytest.raises(GameOver, match="this game of tictactoe-record is over"):
        ask(FINISHED, SplitMix.from_seed(1))


@pytest.mark.parametrize("name", GAMES)
def test_bots_pickle(name: str) -> None:
    rules = GAMES[name]
    gen = SplitMix.from_seed(3)
    by_hand = (threaded.bot_random(rules), threaded.bot_mc(rules, 20))
    for bot in (bots.bot_random(rules), bots.bot_mc(rules, 20), *map(bots.from_threaded, by_hand)):
        assert pickle.loads(pickle.dumps(bot))(rules.start).run(gen) == bot(rules.start).run(gen)
    for other in (*by_hand, bots.to_threaded(bots.bot_random(rules))):
        assert pickle.loads(pickle.dumps(other))(rules.start, gen) == other(rules.start, gen)


@cache
def probability(player: Player, p: TicTacToe) -> Fraction:
    """The probability that a player wins a random game, from the whole tree."""
    moves = tictactoe.moves(p)
    if not moves:
        return Fraction(tictactoe.outcome(p).unwrap() is Outcome(player))
    return sum((probability(player, tictactoe.play(p, move)) for move in moves), Fraction(0)) / len(moves)


def test_the_probabilities_of_article_1() -> None:
    """From 4,0,2,5,3,6 the player to move wins with 8, 7, 1 with probability 0, 1/2, 1/2 (part I-B)."""
    found = {move: probability(Player.FIRST, tictactoe.play(P402536, move)) for move in tictactoe.moves(P402536)}
    assert found == {8: 0, 7: Fraction(1, 2), 1: Fraction(1, 2)}


@pytest.mark.parametrize("kind", [StdGen, SplitMix])
@pytest.mark.parametrize("start", [P402536, tictactoe.start, tictactoe.play(tictactoe.start, 4)])
def test_the_wins_of_playouts_tend_to_the_exact_probabilities(kind: type[StdGen | SplitMix], start: TicTacToe) -> None:
    """Within four deviations of the binomial law, for every move; the seed is fixed."""
    n = 1000
    player = tictactoe.player(start)
    gen: Gen = kind.from_seed(2024)
    for move in tictactoe.moves(start):
        (wins, _), gen = playouts.eval_move(tictactoe, n, start, move).run(gen)
        p = float(probability(player, tictactoe.play(start, move)))
        assert abs(wins - n * p) <= 4 * sqrt(n * p * (1 - p))
