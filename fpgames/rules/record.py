"""A game as a record of pure functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import attrgetter
from reprlib import repr as brief
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from returns.maybe import Maybe, Nothing, Some
from returns.primitives.exceptions import UnwrapFailedError
from returns.result import Result, safe

from fpgames.lowering import lowers_as
from fpgames.rand.generators import SplitMix
from fpgames.rand.walks import random_walk
from fpgames.rules.notation import DERIVED, Notation
from fpgames.rules.outcomes import CHANCE, GameOver, IllegalMove, Mover, Outcome, Player, to_player
from fpgames.stage import key_by_parts, stage
from fpgames.validation import unreadable

__all__ = [
    "AnyRules", "Draws", "Game", "Rules", "Symmetry", "Value", "require_moves", "unreadable", "value_of_outcome", "whose_turn",
]  # fmt: skip

# Type variables for the moves and positions of a game; other modules import them.
M = TypeVar("M")
P = TypeVar("P")


class Symmetry(NamedTuple, Generic[P, M]):
    """A rotation or reflection of positions and moves that preserves the rules: ``play (s p) (s m) = s (play p m)``.

    Args:
        position: returns the image of a position, for example its reflection.
        move: returns the image of a move.

    See also: :func:`fpgames.rules.symmetry.canonical`.
    """

    position: Callable[[P], P]
    move: Callable[[M], M]


class Draws(NamedTuple, Generic[P]):
    """The rules for draws that depend on earlier moves: repetition, and too many moves without progress.

    Args:
        occurrences: the number of times that a position must occur for a draw, such as 3.
        irreversible: takes the positions before and after a move; returns True if no earlier position can occur again.
        limits: a pair ``(n, is_counted)`` for each rule that counts moves, such as a 40-move rule. The game is drawn
            after n consecutive moves that count: ``is_counted`` takes the positions before and after a move.
        show: returns a position as one line of text that ``Rules.read`` accepts.

    See also: :func:`fpgames.rules.repetition.with_draws`, which adds these draws to a game.
    """

    occurrences: int
    irreversible: Callable[[P, P], bool]
    limits: tuple[tuple[int, Callable[[P, P], bool]], ...]
    show: Callable[[P], str]


@dataclass(frozen=True, repr=False, eq=False, kw_only=True)
class Game(Generic[P, M]):
    """A two-player game of perfect information over positions ``P`` and moves ``M``, both hashable values.

    Args:
        name: the name of the game, one word.
        start: the initial position.
        moves: ``P -> (M, ...)``, the legal moves; empty if and only if the game is over.
        play: ``P -> M -> P``, the position after a move; raises ``IllegalMove``.
        player: ``P -> Mover``, the player to move, or ``CHANCE``, whose legal moves are equally likely; when the game is
            over, who would move.
        outcome: ``P -> Maybe Outcome``, ``Nothing`` until the game is over.
        alternates: whether the players always take turns. If True, a search calls ``player`` only at the root;
            otherwise, at every node. If True, ``fpgames.testing`` checks that the players take turns. A game with chance
            needs False.
        successors: ``P -> [P]``, an iterable of the positions after one move, in the order of ``moves``. By default
            ``map (play p) (moves p)``.
        static: ``P -> number``, the value of a position for the first player without looking ahead: 1 after a win, -1
            after a loss, 0 after a draw, a number between -1 and 1 before the end. By default ``value_of_outcome``.
        score: ``P -> int``, the margin of victory: positive if the first player has won, negative if the second player
            has won. It is 0 for a draw, and before the game is over. By default ``value_of_outcome``.
        margins: whether the score says by how much a game is won. If False, the score is 1, 0 or -1, and solvers look
            for the quickest win. ``fpgames.testing`` checks this claim.
        symmetries: the group of symmetries of the game, without the identity. ``static`` must return the same value for
            symmetric positions.
        draws: the rules for draws by repetition and by counting moves, which ``with_draws`` adds to the game.
        pass_turn: ``P -> P``, the same board with the opponent to move; called only while the game is not over.
            Searches use it for null moves (:func:`fpgames.search.nodes.pass_turn`), even if the rules allow no pass.

    Compiled code (:func:`fpgames.compiled.pipelines.jit`) calls ``successors``, ``score`` and ``static``. It also calls
    ``player`` if ``alternates`` is False. These functions can be compiled if they and the positions use only numbers,
    tuples and named tuples.

    See also: :class:`Rules`, a game with its notation.
    """

    holds_only_pure_functions = True  # so ``distribution`` reads equal calls with these rules once

    name: str
    start: P
    moves: Callable[[P], tuple[M, ...]]
    play: Callable[[P, M], P]
    player: Callable[[P], Mover]
    outcome: Callable[[P], Maybe[Outcome]]
    alternates: bool = False
    successors: Callable[[P], Iterable[P]] = DERIVED
    static: Callable[[P], float] = DERIVED
    score: Callable[[P], int] = DERIVED
    margins: bool = True
    symmetries: tuple[Symmetry[P, M], ...] = ()
    draws: Draws[P] | None = None
    pass_turn: Callable[[P], P] | None = None


@dataclass(frozen=True, repr=False, eq=False, kw_only=True)
class Rules(Notation[P, M], Game[P, M]):
    """The rules of a game: a :class:`Game` together with its :class:`~fpgames.rules.notation.Notation`.

    Pass the arguments of both classes. A function with a default is derived from other functions if it is left out.

    ``dataclasses.replace`` derives default functions again, and keeps all other fields. A field that it keeps may be
    wrong for the new rules: check ``successors``, ``static``, ``score``, ``margins``, ``symmetries``, ``alternates``,
    ``draws``, ``pass_turn``, ``show_move_in`` and ``read_move_in``, and replace them if necessary. ``None`` restores a
    derived function.

    >>> from fpgames.games.tictactoe.record import rules
    >>> rules
    <Rules: tictactoe-record>
    >>> rules.moves(rules.play(rules.start, 4))
    (0, 1, 2, 3, 5, 6, 7, 8)

    See also: :class:`fpgames.rules.notation.Notation`; ``fpgames.games``, the games that come with the library.
    """

    def __post_init__(self) -> None:
        """Derive each function that was left out. Derive again those that ``replace`` copied from other rules."""
        for name, derive in _DEFAULTS.items():
            if is_derived(name, getattr(self, name)):
                object.__setattr__(self, name, partial(derive, self))
        symmetries: object = self.symmetries
        if not (isinstance(symmetries, tuple) and all(isinstance(each, Symmetry) for each in symmetries)):
            raise TypeError(f"symmetries is a tuple of Symmetry(position, move); got {symmetries!r}")

    def __repr__(self) -> str:
        return f"<Rules: {self.name}>"

    def __eq__(self, other: object) -> bool:
        """Compare all fields except derived functions, because these are determined by the other fields."""
        return isinstance(other, Rules) and (self is other or _explicit_fields(self) == _explicit_fields(other))

    def __hash__(self) -> int:
        return hash((self.name, self.start))

    def try_play(self, p: P, move: M) -> Result[P, IllegalMove]:
        """Play a move; return Success with a position or Failure with an error: ``P -> M -> Either IllegalMove P``.

        Args:
            p: the position.
            move: any move, legal or not.

        >>> from fpgames.games.tictactoe.record import rules
        >>> rules.try_play(rules.start, 9)
        <Failure: illegal move 9; legal moves: 0 1 2 3 4 5 6 7 8>
        """
        return safe(exceptions=(IllegalMove,))(self.play)(p, move)


Value: TypeAlias = Any
"""The value of a position: any type with an order, usually a number."""

AnyRules: TypeAlias = Rules[Any, Any]
"""The rules of any game, whatever the types of its positions and moves."""


def require_rules(rules: Rules[P, M], caller: str) -> Rules[P, M]:
    """Return ``rules`` if it is a Rules; otherwise raise a TypeError that names the function ``caller``."""
    if isinstance(rules, Rules):
        return rules
    nested = getattr(rules, "rules", None)
    hint = f"; pass {getattr(rules, '__name__', '...').rpartition('.')[2]}.rules" if isinstance(nested, Rules) else ""
    raise TypeError(f"{caller} needs the rules of a game first, {caller}(rules, ...); got {rules!r}{hint}")


def explicit_score(rules: Rules[P, M]) -> Callable[[P], int] | None:
    """Return ``rules.score``, or None if it is derived from ``outcome``, which ``jit`` does not compile."""
    return None if is_derived("score", rules.score) else rules.score


@lowers_as("the player to move", attrgetter("player"))
def mover(rules: Rules[P, M], p: P) -> Mover:
    """Return the player to move, or ``CHANCE``; raise TypeError if ``rules.player`` returns anything else."""
    player = rules.player(p)
    if not isinstance(player, Player) and player is not CHANCE:
        raise TypeError(
            f"{rules.name}: player returned {player!r} for {p!r}; expected Player.FIRST, Player.SECOND or CHANCE"
        )
    return player


@lowers_as("the player to move", attrgetter("player"))
def whose_turn(rules: Rules[P, M], p: P) -> Player:
    """Return the player to move: ``whoseTurn :: Rules p m -> p -> Player``.

    Args:
        rules: the rules of the game.
        p: the position.

    Raises:
        ValueError: chance moves in the position.
        TypeError: ``rules.player`` returns neither a player nor ``CHANCE``.

    >>> from fpgames.games.tictactoe import rules
    >>> whose_turn(rules, rules.start)
    Player.FIRST

    See also: :class:`Game`, whose function ``player`` returns ``CHANCE`` where chance moves.
    """
    player = rules.player(p)
    return player if type(player) is Player else to_player(mover(rules, p), f"{rules.name}: chance moves in {brief(p)}")


def moves_of(rules: Rules[P, M], p: P) -> tuple[M, ...]:
    """Return the legal moves; raise TypeError if ``rules.moves`` does not return a tuple."""
    try:
        moves = rules.moves(p)
    except AttributeError:
        require_rules(rules, "the function")
        raise
    if not isinstance(moves, tuple):
        raise TypeError(f"{rules.name}: moves returned {brief(moves)} for {brief(p)}; expected a tuple of moves")
    return moves


def outcome_in(rules: Rules[P, M], p: P, result: Maybe[Outcome]) -> Outcome:
    """Return the Outcome in ``result``, the value of ``rules.outcome(p)``; raise TypeError if it contains none."""
    try:
        outcome = result.unwrap()
    except (AttributeError, UnwrapFailedError):
        outcome = None
    if type(outcome) is Outcome:
        return outcome
    raise TypeError(
        f"{rules.name}: outcome returned {brief(result)} for {brief(p)}; expected Nothing while the game runs, then"
        " Some(Outcome.FIRST_WON), Some(Outcome.DRAW) or Some(Outcome.SECOND_WON)"
    )


def final_outcome(rules: Rules[P, M], p: P, moves: tuple[M, ...] = ()) -> Outcome:
    """Return the outcome at ``p``; raise ValueError if there is none, or there are legal moves (``moves``)."""
    result = rules.outcome(p)
    outcome: Outcome | None = result.unwrap() if type(result) is Some else None  # spares playouts a call of outcome_in
    if type(outcome) is not Outcome and result is not Nothing:
        outcome = outcome_in(rules, p, result)
    if outcome is None or moves:
        raise ValueError(
            f"{rules.name}: moves returned {brief(moves)} and outcome {brief(result)} for {brief(p)}; expected moves while"
            " the game runs, and an outcome as soon as there are none"
        )
    return outcome


@lowers_as("successors of moves")
def _successors(rules: Rules[P, M], p: P) -> Iterator[P]:
    return (rules.play(p, move) for move in moves_of(rules, p))


def checked_score(rules: Rules[P, M]) -> Callable[[P], int] | str | None:
    """Return ``explicit_score``, whose sign is the value of the outcome in compiled code; a text if a position differs."""
    score = explicit_score(rules)
    try:
        return score and (_wrong_score(rules) or score)
    except Exception:  # an error of the rules, which searches raise
        return score


_MAX_CHECKED_MOVES = 200


@lru_cache(maxsize=64)
def _wrong_score(rules: Rules[P, M]) -> str:
    """Return a text that shows a wrong score in a random game from the start; an empty text if there is none."""

    def has_wrong_score(p: P) -> bool:
        score = rules.score(p)
        return (score > 0) - (score < 0) != _value_of_outcome(rules, p)

    def moves_if_right(p: P) -> tuple[M, ...]:
        return () if has_wrong_score(p) else moves_of(rules, p)

    start, gen = rules.start, SplitMix.from_seed(0)
    p, *_ = random_walk(moves_if_right(start), moves_if_right, rules.play, start, gen, _MAX_CHECKED_MOVES)
    return has_wrong_score(p) * (
        f"its score breaks the law the_score_has_the_sign_of_the_outcome: it is {rules.score(p)!r} for {brief(p)}, of which"
        f" the outcome is {rules.outcome(p)}; a score is 0 before the end, then has the sign of the outcome: to"
        " evaluate positions before the end, give the rules a static function"
    )


@lowers_as("the sign of the score", checked_score)
def _value_of_outcome(rules: Rules[P, M], p: P) -> int:
    result = rules.outcome(p)
    if result is Nothing:
        return 0 if rules.moves(p) else final_outcome(rules, p)
    outcome = result.unwrap() if type(result) is Some else None  # outcome_in, inlined for speed
    return int(outcome if type(outcome) is Outcome else outcome_in(rules, p, result))


def _show_move_in(rules: Rules[P, M], p: P, move: M) -> str:
    return rules.show_move(move)


def _read_move_in(rules: Rules[P, M], p: P, text: str) -> M:
    return rules.read_move(text)


_DEFAULTS: dict[str, Callable[..., object]] = {
    "successors": _successors,
    "static": _value_of_outcome,
    "score": _value_of_outcome,
    "show_move_in": _show_move_in,
    "read_move_in": _read_move_in,
}


def is_derived(name: str, function: object) -> bool:
    """Return whether ``function``, the value of the field called ``name``, is None or was derived from other fields."""
    return function is None or (name in _DEFAULTS and getattr(function, "func", None) is _DEFAULTS[name])


def _explicit_fields(rules: AnyRules) -> object:
    """Return the key by which rules are compared: their fields, with None for each derived function."""
    fields = vars(rules).items()
    return key_by_parts(tuple(None if is_derived(name, value) else value for name, value in fields))


@stage(rules=require_rules)
@lowers_as("the sign of the score", checked_score)
def value_of_outcome(p: P, rules: Rules[P, M]) -> int:
    r"""Evaluate a position by its outcome: 1 if the first player has won, -1 if the second player has, otherwise 0.

    ``valueOfOutcome :: Rules p m -> p -> Int``

    Args:
        rules: the rules of the game.

    >>> from fpgames.games.tictactoe.record import rules
    >>> value_of_outcome(rules)(rules.read("XXX\nOO.\n..."))
    1

    See also: ``Rules.static``, which is this function by default.
    """
    return _value_of_outcome(rules, p)


def require_moves(rules: Rules[P, M], p: P) -> tuple[M, ...]:
    """Return the legal moves of a game that is not over: ``requireMoves :: Rules p m -> p -> NonEmpty m``.

    Args:
        rules: the rules of the game.
        p: the position.

    Raises:
        GameOver: the game is over, so there are no moves.
        ValueError: ``moves`` returns an empty tuple, but ``outcome`` returns ``Nothing``.
        TypeError: the moves are not a tuple, or are not hashable.

    >>> from fpgames.games.tictactoe.record import rules
    >>> require_moves(rules, rules.start)
    (0, 1, 2, 3, 4, 5, 6, 7, 8)

    See also: :func:`fpgames.play.playing.random_move`, which draws one of these moves.
    """
    moves = moves_of(rules, p)
    if not moves:
        final_outcome(rules, p)
        raise GameOver(f"no move to choose: this game of {rules.name} is over")
    try:
        hash(moves)
    except TypeError as error:
        raise TypeError(
            f"{rules.name}: a move of {brief(p)} is not hashable ({error}); expected hashable values"
        ) from None
    return moves
