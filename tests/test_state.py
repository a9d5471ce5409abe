"""Blocks, loops and the run of a State: stack-safe, repeatable, clear about mistakes."""

from __future__ import annotations

import pickle
import sys
import tracemalloc
from collections.abc import Callable, Iterable
from functools import reduce
from operator import add
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.primitives.exceptions import ImmutableStateError

from fpgames import Do, State, do, get, map_m, put, replicate_m
from fpgames.loops import fold_m, fold_replicate_m, iterate_until_m, sequence, when
from fpgames.state import modify
from tests.test_state_laws import ints, same, shape_of_one, states

MILLION = 10**6
counts = st.integers(0, 20)
tick: State[int, None] = modify(lambda n: n + 1)
functions_to_states = st.functions(like=shape_of_one, returns=states, pure=True)


def shape_of_two(total: Any, value: Any) -> Any:
    """What a function of two arguments looks like, for Hypothesis to imitate."""


def naive_replicate(n: int, m: State[int, Any]) -> State[int, tuple[Any, ...]]:
    """``replicateM`` as a chain of binds."""
    return reduce(
        lambda done, _: done.bind(lambda xs: m.map(lambda x: (*xs, x))), range(n), State.from_value(())
    )  # fmt: skip


def spent(_: int) -> tuple[int, int]:
    return next(iter(())), 0


class TestBlocks:
    @given(states, functions_to_states, ints)
    def test_a_block_is_a_bind(self, m: State[int, int], function: Callable[[int], State[int, int]], n: int) -> None:
        @do
        def block() -> Do[int, int]:
            x = yield from m
            return (yield from function(x))

        assert same(block(), m.bind(function), n)

    def test_a_block_can_be_run_any_number_of_times(self) -> None:
        @do
        def twice(step: int) -> Do[int, int]:
            n = yield from get(int)
            yield from put(n + step)
            return n

        block = twice(step=2)
        assert [block.run(1), block.run(1), block.bind(lambda _: block).run(1)] == [(1, 3), (1, 3), (3, 5)]

    def test_a_block_keeps_its_name_and_shows_its_call(self) -> None:
        @do
        def named(a: int, b: int) -> Do[int, int]:
            """What it does."""
            yield from put(a)
            return b

        assert (named.__name__, named.__doc__) == ("named", "What it does.")
        assert repr(named(1, b=2)).endswith("named(1, b=2)>")

    def test_a_function_without_yield_is_refused(self) -> None:
        with pytest.raises(
            TypeError, match=r"with yield from, got .*; for a block without steps use State\.from_value"
        ):
            do(lambda: 3)  # type: ignore[arg-type, return-value]

    def test_yielding_something_else_is_refused(self) -> None:
        @do
        def wrong() -> Do[int, int]:
            yield 3  # type: ignore[misc]
            return 0

        with pytest.raises(TypeError, match="expected a State, got 3; in a @do block write: x = yield from action"):
            wrong().run(0)

    def test_a_state_of_a_kind_of_its_own_is_run_like_any(self) -> None:
        class Mine(State[int, int]):
            """What somebody else has made of State."""

        @do
        def block() -> Do[int, int]:
            return (yield from Mine(lambda n: (n + 1, n + 2)))

        assert block().run(5) == Mine(lambda n: (n + 1, n + 2)).run(5) == (6, 7)

    def test_binding_a_function_that_answers_no_state_is_refused(self) -> None:
        with pytest.raises(TypeError, match="expected a State, got 1"):
            tick.bind(lambda _: 1).run(0)  # type: ignore[arg-type, return-value]

    def test_an_exception_passes_through(self) -> None:
        @do
        def fails() -> Do[int, float]:
            n = yield from get(int)
            return 1 / n

        with pytest.raises(ZeroDivisionError):
            fails().run(0)

    def test_a_step_that_raises_stop_iteration_does_not_end_the_block_around_it(self) -> None:
        @do
        def block() -> Do[int, int]:
            return (yield from State(spent))

        with pytest.raises(RuntimeError, match=r"spent raised StopIteration, which would silently end a loop"):
            block().run(0)

    def test_a_state_is_frozen(self) -> None:
        for m in (tick, tick.map(str), replicate_m(2, tick)):
            with pytest.raises(ImmutableStateError):
                m._step = None  # type: ignore[assignment]

    def test_a_state_does_not_pickle_and_says_what_does(self) -> None:
        with pytest.raises(TypeError, match=r"^a State consists of functions and cannot be pickled"):
            pickle.dumps(tick)

    def test_states_are_shown_without_being_run_and_briefly(self) -> None:
        assert len(repr(map_m(put, range(10**6)))) + len(repr(map_m(put, [1] * 10**6))) < 500
        action = get(int)
        for _ in range(5000):
            action = fold_replicate_m(add, 0, 1, action)
        assert len(repr(action)) < 500
        assert repr(State(spent)).startswith("<State: <function spent")
        assert repr(tick.bind(lambda _: tick)).startswith("<State: ... >>= <function")


