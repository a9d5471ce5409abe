"""Laws of a game that should be the same as another: of two pure games, and of a mutable one beside pure rules, its model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import takewhile
from random import Random
from typing import Any, NamedTuple, TypeAlias, TypeVar, Unpack

from returns.maybe import Maybe
from returns.pipeline import is_successful
from returns.result import safe
from toolz import identity

from fpgames.rules import AnyRules, IllegalMove, Outcome, Player, Rules
from fpgames.rules.record import require_rules
from fpgames.testing.law import (
    Counterexample,
    Law,
    Options,
    OutOfTime,
    current_timer,
    difference,
    in_short,
    named,
    shortly,
)
from fpgames.testing.laws.games import GAME, GameSubject, reached
from fpgames.testing.reports.counterexamples import board_lines, replayed, shrink_sequence
from fpgames.testing.running.checks import make_check, require_a
from fpgames.testing.running.suite import Suite
from fpgames.testing.strategies.games import known_moves, require_playable
from fpgames.testing.strategies.lines import (
    BUDGET,
    AnyLine,
    AnyMove,
    AnyPosition,
    after,
    line_of_seed,
    longer,
    replay,
)
from fpgames.testing.strategies.values import seeds

__all__ = ["check_same_game", "mutable_laws", "same_game_laws"]

G = TypeVar("G")
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
                evidence = replayed(self.other, longer(there, move, there.end), "other")
                raise Counterexample(f"{allows}: {error}", evidence=evidence) from error
        self.followed = there
        return there

    def differ(self, line: AnyLine, what: str, said: str) -> Counterexample:
        """Return the error for what is not the same at the end of a line, with both positions."""
        q = replayed(self.other, self.follow(line), "other") if self.to is None else "to(p)"
        value = ".value_or(None)" if what == "outcome" else ""
        evidence = f"q = {q}; rules.{what}(p){value}, other.{what}(q){value}"
        return Counterexample(
            said, evidence=evidence, boards={self.other.name: board_lines(self.other, self.converted(line))}
        )

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
        raise Counterexample(
            f"there and back, the position is {difference(found, line.end)}", evidence="back(to(p)), p"
        )


@SAME_GAME.law(when=lambda same: same.to is not None, line=reached)
def the_same_moves_lead_to_the_same_position(same: SameGameSubject, line: AnyLine) -> None:
    """The same moves lead to the same position in both games: ``to (foldl play start ms) = foldl play start ms``."""
    there, expected = same.follow(line), same.converted(line)
    if (found := there.end) != expected:
        said, evidence = difference(found, expected), f"{replayed(same.other, there, 'other')}, to(p)"
        board = {same.other.name: board_lines(same.other, found)}
        raise Counterexample(f"the position of {same.other.name} is {said}", evidence=evidence, boards=board)


@SAME_GAME.law(line=reached)
def moves_player_and_outcome_are_the_same(same: SameGameSubject, line: AnyLine) -> None:
    """Both have the same moves, outcome, and player until the end: ``moves (to p) = moves p``."""
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
    **options: Unpack[Options],
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
        options: how the laws are run, as :class:`fpgames.testing.Options` says.

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
        require_a(Callable | None, function, name, "a function from one game to the other")
    if back is not None and to is None:
        raise ValueError("back is the inverse of to, which is missing; give both, to alone, or neither")
    both = dict[str, Any](other=other, to=to, back=back, to_move=to_move or identity, any_order=any_order)
    names = {"rules": rules, **both}
    same = SameGameSubject(rules, names, (), budget, depth=GameSubject.longest, followed=replay(other), **both)
    return SAME_GAME.laws(same, f"{rules.name} as {other.name}", **options)


check_same_game = make_check(same_game_laws)
"""Run every law of two games that should be one: ``checkSameGame = check . sameGameLaws``."""


MOST_STEPS = 12  # that are said; of more, the moves that they lead to
BEGIN, UNDO = "begin()", "undo(game)"
AnyStep: TypeAlias = Any  # one of these, or a move to play, or to try where it is illegal


class Beside(NamedTuple):
    """A mutable game beside its model: the functions of both, the moves played, and the statements that led there."""

    rules: AnyRules
    begin: Callable[[], Any]
    play: Callable[[Any, AnyMove], object]
    moves: Callable[[Any], Iterable[AnyMove]]
    outcome: Callable[[Any], Maybe[Outcome]]
    player: Callable[[Any], Player] | None
    undo: Callable[[Any], object] | None
    refuses: bool
    known: Callable[[], list[AnyMove]]
    line: AnyLine
    board: Any = None
    done: tuple[str, ...] = ()

    def differ(self, call: str, said: str, what: str = "moves") -> Counterexample:
        """Return the error of a call, which the last statement shows beside what the model says."""
        evidence = "; ".join((*self.done, f"{call}, rules.{what}(p)"))
        steps = f"after {', '.join(self.done)}" if 0 < len(self.done) <= MOST_STEPS else after(self.line)
        return Counterexample(f"{steps}, {call} {said}", self.line, evidence=evidence)

    def asked(self, call: str, function: Callable[..., Any], *args: Any, legal: bool = True) -> Any:
        """Call a function of the tester's, which must raise an error exactly for a move that is illegal."""
        found = safe(function)(*args)
        if is_successful(found) != legal:
            error = found.failure() if legal else None
            said = f"raises {in_short(error)}" if error else "raises no error, but the move is illegal"
            raise self.differ(call, said) from error
        return found.value_or(None)


