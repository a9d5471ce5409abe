"""Laws of two representations of one game: of two immutable games, and of a mutable game and its immutable model."""

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
    name_of,
    one_line_error,
    short_repr,
)
from fpgames.testing.laws.games import GAME, GameSubject, any_line
from fpgames.testing.reports.counterexamples import board_lines, replay_call, shrink_sequence
from fpgames.testing.running.checks import make_check, require_type
from fpgames.testing.running.suite import Suite
from fpgames.testing.strategies.games import candidate_moves, require_playable
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
from fpgames.testing.strategies.values import seeds

__all__ = ["check_same_game", "mutable_laws", "same_game_laws"]

G = TypeVar("G")
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

    def follow(self, line: AnyLine) -> AnyLine:
        """Play the moves of a line in the game ``other``; return the line in that game."""
        moves = tuple(map(self.to_move, line.moves))
        shared_moves = [*takewhile(lambda pair: pair[0] == pair[1], zip(self.last_followed.moves, moves, strict=False))]
        other_line = self.last_followed.beginning(len(shared_moves))
        for own_move, move in [*zip(line.moves, moves, strict=True)][len(shared_moves) :]:
            try:
                other_line = play_move(self.other, other_line, move)
            except IllegalMove as error:
                allows = f"{self.rules.name} allows {short_repr(own_move)} in these moves, {self.other.name} does not"
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
            message, evidence=evidence, boards={self.other.name: board_lines(self.other, self.converted_end(line))}
        )

    def converted_end(self, line: AnyLine) -> AnyPosition:
        """Return the position of the other game that corresponds to the end of a line."""
        return self.follow(line).end if self.to is None else self.to(line.end)


LONG_GAMES = 200  # number of long games whose ends are compared


def early_and_last_lines(same: Any) -> Iterator[AnyLine]:
    """Yield the lines on which laws of one game are checked; then, unless these lead to all positions, long games.

    One of two long games goes on as long as possible, such as to a full board; the other goes to and fro.
    """
    yield from GAME.explicit["line"](same)
    if not same.nearest.has_all():
        yield from (line_of_seed(same.rules, seed, same.depth, CHOICES[1 + seed % 2]) for seed in range(LONG_GAMES))


SAME_GAME: Suite[Any] = replace(  # ``replace`` copies the settings of GAME, but not its laws
    GAME, explicit={"line": early_and_last_lines}, max_examples=lambda same, allowed: allowed
)


@SAME_GAME.law(when=lambda same: same.back is not None, line=any_line)
def there_and_back_is_the_same_position(same: SameGameSubject, line: AnyLine) -> None:
    """A position converted to the other game and back is the same: ``back (to p) = p``."""
    assert same.back is not None
    if (p := same.back(same.converted_end(line))) != line.end:
        raise Counterexample(f"there and back, the position is {difference(p, line.end)}", evidence="back(to(p)), p")


@SAME_GAME.law(when=lambda same: same.to is not None, line=any_line)
def the_same_moves_lead_to_the_same_position(same: SameGameSubject, line: AnyLine) -> None:
    """The same moves lead to the same position in both games: ``to (foldl play start ms) = foldl play' start' ms``."""
    other_line, expected = same.follow(line), same.converted_end(line)
    if (actual := other_line.end) != expected:
        message, evidence = difference(actual, expected), f"{replay_call(same.other, other_line, 'other')}, to(p)"
        board = {same.other.name: board_lines(same.other, actual)}
        raise Counterexample(f"the position of {same.other.name} is {message}", evidence=evidence, boards=board)


@SAME_GAME.law(line=any_line)
def moves_player_and_outcome_are_the_same(same: SameGameSubject, line: AnyLine) -> None:
    """The games agree on moves, outcome and, until the end, player: ``moves (to p) = moves p``."""
    rules, other, p, q = same.rules, same.other, line.end, same.converted_end(line)
    expected, actual = tuple(map(same.to_move, rules.moves(p))), other.moves(q)
    if same.any_order:
        for a, moves, b, other_moves in ((rules, expected, other, actual), (other, actual, rules, expected)):
            for move in Counter(moves) - Counter(other_moves):
                raise same.failure(line, "moves", f"moves: {a.name} has {short_repr(move)}, and {b.name} has not")
    compared: list[tuple[str, object, object]] = [] if same.any_order else [("moves", actual, expected)]
    compared += [("player", other.player(q), rules.player(p))] if expected else []
    for name, theirs, ours in (*compared, ("outcome", other.outcome(q), rules.outcome(p))):
        if theirs != ours or type(theirs) is not type(ours):
            raise same.failure(line, name, f"{name} of {other.name}: {difference(theirs, ours)}, as in {rules.name}")


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


