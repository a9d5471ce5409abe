"""Wrong arguments of bots and matches: the error names the value and what to write instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from itertools import islice, product
from math import nan
from typing import Any

import numpy as np
import pytest

from fpgames import (
    SplitMix,
    State,
    alpha_beta,
    best_move,
    bot_alphabeta,
    bot_from,
    bot_mc,
    bot_random,
    build_tree,
    count_leaves,
    estimate,
    jit,
    leaves,
    map_tree,
    minimax,
    play_game,
    prune,
)
from fpgames.compiled import jit_when_it_pays
from fpgames.games import connect4
from fpgames.games.tictactoe import rules, static
from fpgames.play import (
    bot_minimax,
    compare,
    eval_move,
    eval_moves,
    game_seed,
    play_moves,
    playouts,
    read_bot,
    table,
    to_explicit,
    wilson,
    without_history,
)
from fpgames.search import ab_trace, deepen, mtd_bi, negamax, prove, within_node_budget
from fpgames.testing import check_bot
from fpgames.tree import size
from tests.support.refusals import wrong_errors

GEN = SplitMix.from_seed(1)
WINS = rules.read("XX.\nOO.\n...")
game: Any = rules
bot: Any = bot_random(rules)
number: Any = 0


def plain(p: int) -> Any:
    """A bot that forgets the State."""
    return 4


def test_bots_that_return_a_plain_move() -> None:
    said = (
        "TypeError: a bot must return a State of a move, but <function plain at .*> returned 4; a bot that needs no"
        r" generator returns State\.from_value\(move\)"
    )
    assert not wrong_errors([
        (lambda: play_game(rules, 0, plain, plain).eval(GEN), said),
        (lambda: play_moves(rules, 0, plain, plain).eval(GEN), said),
        (lambda: to_explicit(plain)(0, GEN), said),
    ])  # fmt: skip


def test_what_is_no_rules() -> None:
    assert not wrong_errors([
        (lambda: play_game(rules, 0, bot_random, bot_random).eval(GEN),  # type: ignore[arg-type]
         r"TypeError: bot_random needs the rules of a game first, bot_random\(rules, \.\.\.\); got 0"),
        (lambda: bot_mc(connect4, 9),  # type: ignore[arg-type]
         r"TypeError: bot_mc needs the rules .* bot_mc\(rules, \.\.\.\); got <module .*>; pass connect4\.rules"),
        (lambda: check_bot(bot, game),
         r"TypeError: bot_laws needs the rules of a game first, bot_laws\(rules, \.\.\.\); got bot_random"),
        (lambda: read_bot("mc:9", game), "TypeError: read_bot needs the rules"),  # type: ignore[arg-type]
        (lambda: eval_move(number, game, 4, 9).eval(GEN), "TypeError: eval_move needs the rules"),
        (lambda: playouts(number, game, 4), "TypeError: playouts needs the rules"),
    ])  # fmt: skip


def test_what_is_no_value_of_a_position() -> None:
    best: tuple[Any, ...] = (best_move, best_move(search=alpha_beta))
    looks = [build_tree(rules) | prune(1) | map_tree(static) | last for last in best]
    base = build_tree(rules) | prune(3) | map_tree(static)
    compiled = (jit(base | best_move), jit(base | negamax)) if find_spec("numba") else ()
    others: tuple[Any, ...] = (  # each returns something else than the value to the first player, and says so by its name
        *best, *looks, *compiled, negamax, base | negamax, partial(negamax), size, prove,
        base | jit_when_it_pays(negamax), count_leaves(minimax), ab_trace, base | alpha_beta(alpha=0), base, leaves,
        base | deepen(minimax) | within_node_budget(9), mtd_bi(low=0),
    )  # fmt: skip
    assert not wrong_errors([
        *((partial(bot_from, rules, last), "TypeError: bot_from needs the value of a position to the first player, but ")
          for last in others),
        (lambda: bot_from(rules, lambda p: (base | negamax)(p))(WINS).eval(GEN),
         "ValueError: the first player has won .* but its value is -1: bot_from needs values to the first player"),
        (lambda: bot_from(rules, State.from_value(1)),
         "TypeError: bot_from needs a function from a position to its value; got <State: "),
        (lambda: bot_from(rules, lambda p: (build_tree(rules) | prune(1))(p))(0).eval(GEN),
         "TypeError: the value of a position cannot be a Tree: end the pipeline with a search, such as minimax"),
        (lambda: bot_from(rules, estimate(rules, 9))(0).eval(GEN),
         "TypeError: the value of a position cannot be a State: .* traverse_tree"),
        (lambda: bot_from(rules, lambda p: nan if p % 2 else 0)(0).eval(GEN), "ValueError: nan.* has no place"),
    ])  # fmt: skip
    assert [(look | State.from_value)(WINS).eval(GEN) for look in looks] == [2, 2]


def test_values_without_an_order() -> None:
    makes: tuple[Any, ...] = (bot_minimax, bot_alphabeta)
    values: tuple[Any, ...] = (lambda p: frozenset([p]), lambda p: (nan if p % 3 else 1.0,))
    assert not wrong_errors(
        (partial(make(rules, 1, value, prefer_quick=False)(0).eval, GEN), "ValueError: has no place in an order")
        for make, value in product(makes, values)
    )


@pytest.mark.slow
def test_a_map_that_loses_results() -> None:
    def first_only(function: Callable[[Any], Any], values: Any) -> Iterator[Any]:
        return islice(map(function, values), 1)

    counted = eval_moves(rules, rules.start, 2_000, map_function=first_only)
    assert not wrong_errors([(lambda: counted.eval(GEN), "ValueError: shorter")])


def test_matches() -> None:
    assert not wrong_errors([
        (lambda: table([], ("a", "b")), "ValueError: a table needs at least one game; got none"),
        (lambda: wilson(5, 3), "ValueError: 5 wins in 3 games; expected 0 to 3 wins"),
        (lambda: wilson(-1, 3), "ValueError: -1 wins in 3 games"),
        (lambda: list(compare(rules, (bot, bot), 1, range(1, 3))),
         r"TypeError: bots are two pairs, \(name, bot\), \(name, bot\); got \(bot_random"),
    ])  # fmt: skip
    kinds: tuple[Any, ...] = (np.int8, np.int32, np.int64, np.uint64)
    assert {game_seed(42, kind(3)) for kind in kinds} == {game_seed(42, 3)}


def test_a_bot_without_history_needs_a_position_that_has_one() -> None:
    with pytest.raises(TypeError, match=r"a bot without_history plays a game with_draws.*; got 0"):
        without_history(bot)(game.start)
