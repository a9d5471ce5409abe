"""A position as rows of symbols, and its picture: what every game that says how it looks is drawn from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, cast

from returns.maybe import Maybe
from returns.result import Failure, Result, Success

from fpgames.stage import Stage

__all__ = [
    "AnyRules", "Counts", "Diagram", "GameOver", "IllegalMove", "Outcome", "Player", "Rules", "Square", "Symmetry",
    "Value", "require_moves", "value_of_outcome",
]  # fmt: skip

M = TypeVar("M")
P = TypeVar("P")


Square: TypeAlias = tuple[int, int]
"""A row, the top one 0, and a column."""


class Diagram(NamedTuple):
    """How a position looks.

    Args:
        rows: the cells' symbols, the top row first; ``"."`` is an empty cell.
        won: the cells that have won.
        discs: whether stones lie in holes, as in Connect Four, or marks in squares.

    See also: :func:`fpgames.draw.boards.board_svg`, which asks a game for it.
    """

    rows: tuple[str, ...]
    won: frozenset[Square] = frozenset()
    discs: bool = False


class Player(IntEnum):
    """Who moves. The first player is the maximiser; the number is the value of a game this player wins.

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
    """The player of a number, quickly where it is a player already: ``toPlayer :: Int -> Player``."""
    return number if isinstance(number, Player) else Player(number)


class Outcome(IntEnum):
    """How a game ended, as the first player sees it: 1 won, 0 drawn, -1 lost.

    >>> Outcome(Player.SECOND) is Outcome.SECOND_WON
    True

    See also: :func:`value_of_outcome`; :class:`Counts`, of many games.
    """

    FIRST_WON = 1
    DRAW = 0
    SECOND_WON = -1

    def __repr__(self) -> str:
        return f"Outcome.{self.name}"


