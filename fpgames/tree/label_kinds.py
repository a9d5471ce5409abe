"""What the labels of a tree are after a stage, and which functions may be given them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from toolz import identity

from fpgames.rules.closures import Closure
from fpgames.rules.record import AnyRules, Rules
from fpgames.stage import Stage
from fpgames.tree.unfolding import MAPPED, POSITIONS, VALUES, LabelKind, Seed, Tree

F = TypeVar("F", bound=Callable[..., object])


def kind_after(function: Callable[..., object], labels: LabelKind) -> LabelKind:
    """Return what labels are after a function: what a function makes of positions is no position, whatever its type."""
    return MAPPED if labels.from_positions or (labels == POSITIONS and function is not identity) else VALUES


def takes_positions(function: F) -> F:
    """Declare that a function takes positions, never labels that a stage has made of them."""
    vars(function)["takes_positions"] = True
    return function


def _wants_positions(function: Callable[..., object], rules: AnyRules | None) -> bool:
    """Return whether a function is known to take positions: one of the game's rules, or a stage that was given them."""
    if getattr(function, "takes_positions", False):
        return True
    if rules is None:
        return False
    if isinstance(function, Stage):
        return any(each is rules for each in function.args)
    return any(function is each for each in (rules.static, rules.outcome, rules.moves, rules.player))


def require_of_game(function: object, rules: AnyRules | None) -> None:
    """Raise ValueError for a function of the same game with another size, or for a stage that was given its rules.

    It is known by its maker, which has made one of the game's functions too, but of another description.
    """
    if isinstance(function, Stage):
        for each in function.args:
            if isinstance(each, Rules):
                require_of_game(each.score, rules)
    if rules is None or not isinstance(function, Closure):
        return
    for own in (rules.static, rules.score):
        if isinstance(own, Closure) and own.make is function.make and own != function:
            raise ValueError(
                f"{function!r} is of {function.description!r}, and this game is one of {own.description!r}"
            )


def labels_for(function: Callable[..., object], tree: Tree[object]) -> Callable[[Seed], Any]:
    """Return what makes the labels that a function is given; refuse one of positions where they are no positions."""
    label_of, _, labels, game, *_ = tree.unfolding
    require_of_game(function, game.rules)
    if (labels.from_positions or (labels.to_values and labels != POSITIONS)) and _wants_positions(function, game.rules):
        name = getattr(function, "__name__", function)
        if labels.from_positions:
            raise ValueError(
                f"{name} takes positions, but a stage before has made other labels of them; if these are positions too, "
                "compose both functions in one stage"
            )
        raise ValueError(f"{name} takes positions, but the labels of this tree are {labels.name}: {labels.to_values}")
    return label_of