def _after(rules: AnyRules, line: AnyLine, step: AnyStep) -> AnyLine:
    """Return where a step leads in the model: nowhere if it is illegal."""
    if step in (BEGIN, UNDO):
        return line.beginning(max(0, len(line.moves) - 1) if step is UNDO else 0)
    return longer(line, step, rules.play(line.end, step)) if step in rules.moves(line.end) else line


def _stepped(it: Beside, step: AnyStep) -> Beside:
    """Begin a game, take a move back, play a legal move, or try an illegal one, which must be refused."""
    line, game = _after(it.rules, it.line, step), it.board
    legal = line is not it.line
    if (step is UNDO and not it.line.moves) or not (legal or it.refuses):
        return it  # in games out of which moves were left
    others = {BEGIN: (BEGIN, it.begin), UNDO: (UNDO, it.undo, game)}
    call, *asked = others.get(step, (f"play(game, {step!r})", it.play, game, step))
    found = it.asked(call, *asked, legal=legal)
    done = f"game = {call}" if step is BEGIN else call if legal else f"safe(play)(game, {step!r})"
    return it._replace(line=line, board=found if step is BEGIN else game, done=(*it.done, done))


def _compare(it: Beside) -> None:
    """Compare the moves, the outcomes, and, while the game runs, the players to move."""
    expected, found = it.rules.moves(it.line.end), it.asked("moves(game)", lambda: Counter(it.moves(it.board)))
    for move in (*expected, *found):
        if found[move] != (move in expected):
            wrong = {0: "lacks the legal move", 1: "has the illegal move"}.get(found[move], "has more than once")
            raise it.differ("moves(game)", f"{wrong} {shortly(move)}")
    turns = expected and it.player is not None  # at the end, it is the turn of none
    for what in ("outcome", "player") if turns else ("outcome",):
        one, other = it.asked(f"{what}(game)", getattr(it, what), it.board), getattr(it.rules, what)(it.line.end)
        if one != other or type(one) is not type(other):
            raise it.differ(f"{what}(game)", f"is {difference(one, other)}", what)


def _some_steps(it: Beside, seed: int) -> Iterator[AnyStep]:
    """Yield moves to some length, taken back or begun anew, perhaps played again, and illegal moves in between."""
    rng, line, again = Random(seed), it.line, line_of_seed(it.rules, seed)
    usual, goal, back = len(again.moves) + 1, 0, BEGIN
    yield from (it.known()[0], BEGIN)  # if one game shows in the next, this is the shortest report
    for _ in takewhile(lambda _: not current_timer().is_over(), range(10 * usual)):
        n, legal = len(line.moves), it.rules.moves(line.end)
        if n > goal:
            step = back
        elif n < goal and legal:
            step = again.moves[n] if again.moves[:n] == line.moves != again.moves else rng.choice(legal)
        else:
            step = rng.choice([move for move in it.known() if move not in legal] or legal)
            goal, again = rng.randint(0, usual), rng.choice((line, again))
            back = BEGIN if it.undo is None or rng.random() < 0.3 else UNDO
        line = _after(it.rules, line, step)
        yield step


