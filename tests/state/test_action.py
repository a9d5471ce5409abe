"""State is a monad; its blocks and runs are stack-safe, repeatable, and give clear errors."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from functools import partial, reduce
from operator import add, attrgetter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.contrib.hypothesis.laws import check_all_laws
from returns.pipeline import flow
from returns.pointfree import apply, bind, map_

from fpgames import Do, SplitMix, State, do, get, map_m, put, replicate_m, uniform
from fpgames.state import fold_replicate_m, gets, item, modify, sequence, zoom
from tests.support.refusals import wrong_errors
from tests.support.states import ints, is_same_run, states, unary_shape

whole = get(int)
tick: State[int, None] = modify(lambda n: n + 1)
functions_to_states = st.functions(like=unary_shape, returns=states, pure=True)


# Left in the module, for pytest to find: the laws of State.
check_all_laws(State, container_strategy=lambda _: states)


def test_the_laws_of_state_are_there_to_be_run() -> None:
    assert sum(name.startswith("test_state_") for name in globals()) >= 8


class TestGetAndPut:
    @given(ints, ints)
    def test_laws(self, a: int, b: int) -> None:
        assert is_same_run(put(a).bind(lambda _: put(b)), put(b), a + 1)
        assert is_same_run(put(a).bind(lambda _: whole), put(a).map(lambda _: a), b)
        assert is_same_run(whole.bind(put), State.from_value(None), a)
        assert is_same_run(whole.bind(lambda x: whole.map(lambda y: (x, y))), whole.map(lambda x: (x, x)), a)

    @given(ints)
    def test_the_type_that_get_is_told_changes_nothing(self, state: int) -> None:
        whatever: Any = get()
        assert is_same_run(whole, whatever, state)
        assert get(str).run(state) == (state, state)  # type: ignore[arg-type, comparison-overlap]

    @given(st.functions(like=unary_shape, returns=ints, pure=True), ints)
    def test_modify_and_gets_are_made_of_them(self, function: Callable[[int], int], state: int) -> None:
        assert is_same_run(modify(function), whole.bind(lambda s: put(function(s))), state)
        assert is_same_run(gets(function), whole.map(function), state)


class TestMethods:
    @given(states, functions_to_states, ints)
    def test_pointfree_functions_are_the_methods(self, m: State[int, int], function: Any, state: int) -> None:
        functions: State[int, Callable[[int], str]] = m.map(lambda a: lambda b: f"{a} {b}")
        assert is_same_run(flow(m, map_(str)), m.map(str), state)
        assert is_same_run(flow(m, bind(function)), m.bind(function), state)
        assert is_same_run(flow(m, apply(functions)), m.apply(functions), state)

    @given(states, states, ints)
    def test_apply_runs_the_value_first_and_the_function_second(
        self, m: State[int, int], other: State[int, int], n: int
    ) -> None:
        value, after = m.run(n)
        second, end = other.run(after)
        assert m.apply(other.map(lambda b: lambda a: (a, b))).run(n) == ((value, second), end)

    @given(states, ints)
    def test_eval_exec_and_call_are_the_parts_of_run(self, m: State[int, int], state: int) -> None:
        assert (m.eval(state), m.exec(state)) == m.run(state) == m(state)

    def test_states_are_shown_without_being_run_and_briefly(self) -> None:
        assert len(repr(map_m(put, range(10**6)))) + len(repr(map_m(put, [1] * 10**6))) < 500
        action = get(int)
        for _ in range(5000):
            action = fold_replicate_m(add, 0, 1, action)
        assert len(repr(action)) < 500
        assert repr(State(spent)).startswith("<State: <function spent")
        assert repr(tick.bind(lambda _: tick)).startswith("<State: ... >>= <function")


def spent(_: int) -> tuple[int, int]:
    return next(iter(())), 0


class TestBlocks:
    @given(states, functions_to_states, ints)
    def test_a_block_is_a_bind(self, m: State[int, int], function: Callable[[int], State[int, int]], n: int) -> None:
        @do
        def block() -> Do[int, int]:
            x = yield from m
            return (yield from function(x))

        assert is_same_run(block(), m.bind(function), n)

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

    def test_a_state_of_a_kind_of_its_own_is_run_like_any(self) -> None:
        class Mine(State[int, int]):
            """Subclasses of State that a user has written."""

        @do
        def block() -> Do[int, int]:
            return (yield from Mine(lambda n: (n + 1, n + 2)))

        assert block().run(5) == Mine(lambda n: (n + 1, n + 2)).run(5) == (6, 7)


def missing(n: int) -> Any:
    raise KeyError(n)


class TestTheEndOfARun:
    """``finally`` and ``with`` of blocks run when an exception ends the run, the innermost first."""

    def test_blocks_in_blocks(self) -> None:
        def ended_by(step: Any) -> list[str]:
            ended: list[str] = []

            @do
            def block(depth: int) -> Do[int, None]:
                try:
                    yield from get(int)
                    yield from block(depth - 1) if depth else step
                finally:
                    ended.append(f"block {depth}")

            with pytest.raises((KeyError, TypeError)):
                block(2).bind(lambda _: get(int)).run(1)
            return ended

        ends = {"an action": State(missing), "a bound function": get(int).bind(missing), "no State is yielded": [4]}
        for name, step in ends.items():
            assert ended_by(step) == ["block 0", "block 1", "block 2"], name

    def test_an_action_in_a_finally_is_not_run(self) -> None:
        ran: list[int] = []

        def noting(n: int) -> tuple[None, int]:
            ran.append(n)
            return None, n

        @do
        def block() -> Do[int, None]:
            try:
                yield State(missing)
            finally:
                yield from State(noting)

        with pytest.raises(KeyError):
            block().run(1)
        assert ran == []

    @pytest.mark.parametrize("error", [OSError("the last error"), RuntimeError("of its own")])
    def test_where_a_finally_raises_as_well(self, error: Exception) -> None:
        ended = []

        @do
        def inner() -> Do[int, None]:
            try:
                yield State(missing)
            finally:
                ended.append("inner")
                raise error

        @do
        def outer() -> Do[int, None]:
            try:
                yield from inner()
            finally:
                ended.append("outer")

        with pytest.raises(type(error), match=str(error)):
            outer().run(1)
        assert ended == ["inner", "outer"]


class TestStack:
    """Many more steps than the interpreter's stack can hold, in every shape."""

    @pytest.mark.slow
    @pytest.mark.parametrize("n", [5_000, pytest.param(100_000, marks=pytest.mark.exhaustive)])
    def test_steps_of_every_shape(self, n: int) -> None:
        def loop(n: int) -> State[int, str]:
            return tick.bind(lambda _: loop(n - 1)) if n else State.from_value("end")

        @do
        def block() -> Do[int, str]:
            for _ in range(n):
                yield from tick
            return "end"

        @do
        def down(n: int) -> Do[int, int]:
            if n == 0:
                return 0
            return 1 + (yield from down(n - 1))

        assert sys.getrecursionlimit() <= 1000
        shapes: dict[str, tuple[Callable[[], State[int, Any]], tuple[object, int]]] = {
            "binds nested left": (lambda: reduce(lambda m, _: m.bind(lambda _: tick), range(n), tick), (None, n + 1)),
            "binds nested right": (lambda: loop(n), ("end", n)),
            "maps on maps": (lambda: reduce(lambda m, _: m.map(lambda x: x + 1), range(n), get(int)), (n, 0)),
            "a block of many steps": (block, ("end", n)),
            "blocks nested in blocks": (lambda: down(n), (n, 0)),
        }
        assert {name: make().run(0) for name, (make, _) in shapes.items()} == {
            name: expected for name, (_, expected) in shapes.items()
        }


