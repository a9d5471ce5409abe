"""Rules that keep the first result of each function for each position, so that all laws share one call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from fpgames.rules import AnyRules
from fpgames.rules.notation import DERIVED
from fpgames.testing.strategies.lines import AnyMove, AnyPosition

A = TypeVar("A")


def keep_first(function: Callable[[AnyPosition], A]) -> Callable[[AnyPosition], A]:
    """Return a function that calls ``function`` once for each position, compared by identity, and keeps its result."""
    kept: dict[int, tuple[AnyPosition, A]] = {}  # by id; the position is kept, too, so that no id is reused

    def first_result(p: AnyPosition) -> A:
        entry = kept.get(id(p))
        if entry is None:
            entry = kept[id(p)] = p, function(p)
        return entry[1]

    return first_result


def keep_first_results(rules: AnyRules) -> AnyRules:
    """Return rules that keep the first result of each function for a position; ``successors`` are the plays of moves."""
    kept: dict[str, Any] = {
        name: keep_first(getattr(rules, name)) for name in ("moves", "player", "outcome", "show", "static", "score")
    }
    kept |= {} if rules.diagram is None else {"diagram": keep_first(rules.diagram)}
    positions_after = keep_first(lambda p: dict[AnyMove, AnyPosition]())

    def play(p: AnyPosition, move: AnyMove) -> AnyPosition:
        after = positions_after(p)
        if move not in after:
            after[move] = rules.play(p, move)
        return after[move]

    return replace(rules, **kept, play=play, successors=DERIVED)
