"""Moves: the best one, the expected line of play, and the analysis of each; they agree with every search."""

from __future__ import annotations

import operator
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial, reduce
from operator import eq, ge, gt, le, lt, ne
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Nothing, Some

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
    node,
)
from fpgames.cli.analyse import analyse_move
from fpgames.games.tictactoe import rules, static, successors
from fpgames.rules import GameOver, whose_turn
from fpgames.search import (
    Scored,
    ab_minimise,
    children,
    label,
    mtd_bi,
    mtd_f,
    node_search,
    prefer_quick_wins,
    principal_variation,
)
from fpgames.search import player as player_at
from fpgames.testing import unfinished
from fpgames.tree import leaves, prune, share, size, with_ply
from tests.support.labels import article_3, article_3_of
from tests.support.refusals import wrong_errors
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
    assert not wrong_errors([
        (partial(best_move, node(0, [node(1)], player=Player.FIRST)), without_rules),
        (lambda: build_tree(successors, player=Player.FIRST)(0) | map_tree(static) | best_move, without_rules),
        *((partial(best_move(search=search), tree),
           r"TypeError: best_move pairs values with moves, which mtd_.* does not search; alpha_beta does")
          for search in (mtd_f, mtd_f(guess=1), mtd_bi(low=-1, high=1))),
        (lambda: of_size(tree), "TypeError: best_move needs a search that returns one of the labels; .* returned 10"),
        (lambda: lines(build_tree(rules)(0) | prune(1)),  # type: ignore[arg-type]
         r"TypeError: needs the labels of game_tree\(rules\), but the labels of this tree are positions"),
    ])  # fmt: skip


def test_scored_values_compare_by_value_alone() -> None:
    assert Scored(1, (2,)) >= Scored(1, (3,)) > Scored(0, (9,))
    for compare in (eq, ne, lt, le, gt, ge):
        with pytest.raises(TypeError, match=r"Scored\(1, \(\)\) is compared only with another such value, not with 1"):
            compare(Scored(1, ()), 1)
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(Scored(1, ()))
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
            with suppress(*refused):
                assert look(()) | best_move(search=search) == values.index(max(values))
            with suppress(*refused):
                found = game_tree(two_moves)(()) | principal_variation(value, search=search)
                assert found.value == search(look(()))


def test_of_labels_tested_by_equality_or_truth_the_error_names_both_values() -> None:
    look = build_tree(two_moves) | map_tree(LABELS.__getitem__)
    assert not wrong_errors([
        (lambda: look(()) | best_move(search=standing_pat(lambda v: v == 2)), r"TypeError: best_move pairs every value with a move, and search cannot search these pairs \(<0 with a move> is compared only with another such value, not with 2\); it needs"),
        (lambda: look(()) | best_move(search=standing_pat(bool)), r"TypeError: .*<0 with a move> is neither true nor false"),
    ])  # fmt: skip


@pytest.mark.slow
def test_compiled_it_is_refused_as_well() -> None:
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
    for search in (by_truth, by_parts, by_sum):
        for pipeline in (jit(look | best_move(search=search)), look | best_move(search=jit(search))):
            with pytest.raises(TypeError, match="it uses a label other than in comparisons with labels"):
                pipeline(0)


@node_search
def by_max(here: Any, visit: Any) -> Any:
    values = [visit(child) for child in children(here)]
    return (max if player_at(here) is Player.FIRST else min)(values) if values else label(here)


def test_values_without_an_order_are_refused_also_inside_pairs() -> None:
    """A tuple that contains NaN is equal to itself in Python, so a search may compare nothing that shows the NaN."""
    nan = float("nan")
    tree: Any = build_tree(rules)(rules.read("X.O\nOO.\nXX.")) | prune(2) | map_tree(lambda p: nan)
    searches: list[Any] = [
        with_ply | minimax,
        with_ply | alpha_beta,
        best_move(search=by_max),
        with_ply | best_move,
        by_max,
    ]
    assert not wrong_errors(
        (partial(search, tree), "ValueError: .* has no place in an order of values") for search in searches
    )


@node_search
def with_a_function(here: Any, visit: Any) -> Any:
    def better(value: Any, other: Any) -> Any:
        return value if other is None or value > other else other

    best = None
    for child in children(here):
        best = better(visit(child), best)
    return label(here) if best is None else best


def test_a_search_that_defines_functions_says_that_a_tree_is_too_deep() -> None:
    tree = build_tree(lambda n: [n + 1], player=Player.FIRST)(0) | map_tree(float)
    assert not wrong_errors([(partial(with_a_function, tree), "TreeTooDeep: ")])


def test_a_player_is_the_same_option_however_it_is_written() -> None:
    assert minimax(player=Player.SECOND) == minimax(player=Player(-1)) == minimax(player=-1)


@node_search
def negamax_by_division(here: Any, visit: Any) -> Any:
    values = [visit(child) / -1 for child in children(here)]
    return max(values) if values else label(here) / int(player_at(here))


def test_labels_are_not_divided_by_a_negative_number() -> None:
    """The order of equal moves would turn round, so that the last of them is found."""
    values = build_tree(rules) | map_tree(static)
    position = reduce(rules.play, [0, 1, 2, 3, 4], rules.start)
    assert not wrong_errors(
        [(partial(values | best_move(search=negamax_by_division), position), "TypeError: .*unsupported operand")]
    )
