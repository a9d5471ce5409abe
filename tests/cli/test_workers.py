"""Worker processes: results do not depend on their number, and they end with the command."""

from __future__ import annotations

import os
import signal
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from operator import neg
from pathlib import Path
from time import sleep
from types import SimpleNamespace
from typing import Any

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


def test_games_are_handed_out_a_few_ahead_and_in_tasks_that_take_a_while() -> None:
    handed_out: list[range] = []

    def submit(function: Any, *args: Any) -> Any:
        handed_out.append(args[1])
        future: Future[Any] = Future()
        future.set_result(function(*args))
        return future

    found = workers._map_in_order(submit, 4, [], neg, range(1, 9001))
    assert next(found) == -1
    assert handed_out == [range(n, n + 1) for n in range(1, 5)]
    assert list(found) == [-n for n in range(2, 9001)]
    assert max(map(len, handed_out)) > 100
    handed_out.clear()

    def slowly(n: int) -> int:
        sleep(0.06)
        return n

    assert list(workers._map_in_order(submit, 2, [], slowly, range(1, 6))) == [1, 2, 3, 4, 5]
    assert handed_out == [range(n, n + 1) for n in range(1, 6)]


@pytest.mark.slow
def test_one_job_is_no_process_and_few_games_few(monkeypatch: pytest.MonkeyPatch, run: Any) -> None:
    asked: list[int] = []

    class Counted(ThreadPoolExecutor):
        def __init__(self, jobs: int, **_: object) -> None:
            asked.append(jobs)
            super().__init__(jobs)

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", Counted)
    for games, jobs in (("2", "1"), ("1", "9"), ("2", "9"), ("5", "2")):
        assert run(*COMPARE, games, "--jobs", jobs)[0] == 0
    assert asked == [2, 2]


@pytest.mark.parametrize(("error", "expected"), [(BrokenExecutor, 2), (KeyboardInterrupt, 130)])
def test_a_pool_that_breaks_takes_its_workers_and_no_others(
    run: Any, monkeypatch: pytest.MonkeyPatch, error: type[BaseException], expected: int
) -> None:
    told: list[str] = []

    class Breaking(ThreadPoolExecutor):
        def __init__(self, jobs: int, **_: Any) -> None:
            super().__init__(jobs)

        def submit(self, function: Any, /, *args: Any, **how: Any) -> Any:
            if args:
                raise error
            return super().submit(function)

    class Worker:
        def kill(self) -> None:
            told.append("end")

    somebody_elses = Worker()
    children = [[somebody_elses], [somebody_elses, Worker(), Worker()]]
    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", Breaking)
    monkeypatch.setattr("multiprocessing.active_children", lambda: children.pop(0))
    status, _, err = run(*COMPARE, "5", "--jobs", "2")
    what = "a worker died" if expected == 2 else "interrupted"
    assert (status, err) == (expected, f"fpgames: {what} after 0 of 5 games\n")
    assert told == ["end", "end"]


def test_a_worker_leaves_ctrl_c_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.getsignal(number) for number in numbers]
    begun: list[Any] = []
    monkeypatch.setattr(workers, "Thread", lambda **options: SimpleNamespace(start=lambda: begun.append(options)))
    try:
        workers._start_worker()
        assert [signal.getsignal(number) for number in numbers] == [signal.SIG_IGN, signal.SIG_DFL]
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
    assert begun == [{"target": workers._exit_when_parent_ends, "daemon": True}]


def test_a_worker_ends_with_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int | str] = []
    parent = SimpleNamespace(join=lambda: ended.append("the parent"))
    monkeypatch.setattr("multiprocessing.parent_process", lambda: parent)
    monkeypatch.setattr(os, "_exit", ended.append)
    workers._exit_when_parent_ends()
    assert ended == ["the parent", 1]


def test_sigterm_is_as_ctrl_c() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), workers.worker_map(2) as map_function:  # noqa: PT012
        assert [*map_function(abs, range(-2, 0))] == [2, 1]
        signal.raise_signal(signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_stop_that_got_lost_is_seen_at_the_next_game() -> None:
    submit = SimpleNamespace(result=lambda: ([1], 0.1))
    found = workers._map_in_order(lambda *_: submit, 2, [signal.SIGTERM], abs, range(3))
    with pytest.raises(KeyboardInterrupt):
        next(found)