class Counts(NamedTuple):
    """How often games ended in which way.

    Args:
        first_won: games that the first player won.
        drawn: games without a winner.
        second_won: games that the second player won.

    >>> Counts(3, 1, 2) + Counts(1, 0, 0)
    Counts(first_won=4, drawn=1, second_won=2)

    See also: :func:`fpgames.play.bulk.playouts`, which counts.
    """

    first_won: int = 0
    drawn: int = 0
    second_won: int = 0

    def __add__(self, other: object) -> Counts:
        """Both taken together."""
        if not isinstance(other, Counts):
            return NotImplemented
        return Counts(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    def wins(self, player: Player) -> int:
        """How many games a player won: ``wins :: Counts -> Player -> Int``.

        Args:
            player: the one whose wins are asked for.

        >>> Counts(3, 1, 2).wins(Player.SECOND)
        2
        """
        return self.first_won if player is Player.FIRST else self.second_won


class IllegalMove(ValueError):
    """A move that the rules refuse.

    Args:
        move: the move refused.
        legal: the moves that would have been accepted; none in a finished game.
        why: what is wrong with the move, if the rules say.

    >>> print(IllegalMove(9, (1, 7, 8)))
    illegal move 9; legal moves: 1 7 8
    >>> print(IllegalMove(3, (0, 1), "column 3 is full"))
    illegal move 3: column 3 is full; legal moves: 0 1
    >>> print(IllegalMove(9, ()))
    illegal move 9; the game is over

    See also: :meth:`Rules.try_play`, which returns it as a value.
    """

    def __init__(self, move: object, legal: tuple[object, ...], why: str = "") -> None:
        super().__init__(move, legal, why)
        self.move = move
        self.legal = legal
        self.why = why

    def __str__(self) -> str:
        if not self.legal:
            return f"illegal move {self.move!r}; the game is over"
        why = f": {self.why}" if self.why else ""
        return f"illegal move {self.move!r}{why}; legal moves: {' '.join(map(str, self.legal))}"


class GameOver(ValueError):
    r"""A bot was asked to move in a finished game.

    >>> from fpgames.games.tictactoe.record import rules
    >>> require_moves(rules, rules.read("XXX\nOO.\n..."))
    Traceback (most recent call last):
    ...
    fpgames.rules.GameOver: no move to choose: this game of tictactoe-record is over

    See also: :func:`require_moves`, which raises it.
    """


class Symmetry(NamedTuple, Generic[P, M]):
    """A way to turn or mirror a game that changes nothing: ``play (s p) (s m) = s (play p m)``.

    Args:
        position: the image of a position.
        move: the image of a move, which has to hold all that its image needs.

    See also: :func:`fpgames.symmetry.canonical`.
    """

    position: Callable[[P], P]
    move: Callable[[M], M]


@dataclass(frozen=True, repr=False)
class Rules(Generic[P, M]):
    """A two-player game of perfect information over positions ``P`` and moves ``M``, both hashable values.

    Args:
        name: what the game is called, one word.
        start: the position a game begins with.
        moves: ``P -> (M, ...)``, the legal moves; empty exactly when the game is over.
        play: ``P -> M -> P``, the position after a move; raises ``IllegalMove``.
        player: ``P -> Player``, whose turn it is (at the end: whose it would be).
        outcome: ``P -> Maybe Outcome``, ``Nothing`` while the game runs.
        show: ``P -> str``, the position as text; ``read(show(p)) == p``.
        read: ``str -> P``, its inverse; raises ``ValueError`` saying what is wrong.
        show_move: ``M -> str``, a move as one word; ``read_move(show_move(m)) == m``.
        read_move: ``str -> M``, its inverse; raises ``ValueError``.
        alternates: whether the game claims that players take turns strictly, so that a search asks whose turn it is at the
            root only; without the claim, at every node. The kit's laws check the claim.
        successors: ``P -> [P]``, the positions after each of the moves, in their order, perhaps one at a time; if the
            game does not say how, ``map (play p) (moves p)``.
        static: ``P -> number``, a position's value to the first player without looking ahead: 1 won, -1 lost, else
            between them; if the game does not say, ``value_of_outcome``.
        symmetries: what the game looks the same under, but for the identity; two of them one after the other are a
            third, or the identity.
        bulk: a ``Kernel`` of ``fpgames.lanes``: positions, all reached by as many moves, which of them each lane begins
            at, and the lanes; plays a random game in every lane. Without one, ``fpgames.bulk`` plays one by one.
        prompt: what a person is asked for a move with.
        diagram: ``P -> Diagram``, how a position looks, for ``fpgames.render``; without it, a picture has the text.

    A game made from another by ``dataclasses.replace`` keeps the ``successors``, ``static``, ``bulk``, ``symmetries`` and the
    claim ``alternates`` that the other was given; replace those too, by ``None`` to have the first two derived.

    >>> from fpgames.games.tictactoe.record import rules
    >>> rules
    <Rules: tictactoe-record>
    >>> rules.moves(rules.play(rules.start, 4))
    (0, 1, 2, 3, 5, 6, 7, 8)

    See also: ``fpgames.games``, the games that come with the library.
    """

    name: str
    start: P
    moves: Callable[[P], tuple[M, ...]]
    play: Callable[[P, M], P]
    player: Callable[[P], Player]
    outcome: Callable[[P], Maybe[Outcome]]
    show: Callable[[P], str]
    read: Callable[[str], P]
    show_move: Callable[[M], str]
    read_move: Callable[[str], M]
    alternates: bool = False
    successors: Callable[[P], Iterable[P]] = field(default=cast("Any", None), compare=False)
    static: Callable[[P], float] = field(default=cast("Any", None), compare=False)
    symmetries: tuple[Symmetry[P, M], ...] = field(default=(), compare=False)
    bulk: Callable[..., Any] | None = field(default=None, compare=False)
    prompt: str = "move ?"
    diagram: Callable[[P], Diagram] | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        """Derive what was not given, or what was derived from other rules."""
        for name, derived in (("successors", _successors), ("static", _static)):
            given = getattr(self, name)
            if given is None or getattr(given, "func", None) is derived:
                object.__setattr__(self, name, partial(derived, self))

    def __repr__(self) -> str:
        return f"<Rules: {self.name}>"

    def try_play(self, p: P, move: M) -> Result[P, IllegalMove]:
        """Play, with the error as a value: ``P -> M -> Either IllegalMove P``.

        Args:
            p: the position.
            move: any move, legal or not.

        >>> from fpgames.games.tictactoe.record import rules
        >>> rules.try_play(rules.start, 9)
        <Failure: illegal move 9; legal moves: 0 1 2 3 4 5 6 7 8>
        """
        try:
            return Success(self.play(p, move))
        except IllegalMove as error:
            return Failure(error)


Value: TypeAlias = Any
"""What a position is worth: any ordered type, a number most often."""


AnyRules: TypeAlias = Rules[Any, Any]
"""The rules of some game, whatever its positions and moves are."""


def whose_turn(rules: Rules[P, M], p: P) -> Player:
    """The player to move, if that is what the rules return."""
    player = rules.player(p)
    if not isinstance(player, Player):
        raise TypeError(f"{rules.name}: player returned {player!r} for {p!r}; expected Player.FIRST or Player.SECOND")
    return player


def _successors(rules: Rules[P, M], p: P) -> Iterator[P]:
    return (rules.play(p, move) for move in rules.moves(p))


def _static(rules: Rules[P, M], p: P) -> float:
    return _value_of_outcome(rules, p)


def value_of_outcome(rules: Rules[P, M]) -> Stage[P, int]:
    r"""Evaluate a position by its outcome alone: 1 won by the first player, -1 by the second, 0 drawn or not over.

    ``valueOfOutcome :: Rules p m -> p -> Int``

    Args:
        rules: the game.

    >>> from fpgames.games.tictactoe.record import rules
    >>> value_of_outcome(rules)(rules.read("XXX\nOO.\n..."))
    1

    See also: ``Rules.static``, which is this unless the game knows better.
    """
    return Stage(_value_of_outcome, (rules,))


def _value_of_outcome(rules: Rules[P, M], p: P) -> int:
    return int(rules.outcome(p).value_or(Outcome.DRAW))


def require_moves(rules: Rules[P, M], p: P) -> tuple[M, ...]:
    """The legal moves of a running game: ``requireMoves :: Rules p m -> p -> NonEmpty m``.

    Args:
        rules: the game.
        p: the position.

    Raises:
        GameOver: there are none, because the game is over.

    >>> from fpgames.games.tictactoe.record import rules
    >>> require_moves(rules, rules.start)
    (0, 1, 2, 3, 4, 5, 6, 7, 8)

    See also: :func:`fpgames.play.playing.random_move`, which draws one.
    """
    moves = rules.moves(p)
    if not moves:
        raise GameOver(f"no move to choose: this game of {rules.name} is over")
    return moves
