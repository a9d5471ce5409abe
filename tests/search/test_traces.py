"""Traces of searches: alpha-beta's cutoffs and windows, and minimax's value of every node."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from operator import attrgetter
from random import Random
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from fpgames import Player, Tree, alpha_beta, build_tree, map_tree, maximise, minimax, minimise, node, prune
from fpgames.games.tictactoe import rules, static, successors
from fpgames.search import children, label, negamax, node_search, trace
from fpgames.search import player as player_at
from fpgames.tree import levels, size
from tests.support.labels import CallRecorder, recording_children
from tests.support.trees import ints, nested_pairs, trees, with_player


@node_search
def fail_hard(here: Any, visit: Any, alpha: Any, beta: Any) -> Any:
    """Return the value if it is inside the window, else the end of the window beyond which it is."""
    high, below = player_at(here) is Player.FIRST, [*children(here)]
    if not below:
        value = label(here)
        return alpha if alpha is not None and value < alpha else beta if beta is not None and value > beta else value
    for child in below:
        value = visit(child, alpha, beta)
        if high:
            alpha = value if alpha is None else max(alpha, value)
        else:
            beta = value if beta is None else min(beta, value)
        if alpha is not None and beta is not None and alpha >= beta:
            break
    return alpha if high else beta


@given(trees, st.sampled_from(Player), ints, st.integers(1, 4))
@example(node(0, [node(2), node(1)]), Player.FIRST, 5, 4)
def test_the_bounds_of_a_fail_hard_search_are_true(tree: Tree[int], player: Player, alpha: int, width: int) -> None:
    def check(traced: Tree[Any], tree: Tree[int], player: Player) -> None:
        found, true = traced.label, minimax(player=player)(tree)
        if found.value is not None:
            assert {"<=": true <= found.value, ">=": true >= found.value, None: true == found.value}[found.bound]
            for here, child in zip(traced.children, tree.children, strict=True):
                check(here, child, player.opponent)

    check(trace(fail_hard(alpha=alpha, beta=alpha + width), player=player)(tree), tree, player)


@given(trees, st.sampled_from(Player))
def test_without_a_window_a_search_that_fails_hard_finds_true_values(tree: Tree[int], player: Player) -> None:
    assert trace(fail_hard, player=player)(tree).label[1:] == trace(alpha_beta, player=player)(tree).label[1:]


@node_search
def in_threads(here: Any, visit: Any) -> Any:
    below = [*children(here)]
    with ThreadPoolExecutor(2) as pool:
        values = [*pool.map(visit, below)]
    return (max if player_at(here) is Player.FIRST else min)(values, default=label(here))


@given(trees)
def test_a_search_in_threads_has_the_trace_of_one_in_turn(tree: Tree[int]) -> None:
    """The order of the visits may differ."""
    tree = with_player(Player.FIRST, tree | prune(3))
    traced = trace(in_threads)(tree)
    assert sorted(map(repr, labels_of(traced))) == sorted(map(repr, labels_of(trace(minimax)(tree))))


@node_search
def by_labels(here: Any, visit: Any) -> Any:
    """The value of the child with the greatest label; its grandchildren are looked at, and not visited."""
    below = sorted(children(here), key=lambda child: (label(child), len([*children(child)])))
    return visit(below[-1]) if below else label(here)


@given(trees)
def test_a_search_that_looks_at_nodes_without_visiting_them(tree: Tree[int]) -> None:
    tree = with_player(Player.FIRST, tree)
    traced = trace(by_labels)(tree)
    assert traced.label.value == by_labels(tree)
    found = [here.label for here in traced.children]
    assert [here.value for here in found[:1]] == [traced.label.value for _ in found[:1]]
    assert all(here.value is None for here in found[1:])
    assert sorted(here.label for here in found) == sorted(child.label for child in tree.children)


def labels_of(tree: Tree[Any]) -> list[Any]:
    return [*chain.from_iterable(levels(tree))]


class TestAlphaBeta:
    @given(trees)
    def test_it_examines_and_cuts_what_alpha_beta_does(self, tree: Tree[int]) -> None:
        examined = CallRecorder(lambda label: label)
        tree = with_player(Player.FIRST, tree)
        alpha_beta(map_tree(examined)(tree))
        traced = trace(alpha_beta)(tree)
        seen = [t for t in self.everything(traced) if t[0].cut is None]
        assert [label.label for label, is_leaf in seen if is_leaf] == examined.calls
        assert size(traced) == size(tree)
        assert nested_pairs(map_tree(attrgetter("label"))(traced)) == nested_pairs(tree)

    def everything(self, tree: Tree[Any]) -> list[tuple[Any, bool]]:
        children = list(tree.children)
        return [(tree.label, not children), *chain(*map(self.everything, children))]

    @given(trees, st.sampled_from(Player), st.none() | ints, st.none() | st.integers(1, 4), st.none() | st.randoms())
    @example(node(0, [node(0, [node(3), node(1)]), node(3)]), Player.FIRST, 3, None, None)
    @example(node(0, [node(3), node(0, [node(3), node(1)])]), Player.FIRST, 2, None, None)
    @example(node(0, [node(0, [node(3), node(1)]), node(2)]), Player.FIRST, 3, None, None)
    @example(node(0, [node(1), node(5)]), Player.FIRST, None, 4, None)
    def test_under_any_window_and_whoever_moves_again_a_value_is_true_or_a_true_bound(
        self, tree: Tree[int], player: Player, alpha: int | None, above: int | None, turns: Random | None
    ) -> None:
        def with_turns(tree: Tree[int], player: Player) -> Tree[int]:
            other = player.opponent if turns is None else turns.choice([*Player])
            return node(tree.label, [with_turns(child, other) for child in tree.children], player=player)

        def check(traced: Tree[Any], tree: Tree[int]) -> None:
            found, true = traced.label, minimax(tree)
            if not found.cut:
                assert {"<=": true <= found.value, ">=": true >= found.value, None: true == found.value}[found.bound]
                assert found.bound is None or any(label.cut for label, _ in self.everything(traced))
                below = [child.label for child in traced.children]
                if any((label.value, label.cut, label.bound) == (found.value, None, None) for label in below):
                    assert found.bound is None or any(label.cut for label in below), "a child shows that it is true"
                for here, child in zip(traced.children, tree.children, strict=True):
                    check(here, child)

        beta = None if above is None else above if alpha is None else alpha + above
        turning = with_turns(tree, player)
        check(trace(alpha_beta(alpha=alpha, beta=beta))(turning), turning)

    @given(trees, ints, st.integers(1, 4), st.sampled_from(Player))
    def test_windows_are_those_of_the_parent_narrowed(
        self, tree: Tree[int], alpha: int, width: int, player: Player
    ) -> None:
        self.check(trace(alpha_beta, player=player)(tree), high=player is Player.FIRST)
        traced = trace(alpha_beta(alpha=alpha, beta=alpha + width), player=player)(tree)
        assert (traced.label.alpha, traced.label.beta) == (alpha, alpha + width)
        self.check(traced, high=player is Player.FIRST)

    def check(self, tree: Tree[Any], *, high: bool) -> None:
        here = tree.label
        alpha, beta = here.alpha, here.beta
        for child in tree.children:
            label = child.label
            if label.cut:
                assert label.cut == ("beta" if high else "alpha")
                assert here.value >= here.beta if high else here.value <= here.alpha
                bounds = (None, here.beta) if high else (here.alpha, None)
                assert (label.value, label.alpha, label.beta) == (None, *bounds)
                assert all(below.label[1:] == label[1:] for below in child.children)
                continue
            assert (label.alpha, label.beta) == (alpha, beta)
            self.check(child, high=not high)
            if high:
                alpha = label.value if alpha is None else max(alpha, label.value)
            else:
                beta = label.value if beta is None else min(beta, label.value)

    def test_behind_a_cut_only_what_is_looked_at_is_made(self) -> None:
        made: list[int] = []
        grow = recording_children(made, lambda n: {0: (1, 2), 1: (10, 11), 2: (20, 21), 21: (210, 211)}.get(n, ()))
        values = {10: 5, 11: 6, 20: 4}
        traced = trace(alpha_beta, static=values.__getitem__)(build_tree(grow, player=Player.FIRST)(0))
        assert traced.label.value == 5
        (cut,) = (below for child in traced.children for below in child.children if below.label.cut)
        assert 210 not in made
        assert next(cut.children).label.cut == "alpha"
        assert 210 in made
        assert 211 not in made

    def test_inner_labels_are_asked_for_by_whoever_looks(self) -> None:
        label, grow = CallRecorder(static), CallRecorder(successors)
        traced = build_tree(grow, player=Player.FIRST)(0) | prune(3) | map_tree(label) | trace(alpha_beta)
        assert (label.calls, grow.calls) == ([], [])
        assert traced.label.cut is None
        label.calls.clear()
        assert traced.label.value == 0
        assert len(label.calls) == 1
        traced = build_tree(rules)(0) | prune(3) | map_tree(label) | trace(alpha_beta)
        label.calls.clear()
        assert traced.label.value == 0
        assert len(label.calls) == 71


class TestMinimax:
    @given(trees, st.sampled_from(Player))
    def test_every_value_is_that_of_the_tree_below(self, tree: Tree[int], player: Player) -> None:
        def check(traced: Tree[Any], tree: Tree[int], high: bool) -> None:
            assert traced.label == (tree.label, (maximise if high else minimise)(tree), *[None] * 4)
            for below, child in zip(traced.children, tree.children, strict=True):
                check(below, child, not high)

        named = maximise if player is Player.FIRST else minimise
        check(trace(minimax, player=player)(tree), tree, player is Player.FIRST)
        searches: list[Any] = [minimax, negamax, named, minimax(player=player)]
        for search in searches:
            check(trace(search)(with_player(player, tree)), tree, player is Player.FIRST)
        check(trace(named)(tree), tree, player is Player.FIRST)

    def test_below_a_child_the_search_is_recorded_when_it_is_read(self) -> None:
        asked = CallRecorder(int)
        tree = node(0, [node(0, map(node, (1, 2))), node(0, map(node, (3, 4)))], player=Player.FIRST)
        _, second = trace(minimax, static=asked)(tree).children
        assert (second.label.value, asked.calls) == (3, [1, 2, 3, 4])
        assert [[child.label.value for child in second.children], asked.calls] == [[3, 4], [1, 2, 3, 4, 3, 4]]
        _ = [*second.children]
        assert len(asked.calls) == 6
