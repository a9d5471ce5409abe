"""Collecting pages as tests; an installed package cannot replace the modules that build the pages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.source import DOCS, WRITTEN, imported_modules, text_of

BUILDING = [path.stem for path in (DOCS / "_ext/fpgames_docs").glob("[!_]*.py")]
PAGE = ">>> x = 1\n>>> x\n1\n\n<!-- long from here -->\n\n>>> x + 1\n{}\n\n"


@pytest.mark.parametrize("options", [[], ["-m", "exhaustive"]], ids=["plain", "exhaustive"])
def test_plain_tests_run_what_stands_above_the_comment(pytester: pytest.Pytester, options: list[str]) -> None:
    pytester.makeini("[pytest]\nmarkers = exhaustive")
    pytester.makeconftest(text_of(DOCS / "conftest.py"))
    pages = {"a": PAGE.format(3), "b": PAGE.format(2), "c": ">>> 1\n2\n\n", "d": "No examples.\n"}
    for name, text in pages.items():
        (pytester.path / f"{name}.md").write_text(text)
    counted = pytester.inline_run(*(options or ["-m", "not exhaustive"]), "-p", "no:cacheprovider")
    passed, _, failed = counted.listoutcomes()
    assert [[report.nodeid for report in each] for each in (passed, failed)] == (
        [["b.md::b.md"], ["a.md::a.md"]] if options else [["a.md::above", "b.md::above"], ["c.md::c.md"]]
    )


def test_comments_that_say_so_are_those_that_are_looked_for() -> None:
    long = [page for page in WRITTEN if "long from here" in text_of(page)]
    assert len(long) > 10
    for page in long:
        above, comment, below = text_of(page).partition("\n<!-- long from here -->\n")
        assert (comment, above[-1], below[0]) == (comment, "\n", "\n"), page
        assert "\n>>> " in above, page
        assert "\n>>> " in below, page


def test_no_installed_package_is_taken_for_what_builds_the_pages(tmp_path: Path) -> None:
    for name in BUILDING:
        (tmp_path / f"{name}.py").write_text("raise AssertionError('another one')")
    bare = [name for name in BUILDING if "sphinx" not in (DOCS / "_ext/fpgames_docs" / f"{name}.py").read_text()]
    assert {"blocks", "notebook", "session", "explore", "plots"} <= {*bare}
    code = ";".join(f"import fpgames_docs.{name}" for name in bare)
    path = os.pathsep.join([str(tmp_path), str(DOCS / "_ext")])
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}, check=True)


def test_what_runs_in_pages_needs_the_library_alone() -> None:
    """Without Sphinx; an interpreter in a page has no more."""
    needs = {
        "explore": set[str](), "playground": {"playground_program", "playground_proof", "toolz"}, "playground_program": set[str](),
        "playground_proof": set[str](), "play": {"playground", "playground_program"},
    }  # fmt: skip
    names = {name: imported_modules(DOCS / f"_ext/fpgames_docs/{name}.py") for name in needs}
    others = {name: {each for each in found if each.partition(".")[0] != "fpgames"} for name, found in names.items()}
    assert {name: {each.removeprefix("fpgames_docs.") for each in found} for name, found in others.items()} == needs
