"""The scores of ``connect4_harder.csv`` beside those of BitBully, another solver of Connect Four, where it is installed.

Scores are for the player to move: 0 is a draw, 1 a win with the last own stone, 2 with the stone before it, and so on.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

import pytest

bitbully: Any = pytest.importorskip("bitbully")

pytestmark = pytest.mark.exhaustive

TABLE = Path(__file__).parents[1] / "support/connect4_harder.csv"
SETS = {"middle": 40, "stones_12": 30, "stones_10": 20, "stones_8": 10}


class Scored(NamedTuple):
    moves: str
    score: int


def by_set() -> dict[str, list[Scored]]:
    found: defaultdict[str, list[Scored]] = defaultdict(list)
    with TABLE.open(newline="") as file:
        for row in csv.DictReader(file):
            found[row["set"]].append(Scored(row["moves"], int(row["score"])))
    return found


def board_after(moves: str) -> Any:
    """The board of BitBully, which numbers the columns from 0."""
    return bitbully.Board([int(column) - 1 for column in moves])


@pytest.fixture(scope="module")
def solver() -> Any:
    return bitbully.BitBully(opening_book=None)


def test_examples(solver: Any) -> None:
    assert [solver.mtdf(board_after(moves)) for moves in ("4455", "44455554221")] == [18, -15]


def test_sizes() -> None:
    assert {name: len(positions) for name, positions in by_set().items()} == SETS


@pytest.mark.parametrize("name", SETS)
def test_scores(solver: Any, name: str) -> None:
    for moves, score in by_set()[name]:
        board = board_after(moves)
        assert not board.is_game_over(), moves
        assert not board.can_win_next(), moves
        assert solver.mtdf(board) == score, moves
