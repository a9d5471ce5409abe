"""The bots of article 1 in their first version, where every function takes a generator and returns the next generator.

The functions have the same structure as in the article, but work for any ``Rules``. :mod:`fpgames.play.playing` and
:mod:`fpgames.play.bots` contain the second version, in which a State passes the generator on. Here ``bot_mc``
evaluates the moves from the last to the first, as in the article; the second version begins with the first move.

Source: article 1, part I-C.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias, TypeVar

from returns.maybe import Nothing

from fpgames.play.playing import Bot
from fpgames.play.stateful import action_of
from fpgames.rand.actions import Rand
from fpgames.rand.generators import Gen
from fpgames.rules.outcomes import MAX_PLAYOUT_MOVES, EndlessGame, Outcome, Player
from fpgames.rules.playouts import random_playout
from fpgames.rules.record import M, P, Rules, final_outcome, require_moves, require_rules, whose_turn
from fpgames.stage import stage
from fpgames.state.action import State
from fpgames.validation import names_arguments, require_at_least

__all__ = ["ExplicitBot", "bot_mc", "bot_random", "eval_move", "from_explicit", "play_game", "playout", "to_explicit"]

G = TypeVar("G", bound=Gen)

ExplicitBot: TypeAlias = Callable[[P, G], tuple[M, G]]
"""A function from a position and a generator to a move and the next generator."""

_FIRST = Player.FIRST


def bot_random(rules: Rules[P, M]) -> ExplicitBot[P, G, M]:
    """Return a bot that plays a uniformly random legal move: ``botRandom :: Rules p m -> p -> g -> (m, g)``.

    Args:
        rules: the rules of the game.

    Raises:
        GameOver: raised by the bot, when the game is over.

    >>> from functools import reduce
    >>> from fpgames import StdGen
    >>> from fpgames.games.tictactoe.record import rules
    >>> p402536 = reduce(rules.play, [4, 0, 2, 5, 3, 6], rules.start)
    >>> bot_random(rules)(p402536, StdGen(1314174216, 1))
    (8, StdGen(s1=2084555406, s2=40692))

    See also: :func:`bot_mc`; :func:`fpgames.play.bots.bot_random`, the State version.

    Source: article 1, ``botRandom``.
    """
    require_rules(rules, "bot_random")
    return partial(_random_move, rules)


def _random_move(rules: Rules[P, M], p: P, gen: G) -> tuple[M, G]:
    moves = require_moves(rules, p)
    i, gen = gen.uniform_r(0, len(moves) - 1)
    return moves[i], gen


@names_arguments
def play_game(
    rules: Rules[P, M], p: P, bot_first: ExplicitBot[P, G, M], bot_second: ExplicitBot[P, G, M], gen: G
) -> tuple[Outcome, P, G]:
    """Play a game to its end; return its outcome, its last position and the next generator.

    ``playGame :: Rules p m -> p -> ExplicitBot p g m -> ExplicitBot p g m -> g -> (Outcome, p, g)``

    If the game is over, no move is played. A loop replaces the article's recursion, because Python has no tail calls.

    Args:
        rules: the rules of the game.
        p: the start position.
        bot_first: the bot that moves for the first player.
        bot_second: the bot that moves for the second player.
        gen: the random number generator.

    Raises:
        IllegalMove: a bot chose a move that is not legal.
        EndlessGame: the game is not over after 100,000 moves.

    >>> from fpgames import StdGen
    >>> from fpgames.games.tictactoe.record import rules
    >>> outcome, end, gen = play_game(rules, rules.start, bot_random(rules), bot_random(rules), StdGen(1, 1))
    >>> outcome, "".join(end.grid)
    (Outcome.FIRST_WON, 'OXXXXOOXO')

    See also: :func:`fpgames.play.playing.play_game`, the State version.

    Source: article 1, ``jouerJeu``.
    """
    require_rules(rules, "play_game")
    for _ in range(MAX_PLAYOUT_MOVES + 1):
        if rules.outcome(p) is not Nothing:
            return final_outcome(rules, p, rules.moves(p)), p, gen
        bot = bot_first if whose_turn(rules, p) is _FIRST else bot_second
        move, gen = bot(p, gen)
        p = rules.play(p, move)
    raise EndlessGame(rules.name)


def playout(rules: Rules[P, M], p: P, gen: G) -> tuple[Outcome, G]:
    """Play a game to its end with uniformly random moves; return its outcome and the next generator.

    ``playout :: Rules p m -> p -> g -> (Outcome, g)``

    Args:
        rules: the rules of the game.
        p: the start position.
        gen: the random number generator.

    Raises:
        EndlessGame: the game is not over after 100,000 moves.

    >>> from fpgames import StdGen
    >>> from fpgames.games.tictactoe.record import rules
    >>> playout(rules, rules.start, StdGen(1, 1))[0]
    Outcome.FIRST_WON

    See also: :func:`fpgames.play.playing.playout`, the State version.
    """
    (outcome, _), gen = random_playout(rules, p, gen)
    return outcome, gen


def eval_move(rules: Rules[P, M], p: P, move: M, n: int, gen: G) -> tuple[int, G]:
    """Count the wins of the player to move in n random games that begin with the given move.

    ``evalMove :: Rules p m -> p -> m -> Int -> g -> (Int, g)``

    Args:
        rules: the rules of the game.
        p: the position before the move.
        move: the move to evaluate.
        n: the number of random games, at least 1.
        gen: the random number generator.

    Raises:
        IllegalMove: the move is not legal.
        ValueError: n is less than 1.
        EndlessGame: a random game is not over after 100,000 moves.

    >>> from functools import reduce
    >>> from fpgames import StdGen
    >>> from fpgames.games.tictactoe.record import rules
    >>> p402536 = reduce(rules.play, [4, 0, 2, 5, 3, 6], rules.start)
    >>> eval_move(rules, p402536, 7, 10000, StdGen(346137677, 1))
    (4965, StdGen(s1=826432801, s2=476680813))

    See also: :func:`bot_mc`; :func:`fpgames.play.playing.eval_move`, the State version.

    Source: article 1, ``evalCoup``.
    """
    require_rules(rules, "eval_move")
    require_at_least(1, n, "play {} random games")
    win = Outcome(whose_turn(rules, p))
    next_position = rules.play(p, move)
    wins = 0
    for _ in range(n):
        result, gen = playout(rules, next_position, gen)
        wins += result is win
    return wins, gen


@names_arguments
def bot_mc(rules: Rules[P, M], n: int) -> ExplicitBot[P, G, M]:
    """Return a bot that divides n random games equally among the legal moves, and plays the move with the most wins.

    ``botMc :: Rules p m -> Int -> p -> g -> (m, g)``

    The bot evaluates the moves from last to first, and plays the last of the moves with the most wins. A draw counts as
    a loss.

    Args:
        rules: the rules of the game.
        n: the total number of random games, at least 1; every move gets at least one.

    Raises:
        ValueError: n is less than 1.
        GameOver: raised by the bot, when the game is over.

    >>> from functools import reduce
    >>> from fpgames import StdGen
    >>> from fpgames.games.tictactoe.record import rules
    >>> p402536 = reduce(rules.play, [4, 0, 2, 5, 3, 6], rules.start)
    >>> bot_mc(rules, 30000)(p402536, StdGen(529669860, 1))
    (7, StdGen(s1=1356595715, s2=1539624735))

    See also: :func:`fpgames.play.bots.bot_mc`, the State version.

    Source: article 1, ``botMc``.
    """
    require_rules(rules, "bot_mc")
    require_at_least(1, n, "play {} random games")
    return partial(_mc_move, rules, n)


def _mc_move(rules: Rules[P, M], n: int, p: P, gen: G) -> tuple[M, G]:
    moves = require_moves(rules, p)
    n_each = max(1, n // len(moves))
    best, most_wins = moves[-1], -1
    for move in reversed(moves):
        wins, gen = eval_move(rules, p, move, n_each, gen)
        if wins > most_wins:
            best, most_wins = move, wins
    return best, gen


def to_explicit(bot: Bot[P, M]) -> ExplicitBot[P, Gen, M]:
    """Convert a State bot to a bot that takes and returns a generator: ``toExplicit = (runState .)``.

    Args:
        bot: the State bot.

    >>> from fpgames import StdGen, bot_random
    >>> from fpgames.games.tictactoe.record import rules
    >>> to_explicit(bot_random(rules))(rules.start, StdGen(1, 1))
    (2, StdGen(s1=40014, s2=40692))

    See also: :func:`from_explicit`, its inverse.
    """
    return partial(_run_explicitly, bot)


def _run_explicitly(bot: Bot[P, M], p: P, gen: Gen) -> tuple[M, Gen]:
    return action_of(bot, p).run(gen)


@stage()
def from_explicit(p: P, bot: ExplicitBot[P, Gen, M]) -> Rand[M]:
    """Convert a bot that takes and returns a generator to a State bot: ``fromExplicit = (state .)``.

    Args:
        bot: the bot that takes and returns a generator.

    >>> from fpgames import StdGen
    >>> from fpgames.games.tictactoe.record import rules
    >>> from_explicit(bot_mc(rules, 900))(rules.start).eval(StdGen(1, 1))
    8

    See also: :func:`to_explicit`, its inverse.
    """
    return State(partial(bot, p))
