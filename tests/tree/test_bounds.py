"""What makes a search smaller and changes no value: bounds, tables of bounded size, null windows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Player, Tree, alpha_beta, build_tree, jit, map_tree, minimax, node, order_by, prune, share
from fpgames.compiled import CannotCompile
from fpgames.games import connect4, nim, tictactoe
from fpgames.search import count_nodes, deepen, mtd_bi, mtd_f, negamax, perft
from fpgames.tree import (
    bound_by,
    extend_while,
    fold_tree,
    keep_best,
    prune_when,
    rebuild,
    size,
    unfold,
    unshared,
    with_ply,
)

RULES = tictactoe.rules
SMALL = nim.heaps(2, 2, 1)


class Graph(NamedTuple):
    """A finite graph without cycles: each node's children have greater numbers; leaves have labels and slack."""

    children: tuple[tuple[int, ...], ...]
    labels: tuple[int, ...]
    players: tuple[Player, ...]
    slack: tuple[tuple[int, int], ...]
    alternate: bool

    def tree(self) -> Tree[int]:
        if self.alternate:
            return unfold(self.labels.__getitem__, self.children.__getitem__, 0, player=self.players[0])
        return unfold(self.labels.__getitem__, self.children.__getitem__, 0, player_of=self.players.__getitem__)

    def leaves(self, n: int) -> list[int]:
        below = [label for child in self.children[n] for label in self.leaves(child)]
        return below or [self.labels[n]]

    def bounds(self, n: int) -> tuple[int, int]:
        found, (less, more) = self.leaves(n), self.slack[n]
        return min(found) - less, max(found) + more


@st.composite
def graphs(draw: st.DrawFn, most: int = 9) -> Graph:
    n = draw(st.integers(1, most))
    slack = st.integers(0, 3)
    return Graph(
        tuple(tuple(draw(st.lists(st.integers(at + 1, n - 1), max_size=3))) if at + 1 < n else () for at in range(n)),
        tuple(draw(st.lists(st.integers(-9, 9), min_size=n, max_size=n))),
        tuple(draw(st.lists(st.sampled_from(Player), min_size=n, max_size=n))),
        tuple(draw(st.lists(st.tuples(slack, slack), min_size=n, max_size=n))),
        draw(st.booleans()),
    )


def is_window(window: Any) -> bool:
    alpha, beta = window
    return alpha is None or beta is None or alpha < beta


ENDS = st.none() | st.integers(-12, 12)
windows: st.SearchStrategy[Any] = st.tuples(ENDS, ENDS).filter(is_window)


def is_large(n: int) -> bool:
    return n > 2


def opposite(n: Any) -> Any:
    return -n


def heaps(p: Any) -> int:
    return sum(p)


def by_nine(p: int) -> int:
    return 9 * int(RULES.static(p))


