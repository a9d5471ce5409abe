"""The order of labels: errors for those that have no place in it, such as NaN."""

from __future__ import annotations

from typing import NoReturn, TypeVar

from fpgames.forms import has_form
from fpgames.tree.unfolding import MISSING

A = TypeVar("A")


@has_form("unordered")
def unordered(one: object, other: object = MISSING) -> NoReturn:
    """Raise ValueError for labels that have no order: for one, or for two that were compared."""
    other = one if other is MISSING else other
    if one == one and other != other:
        one, other = other, one
    raise ValueError(
        f"{one!r} has no place in an order of values: it is not less than, greater than or equal to {other!r}"
    )


def require_ordered(value: A) -> A:
    """Return the value; raise ValueError if it is NaN, or a tuple that contains NaN."""
    if value != value or (isinstance(value, tuple) and any(each != each for each in value)):
        unordered(value)
    return value
