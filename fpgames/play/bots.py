"""Bots: functions from a position to a random move, each a short composition of other functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from operator import ge, gt, itemgetter, le, lt
from typing import TypeVar

from fpgames.loops import map_m
from fpgames.play.bulk import MapFunction, eval_moves
from fpgames.play.playing import Bot, eval_move, random_move
from fpgames.rand import Rand, choice
from fpgames.rng import Gen
from fpgames.rules import Player, Rules, Value, require_moves, whose_turn
from fpgames.search.alphabeta import alpha_beta
from fpgames.search.moves import best_move
from fpgames.search.values import minimax, quicker
from fpgames.stage import Search, Stage
from fpgames.state import Do, State, do
from fpgames.tree.building import build_tree
from fpgames.tree.stages import map_tree, prune
from fpgames.tree.turns import require_ordered, unordered
from fpgames.tree.unfolding import Tree
from fpgames.validation import guarded, require_at_least

__all__ = ["bot_alphabeta", "bot_alphabeta_random", "bot_from", "bot_mc", "bot_mc_bulk", "bot_minimax", "bot_random"]

M = TypeVar("M")
P = TypeVar("P")


def bot_random(rules: Rules[P, M]) -> Bot[P, M]:
    """A bot that plays any legal move, each as likely: ``botRandom rules = choice . moves rules``.

    Args:
        rules: the game.

    Raises:
        GameOver: by the bot's action, asked in a finished game.

    >>> from functools import reduce
    >>> from fpgames import StdGen, replicate_m
    >>> from fpgames.games.tictactoe.record import rules
    >>> p402536 = reduce(rules.play, [4, 0, 2, 5, 3, 6], rules.start)
    >>> replicate_m(2, bot_random(rules)(p402536)).eval(StdGen(1984310674, 1))
    (7, 1)

    See also: :func:`bot_mc`; :func:`fpgames.play.playing.random_move`.

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
    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe.record import rules
    >>> p402536 = reduce(rules.play, [4, 0, 2, 5, 3, 6], rules.start)
    >>> bot_mc(rules, 300)(p402536).eval(SplitMix.from_seed(42))
    7

    See also: :func:`fpgames.play.explicit.bot_mc`, which evaluates the moves in the other order.

    Source: article 1, ``botMc``.
    """
    require_at_least(1, n, "play {} random games")
    bot: Stage[P, Rand[M]] = Stage(_bot_mc, (rules, n))
    return bot


@do
def _bot_mc(rules: Rules[P, M], n: int, p: P) -> Do[Gen, M]:
    moves = require_moves(rules, p)
    n_each = max(1, n // len(moves))
    evaluated = yield from map_m(lambda move: eval_move(rules, p, move, n_each), moves)
    return _won_most(evaluated)


def _won_most(evaluated: tuple[tuple[int, M], ...]) -> M:
    """The last of the moves with the most wins."""
    _, move = max(reversed(evaluated), key=itemgetter(0))
    return move


def bot_mc_bulk(rules: Rules[P, M], n: int, *, map_function: MapFunction = map) -> Bot[P, M]:
    """The same player as :func:`bot_mc` with playouts in bulk: ``snd . maximum <$> evalMoves``.

    Each playout has a generator of its own, so its games are not those of ``bot_mc`` one by one; they are as random.

    Args:
        rules: the game.
        n: random games in all, at least 1; every move gets at least one.
        map_function: maps over blocks of playouts, in order: the ``map`` of an executor, for many workers.

    Raises:
        ValueError: n is less than 1.
        GameOver: by the bot's action, asked in a finished game.

    >>> from functools import reduce
    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe.record import rules
    >>> p402536 = reduce(rules.play, [4, 0, 2, 5, 3, 6], rules.start)
    >>> bot_mc_bulk(rules, 30000)(p402536).eval(SplitMix.from_seed(42))
    7

    See also: :func:`fpgames.play.bulk.eval_moves`.
    """
    require_at_least(1, n, "play {} random games")
    bot: Stage[P, Rand[M]] = Stage(_bot_mc_bulk, (rules, n), _over(map_function))
    return bot


def _over(map_function: MapFunction) -> tuple[tuple[str, MapFunction], ...]:
    """A bot's option; ``map`` goes without saying."""
    return () if map_function is map else (("map_function", map_function),)


