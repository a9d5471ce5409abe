"""Board games of PettingZoo as rules (``pip install 'pettingzoo[classic]'``).

Source: Terry et al. 2021, *PettingZoo: Gym for Multi-Agent Reinforcement Learning* (arXiv:2009.14471).
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import partial
from operator import attrgetter
from typing import TypeAlias

from returns.maybe import Maybe, Nothing

from fpgames.interop.replay import Move, Played, replay_rules
from fpgames.rules.outcomes import Outcome, Player, outcome_of_score
from fpgames.rules.record import Rules

__all__ = ["pettingzoo"]

Env: TypeAlias = Move  # an AECEnv, whose types would need PettingZoo
_SEEDS = 20  # the number of beginnings that are compared, to find games that shuffle or deal


def pettingzoo(game: str | Callable[[], Env]) -> Rules[Played, str]:
    """Return the rules of a board game of PettingZoo: ``pettingzoo :: String -> Rules [String] String``.

    A position is the sequence of actions that led to it, and moves are the numbers of actions. A player has won if the
    sum of the rewards is positive. PettingZoo does not tell what players see: pass no game with hidden information.

    Args:
        game: the name of a classic environment, such as ``"tictactoe_v3"``; or a function that makes an environment,
            such as ``partial(go_v5.env, board_size=5)``.

    Raises:
        ValueError: there is no such environment; or it does not have two agents, a mask of legal actions, or one
            beginning.
        ImportError: PettingZoo is not installed, or the environment needs another package.

    >>> rules = pettingzoo("connect_four_v3")  # doctest: +SKIP
    >>> rules.play(rules.start, "3")  # doctest: +SKIP
    ('3',)

    See also: :func:`fpgames.interop.replay.replay_rules`.
    """
    make = _classic(game) if isinstance(game, str) else game
    env = make()
    env.reset(seed=0)
    name, beginning = env.metadata.get("name", "game"), repr(env.last()[0])
    if len(env.possible_agents) != 2:
        raise ValueError(f"the environment {name} has the agents {env.possible_agents!r:.80}; expected two of them")
    if _mask(env) is None:
        raise ValueError(f"the environment {name} has no action_mask in its observations or infos")
    for seed in range(1, _SEEDS):
        env.reset(seed=seed)
        if repr(env.last()[0]) != beginning:
            raise ValueError(f"the environment {name} begins at random; expected a game without chance")
    return replay_rules(
        f"pettingzoo:{name}",
        partial(_Episode, make),
        moves=attrgetter("legal"),
        play=_Episode.step,
        player=attrgetter("player"),
        outcome=_outcome,
        show=_show,
        copy=_Episode.copy,
    )


def _classic(name: str) -> Callable[[], Env]:
    """Return the function that makes a classic environment; raise ValueError if there is none with this name."""
    try:  # here, so that this module can be imported without PettingZoo
        from pettingzoo import classic  # pyright: ignore[reportAttributeAccessIssue]
    except ModuleNotFoundError:
        raise ImportError(
            "games of PettingZoo need the package pettingzoo: pip install 'pettingzoo[classic]'"
        ) from None
    try:
        make: Callable[[], Env] = getattr(classic, name).env
    except (AttributeError, ImportError) as error:
        raise ValueError(f"PettingZoo has no classic environment {name!r:.80}, such as tictactoe_v3: {error}") from None
    return make


class _Episode:
    """An environment with the actions since its beginning. A copy plays them again, because environments have none."""

    def __init__(self, make: Callable[[], Env]) -> None:
        self.make, self.actions = make, list[int]()
        self.totals = [0.0, 0.0]  # the sum of the rewards of each agent
        self.env: Env = self._begin()
        self._observe()

    def _begin(self) -> Env:
        env = self.make()
        env.reset(seed=0)
        return env

    def _observe(self) -> None:
        env = self.env
        self.is_over = any(env.terminations.values()) or any(env.truncations.values())
        self.legal = [] if self.is_over else [action for action, legal in enumerate(_mask(env)) if legal]
        self.player = Player.FIRST if env.agent_selection == env.possible_agents[0] else Player.SECOND

    def step(self, action: int) -> None:
        if self.env is None:
            self.env = self._begin()
            for earlier in self.actions:
                self.env.step(earlier)
        self.env.step(action)
        self.actions = [*self.actions, action]
        rewards = [float(self.env.rewards[agent]) for agent in self.env.possible_agents]
        self.totals = [total + reward for total, reward in zip(self.totals, rewards, strict=True)]
        self._observe()

    def copy(self) -> _Episode:
        other = copy(self)
        other.env = None  # until a move is played
        return other


def _mask(env: Env) -> Move:
    """Return the mask of the legal actions, from the observation or the info; None if there is none."""
    observation, *_, info = env.last()
    return (
        observation["action_mask"]
        if isinstance(observation, dict) and "action_mask" in observation
        else info.get("action_mask")
    )


def _show(_: _Episode) -> str:
    return ""  # environments draw pictures, or windows, but write no text


def _outcome(episode: _Episode) -> Maybe[Outcome]:
    if not episode.is_over:
        return Nothing
    first, second = episode.totals
    if first + second != 0:
        raise ValueError(f"the rewards of the agents are {first} and {second}; expected a sum of zero")
    return outcome_of_score((first > 0) - (first < 0))
