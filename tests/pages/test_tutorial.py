"""The tutorial: its program runs after each chapter, the exercises have solutions, the notebook runs."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest
from fpgames_docs.blocks import blocks
from fpgames_docs.chapters import TUTORIAL, Exercise, chapters, exercise, exercises, program, program_part, so_far
from fpgames_docs.notebook import cells, notebook_json, statements
from fpgames_docs.session import Request, check, run

from tests.support.source import ROOT

CHAPTERS = chapters()
LONG = ("09-a-match", "12-its-laws", "13-compiled")
_numbers = count()


def asked(session: str, code: str, typed: bool = True) -> Request:
    return {"session": session, "about": "", "code": code, "typed": typed}


def session_of(chapter: Path) -> str:
    """A session in which all that a chapter runs has run, as in the page."""
    session = f"tutorial {next(_numbers)}"
    found = [run(asked(session, so_far(chapter)))]
    for block in blocks(chapter.read_text()):
        if block.info in ("pycon", "{program}"):
            found.append(run(asked(session, block.code, typed=block.info != "pycon")))
    assert [each for answer in found for each in answer["printed"] if not each["same"]] == []
    return session


@pytest.mark.exhaustive
def test_the_program_runs(tmp_path: Path) -> None:
    """That of the last chapter, which begins with those of all others."""
    file = tmp_path / "program.py"
    file.write_text(program(CHAPTERS[-1]))
    assert subprocess.run([sys.executable, file], capture_output=True, text=True, check=True, cwd=ROOT).stderr == ""


def test_the_program_grows() -> None:
    assert len(CHAPTERS) >= 12
    for before, after in pairwise(CHAPTERS):
        assert so_far(after) == program(before)
        assert program(after).startswith(program(before).rstrip())
    assert so_far(CHAPTERS[0]) == ""


def test_the_game_of_chapter_11_is_a_file() -> None:
    """The file that other pages import has the same code as the chapter, which writes it step by step."""
    code = (TUTORIAL / "stones.py").read_text().partition("\n\n")[2]
    assert code.split() == program_part(CHAPTERS[10]).split()


def test_a_chapter_has_exercises_begins_with_the_program_and_leads_on() -> None:
    for number, chapter in enumerate(CHAPTERS, 1):
        page = chapter.read_text()
        assert len(list(exercises(chapter))) >= 1, chapter
        assert ("{so-far}" in page) == (so_far(chapter).strip() != ""), chapter
        last = page.rstrip().splitlines()[-1]
        assert (f"({CHAPTERS[number].name})" if number < len(CHAPTERS) else "](") in last, chapter


@pytest.mark.parametrize(
    "chapter",
    [pytest.param(each, marks=[pytest.mark.exhaustive] * (each.stem in LONG), id=each.stem) for each in CHAPTERS],
)
def test_answers_pass_and_wrong_ones_do_not(chapter: Path) -> None:
    session = session_of(chapter)
    for task in exercises(chapter):
        right = check(asked(session, task.answer), task.check)
        assert (right["right"], right["why"]) == (True, ""), task.title
        assert len(task.wrong) >= 3, task.title
        for code in (task.start, *task.wrong):
            found = check(asked(session, code), task.check)
            assert not found["right"], code
            assert found["why"], code
        assert check(asked(session, task.answer), task.check)["right"], "nothing is left of the wrong ones"


def test_an_exercise_lacks_nothing(tmp_path: Path) -> None:
    page, file, whole = tmp_path / "page.md", tmp_path / "page.parts.py", "Do it.\n\n```python start\nx = 0\n```\n"
    page.write_text(f"a\n\n:::{{exercise}} one\n{whole}:::\n\nb")
    file.write_text("# %% check: one\nassert x\n\n# %% answer: one\nx = 1\n\n# %% wrong: one\nx = 2\n")
    task = exercise(page, "one", whole)
    assert task == Exercise("one", "Do it.\n", "x = 0\n", "assert x\n", "x = 1\n", ("x = 2\n",))
    assert list(exercises(page)) == [task]
    with pytest.raises(ValueError, match="0 blocks 'python start'"):
        exercise(page, "one", "Do it.\n")
    file.write_text("# %% check: one\nassert x\n")
    with pytest.raises(ValueError, match="0 parts '# %% answer: one'"):
        exercise(page, "one", whole)


WHY = [
    ("x = 1", "assert x == 2, f'x is {x}, not 2'", "x is 1, not 2"),
    ("x = 1", "assert x == 2", "the check fails"),
    ("y = 1", "assert x == 2", "NameError: name 'x' is not defined"),
    ("x = 1\n\nx = (\n  x / 0)", "assert x", "ZeroDivisionError: division by zero (line 4)"),
    ("x = 1\ndef f(n):\n  return 1 / n", "f(0)", "ZeroDivisionError: division by zero (line 3)"),
    ("def f(n):\n  return 1 / n\ndef g(n):\n  f(n)", "g(0)", "ZeroDivisionError: division by zero (line 2)"),
    ("def f(n):\n  assert n, 'n is 0'", "f(0)", "AssertionError: n is 0 (line 2)"),
    ("def f(n):\n  raise SystemExit", "f(0)", "SystemExit (line 2)"),
    ("raise KeyboardInterrupt", "", "KeyboardInterrupt (line 1)"),
    ("x = 1\nx = ", "assert x", "SyntaxError: invalid syntax (line 2)"),
    ("if 1:\nx", "", "IndentationError: expected an indented block after 'if' statement on line 1 (line 2)"),
]


def test_a_check_says_why() -> None:
    for code, test, why in WHY:
        found = check(asked(f"why {next(_numbers)}", code), test)
        assert (found["right"], found["why"]) == (False, why)


def test_the_lines_are_those_of_the_answer_and_not_of_the_page() -> None:
    session = f"lines {next(_numbers)}"
    run(asked(session, "\n\n\ndef half(n):\n    return 1 / n"))
    found = check(asked(session, "def f(n):\n  return half(n)"), "f(0)")
    assert found["why"] == "ZeroDivisionError: division by zero (line 2)"


def test_a_check_leaves_the_session_as_it_is() -> None:
    session = f"kept {next(_numbers)}"
    run(asked(session, "x = 1"))
    assert check(asked(session, "y = x\nx = 2"), "assert (x, y) == (2, 1)\nz = 3")["right"]
    (shown,) = run(asked(session, "x, 'y' in globals(), 'z' in globals()"))["printed"]
    assert shown["output"] == "(1, False, False)\n"


def test_what_is_printed_while_it_is_checked_is_shown() -> None:
    found = check(asked(f"prints {next(_numbers)}", "def f(n):\n  print(n)\nprint(1)"), "f(2)\nf(3)")
    assert [each["output"] for each in found["printed"]] == ["", "1\n", "2\n3\n"]
    assert found["right"]


def test_the_code_of_examples_has_no_prompts_and_no_outputs() -> None:
    page = ">>> for n in (1, 2):\n...     n\n...\n1\n2\n\n>>> print('X..\\n...')\nX..\n...\n\n"
    assert statements(page) == "for n in (1, 2):\n    n\n\nprint('X..\\n...')"


def test_the_notebook_has_all_that_runs() -> None:
    code = [text for chapter in CHAPTERS for kind, text in cells(chapter) if kind == "code"]
    for chapter in CHAPTERS:
        for block in blocks(chapter.read_text()):
            if block.info in ("pycon", "{program}"):
                assert (statements(block.code) if block.info == "pycon" else block.code.strip()) in code
        for task in exercises(chapter):
            assert task.start.strip("\n") in code
            assert any(task.check.strip() in text.replace("\n    ", "\n") for text in code)
    words = "".join(text for chapter in CHAPTERS for kind, text in cells(chapter) if kind == "markdown")
    assert not re.search(r"\]\([^h]|\{\w+\}`|^:::|<!--|>>> ", words, re.MULTILINE)
    assert notebook_json() == notebook_json()


@pytest.mark.exhaustive
def test_the_notebook_runs_from_the_first_cell_to_the_last(tmp_path: Path) -> None:
    pytest.importorskip("ipykernel")
    nbformat: Any = pytest.importorskip("nbformat")
    nbclient: Any = pytest.importorskip("nbclient")
    whole = nbformat.reads(notebook_json(), as_version=4)
    nbformat.validate(whole)
    done = nbclient.NotebookClient(whole, timeout=300, kernel_name="python3").execute()
    outputs = [output for cell in done.cells if cell.cell_type == "code" for output in cell.outputs]
    assert [output for output in outputs if output.output_type == "error"] == []
    assert sum("image/svg+xml" in output.get("data", {}) for output in outputs) > 10
