"""The generators give Haskell's numbers, without bias, and are values."""

from __future__ import annotations

import operator
import pickle
from collections import Counter
from itertools import permutations
from math import sqrt
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fpgames import SplitMix, State, StdGen, choice, replicate_m, uniform
from fpgames.rand import next_word, shuffle, split
from fpgames.rng import Gen, uniform_r
from fpgames.testing import generators
from tests.figures import FROM_SEED, SEED_42, SPLIT_42, SPLIT_42_UNIFORM_0_6, UNIFORM

std_gens = st.builds(StdGen, st.integers(1, 2147483562), st.integers(1, 2147483398))
split_mixes = st.builds(SplitMix, st.integers(0, 2**64 - 1), st.integers(0, 2**63 - 1).map(lambda n: 2 * n + 1))
gens = generators()
ranges = st.tuples(st.integers(), st.integers()).map(lambda pair: (min(pair), max(pair)))

# Generators whose next word is 1, and the greatest, which stands for 0.
# uniformR (0, hi) (mkStdGen seed) of seeds 1, 2, 3 by GHC 9.0.2 with random-1.2.1.1.
WIDE = [
    (
        2**128 - 2,
        [
            298928925672804281932130034581957648794,
            301388863789720281957932818534703242457,
            188474849244011390959601800973031361880,
        ],
    ),
    (
        2**127,
        [
            67087007265280139782503755761607576939,
            150694431894860140978966409267351621229,
            43032178339244003558017260172618720552,
        ],
    ),
]
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


KINDS = pytest.mark.parametrize("kind", [StdGen, SplitMix])


