"""Games and Monte-Carlo bots: article 1's outputs, its two versions against each other, and the exact probabilities."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache, reduce
from math import sqrt
from operator import itemgetter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import IllegalMove, Outcome, Player, Rules, SplitMix, State, StdGen, map_m
from fpgames.games import GAMES
from fpgames.games.tictactoe import TicTacToe
from fpgames.games.tictactoe.record import rules as tictactoe
from fpgames.play import bots, explicit, playing
from fpgames.rng import Gen
from fpgames.rules import GameOver
from fpgames.testing import generators, positions, unfinished
from tests.figures import GHC_WINS, TRANSCRIPTS
from tests.games.test_games import EVERY_GAME

P402536 = reduce(tictactoe.play, [4, 0, 2, 5, 3, 6], tictactoe.start)
FINISHED = reduce(tictactoe.play, [4, 0, 3, 7, 5], tictactoe.start)


def running(rules: Rules[Any, Any]) -> st.SearchStrategy[Any]:
    return unfinished(rules)


def winner(outcome: Outcome) -> str:
    return {1: "X", 0: ".", -1: "O"}[outcome]


def call_explicit(call: str, gen: StdGen) -> tuple[Any, StdGen]:
    """What article 1's session computes, by the version that passes the generator explicitly."""
    name, *numbers = call.split()
    bot = explicit.bot_random(tictactoe)
    if call == "bot_random":
        return bot(P402536, gen)
    if call == "bot_random twice":
        first, gen = bot(P402536, gen)
        second, gen = bot(P402536, gen)
        return (first, second), gen
    if name == "play_game":
        outcome, end, gen = explicit.play_game(tictactoe, P402536, bot, bot, gen)
        return (winner(outcome), "".join(end.grid)), gen
    if name == "eval_move":
        return explicit.eval_move(tictactoe, P402536, int(numbers[0]), int(numbers[1]), gen)
    return explicit.bot_mc(tictactoe, int(numbers[0]))(P402536, gen)


@pytest.mark.parametrize(
    ("before", "call", "result", "after"),
    [(gen, call if "eval" not in call else f"{call} 10000", *rest) for gen, call, *rest in TRANSCRIPTS],
)
def test_article_1_is_replayed(before: tuple[int, int], call: str, result: Any, after: tuple[int, int] | None) -> None:
    answer, gen = call_explicit(call, StdGen(*before))
    assert answer == result
    assert after is None or gen == StdGen(*after)


@pytest.mark.exhaustive
def test_the_compiled_haskell_program_is_replayed() -> None:
    """the State version and the explicit one, moves in the program's order."""
    gen = StdGen(346137677, 1)
    evaluated, last = map_m(lambda move: playing.eval_move(tictactoe, tictactoe.start, move, 10_000), range(9)).run(gen)
    assert evaluated == tuple(zip(GHC_WINS, range(9), strict=True))

    wins = []
    for move in range(9):
        count, gen = explicit.eval_move(tictactoe, tictactoe.start, move, 10_000, gen)
        wins.append(count)
    assert (tuple(wins), gen) == (GHC_WINS, last)


