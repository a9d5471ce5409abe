"""Safepoints: places where compiled code checks the stack, and lets Python handle signals such as Ctrl-C."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from llvmlite import binding
from llvmlite import ir as llvm
from numba.core import cgutils, types

from fpgames.compiled.backend.arithmetic.casts import require_child_type
from fpgames.compiled.backend.arithmetic.instructions import llvm_intrinsic
from fpgames.compiled.backend.memory import words
from fpgames.compiled.backend.memory.words import address_of, inner_jit, set_memory, store, word_at
from fpgames.tree.walking import TreeTooDeep

ASK: ContextVar[Callable[[], object]] = ContextVar("ask", default=lambda: None)
"""A function that the compiled search of this thread calls now and then; it may raise an exception to end the search."""


def poll() -> None:
    """Ask whether to stop the search, and let Python run signal handlers; compiled code calls this function regularly.

    Outside the main thread, raise KeyboardInterrupt if the main thread handles or has ended with KeyboardInterrupt.
    """
    ASK.get()()
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


_POLLS, _STACK_LIMIT, _INTERVAL = words.POLLS_OFFSET, words.STACK_LIMIT_OFFSET, words.INTERVAL_OFFSET
_POLL_SYMBOL = "fpgames_poll"
binding.add_symbol(_POLL_SYMBOL, id(poll))  # code on disk refers to symbols, not to addresses


@llvm_intrinsic(types.int64)
def frame_address(context, builder):
    """Return an address in the stack frame of the calling function."""
    return builder.ptrtoint(cgutils.alloca_once(builder, llvm.IntType(64)), llvm.IntType(64))


@llvm_intrinsic(types.void)
def run_signal_handlers(context, builder):
    """Run the Python handlers of signals that have arrived; end the search if a handler raises an exception."""
    python, memory = context.get_python_api(builder), words.memory_address(builder)
    gil = python.gil_ensure()
    result = words.call_c(builder, "PyObject_CallNoArgs", python.pyobj, words.symbol_address(builder, _POLL_SYMBOL))
    has_raised = cgutils.is_null(builder, result)
    python.decref(result)
    python.gil_release(gil)
    words.emit_set_memory(
        context, builder, memory
    )  # restores this thread's memory: a handler may have run compiled code
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
    store(address_of(_POLLS), -word_at(address_of(_INTERVAL)))
    run_signal_handlers()


@inner_jit
def safepoint():  # compiled
    """Return whether the stack is nearly exhausted; if not, run signal handlers now and then."""
    if frame_address() < word_at(address_of(_STACK_LIMIT)):
        return True
    polls = word_at(address_of(_POLLS)) + 1
    store(address_of(_POLLS), polls)
    if polls >= 0:
        poll_signals()
    return False


MANY = 1 << 61  # a depth of at least this many levels is unlimited
SAFEPOINT_LEVEL = 2  # levels with this remaining depth (modulo 4) have a safepoint


@inner_jit
def enter_level(left):  # compiled
    """Begin a level of remaining depth ``left``; at every 4th level, raise TreeTooDeep if the stack is nearly full."""
    if left & 3 == SAFEPOINT_LEVEL and safepoint():
        raise TreeTooDeep(
            "this tree is deeper than the stack of a compiled search allows; prune(depth) it first; or the search visits a"
            " node inside the visit of the same node, without end"
        )


@inner_jit
def enter_call():  # compiled
    """Begin a call of a game's recursive function; raise RecursionError if the stack is nearly full."""
    if safepoint():
        raise RecursionError("maximum recursion depth exceeded in compiled code")


@inner_jit
def begin_search(memory, children_of, seed):  # compiled
    """Begin a search: use the memory at the address ``memory``; require that children have the type of ``seed``."""
    set_memory(memory)
    require_child_type(children_of, seed)
    if not word_at(address_of(_STACK_LIMIT)):
        store(address_of(_STACK_LIMIT), frame_address() - (1 << 17))  # assumes that 128 KB of the stack are free
