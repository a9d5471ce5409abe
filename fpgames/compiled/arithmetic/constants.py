"""Long tuples of numbers, as compiled code holds them: numba compiles them slowly, and has none of rows of any length.

A long tuple is a part of an array that is a constant: its start and its end. The items of the array are numbers; or, for a
tuple of tuples, starts and ends in another array. It has items and a length, and nothing else.
"""

from __future__ import annotations

import operator
from itertools import accumulate, chain, pairwise

from llvmlite import ir as llvm
from numba.core import cgutils, types
from numba.core.imputils import RefType, iternext_impl, lower_builtin, lower_constant
from numba.extending import intrinsic, models, overload, register_model, typeof_impl

from fpgames.compiled.arithmetic.instructions import llvm_intrinsic
from fpgames.compiled.arithmetic.kinds import fits

_LONG = 16
_NUMBERS = {bool: types.boolean, float: types.float64, int: types.int64}


def constant(value):
    """Return what stands for a constant: a part of an array for a long tuple of numbers, or the like for tuples of them."""
    if isinstance(value, int) and not fits(value):
        raise OverflowError(f"{value} does not fit into a signed word of 64 bits")
    if not isinstance(value, tuple):
        return value
    for each in value:
        constant(each)
    if len(value) < _LONG or type(value) is not tuple:
        return value
    rows = value if {type(each) for each in value} == {tuple} else (value,)
    inner = {type(each) for row in rows for each in row}
    if len(inner) != 1 or not inner <= _NUMBERS.keys():
        return value
    numbers = _Row([*chain.from_iterable(rows)], _NUMBERS[inner.pop()])
    if rows is not value:
        return numbers
    return _Row([*pairwise(accumulate(map(len, rows), initial=0))], numbers)


class _Row(types.SimpleIterableType):
    """A long tuple, the array of its items of a kind: what stands for it is its own type."""

    known = True
    first_type = second_type = types.int64  # the start and the end

    def __init__(self, items, kind: types.Type) -> None:
        super().__init__(f"row of {id(self)}", _RowIterator(self, kind))
        self.items, self.kind = items, kind

    def load(self, context, builder, at):
        """Return the item at a place."""
        data = context.get_data_type(self.kind)
        array = llvm.ArrayType(data, len(self.items))
        name = f"fpgames.items.{id(self)}"
        held = builder.module.globals.get(name)
        if held is None:
            held = cgutils.add_global_variable(builder.module, array, name)
            held.linkage, held.global_constant = "internal", True
            held.initializer = llvm.Constant(array, [llvm.Constant(data, _plain(each)) for each in self.items])
        value = builder.load(cgutils.gep(builder, held, 0, at))
        return context.data_model_manager[self.kind].from_data(builder, value)


class _RowIterator(types.SimpleIteratorType):
    known = True
    first_type, second_type = types.EphemeralPointer(types.int64), types.int64  # where it is, and the end

    def __init__(self, row: _Row, kind: types.Type) -> None:
        super().__init__(f"iterator of a row of {id(row)}", kind)
        self.row = row


def _plain(item):
    """Return an item as LLVM writes it."""
    return [llvm.IntType(64)(each) for each in item] if isinstance(item, tuple) else +item


typeof_impl.register(_Row)(lambda row, context: row)
register_model(_Row)(models.PairModel)
register_model(_RowIterator)(models.PairModel)


@lower_constant(_Row)
def _row_lowered(context, builder, kind, row):
    return llvm.Constant.literal_struct(_plain((0, len(row.items))))


@intrinsic
def _item_at(typing, row, i):
    """Return an item of a row."""

    def codegen(context, builder, signature, args):
        return row.load(context, builder, builder.add(builder.extract_value(args[0], 0), args[1]))

    return row.kind(row, types.int64), codegen


@llvm_intrinsic(types.int64)
def _length_of(context, builder, row):
    return builder.sub(builder.extract_value(row, 1), builder.extract_value(row, 0))


@overload(operator.getitem)
def _item(row, i):
    if not (isinstance(i, types.Integer) and isinstance(row, _Row)):
        return None

    def item(row, i):  # compiled
        n = len(row)
        at = i + n if i < 0 else i
        if not 0 <= at < n:
            raise IndexError("tuple index out of range")
        return _item_at(row, at)

    return item


@overload(len)
def _length(row):
    return (lambda row: _length_of(row)) if isinstance(row, _Row) else None


@lower_builtin("getiter", _Row)
def _iterator(context, builder, signature, args):
    start, end = cgutils.unpack_tuple(builder, args[0])
    found = context.make_helper(builder, signature.return_type)
    found.first, found.second = cgutils.alloca_once_value(builder, start), end
    return found._getvalue()


@lower_builtin("iternext", _RowIterator)
@iternext_impl(RefType.UNTRACKED)
def _next(context, builder, signature, args, result):
    place, end = cgutils.unpack_tuple(builder, args[0])
    at = builder.load(place)
    valid = builder.icmp_signed("<", at, end)
    result.set_valid(valid)
    with builder.if_then(valid):
        result.yield_(signature.args[0].row.load(context, builder, at))
        builder.store(builder.add(at, at.type(1)), place)
