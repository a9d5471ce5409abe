"""Derive a game whose positions are records: a record adds data, such as a history, to a position of another game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from fpgames.rules.notation import DERIVED
from fpgames.rules.record import AnyRules, is_derived, unreadable
from fpgames.validation import names_arguments

__all__ = ["lift"]

A = TypeVar("A")


def of_position(function: Callable[..., A], record: Any, *arguments: object) -> A:
    """Apply a function of positions to the ``position`` field of a record: ``ofPosition f = f . position``."""
    return function(record.position, *arguments)


# For example, ``static`` is derived from ``outcome`` if ``fields`` has an ``outcome``, so that both agree.
_DERIVED_FROM = {"static": "outcome", "score": "outcome", "show_move_in": "show_move", "read_move_in": "read_move"}
_LIFTED = ("moves", "player", "outcome", "static", "score", "show", "diagram", "show_move_in", "read_move_in")


@names_arguments
def lift(
    rules: AnyRules,
    start: object,
    *,
    play: Callable[..., object],
    read: Callable[[str], object] = unreadable,
    **fields: Any,
) -> AnyRules:
    """Derive rules whose positions are records that contain a position of ``rules``: ``lift rules = rules . position``.

    Most functions of positions are lifted: the new function calls the old one with the record's ``position``. These get
    their defaults instead: ``successors``; each function that has its default in ``rules``; ``static`` and ``score`` if
    ``fields`` has ``outcome``; ``show_move_in`` if it has ``show_move``; ``read_move_in`` if it has ``read_move``.
    There are no ``symmetries``, ``draws`` or ``pass_turn``. If ``fields`` has ``player``, ``alternates`` is False.

    Args:
        rules: the rules of any game.
        start: the initial position, which is a record.
        play: returns the record after a move; raises ``IllegalMove``.
        read: reads a record from text; ignored if ``rules.read`` is ``unreadable``: then records cannot be read either.
        fields: other fields of the new rules, which replace lifted fields, derived fields and defaults.

    >>> from fpgames.games.tictactoe import rules
    >>> from typing import NamedTuple
    >>> class Counted(NamedTuple):
    ...     position: int
    ...     n_moves: int
    ...
    >>> def play(p, move):
    ...     return Counted(rules.play(p.position, move), p.n_moves + 1)
    ...
    >>> counted = lift(rules, Counted(rules.start, 0), play=play)
    >>> p = counted.play(counted.start, 4)
    >>> p.n_moves, counted.moves(p)
    (1, (0, 1, 2, 3, 5, 6, 7, 8))

    See also: :func:`fpgames.rules.repetition.with_draws`, an example.
    """
    functions = ((name, getattr(rules, name)) for name in _LIFTED)
    lifted = {
        name: partial(of_position, function)
        for name, function in functions
        if not is_derived(name, function) and _DERIVED_FROM.get(name) not in fields
    }
    readable = unreadable if rules.read is unreadable else read
    new = dict.fromkeys(("successors", *_DERIVED_FROM), DERIVED) | {"symmetries": (), "draws": None, "pass_turn": None}
    new |= {"alternates": rules.alternates and "player" not in fields, **lifted, **fields}
    return replace(rules, start=start, play=play, read=readable, **new)
