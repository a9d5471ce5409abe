"""Bots: functions from a position to a random move, each a short composition of other functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from operator import ge, gt, itemgetter, le, lt
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from fpgames import threaded
from fpgames.alphabeta import alpha_beta
from fpgames.bulk import PMap, eval_moves
from fpgames.checks import guarded, read_number, require_at_least
from fpgames.minimax import best_move, minimax, quicker
from fpgames.playouts import Bot, eval_move, random_move
from fpgames.rng import Gen, Rand, choice
from fpgames.rules import AnyRules, Player, Rules, Value, require_moves, whose_turn
from fpgames.stage import Search
from fpgames.state import Do, State, do, map_m
from fpgames.tree import Stage, Tree, build_tree, map_tree, prune
from fpgames.turns import require_ordered, unordered

__all__ = [
    "BOTS", "Bot", "BotKind", "bot_alphabeta", "bot_alphabeta_random", "bot_from", "bot_mc",
    "bot_mc_bulk", "bot_minimax", "bot_random", "from_threaded", "read_bot", "to_threaded",
]  # fmt: skip

P = TypeVar("P")
M = TypeVar("M")


def bot_random(rules: Rules[P, M]) -> Bot[P, M]:
    """A bot that plays any legal move, each as likely: ``botRandom rules = choice . moves rules``.

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

    See also: :func:`bot_mc`; :func:`fpgames.playouts.random_move`.

    Source: article 1, ``botRandom``.
    """
    bot: Stage[P, Rand[M]] = Stage(_bot_random, (rules,))
    return bot


def _bot_random(rules: Rules[P, M], p: P) -> Rand[M]:
    return random_move(rules, p)


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
    require_at_least(1, n, "play {} random games")
    bot: Stage[P, Rand[M]] = Stage(_bot_mc, (rules, n))
    return bot


@do
def _bot_mc(rules: Rules[P, M], n: int, p: P) -> Do[Gen, M]:
    moves = require_moves(rules, p)
    evaluated = yield from map_m(partial(eval_move, rules, max(1, n // len(moves)), p), moves)
    return _won_most(evaluated)


def _won_most(evaluated: tuple[tuple[int, M], ...]) -> M:
    """The last of the moves with the most wins."""
    _, move = max(reversed(evaluated), key=itemgetter(0))
    return move


def bot_mc_bulk(rules: Rules[P, M], n: int, *, pmap: PMap = map) -> Bot[P, M]:
    """The same player as :func:`bot_mc` with playouts in bulk: ``snd . maximum <$> evalMoves``.

    Each playout has a generator of its own, so its games are not those of ``bot_mc`` one by one; they are as random.

    Args:
        rules: the game.
        n: random games in all, at least 1; every move gets at least one.
        pmap: maps over blocks of playouts, in order: the ``map`` of an executor, for many workers.

    Raises:
        ValueError: n is less than 1.
        GameOver: by the bot's action, asked in a finished game.

    >>> from functools import reduce
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.rng import SplitMix
    >>> p402536 = reduce(rules.play, [4, 0, 2, 5, 3, 6], rules.start)
    >>> bot_mc_bulk(rules, 30000)(p402536).eval(SplitMix.from_seed(42))
    7

    See also: :func:`fpgames.bulk.eval_moves`.
    """
    require_at_least(1, n, "play {} random games")
    bot: Stage[P, Rand[M]] = Stage(_bot_mc_bulk, (rules, n), _over(pmap))
    return bot


def _over(pmap: PMap) -> tuple[tuple[str, PMap], ...]:
    """A bot's option; ``map`` goes without saying."""
    return () if pmap is map else (("pmap", pmap),)


