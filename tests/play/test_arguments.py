"""Wrong arguments of bots and matches: the error names the value and what to write instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from itertools import islice
from math import inf, nan
from operator import add
from typing import Any, cast

import numpy as np

from fpgames import (
    SplitMix,
    State,
    alpha_beta,
    best_move,
    bot_alphabeta,
    bot_from,
    bot_mc,
    bot_mcts,
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
from fpgames.games import connect4
from fpgames.games.tictactoe import rules, static
from fpgames.play import (
    ReuseState,
    Score,
    bot_alphabeta_random,
    bot_deepening,
    bot_mc_bulk,
    bot_mcts_reuse,
    bot_minimax,
    compare,
    elo,
    eval_move,
    eval_moves,
    explicit,
    game_seed,
    log_likelihood_ratio,
    mcts_root_parallel,
    normalized_elo,
    play_moves,
    playouts,
    points_interval,
    random_opening,
    read_bot,
    scores,
    sprt,
    superiority,
    table,
    to_explicit,
    wilson,
    without_history,
)
from fpgames.rules import Counts, whose_turn
from fpgames.search import deepen, mtd_bi, negamax, prove, trace, within_node_budget
from fpgames.testing import check_bot
from fpgames.tree import size
from tests.support.refusals import wrong_errors

GEN = SplitMix.from_seed(1)
WINS = rules.read("XX.\nOO.\n...")
game: Any = rules
bot: Any = bot_random(rules)
number: Any = 0
BOTS = ("random", bot), ("another", bot)
BEST: list[Any] = [best_move, best_move(search=alpha_beta)]
LOOKS = [build_tree(rules) | prune(1) | map_tree(static) | last for last in BEST]
VALUES = build_tree(rules) | prune(3) | map_tree(static)
# each returns something else than the value to the first player, and says so by its name
NO_VALUES: list[Any] = [
    *BEST, *LOOKS, *((jit(VALUES | best_move),) if find_spec("numba") else ()), size, prove,
    count_leaves(minimax), trace(alpha_beta), VALUES | alpha_beta(alpha=0), VALUES, leaves,
    VALUES | deepen(minimax) | within_node_budget(9), mtd_bi(low=0),
]  # fmt: skip


def plain(p: int) -> Any:
    return 4


def first_only(function: Callable[[Any], Any], values: Any) -> Iterator[Any]:
    return islice(map(function, values), 1)


OVER, BEFORE = rules.read("XXX\nOO.\n..."), rules.read("XXO\nOO.\nX.X")
PLAIN = r"TypeError: a bot must return a State of a move, but <function plain at .*> returned 4; a bot that needs no generator returns State\.from_value\(move\)"
BELOW_ONE: list[Any] = [0, -1, 1.5]
BELOW_TWO: list[Any] = [1, 0, -1, 2.5]
NO_GAMES = r"ValueError: cannot play {} random games; expected at least 1"


def test_wrong_calls_are_refused() -> None:
    random_bots: Any = bot_random, bot_random
    reused: Any = bot_mcts_reuse(rules, 99)(BEFORE).exec(ReuseState(GEN))
    turnless: Any = replace(game, player=lambda p: whose_turn(rules, p) if rules.moves(p) else None)
    assert not wrong_errors([
        *((call, PLAIN) for call in (lambda: play_game(rules, 0, plain, plain).eval(GEN), lambda: play_moves(rules, 0, plain, plain).eval(GEN), lambda: to_explicit(plain)(0, GEN))),
        # rules
        (lambda: play_game(rules, 0, *random_bots).eval(GEN), r"TypeError: bot_random needs the rules of a game first, bot_random\(rules, \.\.\.\); got 0"),
        (lambda: bot_mc(connect4, 9),  # type: ignore[arg-type]
         r"TypeError: bot_mc needs the rules .* bot_mc\(rules, \.\.\.\); got <module .*>; pass connect4\.rules"),
        (lambda: check_bot(bot, game), r"TypeError: bot_laws needs the rules of a game first, bot_laws\(rules, \.\.\.\); got bot_random"),
        *((call, f"TypeError: {name} needs the rules") for name, call in {
            "read_bot": lambda: read_bot(number, game), "eval_move": lambda: eval_move(number, game, 4, 9).eval(GEN), "playouts": lambda: playouts(number, game, 4),
            "bot_mcts": lambda: bot_mcts(number, game), "mcts_root_parallel": lambda: mcts_root_parallel(2, game, 2), "bot_mcts_reuse": lambda: bot_mcts_reuse(9, game)}.items()),  # type: ignore[arg-type]
        # numbers
        *((partial(make, n), NO_GAMES.format(n)) for n in BELOW_ONE for make in (
            lambda n: explicit.bot_mc(game, n), lambda n: explicit.eval_move(rules, 0, 0, n, GEN), partial(eval_move, rules, 0, 0), partial(eval_moves, rules, 0), partial(bot_mc, rules), partial(bot_mc_bulk, rules))),
        *((partial(playouts, rules, 0, n), f"ValueError: cannot play {n} random games; expected at least 0") for n in cast("Any", (-1, 1.5))),
        *((partial(make, rules, depth, static), f"ValueError: cannot look {depth} moves ahead; expected at least 1") for depth in BELOW_ONE for make in (bot_minimax, bot_alphabeta, bot_alphabeta_random, bot_deepening)),
        *((partial(make, rules, n), f"ValueError: cannot choose a move by {n} simulations; expected at least 2") for n in BELOW_TWO for make in (bot_mcts, bot_mcts_reuse)),
        *((partial(make, trees=trees), f"ValueError: cannot search {trees} trees; expected at least 1") for trees in BELOW_ONE[::2] for make in (partial(bot_mcts, rules, 9), partial(mcts_root_parallel, rules, 2))),
        *((partial(bot_mcts, rules, 9, c=c), f"ValueError: c is {c}; expected a number, at least 0") for c in (-1, nan, inf)),
        *((partial(mcts_root_parallel, rules, n, 2), f"ValueError: cannot run {n} simulations; expected at least 1") for n in BELOW_ONE[::2]),
        # values of positions
        *((partial(bot_from, rules, last), "TypeError: bot_from needs the value of a position to the first player, but ") for last in NO_VALUES),
        (lambda: bot_from(rules, lambda p: (VALUES | negamax)(p))(WINS).eval(GEN), "ValueError: the first player has won .* but its value is -1: bot_from needs values to the first player"),
        (lambda: bot_from(rules, State.from_value(1)), "TypeError: bot_from needs a function from a position to its value; got <State: "),
        (lambda: bot_from(rules, lambda p: (build_tree(rules) | prune(1))(p))(0).eval(GEN), "TypeError: the value of a position cannot be a Tree: end the pipeline with a search, such as minimax"),
        (lambda: bot_from(rules, estimate(rules, 9))(0).eval(GEN), "TypeError: the value of a position cannot be a State: .* traverse_tree"),
        (lambda: bot_from(rules, lambda p: nan if p % 2 else 0)(0).eval(GEN), "ValueError: nan.* has no place"),
        *((partial(make(rules, 1, value, prefer_quick=False)(0).eval, GEN), "ValueError: has no place in an order")
          for make in (bot_minimax, bot_alphabeta) for value in cast("Any", (lambda p: frozenset([p]), lambda p: (nan if p % 3 else 1.0,)))),
        # finished games and illegal moves
        *((call, "GameOver: this game of tictactoe is over") for call in (
            lambda: eval_moves(rules, OVER, 1).run(GEN), lambda: explicit.bot_random(rules)(OVER, GEN), lambda: explicit.bot_mc(rules, 10)(OVER, GEN),
            lambda: mcts_root_parallel(rules, 2, 2)(OVER), lambda: bot_mcts_reuse(rules, 9)(OVER).run(ReuseState(GEN)),
            lambda: bot_mcts_reuse(rules, 99)(reused.tree.position).run(reused), lambda: bot_mcts_reuse(turnless, 9)(reused.tree.position).run(reused))),
        *((call, "IllegalMove: ") for call in (lambda: explicit.eval_move(rules, WINS, 0, 1, GEN), lambda: eval_move(rules, WINS, 0, 1))),
        # options, states and maps
        (lambda: mcts_root_parallel(rules, 2, 2, selekt=1), "TypeError: mcts_root_parallel has no option 'selekt'"),  # type: ignore[call-arg]
        (lambda: bot_mcts_reuse(rules, 30, evaluation=1), "TypeError: has no option 'evaluation'"),  # type: ignore[call-arg]
        (lambda: bot_mcts_reuse(rules, 9)(0).run(GEN),  # type: ignore[arg-type]
         r"TypeError: bot_mcts_reuse needs a tree beside its generator; got .*ReuseState\(generator\)"),
        (lambda: bot_mcts_reuse(rules, 9)(0).run(ReuseState(GEN, 5)), r"TypeError: bot_mcts_reuse needs the tree of a search, such as .*; got 5"),  # type: ignore[arg-type]
        (lambda: mcts_root_parallel(rules, 9, 3, map_function=lambda f, gens: map(f, gens[1:]))(0).eval(GEN), "ValueError: zip"),
        (lambda: eval_moves(rules, 0, 2_000, map_function=first_only).eval(GEN), "ValueError: shorter"),
        (lambda: without_history(bot)(number), r"TypeError: a bot without_history plays a game with_draws.*; got 0"),
        *((partial(add, Score(1, 0, 0), other), "TypeError: unsupported operand") for other in ((1, 2, 3), 1)),
        (lambda: Counts() + 1, "TypeError: "),
        # matches
        (lambda: table([], ("a", "b")), "ValueError: a table needs at least one game; got none"),
        *((partial(scores, [], bot), f"ValueError: bot is {bot}; expected 0 or 1") for bot in (-1, 2)),
        (lambda: random_opening(rules, 9).eval(GEN), "ValueError: cannot begin tictactoe with 9 random moves"),
        (lambda: random_opening(rules, -1).eval(GEN), "ValueError: cannot begin with -1 random moves"),
        (lambda: wilson(5, 3), "ValueError: 5 wins in 3 games; expected 0 to 3 wins"),
        (lambda: wilson(-1, 3), "ValueError: -1 wins in 3 games"),
        *((partial(count, wrong), f"ValueError: the counts of results are {re.escape(str(wrong))}; expected")
          for count, wrong in ((points_interval, (1,)), (points_interval, (2, -1)), (superiority, (0, 0, 5, 0, 0)), (normalized_elo, (3, 0, 0)))),
        (lambda: log_likelihood_ratio((2, 1), 0, 5), "ValueError: expected five of pairs or three of games"),
        *((partial(elo, share), f"ValueError: a share of the points is {share}; expected 0 to 1") for share in (-0.1, 1.5, nan)),
        *((partial(sprt, 0, 5, **cast("Any", {name: error})), f"ValueError: sprt cannot err with probability {error}; expected alpha and beta")
          for name in ("alpha", "beta") for error in (0, 0.5, nan)),
        *((partial(sprt(*bounds), []), "ValueError: sprt compares .*; expected two numbers, the smaller one first") for bounds in ((5, 0), (0, 0), (0, inf), (nan, 1))),
        (lambda: sprt(0, 5, outcomes=4)([]), "ValueError: sprt of 4 outcomes; expected 5, of pairs of games, or 3, of single games"),
        (lambda: [*sprt(0, 5)([4, 5])], "ValueError: sprt got the result 5; expected 0 to 4 half points"),
        (lambda: list(compare(rules, (bot, bot), 1, range(1, 3))), r"TypeError: bots are two pairs, \(name, bot\), \(name, bot\), or more; got \(bot_random"),
        *((lambda numbers=numbers: list(compare(rules, BOTS, 7, numbers)), f"ValueError: cannot play game {numbers[0]} of a match; expected at least 1") for numbers in (range(3), range(-2, 3))),
        (lambda: compare(rules, BOTS, 1, range(1, 2), longest=0), "ValueError: cannot end games after 0 moves; expected at least 1"),
    ])  # fmt: skip


def test_what_is_near_a_refusal_is_accepted() -> None:
    assert [(look | State.from_value)(WINS).eval(GEN) for look in LOOKS] == [2, 2]
    kinds: tuple[Any, ...] = (np.int8, np.int32, np.int64, np.uint64)
    assert {game_seed(42, kind(3)) for kind in kinds} == {game_seed(42, 3)}
    assert list(compare(rules, BOTS, 7, range(5, 5))) == []
    assert Counts(1, 2, 3) + Counts(4, 5, 6) == Counts(5, 7, 9)
    assert Score(1, 2, 3) + Score(4, 5, 6) == Score(5, 7, 9)
