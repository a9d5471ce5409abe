"""What articles 3, 4 and 5 say that is not so, run as they say it; the pages beside them tell what to make of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial, reduce
from itertools import product
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import (
    IllegalMove,
    SplitMix,
    Tree,
    alpha_beta,
    build_tree,
    count_leaves,
    map_tree,
    node,
    prune,
    replicate_m,
)
from fpgames import Player as Side
from fpgames.games import connect4
from fpgames.games.connect4 import from_record, to_record
from fpgames.games.connect4 import rules as bits
from fpgames.games.connect4.board import CELLS, Cell, at, line_length
from fpgames.games.connect4.record import Game, Player, Status, mk_game, next_game, play_k
from fpgames.games.connect4.record import rules as record
from fpgames.games.tictactoe import rules as tictactoe
from fpgames.games.tictactoe import static, successors
from fpgames.play import bot_alphabeta_random
from fpgames.testing import check_same_game
from tests.search.test_searches import article_3
from tests.tree.test_tree import ints, trees

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
        found = [count_leaves(partial(both, alpha=-FAR, beta=FAR), ahead(depth)) for depth in (3, 5, 9)]
        assert found == [(80, 125), (80, 1985), (0, 8453)]

    def test_cutting_only_where_alpha_is_greater(self) -> None:
        """As its text says, not as its code does."""
        search = partial(both, alpha=-FAR, beta=FAR, done=lambda alpha, beta: alpha > beta)
        assert [count_leaves(search, ahead(depth)) for depth in (3, 5, 9)] == [(80, 358), (80, 8845), (0, 122768)]

    @given(trees, ints, st.integers(1, 5))
    def test_the_articles_code_is_fail_hard_on_one_side(self, tree: Tree[int], alpha: int, width: int) -> None:
        """Never below the window, but perhaps above it; made to fit, both answer the same."""
        beta = alpha + width
        hard = both(tree, alpha, beta)
        if list(tree.children):
            assert hard >= alpha
        soft = alpha_beta(alpha=alpha, beta=beta, player=Side.FIRST)(tree)
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
        assert [alpha_beta(ahead(2, p)) for p in successors(0)] == [
            60,
            50,
            60,
            50,
            80,
            50,
            60,
            50,
            60,
        ]

    @pytest.mark.parametrize(("depth", "leaves"), [(3, 137), (5, 2106), (9, 12881)])
    def test_a_window_wider_by_one_is_enough(self, depth: int, leaves: int) -> None:
        """The article's only way costs 227, 2973 and 14113."""
        best, looked, found = -FAR, 0, []
        for p in successors(0):
            value, count = count_leaves(alpha_beta(alpha=best - 1), ahead(depth - 1, p))
            best, looked = max(best, value), looked + count
            found.append(value)
        exact = [alpha_beta(ahead(depth - 1, p)) for p in successors(0)]
        assert [value == best for value in found] == [value == max(exact) for value in exact]
        assert looked == leaves

    @given(st.integers(1, 6))
    def test_a_coin_favours_later_moves(self, equal: int) -> None:
        """Every way the coins may fall, each as likely; the library draws one of the equal moves by ``choice``."""
        ways = list(product([False, True], repeat=equal - 1))
        kept = Counter(max((n for n, heads in enumerate(coins, 1) if heads), default=0) for coins in ways)
        chances = [Fraction(kept[move], len(ways)) for move in range(equal)]
        assert chances == [Fraction(1, 2 ** min(equal - 1, equal - move)) for move in range(equal)]
        if equal == 4:
            assert chances == [Fraction(1, 8), Fraction(1, 8), Fraction(1, 4), Fraction(1, 2)]

    def test_the_library_draws_evenly_among_equal_moves(self) -> None:
        four = reduce(tictactoe.play, [0, 1, 4, 8, 7], tictactoe.start)
        action = bot_alphabeta_random(tictactoe, 4, static)(four)
        drawn = Counter(replicate_m(1000, action).eval(SplitMix.from_seed(1)))
        assert drawn.keys() == {2, 3, 5, 6}
        assert all(200 < count < 300 for count in drawn.values())

    @pytest.mark.parametrize(("beside", "leaves"), [([5], 6), ([5, 20], 8)])
    def test_a_provisional_value_does_not_cut_the_level_above(self, beside: list[int], leaves: int) -> None:
        right = node("min", [node("max", map(node, beside)), node(3)])
        assert count_leaves(alpha_beta, node("max", [self.left(), right], player=Side.FIRST)) == (9, leaves)


def after(*ks: int) -> Game:
    return reduce(play_k, ks, mk_game(Player.R))


class TestArticle4:
    def test_rows_go_from_0_to_5(self) -> None:
        assert len(CELLS) == at(5, 6) + 1 == 42
        with pytest.raises(IndexError):
            CELLS[at(6, 0)]

    def test_an_index_is_a_column_only_while_none_is_full(self) -> None:
        """The article's prompt asks for a column and its playK takes an index."""
        full = after(0, 0, 0, 0, 0, 0)
        assert full.moves == (1, 2, 3, 4, 5, 6)
        assert play_k(full, 0) == connect4.record.play(full, 1)
        with pytest.raises(IllegalMove, match="column 0 is full"):
            connect4.record.play(full, 0)


class TestArticle5:
    def articles_tests(self) -> None:
        """The eight that it prints, none of which looks at a board."""
        red = mk_game(Player.R)
        assert red[:4] == (Status.PlayR, Player.R, Player.R, tuple(range(7)))
        assert next_game(red)[:4] == (Status.PlayY, Player.Y, Player.Y, tuple(range(7)))
        for stones, i, j, dj, length in (((), 0, 1, 1, 0), ((2, 3), 0, 1, 1, 2), ((0, 1), 0, 2, -1, 2)):
            cells = reduce(lambda cells, j: cells.set(at(0, j), Cell.R), stones, CELLS)
            assert line_length(i, j, 0, dj, Cell.R, cells) == length
        assert after(1)[:4] == (Status.PlayY, Player.Y, Player.R, tuple(range(7)))
        assert after(6, 6, 6, 6, 6, 6)[:4] == (Status.PlayR, Player.R, Player.R, tuple(range(6)))
        assert after(2, 4, 2, 4, 2, 4, 2)[:4] == (Status.WinR, Player.R, Player.R, tuple(range(7)))

    @pytest.mark.exhaustive
    def test_its_tests_pass_without_rows_and_diagonals(self) -> None:
        """The kit does."""
        self.articles_tests()
        with patch.object(connect4.record, "_DIRECTIONS", ((1, 0),)):
            self.articles_tests()
            with pytest.raises(AssertionError, match="the_same_moves_lead_to_the_same_position"):
                check_same_game(bits, record, to_record, from_record)

    def test_a_game_that_is_won_is_over(self) -> None:
        """The article's playK goes on: its moves are still listed, and the status is worked out anew."""
        won = after(2, 4, 2, 4, 2, 4, 2)
        assert won.moves == tuple(range(7))
        with pytest.raises(IllegalMove, match="illegal move 0; the game is over"):
            play_k(won, 0)
