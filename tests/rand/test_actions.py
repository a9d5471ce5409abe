"""Random actions draw the same values as the generators, and each value is equally likely."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import permutations
from math import inf, nan
from typing import Any, NamedTuple

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fpgames import SplitMix, State, StdGen, choice, uniform
from fpgames.rand import Gen, below, distribution, next_word, shuffle, split, split_off, uniform_r
from fpgames.testing import generators
from tests.support.refusals import wrong_errors

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
    assert choice(range(lo, lo + 10**30, n)).run(gen) == below(-(-(10**30) // n)).map(lambda i: lo + i * n).run(gen)
    assert choice(range(n, -n, -3)).run(gen) == choice([*range(n, -n, -3)]).run(gen)


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


def test_whole_numbers_of_numpy() -> None:
    for kind in (np.int8, np.int32, np.int64, np.uint64):
        n: Any = kind(6)
        assert below(n).eval(GEN) == below(6).eval(GEN)


class Hand(NamedTuple):
    """A state that is no generator; it has no method ``split`` either."""

    cards: int


class Broken:
    """A generator whose method has an error of its own."""

    def uniform_r(self, lo: int, hi: int) -> Any:
        nothing: Any = None
        return nothing.bits

    def next_word(self) -> Any:
        myself: Any = self
        return myself.bits


def test_wrong_calls_are_refused() -> None:
    """Errors of a user's state or generator stay as they are."""
    number: Any = 2.5
    wide: list[Any] = [inf, nan, 8.0, 2.5]
    broken: Any = Broken()
    dealt: State[Any, Any] = State(lambda hand: hand.split())
    seeds: list[tuple[Any, Any, Any, str]] = [
        (StdGen, 0, 1, "s1 is 0; expected 1 to 2147483562"), (StdGen, 2147483563, 1, "s1 is 2147483563"), (StdGen, 1.5, 1, "s1 is 1.5; expected 1 to 2147483562"),
        (StdGen, 1, 2147483399, "s2 is 2147483399; expected 1 to 2147483398"), (SplitMix, -1, 1, "seed is -1"), (SplitMix, 2**64, 1, "seed is 18446744073709551616"),
        (SplitMix, 0, 2**64 + 1, "gamma is 18446744073709551617"), (SplitMix, 0, 2, "gamma is 2; expected an odd number"), (SplitMix, 1, 1.0, "gamma is 1.0"),
    ]  # fmt: skip
    assert not wrong_errors([
        (lambda: uniform(5, 4), r"ValueError: empty range 5\.\.4; expected lo <= hi"),
        (lambda: uniform(0, number), r"TypeError: uniform takes whole numbers; got 2\.5"),
        (lambda: below(number), r"TypeError: below takes whole numbers; got 2\.5"),
        (lambda: below(0), "ValueError: cannot draw a number below 0; expected at least 1"),
        (lambda: choice(()), "ValueError: ^cannot choose from no values; expected at least one$"),
        (lambda: uniform(1, 6).eval(number), r"TypeError: this State draws from a generator, and was run from 2.5; run it from one, such as SplitMix\.from_seed\(42\)"),
        (lambda: dealt.eval(Hand(3)), "AttributeError: 'Hand' object has no attribute 'split'"),
        (lambda: uniform(1, 6).eval(broken), "AttributeError: 'NoneType' object has no attribute 'bits'"),
        (lambda: next_word().eval(broken), "AttributeError: 'Broken' object has no attribute 'bits'"),
        (lambda: GEN.ahead(-1), "ValueError: cannot skip -1 words; expected at least 0"),
        *((partial(kind.from_seed(1).uniform_r, 0, hi), f"TypeError: uniform_r takes whole numbers; got {hi}") for kind in (StdGen, SplitMix) for hi in wide),
        *((partial(setattr, gen, name, 1), "AttributeError: ") for gen in (StdGen.from_seed(1), GEN) for name in (*gen._fields, "other")),
        *((call, f"ValueError: {words}") for kind, a, b, words in seeds
          for call in (partial(kind, a, b), partial(kind.from_seed(1)._replace, **dict(zip(kind._fields, (a, b), strict=True))))),
        (lambda: SplitMix.from_seed("1"), "TypeError: from_seed takes whole numbers; got '1'"),  # type: ignore[arg-type]
    ])  # fmt: skip
