"""The generators reproduce Haskell's numbers, are unbiased, and are values."""

from __future__ import annotations

import operator
import pickle
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fpgames import SplitMix, StdGen, replicate_m, uniform
from fpgames.rand import Gen, uniform_r
from fpgames.testing import generators
from tests.support.figures import FROM_SEED, SEED_42, SPLIT_42, SPLIT_42_UNIFORM_0_6, UNIFORM, WIDE

std_gens = st.builds(StdGen, st.integers(1, 2147483562), st.integers(1, 2147483398))
gens = generators()
ranges = st.tuples(st.integers(), st.integers()).map(lambda pair: (min(pair), max(pair)))
GEN = SplitMix.from_seed(1)

# Generators whose next word is 1, and the greatest, which stands for 0.
EDGES = [
    StdGen(pow(40014, -1, 2147483563) * s1 % 2147483563, pow(40692, -1, 2147483399) * 1000 % 2147483399)
    for s1 in (1001, 1000)
]


def defined(gen: StdGen, lo: int, hi: int) -> tuple[int, StdGen]:
    """``uniform_r`` of random-1.1, by its words: digits until they are a thousand times as many as the range has numbers."""
    size, magnitude, number = hi - lo + 1, 1, 0
    while magnitude < 1000 * size:
        word, gen = gen.next_word()
        number, magnitude = number * 2147483562 + word - 1, magnitude * 2147483562
    return lo + number % size, gen


