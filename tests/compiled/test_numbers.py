"""Numbers in compiled code: what Python computes, or an error."""

from __future__ import annotations

import math
import sys
import warnings
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

pytest.importorskip("numba", reason="numba is not installed (the extra fast)")

from numba.core.errors import TypingError

from fpgames.compiled.errors import NotPlain
from fpgames.compiled.functions import Factory

BITS = ("<<", ">>", "&", "|", "^")
OPERATORS = ("+", "-", "*", "//", "%", "/", "<", "<=", "==", "!=", ">", ">=", *BITS)
edges = st.sampled_from(
    [0, 1, -1, 2, 63, 64, 70, 2**31, 2**53, 2**53 + 1, -(2**53) - 1, 2**62, -(2**62), 2**63 - 1, -(2**63), True]
)
whole = edges | st.integers(-(2**63), 2**63 - 1) | st.integers(-100, 100) | st.booleans()
numbers = whole | st.floats()


def compiled(source: str) -> Callable[..., Any]:
    factory: Any = Factory(lambda p: p, lambda p: (p,), [])
    made: Callable[..., Any] = factory.entry(factory.make(eval(source)).py_func, source)
    return made


FUNCTIONS = {each: compiled(f"lambda a, b: a {each} b") for each in OPERATORS}
OF_ONE = {
    each: compiled(f"lambda a: {each}")
    for each in ("-a", "abs(a)", "int(a)", "sum((a, a, a))", "a.bit_count()", "~a", "+a", "max(a, a)", "min((a, a))")
}


def expected(source: str, **values: Any) -> Any:
    try:
        with warnings.catch_warnings(action="ignore"):  # of ~True
            found = eval(source, {}, values)
    except Exception as error:
        return type(error)
    return found


def same(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, float) and math.isnan(wanted):
        return isinstance(found, float) and math.isnan(found)
    return type(found) is type(wanted) and found == wanted


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


@pytest.mark.parametrize("operator", OPERATORS)
@given(numbers, numbers)
@example(-(2**63), -1)
@example(1, 63)
@example(2**53 + 1, float(2**53))
def test_of_two(operator: str, a: Any, b: Any) -> None:
    if operator in BITS and (isinstance(a, float) or isinstance(b, float)):
        return
    if operator == "<<" and b > 1000:
        b = 1000
    if operator in ("//", "%") and (isinstance(a, float) or isinstance(b, float)):
        return  # numba's floats are those of C here, as Python's
    check(FUNCTIONS[operator], expected(f"a {operator} b", a=a, b=b), a, b)


@pytest.mark.parametrize("source", OF_ONE)
@given(numbers)
@example(-(2**63))
@example(-0.0)
def test_of_one(source: str, a: Any) -> None:
    if "bit_count" in source and type(a) is not int:
        return
    if source == "~a" and isinstance(a, float):
        return
    wanted = expected(source, a=a, abs=abs, int=int, sum=sum, min=min, max=max)
    if source == "int(a)" and isinstance(a, float) and not math.isfinite(a):
        wanted = OverflowError
    if source == "sum((a, a, a))" and isinstance(a, float):
        return  # refused
    if source == "sum((a, a, a))" and isinstance(a, int) and not -(2**63) <= 3 * a < 2**63:
        wanted = 2**63
    check(OF_ONE[source], 2**63 if wanted is OverflowError else wanted, a)


OF_NONE = {
    each: compiled(f"lambda a: {each.replace('x', '(a if a != 1 else None)')}")
    for each in ("-x", "abs(x)", "x + 1", "x - 1", "x * 3", "x < 0.5", "x // 2", "x << 1")
}


NOT_NONE = {each: compiled(f"lambda x: {each}") for each in OF_NONE}

# From 3.12 on, the instructions that follow are there twice, once for None, which has no operators.
REFUSED = () if sys.version_info < (3, 12) else (TypingError,)


@pytest.mark.parametrize("source", OF_NONE)
@given(whole)
@example(-(2**63))
@example(2**53 + 1)
@example(1)
def test_of_one_that_may_be_none(source: str, a: Any) -> None:
    """Also because numba keeps one code for numbers and one for what may be None, which must not replace each other."""
    wanted = TypeError if a == 1 else expected(source, x=a, abs=abs)
    check(OF_NONE[source], wanted, a, refused=REFUSED)
    check(NOT_NONE[source], expected(source, x=a, abs=abs), a)


def test_tuples_with_a_float_for_a_whole_number_are_refused() -> None:
    with pytest.raises(TypingError, match="its values are now int and now float"):
        compiled("lambda a: (a, 1) < (0.5, 1)")(3)
    assert compiled("lambda a: (a, 1) < (a, 1, 2)")(3) is True


def test_a_constant_that_does_not_fit_is_refused() -> None:
    with pytest.raises(NotPlain):
        compiled(f"lambda a: a & {2**63}")