def _simpler_steps(it: Beside, steps: Sequence[AnyStep]) -> Iterator[tuple[AnyStep, ...]]:
    """Yield fewer steps, and moves that come before others, unless earlier games show in new ones, whatever the steps."""
    known = it.known()
    begins = lambda _: is_successful(safe(it_plays_as_its_model)(it, ()))  # noqa: E731
    return takewhile(begins, shrink_sequence(steps, lambda step: known[: known.index(step)] if step in known else ()))


MUTABLE: Suite[Beside] = Suite(
    shrink=_simpler_steps,
    names=lambda it: it._asdict() | {type(move).__name__: type(move) for move in it.known()},
)


@MUTABLE.law(steps=lambda it: seeds().map(lambda seed: tuple(_some_steps(it, seed))))
def it_plays_as_its_model(it: Beside, steps: Sequence[AnyStep]) -> None:
    """After every step, a game has the moves, the outcome and the player of its model: ``moves game = moves p``."""
    for step in (BEGIN, *steps):
        if current_timer().is_over():
            raise OutOfTime
        it = _stepped(it, step)
        _compare(it)


def mutable_laws(
    model: Rules[P, M],
    begin: Callable[[], G],
    *,
    play: Callable[[G, M], object],
    moves: Callable[[G], Iterable[M]],
    outcome: Callable[[G], Maybe[Outcome]],
    player: Callable[[G], Player] | None = None,
    undo: Callable[[G], object] | None = None,
    refuses: bool = True,
    **options: Unpack[Options],
) -> list[Law]:
    """Return the law of a game whose board changes: played beside pure rules, its model, it says what they say.

    ``mutableLaws :: Rules p m -> IO g -> (g -> m -> IO ()) -> (g -> IO [m]) -> (g -> IO (Maybe Outcome)) -> [Law]``

    Random moves are played in both, some are taken back, and new games are begun. The legal moves, the outcome, and the
    player while the game runs, must be the same after each step. Illegal moves are tried, too, which the game must refuse.
    If its moves are not those of the model, let ``play`` and ``moves`` translate them.

    Args:
        model: the rules.
        begin: a function that begins a new game and returns it.
        play: a function that plays a move of the model in the game, or raises an error if the move is illegal.
        moves: a function from the game to its legal moves, in any order.
        outcome: a function from the game to how it ended, ``Nothing`` while it runs.
        player: a function from the game to the player to move; without it, turns are not compared.
        undo: a function that takes the last move back; without it, no move is.
        refuses: whether the game checks moves; if not, illegal ones are not tried.
        options: how the laws are run, as :class:`fpgames.testing.Options` says.

    Raises:
        TypeError: the model is not the rules of a game, or an argument is of another type.
        ValueError: the model cannot be played from its start, or an option is not as described.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.testing import check
    >>> laws = mutable_laws(
    ...     rules, lambda: [rules.start], undo=list.pop,
    ...     play=lambda game, move: game.append(rules.play(game[-1], move)),
    ...     moves=lambda game: rules.moves(game[-1]), outcome=lambda game: rules.outcome(game[-1]),
    ... )
    >>> check("a list", laws, examples=10)

    See also: :func:`fpgames.testing.same_game_laws`, for two pure games; :func:`fpgames.testing.as_tests`.
    """
    require_playable(model, "mutable_laws")
    require_a(bool, refuses, "refuses", "True or False")
    it = Beside(
        model, begin, play, moves, outcome, player, undo, refuses, cache(partial(known_moves, model)), replay(model)
    )
    for name in ("begin", "play", "moves", "outcome", "player", "undo"):
        if (given := getattr(it, name)) is not None or name not in ("player", "undo"):
            require_a(Callable, given, name, "a function")
    return MUTABLE.laws(it, f"{named(play)} beside {model.name}", **options)
