"""The positions on which laws of bots are tested, and generators that bots must not change."""

from __future__ import annotations

import random
import sys
from dataclasses import replace

import pytest

from fpgames import CHANCE, Player, bot_mc
from fpgames.games import tictactoe
from fpgames.testing import Skipped, check_bot
from fpgames.testing.laws.generators import seeded_modules
from fpgames.testing.strategies.games import finished_position, unfinished_position
from tests.support import dice

rules = tictactoe.rules


def test_games_without_an_end() -> None:
    endless = replace(rules, moves=lambda p: (9,), play=lambda p, move: p)
    assert rules.start == unfinished_position(endless, 1).end
    with pytest.raises(Skipped, match="no random game ended in 400 moves"):
        finished_position(endless, 1)


class TestChance:
    def test_bots_are_asked_where_a_player_moves(self) -> None:
        turns = [dice.rules.player(unfinished_position(dice.rules, seed).end) for seed in range(60)]
        assert {*turns} == {*Player}

    def test_a_game_may_begin_with_a_roll(self) -> None:
        rolls_first = replace(dice.rules, start=dice.Race(rolls=1))
        assert not unfinished_position(rolls_first, 1).end.rolls
        check_bot(rolls_first, bot_mc(rolls_first, 3), exclude=["it_plays_the_same_in_a_second_process"])

    def test_a_game_of_chance_alone_has_no_turn_of_a_player(self) -> None:
        with pytest.raises(Skipped, match="only chance moves in a random game"):
            unfinished_position(replace(rules, player=lambda _: CHANCE), 1)


class TestOtherGenerators:
    def test_without_numpy(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delitem(sys.modules, "numpy", raising=False)
        before = random.getstate()
        with seeded_modules(5) as used:
            assert used() == []
            random.random()
            assert used() == ["random"]
        assert random.getstate() == before

    def test_with_numpy(self) -> None:
        np = pytest.importorskip("numpy")
        before = np.random.get_state()[1].tolist()
        with seeded_modules(5) as used:
            assert np.random.randint(100) == 99
            assert used() == ["numpy.random"]
        assert np.random.get_state()[1].tolist() == before
