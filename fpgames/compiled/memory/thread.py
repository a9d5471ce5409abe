"""What a thread has for its compiled calls: a word with the address of their memory, and the end of its stack."""

from __future__ import annotations

import ctypes
import platform
import sys
import threading
from secrets import token_bytes
from typing import Any

_RESERVE = 1 << 18  # bytes for poll, for handlers of signals, and for the functions of the game

_of_thread = threading.local()
_python: Any = ctypes.pythonapi
_python.PyThread_tss_alloc.restype = ctypes.c_void_p
_python.PyThread_tss_create.argtypes = [ctypes.c_void_p]
_python.PyThread_tss_set.argtypes = [ctypes.c_void_p] * 2

KEY: int = _python.PyThread_tss_alloc()
"""The address of the key of Python's C interface under which each thread has its own word."""

_python.PyThread_tss_create(KEY)


def place_of_word() -> int:
    """Return where the system's record of a thread has the word, in bytes; 0 if that is not known.

    Note: on Linux with the processor x86-64, a register has the address of that record, so the word costs one load. To
    call a function for it each time would make searches 1 to 12% slower.
    """
    library = ctypes.CDLL(None)
    of_glibc = hasattr(library, "gnu_get_libc_version")  # whose record of a thread has the words in it
    if not (of_glibc and platform.machine() == "x86_64"):
        return 0
    library.pthread_self.restype = ctypes.c_void_p
    mark = token_bytes(8)
    _python.PyThread_tss_set(KEY, int.from_bytes(mark, sys.byteorder))
    record = ctypes.string_at(library.pthread_self(), 2048)
    _python.PyThread_tss_set(KEY, None)
    begins_with_its_address = int.from_bytes(record[:8], sys.byteorder) == library.pthread_self()
    return max(record.find(mark), 0) if begins_with_its_address else 0


def end_of_stack() -> int:
    """Return the lowest address that the frames of a search may have in this thread; 0 if it cannot be found out."""
    found: int | None = getattr(_of_thread, "end", None)
    if found is None:
        found = _of_thread.end = _found()  # takes a while
    return found


def _found() -> int:
    library = ctypes.CDLL(None)
    if not hasattr(library, "pthread_getattr_np"):  # Linux has it
        return 0
    attributes, lowest, size = ctypes.create_string_buffer(256), ctypes.c_void_p(), ctypes.c_size_t()
    library.pthread_self.restype = ctypes.c_void_p
    library.pthread_getattr_np(ctypes.c_void_p(library.pthread_self()), attributes)
    library.pthread_attr_getstack(attributes, ctypes.byref(lowest), ctypes.byref(size))
    library.pthread_attr_destroy(attributes)
    return (lowest.value or 0) + min(_RESERVE, size.value // 4)
