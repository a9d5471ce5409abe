"""Compare a match played by one worker and by two: games per second, and whether the games are the same."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.timing import Table, table

GAMES = 450  # about a minute with one worker


def match(jobs: int, games: int) -> str:
    """Return the CSV rows of a match without the times."""
    with TemporaryDirectory() as directory:
        path = Path(directory) / "match.csv"
        command = [sys.executable, "-m", "fpgames", "compare", "connect4", "mc:300", "alphabeta:4", "-n", str(games)]
        given = ["--seed", "1", "--jobs", str(jobs), "--csv", str(path)]
        subprocess.run([*command, *given], check=True, capture_output=True)
        return "\n".join(line.rpartition(",")[0] for line in path.read_text().splitlines())


def burn(processes: int) -> int:
    """Run the same loop in several processes, to measure what the machine itself gains from them."""
    loop = "n = 0\nfor i in range(60_000_000): n ^= i"
    started = [subprocess.Popen([sys.executable, "-c", loop]) for _ in range(processes)]
    return sum(process.wait() for process in started)


def tables(repeats: int) -> Iterator[Table]:
    games = GAMES if repeats >= 20 else 40
    yield table(
        f"A comparison of {games} games of Connect Four, mc:300 against alphabeta:4",
        {"two workers": partial(match, 2, games), "one worker": partial(match, 1, games)}, "two workers",
        3, amount=games,
    )  # fmt: skip
    yield table(
        "What two processes take for twice the work of one, on this machine (1 would be ideal)",
        {"two at once": partial(burn, 2), "one": partial(burn, 1)}, "one", 5,
    )  # fmt: skip
