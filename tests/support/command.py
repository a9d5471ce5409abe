"""Helpers for tests of the command line: they run commands in this process, check errors, and read a match's file."""

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
    """Return a function that runs a command in this process and returns the exit status, the output and the errors.

    The returned function takes the lines of input as ``entries``. A line with only the character Ctrl-C raises
    KeyboardInterrupt.
    """

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


def check_refused(run: Any, command_start: str, cases: Mapping[str, str], printed: str = "") -> None:
    """Check that a command rejects invalid arguments with a one-line error and exit status 2.

    Each key of ``cases`` holds arguments to add to ``command_start``. The value is text that the error must contain.
    The output of the command must be ``printed``.
    """
    failures = {}
    for arguments, message in cases.items():
        status, out, err = run(*shlex.split(f"{command_start} {arguments}"))
        if (status, out, err.count("\n")) != (2, printed, 1) or not err.startswith("fpgames: ") or message not in err:
            failures[arguments] = status, out, err
    assert not failures, failures


def match_rows(path: Path) -> list[list[str]]:
    """Return the rows of a match's CSV file, without the last column, which holds times."""
    with path.open(newline="") as file:
        return [row[:-1] for row in csv.reader(file)]
