"""Laws of two representations of one game."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any, NamedTuple, TypeVar

from hypothesis import strategies as st

from fpgames.rules import AnyRules, IllegalMove, Rules
from fpgames.testing.counterexamples import AnyLine, broken, prefixes, shortest, where
from fpgames.testing.game_strategies import LONGEST, drawn_line, require_playable, usual_length
from fpgames.testing.suite import Law, Suite, check

__all__ = ["check_same_game", "same_game_laws"]

M = TypeVar("M")
P = TypeVar("P")
Q = TypeVar("Q")


class SameGameSubject(NamedTuple):
    """The subject of the laws of two representations of one game: both, and the functions between their positions."""

    rules: AnyRules
    other: AnyRules
    to: Callable[[Any], Any]
    back: Callable[[Any], Any]


SAME_GAME: Suite[SameGameSubject] = Suite(prefixes, where, shortest)


def reached_in_the_first(same: SameGameSubject) -> st.SearchStrategy[AnyLine]:
    """Draw lines of play of the first representation, up to the first error that its rules raise."""
    return drawn_line(same.rules, LONGEST, usual_length(same.rules), as_far_as_it_goes=True)


@SAME_GAME.law(line=reached_in_the_first)
def there_and_back_is_the_same_position(same: SameGameSubject, line: AnyLine) -> None:
    """``back (to p) = p`` and ``to (back q) = q``."""
    q = same.to(line.end)
    if same.back(q) != line.end or same.to(same.back(q)) != q:
        raise broken(line, f"{line.end!r} is converted to {q!r}, and that back to {same.back(q)!r}")


@SAME_GAME.law(line=reached_in_the_first)
def the_same_moves_lead_to_the_same_position(same: SameGameSubject, line: AnyLine) -> None:
    """``to (foldl play start ms) = foldl play start ms``."""
    try:
        q = reduce(same.other.play, line.moves, same.other.start)
    except IllegalMove as error:
        raise broken(line, f"{same.rules.name} allows these moves, {same.other.name} does not: {error}") from error
    if q != same.to(line.end):
        raise broken(line, f"{same.other.name} reaches {q!r}, and {same.rules.name} {same.to(line.end)!r}")


@SAME_GAME.law(line=reached_in_the_first)
def moves_player_and_outcome_are_the_same(same: SameGameSubject, line: AnyLine) -> None:
    """``moves (to p) = moves p``, ``player (to p) = player p``, ``outcome (to p) = outcome p``."""
    for name in ("moves", "player", "outcome"):
        one, other = getattr(same.rules, name)(line.end), getattr(same.other, name)(same.to(line.end))
        if one != other:
            raise broken(line, f"{name}: {same.rules.name} returns {one}, and {same.other.name} {other}")


def same_game_laws(rules: Rules[P, M], other: Rules[Q, M], to: Callable[[P], Q], back: Callable[[Q], P]) -> list[Law]:
    """Return the laws of two representations of one game.

    ``sameGameLaws :: Rules p m -> Rules q m -> (p -> q) -> (q -> p) -> [Law]``

    Args:
        rules: one representation, from which lines of play are drawn.
        other: the other representation.
        to: a function from a position of the first to the same position of the second.
        back: the inverse of ``to``.

    Raises:
        ValueError: the first representation cannot be played from its start.

    >>> from fpgames.games import tictactoe
    >>> same_game_laws(tictactoe.record.rules, tictactoe.rules, tictactoe.from_record, tictactoe.to_record)[0]
    there_and_back_is_the_same_position

    See also: :func:`check_same_game`, which runs them all.
    """
    require_playable(rules)
    return SAME_GAME.laws(SameGameSubject(rules, other, to, back), f"{rules.name} as {other.name}")


def check_same_game(rules: Rules[P, M], other: Rules[Q, M], to: Callable[[P], Q], back: Callable[[Q], P]) -> None:
    """Run every law of two representations of one game: ``to`` and ``back`` are inverse, and commute with ``play``.

    ``checkSameGame :: Rules p m -> Rules q m -> (p -> q) -> (q -> p) -> IO ()``

    Args:
        rules: one representation, from which lines of play are drawn.
        other: the other representation.
        to: a function from a position of the first to the same position of the second.
        back: the inverse of ``to``.

    Raises:
        ValueError: the first representation cannot be played from its start.
        LawsBroken: some laws do not hold; the message shows a counterexample to each.

    >>> from fpgames.games import tictactoe
    >>> check_same_game(tictactoe.record.rules, tictactoe.rules, tictactoe.from_record, tictactoe.to_record)

    See also: :func:`fpgames.testing.check_game`, for the laws of either.
    """
    check(f"{rules.name} as {other.name}", same_game_laws(rules, other, to, back))
