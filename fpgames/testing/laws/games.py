"""The suite of laws of a game, the functions that return or run the laws, and the positions to test."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from itertools import chain, islice, tee
from math import inf
from typing import Any, TypeVar, Unpack

from hypothesis import strategies as st
from returns.maybe import Nothing, Some
from toolz import unique

from fpgames.rules import AnyRules, IllegalMove, Outcome, Player, Rules, unreadable
from fpgames.testing.law import Case, Law, Options, RunTimer, current_timer, name_of
from fpgames.testing.reports.shrinking import shrink_line
from fpgames.testing.running.checks import configure_laws, make_check, require_each, require_perft_table, require_type
from fpgames.testing.running.second_process import Pickled, observe_or_error, try_pickle
from fpgames.testing.running.suite import Suite
from fpgames.testing.strategies.first_results import keep_first, keep_first_results
from fpgames.testing.strategies.games import candidate_moves, moves_of_games, require_playable, seeded_line
from fpgames.testing.strategies.lines import (
    BUDGET,
    MAX_MOVES,
    SAMPLED,
    AnyLine,
    AnyMove,
    AnyPosition,
    Line,
    NearestLines,
    line_of_seed,
    lines_near_ends,
    lines_with_few_symbols,
    position_key,
    prefix_cases,
    start_of,
    usual_length,
)
from fpgames.validation import require_at_least

__all__ = ["check_game", "game_laws", "play_laws"]

M = TypeVar("M")
P = TypeVar("P")

PLAY_LAWS = {
    "moves_are_listed_once", "play_accepts_every_move", "values_are_of_their_types",
    "play_refuses_anything_else", "play_leaves_its_argument_as_it_was", "equal_positions_behave_alike",
    "copies_behave_alike", "the_way_to_a_position_does_not_matter", "equal_play_gives_equal_positions",
    "a_second_process_does_the_same", "threads_do_the_same",
}  # fmt: skip

DEFAULT_DEPTH = 250  # default maximum length of a drawn line
_MAX_TRIED = 32  # maximum number of moves tried in one position
_MAX_WIDTH = 30  # mean number of moves per position; in games with more moves, fewer positions are tested
LINES_PER_EXAMPLE = 3  # maximum ratio of drawn lines of play to the setting max_examples of Hypothesis
GAME_SECONDS = 2.0  # time limit for the random games from which all laws learn about the game
SAMPLED_GAMES = 3  # number of random games for the phase of few cases
_MIN_LINES = 10  # minimum number of lines of play on which a law is tested


@dataclass(eq=False)
class GameSubject:
    """The subject of the laws of a game: the arguments of ``game_laws``; ``names`` maps names in reports to objects."""

    rules: AnyRules
    names: Mapping[str, object]
    refused: Iterable[Any]
    budget: int
    longest: int = MAX_MOVES
    depth: int = DEFAULT_DEPTH
    perft: Mapping[int, int] = field(default_factory=dict[int, int])
    bounded: bool = True
    pickled: Pickled = field(init=False)  # the rules, pickled before any law runs
    start: AnyPosition = field(init=False)  # the start, copied before any law runs
    at_start: dict[str, Any] = field(init=False)  # results of ``observe`` for the start; or an error
    line_by_seed: dict[int, AnyLine] = field(default_factory=dict[int, AnyLine], init=False)
    advised: set[str] = field(default_factory=set[str], init=False)  # topics of Advice

    def __post_init__(self) -> None:
        self.refused = require_each(Hashable, self.refused, "refused", "a collection of moves, which are hashable")
        self.start = start_of(self.rules)
        self.at_start = observe_or_error(self.rules, self.start)
        self.pickled = try_pickle(self.rules)

    @cached_property
    def played(self) -> frozenset[AnyMove]:
        """Moves of random games."""
        with RunTimer(GAME_SECONDS):
            return frozenset(moves_of_games(self.rules))

    @cached_property
    def trials(self) -> tuple[Any, ...]:
        """Moves that are tried in positions where they are illegal."""
        with RunTimer(GAME_SECONDS):
            return tuple(unique((*self.refused, *candidate_moves(self.rules)), key=lambda move: (move, repr(move))))

    @cached_property
    def usual_length(self) -> int:
        """The length of the longest of five random games, at most ``depth``."""
        with RunTimer(GAME_SECONDS):  # the time of one law must not cut the games short, as all laws use the length
            return min(self.depth, usual_length(self.rules))

    @cached_property
    def nearest(self) -> NearestLines:
        """The lines to the positions nearest the start."""
        return NearestLines(self.first_results, self.budget)

    @cached_property
    def first(self) -> Iterator[AnyLine]:
        """Lines to the positions nearest the start; if these are not all positions, also lines to later positions.

        ``lines_with_few_symbols`` and ``lines_near_ends`` find the later ones. Copies of this iterator share a cache.
        """

        def near_then_late_lines() -> Iterator[AnyLine]:
            yield from self.limited_by_width(self.nearest.lines(), self.budget)
            if not self.nearest.has_all():
                few = lines_with_few_symbols(self.rules, self.budget)
                last = lines_near_ends(self.first_results, self.budget // 12, self.depth)
                yield from self.limited_by_width(uncut(chain(few, last)), self.budget // 4)

        return tee(near_then_late_lines(), 1)[0]

    @cached_property
    def sample(self) -> list[AnyLine]:
        """Lines for the phase of few cases: to a few positions near the start, and in a few random games."""
        with RunTimer(GAME_SECONDS):
            games = [line_of_seed(self.rules, seed, self.depth) for seed in range(SAMPLED_GAMES)]
        near = islice(self.nearest.lines(), SAMPLED // 2)
        return [
            *near,
            *(game.beginning(n) for game in games for n in range(len(game.moves), 0, -1 - len(game.moves) // 10)),
        ]

    @cached_property
    def first_results(self) -> AnyRules:
        """The rules, with the first result of each function for each position kept for all laws."""
        return keep_first_results(self.rules)

    def forget(self) -> bool:
        """Drop the first results; return whether there were any."""
        return vars(self).pop("first_results", None) is not None

    @cached_property
    def number_of(self) -> Callable[[AnyPosition], int | None]:
        """A function that returns a number for the ``position_key`` of a position; None without a key."""
        numbers: dict[Hashable, int | None] = {None: None}
        return keep_first(lambda p: numbers.setdefault(position_key(p), len(numbers)))

    @cached_property
    def read(self) -> Callable[[str], AnyPosition]:
        """``rules.read``, cached for all laws."""
        return cache(self.rules.read)

    def limited_by_width(self, lines: Iterable[AnyLine], budget: int) -> Iterator[AnyLine]:
        """Yield lines, but fewer than ``budget`` of them if positions near the start have over 30 moves on average."""
        for n, line in enumerate(lines):
            if n > _MIN_LINES and n * self.nearest.width() > _MAX_WIDTH * budget:
                return
            yield line

    def moves_to_try(self, line: AnyLine) -> tuple[Any, ...]:
        """Return the moves to try at the end of a line: at most 32 of ``trials``, selected by the line's length."""
        at = len(line.moves) * _MAX_TRIED % max(1, len(self.trials))
        return self.trials if len(self.trials) <= _MAX_TRIED else (self.trials[at:] + self.trials[:at])[:_MAX_TRIED]


