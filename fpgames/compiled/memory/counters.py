"""Counters of a search, as compiled code holds them: numbers in the memory of the search."""

from __future__ import annotations

from numba.core import types
from numba.core.imputils import lower_constant, lower_getattr, lower_setattr
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import models, register_model, typeof_impl

from fpgames.compiled.code.functions import Factory, form
from fpgames.compiled.memory.words import address, counter_at
from fpgames.tree.walking import Counter


class _Slot:
    """What stands for a counter in compiled code."""

    def __init__(self, number: int) -> None:
        self.number = number


class _SlotType(types.Type):
    known = True

    def __init__(self, number: int) -> None:
        super().__init__(f"counter {number}")
        self.place = counter_at(number)


@form(Counter)
def _counter(factory: Factory, counter: Counter) -> _Slot:
    return _Slot(next(i for i, each in enumerate(factory.counters) if each is counter))


typeof_impl.register(_Slot)(lambda slot, context: _SlotType(slot.number))
register_model(_SlotType)(models.OpaqueModel)


@infer_getattr
class _SlotAttributes(AttributeTemplate):
    key = _SlotType

    def resolve_n(self, slot):
        return types.int64


@lower_constant(_SlotType)
def _constant_slot(context, builder, kind, slot):
    return context.get_dummy_value()


def _pointer(context, builder, kind):
    word = context.get_value_type(types.int64)
    return builder.inttoptr(address(builder, word(kind.place)), word.as_pointer())


@lower_getattr(_SlotType, "n")
def _count(context, builder, kind, slot):
    return builder.load(_pointer(context, builder, kind))


@lower_setattr(_SlotType, "n")
def _set_count(context, builder, signature, args) -> None:
    builder.store(args[1], _pointer(context, builder, signature.args[0]))
