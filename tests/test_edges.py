"""Edges: what a wrong value meets, by the text of the error; and what a right one of another type does."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from fpgames import (
    SplitMix,
    State,
    StdGen,
    alpha_beta,
    bot_from,
    bot_mc,
    bot_random,
    build_tree,
    count_leaves,
    do,
    estimate,
    get,
    leaves,
    map_m,
    minimax,
    play_game,
    prune,
    traverse_tree,
)
from fpgames.draw import draw_tree
from fpgames.games import connect4, tictactoe
from fpgames.games.connect4 import STANDARD, Size, sized, to_digits, to_record
from fpgames.loops import sequence
from fpgames.play import compare, eval_move, game_seed, playouts, read_bot, table, to_explicit, wilson
from fpgames.rand import below, uniform
from fpgames.rules import Counts, Player
from fpgames.search import deepen
from fpgames.state import Do
from fpgames.testing import check_bot, check_game
from fpgames.tree import Tree, TreeTooDeep, fold_tree, levels, size

rules: Any = tictactoe.rules
GEN = SplitMix.from_seed(1)
tree = build_tree(rules)(0)


def plain(p: int) -> Any:
    """A bot that forgets the State."""
    return 4


WRONG: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "a bot that returns a plain move": (
        lambda: play_game(rules, 0, plain, plain).eval(GEN),
        TypeError,
        "a bot must return a State of a move, but <function plain at .*> returned 4; a bot that needs no generator returns"
        r" State\.from_value\(move\)",
    ),
    "the same, made explicit": (lambda: to_explicit(plain)(0, GEN), TypeError, "a bot must return a State of a move"),
    "no generator": (
        lambda: bot_mc(rules, 9)(0).eval(42),  # type: ignore[arg-type]
        TypeError,
        r"this State draws from a generator, and was run from 42; run it from one, such as SplitMix\.from_seed\(42\)",
    ),
    "a bot without rules": (
        lambda: play_game(rules, 0, bot_random, bot_random).eval(GEN),  # type: ignore[arg-type]
        TypeError,
        r"bot_random needs the rules of a game first, bot_random\(rules, \.\.\.\); got 0",
    ),
    "the package of a game": (
        lambda: bot_mc(connect4, 9),  # type: ignore[arg-type]
        TypeError,
        r"bot_mc needs the rules of a game first, bot_mc\(rules, \.\.\.\); got <module .*>; pass connect4\.rules",
    ),
    "a kit without rules": (lambda: check_game(0), TypeError, "check_game needs the rules of a game first"),  # type: ignore[arg-type]
    "a bot before its rules": (
        lambda: check_bot(bot_random(rules), rules),  # type: ignore[arg-type]
        TypeError,
        r"bot_laws needs the rules of a game first, bot_laws\(rules, \.\.\.\); got bot_random",
    ),
    "a name before rules": (lambda: read_bot("mc:9", rules), TypeError, "read_bot needs the rules"),  # type: ignore[arg-type]
    "evaluating without rules": (lambda: eval_move(0, rules, 4, 9).eval(GEN), TypeError, "eval_move needs the rules"),  # type: ignore[arg-type]
    "playouts without rules": (lambda: playouts(0, rules, 4), TypeError, "playouts needs the rules"),  # type: ignore[arg-type]
    "a search of a position": (lambda: minimax(0), TypeError, "minimax needs a tree, but got 0: build one"),  # type: ignore[call-overload]
    "a count of a pipeline": (
        lambda: count_leaves(alpha_beta, build_tree(rules) | prune(2)),  # type: ignore[arg-type]
        TypeError,
        "count_leaves needs a tree, but got build_tree.*: it has not been called with a position or a tree yet",
    ),
    "deepening a position": (lambda: next(deepen(minimax, 0)), TypeError, "deepen needs a tree, but got 0"),  # type: ignore[arg-type]
    "leaves of a position": (lambda: leaves(0), TypeError, "leaves needs a tree, but got 0"),  # type: ignore[arg-type]
    "levels of a position": (lambda: next(levels(0)), TypeError, "levels needs a tree, but got 0"),  # type: ignore[arg-type]
    "size of a position": (lambda: size(0), TypeError, "size needs a tree, but got 0"),  # type: ignore[arg-type]
    "a fold of a position": (lambda: fold_tree(max, 0), TypeError, "fold_tree needs a tree, but got 0"),  # type: ignore[arg-type]
    "a text of a position": (lambda: draw_tree(0), TypeError, "draw_tree needs a tree, but got 0"),  # type: ignore[arg-type]
    "bot_from a State": (
        lambda: bot_from(rules, State.from_value(1)),
        TypeError,
        "bot_from needs a function from a position to its value; got <State: ",
    ),
    "bot_from a pipeline without a search": (
        lambda: bot_from(rules, build_tree(rules) | prune(1))(0).eval(GEN),
        TypeError,
        "the value of a position cannot be a Tree: end the pipeline with a search, such as minimax",
    ),
    "bot_from estimates": (
        lambda: bot_from(rules, estimate(rules, 9))(0).eval(GEN),
        TypeError,
        "the value of a position cannot be a State: .* traverse_tree",
    ),
    "traversing with a plain value": (
        lambda: traverse_tree(rules.static)(tree | prune(1)).eval(GEN),
        TypeError,
        "expected a State, got 0",
    ),
    "symmetries that are a function": (
        lambda: replace(rules, symmetries=abs),
        TypeError,
        r"symmetries is a tuple of Symmetry\(position, move\); got <built-in function abs>",
    ),
    "a single action": (lambda: sequence(get()), TypeError, "expected several values, such as a list; got one State"),
    "a single value": (lambda: map_m(State.from_value, get()), TypeError, "expected several values"),
    "below a fraction": (lambda: below(2.5), TypeError, "below takes whole numbers; got 2.5"),  # type: ignore[arg-type]
    "below nothing": (lambda: below(0), ValueError, "cannot draw a number below 0; expected at least 1"),
    "up to a fraction": (lambda: uniform(0, 2.5), TypeError, "uniform takes whole numbers; got 2.5"),  # type: ignore[arg-type]
    "StdGen up to a fraction": (lambda: StdGen(1, 1).uniform_r(0, 2.5), TypeError, "uniform_r takes whole numbers"),  # type: ignore[arg-type]
    "SplitMix up to a fraction": (lambda: GEN.uniform_r(0, 2.5), TypeError, "uniform_r takes whole numbers; got 2.5"),  # type: ignore[arg-type]
    "a seed that is no number": (lambda: SplitMix.from_seed("1"), TypeError, "from_seed takes whole numbers; got '1'"),  # type: ignore[arg-type]
    "words back": (lambda: GEN.ahead(-1), ValueError, "cannot skip -1 words; expected at least 0"),
    "no games": (lambda: table([], ("a", "b")), ValueError, "a table needs at least one game; got none"),
    "more wins than games": (lambda: wilson(5, 3), ValueError, "5 wins in 3 games; expected 0 to 3 wins"),
    "fewer than no wins": (lambda: wilson(-1, 3), ValueError, "-1 wins in 3 games"),
    "nobody's wins": (lambda: Counts(3, 1, 2).wins(7), ValueError, "7 is not a valid Player"),  # type: ignore[arg-type]
    "a fraction of a level": (
        lambda: prune(2.0),  # type: ignore[arg-type]
        ValueError,
        "cannot prune to a depth of 2.0; expected at least 0, a whole number",
    ),
    "bots without names": (
        lambda: list(compare(rules, (bot_random(rules), bot_random(rules)), 1, range(1, 3))),  # type: ignore[arg-type]
        TypeError,
        r"bots are two pairs, \(name, bot\), \(name, bot\); got \(bot_random",
    ),
    "a position of another board as digits": (
        lambda: to_digits(sized(4, 4).read("12"), STANDARD),
        ValueError,
        r"\(1, 33\) is not a position of a board of Size\(width=7, height=6, align=4\)",
    ),
    "a position of another board as a record": (
        lambda: to_record(sized(4, 4).read("12")),
        ValueError,
        r"\(1, 33\) is not a position of a board of Size",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_an_error_says_what_was_expected(name: str) -> None:
    wrong, error, said = WRONG[name]
    with pytest.raises(error, match=said):
        wrong()


def test_a_player_may_be_a_number() -> None:
    counts = Counts(3, 1, 2)
    assert (counts.wins(1), counts.wins(-1)) == (counts.wins(Player.FIRST), counts.wins(Player.SECOND)) == (3, 2)  # type: ignore[arg-type]


def test_digits_of_any_board() -> None:
    assert to_digits(sized(4, 4).read("12"), Size(4, 4, 4)) == "12"


NUMPY = [np.int8, np.int32, np.int64, np.uint64]


@pytest.mark.parametrize("kind", NUMPY)
@pytest.mark.parametrize("gen", [StdGen(1, 1), GEN], ids=lambda gen: type(gen).__name__)
def test_whole_numbers_of_numpy(gen: Any, kind: Any) -> None:
    """Equal to plain ones, and plain ones come out."""
    expected = gen.uniform_r(0, 100)
    for lo, hi in ((kind(0), 100), (0, kind(100)), (kind(0), kind(100))):
        assert gen.uniform_r(lo, hi) == expected
        assert type(gen.uniform_r(lo, hi)[0]) is int
    assert type(gen).from_seed(kind(5)) == type(gen).from_seed(5)
    assert type(gen)(kind(7), kind(9)) == type(gen)(7, 9)
    assert all(type(part) is int for part in (*type(gen)(kind(7), kind(9)), *type(gen).from_seed(kind(5))))
    assert below(kind(6)).eval(gen) == below(6).eval(gen)
    assert GEN.ahead(kind(6)) == GEN.ahead(6)
    assert game_seed(42, kind(3)) == game_seed(42, 3)


@pytest.mark.parametrize("gen", [StdGen(1, 1), GEN], ids=lambda gen: type(gen).__name__)
def test_wide_ranges_of_numpy(gen: Any) -> None:
    assert gen.uniform_r(0, np.int64(10**16)) == gen.uniform_r(0, 10**16)
    assert gen.uniform_r(np.int64(-(2**63)), np.int64(2**63 - 1)) == gen.uniform_r(-(2**63), 2**63 - 1)


def missing(n: int) -> Any:
    raise KeyError(n)


class TestTheEndOfARun:
    """``finally`` and ``with`` of blocks run when an exception ends the run, the innermost first."""

    def run(self, step: Any) -> list[str]:
        ended: list[str] = []

        @do
        def block(depth: int) -> Do[int, None]:
            try:
                yield from get(int)
                yield from block(depth - 1) if depth else step
            finally:
                ended.append(f"block {depth}")

        with pytest.raises((KeyError, TypeError)):
            block(2).bind(lambda _: get(int)).run(1)
        return ended

    def test_where_an_action_raises(self) -> None:
        assert self.run(State(missing)) == ["block 0", "block 1", "block 2"]

    def test_where_a_bound_function_raises(self) -> None:
        assert self.run(get(int).bind(missing)) == ["block 0", "block 1", "block 2"]

    def test_where_no_state_is_yielded(self) -> None:
        assert self.run([4]) == ["block 0", "block 1", "block 2"]

    def test_an_action_in_a_finally_is_not_run(self) -> None:
        @do
        def block() -> Do[int, None]:
            try:
                yield State(missing)
            finally:
                yield from get(int)

        with pytest.raises(KeyError):
            block().run(1)

    def test_where_a_finally_raises_a_runtime_error(self) -> None:
        @do
        def block() -> Do[int, None]:
            try:
                yield State(missing)
            finally:
                raise RuntimeError("of its own")

        with pytest.raises(RuntimeError, match="of its own"):
            block().run(1)

    def test_where_a_finally_raises_as_well(self) -> None:
        ended = []

        @do
        def inner() -> Do[int, None]:
            try:
                yield State(missing)
            finally:
                ended.append("inner")
                raise OSError("the last error")

        @do
        def outer() -> Do[int, None]:
            try:
                yield from inner()
            finally:
                ended.append("outer")

        with pytest.raises(OSError, match="the last error"):
            outer().run(1)
        assert ended == ["inner", "outer"]


def test_too_deep_whatever_functions_are_called() -> None:
    """The walk's own functions are known by their code, not by their names."""

    def high_one(n: int) -> list[int]:
        return [n + 1]

    with pytest.raises(TreeTooDeep, match="this tree goes on below depth"):
        minimax(player=Player.FIRST)(build_tree(high_one)(0) | prune(10**6) | _as_values)

    def value_one(n: int) -> int:
        return value_one(n + 1)

    with pytest.raises(RecursionError):
        minimax(player=Player.FIRST)(build_tree(lambda n: [value_one(n)])(0) | prune(2) | _as_values)
    assert sys.getrecursionlimit() > 500


def _as_values(tree: Tree[int]) -> Tree[float]:
    from fpgames import map_tree

    return map_tree(float)(tree)
