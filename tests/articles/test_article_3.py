"""Wrong claims of article 3, run as the article states them; the companion page explains each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Player, Tree, alpha_beta, build_tree, count_leaves, map_tree, node, prune
from fpgames.games.tictactoe import rules as tictactoe
from fpgames.games.tictactoe import successors
from tests.support.labels import article_3
from tests.support.trees import ints, trees

FAR = 1_000_000


def ahead(depth: int, p: int = 0) -> Tree[int]:
    return build_tree(tictactoe)(p) | prune(depth) | map_tree(article_3)


def both(
    tree: Tree[Any], alpha: int, beta: int, high: bool = True, done: Callable[[int, int], bool] = lambda a, b: b <= a
) -> Any:
    """Article 3's calcMax and calcMin."""
    children = list(tree.children)
    for child in children:
        value = both(child, alpha, beta, not high, done)
        alpha, beta = (max(alpha, value), beta) if high else (alpha, min(beta, value))
        if done(alpha, beta):
            break
    return (alpha if high else beta) if children else tree.label


class TestArticle3:
    def left(self) -> Tree[Any]:
        return node("min", [node("max", map(node, [5, 1, 9])), node("max", map(node, [2, 12, 9]))])

    def test_the_articles_two_functions_give_its_table(self) -> None:
        found = [count_leaves(partial(both, alpha=-FAR, beta=FAR))(ahead(depth)) for depth in (3, 5, 9)]
        assert found == [(80, 125), (80, 1985), (0, 8453)]

    @pytest.mark.parametrize(
        ("depth", "found"),
        [(3, (80, 358)), (5, (80, 8845)), pytest.param(9, (0, 122768), marks=pytest.mark.exhaustive)],
    )
    def test_cutting_only_where_alpha_is_greater(self, depth: int, found: tuple[int, int]) -> None:
        """As its text says, not as its code does."""
        search = partial(both, alpha=-FAR, beta=FAR, done=lambda alpha, beta: alpha > beta)
        assert count_leaves(search)(ahead(depth)) == found

    @given(trees, ints, st.integers(1, 5))
    def test_the_articles_code_is_fail_hard_on_one_side(self, tree: Tree[int], alpha: int, width: int) -> None:
        """Never below the window, but perhaps above it; made to fit, both return the same."""
        beta = alpha + width
        hard = both(tree, alpha, beta)
        if list(tree.children):
            assert hard >= alpha
        soft = alpha_beta(alpha=alpha, beta=beta, player=Player.FIRST)(tree)
        assert min(max(hard, alpha), beta) == min(max(soft, alpha), beta)
        assert both(node(0, [node(10)]), 0, 5) == 10

    def test_the_early_return_leaves_a_move_on_the_board(self) -> None:
        def faulty(tree: Tree[Any], line: list[int], alpha: int, beta: int, high: bool = True) -> Any:
            children = list(tree.children)
            for k, child in enumerate(children):
                line.append(k)
                value = faulty(child, line, alpha, beta, not high)
                alpha, beta = (max(alpha, value), beta) if high else (alpha, min(beta, value))
                if beta <= alpha:
                    return alpha if high else beta
                line.pop()
            return (alpha if high else beta) if children else tree.label

        line: list[int] = []
        assert faulty(node("max", [self.left()]), line, -FAR, FAR) == 9
        assert line == [0]

    def test_one_window_makes_worse_moves_look_equal(self) -> None:
        alpha, found = -FAR, []
        for p in successors(0):
            found.append(both(ahead(2, p), alpha, FAR, high=False))
            alpha = max(alpha, found[-1])
        assert found == [60, 60, 60, 60, 80, 80, 80, 80, 80]
        assert [alpha_beta(ahead(2, p)) for p in successors(0)] == [60, 50, 60, 50, 80, 50, 60, 50, 60]

    def test_a_window_wider_by_one_is_enough(self) -> None:
        """The article's only way costs 227, 2973 and 14113."""
        for depth, leaves in ((3, 137), (5, 2106), (9, 12881)):
            best, looked, found = -FAR, 0, []
            for p in successors(0):
                value, count = count_leaves(alpha_beta(alpha=best - 1))(ahead(depth - 1, p))
                best, looked = max(best, value), looked + count
                found.append(value)
            exact = [alpha_beta(ahead(depth - 1, p)) for p in successors(0)]
            assert [value == best for value in found] == [value == max(exact) for value in exact], depth
            assert looked == leaves, depth

    def test_a_coin_favours_later_moves(self) -> None:
        """Every way the coins may fall, each as likely; the library draws one of the equal moves by ``choice``."""
        for equal in range(1, 7):
            ways = list(product([False, True], repeat=equal - 1))
            kept = Counter(max((n for n, heads in enumerate(coins, 1) if heads), default=0) for coins in ways)
            chances = [Fraction(kept[move], len(ways)) for move in range(equal)]
            assert chances == [Fraction(1, 2 ** min(equal - 1, equal - move)) for move in range(equal)]
            if equal == 4:
                assert chances == [Fraction(1, 8), Fraction(1, 8), Fraction(1, 4), Fraction(1, 2)]

    def test_a_provisional_value_does_not_cut_the_level_above(self) -> None:
        for beside, leaves in (([5], 6), ([5, 20], 8)):
            right = node("min", [node("max", map(node, beside)), node(3)])
            assert count_leaves(alpha_beta)(node("max", [self.left(), right], player=Player.FIRST)) == (9, leaves)
