"""Labels that stages give to functions: positions, or values that a stage before has made of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fpgames.rules.record import AnyRules
from fpgames.stage import Stage
from fpgames.tree.unfolding import Seed, Tree


def of_positions(function: Callable[..., object], rules: AnyRules | None) -> bool:
    """Return whether a function is known to take positions of a game: one of its rules, or a stage that was given them."""
    if rules is None:
        return False
    if isinstance(function, Stage):
        return any(each is rules for each in function.given)
    return any(function is each for each in (rules.static, rules.outcome, rules.moves, rules.player))


def labels_for(function: Callable[..., object], tree: Tree[object]) -> Callable[[Seed], Any]:
    """Return what makes the labels that a function is given; refuse one of positions where they are evaluated already."""
    label_of, _, labels, game, *_ = tree.unfolding
    if labels.of_positions and of_positions(function, game.rules):
        raise ValueError(
            f"{getattr(function, '__name__', function)} takes positions, but a stage before has made values of them"
        )
    return label_of
