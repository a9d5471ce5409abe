"""The law of a mutable game: played beside pure rules, its model, it says what they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import takewhile
from random import Random
from typing import Any, NamedTuple, TypeAlias, TypeVar, Unpack

from returns.maybe import Maybe
from returns.pipeline import is_successful
from returns.result import Result, safe

from fpgames.rules import AnyRules, Outcome, Player, Rules
from fpgames.testing.law import Broken, Law, Options, OutOfTime, difference, in_short, named, shortly, watch
from fpgames.testing.reports.counterexamples import fewer_or_simpler
from fpgames.testing.running.checks import require_a
from fpgames.testing.running.suite import Suite
from fpgames.testing.strategies.games import known_moves, require_playable
from fpgames.testing.strategies.lines import AnyLine, AnyMove, after, line_of_seed, longer, replay
from fpgames.testing.strategies.values import seeds

__all__ = ["mutable_laws"]

G = TypeVar("G")
M = TypeVar("M")
P = TypeVar("P")

MOST_STEPS = 12  # that are said; of more, the moves that they lead to
BEGIN, UNDO = "begin()", "undo(game)"
AnyStep: TypeAlias = Any  # one of these, or a move to play, or to try where it is illegal
_answer: Callable[..., Result[Any, Exception]] = safe(lambda function, *args: function(*args))


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

    def differ(self, call: str, said: str, what: str = "moves") -> Broken:
        """Return the error of a call, which the last statement shows beside what the model says."""
        see = "; ".join((*self.done, f"{call}, rules.{what}(p)"))
        steps = f"after {', '.join(self.done)}" if 0 < len(self.done) <= MOST_STEPS else after(self.line)
        return Broken(f"{steps}, {call} {said}", self.line, see=see)

    def asked(self, call: str, function: Callable[..., Any], *args: Any, legal: bool = True) -> Any:
        """Call a function of the tester's, which must raise an error exactly for a move that is illegal."""
        found = _answer(function, *args)
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
    for _ in takewhile(lambda _: not watch().is_over(), range(10 * usual)):
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
    begins = lambda _: is_successful(_answer(it_plays_as_its_model, it, ()))  # noqa: E731
    return takewhile(begins, fewer_or_simpler(steps, lambda step: known[: known.index(step)] if step in known else ()))


MUTABLE: Suite[Beside] = Suite(
    simpler=_simpler_steps,
    names=lambda it: it._asdict() | {type(move).__name__: type(move) for move in it.known()},
)


@MUTABLE.law(steps=lambda it: seeds().map(lambda seed: tuple(_some_steps(it, seed))))
def it_plays_as_its_model(it: Beside, steps: Sequence[AnyStep]) -> None:
    """After every step, a game has the moves, the outcome and the player of its model: ``moves game = moves p``."""
    for step in (BEGIN, *steps):
        if watch().is_over():
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
    **how: Unpack[Options],
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
        how: how the laws are run, as :class:`fpgames.testing.Options` says.

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
    return MUTABLE.laws(it, f"{named(play)} beside {model.name}", **how)
