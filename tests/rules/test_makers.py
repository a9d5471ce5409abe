"""Makers: the functions that they define are pickled, compared, hashed and printed by their maker and its arguments."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing import get_context
from types import FunctionType
from typing import Any, NamedTuple

import pytest

from fpgames.rand import distribution
from fpgames.rand.purity import require_pure
from fpgames.rules import made
from fpgames.state import State
from tests.support.refusals import wrong_errors


class Pair(NamedTuple):
    first: Any
    second: Any


@dataclass(frozen=True)
class Box:
    start: Any
    up: Any
    again: Any
    others: Any
    size: int = 0


CALLS: list[int] = []


@made("boxed({}, by={by})".format)
def boxed(n: int = 1, *, by: int = 1) -> Box:
    CALLS.append(n)
    if n == -1:
        raise ValueError(f"n is {n}")

    def up(x: int) -> int:
        return x + n * by

    @cache
    def slow_up(x: int) -> int:
        return up(x)

    downs = tuple(lambda x, i=i: up(x) - i for i in range(2))
    start = (Pair(1, (2,)),)
    return Box(start, up, up, Pair((slow_up, partial(up, 3)), (abs, partial(map, up), *downs)))


def twin(text: str) -> Any:
    @made("{1}".format)
    def make(n: int, text: str) -> Callable[[], int]:
        return lambda: n

    return make(1, text)


def functions_of(box: Box) -> list[Any]:
    (slow_up, partial_up), (_, mapped, *downs) = box.others
    return [box.up, box.again, slow_up, partial_up, mapped, *downs]


@pytest.mark.parametrize(
    "copy", [deepcopy, lambda value: pickle.loads(pickle.dumps(value))], ids=["deepcopy", "pickle"]
)
@pytest.mark.parametrize("args", [(), (2,), (True,), (2.0,)], ids=str)
def test_copies_are_equal(copy: Callable[[Any], Any], args: tuple[Any, ...]) -> None:
    box = boxed(*args)
    assert copy(box) == box
    assert list(map(copy, functions_of(box))) == functions_of(box)
    assert list(map(hash, map(copy, functions_of(box)))) == list(map(hash, functions_of(box)))
    results = [f(5) if type(f.args) is tuple and not f.args else None for f in functions_of(copy(box))]
    assert results == [f(5) if not f.args else None for f in functions_of(box)]


def test_functions_differ_if_makers_arguments_or_places_do() -> None:
    other: Any = boxed
    ones = [boxed(1), *map(other, [True, 1.0, 0.0, -0.0, (1,), (True,)])]
    boxes = [*ones, boxed(2), boxed(by=2)]
    functions = [function for box in boxes for function in (functions_of(box)[1:])]
    assert len({*functions}) == len(functions) == 54
    assert boxed() is boxed(1) is boxed(n=1) is boxed(by=1) is boxed(1, by=1)
    assert boxed().up is boxed().again
    assert twin("a") != twin("a")  # two makers of one name


def test_other_values_are_not_copied() -> None:
    box = boxed()
    assert box.start == (Pair(1, (2,)),)
    assert box.others.second[0] is abs
    assert type(box.up.func) is FunctionType


def test_functions_print_as_their_maker_and_its_arguments() -> None:
    assert [*map(repr, functions_of(boxed(2)))] == [
        *["boxed(2, by=1).up"] * 2, "boxed(2, by=1).slow_up", "boxed(2, by=1).up", "boxed(2, by=1).map", *["boxed(2, by=1).<lambda>"] * 2,
    ]  # fmt: skip
    assert repr(twin("rules")) == "rules.<lambda>"


def test_wrong_calls_are_refused_each_time() -> None:
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: boxed(-1), "ValueError: n is -1"),
        (lambda: boxed(1, 2), r"TypeError: boxed\(\): too many positional arguments"),  # type: ignore[call-arg]
        (lambda: boxed(m=1), r"TypeError: boxed\(\): got an unexpected keyword argument 'm'"),  # type: ignore[call-arg]
        (lambda: boxed([1]), r"TypeError: boxed: unhashable type: 'list' in the arguments .*pass a tuple"),  # type: ignore[arg-type]
        (lambda: pickle.dumps(twin("a")), "AttributeError: Can't (pickle|get) local object"),
    ]
    assert wrong_errors(calls * 2) == {}


def test_results_are_cached_and_equal_when_they_are_made_again() -> None:
    """As they are if two threads make them at once, or after many calls with other arguments."""
    CALLS.clear()
    box = boxed(7)
    assert boxed(n=7) is box
    assert [*map(boxed, range(300))][7] is box
    assert boxed(7) == box
    assert boxed(7) is not box
    assert CALLS.count(7) == 2


@pytest.mark.slow
def test_functions_are_sent_to_processes() -> None:
    with get_context("spawn").Pool(1) as pool:
        assert pool.map(boxed(3).up, [1, 2]) == [4, 5]
        assert pool.map(boxed, [4]) == [boxed(4)]


@made("counting({})".format)
def counting(n: int) -> tuple[Callable[[], int], Callable[[], int]]:
    total = n

    def add() -> int:
        nonlocal total
        total += 1
        return total

    return add, lambda: n


def test_distribution_checks_that_they_are_pure() -> None:
    add, constant = counting(3)
    assert distribution(State.from_value(constant).map(lambda function: (function, function()))) == {(constant, 3): 1}
    require_pure(constant, boxed(2).up)
    with pytest.raises(TypeError, match="add assigns to total"):
        require_pure(add)
