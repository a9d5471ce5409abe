"""Laws of bots, and of the generators that they draw from."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from hypothesis import strategies as st

from fpgames.playouts import Bot
from fpgames.rng import Gen
from fpgames.rules import AnyRules, GameOver, Rules
from fpgames.testing.strategies import finished, generators, require_playable, unfinished
from fpgames.testing.suite import Broken, Law, Suite, check, named

__all__ = ["bot_laws", "check_bot", "check_gen", "gen_laws"]

A = TypeVar("A")
P = TypeVar("P")
M = TypeVar("M")


class Playing(NamedTuple):
    """What the laws of a bot are stated of."""

    bot: Bot[Any, Any]
    rules: AnyRules


def running(subject: Playing) -> st.SearchStrategy[object]:
    """Positions to move in."""
    return unfinished(subject.rules)


def over(subject: Playing) -> st.SearchStrategy[object]:
    """Positions of finished games."""
    return finished(subject.rules)


def any_generator(subject: object) -> st.SearchStrategy[Gen]:
    """A generator of either kind."""
    return generators()


BOT: Suite[Playing] = Suite()


def _asked(p: object, gen: object) -> str:
    return f"in {p!r} with {gen!r}"


@BOT.law(p=running, gen=any_generator)
def its_moves_are_legal(subject: Playing, p: object, gen: Gen) -> None:
    """``eval (bot p) g `elem` moves p``."""
    move = subject.bot(p).eval(gen)
    if move not in subject.rules.moves(p):
        raise Broken(f"it plays {move!r} {_asked(p, gen)}; the moves are {subject.rules.moves(p)!r}")


@BOT.law(p=running, gen=any_generator)
def the_same_generator_gives_the_same_move(subject: Playing, p: object, gen: Gen) -> None:
    """``run (bot p) g = run (bot p) g``, move and generator."""
    action = subject.bot(p)
    before = random.getstate()
    try:
        found = []
        for seed, each in enumerate((action, action, subject.bot(p))):
            random.seed(seed)
            found.append(each.run(gen))
    finally:
        random.setstate(before)
    for again in found[1:]:
        if again != found[0]:
            raise Broken(f"it returns {found[0]!r} and then {again!r} {_asked(p, gen)}")


@BOT.law(p=running, gen=any_generator)
def it_leaves_the_worlds_randomness_alone(subject: Playing, p: object, gen: Gen) -> None:
    """The module ``random`` is where it was when ``run (bot p) g`` has been computed."""
    before = random.getstate()
    subject.bot(p).run(gen)
    if random.getstate() != before:
        random.setstate(before)
        raise Broken(f"it draws from Python's own generator {_asked(p, gen)}")


class Once:
    """A generator that is used once: a second draw from it is refused, as in a language of linear types."""

    def __init__(self, gen: Gen) -> None:
        self.gen = gen
        self.used = False

    def _use(self) -> Gen:
        if self.used:
            raise Broken("it draws twice from one generator")
        self.used = True
        return self.gen

    def next_word(self) -> tuple[int, Once]:
        word, gen = self._use().next_word()
        return word, Once(gen)

    def uniform_r(self, lo: int, hi: int) -> tuple[int, Once]:
        number, gen = self._use().uniform_r(lo, hi)
        return number, Once(gen)

    def split(self) -> tuple[Once, Once]:
        one, other = self._use().split()
        return Once(one), Once(other)


@BOT.law(p=running, gen=any_generator)
def it_draws_once_from_a_generator_and_hands_on_the_next(subject: Playing, p: object, gen: Gen) -> None:
    """``run (bot p) g`` uses every generator once, and returns one that descends from ``g`` and is not used."""
    after = subject.bot(p).exec(Once(gen))
    if not isinstance(after, Once):
        raise Broken(f"the generator it hands on is not made of the one it was given: {after!r} {_asked(p, gen)}")
    if after.used:
        raise Broken(f"it hands on a generator that it has drawn from {_asked(p, gen)}")


@BOT.law(p=over, gen=any_generator)
def asked_in_a_finished_game_it_says_so(subject: Playing, p: object, gen: Gen) -> None:
    """``run (bot p) g`` raises ``GameOver`` where ``null (moves p)``."""
    try:
        answer = subject.bot(p).run(gen)
    except GameOver:
        return
    raise Broken(f"the game is over, and it returns {answer!r} {_asked(p, gen)}")


def bot_laws(bot: Bot[P, M], rules: Rules[P, M]) -> list[Law]:
    """The laws of a bot: ``botLaws :: Bot p m -> Rules p m -> [Law]``.

    Args:
        bot: a function from a position to a random move.
        rules: the game it plays.

    Raises:
        ValueError: nothing can be played.

    >>> from fpgames.bots import bot_random
    >>> from fpgames.games.tictactoe_bits import rules
    >>> bot_laws(bot_random(rules), rules)[0]
    its_moves_are_legal

    See also: :func:`check_bot`, which runs them all.
    """
    require_playable(rules)
    return BOT.laws(Playing(bot, rules), named(bot))


def check_bot(bot: Bot[P, M], rules: Rules[P, M]) -> None:
    """Run every law of a bot: legal moves, a function of the generator, which it hands on.

    ``mapM_ check (bot_laws bot rules)``

    Args:
        bot: a function from a position to a random move.
        rules: the game it plays.

    Raises:
        ValueError: nothing can be played.
        LawsBroken: laws do not hold.

    >>> from fpgames.bots import bot_random
    >>> from fpgames.games.tictactoe_bits import rules
    >>> check_bot(bot_random(rules), rules)

    See also: :func:`check_gen`.
    """
    check(named(bot), bot_laws(bot, rules))


FromSeed = Callable[[int], Gen]
GEN: Suite[FromSeed] = Suite()

DRAWS = 20_000
SURE = 6.0  # standard deviations of chi-squared: by chance, once in millions of runs


def seeds(subject: object) -> st.SearchStrategy[int]:
    """Any seed that fits a word."""
    return st.integers(0, 2**64 - 1)


def bounds(subject: object) -> st.SearchStrategy[tuple[int, int]]:
    """Ranges, narrow ones and some wider than a word."""
    whole = st.one_of(st.integers(-10, 10), st.integers(-(2**70), 2**70))
    return st.tuples(whole, whole).map(lambda pair: (min(pair), max(pair)))


@GEN.law(seed=seeds, bounds=bounds)
def numbers_are_in_their_range(from_seed: FromSeed, seed: int, bounds: tuple[int, int]) -> None:
    """``lo <= fst (uniform_r lo hi g) <= hi``."""
    gen = from_seed(seed)
    for _ in range(10):
        number, gen = gen.uniform_r(*bounds)
        if not bounds[0] <= number <= bounds[1]:
            raise Broken(f"uniform_r{bounds} returns {number}, from the seed {seed}")


@GEN.law(seed=seeds, bounds=bounds)
def a_generator_is_a_value(from_seed: FromSeed, seed: int, bounds: tuple[int, int]) -> None:
    """``uniform_r lo hi g = uniform_r lo hi g``, and ``g`` is what it was; ``g == g``, ``hash g = hash g``."""
    gen, same = from_seed(seed), from_seed(seed)
    if gen != same or hash(gen) != hash(same):
        raise Broken(f"the seed {seed} gives {gen!r} and {same!r}, which are not equal")
    draws: tuple[Callable[[Gen], object], ...] = (
        lambda g: g.uniform_r(*bounds),
        lambda g: g.next_word(),
        lambda g: g.split(),
    )
    for draw in draws:
        once, again = draw(gen), draw(gen)
        if once != again or gen != same:
            raise Broken(f"from the seed {seed}, the same draw returns {once!r} and then {again!r}")


@GEN.law(seed=seeds)
def seeds_and_draws_differ(from_seed: FromSeed, seed: int) -> None:
    """``from_seed n /= from_seed (n + 1)``, ``snd (next_word g) /= g``, and the halves of ``split g`` differ."""
    gen = from_seed(seed)
    if gen in map(from_seed, (seed ^ 1, seed ^ 2, seed ^ 64)):
        raise Broken(f"the seed {seed} and one near it give the same generator")
    if gen.next_word()[1] == gen:
        raise Broken(f"next_word returns the generator it was given, from the seed {seed}")
    left, right = gen.split()
    if left == right or left.next_word()[0] == right.next_word()[0]:
        raise Broken(f"both halves of split are alike, from the seed {seed}")


def _require_even(counts: Counter[A], cells: int, what: str) -> None:
    """Refuse counts that chance would not give: chi-squared, by Wilson and Hilferty's normal approximation."""
    expected, freedom = sum(counts.values()) / cells, cells - 1
    chi2 = sum((n - expected) ** 2 for n in counts.values()) / expected + (cells - len(counts)) * expected
    deviations = ((chi2 / freedom) ** (1 / 3) - 1 + 2 / (9 * freedom)) / (2 / (9 * freedom)) ** 0.5
    if deviations > SURE:
        most, least = counts.most_common()[0], counts.most_common()[-1]
        rare = f"{least[1]} times {least[0]!r}" if len(counts) == cells else f"{cells - len(counts)} never"
        said = f"{most[1]} times {most[0]!r} and {rare}"
        raise Broken(f"{what}: {said}, where {expected:.0f} were expected of each of {cells}")


