"""Immutable random generators: each draw returns a number and the next generator.

The two generators reproduce Haskell's package ``random`` bit for bit: ``StdGen`` reproduces version 1.1, which the
articles use, and ``SplitMix``, the default, reproduces version 1.2. Neither is suitable for cryptography.

Sources: random-1.1 and random-1.2; L'Ecuyer 1988 (doi:10.1145/62959.62969); Steele, Lea and Flood 2014
(doi:10.1145/2660193.2660195).
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any, NamedTuple, Protocol, Self, SupportsIndex, TypeVar, final

from fpgames.validation import as_int, require_at_least

__all__ = ["Gen", "SplitMix", "StdGen", "uniform_r"]

G = TypeVar("G", bound="Gen")


class Gen(Protocol):
    """An immutable random generator: Haskell's type class ``RandomGen`` as a protocol.

    See also: :class:`SplitMix`, :class:`StdGen`; :func:`fpgames.testing.check_gen`, which tests your own generator.
    """

    def next_word(self) -> tuple[int, Self]:
        """Return a word (the basic random number of a generator) and the next generator: ``next`` or ``genWord64``."""
        ...

    def uniform_r(self, lo: int, hi: int) -> tuple[int, Self]:
        """Return a number from lo to hi, both included, and the next generator: ``randomR`` or ``uniformR``.

        Args:
            lo: the smallest possible number.
            hi: the greatest possible number.

        Raises:
            ValueError: lo is greater than hi.
        """
        ...

    def split(self) -> tuple[Self, Self]:
        """Return two independent generators: ``split``."""
        ...


_unchecked = tuple.__new__  # makes a generator, but skips the checks in StdGen.__new__ and SplitMix.__new__


class _GeneratorBase(tuple[int, int]):
    """The base class of both generators: a tuple, for speed. A generator equals no object of another type."""

    __slots__ = ()

    @classmethod
    def _make(cls, iterable: Iterable[Any], /) -> Self:
        """Make a generator by its constructor, so that ``_replace``, which calls ``_make``, checks the numbers."""
        return cls(*iterable)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return tuple.__hash__(self)

    def __str__(self) -> str:
        """Return both numbers as text, in the format of ``show`` in Haskell's random-1.1."""
        return "{} {}".format(*self)


class _StdGenFields(NamedTuple):
    s1: int
    s2: int


class _SplitMixFields(NamedTuple):
    seed: int
    gamma: int


_M1 = 2147483563
_M2 = 2147483399
_BASE = _M1 - 1  # the number of possible words (1 to 2147483562)
_ONE_WORD = _BASE // 1000  # the size of the largest range for which one word is enough


