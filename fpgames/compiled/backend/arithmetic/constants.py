"""Compile long constant tuples to arrays, because numba takes long to compile a tuple with many items.

A long tuple becomes a *row*: the start and the end of a part of a constant array. The array contains numbers or, for a
tuple of tuples, rows of a second array; rows may differ in length. A row supports indexing, iteration and ``len``.
"""

from __future__ import annotations

import operator
from itertools import accumulate, chain, pairwise

from llvmlite import ir as llvm
from numba.core import cgutils, types
from numba.core.imputils import RefType, iternext_impl, lower_builtin, lower_constant
from numba.extending import intrinsic, models, overload, register_model, typeof_impl

from fpgames.compiled.backend.arithmetic.instructions import llvm_intrinsic
from fpgames.compiled.backend.arithmetic.kinds import fits_word

_MIN_ROW_LENGTH = 16
_ITEM_TYPES = {bool: types.boolean, float: types.float64, int: types.int64}


def pack_long_tuples(value):
    """Return a row (see the module's docstring) for a long tuple; return any other constant unchanged."""
    if isinstance(value, int) and not fits_word(value):
        raise OverflowError(f"{value} does not fit into a signed word of 64 bits")
    if not isinstance(value, tuple):
        return value
    for item in value:
        pack_long_tuples(item)
    if len(value) < _MIN_ROW_LENGTH or type(value) is not tuple:
        return value
    rows = value if {type(item) for item in value} == {tuple} else (value,)
    item_types = {type(item) for row in rows for item in row}
    if len(item_types) != 1 or not item_types <= _ITEM_TYPES.keys():
        return value
    numbers = _RowType([*chain.from_iterable(rows)], _ITEM_TYPES[item_types.pop()])
    if rows is not value:
        return numbers
    return _RowType([*pairwise(accumulate(map(len, rows), initial=0))], numbers)


class _RowType(types.SimpleIterableType):
    """The numba type of one long tuple; the type contains the items of the tuple's array."""

    is_supported = True
    first_type = second_type = types.int64  # types of the row's start and end

    def __init__(self, items, item_type: types.Type) -> None:
        super().__init__(f"row of {id(self)}", _RowIteratorType(self, item_type))
        self.items, self.item_type = items, item_type

    def load(self, context, builder, index):
        """Emit code that loads the item at an index of the array."""
        llvm_type = context.get_data_type(self.item_type)
        array = llvm.ArrayType(llvm_type, len(self.items))
        name = f"fpgames.items.{id(self)}"
        data = builder.module.globals.get(name)
        if data is None:
            data = cgutils.add_global_variable(builder.module, array, name)
            data.linkage, data.global_constant = "internal", True
            data.initializer = llvm.Constant(
                array, [llvm.Constant(llvm_type, _item_initializer(item)) for item in self.items]
            )
        value = builder.load(cgutils.gep(builder, data, 0, index))
        return context.data_model_manager[self.item_type].from_data(builder, value)


class _RowIteratorType(types.SimpleIteratorType):
    is_supported = True
    first_type, second_type = types.EphemeralPointer(types.int64), types.int64  # types of current index and end

    def __init__(self, row: _RowType, item_type: types.Type) -> None:
        super().__init__(f"iterator of a row of {id(row)}", item_type)
        self.row = row


def _item_initializer(item):
    """Return the LLVM initializer of an array's item: a number, or the pair of a row's start and end."""
    return [llvm.IntType(64)(part) for part in item] if isinstance(item, tuple) else +item


typeof_impl.register(_RowType)(lambda row, context: row)
register_model(_RowType)(models.PairModel)
register_model(_RowIteratorType)(models.PairModel)


@lower_constant(_RowType)
def _lower_row(context, builder, ty, row):
    return llvm.Constant.literal_struct(_item_initializer((0, len(row.items))))


@intrinsic
def _load_item(typing, row, i):
    """Return the item at an index of a row; the caller has checked that the index is in range."""

    def codegen(context, builder, signature, args):
        return row.load(context, builder, builder.add(builder.extract_value(args[0], 0), args[1]))

    return row.item_type(row, types.int64), codegen


@llvm_intrinsic(types.int64)
def _row_length(context, builder, row):
    return builder.sub(builder.extract_value(row, 1), builder.extract_value(row, 0))


@overload(operator.getitem)
def _lower_getitem(row, i):
    if not (isinstance(i, types.Integer) and isinstance(row, _RowType)):
        return None

    def item(row, i):  # compiled
        n = len(row)
        index = i + n if i < 0 else i
        if not 0 <= index < n:
            raise IndexError("tuple index out of range")
        return _load_item(row, index)

    return item


@overload(len)
def _lower_len(row):
    return (lambda row: _row_length(row)) if isinstance(row, _RowType) else None


@lower_builtin("getiter", _RowType)
def _lower_getiter(context, builder, signature, args):
    start, end = cgutils.unpack_tuple(builder, args[0])
    iterator = context.make_helper(builder, signature.return_type)
    iterator.first, iterator.second = cgutils.alloca_once_value(builder, start), end
    return iterator._getvalue()


@lower_builtin("iternext", _RowIteratorType)
@iternext_impl(RefType.UNTRACKED)
def _lower_iternext(context, builder, signature, args, result):
    position, end = cgutils.unpack_tuple(builder, args[0])
    index = builder.load(position)
    valid = builder.icmp_signed("<", index, end)
    result.set_valid(valid)
    with builder.if_then(valid):
        result.yield_(signature.args[0].row.load(context, builder, index))
        builder.store(builder.add(index, index.type(1)), position)
