"""What a compiled search does as it begins, and at the levels of a tree."""

from __future__ import annotations

from numba.core import types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from fpgames.compiled.memory.words import (
    END_AT,
    address_of,
    enter,
    frame_address,
    inner,
    look_around,
    store,
    word_at,
)
from fpgames.tree.walking import TreeTooDeep

ALIKE = "it leads from a position of type"
"""How the error begins for children that have another type than their parent."""

AGAIN = 2
"""A level at which a search looks around, for visits of nodes that are not one level below: these may leave out all others."""


@inner
def enter_level(left):  # compiled
    """Begin a level of a tree; to look around at every fourth one costs less, and is often enough."""
    if left & 3 == AGAIN and look_around():
        raise TreeTooDeep("this tree goes on where the stack of a compiled search ends; prune(depth) it first")


@inner
def enter_call():  # compiled
    """Begin a call of a function of the game that calls itself."""
    if look_around():
        raise RecursionError("maximum recursion depth exceeded in compiled code")


@intrinsic
def require_alike(typing, children_of, seed):
    """Refuse to compile a search if the children of a position have another type."""
    below = typing.resolve_function_type(children_of, (seed,), {}).return_type
    if isinstance(below, types.BaseTuple):
        kinds = [*below]
    else:
        kinds = [below.iterator_type.yield_type if isinstance(below, types.IterableType) else below]
    for kind in kinds:
        if types.unliteral(kind) != types.unliteral(seed):
            raise TypingError(f"{ALIKE} {seed} to one of type {kind}")
    return types.void(children_of, seed), lambda context, builder, signature, args: context.get_dummy_value()


@inner
def begin(memory, children_of, seed):  # compiled
    """Begin a search in the memory at an address."""
    enter(memory)
    require_alike(children_of, seed)
    if not word_at(address_of(END_AT)):
        store(address_of(END_AT), frame_address() - (1 << 17))  # little enough for any stack
