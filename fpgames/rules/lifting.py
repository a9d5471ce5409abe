"""Rules made of rules, over records that hold a position of the given rules and something more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from fpgames.rules.notation import DERIVED
from fpgames.rules.record import AnyRules, is_derived, unreadable

__all__ = ["lift"]

A = TypeVar("A")


def of_position(function: Callable[..., A], record: Any, *arguments: object) -> A:
    """Call a function of a position with the position of a record: ``ofPosition f = f . position``."""
    return function(record.position, *arguments)


_OF_POSITION = ("moves", "player", "outcome", "static", "score", "show", "diagram", "show_move_in", "read_move_in")


def lift(rules: AnyRules, start: object, **own: Any) -> AnyRules:
    """Return rules whose positions are records with a field ``position``: ``lift rules = rules . position``.

    Each function of a position becomes a function of the record; a function that was derived from others is derived
    from the new ones. What returns a position cannot be lifted, and has to be given: ``play``, ``read`` and, unless they
    are derived, ``successors``; also the symmetries. ``read`` stays ``unreadable`` if it is.

    Args:
        rules: the rules of a game.
        start: the record in which a game begins.
        own: fields of the new rules, in place of the lifted ones.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.rules import Waiting
    >>> waiting = lift(rules, Waiting(rules.start, 0))
    >>> waiting.moves(waiting.start)
    (0, 1, 2, 3, 4, 5, 6, 7, 8)

    See also: :func:`fpgames.rules.repetition.with_draws`, :func:`fpgames.rules.alternation.with_passes`, made by it.
    """
    functions = ((name, getattr(rules, name)) for name in _OF_POSITION)
    lifted = {name: partial(of_position, function) for name, function in functions if not is_derived(name, function)}
    new = {"start": start, "successors": DERIVED, "symmetries": (), "draws": None, **lifted, **own}
    return replace(rules, **new | {"read": unreadable} if rules.read is unreadable else new)
