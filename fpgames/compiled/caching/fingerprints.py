"""Decide whether two functions are compiled to the same code: by their own code, and by the values that they use.

A fingerprint says so in this process; its digest, in every process: the name of a file in which compiled code is kept.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Sequence
from dis import get_instructions
from enum import Enum
from functools import cache, partial
from hashlib import sha256
from itertools import repeat
from operator import attrgetter, itemgetter
from os import sep
from pathlib import Path
from types import CellType, CodeType, FunctionType, GetSetDescriptorType, MemberDescriptorType, MethodType
from typing import Any

from fpgames.compiled.caching.cache import CACHE, make_room
from fpgames.lowering import lowering_of
from fpgames.rules.record import Rules
from fpgames.stage import Stage
from fpgames.tree.sharing import BoundedTable
from fpgames.tree.unfolding import MISSING, GameView
from fpgames.tree.walking import MutableCounter

_FEW = 16  # elements of a tuple that are compared; longer ones are compared by identity


class _Variable(Enum):
    """What stands for the value of a variable that has none, among them the names of builtins."""

    UNBOUND = 0


_ALIKE = frozenset([int, bool, str, type(None), _Variable])  # types whose values are alike when they are equal
_UNBOUND = _Variable.UNBOUND
_NOTHING = repeat(_UNBOUND)


def referenced_values(function: FunctionType, names: Iterable[str]) -> Sequence[Any]:
    """Return the values that a function uses: those of functions around it, global ones with these names, and defaults."""
    cells, defaults, options = function.__closure__, function.__defaults__, function.__kwdefaults__
    found: list[Any] = [*map(_contents, cells or ())]
    if names:
        found += map(function.__globals__.get, names, _NOTHING)
    if defaults or options:
        found += defaults, options and tuple(options.items())
    return found


def _contents(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return _UNBOUND


_LIBRARY = f"{Path(__file__).parents[2]}{sep}"


@cache
def _names_that_change(code: CodeType) -> tuple[str, ...]:
    """Return the global names that a code reads, but for those of this package's modules, which never change."""
    return () if code.co_filename.startswith(_LIBRARY) else globals_of(code)


@cache
def globals_of(code: CodeType) -> tuple[str, ...]:
    """Return the global names that a code reads, and the codes inside it."""
    inner = (name for each in code.co_consts if isinstance(each, CodeType) for name in globals_of(each))
    read = (one.argval for one in get_instructions(code) if one.opname in ("LOAD_GLOBAL", "LOAD_NAME"))
    return tuple(dict.fromkeys((*read, *inner)))


class Fingerprints:
    """The fingerprints of functions, and what they have met on the way."""

    names = staticmethod(_names_that_change)

    def __init__(self, counters: Iterable[MutableCounter] = ()) -> None:
        self.counters: list[MutableCounter] = [*counters]
        self.held: list[Any] = []  # known by their identity, so they must not be freed while a fingerprint is in use
        self.tables: list[tuple[str, int] | None] = []  # what a table holds, and its entries if they are bounded

    def of(self, *values: Any) -> tuple[Hashable, ...]:
        """Return the fingerprint of functions, and of the values that they use, level by level in one tuple.

        Each call of a compiled pipeline waits for this loop, so it is one over a list that grows.
        """
        found: list[Hashable] = []
        numbers: dict[int, int] = {}  # of objects, which todo holds, by their identities
        todo = [*values]
        for value in todo:
            kind: type = type(value)
            if kind in _ALIKE:
                found += kind, value
            elif (number := numbers.get(id(value))) is not None:
                found.append(number)
            elif kind is FunctionType:
                numbers[id(value)] = len(numbers)
                values_used = referenced_values(value, self.names(value.__code__))
                found += value.__code__, len(values_used)
                todo += values_used
            elif (plain := self._plain(value, kind)) is not None:
                found.append(plain)
            else:
                numbers[id(value)] = len(numbers)
                if kind is dict or kind is BoundedTable:
                    self.tables.append((value.what, value.entries) if kind is BoundedTable else None)
                parts = self.parts(value)
                if parts is None:
                    found += kind, (self.identity(value),)
                else:
                    found += kind, len(parts)
                    todo += parts
        return tuple(found)

    def _plain(self, value: Any, kind: type) -> Hashable | None:
        """Return the fingerprint of a value that is known by itself, without others; None for another value."""
        if kind is MutableCounter:
            if value not in self.counters:
                self.counters.append(value)
            return kind, self.counters.index(value)
        return _of_tuple(value) if isinstance(value, tuple) else _of_plain(value)

    def parts(self, value: Any) -> Sequence[Any] | None:
        """Return the parts on which a value depends; None if it is known by its identity."""
        kind: type = type(value)
        return _parts_of(kind)(value)

    def identity(self, value: Any) -> Hashable:
        """Return what tells a value of another type from others, while it is held."""
        self.held.append(value)
        return id(value)


PARTS: dict[type, Callable[[Any], Sequence[Any] | None]] = {
    tuple: lambda each: each if len(each) < _FEW else None,
    dict: lambda each: (),  # the results that a function keeps; its compiled form has its own
    partial: lambda each: (each.func, each.args, tuple(each.keywords.items())),
    MethodType: lambda each: (each.__func__, each.__self__),
    attrgetter: lambda each: (each.__reduce__(),),
    itemgetter: lambda each: (each.__reduce__(),),
    type(iter(())): lambda each: (each.__reduce__()[1], each.__length_hint__()),  # of a leaf, in children(node)
    Stage: lambda each: (each.function, each.args, each.options),
    BoundedTable: lambda each: (each.entries, each.what),
    GameView: lambda each: (each.player_of, each.reduced_of),  # what compiled code uses
}
"""Values of which only some parts matter."""