@EVERY_GAME
class TestTheTwoVersionsAgree:
    @given(st.data(), generators())
    def test_bot_random(self, rules: Rules[Any, Any], data: st.DataObject, gen: Gen) -> None:
        p = data.draw(running(rules))
        assert bots.bot_random(rules)(p).run(gen) == explicit.bot_random(rules)(p, gen)

    @given(st.data(), generators())
    def test_play_game(self, rules: Rules[Any, Any], data: st.DataObject, gen: Gen) -> None:
        p = data.draw(positions(rules))
        bot, by_hand = bots.bot_random(rules), explicit.bot_random(rules)
        (outcome, end), after = playing.play_game(rules, p, bot, bot).run(gen)
        assert (outcome, end, after) == explicit.play_game(rules, p, by_hand, by_hand, gen)

    @given(st.data(), generators())
    def test_a_playout_is_a_game_of_random_bots(self, rules: Rules[Any, Any], data: st.DataObject, gen: Gen) -> None:
        p = data.draw(positions(rules))
        bot = bots.bot_random(rules)
        (outcome, _), after = playing.play_game(rules, p, bot, bot).run(gen)
        assert playing.playout(rules, p).run(gen) == explicit.playout(rules, p, gen) == (outcome, after)

    @given(st.data(), generators(), st.integers(1, 20))
    def test_eval_move(self, rules: Rules[Any, Any], data: st.DataObject, gen: Gen, n: int) -> None:
        p = data.draw(running(rules))
        move = data.draw(st.sampled_from(rules.moves(p)))
        (wins, same_move), after = playing.eval_move(rules, p, move, n).run(gen)
        assert same_move == move
        assert (wins, after) == explicit.eval_move(rules, p, move, n, gen)

    @given(st.data(), generators(), st.integers(1, 60))
    def test_bot_mc_with_the_moves_in_one_order(
        self, rules: Rules[Any, Any], data: st.DataObject, gen: Gen, n: int
    ) -> None:
        """Where the moves are listed the other way round, last to first is first to last; of equals the other is played."""
        p = data.draw(running(rules))
        # In the playouts the same position may come again, but not the same object.
        mirrored = replace(rules, moves=lambda q: rules.moves(q)[::-1] if q is p else rules.moves(q))
        n_each = max(1, n // len(rules.moves(p)))
        evaluated = map_m(lambda move: playing.eval_move(rules, p, move, n_each), rules.moves(p)).eval(gen)
        move, after = explicit.bot_mc(mirrored, n)(p, gen)
        assert (move, after) == (max(evaluated, key=itemgetter(0))[1], bots.bot_mc(rules, n)(p).exec(gen))

    @given(st.data(), generators())
    def test_explicit_and_back(self, rules: Rules[Any, Any], data: st.DataObject, gen: Gen) -> None:
        """What turns one into the other does not look at the bot: any will do, and this one is fast."""
        p = data.draw(running(rules))
        bot, by_hand = bots.bot_random(rules), explicit.bot_random(rules)
        assert explicit.to_explicit(bot)(p, gen) == bot(p).run(gen)
        assert explicit.from_explicit(by_hand)(p).run(gen) == by_hand(p, gen)
        assert explicit.from_explicit(explicit.to_explicit(bot))(p).run(gen) == bot(p).run(gen)


@EVERY_GAME
class TestGames:
    @given(st.data(), generators())
    def test_play_moves_writes_down_the_game_of_play_game(
        self, rules: Rules[Any, Any], data: st.DataObject, gen: Gen
    ) -> None:
        p = data.draw(positions(rules))
        bot = bots.bot_random(rules)
        (outcome, end), after = playing.play_game(rules, p, bot, bot).run(gen)
        moves, same_after = playing.play_moves(rules, p, bot, bot).run(gen)
        assert reduce(rules.play, moves, p) == end
        assert rules.outcome(end).unwrap() is outcome
        assert same_after == after

    @given(st.data(), generators())
    def test_each_bot_moves_for_its_own_player(self, rules: Rules[Any, Any], data: st.DataObject, gen: Gen) -> None:
        asked: list[tuple[Player, Player]] = []

        def watched(side: Player) -> playing.Bot[Any, Any]:
            def bot(p: Any) -> State[Gen, Any]:
                asked.append((side, rules.player(p)))
                return bots.bot_random(rules)(p)

            return bot

        p = data.draw(running(rules))
        first, second = watched(Player.FIRST), watched(Player.SECOND)
        for play in (
            lambda: playing.play_game(rules, p, first, second).run(gen),
            lambda: playing.play_moves(rules, p, first, second).run(gen),
            lambda: explicit.play_game(rules, p, explicit.to_explicit(first), explicit.to_explicit(second), gen),
        ):
            asked.clear()
            play()
            assert asked
            assert all(side is to_move for side, to_move in asked)

    @given(st.data(), generators())
    def test_an_illegal_move_of_a_bot_is_refused(self, rules: Rules[Any, Any], data: st.DataObject, gen: Gen) -> None:
        p = data.draw(running(rules))
        cheat = lambda p: State.from_value("cheat")  # noqa: E731
        for play in (playing.play_game, playing.play_moves):
            with pytest.raises(IllegalMove, match="illegal move 'cheat'"):
                play(rules, p, cheat, cheat).run(gen)


class TestBotMc:
    @given(st.data(), generators(), st.integers(1, 100))
    def test_it_plays_the_last_of_the_moves_that_won_most(self, data: st.DataObject, gen: Gen, n: int) -> None:
        p = data.draw(running(tictactoe))
        moves = tictactoe.moves(p)
        n_each = max(1, n // len(moves))
        evaluated, after = map_m(lambda move: playing.eval_move(tictactoe, p, move, n_each), moves).run(gen)
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
            explicit.bot_mc,
            lambda rules, n: playing.eval_move(rules, rules.start, 0, n),
            lambda rules, n: explicit.eval_move(rules, rules.start, 0, n, StdGen(1, 1)),
        ],
    )
    def test_a_wrong_budget_is_refused(self, make: Callable[[Any, Any], object], n: Any) -> None:
        with pytest.raises(ValueError, match=f"cannot play {n} random games; expected at least 1"):
            make(tictactoe, n)

    def test_an_illegal_move_is_not_evaluated(self) -> None:
        with pytest.raises(IllegalMove):
            playing.eval_move(tictactoe, P402536, 0, 1)
        with pytest.raises(IllegalMove):
            explicit.eval_move(tictactoe, P402536, 0, 1, StdGen(1, 1))


@pytest.mark.parametrize(
    "ask",
    [
        lambda p, gen: bots.bot_random(tictactoe)(p).run(gen),
        lambda p, gen: bots.bot_mc(tictactoe, 10)(p).run(gen),
        explicit.bot_random(tictactoe),
        explicit.bot_mc(tictactoe, 10),
    ],
)
def test_a_bot_asked_in_a_finished_game_says_so(ask: Callable[[TicTacToe, Gen], object]) -> None:
    with pytest.raises(GameOver, match="this game of tictactoe-record is over"):
        ask(FINISHED, SplitMix.from_seed(1))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_bots_pickle(name: str) -> None:
    rules = GAMES[name]
    gen = SplitMix.from_seed(3)
    by_hand = (explicit.bot_random(rules), explicit.bot_mc(rules, 20))
    for bot in (bots.bot_random(rules), bots.bot_mc(rules, 20), *map(explicit.from_explicit, by_hand)):
        assert pickle.loads(pickle.dumps(bot))(rules.start).run(gen) == bot(rules.start).run(gen)
    for other in (*by_hand, explicit.to_explicit(bots.bot_random(rules))):
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
        (wins, _), gen = playing.eval_move(tictactoe, start, move, n).run(gen)
        p = float(probability(player, tictactoe.play(start, move)))
        assert abs(wins - n * p) <= 4 * sqrt(n * p * (1 - p))
