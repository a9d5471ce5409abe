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
    as_broken,
    in_time,
)
from fpgames.testing.reports.counterexamples import in_words, reproduction, shrink_fully
from fpgames.testing.running.checks import SHORTEN_ONE, configure
from fpgames.testing.strategies.lines import Line

__all__ = ["Suite"]

S = TypeVar("S")

Statement: TypeAlias = Callable[..., None]
"""What a law checks: a function of a subject and of drawn values that raises an error unless it holds, and returns None."""

Drawn: TypeAlias = Mapping[str, Callable[[S], SearchStrategy[Any]]]


CHANCE = "tried again, it did not fail again: something depends on chance or on memory"


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
        self._listed: list[RegisteredLaw[S]] = []

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
            self._listed.append(RegisteredLaw(statement, drawn, when, times, before, first, evidence))
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
        other = copy(self)
        other._listed = [*self._listed]
        return other

    def laws(self, subject: S, name: str, **options: Unpack[Options]) -> list[Law]:
        """Return the laws that apply to a subject: ``laws :: Suite s -> s -> String -> [Law]``.

        Args:
            subject: what the laws are tested on.
            name: the name of the subject.
            options: how the laws are run, as :class:`Options` says.
        """
        by_chance = SystemRandom().getrandbits(32)  # of all these laws, so that they draw the same examples

        def law_of(listed: RegisteredLaw[S]) -> Law:
            test: Callable[[Options], LawResult] = lambda options: LawRun(  # noqa: E731
                self, subject, name, listed, options, by_chance
            ).run()
            return Law(listed.statement.__name__, equation(listed.statement), test, name)

        return configure((law_of(listed) for listed in self._listed if listed.when(subject)), options)


def equation(statement: Statement) -> str:
    """Return what a law states: the beginning of its docstring."""
    return " ".join((statement.__doc__ or statement.__name__).split("\n\n")[0].rstrip(".").replace("``", "`").split())


