"""Helpers for tests of the command line: run commands in this process, check errors, read the file of a match."""

from __future__ import annotations

import csv
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from fpgames.cli import command

COMPARE = ["compare", "tictactoe", "mc:20", "random", "--seed", "42", "-n"]
FPGAMES = [sys.executable, "-m", "fpgames"]
MAIN = "import sys; from fpgames.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that runs a command with lines of input, and returns its status, output and errors."""

    def run(*args: str, entries: str = "") -> tuple[int, str, str]:
        lines = iter(entries.splitlines())

        def ask(prompt: str) -> str:
            print(prompt, end="")
            entry = next(lines, None)
            if entry is None:
                raise EOFError
            if entry == "\x03":
                raise KeyboardInterrupt
            return entry

        monkeypatch.setattr("builtins.input", ask)
        status = command.main(args)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def check_refused(run: Any, begun: str, cases: Mapping[str, str], printed: str = "") -> None:
    """Check that a command rejects each list of further arguments, with the expected one-line error."""
    failures = {}
    for arguments, message in cases.items():
        status, out, err = run(*shlex.split(f"{begun} {arguments}"))
        if (status, out, err.count("\n")) != (2, printed, 1) or not err.startswith("fpgames: ") or message not in err:
            failures[arguments] = status, out, err
    assert not failures, failures


def rows(path: Path) -> list[list[str]]:
    """Return the rows of a match's file, without the column of times."""
    with path.open(newline="") as file:
        return [row[:-1] for row in csv.reader(file)]
