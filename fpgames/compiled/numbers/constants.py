"""Long tuples of numbers, as compiled code holds them: numba compiles them slowly, and has none of rows of any length.

A long tuple, and a row of a long tuple of tuples, is a part of an array that is a constant: its start and its end. It has
elements and a length, and nothing else.
"""

from __future__ import annotations

import operator
from itertools import accumulate, chain

from llvmlite import ir as llvm
from numba.core import cgutils, types
from numba.core.imputils import RefType, iternext_impl, lower_builtin, lower_constant
from numba.extending import intrinsic, models, overload, register_model, typeof_impl

from fpgames.compiled.numbers.instructions import instruction
from fpgames.compiled.numbers.kinds import fits

_LONG = 16
_NUMBERS = {bool: types.boolean, float: types.float64, int: types.int64}


def constant(value):
    """Return what stands for a constant: a part of an array for a long tuple of numbers, or the like for tuples of them.

    Raises:
        OverflowError: a whole number does not fit into a signed word of 64 bits.
    """
    if isinstance(value, int) and not fits(value):
        raise OverflowError(f"{value} does not fit into a signed word of 64 bits")
    if not isinstance(value, tuple):
        return value
    for each in value:
        constant(each)
    if len(value) < _LONG or type(value) is not tuple:
        return value
    kinds = {type(each) for each in value}
    rows = value if kinds == {tuple} else (value,)
    inner = {type(each) for row in rows for each in row}
    if len(inner) != 1 or not inner <= _NUMBERS.keys():
        return value
    numbers = _Numbers(tuple(chain.from_iterable(rows)), _NUMBERS[inner.pop()])
    return _Row(numbers) if rows is not value else _Rows(numbers, (0, *accumulate(map(len, rows))))


class _Numbers:
    """The numbers of a constant.

    Args:
        values: the numbers.
        kind: their type.
    """

    def __init__(self, values, kind: types.Type) -> None:
        self.values, self.kind = values, kind

    def load(self, context, builder, at):
        """Return the number at a place."""
        data = context.get_data_type(self.kind)
        array = llvm.ArrayType(data, len(self.values))
        name = f"fpgames.numbers.{id(self)}"
        held = builder.module.globals.get(name)
        if held is None:
            held = cgutils.add_global_variable(builder.module, array, name)
            held.linkage, held.global_constant = "internal", True
            held.initializer = llvm.Constant(
                array, [data(int(each) if each is True or each is False else each) for each in self.values]
            )
        value = builder.load(cgutils.gep(builder, held, 0, at))
        return context.data_model_manager[self.kind].from_data(builder, value)


class _Row:
    """A long tuple."""

    def __init__(self, numbers: _Numbers) -> None:
        self.numbers = numbers


class _Rows:
    """A long tuple of tuples: where each begins, and the last ends."""

    def __init__(self, numbers: _Numbers, starts) -> None:
        self.numbers, self.starts = numbers, _Numbers(starts, types.int64)


class _RowIterator(types.SimpleIteratorType):
    known = True

    def __init__(self, numbers: _Numbers) -> None:
        super().__init__(f"iterator of a row of {id(numbers)}", numbers.kind)
        self.numbers = numbers


class _RowType(types.SimpleIterableType):
    known = True

    def __init__(self, numbers: _Numbers) -> None:
        super().__init__(f"row of {id(numbers)}", _RowIterator(numbers))
        self.numbers, self.dtype = numbers, numbers.kind


class _RowsType(types.Type):
    known = True

    def __init__(self, rows: _Rows) -> None:
        super().__init__(f"rows of {id(rows)}")
        self.rows = rows


@register_model(_RowType)
class _RowModel(models.StructModel):
    def __init__(self, manager, kind) -> None:
        super().__init__(manager, kind, [("start", types.int64), ("end", types.int64)])


@register_model(_RowIterator)
class _RowIteratorModel(models.StructModel):
    def __init__(self, manager, kind) -> None:
        super().__init__(manager, kind, [("at", types.EphemeralPointer(types.int64)), ("end", types.int64)])


typeof_impl.register(_Row)(lambda row, context: _RowType(row.numbers))
typeof_impl.register(_Rows)(lambda rows, context: _RowsType(rows))
register_model(_RowsType)(models.OpaqueModel)


@lower_constant(_RowsType)
def _rows_lowered(context, builder, kind, rows):
    return context.get_dummy_value()


@lower_constant(_RowType)
def _row_lowered(context, builder, kind, row):
    word = context.get_value_type(types.int64)
    return llvm.Constant.literal_struct([word(0), word(len(kind.numbers.values))])


@intrinsic
def _row_at(typing, rows, i):
    """Return a row."""

    def codegen(context, builder, signature, args):
        starts = rows.rows.starts
        row = cgutils.create_struct_proxy(signature.return_type)(context, builder)
        row.start = starts.load(context, builder, args[1])
        row.end = starts.load(context, builder, builder.add(args[1], args[1].type(1)))
        return row._getvalue()

    return _RowType(rows.rows.numbers)(rows, types.int64), codegen


@intrinsic
def _number_at(typing, row, i):
    """Return a number of a row."""

    def codegen(context, builder, signature, args):
        start = cgutils.create_struct_proxy(signature.args[0])(context, builder, args[0]).start
        return row.numbers.load(context, builder, builder.add(start, args[1]))

    return row.dtype(row, types.int64), codegen


@instruction(types.int64)
def _length_of(context, builder, row):
    return builder.sub(builder.extract_value(row, 1), builder.extract_value(row, 0))


@overload(operator.getitem)
def _item(row, i):
    if not (isinstance(i, types.Integer) and isinstance(row, _RowsType | _RowType)):
        return None
    found_at = _row_at if isinstance(row, _RowsType) else _number_at

    def item(row, i):  # compiled
        n = len(row)
        at = i + n if i < 0 else i
        if not 0 <= at < n:
            raise IndexError("tuple index out of range")
        return found_at(row, at)

    return item


@overload(len)
def _length(row):
    if isinstance(row, _RowsType):
        n = len(row.rows.starts.values) - 1
        return lambda row: n
    return (lambda row: _length_of(row)) if isinstance(row, _RowType) else None


@lower_builtin("getiter", _RowType)
def _iterator(context, builder, signature, args):
    row = cgutils.create_struct_proxy(signature.args[0])(context, builder, args[0])
    found = cgutils.create_struct_proxy(signature.return_type)(context, builder)
    found.at = cgutils.alloca_once_value(builder, row.start)
    found.end = row.end
    return found._getvalue()


@lower_builtin("iternext", _RowIterator)
@iternext_impl(RefType.UNTRACKED)
def _next(context, builder, signature, args, result):
    kind = signature.args[0]
    iterator = cgutils.create_struct_proxy(kind)(context, builder, args[0])
    at = builder.load(iterator.at)
    valid = builder.icmp_signed("<", at, iterator.end)
    result.set_valid(valid)
    with builder.if_then(valid):
        result.yield_(kind.numbers.load(context, builder, at))
        builder.store(builder.add(at, at.type(1)), iterator.at)
