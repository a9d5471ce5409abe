"""Functions that run laws, all in one call or each as a pytest item; and checks of arguments and options."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from inspect import getdoc, signature
from itertools import product
from math import inf
from shutil import get_terminal_size
from time import monotonic
from typing import Any, ParamSpec, TypeVar, Unpack

from toolz import unique

from fpgames.testing.law import (
    Counterexample,
    IncompleteCheck,
    Law,
    LawResult,
    LawsBroken,
    Options,
    Phase,
    Progress,
    RunTimer,
    by_cost,
    report,
)
from fpgames.validation import require_at_least

__all__ = ["as_tests", "check"]

A = TypeVar("A")
Params = ParamSpec("Params")

DEFAULT_SECONDS = 60.0  # time limit of a check
QUICK_SECONDS, QUICK_CASES = 0.25, 40  # limits of each law in the phase of few cases
MIN_DEAR_COST = 10  # laws of this cost or more are not run in it
SHRINK_TIME, TOTAL_SHRINK_TIME = 5.0, 10.0  # seconds to shrink one counterexample, and all counterexamples
PREREQUISITE_SECONDS = 0.3  # duration of the first check of laws that the others presuppose
PHASES = (
    Phase(lambda law, _: law.prerequisite, PREREQUISITE_SECONDS),  # what the others presuppose
    Phase(lambda law, result: result is None and law.cost < MIN_DEAR_COST, QUICK_SECONDS, QUICK_CASES),  # a few cases
    Phase(lambda _, result: result is None),  # all cases, near ones before drawn ones; last those of a second process
    Phase(lambda _, result: bool(result and result.skipped)),  # again, in the time that is left
)
PROGRESS_DELAY, PROGRESS_INTERVAL = 2.0, 5.0  # seconds before the first progress line in a file, and between lines


CHECK_OPTIONS = ("fail_fast", "progress")


def configure_laws(laws: Iterable[Law], options: Options) -> list[Law]:
    """Return the laws that the options select; each law gets the options, and an equal share of ``seconds``."""
    for option in options:
        if option in CHECK_OPTIONS:
            raise TypeError(f"{option} is an option of functions that run laws, such as check_game, not of laws")
        if option not in Options.__annotations__:
            raise TypeError(f"there is no option {option!r}; options of a run are {', '.join(Options.__annotations__)}")
    examples, seconds = options.get("examples"), options.get("seconds")
    require_at_least(1, 1 if examples is None else examples, "draw {} examples")
    if seconds is not None and not (isinstance(seconds, int | float) and seconds > 0):
        raise ValueError(f"cannot run laws for {seconds!r} seconds; expected a number greater than 0")
    require_type(int | None, options.get("seed"), "seed", "a whole number")
    require_type(int | float, options.get("shrink_seconds", 0.0), "shrink_seconds", "a number of seconds")
    all_laws = require_each(Law, laws, "the argument", "a list of laws, such as game_laws(rules)")
    selected = select_laws(all_laws, options.get("laws"), options.get("exclude", ()))
    share: Options = {} if seconds is None else {"seconds": seconds / len(selected)}
    return [replace(law, options={**law.options, **options, **share}) for law in selected]


def make_check(laws_of: Callable[Params, list[Law]]) -> Callable[Params, None]:
    """Make a ``check_...`` function from a ``..._laws`` function: ``makeCheck lawsOf = check . lawsOf``."""

    @wraps(laws_of)
    def run_check(*args: Params.args, **kwargs: Params.kwargs) -> None:
        check_options: Any = {option: kwargs.pop(option) for option in CHECK_OPTIONS if option in kwargs}
        laws = laws_of(*args, **kwargs)
        check(laws[0].subject, laws, **check_options)  # never empty: every subject has at least one law

    name = laws_of.__name__.removesuffix("_laws")
    _, _, description = (getdoc(laws_of) or "").partition(">>>")[0].partition("\n\n")
    arguments, _, errors = description.partition("Raises:\n")
    run_check.__doc__ = f"""Run the laws that ``{name}_laws`` returns: ``check_{name} = check . {name}_laws``.

