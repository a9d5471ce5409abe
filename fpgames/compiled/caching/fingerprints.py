"""Fingerprints: cache keys of functions, made of the bytecode and of the values to which the bytecode refers.

Functions with equal fingerprints compile to the same code. Fingerprints may contain ids of objects. A *digest* is a
hash without ids: it is valid in all processes, and names a file of stored machine code.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Sequence
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
from fpgames.rand.purity import globals_of
from fpgames.rules.record import Rules
from fpgames.stage import Stage
from fpgames.tree.run import MutableCounter
from fpgames.tree.sharing import BoundedTable
from fpgames.tree.unfolding import MISSING, GameView

_LONG_TUPLE = 16  # minimum length of tuples that are compared by identity


class _MissingValue(Enum):
    """The sentinel that stands for the value of an empty closure cell or of an undefined global variable."""

    UNBOUND = 0


_COMPARED_BY_VALUE = frozenset([int, bool, str, type(None), _MissingValue])  # float is excluded, because 0.0 == -0.0
_UNBOUND = _MissingValue.UNBOUND
_UNBOUND_DEFAULTS = repeat(_UNBOUND)


def referenced_values(function: FunctionType, names: Iterable[str]) -> Sequence[object]:
    """Return the values to which a function refers: contents of cells, the globals in ``names``, and defaults."""
    cells, defaults, keyword_defaults = function.__closure__, function.__defaults__, function.__kwdefaults__
    values: list[object] = [*map(_cell_contents, cells or ())]
    if names:
        values += map(function.__globals__.get, names, _UNBOUND_DEFAULTS)
    if defaults or keyword_defaults:
        values += defaults, keyword_defaults and tuple(keyword_defaults.items())
    return values


def _cell_contents(cell: CellType) -> object:
    try:
        return cell.cell_contents
    except ValueError:
        return _UNBOUND


_LIBRARY_PATH = f"{Path(__file__).parents[2]}{sep}"


@cache
def _mutable_globals_of(code: CodeType) -> tuple[str, ...]:
    """Return the names of the globals that code reads; none for code of this library, whose globals never change."""
    return () if code.co_filename.startswith(_LIBRARY_PATH) else globals_of(code)


class Fingerprints:
    """Computes fingerprints of functions, and collects the counters and tables that the functions use."""

    names = staticmethod(_mutable_globals_of)

    def __init__(self, counters: Iterable[MutableCounter] = ()) -> None:
        self.counters: list[MutableCounter] = [*counters]
        self.kept_alive: list[object] = []  # values whose ids are in a fingerprint, so that the ids stay valid
        self.tables: list[tuple[str, int] | None] = []  # kind and size of each table; None if unbounded

    def of(self, *roots: Any) -> tuple[Hashable, ...]:
        """Return the fingerprint of the functions ``roots``: all code and values that a breadth-first walk reaches."""
        fingerprint: list[Hashable] = []
        visit_order: dict[int, int] = {}  # id of a visited object, kept alive by the queue -> number of earlier visits
        queue = [*roots]
        for value in queue:  # the loop body extends the queue, which is faster than recursion
            cls: type = type(value)
            if cls in _COMPARED_BY_VALUE:
                fingerprint += cls, value
            elif (index := visit_order.get(id(value))) is not None:
                fingerprint.append(index)
            elif cls is FunctionType:
                visit_order[id(value)] = len(visit_order)
                referenced = referenced_values(value, self.names(value.__code__))
                fingerprint += value.__code__, len(referenced)
                queue += referenced
            elif (leaf := self._leaf_fingerprint(value, cls)) is not None:
                fingerprint.append(leaf)
            else:
                visit_order[id(value)] = len(visit_order)
                if cls is dict or cls is BoundedTable:
                    self.tables.append((value.what, value.entries) if cls is BoundedTable else None)
                parts = self.parts(value)
                if parts is None:
                    fingerprint += cls, (self.identity(value),)
                else:
                    fingerprint += cls, len(parts)
                    queue += parts
        return tuple(fingerprint)

    def _leaf_fingerprint(self, value: Any, cls: type) -> Hashable | None:
        """Return the fingerprint of a counter, a float, or a tuple of numbers and strings; None for other values."""
        if issubclass(cls, MutableCounter):
            if value not in self.counters:
                self.counters.append(value)
            return cls, self.counters.index(value)
        return _cached_fingerprint(value) if isinstance(value, tuple) else _plain_fingerprint(value)

    def parts(self, value: object) -> Sequence[object] | None:
        """Return the parts by which a value is compared; return None for a value that is compared by identity."""
        cls: type = type(value)
        return _parts_getter(cls)(value)

    def identity(self, value: object) -> Hashable:
        """Return the id of a value, and keep the value alive so that the id stays valid."""
        self.kept_alive.append(value)
        return id(value)


COMPARED_PARTS: dict[type, Callable[[Any], Sequence[Any] | None]] = {
    tuple: lambda value: value if len(value) < _LONG_TUPLE else None,
    dict: lambda value: (),  # a memo table, whose content is ignored: compiled code has other tables
    partial: lambda value: (value.func, value.args, tuple(value.keywords.items())),
    MethodType: lambda value: (value.__func__, value.__self__),
    attrgetter: lambda value: (value.__reduce__(),),
    itemgetter: lambda value: (value.__reduce__(),),
    type(iter(())): lambda value: (value.__reduce__()[1], value.__length_hint__()),  # empty iterator for all leaves
    Stage: lambda value: (value.function, value.args, value.options),
    BoundedTable: lambda value: (value.entries, value.what),
    GameView: lambda value: (value.player_of, value.reduced_of),  # compiled code uses only these fields of a view
}
"""Functions, by type, that return the parts by which a value is compared; None for a value compared by identity."""


@cache
def _parts_getter(cls: type) -> Callable[[Any], Sequence[Any] | None]:
    return next((COMPARED_PARTS[base] for base in cls.__mro__ if base in COMPARED_PARTS), lambda value: None)


def _cached_fingerprint(value: tuple[object, ...]) -> Hashable | None:
    """Return the cached fingerprint of a tuple; None unless all items are numbers, strings, or tuples of such items."""
    cached = CACHE.tuple_fingerprints.get(id(value))  # each entry keeps its tuple alive
    if cached is not None:
        return cached[1]
    fingerprint = _plain_fingerprint(value)
    if fingerprint is not None:
        make_room(CACHE.tuple_fingerprints)[id(value)] = value, fingerprint
    return fingerprint


def _plain_fingerprint(value: object) -> Hashable | None:
    if isinstance(value, tuple):
        parts = [_plain_fingerprint(item) for item in value] if len(value) < _LONG_TUPLE else [None]
        return None if None in parts else (type(value), *parts)
    if type(value) is float:
        return repr(value)
    return (type(value), value) if type(value) in _COMPARED_BY_VALUE else None


COMPARED_PARTS[type(globals_of)] = lambda value: (value.__wrapped__,)  # a function decorated with functools.cache


class CacheEntry:
    """The cache entry that functions with equal fingerprints share; entries are compared by identity."""

    __slots__ = ("_kept_alive", "code", "refusals", "tables", "translator", "visited")

    def __init__(self, fingerprints: Fingerprints) -> None:
        self._kept_alive, self.tables = fingerprints.kept_alive, fingerprints.tables
        self.visited: float = 0  # number of nodes that Python has visited; -inf after compiling has failed
        self.code: dict[Hashable, Any] = {}  # type key of the arguments -> machine code
        self.refusals: dict[Hashable, tuple[object, str]] = {}  # type key -> rejected pipeline, reason
        self.translator: Any = None  # translator of the functions, kept for arguments of further types


def cache_entry_for(*functions: object) -> tuple[CacheEntry, list[MutableCounter]]:
    """Return the cache entry of some functions, and the counters that these functions use."""
    fingerprints = Fingerprints()
    key = fingerprints.of(*functions)
    entry: CacheEntry | None = CACHE.entries.get(key)
    if entry is None:
        entry = make_room(CACHE.entries)[key] = CacheEntry(fingerprints)
    return entry, fingerprints.counters


class _DigestBuilder(Fingerprints):
    """Builds fingerprints without ids; sets ``is_unstable`` if a value can be identified only by its id."""

    names = staticmethod(globals_of)  # includes the library's globals, which differ between versions
    is_unstable = False

    def parts(self, value: object) -> Sequence[object] | None:
        """Return the parts by which a value is compared; return None for a value that is compared by its name."""
        source = getattr(value, "py_func", None)  # Python function behind a function decorated with njit
        if source is not None:
            return (source,)
        parts = super().parts(value)
        if parts is None and isinstance(value, tuple):
            return value  # elsewhere, long tuples are compared by id, which differs here
        if isinstance(value, partial | Stage) and parts:
            function, args, _ = parts
            name, readers = lowering_of(function)
            if isinstance(args, tuple) and len(args) == 1 and isinstance(args[0], Rules) and readers:
                return name, *(read(*args) for read in readers)
        return parts

    def identity(self, value: object) -> Hashable:
        """Return a class or a name that identifies a value in every process; if there is none, set ``is_unstable``."""
        if isinstance(value, type):
            return value
        if isinstance(value, Enum):
            return value.name, value.value
        name = _path_of(value)
        self.is_unstable = self.is_unstable or (name is None and value is not MISSING)
        return name

    def text_of(self, fingerprint: object) -> str:
        """Convert a fingerprint to a text, which is the same in every process."""
        if isinstance(fingerprint, tuple):
            return f"({','.join(map(self.text_of, fingerprint))})"
        if isinstance(fingerprint, frozenset):
            return f"{{{','.join(sorted(map(self.text_of, fingerprint)))}}}"
        if isinstance(fingerprint, CodeType):
            return f"code{self.text_of(tuple(getattr(fingerprint, name) for name in _CODE_ATTRIBUTES))}"
        return self._class_text(fingerprint) if isinstance(fingerprint, type) else repr(fingerprint)

    def _class_text(self, cls: type) -> str:
        """Return a text for a class; set ``is_unstable`` if the text may name a different class in another process."""
        if cls.__module__ == "builtins":
            return cls.__qualname__
        members = [(name, member.value) for name, member in cls.__members__.items()] if issubclass(cls, Enum) else ()
        text = repr((cls.__module__, cls.__qualname__, getattr(cls, "_fields", ()), *members))
        if _path_of(cls) is None or cls.__module__ == "__main__" or CACHE.classes.setdefault(text, cls) is not cls:
            self.is_unstable = True
        return text


_CODE_ATTRIBUTES = [
    name
    for name, attr in vars(CodeType).items()
    if name.startswith("co_") and isinstance(attr, MemberDescriptorType | GetSetDescriptorType) and name != "co_lnotab"
]


def _path_of(value: object) -> tuple[str, str] | None:
    """Return the module and the name under which a value can be imported; None if the value cannot be imported."""
    module, name = str(getattr(value, "__module__", None)), str(getattr(value, "__qualname__", None))
    return (module, name) if getattr(sys.modules.get(module), name, None) is value else None


def digest(*values: object) -> str | None:
    """Return a hash of values that is the same in every process; None if a value can be identified only by its id."""
    builder = _DigestBuilder()
    text = builder.text_of(builder.of(*values))
    return None if builder.is_unstable else sha256(text.encode()).hexdigest()
