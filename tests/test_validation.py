"""Checks of numbers at their limits; StopIteration from a user's function never ends a loop silently."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import product
from math import nan
from operator import attrgetter
from typing import Any

import pytest

from fpgames import (
    SplitMix,
    State,
    alpha_beta,
    best_move,
    bot_alphabeta,
    bot_from,
    bot_mc,
    build_tree,
    game_tree,
    get,
    leaves,
    map_state,
    map_tree,
    maximise,
    node,
    order_by,
    prune,
    replicate_m,
)
from fpgames.draw import draw_tree
from fpgames.games.tictactoe import rules, static
from fpgames.play import bot_minimax, eval_moves
from fpgames.search import ab_maximise, deepen, negamax
from fpgames.state import gets, modify
from fpgames.tree import fold_tree, keep_best, levels, prune_when, size
from fpgames.validation import as_float, read_number, require_at_least
from tests.support.refusals import wrong_errors

GEN = SplitMix.from_seed(1)
STOPPED = "RuntimeError: StopIteration"
look: Any = prune(2) | map_tree(lambda _: 0)


def test_numbers() -> None:
    require_at_least(1, 1, "draw {}")
    require_at_least(1, 256, "use {}", 256)
    assert (read_number("0", "a row"), read_number("9" * 18, "a row")) == (0, 10**18 - 1)
    assert list(map(as_float, (2, "2", None, 10**400, [2]))) == pytest.approx([2, nan, nan, nan, nan], nan_ok=True)
    refused = ("", "-1", "+1", "01", " 1", "1\n", "1.0", "\u0661", "1" * 19)
    assert not wrong_errors([
        (lambda: require_at_least(1, 0, "draw {}"), "ValueError: ^cannot draw 0; expected at least 1$"),
        (lambda: require_at_least(1, 10**5000, "use {}", 256), "ValueError: ^cannot use so many; expected at most 256$"),
        (lambda: require_at_least(1, 257, "use {}", 256), "ValueError: ^cannot use 257; expected at most 256$"),
        *((partial(read_number, text, "a row"), "ValueError: is not a row$") for text in refused),
    ])  # fmt: skip


def stops(*_: object) -> Any:
    raise StopIteration


def broken(**wrong: Any) -> Any:
    return replace(rules, **wrong)


SEARCHES: tuple[Any, ...] = (
    maximise, alpha_beta, ab_maximise, negamax, best_move, lambda tree: next(deepen(maximise)(tree))
)  # fmt: skip
SHAPES: tuple[Any, ...] = (size, lambda tree: [*levels(tree)], lambda tree: [*leaves(tree)], draw_tree)


def test_of_rules() -> None:
    trees: list[tuple[Any, Any]] = []
    for wrong in ("play", "successors", "moves", "player"):
        stopped = broken(alternates=False, **{"successors": None, wrong: stops})
        made: list[Any] = [build_tree(stopped), game_tree(stopped) | map_tree(attrgetter("position"))]
        walks = SEARCHES if wrong == "player" else (*SEARCHES, *SHAPES)
        trees += product(walks, made[:1] if wrong == "successors" else made)
    assert len(trees) == 62
    assert not wrong_errors((partial(make | look | walk, 0), STOPPED) for walk, make in trees)


def test_of_stages_and_labels() -> None:
    stages: tuple[Any, ...] = (prune_when(stops) | look, order_by(stops) | look, keep_best(2, stops) | look)
    tree = build_tree(rules)(0)
    labelled = tree | prune(2) | map_tree(stops)
    label_of = attrgetter("label")
    walks: tuple[Any, ...] = (*SEARCHES, *SHAPES[1:], lambda tree: [*map(label_of, tree.children)])
    assert not wrong_errors(
        [
            *((partial(stage | walk, tree), STOPPED) for stage, walk in product(stages, (*SEARCHES, *SHAPES))),
            *((partial(walk, labelled), STOPPED) for walk in walks),
            (lambda: list(map(label_of, [node(1) | map_tree(stops)])), "RuntimeError: stops raised StopIteration"),
            (lambda: fold_tree(stops)(node(1)), STOPPED),
        ]
    )


def test_of_playouts() -> None:
    p = rules.play(rules.start, 4)
    stopped = broken(score=None, outcome=lambda q: rules.outcome(q) if q == p else stops())
    assert not wrong_errors(
        (partial(action.eval, GEN), STOPPED) for action in (eval_moves(stopped, p, 3), bot_mc(stopped, 30)(p))
    )


def test_no_map_is_ended_by_it() -> None:
    moved = build_tree(broken(moves=stops))(0) | prune(1) | map_tree(static)
    action: Any = get(int)
    functions: list[Callable[[Any], object]] = [
        lambda _: best_move(moved), lambda p: bot_from(broken(play=stops), static)(p).eval(GEN),
        lambda p: bot_minimax(broken(player=stops), 2, static)(p).eval(GEN),
        lambda p: bot_alphabeta(broken(play=stops), 2, static)(p).eval(GEN), lambda p: map_state(stops)(action).eval(p),
        lambda p: gets(stops).eval(p), lambda p: modify(stops).exec(p),
        lambda p: State.from_value(p).bind(stops).eval(p), lambda p: replicate_m(3, State(stops)).eval(p),
    ]  # fmt: skip
    assert not wrong_errors((partial(list, map(function, [0, 0, 0])), STOPPED) for function in functions)
