"""What compiled code knows of Python: values that are numbers, and few functions, which compute what Python's compute.

Numba knows more, but not always as Python does: its ``max(1, 0.5)`` is 1.0, and its ``math.log(0)`` minus infinity. All that
is not listed here is refused.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from enum import Flag, IntEnum
from functools import cache
from operator import add, gt, lt
from types import CodeType, ModuleType
from typing import Any

from llvmlite import ir as llvm
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.imputils import lower_builtin, lower_constant
from numba.extending import intrinsic, models, overload, overload_method, register_jitable, register_model, typeof_impl

from fpgames.compiled.arithmetic.constants import constant
from fpgames.compiled.arithmetic.instructions import llvm_intrinsic
from fpgames.compiled.arithmetic.integers import CHECKED
from fpgames.compiled.arithmetic.kinds import KNOWN, TOO_LARGE, require_one_kind, requiring, signed
from fpgames.compiled.code.errors import Unsupported
from fpgames.rules.outcomes import Player

_WORD = llvm.IntType(64)


@overload_method(types.Integer, "bit_count")
def _bit_count(number):
    return lambda number: ones(number if number >= 0 else -number)


@llvm_intrinsic(types.int64)
def ones(context, builder, number):
    """Return the number of ones of a whole number that is not negative, or of a word."""
    return builder.zext(builder.ctpop(number), _WORD) if number.type.width < 64 else builder.ctpop(number)


FUNCTIONS: dict[Any, Any] = {
    **CHECKED, bool: bool, float: float, len: len, zip: zip,
}  # fmt: skip
"""What stands for functions of Python."""


def lowers_builtin(function, **options):
    """Register what returns the compiled form of a function of Python, for the types of its arguments."""

    def register(form):
        FUNCTIONS[function] = lambda *args: None  # which numba knows by its identity
        return overload(FUNCTIONS[function], **options)(form)

    return register


def _require_alike(values) -> None:
    values = values[0] if len(values) == 1 else values
    if isinstance(values, types.List):
        return
    if not isinstance(values, types.BaseTuple | tuple):
        raise TypingError("max and min take numbers, or a tuple or list of them")
    for each in values:
        require_one_kind(values[0], each)


present = requiring()  # raises TypeError for None, as a comparison does


def _best_of(better, of_python):
    """Return a function of types that returns the compiled form of ``max`` or ``min``."""
    try:
        empty = str(of_python(()))
    except ValueError as error:  # whose text depends on the version of Python
        empty = str(error)

    @register_jitable
    def best_in(values):  # compiled
        if not len(values):
            raise ValueError(empty)
        best = values[0]
        for value in values:
            if better(value, best):
                best = value
        return best

    def form(*values):
        _require_alike(values)

        def of_two(*values):  # compiled
            best, value = present(values[0]), present(values[1])
            return value if better(value, best) else best

        if len(values) == 2 and values[0] != values[1]:  # because one may be None
            return of_two
        return (lambda *values: best_in(values[0])) if len(values) == 1 else lambda *values: best_in(values)

    return form


lowers_builtin(max)(_best_of(CHECKED[gt], max))
lowers_builtin(min)(_best_of(CHECKED[lt], min))


class _Either:
    """What stands for ``max`` and ``min`` where one variable may hold either of them."""

    def __init__(self, is_max: bool) -> None:
        self.is_max = is_max


class _EitherType(types.Callable):
    known = True
    get_call_signatures = None  # they depend on the arguments

    def __init__(self) -> None:
        super().__init__("max or min")

    def get_call_type(self, context, args, kws):
        """Return the signature of a call: that of both functions."""
        for each in (FUNCTIONS[max], FUNCTIONS[min]):
            found = context.resolve_function_type(context.resolve_value_type(each), args, kws)
        return found.replace(recvr=self)

    def get_impl_key(self, sig):
        """Return the key of the code."""
        return _EitherType


typeof_impl.register(_Either)(lambda value, context: _EitherType())
register_model(_EitherType)(models.BooleanModel)
lower_constant(_EitherType)(lambda context, builder, kind, value: llvm.IntType(1)(value.is_max))


@lower_builtin(_EitherType, types.VarArg(types.Any))
def _either(context, builder, signature, args):
    is_max, *values = args
    found = cgutils.alloca_once(builder, context.get_value_type(signature.return_type))
    of_both = signature.return_type(*signature.args[1:])
    with builder.if_else(is_max) as branches:
        for branch, each in zip(branches, (FUNCTIONS[max], FUNCTIONS[min]), strict=True):
            with branch:
                code = context.get_function(context.typing_context.resolve_value_type(each), of_both)
                builder.store(code(builder, values), found)
    return builder.load(found)


EITHER: dict[str, Any] = {"max": _Either(True), "min": _Either(False)}
"""What stands for functions of Python in the search of a node."""

FUNCTIONS |= {each: each for each in EITHER.values()}


_PLUS, _BOUND, _ROOM = CHECKED[add], float(1 << 63), 1 << 61


@lowers_builtin(int)
def _int(number):
    if not (isinstance(number, types.Float | types.IntEnumMember) or signed(number)):
        raise TypingError(f"there is no int of {number}")

    def of_float(number):  # compiled
        if not -_BOUND <= number < _BOUND:
            raise OverflowError(TOO_LARGE)
        return int(number)

    return of_float if isinstance(number, types.Float) else lambda number: _PLUS(number, 0)


@register_jitable
def require_room(number):  # compiled
    """Return a bound of a range; raise OverflowError if the range might leave 64 bits."""
    if not -_ROOM <= number < _ROOM:
        raise OverflowError(TOO_LARGE)
    return _PLUS(number, 0)


@lowers_builtin(range)
def _range(*bounds):
    for each in bounds:
        if not signed(each):
            raise TypingError(f"a range has whole numbers for its bounds, not {each}")

    def by_steps(*bounds):  # compiled
        if bounds[2] == 0:
            raise ValueError("range() arg 3 must not be zero")
        return range(require_room(bounds[0]), require_room(bounds[1]), require_room(bounds[2]))

    ways = (
        lambda *bounds: range(require_room(bounds[0])),
        lambda *bounds: range(require_room(bounds[0]), require_room(bounds[1])),
        by_steps,
    )
    return ways[len(bounds) - 1]


@lowers_builtin(enumerate, inline="always")  # because an iterator cannot be returned
def _enumerate(values, start=0):
    ways = (
        lambda values, start=0: enumerate(values),
        lambda values, start=0: enumerate(values, require_room(start)),
    )
    return ways[isinstance(start, types.Integer)]


@lowers_builtin(sum)
def _sum(numbers):
    iterable = isinstance(numbers, types.IterableType)
    kinds = [numbers.iterator_type.yield_type] if iterable else getattr(numbers, "types", [numbers])
    if not all(map(signed, kinds)):  # the sum of floats depends on the version of Python
        raise TypingError("sum takes whole numbers, in a tuple: write a loop for floats")

    def of(numbers):  # compiled
        found = 0
        for number in numbers:
            found = _PLUS(found, number)
        return found

    return of


@lowers_builtin(math.sqrt)
def _sqrt(number):
    def of(number):  # compiled
        if number < 0:
            raise ValueError("math domain error")
        return math.sqrt(float(number))

    return of


def is_plain(value: object) -> bool:
    """Return whether compiled code has a value of this type: a number, a text or None."""
    kind = type(value)
    return kind in (int, bool, float, str, type(None)) or (isinstance(value, IntEnum) and is_plain_class(kind))


def is_plain_class(kind: object) -> bool:
    """Return whether compiled code knows a class: of exceptions, of whole numbers with names, of named tuples."""
    if not isinstance(kind, type):
        return False
    if issubclass(kind, tuple):
        made: Any = next((each for each in kind.__mro__ if "_fields" in vars(each)), None)
        if made is None or any(getattr(kind, name) is not getattr(made, name) for name in ("__new__", *made._fields)):
            return False
        return _has_operators_of(tuple, kind)
    if issubclass(kind, IntEnum):
        return not issubclass(kind, Flag) and _has_operators_of(IntEnum, kind)
    return issubclass(kind, Exception)


_OF_BOTH = ["__bool__", "__iadd__", "__radd__"]
_NOT_COMPILED = {f"__{name}__" for name in ["class_getitem", "doc", "format", "getnewargs", "new", "repr", "sizeof"]}
_OPERATORS: dict[type, list[str]] = {
    base: [name for name in [*vars(of), *_OF_BOTH] if name.startswith("__") and name not in _NOT_COMPILED]
    for base, of in ((tuple, tuple), (IntEnum, int))
}


@cache
def _has_operators_of(base: type, kind: type) -> bool:
    """Return whether operators do with values of a class what they do with those of another, as compiled code does."""
    return all(getattr(kind, name, None) is getattr(base, name, None) for name in _OPERATORS[base])


def checked_constant(value):
    """Return what stands for a constant; raise Unsupported for one that compiled code does not have."""
    try:
        if value in FUNCTIONS:
            return FUNCTIONS[value]
    except TypeError:  # not hashable
        pass
    if isinstance(value, CodeType) or value is NotImplemented:
        return value
    if not all(is_plain(each) or is_plain_class(each) for each in _parts_of(value)):
        raise Unsupported(value, _kind(value))
    try:
        return constant(value)
    except OverflowError as error:
        raise Unsupported(value, error) from None


def _kind(value: object) -> str:
    """Return what a value is that compiled code does not have."""
    if isinstance(value, ModuleType):
        return f"a module; write 'from {value.__name__} import ...'"
    if isinstance(value, list | dict | set):
        return f"a {type(value).__name__}, which could change; write a tuple"
    if isinstance(value, type) and issubclass(value, IntEnum | tuple):
        return "a class with operators, values or fields of its own, which are not compiled"
    what = "a class" if isinstance(value, type) else "a function" if callable(value) else f"a {type(value).__name__}"
    return f"{what} that is not compiled; compiled code has {KNOWN}"


def _parts_of(value: object) -> Iterator[object]:
    """Yield a value, or what a tuple consists of; also its class, if it has one of its own."""
    if not isinstance(value, tuple):
        yield value
        return
    if type(value) is not tuple:
        yield type(value)
    for each in value:
        yield from _parts_of(each)


@intrinsic
def player_or(typing, asked, otherwise):
    """Return the player asked for, or the other argument for None; refuse to compile for anything else."""
    if isinstance(asked, types.NoneType):
        return otherwise(asked, otherwise), lambda context, builder, signature, args: args[1]
    if not (isinstance(asked, types.IntEnumMember) and asked.instance_class is Player):
        raise TypingError(f"in compiled code, it has to return a Player, FIRST or SECOND, but it returns {asked}")
    return asked(asked, otherwise), lambda context, builder, signature, args: args[0]
