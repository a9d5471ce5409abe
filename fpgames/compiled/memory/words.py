"""The memory of a compiled call: words, tables of results, and the children that a stage sorts.

Compiled functions have no variables that outlive a call, so what a search counts or keeps is here. Each call has a memory
of its own, whose address is in a word of the thread that runs it: so threads search side by side.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from array import array
from collections.abc import Callable
from typing import Any

from llvmlite import binding
from llvmlite import ir as llvm
from numba import njit
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from fpgames.compiled.arithmetic.instructions import llvm_intrinsic, raise_if
from fpgames.compiled.arithmetic.kinds import require_numbers, require_one_kind
from fpgames.compiled.code.errors import WITHOUT_JIT_HINT, CannotCompile
from fpgames.compiled.memory import thread
from fpgames.tree.walking import TreeTooDeep

_WORD, _INT = llvm.IntType(64), llvm.IntType(32)

OPTIONS = {"nogil": True, "no_cfunc_wrapper": True}
INNER = {**OPTIONS, "no_cpython_wrapper": True}  # what only compiled code calls takes less time to compile without
inner = njit(**INNER)

POLLS_AT, END_AT = 0, 8
PLACES = {"counters": range(16, 80, 8), "tables": range(80, 400, 40), "stacks": range(400, 720, 40)}
"""Where a memory has its words, in bytes from the first one: how often signals could come in; the end of the stack; counters;
descriptions of tables and of stacks, whose first words are addresses."""

_OF_TABLES, _ADDRESSES = slice(10, 50), slice(10, None, 5)

_free = ctypes.pythonapi.PyMem_RawFree
_free.argtypes = [ctypes.c_void_p]


class Memory:
    """The memory of a call, which is freed with it.

    A table's description is in ``tables``; a stack has its address, size in bytes, and bytes used.
    """

    __slots__ = ("_words", "address")

    def __init__(self) -> None:
        self._words = array("q", bytes(PLACES["stacks"].stop))
        self._words[END_AT // 8] = thread.end_of_stack()
        self.address, _ = self._words.buffer_info()

    def __del__(self, blocks: slice = _ADDRESSES, free: Callable[[int], None] = _free) -> None:
        for each in filter(None, self._words[blocks]):
            free(each)

    def count(self, number: int) -> int:
        """Return what a counter has counted."""
        return self._words[PLACES["counters"][number] // 8]

    def exchange_tables(self, other: Memory) -> None:
        """Exchange the tables with those of another memory."""
        own = self._words[_OF_TABLES]
        self._words[_OF_TABLES], other._words[_OF_TABLES] = other._words[_OF_TABLES], own


def poll() -> None:
    """Let Python run the handlers of signals, as it does at each call of a function.

    In another thread than the main one, raise KeyboardInterrupt while the main thread handles one, or has ended by one.
    """
    main = threading.main_thread()
    if threading.get_ident() == main.ident:
        return
    raised: Any = sys._current_exceptions().get(main.ident or 0)
    raised = raised[1] if isinstance(raised, tuple) else raised  # a tuple in Python 3.11
    if getattr(threading, "_SHUTTING_DOWN", False) or not main.is_alive():
        raised = getattr(sys, "last_value", None)
    while raised and not isinstance(raised, KeyboardInterrupt):
        raised = raised.__context__
    if raised:
        raise KeyboardInterrupt


_PLACE = thread.place_of_word()
_POLL = "fpgames_poll"
WORD_IS = f"fpgames_word_{'known' if _PLACE else 'asked_for'}"
"""The symbol by which compiled code finds the word of a thread; its name says how."""

binding.add_symbol(WORD_IS, _PLACE or thread.KEY)  # code that is kept on the disk knows the names, not the addresses
binding.add_symbol(_POLL, id(poll))

zeroed = types.ExternalFunction("PyMem_RawCalloc", types.int64(types.int64, types.int64))
resized = types.ExternalFunction("PyMem_RawRealloc", types.int64(types.int64, types.int64))
freed = types.ExternalFunction("PyMem_RawFree", types.void(types.int64))
madvise = types.ExternalFunction("madvise", types.int32(types.int64, types.int64, types.int32))


def _symbol(builder, name: str):
    """Return the address for which a name stands."""
    return builder.module.globals.get(name) or llvm.GlobalVariable(builder.module, _WORD, name)


def _word_of_thread(builder):
    """Return where the thread has its word: in address space 257, which begins at the register fs."""
    place = builder.ptrtoint(_symbol(builder, WORD_IS), _WORD)
    return builder.inttoptr(place, llvm.PointerType(_WORD, 257))


def _memory(builder):
    """Return the address of the memory of the call that this thread runs."""
    if _PLACE:
        return builder.load(_word_of_thread(builder))
    found = _called(builder, "PyThread_tss_get", _WORD, _symbol(builder, WORD_IS))
    found.callee.attributes.add("readnone")  # as if it read nothing, so a function asks once: none
    # asks before enter, and after a handler the word is the same again
    return found


def _set_memory(builder, address) -> None:
    if _PLACE:
        builder.store(address, _word_of_thread(builder))
    else:
        _called(builder, "PyThread_tss_set", _INT, _symbol(builder, WORD_IS), address)


def address(context, builder, place):
    """Return the address of the word at a place, in bytes from the first one."""
    return builder.add(_memory(builder), place)


address_of = llvm_intrinsic(types.int64, types.int64)(address)


@llvm_intrinsic(types.void, types.int64)
def enter(context, builder, address):
    """Begin a call in the memory at an address."""
    _set_memory(builder, address)


@llvm_intrinsic(types.int64, types.int64)
def word_at(context, builder, address):
    """Return the word at an address."""
    return builder.load(builder.inttoptr(address, _WORD.as_pointer()))


@llvm_intrinsic(types.void, types.int64, None)
def store(context, builder, address, value):
    """Store a value of any type at an address."""
    builder.store(value, builder.inttoptr(address, value.type.as_pointer()))


@llvm_intrinsic(lambda address, like: like, types.int64, None)
def load(context, builder, address, like):
    """Return the value at an address, of the type of another value."""
    return builder.load(builder.inttoptr(address, like.type.as_pointer()))


@llvm_intrinsic(types.int64)
def size_of(context, builder, value):
    """Return the bytes that a value needs, a multiple of eight."""
    return _WORD(-(-context.get_abi_sizeof(value.type) // 8) * 8)


@intrinsic
def result_of(typing, function, argument):
    """Return nothing of use, of the type that the function returns; it is not called."""
    kind = typing.resolve_function_type(function, (argument,), {}).return_type
    require_numbers(kind)

    def codegen(context, builder, signature, args):
        return llvm.Constant(context.get_value_type(kind), llvm.Undefined)

    return kind(function, argument), codegen


@intrinsic
def bound(typing, value, like):
    """Return a bound of a window, or None, as a value of the type of labels that may be None."""
    if not isinstance(value, types.NoneType):
        require_one_kind(value, like)
    kind = types.Optional(like)

    def codegen(context, builder, signature, args):
        return context.cast(builder, args[0], value, kind)

    return kind(value, like), codegen


@intrinsic
def as_like(typing, value, like):
    """Return a value as one of the type of another, which is the same but for None; raise CannotCompile for None."""
    if isinstance(value, types.NoneType):
        raise TypingError("it returns None, and a search returns the value of its node")
    require_one_kind(value, like)

    def codegen(context, builder, signature, args):
        if isinstance(value, types.Optional):
            perhaps = context.make_helper(builder, value, args[0])
            raise_if(context, builder, builder.not_(perhaps.valid), CannotCompile, _NONE)
            return context.cast(builder, perhaps.data, value.type, like)
        return context.cast(builder, args[0], value, like)

    return like(value, like), codegen


_NONE = f"cannot compile a search that returns None at a node, since values have the type of labels; {WITHOUT_JIT_HINT}"


@llvm_intrinsic(types.void, types.int64)
def fetch(context, builder, address):
    """Ask the processor for what is at an address, because it will be read soon."""
    kind = llvm.FunctionType(llvm.VoidType(), [llvm.IntType(8).as_pointer(), _INT, _INT, _INT])
    function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
    to_read, often, data = _INT(0), _INT(3), _INT(1)
    builder.call(function, [builder.inttoptr(address, kind.args[0]), to_read, often, data])


def _called(builder, name: str, result, *args):
    """Call a function of C, and return its result."""
    kind = llvm.FunctionType(result, [each.type for each in args])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), args)


@llvm_intrinsic(types.int64)
def frame_address(context, builder):
    """Return an address in the frame of the function that calls this one."""
    return builder.ptrtoint(cgutils.alloca_once(builder, _WORD), _WORD)


@llvm_intrinsic(types.void)
def run_signal_handlers(context, builder):
    """Run the handlers of signals that have arrived, and end the search if one raises an exception."""
    python, memory = context.get_python_api(builder), _memory(builder)
    gil = python.gil_ensure()
    done = _called(builder, "PyObject_CallNoArgs", python.pyobj, _symbol(builder, _POLL))
    raised = cgutils.is_null(builder, done)
    python.decref(done)
    python.gil_release(gil)
    _set_memory(builder, memory)  # since the handler may have called compiled code
    with builder.if_then(raised, likely=False):
        context.call_conv.return_exc(builder)


@llvm_intrinsic(types.void)
def noinline(context, builder):
    """Keep the function that calls this from being a part of others, which it would make slower."""
    for each in ("cold", "noinline"):
        builder.function.attributes.add(each)


@inner
def pause():  # compiled
    """Let signals in, apart from the functions that do so seldom."""
    noinline()
    run_signal_handlers()


@inner
def safepoint():  # compiled
    """Return whether the stack ends soon; from time to time, let signals in."""
    if frame_address() < word_at(address_of(END_AT)):
        return True
    polls = word_at(address_of(POLLS_AT)) + 1
    store(address_of(POLLS_AT), polls)
    if polls & 0xFFF == 0:
        pause()
    return False


ALIKE = "it leads from a position of type"  # so the error begins for children that have another type than their parent
MANY = 1 << 61  # more levels than any search goes down
AGAIN = 2  # a level at which a search looks around, where visits of nodes that are not one level below may leave out all others


@inner
def enter_level(left):  # compiled
    """Begin a level of a tree; to look around at every fourth one costs less, and is often enough."""
    if left & 3 == AGAIN and safepoint():
        raise TreeTooDeep("this tree goes on where the stack of a compiled search ends; prune(depth) it first")


@inner
def enter_call():  # compiled
    """Begin a call of a function of the game that calls itself."""
    if safepoint():
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
