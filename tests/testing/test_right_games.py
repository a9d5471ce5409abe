"""No law calls a right game wrong that a new user wrote; what is odd about its texts is advice."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

import pytest

from fpgames.testing import Advice, Counterexample, Law, as_tests, check_game, game_laws
from tests.support.laws import law_named
from tests.testing.right_games import RIGHT_GAMES

NONSENSE = "nonsense_is_not_read"
QUICK = [name for name in RIGHT_GAMES if name not in ("rows", "board", "sowing", "walk")]
ADVISED = {"board", "chomp", "walk", "toads", "spaced"}


def advice_of(name: str, **options: Any) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check_game(RIGHT_GAMES[name], progress=False, **options)
    return [str(warning.message) for warning in caught if warning.category is Advice]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.exhaustive) for name in RIGHT_GAMES]
)
def test_no_law_is_broken(name: str) -> None:
    assert len(advice_of(name, budget=1000)) == (name in ADVISED)


def test_advice_says_what_is_read_and_what_would_be_better() -> None:
    [advice] = advice_of("chomp", laws=[NONSENSE])
    assert advice.startswith(
        "chomp: read('99999') raises TypeError: 'int' object is not subscriptable; read_move('99999') "
    )
    assert advice.endswith("no law is broken, but a ValueError is better: the command line shows its message")


def test_a_move_of_two_words_is_advice_given_once() -> None:
    [advice] = advice_of("spaced", laws=["text_is_read_back"])
    assert "the move '+1' is shown as 'add +1', which is not one word; no law is broken" in advice
    assert advice.endswith("write 'add-+1'")


def reading(moves: Any) -> Law:
    """The law, for a game in which any text is read as one move."""
    return law_named(game_laws(replace(RIGHT_GAMES["nim"], read_move=lambda text: moves)), NONSENSE)


def test_a_move_that_play_refuses_is_advice_and_one_that_it_accepts_is_not() -> None:
    with pytest.warns(Advice, match=r"read_move\(''\) is \(99,\)"):
        reading((99,))()
    with pytest.raises(Counterexample, match=r"read_move\(''\) is \(1,\); expected a ValueError"):
        reading((1,))()


def test_users_of_pytest_see_it(request: pytest.FixtureRequest) -> None:
    law = law_named(game_laws(RIGHT_GAMES["toads"]), NONSENSE)
    with pytest.warns(Advice, match="toads: read_move"):
        as_tests([law])(law, request)
