"""Planted faults: games, stages, searches and bots that are wrong, most of them in few places.

Each module has a table from a name to a function that makes the faulty thing fresh, with memories of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar, cast

from fpgames import IllegalMove
from fpgames.rules import AnyRules

F = TypeVar("F", bound=Callable[[], object])

__all__ = ["entry", "refusing", "wrong"]


def entry(table: dict[str, F]) -> Callable[[F], F]:
    """Return a decorator that enters a function into a table, under its name in words."""

    def enter(make: F) -> F:
        table[make.__name__.replace("_", " ")] = make
        return make

    return enter


def wrong(rules: AnyRules, **changes: Any) -> AnyRules:
    """Rules with some functions replaced; those that can be derived are derived anew, unless they are given."""
    derived = {"successors": None, "static": None, "symmetries": (), "score": None}
    return replace(rules, **cast("Any", derived | changes))


def refusing(moves: Callable[[Any], tuple[Any, ...]], play: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return ``play`` with the refusal of moves that are not listed."""

    def checked(p: Any, move: Any) -> Any:
        if move not in moves(p):
            raise IllegalMove(move, moves(p))
        return play(p, move)

    return checked
