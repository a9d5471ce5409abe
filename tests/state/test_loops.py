"""Loops of States equal the chains of binds that they abbreviate, and are stack-safe."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable, Iterable
from functools import reduce
from operator import add
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import State, map_m, put, replicate_m, textbook
from fpgames.state import fold_m, fold_replicate_m, iterate_until_m, modify, sequence, when
from tests.support.states import binary_shape, ints, is_same_run, states, unary_shape

counts = st.integers(0, 20)
tick: State[int, None] = modify(lambda n: n + 1)
functions_to_states = st.functions(like=unary_shape, returns=states, pure=True)


@given(counts, states, ints)
def test_fold_replicate_m_folds_what_replicate_m_collects(n: int, m: State[int, int], state: int) -> None:
    def step(total: int, x: int) -> int:
        return 3 * total + x

    assert is_same_run(fold_replicate_m(step, 7, n, m), replicate_m(n, m).map(lambda xs: reduce(step, xs, 7)), state)


@given(functions_to_states, st.lists(ints), ints)
def test_map_m_is_the_sequence_of_a_map(function: Any, xs: list[int], state: int) -> None:
    assert is_same_run(map_m(function, xs), sequence(map(function, xs)), state)


@given(st.lists(states, max_size=5), ints)
def test_sequence_runs_from_left_to_right(actions: list[State[int, int]], state: int) -> None:
    values, here = [], state
    for action in actions:
        value, here = action.run(here)
        values.append(value)
    assert sequence(actions).run(state) == (tuple(values), here)


@given(st.functions(like=binary_shape, returns=states, pure=True), ints, st.lists(ints, max_size=5), ints)
def test_fold_m_is_a_chain_of_binds(function: Any, z: int, xs: list[int], state: int) -> None:
    def then(m: State[int, int], x: int) -> State[int, int]:
        return m.bind(lambda b: function(b, x))

    assert is_same_run(fold_m(function, z, xs), reduce(then, xs, State.from_value(z)), state)


@given(functions_to_states, st.lists(ints, max_size=5), ints)
def test_loops_over_an_iterator_run_again(function: Any, xs: list[int], state: int) -> None:
    """``mapM f (iter xs) = mapM f xs``, in every run, and so in the textbook."""
    plain = textbook.map_m(lambda x: textbook.State(function(x).run), iter(xs))
    loops = map_m(function, iter(xs)), sequence(map(function, xs))
    for again in range(2):
        assert plain.run(state) == loops[0].run(state) == loops[1].run(state) == map_m(function, xs).run(state), again


@given(st.integers(-5, 5), ints)
def test_iterate_until_m_is_its_own_unfolding(start: int, state: int) -> None:
    def done(x: int) -> bool:
        return x >= 3

    def step(x: int) -> State[int, int]:
        return tick.map(lambda _: x + 1)

    unfolded = State.from_value(start) if done(start) else step(start).bind(lambda x: iterate_until_m(done, step, x))
    assert is_same_run(iterate_until_m(done, step, start), unfolded, state)


@given(st.booleans(), states, ints)
def test_when_is_a_choice_between_doing_and_not(condition: bool, m: State[int, int], state: int) -> None:
    action = m.map(lambda _: None)
    assert is_same_run(when(condition, action), action if condition else State.from_value(None), state)


def test_a_loop_keeps_the_values_it_was_given() -> None:
    loops: tuple[Callable[[Any, Iterable[int]], State[int, Any]], ...] = (
        map_m,
        lambda f, xs: fold_m(lambda _, x: f(x), None, xs),
    )
    for loop in loops:
        values = [1, 2, 3]
        for action in (loop(lambda x: modify(lambda n: n + x), xs) for xs in (iter(values), values)):
            assert action.exec(0) == 6
            values.append(4)
            assert action.exec(0) == 6
            values.pop()
        assert loop(lambda x: modify(lambda n: n + x), range(4)).exec(0) == 6
        loop(put, range(10**18))  # not written out


def test_more_repetitions_than_the_stack_has_room_for() -> None:
    n = 100_000
    assert sys.getrecursionlimit() <= 1000
    values, last = replicate_m(n, State(lambda n: (n, n + 1))).run(0)
    assert (len(values), values[-1], last) == (n, n - 1, n)


@pytest.mark.exhaustive
def test_memory_does_not_grow_with_the_length_of_a_folded_loop() -> None:
    action: State[int, int] = State(lambda n: (n % 7, n + 1))

    def peak(n: int) -> int:
        tracemalloc.start()
        try:
            fold_replicate_m(add, 0, n, action).run(0)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(10)
    assert peak(100_000) <= peak(1_000) + 50_000  # to keep the values would take 800,000
