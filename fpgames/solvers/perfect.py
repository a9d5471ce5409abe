"""A bot that plays perfectly, and the registry of all bots, which adds this bot to the default registry."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from pyrsistent import pmap

from fpgames.play.bot_names import BOTS, BotKind
from fpgames.play.playing import Bot
from fpgames.rand.actions import Rand
from fpgames.rules.record import M, P, Rules, require_rules
from fpgames.solvers.registry import dedicated_solver, solver_of
from fpgames.stage import stage
from fpgames.state.action import State
from fpgames.validation import at_least

__all__ = ["ALL_BOTS", "bot_perfect"]

MAX_NODES = 200_000
"""The default node limit of one search, which takes a few seconds in most games."""


@stage(rules=require_rules, max_nodes=at_least(1, "visit {} nodes"))
def bot_perfect(p: P, rules: Rules[P, M], max_nodes: int = MAX_NODES) -> Rand[M]:
    r"""Return a bot that plays the first move of the solver's line: ``botPerfect rules = head . line . solve``.

    How quickly the bot wins, or how slowly it loses, depends on the solver. The bot draws no random numbers.

    Args:
        rules: the rules of a game that has a dedicated solver, or is small enough for the generic solver.
        max_nodes: the node limit of one search of the generic solver, at least 1; a dedicated solver ignores it.

    Raises:
        ValueError: ``max_nodes`` is less than 1.
        TooLarge: raised by the bot's action, if a search would exceed the node limit.
        GameOver: raised by the bot's action, when the game is over.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules
    >>> bot_perfect(rules)(rules.read("XX.\nO.O\n...")).eval(SplitMix.from_seed(1))
    2

    See also: :func:`fpgames.play.bots.bot_alphabeta`, which looks some moves ahead.
    """
    return State(lambda gen: (_best_move(rules, max_nodes, p), gen))


@lru_cache(4096)  # a cache of moves, because the games of a match repeat positions
def _best_move(rules: Rules[P, M], max_nodes: int, p: P) -> M:
    """Solve a position and return the first move of the line of perfect play."""
    return solver_of(rules, max_nodes=max_nodes).solve(p).line[0]


def _read_perfect(rules: Rules[P, M], argument: str) -> Bot[P, M]:
    """Return the perfect bot; ``argument`` must be empty. Raise TooLarge if solving the game exceeds the node limit."""
    if argument:
        raise ValueError(f"nothing may follow its name; got {argument!r:.80}")
    if dedicated_solver(rules) is None:
        solver_of(rules, max_nodes=MAX_NODES).solve(rules.start)
    return bot_perfect(rules, MAX_NODES)


ALL_BOTS: Mapping[str, BotKind] = pmap(
    {
        **BOTS,
        "perfect": BotKind("perfect", "plays perfectly, in a small game, or perfect:FILE by a table", _read_perfect),
    }
)
"""Every kind of bot on the command line, by name: the kinds in ``fpgames.play.BOTS``, and ``perfect``."""
