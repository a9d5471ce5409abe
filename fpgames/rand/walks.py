"""Random walks: the one loop behind all random games, whether an action, bulk playouts or the testing kit plays them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from fpgames.rand.generators import Gen

A = TypeVar("A")
B = TypeVar("B")
G = TypeVar("G", bound=Gen)


def random_walk(
    options: Sequence[B],
    options_of: Callable[[A], Sequence[B]],
    step: Callable[[A, B], A],
    value: A,
    gen: G,
    max_steps: int,
) -> tuple[A, Sequence[B], int, G]:
    """Take random steps, each option of a value being as likely, until there are no options, or for ``max_steps`` steps.

    Return the last value, its options, the number of steps, and the next generator. ``options`` are those of the first
    value, which a caller may check.
    """
    for n in range(max_steps):
        if not options:
            return value, options, n, gen
        i, gen = gen.uniform_r(0, len(options) - 1)
        value = step(value, options[i])
        options = options_of(value)
    return value, options, max_steps, gen
