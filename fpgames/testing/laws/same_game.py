"""Laws of two games that should be one: two representations of it, or two implementations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, TypeVar, Unpack

from toolz import identity

from fpgames.rules import AnyRules, IllegalMove, Rules
from fpgames.rules.record import require_rules
from fpgames.testing.law import Broken, Law, Options, difference, shortly
from fpgames.testing.laws.games import GAME, GameSubject, reached
from fpgames.testing.reports.counterexamples import replayed, shown
from fpgames.testing.running.checks import checked
from fpgames.testing.running.suite import Suite
from fpgames.testing.strategies.games import require_playable
from fpgames.testing.strategies.lines import BUDGET, LONGEST, AnyLine, AnyMove, AnyPosition, longer, replay

__all__ = ["check_same_game", "same_game_laws"]

M = TypeVar("M")
N = TypeVar("N")
P = TypeVar("P")
Q = TypeVar("Q")


@dataclass(eq=False, kw_only=True)
class SameGameSubject(GameSubject):
    """A game, the one that should be the same, and the functions between their positions and moves."""

    other: AnyRules
    to: Callable[[AnyPosition], AnyPosition] | None
    back: Callable[[AnyPosition], AnyPosition] | None
    to_move: Callable[[AnyMove], AnyMove]
    any_order: bool
    followed: AnyLine  # the last one, in the other game

    def follow(self, line: AnyLine) -> AnyLine:
        """Return the line of the same moves in the other game."""
        moves = tuple(map(self.to_move, line.moves))
        begun = [*takewhile(lambda both: both[0] == both[1], zip(self.followed.moves, moves, strict=False))]
        there = self.followed.beginning(len(begun))
        for mine, move in [*zip(line.moves, moves, strict=True)][len(begun) :]:
            try:
                there = longer(there, move, self.other.play(there.end, move))
            except IllegalMove as error:
                allows = f"{self.rules.name} allows {shortly(mine)} in these moves, {self.other.name} does not"
                see = replayed(self.other, longer(there, move, there.end), "other")
                raise Broken(f"{allows}: {error}", see=see) from error
        self.followed = there
        return there

    def differ(self, line: AnyLine, what: str, said: str) -> Broken:
        """Return the error for what is not the same at the end of a line, with both positions."""
        q = replayed(self.other, self.follow(line), "other") if self.to is None else "to(p)"
        see = f"q = {q}; rules.{what}(p), other.{what}(q)"
        return Broken(said, see=see, boards={self.other.name: shown(self.other, self.converted(line))})

    def converted(self, line: AnyLine) -> AnyPosition:
        """Return the position of the other game at the end of a line."""
        return self.follow(line).end if self.to is None else self.to(line.end)


SAME_GAME: Suite[Any] = replace(  # its options, not its laws
    GAME, first={"line": lambda same: same.nearest.lines()}, most=lambda same, allowed: allowed
)


@SAME_GAME.law(when=lambda same: same.back is not None, line=reached)
def there_and_back_is_the_same_position(same: SameGameSubject, line: AnyLine) -> None:
    """There and back, a position is the same: ``back (to p) = p``."""
    assert same.back is not None
    if (found := same.back(same.converted(line))) != line.end:
        raise Broken(f"there and back, the position is {difference(found, line.end)}", see="back(to(p)), p")


@SAME_GAME.law(when=lambda same: same.to is not None, line=reached)
def the_same_moves_lead_to_the_same_position(same: SameGameSubject, line: AnyLine) -> None:
    """The same moves lead to the same position in both games: ``to (foldl play start ms) = foldl play start ms``."""
    there, expected = same.follow(line), same.converted(line)
    if (found := there.end) != expected:
        said = f"the position of {same.other.name} is {difference(found, expected)}"
        raise Broken(
            said,
            see=f"{replayed(same.other, there, 'other')}, to(p)",
            boards={same.other.name: shown(same.other, found)},
        )


@SAME_GAME.law(line=reached)
def moves_player_and_outcome_are_the_same(same: SameGameSubject, line: AnyLine) -> None:
    """Moves, outcome, and player while the game runs, are the same in both games: ``moves (to p) = moves p``."""
    rules, other, p, q = same.rules, same.other, line.end, same.converted(line)
    expected, found = tuple(map(same.to_move, rules.moves(p))), other.moves(q)
    if same.any_order:
        for one, moves, another, others in ((rules, expected, other, found), (other, found, rules, expected)):
            for move in Counter(moves) - Counter(others):
                raise same.differ(line, "moves", f"moves: {one.name} has {shortly(move)}, and {another.name} has not")
    compared: list[tuple[str, object, object]] = [] if same.any_order else [("moves", found, expected)]
    compared += [("player", other.player(q), rules.player(p))] if expected else []
    for what, there, here in (*compared, ("outcome", other.outcome(q), rules.outcome(p))):
        if there != here or type(there) is not type(here):
            raise same.differ(line, what, f"{what} of {other.name}: {difference(there, here)}, as in {rules.name}")


def same_game_laws(
    rules: Rules[P, M],
    other: Rules[Q, N],
    to: Callable[[P], Q] | None = None,
    back: Callable[[Q], P] | None = None,
    *,
    to_move: Callable[[M], N] | None = None,
    any_order: bool = False,
    budget: int = BUDGET,
    **how: Unpack[Options],
) -> list[Law]:
    """Return the laws of two games that should be one, by two representations or by two programs.

    ``sameGameLaws :: Rules p m -> Rules q n -> Maybe (p -> q) -> Maybe (q -> p) -> [Law]``

    The moves, the outcome, and the player while the game runs, must be the same in both. With ``to``, the same moves must
    lead to the same positions. With ``back``, the positions must be the same there and back.

    Args:
        rules: one game, from which lines of play are drawn.
        other: the other game.
        to: a function from a position of the first to the same position of the second; without it, positions are
            compared that the same moves lead to.
        back: the inverse of ``to``, if there is one.
        to_move: a function from a move of the first to the same move of the second; by default, they are equal.
        any_order: whether the moves of the two may be listed in different orders.
        budget: about how many of the positions nearest the start each law is looked at on, before any are drawn.
        how: how the laws are run, as :class:`fpgames.testing.Options` says.

    Raises:
        TypeError: an argument is not the rules of a game, or not a function, or there is no such option.
        ValueError: the first game cannot be played from its start, or ``back`` is given without ``to``.

    >>> from fpgames.games import mnk, tictactoe
    >>> same_game_laws(tictactoe.record.rules, tictactoe.rules, tictactoe.from_record, tictactoe.to_record)[0]
    there_and_back_is_the_same_position
    >>> same_game_laws(tictactoe.record.rules, tictactoe.rules)
    [moves_player_and_outcome_are_the_same]
    >>> check_same_game(tictactoe.record.rules, tictactoe.rules, tictactoe.from_record, tictactoe.to_record)
    >>> check_same_game(tictactoe.rules, mnk.sized(3, 3, 3), any_order=True, examples=20)

    See also: :func:`check_same_game`, which runs them all; :func:`fpgames.testing.mutable_laws`, for a mutable game.
    """
    require_playable(rules, "same_game_laws")
    require_rules(other, "the other game")
    for name, function in (("to", to), ("back", back), ("to_move", to_move)):
        if function is not None and not callable(function):
            raise TypeError(f"{name} is a function from one game to the other; got {function!r}")
    if back is not None and to is None:
        raise ValueError("back is the inverse of to, which is missing; give both, to alone, or neither")
    names = {"rules": rules, "other": other, "to": to, "back": back}
    same = SameGameSubject(
        rules, names, (), budget, depth=LONGEST, other=other, to=to, back=back, to_move=to_move or identity,
        any_order=any_order, followed=replay(other),
    )  # fmt: skip
    return SAME_GAME.laws(same, f"{rules.name} as {other.name}", **how)


check_same_game = checked(same_game_laws)
"""Run every law of two games that should be one: ``checkSameGame = check . sameGameLaws``."""
