"""Rules of games that are objects which change. A position is the sequence of moves that led to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import lru_cache, partial
from math import isclose
from random import Random
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from returns.maybe import Maybe
from returns.result import safe

from fpgames.rules.outcomes import Mover, Outcome, outcome_of_score, require_legal
from fpgames.rules.record import Rules

__all__ = ["Played", "replay_rules"]

G = TypeVar("G")
K = TypeVar("K")
Move: TypeAlias = Any  # a move as the game has it; it may be a list, which cannot be hashed

Played: TypeAlias = tuple[str, ...]
"""A position: the moves that led to it, as texts."""

_AFTER = "after:"  # begins the last line of a position's text, which has the moves
_MAX_RECURSION = 50  # moves
_PROBED_MOVES = 3  # number of moves in copies after which a game is asked whether it has changed


class MutableGame(NamedTuple, Generic[G, K]):
    """The functions of a game that is an object. ``key`` makes of a move the value that rules have for it."""

    begin: Callable[[], G]
    moves: Callable[[G], Iterable[Move]]
    play: Callable[[G, Move], object]
    player: Callable[[G], Mover]
    outcome: Callable[[G], Maybe[Outcome]]
    show: Callable[[G], str]
    copy: Callable[[G], G]
    key: Callable[[Move], K]
    read_key: Callable[[str], K]


def one_word(move: object) -> str:
    """Return the text of a move as one word: ``A1-B1`` for ``"A1 B1"``, and ``[0,1]`` for ``[0, 1]``."""
    return "-".join(str(move).replace(", ", ",").split())


def outcome_of_rewards(first: float, second: float) -> Maybe[Outcome]:
    """Return the outcome of a game by the sums of both players' rewards; raise ValueError unless they add up to zero."""
    if not isclose(first, -second, rel_tol=1e-9):
        raise ValueError(f"the rewards of the players are {first} and {second}; expected a sum of zero")
    return outcome_of_score((first > 0) - (first < 0))


def replay_rules(
    name: str,
    begin: Callable[[], G],
    *,
    moves: Callable[[G], Iterable[Move]],
    play: Callable[[G, Move], object],
    player: Callable[[G], Mover],
    outcome: Callable[[G], Maybe[Outcome]],
    show: Callable[[G], str] = str,
    show_move: Callable[[Move], str] = one_word,
    copy: Callable[[G], G] = deepcopy,
) -> Rules[Played, str]:
    """Return the rules of a game that is an object which changes: ``replayRules :: ... -> Rules [String] String``.

    A position is the sequence of moves that led to it, so no two lines of play lead to equal positions. The functions
    are given copies, so they may change the game. Pass functions of modules if the rules are to be pickled.

    Args:
        name: the name of the game, one word.
        begin: returns a new game.
        moves: returns the legal moves of a game; none if it is over.
        play: plays a legal move in the game.
        player: returns the player to move.
        outcome: returns the outcome of a game; ``Nothing`` until it is over.
        show: returns the text of the board.
        show_move: returns the text of a move: one word, different for each of the legal moves.
        copy: returns a copy of the game.

    Raises:
        ValueError: a move in a copy changes the game that was copied, or another one; or in a position, a move's text
            is not one word, or two different legal moves have one text.

    >>> from returns.maybe import Nothing, Some
    >>> from fpgames import Outcome, Player
    >>> rules = replay_rules(
    ...     "three",
    ...     list,
    ...     moves=lambda game: [1, 2][: 3 - sum(game)],
    ...     play=list.append,
    ...     player=lambda game: Player.SECOND if len(game) % 2 else Player.FIRST,
    ...     outcome=lambda game: Nothing if sum(game) < 3 else Some(Outcome(len(game) % 2 * 2 - 1)),
    ... )
    >>> rules.moves(rules.play(rules.start, "2"))
    ('1',)

    See also: :func:`fpgames.testing.mutable_laws`, which compares such a game with pure rules.
    """
    return rules_by_replay(
        name,
        MutableGame(begin, moves, play, player, outcome, show, copy, partial(_move_text, show_move), _read_word),
    )


def rules_by_replay(name: str, game: MutableGame[G, K]) -> Rules[tuple[K, ...], K]:
    """Return the rules of a game that is an object; a position is the sequence of moves that led to it.

    Raise ValueError if a move in a copy changes the game that was copied, or another one, which replay would hide.
    """
    if changed := safe(_shared_by_games)(game).value_or(""):  # callers of the rules meet errors of the game
        message = f"{name}: a move in one game changes {changed}; expected games that share nothing"
        raise ValueError(f"{message}; give each game a board of its own, and copy the board, too")
    return Rules(
        name=name,
        start=(),
        moves=partial(_moves, game),
        play=partial(_play, game),
        player=partial(_player, game),
        outcome=partial(_outcome, game),
        show=partial(_show, game),
        read=partial(_read, game),
        show_move=str,
        read_move=game.read_key,
    )


