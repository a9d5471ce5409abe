"""The session that runs a page's examples in the browser: it agrees with doctest, and keeps outputs."""

from __future__ import annotations

import re
from itertools import count
from typing import Any

import pytest
from fpgames_docs.session import Response, run
from hypothesis import given
from hypothesis import strategies as st

_numbers = count()


def new() -> str:
    """The name of a session that nothing has used."""
    return f"session {next(_numbers)}"


def shown(code: str, session: str = "", about: str = "") -> Response:
    return run({"session": session or new(), "about": about, "code": code, "typed": False})


def typed(code: str, session: str = "") -> Response:
    return run({"session": session or new(), "about": "", "code": code, "typed": True})


def outputs(answer: Response) -> list[str]:
    return [each["output"] for each in answer["printed"]]


values = st.recursive(st.integers() | st.text(), lambda inner: st.lists(inner) | st.tuples(inner, inner))


@given(st.lists(values, min_size=1, max_size=4), st.data())
def test_an_example_is_right_exactly_if_the_page_shows_what_it_prints(
    given_values: list[Any], data: st.DataObject
) -> None:
    wrong = data.draw(st.integers(-1, len(given_values) - 1))  # -1: none
    page = "".join(
        f">>> {value!r}\n{value!r}{'?' * (n == wrong)}\n"
        for n, value in enumerate(given_values)
        if "..." not in repr(value)
    )
    assert [each["same"] for each in shown(page)["printed"]] == [
        n != wrong for n, value in enumerate(given_values) if "..." not in repr(value)
    ]


@given(st.lists(values, min_size=1, max_size=4))
def test_typed_code_prints_what_a_page_of_it_shows(given_values: list[Any]) -> None:
    code = "\n".join(map(repr, given_values))
    assert outputs(typed(code)) == [f"{value!r}\n" for value in given_values]
    assert outputs(typed(code)) == outputs(shown("".join(f">>> {value!r}\n" for value in given_values)))


def test_examples_share_the_names_of_their_session_alone() -> None:
    session = new()
    shown(">>> x = 1\n", session)
    assert outputs(typed("x += 1\nx", session)) == ["", "2\n"]
    assert shown(">>> x\n2\n", session)["printed"][0]["same"]
    assert "NameError" in outputs(shown(">>> x\n2\n"))[0]


def test_examples_of_a_docstring_see_the_names_of_its_module() -> None:
    for about in ("fpgames.draw.excerpt.excerpt", "fpgames.draw.excerpt", "fpgames.draw.excerpt.DrawnNode.rest"):
        assert shown(">>> require_at_least.__name__\n'require_at_least'\n", about=about)["printed"][0]["same"]
    assert "NameError" in outputs(shown(">>> require_at_least\n"))[0]
    with pytest.raises(ModuleNotFoundError):
        shown(">>> 1\n1\n", about="no_such_module.thing")


def test_an_empty_line_in_an_output_is_one() -> None:
    page = '>>> print("a\\n\\nb\\n")\na\n\nb\n<BLANKLINE>\n>>> 1\n1\n\n>>> 2\n2\n\n'
    assert [each["same"] for each in shown(page)["printed"]] == [True, True, True]
    assert not shown('>>> print("a\\n\\nb")\na\nb\n')["printed"][0]["same"]


def test_an_exception_is_compared_or_ends_what_was_typed() -> None:
    page = ">>> 1 / 0\nTraceback (most recent call last):\n...\nZeroDivisionError: division by zero\n>>> 2\n2\n"
    assert [each["same"] for each in shown(page)["printed"]] == [True, True]
    assert [each["same"] for each in shown(page.replace("by zero", "by one"))["printed"]] == [False, True]
    found = typed("1\n1 / 0\n2")["printed"]
    assert [each["same"] for each in found] == [True, False]
    assert found[1]["output"].startswith("Traceback")
    for output in (found[1]["output"], outputs(shown(page.replace("by zero", "by one")))[0]):
        assert "doctest.py" not in output
        assert 'File "<doctest page ' in output
    assert found[1]["output"].endswith("ZeroDivisionError: division by zero\n")
    assert "SystemExit" in outputs(typed("raise SystemExit(3)"))[0]


