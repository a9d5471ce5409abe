"""Bots with a state of their own: a game threads the state from move to move."""

from __future__ import annotations

import pickle
from typing import Any, NamedTuple

import pytest

from fpgames import SplitMix, bot_random
from fpgames.games import GAMES
from fpgames.games.tictactoe import rules
from fpgames.play import (
    BotWithState,
    ReuseState,
    bot_mcts,
    bot_mcts_reuse,
    compare,
    play_moves,
    play_one,
    without_history,
)
from fpgames.play.stateful import share_generator
from fpgames.rand import Gen
from fpgames.rules import with_draws
from fpgames.state import State, item, zoom

REUSE = BotWithState(bot_mcts_reuse(rules, 30), ReuseState)


class Count(NamedTuple):
    """A generator, and the number of moves so far."""

    gen: Gen
    moves: int = 0


def counting(p: Any) -> State[Count, int]:
    """Play the first cell that is free, from the cell with the number of the move so far on."""
    return State(
        lambda count: (sorted(rules.moves(p), key=lambda m: m < count.moves)[0], count._replace(moves=count.moves + 3))
    )


def test_a_game_threads_the_state_and_the_generator() -> None:
    """It is the game of two bots by hand, each of which puts the generator it has left where the other one takes it."""

    def by_hand(p: Any) -> State[Any, int]:
        def run(state: Any) -> tuple[int, Any]:
            move, own = REUSE.act(p).run(state[1]._replace(gen=state[0]))
            return move, (own.gen, own)

        return State(run)

    for seed in range(4):
        gen = SplitMix.from_seed(seed)
        game = play_moves(rules, rules.start, by_hand, bot_random(rules) | zoom(item(0)))
        assert play_one(rules, REUSE, bot_random(rules), seed) == game.eval((gen, ReuseState(gen)))


def test_each_game_begins_with_a_new_state() -> None:
    bot = BotWithState(counting, Count)
    bots = ("a", bot), ("b", bot)
    games = [game.moves for game in compare(rules, bots, 1, range(1, 4))]
    assert len({*games}) == 1
    assert games[0].split()[:6] == ["0", "1", "3", "4", "6"][:5] + games[0].split()[5:6]
    assert not any(game.chance for game in compare(rules, bots, 1, range(1, 3)))


def test_elsewhere_each_move_begins_with_a_new_state() -> None:
    gen = SplitMix.from_seed(1)
    assert REUSE(rules.start).run(gen) == bot_mcts(rules, 30)(rules.start).run(gen)


def test_it_can_be_pickled_and_compared() -> None:
    assert pickle.loads(pickle.dumps(REUSE)) == REUSE
    assert BotWithState(bot_mcts_reuse(rules, 31), ReuseState) != REUSE


def test_with_draws_the_bot_keeps_its_state() -> None:
    game = GAMES["checkers"]
    bot = without_history(BotWithState(bot_mcts_reuse(game, 4), ReuseState))
    assert isinstance(bot, BotWithState)
    drawn = with_draws(game)
    state, (shared,) = share_generator((bot,), SplitMix.from_seed(1))
    _, after = shared(drawn.start).run(state)
    assert item(1).get(after).tree is not None
    assert item(0).get(after) == item(1).get(after).gen


def test_chance_draws_from_the_shared_generator() -> None:
    game = GAMES["pig"]
    bots = ("a", BotWithState(bot_mcts_reuse(game, 4), ReuseState)), ("b", bot_random(game))
    assert [record.chance for record in compare(game, bots, 1, range(1, 3), longest=60)] == [True, True]


def test_an_action_that_is_no_state_is_refused() -> None:
    four: Any = lambda p: 4  # noqa: E731
    bot: Any = BotWithState(four, ReuseState)
    for play in (lambda: play_one(rules, bot, bot, 1), lambda: bot(rules.start).eval(SplitMix.from_seed(1))):
        with pytest.raises(TypeError, match="a bot must return a State of a move"):
            play()