class TestHaskell:
    def test_the_least_and_the_greatest_word(self) -> None:
        assert [gen.next_word()[0] for gen in EDGES] == [1, 2147483562]

    @given(st.one_of(std_gens, st.sampled_from(EDGES)), ranges)
    @example(StdGen(1, 1), (0, 2147483562 // 1000 - 1))
    @example(StdGen(1, 1), (0, 2147483562 // 1000))
    @example(StdGen(1, 1), (0, 2147483562**2 // 1000 - 1))
    @example(StdGen(1, 1), (0, 2147483562**2 // 1000))
    def test_uniform_r_of_random_1_1_is_made_of_words(self, gen: StdGen, bounds: tuple[int, int]) -> None:
        assert gen.uniform_r(*bounds) == defined(gen, *bounds)
        for edge in EDGES:
            assert edge.uniform_r(*bounds) == defined(edge, *bounds)

    def test_split_mix_from_seed(self) -> None:
        assert SplitMix.from_seed(42) == SplitMix(*SEED_42)

    @pytest.mark.parametrize(("seed", "gen"), FROM_SEED.items())
    def test_split_mix_from_seeds_whose_gammas_are_mixed_again(self, seed: int, gen: tuple[int, int]) -> None:
        assert SplitMix.from_seed(seed) == SplitMix(*gen)

    @pytest.mark.parametrize(("hi", "values"), WIDE)
    def test_split_mix_uniform_where_a_number_more_or_less_makes_it_another(self, hi: int, values: list[int]) -> None:
        assert [SplitMix.from_seed(seed).uniform_r(0, hi)[0] for seed in (1, 2, 3)] == values

    @pytest.mark.parametrize(("seed", "bounds", "values", "after"), UNIFORM)
    def test_split_mix_uniform(
        self, seed: int, bounds: tuple[int, int], values: list[int], after: tuple[int, int]
    ) -> None:
        drawn, gen = replicate_m(len(values), uniform(*bounds)).run(SplitMix.from_seed(seed))
        assert (list(drawn), gen) == (values, SplitMix(*after))

    def test_split_mix_split(self) -> None:
        halves = SplitMix.from_seed(42).split()
        assert halves == (SplitMix(*SPLIT_42[0]), SplitMix(*SPLIT_42[1]))
        assert [list(replicate_m(10, uniform(0, 6)).eval(half)) for half in halves] == list(SPLIT_42_UNIFORM_0_6)

    def test_the_range_of_haskells_int(self) -> None:
        lo, hi = -(2**63), 2**63 - 1
        word, gen = SplitMix.from_seed(42).next_word()
        assert uniform_r(lo, hi, SplitMix.from_seed(42)) == (lo + word, gen)

    @given(std_gens)
    def test_std_gen_is_schrages_recurrence(self, gen: StdGen) -> None:
        """The recurrence as random-1.1 computes it, in 32-bit steps."""
        s1, s2 = gen
        k1, k2 = s1 // 53668, s2 // 52774
        t1 = 40014 * (s1 - 53668 * k1) - 12211 * k1
        t2 = 40692 * (s2 - 52774 * k2) - 3791 * k2
        t1, t2 = t1 + 2147483563 * (t1 < 0), t2 + 2147483399 * (t2 < 0)
        word = t1 - t2
        assert gen.next_word() == (word + 2147483562 * (word < 1), StdGen(t1, t2))

    @given(std_gens, ranges)
    def test_std_gen_uniform_is_digits_of_words(self, gen: StdGen, bounds: tuple[int, int]) -> None:
        lo, hi = bounds
        size, number, magnitude = hi - lo + 1, 0, 1
        rest = gen
        while magnitude < 1000 * size:
            word, rest = rest.next_word()
            number, magnitude = number * 2147483562 + word - 1, magnitude * 2147483562
        assert gen.uniform_r(lo, hi) == (lo + number % size, rest)

    def test_std_gen_at_its_edges(self) -> None:
        """A word of difference 0 counts as the greatest; a range just too wide for one word takes two."""
        assert StdGen(1150326453, 1699959089).next_word()[0] == 2147483562
        assert StdGen(1, 1).uniform_r(0, 2147482)[1] == StdGen(1, 1).next_word()[1]
        assert StdGen(1, 1).uniform_r(0, 2147483)[1] == StdGen(1, 1).next_word()[1].next_word()[1]

    @pytest.mark.parametrize(
        ("seed", "shown"),
        [(0, "1 1"), (42, "43 1"), (-1, "86 2"), (2147483562, "1 2"), (2**31 + 5, "6 1")],
    )
    def test_std_gen_from_seed_is_mk_std_gen(self, seed: int, shown: str) -> None:
        assert str(StdGen.from_seed(seed)) == shown

    @given(std_gens)
    def test_std_gen_split_steps_each_half_differently(self, gen: StdGen) -> None:
        left, right = gen.split()
        _, after = gen.next_word()
        assert (left.s2, right.s1) == (after.s2, after.s1)
        assert left.s1 == gen.s1 % 2147483562 + 1
        assert right.s2 == (gen.s2 - 2) % 2147483398 + 1


class TestUniform:
    @given(gens, ranges)
    def test_a_draw_is_in_its_range_and_moves_the_generator(self, gen: Gen, bounds: tuple[int, int]) -> None:
        lo, hi = bounds
        value, after = uniform_r(lo, hi, gen)
        assert lo <= value <= hi
        assert type(after) is type(gen)
        assert (after == gen) == (lo == hi and isinstance(gen, SplitMix))

    @given(gens, ranges)
    def test_the_action_is_the_function(self, gen: Gen, bounds: tuple[int, int]) -> None:
        assert uniform(*bounds).run(gen) == uniform_r(*bounds, gen)

    @KINDS
    @pytest.mark.parametrize(("lo", "hi"), [(0, 1), (1, 6), (-4, 4), (0, 12), (0, 99), (5, 132)])
    def test_every_value_is_as_likely(self, kind: type[StdGen | SplitMix], lo: int, hi: int) -> None:
        """Pearson's chi-squared; the fixed seed makes the outcome certain, the bound is four deviations wide."""
        size = hi - lo + 1
        n = 200 * size
        counts = Counter(replicate_m(n, uniform(lo, hi)).eval(kind.from_seed(2024)))
        chi2 = sum((counts[value] - 200) ** 2 / 200 for value in range(lo, hi + 1))
        assert abs(chi2 - (size - 1)) < 4 * sqrt(2 * (size - 1))

    def test_wide_ranges_are_even_in_their_high_bits(self) -> None:
        counts = Counter(x >> 97 for x in replicate_m(3000, uniform(0, 3 * 2**97 - 1)).eval(SplitMix.from_seed(1)))
        assert sorted(counts) == [0, 1, 2]
        assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 2 + 4 * sqrt(4)

    def test_wide_ranges_reject_what_would_be_too_many(self) -> None:
        """Three quarters of two words: a quarter of the draws is thrown away and drawn again."""
        size = 3 * 2**126
        gen = SplitMix.from_seed(1)
        spent = []
        for _ in range(200):
            before = gen.seed
            _, gen = gen.uniform_r(0, size - 1)
            spent.append((gen.seed - before) * pow(gen.gamma, -1, 2**64) % 2**64)
        assert set(spent) >= {2, 4}
        assert 2.3 < sum(spent) / len(spent) < 3.1

    @given(gens, st.integers(), st.integers(min_value=1))
    def test_an_empty_range_is_refused(self, gen: Gen, lo: int, less: int) -> None:
        for draw in (lambda: uniform_r(lo, lo - less, gen), lambda: uniform(lo, lo - less)):
            with pytest.raises(ValueError, match=rf"empty range {lo}\.\.{lo - less}; expected lo <= hi"):
                draw()

    @pytest.mark.parametrize("hi", [float("inf"), float("nan"), 8.0])
    @KINDS
    def test_a_range_that_is_not_whole_is_refused(self, kind: type[StdGen | SplitMix], hi: Any) -> None:
        with pytest.raises(TypeError):
            kind.from_seed(1).uniform_r(0, hi)


class TestActions:
    @given(gens)
    def test_next_word_is_the_generators(self, gen: Gen) -> None:
        assert next_word().run(gen) == gen.next_word()

    @given(gens, st.lists(st.integers(), min_size=1))
    def test_choice_draws_an_index(self, gen: Gen, xs: list[int]) -> None:
        assert choice(xs).run(gen) == uniform(0, len(xs) - 1).map(lambda i: xs[i]).run(gen)

    def test_choice_of_nothing_is_refused(self) -> None:
        with pytest.raises(ValueError, match=r"^cannot choose from no values; expected at least one$"):
            choice(())

    @given(gens, st.lists(st.integers()))
    def test_shuffle_keeps_the_values(self, gen: Gen, xs: list[int]) -> None:
        shuffled, after = shuffle(iter(xs)).run(gen)
        assert Counter(shuffled) == Counter(xs)
        rest = gen
        for last in range(len(xs) - 1, 0, -1):
            _, rest = rest.uniform_r(0, last)
        assert after == rest

    def test_every_order_is_as_likely(self) -> None:
        action = shuffle("abcd")
        counts = Counter(replicate_m(24 * 200, action).eval(SplitMix.from_seed(3)))
        assert set(counts) == set(permutations("abcd"))
        assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 23 + 4 * sqrt(2 * 23)

    @given(gens)
    def test_split_answers_one_half_and_goes_on_with_the_other(self, gen: Gen) -> None:
        assert split().run(gen) == gen.split()

    @given(gens)
    def test_the_halves_of_a_split_differ_from_each_other_and_from_the_whole(self, gen: Gen) -> None:
        left, right = gen.split()
        numbers: State[Gen, tuple[int, ...]] = replicate_m(20, uniform(0, 999))
        assert len({numbers.eval(gen), numbers.eval(left), numbers.eval(right)}) == 3


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

    def test_a_generator_shows_as_haskell_shows_it(self) -> None:
        gen = StdGen(2084555406, 40692)
        assert str(gen) == "2084555406 40692"
        assert eval(repr(gen)) == gen

    @KINDS
    def test_a_generator_is_frozen(self, kind: type[StdGen | SplitMix]) -> None:
        gen = kind.from_seed(1)
        for name in (*gen._fields, "other"):
            with pytest.raises(AttributeError):
                setattr(gen, name, 1)

    @pytest.mark.parametrize(
        ("kind", "a", "b", "message"),
        [
            (StdGen, 0, 1, "s1 is 0; expected 1 to 2147483562"),
            (StdGen, 2147483563, 1, "s1 is 2147483563"),
            (StdGen, 1, 2147483399, "s2 is 2147483399; expected 1 to 2147483398"),
            (SplitMix, -1, 1, "seed is -1"),
            (SplitMix, 2**64, 1, "seed is 18446744073709551616"),
            (SplitMix, 0, 2**64 + 1, "gamma is 18446744073709551617"),
            (SplitMix, 0, 2, "gamma is 2; expected an odd number"),
            (StdGen, 1.5, 1, "s1 is 1.5; expected 1 to 2147483562"),
            (SplitMix, 1, 1.0, "gamma is 1.0"),
        ],
    )
    def test_components_out_of_range_are_refused(
        self, kind: type[StdGen | SplitMix], a: int, b: int, message: str
    ) -> None:
        with pytest.raises(ValueError, match=message):
            kind(a, b)
        with pytest.raises(ValueError, match=message):
            kind.from_seed(1)._replace(**dict(zip(kind._fields, (a, b), strict=True)))
