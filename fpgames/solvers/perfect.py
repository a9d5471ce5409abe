"""A bot that plays perfectly, and the names of all bots."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from pyrsistent import pmap

from fpgames.play.bot_names import BOTS, BotKind
from fpgames.play.playing import Bot
from fpgames.rand.actions import Rand
from fpgames.rules.record import M, P, Rules, require_rules
from fpgames.solvers.registry import own_solver, solver_of
from fpgames.stage import stage
from fpgames.state.action import State
from fpgames.validation import at_least

__all__ = ["ALL_BOTS", "bot_perfect"]

MOST = 200_000
"""Nodes that one search may visit: a few seconds in most games."""


@stage(rules=require_rules, max_nodes=at_least(1, "visit {} nodes"))
def bot_perfect(p: P, rules: Rules[P, M], max_nodes: int = MOST) -> Rand[M]:
    r"""Return a bot that plays a best move, the first of the solver's line: ``botPerfect rules = head . line . solve``.

    It wins as quickly, or loses as slowly, as its solver's line does. It draws no random numbers.

    Args:
        rules: the game: one that has a solver of its own, or is small enough for a search of every position.
        max_nodes: the number of nodes that one search of the generic solver may visit, at least 1.

    Raises:
        ValueError: ``max_nodes`` is less than 1.
        TooLarge: by the bot's action, if a search would visit more nodes.
        GameOver: by the bot's action, when the game is over.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules
    >>> bot_perfect(rules)(rules.read("XX.\nO.O\n...")).eval(SplitMix.from_seed(1))
    2

    See also: :func:`fpgames.play.bots.bot_alphabeta`, which looks some moves ahead.
    """
    return State(lambda gen: (_best(rules, max_nodes, p), gen))


@lru_cache(4096)  # a match returns to the same positions
def _best(rules: Rules[P, M], max_nodes: int, p: P) -> M:
    """Return the first move of the solver's line."""
    return solver_of(rules, max_nodes=max_nodes).solve(p).line[0]


def _perfect_of(rules: Rules[P, M], rest: str) -> Bot[P, M]:
    """Return the bot, or raise ValueError at once for a game whose beginning takes too many nodes."""
    if rest:
        raise ValueError(f"nothing may follow its name; got {rest!r:.80}")
    if own_solver(rules) is None:
        solver_of(rules, max_nodes=MOST).solve(rules.start)
    return bot_perfect(rules, MOST)


ALL_BOTS: Mapping[str, BotKind] = pmap(
    {
        **BOTS,
        "perfect": BotKind("perfect", "plays perfectly, in games that are small enough to be solved", _perfect_of),
    }
)
"""Every kind of bot that the command line has, by name: those of ``fpgames.play``, and ``perfect``."""
