"""Builtins that numba would compile with a different meaning: rejected, or the same as in Python."""

import math
import operator
from collections.abc import Iterable
from enum import IntEnum
from fractions import Fraction
from functools import partial, reduce
from math import sqrt
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from tests.support.compiled import Bits, IntSubclass, ReversedPair, result_or_error, steps

numba = pytest.importorskip("numba", reason="numba is not installed (the extra fast)")

from fpgames.compiled.backend.arithmetic import kinds  # noqa: E402 (which needs numba)
from fpgames.compiled.backend.lowering.functions import Translator  # noqa: E402
from fpgames.compiled.errors import Unsupported  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")


class Colour(IntEnum):
    RED = 2**62
    GREEN = 3


class Side(IntEnum):
    LEFT = 1
    RIGHT = 2

    def __neg__(self) -> int:
        return Side.RIGHT if self is Side.LEFT else Side.LEFT


class Odd(IntEnum):
    ONE = 1
    TWO = 2

    def __lt__(self, other: int) -> bool:
        return int(self) > int(other)


class Empty(NamedTuple):
    one: int

    def __bool__(self) -> bool:
        return False


class Hidden(Empty):
    @property
    def one(self) -> int:
        return 10


UNKNOWN = 0
NAN = float("nan")
LONG = tuple(range(20))
HALVES = tuple((i + 0.5, i + 0.25) for i in range(20))
TRUTHS = tuple((i % 2 == 0, i % 3 == 0) for i in range(20))
BIG = 2**63
SETTINGS = SimpleNamespace(shift=5)


def defined(source: str) -> list[Any]:
    """Return the functions that a text defines; no type checker would accept them."""
    names = dict(globals())
    exec(source, names)
    return [value for name, value in names.items() if name not in globals() and callable(value)]


OTHERS: list[Any] = defined("""
def with_try(n):
    try:
        return n * 2**62
    except Exception:
        return -1
def with_finally(n):
    try:
        x = n * 2**62
    finally:
        x = 1
    return x
def unbound(n):
    if n > 9:
        x = n
    return x
def after_a_loop(n):
    for i in range(n - 9):
        pass
    return i
def by_name_only(*, n=1):
    return n
def with_names(n, **names):
    return n
def with_default(n, big=BIG):
    return min(n, big)
def with_function(n, function=lambda n: n):
    return n
def list_of_floats(n):
    xs = [0, 0]
    xs[0] = n / 4
    return xs[0]
def with_import(n):
    from math import floor
    return floor(n)
def with_global(n):
    global UNKNOWN
    UNKNOWN = n
    return n
def that_sets(n):
    LONG[0] = n
    return n
def with_match(n):
    match (0, n):
        case (0, 1):
            return 5
    return 6
import functools
@functools.cache
def remembered(n):
    return n + SETTINGS.shift
@numba.njit
def with_plain_numba(n):
    return numba.uint64(3)
def undefined(n):
    return not_defined(n)
def both_none(n):
    x = None if n > 2 else n
    y = None if n > 3 else n
    return 1 if x is y else 0
def named_or_none(n):
    x = Colour.RED if n > 2 else None
    return 1 if x is Colour.RED else 0
def not_three(n):
    x = None if n > 2 else n
    return 1 if x != 3 else 0
def perhaps(n):
    x = None if n > 2 else (n, 1)
    return 1 if x else 0
def perhaps_in(n):
    x = None if n > 2 else n
    return 1 if x in (1, 2) else 0
def perhaps_nothing(n):
    return n if n % 2 else None
def numbered(n):
    found = 0
    for i, x in enumerate((1, 2, 3), 2**63 - n):
        found = 1 if i < 0 else x
    return found
def numbered_from_five(n):
    found = 0
    for i, x in enumerate((1, 2, n), 5):
        found += i * x
    return found
""")
SAME: list[Any] = defined("""
def no_steps(n):
    range(0, 5, n - n)
    return n
def summed(n):
    found = 0
    for i in range(1, n):
        found += i if i % 2 else -i
    return found
""")
SAME += [
    lambda n: sum(LONG),
    lambda n: sqrt(n), lambda n: sqrt(7 - n),
    lambda n: (0.5, n) == (0.5, n), lambda n: (NAN, n) == (0.5, n),
    partial(operator.mul, 2**60),
    lambda n: Colour.RED + n, lambda n: Colour.RED if n > 9 else Colour.GREEN,
    lambda n: n == Colour.GREEN, lambda n: max(n, 3), lambda n: min(n, -n, 3), lambda n: max((n, 3)), lambda n: min(0.5, n / 7),
    lambda n: ~n, lambda n: not n, lambda n: (n > 9) + (n > 3),
    lambda n: n is None, lambda n: int(n / 3),
    lambda n: len(range(n)), lambda n: sum((n, n)), lambda n: len("abc") + n,
    lambda n: TRUTHS[n][0],
    lambda n: n.bit_count(), lambda n: (n,) + (3,), lambda n: (n, n + 1)[n % 2], lambda n: n or 7,
    lambda n: n / -7 // 1, lambda n: -n % 4,
]  # fmt: skip
"""Functions that are compiled."""

