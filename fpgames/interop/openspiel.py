"""Games of OpenSpiel as rules, and rules as games of OpenSpiel (``pip install open_spiel``).

Source: Lanctot et al. 2019, *OpenSpiel: A Framework for Reinforcement Learning in Games* (arXiv:1908.09453).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache, partial
from math import isclose, lcm
from operator import methodcaller
from typing import Generic, TypeAlias

from returns.maybe import Maybe, Nothing
from toolz import identity

from fpgames.interop.enumeration import enumerate_moves, legal_actions
from fpgames.interop.library import Library
from fpgames.interop.replay import Move, MutableGame, outcome_of_rewards, rules_by_replay, state_after
from fpgames.rules.outcomes import CHANCE, Mover, Outcome, Player, require_legal
from fpgames.rules.record import M, P, Rules

__all__ = ["Position", "openspiel", "to_openspiel"]

Position: TypeAlias = tuple[int, ...]
"""A position: the actions that led to it, because states of OpenSpiel cannot be compared with each other."""

State: TypeAlias = Move  # OpenSpiel has no types
Game: TypeAlias = State

_CHANCE_PLAYER, _TERMINAL, _MAX_FACES = -1, -4, 10_000


def openspiel(name: str) -> Rules[Position, int]:
    """Return the rules of a game of OpenSpiel: ``openspiel :: String -> Rules [Int] Int``.

    A position is the sequence of actions that led to it, so no two lines of play lead to equal positions. Where chance
    moves with unequal probabilities, likely actions are listed several times; probabilities that are no multiples of
    1/n, for one n of at most 10,000, raise a ``ValueError`` where chance moves. So do returns at the end whose sum is not
    zero, and a game that is longer than its ``max_game_length``. Moves are written as OpenSpiel writes them, in positions.

    Args:
        name: the name of the game, perhaps with parameters, such as ``"breakthrough(rows=5,columns=4)"``. A game that is
            written in Python has to be imported before.

    Raises:
        ValueError: there is no such game; it is over at its start; or it is not a zero-sum game for two players who move
            in turns, and see everything.
        ImportError: OpenSpiel is not installed.

    >>> rules = openspiel("tic_tac_toe")  # doctest: +SKIP
    >>> rules.show_move_in(rules.start, 4)  # doctest: +SKIP
    'x(1,1)'

    See also: :func:`fpgames.testing.check_game`; :func:`fpgames.testing.check_same_game`, which compares two games.
    """
    loaded = _load(name)
    game = MutableGame(
        begin=partial(_begin, name, type(loaded)),
        moves=partial(_moves, loaded.max_game_length()),
        play=_apply,
        player=_player,
        outcome=_outcome,
        show=str,
        copy=methodcaller("clone"),
        key=identity,
        read_key=_read_action,
    )
    rules = rules_by_replay(f"openspiel:{name}", game)
    return replace(rules, show_move_in=partial(_show_move_in, game), read_move_in=partial(_read_move_in, game))


def games() -> list[str]:
    """Return the names of the games of OpenSpiel, of which many do not fit."""
    return list(library.load_module("pyspiel").registered_names())


def reproduce(name: str, moves: Position) -> list[str]:
    """Return statements that play the moves by OpenSpiel alone, and print the position."""
    return [
        "import pyspiel",
        f"state = pyspiel.load_game({name!r}).new_initial_state()",
        f"for action in {[*moves]}: state.apply_action(action)",
        "print(state, state.legal_actions(), state.current_player(), state.returns(), sep='\\n')",
    ]


library = Library(openspiel, games, reproduce, requires="fpgames[openspiel]")
"""OpenSpiel, whose games the commands play."""


@cache
def _load(name: str) -> Game:
    """Load a game. Raise ValueError if there is no such game, or it has no rules that this library can have."""
    pyspiel = library.load_module("pyspiel")
    if name.partition("(")[0] not in (names := pyspiel.registered_names()):
        known = f"its games are {', '.join(names)}"
        raise ValueError(f"OpenSpiel has no game {name!r:.80}; {known}; import the module of a game in Python before")
    try:
        game = pyspiel.load_game(name)
    except Exception as error:  # some games raise other errors than SpielError
        reason = str(error).split("\n")[0]
        raise ValueError(f"OpenSpiel cannot load the game {name!r:.80}: {reason}") from None
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
    if game.new_initial_state().is_terminal():
        raise ValueError(f"the game {name!r} of OpenSpiel is over at its start; expected a game with moves")
    return game


def _begin(name: str, kind: type) -> State:
    """Begin a game; rules are pickled with its class, because to import the class registers a game in Python."""
    try:
        return _load(name).new_initial_state()
    except ValueError:
        message = f"the module {kind.__module__} does not register the game {name!r:.80} of OpenSpiel"
        raise ImportError(message) from None


def _moves(max_game_length: int, state: State) -> Iterable[int]:
    """Return the legal actions; where chance moves, likely ones several times."""
    if not state.is_chance_node():
        actions: list[int] = state.legal_actions()
        if actions and _players_moves(state) >= max_game_length:
            message = f"the game is not over after {max_game_length} moves of its players"
            raise ValueError(f"{message}, its max_game_length in OpenSpiel; expected a game that ends before")
        return actions
    outcomes: list[tuple[int, float]] = state.chance_outcomes()
    odds = [Fraction(probability).limit_denominator(_MAX_FACES) for _, probability in outcomes]
    faces = lcm(*(fraction.denominator for fraction in odds))
    is_rounded = any(
        not isclose(fraction, probability, rel_tol=1e-12)
        for fraction, (_, probability) in zip(odds, outcomes, strict=True)
    )
    if is_rounded or faces > _MAX_FACES or sum(odds) != 1:
        probabilities = ", ".join(str(probability) for _, probability in outcomes)
        message = f"the probabilities of chance after {state.history()} are {probabilities:.200}"
        raise ValueError(f"{message}; expected multiples of 1/n, for one n of at most {_MAX_FACES}")
    return [action for (action, _), fraction in zip(outcomes, odds, strict=True) for _ in range(int(faces * fraction))]


def _players_moves(state: State) -> int:
    """Return the number of moves that players have made, without those of chance."""
    return sum(action.player >= 0 for action in state.full_history())


def _apply(state: State, action: int) -> None:
    state.apply_action(action)


def _player(state: State) -> Mover:
    current: int = state.current_player()
    return CHANCE if current == _CHANCE_PLAYER else Player.SECOND if current == 1 else Player.FIRST


def _outcome(state: State) -> Maybe[Outcome]:
    return outcome_of_rewards(*state.returns()) if state.is_terminal() else Nothing


def _read_action(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise ValueError(f"{text!r:.40} is not an action; expected its number")
    return int(text)


@lru_cache(maxsize=10_000)
def _words(game: MutableGame[State, int], p: Position) -> Mapping[int, str]:
    """Return OpenSpiel's name of each legal action, or the action's number unless the name is one word, and unique."""
    state = state_after(game, p)
    words = {action: state.action_to_string(state.current_player(), action) for action in game.moves(state)}
    counts = Counter([*words.values(), *map(str, words)])  # an action may have the number of another for a name
    return {
        action: word if counts[word] == 1 and len(word.split()) == 1 else str(action) for action, word in words.items()
    }


def _show_move_in(game: MutableGame[State, int], p: Position, move: int) -> str:
    return _words(game, p).get(move, str(move))


def _read_move_in(game: MutableGame[State, int], p: Position, text: str) -> int:
    actions = {word: action for action, word in _words(game, p).items()}
    return actions[text] if text in actions else _read_action(text)


def to_openspiel(
    rules: Rules[P, M], *, moves: Iterable[M] | None = None, longest: int | None = None, faces: int = 0
) -> Game:
    """Return a game of OpenSpiel, a ``pyspiel.Game`` in Python, with the rules of a game: ``toOpenSpiel :: Rules p m -> Game``.

    Actions are the numbers of moves. The returns at the end are 1 and -1, or 0 in a draw. States have no observations,
    and cannot be serialized, because the game is not registered. Use OpenSpiel's bots in Python: its bots in C++ may
    crash with any game that is written in Python.

    Args:
        rules: the rules of the game.
        moves: all moves of the players, in the order of their numbers; by default, those of ``enumerate_moves``.
        longest: the greatest number of moves in a game, those of chance included; by default, as ``enumerate_moves``.
        faces: the greatest number of moves that chance has in a position; 0 if chance never moves.

    Raises:
        ValueError: the game has too many positions to find its moves or its greatest length.
        ImportError: OpenSpiel is not installed.

    >>> from fpgames.games import connect4, pig
    >>> game = to_openspiel(connect4.rules, moves=range(7), longest=42)  # doctest: +SKIP
    >>> dice_game = to_openspiel(pig.rules, moves=["roll", "stop"], longest=5000, faces=6)  # doctest: +SKIP

    See also: :func:`fpgames.interop.enumeration.enumerate_moves`.
    """
    pyspiel = library.load_module("pyspiel")
    if moves is None or longest is None:
        found, length = enumerate_moves(rules)
        moves, longest = found if moves is None else moves, length if longest is None else longest
    numbers = {move: number for number, move in enumerate(dict.fromkeys(moves))}
    like = pyspiel.load_game("pig" if faces else "tic_tac_toe").get_type()
    kinds = like.dynamics, like.chance_mode, like.information, like.utility, like.reward_model
    game_type = pyspiel.GameType(f"fpgames_{rules.name}", rules.name, *kinds, 2, 2, False, False, False, False)
    info = pyspiel.GameInfo(len(numbers), faces, 2, -1.0, 1.0, 0.0, longest)
    fields = {"rules": rules, "numbers": numbers, "faces": faces, "longest": longest, "p": rules.start}
    state: State = type("RulesState", (_RulesState, pyspiel.State), fields)
    game: Game = type("RulesGame", (pyspiel.Game,), {"new_initial_state": lambda self, _=None: state(self)})
    return game(game_type, info, {})


class _RulesState(Generic[P, M]):
    """What a state has besides ``pyspiel.State``, the base that is added when OpenSpiel is imported."""

    rules: Rules[P, M]
    numbers: Mapping[M, int]
    faces: int
    longest: int
    p: P
    move_number: Callable[[], int]

    def current_player(self) -> int:
        mover = self.rules.player(self.p)
        return _TERMINAL if self.is_terminal() else _CHANCE_PLAYER if mover is CHANCE else int(mover is Player.SECOND)

    def _moves(self) -> tuple[M, ...]:
        """Return the moves by their actions."""
        return self.rules.moves(self.p) if self.current_player() == _CHANCE_PLAYER else tuple(self.numbers)

    def _legal_actions(self, _: int) -> list[int]:
        return legal_actions(self.rules, self.numbers, self.p)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if (faces := len(self._moves())) > self.faces:
            raise ValueError(f"{self.rules.name}: chance has {faces} moves; pass faces={faces}, or a greater number")
        return [(action, 1 / faces) for action in range(faces)]

    def _apply_action(self, action: int) -> None:
        if self.move_number() >= self.longest:
            raise ValueError(
                f"{self.rules.name}: a game is not over after {self.longest} moves; pass a greater longest="
            )
        moves = self._moves()
        self.p = self.rules.play(self.p, moves[require_legal(action, tuple(range(len(moves))))])

    def _action_to_string(self, _: int, action: int) -> str:
        return self.rules.show_move(self._moves()[action])

    def is_terminal(self) -> bool:
        return self.rules.outcome(self.p) is not Nothing

    def returns(self) -> list[float]:
        score = float(self.rules.outcome(self.p).value_or(0))
        return [score, -score]

    def __str__(self) -> str:
        return self.rules.show(self.p)
