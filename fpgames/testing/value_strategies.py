"""Hypothesis strategies for generators and States."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from hypothesis import strategies as st
from toolz import identity

from fpgames.rand.generators import Gen, SplitMix, StdGen
from fpgames.state.action import Do, State, do

__all__ = ["generators", "states"]

A = TypeVar("A")


def generators() -> st.SearchStrategy[Gen]:
    """Draw generators of both kinds, in any state: ``generators :: Strategy Gen``.

    >>> from hypothesis import find
    >>> find(generators(), lambda gen: True)
    SplitMix(seed=0, gamma=1)

    See also: :class:`fpgames.rand.generators.SplitMix`, :class:`fpgames.rand.generators.StdGen`.
    """
    return st.one_of(split_mixes(), std_gens())


def split_mixes() -> st.SearchStrategy[SplitMix]:
    """Draw any ``SplitMix``."""
    return st.builds(SplitMix, st.integers(0, 2**64 - 1), st.integers(0, 2**63 - 1).map(lambda n: 2 * n + 1))


def std_gens() -> st.SearchStrategy[StdGen]:
    """Draw any ``StdGen``."""
    return st.builds(StdGen, st.integers(1, 2147483562), st.integers(1, 2147483398))


def states(values: st.SearchStrategy[A]) -> st.SearchStrategy[State[int, A]]:
    """Draw States over whole numbers whose value and next state are arbitrary functions of the state.

    ``states :: Strategy a -> Strategy (State Int a)``

    They are plain, mapped, bound, or written as a block with ``do``.

    Args:
        values: the strategy that their values are drawn from.

    >>> from fpgames import State
    >>> from hypothesis import find, strategies as st
    >>> isinstance(find(states(st.booleans()), lambda m: m.eval(0)), State)
    True

    See also: ``returns.contrib.hypothesis.laws.check_all_laws``, which needs such States to find counterexamples.
    """
    steps = st.functions(like=lambda state: None, returns=st.tuples(values, st.integers()), pure=True)
    dresses: list[Callable[[State[int, A]], State[int, A]]] = [identity, _mapped, _bound, _block]
    return st.builds(lambda step, dress: dress(State(step)), steps, st.sampled_from(dresses))


def _mapped(m: State[int, A]) -> State[int, A]:
    return m.map(identity)


def _bound(m: State[int, A]) -> State[int, A]:
    return m.bind(State.from_value)


@do
def _block(m: State[int, A]) -> Do[int, A]:
    return (yield from m)
