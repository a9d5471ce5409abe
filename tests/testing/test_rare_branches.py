"""What laws do in cases that the planted faults do not reach: no time left, an uneven sum, a rare change."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from returns.maybe import Nothing, Some

from fpgames import Outcome, Player, Rules, bot_random
from fpgames.games import connect4
from fpgames.games.tictactoe import rules as bits
from fpgames.rules import unreadable
from fpgames.testing import Counterexample, bot_laws, check_bot, check_game, game_laws


class Counted:
    """A position that shows how often it was played from, if more than once."""

    def __init__(self, left: int = 3) -> None:
        self.left, self.plays = left, 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Counted) and self.left == other.left

    def __hash__(self) -> int:
        return self.left


def play(p: Counted, _: str) -> Counted:
    p.plays += 1
    return Counted(p.left - 1)


counted: Rules[Counted, str] = Rules(
    name="counted", start=Counted(), moves=lambda p: ("a", "b") if p.left else (), play=play,
    player=lambda p: Player.FIRST, outcome=lambda p: Nothing if p.left else Some(Outcome.DRAW),
    show=lambda p: f"{p.left}{'*' * (p.plays > 1)}", read=unreadable, show_move=str, read_move=str,
)  # fmt: skip


def test_a_position_that_only_two_moves_change() -> None:
    [law] = game_laws(counted, laws=["play_leaves_its_argument_as_it_was"])
    with pytest.raises(Counterexample, match="after its moves were played, one by one, its text is not as before"):
        law()


def test_without_time_a_bot_is_not_compared_with_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fpgames.testing.laws.bot_memory.FRESH_SECONDS", 0.0)
    check_bot(bits, bot_random(bits), laws=["it_remembers_no_other_position"], examples=2)


@pytest.mark.slow
def test_moves_that_are_uneven_in_several_positions_together(monkeypatch: pytest.MonkeyPatch) -> None:
    laws = "fpgames.testing.laws.bots"
    monkeypatch.setattr(f"{laws}._is_exactly_even", lambda subject, at: False)
    monkeypatch.setattr(f"{laws}.require_even", lambda *arguments: 100.0)
    [law] = bot_laws(bits, bot_random(bits), uniform=True, laws=["every_move_is_as_likely"])
    with pytest.raises(Counterexample, match="in several positions together, moves are not equally likely"):
        law()


def test_moves_that_are_even_in_several_positions_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fpgames.testing.laws.bots._is_exactly_even", lambda subject, at: False)
    monkeypatch.setattr("fpgames.testing.laws.bots.DRAWS_PER_MOVE", 50)
    check_bot(bits, bot_random(bits), uniform=True, laws=["every_move_is_as_likely"], seed=1)


@pytest.mark.slow
def test_values_are_the_same_in_compiled_code() -> None:
    rules: Any = replace(connect4.sized(3, 3, 3), name="small")
    check_game(rules, laws=["compiled_functions_do_the_same"], budget=3, examples=1, seconds=None)
