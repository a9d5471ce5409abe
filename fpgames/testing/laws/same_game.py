"""Laws of two representations of one game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations, takewhile
from typing import Any, TypeVar, Unpack

from toolz import identity

from fpgames.rules import AnyRules, IllegalMove, Rules
from fpgames.rules.record import require_rules
from fpgames.testing.law import Case, Counterexample, Law, Options, short_repr
from fpgames.testing.laws.games import GAME, GameSubject, at_every_position, lines_to_check
from fpgames.testing.reports.counterexamples import board_lines, replay_call
from fpgames.testing.reports.differences import difference
from fpgames.testing.running.checks import make_check, require_type
from fpgames.testing.running.suite import Suite
from fpgames.testing.strategies.games import require_playable
from fpgames.testing.strategies.lines import (
    BUDGET,
    CHOICES,
    AnyLine,
    AnyMove,
    AnyPosition,
    line_of_seed,
    play_move,
    replay,
)

__all__ = ["check_same_game", "same_game_laws"]

M = TypeVar("M")
N = TypeVar("N")
P = TypeVar("P")
Q = TypeVar("Q")


@dataclass(eq=False, kw_only=True)
class SameGameSubject(GameSubject):
    """Two games that should be the same, and the functions that convert their positions and moves."""

    other: AnyRules
    to: Callable[[AnyPosition], AnyPosition] | None
    back: Callable[[AnyPosition], AnyPosition] | None
    to_move: Callable[[AnyMove], AnyMove]
    any_order: bool
    last_followed: AnyLine  # result of the last call of follow(), where the next call starts

    @property
    def other_name(self) -> str:
        """The name of the other game in reports, where it differs from the name of the first."""
        return self.other.name if self.other.name != self.rules.name else f"the other {self.other.name}"

    def follow(self, line: AnyLine) -> AnyLine:
        """Play the moves of a line in the game ``other``; return the line in that game."""
        moves = tuple(map(self.to_move, line.moves))
        shared_moves = [*takewhile(lambda pair: pair[0] == pair[1], zip(self.last_followed.moves, moves, strict=False))]
        other_line = self.last_followed.beginning(len(shared_moves))
        for own_move, move in [*zip(line.moves, moves, strict=True)][len(shared_moves) :]:
            try:
                other_line = play_move(self.other, other_line, move)
            except IllegalMove as error:
                allows = f"{self.rules.name} allows {short_repr(own_move)} in these moves, {self.other_name} does not"
                tried = other_line._replace(moves=(*other_line.moves, move))
                evidence = replay_call(self.other, tried, "other")
                raise Counterexample(f"{allows}: {error}", evidence=evidence) from error
        self.last_followed = other_line
        return other_line

    def failure(self, line: AnyLine, function: str, message: str) -> Counterexample:
        """Return a counterexample for a line after which ``function`` of the rules differs between the games."""
        q = replay_call(self.other, self.follow(line), "other") if self.to is None else "to(p)"
        value = ".value_or(None)" if function == "outcome" else ""
        evidence = f"q = {q}; rules.{function}(p){value}, other.{function}(q){value}"
        return Counterexample(
            message, evidence=evidence, boards={self.other_name: board_lines(self.other, self.converted_end(line))}
        )

    def converted_end(self, line: AnyLine) -> AnyPosition:
        """Return the position of the other game that corresponds to the end of a line."""
        return self.follow(line).end if self.to is None else self.to(line.end)


LONG_GAMES = 200  # number of long games whose ends are compared


def early_and_last_lines(same: Any) -> Iterator[Case]:
    """Yield the test cases of laws of one game; then, unless these are all positions, the ends of long games.

    One of two long games goes on as long as possible, such as to a full board; the other goes to and fro.
    """
    yield from lines_to_check(same)
    if not same.nearest.has_all():
        for seed in range(LONG_GAMES):
            yield {"line": line_of_seed(same.rules, seed, same.depth, CHOICES[1 + seed % 2])}


SAME_GAME: Suite[Any] = replace(GAME, max_examples=lambda same, allowed: allowed)  # a copy of GAME without its laws
law = partial(SAME_GAME.law, **{**at_every_position, "first": early_and_last_lines})


@law(when=lambda same: same.back is not None)
def there_and_back_is_the_same_position(same: SameGameSubject, line: AnyLine) -> None:
    """A position converted to the other game and back is the same: ``back (to p) = p``."""
    assert same.back is not None
    if (p := same.back(same.converted_end(line))) != line.end:
        raise Counterexample(
            f"there and back, the position differs: {difference(p, line.end)}", evidence="back(to(p)), p"
        )


@law(when=lambda same: same.to is not None)
def the_same_moves_lead_to_the_same_position(same: SameGameSubject, line: AnyLine) -> None:
    """The same moves lead to the same position in both games: ``to (foldl play start ms) = foldl play' start' ms``."""
    other_line, expected = same.follow(line), same.converted_end(line)
    if (actual := other_line.end) != expected:
        message, evidence = difference(actual, expected), f"{replay_call(same.other, other_line, 'other')}, to(p)"
        board = {same.other_name: board_lines(same.other, actual)}
        raise Counterexample(f"the position of {same.other_name} differs: {message}", evidence=evidence, boards=board)


@law()
def moves_player_and_outcome_are_the_same(same: SameGameSubject, line: AnyLine) -> None:
    """The games agree on moves, outcome and, until the end, player: ``moves (to p) = moves p``."""
    rules, other, p, q = same.rules, same.other, line.end, same.converted_end(line)
    expected, actual = tuple(map(same.to_move, rules.moves(p))), other.moves(q)
    compared: list[tuple[str, object, object]]
    compared = [("outcome", other.outcome(q), rules.outcome(p))]  # first: if one game is over, its moves differ, too
    compared += [("player", other.player(q), rules.player(p))] if expected else []
    compared += [] if same.any_order else [("moves", actual, expected)]
    for name, theirs, ours in compared:
        if theirs != ours or type(theirs) is not type(ours):
            raise same.failure(
                line, name, f"{name} of {same.other_name}: {difference(theirs, ours)}, as in {rules.name}"
            )
    games = ((rules.name, expected), (same.other_name, actual))  # with any_order, each has the moves of the other
    for (name, moves), (other_name, other_moves) in permutations(games):
        for move in Counter(moves) - Counter(other_moves):
            raise same.failure(
                line, "moves", f"moves: {name} has the move {short_repr(move)}, and {other_name} has not"
            )


def same_game_laws(
    rules: Rules[P, M],
    other: Rules[Q, N],
    to: Callable[[P], Q] | None = None,
    back: Callable[[Q], P] | None = None,
    *,
    to_move: Callable[[M], N] | None = None,
    any_order: bool = False,
    budget: int = BUDGET,
    **options: Unpack[Options],
) -> list[Law]:
    """Return the laws of two representations, or two programs, of one game.

    ``sameGameLaws :: Rules p m -> Rules q n -> Maybe (p -> q) -> Maybe (q -> p) -> [Law]``

    The two games must have the same moves, the same outcome and, until the end, the same player. ``to(p)`` must be the
    position that the second game reaches by the moves that lead to ``p``, and ``back(to(p))`` must equal ``p``.

    Args:
        rules: the first game, from which lines of play are drawn.
        other: the second game.
        to: a function from a position of the first game to the same position of the second. By default, the second game
            reaches the position by the same moves.
        back: the inverse function of ``to``.
        to_move: a function from a move of the first game to the same move of the second; by default, moves are equal.
        any_order: whether the two games may list their moves in different orders.
        budget: the approximate number of positions near the start that are tested before lines are drawn.
        options: the :class:`fpgames.testing.Options` of the run.

    Raises:
        TypeError: an argument is not a ``Rules`` or not a function, or an option is unknown.
        ValueError: the first game cannot be played from its start, or ``back`` is given without ``to``.

    >>> from fpgames.games import mnk, tictactoe
    >>> same_game_laws(tictactoe.record.rules, tictactoe.rules, tictactoe.from_record, tictactoe.to_record)[0]
    there_and_back_is_the_same_position
    >>> same_game_laws(tictactoe.record.rules, tictactoe.rules)
    [moves_player_and_outcome_are_the_same]
    >>> check_same_game(tictactoe.record.rules, tictactoe.rules, tictactoe.from_record, tictactoe.to_record)
    >>> check_same_game(tictactoe.rules, mnk.sized(3, 3, 3), any_order=True, examples=20)

    See also: :func:`check_same_game`, which runs the laws; :func:`fpgames.testing.mutable_laws`, for a mutable game.
    """
    require_playable(rules, "same_game_laws")
    require_rules(other, "the other game")
    for name, function in (("to", to), ("back", back), ("to_move", to_move)):
        require_type(Callable | None, function, name, "a function from one game to the other")
    if back is not None and to is None:
        raise ValueError("back is the inverse of to, which is missing; give both, to alone, or neither")
    both = dict[str, Any](other=other, to=to, back=back, to_move=to_move or identity, any_order=any_order)
    names = {"rules": rules, **both}
    same = SameGameSubject(rules, names, (), budget, depth=GameSubject.longest, last_followed=replay(other), **both)
    return SAME_GAME.laws(same, f"{rules.name} as {other.name}", **options)


check_same_game = make_check(same_game_laws)
"""Run every law of two representations of one game: ``checkSameGame = check . sameGameLaws``."""
