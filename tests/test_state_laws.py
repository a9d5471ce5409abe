"""State is a monad over states: the laws of ``returns``, those of get and put, and two broken States they catch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.contrib.hypothesis.laws import check_all_laws
from returns.pipeline import flow
from returns.pointfree import apply, bind, map_

from fpgames import State, get, put
from fpgames.state import gets, modify
from fpgames.testing import states as kit_states

ints = st.integers()
whole = get(int)


def shape_of_one(value: Any) -> Any:
    """What a function of one argument looks like, for Hypothesis to imitate."""


steps = st.functions(like=shape_of_one, returns=st.tuples(ints, ints), pure=True)


states = kit_states(ints)


class LosesStateInBind(State[Any, Any]):
    @classmethod
    def from_value(cls, inner_value: Any) -> Any:
        return cls(lambda state: (inner_value, state))

    def bind(self, function: Callable[[Any], Any]) -> Any:
        return type(self)(lambda state: function(self.run(state)[0]).run(state))


class LosesStateInMap(State[Any, Any]):
    def map(self, function: Callable[[Any], Any]) -> Any:
        return type(self)(lambda state: (function(self.run(state)[0]), state))


def taken_laws(container: type[State[Any, Any]]) -> dict[str, Callable[[], None]]:
    """The law tests that ``check_all_laws`` has just left in this module, taken out of it."""
    prefix = f"test_{container.__name__.lower()}_"
    return {name.removeprefix(prefix): globals().pop(name) for name in list(globals()) if name.startswith(prefix)}


# Left in the module, for pytest to find: the laws of State.
check_all_laws(State, container_strategy=lambda _: states)

check_all_laws(LosesStateInBind, container_strategy=lambda _: steps.map(LosesStateInBind))
BROKEN_BIND = taken_laws(LosesStateInBind)
check_all_laws(LosesStateInMap, container_strategy=lambda _: steps.map(LosesStateInMap))
BROKEN_MAP = taken_laws(LosesStateInMap)


def test_the_laws_of_state_are_there_to_be_run() -> None:
    assert sum(name.startswith("test_state_") for name in globals()) == len(BROKEN_BIND) == len(BROKEN_MAP) >= 8


@pytest.mark.parametrize(
    ("laws", "broken"),
    [(BROKEN_BIND, "containern_right_identity_law"), (BROKEN_MAP, "mappablen_identity_law")],
)
def test_a_broken_state_fails_the_same_laws(laws: dict[str, Callable[[], None]], broken: str) -> None:
    with pytest.raises(AssertionError):
        laws[broken]()


def same(one: State[int, Any], other: State[int, Any], state: int) -> bool:
    """Two States are the same if they run the same."""
    return one.run(state) == other.run(state)


@given(ints, ints)
def test_put_then_put_is_the_second(first: int, state: int) -> None:
    assert same(put(first).bind(lambda _: put(state)), put(state), first + 1)


@given(ints, ints)
def test_put_then_get_answers_what_was_put(value: int, state: int) -> None:
    assert same(put(value).bind(lambda _: whole), put(value).map(lambda _: value), state)


@given(ints)
def test_get_then_put_does_nothing(state: int) -> None:
    assert same(whole.bind(put), State.from_value(None), state)


@given(ints)
def test_the_type_that_get_is_told_changes_nothing(state: int) -> None:
    whatever: Any = get()
    assert same(whole, whatever, state)
    assert get(str).run(state) == (state, state)  # type: ignore[arg-type, comparison-overlap]


@given(ints)
def test_get_twice_is_get_once(state: int) -> None:
    twice = whole.bind(lambda a: whole.map(lambda b: (a, b)))
    assert same(twice, whole.map(lambda a: (a, a)), state)


@given(st.functions(like=shape_of_one, returns=ints, pure=True), ints)
def test_modify_and_gets_are_made_of_get_and_put(function: Callable[[int], int], state: int) -> None:
    assert same(modify(function), whole.bind(lambda s: put(function(s))), state)
    assert same(gets(function), whole.map(function), state)


@given(states, st.functions(like=shape_of_one, returns=states, pure=True), ints)
def test_pointfree_functions_are_the_methods(m: State[int, int], function: Any, state: int) -> None:
    functions: State[int, Callable[[int], str]] = m.map(lambda a: lambda b: f"{a} {b}")
    assert same(flow(m, map_(str)), m.map(str), state)
    assert same(flow(m, bind(function)), m.bind(function), state)
    assert same(flow(m, apply(functions)), m.apply(functions), state)


@given(states, states, ints)
def test_apply_runs_the_value_first_and_the_function_second(m: State[int, int], other: State[int, int], n: int) -> None:
    value, after = m.run(n)
    second, end = other.run(after)
    assert m.apply(other.map(lambda b: lambda a: (a, b))).run(n) == ((value, second), end)


@given(states, ints)
def test_eval_exec_and_call_are_the_parts_of_run(m: State[int, int], state: int) -> None:
    assert (m.eval(state), m.exec(state)) == m.run(state) == m(state)
