"""A guard accepts exactly the functions that have the fingerprints of those for which it was made."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from functools import cache, partial
from itertools import product
from operator import itemgetter
from typing import Any

import pytest

from fpgames import Player, jit, prune
from fpgames.compiled import known as module
from fpgames.compiled.fingerprints import Fingerprints
from fpgames.compiled.known import known
from fpgames.rules import Made
from fpgames.tree.walking import Counter
from tests.support.compiled import COUNTED

weight = 1


def weighed(n: int) -> int:
    return weight * n


def twice(n: int) -> int:
    return 2 * n


def plus(m: int, n: int) -> int:
    return m + n


def again(n: int, *, times: int = 2) -> int:
    return times * n


def adding(m: int) -> Callable[[int], int]:
    return lambda n: m + n


def of_two(one: Any, two: Any) -> Callable[[], Any]:
    return lambda: (one, two)


def without_a_value(given: bool) -> Callable[[], Any]:
    def inner() -> Any:
        return late, 0

    if given:
        late = 1
    return inner


TWO_COUNTERS = Counter(), Counter()
ADDING = adding(1)
VALUES: list[Callable[[], Any]] = [
    *(partial(lambda value: value, value) for value in [None, 0, 1, 2**40, True, 1.0, 0.0, -0.0, "a", "", Player.FIRST, weighed, twice]),
    lambda: float("nan"), lambda: (1, 2), lambda: (1, 2.0), lambda: (True, 2), lambda: (1, (2, "a")), lambda: (1, twice), lambda: tuple(range(20)),
    lambda: {1: 2}, lambda: [1], lambda: adding(1), lambda: adding(2), lambda: ADDING, lambda: partial(plus, 1), lambda: partial(plus, n=1),
    lambda: partial(again, times=3), lambda: again, lambda: itemgetter(1), lambda: itemgetter(2), lambda: Made(adding, 1), lambda: cache(twice),
    lambda: prune(3), lambda: prune(4), Counter, lambda: TWO_COUNTERS[0], lambda: "x".join,
]  # fmt: skip


def accepts(guard: Callable[..., Any], *functions: Any) -> bool:
    try:
        return guard(*functions) is not None
    except ValueError:
        return False


def same(one: Any, two: Any) -> bool:
    return Fingerprints().of(one) == Fingerprints().of(two)


def guard_of(function: Any) -> Any:
    prints = Fingerprints()
    prints.of(function)
    return prints.guard()


def test_of_functions_that_use_one_value() -> None:
    made = [of_two(value(), 0) for value in VALUES] + [without_a_value(True), without_a_value(False)]
    again = [of_two(value(), 0) for value in VALUES] + [without_a_value(True), without_a_value(False)]
    found = 0
    for one in made:
        guard = guard_of(one)
        for two in (*made, *again):
            assert accepts(guard, two) == same(one, two)
            found += accepts(guard, two)
    assert found > 2 * len(VALUES), (
        "functions that were made again have the same fingerprints, but for what is known by its identity"
    )


def test_of_functions_that_use_two_values_that_may_be_the_same() -> None:
    counter, other = TWO_COUNTERS
    equal, twin = adding(1), adding(1)
    values = [counter, other, equal, twin, (equal, twin), (equal, equal), {}, 1]
    made = [of_two(one, two) for one, two in product(values, repeat=2)]
    for one in made:
        guard = guard_of(one)
        for two in made:
            assert accepts(guard, two) == same(one, two)


def test_counters_are_found_in_their_order() -> None:
    one, two = Counter(), Counter()
    assert guard_of(of_two(*TWO_COUNTERS))(of_two(one, two)) == [one, two]


def test_of_two_functions() -> None:
    prints = Fingerprints()
    prints.of(twice, "x0")
    prints.of(adding(1), "x1")
    assert accepts(prints.guard(2), twice, adding(1))
    assert not accepts(prints.guard(2), twice, adding(2))
    assert not accepts(prints.guard(2), adding(1), twice)


def test_of_a_variable_that_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    own = 1

    def using_its_own(n: int) -> int:
        return own * n

    of_module, of_own = guard_of(weighed), guard_of(using_its_own)
    assert of_module(weighed) is not None
    assert of_own(using_its_own) is not None
    monkeypatch.setitem(globals(), "weight", 2)
    own = 2
    assert of_module(weighed) is None
    assert of_own(using_its_own) is None


@pytest.fixture
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_known", {})
    monkeypatch.setattr(module, "_guarded", {})


@pytest.mark.usefixtures("forgotten")
class TestKnown:
    def test_what_was_met_is_found_again(self) -> None:
        first, _ = known(adding(1), twice)
        for _ in range(3):
            assert known(adding(1), twice)[0] is first
        assert known(adding(2), twice)[0] is not first
        assert known(without_a_value(True))[0] is known(without_a_value(True))[0]
        assert known(without_a_value(True))[0] is not known(without_a_value(False))[0]

    def test_a_guard_is_of_as_many_functions(self) -> None:
        for _ in range(3):
            known(twice)
        assert known(twice)[0] is not known(twice, adding(1))[0]

    def test_one_guard_is_made_for_each(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """However many functions with the same code come in turn."""
        made = []

        def counted(prints: Fingerprints, number: int) -> Any:
            made.append(number)
            return guard(prints, number)

        guard = Fingerprints.guard
        monkeypatch.setattr(Fingerprints, "guard", counted)
        for _ in range(5):
            for n in range(2 * module._TRIED):
                known(adding(n))
        assert made == [1] * 2 * module._TRIED

    def test_what_was_used_last_is_tried_first(self) -> None:
        for n in (1, 2, 1, 2, 1):
            last, _ = known(adding(n))
        ((first, *_),) = module._guarded.values()
        assert first is last

    def test_results_are_not_held(self) -> None:
        class Results(dict[int, int]):
            pass

        results = Results()
        gone = weakref.ref(results)
        for _ in range(2):
            known(of_two(twice, results))
        del results
        gc.collect()
        assert gone() is None

    def test_codes_that_are_made_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(module, "_MOST", 5)
        held = []
        for _ in range(20):
            names: dict[str, Any] = {}
            exec("def function(n): return n", names)
            held.append(names["function"])
            known(names["function"])
        assert len(module._guarded) <= 5
        assert len(module._known) == 1

    def test_few_are_kept(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(module, "_MOST", 3)
        for n in range(10):
            assert known(adding(n))[0] is known(adding(n))[0]
            assert len(module._known) <= 3
            assert sum(map(len, module._guarded.values())) <= 3

    def test_a_search_that_is_found_again_counts_again(self) -> None:
        pytest.importorskip("numba", reason="numba is not installed (the extra fast)")
        for _ in range(4):
            assert jit(COUNTED)((9, 1)) == COUNTED((9, 1))
