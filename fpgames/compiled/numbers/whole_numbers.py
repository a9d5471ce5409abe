"""Functions of whole numbers in compiled code, which compute what Python's do, or raise OverflowError."""

from __future__ import annotations

from llvmlite import ir as llvm
from numba.core import types
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload_method

from fpgames.compiled.numbers.instructions import instruction, raise_if
from fpgames.compiled.numbers.kinds import TOO_LARGE, signed

_WORD = llvm.IntType(64)


@intrinsic
def to_whole(typing, a):
    """Return ``int(a)`` of a number."""
    if not (isinstance(a, types.Float | types.IntEnumMember) or signed(a)):
        raise TypingError(f"there is no int of {a}")

    def codegen(context, builder, signature, args):
        if isinstance(a, types.Float):
            bound = llvm.Constant(args[0].type, float(1 << 63))
            low = builder.fcmp_ordered(">=", args[0], builder.fneg(bound))
            fits_in = builder.and_(low, builder.fcmp_ordered("<", args[0], bound))
            raise_if(context, builder, builder.not_(fits_in), OverflowError, TOO_LARGE)
        return context.cast(builder, args[0], a, types.int64)

    return types.int64(a), codegen


@intrinsic
def zero_of(typing, numbers):
    """Return 0, at which a sum begins; refuse to compile for floats, whose sum depends on the version of Python."""
    iterable = isinstance(numbers, types.IterableType)
    kinds = [numbers.iterator_type.yield_type] if iterable else getattr(numbers, "types", [numbers])
    if not all(map(signed, kinds)):
        raise TypingError("sum takes whole numbers, in a tuple: write a loop for floats")
    return types.int64(numbers), lambda context, builder, signature, args: _WORD(0)


def total(numbers):  # compiled
    """Return the sum of whole numbers."""
    found = zero_of(numbers)
    for number in numbers:
        found = found + number
    return found


@intrinsic
def require_room(typing, number):
    """Return a bound of a range; raise OverflowError if the range might leave 64 bits."""
    if not signed(number):
        raise TypingError(f"a range has whole numbers for its bounds, not {number}")

    def codegen(context, builder, signature, args):
        word = context.cast(builder, args[0], number, types.int64)
        outside = builder.icmp_unsigned(">", builder.add(word, _WORD(1 << 61)), _WORD(1 << 62))
        raise_if(context, builder, outside, OverflowError, TOO_LARGE)
        return word

    return types.int64(number), codegen


@overload_method(types.Integer, "bit_count")
def _bit_count(number):
    return lambda number: _ones(number if number >= 0 else -number)


@instruction(types.int64)
def _ones(context, builder, number):
    """Return the number of ones of a whole number that is not negative."""
    return builder.zext(builder.ctpop(number), _WORD) if number.type.width < 64 else builder.ctpop(number)