MAX_STEPS = 12  # maximum number of calls that a report lists; after more calls, the report lists moves
BEGIN, UNDO = "begin()", "undo(game)"
AnyStep: TypeAlias = Any  # BEGIN, UNDO or a move; the game has to refuse an illegal move


class GameAndModel(NamedTuple):
    """A mutable game and its model: their functions, the line in the model, the mutable board, and the calls so far."""

    rules: AnyRules
    begin: Callable[[], Any]
    play: Callable[[Any, AnyMove], object]
    moves: Callable[[Any], Iterable[AnyMove]]
    outcome: Callable[[Any], Maybe[Outcome]]
    player: Callable[[Any], Player] | None
    undo: Callable[[Any], object] | None
    refuses: bool
    trials: Callable[[], list[AnyMove]]
    line: AnyLine
    board: Any = None
    calls: tuple[str, ...] = ()

    def failure(self, call: str, message: str, function: str = "moves") -> Counterexample:
        """Return a counterexample for ``call``; the evidence repeats all calls, and calls ``function`` of the model."""
        evidence = "; ".join((*self.calls, f"{call}, rules.{function}(p)"))
        steps = f"after {', '.join(self.calls)}" if 0 < len(self.calls) <= MAX_STEPS else str(self.line)
        return Counterexample(f"{steps}, {call} {message}", self.line, evidence=evidence)

    def call(self, call: str, function: Callable[..., Any], *args: Any, legal: bool = True) -> Any:
        """Call a function of the mutable game; require an error unless ``legal``. Reports show the text ``call``."""
        result = safe(function)(*args)
        if is_successful(result) != legal:
            error = result.failure() if legal else None
            message = f"raises {one_line_error(error)}" if error else "raises no error, but the move is illegal"
            raise self.failure(call, message) from error
        return result.value_or(None)


def _step_model(rules: AnyRules, line: AnyLine, step: AnyStep) -> AnyLine:
    """Return the line of the model after a step; an illegal move does not change the line."""
    if step in (BEGIN, UNDO):
        return line.beginning(max(0, len(line.moves) - 1) if step is UNDO else 0)
    return play_move(rules, line, step) if step in rules.moves(line.end) else line


def _apply_step(pair: GameAndModel, step: AnyStep) -> GameAndModel:
    """Do one step in the mutable game and its model: begin, undo, play a legal move, or try an illegal move."""
    line, game = _step_model(pair.rules, pair.line, step), pair.board
    legal = line is not pair.line
    if (step is UNDO and not pair.line.moves) or not (legal or pair.refuses):
        return pair  # skip an impossible step, which shrinking may leave
    special_steps = {BEGIN: (BEGIN, pair.begin), UNDO: (UNDO, pair.undo, game)}
    call, *call_arguments = special_steps.get(step, (f"play(game, {step!r})", pair.play, game, step))
    result = pair.call(call, *call_arguments, legal=legal)
    statement = f"game = {call}" if step is BEGIN else call if legal else f"safe(play)(game, {step!r})"
    return pair._replace(line=line, board=result if step is BEGIN else game, calls=(*pair.calls, statement))


def _require_same_answers(pair: GameAndModel) -> None:
    """Compare the moves and the outcome of the game and its model; until the end, also the player to move."""
    legal, counts = pair.rules.moves(pair.line.end), pair.call("moves(game)", lambda: Counter(pair.moves(pair.board)))
    for move in (*legal, *counts):
        if counts[move] != (move in legal):
            wrong = {0: "lacks the legal move", 1: "has the illegal move"}.get(counts[move], "has more than once")
            raise pair.failure("moves(game)", f"{wrong} {short_repr(move)}")
    has_turn = legal and pair.player is not None  # players are not compared at the end
    for name in ("outcome", "player") if has_turn else ("outcome",):
        got, own = pair.call(f"{name}(game)", getattr(pair, name), pair.board), getattr(pair.rules, name)(pair.line.end)
        if got != own or type(got) is not type(own):
            raise pair.failure(f"{name}(game)", f"is {difference(got, own)}", name)


