"""The moves to the children of a node: each leads to its child, in any order that stages give the children."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolz import identity

from fpgames import Player, Tree, build_tree, game_tree, map_tree, node, prune, share
from fpgames.compiled import jit
from fpgames.games import connect4, othello, tictactoe
from fpgames.rules import up_to_symmetry
from fpgames.rules.record import AnyRules
from fpgames.search import children, edges, label, node_search, player, trace
from fpgames.testing import positions
from fpgames.tree import extend_while, keep_best, order_by, prune_when, rebuild
from tests.support.refusals import wrong_errors

GAMES = tictactoe.rules, up_to_symmetry(tictactoe.rules), connect4.rules, othello.sized(4)
STAGES: tuple[Callable[[Any], Any], ...] = (
    share,
    prune(1),
    order_by(hash),
    keep_best(2, hash),
    prune_when(lambda p: hash(p) % 3 == 0),
    extend_while(lambda p: hash(p) % 2 == 0, depth=1),
    rebuild(children=lambda tree: reversed([*tree.children])),
)


@node_search
def with_edges(here: Any, visit: Any) -> Any:
    return label(here), [(move, visit(child)) for move, child in edges(here)]


@node_search
def with_children(here: Any, visit: Any) -> Any:
    return label(here), [visit(child) for child in children(here)]


def moves_are_right(rules: AnyRules, tree: Any) -> bool:
    p, branches = tree
    moves = [move for move, _ in branches]
    return len({*moves}) == len(moves) and all(
        rules.play(p, move) == below[0] and moves_are_right(rules, below) for move, below in branches
    )


def without_moves(tree: Any) -> Any:
    return tree[0], [without_moves(below) for _, below in tree[1]]


@given(st.data(), st.sampled_from(GAMES), st.lists(st.sampled_from(STAGES), max_size=3))
def test_every_move_leads_to_its_child(data: Any, rules: AnyRules, stages: list[Callable[[Any], Any]]) -> None:
    tree: Tree[Any] = build_tree(rules)(data.draw(positions(rules))) | prune(2)
    for stage in stages:
        tree = stage(tree)
    values = tree | map_tree(identity)
    found = values | with_edges
    assert moves_are_right(rules, found)
    assert without_moves(found) == values | with_children


def test_a_search_of_a_shared_tree_knows_the_moves_as_game_tree_does() -> None:
    @node_search
    def line(here: Any, visit: Any) -> Any:
        best = max if player(here) is Player.FIRST else min
        lines = [(visit(child)[0], move, visit(child)[1]) for move, child in edges(here)]
        value, move, rest = best(lines, key=lambda item: item[0], default=(label(here), None, ()))
        return value, () if move is None else (move, *rest)

    rules = tictactoe.rules
    value, moves = build_tree(rules)(rules.start) | share | map_tree(rules.static) | line
    end = game_tree(rules)(rules.start)
    for move in moves:
        end = next(child for child in end.children if child.label.move == move)
    assert (value, end.label.line, rules.static(end.label.position)) == (0, moves, value)


@pytest.mark.needs("numba")
def test_edges_are_not_compiled() -> None:
    tree = build_tree(tictactoe.rules)(tictactoe.rules.start) | prune(2) | map_tree(tictactoe.rules.static)
    with pytest.raises(TypeError, match="moves are not compiled"):
        tree | jit(with_edges)


def test_refusals() -> None:
    rules = replace(tictactoe.rules, moves=lambda p: tictactoe.rules.moves(p)[1:])
    other = build_tree(tictactoe.rules)(reduce(tictactoe.rules.play, [4, 0], tictactoe.rules.start))
    start = build_tree(tictactoe.rules)(tictactoe.rules.start) | prune(2)
    grafted = start | rebuild(children=lambda tree: [other | prune(0)] if tree.depth else [])
    not_a_node: Any = 5
    root = node(0, [node(1)], player=Player.FIRST)
    assert not wrong_errors(
        (
            (lambda: root | with_edges, "ValueError: edges needs a tree that knows the moves"),
            (lambda: root | node_search(lambda here, visit: edges(not_a_node)), "TypeError: edges takes a node"),
            (
                lambda: grafted | map_tree(identity) | with_edges,
                "ValueError: no move of tictactoe leads from .* another tree",
            ),
            (
                lambda: build_tree(rules)(rules.start) | prune(1) | map_tree(identity) | with_edges,
                "RuntimeError: generator raised StopIteration",
            ),
        )
    )


def test_a_trace_of_a_search_with_edges() -> None:
    @node_search
    def first_move(here: Any, visit: Any) -> Any:
        return next((visit(child) for _, child in edges(here)), label(here))

    tree = build_tree(tictactoe.rules)(tictactoe.rules.start) | map_tree(tictactoe.rules.static) | prune(3)
    assert (tree | trace(first_move)).label.value == (tree | first_move) == 0
