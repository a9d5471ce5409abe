"""Passing the turn in ``node_search``: as in the rules, after any stages; null-move pruning on top of it."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from operator import itemgetter
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fpgames import Player, best_move, build_tree, map_tree, prune, share
from fpgames.games import connect4, nim, othello, tictactoe
from fpgames.games.connect4 import Size, facts, sized
from fpgames.rules import up_to_symmetry, whose_turn
from fpgames.rules.notation import DERIVED
from fpgames.rules.record import AnyRules
from fpgames.search import (
    children,
    count_leaves,
    count_nodes,
    label,
    node_search,
    pass_turn,
    player,
    prefer_quick_wins,
    remember,
    shallower,
    trace,
)
from fpgames.tree import extend_while, keep_best, order_by, with_ply
from tests.support.trees import count_visited

FIRST = Player.FIRST


@node_search
def null_move(here: Any, visit: Any, alpha: Any, beta: Any) -> Any:
    high, below = player(here) is FIRST, [*children(here)]
    if below and (alpha if beta is None else beta) is not None:
        value = visit(shallower(pass_turn(here), 2), alpha, beta)
        if (beta is not None and value >= beta) if high else (alpha is not None and value <= alpha):
            return value
    best = None
    for child in below:
        value = visit(child, alpha, beta)
        if high:
            best = value if best is None else max(best, value)
            alpha = best if alpha is None else max(alpha, best)
        else:
            best = value if best is None else min(best, value)
            beta = best if beta is None else min(beta, best)
        if alpha is not None and beta is not None and alpha >= beta:
            break
    return label(here) if best is None else best


class Plain:
    """The same search of positions, without a tree; it counts what it visits, and keeps bounds if it is told to."""

    def __init__(self, rules: AnyRules, worth: Callable[[Any, int], Any], known: dict[Any, Any] | None) -> None:
        self.rules, self.worth, self.known, self.nodes, self.leaves = rules, worth, known, 1, 0

    def value(self, p: Any, left: int, ply: int, alpha: Any, beta: Any) -> Any:
        if self.known is None:
            return self.searched(p, left, ply, alpha, beta)
        lower, upper = self.known.get((p, left, ply), (None, None))
        if lower is not None and (lower == upper or (beta is not None and lower >= beta)):
            return lower
        if upper is not None and alpha is not None and upper <= alpha:
            return upper
        value = self.searched(p, left, ply, alpha, beta)
        if alpha is not None and value <= alpha:
            lower, upper = lower, value
        elif beta is not None and value >= beta:
            lower, upper = value, upper
        else:
            lower = upper = value
        self.known[p, left, ply] = lower, upper
        return value

    def searched(self, p: Any, left: int, ply: int, alpha: Any, beta: Any) -> Any:
        high, below = self.rules.player(p) is FIRST, [*self.rules.successors(p)] if left else []
        if below and not (alpha is None and beta is None):
            self.nodes += 1
            passed = self.rules.pass_turn
            assert passed is not None
            value = self.value(passed(p), max(left - 3, 0), ply + 1, alpha, beta)
            if (beta is not None and value >= beta) if high else (alpha is not None and value <= alpha):
                return value
        best = None
        for child in below:
            self.nodes += 1
            value = self.value(child, left - 1, ply + 1, alpha, beta)
            best = value if best is None else max(best, value) if high else min(best, value)
            alpha = max(best, alpha) if high and alpha is not None else best if high else alpha
            beta = beta if high else best if beta is None else min(best, beta)
            if alpha is not None and beta is not None and alpha >= beta:
                break
        if best is None:
            self.leaves += 1
            return self.worth(p, ply)
        return best


GAMES: list[AnyRules] = [
    tictactoe.rules, sized(4, 4, 3), sized(5, 4, 4), sized(3, 3, 2), sized(4, 3, 3, centre_first=True), othello.sized(4),
    up_to_symmetry(tictactoe.rules), up_to_symmetry(sized(4, 4, 3)),
]  # fmt: skip


def reached(rules: AnyRules, data: st.DataObject, most: int = 8) -> Any:
    """A position of a game that is not over, after some moves and passes."""
    p = rules.start
    for place in data.draw(st.lists(st.integers(0, 9), max_size=most)):
        moves = rules.moves(p)
        passed = rules.pass_turn
        assert passed is not None
        q = passed(p) if place == 9 else rules.play(p, moves[place % len(moves)])
        p = q if rules.moves(q) else p
    return p


@settings(max_examples=10 * settings().max_examples)
@given(st.data(), st.sampled_from(GAMES), st.integers(1, 6), st.booleans(), st.booleans())
def test_null_move_pruning_is_that_of_plain_positions(
    data: st.DataObject, rules: AnyRules, depth: int, shared: bool, soon: bool
) -> None:
    p = reached(rules, data)

    def hurried(p: Any, ply: int) -> Any:
        value = rules.static(p)
        return (value, -ply if value > 0 else ply if value < 0 else 0)

    worth = hurried if soon else lambda p, ply: rules.static(p)
    table = {} if soon else AtAnyPly()  # only the seeds of prefer_quick_wins say how many moves led to a position
    plain = Plain(rules, worth, table if shared else None)
    value = plain.value(p, depth, 0, None, None)
    tree: Any = build_tree(rules)(p) | prune(depth) | map_tree(rules.static)
    tree = tree | prefer_quick_wins if soon else tree
    tree = tree | share if shared else tree
    assert (tree | count_nodes(null_move), tree | count_leaves(null_move)) == (
        (value, plain.nodes),
        (value, plain.leaves),
    )


class AtAnyPly(dict[Any, Any]):
    """A table that does not ask how many moves led to a position."""

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(key[:2], default)

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key[:2], value)


@node_search
def or_pass(here: Any, visit: Any) -> Any:
    """The value of a game in which players may also pass."""
    values = [visit(child) for child in children(here)]
    return (max if player(here) is FIRST else min)([*values, visit(pass_turn(here))]) if values else label(here)


class Heap(NamedTuple):
    """A heap, of which a player takes one or two, and moves again after one."""

    n: int
    turn: int


def heap(of: int) -> AnyRules:
    def play(p: Heap, move: int) -> Heap:
        return Heap(p.n - move, p.turn if move == 1 else -p.turn)

    base: AnyRules = nim.rules
    return replace(
        base, start=Heap(of, 1), moves=lambda p: tuple(move for move in (1, 2) if move <= p.n), play=play,
        player=lambda p: Player(p.turn), alternates=False, successors=DERIVED, static=lambda p: p.n * 7 % 5 * p.turn,
        score=DERIVED, symmetries=(), pass_turn=lambda p: Heap(p.n, -p.turn),
    )  # fmt: skip


def plainly(rules: AnyRules, p: Any, left: int, ply: int) -> Any:
    passed = rules.pass_turn
    assert passed is not None
    below = [*rules.successors(p)] if left else []
    values = [plainly(rules, q, left - 1, ply + 1) for q in [*below, *([passed(p)] if below else [])]]
    return (max if rules.player(p) is FIRST else min)(values) if values else (rules.static(p), ply)


STAGES: list[Any] = [
    order_by(lambda p: hash(p) % 7), keep_best(9, lambda p: hash(p) % 5), extend_while(lambda p: True, depth=1), share,
    lambda tree: tree | with_ply | map_tree(itemgetter(0)),
]  # fmt: skip


@given(st.data(), st.sampled_from([heap(5), sized(3, 3, 2), tictactoe.rules, othello.sized(4)]), st.integers(0, 4))
def test_stages_keep_the_passed_turn(data: st.DataObject, rules: AnyRules, depth: int) -> None:
    p = reached(rules, data, 4)
    stages = data.draw(st.lists(st.sampled_from(STAGES), max_size=4))
    tree: Any = reduce(lambda tree, stage: stage(tree), stages, build_tree(rules)(p) | prune(depth))
    assert tree | map_tree(rules.static) | with_ply | or_pass == plainly(rules, p, depth, 0)


def test_a_pass_is_a_level_of_extend_while() -> None:
    tree = (
        build_tree(heap(9))(Heap(9, 1)) | extend_while(lambda p: False, depth=3) | map_tree(heap(9).static) | with_ply
    )
    assert tree | or_pass == plainly(heap(9), Heap(9, 1), 3, 0)


def test_best_move_searches_its_children_by_passed_turns() -> None:
    tree = build_tree(sized(4, 4, 3))((0, 0)) | prune(6) | map_tree(sized(4, 4, 3).static)
    values = [null_move(child) for child in tree.children]
    assert tree | best_move(search=null_move) == values.index(max(values))


def with_turn_passed(rules: AnyRules, p: Any) -> Any:
    assert rules.pass_turn is not None
    return rules.pass_turn(p)


@given(st.data(), st.sampled_from([*GAMES[:6], sized(7, 6, 4), sized(6, 2, 5), sized(9, 3, 3)]))
def test_a_game_goes_on_after_a_pass_as_its_stones_say(data: st.DataObject, rules: AnyRules) -> None:
    """The stones and the outcome are those of a board that knows nothing of the turn."""
    p = rules.start
    passes, moved = 0, 0
    for place in data.draw(st.lists(st.integers(0, 12), max_size=40)):
        moves = rules.moves(p)
        assert tuple(rules.successors(p)) == tuple(rules.play(p, move) for move in moves)
        assert bool(moves) == (rules.outcome(p).value_or(None) is None)
        assert (rules.score(p) > 0) - (rules.score(p) < 0) == rules.outcome(p).value_or(0)
        for symmetry in rules.symmetries:
            image = symmetry.position(p)
            assert (rules.player(image), rules.outcome(image)) == (rules.player(p), rules.outcome(p))
            assert rules.static(image) == pytest.approx(rules.static(p))
            assert symmetry.position(with_turn_passed(rules, p)) == with_turn_passed(rules, image)
        if not moves:
            break
        if place > 9:
            q = with_turn_passed(rules, p)
            assert (whose_turn(rules, q), rules.outcome(q)) == (whose_turn(rules, p).opponent, rules.outcome(p))
            assert rules.diagram is not None
            assert rules.diagram(q) == rules.diagram(p)
            assert with_turn_passed(rules, q) == p
            passes, p = passes + 1, q
        else:
            moved, p = moved + 1, rules.play(p, moves[place % len(moves)])
        assert (rules.player(p) is FIRST) == ((passes + moved) % 2 == 0)


@given(st.data())
def test_facts_of_connect_four_count_stones_and_not_passes(data: st.DataObject) -> None:
    """Their score is that of the other colours, and the mirror of the bounds, where the turn alone differs."""
    size = data.draw(st.sampled_from([Size(3, 3, 3), Size(4, 4, 3), Size(2, 2, 2)]))
    rules, known = sized(*size), facts(*size)
    p = reached(replace(rules, pass_turn=lambda p: p), data, 16)
    mover, stones = p
    q, exchanged = with_turn_passed(rules, p), (mover ^ stones, stones)
    assert known.score(q) == (-known.score(exchanged))
    for of in (known.bounds, known.mover_bounds):
        low, high = of(exchanged)
        assert of(q) == (-high, -low)
    assert [each[0] & size.cells for each in known.non_losing(q)] == [each[0] for each in known.non_losing(exchanged)]


def test_rules_with_a_passed_turn_are_compared_and_pickled() -> None:
    for rules in (*GAMES, connect4.rules):
        again = pickle.loads(pickle.dumps(rules))
        assert again == rules != replace(rules, pass_turn=None)
        assert again.pass_turn is not None
        p = again.play(again.start, again.moves(again.start)[0])
        assert again.player(again.pass_turn(p)) is again.player(p).opponent


def test_a_trace_has_the_passes_where_they_were_visited() -> None:
    """Before the children, which are all there."""
    tree = build_tree(sized(4, 4, 3))((0, 0)) | prune(4)
    traced = tree | trace(null_move, static=sized(4, 4, 3).static)
    assert (traced.label.value, count_visited(traced)) == tree | map_tree(sized(4, 4, 3).static) | count_nodes(
        null_move
    )
    assert [each.label.label for each in traced.children] == [each.label for each in tree.children]
    *_, last = traced.children
    passed, *below = last.children
    p = last.label.label
    assert [each.label.label for each in below] == [*sized(4, 4, 3).successors(p)]
    assert passed.label.label == with_turn_passed(sized(4, 4, 3), p)


def test_what_a_search_with_passes_found_is_remembered() -> None:
    tree = build_tree(sized(4, 4, 3))((0, 0)) | prune(4) | share | map_tree(sized(4, 4, 3).static)
    value, memory = tree | remember(null_move)
    assert value == tree | null_move
    assert any(p[1] >> 20 for p, _ in memory)  # those with a stone beyond the board
