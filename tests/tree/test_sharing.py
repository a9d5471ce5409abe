"""Sharing: a shared tree has the same values, wherever share stands, with tables of any size."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyrsistent import pmap, pvector

from fpgames import CHANCE, Player, Tree, alpha_beta, build_tree, jit, map_tree, maximise, minimax, node, prune, share
from fpgames.games.tictactoe import rules, static, successors
from fpgames.rules import canonical, up_to_symmetry
from fpgames.search import (
    ab_maximise,
    ab_minimise,
    children,
    count_nodes,
    deepen,
    label,
    mtd_bi,
    mtd_f,
    negamax,
    node_search,
    perft,
    player,
    prefer_quick_wins,
)
from fpgames.tree import unfold, unshared
from fpgames.tree.folds import fold_tree, leaves, levels, size
from fpgames.tree.sharing import BoundedTable
from fpgames.tree.stages import extend_while, keep_best, order_by, prune_when, rebuild, with_ply
from tests.support.figures import REACHABLE, TERMINAL
from tests.support.labels import CallRecorder, total
from tests.support.trees import SEARCHES, depths, functions, predicates
from tests.support.windows import Graph, graphs, require_fail_soft, windows

AFTER_ONE = rules.play(rules.start, 4)
LATE = rules.read("XO.\n...\n..X")


def one_of_three(p: int) -> bool:
    return p % 3 == 1


def remainder(p: int) -> int:
    return p % 7


def test_behind_map_tree() -> None:
    assert (build_tree(successors)(0) | map_tree(static) | share | maximise) == 0
    assert (build_tree(rules)(0) | map_tree(static) | share | minimax) == 0


def test_behind_quicker() -> None:
    plain = build_tree(rules)(rules.play(AFTER_ONE, 1)) | map_tree(static) | prefer_quick_wins
    assert (plain | share | minimax) == (plain | minimax) == (1, -5)


def test_on_nodes_with_equal_labels() -> None:
    tree = node(0, [node(0, [node(1)]), node(0, [node(2)])])
    assert maximise(share(tree)) == 2
    assert size(share(tree)) == 5


def test_of_canonical_positions() -> None:
    stages: tuple[Any, ...] = (keep_best(1, rules.static), prune_when(one_of_three), map_tree(remainder))
    for stage in stages:
        for p in (rules.start, canonical(rules)(AFTER_ONE)):
            tree = build_tree(up_to_symmetry(rules))(p) | prune(4) | stage | map_tree(remainder)
            assert [minimax(share(tree)), alpha_beta(share(tree))] == [minimax(tree)] * 2, (stage, p)


def test_by_seed_alone_it_would_be_wrong() -> None:
    graph = [[2, 1], [2], [3, 4], [], []]
    tree = build_tree(graph.__getitem__, player=Player.FIRST)(0) | map_tree([0, 0, 0, 1, -1].__getitem__)
    assert minimax(share(tree)) == minimax(tree) == 1


def require_the_same(root: Tree[int], value: Callable[[int], int], *every: Callable[[Tree[int]], Tree[int]]) -> None:
    """Require of a tree all that it is, shared before some stages, or behind them."""
    searches: tuple[Any, ...] = (
        *(search for search in SEARCHES[root.player or Player.FIRST] if search not in (ab_maximise, ab_minimise)),
        negamax,
        lambda tree: minimax(prefer_quick_wins(tree)),
    )
    for stages in every:
        plain = stages(root)
        found = [search(map_tree(value)(plain)) for search in searches]
        for shared in (share(stages(root)), stages(share(root))):
            assert [search(map_tree(value)(shared)) for search in searches] == found
            assert set(leaves(shared)) == set(leaves(plain))
            assert fold_tree(total)(shared) == fold_tree(total)(plain)
            assert size(shared) <= size(plain) == size(unshared(shared))
            assert [[*dict.fromkeys(level)] for level in levels(plain)] == [
                [*dict.fromkeys(level)] for level in levels(shared)
            ]
            for alpha in range(-5, 5):
                assert (alpha_beta(alpha=alpha, beta=alpha + 1)(map_tree(value)(shared)) > alpha) == (found[0] > alpha)


class TestSharing:
    @pytest.mark.slow
    @given(graphs(), functions, predicates, depths)
    def test_of_a_graph_it_is_right_at_every_depth(self, graph: Graph, value: Any, quiet: Any, n: int) -> None:
        """Positions that stand at several depths, which is where what is left below them differs."""
        root = build_tree(graph.children.__getitem__, player=graph.players[0])(0)
        extended, best_two = extend_while(quiet, depth=n), keep_best(2, value)
        every: Any = (prune(n), prune_when(quiet), order_by(value) | best_two, order_by(value) | extended)
        require_the_same(root, value, *every, extended, best_two, extended | best_two | prune(n))

    @pytest.mark.slow
    @pytest.mark.parametrize("player", Player)
    def test_where_every_position_stands_at_many_depths(self, player: Player) -> None:
        """Steps of one or two: position n is reached in n/2 to n moves, with another depth left each time."""
        end = 9
        steps = build_tree(lambda n: [n + 1, n + 2] if n < end else [], player=player)(0)
        for seed in range(20):
            random = Random(seed)
            values: Any = [random.randint(-5, 5) for _ in range(end + 2)]
            loud: Any = [n < end and random.random() < 0.5 for n in range(end + 2)]
            extended, best_one = extend_while(loud.__getitem__, depth=3), keep_best(1, values.__getitem__)
            by_rest = order_by([value % 3 for value in values].__getitem__)
            every: Any = (prune(5), extended, extended | by_rest, extended | best_one)
            require_the_same(steps, values.__getitem__, *every)

    def test_a_shared_tree_has_a_node_for_each_position_and_depth_left(self) -> None:
        steps = build_tree(lambda n: [n + 1, n + 2])(0)
        reached = {(0, 5)}
        for _ in range(5):
            reached |= {(n + step, left - 1) for n, left in reached if left for step in (1, 2)}
        assert size(share(prune(5)(steps))) == size(prune(5)(share(steps))) == len(reached)
        assert len(list(leaves(share(prune(5)(steps))))) == sum(left == 0 for _, left in reached)

    def test_positions_are_the_same_whatever_their_labels_are_mapped_to(self) -> None:
        steps = build_tree(lambda n: [n + 1, n + 2] if n < 6 else [])(0)
        for function in (lambda n: n * 10, lambda n: 0, lambda n: [n]):
            assert size(steps | map_tree(function) | share) == size(steps | share | map_tree(function)) == 8

    def test_a_tree_is_shared_before_and_behind_stages_that_carry_something(self) -> None:
        steps = build_tree(lambda n: [n + 1, n + 2] if n < 20 else [], player=Player.FIRST)(0)
        assert size(steps) == 35421
        stages: tuple[Any, ...] = (
            extend_while(lambda _: True), with_ply, order_by(lambda _: 0), keep_best(2, lambda _: 0),
        )  # fmt: skip
        sizes = {(stage, size(stage(share(steps))), size(share(stage(steps)))) for stage in stages}
        assert all(before < 500 > after for _, before, after in sizes), sizes

    def test_every_position_is_visited_once_and_every_end_evaluated_once(self) -> None:
        grow, label = CallRecorder(successors), CallRecorder(static)
        tree = build_tree(grow)(0) | share | map_tree(label)
        assert maximise(tree) == 0
        assert (len(grow.calls), len(label.calls)) == (REACHABLE, sum(TERMINAL.values()))
        assert size(tree) == REACHABLE
        assert len(list(leaves(tree))) == sum(TERMINAL.values())

    def test_what_only_looks_different_may_be_joined(self) -> None:
        assert size(share(build_tree(up_to_symmetry(rules))(rules.start))) == 765


@dataclass(frozen=True)
class Note:
    text: str
    cached: object = field(default_factory=object, compare=False)


class Caching:
    """A position that caches results; it is compared by its text."""

    cached: object = None

    def __init__(self, text: str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Caching) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


class Storing(Caching):
    def __hash__(self) -> int:
        self.stored = hash(self.text)
        return self.stored


@node_search
def twice(node: Any, visit: Any) -> Any:
    nodes = [*children(node)]
    best = max if player(node) is Player.FIRST else min
    return best(map(visit, (*nodes, *nodes[::-1]))) if nodes else label(node)


def slot_of(part: object) -> int:
    return BoundedTable(1000)._slot_of((part, inf))


class Colliding(int):
    """A number whose hash is that of all others."""

    def __hash__(self) -> int:
        return 1


class TestTables:
    """A table of bounded size forgets, and confuses nothing."""

    @given(graphs(), st.sampled_from([1, 2, 3, 1000]), windows, st.sampled_from([int, Colliding]))
    def test_of_any_size_they_change_no_value(self, graph: Graph, entries: int, window: Any, kind: Any) -> None:
        plain = graph.tree()
        tree = unfold(
            plain.unfolding.label_of, lambda n: map(kind, graph.children[n]), kind(0),
            player=graph.players[0] if graph.alternate else None,
            player_of=None if graph.alternate else graph.players.__getitem__,
        )  # fmt: skip
        shared = tree | share(entries=entries)
        value = plain | minimax
        assert shared | minimax == shared | alpha_beta == value
        assert shared | negamax == plain | negamax
        assert shared | mtd_f == shared | mtd_bi(low=-9, high=9) == value
        assert shared | perft(3) == plain | perft(3)
        assert fold_tree(total)(shared) == fold_tree(total)(plain)
        assert size(shared) == size(tree | share)
        found, (alpha, beta) = shared | alpha_beta(alpha=window[0], beta=window[1]), window
        require_fail_soft(found, value, alpha, beta)

    def test_a_smaller_one_visits_more(self) -> None:
        tree = build_tree(rules)(rules.play(rules.play(0, 4), 0)) | map_tree(rules.static)
        nodes = [count_nodes(minimax)(tree | share(entries=n))[1] for n in (1, 100, 10_000)]
        assert sorted(nodes, reverse=True) == nodes
        assert nodes[0] > nodes[-1] >= count_nodes(minimax)(tree | share)[1]
        assert (tree | share(entries=3) | unshared).run.entries == 0
        assert (tree | share(entries=3) | share(entries=None)).run.entries == inf

    def test_a_table_has_places_for_keys_of_any_type(self) -> None:
        keys = [((1, None), inf), ((1.5, -0.0), 3), (("a",), 2), ((True,), 1), (), (-1, 0, Player.SECOND)]
        table = BoundedTable(10**6)
        for key in keys:
            table[key] = key
        assert [table.get(key, None) for key in keys] == keys
        assert table._slot_of(((0.0,), 1)) == table._slot_of(((-0.0,), 1)) == table._slot_of(((-0.0, None), 1))
        assert len({BoundedTable(1)._slot_of(key) for key in keys}) == 1

    def test_slots_are_the_same_in_each_process(self) -> None:
        """Python's hashes of texts, and of objects that are compared by identity, differ."""
        parts = ("a", b"b", Note("c"), frozenset("de"), pmap({"f": "g"}), CHANCE, Player.FIRST, len, Note, object())
        assert [*map(slot_of, parts)] == [551, 17, 513, 657, 827, 936, 927, 208, 820, 56]
        for note in (Caching("a"), Storing("a")):
            before = slot_of(note)
            note.cached = note
            assert before == slot_of(note) == slot_of(type(note)("a")) != slot_of(type(note)("b"))
        for part, other in ((pvector("hi"), pvector("ih")), (Fraction(1, 2), Fraction(2)), (copy.__code__, "")):
            assert slot_of(part) == slot_of(copy(part)) != slot_of(other)

    def test_visits_are_the_same_in_each_call(self) -> None:
        """Seeds of children that another stage adds are trees."""
        rebuilt = rebuild(children=lambda tree: (child | prune(2) for child in tree.children))
        search = build_tree(rules) | share(entries=3) | rebuilt | map_tree(rules.static) | count_nodes(twice)
        assert len({search(LATE) for _ in range(4)}) == 1

    @pytest.mark.exhaustive
    def test_compiled_too(self) -> None:
        """The same nodes have the same places there, so that as many are visited, and visited again."""
        pytest.importorskip("numba", reason="numba is not installed (the extra fast)")
        tree = build_tree(rules) | prune(3) | map_tree(rules.static)
        counted = tree | share(entries=100) | count_nodes(alpha_beta(alpha=0, beta=1))
        deepened = tree | share(entries=1) | deepen(minimax) | list
        assert jit(counted)(0) == counted(0)
        assert jit(deepened)(0) == deepened(0)
