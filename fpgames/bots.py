"""Bots: functions from a position to a random move, each a short composition of the rooms below."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from fpgames import threaded
from fpgames.playouts import Bot, eval_move, random_move
from fpgames.rng import Gen
from fpgames.rules import Rules, read_number, require_budget, require_moves
from fpgames.state import Do, State, do, map_m

__all__ = ["BOTS", "Bot", "BotKind", "bot_mc", "bot_random", "from_threaded", "read_bot", "to_threaded"]

P = TypeVar("P")
M = TypeVar("M")


def bot_random(rules: Rules[P, M]) -> Bot[P, M]:
    """A bot that plays any legal move, each as likely.

    Args:
        rules: the game.

    Raises:
        GameOver: by the bot's action, asked in a finished game.

    >>> from functools import reduce
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.rng import StdGen
    >>> from fpgames.state import replicate_m
    >>> p402536 = reduce(rules.play, [4, 0, 2, 5, 3, 6], rules.start)
    >>> replicate_m(2, bot_random(rules)(p402536)).eval(StdGen(1984310674, 1))
    (7, 1)

    Source: article 1, ``botRandom``.
    """
    return partial(random_move, rules)


def bot_mc(rules: Rules[P, M], n: int) -> Bot[P, M]:
    """A bot that spreads n random games over the moves and plays the one that won most: ``snd . maximum <$> mapM eval``.

    Moves are evaluated from the first to the last; of equal moves the last is played (the highest-numbered).
    A draw counts like a loss, as in the article.

    Args:
        rules: the game.
        n: random games in all, at least 1; every move gets at least one.

    Raises:
        ValueError: n is less than 1.
        GameOver: by the bot, asked in a finished game.

    >>> from functools import reduce
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.rng import SplitMix
    >>> p402536 = reduce(rules.play, [4, 0, 2, 5, 3, 6], rules.start)
    >>> bot_mc(rules, 300)(p402536).eval(SplitMix.from_seed(42))
    7

    See also: :func:`fpgames.threaded.bot_mc`, which evaluates the moves in the other order.

    Source: article 1, ``botMc``.
    """
    require_budget(n)
    return partial(_mc_move, rules, n)


@do
def _mc_move(rules: Rules[P, M], n: int, p: P) -> Do[Gen, M]:
    moves = require_moves(rules, p)
    n_each = max(1, n // len(moves))
    evaluated = yield from map_m(partial(eval_move, rules, n_each, p), moves)
    _, move = max(reversed(evaluated), key=lambda pair: pair[0])
    return move


def to_threaded(bot: Bot[P, M]) -> threaded.Bot[P, Gen, M]:
    """A State bot as one whose generator is passed by hand: ``runState .``.

    Args:
        bot: the State bot.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.rng import StdGen
    >>> to_threaded(bot_random(rules))(rules.start, StdGen(1, 1))
    (2, StdGen(s1=40014, s2=40692))

    See also: :func:`from_threaded`, its inverse.
    """
    return partial(_run, bot)


def _run(bot: Bot[P, M], p: P, gen: Gen) -> tuple[M, Gen]:
    return bot(p).run(gen)


def from_threaded(bot: threaded.Bot[P, Gen, M]) -> Bot[P, M]:
    """A bot whose generator is passed by hand as a State bot: ``(State .)``.

    Args:
        bot: the bot whose generator is passed by hand.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.rng import StdGen
    >>> from fpgames.threaded import bot_mc
    >>> from_threaded(bot_mc(rules, 900))(rules.start).eval(StdGen(1, 1))
    8

    See also: :func:`to_threaded`, its inverse.
    """
    return partial(_action, bot)


def _action(bot: threaded.Bot[P, Gen, M], p: P) -> State[Gen, M]:
    return State(partial(bot, p))


def _random_of(rules: Rules[P, M], rest: str) -> Bot[P, M]:
    if rest:
        raise ValueError(f"the bot 'random' takes nothing behind its name, got {rest!r}")
    return bot_random(rules)


def _mc_of(rules: Rules[P, M], rest: str) -> Bot[P, M]:
    return bot_mc(rules, read_number(rest[1:], "a number of random games; expected for example mc:1000"))


class BotKind(NamedTuple):
    """A bot that can be named in a text: how it is written, what it does, how it is made of what follows its name."""

    usage: str
    about: str
    make: Callable[[Rules[Any, Any], str], Bot[Any, Any]]


BOTS: Mapping[str, BotKind] = MappingProxyType(
    {
        "random": BotKind("random", "any legal move, each as likely", _random_of),
        "mc": BotKind("mc:N", "Monte-Carlo: the move that wins most of N random games", _mc_of),
    }
)
"""Every bot that can be named in a text, by name."""


def read_bot(rules: Rules[P, M], text: str) -> Bot[P, M]:
    """The bot that a text names: ``random``, ``mc:1000``.

    Args:
        rules: the game it plays.
        text: its name, and what it takes behind a colon.

    Raises:
        ValueError: there is no such bot, or its budget is not one; the message says what is accepted.

    >>> from fpgames.games.tictactoe import rules
    >>> bot = read_bot(rules, "mc:1000")
    >>> read_bot(rules, "mc:0")
    Traceback (most recent call last):
    ...
    ValueError: cannot play 0 random games; expected at least 1
    """
    name = text.partition(":")[0]
    if name not in BOTS:
        raise ValueError(f"unknown bot {text!r}; bots: {', '.join(kind.usage for kind in BOTS.values())}")
    return BOTS[name].make(rules, text[len(name) :])
