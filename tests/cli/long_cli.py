"""Two thousand command lines and two hundred kills; minutes long, so it is run by name: ``pytest tests/long_cli.py``."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

FPGAMES = [sys.executable, "-m", "fpgames"]
LINES, KILLS = int(os.environ.get("LINES_OF_COMMANDS", "2000")), int(os.environ.get("KILLS", "200"))

COMMANDS = ["play", "compare", "analyse", "tree", "games", "bots", "", "--help", "--version", "perft", "solve"]
GAMES = [
    "tictactoe",
    "tictactoe-record",
    "connect4",
    "connect4-record",
    "chess",
    "",
    ":",
    "os:path",
    "a:b:c",
    "é",
    "x" * 300,
]
BOTS = [
    "random", "mc:9", "mc:0", "mc:", "mc:x", "mc-bulk:20", "mcts:20", "mcts:1", "minimax:2", "alphabeta:2", "alphabeta-random:1", "alphabeta:-1",
    "", ":", "os:getcwd", "os:sep", "random:", "json:dumps", "ünïcode", "builtins:print",
]  # fmt: skip
OPTIONS = [
    "-n", "--jobs", "--seed", "--csv", "--resume", "--opening", "--first", "--second", "--depth", "--seconds", "--width",
    "--search", "-o", "--position", "--file", "--moves", "--weak", "--trees", "--help", "-h", "--", "-", "--nothing",
]  # fmt: skip
VALUES = [
    "0", "1", "2", "3", "-1", "99999999999999999999", "1e3", "nan", "inf", "0.01", "4,0,8", "4455", "4 0", "alphabeta", "minimax",
    "/", "/dev/null", "/nowhere/x.csv", "x.svg", "x.dot", "x.mmd", "x.txt", "match.csv", "XXX\nOO.\n...", "", "é", "random", "mc:5",
    "mcts", "mcts:20",
]  # fmt: skip
ENTRIES = [
    "4\n0\n3\n7\n5\nn\n",
    "q\n",
    "",
    "?\n4\n",
    "\udcff\n",
    "9\n9\n9\n",
    "y\n" * 50,
    "0\n1\n2\n3\n4\n5\n6\n7\n8\n" * 3,
]


def command_line(n: int) -> tuple[list[str], str, str]:
    """The arguments of a number, what is typed, and where the output goes."""
    draw = random.Random(n)
    args = [draw.choice(COMMANDS)] if draw.random() < 0.97 else []
    if draw.random() < 0.95:
        args.append(draw.choice(GAMES[:4] if draw.random() < 0.8 else GAMES))
    if args[:1] == ["compare"] and draw.random() < 0.95:
        args += [draw.choice(BOTS), draw.choice(BOTS), "-n", draw.choice(["1", "2", "5"])]
    for _ in range(draw.choice([0, 1, 1, 2, 3])):
        args.append(draw.choice(OPTIONS))
        if draw.random() < 0.8:
            args.append(draw.choice(BOTS if args[-1] in ("--first", "--second") else VALUES))
    out = draw.choice(["pipe", "pipe", "pipe", "closed", "full", "none"])
    return args, draw.choice(ENTRIES), out


def end_of(n: int, directory: Path) -> tuple[int, str]:
    """How a command line ends, and what it prints as errors; one that goes on is told to end by Ctrl-C."""
    args, entries, out = command_line(n)
    if out == "closed":
        reading, stdout = os.pipe()
        os.close(reading)
    else:
        stdout = {"pipe": subprocess.DEVNULL, "full": os.open("/dev/full", os.O_WRONLY), "none": -3}[out]
    with subprocess.Popen(
        [*FPGAMES, *args], cwd=directory, stdin=subprocess.PIPE, stdout=stdout, stderr=subprocess.PIPE,
        preexec_fn=(lambda: os.close(1)) if out == "none" else None,
    ) as process:  # fmt: skip
        if stdout > 2:
            os.close(stdout)
        try:
            _, err = process.communicate(entries.encode(errors="surrogateescape"), timeout=20)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
            try:
                _, err = process.communicate(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                _, err = process.communicate()
    return process.returncode, err.decode(errors="replace")


def test_no_command_line_ends_in_a_traceback(tmp_path: Path) -> None:
    def tried(n: int) -> tuple[int, int, str]:
        directory = tmp_path / str(n)
        directory.mkdir()
        return n, *end_of(n, directory)

    with ThreadPoolExecutor(2) as pool:
        ended = list(pool.map(tried, range(LINES)))
    wrong = [
        (command_line(n), status, err)
        for n, status, err in ended
        if status not in (0, 2, 130, 141) or "Traceback" in err or (status == 2 and err.count("\n") > 1)
    ]
    assert wrong == []


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_no_kill_loses_a_game_or_doubles_one(tmp_path: Path, jobs: str) -> None:
    match = [*FPGAMES, "compare", "tictactoe", "mc:40", "random", "-n", "400", "--seed", "7", "--jobs", jobs]
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    subprocess.run([*match, "--csv", str(whole)], check=True, capture_output=True)
    draw = random.Random(int(jobs))
    for _ in range(KILLS // 2):
        cut.unlink(missing_ok=True)
        for _ in range(2):
            process = subprocess.Popen(
                [*match, "--csv", str(cut), "--resume"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
            time.sleep(draw.uniform(0.05, 0.8))
            process.send_signal(draw.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
            process.communicate(timeout=30)  # no worker holds the pipe for longer
        subprocess.run([*match, "--csv", str(cut), "--resume"], check=True, capture_output=True)
        assert games(cut) == games(whole)


def games(path: Path) -> list[str]:
    return [line.rpartition(",")[0] for line in path.read_text().splitlines()]
