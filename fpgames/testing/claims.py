"""Checks of the claims that a caller makes about a stage, a search or a bot."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

from hypothesis import strategies as st

from fpgames.rules.outcomes import Player
from fpgames.validation import require_at_least

A = TypeVar("A")


def require_callable(given: object, what: str, expected: str) -> None:
    """Raise TypeError unless an argument can be called."""
    if not callable(given):
        raise TypeError(f"{what} has to be {expected}; got {given!r}")


def require_player(player: object) -> None:
    """Raise TypeError unless an argument is a player."""
    if not isinstance(player, Player):
        raise TypeError(f"player has to be Player.FIRST or Player.SECOND; got {player!r}")


def require_strategy(labels: object) -> None:
    """Raise TypeError unless an argument is a strategy."""
    if not isinstance(labels, st.SearchStrategy):
        raise TypeError(f"labels has to be a strategy of Hypothesis, such as st.integers(); got {labels!r}")


def require_count(least: int, number: int | None, what: str) -> None:
    """Raise ValueError unless an argument is None or a whole number that is large enough."""
    if number is not None:
        require_at_least(least, number, what)


def require_each(given: Iterable[A], what: str, expected: str) -> tuple[A, ...]:
    """Return what an argument has one after the other; raise TypeError unless it is a collection."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise TypeError(f"{what} has to be a collection of {expected}; got {given!r}")
    return tuple(given)


def require_hashable(moves: Iterable[object]) -> None:
    """Raise TypeError unless moves are hashable, as those of all games are."""
    for move in moves:
        if not isinstance(move, Hashable):
            raise TypeError(f"moves are hashable; got {move!r}")


def require_table(table: Mapping[int, int]) -> None:
    """Raise TypeError or ValueError unless an argument says how many lines there are of some lengths."""
    if not isinstance(table, Mapping):
        raise TypeError(f"a table of perft has to be a mapping such as {{1: 9, 2: 72}}; got {table!r}")
    for depth, number in table.items():
        require_at_least(0, depth, "count lines of {} moves")
        require_at_least(0, number, "expect {} lines of play")
