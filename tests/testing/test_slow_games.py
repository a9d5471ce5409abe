"""A slow game: its laws hold within a minute, and a fault in it is reported within seconds."""

from __future__ import annotations

import time
import warnings
from typing import Any

import pytest

from fpgames.games import checkers
from fpgames.games.draughts import Draughts, Move
from fpgames.rules import AnyRules
from fpgames.testing import IncompleteCheck, LawsBroken, check_game
from fpgames.testing.running import checks
from tests.testing.faults import wrong

rules = checkers.rules


def moves(p: Draughts) -> tuple[Move, ...]:
    """Return the moves of checkers as slowly as a program without bit operations."""
    for _ in range(4):
        rules.moves(p)
    return rules.moves(p)


slow: AnyRules = wrong(rules, moves=moves)


@pytest.fixture(autouse=True)
def _processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let time limits be of processor time, as other tests may run at the same time."""
    monkeypatch.setattr("fpgames.testing.law.monotonic", time.process_time)
    monkeypatch.setattr(checks, "monotonic", time.process_time)


@pytest.mark.exhaustive
def test_a_right_game_holds_within_the_default_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a sixth of it, to save time; in the whole minute, too."""
    monkeypatch.setattr(checks, "DEFAULT_SECONDS", checks.DEFAULT_SECONDS / 6)
    began, seen = time.process_time(), list[Any]()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IncompleteCheck)
        check_game(slow, progress=seen.append)
    assert time.process_time() - began < 15
    assert len(seen) > 15


def is_late(p: Draughts) -> bool:
    return (p.first | p.second).bit_count() < 18


def forgetful(p: Draughts, move: Move) -> Draughts:
    """Play a move; once some pieces are taken, forget whose turn it is after a capture."""
    after = rules.play(p, move)
    return after._replace(turn=p.turn) if move.captured and is_late(p) else after


FAULTS: dict[str, AnyRules] = {
    "players_alternate": wrong(slow, play=forgetful),
    "moves_are_listed_once": wrong(slow, moves=lambda p: moves(p) * (1 + is_late(p))),
    "successors_are_the_plays_of_the_moves": wrong(
        slow, successors=lambda p: [rules.play(p, move) for move in moves(p)][is_late(p) :]
    ),
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("law", FAULTS)
def test_a_fault_is_reported_within_seconds(law: str) -> None:
    began = time.process_time()
    with pytest.raises(LawsBroken, match=law):
        check_game(FAULTS[law], fail_fast=True)
    assert time.process_time() - began < 5
