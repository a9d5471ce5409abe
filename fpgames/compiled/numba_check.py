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
    """Return whether numba is installed: a module with a file, unlike an empty folder, which Python imports too."""
    module = sys.modules.get("numba")
    if module is not None:
        return getattr(module, "__file__", None) is not None
    spec = find_spec("numba")
    return spec is not None and spec.origin is not None


@cache  # thread-safe: the import lock hides a module until the import ends
def import_with_numba(name: str) -> Any:
    """Import the module ``fpgames.compiled.backend.<name>``; raise CannotCompile if numba does not work."""
    with using_numba():
        return import_module(f"fpgames.compiled.backend.{name}")


_ERRORS_OF_OTHERS = MemoryError, TimeoutError
"""Errors that do not come from numba: of a signal handler, or from a lack of memory."""


@contextmanager
def using_numba() -> Iterator[None]:
    """Raise CannotCompile if a ``with`` block fails because numba does not work; at the first failure, also warn."""
    try:
        yield
    except (CannotCompile, *_ERRORS_OF_OTHERS):
        raise
    except Exception as error:  # a broken numba raises errors of any type
        failure = f"numba{_version_of_numba()}, which failed ({type(error).__name__}: {error})"
        if not CACHE.numba_failure:
            CACHE.numba_failure = failure
            warn(f"fpgames does not compile with {failure}; the rest works, but slower", RuntimeWarning, stacklevel=4)
        raise CannotCompile(f"cannot compile with {failure}; {WITHOUT_JIT_HINT}") from error


def _version_of_numba() -> str:
    """Return a space and numba's version; return an empty text if numba has no readable metadata."""
    try:
        return f" {version('numba')}"
    except Exception:  # PackageNotFoundError, or an error from damaged metadata
        return ""