@do
def _bot_mc_bulk(rules: Rules[P, M], n: int, p: P, *, pmap: PMap = map) -> Do[Gen, M]:
    moves = require_moves(rules, p)
    evaluated = yield from eval_moves(rules, max(1, n // len(moves)), p, pmap)
    return _won_most(evaluated)


def bot_from(rules: Rules[P, M], evaluate: Callable[[P], Value], *, pmap: PMap = map) -> Bot[P, M]:
    r"""A bot that plays the first of the moves whose positions are worth most: any evaluation becomes a player.

    ``botFrom :: Ord b => Rules p m -> (p -> b) -> Bot p m``

    Args:
        rules: the game.
        evaluate: a position's value to the first player, ordered; a pipeline over a lazy tree, say. The bot maximises
            it for the first player and minimises it for the second.
        pmap: maps over the moves, in order: the ``map`` of an executor, for many workers.

    Raises:
        TypeError: the evaluation ends in ``best_move``, which returns a move.
        GameOver: by the bot's action, asked in a finished game.

    >>> from fpgames.games.tictactoe_bits import rules, static
    >>> from fpgames.rng import SplitMix
    >>> greedy = bot_from(rules, static)
    >>> greedy(rules.read("XX.\nOO.\n...")).eval(SplitMix.from_seed(1))
    2

    See also: :func:`bot_minimax`.
    """
    last = evaluate.parts[-1] if isinstance(evaluate, Stage) else evaluate
    if last is best_move or getattr(last, "function", None) is best_move:
        raise TypeError(
            "bot_from needs the value of a position, and best_move returns a move: end the pipeline in minimax; or use it as"
            " a bot, pipeline | State.from_value"
        )
    bot: Stage[P, Rand[M]] = Stage(_bot_from, (rules, evaluate), _over(pmap))
    return bot


def _bot_from(rules: Rules[P, M], evaluate: Callable[[P], Value], p: P, *, pmap: PMap = map) -> Rand[M]:
    return _settled(lambda: _first_best(rules, evaluate, p, pmap))


def _settled(choose: Callable[[], M]) -> Rand[M]:
    """The action of a bot that draws nothing; it thinks when it is run, not before."""
    return State(lambda gen: (choose(), gen))


def _first_best(rules: Rules[P, M], evaluate: Callable[[P], Value], p: P, pmap: PMap) -> M:
    moves = require_moves(rules, p)
    values = pmap(partial(guarded, evaluate), [rules.play(p, move) for move in moves])
    return _best(whose_turn(rules, p), zip(values, moves, strict=True))[1]


def _best(player: Player, evaluated: Iterable[tuple[Value, M]]) -> tuple[Value, M]:
    """The first of the values that are best for a player, with its move; values without an order are refused."""
    better, worse = (gt, le) if player is Player.FIRST else (lt, ge)
    (best, chosen), *others = evaluated
    for value, move in others:
        if better(value, best):
            best, chosen = value, move
        elif not worse(value, best):
            unordered(value, best)
    return require_ordered(best), chosen


def bot_minimax(
    rules: Rules[P, M], depth: int, static: Callable[[P], Value], *, quick: bool = True, pmap: PMap = map
) -> Bot[P, M]:
    r"""A bot that looks some moves ahead: ``minimax . map_tree static . prune depth . build_tree rules``.

    Of equal moves the first is played.

    Args:
        rules: the game.
        depth: moves looked ahead, at least 1.
        static: a position's value to the first player, where the bot looks no further.
        quick: prefer the quicker of equal wins and the slower of equal losses; values that are no numbers need False.
        pmap: maps over the moves, in order: the ``map`` of an executor, for many workers.

    Raises:
        ValueError: the depth is less than 1.
        GameOver: by the bot's action, asked in a finished game.

    >>> from fpgames.games.tictactoe_bits import rules, static
    >>> from fpgames.rng import SplitMix
    >>> bot_minimax(rules, 3, static)(rules.read("XX.\nO.O\n...")).eval(SplitMix.from_seed(1))
    2

    See also: :func:`bot_alphabeta`.

    Source: article 2, ``evaluate``.
    """
    require_at_least(1, depth, "look {} moves ahead")
    bot: Stage[P, Rand[M]] = Stage(_bot_minimax, (rules, depth, static), (*_unless_quick(quick), *_over(pmap)))
    return bot


def _unless_quick(quick: bool) -> tuple[tuple[str, bool], ...]:
    """A bot's option; quick goes without saying."""
    return () if quick else (("quick", False),)


def _bot_minimax(
    rules: Rules[P, M], depth: int, static: Callable[[P], Value], p: P, *, quick: bool = True, pmap: PMap = map
) -> Rand[M]:
    return _bot_from(rules, _ahead(rules, depth, static, quick) | minimax, p, pmap=pmap)


def _ahead(rules: Rules[P, M], depth: int, static: Callable[[P], Value], quick: bool) -> Stage[P, Tree[Value]]:
    """The positions that follow from one after a move of the bot's, evaluated."""
    look = build_tree(rules) | prune(depth - 1) | map_tree(static)
    return look | quicker if quick else look


def bot_alphabeta(rules: Rules[P, M], depth: int, static: Callable[[P], Value], *, quick: bool = True) -> Bot[P, M]:
    """The same player as :func:`bot_minimax`, by alpha-beta: what is found at the root bounds what comes after.

    ``botAlphabeta rules depth static = botMinimax rules depth static``

    Of equal moves the first is played.

    Args:
        rules: the game.
        depth: moves looked ahead, at least 1.
        static: a position's value to the first player, where the bot looks no further.
        quick: prefer the quicker of equal wins and the slower of equal losses; values that are no numbers need False.

    Raises:
        ValueError: the depth is less than 1.
        GameOver: by the bot's action, asked in a finished game.

    >>> from fpgames.games.tictactoe_bits import rules, static
    >>> from fpgames.rng import SplitMix
    >>> bot_alphabeta(rules, 9, static)(rules.start).eval(SplitMix.from_seed(1))
    0

    See also: :func:`bot_alphabeta_random`, which chooses among equal moves.

    Source: article 3, ``calcIA``.
    """
    require_at_least(1, depth, "look {} moves ahead")
    bot: Stage[P, Rand[M]] = Stage(_bot_alphabeta, (rules, depth, static), _unless_quick(quick))
    return bot


def _bot_alphabeta(
    rules: Rules[P, M], depth: int, static: Callable[[P], Value], p: P, *, quick: bool = True
) -> Rand[M]:
    return _settled(lambda: _alphabeta(rules, _ahead(rules, depth, static, quick), p))


def _alphabeta(rules: Rules[P, M], look: Stage[P, Tree[Value]], p: P) -> M:
    first = whose_turn(rules, p) is Player.FIRST
    best, *others = require_moves(rules, p)
    bound = alpha_beta(look(rules.play(p, best)))
    search = _beyond(bound, first)
    for move in others:
        value = search(look(rules.play(p, move)))
        if value > bound if first else value < bound:
            best, bound, search = move, value, _beyond(value, first)
        elif not (value <= bound if first else value >= bound):
            unordered(value, bound)
    return best


def _beyond(bound: Value, first: bool) -> Search:
    return alpha_beta(alpha=bound) if first else alpha_beta(beta=bound)


def bot_alphabeta_random(
    rules: Rules[P, M], depth: int, static: Callable[[P], Value], *, quick: bool = True, pmap: PMap = map
) -> Bot[P, M]:
    """A bot like :func:`bot_alphabeta` that draws one of the best moves, each as likely.

    ``botAlphabetaRandom :: Ord b => Rules p m -> Int -> (p -> b) -> Bot p m``

    Every move at the root has a window of its own: the value of a move that a bound has cut is not its value.

    Args:
        rules: the game.
        depth: moves looked ahead, at least 1.
        static: a position's value to the first player, where the bot looks no further.
        quick: prefer the quicker of equal wins and the slower of equal losses; values that are no numbers need False.
        pmap: maps over the moves, in order: the ``map`` of an executor, for many workers.

    Raises:
        ValueError: the depth is less than 1.
        GameOver: by the bot's action, asked in a finished game.

    >>> from fpgames.games.tictactoe_bits import rules, static
    >>> from fpgames.rng import SplitMix
    >>> bot_alphabeta_random(rules, 9, static)(rules.start).eval(SplitMix.from_seed(1))
    5

    See also: :func:`bot_alphabeta`, which plays the first of them.

    Source: article 3, part 3-4.
    """
    require_at_least(1, depth, "look {} moves ahead")
    bot: Stage[P, Rand[M]] = Stage(_bot_alphabeta_random, (rules, depth, static), (*_unless_quick(quick), *_over(pmap)))
    return bot


@do
def _bot_alphabeta_random(
    rules: Rules[P, M], depth: int, static: Callable[[P], Value], p: P, *, quick: bool = True, pmap: PMap = map
) -> Do[Gen, M]:
    moves = require_moves(rules, p)
    after = [rules.play(p, move) for move in moves]
    values = pmap(partial(guarded, _ahead(rules, depth, static, quick) | alpha_beta), after)
    evaluated = list(zip(values, moves, strict=True))
    best, _ = _best(whose_turn(rules, p), evaluated)
    return (yield from choice([move for value, move in evaluated if value == best]))


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
    other: Stage[P, Rand[M]] = Stage(_from_threaded, (bot,))
    return other


def _from_threaded(bot: threaded.Bot[P, Gen, M], p: P) -> State[Gen, M]:
    return State(partial(bot, p))


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


BOTS: Mapping[str, BotKind] = MappingProxyType(
    {
        "random": BotKind("random", "any legal move, each as likely", _random_of),
        "mc": BotKind("mc:N", "Monte-Carlo: the move that wins most of N random games", partial(_playing, bot_mc)),
        "mc-bulk": BotKind("mc-bulk:N", "the same with playouts in bulk, much faster", partial(_playing, bot_mc_bulk)),
        "minimax": BotKind(
            "minimax:D", "looks D moves ahead, for a win or the better position", partial(_searching, bot_minimax)
        ),
        "alphabeta": BotKind("alphabeta:D", "the same, faster", partial(_searching, bot_alphabeta)),
        "alphabeta-random": BotKind(
            "alphabeta-random:D", "the same, and draws one of the best moves", partial(_searching, bot_alphabeta_random)
        ),
    }
)
"""Every bot that can be named in a text, by name."""


def read_bot(rules: Rules[P, M], text: str) -> Bot[P, M]:
    """The bot that a text names: ``random``, ``mc:1000``, ``mc-bulk:1000``, ``minimax:9``, ``alphabeta:5``, ``alphabeta-random:5``.

    ``readBot :: Rules p m -> String -> Either ValueError (Bot p m)``

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
    ValueError: the bot 'mc:0': cannot play 0 random games; expected at least 1; it is written mc:N

    See also: :data:`BOTS`, all that can be named.
    """
    name = text.partition(":")[0]
    if name not in BOTS:
        raise ValueError(f"unknown bot {text!r}; bots: {', '.join(kind.usage for kind in BOTS.values())}")
    try:
        return BOTS[name].make(rules, text[len(name) :])
    except ValueError as error:
        raise ValueError(f"the bot {text!r:.80}: {error}; it is written {BOTS[name].usage}") from None
