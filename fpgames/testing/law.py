"""Laws as values, the errors of laws that do not hold, and the cases that were tested."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Any, NamedTuple, TypeAlias, TypedDict, TypeVar

from returns.maybe import Nothing, Some
from toolz import groupby

__all__ = ["Counterexample", "Law", "LawsBroken", "Skipped", "Options", "LawResult", "IncompleteCheck"]


A = TypeVar("A")

Case: TypeAlias = dict[str, Any]
"""The values that a law is looked at on, by the names of its arguments."""


class Counterexample(AssertionError):
    """The error of a law that does not hold; its message says where and how.

    Args:
        said: what is wrong.
        line: the line of play that shows it, if there is one.
        evidence: what shows the fault in Python, of the position ``p`` and of what else the report names.
        boards: the lines of other positions that it is about, by their captions.

    See also: :class:`LawsBroken`, for all laws of a subject.
    """

    def __init__(
        self, said: str, line: Any = None, *, evidence: str = "", boards: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        super().__init__(said)
        self.line, self.evidence, self.boards = line, evidence, boards or {}
        self.case: dict[str, Any] = {}  # the values that show it
        self.rerun: Callable[[], object] = lambda: None  # tries it again
        self.seed: int | None = None


class LawsBroken(AssertionError):
    """The error of a subject for which some laws do not hold.

    Args:
        what: the name of the subject.
        total: how many laws were run.
        errors: the laws that do not hold, each with its error.
        left: how many were not run.

    See also: :func:`fpgames.testing.check_game`, which raises it.
    """

    def __init__(self, what: str, total: int, errors: Mapping[Law, Counterexample], left: int = 0) -> None:
        super().__init__(what, total, errors, left)
        self.what, self.total, self.errors, self.left = what, total, errors, left

    def __str__(self) -> str:
        left = f"; others were not run (fail_fast): {self.left}" if self.left else ""
        return f"{self.what} breaks {len(self.errors)} of {self.total} laws{left}\n\n{report(self.errors)}"


def report(errors: Mapping[Law, Counterexample]) -> str:
    """Say which laws do not hold, those with the same error together, and how to draw the same examples again."""
    lines: list[str] = []
    for message, (law, *others) in groupby(lambda law: str(errors[law]), errors).items():
        lines += [*f"{law.name}: {message}".replace("\n", "\n    ").splitlines(), f"    the law: {law.equation}"]
        lines += [f"    (the same error breaks {', '.join(law.name for law in others)})"] if others else []
        lines.append("")
    seeds = sorted({error.seed for error in errors.values() if error.seed is not None})
    return "\n".join(
        [*lines, f"to draw the same examples again, give the check seed={seeds[0]}"] if seeds else lines[:-1]
    )


class IncompleteCheck(UserWarning):
    """The warning that some laws were not looked at on all of their cases, mostly because the time was over.

    More ``seconds`` make it go away, or fewer cases: for games, a lower ``budget`` and ``depth``.

    See also: :class:`LawResult`, what was looked at.
    """


class Skipped(Exception):
    """Raised by a law that cannot be looked at here, with the reason.

    See also: :class:`fpgames.testing.Suite`, whose laws may raise it; :class:`IncompleteCheck`, the warning that lists them.
    """


class LawResult(NamedTuple):
    """What a law was looked at on.

    Args:
        law: the name of the law.
        cases: how many different cases it was looked at on; in most laws of games, positions.
        exhaustive: whether there are no more than these.
        skipped: what was left out for want of time; empty if nothing was.
        seconds: how long it took.
        broken: the error of a law that does not hold; empty if it does.

    >>> print(LawResult("moves_are_listed_once", 5478, True, "", 0.1))
    moves_are_listed_once: 5478 cases, all there are, in 0.1 s

    See also: :func:`fpgames.testing.check_game`, whose ``progress`` is called with them.
    """

    law: str
    cases: int
    exhaustive: bool
    skipped: str
    seconds: float
    broken: str = ""

    def __str__(self) -> str:
        if self.broken:
            return f"{self.law}: broken, in {self.seconds:.1f} s\n{self.broken}".replace("\n", "\n    ")
        exhaustive = ", all there are" if self.exhaustive else ""
        skipped = f"; not looked at: {self.skipped}" if self.skipped else ""
        cases = "1 case" if self.cases == 1 else f"{self.cases} cases"
        return f"{self.law}: {cases}{exhaustive}, in {self.seconds:.1f} s{skipped}"


Progress = Callable[[LawResult], object]


class Options(TypedDict, total=False):
    """How laws are run: the options that every ``check_...`` has, and every ``..._laws``, but for the last two.

    Laws that are made with options keep them: ``as_tests(game_laws(rules, seed=1))`` draws the examples of seed 1.

    Args:
        laws: the names of the laws to run, also of your own; by default, all.
        exclude: the names of laws to leave out.
        examples: the most examples that Hypothesis draws for a law; by default, as its settings say. For games also
            bounded by ``budget``.
        seconds: the time that all laws together may take; by default, any. If it is over, the warning
            :class:`IncompleteCheck` lists what was not looked at.
        seed: the seed of the examples, as the report of a failure gives it; by default, Hypothesis chooses.
        shrink_seconds: the seconds to make one counterexample simpler; by default five, and ten for all laws of a check.
        fail_fast: whether the first broken law ends the run.
        progress: a function that is called after each law, also a broken one, with what it was looked at on, such as
            ``print``. True tells on standard error which law is run: on a terminal in one line that changes, elsewhere in
            a line every few seconds. By default it does so if it takes more than two seconds; False tells nothing.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.testing import check_game
    >>> check_game(rules, laws=["moves_are_listed_once"], seconds=10, progress=lambda seen: print(seen.cases))
    5478

    See also: :func:`fpgames.testing.check`, which runs laws with them; :class:`LawResult`, what ``progress`` is called with.
    """

    laws: Collection[str]
    exclude: Collection[str]
    examples: int | None
    seconds: float | None
    seed: int | None
    shrink_seconds: float
    fail_fast: bool
    progress: Progress | bool | None


@dataclass(frozen=True, eq=False)
class Law:
    """One law of one subject; calling it looks for a counterexample.

    Args:
        name: the name of the law.
        equation: what the law states.
        test: a function that raises ``Counterexample`` if it finds a counterexample, and returns what it looked at.
        of: the name of its subject.
        options: how it is run.

    See also: :func:`fpgames.testing.as_tests`; :func:`fpgames.testing.game_laws`, for the laws of a game.
    """

    name: str
    equation: str
    test: Callable[[Options], LawResult]
    of: str = ""
    options: Options = field(default_factory=Options)

    def __call__(self) -> None:
        """Look for a counterexample.

        Raises:
            Counterexample: it finds one.
        """
        self.test(self.options)

    def __repr__(self) -> str:
        return self.name


class OutOfTime(BaseException):
    """Leaves Hypothesis when the time is up; not an Exception, which would count as a counterexample."""


class RunTimer:
    """The seconds that a run of a law may take, None for any, and the number of cases that it was looked at on.

    A ``with`` statement lets it be the watch of the laws that are looked at inside.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self.started = monotonic()
        self.seconds = float("inf") if seconds is None else seconds
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
        """Return the seconds that are left, at least one; None if there are any number."""
        return None if self.seconds == float("inf") else max(1.0, self.seconds - self.spent())

    def is_over(self, part: float = 1.0) -> bool:
        """Return whether a part of the time is over."""
        return self.spent() > part * self.seconds


