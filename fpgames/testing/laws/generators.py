"""Laws of random generators: immutable values whose numbers are in range, evenly distributed, and independent.

The laws of bots also use ``SingleUseGen``, ``seeded_modules`` and the chi-squared test.
"""

from __future__ import annotations

import pickle
import random
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from itertools import permutations, product
from operator import methodcaller
from typing import Any, NamedTuple, TypeVar, Unpack

from hypothesis import strategies as st
from returns.result import safe

from fpgames.rand import Gen, next_word, split_off, uniform
from fpgames.state import replicate_m
from fpgames.testing.law import Counterexample, Law, Options, name_of
from fpgames.testing.running.checks import make_check, require_type
from fpgames.testing.running.suite import Suite
from fpgames.testing.strategies.values import seeds
from fpgames.validation import require_limit

__all__ = ["check_gen", "gen_laws"]

A = TypeVar("A")


FromSeed = Callable[[int], Gen]


class GenSubject(NamedTuple):
    """The subject of the laws of a generator: the arguments of ``gen_laws``. To call it is to call ``from_seed``."""

    from_seed: FromSeed
    bits: int | None

    def __call__(self, seed: int) -> Gen:
        """Return the generator of a seed."""
        return self.from_seed(seed)


GEN: Suite[GenSubject] = Suite(names=lambda subject: {"from_seed": subject.from_seed})

DRAWS = 20_000
SEED_BITS = 1, 2, 64, 256, 65536  # seeds that differ in one of these bits have to give different generators
MIN_PERIOD = 2**17  # number of words before a generator may return
IGNORED_HIGH_BITS = 8  # number of high bits that are not tested in words of unknown size: they may be less likely


@contextmanager
def seeded_modules(n: int) -> Iterator[Callable[[], list[str]]]:
    """Seed ``random`` and ``numpy.random`` in a block; yield a function that lists which of the two were used."""
    modules: dict[str, tuple[Callable[..., Any], ...]] = {"random": (random.getstate, random.setstate, random.seed)}
    if numpys := getattr(sys.modules.get("numpy"), "random", None):  # numpy.random is seeded only if numpy is imported
        modules["numpy.random"] = numpys.get_state, numpys.set_state, numpys.seed
    before = {module: get() for module, (get, _, _) in modules.items()}
    for _, _, seed in modules.values():
        seed(n)
    seeded = {module: pickle.dumps(get()) for module, (get, _, _) in modules.items()}
    try:
        yield lambda: [module for module, (get, _, _) in modules.items() if pickle.dumps(get()) != seeded[module]]
    finally:
        for module, (_, put, _) in modules.items():
            put(before[module])


class SingleUseGen:
    """A generator that raises Counterexample when it is used twice, like a value of a linear type."""

    def __init__(self, gen: Gen) -> None:
        self.gen = gen
        self.used = False

    def _use(self) -> Gen:
        if self.used:
            raise Counterexample(f"it draws twice from one generator, {self.gen!r}")
        self.used = True
        return self.gen

    def __hash__(self) -> int:
        raise Counterexample(f"it reads the hash of the generator {self.gen!r}; draw by uniform_r")

    def next_word(self) -> tuple[int, SingleUseGen]:
        """Draw a word, and return the next generator."""
        word, gen = self._use().next_word()
        return word, SingleUseGen(gen)

    def uniform_r(self, lo: int, hi: int) -> tuple[int, SingleUseGen]:
        """Draw a number in a range, and return the next generator."""
        number, gen = self._use().uniform_r(lo, hi)
        return number, SingleUseGen(gen)

    def split(self) -> tuple[SingleUseGen, SingleUseGen]:
        """Split the generator into two."""
        left, right = self._use().split()
        return SingleUseGen(left), SingleUseGen(right)


MAX_DEVIATIONS = 6.0  # limit of chi-squared in standard deviations; chance exceeds it once in millions of runs


def require_even(drawn: Iterable[A], values: Collection[A], subject: str, evidence: str = "") -> float:
    """Return chi-squared of the counts of ``values`` in ``drawn``; raise Counterexample if it is too large."""
    counts = Counter(drawn)
    draws, expected = counts.total(), counts.total() / len(values)
    chi2 = sum((counts[value] - expected) ** 2 for value in values) / expected
    if is_uneven(chi2, len(values) - 1):
        missing = [value for value in values if not counts[value]]
        (most_frequent, max_count), *_, (rarest, min_count) = counts.most_common() * 2
        message = f"{most_frequent!r} came {max_count} times in {draws} draws, and {rarest!r} {min_count} times"
        if missing:
            others_note = f", nor {len(missing) - 1} others" if missing[1:] else ""
            message = f"the value {missing[0]!r} never came in {draws} draws{others_note}"
        raise Counterexample(f"{subject}: {message}; expected each about {expected:.0f} times", evidence=evidence)
    return chi2


