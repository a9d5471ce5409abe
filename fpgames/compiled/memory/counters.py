"""Counters of a search, as compiled code holds them: numbers in the memory of the search."""

from __future__ import annotations

from numba.core import types
from numba.core.imputils import lower_constant
from numba.extending import models, register_model, typeof_impl

from fpgames.compiled.code.functions import Factory, form
from fpgames.compiled.memory.words import address, counter_at
from fpgames.tree.walking import Counter


class _Slot:
    """What stands for a counter in compiled code."""

    def __init__(self, number: int) -> None:
        self.number = number


class _SlotType(types.Record):
    known = True

    def __init__(self, number: int) -> None:
        super().__init__([("n", {"type": types.int64, "offset": 0})], 8, aligned=True)
        self.name, self.place = f"counter {number}", counter_at(number)


@form(Counter)
def _counter(factory: Factory, counter: Counter) -> _Slot:
    return _Slot(next(i for i, each in enumerate(factory.counters) if each is counter))


typeof_impl.register(_Slot)(lambda slot, context: _SlotType(slot.number))
register_model(_SlotType)(models.RecordModel)


@lower_constant(_SlotType)
def _lowered(context, builder, kind, slot):
    place = context.get_constant(types.int64, kind.place)
    return builder.inttoptr(address(builder, place), context.get_value_type(kind))