{arguments}Raises:
    LawsBroken: some do not hold; the message shows a counterexample to each.
{errors}See also: :func:`fpgames.testing.{name}_laws`, which has examples."""
    run_check.__name__ = run_check.__qualname__ = f"check_{name}"
    vars(run_check)["__signature__"] = signature(laws_of).replace(return_annotation="None")
    return run_check


def check(name: str, all_laws: Iterable[Law], /, **options: Unpack[Options]) -> None:
    """Run all laws, and raise LawsBroken unless all of them hold: ``check :: String -> [Law] -> IO ()``.

    Args:
        name: the name of the subject.
        all_laws: the laws of the subject, with any laws of your own.
        options: the :class:`Options` of the run.

    Raises:
        LawsBroken: some laws do not hold; the message shows a counterexample to each.
        TypeError: the second argument is not a collection of laws, or an option is unknown.
        ValueError: a selected law does not exist, or the value of an option is invalid.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.testing import game_laws
    >>> check("my game", game_laws(rules)[:2])

    See also: :func:`as_tests`; :func:`fpgames.testing.check_game`, for the laws of the kit.
    """
    fail_fast, progress = options.pop("fail_fast", False), options.pop("progress", None)
    require_type(bool, fail_fast, "fail_fast", "True or False")
    expected = "a function of a LawResult, True or False"
    require_type(bool | Callable | None, progress, "progress", expected)
    if not (laws := configure_laws(all_laws, options)):
        raise ValueError(f"there are no laws of {name} to run")
    run = CheckRun(name, laws, fail_fast, progress)
    try:
        for phase in PHASES:
            run.run_phase(phase)
    finally:
        run.write_progress("")
    run.raise_or_warn()


class CheckRun:
    """One run of all laws of a subject: the results so far, the counterexamples, and the time limit."""

    def __init__(self, name: str, laws: Sequence[Law], fail_fast: bool, progress: Progress | bool | None) -> None:
        self.name, self.laws, self.fail_fast = name, laws, fail_fast
        self.errors, self.results = dict[Law, Counterexample](), dict[Law, LawResult]()
        self.send = progress if callable(progress) else lambda result: None
        self.write_progress = _progress_writer(progress)
        share, self.started = DEFAULT_SECONDS / len(laws), monotonic()
        self.end = self.started + sum(law.options.get("seconds", share) or inf for law in laws)

    def run_phase(self, phase: Phase) -> None:
        """Run the laws that a phase selects, cheap ones first; each gets an equal share of the time that is left."""
        selected = [law for law in self.laws if phase.selects(law, self.results.get(law))]
        for index, law in enumerate(sorted(selected, key=by_cost)):
            left = max(0.0, self.end - monotonic()) / (len(selected) - index)
            is_over = (self.errors and self.fail_fast) or any(broken.prerequisite for broken in self.errors)
            if not is_over and (law not in self.results or 2 * self.results[law].seconds < left < inf):
                self._run_law(law, phase, left)  # a second run is useful in twice the time of the first

    def _run_law(self, law: Law, phase: Phase, seconds: float) -> None:
        """Run one law in a phase; note its result unless it is that of a brief phase and not complete."""
        started, again = monotonic(), " again" if law in self.results else ""
        broken = f"; broken: {', '.join(map(repr, self.errors))}" if self.errors else ""
        finished = f"{len(self.results)} of {len(self.laws)} laws in {started - self.started:.0f} s"
        self.write_progress(f"{self.name}: {finished}, now {law}{again}{broken}")
        shrink_left = max(0.0, TOTAL_SHRINK_TIME - sum(self.results[law].seconds for law in self.errors))
        shrink_seconds = min(SHRINK_TIME, shrink_left / 2, seconds)
        try:
            result = _test_in(phase, law, min(seconds, phase.seconds), shrink_seconds)
            if result.skipped and phase.seconds < inf:
                return
        except Counterexample as error:
            law, error = cause_of(law, error, self.laws, max(SHRINK_TIME, self.end - monotonic()))
            self.errors[law] = error
            result = LawResult(law.name, 0, False, "", monotonic() - started, str(error))
        self.results[law] = result
        self.send(result)

    def raise_or_warn(self) -> None:
        """Raise LawsBroken if laws do not hold, of all that they presuppose; warn if cases were skipped."""
        prerequisites = [law for law in self.errors if law.prerequisite]
        errors = {law: error for law, error in self.errors.items() if law.prerequisite or not prerequisites}
        if errors:
            total, [first, *_] = len(prerequisites or self.results), errors.values()
            raise LawsBroken(self.name, total, errors, len(self.laws) - total) from first.__cause__
        unfinished = {law: result for law, result in self.results.items() if result.skipped}
        if unfinished:
            summary = f"{self.name}: {len(unfinished)} of {len(self.laws)} laws hold only as far as they were checked"
            advice = "; ".join(hint() for hint in unique(law.hint for law in unfinished))
            results = (f"    {result}" for result in unfinished.values())
            warnings.warn("\n".join([f"{summary}; {advice}", *results]), IncompleteCheck, 4)


def _test_in(phase: Phase, law: Law, seconds: float, shrink_seconds: float = SHRINK_TIME) -> LawResult:
    """Run a law in a phase, and shrink a counterexample as long as the law's options say or, by default, as given."""
    defaults = Options(shrink_seconds=shrink_seconds)
    with RunTimer(phase=phase):
        return law.test({**defaults, **law.options, "seconds": seconds})


