"""Messages of errors: in one line, which names a line of the user's code where there is one."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import toolz

from fpgames.cli import status
from fpgames.search import children


def message_of(function: Callable[[], object]) -> str:
    try:
        function()
    except Exception as error:
        return status.one_line_message(error)
    raise AssertionError("it raises an error")


def misuse() -> object:
    return children(3)  # type: ignore[arg-type]


def test_the_line_is_that_of_a_user_not_of_the_library() -> None:
    line = misuse.__code__.co_firstlineno + 1
    assert message_of(misuse).endswith(f"; got 3 (test_status.py, line {line})")


def test_the_line_is_not_one_of_python_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    assert re.search(r" \(test_status\.py, line [0-9]+\)$", message_of(lambda: Path("no such file").read_text()))
    monkeypatch.setattr(status, "_PYTHON", Path(toolz.__file__).parents[2])  # a package that Python's folder holds
    assert re.search(r"StopIteration:  \(itertoolz\.py, line [0-9]+\)$", message_of(lambda: toolz.nth(1, iter(()))))


def test_an_error_without_a_frame_has_no_line() -> None:
    error = ValueError("of a function written in C")
    assert status.one_line_message(error, of_bot=True) == "ValueError: of a function written in C"
    assert status.one_line_message(error) == "of a function written in C"


def test_the_message_of_a_syntax_error_has_its_line() -> None:
    assert message_of(lambda: compile("1 +", "own.py", "exec")) == "SyntaxError: invalid syntax (own.py, line 1)"
