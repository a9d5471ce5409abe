"""The memory of a call of compiled code: an array of 64-bit words for counters, tables of results, and stacks.

Compiled functions have no variables that outlive a call, so a search stores its counts and results in a memory. Each
call from Python has its own memory, whose address is in a thread-local word, so several threads may search at once.
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

from fpgames.compiled.backend.arithmetic.instructions import llvm_intrinsic, raise_if
from fpgames.compiled.backend.arithmetic.kinds import require_numbers, require_same_kind
from fpgames.compiled.backend.memory import thread
from fpgames.compiled.errors import WITHOUT_JIT_HINT, CannotCompile
from fpgames.tree.walking import TreeTooDeep

_WORD, _INT = llvm.IntType(64), llvm.IntType(32)

ENTRY_OPTIONS = {"nogil": True, "no_cfunc_wrapper": True}
INNER_OPTIONS = {**ENTRY_OPTIONS, "no_cpython_wrapper": True}  # functions without wrappers compile faster
inner_jit = njit(**INNER_OPTIONS)

POLLS_OFFSET, STACK_LIMIT_OFFSET = 0, 8
OFFSETS = {"counters": range(16, 80, 8), "tables": range(80, 400, 40), "stacks": range(400, 720, 40)}
"""Byte offsets in a memory: the number of safepoints, the stack limit, counters, and descriptions of tables and stacks;
the first word of a description is an address."""

_TABLE_WORDS, _ADDRESS_WORDS = slice(10, 50), slice(10, None, 5)

_raw_free = ctypes.pythonapi.PyMem_RawFree
_raw_free.argtypes = [ctypes.c_void_p]


class Memory:
    """The memory of one call, deleted with its tables and stacks. A stack has an address, a size and a used size."""

    __slots__ = ("_words", "address")

    def __init__(self) -> None:
        self._words = array("q", bytes(OFFSETS["stacks"].stop))
        self._words[STACK_LIMIT_OFFSET // 8] = thread.stack_limit()
        self.address, _ = self._words.buffer_info()

    def __del__(self, blocks: slice = _ADDRESS_WORDS, free: Callable[[int], None] = _raw_free) -> None:
        for address in filter(None, self._words[blocks]):
            free(address)

    def count(self, index: int) -> int:
        """Return the value of the counter with this index."""
        return self._words[OFFSETS["counters"][index] // 8]

    def exchange_tables(self, other: Memory) -> None:
        """Exchange the tables of this memory with the tables of ``other``."""
        own_tables = self._words[_TABLE_WORDS]
        self._words[_TABLE_WORDS], other._words[_TABLE_WORDS] = other._words[_TABLE_WORDS], own_tables


def poll() -> None:
    """Give Python the opportunity to run signal handlers; compiled code calls this Python function regularly.

    Outside the main thread, raise KeyboardInterrupt if the main thread handles or has ended with KeyboardInterrupt.
    """
    main = threading.main_thread()
    if threading.get_ident() == main.ident:
        return
    error: Any = sys._current_exceptions().get(main.ident or 0)
    error = error[1] if isinstance(error, tuple) else error  # in Python 3.11: (type, error, traceback)
    if getattr(threading, "_SHUTTING_DOWN", False) or not main.is_alive():
        error = getattr(sys, "last_value", None)
    while error and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    if error:
        raise KeyboardInterrupt


_WORD_OFFSET = thread.thread_word_offset()
_POLL_SYMBOL = "fpgames_poll"
WORD_SYMBOL = f"fpgames_word_{'known' if _WORD_OFFSET else 'asked_for'}"
"""The symbol through which compiled code finds the thread's word: its value is the offset, or else the TSS key."""

binding.add_symbol(WORD_SYMBOL, _WORD_OFFSET or thread.TSS_KEY)  # code on disk refers to symbols, not to addresses
binding.add_symbol(_POLL_SYMBOL, id(poll))

calloc = types.ExternalFunction("PyMem_RawCalloc", types.int64(types.int64, types.int64))
realloc = types.ExternalFunction("PyMem_RawRealloc", types.int64(types.int64, types.int64))
free = types.ExternalFunction("PyMem_RawFree", types.void(types.int64))
madvise = types.ExternalFunction("madvise", types.int32(types.int64, types.int64, types.int32))


