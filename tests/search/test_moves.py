"""Moves: the best one, the expected line of play, and the analysis of each; they agree with every search."""

from __future__ import annotations

import operator
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Nothing, Some
from toolz import identity

from fpgames import (
    Outcome,
    Player,
    Tree,
    alpha_beta,
    best_move,
    build_tree,
    game_tree,
    jit,
    map_tree,
    minimax,
    minimise,
)
from fpgames.cli.analyse import analyse_move
from fpgames.games.tictactoe import rules, static
from fpgames.rules import whose_turn
from fpgames.search import (
    Scored,
    ab_maximise,
    ab_minimise,
    children,
    count_nodes,
    expectiminimax,
    label,
    mtd_f,
    node_search,
    prefer_quick_wins,
    principal_variation,
)
from fpgames.search import player as player_at
from fpgames.testing import unfinished
from fpgames.tree import leaves, prune, share, unshared
from tests.support.labels import article_3, article_3_of
from tests.support.trees import SEARCHES


@pytest.mark.slow
@given(unfinished(rules), st.integers(1, 4))
def test_the_line_leads_to_its_value(p: int, depth: int) -> None:
    tree = game_tree(rules)(p) | prune(depth)
    by_position = build_tree(rules)(p) | prune(depth) | map_tree(article_3)
    value = minimax(tree | map_tree(article_3_of))
    assert value == minimax(by_position)
    for search in SEARCHES[whose_turn(rules, p)][:3]:
        found = tree | principal_variation(article_3, search=search)
        assert article_3(reduce(rules.play, found.line, p)) == found.value == value
        for evaluated in (tree | map_tree(article_3_of), by_position, share(by_position)):
            lists = search in (ab_maximise, ab_minimise)
            assert best_move(search=search)(unshared(evaluated) if lists else evaluated) == found.line[0]


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
    searches: tuple[Any, ...] = (minimax, minimise, alpha_beta)
    moves = [(best_move(search=search)(corner | share), best_move(search=search)(corner)) for search in searches]
    assert moves == [(4, 4)] * 3


def test_scored_values_compare_by_value_alone() -> None:
    assert Scored(1, (2,)) >= Scored(1, (3,)) > Scored(0, (9,))
    assert repr(Scored(1, (2,))) == "Scored(1, (2,))"


def by_definition(tree: Tree[Any], search: Callable[[Tree[Any]], Any]) -> Any:
    """Return the first move whose child has the best value for the player at the root; each child is searched in full."""
    values = list(map(search, tree.children))
    best = min(values) if tree.player is Player.SECOND else max(values)
    game = tree.unfolding.game
    return game.rules.moves(game.position_of(tree.seed))[values.index(best)] if game.rules else None


def clipped(tree: Tree[Any]) -> Any:
    return max(minimax(tree), 0)


@node_search
def own_alpha_beta(here: Any, visit: Any, alpha: Any, beta: Any) -> Any:
    best = None
    for child in children(here):
        value = visit(child, alpha, beta)
        if player_at(here) is Player.FIRST:
            best = value if best is None or value > best else best
            alpha = best if alpha is None or best > alpha else alpha
        else:
            best = value if best is None or value < best else best
            beta = best if beta is None or best < beta else beta
        if alpha is not None and beta is not None and alpha >= beta:
            break
    return label(here) if best is None else best


@given(unfinished(rules), st.integers(1, 4), st.booleans())
def test_the_best_move_is_that_of_its_definition(p: int, depth: int, shared: bool) -> None:
    """A window of the best value so far changes no move, nor does an option or a stage in the search."""
    tree = build_tree(rules)(p) | prune(depth) | (share if shared else identity) | map_tree(static)
    player, move = tree.player, by_definition(tree, minimax)
    searches: list[Any] = [
        *SEARCHES[whose_turn(rules, p)][: 3 - 2 * shared], alpha_beta, minimax(player=player), alpha_beta(player=player), own_alpha_beta, mtd_f,
        mtd_f(search=own_alpha_beta), prune(9) | alpha_beta, prune(9) | own_alpha_beta(player=player), lambda t: minimax(t),
    ]  # fmt: skip
    assert [best_move(search=search)(tree) for search in searches] == [move] * len(searches)
    others: list[Any] = [clipped, alpha_beta | float, map_tree(abs) | alpha_beta]
    for search in others:
        assert best_move(search=search)(tree) == by_definition(tree, search)


