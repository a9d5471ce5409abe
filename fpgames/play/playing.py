"""Playing games to their end, by bots or at random: the State version of article 1.

No function takes a random number generator. The generator is the state that the actions pass on.

Source: article 1, part I-D.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from operator import is_, itemgetter
from typing import Any, Protocol, TypeAlias, TypeVar, cast

from returns.maybe import Nothing

from fpgames.play.stateful import BotWithState, action_of, share_generator
from fpgames.rand.actions import Rand, action_from_draw, below
from fpgames.rand.distributions import read_as
from fpgames.rand.generators import Gen
from fpgames.rules.outcomes import CHANCE, MAX_PLAYOUT_MOVES, EndlessGame, Outcome, Player
from fpgames.rules.playouts import random_playout, sum_of_playouts
from fpgames.rules.record import M, P, Rules, final_outcome, mover, require_moves, require_rules, whose_turn
from fpgames.rules.repetition import History
from fpgames.stage import stage
from fpgames.state.action import Do, State, do
from fpgames.state.loops import fold_replicate_m, iterate_until_m
from fpgames.validation import at_least, require_at_least

__all__ = [
    "AnyBot", "Bot", "PipelineCompiler", "StatefulBot", "estimate", "eval_move", "play_game", "play_moves", "playout",
    "random_move", "without_history",
]  # fmt: skip

A = TypeVar("A")
B = TypeVar("B")
S = TypeVar("S")

Bot: TypeAlias = Callable[[P], Rand[M]]
"""A function from a position to an action that draws a move: ``State.from_value(move)`` if nothing is random."""

AnyBot: TypeAlias = Bot[Any, Any]
"""A bot for any game, whatever the types of its positions and moves."""

StatefulBot: TypeAlias = Callable[[P], State[S, M]]
"""A bot with a state of any type, such as a generator, or a generator together with a search tree."""


class PipelineCompiler(Protocol):
    """The type of compilers: functions from a pipeline to a faster function that returns the same results.

    See also: :func:`fpgames.compiled.pipelines.jit_when_it_pays`, a compiler.
    """

    def __call__(self, pipeline: Callable[[A], B], /) -> Callable[[A], B]:
        """Return a faster function that returns the same results as ``pipeline``: ``compiler f = f``."""
        ...


_FIRST = Player.FIRST


@do
def random_move(rules: Rules[P, M], p: P) -> Do[Gen, M]:
    """Draw a uniformly random legal move: ``(moves !!) <$> uniform (0, length moves - 1)``.

    Args:
        rules: the rules of the game.
        p: a position in which the game is not over.

    Raises:
        GameOver: raised by the action, when the game is over.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe.record import rules
    >>> random_move(rules, rules.start).eval(SplitMix.from_seed(7))
    3

    See also: :func:`fpgames.rand.actions.choice`; :func:`fpgames.play.bots.bot_random`.

    Source: article 1, ``botRandom``.
    """
    moves = require_moves(rules, p)
    return moves[(yield from below(len(moves)))]


def _action_to_move(
    rules: Rules[P, M],
    p: P,
    bot_first: StatefulBot[P, S, M],
    bot_second: StatefulBot[P, S, M],
    chance: StatefulBot[P, Any, M] | None = None,
) -> State[Any, M]:
    """Return the action of the bot whose turn it is; where chance moves, the action that draws a move."""
    turn = mover(rules, p)
    if turn is CHANCE:
        return random_move(rules, p) if chance is None else chance(p)
    return action_of(bot_first if turn is _FIRST else bot_second, p)


def play_game(
    rules: Rules[P, M], p: P, bot_first: StatefulBot[P, S, M], bot_second: StatefulBot[P, S, M]
) -> State[S, tuple[Outcome, P]]:
    """Play a game to its end: ``playGame :: Rules p m -> p -> Bot p m -> Bot p m -> Rand (Outcome, p)``.

    The action returns the outcome and the last position. If the game is already over, no move is played. The bots
    may share a state of any type, as in :func:`play_moves`. Where chance moves, the state must be a generator, from which
    a move is drawn. A loop replaces the recursion of the article.

    Args:
        rules: the rules of the game.
        p: the start position.
        bot_first: the bot that moves for the first player.
        bot_second: the bot that moves for the second player.

    Raises:
        IllegalMove: raised by the action, when a bot chooses a move that is not legal.
        EndlessGame: raised by the action, when the game is not over after 100,000 moves.
        TypeError: raised by the action, when a bot does not return a State.

    >>> from fpgames import SplitMix, bot_random
    >>> from fpgames.games.tictactoe.record import rules
    >>> random = bot_random(rules)
    >>> outcome, end = play_game(rules, rules.start, random, random).eval(SplitMix.from_seed(7))
    >>> outcome, "".join(end.grid)
    (Outcome.FIRST_WON, 'OOXXXOXXO')

    See also: :func:`play_moves`, which returns the moves; :func:`fpgames.play.match.compare`, which plays many games.

    Source: article 1, ``jouerJeu``.
    """
    require_rules(rules, "play_game")
    return _play_game(rules, p, bot_first, bot_second)


def _game_by_moves(
    rules: Rules[P, M], p: P, bot_first: StatefulBot[P, S, M], bot_second: StatefulBot[P, S, M]
) -> State[S, tuple[Outcome, P]]:
    """Play a game as ``play_game`` does; ``distribution`` merges equal positions after each move."""

    def play_move(p: P) -> State[S, P]:
        return _action_to_move(rules, p, bot_first, bot_second).map(partial(rules.play, p))

    end = iterate_until_m(lambda p: rules.outcome(p) is not Nothing, play_move, p)
    return end.map(lambda p: (final_outcome(rules, p, rules.moves(p)), p))


@read_as(_game_by_moves)
@do
def _play_game(
    rules: Rules[P, M], p: P, bot_first: StatefulBot[P, S, M], bot_second: StatefulBot[P, S, M]
) -> Do[S, tuple[Outcome, P]]:
    outcome, end, _ = yield from play_to_end(rules, p, bot_first, bot_second)
    return outcome, end


@do
def play_to_end(
    rules: Rules[P, M], p: P, bot_first: StatefulBot[P, S, M], bot_second: StatefulBot[P, S, M]
) -> Do[S, tuple[Outcome, P, tuple[M, ...]]]:
    """Play a game; return the outcome, the last position and the moves."""
    moves: list[M] = []
    while rules.outcome(p) is Nothing:
        if len(moves) == MAX_PLAYOUT_MOVES:
            raise EndlessGame(rules.name)
        move = yield from _action_to_move(rules, p, bot_first, bot_second)
        p = rules.play(p, move)
        moves.append(move)
    return final_outcome(rules, p, rules.moves(p)), p, tuple(moves)


def iterate_moves(
    rules: Rules[P, M], p: P, first: Bot[P, M], second: Bot[P, M], gen: Gen, longest: int | None = None
) -> Iterator[tuple[P, M, tuple[object, ...]]]:
    """Yield each move of a game as it is played, between the position before it and the state after it.

    The state is a tuple of the generator and, if a bot has a state of its own, that of the first bot and of the second.
    The game ends after ``longest`` moves, if that is a number.
    """
    state: Any = gen
    bots: list[Any] = [first, second, partial(random_move, rules)]
    if shared := any(isinstance(bot, BotWithState) for bot in bots):  # sharing takes 2.5 times the time
        state, bots = share_generator(bots, gen)
    played = 0
    while rules.outcome(p) is Nothing:
        if played == longest:
            return
        if played == MAX_PLAYOUT_MOVES and longest is None:
            raise EndlessGame(rules.name)
        move, state = _action_to_move(rules, p, *bots).run(state)
        yield p, move, state if shared else (state,)
        p, played = rules.play(p, move), played + 1
    final_outcome(rules, p, rules.moves(p))  # raises an error if there are moves, too


def play_moves(
    rules: Rules[P, M], p: P, bot_first: StatefulBot[P, S, M], bot_second: StatefulBot[P, S, M]
) -> State[S, tuple[M, ...]]:
    """Play a game to its end, as :func:`play_game` does, and return its moves.

    ``playMoves :: Rules p m -> p -> (p -> State s m) -> (p -> State s m) -> State s [m]``

    The two bots work on the same state, usually a generator. If each bot needs its own state, put the two states into
    one value, such as a pair: ``bot | zoom(lens)`` works on the part of the pair that ``lens`` selects. For any
    lens ``l``, zooming both bots is equal to zooming the action of the whole game:

    ``playMoves rules p (zoom l . a) (zoom l . b) = zoom l (playMoves rules p a b)``

    Args:
        rules: the rules of the game.
        p: the start position.
        bot_first: the bot that moves for the first player.
        bot_second: the bot that moves for the second player.

    Raises:
        IllegalMove: raised by the action, when a bot chooses a move that is not legal.
        EndlessGame: raised by the action, when the game is not over after 100,000 moves.
        TypeError: raised by the action, when a bot does not return a State.

    >>> from fpgames import SplitMix, bot_random
    >>> from fpgames.games.tictactoe.record import rules
    >>> random = bot_random(rules)
    >>> play_moves(rules, rules.start, random, random).eval(SplitMix.from_seed(7))
    (3, 0, 4, 5, 7, 8, 6, 1, 2)

    Here each bot has its own generator:

    >>> from fpgames.state import item, zoom
    >>> game = play_moves(rules, rules.start, random | zoom(item(0)), random | zoom(item(1)))
    >>> game.eval((SplitMix.from_seed(7), SplitMix.from_seed(8)))
    (3, 7, 0, 5, 4, 8, 6)

    See also: :func:`play_game`; :func:`fpgames.play.tree_reuse.bot_mcts_reuse`, a bot with its own type of state.
    """
    require_rules(rules, "play_moves")
    return play_to_end(rules, p, bot_first, bot_second).map(itemgetter(2))


def _playout_by_bots(rules: Rules[P, M], p: P) -> Rand[Outcome]:
    bot = partial(random_move, rules)
    return _game_by_moves(rules, p, bot, bot).map(itemgetter(0))


@read_as(_playout_by_bots)
@do
def playout(rules: Rules[P, M], p: P) -> Do[Gen, Outcome]:
    """Play a game to its end with uniformly random moves: ``playout rules p = fst <$> playGame rules p random random``.

    Here ``random`` is :func:`fpgames.play.bots.bot_random`.

    Args:
        rules: the rules of the game.
        p: the start position.

    Raises:
        EndlessGame: raised by the action, when the game is not over after 100,000 moves.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe.record import rules
    >>> playout(rules, rules.start).eval(SplitMix.from_seed(7))
    Outcome.FIRST_WON

    See also: :func:`fpgames.play.bulk.playouts`, which plays many games.

    Source: article 1, ``jouerJeu`` with two ``botRandom``.
    """
    # Unlike fpgames.textbook.playout, this is one draw from the generator: its loop calls no bots and runs no actions.
    outcome: Outcome
    outcome, _ = yield action_from_draw(partial(random_playout, rules, p))
    return outcome


def without_history(bot: StatefulBot[P, S, M]) -> StatefulBot[History[P], S, M]:
    """Adapt a bot to positions with a history; the bot sees only the position: ``withoutHistory bot = bot . position``.

    So the bot's searches can share equal positions and can be compiled. Draws by repetition still end the game.

    Args:
        bot: a bot for the same game without draws by repetition.

    Raises:
        TypeError: raised by the returned bot, if the position has no history.

    >>> from fpgames import SplitMix, bot_random
    >>> from fpgames.rules import with_draws
    >>> from fpgames.games.checkers import rules
    >>> bot = without_history(bot_random(rules))
    >>> play_game(with_draws(rules), with_draws(rules).start, bot, bot).eval(SplitMix.from_seed(1))[0]
    Outcome.SECOND_WON

    See also: :func:`fpgames.rules.repetition.with_draws`.
    """
    if isinstance(bot, BotWithState):
        bot_of_history = replace(bot, act=without_history(bot.act))
        return cast("StatefulBot[History[P], S, M]", bot_of_history)  # isinstance does not narrow S
    return partial(_without_history, bot)


def _without_history(bot: StatefulBot[P, S, M], h: History[P]) -> State[S, M]:
    if not isinstance(h, History):
        raise TypeError(
            f"a bot without_history plays a game with_draws(rules), whose positions have a history; got {reprlib.repr(h)};"
            " without draws, let the bot play itself"
        )
    return action_of(bot, h.position)


def eval_move(rules: Rules[P, M], p: P, move: M, n: int) -> Rand[tuple[int, M]]:
    """Count the wins of the player to move in n random games after a move; return the number of wins and the move.

    ``(, move) . sum <$> replicateM n playout``, where a playout returns 1 if the player to move wins, else 0.

    Args:
        rules: the rules of the game.
        p: the position before the move.
        move: the move to evaluate.
        n: the number of random games, at least 1.

    Raises:
        IllegalMove: the move is not legal.
        ValueError: n is less than 1.
        EndlessGame: a random game is not over after 100,000 moves.

    >>> from functools import reduce
    >>> from fpgames import StdGen
    >>> from fpgames.games.tictactoe.record import rules
    >>> p402536 = reduce(rules.play, [4, 0, 2, 5, 3, 6], rules.start)
    >>> eval_move(rules, p402536, 7, 10000).eval(StdGen(346137677, 1))
    (4965, 7)

    See also: :func:`fpgames.play.bots.bot_mc`, which evaluates every move and plays the best move.

    Source: article 1, ``evalCoup``.
    """
    require_rules(rules, "eval_move")
    require_at_least(1, n, "play {} random games")
    return count_wins(rules, rules.play(p, move), Outcome(whose_turn(rules, p)), move, n)


@do
def count_wins(rules: Rules[P, M], p: P, win: Outcome, move: M, n: int) -> Do[Gen, tuple[int, M]]:
    """Count the outcomes ``win`` of n random games from ``p``, the position after ``move``; return the move, too."""
    # A ``@do`` block, whose results ``distribution`` keeps, because its arguments have keys; a partial has none.
    wins = yield from _sum_playouts(rules, p, n, partial(is_, win))
    return wins, move


def _sum_by_fold(rules: Rules[P, M], p: P, n: int, value_of: Callable[[Outcome], int]) -> Rand[int]:
    return fold_replicate_m(lambda total, outcome: total + value_of(outcome), 0, n, playout(rules, p))


@read_as(_sum_by_fold)
@do
def _sum_playouts(rules: Rules[P, M], p: P, n: int, value_of: Callable[[Outcome], int]) -> Do[Gen, int]:
    # Unlike fpgames.textbook.eval_move, this is one draw from the generator, and keeps no list of outcomes.
    total: int = yield action_from_draw(partial(sum_of_playouts, rules, p, n, value_of))
    return total


@stage(rules=require_rules, n=at_least(1, "play {} random games"))
def estimate(p: P, rules: Rules[P, M], n: int) -> Rand[int]:
    """Return a function from a position to an action: n playouts, as the first player's wins minus the second's.

    ``estimate :: Rules p m -> Int -> p -> Rand Int``

    Args:
        rules: the rules of the game.
        n: the number of playouts from each position, at least 1.

    Raises:
        ValueError: n is less than 1.
        EndlessGame: raised by the action, when a playout is not over after 100,000 moves.

    >>> from fpgames import traverse_tree
    >>> from functools import reduce
    >>> from fpgames import StdGen, best_move, build_tree, prune
    >>> from fpgames.games.tictactoe.record import rules
    >>> tree = prune(1)(build_tree(rules)(reduce(rules.play, [4, 0, 2, 5, 3, 6], rules.start)))
    >>> traverse_tree(estimate(rules, 100))(tree).map(best_move).eval(StdGen(1, 1))
    1

    See also: :func:`fpgames.play.bots.bot_mc`, which counts only wins, as in the article.
    """
    return _sum_playouts(rules, p, n, int)