def cause_of(
    law: Law, error: Counterexample, laws: Iterable[Law], seconds: float = inf, *phases: Phase
) -> tuple[Law, Counterexample]:
    """Return the law that a counterexample breaks first: one that the others presuppose, or the law itself.

    Laws that others presuppose are run in the given phases, and on the line of the counterexample.
    """
    on_line = () if error.line is None else (Phase(seconds=seconds, line=error.line),)
    for phase, other in product(phases + on_line, () if law.prerequisite else laws):
        try:
            if other.prerequisite and other.subject == law.subject:
                _test_in(phase, other, phase.seconds)
        except Counterexample as cause:
            return other, cause
    return law, error


def select_laws(laws: Sequence[Law], names: Collection[str] | None, exclude: Collection[str] = ()) -> list[Law]:
    """Return the laws in ``names`` (all if None) without those in ``exclude``; raise ValueError for unknown names."""
    known = [law.name for law in laws]
    for option, chosen in (("laws", known if names is None else names), ("exclude", exclude)):
        if isinstance(chosen, str) or not isinstance(chosen, Collection):
            raise ValueError(f"{option} is a collection of names, not {chosen!r}; expected some of {', '.join(known)}")
        if unknown := ", ".join(repr(name) for name in chosen if name not in known):
            raise ValueError(f"{option} names unknown laws: {unknown}; expected some of {', '.join(known)}")
    selected = [law for law in laws if law.name not in exclude and (names is None or law.name in names)]
    if known and not selected:
        raise ValueError(f"no law is left to run; there are {', '.join(known)}")
    return selected


def _progress_writer(progress: Progress | bool | None) -> Callable[[str], None]:
    """Return a function that writes a line on standard error.

    On a terminal, each line replaces the line before; an empty one clears it. Elsewhere, a line is written only if some
    seconds have passed since the last one and, unless ``progress`` is True, since the beginning.
    """
    if progress is False or callable(progress) or sys.platform == "emscripten":
        return lambda line: None
    file, next_time = sys.stderr, monotonic() + (0 if progress else PROGRESS_DELAY)

    def write(line: str) -> None:
        nonlocal next_time
        if file.isatty():
            print(f"\x1b[2K{line[: get_terminal_size().columns - 1]}", end="\r", file=file, flush=True)
        elif line and monotonic() >= next_time:
            next_time = monotonic() + PROGRESS_INTERVAL
            print(line, file=file, flush=True)

    return write