class TestStdGen:
    def test_the_least_and_the_greatest_word(self) -> None:
        assert [gen.next_word()[0] for gen in EDGES] == [1, 2147483562]

    @given(st.one_of(std_gens, st.sampled_from(EDGES)), ranges)
    @example(StdGen(1, 1), (0, 2147483562 // 1000 - 1))
    @example(StdGen(1, 1), (0, 2147483562 // 1000))
    @example(StdGen(1, 1), (0, 2147483562**2 // 1000 - 1))
    @example(StdGen(1, 1), (0, 2147483562**2 // 1000))
    def test_a_number_of_a_range_is_made_of_words(self, gen: StdGen, bounds: tuple[int, int]) -> None:
        assert gen.uniform_r(*bounds) == defined(gen, *bounds)
        for edge in EDGES:
            assert edge.uniform_r(*bounds) == defined(edge, *bounds)

    @given(std_gens)
    def test_a_word_is_schrages_recurrence(self, gen: StdGen) -> None:
        """The recurrence as random-1.1 computes it, in 32-bit steps."""
        s1, s2 = gen
        k1, k2 = s1 // 53668, s2 // 52774
        t1 = 40014 * (s1 - 53668 * k1) - 12211 * k1
        t2 = 40692 * (s2 - 52774 * k2) - 3791 * k2
        t1, t2 = t1 + 2147483563 * (t1 < 0), t2 + 2147483399 * (t2 < 0)
        word = t1 - t2
        assert gen.next_word() == (word + 2147483562 * (word < 1), StdGen(t1, t2))

    def test_from_seed_is_mk_std_gen(self) -> None:
        """Shown as Haskell shows it."""
        shown = {0: "1 1", 42: "43 1", -1: "86 2", 2147483562: "1 2", 2**31 + 5: "6 1"}
        assert {seed: str(StdGen.from_seed(seed)) for seed in shown} == shown
        gen = StdGen(2084555406, 40692)
        assert str(gen) == "2084555406 40692"
        assert eval(repr(gen)) == gen

    @given(std_gens)
    def test_split_steps_each_half_differently(self, gen: StdGen) -> None:
        left, right = gen.split()
        _, after = gen.next_word()
        assert (left.s2, right.s1) == (after.s2, after.s1)
        assert left.s1 == gen.s1 % 2147483562 + 1
        assert right.s2 == (gen.s2 - 2) % 2147483398 + 1


class TestSplitMix:
    def test_from_seed(self) -> None:
        """Also of seeds whose gammas are mixed again."""
        expected = {42: SEED_42, **FROM_SEED}
        assert {seed: tuple(SplitMix.from_seed(seed)) for seed in expected} == expected

    def test_numbers_of_ranges(self) -> None:
        for seed, bounds, values, after in UNIFORM:
            drawn, gen = replicate_m(len(values), uniform(*bounds)).run(SplitMix.from_seed(seed))
            assert (list(drawn), gen) == (values, SplitMix(*after)), (seed, bounds)
        assert {hi: [SplitMix.from_seed(seed).uniform_r(0, hi)[0] for seed in (1, 2, 3)] for hi in WIDE} == WIDE

    def test_the_range_of_haskells_int(self) -> None:
        lo, hi = -(2**63), 2**63 - 1
        word, gen = SplitMix.from_seed(42).next_word()
        assert uniform_r(lo, hi, SplitMix.from_seed(42)) == (lo + word, gen)

    def test_split(self) -> None:
        halves = SplitMix.from_seed(42).split()
        assert halves == (SplitMix(*SPLIT_42[0]), SplitMix(*SPLIT_42[1]))
        assert [list(replicate_m(10, uniform(0, 6)).eval(half)) for half in halves] == list(SPLIT_42_UNIFORM_0_6)

    def test_wide_ranges_reject_what_would_be_too_many(self) -> None:
        """Three quarters of two words: a quarter of the draws is thrown away and drawn again."""
        gens = [GEN]
        for _ in range(200):
            gens.append(gens[-1].uniform_r(0, 3 * 2**126 - 1)[1])
        spent = [(gen.seed - last.seed) * pow(gen.gamma, -1, 2**64) % 2**64 for last, gen in pairwise(gens)]
        assert set(spent) >= {2, 4}
        assert 2.3 < sum(spent) / len(spent) < 3.1


class TestUniform:
    @given(gens, ranges)
    def test_a_draw_is_in_its_range_and_moves_the_generator(self, gen: Gen, bounds: tuple[int, int]) -> None:
        lo, hi = bounds
        value, after = uniform_r(lo, hi, gen)
        assert lo <= value <= hi
        assert type(after) is type(gen)
        assert (after == gen) == (lo == hi and isinstance(gen, SplitMix))

    @given(gens, st.integers(), st.integers(min_value=1))
    def test_an_empty_range_is_refused(self, gen: Gen, lo: int, less: int) -> None:
        with pytest.raises(ValueError, match=rf"empty range {lo}\.\.{lo - less}; expected lo <= hi"):
            uniform_r(lo, lo - less, gen)

    def test_whole_numbers_of_numpy(self) -> None:
        """Equal to plain ones, and plain ones come out."""
        gens: tuple[Any, ...] = (StdGen(1, 1), GEN)
        kinds: tuple[Any, ...] = (np.int8, np.int32, np.int64, np.uint64)
        for gen, kind in product(gens, kinds):
            for lo, hi in ((kind(0), 100), (0, kind(100)), (kind(0), kind(100))):
                found = gen.uniform_r(lo, hi)
                assert (found, type(found[0])) == (gen.uniform_r(0, 100), int)
            made = type(gen)(kind(7), kind(9)), type(gen).from_seed(kind(5))
            assert made == (type(gen)(7, 9), type(gen).from_seed(5))
            assert {type(part) for each in made for part in each} == {int}
            assert GEN.ahead(kind(6)) == GEN.ahead(6)
            for lo, hi in ((-(2**63), 2**63 - 1), (0, 10**16)):
                assert gen.uniform_r(np.int64(lo), np.int64(hi)) == gen.uniform_r(lo, hi)


class TestValues:
    @given(gens)
    def test_generators_pickle_hash_and_compare_by_value(self, gen: Gen) -> None:
        copy = pickle.loads(pickle.dumps(gen))
        assert copy == gen
        assert hash(copy) == hash(gen)
        assert not operator.ne(copy, gen)
        assert type(copy) is type(gen)

    def test_generators_of_two_kinds_are_never_equal(self) -> None:
        assert StdGen(1, 1) != SplitMix(1, 1)
        assert StdGen(1, 1) != (1, 1)
