"""Examples run one after another in one namespace, as ``doctest`` runs them, and what they print compared.

This runs in the reader's browser; it needs nothing but Python, and is tested without a browser.
"""

from __future__ import annotations

import ast
import builtins
import doctest
import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from itertools import count
from time import perf_counter
from typing import Any, TypedDict

_RUNS = count()
_ANSWER = "answer"  # in the names of what is run for a check
_SESSIONS: dict[str, dict[str, Any]] = {}  # the names of each session: this module is one interpreter's memory


class Printed(TypedDict):
    """What a statement printed, whether that is what the page says, and the pictures of its value."""

    source: str
    output: str
    same: bool
    want: str
    pictures: list[str]


class Request(TypedDict):
    """What is to be run.

    ``session`` names the namespace. ``about`` is the object whose docstring holds the example, or empty: a docstring's
    examples see the names of their module. ``typed`` says that the code is the reader's: it has no prompts, and what it
    should print is not known.
    """

    session: str
    about: str
    code: str
    typed: bool


class Response(TypedDict):
    """The statements that were run, and the seconds that they took, pictures not counted."""

    printed: list[Printed]
    seconds: float


class Checked(Response):
    """The same of an answer to an exercise, whether it is right, and if not, why not."""

    right: bool
    why: str


def run(asked: Request) -> Response:
    """Run a block; of code that was typed, only up to the first exception."""
    return _run(asked, _SESSIONS.setdefault(asked["session"], _names(asked["about"])), "page")[0]


def check(asked: Request, test: str) -> Checked:
    """Run an answer to an exercise, then its check, which raises if it is wrong; the session does not change."""
    names = {**_SESSIONS.get(asked["session"], _names(asked["about"]))}
    found, raised = _run(asked, names, _ANSWER)
    said = StringIO()
    if raised is None:
        try:
            with redirect_stdout(said):
                exec(compile(test, "<check>", "exec"), names)
        except BaseException as wrong:  # such as SystemExit
            raised = wrong
    if said.getvalue():
        found["printed"].append(_printed("", said.getvalue(), True, ""))
    return {**found, "right": raised is None, "why": "" if raised is None else _why(raised)}


def _why(wrong: BaseException) -> str:
    """Return the words of a check that failed, or what else was raised and the line of the answer where it was."""
    through = traceback.walk_tb(wrong.__traceback__)
    lines = [line for frame, line in through if frame.f_code.co_filename.startswith(f"<doctest {_ANSWER} ")]
    words = str(wrong)
    if isinstance(wrong, SyntaxError):
        words, lines = wrong.msg, [wrong.lineno or 1]
    elif isinstance(wrong, AssertionError) and not lines:
        return words or "the check fails"
    named = ": ".join(filter(None, (type(wrong).__name__, words)))
    return f"{named} (line {lines[-1]})" if lines else named


def _run(asked: Request, names: dict[str, Any], kind: str) -> tuple[Response, BaseException | None]:
    """Run a block; return also the last exception that the page does not show. The kind is named in tracebacks."""
    try:
        examples = list(_statements(asked["code"]) if asked["typed"] else _examples(asked["code"]))
    except SyntaxError as wrong:
        said = "".join(traceback.format_exception_only(wrong))
        return {"printed": [_printed(asked["code"], said, False, "")], "seconds": 0}, wrong
    runner = (_Typed if asked["typed"] else _Runner)()
    name = f"{kind} {next(_RUNS)}"  # its own, or the lines in tracebacks would be those of another block
    test = doctest.DocTest(examples, {}, name, None, 0, None)
    test.globs = names  # not a copy, which DocTest makes of what it is given
    try:
        runner.run(test, clear_globs=False, out=_say_nothing)
    except BaseException as error:  # such as KeyboardInterrupt, which doctest lets out
        runner.raised = error
        runner.printed.append(_printed("", "".join(traceback.format_exception_only(error)), False, ""))
    return {"printed": runner.printed, "seconds": runner.seconds}, runner.raised


def _say_nothing(words: str) -> None:
    pass