def as_tests(laws: Iterable[Law], /, **options: Unpack[Options]) -> Callable[..., None]:
    """Return a pytest test, parametrized by laws: each law is one item with the law's name.

    ``test_nim = as_tests(game_laws(nim))``, in a module or in a class.

    With ``--hypothesis-show-statistics``, pytest shows the :class:`LawResult` of each law. A law that cannot be checked
    in this environment is skipped, with the reason. If time runs out, there is a warning, :class:`IncompleteCheck`.

    Args:
        laws: the laws of one subject or of several.
        options: the :class:`Options` of the run, except ``fail_fast`` and ``progress``; use pytest's ``-x`` and ``-v``.

    Raises:
        ImportError: pytest is not installed.
        TypeError: the first argument is not a collection of laws, or an option is unknown.
        ValueError: the value of an option is invalid.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.testing import game_laws
    >>> test_tictactoe = as_tests(game_laws(rules))

    See also: :func:`fpgames.testing.check_game`, for all laws in one call.
    """
    try:
        import pytest  # imported here, because check() works without pytest
    except ModuleNotFoundError:
        raise ImportError("as_tests needs pytest: pip install 'fpgames[test]'") from None

    configured = configure_laws(laws, options)

    @pytest.mark.parametrize("law", configured, ids=repr)
    def test(law: Law, request: pytest.FixtureRequest) -> None:
        with _attaching_statistics(request.node):
            try:
                result = law.test(law.options)
            except Counterexample as error:
                law, error = cause_of(law, error, configured, inf, PHASES[0])
                # pytest's summary has room for a short name of a class, and the first line of the message
                broken = type("broken", (Counterexample,), {"__module__": "builtins"})
                raise broken(report({law: error}), error.line) from error.__cause__
        statistics = getattr(request.node, "hypothesis_statistics", f"{request.node.nodeid}:")
        request.node.hypothesis_statistics = f"{statistics}\n\n  - {result}"
        if result.skipped and not result.cases:
            pytest.skip(result.skipped)
        if result.skipped:
            warnings.warn(str(result), IncompleteCheck, 2)

    works_in_classes: Callable[..., None] = PytestFunction(test)
    return works_in_classes


PytestFunction: Any = type(
    "PytestFunction",
    (staticmethod,),
    {
        "pytestmark": property(
            lambda self: self.__func__.pytestmark, lambda self, marks: vars(self.__func__).update(pytestmark=marks)
        )
    },
)
"""A test function that is the same in a module and in a class, where a plain function has the parameter ``self``.

Pytest reads and adds marks here in a module, and at the function in a class.
"""


def _attaching_statistics(item: Any) -> Any:
    """Return a context manager that attaches statistics to a pytest item, as the pytest plugin of Hypothesis does."""
    from hypothesis.statistics import collector, describe_statistics

    def attach_statistics(statistics: Any) -> None:
        statistics["nodeid"] = item.nodeid
        item.hypothesis_statistics = describe_statistics(statistics)

    with_value: Any = collector.with_value
    return with_value(attach_statistics)


def require_type(kind: Any, value: object, name: str, expected: str) -> None:
    """Raise TypeError unless a value has the type ``kind``; the message says that ``name`` has to be ``expected``."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} has to be {expected}; got {value!r}")


def require_each(kind: Any, values: Iterable[A], name: str, expected: str) -> tuple[A, ...]:
    """Return the items of an argument; raise TypeError for a string, or if an item does not have the type ``kind``."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise TypeError(f"{name} has to be {expected}; got {values!r}")
    items = tuple(values)
    for item in items:
        require_type(kind, item, name, expected)
    return items


def require_perft_table(table: Mapping[int, int]) -> None:
    """Raise TypeError or ValueError unless a table maps depths to numbers of lines of play (perft)."""
    require_type(Mapping, table, "a table of perft", "a mapping such as {1: 9, 2: 72}")
    for depth, number in table.items():
        require_at_least(0, depth, "count lines of {} moves")
        require_at_least(0, number, "expect {} lines of play")
