"""Worker processes: results do not depend on their number, and they end with the command."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from functools import partial
from multiprocessing import Pipe
from operator import neg
from pathlib import Path
from threading import Thread
from time import sleep
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from fpgames.cli import workers
from tests.support.command import COMPARE, match_rows


@pytest.mark.slow
def test_the_same_games_as_one_process(run: Any, tmp_path: Path) -> None:
    tables = []
    for jobs in ("1", "2"):
        status, out, _ = run(*COMPARE, "33", "--csv", str(tmp_path / jobs), "--jobs", jobs)
        assert status == 0
        tables.append([line for line in out.splitlines() if "mean time" not in line])
    assert tables[0] == tables[1]
    one, two = (["".join(row[:-1]) for row in match_rows(tmp_path / jobs)] for jobs in ("1", "2"))
    assert one == two


def as_worker(tasks: list[range]) -> Any:
    """Return the connection to a thread that runs tasks, and records their numbers."""
    connection, end_of_worker = Pipe()

    def run_tasks() -> None:
        with suppress(EOFError, OSError):
            while True:
                function, numbers = end_of_worker.recv()
                tasks.append(numbers)
                end_of_worker.send(workers._timed_map(function, numbers))

    Thread(target=run_tasks, daemon=True).start()
    return connection


def slowly(n: int) -> int:
    sleep(0.06)
    return n


def test_tasks_take_a_while_and_results_come_in_order() -> None:
    for jobs in (1, 3):
        tasks: list[range] = []
        connections = [as_worker(tasks) for _ in range(jobs)]
        assert list(workers._map_in_order(connections, [], neg, range(1, 9001))) == [-n for n in range(1, 9001)]
        assert sorted(n for task in tasks for n in task) == [*range(1, 9001)]
        assert max(map(len, tasks)) > 100
        tasks.clear()
        assert list(workers._map_in_order(connections, [], slowly, range(5))) == [*range(5)]
        assert {*map(len, tasks)} == {1}


def test_no_task_is_far_ahead_of_the_results() -> None:
    tasks: list[range] = []
    results = workers._map_in_order([as_worker(tasks) for _ in range(2)], [], slowly, range(100))
    for n in range(5):
        assert next(results) == n
        assert max(task[-1] for task in tasks) <= n + 4


def test_a_worker_is_no_copy_of_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy would hang where another thread of this process holds a lock."""
    monkeypatch.setattr(workers, "MAX_JOBS", 0)
    with workers.worker_map(2, int) as map_function:
        assert [*map_function(partial(workers.require_jobs, action="use {} workers"), range(1, 3))] == [None, None]


def test_a_failed_task_and_a_dead_worker_end_the_work() -> None:
    for function, error, message in (
        (memoryview, workers.TaskFailed, "^TypeError: memoryview: a bytes-like object is required"),
        (os._exit, workers.WorkerDied, "^a worker died$"),
    ):
        with pytest.raises(error, match=message), workers.worker_map(2, int) as map_function:
            list(map_function(function, range(1)))


@pytest.mark.slow
def test_one_job_is_no_process_and_few_games_few(monkeypatch: pytest.MonkeyPatch, run: Any) -> None:
    start_child = Mock(side_effect=workers._start_child)
    monkeypatch.setattr(workers, "_start_child", start_child)
    for games, jobs, count in (("2", "1", 0), ("1", "9", 0), ("2", "9", 2), ("5", "2", 2)):
        assert run(*COMPARE, games, "--jobs", jobs)[0] == 0
        assert start_child.call_count == count
        start_child.reset_mock()


@pytest.mark.parametrize(("error", "expected"), [(EOFError, 2), (KeyboardInterrupt, 130)])
def test_a_broken_pool_kills_its_workers(run: Any, monkeypatch: pytest.MonkeyPatch, error: Any, expected: int) -> None:
    calls: list[str] = []

    def start_child(*_: object) -> Any:
        process = SimpleNamespace(pid=2**22, kill=lambda: calls.append("kill"), join=lambda: calls.append("join"))
        return process, SimpleNamespace(send=Mock(side_effect=error), close=lambda: calls.append("close"))

    monkeypatch.setattr(workers, "_start_child", start_child)
    status, _, err = run(*COMPARE, "5", "--jobs", "2")
    what = "a worker died" if expected == 2 else "interrupted"
    assert (status, err) == (expected, f"fpgames: {what} after 0 of 5 games\n")
    assert calls == ["kill", "kill", "close", "join", "close", "join"]


def test_a_worker_runs_tasks_and_leaves_ctrl_c_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.getsignal(number) for number in numbers]
    started, answers = list[Any](), list[Any]()
    tasks = Mock(side_effect=[(neg, range(3)), (memoryview, range(1)), EOFError])
    monkeypatch.setattr(os, "setpgid", lambda *_: None)
    monkeypatch.setattr(workers, "Thread", lambda **options: SimpleNamespace(start=lambda: started.append(options)))
    try:
        connection = SimpleNamespace(recv=tasks, send=answers.append)
        workers._run_child(workers._run_tasks, connection, (partial(started.append, "prepared"),))
        assert [signal.getsignal(number) for number in numbers] == [signal.SIG_IGN, signal.SIG_DFL]
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
    assert started == [{"target": workers._exit_when_parent_ends, "daemon": True}, "prepared"]
    (results, _), (error, _) = answers
    assert results == [0, -1, -2]
    assert str(error).startswith("TypeError: memoryview: a bytes-like object is required, not 'int' (workers.py, line ")


def test_a_worker_ends_with_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int | str] = []
    parent = SimpleNamespace(join=lambda: ended.append("the parent"))
    monkeypatch.setattr("multiprocessing.parent_process", lambda: parent)
    monkeypatch.setattr(os, "_exit", ended.append)
    workers._exit_when_parent_ends()
    assert ended == ["the parent", 1]


def test_sigterm_is_as_ctrl_c() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), workers.worker_map(2, int) as map_function:  # noqa: PT012
        assert [*map_function(abs, range(-2, 0))] == [2, 1]
        signal.raise_signal(signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_stop_that_got_lost_is_seen_at_the_next_game() -> None:
    with pytest.raises(KeyboardInterrupt):
        next(workers._map_in_order([as_worker([])], [signal.SIGTERM], abs, range(3)))
