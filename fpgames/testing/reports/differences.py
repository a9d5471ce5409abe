"""Describe how two values differ: two results of a function, or a position before and after it has changed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import starmap

from fpgames.testing.law import short_repr

MAX_NESTED_PARTS = 4  # maximum number of parts inside each other that are compared


def difference(actual: object, expected: object) -> str:
    """Describe the first difference between two values: ``difference :: Show a => a -> a -> String``.

    >>> difference([1, 2, 3, 5], [1, 2, 4, 5])
    'item 2 is 3; expected 4'
    >>> difference((1, 2), (1, 2, 3))
    'there are 2; expected 3: 3 is missing'
    >>> difference(1, 2)
    '1; expected 2'
    """
    if not (isinstance(actual, list | tuple) and isinstance(expected, list | tuple)):
        return f"{short_repr(actual)}; expected {short_repr(expected)}{advice_on_eq(actual, expected)}"
    for n, (actual_item, expected_item) in enumerate(zip(actual, expected, strict=False)):
        if actual_item != expected_item:
            advice = advice_on_eq(actual_item, expected_item)
            return f"item {n} is {short_repr(actual_item)}; expected {short_repr(expected_item)}{advice}"
    if len(actual) == len(expected):
        return f"the type is {type(actual).__name__}; expected {type(expected).__name__}"
    shorter, longer = sorted((actual, expected), key=len)
    problem = "missing" if longer is expected else "one too many"
    return f"there are {len(actual)}; expected {len(expected)}: {short_repr(longer[len(shorter)])} is {problem}"


def advice_on_eq(value: object, other: object) -> str:
    """Return advice for two values that look the same, and differ as a class has no ``__eq__``; empty for other values."""
    name = _class_without_eq(value, other)
    return name and f", which is not equal: {name} has no __eq__; make it a frozen dataclass or a NamedTuple"


def _class_without_eq(value: object, other: object) -> str:
    if value is other or type(value) is not type(other) or _repr_without_address(value) != _repr_without_address(other):
        return ""
    if type(value).__eq__ is object.__eq__:
        return type(value).__name__
    pairs = zip(_parts(value).values(), _parts(other).values(), strict=False)
    return next(filter(None, starmap(_class_without_eq, pairs)), "")


def _repr_without_address(value: object) -> str:
    return re.sub(" at 0x[0-9a-f]+", "", repr(value))


def differing_part(actual: object, expected: object) -> str:
    """Describe the first part in which two values of one class differ, even if ``==`` ignores it; empty if none does.

    >>> differing_part([1, (2, 3)], [1, (2, 4)])
    'item 1 of its item 1 is 3; expected 4'
    """
    path, left, right = _differing_part(actual, expected, MAX_NESTED_PARTS) or ((), None, None)
    return f"{' of its '.join(reversed(path))} is {short_repr(left)}; expected {short_repr(right)}" if path else ""


def _differing_part(actual: object, expected: object, depth: int) -> tuple[tuple[str, ...], object, object] | None:
    """Return the names of the parts down to the first one that differs, and its two values; None if no part differs."""
    parts, others = _parts(actual), _parts(expected)
    if type(actual) is not type(expected) or parts.keys() != others.keys() or not (parts and depth):
        is_same = type(actual) is type(expected) and _repr_without_address(actual) == _repr_without_address(expected)
        return None if is_same else ((), actual, expected)
    for name in parts:
        if (inner := _differing_part(parts[name], others[name], depth - 1)) is not None:
            path, left, right = inner
            return (name, *path), left, right
    return None


def _parts(value: object) -> Mapping[str, object]:
    """Return the items of a list, tuple or dictionary, or the fields of an object, by their names in reports."""
    if isinstance(value, dict):
        return {f"value of {key!r}": item for key, item in value.items()}
    if isinstance(value, list | tuple):
        fields = getattr(value, "_fields", ())
        names = map("field {}".format, fields) if fields else map("item {}".format, range(len(value)))
        return dict(zip(names, value, strict=False))
    slots = [name for cls in type(value).__mro__ for name in getattr(cls, "__slots__", ()) if hasattr(value, name)]
    return {f"field {name}": getattr(value, name) for name in (*getattr(value, "__dict__", ()), *slots)}
