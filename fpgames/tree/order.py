"""Check that labels can be put in order, as searches require. NaN, for example, has no order."""

from __future__ import annotations

from typing import NoReturn, TypeVar

from fpgames.lowering import lowers_as
from fpgames.rules.record import Value
from fpgames.tree.unfolding import MISSING
from fpgames.tree.walking import recursive, walk

A = TypeVar("A")


@lowers_as("unordered")
def raise_unordered(label: object, other: object = MISSING) -> NoReturn:
    """Raise ValueError for a label that cannot be ordered, such as NaN, or for two labels that cannot be compared."""
    other = label if other is MISSING else other
    if label == label and other != other:
        label, other = other, label
    raise ValueError(
        f"{label!r} has no place in an order of values: it is not less than, greater than or equal to {other!r}"
    )


def require_no_nan(value: A) -> A:
    """Return the value; raise ValueError if it is NaN, or a tuple that contains NaN, perhaps in a tuple."""
    if value != value or (isinstance(value, tuple) and not is_equal(value, value)):
        raise_unordered(value)
    return value


def is_equal(value: object, other: object) -> bool:
    """Return whether two values are equal. Unlike ``==``, a tuple that contains NaN is not equal to itself."""
    if isinstance(value, tuple) and isinstance(other, tuple):
        return len(value) == len(other) and all(map(is_equal, value, other))
    return not value != other  # noqa: SIM202 (INNER, the label of a node without a value, refuses ``!=``)


def require_ordered(value: A) -> A:
    """Return the value; raise TypeError if its type, such as State, has no order; raise ValueError for NaN."""
    if not isinstance(value, (int, float)):  # a tuple, because isinstance with a union is slower
        walk(_compare_with_itself, value)  # in a tree of one node, the search has compared no labels
    return require_no_nan(value)


@recursive
def _compare_with_itself(value: Value) -> bool:
    return bool(value <= value)