class TestBounds:
    @given(graphs(), windows, st.booleans())
    def test_a_bounded_search_is_fail_soft(self, graph: Graph, window: Any, shared: bool) -> None:
        alpha, beta = window
        tree = graph.tree() | bound_by(graph.bounds)
        found = (tree | share if shared else tree) | alpha_beta(alpha=alpha, beta=beta)
        value = graph.tree() | minimax
        if alpha is not None and found <= alpha:
            assert value <= found
        elif beta is not None and found >= beta:
            assert value >= found
        else:
            assert value == found

    @given(graphs())
    def test_exact_bounds_need_no_search(self, graph: Graph) -> None:
        values = [below(graph, n) | minimax for n in range(len(graph.labels))]
        exact = below(graph, 0) | bound_by(lambda n: (values[n], values[n]))
        assert count_nodes(alpha_beta, exact) == (values[0], 1)

    def test_they_make_a_search_smaller(self) -> None:
        p = RULES.play(RULES.start, 4)
        tree = build_tree(RULES)(p) | map_tree(RULES.static)
        assert count_nodes(alpha_beta, tree)[1] > count_nodes(alpha_beta, tree | bound_by(lambda p: (-1, 1)))[1]

    @pytest.mark.parametrize("stage", [order_by(opposite), share, share | unshared])
    def test_stages_keep_them(self, stage: Any) -> None:
        tree = build_tree(SMALL)(SMALL.start) | map_tree(SMALL.static) | bound_by(lambda p: (0, 0))
        assert tree | stage | alpha_beta == 0  # wrong, as told

    def test_of_a_tree_that_carries_something(self) -> None:
        tree = build_tree(SMALL)(SMALL.start) | order_by(heaps) | map_tree(SMALL.static)
        assert tree | bound_by(lambda p: (sum(p), sum(p))) | alpha_beta == sum(SMALL.start)

    @pytest.mark.parametrize(
        "stage",
        [
            prune(9),
            prune_when(is_large),
            extend_while(lambda n: True),
            map_tree(lambda n: n),
            rebuild(label=lambda tree: tree.label),
            rebuild(children=lambda t: t.children),
        ],
    )
    def test_new_labels_leaves_and_children_have_none(self, stage: Any) -> None:
        tree = build_tree(SMALL)(SMALL.start) | map_tree(SMALL.static)
        assert tree | bound_by(lambda p: (0, 0)) | stage | alpha_beta == tree | alpha_beta == 1
        assert (tree | bound_by(lambda p: ((0, 0), (0, 0))) | with_ply).unfolding.bounds_of is None

    def test_deepening_searches_as_without(self) -> None:
        tree = build_tree(SMALL)(SMALL.start) | map_tree(SMALL.static)
        assert [*deepen(alpha_beta, tree | bound_by(lambda p: (0, 0)))] == [*deepen(alpha_beta, tree)]

    @given(graphs(), st.integers(0, 3), st.integers(1, 3), st.booleans())
    def test_wrong_ones_are_refused_where_every_value_is_outside(
        self, graph: Graph, gap: int, more: int, above: bool
    ) -> None:
        """At the root, where they leave a window."""
        low = max(graph.leaves(0)) + 1 + gap if above else min(graph.leaves(0)) - 1 - gap - more
        tree = graph.tree() | bound_by(lambda n: (low, low + more) if n == 0 else (-99, 99))
        with pytest.raises(ValueError, match="a value is outside the bounds that bound_by was given"):
            alpha_beta(tree)

    @given(graphs(), st.integers(-12, 12), st.integers(1, 3))
    def test_wrong_ones_are_refused_or_a_value_is_within_them(self, graph: Graph, low: int, more: int) -> None:
        tree = graph.tree() | bound_by(lambda n: (low, low + more) if n == 0 else graph.bounds(n))
        with suppress(ValueError):
            assert low <= alpha_beta(tree) <= low + more

    @pytest.mark.parametrize("search", [alpha_beta, mtd_bi, mtd_f])
    @pytest.mark.parametrize("bounds", [None, 3, (None, None), (0, None), ("a", 0)])
    def test_what_is_no_pair_of_numbers_is_refused(self, search: Any, bounds: Any) -> None:
        with pytest.raises(TypeError):
            _ = build_tree(SMALL)(SMALL.start) | map_tree(SMALL.static) | bound_by(lambda p: bounds) | search

    @pytest.mark.parametrize(
        ("tree", "wrong"),
        [
            (lambda: build_tree(RULES)(0), "bound_by needs values, but the labels of this tree are positions"),
            (lambda: node(1), "bound_by needs positions, and this tree is made by hand"),
            (lambda: node(1) | map_tree(opposite), "bound_by needs positions, and this tree is made by hand"),
        ],
    )
    def test_what_has_no_bounds(self, tree: Callable[[], Tree[Any]], wrong: str) -> None:
        with pytest.raises(ValueError, match=wrong):
            _ = tree() | bound_by(lambda p: (0, 1))


def below(graph: Graph, n: int) -> Tree[int]:
    """Return the tree below a node, in which that node's player moves; for trees that know all players."""
    return unfold(graph.labels.__getitem__, graph.children.__getitem__, n, player_of=graph.players.__getitem__)


class Colliding(int):
    """A number whose hash is that of all others."""

    def __hash__(self) -> int:
        return 1


@given(graphs(), st.sampled_from([1, 2, 3, 1000]), windows, st.sampled_from([int, Colliding]))
def test_a_table_of_any_size_changes_no_value(graph: Graph, entries: int, window: Any, kind: Any) -> None:
    alpha, beta = window
    plain = graph.tree()
    tree = unfold(
        plain.unfolding.label_of,
        lambda n: map(kind, graph.children[n]),
        kind(0),
        player=graph.players[0] if graph.alternate else None,
        player_of=None if graph.alternate else graph.players.__getitem__,
    )
    shared = tree | share(entries=entries)
    value = plain | minimax
    assert shared | minimax == shared | alpha_beta == value
    assert shared | negamax == plain | negamax
    assert shared | mtd_f == shared | mtd_bi(low=-9, high=9) == value
    assert shared | perft(3) == plain | perft(3)
    assert fold_tree(lambda label, below: label + sum(below), shared) == fold_tree(
        lambda label, below: label + sum(below), plain
    )
    assert size(shared) == size(tree | share)
    found, exact = shared | alpha_beta(alpha=alpha, beta=beta), plain | alpha_beta(alpha=alpha, beta=beta)
    assert (found <= alpha) == (exact <= alpha) if alpha is not None else True
    assert (found >= beta) == (exact >= beta) if beta is not None else True


