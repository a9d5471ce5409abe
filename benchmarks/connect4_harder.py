"""Make tests/support/connect4_harder.csv: positions of random games, with the scores and nodes of connect4_solver.cpp.

Usage: python -m benchmarks.connect4_harder > tests/support/connect4_harder.csv

Games are uniformly random. Each set has no position twice, and no position where the player to move can win at once. The
nodes are counted in part 12, with an empty table for each position.
"""

from __future__ import annotations

import csv
import random
import subprocess
import sys
from collections.abc import Iterator

from benchmarks.solve import program
from fpgames.games.connect4 import rules
from fpgames.games.connect4.board import Position

SIZES = {"middle": (14, 40), "stones_12": (12, 30), "stones_10": (10, 20), "stones_8": (8, 10)}
SEED = 21


def random_line(stones: int, draw: random.Random) -> tuple[str, Position] | None:
    """Play random moves; return the columns, from 1, and the position. Return None if the game is over or nearly over."""
    p, columns = rules.start, ""
    for _ in range(stones):
        if not rules.moves(p):
            return None
        move = draw.choice(rules.moves(p))
        p, columns = rules.play(p, move), columns + str(move + 1)
    over = not rules.moves(p) or any(not rules.moves(rules.play(p, move)) for move in rules.moves(p))
    return None if over else (columns, p)


def lines() -> Iterator[tuple[str, str]]:
    draw = random.Random(SEED)
    for name, (stones, wanted) in SIZES.items():
        found: dict[Position, str] = {}
        while len(found) < wanted:
            if drawn := random_line(stones, draw):
                columns, p = drawn
                found.setdefault(p, columns)
        yield from ((name, columns) for columns in found.values())


def main() -> None:
    solver = program()
    if solver is None:
        sys.exit(1)
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(["set", "moves", "score", "nodes"])
    drawn = [*lines()]
    command = [str(solver), "12", "strong", "fresh"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdin
        assert running.stdout
        for name, columns in drawn:
            print(columns, file=running.stdin, flush=True)
            rows.writerow([name, columns, *running.stdout.readline().split()])
            sys.stdout.flush()


if __name__ == "__main__":
    main()