def _names(about: str) -> dict[str, Any]:
    """Return the names that a session begins with."""
    return {"__name__": "__main__"} if not about else dict(vars(import_module(_module(about))))


def _module(about: str) -> str:
    """Return the name of the module that defines an object: the docstring's own, not one that exports the object."""
    parts = about.split(".")
    for length in range(len(parts), 0, -1):
        found = sys.modules.get(".".join(parts[:length]))
        if found is None:
            try:
                found = import_module(".".join(parts[:length]))
            except ModuleNotFoundError:
                continue
        value: Any = found
        for name in parts[length:]:
            value = getattr(value, name)
        home = getattr(value, "__module__", None)
        return home if home in sys.modules else found.__name__
    raise ModuleNotFoundError(f"no module {about!r}")


def _examples(code: str) -> list[doctest.Example]:
    """Return the examples of a page, where an empty line in an output is shown as one."""
    return doctest.DocTestParser().get_examples(re.sub(r"\n(?=\n+(?!>>> |\n|$))", "\n<BLANKLINE>", code))


def _statements(code: str) -> Iterator[doctest.Example]:
    """Return the statements of a program, those that share a line together, each on the lines where it stands."""
    lines = code.splitlines(keepends=True)
    spans: list[tuple[int, int]] = []
    for statement in ast.parse(code).body:
        first = min([statement.lineno, *(each.lineno for each in getattr(statement, "decorator_list", ()))])
        last = statement.end_lineno or first
        if spans and first <= spans[-1][1]:
            spans[-1] = spans[-1][0], last
        else:
            spans.append((first, last))
    for first, last in spans:
        yield doctest.Example("\n" * (first - 1) + "".join(lines[first - 1 : last]), "", lineno=first - 1)


_FRAME = re.compile(r'  File ".*doctest\.py", line .*\n(?:    .*\n)*')  # doctest's own, in a traceback
_NOTHING = object()


class _Runner(doctest.DocTestRunner):
    """Keeps what each example printed, and the pictures of its value."""

    def __init__(self) -> None:
        super().__init__(verbose=False)
        self.printed: list[Printed] = []
        self.seconds = 0.0
        self.raised: BaseException | None = None
        self._began = 0.0

    def report_start(self, out: Any, test: doctest.DocTest, example: doctest.Example) -> None:
        builtins.__dict__["_"] = _NOTHING
        self._began = perf_counter()

    def _keep(self, example: doctest.Example, got: str, same: bool) -> None:
        self.seconds += perf_counter() - self._began
        self.printed.append(_printed(example.source.lstrip("\n"), _FRAME.sub("", got), same, example.want))

    def report_success(self, out: Any, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        self._keep(example, got, True)

    def report_failure(self, out: Any, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        self._keep(example, got, False)

    def report_unexpected_exception(
        self, out: Any, test: doctest.DocTest, example: doctest.Example, exc_info: Any
    ) -> None:
        self.raised = exc_info[1]
        self._keep(example, "".join(traceback.format_exception(exc_info[1])), False)


class _Typed(_Runner):
    """Ends at the first exception; any output is right."""

    def report_failure(self, out: Any, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        self._keep(example, got, True)

    def report_unexpected_exception(
        self, out: Any, test: doctest.DocTest, example: doctest.Example, exc_info: Any
    ) -> None:
        super().report_unexpected_exception(out, test, example, exc_info)
        test.examples.clear()


def _printed(source: str, output: str, same: bool, want: str) -> Printed:
    value = builtins.__dict__.pop("_", _NOTHING)
    return {"source": source, "output": output, "same": same, "want": want, "pictures": list(pictures(value))}


def pictures(value: Any) -> Iterator[str]:
    """Yield the picture of a value, or those of the values in a list or tuple."""
    if isinstance(value, type):
        return
    if hasattr(value, "_repr_svg_"):
        try:
            yield str(value._repr_svg_())
        except Exception:  # as a notebook does: the value is shown, and its picture is missing
            traceback.print_exc()
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from pictures(each)
