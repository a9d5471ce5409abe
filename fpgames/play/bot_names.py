"""Bots by name: ``mc:1000`` is read as the Monte-Carlo bot with 1,000 playouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, TypeVar

from pyrsistent import pmap

from fpgames.play.bots import bot_alphabeta, bot_alphabeta_random, bot_mc, bot_mc_bulk, bot_minimax, bot_random
from fpgames.play.playing import Bot
from fpgames.rules import AnyRules, Rules
from fpgames.validation import read_number

__all__ = ["BOTS", "BotKind", "read_bot"]

M = TypeVar("M")
P = TypeVar("P")


def _random_of(rules: Rules[P, M], rest: str) -> Bot[P, M]:
    if rest:
        raise ValueError(f"nothing may stand behind its name, got {rest!r:.80}")
    return bot_random(rules)


def _playing(make: Callable[..., Bot[Any, Any]], rules: Rules[P, M], rest: str) -> Bot[P, M]:
    return make(rules, read_number(rest[1:], "a number of random games; expected one from 1"))


def _searching(make: Callable[..., Bot[Any, Any]], rules: Rules[P, M], rest: str) -> Bot[P, M]:
    depth = read_number(rest[1:], "a depth; expected a number from 1")
    return make(rules, depth, rules.static)


class BotKind(NamedTuple):
    """A bot that can be named in a text.

    Args:
        usage: how it is written.
        about: what it does.
        make: a game and what follows the name give the bot.

    See also: :data:`BOTS`, :func:`read_bot`.
    """

    usage: str
    about: str
    make: Callable[[AnyRules, str], Bot[Any, Any]]


BOTS: Mapping[str, BotKind] = pmap(
    {
        "alphabeta": BotKind(
            "alphabeta:D", "looks D moves ahead, for a win or the better position", partial(_searching, bot_alphabeta)
        ),
        "alphabeta-random": BotKind(
            "alphabeta-random:D", "the same, and draws one of the best moves", partial(_searching, bot_alphabeta_random)
        ),
        "mc": BotKind("mc:N", "Monte-Carlo: the move that wins most of N random games", partial(_playing, bot_mc)),
        "mc-bulk": BotKind("mc-bulk:N", "the same with playouts in bulk, much faster", partial(_playing, bot_mc_bulk)),
        "minimax": BotKind("minimax:D", "plays as alphabeta:D, more slowly", partial(_searching, bot_minimax)),
        "random": BotKind("random", "any legal move, each as likely", _random_of),
    }
)
"""Every bot that can be named in a text, by name."""


def read_bot(rules: Rules[P, M], text: str) -> Bot[P, M]:
    """The bot that a text names: ``random``, ``mc:1000``, ``mc-bulk:1000``, ``minimax:9``, ``alphabeta:5``, ``alphabeta-random:5``.

    ``readBot :: Rules p m -> String -> Bot p m``

    Args:
        rules: the game it plays.
        text: its name, and what it takes behind a colon.

    Raises:
        ValueError: there is no such bot, or its budget is not one; the message says what is accepted.

    >>> from fpgames.games.tictactoe.record import rules
    >>> bot = read_bot(rules, "mc:1000")
    >>> read_bot(rules, "mc:0")
    Traceback (most recent call last):
    ...
    ValueError: the bot 'mc:0': cannot play 0 random games; expected at least 1; it is written mc:N

    See also: :data:`BOTS`, all that can be named.
    """
    name = text.partition(":")[0]
    if name not in BOTS:
        raise ValueError(f"unknown bot {text!r}; bots: {', '.join(BOTS[each].usage for each in sorted(BOTS))}")
    try:
        return BOTS[name].make(rules, text[len(name) :])
    except ValueError as error:
        raise ValueError(f"the bot {text!r:.80}: {error}; it is written {BOTS[name].usage}") from None
