"""Players, outcomes of games, and the exceptions for illegal moves and finished games."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, IntEnum
from typing import NamedTuple, TypeAlias, TypeVar

from returns.maybe import Maybe, Some

from fpgames.validation import illegal_move_message

__all__ = ["CHANCE", "Chance", "Counts", "EndlessGame", "GameOver", "IllegalMove", "Mover", "Outcome", "Player"]

M = TypeVar("M")


class Player(IntEnum):
    """One of the two players: ``FIRST``, the maximiser, is 1; ``SECOND``, the minimiser, is -1.

    >>> Player.FIRST.opponent
    Player.SECOND

    See also: :class:`Outcome`; the number of a player is also the outcome of a game that this player wins.
    """

    FIRST = 1
    SECOND = -1

    def __repr__(self) -> str:
        return f"Player.{self.name}"

    @property
    def opponent(self) -> Player:
        """The other player."""
        return _SECOND if self is _FIRST else _FIRST


_FIRST, _SECOND = Player


class Chance(Enum):
    """The type of ``CHANCE``, the mover where no player chooses: dice, or a shuffled pack of cards.

    All legal moves of chance are equally likely. For a result that is twice as likely as another one, the rules list two
    different moves that lead to it.

    >>> CHANCE
    CHANCE

    See also: :class:`fpgames.rules.record.Game`, whose function ``player`` may return it;
    :func:`fpgames.search.chance.expectiminimax`, which takes the mean of the values of chance's moves.
    """

    CHANCE = "chance"

    def __repr__(self) -> str:
        return self.name

    __str__ = __repr__


CHANCE = Chance.CHANCE
"""The mover where no player chooses, such as a die."""

Mover: TypeAlias = Player | Chance
"""Who moves in a position: a player, or chance."""

MOVERS: tuple[Mover, Mover, Mover] = (_FIRST, _SECOND, CHANCE)


def to_player(mover: int | Chance, where: str = "chance moves here") -> Player:
    """Return the player whose number is 1 or -1: ``toPlayer :: Int -> Player``. A Player is returned unchanged.

    Raise ChanceMoves, a ValueError, for chance; the message begins with ``where``.
    """
    if isinstance(mover, Player):
        return mover
    if mover is CHANCE:
        raise ChanceMoves(f"{where}, and no player chooses: ask mover in place of player, as expectiminimax does")
    return Player(mover)


def to_mover(mover: int | Chance) -> Mover:
    """Return the player whose number is 1 or -1. A Player or chance is returned unchanged."""
    return mover if mover is CHANCE else to_player(mover)


class Outcome(IntEnum):
    """The result of a game, from the first player's view: 1 is a win, 0 a draw, -1 a loss.

    >>> Outcome(Player.SECOND) is Outcome.SECOND_WON
    True

    See also: :func:`fpgames.rules.record.value_of_outcome`; :class:`Counts`, the results of many games.
    """

    FIRST_WON = 1
    DRAW = 0
    SECOND_WON = -1

    def __repr__(self) -> str:
        return f"Outcome.{self.name}"


_OUTCOMES_BY_SIGN = tuple(Some(Outcome(value)) for value in (0, 1, -1))


def outcome_of_score(score: int) -> Maybe[Outcome]:
    """Return ``Some`` with the outcome of a finished game: the sign of the score."""
    return _OUTCOMES_BY_SIGN[(score > 0) - (score < 0)]


class Counts(NamedTuple):
    """How many games the first player won, how many were drawn, and how many the second player won.

    Args:
        first_won: the number of games that the first player won.
        drawn: the number of games without a winner.
        second_won: the number of games that the second player won.

    >>> Counts(3, 1, 2) + Counts(1, 0, 0)
    Counts(first_won=4, drawn=1, second_won=2)

    See also: :func:`fpgames.play.bulk.playouts`, which plays random games and counts their outcomes.
    """

    first_won: int = 0
    drawn: int = 0
    second_won: int = 0

    def __add__(self, other: object) -> Counts:
        """Add two records of counts, field by field."""
        if not isinstance(other, Counts):
            return NotImplemented
        return Counts(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    def wins(self, player: Player) -> int:
        """Return the number of games that a player won: ``wins :: Counts -> Player -> Int``.

        Args:
            player: the player whose wins are counted.

        >>> Counts(3, 1, 2).wins(Player.SECOND)
        2
        """
        return self.first_won if to_player(player) is Player.FIRST else self.second_won


class IllegalMove(ValueError):
    """Raised when an illegal move is played.

    Args:
        move: the illegal move.
        legal: the legal moves; empty when the game is over.
        why: why the move is illegal; empty if the rules give no reason.

    >>> print(IllegalMove(9, (1, 7, 8)))
    illegal move 9; legal moves: 1 7 8
    >>> print(IllegalMove(3, (0, 1), "column 3 is full"))
    illegal move 3: column 3 is full; legal moves: 0 1
    >>> print(IllegalMove(9, ()))
    illegal move 9; the game is over

    See also: :meth:`fpgames.rules.record.Rules.try_play`, which returns the error as a value.
    """

    def __init__(self, move: object, legal: tuple[object, ...], why: str = "") -> None:
        super().__init__(move, legal, why)
        self.move = move
        self.legal = legal
        self.why = why

    def __str__(self) -> str:
        has_own_text = not isinstance(self.move, str) and type(self.move).__str__ is not object.__str__
        move = str(self.move) if has_own_text else repr(self.move)
        return illegal_move_message(move, [*map(str, self.legal)], self.why)


def require_legal(move: M, legal: tuple[M, ...], why: Callable[[M], str] | None = None) -> M:
    """Return the legal move that equals ``move``, such as 4 for 4.0; otherwise raise IllegalMove with ``why(move)``."""
    if move not in legal:
        raise IllegalMove(move, legal, why(move) if why and legal else "")
    return legal[legal.index(move)]


class ChanceMoves(ValueError):
    """Raised by functions for two players where chance moves. ``expectiminimax`` searches games with chance."""


class GameOver(ValueError):
    r"""Raised when a function has to choose a move after the game is over.

    >>> from fpgames.games.tictactoe.record import rules
    >>> from fpgames.rules import require_moves
    >>> require_moves(rules, rules.read("XXX\nOO.\n..."))
    Traceback (most recent call last):
    ...
    fpgames.rules.outcomes.GameOver: no move to choose: this game of tictactoe-record is over

    See also: :func:`fpgames.rules.record.require_moves`, which raises it.
    """


MAX_PLAYOUT_MOVES = 100_000
"""The number of moves after which a random game is abandoned."""


class EndlessGame(ValueError):
    """Raised when a game is not over after 100,000 moves; the exception's argument is the name of the game.

    See also: :func:`fpgames.play.playing.playout`, which raises it; :func:`fpgames.rules.repetition.with_draws`.
    """

    def __str__(self) -> str:
        return f"a game of {' '.join(map(str, self.args))} is not over after {MAX_PLAYOUT_MOVES} moves; expected rules whose games end"
