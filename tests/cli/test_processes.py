"""Commands in separate processes: Ctrl-C and kills, closed and full streams, and real terminals."""

from __future__ import annotations

import os
import pty
import random
import re
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from fpgames.cli.matches import MAX_GAMES
from tests.support.command import COMPARE, FPGAMES, MAIN, match_rows
from tests.support.interrupts import end_started_commands, start_command, wait_for

KILLS = int(os.environ.get("KILLS", "2"))  # two hundred take minutes
SOLVE = ["solve", "tictactoe", "--weak", "--file"]


@pytest.fixture(autouse=True)
def _no_process_outlives_its_test() -> Iterator[None]:
    yield
    end_started_commands()


def begun(path: Path, *args: str, games: int = 3) -> subprocess.Popen[str]:
    """Begin a match without end, and wait until some games are in its file."""
    process = start_command(*COMPARE, "1000000", "--csv", str(path), *args)
    wait_for(lambda: path.exists() and path.read_text().count("\n") > games)
    return process


def check_stopped(process: subprocess.Popen[str], path: Path, status: int, what: str) -> None:
    """Check that a match has shown and kept its finished games, and said how many these are."""
    out, err = process.communicate(timeout=60)
    finished = len(match_rows(path)) - 1
    assert err == f"fpgames: {what} after {finished} of 1000000 games; --resume continues\n"
    assert process.returncode == status
    assert out.startswith("tictactoe, 1000000 games, seed 42\n")
    assert out.splitlines()[4].split()[:3] == ["mc:20", "both", str(finished)]
    assert "mean length" in out


@pytest.mark.slow
def test_ctrl_c_in_a_match_keeps_and_shows_the_finished_games(tmp_path: Path) -> None:
    process = begun(path := tmp_path / "match.csv")
    process.send_signal(signal.SIGINT)
    check_stopped(process, path, 130, "interrupted")


@pytest.mark.slow
def test_a_huge_match_begins() -> None:
    process = start_command("compare", "tictactoe", "random", "random", "-n", str(MAX_GAMES - 1))
    assert process.stdout is not None
    assert process.stdout.readline().startswith("tictactoe, 999999999 games, seed ")


@pytest.mark.slow
@pytest.mark.parametrize(
    "args",
    [
        ("games",),
        *(
            pytest.param(args, marks=pytest.mark.exhaustive)
            for args in ((*COMPARE, "2"), ("play", "tictactoe", "--first", "random"), (*SOLVE, "-"))
        ),
    ],
    ids=" ".join,
)
def test_a_reader_that_leaves_is_no_error(args: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "w") as closed:
        done = subprocess.run(
            [*FPGAMES, *args], input="4\n", stdout=closed, stderr=subprocess.PIPE, text=True, check=False,
            env={**os.environ, "PYTHONUNBUFFERED": ""},
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (141, "")


def worked(process: subprocess.Popen[str]) -> float:
    listed = Path(f"/proc/{process.pid}/stat")
    if not listed.exists():
        pytest.skip("no /proc to find the time of a process in")
    user, system = listed.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "args", ["analyse connect4 --search mcts:100000000", "solve connect4", "solve connect4 --file -"]
)
def test_ctrl_c_in_a_search(args: str) -> None:
    process = start_command(*args.split())
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("232231731741656324313246425177771445\n44\n")
    process.stdin.flush()
    give_up = Timer(60, process.kill)
    give_up.start()
    process.stdout.readline()  # of the board, or of the line that is soon solved
    before = worked(process)
    wait_for(lambda: worked(process) >= before + 0.2 * ("mcts" in args))  # a while, also on a busy machine
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    give_up.cancel()
    assert process.returncode == 130
    assert re.search(r"fpgames: interrupted after \d+\.\d s, ", err)
    assert "Traceback" not in err
    assert "mcts" not in args or len(out.partition("line\n")[2].splitlines()) == 7 + 1