class LawRun(Generic[S]):
    """One run of one law on one subject: first the cases listed, then those that Hypothesis draws."""

    def __init__(
        self, suite: Suite[S], subject: S, name: str, listed: RegisteredLaw[S], options: Options, by_chance: int
    ) -> None:
        self.suite, self.subject, self.listed, self.options, self.by_chance = suite, subject, listed, options, by_chance
        # Hypothesis stores examples under the name of the test.
        self.test_name = re.sub(r"\W+", "_", f"{listed.statement.__name__}_of_{name}")
        self.shrink_seconds, self.watch = options.get("shrink_seconds", SHORTEN_ONE), RunTimer(options.get("seconds"))
        self.held: set[Hashable] = set()  # keys of the cases in which the law holds

    def run(self) -> LawResult:
        """Look for a counterexample, and return what was looked at."""
        with self.watch as watch:
            everything = False
            try:
                self.check_case(self.listed.before, {})
                for case in in_time(self.listed.first(self.subject), "cases that come first"):
                    self.check_case(self.listed.statement, case)
                if not self.listed.drawn:
                    self.check_case(self.listed.statement, {})
                    watch.cases = max(int(not watch.skipped), watch.cases)
                else:
                    everything = self._all_that_come_first()
                    if not everything:
                        self._run_drawn_cases()
            except Skipped as error:
                watch.skipped.append(str(error))
            except Counterexample as found:
                self._report(found)
            missed = "; ".join(watch.skipped)
            name = self.listed.statement.__name__
            return LawResult(name, watch.cases, everything and not missed, missed, watch.spent())

    def examine(self, case: Case) -> None:
        """Look at one case, unless it was looked at before; the error of a law that does not hold is ``Counterexample``."""
        key = self.suite.key(self.subject, case)
        if key is None or key not in self.held:
            self.check_case(self.listed.statement, case)
            self.held.add(key)
            self.watch.cases += 1

    def check_case(self, statement: Statement, case: Case) -> None:
        """Apply a statement to the subject; errors of any kind become ``Counterexample``, and say where, unless they have a line."""
        look: Callable[..., object] = statement
        try:
            if (found := look(self.subject, **case)) is not None:
                said = f"it returns {found!r}; a law returns None, and raises an AssertionError where it is broken"
                raise Counterexample(said)
        except (HypothesisException, Skipped):
            raise
        except Exception as error:
            found = as_broken(error)
            found.case, found.evidence = found.case or case, found.evidence or self.listed.evidence
            if found.line is None:
                found.args = (in_words(found.case, str(found)),)
                found.line = next((value for value in found.case.values() if isinstance(value, Line)), None)
            found.rerun = partial(self.check_case, statement, case)
            raise found from found.__cause__

    def _all_that_come_first(self) -> bool:
        """Look at the cases that come before those drawn; return whether there are no others."""
        [name, *others] = self.listed.drawn
        if others or name not in self.suite.first:
            return False
        times, watch = self.listed.times, self.watch
        for n, value in enumerate(self.suite.first[name](self.subject)):
            if watch.is_over(0.5):
                watch.skipped.append(f"some of the positions nearest the start (it looked at {watch.cases})")
                return False
            if n == 0 or int(n * times) > int((n - 1) * times):  # all, or evenly chosen ones
                self.examine({name: value})
        return times >= 1 and self.suite.everything(self.subject)

    def _run_drawn_cases(self) -> None:
        """Look at examples that Hypothesis draws, and raise the error of a counterexample."""
        watch, found = self.watch, list[Counterexample]()
        pick = 0 if self.suite.shrink else -1  # the first one, or the simplest that Hypothesis finds
        until = float("inf")  # when it stops

        def holds(**values: Any) -> None:
            nonlocal until
            for case in self.suite.cases(values):
                if watch.is_over() and not found:
                    raise OutOfTime
                try:
                    self.examine(case)
                except Counterexample as broken:
                    if watch.spent() > until:
                        raise OutOfTime from broken
                    if not found:
                        until = watch.spent() + self.shrink_seconds
                    found.append(broken)
                    raise

        holds.__name__ = holds.__qualname__ = self.test_name
        seed, options = self._settings()
        strategies = {argument: strategy(self.subject) for argument, strategy in self.listed.drawn.items()}
        test = given(**strategies)(holds)
        try:
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", "Generating overly large repr")  # which is not shown
                options(test if seed is None else hypothesis.seed(seed)(test))()
        except Counterexample as broken:
            found.append(broken)
        except (OutOfTime, Flaky) as error:  # an example that is left for want of time looks inconsistent, too
            if not found and not watch.is_over():
                said = "the same example gives another result when it is tried again"
                raise Counterexample(f"{said} ({str(error).partition(chr(10))[0]})") from error
            if not found:
                watch.skipped.append(f"some of the examples to draw (it looked at {watch.cases} cases in all)")
            elif isinstance(error, Flaky):
                found[pick].rerun = lambda: None  # it holds when it is tried again
        if found:
            found[pick].seed = seed
            raise found[pick]

    def _settings(self) -> tuple[int | None, settings]:
        """Return the seed, if it is not Hypothesis' choice, and the settings of the test."""
        profile = settings.default or settings()
        seed = self.options.get("seed")
        if seed is None and not profile.derandomize and core.global_force_seed is None:
            seed = self.by_chance
        left_to_us = {Phase.explain} | ({Phase.shrink} if self.suite.shrink else set())
        most = self.options.get("examples") or self.suite.most(self.subject, profile.max_examples)
        return seed, settings(
            profile,
            deadline=None,
            phases=[phase for phase in profile.phases if phase not in left_to_us],
            report_multiple_bugs=False,
            suppress_health_check=list[Any](HealthCheck),
            verbosity=Verbosity.quiet if profile.verbosity is Verbosity.normal else profile.verbosity,
            database=None if self.options.get("seed") is not None else profile.database,
            max_examples=max(1, round(most * self.listed.times)),
        )

    def _report(self, found: Counterexample) -> NoReturn:
        """Raise the error of the simplest counterexample that is found in time, with all that a report says."""
        if not found.case and found.line is not None and len(self.listed.drawn) == 1:
            found.case = dict.fromkeys(self.listed.drawn, found.line)  # what comes before all cases may be one, too
        seed, shrinks = found.seed, Phase.shrink in (settings.default or settings()).phases
        if self.suite.shrink and shrinks:
            with RunTimer():
                simpler, law = partial(self.suite.shrink, self.subject), partial(self.check_case, self.listed.statement)
                found = shrink_fully(simpler, law, found, self.shrink_seconds)
        chance = [] if self._fails_again(found) else [CHANCE]
        again = reproduction(getattr(self.subject, "rules", None), self.suite.names(self.subject), found)
        plain = Counterexample("\n".join((str(found), *again, *chance)), found.line)
        plain.case, plain.seed = found.case, seed
        raise plain from found.__cause__  # without the traceback and the notes of every example tried

    def _fails_again(self, found: Counterexample) -> bool:
        """Return whether a law is broken again by what broke it, or there was no time to try that."""
        with RunTimer(4 * self.watch.spent() + 1) as watch:
            try:
                found.rerun()
            except (Counterexample, Skipped, OutOfTime):
                return True
            return bool(watch.skipped)
