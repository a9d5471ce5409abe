"""Checked operators on integers: compiled code raises OverflowError for a result of more than 64 bits.

Python's integers have any size, but numba's integers wrap around at 64 bits. So an operator whose result may differ
from Python's is replaced by a checked operator, or rejected if no check is possible.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial, reduce
from typing import Any

from llvmlite import ir as llvm
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from fpgames.compiled.backend.arithmetic.instructions import flatten_numbers, raise_if
from fpgames.compiled.backend.arithmetic.kinds import TOO_LARGE, is_signed, require_same_kind

_WORD = llvm.IntType(64)
_NAN_MESSAGE = (
    "compiled code does not compare tuples that contain NaN, since the result may depend on whether it is the same NaN"
)
_MAX_EXACT_FLOAT = 1 << 53  # floats represent all integers from 0 to this number exactly

CodeGenerator = Callable[..., Any]
"""A function that emits code: it maps context, builder and words (LLVM values of 64 bits) to a word."""


def _with_overflow(name: str) -> CodeGenerator:
    def emit_checked(context, builder, a, b):
        pair = getattr(builder, f"{name}_with_overflow")(a, b)
        raise_if(context, builder, builder.extract_value(pair, 1), OverflowError, TOO_LARGE)
        return builder.extract_value(pair, 0)

    return emit_checked


def _require_shift_count(context, builder, n) -> None:
    raise_if(context, builder, builder.icmp_signed("<", n, _WORD(0)), ValueError, "negative shift count")


def _shift_left(context, builder, a, n):
    _require_shift_count(context, builder, n)
    in_range = builder.icmp_unsigned("<", n, _WORD(64))
    n = builder.select(in_range, n, _WORD(0))  # LLVM leaves shifts by 64 bits or more undefined
    shifted = builder.shl(a, n)
    is_lossless = builder.and_(in_range, builder.icmp_signed("==", builder.ashr(shifted, n), a))
    is_exact = builder.or_(is_lossless, builder.icmp_signed("==", a, _WORD(0)))
    raise_if(context, builder, builder.not_(is_exact), OverflowError, TOO_LARGE)
    return shifted


def _shift_right(context, builder, a, n):
    _require_shift_count(context, builder, n)
    return builder.ashr(a, builder.select(builder.icmp_unsigned("<", n, _WORD(63)), n, _WORD(63)))


def _require_exact_float(context, builder, ty, value) -> None:
    """Emit code that raises OverflowError if ``value`` is an integer beyond 2**53, which may have no equal float."""
    if is_signed(ty):
        word = context.cast(builder, value, ty, types.int64)
        outside = builder.icmp_unsigned(">", builder.add(word, _WORD(_MAX_EXACT_FLOAT)), _WORD(2 * _MAX_EXACT_FLOAT))
        raise_if(context, builder, outside, OverflowError, "a whole number beyond 2**53 meets a float in compiled code")


_EQUALITY_OPERATORS = (operator.eq, operator.ne, operator.contains)

OperatorResolver = Callable[..., "tuple[Any, Callable[..., Any]] | None"]
"""A function that chooses code for an operator: it maps ``typing`` (numba's context of type inference), the operator
``original`` and the types ``tys`` of its operands to result type and code, or to None for numba's code."""


def _make_checked(original, resolver: OperatorResolver, unary: bool = False):
    """Return a checked version of the operator ``original``: ``resolver`` chooses the code by the operands' types."""

    def resolve(typing, *arg_types):
        if original in _EQUALITY_OPERATORS and any(isinstance(ty, types.Optional) for ty in arg_types):
            raise TypingError("it compares a value that may be None: ask 'is None' first")
        if any(isinstance(ty, types.List) for ty in arg_types):
            raise TypingError(f"it has a list as operand of {original.__name__}, which is not compiled")
        operand_types = tuple(map(_number_type, arg_types))
        resolution = resolver(typing, original, *operand_types)
        if resolution is None:
            operand_types, resolution = arg_types, _resolve_numba_operator(typing, original, arg_types)
        result, code = resolution

        def codegen(context, builder, signature, args):
            values = (context.cast(builder, *pair) for pair in zip(args, signature.args, operand_types, strict=True))
            return code(context, builder, *values)

        return result(*arg_types), codegen

    return intrinsic((lambda typing, a: resolve(typing, a)) if unary else lambda typing, a, b: resolve(typing, a, b))


def _resolve_numba_operator(typing, original, tys, sources=None):
    """Return result type and code of numba's operator for types ``tys``; operands of types ``sources`` are cast."""
    numba_function = typing.resolve_value_type(original)
    try:
        signature = typing.resolve_function_type(original, tys, {})
    except TypingError:
        raise TypingError(f"compiled code has no {original.__name__} of {' and '.join(map(str, tys))}") from None

    def emit_numba_operator(context, builder, *values):
        args = (context.cast(builder, *pair) for pair in zip(values, sources or tys, signature.args, strict=True))
        return context.get_function(numba_function, signature)(builder, [*args])

    return signature.return_type, emit_numba_operator


def _number_type(ty):
    """Return the number type of an operand: an Optional or IntEnum type is replaced by the type of its values."""
    ty = ty.type if isinstance(ty, types.Optional) else ty
    return ty.dtype if isinstance(ty, types.IntEnumMember) else ty


def _on_words(code: CodeGenerator) -> OperatorResolver:
    """Return a resolver that chooses ``code`` if all operands are signed integers or booleans, else numba's code."""

    def resolve_words(typing, original, *tys):
        def emit_on_words(context, builder, *values):
            return code(context, builder, *map(partial(context.cast, builder, toty=types.int64), values, tys))

        return (types.int64, emit_on_words) if all(map(is_signed, tys)) else None

    return resolve_words


def _resolve_mixed(typing, original, *tys):
    """Choose code for ``original`` on floats and integers; the code raises OverflowError for integers beyond 2**53."""
    n_floats, n_integers = sum(isinstance(ty, types.Float) for ty in tys), sum(map(is_signed, tys))
    if n_floats + n_integers < 2 or not n_integers:
        return None
    result, unchecked = _resolve_numba_operator(typing, original, (types.float64, types.float64), tys)

    def emit_exact(context, builder, *values):
        for ty, value in zip(tys, values, strict=True):
            _require_exact_float(context, builder, ty, value)
        return unchecked(context, builder, *values)

    return result, emit_exact


def _resolve_comparison(typing, original, a, b):
    """Choose code for a comparison; raise TypingError for two tuples that differ in the kind of an item."""
    if isinstance(a, types.BaseTuple) and isinstance(b, types.BaseTuple):
        for x, y in zip(a, b, strict=False):
            require_same_kind(x, y)
        return _resolve_without_nan(typing, original, (a, b), compared=2)
    return None if is_signed(a) and is_signed(b) else _resolve_mixed(typing, original, a, b)


def _resolve_containment(typing, original, a, b):
    """Choose code for ``b in a``; raise TypingError unless ``a`` is a tuple whose items all have the kind of ``b``."""
    if not isinstance(a, types.BaseTuple):
        raise TypingError("compiled code has 'in' for tuples only")
    for item in a:
        require_same_kind(item, b)
    return _resolve_without_nan(typing, original, (a, b), compared=1)


def _resolve_without_nan(typing, original, tys, compared: int):
    """Choose code that raises OverflowError for NaN at one index of both operands; in the last if ``compared`` is 1."""
    result, unchecked = _resolve_numba_operator(typing, original, tys)

    def emit_without_nan(context, builder, *values):
        pairs = [*zip(tys, values, strict=True)][-compared:]
        raise_if(context, builder, _have_nan_together(builder, pairs), OverflowError, _NAN_MESSAGE)
        return unchecked(context, builder, *values)

    return result, emit_without_nan


def _have_nan_together(builder, pairs):
    """Emit a test whether all values have NaN at the same index; ``pairs`` contains types and LLVM values."""
    result = cgutils.false_bit
    for column in zip(*(flatten_numbers(builder, *pair) for pair in pairs), strict=False):
        if all(isinstance(ty, types.Float) for ty, _ in column):
            all_nan = (builder.fcmp_unordered("uno", value, value) for _, value in column)
            result = builder.or_(result, reduce(builder.and_, all_nan))
    return result


def _floor_divide(context, builder, a, b):
    is_lowest = builder.icmp_signed("==", a, _WORD(-(1 << 63)))
    overflows = builder.and_(is_lowest, builder.icmp_signed("==", b, _WORD(-1)))
    raise_if(context, builder, overflows, OverflowError, TOO_LARGE)
    divide = context.get_function(operator.floordiv, types.int64(types.int64, types.int64))
    return divide(builder, (a, b))


def _negate(context, builder, a):
    return _with_overflow("ssub")(context, builder, _WORD(0), a)


def _absolute(context, builder, a):
    return builder.select(builder.icmp_signed("<", a, _WORD(0)), _negate(context, builder, a), a)


def _reject_power(typing, original, a, b):
    raise TypingError("powers are not compiled, because their last digit may differ: write a product or a shift")


_UNARY: dict[Any, CodeGenerator] = {
    operator.neg: _negate, abs: _absolute, operator.invert: lambda context, builder, a: builder.not_(a),
    operator.pos: lambda context, builder, a: a,
}  # fmt: skip
_BINARY = {
    "add": _on_words(_with_overflow("sadd")), "sub": _on_words(_with_overflow("ssub")), "mul": _on_words(_with_overflow("smul")),
    "lshift": _on_words(_shift_left), "rshift": _on_words(_shift_right), "floordiv": _on_words(_floor_divide),
    "truediv": _resolve_mixed, "pow": _reject_power, **dict.fromkeys(("and_", "or_", "xor", "mod"), lambda typing, original, a, b: None),
}  # fmt: skip
_COMPARISONS = operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne

CHECKED_OPERATORS: dict[Callable[..., Any], Any] = {
    **{op: _make_checked(op, _on_words(code), unary=True) for op, code in _UNARY.items()},
    **{
        op: _make_checked(op, resolver)
        for name, resolver in _BINARY.items()
        for op in (getattr(operator, name), getattr(operator, f"i{name.rstrip('_')}"))
    },
    **{op: _make_checked(op, _resolve_comparison) for op in _COMPARISONS},
    operator.contains: _make_checked(operator.contains, _resolve_containment),
}
"""Checked versions of Python's operators, and of ``abs``."""
