"""The builtins and values that compiled code supports. Lowerings of builtins compute the results of Python's builtins.

Numba supports more builtins, but not always with Python's results: numba's ``max(1, 0.5)`` is 1.0, and its
``math.log(0)`` is minus infinity. So a builtin without a lowering is rejected.
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

from fpgames.compiled.backend.arithmetic.constants import pack_long_tuples
from fpgames.compiled.backend.arithmetic.instructions import llvm_intrinsic
from fpgames.compiled.backend.arithmetic.integers import CHECKED_OPERATORS
from fpgames.compiled.backend.arithmetic.kinds import (
    SUPPORTED,
    TOO_LARGE,
    is_signed,
    make_kind_check,
    require_same_kind,
)
from fpgames.compiled.errors import Unsupported
from fpgames.rules.outcomes import Player

_WORD = llvm.IntType(64)


@overload_method(types.Integer, "bit_count")
def _lower_bit_count(number):
    return lambda number: count_ones(number if number >= 0 else -number)


@llvm_intrinsic(types.int64)
def count_ones(context, builder, number):
    """Return the number of bits that are 1 in a word, or in an integer that is not negative."""
    return builder.zext(builder.ctpop(number), _WORD) if number.type.width < 64 else builder.ctpop(number)


BUILTIN_LOWERINGS: dict[Any, Any] = {
    **CHECKED_OPERATORS, bool: bool, float: float, len: len, zip: zip,
}  # fmt: skip
"""Lowerings of Python's builtins."""


def lowers_builtin(function, **options):
    """Return a decorator that registers a lowering of a builtin, as ``numba.extending.overload`` would."""

    def register(lowering):
        BUILTIN_LOWERINGS[function] = lambda *args: None  # a stub, which numba replaces by the lowering
        return overload(BUILTIN_LOWERINGS[function], **options)(lowering)

    return register


def _require_extremum_arguments(values) -> None:
    values = values[0] if len(values) == 1 else values
    if isinstance(values, types.List):
        return
    if not isinstance(values, types.BaseTuple | tuple):
        raise TypingError("max and min take numbers, or a tuple or list of them")
    for value in values:
        require_same_kind(values[0], value)


require_not_none = make_kind_check()  # rejects None, because Python's comparisons reject None


def _make_extremum_lowering(better, python_function):
    """Return the lowering of ``python_function``, either ``max`` or ``min``; ``better`` compares two values."""
    try:
        empty_message = str(python_function(()))
    except ValueError as error:  # versions of Python have different messages
        empty_message = str(error)

    @register_jitable
    def best_item(values):  # compiled
        if not len(values):
            raise ValueError(empty_message)
        best = values[0]
        for value in values:
            if better(value, best):
                best = value
        return best

    def lower_extremum(*values):
        _require_extremum_arguments(values)

        def best_of_two(*values):  # compiled
            best, value = require_not_none(values[0]), require_not_none(values[1])
            return value if better(value, best) else best

        if len(values) == 2 and values[0] != values[1]:  # if the two types differ, one value may be None
            return best_of_two
        return (lambda *values: best_item(values[0])) if len(values) == 1 else lambda *values: best_item(values)

    return lower_extremum


lowers_builtin(max)(_make_extremum_lowering(CHECKED_OPERATORS[gt], max))
lowers_builtin(min)(_make_extremum_lowering(CHECKED_OPERATORS[lt], min))


class _MaxOrMin:
    """The compiled counterpart of ``max`` or ``min`` in code where one variable may be either function."""

    def __init__(self, is_max: bool) -> None:
        self.is_max = is_max


class _MaxOrMinType(types.Callable):
    is_supported = True
    get_call_signatures = None  # None, because the signatures depend on the arguments

    def __init__(self) -> None:
        super().__init__("max or min")

    def get_call_type(self, context, args, kws):
        """Return the signature of a call; calls of ``max`` and of ``min`` have equal signatures."""
        for function in (BUILTIN_LOWERINGS[max], BUILTIN_LOWERINGS[min]):
            signature = context.resolve_function_type(context.resolve_value_type(function), args, kws)
        return signature.replace(recvr=self)

    def get_impl_key(self, sig):
        """Return the key of the implementation in numba's registry; all signatures have the same key."""
        return _MaxOrMinType


