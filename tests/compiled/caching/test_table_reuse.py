"""Tables reused by the next compiled search: the entries are valid there, or the table is freed."""

from functools import reduce
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fpgames import alpha_beta, build_tree, jit, map_tree, minimax, prune, share
from fpgames.compiled.caching.cache import CACHE
from fpgames.compiled.caching.table_reuse import is_reusing, keep_memory, reuse_tables
from fpgames.games import connect4
from fpgames.search import bound_by, count_nodes, deepen, mtd_bi
from fpgames.solvers import solver_of

numba = pytest.importorskip("numba", reason="numba is not installed (the extra fast)")

from fpgames.compiled.backend.driver import walker  # noqa: E402 (which needs numba)

four: Any = connect4.sized(4, 4, 3)
score: Any = four.score
worth = map_tree(score)
shared = build_tree(four) | share(entries=1000)
values = shared | worth | minimax
TREES: list[Any] = [
    shared | worth, build_tree(four) | worth | share(entries=300), shared | prune(3) | worth,
    shared | map_tree(lambda p: -score(p)), shared | worth | bound_by(lambda p: (-1, 1)),
]  # fmt: skip
SEARCHES: list[Any] = [
    alpha_beta(alpha=-1, beta=0), alpha_beta(alpha=0, beta=1), alpha_beta(alpha=-2, beta=2), mtd_bi(low=-1, high=1), minimax,
]  # fmt: skip


def positions(seed: int, plies: int) -> Any:
    """Return the position after random moves, or before the one that ends the game."""
    moves = Random(seed)

    def after(p: Any, _: object) -> Any:
        q = four.play(p, moves.choice(four.moves(p)))
        return q if four.moves(q) else p

    return reduce(after, range(plies), four.start)


@pytest.mark.exhaustive
@settings(max_examples=settings().max_examples // 2)  # each compiles several searches
@given(
    st.lists(
        st.tuples(st.sampled_from(TREES[2:4]), st.sampled_from(SEARCHES), st.integers(0, 99), st.integers(8, 13)),
        max_size=6,
    )
)
def test_what_was_kept_is_true(steps: list[tuple[Any, Any, int, int]]) -> None:
    """Whatever trees, windows and roots are searched one after the other, a value is exact, or a true bound."""
    with reuse_tables():
        for tree, search, seed, plies in steps:
            p = positions(seed, plies)
            found, value = jit(tree | search)(p), (tree | search)(p)
            low, high = dict(search.options).values() if getattr(search, "options", ()) else (-2, 2)
            assert min(max(found, low), high) == min(max(value, low), high)
    assert not is_reusing()
    assert not CACHE.tables


@pytest.mark.slow
def test_tables_of_another_tree_are_not_used() -> None:
    search = alpha_beta(alpha=-2, beta=2)
    trees = [TREES[0], TREES[3], TREES[2]]
    for p in (positions(seed, 8) for seed in range(9)):
        with reuse_tables():
            for tree in (*trees, *reversed(trees)):
                assert jit(tree | search)(p) == (tree | search)(p)
    with reuse_tables():  # minimax has tables of values, which are not kept
        assert jit(trees[0] | minimax)(p) == (trees[0] | minimax)(p)
    assert not CACHE.tables


@pytest.mark.slow
def test_deepening_counts_the_labels_of_every_depth() -> None:
    """A depth is complete if no label at its end is read: the searches read all of them."""
    search = jit(TREES[0] | deepen(alpha_beta))
    results = [*search(positions(1, 8))]
    with reuse_tables():
        assert [[*search(positions(1, plies))] for plies in (7, 8)][1] == results


@pytest.mark.exhaustive
def test_it_visits_fewer_nodes() -> None:
    p = positions(1, 4)
    search = jit(TREES[0] | count_nodes(alpha_beta(alpha=-1, beta=0)))
    with reuse_tables():
        (value, first), (again, second) = search(p), search(p)
        other = jit(TREES[0] | count_nodes(alpha_beta(alpha=0, beta=1)))(p)
    assert (value, second) == (again, 1)
    assert other[1] < jit(TREES[0] | count_nodes(alpha_beta(alpha=0, beta=1)))(p)[1]
    assert search(p) == (value, first), "nothing is kept behind the block"


def interrupted(*args: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.slow
def test_an_error_or_an_interrupt_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    p = positions(1, 4)
    search = jit(TREES[0] | count_nodes(alpha_beta(alpha=-1, beta=0)))
    with reuse_tables():
        first = search(p)
        with monkeypatch.context() as here:
            here.setattr(walker, "call_guarded", interrupted)
            with pytest.raises(KeyboardInterrupt):
                search(p)
        assert search(p) == first


def test_a_solver_says_the_same_of_one_position_after_another() -> None:
    solver = solver_of(four)
    ps = [positions(seed, plies) for seed in range(3) for plies in (4, 8, 9)]
    alone = [solver.solve(p)[:3] for p in ps]
    with reuse_tables():
        assert [solver.solve(p)[:3] for p in ps] == alone
        assert [solver.score(p) for p in ps] == [score for score, *_ in alone]
    keep_memory("of a search that ends later", None)
    assert not CACHE.tables
