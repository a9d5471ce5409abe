"""Planted faults of games, stages, searches and bots are found by the kit, under any seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from fpgames.testing import Broken, Law, Run, bot_laws, game_laws, search_laws, stage_laws
from tests.testing.faults.bots import BOTS
from tests.testing.faults.found_by import FOUND_BY
from tests.testing.faults.games import GAMES
from tests.testing.faults.searches import SEARCHES
from tests.testing.faults.stages import STAGES

FAULTS: dict[str, Mapping[str, Callable[[], Any]]] = {"game": GAMES, "stage": STAGES, "search": SEARCHES, "bot": BOTS}
LAWS: dict[str, Callable[[Any], list[Law]]] = {
    "game": game_laws,
    "stage": lambda fault: stage_laws(fault[0], **fault[1]),
    "search": lambda fault: search_laws(fault[0], **fault[1]),
    "bot": lambda fault: bot_laws(fault[0], fault[1], **fault[2]),
}
# Those that no seed found, or few, before the kit was made deeper.
HARD = {
    "equality ignores the right to leap", "a draw is won by the player who opened in the centre",
    "runners who meet halfway begin again", "a pass is always allowed", "letters are listed in the order of a set",
    "an outcome is remembered by half of the position late in the game", "a symmetry is wrong for one board",
    "a full column is accepted when no other is but one", "the score of a full board is the first players",
    "a table keeps bounds as exact values", "it stops at eight levels", "infinity is a thousand",
    "children are ordered for the first player everywhere", "the order is reversed at level five",
    "the best child is dropped", "it draws by the remainder of three", "it takes the less of two draws",
    "it maximises for both players", "it moves numpys own generator",
}  # fmt: skip
SEEDS = range(5)
CASES = [
    pytest.param(
        kind,
        fault,
        law,
        id=f"a {kind}: {fault}",
        marks=[pytest.mark.exhaustive] * (fault not in HARD),
    )
    for kind, found in FOUND_BY.items()
    for law, faults in found.items()
    for fault in faults
]


def test_each_fault_is_looked_for() -> None:
    assert {kind: {*chain} for kind, chain in FAULTS.items()} == {
        kind: {fault for faults in found.values() for fault in faults} for kind, found in FOUND_BY.items()
    }
    assert sum(map(len, FAULTS.values())) >= 150
    assert {*GAMES, *STAGES, *SEARCHES, *BOTS} > HARD


@pytest.mark.parametrize(("kind", "fault", "law"), CASES)
def test_it_is_found(kind: str, fault: str, law: str) -> None:
    for seed in SEEDS:
        laws = sorted(LAWS[kind](FAULTS[kind][fault]()), key=lambda each: each.name != law)
        assert any(is_broken(each, seed) for each in laws), f"it is not found with seed {seed}"


def is_broken(law: Law, seed: int) -> bool:
    try:
        law.test(Run(seed=seed, examples=100, shorten=0.2))
    except Broken:
        return True
    return False