typeof_impl.register(_MaxOrMin)(lambda value, context: _MaxOrMinType())
register_model(_MaxOrMinType)(models.BooleanModel)
lower_constant(_MaxOrMinType)(lambda context, builder, ty, value: llvm.IntType(1)(value.is_max))


@lower_builtin(_MaxOrMinType, types.VarArg(types.Any))
def _call_max_or_min(context, builder, signature, args):
    is_max, *values = args
    result = cgutils.alloca_once(builder, context.get_value_type(signature.return_type))
    call_signature = signature.return_type(*signature.args[1:])
    with builder.if_else(is_max) as branches:
        for branch, function in zip(branches, (BUILTIN_LOWERINGS[max], BUILTIN_LOWERINGS[min]), strict=True):
            with branch:
                code = context.get_function(context.typing_context.resolve_value_type(function), call_signature)
                builder.store(code(builder, values), result)
    return builder.load(result)


MAX_OR_MIN: dict[str, Any] = {"max": _MaxOrMin(True), "min": _MaxOrMin(False)}
"""Compiled values of ``max`` and ``min`` in custom searches, where one variable may hold either."""

BUILTIN_LOWERINGS |= {value: value for value in MAX_OR_MIN.values()}

_CHECKED_ADD, _FLOAT_LIMIT, _RANGE_LIMIT = CHECKED_OPERATORS[add], float(1 << 63), 1 << 61


@lowers_builtin(int)
def _lower_int(number):
    if not (isinstance(number, types.Float | types.IntEnumMember) or is_signed(number)):
        raise TypingError(f"int takes a number, not {number}")

    def int_of_float(number):  # compiled
        if not -_FLOAT_LIMIT <= number < _FLOAT_LIMIT:
            raise OverflowError(TOO_LARGE)
        return int(number)

    return int_of_float if isinstance(number, types.Float) else lambda number: _CHECKED_ADD(number, 0)


@register_jitable
def require_range_bound(number):  # compiled
    """Return ``number``, an argument of ``range``; raise OverflowError if the range might need more than 64 bits."""
    if not -_RANGE_LIMIT <= number < _RANGE_LIMIT:
        raise OverflowError(TOO_LARGE)
    return _CHECKED_ADD(number, 0)


@lowers_builtin(range)
def _lower_range(*bounds):
    for bound in bounds:
        if not is_signed(bound):
            raise TypingError(f"range takes whole numbers, not {bound}")

    def range_with_step(*bounds):  # compiled
        if bounds[2] == 0:
            raise ValueError("range() arg 3 must not be zero")
        return range(require_range_bound(bounds[0]), require_range_bound(bounds[1]), require_range_bound(bounds[2]))

    lowerings = (
        lambda *bounds: range(require_range_bound(bounds[0])),
        lambda *bounds: range(require_range_bound(bounds[0]), require_range_bound(bounds[1])),
        range_with_step,
    )
    return lowerings[len(bounds) - 1]


@lowers_builtin(enumerate, inline="always")  # inlined: compiled functions cannot return iterators
def _lower_enumerate(values, start=0):
    lowerings = (
        lambda values, start=0: enumerate(values),
        lambda values, start=0: enumerate(values, require_range_bound(start)),
    )
    return lowerings[isinstance(start, types.Integer)]


@lowers_builtin(sum)
def _lower_sum(numbers):
    iterable = isinstance(numbers, types.IterableType)
    kinds = [numbers.iterator_type.yield_type] if iterable else getattr(numbers, "types", [numbers])
    if not all(map(is_signed, kinds)):  # rejects floats, because Python 3.12 adds floats more exactly
        raise TypingError("sum takes whole numbers, in a tuple: write a loop for floats")

    def checked_sum(numbers):  # compiled
        total = 0
        for number in numbers:
            total = _CHECKED_ADD(total, number)
        return total

    return checked_sum


