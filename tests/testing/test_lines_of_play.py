"""Lines of play: how they are replayed and reported."""

from __future__ import annotations

import pytest

from fpgames import IllegalMove
from fpgames.games import tictactoe
from fpgames.testing import LawsBroken, Line, check_game, replay
from fpgames.testing.strategies.lines import CHOICES, Choice, line_of_seed
from tests.support.laws import raise_zero_division
from tests.testing.faults import wrong

bits = tictactoe.rules


def test_a_move_that_is_a_text_is_played_as_it_is() -> None:
    words = wrong(bits, moves=lambda p: ("one", "two"), play=lambda p, move: (p, move), read_move=len)
    assert replay(words, "one", "three").moves == ("one", 5)
    with pytest.raises(IllegalMove):
        replay(bits, 0, "0")


@pytest.mark.parametrize("choice", CHOICES)
def test_a_game_of_a_seed_is_a_line_of_play(choice: Choice) -> None:
    """It is the same again, and goes on to the end; the longest are those whose moves end no game if possible."""
    for seed in range(9):
        line = line_of_seed(bits, seed, choice=choice)
        assert line == replay(bits, *line.moves) == line_of_seed(bits, seed, choice=choice)
        assert bits.moves(line.end) == ()
        assert line_of_seed(bits, seed, 3, choice) == line.beginning(3)
        assert len(line.moves) >= (8 if choice is CHOICES[1] else 5)


def test_a_game_ends_where_the_rules_raise() -> None:
    raises = wrong(bits, play=lambda p, move: raise_zero_division(p) if p != bits.start else bits.play(p, move))
    assert len(line_of_seed(raises, 1).moves) == 1


def test_many_moves_are_counted() -> None:
    assert str(Line((0,) * 1000, (0,))) == "after 1000 moves"


def test_a_show_that_returns_no_text_is_said_to() -> None:
    with pytest.raises(LawsBroken) as caught:
        check_game(wrong(bits, show=lambda p: p), laws=["text_is_read_back", "equal_positions_behave_alike"])
    shown = {str(error).splitlines()[0] for error in caught.value.errors.values()}
    assert shown == {f"at the start, TypeError: show returns {bits.start}, which is not a str"}