OTHERS += [
    lambda n: LONG[n / 2], lambda n: int((n, 1)), lambda n: len(range(n / 2)), lambda n: n is not (n, 1), lambda n: n @ n,  # type: ignore[call-overload]
    lambda n: (NAN, n) == (NAN, n), lambda n: (NAN, n) > (NAN, 1), lambda n: NAN in (NAN, 1.0), lambda n: 3 in LONG, lambda n: 1 if LONG else 0, lambda n: (n, 1) == ("a", 1),
    lambda n: min((NAN, n), (NAN, 1))[1], lambda n: max((NAN, 1), (NAN, n))[1], lambda n: -Side.LEFT, lambda n: Odd.ONE < Odd.TWO,
    lambda n: 1 if Empty(n) else 0, lambda n: Hidden(n).one,
    abs, bool, float, operator.neg, operator.not_, str, math.log, Colour, IntSubclass, Bits, Fraction, partial(pow, 2), partial(max, 5), partial(min, 10.5),
    lambda n: (lambda x: x * x * x * x)(n * 100000),
    lambda n: reduce(lambda a, b: a * b, (n, n)),
    lambda n: [x * 2**60 for x in (n, 1)][0],
    lambda n: sum([x for x in (n, n)]),
    lambda n: operator.mul(n, 2**60),
    lambda n: pow(n, 5), lambda n: pow(2, -1), lambda n: n**5, lambda n: 0.1**n, lambda n: (n / 10) ** 7, lambda n: (-8.0) ** (1 / 3),
    lambda n: math.gcd(n, 4), lambda n: math.floor(n / 3), lambda n: math.sqrt(n), lambda n: math.exp(n * 100), lambda n: math.inf,
    lambda n: Colour.RED if n > 9 else 0, lambda n: Bits.ONE | Bits.TWO,
    lambda n: max(n, 10.5), lambda n: max(True, 0), lambda n: max(n, 3, key=abs), lambda n: max(2**53 + 1, float(2**53)),
    lambda n: [n, 2.5][0], lambda n: max([n, 2.5]), lambda n: sorted((n, 3))[0], lambda n: [True, n][0],
    lambda n: next(iter({n + 7, n + 100, n + 3})), lambda n: {1: n}[1], lambda n: {n: 1} == {n: 1}, lambda n: ~(n > 9),
    lambda n: (n, 1) is (n, 1), lambda n: type(n) is int, lambda n: isinstance(n, int), lambda n: id(n) == id(n),
    lambda n: (n, 2**53 + 1) == (n, float(2**53)), lambda n: 2**53 + 1 in (float(2**53), 1.5), lambda n: n in range(3, 13),
    lambda n: round(n / 3), lambda n: round(2.675, 2), lambda n: round(n, -1), lambda n: divmod(n, 3), lambda n: int(str(n)),
    lambda n: len(range(-(2**63), 2**63 - 1, 2**62)), lambda n: sum((0.1,) * 10), lambda n: f"{n}", lambda n: hash(n),
    lambda n: len(LONG + LONG), lambda n: (LONG * 2)[3], lambda n: LONG[1:3], lambda n: LONG[n % 3 : 5], lambda n: LONG,
    lambda n: HALVES[n], lambda n: (TRUTHS[n] * 2)[0], lambda n: max(LONG), lambda n: LONG == LONG, lambda n: HALVES[n] == (13.5, 13.25),
    lambda n: n.bit_length(), lambda n: (n / 2).is_integer(), lambda n: (n, 3).index(3),
    lambda n: (n, n / 2)[n % 2], lambda n: 1 if n % 2 else 1.0, lambda n: n and 0.5,
    lambda n: ReversedPair(n, 1), lambda n: IntSubclass(n), lambda n: n.to_bytes(1, "big"), lambda n: all((n, 1)), lambda n: [*enumerate((n, 1))], lambda n: dict(a=n), lambda n: complex(n),
]  # fmt: skip
"""Functions that are refused, or compiled: versions of Python and numba differ."""

