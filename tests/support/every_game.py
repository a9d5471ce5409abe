"""A function that checks one law on all games within a single test."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from hypothesis import given
from hypothesis.strategies import SearchStrategy

from fpgames import Rules
from fpgames.games import GAMES
from tests.support.games import WITHOUT_CHANCE

IN_LINE = ("connect4", "connect4-record", "mnk", "tictactoe", "tictactoe-record")
"""The games that are won by a line of stones."""


def check_games(
    check: Callable[[Rules[Any, Any], Any], None],
    drawn_from: Callable[[Rules[Any, Any]], SearchStrategy[Any]],
    names: Iterable[str] = WITHOUT_CHANCE,
) -> None:
    """Check a law for each named game, on values that Hypothesis draws. After the last game, raise all errors as a group."""

    def check_one(rules: Rules[Any, Any]) -> None:
        @given(drawn_from(rules))
        def law(p: Any) -> None:
            check(rules, p)

        law()

    errors = []
    for name in sorted(names):
        try:
            check_one(GAMES[name])
        except Exception as error:
            error.add_note(f"in {name}")
            errors.append(error)
    if errors:
        raise ExceptionGroup("not in every game", errors)
