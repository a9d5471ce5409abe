"""Random actions draw the same values as the generators, and each value is equally likely."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import SplitMix, State, choice, uniform
from fpgames.rand import Gen, below, distribution, next_word, shuffle, split, split_off, uniform_r
from fpgames.testing import generators

gens = generators()
GEN = SplitMix.from_seed(1)


@given(gens, st.integers(), st.integers(min_value=0), st.integers(1, 100), st.lists(st.integers(), min_size=1))
def test_actions_are_functions_of_generators(gen: Gen, lo: int, more: int, n: int, xs: list[int]) -> None:
    assert next_word().run(gen) == gen.next_word()
    assert split().run(gen) == gen.split()
    assert split_off().run(gen) == gen.split()[::-1]
    assert uniform(lo, lo + more).run(gen) == uniform_r(lo, lo + more, gen)
    assert below(n).run(gen) == uniform_r(0, n - 1, gen)
    i, after = uniform_r(0, len(xs) - 1, gen)
    assert choice(xs).run(gen) == (xs[i], after)


@given(gens, st.lists(st.integers()))
def test_shuffle_keeps_the_values(gen: Gen, xs: list[int]) -> None:
    shuffled, after = shuffle(iter(xs)).run(gen)
    assert Counter(shuffled) == Counter(xs)
    rest = gen
    for last in range(len(xs) - 1, 0, -1):
        _, rest = rest.uniform_r(0, last)
    assert after == rest


def test_every_order_is_as_likely() -> None:
    assert distribution(shuffle("abcd")) == dict.fromkeys(permutations("abcd"), Fraction(1, 24))


def test_wrong_numbers_are_refused_where_they_are_given() -> None:
    wrong: Any = 2.5
    with pytest.raises(ValueError, match=r"empty range 5\.\.4; expected lo <= hi"):
        uniform(5, 4)
    with pytest.raises(TypeError, match=r"uniform takes whole numbers; got 2\.5"):
        uniform(0, wrong)
    with pytest.raises(TypeError, match=r"below takes whole numbers; got 2\.5"):
        below(wrong)
    with pytest.raises(ValueError, match="cannot draw a number below 0; expected at least 1"):
        below(0)
    with pytest.raises(ValueError, match=r"^cannot choose from no values; expected at least one$"):
        choice(())


def test_whole_numbers_of_numpy() -> None:
    for kind in (np.int8, np.int32, np.int64, np.uint64):
        n: Any = kind(6)
        assert below(n).eval(GEN) == below(6).eval(GEN)


def test_what_is_no_generator_is_named() -> None:
    wrong: Any = 42
    with pytest.raises(
        TypeError,
        match=r"this State draws from a generator, and was run from 42; run it from one, such as SplitMix\.from_seed\(42\)",
    ):
        uniform(1, 6).eval(wrong)


class Hand(NamedTuple):
    """A state that is no generator; it has no method ``split`` either."""

    cards: int


def test_an_error_of_ones_own_state_stays_as_it_is() -> None:
    dealt: State[Any, Any] = State(lambda hand: hand.split())
    with pytest.raises(AttributeError, match="'Hand' object has no attribute 'split'"):
        dealt.eval(Hand(3))


class Broken:
    """A generator whose method has an error of its own."""

    def uniform_r(self, lo: int, hi: int) -> Any:
        nothing: Any = None
        return nothing.bits

    def next_word(self) -> Any:
        myself: Any = self
        return myself.bits


def test_an_error_within_a_generator_stays_as_it_is() -> None:
    broken: Any = Broken()
    with pytest.raises(AttributeError, match="'NoneType' object has no attribute 'bits'"):
        uniform(1, 6).eval(broken)
    with pytest.raises(AttributeError, match="'Broken' object has no attribute 'bits'"):
        next_word().eval(broken)
