"""Walks of whole trees are folds."""

from __future__ import annotations

import pickle
from functools import reduce
from itertools import chain, islice
from operator import itemgetter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Player, Tree, build_tree, jit, map_tree, minimax, node, prune, share
from fpgames.draw import draw_tree
from fpgames.games.tictactoe import rules
from fpgames.tree import fold_tree, leaves, levels, size, unfold, unshared, walk
from fpgames.tree.unfolding import with_run
from tests.laws.test_composing import games_on_graphs, pipelines
from tests.support.trees import depths, nested_pairs, trees
from tests.support.windows import Graph, graphs


class TestWalks:
    @given(trees)
    def test_all_are_folds(self, tree: Tree[int]) -> None:
        def write(label: int, below: tuple[Any, ...]) -> Any:
            return label, list(below)

        def from_below(label: int, results: tuple[list[int], ...]) -> list[int]:
            return list(chain(*results)) or [label]

        assert fold_tree(write)(tree) == nested_pairs(tree)
        assert list(leaves(tree)) == fold_tree(from_below)(tree)
        assert size(tree) == tree | fold_tree(lambda _, sizes: 1 + sum(sizes))
        assert sum(map(len, levels(tree))) == size(tree)
        assert next(levels(tree)) == (tree.label,)
        below = [list(levels(child)) for child in tree.children]
        for depth, level in enumerate(islice(levels(tree), 1, None)):
            assert level == tuple(chain(*(each[depth] for each in below if depth < len(each))))

    @given(graphs(), depths, st.sampled_from([None, 1, 3]))
    def test_size_is_counted_by_recursion_too(self, graph: Graph, depth: int, entries: int | None) -> None:
        """So it is where a tree has its own way of walking, as in compiled code."""
        tree = graph.tree() | share(entries=entries) | prune(depth)
        by_a_walker = with_run(tree, driver=lambda function, tree: walk(function, tree.seed, tree.depth))
        assert size(by_a_walker) == size(tree)
        assert size(unshared(by_a_walker)) == size(unshared(tree))

    @given(trees)
    def test_a_drawing_has_a_line_for_each_node_and_one_before_it(self, tree: Tree[int]) -> None:
        def preorder(tree: Tree[int]) -> list[int]:
            return [tree.label, *chain(*map(preorder, tree.children))]

        lines = draw_tree(tree).splitlines()
        assert len(lines) == 2 * size(tree) - 1
        assert [int(line.split()[-1]) for line in lines[::2]] == preorder(tree)

    def test_a_drawing_is_that_of_data_tree(self) -> None:
        tree = node("a\nA", [node("b", [node("c\nC"), node("d")]), node("e", [node("f")])])
        assert draw_tree(tree) == "\n".join(
            ["a", "A", "|", "+- b", "|  |", "|  +- c", "|  |  C", "|  |", "|  `- d", "|", "`- e", "   |", "   `- f"]
        )


def best(mover: Player, label: Any, results: tuple[Any, ...]) -> Any:
    return (max if mover is Player.FIRST else min)(results, default=label)


class TestPlayer:
    @given(st.data())
    def test_a_fold_that_is_given_the_player_can_be_minimax(self, data: st.DataObject) -> None:
        """After any stages, where turns repeat, and with equal seeds of different players."""
        game, (steps, _) = data.draw(games_on_graphs()), data.draw(pipelines())
        tree = reduce(lambda tree, step: step.stage(tree), steps, build_tree(game)(game.start) | prune(6))
        assert fold_tree(best, with_player=True)(tree) == minimax(tree)
        assert fold_tree(best, with_player=True)(tree | share) == minimax(tree)

    def test_equal_seeds_of_different_players_are_folded_for_each(self) -> None:
        graph: dict[int, list[int]] = {0: [1, 2], 1: [2], 2: [3, 4], 3: [], 4: []}
        tree = build_tree(graph.__getitem__, player=Player.FIRST)(0) | map_tree(int)
        assert tree | share | fold_tree(best, with_player=True) == minimax(tree) == 4

    def test_it_is_a_stage(self) -> None:
        fold = fold_tree(best, with_player=True)
        assert fold == pickle.loads(pickle.dumps(fold)) != fold_tree(best, with_player=True, player=Player.FIRST)
        assert repr(share | fold) == "share | fold_tree(best, with_player=True)"
        with pytest.raises(
            TypeError, match=r"cannot compile best of fold_tree.*: fold_tree gives it a tuple of any length"
        ):
            jit(build_tree(rules) | prune(2) | map_tree(rules.static) | fold)(0)

    def test_a_puzzle_of_one_player_needs_none(self) -> None:
        def moves(n: int, results: tuple[int, ...]) -> int:
            return 0 if n == 1 else 1 + min(results)

        def halved_or_less_one(n: int) -> list[int]:
            return [] if n == 1 else [n - 1] if n % 2 else [n - 1, n // 2]

        assert build_tree(halved_or_less_one)(100) | share | fold_tree(moves) == 8  # 100 50 25 24 12 6 3 2 1

    def test_three_players_are_named_by_the_label(self) -> None:
        """Each takes one or two of the heap; who takes the last gets the others' points, a point each."""

        def payoffs(p: tuple[int, int], results: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
            _, turn = p
            last = (turn + 2) % 3
            return max(results, key=itemgetter(turn), default=tuple(2 if each == last else -1 for each in range(3)))

        def after(p: tuple[int, int]) -> list[tuple[int, int]]:
            return [(p[0] - n, (p[1] + 1) % 3) for n in (1, 2) if n <= p[0]]

        games = (unfold(lambda p: p, after, (n, 0)) | share | fold_tree(payoffs) for n in (1, 2, 3))
        assert [*games] == [(2, -1, -1), (2, -1, -1), (-1, 2, -1)]
