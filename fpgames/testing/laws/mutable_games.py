"""Laws of a mutable game: it plays as its model does, the immutable rules of the same game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import takewhile
from random import Random
from typing import Any, NamedTuple, TypeAlias, TypeVar, Unpack

from returns.maybe import Maybe
from returns.pipeline import is_successful
from toolz import identity

from fpgames.rules import AnyRules, Outcome, Player, Rules
from fpgames.testing.law import (
    Case,
    Counterexample,
    Law,
    Options,
    OutOfTime,
    attempt,
    current_timer,
    name_of,
    one_line_error,
    short_repr,
)
from fpgames.testing.reports.differences import difference
from fpgames.testing.reports.shrinking import shrink_sequence
from fpgames.testing.running.checks import require_type
from fpgames.testing.running.suite import Suite
from fpgames.testing.strategies.games import candidate_moves, require_playable
from fpgames.testing.strategies.lines import CHOICES, AnyLine, AnyMove, line_of_seed, play_move, replay
from fpgames.testing.strategies.values import seeds

__all__ = ["mutable_laws"]

G = TypeVar("G")
M = TypeVar("M")
P = TypeVar("P")


MAX_STEPS = 12  # maximum number of calls that a report lists; after more calls, the report lists moves
REPLAYED_GAMES, MAX_REPLAYED_MOVES = 4, 60  # number and maximum length of the games that are played three times
BEGIN, UNDO, SWAP = "begin()", "undo(game)", "game, other = other, game"
READ_WHILE_PLAYING = "[(m, play(game, m), undo(game))[0] for m in moves(game)]"
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
    copy: Callable[[Any], Any] | None
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
        result = attempt(function, *args)
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


def _apply_steps(pair: GameAndModel, steps: Iterable[AnyStep]) -> Iterator[GameAndModel]:
    """Begin a game, do some steps, and yield the game and its model after each; raise OutOfTime if time is up."""
    for step in (BEGIN, *steps):
        if current_timer().is_over():
            raise OutOfTime
        pair = _apply_step(pair, step)
        yield pair


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
    begins = lambda _: is_successful(attempt(it_plays_as_its_model, pair, ()))  # noqa: E731
    return takewhile(begins, shrink_sequence(steps, lambda step: known[: known.index(step)] if step in known else ()))


MUTABLE: Suite[GameAndModel] = Suite(
    shrink=_shrink_steps,
    names=lambda pair: pair._asdict() | {type(move).__name__: type(move) for move in pair.trials()},
)


def replayed_games(pair: GameAndModel) -> Iterator[Case]:
    """Yield test cases that play one game three times, to find what is kept from game to game, such as repetitions."""
    for seed in range(REPLAYED_GAMES):
        moves = line_of_seed(pair.rules, seed, MAX_REPLAYED_MOVES, CHOICES[2 * (seed % 2)]).moves
        yield {"steps": (*moves[:1], *3 * (BEGIN, *moves))}  # the first move is enough to show a board of all games


mutable_law = partial(MUTABLE.law, steps=lambda pair: seeds().map(lambda seed: tuple(_random_steps(pair, seed))))


@mutable_law(prerequisite=True, first=replayed_games)
def it_plays_as_its_model(pair: GameAndModel, steps: Sequence[AnyStep]) -> None:
    """After every step, the mutable game and the model have the same moves, outcome and player: ``moves game = moves p``.

    A second game that is begun does not change the first.
    """
    last = pair
    for after in _apply_steps(pair, steps):
        _require_same_answers(after)
        last = after
    last.call(BEGIN, last.begin)
    _require_same_answers(last._replace(calls=(*last.calls, f"other = {BEGIN}")))


@mutable_law(when=lambda pair: pair.undo is not None, times=0.3)
def its_moves_can_be_played_while_they_are_read(pair: GameAndModel, steps: Sequence[AnyStep]) -> None:
    """Each move is played and taken back before ``moves`` is asked for the next, and the moves are those of the model."""
    *_, pair = _apply_steps(pair, steps)
    play, undo, game, read = pair.play, pair.undo or identity, pair.board, READ_WHILE_PLAYING
    moves = pair.call(read, lambda: [(m, play(game, m), undo(game))[0] for m in pair.moves(game)])
    if Counter(moves) != Counter(expected := pair.rules.moves(pair.line.end)):
        raise pair.failure(read, f"is {short_repr(moves)}; expected {short_repr(expected)} in any order")


@mutable_law(when=lambda pair: pair.copy is not None, times=0.3)
def a_copy_is_another_game(pair: GameAndModel, steps: Sequence[AnyStep]) -> None:
    """A move in a copy does not change the game, and a move in the game does not change the copy, which takes back its own."""
    *_, pair = _apply_steps(pair, steps)
    copied = pair._replace(board=pair.call("copy(game)", pair.copy or identity, pair.board))
    copied = copied._replace(calls=(*pair.calls, "game, other = copy(game), game"))
    legal = pair.rules.moves(pair.line.end)
    for move, other_move in ((legal[0], legal[-1]),) if legal else ():
        copied = _apply_step(copied, move)
        _require_same_answers(copied)
        pair = pair._replace(calls=(*copied.calls, SWAP))
        _require_same_answers(pair)
        pair = _apply_step(pair, other_move)
        _require_same_answers(copied := copied._replace(calls=(*pair.calls, SWAP)))
        _require_same_answers(_apply_step(copied, UNDO) if pair.undo else copied)


def mutable_laws(
    model: Rules[P, M],
    begin: Callable[[], G],
    *,
    play: Callable[[G, M], object],
    moves: Callable[[G], Iterable[M]],
    outcome: Callable[[G], Maybe[Outcome]],
    player: Callable[[G], Player] | None = None,
    undo: Callable[[G], object] | None = None,
    copy: Callable[[G], G] | None = None,
    refuses: bool = True,
    **options: Unpack[Options],
) -> list[Law]:
    """Return the laws that a mutable game behaves like its model, the immutable rules of the same game.

    ``mutableLaws :: Rules p m -> IO g -> (g -> m -> IO ()) -> (g -> IO [m]) -> (g -> IO (Maybe Outcome)) -> [Law]``

    The laws play random moves in the game and the model, undo some moves, and begin new games. After each step,
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
        copy: a function that copies the game, so that moves in one do not change the other; by default, none is copied.
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
    required = dict[str, Any](begin=begin, play=play, moves=moves, outcome=outcome)
    optional = dict[str, Any](player=player, undo=undo, copy=copy)
    for name, function in {**required, **optional}.items():
        require_type(Callable if name in required else Callable | None, function, name, "a function")
    trials, line = cache(partial(candidate_moves, model)), replay(model)
    pair = GameAndModel(model, **required, **optional, refuses=refuses, trials=trials, line=line)
    return MUTABLE.laws(pair, f"{name_of(play)} beside {model.name}", **options)