SHARED_WORDS = 4  # number of words in a row that two generators may share only by chance: less than 2 ** -100


def is_uneven(chi2: float, freedom: int) -> bool:
    """Return whether ``chi2`` with ``freedom`` degrees of freedom is too large for chance (Wilson and Hilferty)."""
    variance = 2 / (9 * freedom)
    deviations: float = (float(chi2 / freedom) ** (1 / 3) - 1 + variance) / variance**0.5
    return deviations > MAX_DEVIATIONS


def ranges(subject: object) -> st.SearchStrategy[tuple[int, int]]:
    """Draw the bounds of a range, which may be narrow, or wider than 64 bits."""
    whole = st.one_of(st.integers(-10, 10), st.integers(-(2**70), 2**70))
    return st.tuples(whole, whole).map(lambda pair: (min(pair), max(pair)))


@GEN.law(evidence="replicate_m(10, uniform(*bounds)).eval(from_seed(seed))", seed=seeds, bounds=ranges)
def numbers_are_in_their_range(from_seed: FromSeed, seed: int, bounds: tuple[int, int]) -> None:
    """Drawn numbers are in the range from ``lo`` to ``hi``: ``lo <= fst (uniform_r lo hi g) <= hi``."""
    for number in replicate_m(10, uniform(*bounds)).eval(from_seed(seed)):
        if not bounds[0] <= number <= bounds[1]:
            raise Counterexample(f"uniform_r{bounds} returns {number}")


@GEN.law(evidence="g = from_seed(seed); g.next_word(), g.next_word(), g.split(), g.split()", seed=seeds, bounds=ranges)
def a_generator_is_a_value(from_seed: FromSeed, seed: int, bounds: tuple[int, int]) -> None:
    """A draw does not change a generator: ``draw g = draw g``; equal seeds give equal generators."""
    gen, same = from_seed(seed), from_seed(seed)
    if gen != same or hash(gen) != hash(same):
        evidence = "from_seed(seed) == from_seed(seed), from_seed(seed), from_seed(seed)"
        raise Counterexample(f"the seed {seed} gives {gen!r} and {same!r}, which are not equal", evidence=evidence)
    if (copied := safe(lambda: pickle.loads(pickle.dumps(gen)))().value_or(gen)) != gen:
        evidence = "g = from_seed(seed); g, loads(dumps(g))"
        raise Counterexample(f"{gen!r}, pickled, is {copied!r}, which is not equal", evidence=evidence)
    for draw in (methodcaller("uniform_r", *bounds), methodcaller("next_word"), methodcaller("split")):
        once, again = draw(gen), draw(gen)
        if once != again or gen != same:
            raise Counterexample(f"the same draw returns {once!r} and then {again!r}")


@GEN.law(evidence="g = from_seed(seed); one, other = g.split(); one == other, g.next_word()[1] == g, g", seed=seeds)
def seeds_and_draws_differ(from_seed: FromSeed, seed: int) -> None:
    """Nearby seeds give different generators. A draw returns a different generator, and ``split`` returns two: ``snd (next_word g) /= g``."""
    gen = from_seed(seed)
    if gen in [from_seed(seed ^ bit) for bit in SEED_BITS]:
        evidence = f"[from_seed(seed ^ bit) for bit in {(0, *SEED_BITS)}]"
        raise Counterexample(f"the seed {seed} and a seed near it give the same generator", evidence=evidence)
    if gen.next_word()[1] == gen:
        raise Counterexample("next_word returns the same generator")
    left, right = gen.split()
    if left == right or left.next_word()[0] == right.next_word()[0]:
        raise Counterexample("both halves of split are the same")
    words = [replicate_m(2 * SHARED_WORDS, next_word()).eval(half) for half in (left, right)]
    for ours, theirs in permutations(words):  # a half may go on with the words of ``gen``, which is not used again
        if theirs[:SHARED_WORDS] in (ours[n : n + SHARED_WORDS] for n in range(SHARED_WORDS + 1)):
            evidence = f"[replicate_m({2 * SHARED_WORDS}, next_word()).eval(half) for half in from_seed(seed).split()]"
            raise Counterexample("both halves of split draw the same words, one perhaps later", evidence=evidence)


@GEN.law()
def no_generator_returns_soon(from_seed: FromSeed) -> None:
    """The next generators of 2^17 draws all differ: ``iterate (snd . next_word) g`` has no cycle among them."""
    earlier = gen = from_seed(5)
    start = 0  # the number of draws before ``earlier``, a power of two as in Brent 1980 (doi:10.1007/BF01933190)
    for n in range(1, MIN_PERIOD + 1):
        gen = gen.next_word()[1]
        if gen == earlier:
            evidence = f"g = replicate_m({start}, next_word()).exec(from_seed(5)); g, replicate_m({n - start}, next_word()).exec(g)"
            raise Counterexample(
                f"its state after {n} draws is that after {start} draws, so its numbers repeat", evidence=evidence
            )
        if n & (n - 1) == 0:
            earlier, start = gen, n


