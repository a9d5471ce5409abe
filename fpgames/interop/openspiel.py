"""Games of OpenSpiel as rules (``pip install open_spiel``).

Source: Lanctot et al. 2019, *OpenSpiel: A Framework for Reinforcement Learning in Games* (arXiv:1908.09453).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache, partial
from math import lcm
from typing import Any, TypeAlias

from returns.maybe import Maybe, Nothing

from fpgames.rules.outcomes import CHANCE, Mover, Outcome, Player, outcome_of_score, require_legal
from fpgames.rules.record import Rules

__all__ = ["Position", "openspiel"]

Position: TypeAlias = tuple[int, ...]
"""A position: the actions that led to it, because states of OpenSpiel cannot be compared with each other."""

_CHANCE_PLAYER, _MAX_FACES, _MAX_DENOMINATOR = -1, 10_000, 10_000
_AFTER = "after:"  # begins the last line of a position's text, which has the actions


def openspiel(name: str) -> Rules[Position, int]:
    """Return the rules of a game of OpenSpiel: ``openspiel :: String -> Rules [Int] Int``.

    A position is the sequence of actions that led to it, so no two lines of play lead to equal positions. Where chance
    moves with unequal probabilities, likely actions are listed several times. Moves are written as OpenSpiel writes
    them, in positions.

    Args:
        name: the name of the game, perhaps with parameters, such as ``"breakthrough(rows=5,columns=4)"``.

    Raises:
        ValueError: there is no such game; or it is not a zero-sum game for two players who move in turns, and see
            everything.

        ImportError: OpenSpiel is not installed.

    >>> rules = openspiel("tic_tac_toe")  # doctest: +SKIP
    >>> rules.show_move_in(rules.start, 4)  # doctest: +SKIP
    'x(1,1)'

    See also: :func:`fpgames.testing.check_game`; :func:`fpgames.testing.check_same_game`, which compares two games.
    """
    _game(name)
    return Rules(
        name=f"openspiel:{name}",
        start=(),
        moves=partial(_moves, name),
        play=partial(_play, name),
        player=partial(_player, name),
        outcome=partial(_outcome, name),
        show=partial(_show, name),
        read=partial(_read, name),
        show_move=str,
        read_move=_read_action,
        show_move_in=partial(_show_move_in, name),
        read_move_in=partial(_read_move_in, name),
    )


@cache
def _game(name: str) -> Any:
    """Load a game. Raise ValueError if there is no such game, or it has no rules that this library can have."""
    try:
        import pyspiel  # pyright: ignore[reportMissingImports]  # here, so that importing this module needs no OpenSpiel
    except ModuleNotFoundError:
        raise ImportError("games of OpenSpiel need the package open_spiel: pip install open_spiel") from None
    if name.partition("(")[0] not in (names := pyspiel.registered_names()):
        raise ValueError(f"OpenSpiel has no game {name!r:.80}; its games are {', '.join(names)}")
    try:
        game = pyspiel.load_game(name)
    except pyspiel.SpielError as error:
        raise ValueError(f"OpenSpiel cannot load the game {name!r:.80}: {str(error).splitlines()[0]}") from None
    kind = game.get_type()
    needs = {
        "two players": game.num_players() == 2,
        "moves in turns": kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL,
        "perfect information": kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION,
        "a sum of zero": kind.utility == pyspiel.GameType.Utility.ZERO_SUM,
        "dice whose probabilities it tells": kind.chance_mode != pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
    }
    if missing := [need for need, has in needs.items() if not has]:
        raise ValueError(f"the game {name!r} of OpenSpiel does not have {' or '.join(missing)}, which Rules need")
    return game


@lru_cache(maxsize=10_000)
def _state(name: str, p: Position) -> Any:
    """Return the state after some actions. Callers do not change it."""
    state = _game(name).new_initial_state()
    for action in p:
        if action not in state.legal_actions():  # an illegal action may end the process
            raise ValueError(f"the action {action} of {p!r:.80} is not legal in {name}")
        state.apply_action(action)
    return state


@lru_cache(maxsize=10_000)
def _moves(name: str, p: Position) -> tuple[int, ...]:
    state = _state(name, p)
    if not state.is_chance_node():
        return tuple(state.legal_actions())
    odds = [
        (action, Fraction(chance).limit_denominator(_MAX_DENOMINATOR)) for action, chance in state.chance_outcomes()
    ]
    faces = lcm(*(chance.denominator for _, chance in odds))
    if faces > _MAX_FACES or sum(chance for _, chance in odds) != 1:
        raise ValueError(f"the probabilities of chance in {name} after {p!r:.80} are not those of equally likely moves")
    return tuple(action for action, chance in odds for _ in range(int(faces * chance)))


def _play(name: str, p: Position, move: int) -> Position:
    return (*p, require_legal(move, _moves(name, p)))


def _player(name: str, p: Position) -> Mover:
    current: int = _state(name, p).current_player()
    return CHANCE if current == _CHANCE_PLAYER else Player.SECOND if current == 1 else Player.FIRST


def _outcome(name: str, p: Position) -> Maybe[Outcome]:
    state = _state(name, p)
    return outcome_of_score(state.returns()[0]) if state.is_terminal() else Nothing


def _show(name: str, p: Position) -> str:
    board = str(_state(name, p)).strip("\n")
    return f"{board}\n{_AFTER} {' '.join(map(str, p))}".rstrip()


def _read(name: str, text: str) -> Position:
    *_, last = text.strip().split("\n")
    before, colon, actions = last.partition(_AFTER)
    if not colon or before.strip():
        raise ValueError(f"the last line is {last!r:.80}; expected the actions, such as '{_AFTER} 4 0'")
    p = tuple(map(_read_action, actions.split()))
    _state(name, p)
    return p


def _read_action(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise ValueError(f"{text!r:.40} is not an action; expected its number")
    return int(text)


def _show_move_in(name: str, p: Position, move: int) -> str:
    state = _state(name, p)
    text: str = state.action_to_string(state.current_player(), move)
    others = {action for action in _moves(name, p) if state.action_to_string(state.current_player(), action) == text}
    return text if others == {move} and len(text.split()) == 1 else str(move)


def _read_move_in(name: str, p: Position, text: str) -> int:
    for move in _moves(name, p):
        if text == _show_move_in(name, p, move):
            return move
    return _read_action(text)
