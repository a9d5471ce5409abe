"""Nim and Kayles: the player to move in a text, and pictures of removed objects."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames.draw import board_svg
from fpgames.games import game
from fpgames.games.take_away import make_score, read_turn
from fpgames.testing import positions


def test_the_turn_that_a_text_means() -> None:
    assert [read_turn("", 3, least, least, make_score(misere=False)) for least in (0, 1, 2)] == [0, 1, 0]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["nim", "nim-misere", "kayles", "kayles-misere"])
@given(data=st.data())
def test_what_is_taken_is_marked_in_the_picture(name: str, data: st.DataObject) -> None:
    rules = game(name)
    p = data.draw(positions(rules))
    for move in rules.moves(p):
        after = rules.play(p, move)
        assert board_svg(rules, after, before=p, numbers=True).count('class="last"') == move[1]
    left = p.pins.bit_count() if "kayles" in name else sum(p.heaps >> shift & 127 for shift in range(0, 28, 7))
    assert rules.diagram
    assert "".join(rules.diagram(p).rows).count("|") == left