@GEN.law()
def every_number_of_a_range_is_as_likely(from_seed: FromSeed) -> None:
    """``uniform_r`` passes a chi-squared test, range by range."""
    for n in (2, 3, 6, 7, 10, 52, 100):
        gen, counts = from_seed(n), Counter[int]()
        for _ in range(DRAWS):
            number, gen = gen.uniform_r(1, n)
            counts[number] += 1
        _require_even(counts, n, f"of {DRAWS} numbers from 1 to {n}")


@GEN.law()
def one_number_does_not_tell_the_next(from_seed: FromSeed) -> None:
    """Pairs pass a chi-squared test: two numbers in a row, and the first numbers of both halves of ``split``."""
    gen, counts = from_seed(1), Counter[tuple[int, int]]()
    for _ in range(DRAWS):
        one, gen = gen.uniform_r(0, 5)
        two, gen = gen.uniform_r(0, 5)
        counts[one, two] += 1
    _require_even(counts, 36, "of two numbers in a row")
    split: Counter[tuple[int, int]] = Counter()
    gen = from_seed(2)
    for _ in range(DRAWS):
        left, right = gen.split()
        split[left.uniform_r(0, 5)[0], right.uniform_r(0, 5)[0]] += 1
        gen = right
    _require_even(split, 36, "of the first numbers of two halves")