def test_a_smaller_table_visits_more() -> None:
    tree = build_tree(RULES)(RULES.play(RULES.play(0, 4), 0)) | map_tree(RULES.static)
    nodes = [count_nodes(minimax, tree | share(entries=n))[1] for n in (1, 100, 10_000)]
    assert sorted(nodes, reverse=True) == nodes
    assert nodes[0] > nodes[-1] >= count_nodes(minimax, tree | share)[1]
    assert (tree | share(entries=3) | unshared).unfolding.entries is None


@pytest.mark.parametrize(("entries", "kept"), [(1, False), (3000, False), (10_000, True)])
def test_compiled_a_table_of_any_size_changes_no_value(entries: int, kept: bool) -> None:
    """In compiled code, a table keeps everything until it is full; one of 3,000 becomes so after half of the search."""
    pytest.importorskip("numba", reason="numba is not installed (the extra fast)")
    tree = build_tree(RULES)(0) | map_tree(RULES.static)
    value, nodes = jit(
        build_tree(RULES) | map_tree(RULES.static) | share(entries=entries) | partial(count_nodes, minimax)
    )(0)
    assert value == minimax(tree | share)
    assert (nodes == count_nodes(minimax, tree | share)[1]) == kept


def test_a_table_without_a_bound() -> None:
    assert (build_tree(RULES)(0) | share(entries=3) | share(entries=None)).unfolding.entries is None


@pytest.mark.parametrize("entries", [0, -1, 1.5, "many"])
def test_a_table_without_entries(entries: Any) -> None:
    with pytest.raises(ValueError, match=r"cannot keep .* results; expected at least 1"):
        share(entries=entries)


class TestNullWindows:
    @given(graphs(), st.integers(-12, 12))
    def test_they_find_the_value_from_any_guess(self, graph: Graph, first: int) -> None:
        assert graph.tree() | mtd_f(first=first) == graph.tree() | minimax

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

    def test_both_players_search_alike(self) -> None:
        """The same tree for the other player, with the labels turned round, is searched by as many nodes."""
        rules = connect4.sized(4, 4, 3)

        def turned(p: Any) -> int:
            return -rules.score(p) if rules.score else 0

        first = build_tree(rules.successors, player=Player.FIRST)(rules.start) | map_tree(rules.score or turned)
        second = build_tree(rules.successors, player=Player.SECOND)(rules.start) | map_tree(turned)
        one, other = (count_nodes(mtd_bi(low=-20, high=20), tree | share) for tree in (first, second))
        assert (one[0], one[1]) == (-other[0], other[1])

    @pytest.mark.parametrize("search", [mtd_f, mtd_bi(low=-1, high=1)])
    @pytest.mark.parametrize(
        ("label", "wrong"),
        [
            (0.5, "null windows need values that are whole numbers, got 0.5"), ("one", "cannot be compared"),
            ((1, 2), "cannot be compared"), (None, "cannot be compared"),
        ],
    )  # fmt: skip
    def test_of_other_labels(self, search: Any, label: Any, wrong: str) -> None:
        with pytest.raises(TypeError, match=wrong):
            search(node(0, [node(label)], player=Player.FIRST))

    @pytest.mark.parametrize("bounds", [(float("-inf"), float("inf")), (float("nan"), 1), (0.5, 0.5), (0, "1")])
    def test_of_other_bounds(self, bounds: Any) -> None:
        tree = build_tree(SMALL)(SMALL.start) | map_tree(SMALL.static) | bound_by(lambda p: bounds)
        with pytest.raises(TypeError, match="null windows need values that are whole numbers, got"):
            mtd_bi(tree)

    @pytest.mark.parametrize("search", [alpha_beta, mtd_f, mtd_bi])
    def test_bounds_in_the_wrong_order(self, search: Any) -> None:
        tree = build_tree(SMALL)(SMALL.start) | map_tree(SMALL.static) | bound_by(lambda p: (1, -1))
        with pytest.raises(ValueError, match="the lower bound that bound_by was given is greater than the upper one"):
            search(tree)

    @pytest.mark.parametrize(
        ("use", "error", "wrong"),
        [
            (
                lambda: node(1, player=Player.FIRST) | mtd_bi,
                ValueError,
                r"mtd_bi needs an interval of values: mtd_bi\(low=-1",
            ),
            (lambda: node(1, player=Player.FIRST) | mtd_bi(low=0), ValueError, "mtd_bi needs an interval of values"),
            (lambda: mtd_bi(low=2, high=1), ValueError, "empty interval: low is 2, high is 1; expected low <= high"),
            (lambda: mtd_bi(low=cast("Any", 0.5)), TypeError, "a bound of the value is 0.5; expected a whole number"),
            (lambda: mtd_bi(player=3), ValueError, "player is 3; expected Player.FIRST or Player.SECOND"),
            (lambda: mtd_f(first=cast("Any", "1")), TypeError, "the first guess is '1'; expected a whole number"),
            (lambda: mtd_f(player=3), ValueError, "player is 3; expected Player.FIRST or Player.SECOND"),
            (lambda: node(1) | mtd_f, ValueError, "mtd_f has to know whose turn it is, but this tree does not"),
            (lambda: build_tree(RULES)(0) | mtd_f, ValueError, "mtd_f needs values, but the labels of this tree are"),
        ],
    )
    def test_misuse(self, use: Callable[[], Any], error: type[Exception], wrong: str) -> None:
        with pytest.raises(error, match=wrong):
            use()

    def test_what_is_kept_is_found_by_the_next_window(self) -> None:
        tree = build_tree(RULES)(0) | map_tree(by_nine) | share
        alone = count_nodes(alpha_beta(alpha=0, beta=1), tree)[1]
        assert count_nodes(mtd_bi(low=-9, high=9), tree)[1] < 4 * alone


