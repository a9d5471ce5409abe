"""Suites of laws, each stated once for all subjects of a kind, such as games; and the run of one law on one subject."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from functools import partial
from math import inf
from random import SystemRandom
from typing import Any, Generic, NamedTuple, NoReturn, TypeAlias, TypeVar, Unpack

import hypothesis
from hypothesis import HealthCheck, Verbosity, core, given, settings
from hypothesis.errors import Flaky, HypothesisException, InvalidState
from hypothesis.strategies import SearchStrategy

from fpgames.testing.law import (
    Advice,
    Case,
    Counterexample,
    Law,
    LawResult,
    Options,
    OutOfTime,
    RunTimer,
    Skipped,
    as_counterexample,
    attempt,
    by_cost,
    current_timer,
    in_time,
)
from fpgames.testing.reports.counterexamples import describe_failure, raising_evidence, reproduction
from fpgames.testing.reports.shrinking import shrink_fully
from fpgames.testing.running.checks import SHRINK_TIME, configure_laws
from fpgames.testing.strategies.lines import Line

__all__ = ["Suite"]

S = TypeVar("S")

Statement: TypeAlias = Callable[..., None]
"""The function of a law: it takes a subject and drawn values, and raises an error if the law does not hold for them."""

Drawn: TypeAlias = Mapping[str, Callable[[S], SearchStrategy[Any]]]


DENSE_CASES, MIN_DENSITY = 500, 0.15  # number of first cases of which no law skips any, unless its ``times`` is less
CASES_PER_EXAMPLE = 10  # cases that a phase with few cases tries, for each example that it draws
FIRST_FAILURE_SECONDS = 2.0  # half of it is for the cases nearest the start
NOT_REPRODUCED = "run a second time, it did not fail again: something is random, or remembers earlier calls"


class RegisteredLaw(NamedTuple, Generic[S]):
    """A law as a suite stores it: its function, and the arguments of :meth:`Suite.law`."""

    statement: Statement
    drawn: Drawn[S]
    when: Callable[[S], bool]
    times: float
    cost: float
    before: Callable[[S], None]
    first: Callable[[S], Iterable[Case]]
    exhaustive: Callable[[S], bool]
    evidence: str
    prerequisite: bool


@dataclass(eq=False, repr=False)
class Suite(Generic[S]):
    """Laws of one kind of subject, such as games; each law is stated once for all subjects of this kind.

    Args:
        cases: a function from the drawn values to a law's test cases; by default, the drawn values are the only case.
        key: a function from a subject and a test case to a key or None. A case is skipped if its key has passed before.
        shrink: a function from a subject and an argument to simpler arguments; by default, Hypothesis shrinks them.
        names: a function from a subject to the objects that ``evidence`` may use, by name, such as the rules.
        max_examples: a function from a subject and Hypothesis' own ``max_examples`` to the number of examples to draw.
        hint: a function from a subject to advice for a run in which time ran out.
        forget: a function that drops what a subject has kept for all laws, and returns whether it dropped anything. If it
            did, a failed case is run again before it is reported.

    >>> from hypothesis import strategies as st
    >>> from fpgames.testing import Counterexample
    >>> sums = Suite()
    >>> @sums.law(n=lambda start: st.integers())
    ... def order_does_not_matter(start, n):
    ...     "``start + n = n + start``."
    ...     assert start + n == n + start
    ...
    >>> sums.laws(1, "one")
    [order_does_not_matter]

    See also: :class:`fpgames.testing.Law`, :func:`fpgames.testing.as_tests`.
    """

    cases: Callable[[Case], Iterable[Case]] = lambda drawn: (drawn,)
    key: Callable[[S, Case], Hashable | None] = lambda _, case: None
    shrink: Callable[[S, Any], Iterable[Any]] | None = None
    names: Callable[[S], Mapping[str, object]] = lambda _: {}
    max_examples: Callable[[S, int], int] = lambda _, allowed: allowed
    hint: Callable[[S], str] = lambda _: "raise seconds="
    forget: Callable[[S], bool] = lambda _: False

    def __post_init__(self) -> None:
        self._registered: list[RegisteredLaw[S]] = []

    def law(
        self,
        when: Callable[[S], bool] = lambda _: True,
        times: float = 1,
        cost: float = 1,
        before: Callable[[S], None] = lambda _: None,
        first: Callable[[S], Iterable[Case]] = lambda _: (),
        exhaustive: Callable[[S], bool] = lambda _: False,
        evidence: str = "",
        prerequisite: bool = False,
        **drawn: Callable[[S], SearchStrategy[Any]],
    ) -> Callable[[Statement], Statement]:
        """Return a decorator that adds a law to this suite; the law's docstring is its equation.

        ``law :: Suite s -> (s -> Bool) -> Double -> Double -> Map String (s -> Strategy a) -> Statement -> IO Statement``

        Args:
            when: a predicate of subjects: whether the law applies.
            times: a factor for the number of cases: above 1 if counterexamples are rare, below 1 if the law is slow.
            cost: about how long the law takes, compared with other laws; cheap laws are run first.
            before: a function of the subject, called once before anything is drawn; it may raise ``Counterexample``.
            first: a function from a subject to the test cases that are checked before any are drawn.
            exhaustive: a predicate of subjects. If true, ``first`` yields all cases that exist, and none are drawn.
            evidence: Python expressions that show the fault in reports; ``p`` is the position, ``tree`` the tree.
            prerequisite: whether the other laws presuppose this one; if it is broken, no other counterexample is shown.
            drawn: for each argument of the law except the subject, a function from the subject to a strategy.
        """

        def add_law(statement: Statement) -> Statement:
            self._registered.append(
                RegisteredLaw(statement, drawn, when, times, cost, before, first, exhaustive, evidence, prerequisite)
            )
            return statement

        return add_law

    def extended(self) -> Suite[S]:
        """Return a copy of the suite; laws added to the copy are not in the suite: ``extended :: Suite s -> Suite s``.

        >>> sums = Suite()
        >>> more = sums.extended()
        >>> @more.law()
        ... def zero_changes_nothing(start):
        ...     assert start + 0 == start
        ...
        >>> more.laws(1, "one"), sums.laws(1, "one")
        ([zero_changes_nothing], [])
        """
        extended_suite = copy(self)
        extended_suite._registered = [*self._registered]
        return extended_suite

    def laws(self, subject: S, name: str, **options: Unpack[Options]) -> list[Law]:
        """Return the laws that apply to a subject, prerequisites and then cheap laws first: ``laws :: Suite s -> s -> String -> [Law]``.

        Args:
            subject: the subject to test, such as the rules of a game.
            name: the name of the subject, for reports.
            options: the :class:`Options` of the run.
        """
        hint = partial(self.hint, subject)
        auto_seed = SystemRandom().getrandbits(32)  # one seed for all laws, which then draw the same lines

        def make_law(entry: RegisteredLaw[S]) -> Law:
            law = entry.statement
            run = lambda options: LawRun(self, subject, name, entry, options, auto_seed).run()  # noqa: E731
            kinds: dict[str, Any] = {"cost": entry.cost, "hint": hint, "prerequisite": entry.prerequisite}
            return Law(law.__name__, equation(law), run, name, **kinds)

        laws = [make_law(entry) for entry in self._registered if entry.when(subject)]
        return configure_laws(sorted(laws, key=by_cost), options)


def equation(statement: Statement) -> str:
    """Return what a law states, for reports: the first paragraph of its docstring, in one line."""
    return " ".join((statement.__doc__ or statement.__name__).split("\n\n")[0].rstrip(".").replace("``", "`").split())


class LawRun(Generic[S]):
    """One run of one law on one subject, in one phase of a check: on its first cases, then on cases that Hypothesis draws."""

    def __init__(
        self, suite: Suite[S], subject: S, name: str, entry: RegisteredLaw[S], options: Options, auto_seed: int
    ) -> None:
        self.suite, self.subject, self.entry, self.options, self.auto_seed = suite, subject, entry, options, auto_seed
        self.test_name = re.sub(r"\W+", "_", f"{entry.statement.__name__}_of_{name}")  # key in Hypothesis' database
        self.name, self.shrink_seconds = name, options.get("shrink_seconds", SHRINK_TIME)
        self.timer = RunTimer(options.get("seconds"), current_timer().phase)
        self.passed_keys: set[Hashable] = set()  # Suite.key of each passed case

    def run(self) -> LawResult:
        """Run the law and return the result; raise the shrunk counterexample of a broken law."""
        entry, phase = self.entry, self.timer.phase
        with self.timer as timer:
            exhaustive = False
            try:
                if phase.line is None:
                    self.check_case(entry.before, {})
                exhaustive = self._run_first_cases()
                if not exhaustive and phase.line is None:
                    self._run_other_cases()
            except Skipped as error:
                timer.skipped.append(str(error))
            except OutOfTime:
                timer.skipped.append(f"some of the examples to draw ({timer.cases} cases checked in all)")
            except Counterexample as counterexample:
                self._raise_reported(self._first_failure(counterexample) if phase.max_cases < inf else counterexample)
            if entry.drawn and phase.seconds < inf:
                timer.skipped.append("most of the cases")
            skipped = "; ".join(timer.skipped)
            return LawResult(entry.statement.__name__, timer.cases, exhaustive, skipped, timer.spent())

    def check_new_case(self, case: Case) -> bool:
        """Check one case, unless a case with the same key has passed; return whether it was checked."""
        key = self.suite.key(self.subject, case)
        if key is not None and key in self.passed_keys:
            return False
        self.check_case(self.entry.statement, case)
        self.passed_keys.add(key)
        return True

    def check_case(self, statement: Statement, case: Case) -> None:
        """Call a function of the law with a test case; turn an error into a ``Counterexample`` that stores the case."""
        try:
            self._call(statement, case)
        except (HypothesisException, Skipped, Advice):  # a warning may be raised
            raise
        except KeyboardInterrupt as interrupt:
            interrupt.add_note(self._describe_interrupted(case))
            raise
        except Exception as error:
            if self.suite.forget(self.subject):
                error = attempt(self._call, statement, case).swap().value_or(error)
            failure = as_counterexample(error)
            failure.case = failure.case or case
            if failure.line is None:
                failure.args = (describe_failure(failure.case, str(failure)),)
                failure.line = next((value for value in failure.case.values() if isinstance(value, Line)), None)
            failure.rerun = partial(self.check_case, statement, case)
            raise failure from failure.__cause__

    def _describe_interrupted(self, case: Case) -> str:
        """Return a note on the law and the case that were interrupted, with a statement to try the case again."""
        failure = Counterexample("", evidence=self.entry.evidence)
        failure.case = case
        place = f"{self.name}: interrupted in case {self.timer.cases + 1} of {self.entry.statement.__name__}"
        statements = reproduction(None, self.suite.names(self.subject), failure, self.options.get("imports", {}))
        return "\n".join((describe_failure(case, place), *statements))

    def _call(self, statement: Callable[..., object], case: Case) -> None:
        """Call a function of the law; raise ``Counterexample`` if it returns anything but None."""
        if (result := statement(self.subject, **case)) is not None:
            message = f"it returns {result!r}; a law returns None, and raises an AssertionError where it is broken"
            raise Counterexample(message)

    def _run_first_cases(self) -> bool:
        """Check the cases of ``first``; return True if there are no other cases."""
        entry = self.entry
        for case in in_time(self._first_cases(), "cases that come first"):
            self.check_new_case(case)
        is_complete = entry.times >= MIN_DENSITY and self.timer.phase.max_cases == inf and not self.timer.skipped
        return is_complete and entry.exhaustive(self.subject)

    def _first_failure(self, failure: Counterexample) -> Counterexample:
        """Return a counterexample nearer the start than one of a phase with few cases, unless none is found in time."""
        with RunTimer(FIRST_FAILURE_SECONDS):
            try:
                self._run_first_cases()
            except Counterexample as first_failure:
                return first_failure
        return failure

    def _first_cases(self) -> Iterator[Case]:
        """Yield the cases of ``first``; if ``times`` < 1, many of the first ones, then some; all if they are exhaustive."""
        cases, step = self.entry.first, max(1, round(1 / self.entry.times))
        dense = DENSE_CASES if self.entry.times >= MIN_DENSITY else 0
        yield from (case for n, case in enumerate(cases(self.subject)) if n < dense or n % step == 0)
        if dense and step > 1 and self.entry.exhaustive(self.subject):
            yield from (case for n, case in enumerate(cases(self.subject)) if n >= dense and n % step)

    def _run_other_cases(self) -> None:
        """Check the cases that Hypothesis draws or, of a law that draws nothing, its only case."""
        if self.entry.drawn:
            self._run_drawn_cases()
        else:
            self.check_case(self.entry.statement, {})
            self.timer.cases = max(int(not self.timer.skipped), self.timer.cases)

    def _run_drawn_cases(self) -> None:
        """Check the law on examples that Hypothesis draws; raise the counterexample of a broken law."""
        timer, failures = self.timer, list[Counterexample]()
        index = 0 if self.suite.shrink else -1  # first failure, for Suite.shrink; or last, shrunk by Hypothesis
        deadline = float("inf")  # time when shrinking ends, set at the first failure

        def law_holds(**values: Any) -> None:
            nonlocal deadline
            for case in self.suite.cases(values):
                if timer.is_over() and not failures:
                    raise OutOfTime
                try:
                    is_new = self.check_new_case(case)  # first: a law may count further cases itself
                except Counterexample as failure:
                    if timer.spent() > deadline:
                        raise OutOfTime from failure
                    if not failures:
                        deadline = timer.spent() + self.shrink_seconds
                    failures.append(failure)
                    raise
                timer.cases += is_new

        law_holds.__name__ = law_holds.__qualname__ = self.test_name
        seed, options = self._hypothesis_settings()
        strategies = {argument: strategy(self.subject) for argument, strategy in self.entry.drawn.items()}
        test = given(**strategies)(law_holds)
        try:
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", "Generating overly large repr")  # reports shorten large reprs
                warnings.filterwarnings("ignore", "Do not use the `random` module")  # laws report rules that use it
                options(test if seed is None else hypothesis.seed(seed)(test))()
        except Counterexample as failure:
            failures.append(failure)
        except (OutOfTime, Flaky) as error:  # Hypothesis may take OutOfTime for a flaky test
            if not failures and not timer.is_over():
                message = "the same example gives another result when it is run again"
                raise Counterexample(f"{message} ({str(error).partition(chr(10))[0]})") from error
            if not failures:
                timer.skipped.append("some of the examples to draw")
            elif isinstance(error, Flaky):
                failures[index].rerun = lambda: None  # for the report: the case passed when run again
        if failures:
            failures[index].seed = seed
            raise failures[index]

    def _hypothesis_settings(self) -> tuple[int | None, settings]:
        """Return the seed (None lets Hypothesis choose) and the Hypothesis settings of the run."""
        profile = settings.default or settings()
        seed = self.options.get("seed")
        if seed is None and not profile.derandomize and core.global_force_seed is None:
            seed = self.auto_seed
        replaced_phases = {hypothesis.Phase.explain} | ({hypothesis.Phase.shrink} if self.suite.shrink else set())
        allowed = self.options.get("examples") or self.suite.max_examples(self.subject, profile.max_examples)
        return seed, settings(
            profile,
            deadline=None,
            phases=[phase for phase in profile.phases if phase not in replaced_phases],
            report_multiple_bugs=False,
            suppress_health_check=list[Any](HealthCheck),
            verbosity=Verbosity.quiet if profile.verbosity is Verbosity.normal else profile.verbosity,
            database=None if self.options.get("seed") is not None else profile.database,
            max_examples=max(1, round(self.entry.times * min(allowed, self.timer.phase.max_cases / CASES_PER_EXAMPLE))),
        )

    def _raise_reported(self, failure: Counterexample) -> NoReturn:
        """Shrink a counterexample, and raise a new counterexample whose message is the full report."""
        if not failure.case and failure.line is not None and len(self.entry.drawn) == 1:
            failure.case = dict.fromkeys(self.entry.drawn, failure.line)  # to shrink the line, make it a test case
        seed, shrinks = failure.seed, hypothesis.Phase.shrink in (settings.default or settings()).phases
        if self.suite.shrink and shrinks:
            with RunTimer():
                shrink, check = partial(self.suite.shrink, self.subject), partial(self.check_case, self.entry.statement)
                failure = shrink_fully(shrink, check, failure, self.shrink_seconds)
        chance_lines = [] if self._fails_again(failure) else [NOT_REPRODUCED]
        rules = getattr(self.subject, "rules", None)
        if rules is not None and failure.line is not None and failure.__cause__ is not None and not failure.evidence:
            failure.evidence = raising_evidence(rules, failure.line.end, failure.__cause__)
        failure.evidence = failure.evidence or self.entry.evidence
        imports = self.options.get("imports", {})
        report_lines = reproduction(rules, self.suite.names(self.subject), failure, imports)
        reported = Counterexample("\n".join((str(failure), *report_lines, *chance_lines)), failure.line)
        reported.case, reported.seed = failure.case, seed
        raise reported from failure.__cause__  # a new error has no notes or traceback of earlier examples

    def _fails_again(self, failure: Counterexample) -> bool:
        """Run a failed test case a second time; return True if the law fails or is skipped, or if it cannot be run."""
        with RunTimer(4 * self.timer.spent() + 1) as timer:
            try:
                failure.rerun()
            except (Counterexample, Skipped, OutOfTime, InvalidState):  # functions of Hypothesis end with their example
                return True
            return bool(timer.skipped)
