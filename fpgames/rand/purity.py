"""Checks of purity: whether a value, or a value to which a function refers, may change while an action is read in parts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dis import get_instructions
from functools import cache, partial
from inspect import unwrap
from itertools import islice
from operator import attrgetter, itemgetter, methodcaller
from types import (
    BuiltinMethodType,
    CellType,
    CodeType,
    FunctionType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

from fpgames.state.action import Bind, Block, State

_ATOMS = frozenset((int, bool, str, bytes, type(None)))
_CONSTANTS = _ATOMS | {float, complex, range, attrgetter, itemgetter, MethodDescriptorType, WrapperDescriptorType}
_FUNCTIONS = frozenset((partial, attrgetter, itemgetter, methodcaller))  # immutable, but compared by identity
_ASSIGNING = frozenset(("setattr", "delattr", "globals", "exec"))
_CONSTRUCTORS = frozenset(("__init__", "__new__", "__post_init__", "__setstate__"))


def value_key(value: Any) -> Hashable:
    """Return the key of an immutable value; raise TypeError if the value, or a part of it, may change.

    Equal keys mean that nothing tells the values apart, unlike 1 and True. The parts are those that pickle would copy.
    """
    kind: Any = type(value)
    if kind in _ATOMS:
        return kind, value
    if kind is float or kind is complex:
        return kind, repr(value)  # tells 0.0 and -0.0 apart
    if kind is tuple:
        return kind, tuple(map(value_key, value))
    if kind is frozenset:
        return kind, frozenset(map(value_key, value))
    if kind is FunctionType and not value.__closure__:
        return kind, value, value_key(value.__defaults__), value_key(_copied(value.__kwdefaults__))
    if _is_pure(kind):
        return kind, id(value)
    function, *parts = _pickled_parts(value)
    return kind, function, *map(value_key, parts)


def require_pure(*values: Any) -> None:
    """Raise TypeError if a value may change, or a value to which a function or an action among ``values`` refers.

    The walk visits variables of closures, defaults, attributes of functions, the objects of bound methods, and, for a
    user's function, global variables and the attributes of classes and modules that it reads. It does not visit the
    functions that the user's module imports.
    """
    queue = [*values]
    visited: set[int] = set()  # ids of values that the queue keeps alive
    for value in queue:  # the loop body extends the queue, because actions may be nested deeply
        kind: Any = type(value)
        if kind not in _CONSTANTS and id(value) not in visited:
            visited.add(id(value))
            queue += _parts_getter(kind)(value)


def _is_pure(kind: type) -> bool:
    """Return whether values of a type are taken as pure, and are compared by identity: classes, modules, rules of games."""
    return issubclass(kind, (type, ModuleType)) or hasattr(kind, "holds_only_pure_functions")


@cache
def _parts_getter(kind: type) -> Callable[[Any], Iterable[object]]:
    for base in kind.__mro__:  # a function that a maker made is pure only if what it refers to is
        if base in _PARTS:
            return _PARTS[base]
    if _is_pure(kind):
        return lambda value: ()
    return lambda value: islice(_pickled_parts(value), 1, None)  # copies do not share the copying function


def _pickled_parts(value: Any) -> Iterator[object]:
    """Yield the function that pickle would call to copy an immutable value, and its arguments."""
    kind: Any = type(value)
    if kind not in _FUNCTIONS and (kind.__hash__ is object.__hash__ or hasattr(value, "__self__")):
        raise TypeError(f"{value!r:.80} is compared by identity")
    try:
        hash(value)
    except TypeError as error:
        raise TypeError(f"{value!r:.80} has no hash") from error
    for name in _assigned_in_methods(kind):
        raise TypeError(f"{value!r:.80} can change: a method assigns to {name}")
    reduced = value.__reduce_ex__(4)
    function, *parts = (reduced,) if isinstance(reduced, str) else reduced
    yield function
    yield from (_copied(copy) for part in parts for copy in (part if type(part) is tuple else (part,)))


def _copied(part: object) -> object:
    """Return a list or dict that pickle makes from a value, such as its attributes, as an immutable value."""
    return tuple(part) if type(part) is list else frozenset(part.items()) if type(part) is dict else part


def _parts_of_function(function: FunctionType) -> Iterable[object]:
    assigned, read, attributes = _outer_names(function.__code__)
    for name in assigned:
        raise TypeError(f"{function.__qualname__} assigns to {name}")
    parts: list[object] = [*function.__dict__.values()]
    if function.__closure__:
        parts += map(_cell_contents, function.__closure__)
    if function.__defaults__ or function.__kwdefaults__:
        parts += function.__defaults__, *(function.__kwdefaults__ or {}).values()
    variables = function.__globals__
    if read and str(variables.get("__package__")).partition(".")[0] != "fpgames":
        values = [variables[name] for name in read if name in variables]
        values += (value for holder in (*parts, *values) for value in _attributes(holder, attributes))
        parts += (value for value in values if getattr(unwrap(value), "__globals__", variables) is variables)
    return parts


def _attributes(holder: object, names: Iterable[str]) -> Iterator[Any]:
    """Yield attributes of a class or module, by their names: functions written in Python, and values that are not called."""
    for name in names if isinstance(holder, type | ModuleType) else ():
        value = vars(holder).get(name)
        value = getattr(value, "__func__", value)  # of a class method
        if type(value) is FunctionType or not (callable(value) or hasattr(value, "__get__")):
            yield value


def _cell_contents(cell: CellType) -> object:
    try:
        return cell.cell_contents
    except ValueError:
        raise TypeError("a variable of a closure is not assigned yet") from None


@cache
def _outer_names(code: CodeType) -> tuple[frozenset[str], tuple[str, ...], tuple[str, ...]]:
    """Return the names that code assigns outside of its own variables, then the globals and the attributes it reads."""
    read = globals_of(code)
    return (
        _assigned_by(code).union(f"a name by {name}" for name in read if name in _ASSIGNING),
        read,
        _attributes_of(code),
    )


@cache
def _assigned_in_methods(kind: Any) -> frozenset[str]:
    """Return the attributes that methods of a class assign, except those that make a value, and of classes that reduce it."""
    if (kind.__reduce_ex__, kind.__reduce__) != (object.__reduce_ex__, object.__reduce__):
        return frozenset()
    methods = (value for base in kind.__mro__ for name, value in vars(base).items() if name not in _CONSTRUCTORS)
    return frozenset().union(*(_assigned_by(method.__code__) for method in methods if isinstance(method, FunctionType)))


def _attributes_of(code: CodeType) -> tuple[str, ...]:
    inner = (name for constant in code.co_consts if isinstance(constant, CodeType) for name in _attributes_of(constant))
    return tuple(dict.fromkeys((*code.co_names, *inner)))


@cache
def globals_of(code: CodeType) -> tuple[str, ...]:
    """Return the names of all globals that ``code`` reads, including the code of nested functions."""
    inner = (name for constant in code.co_consts if isinstance(constant, CodeType) for name in globals_of(constant))
    read = (op.argval for op in get_instructions(code) if op.opname in ("LOAD_GLOBAL", "LOAD_NAME"))
    return tuple(dict.fromkeys((*read, *inner)))


@cache
def _assigned_by(code: CodeType) -> frozenset[str]:
    """Return what code assigns to outside of its own variables: attributes, global variables, variables of closures."""
    names = {
        f".{op.argval}" if op.opname.endswith("ATTR") else str(op.argval)
        for op in get_instructions(code)
        if op.opname in ("STORE_ATTR", "DELETE_ATTR", "STORE_GLOBAL", "DELETE_GLOBAL")
        or (op.opname in ("STORE_DEREF", "DELETE_DEREF") and op.argval in code.co_freevars)
    }
    inner = (_assigned_by(constant) for constant in code.co_consts if isinstance(constant, CodeType))
    return frozenset(names.union(*inner).difference(code.co_cellvars))


def _self_of(method: Any) -> tuple[object]:
    return (method.__self__,)


_PARTS: dict[type, Callable[[Any], Iterable[object]]] = {
    tuple: tuple,
    frozenset: tuple,
    FunctionType: _parts_of_function,
    partial: lambda value: (value.func, value.args, *value.keywords.values(), *vars(value).values()),
    methodcaller: methodcaller("__reduce__"),
    MethodType: lambda value: (value.__func__, value.__self__),
    BuiltinMethodType: _self_of,
    MethodWrapperType: _self_of,
    State: lambda value: (value._step,),
    Bind: lambda value: (value.action, value.continuation),
    Block: lambda value: (value.start, value.args, *value.kwargs.values()),
    type(_outer_names): lambda value: (value.__wrapped__,),  # a function decorated with functools.cache
}
"""Functions, by type, that return the values to which a function, an action or a container refers."""
