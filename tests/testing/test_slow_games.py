"""A plain game without caches: its laws hold within a minute, and a fault in it is reported within seconds."""

from __future__ import annotations

import time
import warnings
from typing import Any

import pytest

from fpgames import Rules
from fpgames.testing import IncompleteCheck, LawsBroken, check_game
from fpgames.testing.running import checks
from tests.support.ataxx import Board, Step, ataxx, moves, play
from tests.testing.faults import wrong


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
        check_game(ataxx, progress=seen.append)
    assert time.process_time() - began < 15
    assert len(seen) > 15


def forgetful(p: Board, step: Step) -> Board:
    """Play a move, and forget whose turn it is once half of the cells are taken."""
    after = play(p, step)
    return after if "".join(after.rows).count(".") > 7 else after._replace(player=p.player)


def generous(p: Board) -> tuple[Step, ...]:
    """List the moves of a position, but some of them twice in a late one."""
    return moves(p) * 2 if p.played > 30 else moves(p)


FAULTS: dict[str, Rules[Board, Step]] = {
    "players_alternate": wrong(ataxx, play=forgetful),
    "moves_are_listed_once": wrong(ataxx, moves=generous),
    "successors_are_the_plays_of_the_moves": wrong(
        ataxx, successors=lambda p: [play(p, step) for step in moves(p)][p.played == 5 :]
    ),
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("law", FAULTS)
def test_a_fault_is_reported_within_seconds(law: str) -> None:
    began = time.process_time()
    with pytest.raises(LawsBroken, match=law):
        check_game(FAULTS[law], fail_fast=True)
    assert time.process_time() - began < 5
