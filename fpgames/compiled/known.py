"""Searches that are known: the functions of a search that were met before are found again without new fingerprints.

Stages and searches make new functions each time they are called, equal to those of the call before. A fingerprint tells
that, but it takes as long as a search of two thousand nodes. When a fingerprint is met for the second time, it becomes a
guard: one function that compares all that the fingerprint consists of.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeAlias

from fpgames.compiled.fingerprints import Fingerprints
from fpgames.tree.walking import Counter

Guard: TypeAlias = Callable[..., list[Counter] | None]

_MOST = 256  # fingerprints kept
_TRIED = 16  # guards that are tried, of those for the same code: the ones used last


class Known:
    """What stands for all functions with the same fingerprints; two of them are never equal.

    Args:
        held: what the fingerprints know by its identity.
        tables: for each table of the functions, what it holds and how many entries; None for one without a bound.
    """

    __slots__ = ("_held", "guard", "tables")

    def __init__(self, held: list[Any], tables: list[tuple[str, int] | None]) -> None:
        self._held = held
        self.guard: Guard | None = None
        self.tables = tables


_known: dict[Hashable, Known] = {}
_guarded: dict[tuple[int, int], list[Known]] = {}
"""What was met at least twice, by the first function's code and the number of functions; what was used last comes first."""


def known(*functions: Any) -> tuple[Known, list[Counter]]:
    """Return what is the same for all functions with the same fingerprints, and the counters that these functions use."""
    place = id(getattr(functions[0], "__code__", None)), len(functions)
    guarded = _guarded.get(place, [])
    for i, each in enumerate(guarded[:_TRIED]):
        counters = _passed(each.guard, functions)
        if counters is not None:
            if i:
                _guarded[place] = [each, *(other for other in guarded if other is not each)]
            return each, counters
    prints = Fingerprints()
    key = tuple(prints.of(function, f"x{i}") for i, function in enumerate(functions))
    found = _known.get(key)
    if found is None:
        if len(_known) >= _MOST:
            _known.clear()
            _guarded.clear()
        found = _known[key] = Known(prints.held, prints.tables)
    else:
        if found.guard is None:
            found.guard = prints.guard(len(functions))
        if len(_guarded) >= _MOST:
            _guarded.clear()
        _guarded[place] = [found, *(other for other in guarded if other is not found)]
    return found, prints.counters


def _passed(guard: Guard | None, functions: tuple[Any, ...]) -> list[Counter] | None:
    try:
        return guard(*functions) if guard else None
    except ValueError:  # a variable that had a value has none here
        return None
