"""Laws as values: each has a name and an equation, and can be run alone or together with others."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeAlias, TypeVar

from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Flaky, HypothesisException
from hypothesis.strategies import SearchStrategy
from toolz import groupby

__all__ = ["Broken", "Law", "LawsBroken", "Suite", "as_tests"]

S = TypeVar("S")


class Broken(AssertionError):
    """The error of a law that does not hold; its message says where and how.

    Args:
        said: what is wrong.
        line: the line of play that shows it, if there is one.

    See also: :class:`LawsBroken`, for all laws of a subject.
    """

    def __init__(self, said: str, line: Any = None) -> None:
        super().__init__(said)
        self.line = line


class LawsBroken(AssertionError):
    """The error of a subject for which some laws do not hold.

    Args:
        what: the name of the subject.
        total: how many laws were run.
        errors: the laws that do not hold, each with its error.

    See also: :func:`fpgames.testing.check_game`, which raises it.
    """

    def __init__(self, what: str, total: int, errors: Mapping[Law, Broken]) -> None:
        super().__init__(what, total, errors)
        self.what, self.total, self.errors = what, total, errors

    def __str__(self) -> str:
        said = [f"{self.what} breaks {len(self.errors)} of {self.total} laws"]
        by_error = groupby(lambda law: str(self.errors[law]), self.errors)
        for shown, (law, *others) in by_error.items():
            said += ["", f"{law.name}: {law.equation}", *(f"    {line}" for line in shown.splitlines())]
            if others:
                said.append(f"    (the same error breaks {', '.join(law.name for law in others)})")
        return "\n".join(said)


@dataclass(frozen=True)
class Law:
    """One law of one subject; calling it looks for a counterexample.

    Args:
        name: the name of the law.
        equation: what the law states.
        test: a function that raises ``Broken`` if it finds a counterexample.

    See also: :func:`as_tests`; :func:`fpgames.testing.game_laws`, for the laws of a game.
    """

    name: str
    equation: str
    test: Callable[[], None]

    def __call__(self) -> None:
        """Look for a counterexample.

        Raises:
            Broken: it finds one.
        """
        self.test()

    def __repr__(self) -> str:
        return self.name


Statement = Callable[..., None]
"""What a law checks: a function of a subject and of drawn values that raises ``Broken`` if the law does not hold."""


Drawn: TypeAlias = Mapping[str, Callable[[S], SearchStrategy[Any]]]


class Suite(Generic[S]):
    """Laws of one kind of subject, such as games, each stated once for all of them.

    Args:
        cases: a function from the drawn values to the cases in which a law must hold; by default, all in one.
        where: a function that describes a case in words.
        shorten: a function from a subject, a law and the ``Broken`` that Hypothesis found to a simpler one, or to None.
        most: a function from a subject to the most examples of a law, by default as many as Hypothesis draws.

    >>> from hypothesis import strategies as st
    >>> sums = Suite()
    >>> @sums.law(n=lambda start: st.integers())
    ... def order_does_not_matter(start, n):
    ...     "``start + n = n + start``."
    ...     if start + n != n + start:
    ...         raise Broken(f"with {n}")
    ...
    >>> sums.laws(1, "one")
    [order_does_not_matter]

    See also: :class:`fpgames.testing.Law`, :func:`fpgames.testing.as_tests`.
    """

    def __init__(
        self,
        cases: Callable[[dict[str, Any]], Iterable[dict[str, Any]]] = lambda drawn: (drawn,),
        where: Callable[[dict[str, Any]], str] = lambda case: f"with {case}" if case else "with no values",
        shorten: Callable[[S, Statement, Broken], Broken | None] = lambda *_: None,
        most: Callable[[S], int] = lambda _: sys.maxsize,
    ) -> None:
        self._cases = cases
        self._where = where
        self._shorten = shorten
        self._most = most
        self._statements: list[tuple[Statement, Drawn[S], Callable[[S], bool], int]] = []

    def law(
        self,
        when: Callable[[S], bool] = lambda _: True,
        times: int = 1,
        **drawn: Callable[[S], SearchStrategy[Any]],
    ) -> Callable[[Statement], Statement]:
        """Return a decorator that adds a law to this suite; the law's docstring is its equation.

        ``law :: Suite s -> (s -> Bool) -> Int -> Map String (s -> Strategy a) -> Statement -> IO Statement``

        Args:
            when: a predicate of subjects: whether the law applies to one.
            times: a factor for the usual number of examples, for a law whose counterexamples are rare.
            drawn: for each argument of the law besides the subject, a function from the subject to a strategy.
        """

        def add(statement: Statement) -> Statement:
            self._statements.append((statement, drawn, when, times))
            return statement

        return add

    def laws(self, subject: S, name: str) -> list[Law]:
        """Return the laws that apply to a subject: ``laws :: Suite s -> s -> String -> [Law]``.

        Args:
            subject: what the laws are tested on.
            name: the name of the subject.
        """
        return [
            Law(statement.__name__, _equation(statement), self._test(subject, name, statement, drawn, times))
            for statement, drawn, when, times in self._statements
            if when(subject)
        ]

    def _test(self, subject: S, name: str, statement: Statement, drawn: Drawn[S], times: int) -> Callable[[], None]:
        def holds_in(**case: Any) -> None:
            try:
                statement(subject, **case)
            except (Broken, HypothesisException):
                raise
            except Exception as error:
                said = f"{self._where(case)}: {type(error).__name__}: {error}"
                raise Broken(said, case.get("line")) from error

        def holds(**values: Any) -> None:
            for case in self._cases(values):
                holds_in(**case)

        # Hypothesis stores and prints examples under the name of the test.
        holds.__name__ = holds.__qualname__ = re.sub(r"\W+", "_", f"{statement.__name__}_of_{name}")

        def test() -> None:
            if not drawn:
                return holds()
            profile = settings.default or settings()
            quiet = settings(
                deadline=None,
                max_examples=min(profile.max_examples, self._most(subject)) * times,
                report_multiple_bugs=False,
                suppress_health_check=[*profile.suppress_health_check, HealthCheck.too_slow],
            )
            strategies = {argument: strategy(subject) for argument, strategy in drawn.items()}
            try:
                quiet(given(**strategies)(holds))()
            except Broken as broken:
                shorter = self._shorten(subject, holds_in, broken)
                if shorter is None:
                    raise
                raise shorter from shorter.__cause__
            except Flaky as error:
                raise Broken(f"the same example gives another result when it is tried again ({error})") from error
            return None

        return test


def named(thing: object) -> str:
    """Return the name of a function or a stage, which is the same in every run."""
    while isinstance(thing, partial):
        thing = thing.func
    shown = getattr(thing, "__qualname__", None) or repr(thing)
    return type(thing).__name__ if " at 0x" in shown else shown


def _equation(statement: Statement) -> str:
    return (statement.__doc__ or "").split("\n\n")[0].rstrip(".").replace("``", "`")


def check(what: str, laws: Iterable[Law]) -> None:
    """Run all laws, and raise LawsBroken unless every one holds.

    Args:
        what: the name of the subject.
        laws: the laws of the subject.

    Raises:
        LawsBroken: some laws do not hold; the message shows a counterexample to each.
    """
    laws = list(laws)
    errors: dict[Law, Broken] = {}
    for law in _with_a_bar(laws):
        try:
            law()
        except Broken as error:
            errors[law] = error
    if errors:
        raise LawsBroken(what, len(laws), errors) from next(iter(errors.values()))


def _with_a_bar(laws: list[Law]) -> Iterable[Law]:
    """Return the laws; on a terminal, a bar shows how many of them were run if it takes long."""
    try:
        from tqdm import tqdm
    except ModuleNotFoundError:
        return laws
    return tqdm(laws, unit="law", disable=None, leave=False, delay=2)


def as_tests(laws: Iterable[Law]) -> Callable[[Law], None]:
    """Return a test for pytest that runs each law as an item with the law's name.

    ``test_nim = as_tests(game_laws(nim))``

    Args:
        laws: the laws of one subject or of several.

    Raises:
        ImportError: pytest is not installed.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.testing import game_laws
    >>> test_tictactoe = as_tests(game_laws(rules))

    See also: :func:`fpgames.testing.check_game`, for all laws in one call.
    """
    try:
        import pytest  # imported here because the laws themselves run without it
    except ModuleNotFoundError:
        raise ImportError("as_tests needs pytest: pip install 'fpgames[test]'") from None

    @pytest.mark.parametrize("law", laws, ids=repr)
    def test(law: Law) -> None:
        law()

    return test
