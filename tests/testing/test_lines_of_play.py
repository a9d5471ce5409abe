"""Lines of play: how they are played again, and told."""

from __future__ import annotations

import pytest

from fpgames import IllegalMove
from fpgames.games import tictactoe
from fpgames.testing import LawsBroken, Line, check_game, replay
from fpgames.testing.strategies.lines import after
from tests.testing.faults import wrong

bits = tictactoe.rules


def test_a_move_that_is_a_text_is_played_as_it_is() -> None:
    words = wrong(bits, moves=lambda p: ("one", "two"), play=lambda p, move: (p, move), read_move=len)
    assert replay(words, "one", "three").moves == ("one", 5)
    with pytest.raises(IllegalMove):
        replay(bits, 0, "0")


def test_many_moves_are_counted() -> None:
    assert after(Line((0,) * 1000, (0,))) == "after 1000 moves"


def test_a_show_that_returns_no_text_is_said_to() -> None:
    with pytest.raises(LawsBroken) as caught:
        check_game(wrong(bits, show=lambda p: p), laws=["text_is_read_back", "equal_positions_behave_alike"])
    shown = {str(error).splitlines()[0] for error in caught.value.errors.values()}
    assert shown == {f"at the start, TypeError: show returns {bits.start}, which is no text"}
