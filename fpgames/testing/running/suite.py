"""Suites: laws stated once for all subjects of a kind, and how one law is run on one subject."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Hashable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from random import SystemRandom
from typing import Any, Generic, NamedTuple, NoReturn, TypeAlias, TypeVar, Unpack

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity, core, given, settings
from hypothesis.errors import Flaky, HypothesisException
from hypothesis.strategies import SearchStrategy

from fpgames.testing.law import (
    Case,
    Counterexample,
    Law,
    LawResult,
    Options,
    OutOfTime,
    RunTimer,
    Skipped,
    as_counterexample,
    in_time,
)
from fpgames.testing.reports.counterexamples import describe_failure, reproduction, shrink_fully
from fpgames.testing.running.checks import SHRINK_TIME, configure
from fpgames.testing.strategies.lines import Line

__all__ = ["Suite"]

S = TypeVar("S")

Statement: TypeAlias = Callable[..., None]
"""What a law checks: a function of a subject and of drawn values that raises an error unless it holds, and returns None."""

Drawn: TypeAlias = Mapping[str, Callable[[S], SearchStrategy[Any]]]


NOT_REPRODUCED = "tried again, it did not fail again: something depends on chance or on memory"


class RegisteredLaw(NamedTuple, Generic[S]):
    """A law of a suite, for all subjects: what it checks, and the arguments of :meth:`Suite.law`."""

    statement: Statement
    drawn: Drawn[S]
    when: Callable[[S], bool]
    times: float
    before: Callable[[S], None]
    first: Callable[[S], Iterable[Case]]
    evidence: str


@dataclass(eq=False, repr=False)
class Suite(Generic[S]):
    """Laws of one kind of subject, such as games, each stated once for all of them.

    Args:
        first: for the name of an argument, a function from a subject to the values that a law with this argument alone
            is looked at on before any are drawn.
        everything: a predicate of subjects: whether ``first`` has all the values there are, so that none are drawn.
        cases: a function from the drawn values to the cases in which a law must hold; by default, all in one.
        key: a function from a subject and a case to a value that is equal for equal cases, which are looked at once;
            None looks at the case anyway.
        shrink: a function from a subject and a value of a counterexample to simpler values, the simplest first. Without
            it, Hypothesis simplifies the example.
        names: a function from a subject to what the statements may name that show a fault, such as the rules of a game.
        most: a function from a subject, and the number of examples that Hypothesis' settings allow, to the number to draw.

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

    first: Mapping[str, Callable[[S], Iterable[Any]]] = field(default_factory=dict)
    everything: Callable[[S], bool] = lambda _: False
    cases: Callable[[Case], Iterable[Case]] = lambda drawn: (drawn,)
    key: Callable[[S, Case], Hashable | None] = lambda _, case: None
    shrink: Callable[[S, Any], Iterable[Any]] | None = None
    names: Callable[[S], Mapping[str, object]] = lambda _: {}
    most: Callable[[S, int], int] = lambda _, allowed: allowed

    def __post_init__(self) -> None:
        self._registered: list[RegisteredLaw[S]] = []

    def law(
        self,
        when: Callable[[S], bool] = lambda _: True,
        times: float = 1,
        before: Callable[[S], None] = lambda _: None,
        first: Callable[[S], Iterable[Case]] = lambda _: (),
        evidence: str = "",
        **drawn: Callable[[S], SearchStrategy[Any]],
    ) -> Callable[[Statement], Statement]:
        """Return a decorator that adds a law to this suite; the law's docstring is its equation.

        ``law :: Suite s -> (s -> Bool) -> Double -> Map String (s -> Strategy a) -> Statement -> IO Statement``

        Args:
            when: a predicate of subjects: whether the law applies to one.
            times: a factor for the usual number of cases, for a law whose counterexamples are rare, or that is slow.
            before: what is checked once, before anything is drawn.
            first: a function from a subject to cases that are looked at before anything is drawn.
            evidence: what shows the fault in Python, for the end of a report; ``p`` is the position, ``tree`` the tree.
            drawn: for each argument of the law besides the subject, a function from the subject to a strategy.
        """

        def add(statement: Statement) -> Statement:
            self._registered.append(RegisteredLaw(statement, drawn, when, times, before, first, evidence))
            return statement

        return add

    def extended(self) -> Suite[S]:
        """Return a suite with the same laws, to which others can be added: ``extended :: Suite s -> Suite s``.

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
        """Return the laws that apply to a subject: ``laws :: Suite s -> s -> String -> [Law]``.

        Args:
            subject: what the laws are tested on.
            name: the name of the subject.
            options: how the laws are run, as :class:`Options` says.
        """
        auto_seed = SystemRandom().getrandbits(32)  # of all these laws, so that they draw the same examples

        def law_of(entry: RegisteredLaw[S]) -> Law:
            test: Callable[[Options], LawResult] = lambda options: LawRun(  # noqa: E731
                self, subject, name, entry, options, auto_seed
            ).run()
            return Law(entry.statement.__name__, equation(entry.statement), test, name)

        return configure((law_of(entry) for entry in self._registered if entry.when(subject)), options)


def equation(statement: Statement) -> str:
    """Return what a law states: the beginning of its docstring."""
    return " ".join((statement.__doc__ or statement.__name__).split("\n\n")[0].rstrip(".").replace("``", "`").split())


class LawRun(Generic[S]):
    """One run of one law on one subject: first the cases listed, then those that Hypothesis draws."""

    def __init__(
        self, suite: Suite[S], subject: S, name: str, entry: RegisteredLaw[S], options: Options, auto_seed: int
    ) -> None:
        self.suite, self.subject, self.entry, self.options, self.auto_seed = suite, subject, entry, options, auto_seed
        # Hypothesis stores examples under the name of the test.
        self.test_name = re.sub(r"\W+", "_", f"{entry.statement.__name__}_of_{name}")
        self.shrink_seconds, self.timer = options.get("shrink_seconds", SHRINK_TIME), RunTimer(options.get("seconds"))
        self.passed_keys: set[Hashable] = set()  # keys of the cases in which the law holds

    def run(self) -> LawResult:
        """Look for a counterexample, and return what was looked at."""
        with self.timer as timer:
            exhaustive = False
            try:
                self.check_case(self.entry.before, {})
                for case in in_time(self.entry.first(self.subject), "cases that come first"):
                    self.check_case(self.entry.statement, case)
                if not self.entry.drawn:
                    self.check_case(self.entry.statement, {})
                    timer.cases = max(int(not timer.skipped), timer.cases)
                else:
                    exhaustive = self._run_first_cases()
                    if not exhaustive:
                        self._run_drawn_cases()
            except Skipped as error:
                timer.skipped.append(str(error))
            except Counterexample as counterexample:
                self._raise_reported(counterexample)
            skipped = "; ".join(timer.skipped)
            name = self.entry.statement.__name__
            return LawResult(name, timer.cases, exhaustive and not skipped, skipped, timer.spent())

    def examine(self, case: Case) -> None:
        """Look at one case, unless it was looked at before; the error of a law that does not hold is ``Counterexample``."""
        key = self.suite.key(self.subject, case)
        if key is None or key not in self.passed_keys:
            self.check_case(self.entry.statement, case)
            self.passed_keys.add(key)
            self.timer.cases += 1

    def check_case(self, statement: Statement, case: Case) -> None:
        """Apply a statement to the subject; errors of any kind become ``Counterexample``, and say where, unless they have a line."""
        untyped_statement: Callable[..., object] = statement
        try:
            if (found := untyped_statement(self.subject, **case)) is not None:
                message = f"it returns {found!r}; a law returns None, and raises an AssertionError where it is broken"
                raise Counterexample(message)
        except (HypothesisException, Skipped):
            raise
        except Exception as error:
            found = as_counterexample(error)
            found.case, found.evidence = found.case or case, found.evidence or self.entry.evidence
            if found.line is None:
                found.args = (describe_failure(found.case, str(found)),)
                found.line = next((value for value in found.case.values() if isinstance(value, Line)), None)
            found.rerun = partial(self.check_case, statement, case)
            raise found from found.__cause__

    def _run_first_cases(self) -> bool:
        """Look at the cases that come before those drawn; return whether there are no others."""
        [name, *other_names] = self.entry.drawn
        if other_names or name not in self.suite.first:
            return False
        times, timer = self.entry.times, self.timer
        for n, value in enumerate(self.suite.first[name](self.subject)):
            if timer.is_over(0.5):
                timer.skipped.append(f"some of the positions nearest the start (it looked at {timer.cases})")
                return False
            if n == 0 or int(n * times) > int((n - 1) * times):  # all, or evenly chosen ones
                self.examine({name: value})
        return times >= 1 and self.suite.everything(self.subject)

    def _run_drawn_cases(self) -> None:
        """Look at examples that Hypothesis draws, and raise the error of a counterexample."""
        timer, failures = self.timer, list[Counterexample]()
        index = 0 if self.suite.shrink else -1  # the first one, or the simplest that Hypothesis finds
        deadline = float("inf")  # when it stops

        def law_holds(**values: Any) -> None:
            nonlocal deadline
            for case in self.suite.cases(values):
                if timer.is_over() and not failures:
                    raise OutOfTime
                try:
                    self.examine(case)
                except Counterexample as failure:
                    if timer.spent() > deadline:
                        raise OutOfTime from failure
                    if not failures:
                        deadline = timer.spent() + self.shrink_seconds
                    failures.append(failure)
                    raise

        law_holds.__name__ = law_holds.__qualname__ = self.test_name
        seed, options = self._hypothesis_settings()
        strategies = {argument: strategy(self.subject) for argument, strategy in self.entry.drawn.items()}
        test = given(**strategies)(law_holds)
        try:
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", "Generating overly large repr")  # which is not shown
                options(test if seed is None else hypothesis.seed(seed)(test))()
        except Counterexample as failure:
            failures.append(failure)
        except (OutOfTime, Flaky) as error:  # an example that is left for want of time looks inconsistent, too
            if not failures and not timer.is_over():
                message = "the same example gives another result when it is tried again"
                raise Counterexample(f"{message} ({str(error).partition(chr(10))[0]})") from error
            if not failures:
                timer.skipped.append(f"some of the examples to draw (it looked at {timer.cases} cases in all)")
            elif isinstance(error, Flaky):
                failures[index].rerun = lambda: None  # it holds when it is tried again
        if failures:
            failures[index].seed = seed
            raise failures[index]

    def _hypothesis_settings(self) -> tuple[int | None, settings]:
        """Return the seed, if it is not Hypothesis' choice, and the settings of the test."""
        profile = settings.default or settings()
        seed = self.options.get("seed")
        if seed is None and not profile.derandomize and core.global_force_seed is None:
            seed = self.auto_seed
        replaced_phases = {Phase.explain} | ({Phase.shrink} if self.suite.shrink else set())
        max_examples = self.options.get("examples") or self.suite.most(self.subject, profile.max_examples)
        return seed, settings(
            profile,
            deadline=None,
            phases=[phase for phase in profile.phases if phase not in replaced_phases],
            report_multiple_bugs=False,
            suppress_health_check=list[Any](HealthCheck),
            verbosity=Verbosity.quiet if profile.verbosity is Verbosity.normal else profile.verbosity,
            database=None if self.options.get("seed") is not None else profile.database,
            max_examples=max(1, round(max_examples * self.entry.times)),
        )

    def _raise_reported(self, failure: Counterexample) -> NoReturn:
        """Raise the error of the simplest counterexample that is found in time, with all that a report says."""
        if not failure.case and failure.line is not None and len(self.entry.drawn) == 1:
            failure.case = dict.fromkeys(self.entry.drawn, failure.line)  # what comes before all cases may be one, too
        seed, shrinks = failure.seed, Phase.shrink in (settings.default or settings()).phases
        if self.suite.shrink and shrinks:
            with RunTimer():
                shrink, check = partial(self.suite.shrink, self.subject), partial(self.check_case, self.entry.statement)
                failure = shrink_fully(shrink, check, failure, self.shrink_seconds)
        chance_lines = [] if self._fails_again(failure) else [NOT_REPRODUCED]
        report_lines = reproduction(getattr(self.subject, "rules", None), self.suite.names(self.subject), failure)
        reported = Counterexample("\n".join((str(failure), *report_lines, *chance_lines)), failure.line)
        reported.case, reported.seed = failure.case, seed
        raise reported from failure.__cause__  # without the traceback and the notes of every example tried

    def _fails_again(self, failure: Counterexample) -> bool:
        """Return whether a law is broken again by what broke it, or there was no time to try that."""
        with RunTimer(4 * self.timer.spent() + 1) as timer:
            try:
                failure.rerun()
            except (Counterexample, Skipped, OutOfTime):
                return True
            return bool(timer.skipped)
