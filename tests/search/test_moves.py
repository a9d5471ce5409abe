"""Moves: the best one, the expected line of play, and the analysis of each; they agree with every search."""

from __future__ import annotations

import operator
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial, reduce
from itertools import islice
from typing import Any, NamedTuple
from unittest.mock import ANY

import pytest
from hypothesis import given, settings
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
from fpgames.games import connect4
from fpgames.games.tictactoe import rules, static
from fpgames.rules import whose_turn
from fpgames.search import (
    Entry,
    Scored,
    ab_maximise,
    ab_minimise,
    children,
    count_nodes,
    deepen,
    expectiminimax,
    label,
    mtd_f,
    node_search,
    prefer_quick_wins,
    principal_variation,
    reachable,
    remember,
)
from fpgames.search import player as player_at
from fpgames.testing import unfinished
from fpgames.testing.laws.searches import PathLabel
from fpgames.tree import leaves, prune, share, unshared
from tests.laws.test_composing import games_on_graphs, scrambled
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
        found = by_position | principal_variation(search=search)
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


@given(games_on_graphs(), st.integers(0, 50), st.integers(1, 5), st.sampled_from([int, float, lambda n: (n, -n)]))
def test_the_line_is_that_of_labels_with_lines(rules: Any, salt: int, depth: int, make: Any) -> None:
    """The plain definition: a search of labels that have the line to their node, and are compared by the value alone."""

    def value(p: Any) -> Any:
        return make(scrambled(salt, p))

    lines = game_tree(rules)(rules.start) | map_tree(lambda node: PathLabel(value(node.position), node.line))
    best = lines | prune(depth) | minimax
    tree = build_tree(rules)(rules.start) | map_tree(value)
    pruned = tree | prune(depth)
    searches: list[Any] = [minimax, alpha_beta, own_alpha_beta, *[mtd_f][: make is int]]
    for search in searches:
        assert principal_variation(search=search)(pruned) == Scored(best.value, best.line)
        remembered, memory = share(pruned) | principal_variation(search=remember(search))
        assert remembered == share(pruned) | principal_variation(search=search) == Scored(best.value, best.line)
        if best.line:
            assert memory[rules.start, tree.mover] == Entry(depth, best.value, best.value)
            *_, last = share(tree) | deepen(best_move(search=remember(search))) | islice_to(depth)
            assert last.value[0] == best_move(search=search)(tree | prune(last.depth))
            *_, line = share(tree) | deepen(principal_variation(search=remember(search))) | islice_to(depth)
            assert line.value[0].value == minimax(tree | prune(line.depth))


def islice_to(depth: int) -> Callable[[Any], Any]:
    return lambda results: islice(results, depth)


def test_the_searches_of_a_best_move_have_one_table() -> None:
    """So ``remember`` counts the nodes of one search, and what it returns is equal, wherever it stands."""
    tree = build_tree(rules)(rules.start) | share | prune(5) | map_tree(static)
    (_, memory), nodes = tree | count_nodes(best_move(search=remember(alpha_beta)))
    assert (memory, nodes) == (remember(best_move(search=alpha_beta))(tree)[1], count_nodes(alpha_beta)(tree)[1])
    assert best_move(search=prune(4) | remember(own_alpha_beta(player=None)))(tree) == (0, ANY)


@node_search
def best_leaf(here: Any, visit: Any, *, bonus: int = 0) -> Any:
    return bonus + max(map(visit, children(here)), default=label(here))


@node_search
def worst_leaf(here: Any, visit: Any) -> Any:
    return min(map(visit, children(here)), default=label(here))


def apply_each(searches: Any, tree: Tree[Any]) -> list[Any]:
    return [search(tree) for search in searches]


@pytest.mark.parametrize(
    "others",
    [(alpha_beta, map_tree(operator.neg) | alpha_beta), (best_leaf, worst_leaf), (best_leaf, best_leaf(bonus=1))],
    ids=repr,
)
def test_different_searches_never_have_one_table(others: tuple[Any, Any]) -> None:
    """So ``remember`` finds two results of one node, and refuses them."""
    tree = build_tree(rules)(rules.start) | share | prune(2) | map_tree(static)
    for searches in (others, [best_move(search=search) for search in others]):
        results: Any = partial(apply_each, searches)
        with pytest.raises(TypeError, match="make the search once, and use it for all"):
            remember(results)(tree)


def require_same_move(game: Any, p: Any, depth: int, make: Any = identity) -> None:
    tree: Any = build_tree(game)(p) | map_tree(game.static) | map_tree(make)
    *_, last = share(tree) | deepen(best_move(search=remember(alpha_beta))) | islice_to(depth)
    assert last.value[0] == best_move(search=alpha_beta)(tree | prune(depth))


@pytest.mark.parametrize("make", [int, float, lambda n: (n, -n)], ids=["int", "float", "pair"])
def test_an_engine_plays_the_first_of_equal_moves(make: Any) -> None:
    for line in ((), (0,), (4,), (0, 4), (0, 1), (1, 3), (0, 4, 8), (0, 1, 3)):
        require_same_move(rules, reduce(rules.play, line, rules.start), 4, make)


@pytest.mark.exhaustive
@settings(max_examples=200)
@given(unfinished(connect4.rules), st.integers(1, 6))
def test_an_engine_plays_the_move_of_best_move(p: Any, depth: int) -> None:
    """It orders the children of the root, too, and still plays the first of equal moves."""
    require_same_move(connect4.rules, p, depth)


@pytest.mark.exhaustive
@pytest.mark.parametrize("depth", [2, 5])
def test_an_engine_plays_the_move_of_best_move_in_every_position(depth: int) -> None:
    for p in filter(rules.moves, reachable(rules, [rules.start])):
        require_same_move(rules, p, depth)


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
            assert (look(()) | principal_variation(search=search)).line[0] == values.index(max(values))


def test_a_line_ends_where_no_child_has_the_value() -> None:
    @node_search
    def mean(here: Any, visit: Any) -> Any:
        values = [visit(child) for child in children(here)]
        return sum(values) / len(values) if values else label(here)

    look = build_tree(two_moves) | map_tree(LABELS.get)
    assert [look(p) | principal_variation(search=mean) for p in ((), (0,), (0, 1))] == [
        Scored(2.5, (0,)), Scored(0, (0,)), Scored(5, ())
    ]  # fmt: skip


@pytest.mark.slow
def test_compiled_it_finds_the_same_line() -> None:
    for look in (build_tree(rules), build_tree(rules) | share):
        line = look | prune(3) | map_tree(static) | count_nodes(principal_variation(search=alpha_beta))
        assert jit(line)(0) == line(0)


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