def uncut(lines: Iterator[AnyLine]) -> Iterator[AnyLine]:
    """Yield lines that all laws share, so the time limit of the law that asks for them first must not cut them short."""
    while True:
        with RunTimer(GAME_SECONDS):
            line = next(lines, None)
        if line is None:
            return
        yield line


def max_lines(game: GameSubject, allowed: int) -> int:
    """Return the number of lines of play to draw for a law; ``allowed`` is ``max_examples`` of Hypothesis."""
    width = max(1, round(game.nearest.width() / _MAX_WIDTH))
    lines = game.budget // 3 // min(3 * SAMPLED, game.usual_length + 1) // width
    return min(LINES_PER_EXAMPLE * allowed, max(_MIN_LINES, lines // 6 if game.nearest.has_all() else lines))


def seconds_per_move(game: GameSubject) -> str:
    """Return advice for a run in which time ran out: how long a move of a random game takes, and which options help."""
    with RunTimer(GAME_SECONDS) as timer:
        moves = len(line_of_seed(game.rules, 0, game.depth).moves)
    takes = f"a move takes {1000 * timer.spent() / max(1, moves):.2g} ms"
    return f"{takes}; raise seconds=, or lower budget= or depth="


def any_line(game: GameSubject) -> st.SearchStrategy[AnyLine]:
    """Draw lines of play; a line ends at the first error of the rules, which ``play_accepts_every_move`` reports."""
    return seeded_line(game.rules, game.depth, game.usual_length, game.line_by_seed)


def lines_to_check(game: GameSubject) -> Iterator[Case]:
    """Yield test cases with the lines that laws of positions are checked on first: in some phases, with few lines or one."""
    phase = current_timer().phase
    if phase.line is not None:
        return prefix_cases({"line": phase.line})
    return ({"line": line} for line in (copy(game.first) if phase.max_cases == inf else game.sample))


GAME: Suite[GameSubject] = Suite(
    cases=prefix_cases,
    # a law with the argument ``line`` is checked once per position, any other law on every case
    key=lambda game, case: game.number_of(case["line"].end) if "line" in case else None,
    shrink=shrink_line,
    names=lambda game: game.names,
    max_examples=max_lines,
    hint=seconds_per_move,
    forget=GameSubject.forget,
)
at_every_position = dict[str, Any](first=lines_to_check, exhaustive=lambda game: game.nearest.has_all(), line=any_line)
position_law = partial(GAME.law, **at_every_position)  # decorates a law of the position at the end of a line of play
line_law = partial(GAME.law, whole=any_line)  # decorates a law of a whole line of play


def game_laws(
    rules: Rules[P, M],
    *,
    longest: int = MAX_MOVES,
    depth: int | None = None,
    refused: Iterable[M] = (),
    budget: int = BUDGET,
    perft: Mapping[int, int] | None = None,
    bounded: bool = True,
    also: Iterable[Callable[[Rules[P, M], Line[P, M]], None]] = (),
    **options: Unpack[Options],
) -> list[Law]:
    """Return the laws of a game: ``gameLaws :: Rules p m -> [Law]``.

    Each law is checked on the positions nearest the start, then on the positions of random lines of play.

    Args:
        rules: the game.
        longest: the number of moves within which every game must end.
        depth: the maximum length of drawn lines; by default 250, or ``longest`` if that is less.
        refused: more moves that ``play`` must refuse where they are illegal. The kit always tries moves of random games
            and, if these moves are whole numbers or tuples of whole numbers, neighbouring numbers.
        budget: about how many positions near the start to check. A position with over three moves counts as several. Up
            to ``budget / 4`` positions near ends of games and ``budget / 3`` positions of drawn lines are added.
        perft: the number of lines of play that the game must have, for each number of moves.
        bounded: whether static values are between -1 and 1. If not, only their sign at the end of a game is checked.
        also: laws of your own. Each is a function of the rules and a :class:`Line` of play that returns None. It raises
            an AssertionError if the law does not hold at the end of the line. Its docstring is the equation.
        options: the :class:`fpgames.testing.Options` of the run.

    Raises:
        TypeError: the first argument is not a ``Rules``, or another argument has the wrong type.
        ValueError: the game cannot be played from its start, or the value of an option is invalid.

    >>> from fpgames.games.nim import rules
    >>> game_laws(rules)[0]
    play_leaves_its_argument_as_it_was
    >>> check_game(rules)

    See also: :func:`check_game`, which runs the laws; :func:`fpgames.testing.as_tests`, which makes them pytest items.
    """
    require_playable(rules, "game_laws")
    for number, name in ((longest, "longest"), (1 if depth is None else depth, "depth"), (budget, "budget")):
        require_at_least(1, number, f"check a game with {name}={{}}")
    require_perft_table({} if perft is None else perft)
    suite, names = GAME.extended(), dict[str, object](rules=rules)
    for law in require_each(Callable, also, "also", "a collection of your own laws, functions of the rules and a line"):
        statement = _as_statement(law)
        names[statement.__name__] = law
        suite.law(evidence=f"{statement.__name__}(rules, line)", **at_every_position)(statement)
    depth = min(longest, DEFAULT_DEPTH) if depth is None else depth
    subject = GameSubject(rules, names, refused, budget, longest, depth, perft or {}, bounded)
    return suite.laws(subject, rules.name, **options)


def _as_statement(law: Callable[[Rules[P, M], Line[P, M]], None]) -> Callable[..., None]:
    """Convert a law of the rules and a line to a law of a ``GameSubject`` and a line."""

    def statement(game: GameSubject, line: Line[P, M]) -> None:
        return law(game.rules, line)

    statement.__name__, statement.__doc__ = name_of(law).rpartition(".")[2], law.__doc__
    return statement


def play_laws(
    start: P,
    moves: Callable[[P], Iterable[M]],
    play: Callable[[P, M], P],
    *,
    refused: Iterable[M] = (),
    budget: int = BUDGET,
    **options: Unpack[Options],
) -> list[Law]:
    """Return the laws of a function that plays moves: ``playLaws :: p -> (p -> [m]) -> (p -> m -> p) -> [Law]``.

    These laws of games need no players, outcomes or texts. ``moves`` may return any collection, and
    ``play`` may refuse an illegal move by raising any error.

    Args:
        start: the position to play from.
        moves: a function from a position to its moves; a line of play ends at a position without moves.
        play: a function from a position and a move to the next position.
        refused: moves to try, besides random ones, in positions where they are illegal; ``play`` must refuse them.
        budget: the approximate number of positions on which each law is checked.
        options: the :class:`fpgames.testing.Options` of the run.

    Raises:
        TypeError: ``moves`` or ``play`` is not a function, or a move is not hashable.
        ValueError: no move can be played from the start, or the value of an option is invalid.

    >>> from fpgames.testing import check
    >>> def take(stones, n):
    ...     if n not in (1, 2, 3) or n > stones:
    ...         raise ValueError(f"cannot take {n} of {stones} stones")
    ...     return stones - n
    ...
    >>> laws = play_laws(21, lambda stones: range(1, min(3, stones) + 1), take)
    >>> check("take", laws, exclude=["a_second_process_does_the_same"])

    See also: :func:`game_laws`, for a whole game.
    """
    for name, function in (("moves", moves), ("play", play)):
        require_type(Callable, function, name, "a function of a position")

    def moves_as_tuple(p: P) -> tuple[M, ...]:
        return tuple(moves(p))

    def play_or_illegal(p: P, move: M) -> P:
        try:
            return play(p, move)
        except Exception as error:
            if move in (legal := moves_as_tuple(p)):
                raise
            raise IllegalMove(move, legal) from error

    rules: Rules[P, M] = Rules(
        name=name_of(play), start=start, moves=moves_as_tuple, play=play_or_illegal, player=lambda p: Player.FIRST,
        outcome=lambda p: Nothing if moves_as_tuple(p) else Some(Outcome.DRAW), show=lambda p: "", read=unreadable,
        show_move=repr, read_move=unreadable,
    )  # fmt: skip
    require_at_least(1, budget, "check a game with budget={}")
    names = {"moves": moves, "play": play, "start": start}
    require_playable(rules, "play_laws")
    laws = GAME.laws(GameSubject(rules, names, refused, budget), rules.name)
    return configure_laws((law for law in laws if law.name in PLAY_LAWS), options)


check_game = make_check(game_laws)
"""Run every law of a game: ``checkGame = check . gameLaws``."""
