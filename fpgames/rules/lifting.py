"""Derive the rules of a game whose positions wrap a position of another game, such as a position with its history."""

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
    """Call a function of a position with the ``position`` field of a record: ``ofPosition f = f . position``."""
    return function(record.position, *arguments)


# Functions that are derived, not lifted, if the function with which they must agree is given.
_DERIVED_FROM = {"static": "outcome", "score": "outcome", "show_move_in": "show_move", "read_move_in": "read_move"}
_LIFTED = ("moves", "player", "outcome", "static", "score", "show", "diagram", "show_move_in", "read_move_in")


@names_arguments
def lift(
    rules: AnyRules,
    start: object,
    *,
    play: Callable[..., Any],
    read: Callable[[str], Any] = unreadable,
    **fields: Any,
) -> AnyRules:
    """Lift rules to positions that are records with a field ``position``: ``lift rules = rules . position``.

    Each function of a position becomes a function of the record; derived functions are derived again. ``static`` and
    ``score`` are also derived if ``outcome`` is given, ``show_move_in`` if ``show_move`` is, and ``read_move_in`` if
    ``read_move`` is. If ``player`` is given, ``alternates`` is False. Functions that return positions cannot be lifted:
    ``play`` is required, ``successors`` is derived, and there are no ``symmetries`` and no ``pass_turn``. Each of these
    fields may be given.

    Args:
        rules: the rules of any game.
        start: the record in which a game begins.
        play: returns the record after a move; raises ``IllegalMove``.
        read: parses a record from text; replaced by ``unreadable`` if the positions of ``rules`` are unreadable.
        fields: fields of the new rules, in place of the lifted fields.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.rules import Waiting
    >>> def play(p, move):
    ...     return Waiting(rules.play(p.position, move), 0)
    ...
    >>> waiting = lift(rules, Waiting(rules.start, 0), play=play)
    >>> waiting.moves(waiting.play(waiting.start, 4))
    (0, 1, 2, 3, 5, 6, 7, 8)

    See also: :func:`fpgames.rules.repetition.with_draws`, :func:`fpgames.rules.alternation.with_passes`, which use it.
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
