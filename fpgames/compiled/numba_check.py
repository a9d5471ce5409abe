"""Check that numba is installed and works as expected; otherwise warn once, and compile nothing.

``fpgames.compiled`` uses internal names of numba, which any version of numba may change. So numba is tested before its
first use: the modules that need numba are imported, and a small function is compiled and called.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any
from warnings import warn

from fpgames.compiled.caching.cache import CACHE
from fpgames.compiled.errors import WITHOUT_JIT_HINT, CannotCompile


def has_numba() -> bool:
    """Return whether numba is installed."""
    return "numba" in sys.modules or find_spec("numba") is not None


@cache  # thread-safe: the import lock hides a module until the import ends
def import_with_numba(name: str) -> Any:
    """Import the module ``fpgames.compiled.backend.<name>``; raise CannotCompile if numba does not work."""
    with using_numba():
        return import_module(f"fpgames.compiled.backend.{name}")


_NUMBA_ERRORS = ArithmeticError, AttributeError, ImportError, LookupError, NotImplementedError, TypeError, ValueError
"""Errors of an incompatible numba; other errors come from signal handlers, or from a lack of memory."""


@contextmanager
def using_numba() -> Iterator[None]:
    """Raise CannotCompile if a ``with`` block fails because numba is incompatible; at the first failure, also warn."""
    try:
        yield
    except CannotCompile:
        raise
    except _NUMBA_ERRORS as error:
        failure = f"numba {version('numba')}, which failed ({type(error).__name__}: {error})"
        if not CACHE.numba_failure:
            CACHE.numba_failure = failure
            warn(f"fpgames does not compile with {failure}; the rest works, but slower", RuntimeWarning, stacklevel=4)
        raise CannotCompile(f"cannot compile with {failure}; {WITHOUT_JIT_HINT}") from error
