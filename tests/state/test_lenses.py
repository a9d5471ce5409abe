"""Zoom: the laws of lenses, and of a State over a part of a larger state."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import SplitMix, State, do, get, put, replicate_m, uniform
from fpgames.state import Do, Lens, field, item, map_m, modify, zoom
from tests.support.states import ints, unary_shape
from tests.support.states import states as actions


class Pair(NamedTuple):
    left: Any
    right: Any


def quotient(n: int) -> int:
    return n // 10


def with_quotient(n: int, part: int) -> int:
    return 10 * part + n % 10


pairs = st.builds(Pair, ints, ints)
TENS = Lens(quotient, with_quotient)
# Lenses onto numbers, each with the wholes that it has a part of.
LENSES: dict[str, tuple[Lens[Any, Any], st.SearchStrategy[Any]]] = {
    "field": (field("right"), pairs),
    "place": (item(1), st.tuples(ints, ints, ints)),
    "last place": (item(2), st.tuples(ints, ints, ints)),
    "place of a NamedTuple": (item(1), pairs),
    "tens": (TENS, ints),
    "field of a field": (field("left") | field("right"), st.builds(Pair, pairs, ints)),
    "tens of a place of a field": (field("right") | item(0) | TENS, st.builds(Pair, ints, st.tuples(ints, ints))),
}
functions = st.functions(like=unary_shape, returns=actions, pure=True)


def every_lens(data: st.DataObject) -> Iterator[tuple[Lens[Any, Any], Any]]:
    for name, (lens, wholes) in LENSES.items():
        yield lens, data.draw(wholes, name)


class TestLens:
    @given(st.data(), ints, ints)
    def test_laws(self, data: st.DataObject, a: int, b: int) -> None:
        for lens, whole in every_lens(data):
            assert lens.get(lens.set(whole, a)) == a
            assert lens.set(whole, lens.get(whole)) == whole
            assert lens.set(lens.set(whole, a), b) == lens.set(whole, b)
            assert type(lens.set(whole, a)) is type(whole)

    @given(st.tuples(pairs, ints), ints)
    def test_composing_is_associative(self, whole: Any, part: int) -> None:
        a, b, c = item(0), field("left"), TENS
        for both in ((a | b) | c, a | (b | c)):
            assert both.get(whole) == c.get(b.get(a.get(whole))) == whole[0].left // 10
            assert both.set(whole, part) == (whole[0]._replace(left=10 * part + whole[0].left % 10), whole[1])

    def test_it_prints(self) -> None:
        assert repr(field("gen")) == "<Lens: operator.attrgetter('gen')>"
        assert repr(item(0) | field("gen")) == (
            "<Lens: get_inner(<Lens: operator.itemgetter(0)>, <Lens: operator.attrgetter('gen')>)>"
        )


class TestZoom:
    @given(st.data(), actions, functions, ints)
    def test_it_runs_over_the_part_and_keeps_values_and_binds(self, data: Any, m: Any, f: Any, a: int) -> None:
        for lens, whole in every_lens(data):
            value, whole_after = zoom(lens)(m).run(whole)
            assert (value, lens.get(whole_after)) == m.run(lens.get(whole))
            assert whole_after == lens.set(whole, lens.get(whole_after))
            assert zoom(lens)(State.from_value(a)).run(whole) == (a, whole)
            apart = zoom(lens)(m).bind(f | zoom(lens))
            assert zoom(lens)(m.bind(f)).run(whole) == apart.run(whole)

    @given(st.builds(Pair, pairs, ints), actions)
    def test_zooming_twice_is_zooming_to_the_part_of_the_part(self, whole: Pair, m: State[int, int]) -> None:
        outer, inner = field("left"), field("right")
        assert zoom(outer)(zoom(inner)(m)).run(whole) == zoom(outer | inner)(m).run(whole)

    @given(pairs, actions, actions)
    def test_different_parts_do_not_meet(self, whole: Pair, m: State[int, int], n: State[int, int]) -> None:
        left, right = zoom(field("left"))(m), zoom(field("right"))(n)
        one = left.bind(lambda a: right.map(lambda b: (a, b)))
        other = right.bind(lambda b: left.map(lambda a: (a, b)))
        assert one.run(whole) == other.run(whole)

    @pytest.mark.slow
    def test_long_chains(self) -> None:
        def count(n: int) -> State[int, int]:
            return modify(step).bind(lambda _: count(n - 1)) if n else get(int)

        tick = zoom(field("left"))(modify(step))
        assert zoom(field("left"))(count(5_000)).run(Pair(0, "rest")) == (5_000, Pair(5_000, "rest"))
        assert replicate_m(5_000, tick).exec(Pair(0, "rest")) == Pair(5_000, "rest")
        assert map_m(lambda _: tick, range(5_000)).exec(Pair(0, "rest")) == Pair(5_000, "rest")
        action: State[Pair, None] = tick
        for _ in range(5_000):
            action = action.bind(lambda _: tick)
        assert action.exec(Pair(0, "rest")) == Pair(5_001, "rest")

    def test_in_a_block(self) -> None:
        @do
        def swap() -> Do[Any, int]:
            left: int = yield from zoom(field("left"))(get(int))
            right: int = yield from zoom(field("right"))(get(int))
            yield from zoom(field("left"))(put(right))
            yield from zoom(field("right"))(put(left))
            return left + right

        assert swap().run(Pair(1, 2)) == (3, Pair(2, 1))

    def test_it_is_a_stage(self) -> None:
        action = (roll | zoom(item(0)))(6)
        assert action.run((SplitMix.from_seed(1), "rest"))[0] == uniform(1, 6).eval(SplitMix.from_seed(1))
        copy = pickle.loads(pickle.dumps(roll | zoom(item(0) | field("left"))))
        assert copy(6).eval((Pair(SplitMix.from_seed(1), 0),)) == action.eval((SplitMix.from_seed(1), "rest"))
        assert repr(zoom(item(0))) == "zoom(<Lens: operator.itemgetter(0)>)"


def step(n: int) -> int:
    return n + 1


def roll(sides: int) -> State[Any, int]:
    return uniform(1, sides)
