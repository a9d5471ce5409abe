"""The memory of a compiled search: words that a symbol names, tables of results, and the children that a stage sorts.

Compiled functions have no variables that outlive a call, so what a search counts or keeps is here. One search runs at a
time (:func:`taken`).
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count as count_up
from typing import Any

import numpy as np
from llvmlite import binding
from llvmlite import ir as llvm
from numba import njit
from numba.core import cgutils, types
from numba.extending import intrinsic

from fpgames.compiled.memory.stack import end_of_stack
from fpgames.compiled.numbers.instructions import instruction
from fpgames.compiled.numbers.kinds import require_numbers, require_one_kind

_WORD, _INT = llvm.IntType(64), llvm.IntType(32)

_SYMBOL = "fpgames_words"

OPTIONS = {"nogil": True, "no_cfunc_wrapper": True}
INNER = {**OPTIONS, "no_cpython_wrapper": True}  # what only compiled code calls takes less time to compile without
inner = njit(**INNER)

COUNTERS, TABLES, STACKS = 8, 8, 8
"""The most counters, tables and stacks of a search."""

_COUNTERS = 3
_BLOCKS = _COUNTERS + COUNTERS
_PER_BLOCK = 5

words = np.zeros(_BLOCKS + _PER_BLOCK * (TABLES + STACKS), np.int64)
"""Polls; the end of the stack; the number of the search; counters; tables: address, entries - 1, entries used, first entry,
bytes of an entry if it has one place; stacks: address, size in bytes, bytes used."""

_free = ctypes.pythonapi.PyMem_RawFree
_free.argtypes = [ctypes.c_void_p]

_lock: Any = threading.RLock()
_kept: object = None  # what the tables hold that are in the memory
_numbers = count_up(1)  # of searches


@contextmanager
def taken(what: object = None) -> Iterator[None]:
    """Take the memory for one search, when the searches of other threads have ended.

    The handler of a signal may begin a search of its own; afterwards the words of the waiting search are restored.

    Args:
        what: what the tables of the search hold, if they are to be kept for a later search; if those in the memory hold
            the same, they are used again.

    Raises:
        RuntimeError: an exception in a handler's search came at the one moment at which the words could not be restored.
    """
    global _kept
    outer = _lock._is_owned()  # by a search of this thread, which waits for the handler of a signal
    with _lock:
        number, before = next(_numbers), words.copy() if outer else words
        what = None if outer else what
        try:
            if outer:
                words[:] = 0
            else:  # clear also what an interrupt has left, which came before the last search could clear it
                clear(TABLES if what is not None and what == _kept else 0)
            _kept = None
            words[_END], words[_OWNER] = end_of_stack(), number
            yield
            if words[_OWNER] != number:
                raise RuntimeError("the memory of a compiled search was lost in the handler of a signal")
            _kept = what
        finally:
            try:
                clear(0 if _kept is None else TABLES)
            finally:
                if outer:
                    words[:] = before


def forget_tables() -> None:
    """Free the tables that are kept."""
    if _kept is not None:
        with taken():
            pass


def _forget() -> None:
    """Begin anew in a process that was forked, perhaps while another thread was searching."""
    global _lock, _kept
    _lock, _kept = threading.RLock(), None
    words[:] = 0


getattr(os, "register_at_fork", dict)(after_in_child=_forget)  # Windows does not fork


binding.add_symbol(_SYMBOL, words.ctypes.data)  # code that is kept on the disk knows the name, not the address

_PAGE = 1 << 12
_IN_LARGE_PAGES = 14  # what Linux calls MADV_HUGEPAGE

_END, _OWNER = 1, 2
POLLS_AT, END_AT = 0, 8 * _END
"""Where the words are, in bytes from the first one, that count how often signals could come in, and have the end of the stack."""

_STACK_ENDS, _RAISED = 1, 2


def counter_at(number: int) -> int:
    """Return where a counter is."""
    return 8 * (_COUNTERS + number)


def table_at(number: int) -> int:
    """Return where a table's description is."""
    return 8 * (_BLOCKS + _PER_BLOCK * number)


def stack_at(number: int) -> int:
    """Return where a stack's description is."""
    return table_at(TABLES + number)


def address(builder, place):
    """Return the address of the word at a place, in bytes from the first one."""
    first = builder.module.globals.get(_SYMBOL) or llvm.GlobalVariable(builder.module, _WORD, _SYMBOL)
    return builder.add(builder.ptrtoint(first, _WORD), place)


def count(number: int) -> int:
    """Return what a counter has counted."""
    return int(words[_COUNTERS + number])


def clear(kept: int = 0) -> None:
    """Free the stacks and all tables but the first ones; set all other words to zero."""
    freed = _BLOCKS + _PER_BLOCK * kept
    addresses = words[freed::_PER_BLOCK].tolist()
    words[:_BLOCKS] = words[freed:] = 0
    for each in filter(None, addresses):
        _free(each)


@instruction(types.int64, types.int64)
def address_of(context, builder, place):
    """Return the address of the word at a place, in bytes from the first one."""
    return address(builder, place)


