"""Whole numbers in machine words: where a result does not fit into a signed word of 64 bits, compiled code raises OverflowError.

Python's whole numbers grow, and numba's wrap around. So operators whose result may differ from Python's have checked
ones in their place; what cannot be checked is not compiled.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir as llvm
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from fpgames.compiled.numbers.instructions import raise_if
from fpgames.compiled.numbers.kinds import TOO_LARGE, require_one_kind, signed

_WORD = llvm.IntType(64)
_NAN = (
    "compiled code does not compare tuples that contain NaN, since the result may depend on whether it is the same NaN"
)
_EXACT = 1 << 53  # whole numbers up to here are floats exactly

Code = Callable[[Any, Any, Any, Any], Any]
"""A function from context, builder and two words to a word."""


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
"""A function from kinds to a result's kind and the code for values of these kinds, or None for the original code."""


def _checked(original, typed: Typed):
    """Return an operator of two values with other code for some kinds; a value that may be None counts as another."""
    return intrinsic(lambda typing, a, b: _resolved(typing, original, typed, a, b))


def _checked_of_one(original, typed: Typed):
    """Return an operator of one value with other code for some kinds."""
    return intrinsic(lambda typing, a: _resolved(typing, original, typed, a))


def _resolved(typing, original, typed: Typed, *kinds):
    """Return a signature with just these kinds, since numba keeps the code by its kinds, and the code."""
    if original in _EQUAL and any(isinstance(kind, types.Optional) for kind in kinds):
        raise TypingError("it compares a value that may be None: ask 'is None' first")
    if any(isinstance(kind, types.List) for kind in kinds):
        raise TypingError(f"it has a list as operand of {original.__name__}, which is not compiled")
    inner = tuple(map(_number, kinds))
    found = typed(typing, *inner)
    if found is None:
        inner, found = kinds, _of_numba(typing, original, kinds)
    result, code = found

    def codegen(context, builder, signature, args):
        values = (context.cast(builder, *each) for each in zip(args, signature.args, inner, strict=True))
        return code(context, builder, *values)

    return result(*kinds), codegen


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


def _in_words(original, code: Code):
    """Return an operator with other code for two whole numbers."""

    def typed(typing, a, b):
        def in_words(context, builder, *values):
            pairs = zip(values, (a, b), strict=True)
            return code(context, builder, *(context.cast(builder, value, kind, types.int64) for value, kind in pairs))

        return (types.int64, in_words) if signed(a) and signed(b) else None

    return _checked(original, typed)


def _with_floats(original, needs_float: bool):
    """Return an operator that refuses a whole number that no float equals, where it would become a float."""

    def typed(typing, a, b):
        if needs_float and isinstance(a, types.BaseTuple) and isinstance(b, types.BaseTuple):
            for x, y in zip(a, b, strict=False):
                require_one_kind(x, y)
            return _without_nan(typing, original, (a, b), compared=2)
        floats = sum(isinstance(kind, types.Float) for kind in (a, b))
        whole = sum(map(signed, (a, b)))
        if floats + whole < 2 or not whole or (needs_float and not floats):
            return None
        result, plain = _of_numba(typing, original, (types.float64, types.float64), (a, b))

        def code(context, builder, *values):
            for value, kind in zip(values, (a, b), strict=True):
                _require_exact(context, builder, kind, value)
            return plain(context, builder, *values)

        return result, code

    return _checked(original, typed)


def _without_nan(typing, original, kinds, compared: int):
    """Return an operator for kinds; NaN in the last ones, which it compares, is refused: Python looks first whether it is the same."""
    result, plain = _of_numba(typing, original, kinds)

    def code(context, builder, *values):
        pairs = [*zip(kinds, values, strict=True)][-compared:]
        raise_if(context, builder, _nan_at_once(builder, *pairs), OverflowError, _NAN)
        return plain(context, builder, *values)

    return result, code


def _nan_at_once(builder, *pairs):
    """Return whether floats at the same place are all NaN."""
    kinds = [kind for kind, _ in pairs]
    found = cgutils.false_bit
    if all(isinstance(kind, types.Float) for kind in kinds):
        found = cgutils.true_bit
        for _, value in pairs:
            found = builder.and_(found, builder.fcmp_unordered("uno", value, value))
    elif all(isinstance(kind, types.BaseTuple) for kind in kinds):
        for i in range(min(map(len, kinds))):
            inner = [(kind[i], builder.extract_value(value, i)) for kind, value in pairs]
            found = builder.or_(found, _nan_at_once(builder, *inner))
    return found


def _in(typing, a, b):
    """Return the code of ``in`` for tuples of one kind."""
    if not isinstance(a, types.BaseTuple):
        raise TypingError("compiled code has 'in' for tuples only")
    for each in a:
        require_one_kind(each, b)
    return _without_nan(typing, operator.contains, (a, b), compared=1)


def _floor_divided(context, builder, a, b):
    least = builder.icmp_signed("==", a, _WORD(-(1 << 63)))
    over = builder.and_(least, builder.icmp_signed("==", b, _WORD(-1)))
    raise_if(context, builder, over, OverflowError, TOO_LARGE)
    divide = context.get_function(operator.floordiv, types.int64(types.int64, types.int64))
    return divide(builder, (a, b))


def _negative(original, only_below_zero: bool):
    """Return the negation, or the absolute value, for whole numbers."""

    def typed(typing, a):
        def code(context, builder, value):
            word = context.cast(builder, value, a, types.int64)
            least = builder.icmp_signed("==", word, _WORD(-(1 << 63)))
            raise_if(context, builder, least, OverflowError, TOO_LARGE)
            turned = builder.neg(word)
            return builder.select(builder.icmp_signed("<", word, _WORD(0)), turned, word) if only_below_zero else turned

        return (types.int64, code) if signed(a) else None

    return _checked_of_one(original, typed)


def _as_whole(original):
    """Return an operator that takes a truth value for a number."""

    def typed(typing, a):
        return _of_numba(typing, original, (types.int64,), (a,)) if isinstance(a, types.Boolean) else None

    return _checked_of_one(original, typed)


def _no_power(typing, a, b):
    raise TypingError("powers are not compiled, because their last digit may differ: write a product or a shift")


_MADE: dict[str, Callable[[Callable[..., Any]], Any]] = {
    "add": lambda each: _in_words(each, _overflowing("sadd")),
    "sub": lambda each: _in_words(each, _overflowing("ssub")),
    "mul": lambda each: _in_words(each, _overflowing("smul")),
    "lshift": lambda each: _in_words(each, _shifted_left),
    "rshift": lambda each: _in_words(each, _shifted_right),
    "pow": lambda each: _checked(each, _no_power),
    "truediv": lambda each: _with_floats(each, False),
    "floordiv": lambda each: _in_words(each, _floor_divided),
    **dict.fromkeys(("and_", "or_", "xor", "mod"), lambda each: _checked(each, lambda typing, a, b: None)),
}
CHECKED: dict[Callable[..., Any], Any] = {
    original: made(original)
    for name, made in _MADE.items()
    for original in (getattr(operator, name), getattr(operator, f"i{name.rstrip('_')}"))
} | {
    each: _with_floats(each, True)
    for each in (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne)
}

CHECKED[operator.neg] = _negative(operator.neg, False)
CHECKED[operator.contains] = _checked(operator.contains, _in)
CHECKED |= {each: _as_whole(each) for each in (operator.invert, operator.pos)}
absolute = _negative(abs, True)
