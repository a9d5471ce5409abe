"""Searches that a function stops: prefixes of streams, and trees of fewer simulations."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count, islice, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolz import identity

from fpgames import Outcome, Player, SplitMix, Tree, alpha_beta, build_tree, jit, map_tree, minimax, share
from fpgames.compiled import jit_when_it_pays
from fpgames.compiled.numba_check import has_numba
from fpgames.games import connect4
from fpgames.games.tictactoe import rules, static
from fpgames.search import continue_search, deepen, ends_in, mcts, mcts_steps, mtd_f, negamax, proofs
from fpgames.search.stopping import Stop
from tests.search.test_deepening import reads_labels_first
from tests.support.trees import trees, with_player

GEN = SplitMix.from_seed(1)
TREE = build_tree(rules)(rules.start)
SEARCHES: list[Any] = [minimax, alpha_beta, negamax, mtd_f, reads_labels_first]
COMPILERS = [jit, jit_when_it_pays] if has_numba() else []


def after(k: int, calls: Any) -> Stop:
    """Return a function that returns True at the call after k calls, and at no other: a search never asks again."""
    return lambda: next(calls) == k


def check_prefix(stream: Callable[[Stop | None], Iterable[Any]], k: int, results: list[Any] | None = None) -> list[Any]:
    calls = count()
    stopped = list(islice(stream(after(k, calls)), 9))
    assert stopped
    assert stopped == (results or list(islice(stream(None), 9)))[: len(stopped)]
    assert next(calls) <= k + 1
    return stopped


@given(trees, st.integers(0, 30), st.sampled_from(SEARCHES))
def test_a_stopped_deepening_is_a_prefix(tree: Tree[int], k: int, search: Any) -> None:
    tree = with_player(Player.FIRST, tree) | share
    check_prefix(lambda stop: deepen(search, stop=stop)(tree), k)
    check_prefix(lambda stop: deepen(search, stop=stop, max_nodes=20)(tree), k)


@given(st.integers(0, 30))
def test_other_streams_end_after_the_result_that_the_stop_follows(k: int) -> None:
    goal = ends_in(rules, Outcome.DRAW)
    steps = check_prefix(lambda stop: (step[:4] for step in proofs(goal=goal, stop=stop)(TREE)), k)
    simulated = check_prefix(lambda stop: mcts_steps(rules, rules.start, GEN, stop=stop), k)
    assert len(steps) == len(simulated) == min(k + 1, 9)


def test_a_search_asks_often_and_visits_nothing_after_a_stop() -> None:
    visits, asked = count(), [0]

    def stop() -> bool:
        asked.append(next(visits))
        return len(asked) > 20

    assert len(list(deepen(minimax, stop=stop)(TREE | map_tree(lambda p: next(visits))))) == 2
    assert (len(asked), asked[-1]) == (21, next(visits) - 1)
    assert all(later - earlier < 16 + 9 for earlier, later in pairwise(asked))


def test_an_error_of_a_stop_leaves_the_whole_depths_before_it() -> None:
    """So does an interrupt by Ctrl-C."""
    stream = deepen(minimax, stop=([False] * 8).pop)(TREE | map_tree(static))
    assert [next(stream).depth, next(stream).depth] == [1, 2]
    with pytest.raises(IndexError, match="pop from empty list"):
        next(stream)


def test_a_search_that_catches_exceptions_is_stopped() -> None:
    def with_default(tree: Tree[int]) -> int:
        try:
            return tree | minimax
        except Exception:
            return 99

    check_prefix(lambda stop: deepen(with_default, stop=stop)(TREE | share | map_tree(static)), 9)


def check_simulations(make: Callable[[Any], Any], k: int, n: int = 60) -> Any:
    """Check that a stopped search is the search of as many simulations, with the same next generator."""
    calls = count()
    tree, gen = make(mcts(rules, n, stop=after(k, calls)))(rules.start).run(GEN)
    assert (tree, gen) == make(mcts(rules, tree.visits))(rules.start).run(GEN)
    further, next_gen = make(continue_search(rules, n, stop=after(next(calls) + k, calls)))(tree).run(gen)
    n_more = further.visits - tree.visits
    assert (further, next_gen) == make(continue_search(rules, n_more))(tree).run(gen)
    assert tree.visits >= 2
    return tree.visits


@given(st.integers(0, 70))
def test_a_stopped_tree_search_is_one_of_fewer_simulations(k: int) -> None:
    assert check_simulations(identity, k) == min(k + 2, 60)


@pytest.mark.slow
@pytest.mark.parametrize("make", COMPILERS)
def test_compiled_searches_stop_alike(make: Any, compile_early: None) -> None:
    pipeline = build_tree(connect4.rules) | map_tree(connect4.rules.static)
    p = connect4.rules.read("44")
    results = list(islice(make(pipeline | deepen(alpha_beta))(p), 8))
    lengths = [
        len(check_prefix(lambda stop: islice(make(pipeline | deepen(alpha_beta, stop=stop))(p), 8), k, results))
        for k in (0, 1, 3, 5, 10, 20, 40)
    ]
    assert (lengths[0], lengths == sorted(lengths)) == (1, True)
    visits = [check_simulations(make, k, 20_000) for k in (0, 1, 3, 10)]
    assert visits == sorted(visits)
    assert visits[-1] < 20_000