@final
class StdGen(_GeneratorBase, _StdGenFields):  # type: ignore[misc]  # both bases have _make
    """The generator of random-1.1: two multiplicative congruential generators combined.

    ``s1' = 40014 s1 mod 2147483563, s2' = 40692 s2 mod 2147483399, word = s1' - s2' (mod 2147483562)``

    Args:
        s1: the state of the first generator, 1 to 2147483562.
        s2: the state of the second generator, 1 to 2147483398.

    Raises:
        ValueError: s1 or s2 is out of its range, or is not an int.

    >>> gen = StdGen(1314174216, 1)
    >>> word, after = gen.next_word()
    >>> print(word, "|", after)
    2084514714 | 2084555406 40692

    See also: :class:`SplitMix`, which is newer and better.

    Source: random-1.1 (L'Ecuyer 1988).
    """

    __slots__ = ()

    def __new__(cls, s1: int, s2: int) -> StdGen:
        """Make a generator; raise ValueError unless both numbers are in range."""
        for name, value, greatest in (("s1", s1, _M1 - 1), ("s2", s2, _M2 - 1)):
            if not (isinstance(value, int | SupportsIndex) and 1 <= index(value) <= greatest):
                raise ValueError(f"{name} is {value!r}; expected 1 to {greatest}")
        return _unchecked(StdGen, (index(s1), index(s2)))

    @classmethod
    def from_seed(cls, seed: int) -> StdGen:
        """Make a generator from any integer, which is reduced modulo 2**31: ``mkStdGen``.

        Args:
            seed: any integer.

        >>> print(StdGen.from_seed(42))
        43 1
        """
        q, s1 = divmod(as_int(seed, "from_seed") & 0x7FFFFFFF, _M1 - 1)
        return _unchecked(StdGen, (s1 + 1, q + 1))

    def next_word(self) -> tuple[int, StdGen]:
        """Return a word from 1 to 2147483562 and the next generator: ``next``.

        Unlike Haskell's code, this method does not need Schrage's division: Python's integers cannot overflow.

        >>> StdGen(1, 1).next_word()
        (2147482884, StdGen(s1=40014, s2=40692))
        """
        s1, s2 = self
        s1 = 40014 * s1 % _M1
        s2 = 40692 * s2 % _M2
        word = s1 - s2
        return word if word > 0 else word + _BASE, _unchecked(StdGen, (s1, s2))

    def uniform_r(self, lo: int, hi: int) -> tuple[int, StdGen]:
        """Return a number from lo to hi and the next generator: ``randomR (lo, hi) gen`` of random-1.1.

        The method draws a long number, whose digits in base 2147483562 are words, and reduces it modulo the size
        of the range. At least 1000 times as many long numbers as results make the results almost equally likely.

        Args:
            lo: the smallest possible number.
            hi: the greatest possible number.

        Raises:
            ValueError: lo is greater than hi.

        >>> StdGen(1, 1).uniform_r(1, 6)
        (6, StdGen(s1=40014, s2=40692))
        """
        if type(lo) is not int or type(hi) is not int:  # convert numpy's integers, which wrap around on overflow
            return self.uniform_r(as_int(lo, "uniform_r"), as_int(hi, "uniform_r"))
        size = hi - lo + 1
        if not 0 < size <= _ONE_WORD:
            return self._uniform_wide(lo, hi)
        s1, s2 = self
        s1, s2 = 40014 * s1 % _M1, 40692 * s2 % _M2
        return lo + (s1 - s2 - 1) % _BASE % size, _unchecked(StdGen, (s1, s2))

    def _uniform_wide(self, lo: int, hi: int) -> tuple[int, StdGen]:
        """Draw a number from a range that needs more than one word."""
        size = hi - lo + 1
        if size < 1:
            raise empty_range_error(lo, hi)
        gen, number, left = self, 0, 1000 * size
        while left:
            word, gen = gen.next_word()
            number = number * _BASE + word - 1
            left //= _BASE
        return lo + number % size, gen

    def split(self) -> tuple[StdGen, StdGen]:
        """Return two generators: ``split gen`` of random-1.1. It is not proven that they are independent.

        >>> StdGen(1, 1).split()
        (StdGen(s1=2, s2=40692), StdGen(s1=40014, s2=2147483398))
        """
        s1, s2 = self
        _, (t1, t2) = self.next_word()
        left = _unchecked(StdGen, (1 if s1 == _M1 - 1 else s1 + 1, t2))
        right = _unchecked(StdGen, (t1, _M2 - 1 if s2 == 1 else s2 - 1))
        return left, right


_MASK64 = 0xFFFFFFFFFFFFFFFF
_GOLDEN_GAMMA = 0x9E3779B97F4A7C15  # 2**64 divided by the golden ratio, rounded down to an odd number


