"""Running laws: all of a subject in one call, or each as an item of pytest; and checks of their options and claims."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from inspect import signature
from math import inf
from shutil import get_terminal_size
from threading import Event, Thread
from time import monotonic
from typing import Any, ParamSpec, TypeVar, Unpack

from fpgames.testing.law import Counterexample, IncompleteCheck, Law, LawResult, LawsBroken, Options, Progress, report
from fpgames.validation import require_at_least

__all__ = ["as_tests", "check"]

A = TypeVar("A")
Given = ParamSpec("Given")

SHORTEN_ONE, SHORTEN_ALL = 5.0, 10.0  # seconds to make one counterexample simpler, and all of one subject
DELAY = 1.5  # seconds after which it is told what goes on
EVERY = {True: 0.5, False: 5.0}  # seconds between two lines that tell it, on a terminal and elsewhere


OF_A_CHECK = ("fail_fast", "progress")


def configure(laws: Iterable[Law], options: Options) -> list[Law]:
    """Return the laws that some options choose, and how they are run: each in an equal part of the seconds."""
    for option in options:
        if option in OF_A_CHECK:
            raise TypeError(f"{option} is an option of what runs laws, such as check_game and check, not of laws")
        if option not in Options.__annotations__:
            raise TypeError(f"there is no option {option!r}; options of a run are {', '.join(Options.__annotations__)}")
    examples, seconds = options.get("examples"), options.get("seconds")
    require_at_least(1, 1 if examples is None else examples, "draw {} examples")
    if seconds is not None and not (isinstance(seconds, int | float) and seconds > 0):
        raise ValueError(f"cannot run laws for {seconds!r} seconds; expected a number greater than 0")
    require_a(int | None, options.get("seed"), "seed", "a whole number")
    require_a(int | float, options.get("shrink_seconds", 0.0), "shrink_seconds", "a number of seconds")
    every = require_each(Law, laws, "what is run", "laws in a list, such as game_laws(rules)")
    some = select_laws(every, options.get("laws"), options.get("exclude", ()))
    part: Options = {} if seconds is None else {"seconds": seconds / len(some)}
    return [replace(law, options={**law.options, **options, **part}) for law in some]


def make_check(laws_of: Callable[Given, list[Law]]) -> Callable[Given, None]:
    """Return the function that runs laws, given the one that makes them: ``makeCheck lawsOf = check . lawsOf``."""

    @wraps(laws_of)
    def run(*args: Given.args, **given: Given.kwargs) -> None:
        reporting: Any = {option: given.pop(option) for option in OF_A_CHECK if option in given}
        laws = laws_of(*args, **given)
        check(laws[0].of, laws, **reporting)  # there is a law of every subject

    made, doc = laws_of.__name__, (laws_of.__doc__ or "").partition(">>>")[0]
    haskell = doc.partition(" ::")[0].rpartition("``")[2]
    for of_laws, of_check in (
        ("Return", "Run"),
        (f"``{haskell} ::", f"``check . {haskell}``, where ``{haskell} ::"),
        ("Raises:\n", "Raises:\n        LawsBroken: some do not hold; the message shows a counterexample to each.\n"),
    ):
        doc = doc.replace(of_laws, of_check, 1)
    run.__doc__ = f"{doc}See also: :func:`fpgames.testing.{made}`, which has examples."
    run.__name__ = run.__qualname__ = f"check_{made.removesuffix('_laws')}"
    vars(run)["__signature__"] = signature(laws_of).replace(return_annotation="None")
    return run


def check(what: str, all_laws: Iterable[Law], /, **options: Unpack[Options]) -> None:
    """Run all laws, and raise LawsBroken unless every one holds: ``check :: String -> [Law] -> IO ()``.

    Args:
        what: the name of the subject.
        all_laws: the laws of the subject, and laws of your own.
        options: how the laws are run, as :class:`Options` says.

    Raises:
        LawsBroken: some laws do not hold; the message shows a counterexample to each.
        TypeError: what is to be run are not laws, or there is no such option.
        ValueError: there is no law of a name, or an option is not as described.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.testing import game_laws
    >>> check("my game", game_laws(rules)[:2])

    See also: :func:`as_tests`; :func:`fpgames.testing.check_game`, for the laws of the kit.
    """
    fail_fast, progress = options.pop("fail_fast", False), options.pop("progress", None)
    require_a(bool, fail_fast, "fail_fast", "True or False")
    expected = "a function of what a law was looked at on, True or False"
    require_a(bool | Callable | None, progress, "progress", expected)
    if not (laws := configure(all_laws, options)):
        raise ValueError(f"there are no laws of {what} to run")
    errors: dict[Law, Counterexample] = {}
    seen: dict[Law, LawResult] = {}
    began, seconds = monotonic(), sum(law.options.get("seconds") or inf for law in laws)

    def run(some: Collection[Law]) -> None:
        """Run laws, each in an equal part of the time that is left for those that wait."""
        for done, law in enumerate(some):
            before = monotonic()
            left = max(0.0, began + seconds - before) / (len(some) - done)
            if (errors and fail_fast) or (law in seen and left < 2 * seen[law].seconds):
                continue  # it would see no more than the first time
            shortening = max(0.0, SHORTEN_ALL - sum(seen[law].seconds for law in errors))
            try:
                seen[law] = law.test(
                    {"shrink_seconds": min(SHORTEN_ONE, shortening / 2, left), **law.options, "seconds": left}
                )
            except Counterexample as error:
                errors[law] = error
                seen[law] = LawResult(law.name, 0, False, "", monotonic() - before, str(error))
            if callable(progress):
                progress(seen[law])

    def now() -> str:
        """Say what goes on."""
        broken = f"; broken: {', '.join(map(repr, errors))}" if errors else ""
        running = next((law.name for law in laws if law not in seen), "some again")
        return f"{what}: {len(seen)} of {len(laws)} laws in {monotonic() - began:.0f} s, now {running}{broken}"

    with _told(now, progress):
        run(laws)
        if seconds < inf:  # quick laws have left some
            run([law for law in seen if seen[law].skipped])
    if errors:
        raise LawsBroken(what, len(seen), errors, len(laws) - len(seen)) from next(iter(errors.values())).__cause__
    missed = [f"    {law.name}: {each.skipped}" for law, each in seen.items() if each.skipped]
    if missed:
        said = "these laws hold as far as they were looked at; give more seconds=, or a game a lower budget= or depth="
        warnings.warn("\n".join([f"{what}: {said}; not looked at:", *missed]), IncompleteCheck, 3)


def select_laws(laws: Sequence[Law], names: Collection[str] | None, exclude: Collection[str] = ()) -> list[Law]:
    """Return the laws that have these names, but for some; raise ValueError for other names, and if none of them is left."""
    known = [law.name for law in laws]
    for what, some in (("laws", known if names is None else names), ("exclude", exclude)):
        if isinstance(some, str) or not isinstance(some, Collection):
            raise ValueError(f"{what} is a collection of names, not {some!r}; expected some of {', '.join(known)}")
        if unknown := ", ".join(repr(name) for name in some if name not in known):
            raise ValueError(f"{what} names laws that there are not: {unknown}; expected some of {', '.join(known)}")
    left = [law for law in laws if law.name not in exclude and (names is None or law.name in names)]
    if known and not left:
        raise ValueError(f"no law is left to run; there are {', '.join(known)}")
    return left


@contextmanager
def _told(now: Callable[[], str], progress: Progress | bool | None) -> Iterator[None]:
    """Tell on standard error what goes on inside: in one line of a terminal, elsewhere in a line every few seconds."""
    if progress is False or callable(progress) or sys.platform == "emscripten":
        yield
        return
    file, over = sys.stderr, Event()
    terminal = file.isatty()

    def tell() -> None:
        if progress is None and over.wait(DELAY):
            return
        while True:
            line = f"\x1b[2K{now()[: get_terminal_size().columns - 1]}\r" if terminal else f"{now()}\n"
            print(line, end="", file=file, flush=True)
            if over.wait(EVERY[terminal]):
                print("\x1b[2K" if terminal else "", end="", file=file, flush=True)
                return

    thread = Thread(target=tell, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def as_tests(laws: Iterable[Law], /, **options: Unpack[Options]) -> Callable[..., None]:
    """Return a test for pytest that runs each law as an item with the law's name.

    ``test_nim = as_tests(game_laws(nim))``

    With ``--hypothesis-show-statistics``, pytest shows what each law was looked at on. A law that cannot be looked at
    here is skipped, with the reason. If the seconds of a law are over, :class:`IncompleteCheck` warns.

    Args:
        laws: the laws of one subject or of several.
        options: how the laws are run, as :class:`Options` says; pytest has options in place of the last two.

    Raises:
        ImportError: pytest is not installed.
        TypeError: what is to be run are not laws, or there is no such option.
        ValueError: an option is not as described.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.testing import game_laws
    >>> test_tictactoe = as_tests(game_laws(rules))

    See also: :func:`fpgames.testing.check_game`, for all laws in one call.
    """
    try:
        import pytest  # imported here because the laws themselves run without it
    except ModuleNotFoundError:
        raise ImportError("as_tests needs pytest: pip install 'fpgames[test]'") from None

    @pytest.mark.parametrize("law", configure(laws, options), ids=repr)
    def test(law: Law, request: pytest.FixtureRequest) -> None:
        with _statistics(request.node):
            try:
                seen = law.test(law.options)
            except Counterexample as error:
                raise Counterexample(report({law: error}), error.line) from error.__cause__
        shown = getattr(request.node, "hypothesis_statistics", f"{request.node.nodeid}:")
        request.node.hypothesis_statistics = f"{shown}\n\n  - {seen}"
        if seen.skipped and not seen.cases:
            pytest.skip(seen.skipped)
        if seen.skipped:
            warnings.warn(str(seen), IncompleteCheck, 2)

    return test


def _statistics(item: Any) -> Any:
    """Let Hypothesis' statistics of what is run inside belong to an item of pytest, as they do for its own tests."""
    from hypothesis.statistics import collector, describe_statistics

    def note(statistics: Any) -> None:
        statistics["nodeid"] = item.nodeid
        item.hypothesis_statistics = describe_statistics(statistics)

    with_value: Any = collector.with_value
    return with_value(note)


def require_a(kind: Any, given: object, what: str, expected: str) -> None:
    """Raise TypeError unless an argument is of a type, such as ``Callable``, or ``Callable | None``."""
    if not isinstance(given, kind):
        raise TypeError(f"{what} has to be {expected}; got {given!r}")


def require_each(kind: Any, given: Iterable[A], what: str, expected: str) -> tuple[A, ...]:
    """Return what an argument has one after the other; raise TypeError unless it is a collection of things of a type."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise TypeError(f"{what} has to be {expected}; got {given!r}")
    found = tuple(given)
    for each in found:
        require_a(kind, each, what, expected)
    return found


def require_table(table: Mapping[int, int]) -> None:
    """Raise TypeError or ValueError unless an argument says how many lines there are of some lengths."""
    require_a(Mapping, table, "a table of perft", "a mapping such as {1: 9, 2: 72}")
    for depth, number in table.items():
        require_at_least(0, depth, "count lines of {} moves")
        require_at_least(0, number, "expect {} lines of play")
