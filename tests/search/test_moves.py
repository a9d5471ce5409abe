"""Moves: the best one, the line of play expected, and the analysis of one; all agree with every search."""

from __future__ import annotations

from functools import partial, reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Player, Tree, alpha_beta, best_move, build_tree, game_tree, map_tree, minimax, minimise, node
from fpgames.cli.analyse import analyse_move
from fpgames.games.tictactoe import rules, static, successors
from fpgames.rules import GameOver
from fpgames.search import Scored, ab_minimise, mtd_bi, mtd_f, principal_variation
from fpgames.testing import unfinished
from fpgames.tree import leaves, prune, share, size
from tests.support.labels import article_3, article_3_of
from tests.support.refusals import unlike
from tests.support.trees import SEARCHES


@given(unfinished(rules), st.integers(1, 4))
def test_the_line_leads_to_its_value(p: int, depth: int) -> None:
    tree = game_tree(rules)(p) | prune(depth)
    by_position = build_tree(rules)(p) | prune(depth) | map_tree(article_3)
    value = minimax(tree | map_tree(article_3_of))
    assert value == minimax(by_position)
    for search in SEARCHES[rules.player(p)][:3]:
        found = tree | principal_variation(article_3, search=search)
        assert article_3(reduce(rules.play, found.line, p)) == found.value == value
        for evaluated in (tree | map_tree(article_3_of), by_position, share(by_position)):
            assert best_move(search=search)(evaluated) == found.line[0]


@given(unfinished(rules), st.integers(1, 4))
def test_an_analysis_agrees_with_every_search(p: int, depth: int) -> None:
    for move in rules.moves(p):
        found = analyse_move(rules, p, move, depth)
        tree = build_tree(rules)(rules.play(p, move)) | prune(depth - 1) | map_tree(static)
        assert found.value == minimax(tree)
        assert found.line[0] == move
        assert len(list(leaves(tree))) == found.minimax >= found.lists >= found.window


@pytest.mark.slow
def test_a_line_is_never_shared_and_so_a_shared_trees_move_is_its_own() -> None:
    """Two ways to one position: the line of the one is not the line of the other."""
    corner = build_tree(rules)(rules.play(rules.start, 0)) | map_tree(static)
    searches: tuple[Any, ...] = (minimax, minimise, alpha_beta, ab_minimise)
    moves = [(best_move(search=search)(corner | share), best_move(search=search)(corner)) for search in searches]
    assert moves == [(4, 4)] * 4


def test_what_has_no_best_move() -> None:
    with pytest.raises(GameOver, match=r"^no move to choose: this tree is a leaf$"):
        build_tree(rules)(rules.read("XXX\nOO.\n...")) | map_tree(static) | best_move
    tree: Any = build_tree(rules)(0) | prune(1) | map_tree(static)
    of_size, lines = best_move(search=size), principal_variation(static)
    without_rules = r"ValueError: best_move needs a tree that knows the moves: .* build_tree\(rules\)"
    assert not unlike([
        (partial(best_move, node(0, [node(1)], player=Player.FIRST)), without_rules),
        (lambda: build_tree(successors, player=Player.FIRST)(0) | map_tree(static) | best_move, without_rules),
        *((partial(best_move(search=search), tree),
           r"TypeError: best_move pairs values with moves, which mtd_.* does not search; alpha_beta does")
          for search in (mtd_f, mtd_f(first=1), mtd_bi(low=-1, high=1))),
        (lambda: of_size(tree), "TypeError: best_move needs a search that returns one of the labels; .* returned 10"),
        (lambda: lines(build_tree(rules)(0) | prune(1)),  # type: ignore[arg-type]
         r"TypeError: needs the labels of game_tree\(rules\), .* those of this tree are positions"),
    ])  # fmt: skip


def test_scored_values_compare_by_value_alone() -> None:
    assert Scored(1, (2,)) >= Scored(1, (3,)) > Scored(0, (9,))
    assert Scored(1, ()) != 1
    assert repr(Scored(1, (2,))) == "Scored(1, (2,))"
    with pytest.raises(TypeError):
        hash(Scored(1, ()))


def test_searches_that_cannot_take_pairs_and_labels_that_cannot_be_compared() -> None:
    def clipped(tree: Tree[Any]) -> Any:
        return max(minimax(tree), 0)

    def one_or_a(p: int) -> Any:
        return 1 if p % 2 else "a"

    look = build_tree(rules) | prune(1)
    with pytest.raises(
        TypeError, match=r"best_move pairs every value with a move, and .*clipped.* cannot search these pairs"
    ):
        look(rules.start) | map_tree(rules.static) | best_move(search=clipped)
    with pytest.raises(TypeError, match="labels of this tree cannot be compared"):
        look(rules.start) | map_tree(one_or_a) | best_move(search=alpha_beta)
