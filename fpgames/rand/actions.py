"""Random values as actions: each is a State over a generator, and draws a number, an element or a permutation.

Source: article 1, part I-D.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from operator import methodcaller
from typing import TypeAlias, TypeVar

from fpgames.rand.generators import Gen, empty_range_error
from fpgames.state.action import State
from fpgames.validation import as_int, names_arguments

__all__ = ["Rand", "below", "choice", "next_word", "shuffle", "split", "split_off", "uniform"]

A = TypeVar("A")


Rand: TypeAlias = State[Gen, A]
"""A random value of type ``A``: a State whose state is a random generator."""


def action_from_draw(draw: Callable[[Gen], tuple[A, Gen]]) -> Rand[A]:
    """Make an action from a function that takes a generator, and returns a drawn value and the next generator."""
    return State(partial(_draw_from, draw))


def _draw_from(draw: Callable[[Gen], tuple[A, Gen]], gen: Gen) -> tuple[A, Gen]:
    """Draw a value from a generator; raise TypeError if ``gen`` is not a generator."""
    try:
        return draw(gen)
    except AttributeError as error:
        if error.obj is not gen or not hasattr(Gen, str(error.name)):
            raise
        raise TypeError(
            f"this State draws from a generator, and was run from {gen!r}; run it from one, such as"
            " SplitMix.from_seed(42), or zoom to the part that is one"
        ) from error


def next_word() -> Rand[int]:
    """Draw a word, which is the basic random number of a generator: ``state genWord64``.

    >>> from fpgames import SplitMix
    >>> next_word().eval(SplitMix.from_seed(42))
    1275548033995301424

    See also: :func:`uniform`, for a number in a given range.
    """
    return action_from_draw(methodcaller("next_word"))


def uniform(lo: int, hi: int) -> Rand[int]:
    """Draw a number from lo to hi, both included: ``state (uniformR (lo, hi))``.

    Args:
        lo: the smallest possible number.
        hi: the greatest possible number.

    Raises:
        TypeError: lo or hi is not a whole number.
        ValueError: lo is greater than hi.

    >>> from fpgames import SplitMix, replicate_m
    >>> replicate_m(10, uniform(0, 8)).eval(SplitMix.from_seed(42))
    (0, 7, 0, 2, 1, 7, 4, 2, 5, 8)

    See also: :func:`fpgames.rand.generators.uniform_r`, :func:`below`, :func:`choice`.
    """
    lo, hi = as_int(lo, "uniform"), as_int(hi, "uniform")
    if lo > hi:
        raise empty_range_error(lo, hi)
    return action_from_draw(methodcaller("uniform_r", lo, hi))


def below(n: int) -> Rand[int]:
    """Draw a number from 0 to n - 1, such as an index into n values: ``uniform (0, n - 1)``.

    Args:
        n: the number of possible results, at least 1.

    Raises:
        TypeError: n is not a whole number.
        ValueError: n is less than 1.

    >>> from fpgames import SplitMix
    >>> below(6).eval(SplitMix.from_seed(1))
    5

    See also: :func:`choice`.
    """
    return _draw_below(as_int(n, "below"))


@lru_cache(1024)  # safe to cache: an action is immutable, and can run many times
def _draw_below(n: int) -> Rand[int]:
    if n < 1:
        raise ValueError(f"cannot draw a number below {n}; expected at least 1")
    return uniform(0, n - 1)


@names_arguments
def choice(values: Sequence[A]) -> Rand[A]:
    """Draw one of the values, each with the same probability: ``(xs !!) <$> uniform (0, length xs - 1)``.

    Args:
        values: the values to draw from, at least one; copied when ``choice`` is called.

    Raises:
        ValueError: there are no values.

    >>> from fpgames import SplitMix
    >>> choice("abc").eval(SplitMix.from_seed(1))
    'b'

    See also: :func:`shuffle`.
    """
    pool: Sequence[A] = values
    if not isinstance(values, range):  # a range is immutable, so it needs no copy
        pool = tuple(values)
    if not pool:
        raise ValueError("cannot choose from no values; expected at least one")
    return below(_length(pool)).map(pool.__getitem__)


def _length(values: Sequence[object]) -> int:
    """Return the length of a sequence, even of a range that is too long for ``len``."""
    return (values[-1] - values[0]) // values.step + 1 if isinstance(values, range) else len(values)


@names_arguments
def shuffle(values: Iterable[A]) -> Rand[tuple[A, ...]]:
    """Draw a permutation of the values; all are equally likely (Fisher-Yates shuffle, from the last index down).

    ``shuffle :: [a] -> Rand [a]``

    Args:
        values: any iterable; it is consumed when ``shuffle`` is called.

    >>> from fpgames import SplitMix
    >>> shuffle("abcd").eval(SplitMix.from_seed(1))
    ('d', 'a', 'c', 'b')

    See also: :func:`choice`.
    """
    pool = tuple(values)
    return action_from_draw(partial(_fisher_yates, pool))


def _fisher_yates(values: tuple[A, ...], gen: Gen) -> tuple[tuple[A, ...], Gen]:
    order = list(values)
    for last in range(len(order) - 1, 0, -1):
        i, gen = gen.uniform_r(0, last)
        order[i], order[last] = order[last], order[i]
    return tuple(order), gen


def split() -> Rand[Gen]:
    """Split the generator into two; return the first, and continue with the second: ``getSplit = state split``.

    >>> from fpgames import SplitMix
    >>> mine, rest = split().run(SplitMix.from_seed(42))
    >>> print(mine, "|", rest)
    18209985878117922550 13679457532755275413 | 1275548033995301424 10514482549683702313

    See also: :func:`split_off`, which returns the second generator.
    """
    return action_from_draw(methodcaller("split"))


def split_off() -> Rand[Gen]:
    """Split the generator into two; return the second, and continue with the first: ``state (swap . split)``.

    When a ``SplitMix`` is split, the first generator keeps the stride ``gamma``. So the generator after n splits can
    be computed directly.

    >>> from fpgames import SplitMix
    >>> theirs, rest = split_off().run(SplitMix.from_seed(42))
    >>> print(theirs, "|", rest)
    1275548033995301424 10514482549683702313 | 18209985878117922550 13679457532755275413

    See also: :func:`split`, which returns the first generator.
    """
    return action_from_draw(_swapped_split)


def _swapped_split(gen: Gen) -> tuple[Gen, Gen]:
    rest, theirs = gen.split()
    return theirs, rest