def children_of(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    if not listed.parent.exists():
        pytest.skip("no /proc to find the workers in")
    return [int(pid) for pid in listed.read_text().split()]


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    return [worker for child in children_of(process.pid) for worker in children_of(child)]


@pytest.mark.exhaustive
class TestWorkers:
    def test_a_worker_that_dies_is_reported_and_what_is_finished_kept(self, tmp_path: Path) -> None:
        process = begun(path := tmp_path / "m.csv", "--jobs", "2")
        os.kill(workers_of(process)[0], signal.SIGKILL)
        check_stopped(process, path, 2, "a worker died")

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    @pytest.mark.parametrize("all_of_them", [False, True])
    def test_interrupted_it_stops_its_workers(self, tmp_path: Path, number: signal.Signals, all_of_them: bool) -> None:
        process = begun(path := tmp_path / "m.csv", "--jobs", "2")
        workers = workers_of(process)
        (os.killpg if all_of_them else os.kill)(process.pid, number)
        if (number, all_of_them) == (signal.SIGTERM, True):  # that a worker was told to end may be seen first
            process.communicate(timeout=60)
        else:
            check_stopped(process, path, 130, "interrupted")
        assert len(workers) == 2
        assert not any(Path(f"/proc/{pid}").exists() for pid in workers)

    def test_interrupted_at_birth(self, tmp_path: Path) -> None:
        for n in range(3):
            process = begun(tmp_path / f"{n}.csv", "--jobs", "2", games=0)
            time.sleep(n * 0.02)
            os.killpg(process.pid, signal.SIGINT)
            _, err = process.communicate(timeout=60)
            assert (process.returncode, err.count("\n")) in ((130, 0), (130, 1)), err

    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_no_kill_loses_a_game_or_doubles_one(self, tmp_path: Path, jobs: str) -> None:
        match = [*FPGAMES, *COMPARE[:2], "mc:40", *COMPARE[3:], "200", "--jobs", jobs]
        whole, cut, games, cut_games = (tmp_path / name for name in ("whole", "cut", "games", "cut-games"))
        how: dict[str, Any] = {"check": True, "capture_output": True}
        subprocess.run([*match, "--csv", str(whole), "--games", str(games)], **how)
        draw = random.Random(int(jobs))
        for _ in range(KILLS // 2):
            for path in (cut, cut_games):
                path.unlink(missing_ok=True)
            for _ in range(2):
                process = start_command(*match[3:], "--csv", str(cut), "--games", str(cut_games), "--resume")
                time.sleep(draw.uniform(0.05, 0.6))
                process.send_signal(draw.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
                process.communicate(timeout=30)  # no worker holds the pipe for longer
            subprocess.run([*match, "--csv", str(cut), "--games", str(cut_games), "--resume"], **how)
            assert (match_rows(cut), cut_games.read_text()) == (match_rows(whole), games.read_text())


@pytest.mark.exhaustive
class TestStreams:
    def test_a_disk_that_fills_up_loses_no_finished_game(self, tmp_path: Path) -> None:
        path = tmp_path / "match.csv"
        limited = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024)); {MAIN}"
        match = [sys.executable, "-c", limited, *COMPARE, "100", "--csv", str(path)]
        done = subprocess.run(match, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (2, f"fpgames: {path}: File too large\n")
        finished = int(done.stdout.splitlines()[4].split()[2])
        assert "mean length" in done.stdout
        assert path.read_text().count("\n") - 1 == finished > 3

    def test_a_full_output_is_one_line(self) -> None:
        with open("/dev/full", "w") as full:
            process = subprocess.run([*FPGAMES, "games"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        assert (process.returncode, process.stderr) == (2, "fpgames: [Errno 28] No space left on device\n")

    def test_a_tree_on_a_terminal_of_few_characters(self) -> None:
        drawn = subprocess.run(
            [*FPGAMES, "tree", "tictactoe", "4,0,2,5,3,6", "--search", "alphabeta", "--depth", "3"],
            env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True, check=True,
        ).stdout  # fmt: skip
        assert b"&#8804;" in drawn, "less than or equal"
        assert drawn.isascii()

    def test_a_line_is_printed_as_soon_as_it_is_solved(self) -> None:
        for name in ("-", "/dev/stdin"):  # which cannot be read twice
            process = start_command(*SOLVE, name)
            assert process.stdin is not None
            assert process.stdout is not None
            for line in ("4", "4,0,2", "4,0,8,1") if name == "-" else ():
                process.stdin.write(f"{line}\n")
                process.stdin.flush()
                assert process.stdout.readline().startswith(line)
            out, err = process.communicate("4,0,8,1\n")
            assert (name, out, err) == (name, "4,0,8,1\t1\n", "")


def on_a_terminal(columns: int, *args: str, **env: str) -> bytes:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, columns))
    environment = {**os.environ, "TERM": "xterm-256color", **env}
    with subprocess.Popen(
        [*FPGAMES, *args], stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, env=environment
    ) as process:
        os.close(theirs)
        sent = b""
        with suppress(OSError):  # the other end is closed
            while part := os.read(ours, 100_000):
                sent += part
    os.close(ours)
    assert process.returncode == 0
    return sent


@pytest.mark.exhaustive
class TestTerminals:
    def test_colours_on_a_terminal(self) -> None:
        pytest.importorskip("rich")
        game = ("play", "connect4", "--first", "random", "--second", "random", "--seed", "1")
        assert b"\x1b[1;31m" in on_a_terminal(80, *game)
        plain = on_a_terminal(40, *game, NO_COLOR="1")
        assert b"31m" not in plain
        assert max(len(line) for line in plain.replace(b"\r", b"").split(b"\n") if b"\x1b" not in line) <= 40
