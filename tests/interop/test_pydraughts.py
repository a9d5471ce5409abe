"""Draughts by pydraughts as rules: the laws of games, our own draughts, who begins, and what is refused."""

from __future__ import annotations

import pickle
from functools import reduce

import pytest

from fpgames import IllegalMove, Player
from fpgames.interop.pydraughts import pydraughts
from fpgames.testing import check_game, check_perft


@pytest.mark.needs("draughts")
class TestPydraughts:
    @pytest.mark.parametrize("variant", ["standard", "english", "russian", "turkish", "frysk!", "breakthrough"])
    @pytest.mark.filterwarnings("ignore::fpgames.testing.IncompleteCheck")  # pydraughts is slow
    def test_a_variant_keeps_the_laws(self, variant: str) -> None:
        check_game(pydraughts(variant), budget=100, depth=40, seconds=2)

    def test_positions_are_counted_as_elsewhere(self) -> None:
        # http://www.aartbik.com/MISC/checkers.html and .../draughts.html
        check_perft(pydraughts("english"), {1: 7, 2: 49, 3: 302})
        check_perft(pydraughts("standard"), {1: 9, 2: 81})

    def test_black_begins_in_english_draughts_only(self) -> None:
        for variant, text in {"english": "11-15", "standard": "32-28", "turkish": "19-27"}.items():
            rules = pydraughts(variant)
            assert rules.player(rules.start) is Player.FIRST
            assert rules.player(rules.play(rules.start, text)) is Player.SECOND

    def test_moves_and_texts(self) -> None:
        rules = pickle.loads(pickle.dumps(pydraughts("english")))
        p = reduce(rules.play, ["11-16", "22-18", "16-19"], rules.start)
        assert rules.moves(p) == ("24x15", "23x16")
        assert rules.show(p).endswith("\nafter: 11-16 22-18 16-19")
        assert rules.read(rules.show(p)) == p
        with pytest.raises(IllegalMove, match="illegal move '25-22'; legal moves: 24x15 23x16"):
            rules.play(p, "25-22")