class TestLoops:
    @given(counts, states, ints)
    def test_replicate_m_is_a_chain_of_binds(self, n: int, m: State[int, int], state: int) -> None:
        assert same(replicate_m(n, m), naive_replicate(n, m), state)

    @given(counts, states, ints)
    def test_fold_replicate_m_folds_what_replicate_m_collects(self, n: int, m: State[int, int], state: int) -> None:
        def step(total: int, x: int) -> int:
            return 3 * total + x

        assert same(fold_replicate_m(step, 7, n, m), replicate_m(n, m).map(lambda xs: reduce(step, xs, 7)), state)

    @given(functions_to_states, st.lists(ints), ints)
    def test_map_m_is_the_sequence_of_a_map(self, function: Any, xs: list[int], state: int) -> None:
        assert same(map_m(function, xs), sequence(map(function, xs)), state)

    @given(st.lists(states, max_size=5), ints)
    def test_sequence_runs_from_left_to_right(self, actions: list[State[int, int]], state: int) -> None:
        values, here = [], state
        for action in actions:
            value, here = action.run(here)
            values.append(value)
        assert sequence(actions).run(state) == (tuple(values), here)

    @given(st.functions(like=shape_of_two, returns=states, pure=True), ints, st.lists(ints, max_size=5), ints)
    def test_fold_m_is_a_chain_of_binds(self, function: Any, z: int, xs: list[int], state: int) -> None:
        def then(m: State[int, int], x: int) -> State[int, int]:
            return m.bind(lambda b: function(b, x))

        chain = reduce(then, xs, State.from_value(z))
        assert same(fold_m(function, z, xs), chain, state)

    @given(st.integers(-5, 5), ints)
    def test_iterate_until_m_is_its_own_unfolding(self, start: int, state: int) -> None:
        def done(x: int) -> bool:
            return x >= 3

        def step(x: int) -> State[int, int]:
            return tick.map(lambda _: x + 1)

        unfolded = (
            State.from_value(start) if done(start) else step(start).bind(lambda x: iterate_until_m(done, step, x))
        )
        assert same(iterate_until_m(done, step, start), unfolded, state)

    @given(st.booleans(), states, ints)
    def test_when_is_a_choice_between_doing_and_not(self, condition: bool, m: State[int, int], state: int) -> None:
        action = m.map(lambda _: None)
        assert same(when(condition, action), action if condition else State.from_value(None), state)

    @pytest.mark.parametrize("loop", [map_m, lambda f, xs: fold_m(lambda _, x: f(x), None, xs)])
    def test_a_loop_keeps_the_values_it_was_given(self, loop: Callable[[Any, Iterable[int]], State[int, Any]]) -> None:
        values = [1, 2, 3]
        for action in (loop(lambda x: modify(lambda n: n + x), xs) for xs in (iter(values), values)):
            assert action.exec(0) == 6
            values.append(4)
            assert action.exec(0) == 6
            values.pop()
        assert loop(lambda x: modify(lambda n: n + x), range(4)).exec(0) == 6
        loop(put, range(10**18))  # not written out

    @pytest.mark.parametrize("loop", [replicate_m, lambda n, m: fold_replicate_m(add, 0, n, m)])
    @pytest.mark.parametrize("n", [-1, 1.5])
    def test_a_wrong_count_is_refused(self, n: Any, loop: Callable[[int, State[int, int]], Any]) -> None:
        with pytest.raises(ValueError, match=f"cannot repeat an action {n} times; expected at least 0"):
            loop(n, get(int))

    @pytest.mark.parametrize("loop", [replicate_m, lambda n, m: fold_replicate_m(add, 0, n, m)])
    def test_repeating_something_else_is_refused(self, loop: Callable[[int, Any], Any]) -> None:
        with pytest.raises(TypeError, match="expected a State, got 3"):
            loop(1, 3)


@pytest.mark.exhaustive
class TestStack:
    """A million steps of every shape run in a default interpreter."""

    def test_the_interpreter_is_the_default_one(self) -> None:
        assert sys.getrecursionlimit() <= 1000

    def test_binds_nested_left(self) -> None:
        chain = reduce(lambda m, _: m.bind(lambda _: tick), range(MILLION), tick)
        assert chain.exec(0) == MILLION + 1

    def test_binds_nested_right(self) -> None:
        def loop(n: int) -> State[int, str]:
            return tick.bind(lambda _: loop(n - 1)) if n else State.from_value("end")

        assert loop(MILLION).run(0) == ("end", MILLION)

    def test_maps_on_maps(self) -> None:
        assert reduce(lambda m, _: m.map(lambda x: x + 1), range(MILLION), get(int)).run(0) == (MILLION, 0)

    def test_replicate_m(self) -> None:
        values, last = replicate_m(MILLION, State(lambda n: (n, n + 1))).run(0)
        assert (len(values), values[-1], last) == (MILLION, MILLION - 1, MILLION)

    def test_a_block_of_a_million_steps(self) -> None:
        @do
        def steps() -> Do[int, str]:
            for _ in range(MILLION):
                yield from tick
            return "end"

        assert steps().run(0) == ("end", MILLION)

    def test_blocks_nested_in_blocks(self) -> None:
        @do
        def down(n: int) -> Do[int, int]:
            if n == 0:
                return 0
            return 1 + (yield from down(n - 1))

        assert down(MILLION).run(0) == (MILLION, 0)

    def test_memory_does_not_grow_with_the_length_of_a_folded_loop(self) -> None:
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