_CURRENT_TIMER: ContextVar[RunTimer] = ContextVar("watch", default=RunTimer())  # noqa: B039


current_timer = _CURRENT_TIMER.get  # of the law that is being run


def in_time(items: Iterable[A], items_name: str = "positions nearest the start") -> Iterator[A]:
    """Yield the items until half of the law's time is over, and count them: ``inTime :: [a] -> [a]``."""
    timer = current_timer()
    for item in items:
        if timer.is_over(0.5):
            timer.skipped.append(f"some of the {items_name} (it looked at {timer.cases})")
            return
        timer.cases += 1
        yield item


MAX_SHOWN_CHARACTERS = 300  # characters of a value in an error


def short_repr(value: object) -> str:
    """Return a value as text for an error, cut off in the middle if it is long: ``shortly :: Show a => a -> String``.

    >>> short_repr([*range(1000)])[:20], short_repr([*range(1000)])[-20:]
    ('[0, 1, 2, 3, 4, 5, 6', ' 996, 997, 998, 999]')
    """
    text = f"Some({value.unwrap()!r})" if isinstance(value, Some) else "Nothing" if value is Nothing else repr(value)
    half = MAX_SHOWN_CHARACTERS // 2
    return text if len(text) <= MAX_SHOWN_CHARACTERS else f"{text[:half]} ... {text[-half:]}"


def difference(actual: object, expected: object) -> str:
    """Describe the first difference of two values: ``difference :: Show a => a -> a -> String``.

    >>> difference([1, 2, 3, 5], [1, 2, 4, 5])
    'number 2 is 3; expected 4'
    >>> difference((1, 2), (1, 2, 3))
    'there are 2; expected 3: 3 is missing'
    >>> difference(1, 2)
    '1; expected 2'
    """
    if not (isinstance(actual, list | tuple) and isinstance(expected, list | tuple)):
        return f"{short_repr(actual)}; expected {short_repr(expected)}"
    for n, (actual_item, expected_item) in enumerate(zip(actual, expected, strict=False)):
        if actual_item != expected_item:
            return f"number {n} is {short_repr(actual_item)}; expected {short_repr(expected_item)}"
    if len(actual) == len(expected):
        return f"the type is {type(actual).__name__}; expected {type(expected).__name__}"
    shorter, longer = sorted((actual, expected), key=len)
    problem = "missing" if longer is expected else "one too many"
    return f"there are {len(actual)}; expected {len(expected)}: {short_repr(longer[len(shorter)])} is {problem}"


def one_line_error(error: Exception) -> str:
    """Return an error in a line: what an assertion says, and the type of any other."""
    prefix = "" if isinstance(error, AssertionError) and str(error) else f"{type(error).__name__}: "
    return f"{prefix}{error}".rstrip(": ")


def as_counterexample(error: Exception) -> Counterexample:
    """Return an error of any kind as that of a law, with its cause."""
    if isinstance(error, Counterexample):
        return error
    counterexample = Counterexample(one_line_error(error))
    counterexample.__cause__ = error
    return counterexample


def name_of(function: object) -> str:
    """Return the name of a function or a stage, which is the same in every run."""
    while isinstance(function, partial):
        function = function.func
    name = getattr(function, "__qualname__", None) or repr(function)
    return type(function).__name__ if " at 0x" in name else name
