"""Arithmetic in compiled code: Python's result, or an error."""

import math
import sys
import warnings
from collections.abc import Callable, Iterable
from itertools import product
from random import Random
from typing import Any

import pytest

pytest.importorskip("numba", reason="numba is not installed (the extra fast)")

from numba.core.errors import TypingError

from fpgames.compiled.backend.lowering.functions import Translator
from fpgames.compiled.errors import Unsupported

exhaustive = pytest.mark.exhaustive
BITS = ("<<", ">>", "&", "|", "^")
COMPARED = ("<", "<=", "==", "!=", ">", ">=")
OPERATORS = ("+", "-", "*", "//", "%", "/", *COMPARED, *BITS)
EDGES = [
    0, 1, -1, 2, 3, -7, 63, 64, 70, 2**31, 2**53, 2**53 + 1, -(2**53) - 1, 2**62, -(2**62), 2**63 - 1, -(2**63),
    *(Random(1).randrange(-(2**63), 2**63) for _ in range(4)), *(Random(2).randrange(-100, 100) for _ in range(4)),
]  # fmt: skip
FLOATS = [0.0, -0.0, 0.5, -2.5, 1.0, 2.0**53, 2.0**63, -(2.0**63), 1e-320, 1e300, math.inf, -math.inf, math.nan]
TRUTHS = [True, False]


def compiled(source: str) -> Callable[..., Any]:
    translator: Any = Translator(lambda p: p, lambda p: (p,), [])
    made: Callable[..., Any] = translator.compile_entry(translator.lower(eval(source)).py_func, source)
    return made


def expected(source: str, **values: Any) -> Any:
    try:
        with warnings.catch_warnings(action="ignore"):  # of ~True
            found = eval(source, {}, values)
    except Exception as error:
        return type(error)
    return found


def same(found: Any, wanted: Any) -> bool:
    """Return whether two numbers are the same; -0.0 is not 0.0, and NaN is NaN."""
    return type(found) is type(wanted) and repr(found) == repr(wanted)


def check(function: Callable[..., Any], wanted: Any, *args: Any, refused: tuple[type, ...] = ()) -> None:
    try:
        found = function(*args)
    except Exception as error:
        found = type(error)
    if found in refused:
        return
    if isinstance(wanted, int) and not -(2**63) <= wanted < 2**63:
        assert found is OverflowError
    elif found is OverflowError:
        assert any(isinstance(each, int) and abs(each) > 2**53 for each in args), "a float that no whole number equals"
        assert wanted is ZeroDivisionError or isinstance(wanted, float | bool)
    else:
        assert same(found, wanted), (found, wanted)


def wrong(function: Callable[..., Any], source: str, arguments: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Return the arguments for which a compiled function does not do what Python does."""
    found = []
    for args in arguments:
        wanted = expected(source, **dict(zip("ab", args, strict=False)))
        try:
            check(function, wanted, *args)
        except AssertionError as error:
            found.append((source, args, wanted, str(error)))
    return found


def of_two(operator: str, ones: list[Any], others: list[Any]) -> list[Any]:
    pairs = product(ones, others)
    given = [(a, min(b, 1000) if operator == "<<" else b) for a, b in pairs]
    source = f"a {operator} b"
    return wrong(compiled(f"lambda a, b: {source}"), source, given)


@pytest.mark.slow
def test_of_two() -> None:
    """Numba's floats are those of C in divisions with a rest, as Python's."""
    found = []
    for operator in (each for each in OPERATORS if each not in COMPARED):
        found += of_two(operator, EDGES, EDGES)
    for operator in "+-*/":
        found += of_two(operator, EDGES, FLOATS)
    assert found == []


@pytest.mark.slow
def test_all_comparisons() -> None:
    """In one function, which is compiled in less time than six."""
    source = ", ".join(f"a {operator} b" for operator in COMPARED)
    function = compiled(f"lambda a, b: ({source})")
    wrong = []
    for a, b in (*product(EDGES, EDGES), *product(EDGES, FLOATS), *product(FLOATS, EDGES)):
        try:
            found = function(a, b)
        except OverflowError:
            found = OverflowError
        exact = not (isinstance(a, float) or isinstance(b, float)) or all(
            abs(n) <= 2**53 for n in (a, b) if isinstance(n, int)
        )
        if found != eval(source) and (exact or found is not OverflowError):
            wrong.append((a, b, found))
    assert wrong == []


@exhaustive
@pytest.mark.parametrize("operator", ["+", "*", "//", "/", "<", "<<", "&"])
def test_of_two_of_all_types(operator: str) -> None:
    numbers = EDGES if operator in (*BITS, "//", "%") else [*EDGES, *FLOATS]
    assert of_two(operator, [*numbers, *TRUTHS], [*numbers, *TRUTHS]) == []


OF_ONE = ("-a", "abs(a)", "int(a)", "sum((a, a, a))", "a.bit_count()", "~a", "+a", "max(a, a)", "min((a, a))")


@pytest.mark.slow
@pytest.mark.parametrize("truths", [[], pytest.param(TRUTHS, marks=exhaustive)], ids=["numbers", "truths"])
def test_of_one(truths: list[Any]) -> None:
    found = []
    for source in OF_ONE:
        numbers = truths or [*EDGES, *(x for x in FLOATS if source != "int(a)" or math.isfinite(x))]
        if source in ("sum((a, a, a))", "a.bit_count()", "~a"):  # which are refused for others
            numbers = [a for a in numbers if type(a) is int or (type(a) is bool and "bit" not in source)]
        found += wrong(compiled(f"lambda a: {source}"), source, [(a,) for a in numbers])
    assert found == []
    for x in (math.inf, -math.inf, math.nan):
        with pytest.raises(OverflowError):
            compiled("lambda a: int(a)")(x)


OF_NONE = ("-x", "abs(x)", "x + 1", "x - 1", "x * 3", "x < 0.5", "x // 2", "x << 1")
# From 3.12 on, the instructions that follow are there twice, once for None, which has no operators.
REFUSED = () if sys.version_info < (3, 12) else (TypingError,)


@pytest.mark.slow
@pytest.mark.parametrize(
    "source", [each if each in ("-x", "x + 1") else pytest.param(each, marks=exhaustive) for each in OF_NONE]
)
def test_of_one_that_may_be_none(source: str) -> None:
    """Also because numba keeps one code for numbers and one for what may be None, which must not replace each other."""
    of_none = compiled(f"lambda a: {source.replace('x', '(a if a != 1 else None)')}")
    of_number = compiled(f"lambda x: {source}")
    for a in (*EDGES, *TRUTHS):
        wanted = expected(source, x=a)
        check(of_none, TypeError if a == 1 else wanted, a, refused=REFUSED)
        check(of_number, wanted, a)


def test_tuples_with_a_float_for_a_whole_number_are_refused() -> None:
    with pytest.raises(TypingError, match="its values are sometimes int and sometimes float"):
        compiled("lambda a: (a, 1) < (0.5, 1)")(3)
    with pytest.raises(TypingError, match=r"its values are sometimes \(int, int\) and sometimes \(float, int\)"):
        compiled("lambda a: (a, 1) if a else (0.5, 1)")(3)
    assert compiled("lambda a: (a, 1) < (a, 1, 2)")(3) is True


def test_a_constant_that_does_not_fit_is_refused() -> None:
    with pytest.raises(Unsupported):
        compiled(f"lambda a: a & {2**63}")
