"""Board games of PettingZoo as rules, and rules as environments (``pip install 'pettingzoo[classic]'``).

Source: Terry et al. 2021, *PettingZoo: Gym for Multi-Agent Reinforcement Learning* (arXiv:2009.14471).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy, deepcopy
from functools import partial
from itertools import chain, islice
from operator import attrgetter
from pathlib import Path
from random import Random
from reprlib import repr as brief
from typing import Generic, TypeAlias

from returns.maybe import Maybe, Nothing

from fpgames.interop.enumeration import enumerate_moves, legal_actions, positions_by_length
from fpgames.interop.library import Library
from fpgames.interop.replay import Move, Played, outcome_of_rewards, replay_rules
from fpgames.rules.outcomes import CHANCE, Outcome, Player
from fpgames.rules.record import M, P, Rules

__all__ = ["pettingzoo", "to_pettingzoo"]

Env: TypeAlias = Move  # an AECEnv, whose types would need PettingZoo
_POSITIONS, _PLAYS = (
    10_000,
    40_000,
)  # the numbers of positions, and of moves of a length, whose diagrams are compared, to find what they do not show, such as a die
_MOVES = 20  # the number of moves in an environment that must not change another one
_SEEDS = 20  # the number of beginnings that are compared, to find games that shuffle or deal


def pettingzoo(game: str | Callable[[], Env]) -> Rules[Played, str]:
    """Return the rules of a board game of PettingZoo: ``pettingzoo :: String -> Rules [String] String``.

    A position is the sequence of actions that led to it, and moves are the numbers of actions. A player has won if the
    sum of the rewards is positive. PettingZoo does not tell what players see: pass no game with hidden information.

    Args:
        game: the name of a classic environment, such as ``"tictactoe_v3"``; or a function that makes an environment,
            such as ``partial(go_v5.env, board_size=5)``.

    Raises:
        ValueError: there is no such environment; or it does not have two agents, a mask of legal actions, one
            beginning, or a board of its own.
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
    _require_own_board(env, _Episode(make), name)
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


def games() -> list[str]:
    """Return the names of the classic environments, of which some do not fit."""
    return sorted(path.stem for path in Path(*library.load_module("pettingzoo.classic").__path__).glob("*_v[0-9]*.py"))


def reproduce(name: str, moves: Played) -> list[str]:
    """Return statements that play the moves by PettingZoo alone, and print what the next agent sees."""
    return [
        f"from pettingzoo.classic import {name}",
        f"env = {name}.env(); env.reset(seed=0)",
        f"for action in {[*map(int, moves)]}: env.step(action)",
        "print(env.agent_selection, *env.last(), sep='\\n')",
    ]


library = Library(pettingzoo, games, reproduce, requires="fpgames[pettingzoo]")
"""PettingZoo, whose classic environments the commands play."""


def _classic(name: str) -> Callable[[], Env]:
    """Return the function that makes a classic environment; raise ValueError if there is none with this name."""
    environments = library.load_module("pettingzoo.classic")
    try:
        make: Callable[[], Env] = getattr(environments, name).env
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


def _require_own_board(env: Env, other: _Episode, name: str) -> None:
    """Raise ValueError if moves of another environment change this one, which has begun."""
    seen = _seen(env)
    for _ in range(_MOVES):
        if _seen(env) != seen:
            message = f"a move in an environment {name} changes another one; expected environments that share nothing"
            raise ValueError(f"{message}; make the board in reset(), as an attribute of the environment")
        if other.legal:
            other.step(other.legal[0])


def _seen(env: Env) -> str:
    return repr((env.agent_selection, env.last(), [*_mask(env)]))


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
    return outcome_of_rewards(*episode.totals)


