"""Check that numba is there and that its inside is as expected, and go on without compiling where it is not.

Compiled code uses names of numba's inside, which a new version may change. So it is checked before it is used: modules are
imported, and a small function is compiled and called. What fails is told once, with the version.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from warnings import warn

from fpgames.compiled.errors import WITHOUT, CannotCompile


@cache
def has_numba() -> bool:
    """Return whether numba is installed."""
    return find_spec("numba") is not None


def require_numba() -> None:
    """Raise CannotCompile unless the modules that use the inside of numba can be imported."""
    _require(_imported)


def require_compiler() -> None:
    """Raise CannotCompile unless a small function becomes machine code that returns what it should."""
    _require(_compiled)


def _require(tried: Callable[[], None]) -> None:
    why = _failure(tried)
    if why:
        raise CannotCompile(f"cannot compile with numba {version('numba')}: {why}; {WITHOUT}")


@cache  # so the warning is given once
def _failure(tried: Callable[[], None]) -> str:
    """Try something of numba's; return why it failed, and warn of it, or an empty text."""
    try:
        tried()
    except Exception as error:  # whatever a changed library raises
        why = f"its inside has changed ({type(error).__name__}: {error})"
        warn(
            f"fpgames does not compile with numba {version('numba')}, since {why}; all else works, only slower",
            RuntimeWarning,
            stacklevel=2,
        )
        return why
    return ""


def _imported() -> None:
    from fpgames.compiled import playouts, tree_search, walks

    del playouts, tree_search, walks


def _compiled() -> None:
    from numba.core import types

    from fpgames.compiled.functions import Factory

    def one_more(n: int) -> int:
        return n + 1

    factory = Factory(one_more, one_more, ())
    label_of = factory.label_of

    def called(n):  # compiled
        return label_of(n)

    found = factory.entry(called, called).compile((types.int64,))(41)
    if found != 42:
        raise ArithmeticError(f"41 + 1 is {found!r} in compiled code")
