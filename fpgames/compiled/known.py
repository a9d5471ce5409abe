"""Searches that are known: the functions of a search that were met before are found again without new fingerprints.

Stages and searches make new functions each time they are called, equal to those of the call before. A fingerprint tells
that, but it takes as long as a search of two thousand nodes. When a fingerprint is met for the second time, it becomes a
guard: one function that compares all that the fingerprint consists of.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeAlias

from fpgames.compiled.fingerprints import Fingerprints
from fpgames.tree.folds import Counter

Guard: TypeAlias = Callable[..., list[Counter] | None]

_MOST = 256  # fingerprints kept
_FEW = 8  # guards for one code, which are tried one after the other


class Known:
    """Functions with the same fingerprints; it is equal to itself only.

    Args:
        prints: the fingerprints, which hold what they know by its identity.
    """

    __slots__ = ("_prints",)

    def __init__(self, prints: Fingerprints) -> None:
        self._prints = prints


_known: dict[Hashable, Known] = {}
_guarded: dict[int, list[tuple[Known, Guard]]] = {}
"""What was met at least twice, by the number of the first function's code."""


def known(*functions: Any) -> tuple[Known, list[Counter]]:
    """Return what is the same for all functions with the same fingerprints, and the counters that these functions use."""
    code = id(getattr(functions[0], "__code__", None))
    for each, guard in _guarded.get(code, ()):
        try:
            counters = guard(*functions)
        except ValueError:  # a variable that had a value has none here
            continue
        if counters is not None:
            return each, counters
    prints = Fingerprints()
    key = tuple(prints.of(function, f"x{i}") for i, function in enumerate(functions))
    found = _known.get(key)
    if found is None:
        if len(_known) >= _MOST:
            _known.clear()
            _guarded.clear()
        found = _known[key] = Known(prints)
    else:
        _guarded[code] = [(found, prints.guard()), *_guarded.get(code, ())][:_FEW]
    return found, prints.counters
