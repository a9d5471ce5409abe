"""Run a page's examples in one namespace, as ``doctest`` does, and compare their output with the page.

The module runs in the reader's browser. It needs only Python, and is tested without a browser.
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
_ANSWER = "answer"  # marks the code of an answer to an exercise in tracebacks
_SESSIONS: dict[str, dict[str, Any]] = {}  # namespace of each session; lives as long as the interpreter


class Printed(TypedDict):
    """The output of a statement, whether it equals the output in the page, and the pictures of its value."""

    source: str
    output: str
    same: bool
    want: str
    pictures: list[str]


class Request(TypedDict):
    """Code to run, and where.

    ``session`` names the namespace. ``about`` is the object whose docstring holds the example, or empty: the examples
    of a docstring see the variables of their module. ``typed`` marks code that the reader typed: it has no prompts, and
    any output is right.
    """

    session: str
    about: str
    code: str
    typed: bool


class Response(TypedDict):
    """The statements that were run, and their time in seconds, without the time for pictures."""

    printed: list[Printed]
    seconds: float


class Checked(Response):
    """The response to an answer of an exercise: also whether the answer is right and, if not, why."""

    right: bool
    why: str


def run(request: Request) -> Response:
    """Run a block of code; typed code stops at the first exception."""
    return _run(request, _SESSIONS.setdefault(request["session"], _names(request["about"])), "page")[0]


def check(request: Request, test: str) -> Checked:
    """Run an answer to an exercise, then the check, which raises if it is wrong; the session does not change."""
    names = {**_SESSIONS.get(request["session"], _names(request["about"]))}
    response, raised = _run(request, names, _ANSWER)
    output = StringIO()
    if raised is None:
        try:
            with redirect_stdout(output):
                exec(compile(test, "<check>", "exec"), names)
        except BaseException as wrong:  # includes SystemExit
            raised = wrong
    if output.getvalue():
        response["printed"].append(_printed("", output.getvalue(), True, ""))
    return {**response, "right": raised is None, "why": "" if raised is None else _failure_message(raised)}


def _failure_message(wrong: BaseException) -> str:
    """Return the message of a failed check; of any other error its type, message and line in the answer."""
    frames = traceback.walk_tb(wrong.__traceback__)
    lines = [line for frame, line in frames if frame.f_code.co_filename.startswith(f"<doctest {_ANSWER} ")]
    words = str(wrong)
    if isinstance(wrong, SyntaxError):
        words, lines = wrong.msg, [wrong.lineno or 1]
    elif isinstance(wrong, AssertionError) and not lines:
        return words or "the check fails"
    named = ": ".join(filter(None, (type(wrong).__name__, words)))
    return f"{named} (line {lines[-1]})" if lines else named


def _run(request: Request, names: dict[str, Any], kind: str) -> tuple[Response, BaseException | None]:
    """Run a block; return also the last exception that the page does not expect. Tracebacks name the kind of block."""
    try:
        examples = list(_statements(request["code"]) if request["typed"] else _examples(request["code"]))
    except SyntaxError as wrong:
        message = "".join(traceback.format_exception_only(wrong))
        return {"printed": [_printed(request["code"], message, False, "")], "seconds": 0}, wrong
    runner = (_Typed if request["typed"] else _Runner)()
    name = f"{kind} {next(_RUNS)}"  # unique, or tracebacks would quote the lines of another block
    test = doctest.DocTest(examples, {}, name, None, 0, None)
    test.globs = names  # set here, because the constructor would copy it
    try:
        runner.run(test, clear_globs=False, out=_discard)
    except BaseException as error:  # includes KeyboardInterrupt, which doctest does not catch
        runner.raised = error
        runner.printed.append(_printed("", "".join(traceback.format_exception_only(error)), False, ""))
    return {"printed": runner.printed, "seconds": runner.seconds}, runner.raised


def _discard(words: str) -> None:
    pass


def _names(about: str) -> dict[str, Any]:
    """Return the variables with which a session begins."""
    return {"__name__": "__main__"} if not about else dict(vars(import_module(_module(about))))


def _module(about: str) -> str:
    """Return the name of the module that defines an object, even if the full name goes through a re-export."""
    parts = about.split(".")
    for length in range(len(parts), 0, -1):
        module = sys.modules.get(".".join(parts[:length]))
        if module is None:
            try:
                module = import_module(".".join(parts[:length]))
            except ModuleNotFoundError:
                continue
        value: Any = module
        for name in parts[length:]:
            value = getattr(value, name)
        home = getattr(value, "__module__", None)
        return home if home in sys.modules else module.__name__
    raise ModuleNotFoundError(f"no module {about!r}")


def _examples(code: str) -> list[doctest.Example]:
    """Return the examples of a block; an empty line followed by more output becomes ``<BLANKLINE>``."""
    return doctest.DocTestParser().get_examples(re.sub(r"\n(?=\n+(?!>>> |\n|$))", "\n<BLANKLINE>", code))


def _statements(code: str) -> Iterator[doctest.Example]:
    """Yield the statements of a program with their line numbers kept; statements on one line form one example."""
    lines = code.splitlines(keepends=True)
    spans: list[tuple[int, int]] = []
    for statement in ast.parse(code).body:
        first = min([statement.lineno, *(decorator.lineno for decorator in getattr(statement, "decorator_list", ()))])
        last = statement.end_lineno or first
        if spans and first <= spans[-1][1]:
            spans[-1] = spans[-1][0], last
        else:
            spans.append((first, last))
    for first, last in spans:
        yield doctest.Example("\n" * (first - 1) + "".join(lines[first - 1 : last]), "", lineno=first - 1)


_FRAME = re.compile(r'  File ".*doctest\.py", line .*\n(?:    .*\n)*')  # frames of doctest itself in a traceback
_NOTHING = object()


class _Runner(doctest.DocTestRunner):
    """Records the output of each example, and the pictures of its value."""

    def __init__(self) -> None:
        super().__init__(verbose=False)
        self.printed: list[Printed] = []
        self.seconds = 0.0
        self.raised: BaseException | None = None
        self._began = 0.0

    def report_start(self, out: Any, test: doctest.DocTest, example: doctest.Example) -> None:
        builtins.__dict__["_"] = _NOTHING
        self._began = perf_counter()

    def _record(self, example: doctest.Example, got: str, same: bool) -> None:
        self.seconds += perf_counter() - self._began
        self.printed.append(_printed(example.source.lstrip("\n"), _FRAME.sub("", got), same, example.want))

    def report_success(self, out: Any, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        self._record(example, got, True)

    def report_failure(self, out: Any, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        self._record(example, got, False)

    def report_unexpected_exception(
        self, out: Any, test: doctest.DocTest, example: doctest.Example, exc_info: Any
    ) -> None:
        self.raised = exc_info[1]
        self._record(example, "".join(traceback.format_exception(exc_info[1])), False)


class _Typed(_Runner):
    """Runs typed code: stops at the first exception, and accepts any output."""

    def report_failure(self, out: Any, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        self._record(example, got, True)

    def report_unexpected_exception(
        self, out: Any, test: doctest.DocTest, example: doctest.Example, exc_info: Any
    ) -> None:
        super().report_unexpected_exception(out, test, example, exc_info)
        test.examples.clear()


def _printed(source: str, output: str, same: bool, want: str) -> Printed:
    value = builtins.__dict__.pop("_", _NOTHING)
    return {"source": source, "output": output, "same": same, "want": want, "pictures": list(pictures(value))}


def pictures(value: Any) -> Iterator[str]:
    """Yield the picture of a value, or of each value in a list or tuple."""
    if isinstance(value, type):
        return
    if hasattr(value, "_repr_svg_"):
        try:
            yield str(value._repr_svg_())
        except Exception:  # like a notebook, print the error and leave the picture out
            traceback.print_exc()
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from pictures(item)
