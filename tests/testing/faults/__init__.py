"""Planted faults: games, stages, searches, bots and generators that are wrong, each with the law that finds it.

Each module has a table of faults by name. Each run makes a fresh faulty object, with its own caches.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar, cast

from fpgames import IllegalMove
from fpgames.rules import AnyRules
from fpgames.testing import Law

__all__ = ["Fault", "entry", "planted", "refusing", "row_of", "wrong"]

F = TypeVar("F", bound=Callable[..., Any])


class Fault(NamedTuple):
    """The laws of what is wrong, made fresh; the law that finds it; the moves of the shortest line that shows it.

    It is rare if the law needs many cases to find it, or a second process that another fault of the law begins, too.
    """

    laws: Callable[[], list[Law]]
    law: str
    moves: int | None = None
    rare: bool = False


def row_of(laws_of: Callable[..., list[Law]]) -> Callable[..., Fault]:
    """Return the function that makes a fault, to be entered into a table under its name.

    Its arguments are the law that finds the fault; what makes the wrong thing, or is one wrong function itself, around
    which ``made`` makes the rest; whether the fault is rare; and options of ``laws_of``.
    """

    def found_by(
        law: str,
        function: Callable[..., Any],
        made: Callable[[Any], Any] = lambda make: make(),
        rare: bool = False,
        **options: Any,
    ) -> Fault:
        return Fault(lambda: laws_of(made(function), **options), law, rare=rare)

    return found_by


def entry(table: dict[str, Fault], laws_of: Callable[..., list[Law]]) -> Callable[..., Callable[[F], F]]:
    """Return the decorator that enters a fault into a table, under the name of the function in words."""

    def fault(law: str, *made: Callable[[Any], Any], **options: Any) -> Callable[[F], F]:
        def enter(function: F) -> F:
            table[function.__name__.replace("_", " ")] = row_of(laws_of)(law, function, *made, **options)
            return function

        return enter

    return fault


def wrong(rules: AnyRules, **changes: Any) -> AnyRules:
    """Rules with some functions replaced; those that can be derived are derived anew, unless they are given."""
    derived = {"successors": None, "static": None, "symmetries": (), "score": None}
    return replace(rules, **cast("Any", derived | changes))


def planted(rules: AnyRules, name: str, **changes: Any) -> Callable[[Callable[..., Any]], AnyRules]:
    return lambda function: wrong(rules, **{name: function}, **changes)


def refusing(moves: Callable[[Any], tuple[Any, ...]], play: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def checked(p: Any, move: Any) -> Any:
        if move not in moves(p):
            raise IllegalMove(move, moves(p))
        return play(p, move)

    return checked
