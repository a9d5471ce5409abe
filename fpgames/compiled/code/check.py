"""Check that numba is there and that its inside is as expected, and go on without compiling where it is not.

Compiled code uses names of numba's inside, which a new version may change. So it is checked before it is used: modules are
imported, and a small function is compiled and called. A failure is reported once, with numba's version.
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
from fpgames.compiled.code.errors import WITHOUT_JIT_HINT, CannotCompile


def has_numba() -> bool:
    """Return whether numba is installed."""
    return "numba" in sys.modules or find_spec("numba") is not None


@cache  # what another thread still imports is waited for
def with_numba(name: str) -> Any:
    """Return a module of this package that needs numba; raise CannotCompile if numba cannot be used."""
    with using_numba():
        return import_module(f"fpgames.compiled.{name}")


_CHANGED = ArithmeticError, AttributeError, ImportError, LookupError, NotImplementedError, TypeError, ValueError
"""What a library may raise that has changed; other errors come from handlers of signals, or from a lack of memory."""


@contextmanager
def using_numba() -> Iterator[None]:
    """Turn what a changed numba raises into CannotCompile, and warn of it once."""
    try:
        yield
    except CannotCompile:
        raise
    except _CHANGED as error:
        failed = f"numba {version('numba')}, which failed ({type(error).__name__}: {error})"
        if not CACHE.told:
            CACHE.told = failed
            warn(f"fpgames does not compile with {failed}; all else works, only slower", RuntimeWarning, stacklevel=4)
        raise CannotCompile(f"cannot compile with {failed}; {WITHOUT_JIT_HINT}") from error
