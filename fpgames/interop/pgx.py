"""Board games of Pgx as rules (``pip install pgx``).

Source: Koyamada et al. 2023, *Pgx: Hardware-Accelerated Parallel Game Simulators for Reinforcement Learning*
(arXiv:2303.17503).
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import cache, partial
from typing import TypeAlias

from returns.maybe import Maybe, Nothing

from fpgames.interop.library import Library
from fpgames.interop.replay import Move, Played, outcome_of_rewards, replay_rules
from fpgames.rules.outcomes import Outcome, Player
from fpgames.rules.record import Rules

__all__ = ["pgx"]

Env: TypeAlias = Move  # an environment and its states, whose types would need Pgx
State: TypeAlias = Move
_SEEDS = 20  # the number of beginnings that are compared, to find games that shuffle, deal or roll dice


def pgx(game: str | Callable[[], Env]) -> Rules[Played, str]:
    """Return the rules of a board game of Pgx: ``pgx :: String -> Rules [String] String``.

    A position is the sequence of actions that led to it, and moves are the numbers of actions. Whoever begins is the
    first player, whose number Pgx draws. A player has won if the sum of the rewards is positive. Pgx does not tell what
    players see: pass no game with hidden information.

    Args:
        game: the name of an environment, such as ``"connect_four"``; or a function that makes an environment, such as
            ``partial(Go, size=5)``.

    Raises:
        ValueError: there is no such environment; or it does not have two players, or one beginning.
        ImportError: Pgx is not installed.

    >>> rules = pgx("tic_tac_toe")  # doctest: +SKIP
    >>> rules.play(rules.start, "4")  # doctest: +SKIP
    ('4',)

    See also: :func:`fpgames.interop.pettingzoo.pettingzoo`.
    """
    if isinstance(game, str) and game not in games():
        raise ValueError(f"Pgx has no environment {game!r:.80}; its environments are {', '.join(games())}")
    make = partial(library.load_module("pgx").make, game) if isinstance(game, str) else game
    env = make()
    if env.num_players != 2:
        raise ValueError(f"the environment {env.id} has {env.num_players} players; expected two")
    _compiled(make)  # raises ValueError for games that begin at random
    return replay_rules(
        f"pgx:{env.id}",
        partial(_Episode, make),
        moves=_moves,
        play=_Episode.step,
        player=_player,
        outcome=_outcome,
        show=_show,
        copy=copy,
    )


def games() -> tuple[str, ...]:
    """Return the names of the environments, of which some do not fit."""
    return tuple(library.load_module("pgx").available_envs())


def reproduce(name: str, moves: Played) -> list[str]:
    """Return statements that play the moves by Pgx alone, and print the state."""
    return [
        "import jax, pgx",
        f"env = pgx.make({name!r}); state = env.init(jax.random.PRNGKey(0))",
        f"for action in {[*map(int, moves)]}: state = env.step(state, action)",
        "print(state.current_player, state.legal_action_mask.nonzero(), state.rewards, state.terminated, sep='\\n')",
    ]


library = Library(pgx, games, reproduce, requires="fpgames[pgx]")
"""Pgx, whose games the commands play."""


@cache
def _compiled(make: Callable[[], Env]) -> tuple[State, Callable[[State, int], State]]:
    """Return the beginning of a game, and the function that plays an action."""
    from jax import jit  # pyright: ignore[reportMissingImports]
    from jax.random import PRNGKey  # pyright: ignore[reportMissingImports]

    env = make()
    init = jit(env.init)
    beginnings = [init(PRNGKey(seed)) for seed in range(_SEEDS)]
    if len({(state.observation.tobytes(), state.legal_action_mask.tobytes()) for state in beginnings}) > 1:
        raise ValueError(f"the environment {env.id} begins at random; expected a game without chance")
    return beginnings[0], jit(env.step)


class _Episode:
    """A state, and the sum of the rewards of the player who began and of the other player."""

    def __init__(self, make: Callable[[], Env]) -> None:
        self.state, self.play = _compiled(make)
        self.first, self.totals = int(self.state.current_player), (0.0, 0.0)

    def step(self, action: int) -> None:
        self.state = self.play(self.state, action)
        first, second = self.totals
        self.totals = first + float(self.state.rewards[self.first]), second + float(self.state.rewards[1 - self.first])


def _is_over(episode: _Episode) -> bool:
    return bool(episode.state.terminated | episode.state.truncated)


def _moves(episode: _Episode) -> list[int]:
    """Return the legal actions; the mask of a state that is over has all of them."""
    legal: list[bool] = episode.state.legal_action_mask.tolist()
    return [] if _is_over(episode) else [action for action, is_legal in enumerate(legal) if is_legal]


def _player(episode: _Episode) -> Player:
    return Player.FIRST if int(episode.state.current_player) == episode.first else Player.SECOND


def _outcome(episode: _Episode) -> Maybe[Outcome]:
    return outcome_of_rewards(*episode.totals) if _is_over(episode) else Nothing


def _show(_: _Episode) -> str:
    return ""  # states draw pictures, but write no text
