"""What decides whether two functions are compiled to the same code: their own code, and the values that they use."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dis import get_instructions
from enum import Enum
from functools import cache, partial
from math import inf
from operator import attrgetter, itemgetter
from types import CodeType, FunctionType, MethodType
from typing import Any

from fpgames.stage import Stage
from fpgames.tree.folds import Counter
from fpgames.tree.sharing import Slots

_FEW = 16  # elements of a tuple that are compared; longer ones are compared by identity


class _Variable(Enum):
    """What stands for the value of a variable that has none, among them the names of builtins."""

    UNBOUND = 0


_ALIKE = frozenset([int, bool, str, type(None), _Variable])  # types whose values are alike when they are equal
_UNBOUND = _Variable.UNBOUND


class Patience:
    """The number of nodes that a search may still visit; all are equal, for the code of a search."""

    __slots__ = ("nodes",)

    def __init__(self) -> None:
        self.nodes = inf


class Fingerprints:
    """The fingerprints of functions, and what they have met on the way.

    Args:
        counters: the counters, in the order in which they were met.
        held: the objects that are known by their identity, which must not be freed while a fingerprint is in use.
    """

    def __init__(self, counters: Iterable[Counter] = ()) -> None:
        self.counters: list[Counter] = [*counters]
        self.held: list[Any] = []
        self._seen: dict[int, int] = {}
        self._alive: list[Any] = []  # so that no number in _seen becomes that of another object

    def of(self, value: Any) -> Hashable:
        """Return the fingerprint of a function, or of a value that a function uses."""
        kind = type(value)
        if kind in _ALIKE:
            return kind, value
        if kind is float:
            return repr(value)
        if kind is Counter:
            if not any(each is value for each in self.counters):
                self.counters.append(value)
            return kind, [each is value for each in self.counters].index(True)
        if id(value) in self._seen:
            return self._seen[id(value)]
        self._seen[id(value)] = len(self._seen)
        self._alive.append(value)
        if kind is FunctionType:
            return value.__code__, *[
                (kind, each) if (kind := type(each)) in _ALIKE else self.of(each) for each in _used(value)
            ]
        if isinstance(value, tuple) and len(value) < _FEW:
            return kind, *map(self.of, value)
        if kind is dict:  # the results that a function keeps, which its compiled form does not read
            return dict
        made = next((_PARTS[each] for each in kind.__mro__ if each in _PARTS), None)
        if made is not None:
            return (kind, *map(self.of, made(value)))
        return kind, self.identity(value)

    def identity(self, value: Any) -> Hashable:
        """Return what tells a value of another type from others, while it is held."""
        self.held.append(value)
        return id(value)


_PARTS: dict[type, Callable[[Any], tuple[Any, ...]]] = {
    partial: lambda each: (each.func, each.args, tuple(each.keywords.items())),
    MethodType: lambda each: (each.__func__, each.__self__),
    attrgetter: lambda each: each.__reduce__(),
    itemgetter: lambda each: each.__reduce__(),
    Patience: lambda each: (),
    Stage: lambda each: (each.function, each.given, each.options),
    Slots: lambda each: (each.entries,),
}


def _used(function: FunctionType) -> list[Any]:
    """Return the values that a function uses: defaults, those of functions around it, and global ones."""
    found: list[Any] = [function.__defaults__]
    for cell in function.__closure__ or ():
        try:
            found.append(cell.cell_contents)
        except ValueError:  # not yet given a value
            found.append(_UNBOUND)
    found.append(tuple(function.__kwdefaults__.items()) if function.__kwdefaults__ else None)
    known = function.__globals__
    found += [known.get(name, _UNBOUND) for name in globals_of(function.__code__)]
    return found


@cache
def globals_of(code: CodeType) -> tuple[str, ...]:
    """Return the global names that a code reads, and the codes inside it."""
    inner = (name for each in code.co_consts if isinstance(each, CodeType) for name in globals_of(each))
    read = (one.argval for one in get_instructions(code) if one.opname in ("LOAD_GLOBAL", "LOAD_NAME"))
    return tuple(dict.fromkeys((*read, *inner)))


_PARTS[type(globals_of)] = lambda each: (each.__wrapped__,)  # a function that keeps its results
