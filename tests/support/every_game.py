"""Laws of the positions of every game, each in one test."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from hypothesis import given
from hypothesis.strategies import SearchStrategy

from fpgames import Rules
from fpgames.games import GAMES

IN_LINE = ("connect4", "connect4-record", "mnk", "tictactoe", "tictactoe-record")
"""Games in which a line wins."""


def check_games(
    check: Callable[[Rules[Any, Any], Any], None],
    drawn_from: Callable[[Rules[Any, Any]], SearchStrategy[Any]],
    names: Iterable[str] = GAMES,
) -> None:
    """Check a law of what is drawn for each of some games; say of all of them what is wrong."""

    def check_one(rules: Rules[Any, Any]) -> None:
        @given(drawn_from(rules))
        def law(p: Any) -> None:
            check(rules, p)

        law()

    wrong = []
    for name in sorted(names):
        try:
            check_one(GAMES[name])
        except Exception as error:
            error.add_note(f"in {name}")
            wrong.append(error)
    if wrong:
        raise ExceptionGroup("not in every game", wrong)
