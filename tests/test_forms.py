"""What functions declare for compiled code."""

from __future__ import annotations

from functools import cache, partial, wraps

from fpgames.forms import form_of, has_form


@has_form("doubled", 2)
def declared(n: int) -> int:
    return 2 * n


def test_a_function_has_the_form_that_it_declares() -> None:
    assert form_of(declared) == ("doubled", (2,))
    assert declared(3) == 6


def test_what_wraps_it_has_none() -> None:
    for other in (wraps(declared)(lambda n: n + 1), cache(declared), partial(declared), abs, None):
        assert form_of(other) == ("", ())
