"""Compiled Monte-Carlo tree search: the same trees and generators as in Python, or an error."""

import pickle
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from returns.maybe import Some

from fpgames import Outcome, SplitMix, StdGen, jit, map_state
from fpgames.compiled import jit_when_it_pays
from fpgames.compiled.meter import PLAYOUT_METER
from fpgames.rules import EndlessGame
from fpgames.search import (
    best,
    by_playouts,
    by_static,
    continue_search,
    expand,
    line,
    mcts,
    simulate,
    subtree_after,
    ucb1,
)
from fpgames.testing import unfinished
from fpgames.testing.strategies.values import split_mixes
from tests.support.compiled import GEN, odd_heap
from tests.support.compiled_games import (
    DIVIDED,
    ENDLESS,
    FAILING,
    LARGE,
    PARTED,
    UNKNOWN,
    AnyRules,
    kinds,
    require_same_search,
    score_of,
    small,
    static_of_kind,
    ttt,
)

pytest.importorskip("numba", reason="numba is not installed (the extra fast)")

from fpgames.compiled import flat_trees
from fpgames.compiled.backend.montecarlo import tree_search

exhaustive = pytest.mark.exhaustive
HALF: Any = Fraction(1, 2)
HEADER = 2 + len(kinds.start)


GAMES = [kinds, *(pytest.param(each, marks=exhaustive) for each in (ttt, small, odd_heap))]


def whole(p: int) -> int:
    return p % 3 - 1


@pytest.mark.exhaustive
@pytest.mark.parametrize("rules", GAMES, ids=str)
@given(st.data(), split_mixes(), st.integers(1, 120), st.floats(0, 3), st.integers(1, 3))
def test_the_tree_is_the_same(rules: AnyRules, data: st.DataObject, gen: SplitMix, n: int, c: float, k: int) -> None:
    p = data.draw(unfinished(rules))
    require_same_search({"select": ucb1(c), "evaluate": by_playouts(rules, k)}, rules, p, n, gen)


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES[:3], ids=str)
def test_a_search_to_the_end_is_the_same(rules: AnyRules) -> None:
    """Most of the positions are proven, or the root, which ends the search."""
    for seed, n in ((1, 500), (2, 1500)):
        p = (0, 10**5, 1) if rules is kinds else rules.start
        assert require_same_search({}, rules, p, n, SplitMix.from_seed(seed)).proof is not None or rules is not kinds


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "static"), [(kinds, static_of_kind), pytest.param(ttt, whole, marks=exhaustive)])
@given(st.data(), st.integers(1, 300), st.sampled_from([0, 1, True, HALF, 1e-170, 1e300]))
def test_so_is_one_by_a_static_function(
    rules: AnyRules, static: Callable[[Any], float], data: st.DataObject, n: int, c: float
) -> None:
    p = data.draw(unfinished(rules))
    for gen in (GEN, StdGen.from_seed(1)):  # which is left alone
        require_same_search({"select": ucb1(c), "evaluate": by_static(static)}, rules, p, n, gen)


@exhaustive
@given(split_mixes(), st.integers(1, 300))
def test_random_games_may_have_rules_of_their_own(gen: SplitMix, n: int) -> None:
    short: AnyRules = replace(
        ttt, moves=lambda p: ttt.moves(p) * (p.bit_count() < 2), successors=until_two,
        outcome=lambda p: Some(Outcome(score_of(p))), score=score_of,
    )  # fmt: skip
    require_same_search({"evaluate": by_playouts(short, 2)}, ttt, ttt.start, n, gen)


after_a_move: Any = ttt.successors


def until_two(p: int) -> Iterator[int]:
    if p.bit_count() < 2:
        for q in after_a_move(p):  # noqa: UP028 (which is not compiled)
            yield q


@pytest.mark.parametrize("rules", GAMES[:3], ids=str)
@settings(max_examples=5)
@given(st.data(), split_mixes(), st.integers(1, 300), st.integers(1, 300))
def test_a_search_goes_on(rules: AnyRules, data: st.DataObject, gen: SplitMix, m: int, n: int) -> None:
    p = data.draw(unfinished(rules))
    flat = jit(mcts(rules, m))(p).eval(gen)
    pure = mcts(rules, m)(p).eval(gen)
    wanted = continue_search(rules, n)(pure).run(gen)
    for tree in (pure, flat, pickle.loads(pickle.dumps(flat)), flat._replace(children=(*flat.children,))):
        assert continue_search(rules, n)(tree).run(gen) == jit(continue_search(rules, n))(tree).run(gen) == wanted
    assert flat == pure
    for move, child in zip(pure.moves, pure.children, strict=True):
        if child is not None and child.moves:
            wanted = continue_search(rules, n)(child).run(gen)
            assert jit(continue_search(rules, n))(subtree_after(rules, flat, move)).run(gen) == wanted
            assert jit(continue_search(rules, n))(child).run(gen) == wanted