def to_pettingzoo(
    rules: Rules[P, M], *, moves: Iterable[M] | None = None, observe: Callable[[P], Move] | None = None
) -> Env:
    """Return an environment of PettingZoo with the rules of a game: ``toPettingZoo :: Rules p m -> AECEnv``.

    Actions are the numbers of moves. Observations are dictionaries of an ``observation`` and an ``action_mask``. The
    rewards at the end are 1 and -1, or 0 in a draw. Chance is drawn with the seed of ``reset``. An illegal action raises
    ``IllegalMove``.

    Args:
        rules: the rules of the game.
        moves: all moves of the players, in the order of their numbers; by default, those of ``enumerate_moves``.
        observe: ``P -> array``, an array whose type and shape do not change; by default, the characters of the diagram.

    Raises:
        ValueError: the game has too many positions to find its moves; or it has no diagram, or one that does not show
            everything, and ``observe`` is missing.
        ImportError: PettingZoo is not installed.

    >>> from fpgames.games import connect4
    >>> env = to_pettingzoo(connect4.rules, moves=range(7))  # doctest: +SKIP

    See also: :func:`fpgames.interop.enumeration.enumerate_moves`.
    """
    base, wrappers = library.load_module("pettingzoo").AECEnv, library.load_module("pettingzoo.utils").wrappers
    numbered = enumerate_moves(rules)[0] if moves is None else tuple(dict.fromkeys(moves))
    env = type("RulesEnv", (_RulesEnv, base), {})(rules, numbered, observe or _diagram_array(rules))
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


def _diagram_array(rules: Rules[P, M]) -> Callable[[P], Move]:
    """Return a function from positions to the ASCII codes of their diagrams.

    Raise ValueError if the game has no diagram, or early positions have the same one.
    """
    from numpy import array

    diagram, positions = rules.diagram, dict[object, P]()
    if diagram is None:
        raise ValueError(f"{rules.name} has no diagram; pass observe=, a function from a position to an array")
    for p in islice(chain.from_iterable(positions_by_length(rules, _PLAYS)), _POSITIONS):
        if (other := positions.setdefault((diagram(p).rows, rules.player(p)), p)) != p:
            raise ValueError(f"the diagrams of {brief(other)} and {brief(p)} in {rules.name} are equal; pass observe=")
    width = max(map(len, diagram(rules.start).rows))
    return lambda p: array([[*row.ljust(width).encode("ascii")] for row in diagram(p).rows], "uint8")


class _RulesEnv(Generic[P, M]):
    """What an environment has besides ``AECEnv``, the base that is added when PettingZoo is imported."""

    _was_dead_step: Callable[[int], None]

    def __init__(self, rules: Rules[P, M], moves: Sequence[M], observe: Callable[[P], Move]) -> None:
        from gymnasium import spaces  # pyright: ignore[reportMissingImports]
        from numpy import finfo, iinfo

        self.rules, self.moves, self.array_of, self.random = rules, moves, observe, Random()
        self.numbers = {move: number for number, move in enumerate(moves)}
        self.metadata = {"name": rules.name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents, self.render_mode = ["player_0", "player_1"], "ansi"
        array = observe(rules.start)
        limits: Move = iinfo(array.dtype) if array.dtype.kind in "iu" else finfo(array.dtype)
        board = spaces.Box(limits.min, limits.max, array.shape, array.dtype)
        seen = spaces.Dict(observation=board, action_mask=spaces.MultiBinary(len(moves)))
        self.observation_space = {agent: deepcopy(seen) for agent in self.possible_agents}.__getitem__
        self.action_space = {agent: spaces.Discrete(len(moves)) for agent in self.possible_agents}.__getitem__

    def reset(self, seed: int | None = None, options: object = None) -> None:
        if seed is not None:
            self.random = Random(seed)
        self.agents = [*self.possible_agents]
        self.infos = {agent: dict[str, object]() for agent in self.agents}
        self._move_to(self.rules.start)

    def step(self, action: int) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
        else:
            self._move_to(self.rules.play(self.p, self.moves[action]))

    def _move_to(self, p: P) -> None:
        while self.rules.player(p) is CHANCE and (moves := self.rules.moves(p)):
            p = self.rules.play(p, self.random.choice(moves))
        self.p, self.agent_selection = p, self.agents[self.rules.player(p) is Player.SECOND]
        outcome = self.rules.outcome(p)
        score = int(outcome.value_or(0))
        self.rewards = dict(zip(self.agents, (score, -score), strict=True))
        self._cumulative_rewards = {**self.rewards}
        self.terminations = dict.fromkeys(self.agents, outcome is not Nothing)
        self.truncations = dict.fromkeys(self.agents, False)

    def observe(self, agent: str) -> dict[str, Move]:
        from numpy import zeros

        mask = zeros(len(self.moves), "int8")
        if agent == self.agent_selection:
            mask[legal_actions(self.rules, self.numbers, self.p)] = 1
        return {"observation": self.array_of(self.p), "action_mask": mask}

    def render(self) -> str:
        return self.rules.show(self.p)

    def close(self) -> None:
        """Do nothing: no window is open."""
