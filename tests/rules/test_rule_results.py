"""Results of a game's functions are checked where they matter; errors name game, function and value."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from returns.maybe import Nothing, Some

from fpgames import (
    Outcome,
    Player,
    SplitMix,
    bot_mc,
    bot_random,
    build_tree,
    game_tree,
    map_tree,
    minimax,
    play_game,
    prune,
)
from fpgames.games.tictactoe import rules as tictactoe
from fpgames.play import bot_mc_bulk, explicit, play_moves, playout, playouts
from fpgames.play.match import compare, record_game
from fpgames.rules import AnyRules, require_moves
from fpgames.search import ends_in, mcts, prove, solve_backwards
from fpgames.solvers import solver
from fpgames.tree import leaves
from tests.support.refusals import wrong_errors

GEN = SplitMix.from_seed(1)
NEARLY: Any = tictactoe.read("XOX\nO..\n.XO")  # three cells are empty
plain: Any = tictactoe
derived: Any = replace(plain, successors=None, static=None, score=None)


def random_bots(rules: AnyRules) -> list[Any]:
    return [bot_random(rules)] * 2


def explicitly(rules: AnyRules, p: Any) -> Any:
    return explicit.play_game(rules, p, explicit.bot_random(rules), explicit.bot_random(rules), GEN)[:2]


def played_to(rules: AnyRules, p: Any) -> Any:
    begun = replace(rules, start=p)
    return record_game(begun, play_moves(begun, p, *random_bots(begun)).eval(GEN), ("a", "b"), 1, 1, 0.0).outcome


# What asks for the outcome of a game that is over, or of every position.
USES_OUTCOME: dict[str, Callable[[AnyRules, Any], Any]] = {
    "minimax": lambda rules, p: (build_tree(rules) | map_tree(rules.static) | minimax)(p),
    "leaves": lambda rules, p: [*leaves(build_tree(rules)(p) | map_tree(rules.static))],
    "prove": lambda rules, p: (build_tree(rules) | map_tree(ends_in(rules, Outcome.FIRST_WON)) | prove)(p).value,
    "mcts": lambda rules, p: mcts(rules, 30)(p).eval(GEN).value,
    "bot_mc": lambda rules, p: bot_mc(rules, 20)(p).eval(GEN),
    "bot_mc_bulk": lambda rules, p: bot_mc_bulk(rules, 20)(p).eval(GEN),
    "explicit.bot_mc": lambda rules, p: explicit.bot_mc(rules, 20)(p, GEN),
    "playout": lambda rules, p: playout(rules, p).eval(GEN),
    "playouts": lambda rules, p: playouts(rules, p, 20).eval(GEN),
    "play_game": lambda rules, p: play_game(rules, p, *random_bots(rules)).eval(GEN)[0],
    "play_moves": lambda rules, p: play_moves(rules, p, *random_bots(rules)).eval(GEN),
    "explicit.play_game": explicitly,
    "played": played_to,
    "solver": lambda rules, p: solver(rules).solve(p).moves,
    "solve_backwards": lambda rules, p: solve_backwards(rules, [p])[p].outcome,
}


def ending_with(value: Any) -> AnyRules:
    return replace(derived, outcome=lambda p: Nothing if tictactoe.moves(p) else value)


@pytest.mark.slow
@pytest.mark.parametrize("use", USES_OUTCOME)
@pytest.mark.parametrize(
    "value", [Some(1), Some(2), Some(Player.FIRST), Some(None), None, Outcome.DRAW, 0, "draw"], ids=repr
)
def test_an_outcome_that_is_none_is_refused_wherever_it_is_used(use: str, value: Any) -> None:
    said = f": outcome returned {value!r} for "
    expected = "; expected Nothing while the game runs, then Some(Outcome.FIRST_WON), Some(Outcome.DRAW) or Some("
    with pytest.raises(TypeError, match=f"^tictactoe.*{re.escape(said)}.*{re.escape(expected)}"):
        USES_OUTCOME[use](ending_with(value), NEARLY)


USES_MOVES: dict[str, Callable[[AnyRules, Any], Any]] = {
    **{use: USES_OUTCOME[use] for use in ("minimax", "prove", "mcts", "bot_mc", "explicit.bot_mc", "playout", "playouts")},
    "bot_random": lambda rules, p: bot_random(rules)(p).eval(GEN),
    "bot_mc_bulk": USES_OUTCOME["bot_mc_bulk"],
    "game_tree": lambda rules, p: [*(game_tree(rules)(p) | prune(1)).children],
    "play_game": USES_OUTCOME["play_game"], "require_moves": require_moves,
    "solve_backwards": USES_OUTCOME["solve_backwards"],
}  # fmt: skip


@pytest.mark.parametrize("use", USES_MOVES)
@pytest.mark.parametrize(
    "kind", [list, set, iter, lambda moves: None, "".join, len], ids=["list", "set", "iterator", "None", "str", "int"]
)
def test_moves_that_are_no_tuple_are_refused_wherever_they_are_used(use: str, kind: Any) -> None:
    other: AnyRules = replace(derived, moves=lambda p: kind(map(str, tictactoe.moves(p))) if kind is not len else 3)
    with pytest.raises(TypeError, match=r"tictactoe: moves returned .* for .*; expected a tuple of moves"):
        USES_MOVES[use](other, NEARLY)


def test_right_rules_are_what_they_were() -> None:
    for use, function in USES_OUTCOME.items():
        if use != "solver":
            assert function(derived, NEARLY) == function(tictactoe, NEARLY), use


def test_other_wrong_results_are_refused_wherever_they_are_met() -> None:
    early: AnyRules = replace(derived, outcome=lambda p: Some(Outcome.DRAW) if len(tictactoe.moves(p)) < 2 else Nothing)
    broken: AnyRules = replace(derived, moves=lambda p: p.moves)
    lists: Any = replace(derived, moves=lambda p: tuple([move] for move in tictactoe.moves(p)))
    endless: Any = replace(tictactoe, moves=lambda p: (0,), play=lambda p, _: p, outcome=lambda p: Nothing)
    stopped_by_outcome = ("play_game", "play_moves", "explicit.play_game", "played")
    assert not wrong_errors([
        *((partial(use, ending_with(Nothing), NEARLY), r"ValueError: ^tictactoe.*: moves returned \(\) and outcome <Nothing> for .*; expected moves while") for use in USES_OUTCOME.values()),
        *((partial(USES_OUTCOME[use], early, NEARLY), r"ValueError: moves returned \(\d+,\) and outcome <Some: 0> for .*; expected moves while") for use in stopped_by_outcome),
        (lambda: playout(broken, NEARLY).eval(GEN), "AttributeError: 'int' object has no attribute 'moves'"),
        *((lambda use=use: use(lists)(NEARLY).eval(GEN), r"TypeError: tictactoe: a move of \d+ is not hashable \(unhashable type: 'list'\); expected") for use in (bot_random, lambda rules: bot_mc(rules, 3))),
        *((partial(USES_OUTCOME[use], endless, 0), "EndlessGame: a game of tictactoe is not over after 100000 moves") for use in ("play_game", "play_moves", "explicit.play_game", "playout")),
        (lambda: next(iter(compare(endless, (("a", bot_random(endless)), ("b", bot_random(endless))), 1, range(1, 2)))), "EndlessGame: "),
    ])  # fmt: skip
