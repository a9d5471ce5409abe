"""Compare solvers of Connect Four in our pipelines and in C++: nodes and positions per second.

Usage: python -m benchmarks.solve [--sets SET ...] [--parts PART ...] [--weak] [--first N] [--runs N] [--plain]

The sets are the tables tests/support/connect4_*.csv. The C++ program, connect4_solver.cpp, explains the parts; g++ compiles
it if installed. It measures its own seconds, so its start does not count. Every score is compared with the table.
"""

from __future__ import annotations

import argparse
import csv
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from toolz import identity

from benchmarks.timing import Table
from fpgames import jit
from fpgames.games.connect4 import rules
from fpgames.search import count_nodes
from fpgames.solvers.connect4 import search_of_part, tree_of_part

ROOT = Path(__file__).parent
SOURCE = ROOT / "connect4_solver.cpp"
TABLES = ROOT.parent / "tests" / "support"
PARTS = range(3, 13)
FLAGS = ("-O3", "-march=native", "-std=c++17")  # native code, as numba compiles it
BESIDE = "C++"


class Position(NamedTuple):
    """A position to solve: the columns played, from 1, and the score to the player to move."""

    moves: str
    score: int


class Solved(NamedTuple):
    """The result of one run: scores to the player to move (weak: their signs), the nodes visited, and the seconds."""

    scores: list[int]
    nodes: int
    seconds: float


Solver = Callable[[Sequence[Position], int, bool], Solved]


@cache
def sets() -> Mapping[str, list[Position]]:
    """Return the positions of each set, in the order of the tables."""
    found: dict[str, list[Position]] = {}
    for path in sorted(TABLES.glob("connect4_*.csv")):
        with path.open(newline="") as file:
            for row in csv.DictReader(line for line in file if not line.startswith("#")):
                found.setdefault(row["set"], []).append(Position(row["moves"], int(row["score"])))
    return found


@cache
def program() -> Path | None:
    """Compile the C++ program; return its path, or None without a compiler."""
    if shutil.which("g++") is None:
        print("(no g++ here, skipped)")
        return None
    built = ROOT / "build" / SOURCE.stem
    built.parent.mkdir(exist_ok=True)
    subprocess.run(["g++", *FLAGS, "-o", str(built), str(SOURCE)], check=True)
    return built


def in_cpp(set: Sequence[Position], part: int, weak: bool) -> Solved:
    """Solve the positions with the program in C++, one table for all of them."""
    command = [str(program()), str(part), "weak" if weak else "strong"]
    lines = "".join(f"{p.moves}\n" for p in set)
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    scores = [int(line.split()[0]) for line in done.stdout.splitlines()]
    totals = re.fullmatch(r"\d+ positions, (\d+) nodes, ([\d.]+) seconds, .*\n", done.stderr)
    assert totals, done.stderr
    return Solved(scores, int(totals[1]), float(totals[2]))


def ours(prepare: Callable[[Any], Any], set: Sequence[Position], part: int, weak: bool) -> Solved:
    """Solve the positions with the pipeline of a part, compiled or not."""
    positions = [rules.read(p.moves) for p in set]
    solve = prepare(tree_of_part(part) | count_nodes(search_of_part(part, weak)))
    began = perf_counter()
    found = [solve(p) for p in positions]
    seconds = perf_counter() - began
    values = [rules.player(p) * value for p, (value, _) in zip(positions, found, strict=True)]
    scores = [sign(value) if weak else value for value in values]
    return Solved(scores, sum(nodes for _, nodes in found), seconds)


def sign(score: int) -> int:
    """Return the sign of a score: 1, 0 or -1."""
    return (score > 0) - (score < 0)


def in_turn(solvers: Mapping[str, Callable[[], Solved]], scores: list[int], runs: int) -> dict[str, list[Solved]]:
    """Run the solvers in turn, A B C A B C ...; a first round, in which pipelines are compiled, does not count."""
    found: dict[str, list[Solved]] = {name: [] for name in solvers}
    for run in range(runs + 1):
        for name, solver in solvers.items():
            solved = solver()
            assert solved.scores == scores, f"{name} finds other scores"
            if run:
                found[name].append(solved)
    return found


def markdown(title: str, found: Mapping[str, list[Solved]], positions: int) -> str:
    """Return a Markdown table with a row per solver; the last column is the time relative to C++."""
    times = Table(title, {name: [run.seconds for run in runs] for name, runs in found.items()}, BESIDE)
    lines = [
        f"### {title}",
        "",
        f"| how | nodes a position | nodes a second | positions a second | time beside: {BESIDE} (quartiles) |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, runs in found.items():
        nodes, seconds = runs[0].nodes, median(times.times[name])
        beside = "{:.2f} ({:.2f} to {:.2f})".format(*times.ratios(name)) if BESIDE in found else ""
        row = name, f"{nodes / positions:,.1f}", f"{nodes / seconds:,.0f}", f"{positions / seconds:,.1f}", beside
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines)


def tables(
    names: Sequence[str], parts: Sequence[int], weak: bool, first: int | None, runs: int, plain: bool
) -> Iterator[str]:
    solvers: dict[str, Solver] = {} if program() is None else {BESIDE: in_cpp}
    solvers["compiled"] = partial(ours, jit)
    if plain:
        solvers["not compiled"] = partial(ours, identity)
    for name in names:
        set = sets()[name][:first]
        scores = [sign(p.score) if weak else p.score for p in set]
        for part in parts:
            works = {how: partial(solver, set, part, weak) for how, solver in solvers.items()}
            title = f"{name}, {len(set)} positions, part {part}, {'weak' if weak else 'strong'}"
            yield markdown(title, in_turn(works, scores, runs), len(set))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.solve", description=__doc__)
    parser.add_argument("--sets", nargs="+", choices=sets(), default=[*sets()], help="default: all")
    parser.add_argument("--parts", nargs="+", type=int, choices=PARTS, default=[12], help="default: 12")
    parser.add_argument("--weak", action="store_true", help="who wins, not how soon")
    parser.add_argument("--first", type=int, metavar="N", help="the first N positions of each set")
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="default: 5")
    parser.add_argument("--plain", action="store_true", help="also not compiled")
    args = parser.parse_args()
    for table in tables(args.sets, args.parts, args.weak, args.first, args.runs, args.plain):
        print(f"\n{table}", flush=True)


if __name__ == "__main__":
    main()