@do
def yields_from_a_list() -> Do[int, int]:
    return (yield from [get(), get()])  # type: ignore[misc, return-value, func-returns-value]


@do
def yields_a_number() -> Do[int, int]:
    yield 3  # type: ignore[misc]
    return 0


@do
def spends() -> Do[int, int]:
    return (yield from State(spent))


def test_wrong_calls_are_refused() -> None:
    anything: Any = get(int)
    number: Any = 3
    pair: Any = SplitMix.from_seed(1), 0
    draw: Any = uniform(1, 6)
    forgotten: Any = zoom(item(1))(put(1)).bind(lambda _: draw)
    places: list[Any] = [-1, 0.5, "0"]
    loops: list[Any] = [replicate_m, lambda n, m: fold_replicate_m(add, 0, n, m)]
    assert not wrong_errors([
        *((partial(setattr, m, "_step", None), "ImmutableStateError: ") for m in (tick, tick.map(str), replicate_m(2, tick))),
        (lambda: pickle.dumps(tick), "TypeError: ^a State consists of functions and cannot be pickled"),
        (lambda: tick.bind(lambda _: number).run(0), "TypeError: expected a State, got 3"),
        (lambda: do(lambda: number), r"TypeError: with yield from, got .*; for a block without steps use State\.from_value"),
        (lambda: yields_a_number().run(0), "TypeError: expected a State, got 3; in a @do block write: x = yield from action"),
        (
            lambda: yields_from_a_list().run(0),
            r"TypeError: takes one State, got a list_iterator; for several actions write: values = yield from sequence\(actions",
        ),
        (lambda: tick.map(attrgetter("send")).run(0), "AttributeError: ^'NoneType' object has no attribute 'send'"),
        (lambda: spends().run(0), "RuntimeError: spent raised StopIteration, which would silently end a loop"),
        *((partial(loop, n, get(int)), f"ValueError: cannot repeat an action {n} times; expected at least 0") for loop in loops for n in (-1, 1.5)),
        *((partial(loop, 1, 3), "TypeError: expected a State, got 3") for loop in loops),
        (lambda: sequence(anything), "TypeError: expected several values, such as a list; got one State"),
        (lambda: map_m(State.from_value, anything), "TypeError: expected several values"),
        # lenses
        (lambda: item(2).get((1, 2)), "IndexError: "),
        (lambda: item(2).set((1, 2), 3), "ValueError: not enough values"),
        (lambda: item(0).set([1, 2], 3), r"TypeError: item\(0\) needs a tuple; got \[1, 2\]"),  # type: ignore[arg-type]
        *((partial(item, n), f"ValueError: cannot access item {n!r} of a tuple; expected at least 0") for n in places),
        (lambda: zoom("gen"), r"TypeError: zoom needs a lens, such as field\('gen'\) or item\(0\); got 'gen'"),  # type: ignore[arg-type]
        (lambda: zoom(item(0))(number), "TypeError: expected a State, got 3"),
        (lambda: zoom(item(0))(uniform(1, 6)).run((1, 2)), "TypeError: draws from a generator, and was run from 1; run it from one"),
        (lambda: forgotten.run(pair), r"TypeError: was run from \(.*\); run it from one, .*, or zoom to the part that is one"),
    ])  # fmt: skip