def require_even_draws(from_seed: FromSeed, code: str, values: Collection[Any], subject: str) -> None:
    """Require that the draws which an expression makes are even; the report shows the expression."""
    names: dict[str, Any] = {"from_seed": from_seed, "next_word": next_word, "split_off": split_off, "uniform": uniform}
    drawn = eval(f"replicate_m({DRAWS}, {code}", {**names, "replicate_m": replicate_m})
    require_even(drawn, values, subject, f"Counter(replicate_m({DRAWS}, {code})")


@GEN.law()
def every_number_of_a_range_is_as_likely(from_seed: FromSeed) -> None:
    """Every number of a range is equally likely: ``uniform_r`` passes a chi-squared test."""
    for lo, n in ((1, 2), (-1, 3), (1, 6), (-9, 7), (0, 10), (-26, 52), (1, 100)):
        code, subject = f"uniform({lo}, {lo + n - 1})).eval(from_seed({n}))", f"uniform_r({lo}, {lo + n - 1})"
        require_even_draws(from_seed, code, range(lo, lo + n), f"{subject}, from the seed {n}")


@GEN.law()
def every_bit_of_a_word_is_as_likely(subject: GenSubject) -> None:
    """Each bit is set in about half of the words of ``next_word``; without ``bits``, the highest eight are not tested."""
    code = f"replicate_m({DRAWS}, next_word()).eval(from_seed(4))"
    words = replicate_m(DRAWS, next_word()).eval(subject(4))
    low, high = min(words), max(words)
    if subject.bits and not 0 <= low <= high < 1 << subject.bits:
        message = f"words from {low} to {high} are not in the range of {subject.bits} bits"
        raise Counterexample(message, evidence=f"min({code}), max({code})")
    for bit in range(subject.bits or high.bit_length() - IGNORED_HIGH_BITS):
        evidence = f"Counter(word >> {bit} & 1 for word in {code})"
        require_even((word >> bit & 1 for word in words), range(2), f"bit {bit} of words, from the seed 4", evidence)


@GEN.law()
def one_number_does_not_tell_the_next(from_seed: FromSeed) -> None:
    """Two numbers drawn in a row are independent. The first numbers of the two halves of ``split`` are independent, too."""
    one, pairs = "uniform(0, 5)", [*product(range(6), range(6))]
    halves = f"split_off().bind(lambda half: {one}.map(lambda other: ({one}.eval(half), other)))"
    for seed, pair, what in (
        (1, f"replicate_m(2, {one})", "two numbers in a row"),
        (2, halves, "one number of each half of split"),
    ):
        subject = f"{what}, from 0 to 5, from the seed {seed}"
        require_even_draws(from_seed, f"{pair}).eval(from_seed({seed}))", pairs, subject)


@GEN.law()
def wide_ranges_are_as_likely_in_all_their_parts(from_seed: FromSeed) -> None:
    """Six equal parts of a range are equally likely in ``uniform_r lo hi``, even if the range is very wide."""
    for width in (6 * 10**9, 3 * 2**62, 6 * 2**64, 6 * 10**30):
        code = f"uniform(0, {width - 1}).map(lambda n: n // {width // 6})).eval(from_seed(3))"
        subject = f"the sixths 0 to 5 of uniform_r(0, {width - 1}), from the seed 3"
        require_even_draws(from_seed, code, range(6), subject)


def gen_laws(from_seed: FromSeed, *, bits: int | None = None, **options: Unpack[Options]) -> list[Law]:
    """Return the laws of a random generator: ``genLaws :: (Integer -> Gen) -> [Law]``.

    Args:
        from_seed: a function from a whole number to a generator.
        bits: the size of the words of ``next_word``, such as 64, if all words of this size are equally likely.
        options: the :class:`fpgames.testing.Options` of the run.

    Raises:
        TypeError: ``from_seed`` is not a function, or an option is unknown.
        ValueError: the value of an option is invalid.

    >>> from fpgames import SplitMix
    >>> gen_laws(SplitMix.from_seed)[0]
    numbers_are_in_their_range
    >>> check_gen(SplitMix.from_seed, bits=64)

    See also: :func:`check_gen`, which runs the laws.

    Source: the approximation of chi-squared, Wilson and Hilferty 1931 (doi:10.1073/pnas.17.12.684).
    """
    expected = "given as a function from a seed, such as SplitMix.from_seed"
    require_type(Callable, from_seed, "a generator", expected)
    require_limit(bits, "test words of {} bits")
    return GEN.laws(GenSubject(from_seed, bits), name_of(from_seed), **options)


check_gen = make_check(gen_laws)
"""Run every law of a random generator: ``checkGen = check . genLaws``."""
