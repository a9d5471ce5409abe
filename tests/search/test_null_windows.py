"""Null windows find the value from any guess, or the nearest value of an interval, in Python and compiled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Player, Tree, alpha_beta, build_tree, jit, map_tree, minimax, node, share
from fpgames.compiled import CannotCompile
from fpgames.games import connect4
from fpgames.games.tictactoe import rules
from fpgames.search import bound_by, count_nodes, mtd_bi, mtd_f, perft
from fpgames.stage import Stage
from fpgames.tree import unfold
from tests.support.windows import Graph, graphs


def by_nine(p: int) -> int:
    return 9 * int(rules.static(p))


class TestNullWindows:
    @given(graphs(), st.integers(-12, 12))
    def test_they_find_the_value_from_any_guess(self, graph: Graph, first: int) -> None:
        assert graph.tree() | mtd_f(guess=first) == graph.tree() | minimax

    @given(graphs(), st.integers(-12, 12), st.integers(0, 24), st.booleans())
    def test_halving_returns_the_nearest_value_of_the_interval(
        self, graph: Graph, low: int, more: int, bounded: bool
    ) -> None:
        tree = graph.tree() | bound_by(graph.bounds) if bounded else graph.tree()
        value = graph.tree() | minimax
        assert tree | mtd_bi(low=low, high=low + more) == max(low, min(low + more, value))
        if bounded:
            assert tree | mtd_bi == value
            assert tree | mtd_bi(low=low) == max(low, value)
            assert tree | mtd_bi(high=low) == min(low, value)

    def test_each_window_is_where_it_is_said_to_be(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """In the middle, or at half of a bound that is further from 0; or beside the value found before."""
        searches: dict[str, Any] = {
            "-8 to 20": mtd_bi(low=-8, high=20), "2 to 20": mtd_bi(low=2, high=20), "-20 to 8": mtd_bi(low=-20, high=8),
            "from 5": mtd_f(guess=5), "from 2": mtd_f(guess=2), "from -4": mtd_f(guess=-4),
        }  # fmt: skip
        numbers: list[int] = []

        def tells_no_more_than_asked(seed: Any, left: float, number: int, above: int) -> int:
            numbers.append(number)
            return number if number >= 3 else above

        monkeypatch.setattr("fpgames.search.null_windows.start_search", lambda *_: tells_no_more_than_asked)
        asked = {}
        for name, search in searches.items():
            numbers.clear()
            assert search(node(0, player=Player.FIRST)) == 3
            asked[name] = [*numbers]
        assert asked == {
            "-8 to 20": [10, 5, -4, 2, 4, 3], "2 to 20": [11, 6, 4, 3, 2], "-20 to 8": [-10, -4, 4, -1, 2, 3],
            "from 5": [4, 3, 2], "from 2": [1, 2, 3], "from -4": [-5, -4, -3, -2, -1, 0, 1, 2, 3],
        }  # fmt: skip

    def test_both_players_search_alike(self) -> None:
        """The same tree for the other player, with the labels turned round, is searched by as many nodes."""
        small = connect4.sized(4, 4, 3)
        score: Any = small.score
        first = build_tree(small.successors, player=Player.FIRST)(small.start) | map_tree(score)
        second = build_tree(small.successors, player=Player.SECOND)(small.start) | map_tree(lambda p: -score(p))
        one, other = (count_nodes(mtd_bi(low=-20, high=20))(tree | share) for tree in (first, second))
        assert (one[0], one[1]) == (-other[0], other[1])

    def test_what_is_kept_is_found_by_the_next_window(self) -> None:
        tree = build_tree(rules)(0) | map_tree(by_nine) | share
        alone = count_nodes(alpha_beta(alpha=0, beta=1))(tree)[1]
        assert count_nodes(mtd_bi(low=-9, high=9))(tree)[1] < 4 * alone


def one_or_two(n: int) -> Iterator[int]:
    """A step of one or of two, up to 9."""
    for m in (n + 1, n + 2):
        if m <= 9:
            yield m


def worth(n: int) -> int:
    return n * n % 7 - 3


def widely(n: int) -> tuple[int, int]:
    return -3, 3 if n < 9 else worth(n)


STEPS = build_tree(one_or_two, player=Player.FIRST) | map_tree(worth)


def first_or_second(n: int) -> Player:
    return Player.FIRST if n % 3 else Player.SECOND


def turns_repeat(n: int) -> Tree[int]:
    return unfold(worth, one_or_two, n, player_of=first_or_second)


SHORT: Any = STEPS | bound_by(widely) | share(entries=7) | mtd_bi
LONG: list[Any] = [
    STEPS | count_nodes(mtd_bi(low=-4, high=4)),
    STEPS | share | count_nodes(mtd_f(guess=2)),
    STEPS | bound_by(widely) | count_nodes(alpha_beta),
    Stage(turns_repeat) | mtd_f(guess=1),
    Stage(turns_repeat) | mtd_bi(low=-9, high=9),
]


class TestCompiled:
    """The same values, and the same nodes where no result is replaced, which hashes decide."""

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "pipeline", [SHORT, *(pytest.param(each, marks=pytest.mark.exhaustive) for each in LONG)], ids=repr
    )
    def test_a_search_is_the_same(self, pipeline: Any) -> None:
        pytest.importorskip("numba", reason="numba is not installed (the extra fast)")
        compiled = jit(pipeline)
        assert {n: compiled(n) for n in (0, 3, 9)} == {n: pipeline(n) for n in (0, 3, 9)}

    @pytest.mark.exhaustive
    @pytest.mark.parametrize("entries", [2**60, 2**63, 2**70])
    def test_a_table_that_will_never_be_full(self, entries: int) -> None:
        """Also where the number of bytes would be greater than that of a word."""
        pytest.importorskip("numba", reason="numba is not installed (the extra fast)")
        assert jit(build_tree(one_or_two, player=Player.FIRST) | share(entries=entries) | perft(2))(0) == 4

    @pytest.mark.exhaustive
    def test_null_windows_of_other_numbers(self) -> None:
        pytest.importorskip("numba", reason="numba is not installed (the extra fast)")
        for search in (mtd_f, mtd_bi(low=-1, high=1)):
            with pytest.raises(CannotCompile):
                jit(build_tree(one_or_two, player=Player.FIRST) | map_tree(float) | search)(0)
