"""Positions of Connect Four with their scores, from elsewhere: 1,000 of each set in ``connect4_positions.csv``."""

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
def positions(name: str) -> list[tuple[str, int]]:
    """Return the columns played, as digits, and the score of the player to move, for each position of a set."""
    with _FILE.open(newline="") as lines:
        found = csv.DictReader(line for line in lines if not line.startswith("#"))
        return [(row["moves"], int(row["score"])) for row in found if row["set"] == name]


def sign(score: int) -> int:
    """Return 1, 0 or -1."""
    return (score > 0) - (score < 0)


def solved(
    lines: Iterable[str], part: int = 12, weak: bool = False, prepare: Any = jit_when_it_pays
) -> tuple[list[int], int]:
    """Return the scores that a step finds, seen by the players to move, and the nodes of all its searches."""
    solve = prepare(tree_of_part(part) | count_nodes(search_of_part(part, weak)))
    positions = [rules.read(line) for line in lines]
    found = [solve(p) for p in positions]
    values = [rules.player(p) * value for p, (value, _) in zip(positions, found, strict=True)]
    return [sign(value) if weak else value for value in values], sum(nodes for _, nodes in found)