def test_the_best_of_a_bounded_tree() -> None:
    tree = build_tree(RULES)(0) | keep_best(2, RULES.static) | map_tree(RULES.static) | bound_by(lambda p: (-1, 1))
    assert tree | alpha_beta == tree | minimax


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


class TestCompiled:
    """The same values, and the same nodes where no result is replaced, which hashes decide."""

    @pytest.mark.parametrize(
        "pipeline",
        [
            STEPS | bound_by(widely) | share(entries=7) | mtd_bi,
            STEPS | partial(count_nodes, mtd_bi(low=-4, high=4)),
            pytest.param(STEPS | partial(count_nodes, mtd_f), marks=pytest.mark.exhaustive),
            pytest.param(STEPS | share | partial(count_nodes, mtd_f(first=2)), marks=pytest.mark.exhaustive),
            pytest.param(STEPS | bound_by(widely) | partial(count_nodes, alpha_beta), marks=pytest.mark.exhaustive),
            pytest.param(STEPS | share(entries=1) | minimax, marks=pytest.mark.exhaustive),
        ],
        ids=repr,
    )
    def test_a_search_is_the_same(self, pipeline: Any) -> None:
        pytest.importorskip("numba", reason="numba is not installed (the extra fast)")
        compiled = jit(pipeline)
        for n in (0, 3, 9):
            assert compiled(n) == pipeline(n)

    @pytest.mark.parametrize(
        "entries", [2**70, *(pytest.param(2**n, marks=pytest.mark.exhaustive) for n in (45, 60, 62, 63))]
    )
    def test_a_table_that_will_never_be_full(self, entries: int) -> None:
        """Also where the number of bytes would be greater than that of a word."""
        pytest.importorskip("numba", reason="numba is not installed (the extra fast)")
        assert jit(build_tree(one_or_two, player=Player.FIRST) | share(entries=entries) | perft(2))(0) == 4

    @pytest.mark.exhaustive
    @pytest.mark.parametrize("search", [mtd_f, mtd_bi(low=-1, high=1)])
    def test_null_windows_of_other_numbers(self, search: Any) -> None:
        pytest.importorskip("numba", reason="numba is not installed (the extra fast)")
        with pytest.raises(CannotCompile):
            jit(build_tree(one_or_two, player=Player.FIRST) | map_tree(float) | search)(0)
