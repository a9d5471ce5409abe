"""Hypothesis strategies for random generators, States and trees; and random labels of trees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Any, TypeAlias, TypeVar

from hypothesis import strategies as st
from toolz import identity

from fpgames.rand import Gen, SplitMix, StdGen
from fpgames.state import Do, State, do
from fpgames.tree import Tree, map_tree, node, prune

__all__ = ["generators", "states", "trees"]

A = TypeVar("A")

Label: TypeAlias = Any
"""A label of any ordered type."""

MAGNITUDES = (1, 2, 5, 50, 5_000, 10**6 + 3, 10**12)  # a float can represent whole numbers near these
GREATER_MAGNITUDES = (*MAGNITUDES, 2**60)  # a float cannot represent all numbers near 2**60


def generators() -> st.SearchStrategy[Gen]:
    """Draw random generators, ``SplitMix`` or ``StdGen``, in any state: ``generators :: Strategy Gen``.

    >>> from hypothesis import find
    >>> find(generators(), lambda gen: True)
    SplitMix(seed=0, gamma=1)

    See also: :class:`fpgames.rand.generators.SplitMix`, :class:`fpgames.rand.generators.StdGen`.
    """
    return st.one_of(split_mixes(), std_gens())


def seeds(subject: object = None) -> st.SearchStrategy[int]:
    """Draw seeds of generators, trees and games. Suites call strategies with a ``subject``; ``seeds`` ignores it."""
    return st.integers(0, 2**64 - 1)


def split_mixes() -> st.SearchStrategy[SplitMix]:
    """Draw ``SplitMix`` generators in any state."""
    return st.builds(SplitMix, seeds(), st.integers(0, 2**63 - 1).map(lambda n: 2 * n + 1))


def std_gens() -> st.SearchStrategy[StdGen]:
    """Draw ``StdGen`` generators in any state."""
    return st.builds(StdGen, st.integers(1, 2147483562), st.integers(1, 2147483398))


def states(values: st.SearchStrategy[A]) -> st.SearchStrategy[State[int, A]]:
    """Draw States over a whole number; the value and the next number are arbitrary functions of that number.

    ``states :: Strategy a -> Strategy (State Int a)``; the States are made by ``State``, ``map``, ``bind`` or ``do``.

    Args:
        values: a strategy for the values of the States.

    >>> from fpgames import State
    >>> from hypothesis import find, strategies as st
    >>> isinstance(find(states(st.booleans()), lambda m: m.eval(0)), State)
    True

    See also: ``returns.contrib.hypothesis.laws.check_all_laws``, which needs a strategy for States.
    """
    steps = st.functions(like=lambda state: None, returns=st.tuples(values, st.integers()), pure=True)
    wrappers: list[Callable[[State[int, A]], State[int, A]]] = [
        identity,
        lambda m: m.map(identity),
        lambda m: m.bind(State.from_value),
        _bind_in_block,
    ]
    return st.builds(lambda step, wrap: wrap(State(step)), steps, st.sampled_from(wrappers))


@do
def _bind_in_block(m: State[int, A]) -> Do[int, A]:
    return (yield from m)


def trees(labels: st.SearchStrategy[A]) -> st.SearchStrategy[Tree[A]]:
    """Draw finite trees of bounded size, built in various ways; a node has from zero to four children.

    ``trees :: Strategy a -> Strategy (Tree a)``

    Args:
        labels: a strategy for the labels.

    >>> from fpgames.tree import size
    >>> from hypothesis import find, strategies as st
    >>> size(find(trees(st.integers()), lambda tree: size(tree) > 3))
    4

    See also: :func:`fpgames.testing.check_search`, which tests searches on random trees.
    """
    leaf = st.builds(node, labels)
    inner: st.SearchStrategy[Tree[A]] = leaf
    for _ in range(4):
        inner = st.one_of(
            leaf,
            st.builds(node, labels, st.lists(inner, max_size=4)),
            st.builds(lambda label, child: Tree(lambda: label, lambda: iter((child,))), labels, inner),
            st.builds(lambda depth, tree: prune(depth)(tree), st.integers(0, 3), inner),
            inner.map(map_tree(identity)),
        )
    return inner


LabelSource: TypeAlias = Callable[[], Label]
"""A function that returns a new random label on each call."""


def integer_labels(rng: Random, magnitudes: Sequence[int] = GREATER_MAGNITUDES) -> LabelSource:
    """Return a function that draws whole numbers of one magnitude."""
    magnitude = rng.choice(magnitudes)
    centre = rng.choice((0, 0, 0, magnitude, -magnitude))
    spread = rng.choice((1, 3, magnitude))
    return lambda: centre + rng.randint(-spread, spread)


def number_labels(rng: Random, magnitudes: Sequence[int] = MAGNITUDES) -> LabelSource:
    """Return a function that draws numbers of one kind: integers, floats, fractions, close floats or a mixture.

    By default, a search may add to a number and subtract from it in floats, as for the bounds of a window.
    """
    kinds: list[LabelSource] = [
        integer_labels(rng, magnitudes),
        lambda: rng.randint(-9, 9) / 4,
        lambda: Fraction(rng.randint(-9, 9), rng.randint(1, 5)),
        lambda: 1 + rng.randint(-3, 3) * 2.0**-40,
        lambda: rng.choice(kinds[:3])(),
    ]
    [kind] = rng.choices(kinds, (3, 1, 1, 1, 1))
    return kind


def ordered_labels(rng: Random) -> LabelSource:
    """Return a function that draws labels: numbers as in ``number_labels`` or greater ones, or tuples of up to two numbers."""
    number = number_labels(rng, GREATER_MAGNITUDES)
    return number if rng.random() < 0.8 else lambda: tuple(number() for _ in range(rng.randint(0, 2)))
