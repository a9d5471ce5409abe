"""The memory of a call of compiled code: an array of 64-bit words for counters, tables of results, and stacks.

Compiled functions have no variables that outlive a call, so a search stores its counts and results in a memory. Each
call from Python has its own memory, whose address is in a thread-local word, so several threads may search at once.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable

from llvmlite import binding
from llvmlite import ir as llvm
from numba import njit
from numba.core import cgutils, types

from fpgames.compiled.backend.arithmetic.instructions import llvm_intrinsic
from fpgames.compiled.backend.memory import thread

_WORD, _INT = llvm.IntType(64), llvm.IntType(32)

ENTRY_OPTIONS = {"nogil": True, "no_cfunc_wrapper": True}
INNER_OPTIONS = {**ENTRY_OPTIONS, "no_cpython_wrapper": True}  # functions without wrappers compile faster
inner_jit = njit(**INNER_OPTIONS)

POLLS_OFFSET, STACK_LIMIT_OFFSET = 0, 8
OFFSETS = {"counters": range(16, 80, 8), "tables": range(80, 400, 40), "stacks": range(400, 720, 40)}
"""Byte offsets in a memory: minus the number of safepoints before the next poll, the stack limit, counters, and
descriptions of tables and stacks; the first word of a description is an address."""

INTERVAL_OFFSET = 720  # number of safepoints between two polls
STOP_OFFSET = 728  # whether a Monte-Carlo tree search has to stop

_TABLE_WORDS, _ADDRESS_WORDS = slice(10, 50), slice(10, 90, 5)

_raw_free = ctypes.pythonapi.PyMem_RawFree
_raw_free.argtypes = [ctypes.c_void_p]


class Memory:
    """The memory of one call, deleted with its tables and stacks. A stack has an address, a size and a used size."""

    __slots__ = ("_words", "address")

    def __init__(self, interval: int = 4096) -> None:
        self._words = array("q", bytes(STOP_OFFSET + 8))
        self._words[POLLS_OFFSET // 8], self._words[INTERVAL_OFFSET // 8] = -interval, interval
        self._words[STACK_LIMIT_OFFSET // 8] = thread.stack_limit()
        self.address, _ = self._words.buffer_info()

    def __del__(self, blocks: slice = _ADDRESS_WORDS, free: Callable[[int], None] = _raw_free) -> None:
        for address in filter(None, self._words[blocks]):
            free(address)

    def ask(self, stop: Callable[[], bool] | None) -> None:
        """Call ``stop``; if it returns True, the Monte-Carlo tree search in this memory ends after a whole simulation."""
        if stop is not None and stop():
            self._words[STOP_OFFSET // 8] = 1

    @property
    def is_stopped(self) -> bool:
        """Whether :meth:`ask` has ended the search."""
        return bool(self._words[STOP_OFFSET // 8])

    def count(self, index: int) -> int:
        """Return the value of the counter with this index."""
        return self._words[OFFSETS["counters"][index] // 8]

    def exchange_tables(self, other: Memory) -> None:
        """Exchange the tables of this memory with the tables of ``other``."""
        own_tables = self._words[_TABLE_WORDS]
        self._words[_TABLE_WORDS], other._words[_TABLE_WORDS] = other._words[_TABLE_WORDS], own_tables


_WORD_OFFSET = thread.thread_word_offset()
WORD_SYMBOL = f"fpgames_word_{'known' if _WORD_OFFSET else 'asked_for'}"
"""The symbol through which compiled code finds the thread's word: its value is the offset, or else the TSS key."""

binding.add_symbol(WORD_SYMBOL, _WORD_OFFSET or thread.TSS_KEY)  # code on disk refers to symbols, not to addresses

calloc = types.ExternalFunction("PyMem_RawCalloc", types.int64(types.int64, types.int64))
realloc = types.ExternalFunction("PyMem_RawRealloc", types.int64(types.int64, types.int64))
free = types.ExternalFunction("PyMem_RawFree", types.void(types.int64))
madvise = types.ExternalFunction("madvise", types.int32(types.int64, types.int64, types.int32))


def symbol_address(builder, name: str):
    """Return the address of the symbol called ``name`` as an LLVM value."""
    return builder.module.globals.get(name) or llvm.GlobalVariable(builder.module, _WORD, name)


def _thread_word_pointer(builder):
    """Return a pointer to this thread's word, in LLVM's address space 257, which begins at the thread record."""
    place = builder.ptrtoint(symbol_address(builder, WORD_SYMBOL), _WORD)
    return builder.inttoptr(place, llvm.PointerType(_WORD, 257))


def memory_address(builder):
    """Emit code that reads the address of the current memory from this thread's word."""
    if _WORD_OFFSET:
        return builder.load(_thread_word_pointer(builder))
    result = call_c(builder, "PyThread_tss_get", _WORD, symbol_address(builder, WORD_SYMBOL))
    result.callee.attributes.add("readnone")  # LLVM may merge reads, because the word is constant in a search
    return result


def emit_set_memory(context, builder, address) -> None:
    """Make the memory at an address the current memory of this thread."""
    if _WORD_OFFSET:
        builder.store(address, _thread_word_pointer(builder))
    else:
        call_c(builder, "PyThread_tss_set", _INT, symbol_address(builder, WORD_SYMBOL), address)


def emit_word_address(context, builder, offset):
    """Emit code that returns the address of the word at a byte offset in the current memory."""
    return builder.add(memory_address(builder), offset)


address_of = llvm_intrinsic(types.int64, types.int64)(emit_word_address)
set_memory = llvm_intrinsic(types.void, types.int64)(emit_set_memory)


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


@llvm_intrinsic(types.void, types.int64)
def prefetch(context, builder, address):
    """Tell the processor to load the cache line at an address, which the search will read soon."""
    function_type = llvm.FunctionType(llvm.VoidType(), [llvm.IntType(8).as_pointer(), _INT, _INT, _INT])
    function = cgutils.get_or_insert_function(builder.module, function_type, "llvm.prefetch.p0i8")
    read, locality, data = _INT(0), _INT(3), _INT(1)
    builder.call(function, [builder.inttoptr(address, function_type.args[0]), read, locality, data])


def call_c(builder, name: str, result, *args):
    """Emit a call of the C function called ``name``; the function returns a value of the LLVM type ``result``."""
    function_type = llvm.FunctionType(result, [arg.type for arg in args])
    return builder.call(cgutils.get_or_insert_function(builder.module, function_type, name), args)
