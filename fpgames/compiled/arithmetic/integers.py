"""Whole numbers in machine words: where a result does not fit into a signed word of 64 bits, compiled code raises OverflowError.

Python's whole numbers grow, and numba's wrap around. So operators whose result may differ from Python's have checked
ones in their place; what cannot be checked is not compiled.
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

from fpgames.compiled.arithmetic.instructions import parts_of, raise_if
from fpgames.compiled.arithmetic.kinds import TOO_LARGE, require_one_kind, signed

_WORD = llvm.IntType(64)
_NAN = (
    "compiled code does not compare tuples that contain NaN, since the result may depend on whether it is the same NaN"
)
_EXACT = 1 << 53  # whole numbers up to here are floats exactly

Code = Callable[..., Any]
"""A function from context, builder and words to a word."""


def _overflowing(name: str) -> Code:
    def code(context, builder, a, b):
        pair = getattr(builder, f"{name}_with_overflow")(a, b)
        raise_if(context, builder, builder.extract_value(pair, 1), OverflowError, TOO_LARGE)
        return builder.extract_value(pair, 0)

    return code


def _require_count(context, builder, n) -> None:
    raise_if(context, builder, builder.icmp_signed("<", n, _WORD(0)), ValueError, "negative shift count")


def _shifted_left(context, builder, a, n):
    _require_count(context, builder, n)
    in_a_word = builder.icmp_unsigned("<", n, _WORD(64))
    n = builder.select(in_a_word, n, _WORD(0))  # LLVM does not define greater shifts
    found = builder.shl(a, n)
    same = builder.and_(in_a_word, builder.icmp_signed("==", builder.ashr(found, n), a))
    right = builder.or_(same, builder.icmp_signed("==", a, _WORD(0)))
    raise_if(context, builder, builder.not_(right), OverflowError, TOO_LARGE)
    return found


def _shifted_right(context, builder, a, n):
    _require_count(context, builder, n)
    return builder.ashr(a, builder.select(builder.icmp_unsigned("<", n, _WORD(63)), n, _WORD(63)))


def _require_exact(context, builder, kind, value) -> None:
    """Raise OverflowError for a whole number that no float equals."""
    if signed(kind):
        word = context.cast(builder, value, kind, types.int64)
        outside = builder.icmp_unsigned(">", builder.add(word, _WORD(_EXACT)), _WORD(2 * _EXACT))
        raise_if(context, builder, outside, OverflowError, "a whole number beyond 2**53 meets a float in compiled code")


_EQUAL = (operator.eq, operator.ne, operator.contains)

Typed = Callable[..., "tuple[Any, Callable[..., Any]] | None"]
"""A function from an operator and kinds to a result's kind and the code for values of these kinds, or None for numba's code."""


def _checked(original, typed: Typed, of_one: bool = False):
    """Return an operator with other code for some kinds; a value that may be None counts as another.

    Its signature has just these kinds, since numba keeps the code by its kinds.
    """

    def resolved(typing, *kinds):
        if original in _EQUAL and any(isinstance(kind, types.Optional) for kind in kinds):
            raise TypingError("it compares a value that may be None: ask 'is None' first")
        if any(isinstance(kind, types.List) for kind in kinds):
            raise TypingError(f"it has a list as operand of {original.__name__}, which is not compiled")
        inner = tuple(map(_number, kinds))
        found = typed(typing, original, *inner)
        if found is None:
            inner, found = kinds, _of_numba(typing, original, kinds)
        result, code = found

        def codegen(context, builder, signature, args):
            values = (context.cast(builder, *each) for each in zip(args, signature.args, inner, strict=True))
            return code(context, builder, *values)

        return result(*kinds), codegen

    return intrinsic((lambda typing, a: resolved(typing, a)) if of_one else lambda typing, a, b: resolved(typing, a, b))


def _of_numba(typing, original, kinds, given=None):
    """Return the result's kind of numba's own operator for some kinds, and the code for values of the kinds given."""
    known = typing.resolve_value_type(original)
    try:
        signature = typing.resolve_function_type(original, kinds, {})
    except TypingError:
        raise TypingError(f"compiled code has no {original.__name__} of {' and '.join(map(str, kinds))}") from None

    def code(context, builder, *values):
        args = (context.cast(builder, *each) for each in zip(values, given or kinds, signature.args, strict=True))
        return context.get_function(known, signature)(builder, [*args])

    return signature.return_type, code


def _number(kind):
    """Return the kind of a number that may be None, or that has a name, without this."""
    kind = kind.type if isinstance(kind, types.Optional) else kind
    return kind.dtype if isinstance(kind, types.IntEnumMember) else kind


def _in_words(code: Code) -> Typed:
    """Return other code for whole numbers."""

    def typed(typing, original, *kinds):
        def in_words(context, builder, *values):
            return code(context, builder, *map(partial(context.cast, builder, toty=types.int64), values, kinds))

        return (types.int64, in_words) if all(map(signed, kinds)) else None

    return typed


def _with_floats(typing, original, *kinds):
    """Refuse a whole number that no float equals, where it would become a float."""
    floats, whole = sum(isinstance(kind, types.Float) for kind in kinds), sum(map(signed, kinds))
    if floats + whole < 2 or not whole:
        return None
    result, plain = _of_numba(typing, original, (types.float64, types.float64), kinds)

    def code(context, builder, *values):
        for kind, value in zip(kinds, values, strict=True):
            _require_exact(context, builder, kind, value)
        return plain(context, builder, *values)

    return result, code


def _compared(typing, original, a, b):
    """Compare numbers, of which one may be a float, or tuples of one kind."""
    if isinstance(a, types.BaseTuple) and isinstance(b, types.BaseTuple):
        for x, y in zip(a, b, strict=False):
            require_one_kind(x, y)
        return _without_nan(typing, original, (a, b), compared=2)
    return None if signed(a) and signed(b) else _with_floats(typing, original, a, b)


def _in(typing, original, a, b):
    """Return the code of ``in`` for tuples of one kind."""
    if not isinstance(a, types.BaseTuple):
        raise TypingError("compiled code has 'in' for tuples only")
    for each in a:
        require_one_kind(each, b)
    return _without_nan(typing, original, (a, b), compared=1)


def _without_nan(typing, original, kinds, compared: int):
    """Return an operator for kinds; NaN in the last ones, which it compares, is refused: Python looks first whether it is the same."""
    result, plain = _of_numba(typing, original, kinds)

    def code(context, builder, *values):
        pairs = [*zip(kinds, values, strict=True)][-compared:]
        raise_if(context, builder, _nan_at_once(builder, pairs), OverflowError, _NAN)
        return plain(context, builder, *values)

    return result, code


def _nan_at_once(builder, pairs):
    """Return whether floats at the same place are all NaN."""
    found = cgutils.false_bit
    for each in zip(*(parts_of(builder, *pair) for pair in pairs), strict=False):
        if all(isinstance(kind, types.Float) for kind, _ in each):
            nan = (builder.fcmp_unordered("uno", value, value) for _, value in each)
            found = builder.or_(found, reduce(builder.and_, nan))
    return found


def _floor_divided(context, builder, a, b):
    least = builder.icmp_signed("==", a, _WORD(-(1 << 63)))
    over = builder.and_(least, builder.icmp_signed("==", b, _WORD(-1)))
    raise_if(context, builder, over, OverflowError, TOO_LARGE)
    divide = context.get_function(operator.floordiv, types.int64(types.int64, types.int64))
    return divide(builder, (a, b))


def _negated(context, builder, a):
    return _overflowing("ssub")(context, builder, _WORD(0), a)


def _absolute(context, builder, a):
    return builder.select(builder.icmp_signed("<", a, _WORD(0)), _negated(context, builder, a), a)


def _no_power(typing, original, a, b):
    raise TypingError("powers are not compiled, because their last digit may differ: write a product or a shift")


_OF_ONE: dict[Any, Code] = {
    operator.neg: _negated, abs: _absolute, operator.invert: lambda context, builder, a: builder.not_(a),
    operator.pos: lambda context, builder, a: a,
}  # fmt: skip
_OF_TWO = {
    "add": _in_words(_overflowing("sadd")), "sub": _in_words(_overflowing("ssub")), "mul": _in_words(_overflowing("smul")),
    "lshift": _in_words(_shifted_left), "rshift": _in_words(_shifted_right), "floordiv": _in_words(_floor_divided),
    "truediv": _with_floats, "pow": _no_power, **dict.fromkeys(("and_", "or_", "xor", "mod"), lambda typing, original, a, b: None),
}  # fmt: skip
_COMPARING = operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne

CHECKED: dict[Callable[..., Any], Any] = {
    **{each: _checked(each, _in_words(code), of_one=True) for each, code in _OF_ONE.items()},
    **{
        each: _checked(each, typed)
        for name, typed in _OF_TWO.items()
        for each in (getattr(operator, name), getattr(operator, f"i{name.rstrip('_')}"))
    },
    **{each: _checked(each, _compared) for each in _COMPARING},
    operator.contains: _checked(operator.contains, _in),
}
"""What stands for operators, and for ``abs``."""
