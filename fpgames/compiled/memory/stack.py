"""Where the stack of a thread ends, so that a search that goes too deep raises an error instead of ending the process."""

from __future__ import annotations

import ctypes
import threading

_RESERVE = 1 << 18  # bytes for the handler of a signal, and for the functions of the game

_of_thread = threading.local()


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