SLOW: list[Any] = [lambda n: str(n / 2), lambda n: "abc"[n % 3]]
SLOW_SAME: list[Any] = [
    lambda n: HALVES[n][1], lambda n: LONG[n] + len(LONG), lambda n: HALVES[-n][0], lambda n: LONG[-1],
    lambda n: sqrt(n / 2), lambda n: sqrt(7.5 - n), lambda n: 0.5 in (0.5, n / 2), partial(operator.add, 0.5), lambda n: n * Colour.GREEN, lambda n: n << Colour.GREEN, lambda n: max((n, 2), (n, 3)), lambda n: +(n > 9), lambda n: -(n > 9),
    lambda n: (n > 9) & (n > 3), lambda n: sum(range(n)), lambda n: n.real, lambda n: (n, n + 1)[-1], lambda n: n / 3 % -2, lambda n: -n // 4, lambda n: n in (12, 13), lambda n: 0.5 if n / 2 % 1 else -0.0,
]  # fmt: skip
# ruff: noqa: RUF005, RUF015, C408, C416


def made(function: Any) -> Any:
    """Return a compiled function, or None if it is refused."""
    try:
        translator: Any = Translator(function, steps, ())
        if not hasattr(translator.label_of, "compile"):
            return None  # an operator, or a builtin: test_numbers
        entry = translator.compile_entry(translator.label_of.py_func, function)
    except Unsupported:
        return None
    try:
        entry.compile((numba.int64,))
    except Exception:
        return None
    return entry


def different(functions: Iterable[Any], required: bool) -> list[Any]:
    """Return what functions do that are compiled with another meaning; those that are not compiled, if they have to be."""
    wrong: list[Any] = []
    for i, function in enumerate(functions):
        entry = made(function)
        if entry is None:
            wrong += [(i, "refused")] * required
            continue
        for n in (1, 8, 13):
            found, wanted = result_or_error(entry, n), result_or_error(function, n)
            beyond = isinstance(wanted[-1], int) and not -(2**63) <= wanted[-1] < 2**63
            if found[0] is OverflowError and (beyond or not required):
                continue
            if found[0] != wanted[0] or (not issubclass(found[0], Exception) and found != wanted):
                wrong.append((i, n, found, wanted))
    return wrong


@pytest.mark.slow
def test_functions_that_are_compiled_do_the_same() -> None:
    assert different(SAME, required=True) == []


@pytest.mark.slow
def test_functions_are_refused_or_do_the_same() -> None:
    assert different(OTHERS, required=False) == []


@pytest.mark.exhaustive
def test_functions_that_take_long_to_compile_are_refused_or_do_the_same() -> None:
    assert different(SLOW, required=False) == []
    assert different(SLOW_SAME, required=True) == []


def test_values_of_other_types_are_refused() -> None:
    for kind in ("uint64", "int32", "float32", "pyobject"):
        with pytest.raises(numba.core.errors.TypingError, match="compiled code has"):
            kinds._require_supported_type(getattr(numba.types, kind))