def _shared_by_games(game: MutableGame[G, K]) -> str:
    """Return which game changes while moves are played in a copy of it, or in another one; an empty text if none does."""

    def answers(state: G) -> tuple[list[Move], Mover, Maybe[Outcome], str]:
        copied = game.copy(state)
        legal, player, outcome = [*game.moves(copied)], game.player(copied), game.outcome(copied)
        return legal, player, outcome, re.sub(" at 0x[0-9a-f]+", "", game.show(copied))

    state, other, random = game.begin(), game.begin(), Random(0)
    at_start = answers(other)
    for _ in range(_PROBED_MOVES if at_start == answers(other) else 0):
        before = legal, *_ = answers(state)
        if not legal:
            break
        move = random.choice(legal)
        game.play(game.copy(state), move)
        if answers(state) != before:
            return "the game that was copied"
        game.play(state, move)
        if answers(other) != at_start:
            return "another game"
    return ""


def state_after(game: MutableGame[G, K], p: tuple[K, ...]) -> G:
    """Return the game after some moves. Callers copy it, because even a question may change it."""
    for length in range(_MAX_RECURSION, len(p), _MAX_RECURSION):  # so that no call recurses further
        _cached_state(game, p[:length])
    state: G = _cached_state(game, p)
    return state


@lru_cache(maxsize=2_000)  # games may be large
def _cached_state(game: MutableGame[G, K], p: tuple[K, ...]) -> G:
    if not p:
        return game.begin()
    *_, move = p
    legal = dict(_legal(game, p[:-1]))
    if move not in legal:
        raise ValueError(f"the move {move!r:.40} is not legal after the moves {p[:-1]!r:.80}")
    state = game.copy(_cached_state(game, p[:-1]))
    game.play(state, legal[move])
    return state


@lru_cache(maxsize=10_000)
def _legal(game: MutableGame[G, K], p: tuple[K, ...]) -> tuple[tuple[K, Move], ...]:
    legal = tuple((game.key(move), move) for move in game.moves(game.copy(_cached_state(game, p))))
    move_by_key: dict[K, Move] = {}
    for key, move in legal:
        if (other := move_by_key.setdefault(key, move)) is not move and other != move:
            moves = f"the moves {other!r:.40} and {move!r:.40} are both written {key!r:.40}"
            raise ValueError(f"after the moves {p!r:.80}, {moves}; expected different texts; pass show_move=")
    return legal


@lru_cache(maxsize=10_000)
def _moves(game: MutableGame[G, K], p: tuple[K, ...]) -> tuple[K, ...]:
    state_after(game, p)
    return tuple(key for key, _ in _legal(game, p))


def _play(game: MutableGame[G, K], p: tuple[K, ...], move: K) -> tuple[K, ...]:
    return (*p, require_legal(move, _moves(game, p)))


@lru_cache(maxsize=10_000)
def _player(game: MutableGame[G, K], p: tuple[K, ...]) -> Mover:
    return game.player(game.copy(state_after(game, p)))


@lru_cache(maxsize=10_000)
def _outcome(game: MutableGame[G, K], p: tuple[K, ...]) -> Maybe[Outcome]:
    return game.outcome(game.copy(state_after(game, p)))


def _show(game: MutableGame[G, K], p: tuple[K, ...]) -> str:
    board = game.show(game.copy(state_after(game, p))).strip("\n")
    return f"{board}\n{_AFTER} {' '.join(map(str, p))}".strip()


def _read(game: MutableGame[G, K], text: str) -> tuple[K, ...]:
    *_, last = text.strip().split("\n")
    before, colon, moves = last.partition(_AFTER)
    if not colon or before.strip():
        raise ValueError(f"the last line is {last!r:.80}; expected the moves, such as '{_AFTER} A1-B1 D1-C1'")
    p = tuple(map(game.read_key, moves.split()))
    state_after(game, p)
    return p


def _move_text(show_move: Callable[[Move], str], move: Move) -> str:
    text: object = show_move(move)
    if not isinstance(text, str) or text.split() != [text]:
        raise ValueError(f"the move {move!r:.40} is written {text!r:.40}; expected one word; pass show_move=")
    return text


def _read_word(text: str) -> str:
    if len(text.split()) != 1:
        raise ValueError(f"{text!r:.40} is not a move; expected one word")
    return text
