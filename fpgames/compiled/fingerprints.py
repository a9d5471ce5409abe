"""What decides whether two functions are compiled to the same code: their own code, and the values that they use."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dis import get_instructions
from enum import Enum
from functools import cache, partial
from math import inf
from operator import attrgetter, itemgetter
from types import CellType, CodeType, FunctionType, MethodType
from typing import Any, TypeAlias

from fpgames.stage import Stage
from fpgames.tree.sharing import Slots
from fpgames.tree.walking import Counter

_FEW = 16  # elements of a tuple that are compared; longer ones are compared by identity


class _Variable(Enum):
    """What stands for the value of a variable that has none, among them the names of builtins."""

    UNBOUND = 0


_ALIKE = frozenset([int, bool, str, type(None), _Variable])  # types whose values are alike when they are equal
_PLAIN = _ALIKE | {float}
_UNBOUND = _Variable.UNBOUND


class Patience:
    """The number of nodes that a search may still visit; all are equal, for the code of a search."""

    __slots__ = ("nodes",)

    def __init__(self) -> None:
        self.nodes = inf


class Fingerprints:
    """The fingerprints of functions, what they have met on the way, and a guard: what tells other functions with the same.

    Args:
        counters: the counters, in the order in which they were met.
        held: the objects that are known by their identity, which must not be freed while a fingerprint is in use.
        tables: for each table that was met, what it holds and how many entries; None for one without a bound.
    """

    def __init__(self, counters: Iterable[Counter] = ()) -> None:
        self.counters: list[Counter] = [*counters]
        self.held: list[Any] = []
        self.tables: list[tuple[str, int] | None] = []
        self._seen: dict[int, tuple[int, str]] = {}
        self._alive: list[Any] = []  # so that no number in _seen becomes that of another object
        self._lines: list[str] = []
        self._constants: dict[str, Any] = {"UNBOUND": _UNBOUND, "content": _content, "of_plain": _of_plain}

    def of(self, value: Any, path: str = "x0") -> Hashable:
        """Return the fingerprint of a function, or of a value that a function uses; a path leads the guard to it."""
        kind = type(value)
        name = self._let(path)
        if kind in _ALIKE:
            same, its = self._named(value), self._named(kind)
            self._only_if(f"{name} is {same} or type({name}) is {its} and {name} == {same}")
            return kind, value
        if kind is float or _is_plain(value):
            found = _of_plain(value)
            self._only_if(f"{name} is {self._named(value)} or of_plain({name}) == {self._named(found)}")
            return found
        if kind is Counter:
            return kind, self._number(value, name)
        if id(value) in self._seen:
            number, first = self._seen[id(value)]
            self._only_if(f"{name} is {first}")
            return number
        self._seen[id(value)] = len(self._seen), name
        self._alive.append(value)
        if kind is dict or kind is Slots:
            self.tables.append((value.what, value.entries) if kind is Slots else None)
        parts = _parts(value)
        if parts is None:
            self._only_if(f"{name} is {self._named(value)}")
            return kind, self.identity(value)
        self._only_if(f"type({name}) is {self._named(kind)}")
        if kind is FunctionType:
            self._only_if(f"{name}.__code__ is {self._named(value.__code__)}")
            kind = value.__code__
        elif isinstance(value, tuple):
            self._only_if(f"len({name}) == {len(value)}")
        return kind, *(self.of(each, path.format(name)) for each, path in parts)

    def _number(self, counter: Counter, name: str) -> int:
        """Return the number of a counter."""
        met = [each is counter for each in self.counters]
        if True in met:
            self._only_if(f"{name} is counters[{met.index(True)}]")
            return met.index(True)
        self._only_if(f"type({name}) is {self._named(Counter)} and not any({name} is each for each in counters)")
        self._lines.append(f"counters.append({name})")
        self.counters.append(counter)
        return len(met)

    def identity(self, value: Any) -> Hashable:
        """Return what tells a value of another type from others, while it is held."""
        self.held.append(value)
        return id(value)

    def guard(self, number: int = 1) -> Callable[..., list[Counter] | None]:
        """Return the function that tells, in a thirtieth of the time, whether other functions have the same fingerprints.

        It is given as many functions as ``of`` was, whose paths were ``x0``, ``x1`` and so on; it returns their
        counters, or None; or it raises ValueError, if a variable has no value.

        Args:
            number: the number of functions.
        """
        alike: dict[object, list[str]] = {}  # the names of values that might be one object, though they were several
        for value, (_, name) in zip(self._alive, self._seen.values(), strict=True):
            alike.setdefault(value.__code__ if type(value) is FunctionType else type(value), []).append(name)
        several = [
            f"len({{{', '.join(f'id({each})' for each in names)}}}) != {len(names)}"
            for names in alike.values()
            if names[1:]
        ]
        lines = [*self._lines, *(f"if {each}: return None" for each in several), "return counters"]
        given = ", ".join(f"x{i}" for i in range(number))
        source = "\n    ".join([f"def guard({given}):", "counters = []", *lines])
        exec(source, self._constants)
        found: Callable[..., list[Counter] | None] = self._constants["guard"]
        return found

    def _let(self, path: str) -> str:
        """Give a name to what a path leads to."""
        name = f"v{len(self._lines)}"
        self._lines.append(f"{name} = {path}")
        return name

    def _only_if(self, condition: str) -> None:
        self._lines.append(f"if not ({condition}): return None")

    def _named(self, value: object) -> str:
        name = f"c{len(self._constants)}"
        self._constants[name] = value
        return name


_Paths: TypeAlias = list[tuple[Any, str]]

_PARTS: dict[type, Callable[[Any], _Paths]] = {
    dict: lambda each: [],  # the results that a function keeps; its compiled form has its own
    partial: lambda each: [
        (each.func, "{0}.func"),
        (each.args, "{0}.args"),
        (tuple(each.keywords.items()), "tuple({0}.keywords.items())"),
    ],
    MethodType: lambda each: [(each.__func__, "{0}.__func__"), (each.__self__, "{0}.__self__")],
    attrgetter: lambda each: [(each.__reduce__(), "{0}.__reduce__()")],
    itemgetter: lambda each: [(each.__reduce__(), "{0}.__reduce__()")],
    Patience: lambda each: [],
    Stage: lambda each: [
        (each.function, "{0}.function"),
        (each.given, "{0}.given"),
        (each.options, "{0}.options"),
    ],
    Slots: lambda each: [(each.entries, "{0}.entries"), (each.what, "{0}.what")],
}
"""Values of which only some parts matter, with their paths."""


def _parts(value: Any) -> _Paths | None:
    """Return the parts on which a value depends, with their paths; None if it is known by its identity."""
    if type(value) is FunctionType:
        return _used(value)
    if isinstance(value, tuple) and len(value) < _FEW:
        return [(each, f"{{0}}[{i}]") for i, each in enumerate(value)]
    made = next((_PARTS[each] for each in type(value).__mro__ if each in _PARTS), None)
    return None if made is None else made(value)


def _is_plain(value: object) -> bool:
    """Return whether a value is a tuple of numbers and texts, and of such tuples."""
    return (
        isinstance(value, tuple)
        and len(value) < _FEW
        and all(type(each) in _PLAIN or _is_plain(each) for each in value)
    )


def _of_plain(value: Any) -> Hashable:
    """Return the fingerprint of a number, a text, or a tuple of them."""
    if isinstance(value, tuple):
        return type(value), *map(_of_plain, value)
    return repr(value) if type(value) is float else (type(value), value)


def _used(function: FunctionType) -> _Paths:
    """Return the values that a function uses, with their paths: defaults, those of functions around it, and global ones."""
    found: _Paths = [(function.__defaults__, "{0}.__defaults__")]
    for i, cell in enumerate(function.__closure__ or ()):
        try:
            found.append((cell.cell_contents, f"{{0}}.__closure__[{i}].cell_contents"))
        except ValueError:  # not yet given a value
            found.append((_UNBOUND, f"content({{0}}.__closure__[{i}])"))
    options, known = function.__kwdefaults__, function.__globals__
    found.append(
        (tuple(options.items()) if options else None, "{0}.__kwdefaults__ and tuple({0}.__kwdefaults__.items())")
    )
    return found + [
        (known.get(name, _UNBOUND), f"{{0}}.__globals__.get({name!r}, UNBOUND)")
        for name in globals_of(function.__code__)
    ]


def _content(cell: CellType) -> Any:
    """Return what a variable of the function around another holds, if it has been given a value."""
    try:
        return cell.cell_contents
    except ValueError:
        return _UNBOUND


@cache
def globals_of(code: CodeType) -> tuple[str, ...]:
    """Return the global names that a code reads, and the codes inside it."""
    inner = (name for each in code.co_consts if isinstance(each, CodeType) for name in globals_of(each))
    read = (one.argval for one in get_instructions(code) if one.opname in ("LOAD_GLOBAL", "LOAD_NAME"))
    return tuple(dict.fromkeys((*read, *inner)))


_PARTS[type(globals_of)] = lambda each: [(each.__wrapped__, "{0}.__wrapped__")]  # a function that keeps its results
