"""The order of labels: errors for those that have no place in it, such as NaN."""

from __future__ import annotations

from typing import NoReturn, TypeVar

from fpgames.lowering import lowers_as
from fpgames.rules.record import Value
from fpgames.tree.unfolding import MISSING
from fpgames.tree.walking import recursive, walk

A = TypeVar("A")


@lowers_as("unordered")
def raise_unordered(one: object, other: object = MISSING) -> NoReturn:
    """Raise ValueError for labels that have no order: for one, or for two that were compared."""
    other = one if other is MISSING else other
    if one == one and other != other:
        one, other = other, one
    raise ValueError(
        f"{one!r} has no place in an order of values: it is not less than, greater than or equal to {other!r}"
    )


def require_no_nan(value: A) -> A:
    """Return the value; raise ValueError if it is NaN, or a tuple that contains NaN."""
    if value != value or (isinstance(value, tuple) and any(each != each for each in value)):
        raise_unordered(value)
    return value


def require_ordered(value: A) -> A:
    """Return the value; raise TypeError if it cannot be compared, such as a State; ValueError if it is NaN."""
    if not isinstance(value, (int, float)):  # a union takes longer
        walk(_compare, value)  # in a tree of one leaf, nothing else has compared it
    return require_no_nan(value)


@recursive
def _compare(value: Value) -> bool:
    return bool(value <= value)
