"""The command ``perft``: lines of each length, ``--divide``, ``--jobs``, and compiling of large counts."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from fpgames.cli.workers import WorkerDied
from fpgames.compiled import meter
from fpgames.compiled.caching.cache import CACHE

TITLE = "moves           lines  seconds      lines/s\n"


def counts(out: str) -> list[list[str]]:
    return [line.split()[:2] for line in out.splitlines()[1:]]


def test_lines_of_each_length(run: Any) -> None:
    status, out, err = run("perft", "tictactoe", "4", "--depth", "3")
    assert (status, err, out[: len(TITLE)]) == (0, "", TITLE)
    assert counts(out) == [["1", "8"], ["2", "56"], ["3", "336"]]


@pytest.mark.exhaustive
def test_compiled_once_it_is_slow(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meter, "NODES_BEFORE_COMPILING", 0)
    for name in ("connect4", "connect4-record"):
        assert counts(run("perft", name, "--depth", "4")[1]) == [["1", "7"], ["2", "49"], ["3", "343"], ["4", "2401"]]


@pytest.mark.exhaustive
@pytest.mark.parametrize("terminal", [True, False])
def test_a_terminal_that_waits_for_the_compiler_says_so(
    terminal: bool, run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("numba", reason="numba is not installed (the extra fast)")

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(CACHE, "loaded", {})
    monkeypatch.setattr(meter, "NODES_BEFORE_COMPILING", 0)
    monkeypatch.setattr(CACHE, "entries", {})
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    _, _, err = run("perft", "tictactoe", "--depth", "3")
    message, *elapsed = err.splitlines(keepends=True) or [""]
    assert message == ("fpgames: compiling a search, which takes a few seconds\n" if terminal else "")
    assert all(re.fullmatch(r"fpgames: \d+ s\n", line) for line in elapsed)  # one that is slow tells the time
    assert terminal or not elapsed


def test_divided_and_shared(run: Any) -> None:
    args = ("perft", "checkers", "--position", "W:W22,30:B10,18,K12", "--depth", "3")
    whole = counts(run(*args)[1])
    for jobs in ("1", "2"):
        status, out, _ = run(*args, "--divide", "--jobs", jobs)
        assert (status, counts(out)) == (0, [*whole, ["22x6:", whole[-1][1]]])


def test_a_worker_that_dies(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(*_: object) -> Any:
        raise WorkerDied

    monkeypatch.setattr("fpgames.cli.perft.worker_map", dies)
    assert run("perft", "tictactoe") == (2, TITLE, "fpgames: a worker died\n")
