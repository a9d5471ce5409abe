"""Fingerprints of functions: equal exactly for functions that compile to the same code."""

import gc
import weakref
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from itertools import combinations, product
from operator import itemgetter
from typing import Any
from unittest.mock import ANY

import pytest

from fpgames import Player, build_tree, jit, map_tree, order_by, prune, share
from fpgames.compiled.caching.cache import CACHE
from fpgames.compiled.caching.fingerprints import CacheEntry, Fingerprints, cache_entry_for, digest
from fpgames.games.tictactoe import rules as tictactoe
from fpgames.rules import made
from fpgames.search import bound_by, children, count_leaves, count_nodes, deepen, label, node_search
from fpgames.tree import prune_when, with_ply
from fpgames.tree.run import MutableCounter
from fpgames.tree.unfolding import with_run
from fpgames.tree.walking import walk
from tests.search.test_open_recursion import own_alpha_beta, own_minimax, own_negamax
from tests.support.compiled import COUNTED, heap, heap_number, heap_player, heap_score

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


TWO_COUNTERS = MutableCounter(), MutableCounter()
ADDING = adding(1)
VALUES: list[Callable[[], Any]] = [
    *(partial(lambda value: value, value) for value in [None, 0, 1, 2**40, True, 1.0, 0.0, -0.0, "a", "", Player.FIRST, weighed, twice]),
    lambda: float("nan"), lambda: (1, 2), lambda: (1, 2.0), lambda: (True, 2), lambda: (1, (2, "a")), lambda: (1, twice), lambda: tuple(range(20)),
    lambda: {1: 2}, lambda: [1], lambda: adding(1), lambda: adding(2), lambda: ADDING, lambda: partial(plus, 1), lambda: partial(plus, n=1),
    lambda: partial(again, times=3), lambda: again, lambda: itemgetter(1), lambda: itemgetter(2), lambda: made("adding({})".format)(adding)(1), lambda: cache(twice),
    lambda: prune(3), lambda: prune(4), MutableCounter, lambda: TWO_COUNTERS[0], lambda: "x".join,
]  # fmt: skip


def same(one: Any, two: Any) -> bool:
    return bool(print_of(one) == print_of(two))


def print_of(*functions: Any) -> Any:
    return Fingerprints().of(*functions)


def made_of_values() -> list[Any]:
    return [of_two(value(), 0) for value in VALUES] + [without_a_value(True), without_a_value(False)]


def test_of_functions_that_use_one_value() -> None:
    """Functions that are made again have the same fingerprints, but for what is known by its identity."""
    made, again = made_of_values(), made_of_values()
    known_by_identity = [type(one()[0]) for one, two in zip(made, again, strict=True) if not same(one, two)]
    assert known_by_identity == [tuple, list, type("x".join)]
    twins = [(i, j) for (i, one), (j, two) in combinations(enumerate(made), 2) if same(one, two)]
    assert [[made[i]()[0] for i in pair] for pair in twins] == [[ANY, ADDING], [ANY, TWO_COUNTERS[0]]]


@pytest.mark.slow
def test_of_functions_that_use_two_values_that_may_be_the_same() -> None:
    counter, other = TWO_COUNTERS
    equal, twin = adding(1), adding(1)
    values = [counter, other, equal, twin, (equal, twin), (equal, equal), {}, 1]
    made = {f"{i}{j}": of_two(one, two) for (i, one), (j, two) in product(enumerate(values), repeat=2)}
    alike: dict[Any, list[str]] = {}
    for name, each in made.items():
        alike.setdefault(print_of(each), []).append(name)
    assert sorted(" ".join(names) for names in alike.values() if names[1:]) == [
        "00 11", "01 10", "02 03 12 13", "04 14", "05 15", "06 16", "07 17", "20 21 30 31", "22 33", "23 32", "26 36", "27 37", "40 41", "50 51",
        "60 61", "62 63", "70 71", "72 73",
    ]  # fmt: skip


def test_of_two_functions() -> None:
    assert print_of(twice, adding(1)) == print_of(twice, adding(1))
    assert print_of(twice, adding(2)) != print_of(twice, adding(1)) != print_of(adding(1), twice)


def test_of_a_variable_that_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    own = 1

    def using_its_own(n: int) -> int:
        return own * n

    of_module, of_own = print_of(weighed), print_of(using_its_own)
    assert (print_of(weighed), print_of(using_its_own)) == (of_module, of_own)
    monkeypatch.setitem(globals(), "weight", 2)
    own = 2
    assert print_of(weighed) != of_module
    assert print_of(using_its_own) != of_own
    of_library, on_disk = print_of(tictactoe.static), digest(tictactoe.static)
    monkeypatch.setattr("fpgames.games.tictactoe.bits._FULL", 1)
    assert print_of(tictactoe.static) == of_library, "constants of the library never change in a process"
    assert digest(tictactoe.static) != on_disk


