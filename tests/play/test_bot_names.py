"""Bots by name: each name makes its bot, and invalid names are rejected."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from fpgames import SplitMix, bot_alphabeta, bot_mc, bot_mcts, bot_random
from fpgames.compiled import jit_when_it_pays
from fpgames.games.tictactoe import rules, static
from fpgames.play import BOTS, bot_alphabeta_random, bot_deepening, bot_mc_bulk, bot_minimax, read_bot
from fpgames.stage import Stage
from tests.support.games import require_refused


@pytest.mark.slow
def test_it_makes_the_bot_it_names() -> None:
    named = {
        "random": bot_random(rules),
        "mc:1": bot_mc(rules, 1),
        "mc:20": bot_mc(rules, 20),
        "mc-bulk:60": bot_mc_bulk(rules, 60),
        "mcts:20": bot_mcts(rules, 20, compiled=jit_when_it_pays),
        "minimax:4": bot_minimax(rules, 4, static, compiled=jit_when_it_pays),
        "alphabeta:4": bot_alphabeta(rules, 4, static, compiled=jit_when_it_pays),
        "alphabeta-random:4": bot_alphabeta_random(rules, 4, static, compiled=jit_when_it_pays),
        "deepening:4": bot_deepening(rules, 4, static),
    }
    assert {text: read_bot(rules, text) for text in named} == named
    assert {text.partition(":")[0] for text in named} == {*BOTS} - {"mcts-reuse"}  # a bot with a state
    assert read_bot(rules, "mc-bulk:60") != bot_mc_bulk(rules, 61)
    p, gen = rules.read("X..\n.O.\n..X"), SplitMix.from_seed(5)
    for text, bot in named.items():
        assert read_bot(rules, text)(p).run(gen) == bot(p).run(gen) == _by_default(bot)(p).run(gen), text


def _by_default(bot: Any) -> Any:
    """Return a bot without the options that it was given: what its name means is what its function means by default."""
    return Stage(bot.function, bot.args)


def test_it_refuses_what_names_no_bot() -> None:
    usage = "alphabeta:D, alphabeta-random:D, deepening:D, mc:N, mc-bulk:N, mcts:N, mcts-reuse:N, minimax:D, random"
    games = "is not a number of random games; expected a whole number, at least 1; it is written"
    cases = [
        ("", f"unknown bot ''; bots: {usage}"),
        ("minmax", "unknown bot 'minmax'"),
        ("minimax:x", "'x' is not a depth; expected a whole number, at least 1; it is written minimax:D"),
        ("alphabeta:0", "cannot look 0 moves ahead; expected at least 1; it is written alphabeta:D"),
        ("alphabeta:9ms", "it is written alphabeta:D; in commands, alphabeta and mcts take a time"),
        ("random:3", "the bot 'random:3': nothing may follow its name; got ':3'; it is written random"),
        ("random:", "the bot 'random:': nothing may follow its name; got ':'"),
        ("mc", f"'' {games} mc:N"),
        ("mc:0", "cannot play 0 random games; expected at least 1; it is written mc:N"),
        ("mc:-1", f"'-1' {games} mc:N"),
        ("mc:1e3", "'1e3' is not a number"),
        ("mc:05", "'05' is not a number"),
        ("mc:٣", "'٣' is not a number"),
        (f"mc:{'9' * 5000}", f"'{'9' * 40}' is not a number"),
        ("mc-bulk", "it is written mc-bulk:N"),
        ("mc-bulk:", f"the bot 'mc-bulk:': '' {games} mc-bulk:N"),
        ("mc-bulk:x", f"'x' {games} mc-bulk:N"),
        ("mc-bulk:0", "cannot play 0 random games; expected at least 1; it is written mc-bulk:N"),
        ("mcts:1", "cannot choose a move by 1 simulations; expected at least 2; it is written mcts:N"),
        ("mcts", "'' is not a number of simulations; expected a whole number, at least 2; it is written mcts:N"),
    ]
    require_refused(partial(read_bot, rules), cases)
