"""Rules made of rules, over records that hold a position of the given rules and something more."""

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
    """Call a function of a position with the position of a record: ``ofPosition f = f . position``."""
    return function(record.position, *arguments)


# Functions that have to agree with others, and are not lifted where these are replaced.
_AGREES_WITH = {"static": "outcome", "score": "outcome", "show_move_in": "show_move", "read_move_in": "read_move"}
_OF_POSITION = ("moves", "player", "outcome", "static", "score", "show", "diagram", "show_move_in", "read_move_in")


@names_arguments
def lift(
    rules: AnyRules,
    start: object,
    *,
    play: Callable[..., Any],
    read: Callable[[str], Any] = unreadable,
    **own: Any,
) -> AnyRules:
    """Return rules whose positions are records with a field ``position``: ``lift rules = rules . position``.

    Each function of a position becomes a function of the record; a function that was derived from others is derived
    from the new ones. If ``outcome`` is given, ``static`` and ``score`` are derived; if ``show_move`` or ``read_move`` is,
    ``show_move_in`` or ``read_move_in``. If ``player`` is given, the new rules do not claim that players alternate. What
    returns a position cannot be lifted: ``play`` has to be given, ``successors`` is derived, and there are no symmetries
    and no ``pass_turn``. Each of these fields may be given.

    Args:
        rules: the rules of a game.
        start: the record in which a game begins.
        play: returns the record after a move; raises ``IllegalMove``.
        read: reads a record; ``unreadable``, in any case, if positions of the game cannot be read.
        own: fields of the new rules, in place of the lifted ones.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.rules import Waiting
    >>> def play(p, move):
    ...     return Waiting(rules.play(p.position, move), 0)
    ...
    >>> waiting = lift(rules, Waiting(rules.start, 0), play=play)
    >>> waiting.moves(waiting.play(waiting.start, 4))
    (0, 1, 2, 3, 5, 6, 7, 8)

    See also: :func:`fpgames.rules.repetition.with_draws`, :func:`fpgames.rules.alternation.with_passes`, made by it.
    """
    functions = ((name, getattr(rules, name)) for name in _OF_POSITION)
    lifted = {
        name: partial(of_position, function)
        for name, function in functions
        if not is_derived(name, function) and _AGREES_WITH.get(name) not in own
    }
    readable = unreadable if rules.read is unreadable else read
    new = dict.fromkeys(("successors", *_AGREES_WITH), DERIVED) | {"symmetries": (), "draws": None, "pass_turn": None}
    new |= {"alternates": rules.alternates and "player" not in own, **lifted, **own}
    return replace(rules, start=start, play=play, read=readable, **new)