@pytest.mark.slow
def test_a_long_search_goes_on() -> None:
    """Far from any proof, so that the nodes of the first half are those of the second."""
    flat: Any = jit(mcts(kinds, 400))(kinds.start).eval(GEN)
    pure: Any = mcts(kinds, 400)(kinds.start).eval(GEN)
    wanted = continue_search(kinds, 400)(pure).run(GEN)
    assert jit(continue_search(kinds, 400))(flat).run(GEN) == jit(continue_search(kinds, 400))(pure).run(GEN) == wanted
    child = jit(continue_search(kinds, 400))(flat.children[1]).run(GEN)
    assert child == continue_search(kinds, 400)(pure.children[1]).run(GEN)


def test_a_flat_tree_is_packed_as_it_is_for_equal_rules_only() -> None:
    flat: Any = jit(mcts(kinds, 50))(kinds.start).eval(GEN)
    words, _ = flat_trees.pack(kinds, flat, HEADER)
    assert flat_trees.pack(replace(kinds, name="the same"), flat, HEADER)[0] is words
    assert flat_trees.pack(replace(kinds, score=whole), flat, HEADER)[0] is not words
    assert flat_trees.pack(kinds, flat, HEADER + 1)[0] is not words


def test_the_best_move_and_the_line_are_the_same() -> None:
    functions: list[Any] = [best, line]
    for function in functions:
        pipeline: Any = mcts(kinds, 300) | map_state(function)
        assert jit(pipeline)(kinds.start).run(GEN) == pipeline(kinds.start).run(GEN)


def test_a_tree_that_has_hardly_begun_goes_on() -> None:
    for tree in (mcts(kinds, 1)(kinds.start).eval(GEN), expand(kinds, kinds.start)):
        assert jit(continue_search(kinds, 50))(tree).run(GEN) == continue_search(kinds, 50)(tree).run(GEN)


@pytest.mark.slow
@pytest.mark.parametrize("first", [1, 40])
def test_an_array_that_grows_holds_the_same_tree(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for n in (1, 2, 3, 500, 3000):
        tree = jit(mcts(kinds, n))(kinds.start).run(GEN)
        with monkeypatch.context() as here:
            here.setattr(tree_search, "_INITIAL_WORDS", first)
            assert jit(mcts(kinds, n))(kinds.start).run(GEN) == tree


@exhaustive
def test_ten_thousand_simulations() -> None:
    require_same_search({}, kinds, kinds.start, 10_000, GEN)


# The tree.


@pytest.mark.slow
def test_a_tree_is_a_value() -> None:
    flat, pure = (make(mcts(kinds, 1000))(kinds.start).eval(GEN) for make in (jit, lambda f: f))
    assert hash(flat) == hash(pure)
    assert len({flat, pure}) == 1
    text = pickle.dumps(flat)
    assert pickle.loads(text) == pure
    assert len(text) < 60 * 1000
    for i in range(2):
        assert pickle.loads(pickle.dumps(flat.children[i])) == pure.children[i]
    assert flat.children[:1] == pure.children[:1]
    assert simulate(kinds)(flat).run(GEN) == simulate(kinds)(pure).run(GEN)
    assert jit(mcts(kinds, 999))(kinds.start).eval(GEN) != flat


def test_it_needs_fewer_bytes_than_objects_do() -> None:
    tree: Any = jit(mcts(kinds, 30_000))(kinds.start).eval(GEN)
    words, _ = flat_trees.pack(kinds, tree, HEADER)
    assert 30 < words.nbytes / tree.visits < 60


# What ends a search.


def found_by(make: Callable[[Any], Any], search: Any, p: Any) -> Any:
    try:
        return make(search)(p).run(GEN)
    except (ValueError, ZeroDivisionError) as error:
        return type(error), str(error) * isinstance(error, ValueError)


@pytest.mark.slow
def test_what_is_no_value_is_refused_with_the_same_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PLAYOUT_METER, "threshold", 0)
    by_value = mcts(kinds, 1000, evaluate=by_static(static_of_kind))
    cases = [(by_value, (kind, 1, 1)) for kind in (LARGE, UNKNOWN, FAILING, PARTED, DIVIDED)]
    for search, p in (*cases, (mcts(kinds, 1000), (DIVIDED, 1, 1))):
        compiled, patient, wanted = (found_by(make, search, p) for make in (jit, jit_when_it_pays, lambda f: f))
        assert compiled == patient == wanted
        assert wanted[0] is (ZeroDivisionError if p[0] in (DIVIDED, PARTED) else ValueError)


def test_an_endless_game_is_given_up() -> None:
    p = (ENDLESS, 1, 1)
    for make in (jit, lambda f: f):
        with pytest.raises(EndlessGame, match="a game of kinds is not over after 100000 moves"):
            make(mcts(kinds, 10))(p).run(GEN)
        assert make(mcts(kinds, 10, evaluate=by_static(static_of_kind)))(p).eval(GEN).visits == 10


class Interrupted(Exception):
    """What the handler of a signal raises."""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers")
def test_a_search_that_only_meets_a_proof_can_be_stopped() -> None:
    def interrupted(*_: object) -> None:
        raise Interrupted

    search = jit(mcts(kinds, 10**9, select=ucb1(0)))((0, 10**6, 1))  # its only good move is never tried again
    before = signal.signal(signal.SIGALRM, interrupted)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(Interrupted):
            search.run(GEN)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
