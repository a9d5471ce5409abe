"""The lowerings that functions declare for compiled code."""

from __future__ import annotations

from functools import cache, partial, wraps

from fpgames.lowering import lowering_of, lowers_as


@lowers_as("doubled", 2)
def declared(n: int) -> int:
    return 2 * n


def test_a_function_has_the_form_that_it_declares() -> None:
    assert lowering_of(declared) == ("doubled", (2,))
    assert declared(3) == 6


def test_what_wraps_it_has_none() -> None:
    for other in (wraps(declared)(lambda n: n + 1), cache(declared), partial(declared), abs, None):
        assert lowering_of(other) == ("", ())