@cache
def _parts_of(kind: type) -> Callable[[Any], Sequence[Any] | None]:
    return next((PARTS[each] for each in kind.__mro__ if each in PARTS), lambda each: None)


def _of_tuple(value: tuple[Any, ...]) -> Hashable | None:
    """Return the fingerprint of a tuple of numbers and texts, and of such tuples; None for another."""
    kept: tuple[object, Hashable] | None = CACHE.plain.get(id(value))  # with the tuple, whose number stays its own
    if kept is not None:
        return kept[1]
    found = _of_plain(value)
    if found is not None:
        make_room(CACHE.plain)[id(value)] = value, found
    return found


def _of_plain(value: Any) -> Hashable | None:
    if isinstance(value, tuple):
        parts = [_of_plain(each) for each in value] if len(value) < _FEW else [None]
        return None if None in parts else (type(value), *parts)
    if type(value) is float:
        return repr(value)
    return (type(value), value) if type(value) in _ALIKE else None


PARTS[type(globals_of)] = lambda each: (each.__wrapped__,)  # a function that keeps its results


class CacheEntry:
    """What stands for all functions with the same fingerprints, with what these met; two of them are never equal."""

    __slots__ = ("_held", "code", "factory", "refused", "tables", "visited")

    def __init__(self, prints: Fingerprints) -> None:
        self._held, self.tables = prints.held, prints.tables
        self.visited: float = 0  # the nodes that Python has visited; -inf if the functions cannot be compiled
        self.code: dict[Hashable, Any] = {}  # machine code, by the types of arguments
        self.refused: dict[Hashable, tuple[object, str]] = {}  # or for which pipeline there is none, and why
        self.factory: Any = None  # what made it


def cache_entry_for(*functions: Any) -> tuple[CacheEntry, list[MutableCounter]]:
    """Return what is the same for all functions with the same fingerprints, and the counters that these functions use."""
    prints = Fingerprints()
    key = prints.of(*functions)
    found: CacheEntry | None = CACHE.known.get(key)
    if found is None:
        found = make_room(CACHE.known)[key] = CacheEntry(prints)
    return found, prints.counters


class _Digests(Fingerprints):
    """Fingerprints without the numbers of objects, unless a value was met that is known by its identity only."""

    names = staticmethod(globals_of)  # all, since another process may have another version of this package
    unknown = False

    def parts(self, value: object) -> Sequence[object] | None:
        """Return the parts on which a value depends; None if it is known by its identity."""
        source = getattr(value, "py_func", None)  # of a function of numba's
        if source is not None:
            return (source,)
        parts = super().parts(value)
        if parts is None and isinstance(value, tuple):
            return value  # a long one
        if isinstance(value, partial | Stage) and parts:
            function, given, _ = parts
            name, uses = lowering_of(function)
            if isinstance(given, tuple) and len(given) == 1 and isinstance(given[0], Rules) and uses:
                return name, *(use(*given) for use in uses)
        return parts

    def identity(self, value: object) -> Hashable:
        """Return what tells a value from others in every process."""
        if isinstance(value, type):
            return value
        if isinstance(value, Enum):
            return value.name, value.value
        name = _name(value)
        self.unknown = self.unknown or (name is None and value is not MISSING)
        return name

    def text(self, print_: object) -> str:
        """Return a text for a fingerprint."""
        if isinstance(print_, tuple):
            return f"({','.join(map(self.text, print_))})"
        if isinstance(print_, frozenset):
            return f"{{{','.join(sorted(map(self.text, print_)))}}}"
        if isinstance(print_, CodeType):
            return f"code{self.text(tuple(getattr(print_, name) for name in _OF_CODE))}"
        return self._of_class(print_) if isinstance(print_, type) else repr(print_)

    def _of_class(self, kind: type) -> str:
        """Return a text for a class; there is none for a class that another process, or this one, may know as another."""
        if kind.__module__ == "builtins":
            return kind.__qualname__
        members = [(name, each.value) for name, each in kind.__members__.items()] if issubclass(kind, Enum) else ()
        text = repr((kind.__module__, kind.__qualname__, getattr(kind, "_fields", ()), *members))
        if _name(kind) is None or kind.__module__ == "__main__" or CACHE.classes.setdefault(text, kind) is not kind:
            self.unknown = True
        return text


_OF_CODE = [
    name
    for name, kind in vars(CodeType).items()
    if name.startswith("co_") and isinstance(kind, MemberDescriptorType | GetSetDescriptorType) and name != "co_lnotab"
]


def _name(value: object) -> tuple[str, str] | None:
    """Return the module and the name of a value, if it is found there."""
    module, name = str(getattr(value, "__module__", None)), str(getattr(value, "__qualname__", None))
    return (module, name) if getattr(sys.modules.get(module), name, None) is value else None


def digest(*values: object) -> str | None:
    """Return a text that is the same for equal functions and values in every process; None if there is none."""
    digests = _Digests()
    found = digests.text(digests.of(*values))
    return None if digests.unknown else sha256(found.encode()).hexdigest()
