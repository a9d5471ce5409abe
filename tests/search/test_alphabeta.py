"""Alpha-beta: the meaning of a window, and the articles' exact counts of leaves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Player, Tree, alpha_beta, build_tree, count_leaves, game_tree, map_tree, maximise, node
from fpgames.games.tictactoe import rules, static, successors
from fpgames.search import ab_maximise, count_nodes, trace
from fpgames.tree import prune, share, size, unshared
from tests.support.labels import CallRecorder, article_3, article_3_of, recording_children
from tests.support.trees import ints, position_label, rebuild_by_position, textbook_value, trees, with_player
from tests.support.windows import require_fail_soft


class TestWindow:
    @given(trees, ints, st.integers(1, 5), st.sampled_from(Player))
    def test_fail_soft(self, tree: Tree[int], alpha: int, width: int, player: Player) -> None:
        """Inside the window the value; outside a bound of it, on the value's side of the window."""
        beta = alpha + width
        found = alpha_beta(alpha=alpha, beta=beta, player=player)(tree)
        require_fail_soft(found, textbook_value(tree, player), alpha, beta)
        assert trace(alpha_beta(alpha=alpha, beta=beta), player=player)(tree).label.value == found
        assert alpha_beta(alpha=alpha, beta=beta)(with_player(player, tree)) == found

    @given(trees, ints, st.integers(1, 5), st.sampled_from(Player))
    def test_fail_soft_of_a_shared_tree(self, tree: Tree[int], alpha: int, width: int, player: Player) -> None:
        """Bounds kept with a position in one window are right in another: the same tree stands in two places."""
        twice = node(0, [tree, node(0, [tree])])
        shared = rebuild_by_position(twice, player) | share | map_tree(position_label)
        value = textbook_value(twice, player)
        require_fail_soft(alpha_beta(alpha=alpha, beta=alpha + width)(shared), value, alpha, alpha + width)
        assert alpha_beta(shared) == value

    @pytest.mark.parametrize(
        ("moves", "depth", "evaluation", "leaves"),
        [((), 9, static, 565), ((), 5, article_3, 660), ((4,), 8, static, 168), ((4, 1), 5, article_3, 110)],
    )
    def test_a_shared_tree_costs_fewer_leaves(
        self, moves: tuple[int, ...], depth: int, evaluation: Callable[[int], int], leaves: int
    ) -> None:
        """Bounds that are kept, and used where the window lets them, leave so many; none kept, thousands."""
        p = reduce(rules.play, moves, rules.start)
        tree = build_tree(rules)(p) | share | prune(depth) | map_tree(evaluation)
        assert count_leaves(alpha_beta)(tree) == (alpha_beta(unshared(tree)), leaves)


class TestCounts:
    """Leaves evaluated from the empty board: article 3's table, and its corrected and simplified kin."""

    @staticmethod
    def leaves_of(search: Callable[[Tree[int]], Any], evaluation: Callable[[int], int], depth: int) -> int:
        static = CallRecorder(evaluation)
        search(build_tree(rules)(rules.start) | prune(depth) | map_tree(static))
        return len(static.calls)

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("search", "evaluation", "counts"),
        [
            (maximise, static, (504, 15120, 255168)),
            (alpha_beta, article_3, (125, 1985, 8453)),
            (ab_maximise, article_3, (125, 2699, 15075)),
            (alpha_beta, static, (70, 778, 7330)),
            (ab_maximise, static, (70, 840, 12352)),
        ],
    )
    def test_the_table(self, search: Any, evaluation: Any, counts: tuple[int, int, int]) -> None:
        assert tuple(self.leaves_of(search, evaluation, depth) for depth in (3, 5, 9)) == counts

    @pytest.mark.slow
    def test_a_fresh_window_for_each_move_of_the_root(self) -> None:
        counts = {}
        for depth in (3, 5, 9):
            look = build_tree(rules) | prune(depth - 1) | map_tree(article_3)
            values, leaves = zip(*(count_leaves(alpha_beta)(look(p)) for p in successors(0)), strict=True)
            counts[depth] = max(values), sum(leaves)
        assert counts == {3: (80, 227), 5: (80, 2973), 9: (0, 14113)}

    def test_the_worked_tree(self) -> None:
        """Article 3, part 2-3; what it does not examine must not be examined here."""

        def never() -> Any:
            raise AssertionError("examined")

        cut: Tree[int] = Tree(never, never)

        def inner(*below: Tree[int]) -> Tree[int]:
            return Tree(never, lambda: below)

        tree = inner(inner(inner(*map(node, (5, 1, 9))), inner(node(2), node(12), cut)), inner(inner(node(5)), cut))
        examined = CallRecorder(lambda label: label)
        assert alpha_beta(player=Player.FIRST)(map_tree(examined)(tree)) == 9
        assert examined.calls == [5, 1, 9, 2, 12, 5]

    def test_what_a_cut_leaves_out_is_not_played(self) -> None:
        played: list[int] = []

        def play(p: int, move: int) -> int:
            played.append(p)
            return rules.play(p, move)

        tree = prune(2)(game_tree(replace(rules, play=play))(rules.start))
        _, nodes = count_nodes(alpha_beta)(tree | map_tree(article_3_of))
        assert nodes == len(played) + 1
        assert nodes < size(tree)

    def test_what_a_cut_leaves_out_is_not_built(self) -> None:
        values = {10: 5, 11: 6, 20: 4, 21: 9}
        for search in (alpha_beta, ab_maximise):
            built: list[int] = []
            grow = recording_children(built, lambda n: {0: (1, 2), 1: (10, 11), 2: (20, 21)}.get(n, ()))
            assert search(map_tree(values.__getitem__)(build_tree(grow, player=Player.FIRST)(0))) == 5
            assert built == [1, 10, 11, 2, 20]