def searches_met(pipeline: Any, tree: Any) -> list[tuple[CacheEntry, str | None]]:
    """Return what is known of each search of a tree that a pipeline calls, and its digest."""
    met: list[tuple[CacheEntry, str | None]] = []

    def walker(function: Any, tree: Any, *args: Any) -> Any:
        met.append((cache_entry_for(function, tree.unfolding.label_of)[0], digest(function, tree.unfolding.label_of)))
        return walk(function, tree.seed, tree.depth, *args)

    pipeline(with_run(tree, driver=walker))
    return met


def of_heaps(levels: int, **changes: Any) -> Any:
    return build_tree(replace(heap, **changes) if changes else heap)(heap.start) | prune(levels)


def plus_score(n: int, p: tuple[int, int]) -> int:
    return n + heap_score(p)


def scaled(by: int) -> Any:
    @node_search
    def scaled_sum(here: Any, visit: Any, *, more: Any = twice) -> Any:
        return more(sum([visit(child) for child in children(here)])) + by * label(here)

    return scaled_sum


STAGES: list[Callable[[], Any]] = [
    lambda: map_tree(heap_score), lambda: share | map_tree(heap_score) | map_tree(adding(1)) | prune(2), lambda: map_tree(heap_score) | bound_by(lambda p: (-2, 2)) | share(entries=9),
    lambda: order_by(heap_number) | prune_when(lambda p: p[0] < 2) | map_tree(partial(plus_score, 1)), lambda: with_ply | map_tree(itemgetter(1)),
]  # fmt: skip
OWN: list[Callable[[], Any]] = [
    lambda: own_minimax, lambda: own_alpha_beta(alpha=-1, beta=2), lambda: scaled(3), lambda: scaled(3)(more=lambda n: n + 1), lambda: own_negamax,
]  # fmt: skip
ENDS: list[Callable[[Any], Any]] = [
    lambda own: own, count_leaves, count_nodes, lambda own: count_leaves(count_nodes(own)), lambda own: count_nodes(count_nodes(count_nodes(own))),
    lambda own: count_nodes(lambda tree: own(tree)), lambda own: deepen(own) | list,
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("stages", [pytest.param(each, id=f"{i}") for i, each in enumerate(STAGES)])
def test_a_search_of_ones_own_is_known_at_every_call(stages: Any, forgotten: None) -> None:
    """It is the same search at every call and depth; on the disk also in a tree of other rules with the same functions."""
    windowed = [OWN[1]]  # the only ones for which bound_by is
    for own, end in product(windowed if stages is STAGES[2] else OWN, ENDS):
        first, deeper = (searches_met(stages() | end(own()), of_heaps(levels)) for levels in (3, 5))
        assert {*deeper} == {*first}, (own(), end)
        assert len({*first}) == (2 if end is ENDS[-1] else 1), "the last search of deepen does not ask what lies below"
        other = searches_met(stages() | end(own()), of_heaps(3, name="another"))
        assert {on_disk for _, on_disk in other} == {on_disk for _, on_disk in first} != {None}


def test_different_searches_of_ones_own_are_not_taken_for_each_other() -> None:
    pipelines: list[Any] = [
        map_tree(heap_score) | each for own in OWN for each in (own(), count_nodes(own()), count_leaves(own()))
    ] + [map_tree(heap_score) | scaled(4), map_tree(heap_number) | scaled(3)]
    trees = of_heaps(3), of_heaps(3, player=lambda p: heap_player(p))
    met = [searches_met(each, tree) for each in pipelines for tree in trees]
    assert len({one for ((one, _),) in met}) == len({on_disk for ((_, on_disk),) in met}) == len(met)


@pytest.fixture
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CACHE, "entries", {})


@pytest.mark.usefixtures("forgotten")
class TestKnown:
    def test_what_was_met_is_found_again(self) -> None:
        first, _ = cache_entry_for(adding(1), twice)
        for _ in range(3):
            assert cache_entry_for(adding(1), twice)[0] is first
        assert cache_entry_for(adding(2), twice)[0] is not first
        assert cache_entry_for(without_a_value(True))[0] is cache_entry_for(without_a_value(True))[0]
        assert cache_entry_for(without_a_value(True))[0] is not cache_entry_for(without_a_value(False))[0]

    def test_results_are_not_held(self) -> None:
        class Results(dict[int, int]):
            pass

        results = Results()
        gone = weakref.ref(results)
        for _ in range(2):
            cache_entry_for(of_two(twice, results))
        del results
        gc.collect()
        assert gone() is None

    def test_few_are_kept(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("fpgames.compiled.caching.cache.MAX_TABLE_ENTRIES", 3)
        monkeypatch.setattr(CACHE, "tuple_fingerprints", {})
        for n in range(10):
            assert cache_entry_for(adding(n))[0] is cache_entry_for(adding(n))[0]
            assert cache_entry_for(of_two((n, 1.0), 0))[0] is cache_entry_for(of_two((n, 1.0), 0))[0]
            assert len(CACHE.tuple_fingerprints) <= 3
            assert len(CACHE.entries) <= 3

    @pytest.mark.exhaustive
    def test_a_search_that_is_found_again_counts_again(self) -> None:
        pytest.importorskip("numba", reason="numba is not installed (the extra fast)")
        for _ in range(4):
            assert jit(COUNTED)((9, 1)) == COUNTED((9, 1))
