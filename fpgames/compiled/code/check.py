"""Check that numba is there and that its inside is as expected, and go on without compiling where it is not.

Compiled code uses names of numba's inside, which a new version may change. So it is checked before it is used: modules are
imported, and a small function is compiled and called. What fails is told once, with the version.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from warnings import warn

from fpgames.compiled.code.errors import WITHOUT, CannotCompile
from fpgames.compiled.kept.cache import CACHE


@cache
def has_numba() -> bool:
    """Return whether numba is installed."""
    return find_spec("numba") is not None


@contextmanager
def using_numba() -> Iterator[None]:
    """Turn what a changed numba raises into CannotCompile, and warn of it once."""
    try:
        yield
    except CannotCompile:
        raise
    except Exception as error:  # whatever a changed library raises
        why = f"its inside has changed ({type(error).__name__}: {error})"
        if not CACHE.told:
            CACHE.told.append(why)
            said = f"fpgames does not compile with numba {version('numba')}, since {why}; all else works, only slower"
            warn(said, RuntimeWarning, stacklevel=2)
        raise CannotCompile(f"cannot compile with numba {version('numba')}: {why}; {WITHOUT}") from error


@cache
def require_compiler() -> None:
    """Raise CannotCompile unless a small function becomes machine code that returns what it should."""
    from numba.core import types

    from fpgames.compiled.code.functions import Factory

    def one_more(n: int) -> int:
        return n + 1

    with using_numba():
        factory = Factory(one_more, one_more, ())
        label_of = factory.label_of

        def called(n: int) -> int:  # compiled
            found: int = label_of(n)
            return found

        found = factory.entry(called, called).compile((types.int64,))(41)
        if found != 42:
            raise ArithmeticError(f"41 + 1 is {found!r} in compiled code")