@do
def _bot_mc_bulk(rules: Rules[P, M], n: int, p: P, *, map_function: MapFunction = map) -> Do[Gen, M]:
    moves = require_moves(rules, p)
    evaluated = yield from eval_moves(rules, p, max(1, n // len(moves)), map_function=map_function)
    return _won_most(evaluated)


def bot_from(rules: Rules[P, M], evaluate: Callable[[P], Value], *, map_function: MapFunction = map) -> Bot[P, M]:
    r"""A bot that plays the first of the moves whose positions are worth most: any evaluation becomes a player.

    ``botFrom :: Ord b => Rules p m -> (p -> b) -> Bot p m``

    Args:
        rules: the game.
        evaluate: a position's value to the first player, ordered; a pipeline over a lazy tree, say. The bot maximises
            it for the first player and minimises it for the second.
        map_function: maps over the moves, in order: the ``map`` of an executor, for many workers.

    Raises:
        TypeError: the evaluation ends in ``best_move``, which returns a move.
        GameOver: by the bot's action, asked in a finished game.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules, static
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
    bot: Stage[P, Rand[M]] = Stage(_bot_from, (rules, evaluate), _over(map_function))
    return bot


def _bot_from(rules: Rules[P, M], evaluate: Callable[[P], Value], p: P, *, map_function: MapFunction = map) -> Rand[M]:
    return _settled(lambda: _first_best(rules, evaluate, p, map_function))


def _settled(choose: Callable[[], M]) -> Rand[M]:
    """The action of a bot that draws nothing; it thinks when it is run, not before."""
    return State(lambda gen: (choose(), gen))


def _first_best(rules: Rules[P, M], evaluate: Callable[[P], Value], p: P, map_function: MapFunction) -> M:
    moves = require_moves(rules, p)
    values = map_function(partial(guarded, evaluate), [rules.play(p, move) for move in moves])
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
    rules: Rules[P, M], depth: int, static: Callable[[P], Value], *, quick: bool = True, map_function: MapFunction = map
) -> Bot[P, M]:
    r"""A bot that looks some moves ahead: ``minimax . map_tree static . prune depth . build_tree rules``.

    Of equal moves the first is played.

    Args:
        rules: the game.
        depth: moves looked ahead, at least 1.
        static: a position's value to the first player, where the bot looks no further.
        quick: prefer the quicker of equal wins and the slower of equal losses; values that are no numbers need False.
        map_function: maps over the moves, in order: the ``map`` of an executor, for many workers.

    Raises:
        ValueError: the depth is less than 1.
        GameOver: by the bot's action, asked in a finished game.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules, static
    >>> bot_minimax(rules, 3, static)(rules.read("XX.\nO.O\n...")).eval(SplitMix.from_seed(1))
    2

    See also: :func:`bot_alphabeta`.

    Source: article 2, ``evaluate``.
    """
    require_at_least(1, depth, "look {} moves ahead")
    bot: Stage[P, Rand[M]] = Stage(_bot_minimax, (rules, depth, static), (*_unless_quick(quick), *_over(map_function)))
    return bot


def _unless_quick(quick: bool) -> tuple[tuple[str, bool], ...]:
    """A bot's option; quick goes without saying."""
    return () if quick else (("quick", False),)


def _bot_minimax(
    rules: Rules[P, M],
    depth: int,
    static: Callable[[P], Value],
    p: P,
    *,
    quick: bool = True,
    map_function: MapFunction = map,
) -> Rand[M]:
    return _bot_from(rules, _ahead(rules, depth, static, quick) | minimax, p, map_function=map_function)


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

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules, static
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
    rules: Rules[P, M], depth: int, static: Callable[[P], Value], *, quick: bool = True, map_function: MapFunction = map
) -> Bot[P, M]:
    """A bot like :func:`bot_alphabeta` that draws one of the best moves, each as likely.

    ``botAlphabetaRandom :: Ord b => Rules p m -> Int -> (p -> b) -> Bot p m``

    Every move at the root has a window of its own: the value of a move that a bound has cut is not its value.

    Args:
        rules: the game.
        depth: moves looked ahead, at least 1.
        static: a position's value to the first player, where the bot looks no further.
        quick: prefer the quicker of equal wins and the slower of equal losses; values that are no numbers need False.
        map_function: maps over the moves, in order: the ``map`` of an executor, for many workers.

    Raises:
        ValueError: the depth is less than 1.
        GameOver: by the bot's action, asked in a finished game.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules, static
    >>> bot_alphabeta_random(rules, 9, static)(rules.start).eval(SplitMix.from_seed(1))
    5

    See also: :func:`bot_alphabeta`, which plays the first of them.

    Source: article 3, part 3-4.
    """
    require_at_least(1, depth, "look {} moves ahead")
    bot: Stage[P, Rand[M]] = Stage(
        _bot_alphabeta_random, (rules, depth, static), (*_unless_quick(quick), *_over(map_function))
    )
    return bot


@do
def _bot_alphabeta_random(
    rules: Rules[P, M],
    depth: int,
    static: Callable[[P], Value],
    p: P,
    *,
    quick: bool = True,
    map_function: MapFunction = map,
) -> Do[Gen, M]:
    moves = require_moves(rules, p)
    after = [rules.play(p, move) for move in moves]
    values = map_function(partial(guarded, _ahead(rules, depth, static, quick) | alpha_beta), after)
    evaluated = list(zip(values, moves, strict=True))
    best, _ = _best(whose_turn(rules, p), evaluated)
    return (yield from choice([move for value, move in evaluated if value == best]))
