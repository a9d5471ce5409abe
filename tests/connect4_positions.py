"""Positions of Connect Four with their scores, from elsewhere: 1,000 of each set in ``connect4_positions.csv``."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

SETS = ("end_easy", "middle_easy")
_FILE = Path(__file__).with_suffix(".csv")


@cache
def positions(name: str) -> list[tuple[str, int]]:
    """Return the columns played, as digits, and the score of the player to move, for each position of a set."""
    with _FILE.open(newline="") as lines:
        found = csv.DictReader(line for line in lines if not line.startswith("#"))
        return [(row["moves"], int(row["score"])) for row in found if row["set"] == name]
