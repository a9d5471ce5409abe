"""Searches and stages refuse what they cannot search: each row of the table is an error, the calls that raise it, and their arguments."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from math import inf, nan
from operator import attrgetter, neg
from typing import Any, cast

import numpy as np
import pytest
from pyrsistent import pmap
from returns.maybe import Nothing
from toolz import identity

from fpgames import (
    Outcome,
    Player,
    SplitMix,
    State,
    Tree,
    alpha_beta,
    best_move,
    build_tree,
    count_leaves,
    estimate,
    game_tree,
    jit,
    leaves,
    map_tree,
    maximise,
    minimax,
    minimise,
    node,
    order_by,
    prune,
    share,
    traverse_tree,
)
from fpgames.draw import draw_tree
from fpgames.games import checkers, connect4, nim, tictactoe
from fpgames.games.tictactoe import rules, static, successors
from fpgames.rules import CHANCE, value_of_outcome, with_draws
from fpgames.search import (
    INNER,
    Scored,
    SearchTree,
    ab_maximise,
    ab_minimise,
    back_up,
    best,
    bound_by,
    by_playouts,
    children,
    continue_search,
    count_nodes,
    deepen,
    ends_in,
    expand,
    expectiminimax,
    label,
    mcts,
    mcts_steps,
    merge,
    mover,
    mtd_bi,
    mtd_f,
    negamax,
    node_search,
    pass_turn,
    perft,
    player,
    prefer_quick_wins,
    principal_variation,
    proofs,
    prove,
    puct,
    reachable,
    remember,
    shallower,
    simulate,
    solve_backwards,
    statistics,
    subtree_after,
    trace,
    ucb1,
    within_node_budget,
)
from fpgames.tree import extend_while, fold_tree, keep_best, levels, prune_when, rebuild, size, unfold, with_ply
from tests.search.test_open_recursion import (
    own_alpha_beta,
    own_lattice,
    own_minimax,
    own_negamax_in_window,
)
from tests.search.test_pass_turn import or_pass
from tests.support import dice
from tests.support.refusals import wrong_errors
from tests.support.trees import reversed_children

FIRST, SECOND = Player
GEN, ROLLED = SplitMix.from_seed(1), dice.rules.play(dice.rules.start, 1)
NO_ORDER = "ValueError: .* has no place in an order"


def traced(search: Any) -> Any:
    """The label of the root of a trace, which computes the trace."""
    return lambda tree: search(tree).label


def deepened(search: Any) -> Any:
    return lambda tree: next(deepen(search)(tree))


@node_search(view="mover")
def ignores_players(here: Any, visit: Any) -> Any:
    values = [-visit(child) for child in children(here)]
    return max(values) if values else label(here) * player(here)


@node_search(view="mover")
def ignores_players_in_window(here: Any, visit: Any, alpha: Any, beta: Any) -> Any:
    values = [-visit(child, alpha, beta) for child in children(here)]
    return max(values) if values else label(here) * player(here)


@node_search
def window_at_nan(here: Any, visit: Any, alpha: Any, beta: Any) -> Any:
    return next((visit(child, nan, 1) for child in children(here)), label(here))


@node_search
def window_given(here: Any, visit: Any, alpha: Any, beta: Any, *, low: int, high: int) -> Any:
    best = label(here)
    for child in children(here):
        best = max(best, visit(child, low, high))
    return best


@node_search
def by_max(here: Any, visit: Any) -> Any:
    values = [visit(child) for child in children(here)]
    return (max if player(here) is FIRST else min)(values) if values else label(here)


@node_search
def with_a_function(here: Any, visit: Any) -> Any:
    def better(value: Any, other: Any) -> Any:
        return value if other is None or value > other else other

    best = None
    for child in children(here):
        best = better(visit(child), best)
    return label(here) if best is None else best


def twice(tree: Tree[Any]) -> Any:
    return minimax(tree) + alpha_beta(tree)


def of_a_child(tree: Tree[Any]) -> Any:
    return alpha_beta(next(tree.children))


def to_bounds(bounds: Any, position: Any) -> Any:
    return bounds


def stops(label: object) -> bool | None:
    raise StopIteration


def generator(here: Any, visit: Any) -> Any:
    yield 0


async def coroutine(here: Any, visit: Any) -> int:
    return 0


class Promise:
    def __await__(self) -> Any:
        yield


def simulated(**phases: Any) -> Any:
    return mcts(rules, 2, **phases)(0).eval(GEN)


def of_leaves(*labels: Any, player: Any = FIRST) -> Tree[Any]:
    return node(0, map(node, labels), player=player)


def with_nan(k: int, labels: Any) -> list[Any]:
    return [nan if n == k else label for n, label in enumerate(labels)]


build: Any = build_tree(rules)
start, second = (build(p) | map_tree(static) for p in (rules.start, rules.play(rules.start, 4)))
won, finished = rules.read("XX.\nOO.\n..."), rules.read("XXX\nOO.\n...")
bare = build_tree(successors)(0) | prune(3)
in_order: list[Any] = [identity, prune(3), order_by(lambda _: 0), rebuild(children=reversed_children)]
with_rules = [stage(make(rules)(0)) for stage in in_order for make in (build_tree, game_tree)]
after = [*map(build | prune(1), rules.successors(won))]
in_nodes: list[Tree[Any]] = [
    node("", after, player=FIRST), node("", [node("", [tree]) for tree in after], player=FIRST),
    node("", map(with_ply, after), player=FIRST) | order_by(repr), Tree(lambda: "", lambda: after, player=FIRST) | prune(1),
    Tree(lambda: "", lambda: map(game_tree(rules) | prune(1), rules.successors(won)), player=FIRST),
]  # fmt: skip
traces = [build(won) | prune(3) | trace(search, static=static) for search in (alpha_beta, minimax)]
positions = build(0) | prune(2)
traversed = (positions | traverse_tree(estimate(rules, 2))).eval(GEN)
evaluated = [
    positions | map_tree(static) | share, positions | map_tree(value_of_outcome(rules)) | prune(1), traversed,
    positions | map_tree(lambda p: p % 7) | map_tree(abs) | map_tree(identity), positions | rebuild(label=size),
]  # fmt: skip
stages: list[Any] = [map_tree, order_by, prune_when, extend_while]
of_positions: list[Any] = [
    *(stage(function) for function in (static, rules.outcome, value_of_outcome(rules)) for stage in stages),
    keep_best(2, static), traverse_tree(estimate(rules, 2)), prove(goal=ends_in(rules, Outcome.DRAW)),
    keep_best(2, (positions | share | map_tree(static) | remember(minimax))[1].worth),
]  # fmt: skip
nans = [tree for k in range(4) for one, two, three, four in [with_nan(k, range(4))] for tree in (
    node(0, [of_leaves(one, two, player=None), of_leaves(three, four, player=None)], player=FIRST), of_leaves(one, two, three, four), node(nan, player=FIRST))]  # fmt: skip
not_run = build(won) | map_tree(estimate(rules, 2))
pairs_of_nan = build(rules.read("X.O\nOO.\nXX.")) | prune(2) | map_tree(lambda p: nan)
endless = build_tree(lambda n: [n + 1], player=FIRST)(0) | map_tree(float)
unknown: list[Any] = [node(1), Tree(lambda: 1, tuple), build_tree(successors)(won) | map_tree(static)]
choice, rolled = ((build_tree(dice.rules) | map_tree(dice.rules.static))(p) for p in (dice.rules.start, ROLLED))
shared = build(0) | share | prune(4) | map_tree(static)
sets = unfold(lambda n: frozenset({n}), lambda n: (), 1, player=FIRST) | share
two_sets = node(frozenset[int](), [node(frozenset({n})) for n in (1, 2)], player=FIRST)
put_there: Any = rebuild(children=lambda tree: [put_there(low) for child in tree.children for low in child.children])

SEARCHES: list[Any] = [
    maximise, minimax, negamax, alpha_beta, ab_maximise, count_leaves(minimax), traced(trace(alpha_beta)), traced(trace(minimax)),
]  # fmt: skip
OF_FIRST: list[Any] = [
    maximise, ab_maximise, minimax(player=FIRST), negamax(player=FIRST), alpha_beta(player=FIRST), trace(alpha_beta, player=FIRST),
    trace(minimax, player=FIRST), prefer_quick_wins, count_leaves(maximise), count_nodes(maximise), deepened(maximise),
]  # fmt: skip
ASK_WHOSE_TURN: list[Any] = [
    minimax, negamax, alpha_beta, alpha_beta(alpha=0), trace(alpha_beta), trace(minimax), order_by(abs), keep_best(2, abs), mtd_f,
    own_minimax, prove, proofs,
]  # fmt: skip
MIRRORED: list[Any] = [(maximise, minimise), (ab_maximise, ab_minimise)]
LAZY: list[Any] = [
    leaves, levels, prune(1), trace(alpha_beta, player=FIRST), lambda tree: map(str, [tree]), lambda tree: Promise(),
    lambda tree: map_tree(neg), lambda tree: partial(maximise, tree),
]  # fmt: skip
NO_SEARCH: list[Any] = [
    lambda x: 0, lambda x, visit, alpha: 0, lambda x, visit=None: 0, lambda *nodes: 0, lambda x, visit, *more: 0, lambda x, visit, *, player: 0,
    lambda x, visit, *, tree: 0, lambda x, visit, beta, alpha: 0, generator, coroutine, len,
]  # fmt: skip

plain: Any = rules
drawn = with_draws(checkers.rules)
searched: Any = mcts(rules, 10)(0).eval(GEN)
expanded: Any = expand(rules, 0)
proven = [expanded._replace(proof=proof) for proof in (Outcome.FIRST_WON, Outcome.SECOND_WON)]
NO_SEARCH_TREES: list[Any] = [None, 3, tuple(expanded)]
ROWS: list[tuple[str, list[Any], list[Any]]] = [
    # labels
    (r"ValueError: needs values, but the labels of this tree are positions.*: map_tree\(.*static\(?", [*OF_FIRST, minimise, ab_minimise], [bare, bare | with_ply | share]),
    ("ValueError: needs values, but the labels of this tree are positions", [*OF_FIRST, best_move, mtd_f, own_minimax], with_rules),
    ("ValueError: labels of this tree are positions", SEARCHES, in_nodes),
    (r"ValueError: labels of this tree are traces: map_tree\(attrgetter\(\"value\"\)\)", [minimax], traces),
    ("ValueError: .* takes positions, but an earlier stage has replaced them by other labels; if these are positions too,", of_positions, evaluated),
    (r"ValueError: .* labels of this tree are positions and lines: map", [map_tree(static)], [game_tree(rules)(0)]),
    ("ValueError: only the leaves of a tree of traverse_tree have values", [alpha_beta, ab_maximise, best_move, negamax], [traversed | prune(1)]),
    ("ValueError: only the leaves of a tree of traverse_tree have values", [minimax], [traversed | prune(0)]),
    ("TypeError: ^a State is an action that has not run, so it has no order; traverse_tree in place of map_tree", SEARCHES, [not_run | prune(0), not_run | prune(1)]),
    ("TypeError: labels of this tree cannot be compared", SEARCHES, [node(None, player=FIRST), node({}, player=FIRST)]),
    (r"TypeError: ^pairs, such as labels of prefer_quick_wins, cannot be compared with numbers, such as bounds \(", [prefer_quick_wins | alpha_beta(alpha=0, beta=0.5)], [of_leaves(1, 0)]),
    ("TypeError: negamax needs signed numbers", [negamax(player=SECOND)], [node(0, [node(np.uint8(0)), node(np.uint8(2))]), node("", map(node, "ab")), node((), [node((1, 2))])]),
    # values without an order
    ("ValueError: nan.* has no place in an order of values", [*SEARCHES, prefer_quick_wins | minimax], nans),
    ("ValueError: nan.* has no place in an order of values", [*SEARCHES, alpha_beta(alpha=-1, beta=1), own_minimax, own_alpha_beta], [of_leaves(*with_nan(k, [0, 0, 0])) for k in range(3)]),
    ("ValueError: nan.* has no place in an order of values", [alpha_beta, minimax, traced(trace(alpha_beta))], [of_leaves(*with_nan(k, [0, 0, 0]), player=SECOND) for k in range(3)]),
    ("ValueError: nan.* has no place in an order of values", [minimax], [build(won) | prune(0) | map_tree(lambda p: nan) | with_ply]),
    (NO_ORDER, [with_ply | minimax, with_ply | alpha_beta, best_move(search=by_max), with_ply | best_move, by_max], [pairs_of_nan]),
    (r"ValueError: ^frozenset\({'b'}\) has no place .* or equal to frozenset\({'a'}\)$", [maximise], [node(frozenset(), [node(frozenset("a")), node(frozenset("b"))])]),
    (NO_ORDER, [traced(trace(alpha_beta))], [of_leaves(frozenset({1}), frozenset({2}))]),
    (r"ValueError: frozenset\(\{1\}\) has no place in an order of values: .* frozenset\(\{0\}\)", [own_lattice(alpha=frozenset({0})), own_lattice(beta=frozenset({0}))], [sets]),
    (NO_ORDER, [make(key, player=FIRST) | maximise for make in (partial(keep_best, 1), order_by) for key in (
        lambda n: (nan if n == 2 else n,), lambda n: frozenset([n]), lambda n: nan if n == 2 else n)], [of_leaves(*labels, player=None) for labels in ([9, 2, 1], [1, 2, 9], [2, 1, 9])]),
    (NO_ORDER, [traced(trace(minimax)), traced(trace(alpha_beta))], [two_sets]),
    # windows and bounds
    ("ValueError: a window cannot begin or end at nan, which has no place in an order of values", [lambda n: alpha_beta(alpha=n)], [nan]),
    ("ValueError: a window cannot begin or end at nan", [traced(trace(window_at_nan, player=FIRST))], [of_leaves(1, player=None)]),
    *((f"ValueError: empty window: alpha is {low}, beta is 1; expected alpha < beta", [search, share | search, traced(trace(search))], [shared])
      for low in (1, 2) for search in [window_given(low=low, high=1)]),
    ("ValueError: empty window", [lambda options: own_alpha_beta(**options)], [{"alpha": 1, "beta": 1}]),
    ("ValueError: outside the bounds", [own_alpha_beta], [start | bound_by(lambda p: (1, 1)) | bound_by(lambda p: (5, 9))]),
    ("ValueError: bound_by needs values, but the labels of this tree are positions", [bound_by(lambda p: (0, 1))], [build(0)]),
    ("ValueError: bound_by needs positions, and this tree is made by hand", [bound_by(lambda p: (0, 1)), map_tree(neg) | bound_by(lambda p: (0, 1))], [node(1)]),
    *((error, [bound_by(partial(to_bounds, bounds)) | search for search in searches for bounds in wrong], [start]) for error, searches, wrong in cast("Any", [
        ("TypeError: bound_by needs a function .* as a pair; for the root it returned", (alpha_beta, mtd_bi, mtd_f), (None, 3, (1, 2, 3))),
        (r"TypeError: the bounds of bound_by cannot be compared with the labels at its place|whole numbers, got ", (alpha_beta, mtd_bi, mtd_f), ((None, None), (0, None), ("a", 0))),
        ("ValueError: the lower bound that bound_by was given is greater than the upper one", (alpha_beta, mtd_bi, mtd_f), [(1, -1)]),
        ("TypeError: null windows need values that are whole numbers, got", [mtd_bi], ((-inf, inf), (nan, 1), (0.5, 0.5), (0, "1")))])),
    ("TypeError: null windows need values that are whole numbers, got 0.5", [mtd_f, mtd_bi(low=-1, high=1)], [of_leaves(0.5)]),
    ("TypeError: cannot be compared", [mtd_f, mtd_bi(low=-1, high=1)], [of_leaves("one"), of_leaves((1, 2)), of_leaves(None)]),
    (r"ValueError: mtd_bi needs an interval of values: mtd_bi\(low=-1", [mtd_bi], [node(1, player=FIRST)]),
    ("ValueError: mtd_bi needs an interval of values", [mtd_bi(low=0)], [node(1, player=FIRST)]),
    (r"TypeError: of a function \(node, visit, alpha, beta\), whose values are the first", [lambda f: mtd_f(search=f), lambda f: mtd_bi(search=f)], [own_minimax, own_negamax_in_window, own_alpha_beta(alpha=1), alpha_beta(alpha=1)]),
    # whose turn it is
    *(("ValueError: the first player moves; in this one the second does: use minimax", [high], [second]) for high, low in MIRRORED),
    *(("ValueError: the second player moves; in this one the first does: use minimax", [low], [start]) for high, low in MIRRORED),
    *((f"ValueError: ^{repr(search).removeprefix('trace(').replace(')', '(').partition('(')[0]} has to know whose turn it is, but this tree does not: build it from rules", [search], unknown) for search in ASK_WHOSE_TURN),
    ("ValueError: was given player", [own_minimax(player=FIRST)], [node(0, [node(1)], player=SECOND)]),
    ("ValueError: leave player out", [prove(player=SECOND)], [build(0)]),
    # chance
    ("ChanceMoves: chance moves at", [make(search) for search in (ignores_players, ignores_players_in_window) for make in (identity, lambda own: traced(trace(own)))], [choice, rolled]),
    ("ChanceMoves: chance moves", [fold_tree(lambda *_: 0, with_player=True)], [choice, rolled]),
    (r"TypeError: mean of the values of chance's moves, and .* has no mean .* expected numbers", [stage | expectiminimax for stage in (prefer_quick_wins, with_ply, map_tree(str))], [choice]),
    ("ChanceMoves: chance moves at the root of this tree, and no player chooses", [best_move(search=expectiminimax), attrgetter("player")], [rolled]),
    ("ChanceMoves: chance moves at this node, and no player chooses", [node_search(lambda here, visit: player(here))], [node(0, player=CHANCE)]),
    ("ChanceMoves: chance moves at the root of this tree, and no player chooses", [node_search(lambda here, visit: label(here), view="mover")], [node(0, player=CHANCE)]),
    ("ValueError: does not know who moves after a chance node: give player= to each child", [expectiminimax], [of_leaves(1, 2, player=CHANCE)]),
    ("ChanceMoves: the rules of race say alternates=True, but chance moves here", [build_tree(replace(dice.rules, alternates=True))], [ROLLED]),
    ("TypeError: mover takes a node", [mover], [3]),
    ("ChanceMoves: chance moves at this node of the search", [ucb1(), puct(lambda p: [1] * len(dice.rules.moves(p))), attrgetter("player")], [mcts(dice.rules, 300)(ROLLED).eval(GEN)]),
    # moves
    ("GameOver: ^no move to choose: this tree is a leaf$", [map_tree(static) | best_move], [build(finished)]),
    *((rf"ValueError: {search!r} needs a tree that knows the moves: .* build_tree\(rules\)", [search], [of_leaves(1), build_tree(successors, player=FIRST)(0) | map_tree(static)]) for search in cast("Any", (best_move, principal_variation))),
    ("TypeError: needs the value of a position to the first player, but .* has a window", [make(search=search) for make in (best_move, principal_variation) for search in (alpha_beta(alpha=0), remember(alpha_beta(alpha=0)), prune(1) | alpha_beta(beta=0), mtd_bi(low=-1, high=1))], [shared | prune(2)]),
    (r"TypeError: best_move needs the value .*, but (size|count_leaves\(minimax\)) returns", [best_move(search=size), best_move(search=count_leaves(minimax))], [start | prune(1)]),
    ("ValueError: maximise needs a tree at whose root the first player moves; in this one the second does: use minimax", [best_move(search=maximise), trace(maximise)], [build(rules.play(0, 4)) | map_tree(static)]),
    ("ValueError: minimax was given player=Player.SECOND, but this tree knows that the first player moves", [best_move(search=minimax(player=SECOND))], [start]),
    ("TypeError: principal_variation needs a tree, but got <function", [principal_variation], [static]),
    ("TypeError: '<' not supported between instances of 'Scored' and 'Scored'", [min], [(Scored(1, ()), Scored(2, ()))]),
    ("ValueError: no move of tictactoe leads from 0 to 1025: a stage has put another tree", [best_move], [build(0) | put_there | prune(1) | map_tree(static)]),
    ("TypeError: labels of this tree cannot be compared", [best_move, best_move(search=alpha_beta), best_move(search=lambda tree: None)], [build(0) | prune(1) | map_tree(lambda p: 1 if p % 2 else "a")]),
    # searches of one's own
    (r"TypeError: \(node, visit\) or \(node, visit, alpha, beta\)", [node_search], NO_SEARCH),
    ("ValueError: expected 'first' or 'mover'", [lambda view: node_search(view=view)], ["second"]),
    ("TypeError: has no option 'alpha'", [lambda n: own_minimax(alpha=n)], [1]),
    ("TypeError: trace takes minimax, .* or a search that node_search has made, without the stages before it; got (mtd_f|ab_maximise|prune)", [trace], [mtd_f, ab_maximise, prune(1) | minimax]),
    ("TypeError: returned None", [make(node_search(lambda here, visit: None)) for make in (identity, lambda own: traced(trace(own)))], [shared]),
    ("TypeError: returned an iterator", [node_search(lambda here, visit: (visit(child) for child in children(here)))], [shared]),
    ("TypeError: returned a node", [node_search(lambda here, visit: here)], [shared]),
    (r"AttributeError: write label\(node\)", [make(node_search(lambda here, visit: cast("Any", here).label)) for make in (count_nodes, lambda own: traced(trace(own)))], [shared]),
    ("AttributeError: 'int' object has no attribute 'nothing'", [node_search(lambda here, visit: label(here).nothing)], [shared]),
    (r"TypeError: visit\(\) missing 2 required", [node_search(lambda here, visit, alpha, beta: visit(here))], [shared]),
    ("ValueError: at least 0", [node_search(lambda here, visit: shallower(here, -1))], [shared]),
    ("ValueError: not pruned", [node_search(lambda here, visit: visit(shallower(next(iter(children(here))), 1)))], [of_leaves(1)]),
    ("TreeTooDeep: this tree is deeper than the interpreter's stack allows", [own_minimax, with_a_function, maximise, minimax, alpha_beta, ab_maximise, negamax], [endless]),
    ("TreeTooDeep: ^this search visits a node inside the visit of the same node, without end .*prune", [make(search) for make in (identity, count_nodes) for search in (node_search(lambda here, visit: visit(here)), node_search(lambda here, visit, alpha, beta: visit(here, (alpha or 0) - 1, beta)))], [start, shared]),
    # counts, deepening and memory
    ("TypeError: is lazy: it returned a .* before it walked the tree", [count(search) for count in (count_leaves, count_nodes, deepened) for search in LAZY], [of_leaves(2, 3)]),
    ("TypeError: is lazy", [count_leaves(traverse_tree(estimate(rules, 1)))], [build(0)]),
    (r"ValueError: deepen needs a search that computes the labels of leaves; .*size", [lambda tree: list(deepen(size)(tree))], [endless]),
    *((f"ValueError: cannot {verb} {limit} nodes; expected at least 1", [call], [limit]) for limit in (0, -1, 2.5) for verb, call in cast("Any", [
        ("visit", lambda limit: deepen(minimax, max_nodes=limit)), ("spend", within_node_budget)])),
    ("ValueError: cannot begin at depth 0; expected at least 1", [lambda depth: deepen(minimax, depth=depth)], [0]),
    (r"TypeError: deepen goes on with a Memory, which remember returns: _, memory = found.value; got \{\}", [lambda memory: deepen(minimax, memory=memory)], [{}]),
    ("TypeError: unsupported operand .*'Stream' and 'int'", [lambda number: start | prune(1) | leaves | number], [3]),
    ("ValueError: cannot count lines of -1 moves; expected at least 0", [perft], [-1]),
    ("ValueError: remember needs a shared tree", [remember(minimax)], [start]),
    ("ValueError: remember needs a tree of positions", [remember(minimax), remember(prefer_quick_wins | alpha_beta)], [shared | prefer_quick_wins, shared | extend_while(bool), shared | rebuild(children=lambda tree: tree.children), of_leaves(1) | share]),
    ("ValueError: remember needs a tree of positions", [remember(prefer_quick_wins | alpha_beta)], [shared]),
    *((f"TypeError: from the root down; {name} does not", [remember(search)], [shared]) for search, name in cast("Any", [(perft(2), r"perft\(2\)"), (remember(minimax), r"remember\(minimax\)")])),
    ("TypeError: from the root down; <function of_a_child", [remember(of_a_child)], [shared]),
    ("TypeError: the results of one search, but <function twice .* make the search once, and use it for all", [remember(twice)], [shared]),
    # proofs
    *((rf"ValueError: ^{search!r}.*{words}", [search], [tree]) for search in (prove, proofs) for tree, words in cast("Any", [
        (build(0), r"True, False or None \(not decided\), but got 0: the option goal makes them, such as \w+\(goal="), (game_tree(rules)(0), r"but got Node\("), (build(0) | map_tree(float), "but got 0.0"), (start, "but got 0")])),
    *((error, [lambda options: prove(**options)], [options]) for options, error in cast("Any", [
        ({"max_expansions": 0}, "ValueError: cannot prove with 0 expansions; expected at least 1"),
        ({"max_expansions": 2.5}, "ValueError: cannot prove with 2.5 expansions; expected at least 1, a whole number"),
        ({"prover": 0}, "ValueError: prover is 0; expected Player.FIRST"), ({"prover": None}, "ValueError: prover is None; expected Player.FIRST"),
        ({"player": 3}, "ValueError: player is 3; expected Player.FIRST"), ({"goal": Outcome.DRAW}, "TypeError: goal is Outcome.DRAW; expected a function"),
        ({"goal": None}, "TypeError: goal is None; expected a function"), ({"depth": 3}, "TypeError: has no option 'depth'")])),
    ("ValueError: got 1", [prove], [node(None, [node(1)], player=FIRST)]),
    ("ValueError: the line of a proof needs a tree that knows the moves", [attrgetter("line")], [prove(node(None, [node(True)], player=FIRST))]),
    ("ValueError: this proof has no line: its value is None after 1 expansions; expected True or False", [attrgetter("line")], [prove(goal=ends_in(rules, Outcome.DRAW), max_expansions=1)(build(0))]),
    ("TypeError: prove needs a tree", [prove], [0]),
    ("RuntimeError: stops raised StopIteration", [prove(goal=stops)], [build(0)]),
    ("ValueError: ends_in needs the outcomes", [ends_in], [rules]),
    ("ValueError: 7 is not a valid Outcome", [partial(ends_in, rules)], [7]),
    ("TypeError: needs the rules of a game first", [ends_in], [Outcome.DRAW]),
    (r'ValueError: minimax needs values.*map_tree\(attrgetter\("value"\)\)', [minimax], [prove(goal=ends_in(rules, Outcome.DRAW))(build(won)).tree]),
    ("ValueError: cannot be shared: its nodes are those of a search for a proof", [share], [prove(goal=ends_in(rules, Outcome.DRAW))(build(won)).tree]),
    # Monte-Carlo tree search
    ("ValueError: back_up returned the total .*; expected a number, and notes for", [lambda total: simulated(back_up=lambda *parts: back_up(*parts)._replace(total=total))], [(1.0, 2), None, nan]),
    ("ValueError: back_up made 1 visits of 1; expected one more", [lambda make: simulated(back_up=make)], [lambda tree, i, child, value: tree]),
    ("ValueError: back_up returned the proof 7; expected an Outcome, or None", [lambda proof: simulated(back_up=lambda *parts: back_up(*parts)._replace(proof=proof))], [7]),
    ("TypeError: back_up returned .*; expected a SearchTree", [lambda wrong: simulated(back_up=lambda *_: wrong)], NO_SEARCH_TREES),
    ("TypeError: expand returned .* for .*; expected a SearchTree",
     [lambda wrong, p=p: simulated(expand=lambda rules, q: wrong if q == p else expand(rules, q)) for p in (0, rules.play(0, 0))], NO_SEARCH_TREES),
    ("ValueError: expand returned no moves for 0, where the search begins", [lambda tree: mcts(rules, 2, expand=lambda rules, p: tree)(0)], [SearchTree(0, None, (), (), proof=Outcome.DRAW)]),
    (r"ValueError: \Apuct: the priors are .*; expected 9 numbers, one for each move.*\Z", [lambda priors: simulated(select=puct(lambda p: priors))],
     [[1.0] * 8, [*[1.0] * 8, -1], [*[1.0] * 8, nan], [inf] * 9, None, dict.fromkeys(range(9), 1), pmap(dict.fromkeys(range(9), 1)), {*range(9)}, "123456789", iter([1.0] * 8)]),
    ("TypeError: puct needs a function", [puct], [[1, 2]]),
    (r"ValueError: \Athe evaluation of .* is .*; expected a number from -1 to 1.*\Z", [lambda value: simulated(evaluate=lambda p: State.from_value(value))], [2, -1.5, nan, inf, None, "0.5", 1j, [0.5], 10**400]),
    (r"TypeError: evaluate returned 0; expected a State, which by_static\(function\) makes", [lambda static: simulated(evaluate=static)], [static]),
    *((f"ValueError: cannot evaluate by {k} random games; expected at least 1", [partial(by_playouts, rules)], [k]) for k in (0, -1, 1.5)),
    ("GameOver: ", [mcts(rules, 1), lambda p: continue_search(rules, 1)(expand(rules, p)), lambda p: mcts_steps(rules, p, GEN)], [finished]),
    ("GameOver: the game is over at the root of this search", [best], [expand(rules, finished)]),
    ("ValueError: this search has tried none", [best], [mcts(rules, 1)(0).eval(GEN)]),
    ("ValueError: no move to choose: chance moves at the root of this search", [best], [mcts(dice.rules, 500)(ROLLED).eval(GEN)]),
    ("IllegalMove: ", [partial(subtree_after, rules, searched)], [9]),
    ("TypeError: subtree_after needs the rules", [lambda module: subtree_after(module, searched, 1)], [tictactoe]),
    ("TypeError: statistics needs the rules", [statistics], [tictactoe]),
    ("TypeError: mcts needs the rules of a game first", [lambda module: mcts(module, 1)], [tictactoe]),
    ("TypeError: mcts has no option 'choose'; it has select, expand, evaluate, back_up", [lambda phases: mcts(rules, 1, **phases)], [{"choose": ucb1()}]),
    ("TypeError: simulate: select is 3; expected a function", [lambda phase: simulate(rules, select=phase)], [3]),
    *((rf"TypeError: {name}: stop is True; expected a function without arguments.*, such as lambda: monotonic\(\) > end", [call], [True]) for name, call in cast("Any", [
        ("deepen", lambda stop: deepen(minimax, stop=stop)), ("proofs", lambda stop: proofs(stop=stop)), ("mcts", lambda stop: mcts(rules, 1, stop=stop)),
        ("continue_search", lambda stop: continue_search(rules, 1, stop=stop)), ("mcts_steps", lambda stop: mcts_steps(rules, 0, GEN, stop=stop))])),
    (r'ValueError: labels of this tree are statistics: map_tree\(attrgetter\("value"\)\)', [minimax], [statistics(rules)(searched)]),
    ("ValueError: the labels of statistics contain the line", [share], [statistics(rules)(searched)]),
    ("ValueError: cannot merge trees of 0 with notes, which a back_up of your own keeps", [partial(merge, searched._replace(notes=1))], [searched]),
    *((f"ValueError: cannot merge trees with {words}.*; expected trees of one position", [partial(merge, expanded)], [other]) for other, words in cast("Any", [
        (expand(rules, rules.play(0, 4)), "different positions, 0 and"), (expanded._replace(mover=SECOND), "different players to move, Player.FIRST and Player.SECOND"),
        (expanded._replace(moves=expanded.moves[::-1]), r"different moves, \(0, 1, .*\) and \(8, 7, .*\)")])),
    (r"ValueError: different proofs, \[Outcome.SECOND_WON, Outcome.FIRST_WON\]; one of the", [lambda trees: merge(trees[0], expanded, trees[1])], [proven]),
    ("ValueError: different proofs", [lambda trees: merge(*(SearchTree(-1, FIRST, (0,), (tree,)) for tree in trees)).children[0]], [proven]),
    # passed turns, scored values and solving backwards
    *((f"ValueError: {words}", [lambda tree: or_pass(tree | prune(1))], [tree]) for tree, words in cast("Any", [
        (of_leaves(1), "the rules of this tree are None"), (build_tree(nim.rules)(nim.rules.start) | map_tree(nim.rules.static), "the rules of this tree are <Rules: nim"),
        (build_tree(connect4.sized(2, 2, 1))((0, 0)) | map_tree(hash), "the rules of this tree are <Rules: connect4:2,2,1>"),
        (build_tree(connect4.rules)((0, 0)) | rebuild(label=lambda tree: 0), "its own, as game_tree, rebuild and"), (game_tree(rules)(0) | map_tree(lambda node: 0), "its own, as game_tree, rebuild and"),
        (traverse_tree(lambda p: State.from_value(1))(build(0) | prune(1)).eval(None), "its own, as game_tree"), (build_tree(drawn)(drawn.start) | map_tree(hash), "are <Rules"),
        (build_tree(replace(rules, pass_turn=abs))(0) | map_tree(abs), "where the same player is to move")])),
    ("GameOver: no turn to pass: this game of tictactoe is over", [node_search(lambda here, visit: label(pass_turn(here)))], [build(finished) | map_tree(abs)]),
    *((f"TypeError: {search.__name__} needs a list of positions, such as .rules.start.; got", [partial(search, game)], [p]) for search in (solve_backwards, reachable) for game, p in cast("Any", [
        *((game, game.start) for game in (rules, tictactoe.record.rules, checkers.rules, connect4.rules, nim.rules)), (connect4.rules, connect4.rules.read("4455")), (nim.rules, 3), (connect4.rules, None)])),
    *((f"TypeError: {search.__name__} needs the rules of a game first", [partial(search, checkers)], [[0]]) for search in cast("Any", (solve_backwards, reachable))),
    (r"ValueError: tictactoe: moves returned \(\) and outcome <Nothing> for .*; expected moves while", [lambda game: solve_backwards(game, [finished])], [replace(plain, outcome=lambda p: Nothing)]),
    ("TypeError: player returned 1", [lambda game: solve_backwards(game, [won])], [replace(plain, player=lambda p: 1)]),
]  # fmt: skip


def test_every_row() -> None:
    assert not wrong_errors((partial(call, argument), error) for error, calls, arguments in ROWS for call, argument in product(calls, arguments))  # fmt: skip


@pytest.mark.exhaustive
def test_compiled_an_empty_window_is_refused_too() -> None:
    searches = [jit(window_given(low=low, high=1)) for low in (1, 2)]
    assert not wrong_errors((partial(search, shared), "ValueError: empty window: alpha is not less than beta") for search in searches)  # fmt: skip


def test_what_is_near_a_refusal_is_accepted() -> None:
    assert bare | map_tree(int) | maximise == 263425
    assert all(minimax(tree | map_tree(lambda label: len(repr(label)))) > 0 for tree in in_nodes)
    assert [minimax(tree | map_tree(attrgetter("label")) | map_tree(static)) for tree in traces] == [1, 1]
    assert all(stage(positions) for stage in (*of_positions, map_tree(identity) | map_tree(static)))
    behind_a_cut = node(0, [node(0, [node(2)]), node(0, [node(1), node(nan)])], player=FIRST)
    assert alpha_beta(behind_a_cut) == ab_maximise(behind_a_cut) == 2
    assert negamax(player=SECOND)(node(0, [node(np.int8(0)), node(np.int8(2))])) == 0
    assert negamax(player=SECOND)(node(0, [node(2.5), node(3)])) == -2.5
    assert draw_tree(traversed | prune(0)) == repr(INNER)
    assert of_leaves(2, 3) | count_leaves(lambda tree: list(leaves(tree))) == ([2, 3], 2)