def test_what_is_no_python_is_said() -> None:
    for code in ("1 +", "def f(:\n  1", "  1\n1"):
        (only,) = typed(code)["printed"]
        assert (only["same"], "Error" in only["output"]) == (False, True), code


def test_statements_keep_their_lines() -> None:
    code = "@print\ndef f():\n    return (1,\n        2)\n\nfor n in range(2):\n    n\nf"
    found = typed(code)["printed"]
    assert [each["source"] for each in found] == [
        "@print\ndef f():\n    return (1,\n        2)\n",
        "for n in range(2):\n    n\n",
        "f\n",
    ]
    assert found[1]["output"] == "0\n1\n"


def test_statements_of_one_line_run_once() -> None:
    assert outputs(typed("n = 0\nn += 1; n += 1\nn"))[-1] == "2\n"
    assert outputs(typed("x = (1,\n2); x; x\n3")) == ["(1, 2)\n(1, 2)\n", "3\n"]


def test_an_empty_row_of_a_board_stands_for_itself() -> None:
    page = '>>> print("X..\\nOOO\\n...")\nX..\n...\n...\n'
    assert not shown(page)["printed"][0]["same"]
    assert shown(page.replace("OOO", "..."))["printed"][0]["same"]


def test_what_ends_a_session_elsewhere_is_said() -> None:
    assert outputs(typed("1\nraise KeyboardInterrupt\n2")) == ["1\n", "KeyboardInterrupt\n"]
    assert "RecursionError" in outputs(typed("def f(): return f()\nf()"))[-1]


class Drawn:
    def __init__(self, name: str) -> None:
        self.name = name

    def _repr_svg_(self) -> str:
        if not self.name:
            raise ValueError("nothing to draw")
        return f"<svg>{self.name}</svg>"


def test_pictures_of_values_are_shown_also_those_in_lists(capsys: pytest.CaptureFixture[str]) -> None:
    session = new()
    typed("from tests.pages.test_session import Drawn", session)
    assert typed("Drawn('a')", session)["printed"][0]["pictures"] == ["<svg>a</svg>"]
    assert typed("[Drawn('a'), 1, (Drawn('b'),)]", session)["printed"][0]["pictures"] == [
        "<svg>a</svg>",
        "<svg>b</svg>",
    ]
    assert typed("x = Drawn('a')\nDrawn\n1\nfor _ in [1]: pass", session)["printed"][-1]["pictures"] == []
    assert [each["pictures"] for each in typed("Drawn('a')\n1", session)["printed"]] == [["<svg>a</svg>"], []]
    assert typed("Drawn('')", session)["printed"][0]["pictures"] == []
    assert "nothing to draw" in capsys.readouterr().err


def test_time_is_that_of_the_statements() -> None:
    assert typed("import time\ntime.sleep(0.05)")["seconds"] > 0.05
    assert typed("1")["seconds"] < 0.05


def test_a_traceback_through_a_function_of_another_block_is_shown() -> None:
    session = new()
    typed("# a comment\n# and another\ndef half(n):\n    return 1 / n\n", session)
    said = outputs(typed("(0,\n'no line of half',\n'',\n'nor this')\nhalf(0)", session))[-1]
    assert "line 4, in half" in said
    assert "nor this" not in said
    assert said.rstrip().endswith("ZeroDivisionError: division by zero")


def test_lines_in_tracebacks_are_those_of_the_code() -> None:
    said = outputs(typed("# a comment\n\ndef half(n):\n    return 1 / n\n\nhalf(\n    0\n)"))[-1]
    assert re.findall(r'File "<doctest page .*", line (\d+)', said) == ["6", "4"]
    assert "    return 1 / n\n" in said
