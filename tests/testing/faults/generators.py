"""Generators with a fault."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

from fpgames import SplitMix
from fpgames.rand import Gen
from fpgames.testing import gen_laws
from tests.testing.faults import Fault

__all__ = ["GENERATORS"]


class Biased(NamedTuple):
    """A generator made of a good one, and spoiled by a fault."""

    gen: SplitMix
    fault: str

    def next_word(self) -> tuple[int, Biased]:
        word, gen = self.gen.next_word()
        word = {
            "even": word - word % 2, "31 bits": word >> 33, "63 bits": word >> 1, "65 bits": word << 1 | 1,
            "signed": word - 2**63, "byte lost": word & ~(255 << 48),
        }.get(self.fault, word)  # fmt: skip
        return word, self if self.fault == "stuck" else self._replace(gen=gen)

    def uniform_r(self, lo: int, hi: int) -> tuple[int, Biased]:
        size = hi - lo + 1
        word, gen = self.gen.next_word()
        if self.fault == "byte":
            word %= 256
        number = {
            "short": word % max(1, size - 1),
            "long": word % (size + 1),
            "word": word % min(size, 2**64),
            "low": 1 + word % max(1, size - 1) if lo < 0 else word,
            "echo": (word >> 40 if word & 1 else self.gen.seed >> 40),
        }.get(self.fault, word)
        return lo + number % (size + (self.fault == "long")), self._replace(gen=gen)

    def split(self) -> tuple[Biased, Biased]:
        one, other = self.gen.split()
        following = self.gen.next_word()[1]
        one, other = {
            "twins": (one, one), "itself": (self.gen, following), "next": (following, following.next_word()[1]),
        }.get(self.fault, (one, other))  # fmt: skip
        return self._replace(gen=one), self._replace(gen=other)


class Restarted(NamedTuple):
    """A generator that begins again when it is pickled."""

    gen: SplitMix

    def next_word(self) -> tuple[int, Restarted]:
        word, gen = self.gen.next_word()
        return word, Restarted(gen)

    def uniform_r(self, lo: int, hi: int) -> tuple[int, Restarted]:
        number, gen = self.gen.uniform_r(lo, hi)
        return number, Restarted(gen)

    def split(self) -> tuple[Restarted, Restarted]:
        one, other = self.gen.split()
        return Restarted(one), Restarted(other)

    def __reduce__(self) -> Any:
        return Restarted, (SplitMix.from_seed(0),)


class Short(NamedTuple):
    """A generator with two to the sixteenth states, whose words are those of good ones."""

    state: int

    def after(self) -> Short:
        return Short((5 * self.state + 1) % 2**16)

    def next_word(self) -> tuple[int, Short]:
        return SplitMix.from_seed(self.state).next_word()[0], self.after()

    def uniform_r(self, lo: int, hi: int) -> tuple[int, Short]:
        return SplitMix.from_seed(self.state).uniform_r(lo, hi)[0], self.after()

    def split(self) -> tuple[Short, Short]:
        return Short((self.state * 25173 + 13849) % 2**16), self.after()


class Mutable:
    """A generator that changes in place."""

    def __init__(self, seed: int) -> None:
        self.gen = SplitMix.from_seed(seed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mutable) and self.gen == other.gen

    def __hash__(self) -> int:
        return 0

    def next_word(self) -> Any:
        word, self.gen = self.gen.next_word()
        return word, self

    def uniform_r(self, lo: int, hi: int) -> Any:
        number, self.gen = self.gen.uniform_r(lo, hi)
        return number, self

    def split(self) -> Any:
        one, self.gen = self.gen.split()
        return one, self


def seeded_by_nothing() -> Callable[[int], Gen]:
    made = count()
    return lambda seed: SplitMix.from_seed(next(made))


def spoiled(fault: str) -> Callable[[], Callable[[int], Any]]:
    return lambda: lambda seed: Biased(SplitMix.from_seed(seed), fault)


def generator(law: str, make: Callable[[], Callable[[int], Any]], bits: int | None = None) -> Fault:
    return Fault(lambda: gen_laws(make(), bits=bits), law)


GENERATORS: dict[str, Fault] = {
    "it is made of bytes": generator("every_number_of_a_range_is_as_likely", spoiled("byte")),
    "it never draws the last": generator("every_number_of_a_range_is_as_likely", spoiled("short")),
    "it draws one too many": generator("numbers_are_in_their_range", spoiled("long")),
    "it never draws the first if it is negative": generator("every_number_of_a_range_is_as_likely", spoiled("low")),
    "its words are even": generator("every_bit_of_a_word_is_as_likely", spoiled("even")),
    "its words have 31 bits, not 32": generator("every_bit_of_a_word_is_as_likely", spoiled("31 bits"), 32),
    "its highest bit is never set": generator("every_bit_of_a_word_is_as_likely", spoiled("63 bits"), 64),
    "its words have a bit too many": generator("every_bit_of_a_word_is_as_likely", spoiled("65 bits"), 64),
    "half of its words are negative": generator("every_bit_of_a_word_is_as_likely", spoiled("signed"), 64),
    "it loses a high byte": generator("every_bit_of_a_word_is_as_likely", spoiled("byte lost")),
    "it begins again when it is pickled": generator("a_generator_is_a_value", lambda: lambda seed: Restarted(SplitMix.from_seed(seed))),
    "it has one word for wide ranges": generator("wide_ranges_are_as_likely_in_all_their_parts", spoiled("word")),
    "it gives twins when it is split": generator("seeds_and_draws_differ", spoiled("twins")),
    "its halves are itself and the next": generator("seeds_and_draws_differ", spoiled("itself")),
    "its halves are those that follow": generator("seeds_and_draws_differ", spoiled("next")),
    "it knows eight seeds": generator("seeds_and_draws_differ", lambda: lambda seed: SplitMix.from_seed(seed % 8)),
    "it knows 256 seeds": generator("seeds_and_draws_differ", lambda: lambda seed: SplitMix.from_seed(seed % 256)),
    "it has two to the sixteenth states": generator("no_generator_returns_soon", lambda: lambda seed: Short(seed % 2**16)),
    "it stands still": generator("seeds_and_draws_differ", spoiled("stuck")),
    "it repeats itself": generator("one_number_does_not_tell_the_next", spoiled("echo")),
    "it forgets its seed": generator("a_generator_is_a_value", seeded_by_nothing),
    "it changes in place": generator("a_generator_is_a_value", lambda: Mutable),
}  # fmt: skip
