"""Decide whether two functions are compiled to the same code: by their own code, and by the values that they use."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dis import get_instructions
from enum import Enum
from functools import cache, partial
from operator import attrgetter, itemgetter
from types import CodeType, FunctionType, MethodType
from typing import Any

from fpgames.compiled.kept.cache import CACHE, not_full
from fpgames.compiled.walks.meter import Meter
from fpgames.stage import Stage
from fpgames.tree.sharing import Slots
from fpgames.tree.walking import Counter

_FEW = 16  # elements of a tuple that are compared; longer ones are compared by identity


class _Variable(Enum):
    """What stands for the value of a variable that has none, among them the names of builtins."""

    UNBOUND = 0


_ALIKE = frozenset([int, bool, str, type(None), _Variable])  # types whose values are alike when they are equal
_UNBOUND = _Variable.UNBOUND


class Fingerprints:
    """The fingerprints of functions, and what they have met on the way.

    Args:
        counters: the counters, in the order in which they were met.
        held: the objects that are known by their identity, which must not be freed while a fingerprint is in use.
        tables: for each table that was met, what it holds and how many entries; None for one without a bound.
    """

    def __init__(self, counters: Iterable[Counter] = ()) -> None:
        self.counters: list[Counter] = [*counters]
        self.held: list[Any] = []
        self.tables: list[tuple[str, int] | None] = []
        self._seen: dict[int, int] = {}
        self._alive: list[Any] = []  # so that no number in _seen becomes that of another object

    def of(self, value: Any) -> Hashable:
        """Return the fingerprint of a function, or of a value that a function uses."""
        kind: type = type(value)
        if kind in _ALIKE:
            return kind, value
        number = self._seen.get(id(value))
        if number is not None:
            return number
        if kind is FunctionType:
            self._meet(value)
            return value.__code__, *map(self.of, _used(value))
        parts_of = _parts_of(kind)
        if parts_of is _elements:
            plain = _plain(value)
            if plain is not None:
                return plain
        if kind is float:
            return repr(value)
        if kind is Counter:
            return kind, self._number(value)
        self._meet(value)
        if kind is dict or kind is Slots:
            self.tables.append((value.what, value.entries) if kind is Slots else None)
        parts = parts_of and parts_of(value)
        return (kind, self.identity(value)) if parts is None else (kind, *map(self.of, parts))

    def _meet(self, value: Any) -> None:
        self._seen[id(value)] = len(self._seen)
        self._alive.append(value)

    def _number(self, counter: Counter) -> int:
        """Return the number of a counter."""
        met = [each is counter for each in self.counters]
        if True not in met:
            self.counters.append(counter)
            return len(met)
        return met.index(True)

    def identity(self, value: Any) -> Hashable:
        """Return what tells a value of another type from others, while it is held."""
        self.held.append(value)
        return id(value)


def _elements(value: tuple[Any, ...]) -> Iterable[Any] | None:
    return value if len(value) < _FEW else None


_PARTS: dict[type, Callable[[Any], Iterable[Any] | None]] = {
    tuple: _elements,
    dict: lambda each: (),  # the results that a function keeps; its compiled form has its own
    partial: lambda each: (each.func, each.args, tuple(each.keywords.items())),
    MethodType: lambda each: (each.__func__, each.__self__),
    attrgetter: lambda each: (each.__reduce__(),),
    itemgetter: lambda each: (each.__reduce__(),),
    Meter: lambda each: (),  # all are equal, for the code of a search
    Stage: lambda each: (each.function, each.given, each.options),
    Slots: lambda each: (each.entries, each.what),
}
"""Values of which only some parts matter."""


@cache
def _parts_of(kind: type) -> Callable[[Any], Iterable[Any] | None] | None:
    """Return a function that returns the parts on which a value of a type depends; None if it is known by its identity."""
    return next((_PARTS[each] for each in kind.__mro__ if each in _PARTS), None)


def _plain(value: tuple[Any, ...]) -> Hashable | None:
    """Return the fingerprint of a tuple of numbers and texts, and of such tuples; None for another."""
    kept: tuple[object, Hashable] | None = CACHE.plain.get(id(value))  # with the tuple, whose number stays its own
    if kept is not None:
        return kept[1]
    found = _of_plain(value)
    if found is not None:
        not_full(CACHE.plain)[id(value)] = value, found
    return found


def _of_plain(value: Any) -> Hashable | None:
    if isinstance(value, tuple):
        parts = [_of_plain(each) for each in value] if len(value) < _FEW else [None]
        return None if None in parts else (type(value), *parts)
    if type(value) is float:
        return repr(value)
    return (type(value), value) if type(value) in _ALIKE else None


def _used(function: FunctionType) -> list[Any]:
    """Return the values that a function uses: defaults, those of functions around it, and global ones."""
    defaults, options, known = function.__defaults__, function.__kwdefaults__, function.__globals__
    found: list[Any] = [defaults, options and tuple(options.items())] if defaults or options else []
    for cell in function.__closure__ or ():
        try:
            found.append(cell.cell_contents)
        except ValueError:  # not yet given a value
            found.append(_UNBOUND)
    found += [known.get(name, _UNBOUND) for name in globals_of(function.__code__)]
    return found


@cache
def globals_of(code: CodeType) -> tuple[str, ...]:
    """Return the global names that a code reads, and the codes inside it."""
    inner = (name for each in code.co_consts if isinstance(each, CodeType) for name in globals_of(each))
    read = (one.argval for one in get_instructions(code) if one.opname in ("LOAD_GLOBAL", "LOAD_NAME"))
    return tuple(dict.fromkeys((*read, *inner)))


_PARTS[type(globals_of)] = lambda each: (each.__wrapped__,)  # a function that keeps its results


class Known:
    """What stands for all functions with the same fingerprints; two of them are never equal.

    Args:
        prints: the fingerprints. What they know by its identity is kept here, with the tables that they met; the number of
            nodes that Python has visited by the functions, -inf if they cannot be compiled; their machine code, by the types
            of arguments; and what made it.
    """

    __slots__ = ("_held", "code", "factories", "tables", "visited")

    def __init__(self, prints: Fingerprints) -> None:
        self._held, self.tables = prints.held, prints.tables
        self.visited: float = 0
        self.code: dict[Hashable, Any] = {}
        self.factories: list[Any] = []


def known(*functions: Any) -> tuple[Known, list[Counter]]:
    """Return what is the same for all functions with the same fingerprints, and the counters that these functions use."""
    prints = Fingerprints()
    key = tuple(map(prints.of, functions))
    found: Known | None = CACHE.known.get(key)
    if found is None:
        found = not_full(CACHE.known)[key] = Known(prints)
    return found, prints.counters
