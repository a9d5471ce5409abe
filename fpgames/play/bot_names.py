"""The registry of bots by name: ``mc:1000`` is the Monte-Carlo bot with 1,000 playouts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from pyrsistent import pmap

from fpgames.compiled import jit_when_it_pays
from fpgames.play.bots import (
    bot_alphabeta,
    bot_alphabeta_random,
    bot_deepening,
    bot_mc,
    bot_mc_bulk,
    bot_minimax,
    bot_random,
)
from fpgames.play.playing import AnyBot, Bot
from fpgames.play.stateful import BotWithState
from fpgames.play.tree_bots import bot_mcts
from fpgames.play.tree_reuse import ReuseState, bot_mcts_reuse
from fpgames.rules.record import AnyRules, M, P, Rules, require_rules
from fpgames.validation import names_arguments, read_number

__all__ = ["BOTS", "BotKind", "read_bot"]


def _read_random(rules: Rules[P, M], argument: str) -> Bot[P, M]:
    if argument:
        raise ValueError(f"nothing may follow its name; got {argument!r:.80}")
    return bot_random(rules)


def _read_mc(make: Callable[..., AnyBot], rules: Rules[P, M], argument: str) -> Bot[P, M]:
    return make(rules, read_number(argument[1:], "a number of random games; expected a whole number, at least 1"))


def _read_depth(make: Callable[..., AnyBot], rules: Rules[P, M], argument: str, *, compiled: bool = True) -> Bot[P, M]:
    depth = read_number(argument[1:], "a depth; expected a whole number, at least 1")
    return make(rules, depth, rules.static, **({"compiled": jit_when_it_pays} if compiled else {}))


def _read_mcts(rules: Rules[P, M], argument: str) -> Bot[P, M]:
    n = read_number(argument[1:], "a number of simulations; expected a whole number, at least 2")
    return bot_mcts(rules, n, compiled=jit_when_it_pays)


def _read_mcts_reuse(rules: Rules[P, M], argument: str) -> Bot[P, M]:
    n = read_number(argument[1:], "a number of simulations; expected a whole number, at least 2")
    return BotWithState(bot_mcts_reuse(rules, n, compiled=jit_when_it_pays), ReuseState)


class BotKind(NamedTuple):
    """An entry of the registry of bots.

    Args:
        usage: how to write the name, such as ``mc:N``.
        about: a description of the bot, in one line.
        make: a function from the rules and the text after the name, such as ``:1000``, to the bot.

    See also: :data:`BOTS`, :func:`read_bot`.
    """

    usage: str
    about: str
    make: Callable[[AnyRules, str], AnyBot]


_ALL = (
    BotKind(
        "alphabeta:D",
        "looks D moves ahead, for a win or a better position",
        partial(_read_depth, bot_alphabeta),
    ),
    BotKind(
        "alphabeta-random:D",
        "looks D moves ahead, and plays one of the best moves at random",
        partial(_read_depth, bot_alphabeta_random),
    ),
    BotKind(
        "deepening:D",
        "looks 1, 2 and so on to D moves ahead; does not prefer quick wins",
        partial(_read_depth, bot_deepening, compiled=False),
    ),
    BotKind("mc:N", "Monte-Carlo: plays the move that wins most of N random games", partial(_read_mc, bot_mc)),
    BotKind("mc-bulk:N", "Monte-Carlo with playouts in bulk, much faster", partial(_read_mc, bot_mc_bulk)),
    BotKind("mcts:N", "Monte-Carlo tree search by N simulations a move", _read_mcts),
    BotKind("mcts-reuse:N", "as mcts:N, but continues the search of its last move", _read_mcts_reuse),
    BotKind("minimax:D", "plays the same moves as alphabeta:D, but more slowly", partial(_read_depth, bot_minimax)),
    BotKind("random", "plays any legal move, all equally likely", _read_random),
)

BOTS: Mapping[str, BotKind] = pmap({kind.usage.partition(":")[0]: kind for kind in _ALL})
"""The registry: a map from the name of a bot, without a number, to its entry."""


@names_arguments
def read_bot(rules: Rules[P, M], text: str, bots: Mapping[str, BotKind] = BOTS) -> Bot[P, M]:
    """Return the bot with a name such as ``mc:1000``: ``readBot :: Rules p m -> String -> Bot p m``.

    Other names are ``random``, ``mc-bulk:1000``, ``mcts:1000``, ``minimax:9``, ``alphabeta:5``,
    ``deepening:5`` and ``alphabeta-random:5``. The bot compiles its searches with :func:`fpgames.compiled.pipelines.jit_when_it_pays`.

    Args:
        rules: the rules of the game that the bot plays.
        text: the name of the bot; all names but ``random`` and ``perfect`` need a colon and a number.
        bots: the registry in which to look up the name.

    Raises:
        ValueError: there is no bot with this name, or its number is not accepted; the message says what is accepted.

    >>> from fpgames.games.tictactoe.record import rules
    >>> bot = read_bot(rules, "mc:1000")
    >>> read_bot(rules, "mc:0")
    Traceback (most recent call last):
    ...
    ValueError: the bot 'mc:0': cannot play 0 random games; expected at least 1; it is written mc:N

    See also: :data:`BOTS`, the default registry; :data:`fpgames.solvers.perfect.ALL_BOTS`, which adds ``perfect``.
    """
    require_rules(rules, "read_bot")
    name = text.partition(":")[0]
    if name == "perfect" and bots is BOTS:
        raise ValueError("the bot 'perfect' needs a solver: read_bot(rules, 'perfect', fpgames.solvers.ALL_BOTS)")
    if name not in bots:
        usages = ", ".join(bots[kind].usage for kind in sorted(bots))
        raise ValueError(f"unknown bot {text!r}; bots: {usages}; commands also take MODULE:NAME")
    try:
        return bots[name].make(rules, text[len(name) :])
    except ValueError as error:
        timed = "; in commands, alphabeta and mcts take a time" if re.fullmatch(":[0-9]+m?s", text[len(name) :]) else ""
        raise ValueError(f"the bot {text!r:.80}: {error}; it is written {bots[name].usage}{timed}") from None