@instruction(types.int64, types.int64)
def word_at(context, builder, address):
    """Return the word at an address."""
    return builder.load(builder.inttoptr(address, _WORD.as_pointer()))


@instruction(types.void, types.int64, types.int64)
def set_word(context, builder, address, word):
    """Store a word at an address."""
    builder.store(word, builder.inttoptr(address, _WORD.as_pointer()))


@instruction(types.void, types.int64, None)
def store(context, builder, address, value):
    """Store a value of any type at an address."""
    builder.store(value, builder.inttoptr(address, value.type.as_pointer()))


@instruction(lambda address, like: like, types.int64, None)
def load(context, builder, address, like):
    """Return the value at an address, of the type of another value."""
    return builder.load(builder.inttoptr(address, like.type.as_pointer()))


@instruction(types.int64)
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
    """Return a value as one of the type of another, which is the same but for None."""
    require_one_kind(value, like)

    def codegen(context, builder, signature, args):
        return context.cast(builder, args[0], value, like)

    return like(value, like), codegen


@instruction(types.int64, types.int64)
def zeroed(context, builder, size):
    """Return the address of new memory, all zeros; 0 if there is none."""
    return _called(builder, "PyMem_RawCalloc", _WORD, _WORD(1), size)


@instruction(types.void, types.int64, types.int64)
def in_large_pages(context, builder, address, size):
    """Ask Linux to keep memory in large pages, whose addresses the processor finds faster; it may refuse."""
    if sys.platform == "linux":  # pragma: no branch
        start = builder.and_(builder.add(address, _WORD(_PAGE - 1)), _WORD(-_PAGE))
        size = builder.sub(size, builder.sub(start, address))
        _called(builder, "madvise", _INT, start, size, _INT(_IN_LARGE_PAGES))


@instruction(types.void, types.int64)
def fetch(context, builder, address):
    """Ask the processor for what is at an address, because it will be read soon."""
    kind = llvm.FunctionType(llvm.VoidType(), [llvm.IntType(8).as_pointer(), _INT, _INT, _INT])
    function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
    to_read, often, data = _INT(0), _INT(3), _INT(1)
    builder.call(function, [builder.inttoptr(address, kind.args[0]), to_read, often, data])


@instruction(types.int64, types.int64, types.int64)
def resized(context, builder, address, size):
    """Return the address of memory with the same contents and another size; 0 if there is none."""
    return _called(builder, "PyMem_RawRealloc", _WORD, address, size)


@instruction(types.void, types.int64)
def freed(context, builder, address):
    """Give memory back."""
    _called(builder, "PyMem_RawFree", llvm.VoidType(), address)


def _called(builder, name: str, result, *args):
    """Call a function of C, and return its result."""
    kind = llvm.FunctionType(result, [each.type for each in args])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), args)


@instruction(types.int64)
def frame_address(context, builder):
    """Return an address in the frame of the function that calls this one."""
    return builder.ptrtoint(cgutils.alloca_once(builder, _WORD), _WORD)


@instruction(types.void)
def let_signals_in(context, builder):
    """Run the handlers of signals that have arrived, and end the search if one raises an exception."""
    _end_if(context, builder, _raised_by_signals(context, builder))


def _raised_by_signals(context, builder):
    """Return whether the handler of a signal has raised an exception."""
    python = context.get_python_api(builder)
    gil = python.gil_ensure()
    raised = _called(builder, "PyErr_CheckSignals", _INT)
    python.gil_release(gil)
    return cgutils.is_not_null(builder, raised)


def _end_if(context, builder, raised) -> None:
    with builder.if_then(raised, likely=False):
        context.call_conv.return_exc(builder)


@instruction(types.boolean)
def look_around(context, builder):
    """Return whether the stack ends soon; from time to time, let signals in."""
    found = builder.call(_looking(context, builder.module), ())
    _end_if(context, builder, builder.icmp_unsigned("==", found, found.type(_RAISED)))
    return builder.icmp_unsigned("==", found, found.type(_STACK_ENDS))


def _looking(context, module):
    """Return the function that looks around, which would make others slower if it were a part of them."""
    function = llvm.Function(module, llvm.FunctionType(_INT, ()), "fpgames_look_around")
    function.linkage = "internal"
    function.attributes.add("cold")
    function.attributes.add("noinline")
    builder = llvm.IRBuilder(function.append_basic_block())
    status = function.function_type.return_type
    end, polls = (builder.inttoptr(address(builder, _WORD(at)), _WORD.as_pointer()) for at in (END_AT, POLLS_AT))
    frame = builder.ptrtoint(builder.alloca(_WORD), _WORD)
    with builder.if_then(builder.icmp_signed("<", frame, builder.load(end)), likely=False):
        builder.ret(status(_STACK_ENDS))
    polled = builder.add(builder.load(polls), _WORD(1))
    builder.store(polled, polls)
    with builder.if_then(builder.icmp_unsigned("==", builder.and_(polled, _WORD(0xFFF)), _WORD(0)), likely=False):
        raised = _raised_by_signals(context, builder)
        builder.ret(builder.select(raised, status(_RAISED), status(0)))
    builder.ret(status(0))
    return function
