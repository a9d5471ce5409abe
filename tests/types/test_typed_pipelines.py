"""Type checkers on pipelines: silent on the right ones, with the expected errors on the wrong ones."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

PIPELINES = Path(__file__).parent / "typed_pipelines.py"
Said = set[tuple[int, str]]


def expected(checker: str) -> Said:
    """The codes of every line's comment, for one of the checkers."""
    found = set()
    for number, line in enumerate(PIPELINES.read_text().splitlines(), 1):
        if codes := re.search(rf"# \d+ .*?\b{checker}: ([\w -]+?)(?= pyright:|$)", line):
            found |= {(number, code) for code in codes[1].split()}
    return found


def run(cwd: Path, checker: str, *options: str) -> str:
    """What a checker prints, with no configuration but its options."""
    command = [sys.executable, "-m", checker, *options, str(PIPELINES)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd).stdout


def mypy(cwd: Path) -> Said:
    output = run(cwd, "mypy", "--strict", "--show-error-codes", "--no-error-summary")
    return {(int(line), code) for line, code in re.findall(r"^.+?:(\d+): error: .+\[([\w-]+)\]$", output, re.M)}


def pyright(cwd: Path) -> Said:
    found = json.loads(run(cwd, "pyright", "--outputjson", "--pythonpath", sys.executable))["generalDiagnostics"]
    return {(each["range"]["start"]["line"] + 1, each["rule"]) for each in found}


@pytest.mark.exhaustive
@pytest.mark.parametrize("says", [mypy, pyright], ids=lambda says: says.__name__)
def test_type_checkers_say_what_is_expected(says: Callable[[Path], Said], tmp_path: Path) -> None:
    pytest.importorskip(says.__name__)
    assert says(tmp_path) == expected(says.__name__)
    assert len(expected(says.__name__)) >= 15


def test_every_pipeline_has_its_number() -> None:
    numbers = re.findall(r"# (\d+)", PIPELINES.read_text())
    assert [int(number) for number in numbers] == [*range(1, len(numbers) + 1)]
    assert len(numbers) >= 60