def test_the_visits_of_a_best_move_are_those_of_the_root_and_below_its_children() -> None:
    tree = build_tree(rules)(rules.start) | prune(3) | map_tree(static)
    for search in (minimax, expectiminimax):
        assert count_nodes(best_move(search=search))(tree)[1] == 1 + sum(
            count_nodes(search)(t)[1] for t in tree.children
        )
    assert count_nodes(best_move(search=alpha_beta))(tree)[1] == count_nodes(alpha_beta)(tree)[1]


class Labelled(NamedTuple):
    """A label that has parts and a truth."""

    value: int
    rest: int

    def __bool__(self) -> bool:
        return self.value == 2


def standing_pat(test: Callable[[Any], bool]) -> Any:
    """Return the search that looks no further where a label passes a test."""

    @node_search
    def search(here: Any, visit: Any) -> Any:
        best = label(here)
        if test(best):
            return best
        for i, child in enumerate(children(here)):
            value = visit(child)
            if i == 0 or (value > best if player_at(here) is Player.FIRST else value < best):
                best = value
        return best

    return search


TESTS: list[Callable[[Any], bool]] = [
    bool, operator.not_, lambda v: v == 2, lambda v: v != 2, lambda v: v == 2, lambda v: v in (2, 5), lambda v: v in [2],
    lambda v: v in {2: 0}, lambda v: v == (2, 0), lambda v: v == Labelled(2, 0), lambda v: hash(v) == hash(2),
    lambda v: v[0] == 2, lambda v: len(v) == 2, lambda v: next(iter(v)) == 2, lambda v: v > 2, lambda v: v <= 1,
    lambda v: v + v == 4, lambda v: v * 2 == 4, lambda v: -v == -2, lambda v: abs(v) == 2, lambda v: v % 2 == 0,
]  # fmt: skip
LABELS = {(): 0, (0,): 2, (1,): 1, (0, 0): 0, (0, 1): 5, (1, 0): 1, (1, 1): 1}
plain: Any = rules
two_moves: Any = replace(
    plain, name="two-moves", start=(), moves=lambda p: (0, 1) if len(p) < 2 else (), play=lambda p, move: (*p, move),
    player=lambda p: [*Player][len(p) % 2], outcome=lambda p: Some(Outcome.DRAW) if len(p) > 1 else Nothing,
    successors=None, static=None, score=None, symmetries=(), pass_turn=None,
)  # fmt: skip


@pytest.mark.parametrize("make", [int, lambda n: (n, 0), lambda n: Labelled(n, 0)], ids=["numbers", "pairs", "records"])
def test_a_search_that_asks_more_of_a_label_plays_the_best_move_or_is_refused(make: Any) -> None:
    """Here a search that stands pat at 2 plays move 0, and one that does not, move 1."""

    def value(p: tuple[int, ...]) -> Any:
        return make(LABELS[p])

    refused: Any = (AttributeError, TypeError)
    look = build_tree(two_moves) | map_tree(value)
    for search in map(standing_pat, TESTS):
        with suppress(*refused):  # perhaps it cannot search these labels at all
            values = [search(look((move,))) for move in (0, 1)]
            assert look(()) | best_move(search=search) == values.index(max(values))
            with suppress(*refused):
                found = game_tree(two_moves)(()) | principal_variation(value, search=search)
                assert found.value == search(look(()))


@pytest.mark.slow
def test_compiled_it_plays_the_same_move() -> None:
    @node_search
    def by_truth(here: Any, visit: Any) -> Any:
        best = label(here)
        for child in children(here):
            best = visit(child) if best else best
        return best

    @node_search
    def by_parts(here: Any, visit: Any) -> Any:
        best = label(here)
        for child in children(here):
            best = visit(child) if best[1] > 2 else best
        return best

    @node_search
    def by_sum(here: Any, visit: Any) -> Any:
        best = label(here)
        _, soon = best
        for child in children(here):
            best = visit(child) if soon > 2 else best
        return best

    look = build_tree(rules) | prune(3) | map_tree(static) | prefer_quick_wins
    for search in (by_truth, by_parts, by_sum, own_alpha_beta, alpha_beta):
        move = by_definition(look(0), search)
        assert move == jit(look | best_move(search=search))(0) == (look | best_move(search=jit(search)))(0)


def test_a_player_is_the_same_option_however_it_is_written() -> None:
    assert minimax(player=Player.SECOND) == minimax(player=Player(-1)) == minimax(player=-1)
