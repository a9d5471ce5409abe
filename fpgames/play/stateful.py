"""Bots with a state of their own, which a game threads from move to move, beside the generator that both bots share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from fpgames.rand.actions import Rand
from fpgames.rand.generators import Gen
from fpgames.state.action import State
from fpgames.state.lenses import Lens, field, item, zoom

__all__ = ["BotWithState"]

M = TypeVar("M")
P = TypeVar("P")
S = TypeVar("S")

_GEN = field("gen")


@dataclass(frozen=True)
class BotWithState(Generic[P, S, M]):
    """A bot with a state of its own, which has a generator as its field ``gen``: ``p -> State s m``.

    In matches, tournaments and the command ``play``, a game begins with a new state for each bot and threads it from
    move to move; at each move the bot gets the generator that the other bot has left. Called elsewhere, the bot is like
    any other: it begins each move with a new state.

    ``run (bot p) gen = (move, gen s)``, where ``(move, s) = run (act p) (start gen)``

    Args:
        act: a function from a position to an action on the bot's state, which returns a move.
        start: a function from a generator to the state at the start of a game.

    >>> from fpgames import SplitMix, bot_random
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.play import ReuseState, bot_mcts_reuse, play_one
    >>> reuse = BotWithState(bot_mcts_reuse(rules, 100), ReuseState)
    >>> reuse(rules.start).eval(SplitMix.from_seed(1))
    4
    >>> play_one(rules, reuse, bot_random(rules), 1)
    (4, 6, 7, 0, 1)

    See also: :func:`fpgames.play.tree_reuse.bot_mcts_reuse`; :func:`fpgames.state.lenses.zoom`, by which a game acts on
    one bot's state.
    """

    act: Callable[[P], State[S, M]]
    start: Callable[[Gen], S]

    def __call__(self, p: P) -> Rand[M]:
        """Return the action of the bot's first move of a game: it draws a move from a new state."""

        def draw_move(gen: Gen) -> tuple[M, Gen]:
            move, state = action_of(self.act, p).run(self.start(gen))
            return move, _GEN.get(state)

        return State(draw_move)


def action_of(bot: Callable[[P], State[S, M]], p: P) -> State[S, M]:
    """Call a bot on a position and return the bot's State; raise TypeError if the bot returns anything else."""
    action = bot(p)
    if not isinstance(action, State):
        raise TypeError(
            f"a bot must return a State of a move, but {bot!r} returned {action!r}; a bot that needs no generator"
            " returns State.from_value(move)"
        )
    return action


def share_generator(
    bots: Sequence[Callable[[P], State[Any, M]]], gen: Gen
) -> tuple[tuple[Any, ...], list[Callable[[P], State[tuple[Any, ...], M]]]]:
    """Return a state, which has the generator and then a part for each bot, and the bots as bots with this state."""
    starts = (bot.start(gen) if isinstance(bot, BotWithState) else None for bot in bots)
    return (gen, *starts), [partial(_act_on_part, bot, i) for i, bot in enumerate(bots, 1)]


def _act_on_part(bot: Callable[[P], State[S, M]], i: int, p: P) -> State[tuple[Any, ...], M]:
    """Return the action of bot i on a shared state: on the generator, which replaces the one in the bot's own state."""
    if not isinstance(bot, BotWithState):
        return zoom(item(0))(action_of(bot, p))
    own = item(i)
    part = Lens[tuple[Any, ...], S](
        lambda whole: _GEN.set(own.get(whole), whole[0]),
        lambda whole, part: own.set(item(0).set(whole, _GEN.get(part)), part),
    )
    return zoom(part)(action_of(bot.act, p))
