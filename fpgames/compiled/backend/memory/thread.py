"""Data of each thread for compiled code: a word with the address of the memory in use, and the end of the stack."""

from __future__ import annotations

import ctypes
import platform
import sys
import threading
from secrets import token_bytes
from typing import Any

_RESERVE_BYTES = 1 << 18  # stack space reserved for ``poll``, signal handlers and functions of the game

_thread_local = threading.local()
_python: Any = ctypes.pythonapi
_python.PyThread_tss_alloc.restype = ctypes.c_void_p
_python.PyThread_tss_create.argtypes = [ctypes.c_void_p]
_python.PyThread_tss_set.argtypes = [ctypes.c_void_p] * 2

TSS_KEY: int = _python.PyThread_tss_alloc()
"""The address of the TSS key (thread-specific storage of Python's C API) under which each thread has its word."""

_python.PyThread_tss_create(TSS_KEY)


def thread_word_offset() -> int:
    """Return the byte offset of this thread's word in the C library's thread record; 0 if the offset is unknown.

    Note: on Linux with an x86-64 processor, a register holds the address of the thread record, so one instruction
    reads the word. Calling a function for each access would make searches 1 to 12% slower.
    """
    library = ctypes.CDLL(None)
    is_glibc = hasattr(library, "gnu_get_libc_version")  # glibc stores thread-specific values inside the thread record
    if not (is_glibc and platform.machine() == "x86_64"):
        return 0
    library.pthread_self.restype = ctypes.c_void_p
    marker = token_bytes(8)
    _python.PyThread_tss_set(TSS_KEY, int.from_bytes(marker, sys.byteorder))
    record = ctypes.string_at(library.pthread_self(), 2048)
    _python.PyThread_tss_set(TSS_KEY, None)
    has_own_address = int.from_bytes(record[:8], sys.byteorder) == library.pthread_self()
    return max(record.find(marker), 0) if has_own_address else 0


def stack_limit() -> int:
    """Return the lowest address that stack frames of a search may use in this thread; 0 if the address is unknown."""
    limit: int | None = getattr(_thread_local, "end", None)
    if limit is None:
        limit = _thread_local.end = _find_stack_limit()  # cached, because finding the limit is slow
    return limit


def _find_stack_limit() -> int:
    library = ctypes.CDLL(None)
    if not hasattr(library, "pthread_getattr_np"):  # only C libraries for Linux have this function
        return 0
    attributes, lowest, size = ctypes.create_string_buffer(256), ctypes.c_void_p(), ctypes.c_size_t()
    library.pthread_self.restype = ctypes.c_void_p
    library.pthread_getattr_np(ctypes.c_void_p(library.pthread_self()), attributes)
    library.pthread_attr_getstack(attributes, ctypes.byref(lowest), ctypes.byref(size))
    library.pthread_attr_destroy(attributes)
    return (lowest.value or 0) + min(_RESERVE_BYTES, size.value // 4)