@final
class SplitMix(_GeneratorBase, _SplitMixFields):  # type: ignore[misc]  # both bases have _make
    """The generator of random-1.2: a counter that grows by a stride, and a hash function of the counter.

    ``seed' = seed + gamma (mod 2**64), word = mix64(seed')``

    Args:
        seed: the counter, 0 to 2**64 - 1.
        gamma: the stride of the counter, an odd number from 1 to 2**64 - 1.

    Raises:
        ValueError: seed or gamma is out of its range, or is not an int; or gamma is even.

    >>> gen = SplitMix.from_seed(42)
    >>> gen
    SplitMix(seed=9297814886316923340, gamma=13679457532755275413)
    >>> gen.uniform_r(1, 100)
    (49, SplitMix(seed=4530528345362647137, gamma=13679457532755275413))

    See also: :class:`StdGen`, which the articles used.

    Source: random-1.2, splitmix (Steele, Lea and Flood 2014).
    """

    __slots__ = ()

    def __new__(cls, seed: int, gamma: int) -> SplitMix:
        """Make a generator; raise ValueError unless both numbers are in range, and gamma is odd."""
        for name, value in (("seed", seed), ("gamma", gamma)):
            if not (isinstance(value, int | SupportsIndex) and 0 <= index(value) <= _MASK64):
                raise ValueError(f"{name} is {value!r}; expected 0 to 2**64 - 1")
        if gamma % 2 == 0:
            raise ValueError(f"gamma is {gamma}; expected an odd number")
        return _unchecked(SplitMix, (index(seed), index(gamma)))

    @classmethod
    def from_seed(cls, seed: int) -> SplitMix:
        """Make a generator from any integer, which is reduced modulo 2**64: ``mkStdGen``, ``mkSMGen``.

        Args:
            seed: any integer.

        >>> SplitMix.from_seed(42) == SplitMix.from_seed(42 + 2**64)
        True
        """
        seed = as_int(seed, "from_seed")
        return _unchecked(SplitMix, (mix64(seed & _MASK64), mix_gamma((seed + _GOLDEN_GAMMA) & _MASK64)))

    def next_word(self) -> tuple[int, SplitMix]:
        """Return a word from 0 to 2**64 - 1 and the next generator: ``genWord64``.

        >>> SplitMix(0, 1).next_word()
        (12994781566227106604, SplitMix(seed=1, gamma=1))
        """
        seed, gamma = self
        seed = (seed + gamma) & _MASK64
        return mix64(seed), _unchecked(SplitMix, (seed, gamma))

    def ahead(self, n: int) -> SplitMix:
        """Return the generator after n words, without drawing them: ``iterate (snd . genWord64) gen !! n``.

        Args:
            n: the number of words to skip, at least 0.

        Raises:
            ValueError: n is less than 0, or is not an int.

        >>> gen = SplitMix.from_seed(42)
        >>> gen.ahead(2) == gen.next_word()[1].next_word()[1]
        True
        """
        require_at_least(0, n, "skip {} words")
        n = as_int(n, "ahead")
        seed, gamma = self
        return _unchecked(SplitMix, ((seed + n * gamma) & _MASK64, gamma))

    def uniform_r(self, lo: int, hi: int) -> tuple[int, SplitMix]:
        """Return a number from lo to hi and the next generator: ``uniformR (lo, hi) gen`` of random-1.2.

        It draws words until the low bits of a word fit the range (rejection sampling). If lo equals hi, it draws none.

        Args:
            lo: the smallest possible number.
            hi: the greatest possible number.

        Raises:
            ValueError: lo is greater than hi.

        >>> SplitMix(0, 1).uniform_r(1, 6)
        (5, SplitMix(seed=1, gamma=1))
        """
        if type(lo) is not int or type(hi) is not int:  # convert numpy's integers, which wrap around on overflow
            return self.uniform_r(as_int(lo, "uniform_r"), as_int(hi, "uniform_r"))
        span = hi - lo
        if span < 1:
            if span < 0:
                raise empty_range_error(lo, hi)
            return lo, self
        if span > _MASK64:
            return self._uniform_wide(lo, span + 1)
        mask = (1 << span.bit_length()) - 1
        seed, gamma = self
        while True:
            seed = (seed + gamma) & _MASK64
            number = mix64(seed) & mask
            if number <= span:
                return lo + number, _unchecked(SplitMix, (seed, gamma))

    def _uniform_wide(self, lo: int, size: int) -> tuple[int, SplitMix]:
        """Draw from a range of over 2**64 numbers: ``uniformIntegralM`` (Lemire's multiplication with rejection)."""
        words = -(-size.bit_length() // 64)
        bits = 64 * words
        gen = self
        while True:
            number = 0
            for _ in range(words):
                word, gen = gen.next_word()
                number = number << 64 | word
            high, low = divmod(number * size, 1 << bits)
            if low >= ((1 << bits) - size) % size:
                return lo + high, gen

    def split(self) -> tuple[SplitMix, SplitMix]:
        """Return two generators: ``splitSMGen gen``. The first keeps the stride, and the second has a new stride.

        >>> SplitMix(0, 1).split()
        (SplitMix(seed=2, gamma=1), SplitMix(seed=12994781566227106604, gamma=15839785061582574731))
        """
        seed, gamma = self
        middle = (seed + gamma) & _MASK64
        end = (middle + gamma) & _MASK64
        return _unchecked(SplitMix, (end, gamma)), _unchecked(SplitMix, (mix64(middle), mix_gamma(end)))


def mix64(z: int) -> int:
    """Mix the bits of a counter by the 64-bit finaliser of MurmurHash3."""
    z = (z ^ z >> 33) * 0xFF51AFD7ED558CCD & _MASK64
    z = (z ^ z >> 33) * 0xC4CEB9FE1A85EC53 & _MASK64
    return z ^ z >> 33


def mix_gamma(z: int) -> int:
    """Mix the bits of a number into an odd stride, in which neighbouring bits often differ."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _MASK64
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK64
    z = (z ^ z >> 31) | 1
    return z if (z ^ z >> 1).bit_count() >= 24 else z ^ 0xAAAAAAAAAAAAAAAA


def empty_range_error(lo: int, hi: int) -> ValueError:
    return ValueError(f"empty range {lo}..{hi}; expected lo <= hi")


def uniform_r(lo: int, hi: int, gen: G) -> tuple[int, G]:
    """Return a number from lo to hi, both included, and the next generator.

    ``uniformR :: (Int, Int) -> g -> (Int, g)``

    Args:
        lo: the smallest possible number.
        hi: the greatest possible number.
        gen: the generator to draw with.

    Raises:
        ValueError: lo is greater than hi.

    >>> uniform_r(1, 6, StdGen(1, 1))[0]
    6

    See also: :func:`fpgames.rand.actions.uniform`, the same draw as an action.

    Source: article 1, part I-C (``randomR``).
    """
    return gen.uniform_r(lo, hi)
