"""Run a page's examples in one namespace, as ``doctest`` does, and compare their output with the output in the page.

The module runs in the reader's browser. It needs only Python, and its tests need no browser.
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
_ANSWER = "answer"  # in tracebacks, the name of an answer to an exercise
_SESSIONS: dict[str, dict[str, Any]] = {}  # namespaces by the name of the session; they live as long as the interpreter


class Printed(TypedDict):
    """A statement, its output, whether the output is the same as in the page, and the pictures of its value."""

    source: str
    output: str
    same: bool
    want: str
    pictures: list[str]


class Request(TypedDict):
    """A block of code to run, and the session in which it runs.

    ``session`` is the name of the session; the blocks of a session share a namespace. ``about`` is the full name of the
    object whose docstring contains the block, or empty. The examples of a docstring see the variables of their module.
    ``typed`` marks code that the reader typed: it has no prompts, and any output is right.
    """

    session: str
    about: str
    code: str
    typed: bool


class Response(TypedDict):
    """The statements that were run, and the seconds that they took, without the time for drawing pictures."""

    printed: list[Printed]
    seconds: float


class Checked(Response):
    """The response to an answer to an exercise; it also says whether the answer is right and, if it is wrong, why."""

    right: bool
    why: str


def run(request: Request) -> Response:
    """Run a block of code in its session; code that the reader typed stops at the first exception."""
    return _run(request, _SESSIONS.setdefault(request["session"], _names(request["about"])), "page")[0]


def check(request: Request, test: str) -> Checked:
    """Run an answer to an exercise, and then ``test``, which raises an error if the answer is wrong.

    Both run in a copy of the session's namespace, so the session does not change.
    """
    names = {**_SESSIONS.get(request["session"], _names(request["about"]))}
    response, raised = _run(request, names, _ANSWER)
    output = StringIO()
    if raised is None:
        try:
            with redirect_stdout(output):
                exec(compile(test, "<check>", "exec"), names)
        except BaseException as wrong:  # a SystemExit of the check must not end the interpreter
            raised = wrong
    if output.getvalue():
        response["printed"].append(_printed("", output.getvalue(), True, ""))
    return {**response, "right": raised is None, "why": "" if raised is None else _failure_message(raised)}


def _failure_message(wrong: BaseException) -> str:
    """Return a message that says why an answer is wrong.

    If an assertion of the check failed, this is the message of the assertion. For any other error, it is the type and
    the message of the error, and the line of the answer that raised it.
    """
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
    """Run a block, and return its response and the last unexpected exception, or None if there was none.

    An exception is expected if the page shows its traceback. ``kind`` names the block in tracebacks.
    """
    try:
        examples = list(_statements(request["code"]) if request["typed"] else _examples(request["code"]))
    except SyntaxError as wrong:
        message = "".join(traceback.format_exception_only(wrong))
        return {"printed": [_printed(request["code"], message, False, "")], "seconds": 0}, wrong
    runner = (_Typed if request["typed"] else _Runner)()
    name = f"{kind} {next(_RUNS)}"  # a unique name; otherwise, tracebacks would quote the lines of another block
    test = doctest.DocTest(examples, {}, name, None, 0, None)
    test.globs = names  # the namespace that the block changes; the constructor of DocTest would copy it
    try:
        runner.run(test, clear_globs=False, out=_discard)
    except BaseException as error:  # doctest itself does not catch KeyboardInterrupt
        runner.raised = error
        runner.printed.append(_printed("", "".join(traceback.format_exception_only(error)), False, ""))
    return {"printed": runner.printed, "seconds": runner.seconds}, runner.raised


def _discard(words: str) -> None:
    pass


def _names(about: str) -> dict[str, Any]:
    """Return the first variables of a session: for a docstring, the variables of its module; else only ``__name__``."""
    return {"__name__": "__main__"} if not about else dict(vars(import_module(_module(about))))


def _module(about: str) -> str:
    """Return the name of the module that defines an object, even if its dotted name ``about`` is that of a re-export."""
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
    """Return the doctest examples of a block; an empty line inside expected output becomes ``<BLANKLINE>``.

    The page may show only a part of an error's message, with ``...`` instead of the rest.
    """
    examples = doctest.DocTestParser().get_examples(re.sub(r"\n(?=\n+(?!>>> |\n|$))", "\n<BLANKLINE>", code))
    for example in examples:
        if example.exc_msg is not None:
            example.options[doctest.ELLIPSIS] = True
    return examples


def _statements(code: str) -> Iterator[doctest.Example]:
    """Yield the statements of a program as doctest examples with the line numbers of the program.

    Statements that share a line form one example.
    """
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


_FRAME = re.compile(r'  File ".*doctest\.py", line .*\n(?:    .*\n)*')  # frames of a traceback that belong to doctest
_NOTHING = object()


class _Runner(doctest.DocTestRunner):
    """Runs examples, and records the output of each example and the pictures of its value."""

    def __init__(self) -> None:
        super().__init__(verbose=False)
        self.printed: list[Printed] = []
        self.seconds = 0.0
        self.raised: BaseException | None = None
        self._began = 0.0

    def report_start(self, out: Any, test: doctest.DocTest, example: doctest.Example) -> None:
        builtins.__dict__["_"] = _NOTHING
        self._began = perf_counter()

    def _record_output(self, example: doctest.Example, got: str, same: bool) -> None:
        self.seconds += perf_counter() - self._began
        self.printed.append(_printed(example.source.lstrip("\n"), _FRAME.sub("", got), same, example.want))

    def report_success(self, out: Any, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        self._record_output(example, got, True)

    def report_failure(self, out: Any, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        self._record_output(example, got, False)

    def report_unexpected_exception(
        self, out: Any, test: doctest.DocTest, example: doctest.Example, exc_info: Any
    ) -> None:
        self.raised = exc_info[1]
        self._record_output(example, "".join(traceback.format_exception(exc_info[1])), False)


class _Typed(_Runner):
    """Runs code that the reader typed: stops at the first exception, and accepts any output."""

    def report_failure(self, out: Any, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        self._record_output(example, got, True)

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