def _symbol_address(builder, name: str):
    """Return the address of the symbol called ``name`` as an LLVM value."""
    return builder.module.globals.get(name) or llvm.GlobalVariable(builder.module, _WORD, name)


def _thread_word_pointer(builder):
    """Return a pointer to this thread's word, in LLVM's address space 257, which begins at the thread record."""
    place = builder.ptrtoint(_symbol_address(builder, WORD_SYMBOL), _WORD)
    return builder.inttoptr(place, llvm.PointerType(_WORD, 257))


def _memory_address(builder):
    """Emit code that reads the address of the current memory from this thread's word."""
    if _WORD_OFFSET:
        return builder.load(_thread_word_pointer(builder))
    result = _call_c(builder, "PyThread_tss_get", _WORD, _symbol_address(builder, WORD_SYMBOL))
    result.callee.attributes.add("readnone")  # LLVM may merge reads, because the word is constant in a search
    return result


def _set_memory(builder, address) -> None:
    if _WORD_OFFSET:
        builder.store(address, _thread_word_pointer(builder))
    else:
        _call_c(builder, "PyThread_tss_set", _INT, _symbol_address(builder, WORD_SYMBOL), address)


def emit_word_address(context, builder, offset):
    """Emit code that returns the address of the word at a byte offset in the current memory."""
    return builder.add(_memory_address(builder), offset)


address_of = llvm_intrinsic(types.int64, types.int64)(emit_word_address)


@llvm_intrinsic(types.void, types.int64)
def set_memory(context, builder, address):
    """Make the memory at an address the current memory of this thread."""
    _set_memory(builder, address)


@llvm_intrinsic(types.int64, types.int64)
def word_at(context, builder, address):
    """Return the word (64 bits) at an address."""
    return builder.load(builder.inttoptr(address, _WORD.as_pointer()))


@llvm_intrinsic(types.void, types.int64, None)
def store(context, builder, address, value):
    """Store a value of any type at an address."""
    builder.store(value, builder.inttoptr(address, value.type.as_pointer()))


@llvm_intrinsic(lambda address, like: like, types.int64, None)
def load(context, builder, address, like):
    """Load a value from an address; the value has the type of ``like``."""
    return builder.load(builder.inttoptr(address, like.type.as_pointer()))