@lowers_builtin(math.sqrt)
def _lower_sqrt(number):
    def checked_sqrt(number):  # compiled
        if number < 0:
            raise ValueError("math domain error")
        return math.sqrt(float(number))

    return checked_sqrt


def is_supported_value(value: object) -> bool:
    """Return whether a value is a number, a string, None or a supported IntEnum member; return False for tuples."""
    cls = type(value)
    return cls in (int, bool, float, str, type(None)) or (isinstance(value, IntEnum) and is_supported_class(cls))


def is_supported_class(cls: object) -> bool:
    """Return whether a class is supported: an exception, or an IntEnum or named tuple without custom operators."""
    if not isinstance(cls, type):
        return False
    if issubclass(cls, tuple):
        root: Any = next((base for base in cls.__mro__ if "_fields" in vars(base)), None)
        if root is None or any(getattr(cls, name) is not getattr(root, name) for name in ("__new__", *root._fields)):
            return False
        return _has_same_operators(tuple, cls)
    if issubclass(cls, IntEnum):
        return not issubclass(cls, Flag) and _has_same_operators(IntEnum, cls)
    return issubclass(cls, Exception)


_EXTRA_OPERATORS = ["__bool__", "__iadd__", "__radd__"]
_UNRELATED = {f"__{name}__" for name in ["class_getitem", "doc", "format", "getnewargs", "new", "repr", "sizeof"]}
_OPERATOR_NAMES: dict[type, list[str]] = {
    base: [name for name in [*vars(source), *_EXTRA_OPERATORS] if name.startswith("__") and name not in _UNRELATED]
    for base, source in ((tuple, tuple), (IntEnum, int))
}


@cache
def _has_same_operators(base: type, cls: type) -> bool:
    """Return whether a class inherits all operators of ``base``; compiled code would ignore custom operators."""
    return all(getattr(cls, name, None) is getattr(base, name, None) for name in _OPERATOR_NAMES[base])


def compiled_constant(value):
    """Return the compiled counterpart of a constant; raise Unsupported if compiled code has none."""
    try:
        if value in BUILTIN_LOWERINGS:
            return BUILTIN_LOWERINGS[value]
    except TypeError:  # an unhashable value is no builtin
        pass
    if isinstance(value, CodeType) or value is NotImplemented:
        return value
    if not all(is_supported_value(part) or is_supported_class(part) for part in _parts_to_check(value)):
        raise Unsupported(value, _describe_unsupported(value))
    try:
        return pack_long_tuples(value)
    except OverflowError as error:
        raise Unsupported(value, error) from None


def _describe_unsupported(value: object) -> str:
    """Return the part of an error message that describes an unsupported value and suggests what to write instead."""
    if isinstance(value, ModuleType):
        return f"a module; write 'from {value.__name__} import ...'"
    if isinstance(value, list | dict | set):
        return f"a {type(value).__name__}, which could change; write a tuple"
    if value is tuple:
        return "a tuple of any length is not compiled; write out its items, or use a loop"
    if isinstance(value, type) and issubclass(value, IntEnum | tuple):
        return "a class with operators, values or fields of its own, which are not compiled"
    noun = "a class" if isinstance(value, type) else "a function" if callable(value) else f"a {type(value).__name__}"
    return f"{noun} that is not compiled; compiled code has {SUPPORTED}"


def _parts_to_check(value: object) -> Iterator[object]:
    """Yield the values nested in a tuple, and the class of each named tuple; yield any other value itself."""
    if not isinstance(value, tuple):
        yield value
        return
    if type(value) is not tuple:
        yield type(value)
    for item in value:
        yield from _parts_to_check(item)


@intrinsic
def player_or(typing, asked, otherwise):
    """Return ``asked`` if it is a player, or ``otherwise`` if it is None; raise TypingError for any other type."""
    if isinstance(asked, types.NoneType):
        return otherwise(asked, otherwise), lambda context, builder, signature, args: args[1]
    if not (isinstance(asked, types.IntEnumMember) and asked.instance_class is Player):
        raise TypingError(f"in compiled code, it has to return a Player, FIRST or SECOND, but it returns {asked}")
    return asked(asked, otherwise), lambda context, builder, signature, args: args[0]
