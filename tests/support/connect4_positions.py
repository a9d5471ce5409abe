"""Published positions of Connect Four and their scores: two sets of 1,000 positions in ``connect4_positions.csv``."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from fpgames.compiled.pipelines import jit_when_it_pays
from fpgames.games.connect4 import rules
from fpgames.search import count_nodes
from fpgames.solvers.connect4 import search_of_part, tree_of_part

SETS = ("end_easy", "middle_easy")
_FILE = Path(__file__).with_suffix(".csv")


@cache
def scored_positions(name: str) -> list[tuple[str, int]]:
    """Return pairs of a position and its score, from the set with this name.

    A position is the string of the columns in the order of the moves; columns are numbered from 1. A score is from the
    side of the player to move.
    """
    with _FILE.open(newline="") as lines:
        rows = csv.DictReader(line for line in lines if not line.startswith("#"))
        return [(row["moves"], int(row["score"])) for row in rows if row["set"] == name]


def sign(score: int) -> int:
    return (score > 0) - (score < 0)


def solve_all(
    lines: Iterable[str], part: int = 12, weak: bool = False, prepare: Any = jit_when_it_pays
) -> tuple[list[int], int]:
    """Solve positions by the method of one part of *Solving Connect 4*. A line holds the moves that lead to a position.

    Return the scores, each from the side of the player to move, and the total number of visited nodes. If ``weak`` is
    true, return only the signs of the scores. The function ``prepare`` takes the search pipeline and returns an
    equivalent function, such as the compiled pipeline.
    """
    solve = prepare(tree_of_part(part) | count_nodes(search_of_part(part, weak)))
    positions = [rules.read(line) for line in lines]
    results = [solve(p) for p in positions]
    values = [rules.player(p) * value for p, (value, _) in zip(positions, results, strict=True)]
    return [sign(value) if weak else value for value in values], sum(nodes for _, nodes in results)