@llvm_intrinsic(types.int64)
def size_of(context, builder, value):
    """Return the size of a value in bytes, rounded up to a multiple of eight."""
    return _WORD(-(-context.get_abi_sizeof(value.type) // 8) * 8)


@intrinsic
def dummy_value(typing, function, argument):
    """Return an undefined value of the type of ``function(argument)``, without calling the function."""
    result_type = typing.resolve_function_type(function, (argument,), {}).return_type
    require_numbers(result_type)

    def codegen(context, builder, signature, args):
        return llvm.Constant(context.get_value_type(result_type), llvm.Undefined)

    return result_type(function, argument), codegen


@intrinsic
def optional_bound(typing, value, like):
    """Cast the bound of a window, which may be None, to numba's Optional type of labels; ``like`` is a label."""
    if not isinstance(value, types.NoneType):
        require_same_kind(value, like)
    optional_type = types.Optional(like)

    def codegen(context, builder, signature, args):
        return context.cast(builder, args[0], value, optional_type)

    return optional_type(value, like), codegen


@intrinsic
def cast_to(typing, value, like):
    """Return a value cast to the type of ``like``; raise CannotCompile if the value is None when the code runs."""
    if isinstance(value, types.NoneType):
        raise TypingError("it returns None, and a search returns the value of its node")
    require_same_kind(value, like)

    def codegen(context, builder, signature, args):
        if isinstance(value, types.Optional):
            optional = context.make_helper(builder, value, args[0])
            raise_if(context, builder, builder.not_(optional.valid), CannotCompile, _NONE_MESSAGE)
            return context.cast(builder, optional.data, value.type, like)
        return context.cast(builder, args[0], value, like)

    return like(value, like), codegen


_NONE_MESSAGE = (
    f"cannot compile a search that returns None at a node: values have the type of labels; {WITHOUT_JIT_HINT}"
)


@llvm_intrinsic(types.void, types.int64)
def prefetch(context, builder, address):
    """Tell the processor to load the cache line at an address, which the search will read soon."""
    function_type = llvm.FunctionType(llvm.VoidType(), [llvm.IntType(8).as_pointer(), _INT, _INT, _INT])
    function = cgutils.get_or_insert_function(builder.module, function_type, "llvm.prefetch.p0i8")
    read, locality, data = _INT(0), _INT(3), _INT(1)
    builder.call(function, [builder.inttoptr(address, function_type.args[0]), read, locality, data])


def _call_c(builder, name: str, result, *args):
    """Emit a call of the C function called ``name``; the function returns a value of the LLVM type ``result``."""
    function_type = llvm.FunctionType(result, [arg.type for arg in args])
    return builder.call(cgutils.get_or_insert_function(builder.module, function_type, name), args)


@llvm_intrinsic(types.int64)
def frame_address(context, builder):
    """Return an address in the stack frame of the calling function."""
    return builder.ptrtoint(cgutils.alloca_once(builder, _WORD), _WORD)


@llvm_intrinsic(types.void)
def run_signal_handlers(context, builder):
    """Run the Python handlers of signals that have arrived; end the search if a handler raises an exception."""
    python, memory = context.get_python_api(builder), _memory_address(builder)
    gil = python.gil_ensure()
    result = _call_c(builder, "PyObject_CallNoArgs", python.pyobj, _symbol_address(builder, _POLL_SYMBOL))
    has_raised = cgutils.is_null(builder, result)
    python.decref(result)
    python.gil_release(gil)
    _set_memory(builder, memory)  # restores this thread's memory: a handler may have run compiled code
    with builder.if_then(has_raised, likely=False):
        context.call_conv.return_exc(builder)


@llvm_intrinsic(types.void)
def noinline(context, builder):
    """Mark the function that calls ``noinline`` as cold (rarely called), and forbid LLVM to inline that function."""
    for attribute in ("cold", "noinline"):
        builder.function.attributes.add(attribute)


@inner_jit
def poll_signals():  # compiled
    """Run signal handlers; this function is not inlined, because it is called rarely."""
    noinline()
    run_signal_handlers()


@inner_jit
def safepoint():  # compiled
    """Return whether the stack is nearly exhausted; if not, run signal handlers at every 4096th call."""
    if frame_address() < word_at(address_of(STACK_LIMIT_OFFSET)):
        return True
    polls = word_at(address_of(POLLS_OFFSET)) + 1
    store(address_of(POLLS_OFFSET), polls)
    if polls & 0xFFF == 0:
        poll_signals()
    return False


TYPE_CHANGE = "it leads from a position of type"  # start of the error message if the types of parent and child differ
MANY = 1 << 61  # a depth of at least this many levels is unlimited
SAFEPOINT_LEVEL = 2  # levels with this remaining depth (modulo 4) have a safepoint


@inner_jit
def enter_level(left):  # compiled
    """Begin a level of remaining depth ``left``; at every 4th level, raise TreeTooDeep if the stack is nearly full."""
    if left & 3 == SAFEPOINT_LEVEL and safepoint():
        raise TreeTooDeep("this tree is deeper than the stack of a compiled search allows; prune(depth) it first")


@inner_jit
def enter_call():  # compiled
    """Begin a call of a game's recursive function; raise RecursionError if the stack is nearly full."""
    if safepoint():
        raise RecursionError("maximum recursion depth exceeded in compiled code")


@intrinsic
def require_child_type(typing, children_of, seed):
    """Raise TypingError if ``children_of`` maps ``seed`` to children of a different type."""
    children = typing.resolve_function_type(children_of, (seed,), {}).return_type
    if isinstance(children, types.BaseTuple):
        child_types = [*children]
    else:
        child_types = [children.iterator_type.yield_type if isinstance(children, types.IterableType) else children]
    for child_type in child_types:
        if types.unliteral(child_type) != types.unliteral(seed):
            raise TypingError(f"{TYPE_CHANGE} {seed} to one of type {child_type}")
    return types.void(children_of, seed), lambda context, builder, signature, args: context.get_dummy_value()


@inner_jit
def begin_search(memory, children_of, seed):  # compiled
    """Begin a search: use the memory at the address ``memory``; require that children have the type of ``seed``."""
    set_memory(memory)
    require_child_type(children_of, seed)
    if not word_at(address_of(STACK_LIMIT_OFFSET)):
        store(address_of(STACK_LIMIT_OFFSET), frame_address() - (1 << 17))  # assumes that 128 KB of the stack are free
