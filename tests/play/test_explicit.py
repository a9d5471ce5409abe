"""Article 1's outputs from both of its versions: with an explicit generator, and in a State."""

from __future__ import annotations

import pickle
from dataclasses import replace
from functools import reduce
from operator import itemgetter
from typing import Any

import pytest
from hypothesis import strategies as st

from fpgames import SplitMix, StdGen, map_m
from fpgames.games.tictactoe.record import rules as tictactoe
from fpgames.play import bots, explicit, playing
from fpgames.rand import Gen
from fpgames.testing import generators, unfinished
from tests.support.every_game import check_games
from tests.support.figures import GHC_WINS, TRANSCRIPTS
from tests.support.games import WITHOUT_CHANCE

P402536 = reduce(tictactoe.play, [4, 0, 2, 5, 3, 6], tictactoe.start)

LONG = {"checkers", "draughts", "othello"}  # whose random games take longest


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
        return ({1: "X", 0: ".", -1: "O"}[outcome], "".join(end.grid)), gen
    if name == "eval_move":
        return explicit.eval_move(tictactoe, P402536, int(numbers[0]), int(numbers[1]), gen)
    return explicit.bot_mc(tictactoe, int(numbers[0]))(P402536, gen)


@pytest.mark.slow
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


class TestTheTwoVersionsAgree:
    @pytest.mark.slow
    def test_on_games_of_random_bots(self) -> None:
        def check(rules: Any, drawn: tuple[Any, Gen]) -> None:
            p, gen = drawn
            bot, by_hand = bots.bot_random(rules), explicit.bot_random(rules)
            assert bot(p).run(gen) == by_hand(p, gen)
            (outcome, end), after = playing.play_game(rules, p, bot, bot).run(gen)
            assert explicit.play_game(rules, p, by_hand, by_hand, gen) == (outcome, end, after)
            assert explicit.playout(rules, p, gen) == (outcome, after)
            assert explicit.play_game(rules, end, by_hand, by_hand, gen) == (outcome, end, gen)
            assert explicit.playout(rules, end, gen) == (outcome, gen)
            # What turns one into the other does not look at the bot.
            assert explicit.to_explicit(bot)(p, gen) == bot(p).run(gen)
            assert explicit.from_explicit(by_hand)(p).run(gen) == by_hand(p, gen)
            assert explicit.from_explicit(explicit.to_explicit(bot))(p).run(gen) == bot(p).run(gen)

        check_games(check, lambda rules: st.tuples(unfinished(rules), generators()))

    @pytest.mark.slow
    def test_on_monte_carlo_bots(self) -> None:
        """Where the moves are listed the other way round, last to first is first to last; of equals the other is played."""

        def check(rules: Any, drawn: tuple[Any, Gen, int]) -> None:
            p, gen, n = drawn
            # In the playouts the same position may come again, but not the same object.
            mirrored = replace(rules, moves=lambda q: rules.moves(q)[::-1] if q is p else rules.moves(q))
            n_each = max(1, n // len(rules.moves(p)))
            evaluated = map_m(lambda move: playing.eval_move(rules, p, move, n_each), rules.moves(p)).eval(gen)
            best = max(evaluated, key=itemgetter(0))[1]
            assert explicit.bot_mc(mirrored, n)(p, gen) == (best, bots.bot_mc(rules, n)(p).exec(gen))
            move = rules.moves(p)[n % len(rules.moves(p))]
            (wins, same_move), after = playing.eval_move(rules, p, move, n // 4 + 1).run(gen)
            assert same_move == move
            assert explicit.eval_move(rules, p, move, n // 4 + 1, gen) == (wins, after)

        check_games(
            check,
            lambda rules: st.tuples(unfinished(rules), generators(), st.integers(1, 30)),
            {*WITHOUT_CHANCE} - LONG,
        )


@pytest.mark.slow
def test_bots_pickle() -> None:
    gen = SplitMix.from_seed(3)
    for name in {*WITHOUT_CHANCE} - LONG:
        rules = WITHOUT_CHANCE[name]
        by_hand = explicit.bot_random(rules), explicit.bot_mc(rules, 1)
        for bot in (bots.bot_random(rules), bots.bot_mc(rules, 1), *map(explicit.from_explicit, by_hand)):
            assert pickle.loads(pickle.dumps(bot))(rules.start).run(gen) == bot(rules.start).run(gen)
        for other in (*by_hand, explicit.to_explicit(bots.bot_random(rules))):
            assert pickle.loads(pickle.dumps(other))(rules.start, gen) == other(rules.start, gen)
