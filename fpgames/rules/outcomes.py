"""Players, the results of games, and the errors of moves."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple, TypeVar

from returns.maybe import Maybe, Some

from fpgames.validation import illegal_move_message

__all__ = ["Counts", "EndlessGame", "GameOver", "IllegalMove", "Outcome", "Player"]

M = TypeVar("M")


class Player(IntEnum):
    """One of the two players. The first is the maximiser; the number is the value of a game that the player wins.

    >>> Player.FIRST.opponent
    Player.SECOND

    See also: :class:`Outcome`, whose numbers are the same.
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


def to_player(number: int) -> Player:
    """Return the player with this number; a Player is returned as it is: ``toPlayer :: Int -> Player``."""
    return number if isinstance(number, Player) else Player(number)


class Outcome(IntEnum):
    """The result of a game, as the first player sees it: 1 won, 0 drawn, -1 lost.

    >>> Outcome(Player.SECOND) is Outcome.SECOND_WON
    True

    See also: :func:`fpgames.rules.record.value_of_outcome`; :class:`Counts`, the results of many games.
    """

    FIRST_WON = 1
    DRAW = 0
    SECOND_WON = -1

    def __repr__(self) -> str:
        return f"Outcome.{self.name}"


_ENDED = tuple(Some(Outcome(value)) for value in (0, 1, -1))


def outcome_of_score(score: int) -> Maybe[Outcome]:
    """Return the outcome of a game that is over, by the sign of its score."""
    return _ENDED[(score > 0) - (score < 0)]


class Counts(NamedTuple):
    """The number of games with each result.

    Args:
        first_won: games that the first player won.
        drawn: games without a winner.
        second_won: games that the second player won.

    >>> Counts(3, 1, 2) + Counts(1, 0, 0)
    Counts(first_won=4, drawn=1, second_won=2)

    See also: :func:`fpgames.play.bulk.playouts`, which counts them.
    """

    first_won: int = 0
    drawn: int = 0
    second_won: int = 0

    def __add__(self, other: object) -> Counts:
        """Add the counts of other games."""
        if not isinstance(other, Counts):
            return NotImplemented
        return Counts(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    def wins(self, player: Player) -> int:
        """Return how many games a player won: ``wins :: Counts -> Player -> Int``.

        Args:
            player: the player whose wins to return.

        >>> Counts(3, 1, 2).wins(Player.SECOND)
        2
        """
        return self.first_won if to_player(player) is Player.FIRST else self.second_won


class IllegalMove(ValueError):
    """The error for an illegal move.

    Args:
        move: the move that was refused.
        legal: the moves that would have been accepted; empty when the game is over.
        why: why the move is illegal; empty if the rules give no reason.

    >>> print(IllegalMove(9, (1, 7, 8)))
    illegal move 9; legal moves: 1 7 8
    >>> print(IllegalMove(3, (0, 1), "column 3 is full"))
    illegal move 3: column 3 is full; legal moves: 0 1
    >>> print(IllegalMove(9, ()))
    illegal move 9; the game is over

    See also: :meth:`fpgames.rules.record.Rules.try_play`, which returns it as a value.
    """

    def __init__(self, move: object, legal: tuple[object, ...], why: str = "") -> None:
        super().__init__(move, legal, why)
        self.move = move
        self.legal = legal
        self.why = why

    def __str__(self) -> str:
        own = not isinstance(self.move, str) and type(self.move).__str__ is not object.__str__
        move = str(self.move) if own else repr(self.move)  # moves that have a text of their own are shown by it
        return illegal_move_message(move, [*map(str, self.legal)], self.why)


def require_legal(move: M, legal: tuple[M, ...], why: Callable[[M], str] | None = None) -> M:
    """Return the legal move that is equal to a move, of ints if the move is of floats; or raise IllegalMove."""
    if move not in legal:
        raise IllegalMove(move, legal, why(move) if why and legal else "")
    return legal[legal.index(move)]


class GameOver(ValueError):
    r"""The error for choosing a move when the game is over.

    >>> from fpgames.games.tictactoe.record import rules
    >>> from fpgames.rules import require_moves
    >>> require_moves(rules, rules.read("XXX\nOO.\n..."))
    Traceback (most recent call last):
    ...
    fpgames.rules.outcomes.GameOver: no move to choose: this game of tictactoe-record is over

    See also: :func:`fpgames.rules.record.require_moves`, which raises it.
    """


MAX_PLAYOUT_MOVES = 100_000
"""Moves after which a game is given up."""


class EndlessGame(ValueError):
    """Raised when a game is not over after 100,000 moves; its argument is the game's name.

    See also: :func:`fpgames.play.playing.playout`, which raises it; :func:`fpgames.rules.repetition.with_draws`.
    """

    def __str__(self) -> str:
        return f"a game of {' '.join(map(str, self.args))} is not over after {MAX_PLAYOUT_MOVES} moves; expected rules whose games end"
