"""Laws as values, the counterexamples that break them, the options and results of a run, and texts for reports."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from math import inf
from time import monotonic
from typing import Any, NamedTuple, TypeAlias, TypedDict, TypeVar

from returns.maybe import Nothing, Some
from returns.result import Failure, Result, Success
from toolz import groupby

__all__ = ["Advice", "Counterexample", "Law", "LawsBroken", "Skipped", "Options", "LawResult", "IncompleteCheck"]


A = TypeVar("A")

Case: TypeAlias = dict[str, Any]
"""The arguments of one test case, by name."""


class Counterexample(AssertionError):
    """Raised by a law that does not hold; the message says what is wrong, and after which moves.

    Args:
        message: what is wrong.
        line: the line of play to the position where the law fails; by default, the line in the failing test case.
        evidence: Python expressions that show the fault; they may use names of the report, such as ``p``, the position.
        boards: diagrams of further positions for the report, by caption; a diagram is a list of text lines.

    See also: :class:`LawsBroken`, which collects the counterexamples to all laws of a subject.
    """

    def __init__(
        self, message: str, line: Any = None, *, evidence: str = "", boards: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        super().__init__(message)
        self.line, self.evidence, self.boards = line, evidence, boards or {}
        self.case: dict[str, Any] = {}  # arguments of the failing test case
        self.rerun: Callable[[], object] = lambda: None  # runs the failing test case again
        self.seed: int | None = None


NOT_RUN = "others were not run (fail_fast)"


class LawsBroken(AssertionError):
    """Raised by a check if some laws do not hold; the message reports all broken laws.

    Args:
        name: the name of the checked subject, such as the name of a game.
        total: the number of laws that were run.
        errors: the broken laws, each with its counterexample.
        not_run: the number of laws that were not run, because of ``fail_fast`` or a broken prerequisite.

    See also: :func:`fpgames.testing.check_game`, which raises this error.
    """

    def __init__(self, name: str, total: int, errors: Mapping[Law, Counterexample], not_run: int = 0) -> None:
        super().__init__(name, total, errors, not_run)
        self.name, self.total, self.errors, self.not_run = name, total, errors, not_run

    def __str__(self) -> str:
        reason = (
            "the others presuppose it, and are left out" if any(law.prerequisite for law in self.errors) else NOT_RUN
        )
        not_run = f"; {reason}: {self.not_run}" if self.not_run else ""
        return f"{self.name} breaks {len(self.errors)} of {self.total} laws{not_run}\n\n{report(self.errors)}"


def report(errors: Mapping[Law, Counterexample]) -> str:
    """Return the report of broken laws: laws grouped by their message, and a seed that draws the same examples."""
    lines: list[str] = []
    for message, (law, *other_laws) in groupby(lambda law: str(errors[law]), errors).items():
        lines += [*f"{law.name}: {message}".replace("\n", "\n    ").splitlines(), f"    the law: {law.equation}"]
        lines += [f"    (the same error breaks {', '.join(law.name for law in other_laws)})"] if other_laws else []
        lines.append("")
    seeds = sorted({error.seed for error in errors.values() if error.seed is not None})
    return "\n".join(
        [*lines, f"to draw the same examples again, give the check seed={seeds[0]}"] if seeds else lines[:-1]
    )


class IncompleteCheck(UserWarning):
    """Warns that some laws were checked on only part of their cases, usually because time ran out.

    To avoid the warning, raise ``seconds``, or check fewer cases: for games, lower ``budget`` and ``depth``.

    See also: :class:`LawResult`, which has the number of cases that were checked.
    """


class Advice(UserWarning):
    """Warns of a choice that breaks no law, but may surprise the users of what was tested.

    See also: :class:`IncompleteCheck`, the other warning of a check.
    """


def advise(advised: set[str], topic: str, message: str) -> None:
    """Warn with ``Advice``, unless the topic is advised on already: a law may run in several phases of a check."""
    if topic not in advised:
        advised.add(topic)
        warnings.warn(message, Advice, 3)


class Skipped(Exception):
    """Raised by a law that cannot be checked in this environment; the message says why.

    See also: :class:`IncompleteCheck`, the warning that a law was skipped; :class:`fpgames.testing.Suite`.
    """


class LawResult(NamedTuple):
    """The result of checking one law.

    Args:
        law: the name of the law.
        cases: the number of distinct cases checked; for most laws of games, positions.
        exhaustive: whether these are all cases that exist.
        skipped: what was not checked, usually because time ran out; empty if nothing was skipped.
        seconds: the duration of the check.
        failure: the error message of a broken law; empty if the law holds.

    >>> print(LawResult("moves_are_listed_once", 5478, True, "", 0.1))
    moves_are_listed_once: 5478 cases (exhaustive), in 0.1 s

    See also: :func:`fpgames.testing.check_game`, which calls ``progress`` with each result.
    """

    law: str
    cases: int
    exhaustive: bool
    skipped: str
    seconds: float
    failure: str = ""

    def __str__(self) -> str:
        if self.failure:
            return f"{self.law}: broken, in {self.seconds:.1f} s\n{self.failure}".replace("\n", "\n    ")
        exhaustive = " (exhaustive)" if self.exhaustive else ""
        skipped = f"; skipped: {self.skipped}" if self.skipped else ""
        cases = "1 case" if self.cases == 1 else f"{self.cases} cases"
        return f"{self.law}: {cases}{exhaustive}, in {self.seconds:.1f} s{skipped}"


Progress = Callable[[LawResult], object]


class Options(TypedDict, total=False):
    """The options of a run of laws. The functions ``..._laws`` take all of them but ``fail_fast`` and ``progress``.

    Laws remember the options they were made with: ``as_tests(game_laws(rules, seed=1))`` draws the examples of seed 1.

    Args:
        laws: the names of the laws to run, which may be laws of your own; by default, all laws.
        exclude: the names of laws not to run.
        examples: the maximum number of examples that Hypothesis draws for a law; by default, Hypothesis'
            setting ``max_examples``. For games, ``budget`` is a second limit.
        seconds: the time limit for all laws together, or None for no limit; by default, 60 in functions that run laws,
            and None in ``as_tests``. If time runs out, the warning :class:`IncompleteCheck` lists what was skipped.
        seed: the seed from which examples are drawn; the report of a broken law shows it. By default, it is random.
        shrink_seconds: the time limit for shrinking a counterexample; by default five seconds, and ten for all.
        imports: statements that define the names of a report, such as ``rules``, where the kit cannot import them itself.
        fail_fast: whether the first broken law ends the run.
        progress: a function, such as ``print``, that is called with the :class:`LawResult` of each law, broken or not.
            With True, standard error names each law before it is run: on a terminal in one changing line, elsewhere in a
            new line every few seconds. By default, the first of these lines comes after two seconds; with False, none.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.testing import check_game
    >>> check_game(rules, laws=["moves_are_listed_once"], seconds=10, progress=lambda seen: print(seen.cases))
    5478

    See also: :func:`fpgames.testing.check`, which takes the options; :class:`LawResult`, the argument of ``progress``.
    """

    laws: Collection[str]
    exclude: Collection[str]
    examples: int | None
    seconds: float | None
    seed: int | None
    shrink_seconds: float
    imports: Mapping[str, str]
    fail_fast: bool
    progress: Progress | bool | None


@dataclass(frozen=True, eq=False)
class Law:
    """One law of one subject, such as a game; to call the law is to search for a counterexample.

    Args:
        name: the name of the law.
        equation: what the law states, in words or as an equation.
        test: a function that runs the law: it takes options and returns a ``LawResult``, or raises ``Counterexample``.
        subject: the name of the subject.
        options: the options of the run.
        cost: about how long the law takes, compared with other laws; a check first runs all but dear laws on a few cases.
        hint: a function that returns advice for a run in which time ran out.
        prerequisite: whether the other laws presuppose this one; if it is broken, no other counterexample is shown.

    See also: :func:`fpgames.testing.as_tests`; :func:`fpgames.testing.game_laws`, for the laws of a game.
    """

    name: str
    equation: str
    test: Callable[[Options], LawResult]
    subject: str = ""
    options: Options = field(default_factory=Options)
    cost: float = inf
    hint: Callable[[], str] = lambda: "raise seconds="
    prerequisite: bool = False

    def __call__(self) -> None:
        """Run the law.

        Raises:
            Counterexample: the law does not hold.
        """
        self.test(self.options)

    def __repr__(self) -> str:
        return self.name


def by_cost(law: Law) -> float:
    """Return the key by which laws are sorted: those that others presuppose come first, then those that take little time."""
    return 0 if law.prerequisite else law.cost


class Phase(NamedTuple):
    """One phase of a check: which laws it runs, on which of their cases, and for how long.

    Args:
        selects: a predicate of a law and its result in an earlier phase, if any: whether the phase runs the law.
        seconds: the time limit of each law. In a phase with a limit, a law that draws is never done.
        max_cases: the number of cases after which a law stops; if there is a limit, laws take few from many places.
        line: the line of play on which laws are run, and on nothing else; by default, none.
    """

    selects: Callable[[Law, LawResult | None], bool] = lambda law, result: True
    seconds: float = inf
    max_cases: float = inf
    line: Any = None


class OutOfTime(BaseException):
    """Raised to stop Hypothesis when time is up; not an Exception, which Hypothesis would count as a counterexample."""


class RunTimer:
    """The timer of one run of a law; the timer also counts the cases, and collects notes on what was skipped.

    ``seconds`` is the time limit, None for no limit. ``phase`` is the phase of the check, whose ``max_cases`` limits
    what ``in_time`` yields. Inside ``with timer:``, ``current_timer()`` is the timer.
    """

    def __init__(self, seconds: float | None = None, phase: Phase = Phase()) -> None:  # noqa: B008
        self.started, self.phase = monotonic(), phase
        self.seconds = inf if seconds is None else seconds
        self.cases = 0
        self.skipped: list[str] = []

    def __enter__(self) -> RunTimer:
        self.before = _CURRENT_TIMER.set(self)
        return self

    def __exit__(self, *error: object) -> None:
        _CURRENT_TIMER.reset(self.before)

    def spent(self) -> float:
        """Return the seconds since the run began."""
        return monotonic() - self.started

    def left(self) -> float | None:
        """Return the seconds left, at least one; None if there is no time limit."""
        return None if self.seconds == inf else max(1.0, self.seconds - self.spent())

    def is_over(self, part: float = 1.0) -> bool:
        """Return whether more than ``part`` of the time limit has passed; ``part=0.5`` is half of the limit."""
        return self.spent() > part * self.seconds


_CURRENT_TIMER: ContextVar[RunTimer] = ContextVar("watch", default=RunTimer())  # noqa: B039


current_timer = _CURRENT_TIMER.get  # function that returns the timer of the running law


def in_time(items: Iterable[A | None], items_name: str = "positions nearest the start") -> Iterator[A]:
    """Yield and count the items that are not None: ``inTime :: [Maybe a] -> [a]``.

    After half of a law's time, note the rest as skipped.
    """
    timer, count = current_timer(), 0
    for item in items:
        if timer.is_over(0.5) or count >= timer.phase.max_cases:
            timer.skipped.append(f"some of the {items_name}")
            return
        if item is not None:
            count += 1
            timer.cases += 1
            yield item


MAX_SHOWN_CHARACTERS = 300  # maximum length of one value in an error message


def short_repr(value: object) -> str:
    """Return the repr of a value; a long repr has its middle cut out: ``shortRepr :: Show a => a -> String``.

    >>> short_repr([*range(1000)])[:20], short_repr([*range(1000)])[-20:]
    ('[0, 1, 2, 3, 4, 5, 6', ' 996, 997, 998, 999]')
    """
    text = f"Some({value.unwrap()!r})" if isinstance(value, Some) else "Nothing" if value is Nothing else repr(value)
    half = MAX_SHOWN_CHARACTERS // 2
    return text if len(text) <= MAX_SHOWN_CHARACTERS else f"{text[:half]} ... {text[-half:]}"


def one_line_error(error: Exception) -> str:
    """Return an error as ``type: message``; for an AssertionError with a message, return only the message."""
    prefix = "" if isinstance(error, AssertionError) and str(error) else f"{type(error).__name__}: "
    return f"{prefix}{error}".rstrip(": ")


def attempt(function: Callable[..., A], *arguments: Any) -> Result[A, Exception]:
    """Call a function; return its result or its error: ``attempt f = safe f``, without a new wrapper for each call."""
    try:
        return Success(function(*arguments))
    except Exception as error:
        return Failure(error)


def as_counterexample(error: Exception) -> Counterexample:
    """Return the error or, if it is no ``Counterexample``, a new ``Counterexample`` with the error as its cause."""
    if isinstance(error, Counterexample):
        return error
    counterexample = Counterexample(one_line_error(error))
    counterexample.__cause__ = error
    return counterexample


def name_of(function: object) -> str:
    """Return a name for a function or stage; the name has no memory address, so every run gives the same name."""
    while isinstance(function, partial):
        function = function.func
    name = getattr(function, "__qualname__", None) or repr(function)
    return type(function).__name__ if " at 0x" in name else name
