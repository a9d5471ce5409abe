"""Track whether labels are positions, and reject a function of positions for a tree with other labels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toolz import identity

from fpgames.declarations import declaration_of
from fpgames.rules.makers import MadeFunction
from fpgames.rules.record import AnyRules, Rules
from fpgames.stage import Stage
from fpgames.tree.unfolding import ANYTHING, MAPPED, POSITIONS, VALUES, LabelKind, Seed, Tree


def kind_after(function: Callable[..., object], labels: LabelKind) -> LabelKind:
    """Return the kind of the labels that ``function`` makes from ``labels``. New labels never count as positions."""
    return MAPPED if labels is MAPPED or (labels is POSITIONS and function is not identity) else VALUES


def _needs_positions(function: Callable[..., object], rules: AnyRules | None) -> bool:
    """Return whether a function is a field of ``rules``, a stage made from ``rules``, or declared to take positions."""
    if declaration_of(function).takes_positions:
        return True
    if rules is None:
        return False
    if isinstance(function, Stage):
        return any(argument is rules for argument in function.args)
    return any(function is field for field in (rules.static, rules.outcome, rules.moves, rules.player))


def require_same_game_size(function: object, rules: AnyRules | None) -> None:
    """Raise ValueError if ``function`` (for a stage: its rules) belongs to another size of the game than ``rules``."""
    if isinstance(function, Stage):
        for argument in function.args:
            if isinstance(argument, Rules):
                require_same_game_size(argument.score, rules)
    if rules is None or not isinstance(function, MadeFunction):
        return
    for other in (rules.static, rules.score):
        if isinstance(other, MadeFunction) and other.has_field_of(function) and other != function:
            raise ValueError(f"{function!r} belongs to {function.text}, but this game is {other.text}")


def require_suitable_label_of(function: Callable[..., object], tree: Tree[object]) -> Callable[[Seed], Any]:
    """Return the label function of the tree; raise ValueError if ``function`` does not suit the labels or the rules."""
    labels, rules = tree.unfolding.labels, tree.unfolding.game.rules
    require_same_game_size(function, rules)
    if labels not in (POSITIONS, VALUES, ANYTHING) and _needs_positions(function, rules):
        name = getattr(function, "__name__", function)
        if labels is MAPPED:
            raise ValueError(
                f"{name} takes positions, but an earlier stage has replaced them by other labels; "
                "if these are positions too, compose both functions in one stage"
            )
        raise ValueError(f"{name} takes positions, but the labels of this tree are {labels.noun}: {labels.to_values}")
    return tree.unfolding.label_of
