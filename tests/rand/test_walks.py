"""Random walks: the choices of an action, one after the other."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fpgames.rand import Gen, below
from fpgames.rand.walks import random_walk
from fpgames.state import map_m
from fpgames.testing import generators


def unused(drawn: tuple[int, ...]) -> range:
    return range(5 - len(drawn))


def appended(drawn: tuple[int, ...], i: int) -> tuple[int, ...]:
    return *drawn, i


@given(generators(), st.integers(0, 7))
def test_a_walk_draws_an_option_in_each_step_until_none_is_left(gen: Gen, max_steps: int) -> None:
    drawn, next_gen = map_m(below, range(5, 5 - min(max_steps, 5), -1)).run(gen)
    nothing: tuple[int, ...] = ()
    walk = random_walk(unused(nothing), unused, appended, nothing, gen, max_steps)
    assert walk == (drawn, unused(drawn), len(drawn), next_gen)
