"""Work shared between processes, here and by Dask: not a result changes, and what breaks says so."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from operator import neg
from pathlib import Path
from time import sleep
from types import SimpleNamespace
from typing import Any

import pytest

from fpgames import Rules, SplitMix
from fpgames.cli import workers
from fpgames.games import connect4, tictactoe
from fpgames.play import MapFunction, bot_mc_bulk, bot_minimax, compare, eval_moves, read_bot
from tests.cli import test_cli
from tests.cli.test_cli import COMPARE, rows, run

__all__ = ["run"]

GEN = SplitMix.from_seed(42)


class TestWorkers:
    """Matches whose games are shared between processes."""

    @staticmethod
    def children(process: subprocess.Popen[str]) -> list[int]:
        listed = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        if not listed.parent.exists():
            pytest.skip("no /proc to find the workers in")
        return [int(pid) for pid in listed.read_text().split()]

    def test_the_same_games_as_one_process(self, run: Any, tmp_path: Path) -> None:
        tables = []
        for jobs in ("1", "2"):
            status, out, _ = run(*COMPARE, "33", "--csv", str(tmp_path / jobs), "--jobs", jobs)
            assert status == 0
            tables.append([line for line in out.splitlines() if "mean time" not in line])
        assert tables[0] == tables[1]
        one, two = (["".join(row[:-1]) for row in rows(tmp_path / jobs)] for jobs in ("1", "2"))
        assert one == two

    def test_games_are_handed_out_a_few_ahead_and_in_tasks_that_take_a_while(self) -> None:
        handed_out: list[range] = []

        def submit(function: Any, *args: Any) -> Any:
            handed_out.append(args[1])
            future: Future[Any] = Future()
            future.set_result(function(*args))
            return future

        found = workers._in_order(submit, 4, [], neg, range(1, 9001))
        assert next(found) == -1
        assert handed_out == [range(n, n + 1) for n in range(1, 5)]
        assert list(found) == [-n for n in range(2, 9001)]
        assert max(map(len, handed_out)) > 100
        handed_out.clear()

        def slowly(n: int) -> int:
            sleep(0.06)
            return n

        assert list(workers._in_order(submit, 2, [], slowly, range(1, 6))) == [1, 2, 3, 4, 5]
        assert handed_out == [range(n, n + 1) for n in range(1, 6)]

    def test_one_job_is_no_process_and_few_games_few(self, monkeypatch: pytest.MonkeyPatch, run: Any) -> None:
        asked: list[int] = []

        class Counted(ProcessPoolExecutor):
            def __init__(self, jobs: int, **how: Any) -> None:
                asked.append(jobs)
                super().__init__(jobs, **how)

        monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", Counted)
        for games, jobs in (("2", "1"), ("1", "9"), ("2", "9"), ("5", "2")):
            assert run(*COMPARE, games, "--jobs", jobs)[0] == 0
        assert asked == [2, 2]

    @pytest.mark.parametrize("jobs", ["0", "-1"])
    def test_no_workers_are_refused(self, run: Any, jobs: str) -> None:
        status, _, err = run(*COMPARE, "5", "--jobs", jobs)
        assert (status, err) == (2, f"fpgames: cannot share the games between {jobs} workers; expected at least 1\n")

    def begun(self, path: Path, rows: int = 3) -> subprocess.Popen[str]:
        listening = f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler); {test_cli.MAIN}"
        process = subprocess.Popen(
            [sys.executable, "-c", listening, *COMPARE, "1000000", "--csv", str(path), "--jobs", "2"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        test_cli.TestInterrupts.wait_for(lambda: path.exists() and path.read_text().count("\n") > rows)
        return process

    def test_a_worker_that_dies_is_reported_and_what_is_finished_kept(self, tmp_path: Path) -> None:
        path = tmp_path / "m.csv"
        process = self.begun(path)
        os.kill(self.children(process)[0], signal.SIGKILL)
        out, err = process.communicate(timeout=60)
        finished = len(rows(path)) - 1
        assert err == f"fpgames: a worker died after {finished} of 1000000 games; --resume continues\n"
        assert process.returncode == 2
        assert out.splitlines()[4].split()[:3] == ["mc:20", "both", str(finished)]

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    @pytest.mark.parametrize("all_of_them", [False, True])
    def test_interrupted_it_stops_its_workers(self, tmp_path: Path, number: signal.Signals, all_of_them: bool) -> None:
        process = self.begun(path := tmp_path / "m.csv")
        workers = self.children(process)
        (os.killpg if all_of_them else os.kill)(process.pid, number)
        _, err = process.communicate(timeout=60)
        assert len(workers) == 2
        assert not any(Path(f"/proc/{pid}").exists() for pid in workers)
        if (number, all_of_them) != (signal.SIGTERM, True):  # that a worker was told to end may be seen first
            assert process.returncode == 130
            assert err == f"fpgames: interrupted after {len(rows(path)) - 1} of 1000000 games; --resume continues\n"

    def test_interrupted_at_birth(self, tmp_path: Path) -> None:
        for n in range(5):
            process = self.begun(tmp_path / f"{n}.csv", rows=0)
            sleep(n * 0.015)
            os.killpg(process.pid, signal.SIGINT)
            _, err = process.communicate(timeout=60)
            assert (process.returncode, err.count("\n")) in ((130, 0), (130, 1)), err


class TestExecutors:
    """Whatever maps and keeps the order will do."""

    @pytest.fixture(scope="class", params=["processes", "dask"])
    def map_function(self, request: pytest.FixtureRequest) -> Iterator[MapFunction]:
        if request.param == "processes":
            with ProcessPoolExecutor(2) as pool:
                yield pool.map
            return
        distributed = pytest.importorskip("distributed", reason="dask is not installed (the extra dask)")
        with (
            distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
            distributed.Client(cluster) as client,
        ):
            yield client.get_executor().map

    @pytest.mark.filterwarnings("ignore")
    def test_eval_moves(self, map_function: MapFunction) -> None:
        games: list[Rules[Any, Any]] = [tictactoe.rules, connect4.rules, connect4.record.rules]
        for rules in games:
            n = 30 if rules is connect4.record.rules else 12_000
            assert eval_moves(rules, rules.start, n, map_function=map_function).run(GEN) == eval_moves(
                rules, rules.start, n
            ).run(GEN)

    def test_compare_numbers_its_games_from_1(self) -> None:
        bots = ("random", read_bot(tictactoe.rules, "random")), ("mc:9", read_bot(tictactoe.rules, "mc:9"))
        assert list(compare(tictactoe.rules, bots, 7, range(5, 5))) == []
        for numbers in (range(3), range(-2, 3)):
            with pytest.raises(ValueError, match=f"cannot play game {numbers[0]} of a match; expected at least 1"):
                list(compare(tictactoe.rules, bots, 7, numbers))

    @pytest.mark.filterwarnings("ignore")
    def test_compare(self, map_function: MapFunction) -> None:
        rules = connect4.rules
        bots = ("mc:20", read_bot(rules, "mc:20")), ("alphabeta:2", read_bot(rules, "alphabeta:2"))
        found, alone = (
            list(compare(rules, bots, 7, range(3, 20), map_function=mapped)) for mapped in (map_function, map)
        )
        assert found == alone
        assert [game.number for game in found] == [*range(3, 20)]

    @pytest.mark.filterwarnings("ignore")
    def test_the_moves_of_the_root(self, map_function: MapFunction) -> None:
        rules = tictactoe.rules
        for bot, alone in (
            (bot_minimax(rules, 4, rules.static, map_function=map_function), bot_minimax(rules, 4, rules.static)),
            (bot_mc_bulk(rules, 900, map_function=map_function), bot_mc_bulk(rules, 900)),
        ):
            assert bot(rules.start).run(GEN) == alone(rules.start).run(GEN)


class TestWorkersInProcess:
    @pytest.mark.parametrize(("error", "expected"), [(BrokenExecutor, 2), (KeyboardInterrupt, 130)])
    def test_a_pool_that_breaks_takes_its_workers_and_no_others(
        self, run: Any, monkeypatch: pytest.MonkeyPatch, error: type[BaseException], expected: int
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

    def test_a_worker_leaves_ctrl_c_to_others(self, monkeypatch: pytest.MonkeyPatch) -> None:
        numbers = (signal.SIGINT, signal.SIGTERM)
        before = [signal.getsignal(number) for number in numbers]
        begun: list[Any] = []
        monkeypatch.setattr(workers, "Thread", lambda **options: SimpleNamespace(start=lambda: begun.append(options)))
        try:
            workers._begin()
            assert [signal.getsignal(number) for number in numbers] == [signal.SIG_IGN, signal.SIG_DFL]
        finally:
            for number, handler in zip(numbers, before, strict=True):
                signal.signal(number, handler)
        assert begun == [{"target": workers._end_with_parent, "daemon": True}]

    def test_a_worker_ends_with_its_parent(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ended: list[int | str] = []
        parent = SimpleNamespace(join=lambda: ended.append("the parent"))
        monkeypatch.setattr("multiprocessing.parent_process", lambda: parent)
        monkeypatch.setattr(os, "_exit", ended.append)
        workers._end_with_parent()
        assert ended == ["the parent", 1]

    def test_sigterm_is_as_ctrl_c(self) -> None:
        before = signal.getsignal(signal.SIGTERM)
        with pytest.raises(KeyboardInterrupt), workers.workers(2) as map_function:  # noqa: PT012
            assert [*map_function(abs, range(-2, 0))] == [2, 1]
            signal.raise_signal(signal.SIGTERM)
        assert signal.getsignal(signal.SIGTERM) is before

    def test_a_stop_that_got_lost_is_seen_at_the_next_game(self) -> None:
        submit = SimpleNamespace(result=lambda: ([1], 0.1))
        found = workers._in_order(lambda *_: submit, 2, [signal.SIGTERM], abs, range(3))
        with pytest.raises(KeyboardInterrupt):
            next(found)