@GEN.law()
def wide_ranges_are_as_likely_in_all_their_parts(from_seed: FromSeed) -> None:
    """``uniform_r lo hi`` falls evenly into six parts of a range, however wide."""
    for width in (6 * 10**9, 3 * 2**62, 6 * 2**64, 6 * 10**30):
        gen, counts = from_seed(3), Counter[int]()
        for _ in range(DRAWS):
            number, gen = gen.uniform_r(0, width - 1)
            counts[number // (width // 6)] += 1
        _require_even(counts, 6, f"of the sixths of a range of {width}")


def gen_laws(from_seed: FromSeed) -> list[Law]:
    """The laws of a generator: ``genLaws :: (Integer -> Gen) -> [Law]``.

    Args:
        from_seed: makes one of a whole number.

    >>> from fpgames.rng import StdGen
    >>> gen_laws(StdGen.from_seed)[0]
    numbers_are_in_their_range

    See also: :func:`check_gen`, which runs them all.
    """
    return GEN.laws(from_seed, named(from_seed))


def check_gen(from_seed: FromSeed) -> None:
    """Run every law of a generator: a value whose numbers are in range, even, and independent.

    ``mapM_ check (gen_laws from_seed)``

    Args:
        from_seed: makes one of a whole number.

    Raises:
        LawsBroken: laws do not hold.

    >>> from fpgames.rng import SplitMix
    >>> check_gen(SplitMix.from_seed)

    See also: :func:`check_bot`.

    Source: the approximation of chi-squared, Wilson and Hilferty 1931 (doi:10.1073/pnas.17.12.684).
    """
    check(named(from_seed), gen_laws(from_seed))