def _random_steps(pair: GameAndModel, seed: int) -> Iterator[AnyStep]:
    """Yield steps in rounds: a round plays random moves, tries an illegal move, then undoes moves or begins again."""
    rng, line, replayed = Random(seed), pair.line, line_of_seed(pair.rules, seed)
    usual, target_length, retreat = len(replayed.moves) + 1, 0, BEGIN
    yield from (pair.trials()[0], BEGIN)  # two steps are enough to show state that leaks into the next game
    for _ in takewhile(lambda _: not current_timer().is_over(), range(10 * usual)):
        n, legal = len(line.moves), pair.rules.moves(line.end)
        if n > target_length:
            step = retreat
        elif n < target_length and legal:
            step = replayed.moves[n] if replayed.moves[:n] == line.moves != replayed.moves else rng.choice(legal)
        else:
            step = rng.choice([move for move in pair.trials() if move not in legal] or legal)
            target_length, replayed = rng.randint(0, usual), rng.choice((line, replayed))
            retreat = BEGIN if pair.undo is None or rng.random() < 0.3 else UNDO
        line = _step_model(pair.rules, line, step)
        yield step


def _shrink_steps(pair: GameAndModel, steps: Sequence[AnyStep]) -> Iterator[tuple[AnyStep, ...]]:
    """Yield shorter sequences of steps, then simpler moves; stop if earlier games make even an empty sequence fail."""
    known = pair.trials()
    begins = lambda _: is_successful(safe(it_plays_as_its_model)(pair, ()))  # noqa: E731
    return takewhile(begins, shrink_sequence(steps, lambda step: known[: known.index(step)] if step in known else ()))


MUTABLE: Suite[GameAndModel] = Suite(
    shrink=_shrink_steps,
    names=lambda pair: pair._asdict() | {type(move).__name__: type(move) for move in pair.trials()},
)


@MUTABLE.law(steps=lambda pair: seeds().map(lambda seed: tuple(_random_steps(pair, seed))))
def it_plays_as_its_model(pair: GameAndModel, steps: Sequence[AnyStep]) -> None:
    """After every step, the mutable game and the model have the same moves, outcome and player: ``moves game = moves p``."""
    for step in (BEGIN, *steps):
        if current_timer().is_over():
            raise OutOfTime
        pair = _apply_step(pair, step)
        _require_same_answers(pair)


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
    """Return the law that a mutable game behaves like its model, the immutable rules of the same game.

    ``mutableLaws :: Rules p m -> IO g -> (g -> m -> IO ()) -> (g -> IO [m]) -> (g -> IO (Maybe Outcome)) -> [Law]``

    The law plays random moves in the game and the model, undoes some moves, and begins new games. After each step,
    game and model must have the same legal moves, the same outcome and, until the end, the same player. The game must
    refuse illegal moves. If the game represents moves in another way, let ``play`` and ``moves`` translate them.

    Args:
        model: the immutable rules.
        begin: a function that begins a new game and returns it.
        play: a function that plays a move of the model in the game, or raises an error if the move is illegal.
        moves: a function from the game to its legal moves, in any order.
        outcome: a function from the game to its ``Maybe[Outcome]``, which is ``Nothing`` until the end.
        player: a function from the game to the player to move; by default, turns are not compared.
        undo: a function that takes the last move back; by default, no move is undone.
        refuses: whether the game checks moves; if not, illegal moves are not tried.
        options: the :class:`fpgames.testing.Options` of the run.

    Raises:
        TypeError: the model is not a ``Rules``, or an argument has the wrong type.
        ValueError: the model cannot be played from its start, or the value of an option is invalid.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.testing import check
    >>> laws = mutable_laws(
    ...     rules, lambda: [rules.start], undo=list.pop,
    ...     play=lambda game, move: game.append(rules.play(game[-1], move)),
    ...     moves=lambda game: rules.moves(game[-1]), outcome=lambda game: rules.outcome(game[-1]),
    ... )
    >>> check("a list", laws, examples=10)

    See also: :func:`fpgames.testing.same_game_laws`, for two immutable games; :func:`fpgames.testing.as_tests`.
    """
    require_playable(model, "mutable_laws")
    require_type(bool, refuses, "refuses", "True or False")
    pair = GameAndModel(
        model, begin, play, moves, outcome, player, undo, refuses, cache(partial(candidate_moves, model)), replay(model)
    )
    for name in ("begin", "play", "moves", "outcome", "player", "undo"):
        if (function := getattr(pair, name)) is not None or name not in ("player", "undo"):
            require_type(Callable, function, name, "a function")
    return MUTABLE.laws(pair, f"{name_of(play)} beside {model.name}", **options)
