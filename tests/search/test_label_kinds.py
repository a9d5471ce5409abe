"""Labels that a search needs: values with an order, at known places; other labels are rejected by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from math import nan
from operator import attrgetter
from typing import Any

import numpy as np
import pytest
from toolz import identity

from fpgames import (
    Outcome,
    Player,
    SplitMix,
    Tree,
    alpha_beta,
    best_move,
    build_tree,
    count_leaves,
    estimate,
    game_tree,
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
from fpgames.games.tictactoe import rules, static, successors
from fpgames.rules import value_of_outcome
from fpgames.search import (
    INNER,
    ab_maximise,
    ab_minimise,
    ab_trace,
    count_nodes,
    deepen,
    ends_in,
    minimax_trace,
    negamax,
    prefer_quick_wins,
    prove,
    remember,
)
from fpgames.tree import extend_while, keep_best, prune_when, rebuild, size, with_ply
from tests.support.refusals import wrong_errors
from tests.support.trees import reversed_children

FIRST, SECOND = Player
GEN = SplitMix.from_seed(1)
WINS = rules.read("XX.\nOO.\n...")
NO_PLACE = r"ValueError: nan.* has no place in an order of values"


def value_of_trace(trace: Any) -> Callable[[Any], object]:
    """A search made of a trace, whose label is found when it is read."""
    return lambda tree: trace(tree).label


class TestPositionsWhereValuesWereMeant:
    def test_of_trees_of_positions(self) -> None:
        searches: tuple[Any, ...] = (
            maximise, minimise, ab_maximise, ab_minimise, minimax(player=FIRST), negamax(player=FIRST),
            alpha_beta(player=FIRST), ab_trace(player=FIRST), minimax_trace(player=FIRST), prefer_quick_wins,
            count_leaves(maximise), count_nodes(maximise), lambda tree: next(deepen(maximise)(tree)),
        )  # fmt: skip
        positions = build_tree(successors)(0) | prune(3)
        assert (positions | map_tree(int) | maximise) == 263425
        of_rules: tuple[Any, ...] = (build_tree(rules)(0), game_tree(rules)(0))
        stages: tuple[Any, ...] = (identity, prune(3), order_by(lambda _: 0), rebuild(children=reversed_children))
        known = [stage(tree) for stage, tree in product(stages, of_rules)]
        said = "ValueError: needs values, but the labels of this tree are positions"
        first = [search for search in (*searches, best_move) if search not in (minimise, ab_minimise)]
        bare = product(searches, (positions, positions | with_ply | share))
        assert not wrong_errors((partial(search, tree), rf"{said}.*: map_tree\(.*static\(?") for search, tree in bare)
        assert not wrong_errors((partial(search, tree), said) for search, tree in product(first, known))

    def test_of_trees_made_by_hand(self) -> None:
        after = list(rules.successors(WINS))
        look = build_tree(rules) | prune(1)
        trees: list[Tree[Any]] = [
            node("", [look(r) for r in after], player=FIRST),
            node("", [node("", [look(r)]) for r in after], player=FIRST),
            node("", [with_ply(build_tree(rules)(r)) | prune(1) for r in after], player=FIRST) | order_by(repr),
            Tree(lambda: "", lambda: map(look, after), player=FIRST) | prune(1),
            Tree(lambda: "", lambda: map(game_tree(rules) | prune(1), after), player=FIRST),
        ]
        searches: tuple[Any, ...] = (
            maximise, minimax, alpha_beta, ab_maximise, value_of_trace(ab_trace), count_leaves(minimax)
        )  # fmt: skip
        assert not wrong_errors(
            (partial(search, tree), "ValueError: labels of this tree are positions")
            for search, tree in product(searches, trees)
        )
        for tree in trees:
            assert minimax(tree | map_tree(lambda label: len(repr(label)))) > 0

    def test_of_a_trace(self) -> None:
        traces: tuple[Any, ...] = (ab_trace, minimax_trace)
        for trace in traces:
            traced = build_tree(rules)(WINS) | prune(3) | trace(static=static)
            with pytest.raises(
                ValueError, match=r"labels of this tree are traces: map_tree\(attrgetter\(\"value\"\)\)"
            ):
                minimax(traced)
            assert minimax(traced | map_tree(attrgetter("label")) | map_tree(static)) == 1

    def test_of_a_function_of_positions_after_they_were_evaluated(self) -> None:
        """The positions of this game are ints, as their values are, so that the function itself would raise nothing."""
        before = build_tree(rules)(0) | prune(2)
        functions: tuple[Any, ...] = (static, rules.outcome, value_of_outcome(rules))
        stages: list[Any] = [
            stage(function) for function in functions for stage in (map_tree, order_by, prune_when, extend_while)
        ]
        stages += [keep_best(2, static), traverse_tree(estimate(rules, 2)), prove(goal=ends_in(rules, Outcome.DRAW))]
        stages.append(keep_best(2, (before | share | map_tree(static) | remember(minimax))[1].worth))
        traversed = (before | traverse_tree(estimate(rules, 2))).eval(GEN)
        evaluated = [
            before | map_tree(static) | share, before | map_tree(value_of_outcome(rules)) | prune(1), traversed,
            before | map_tree(lambda p: p % 7) | map_tree(abs) | map_tree(identity), before | rebuild(label=size),
        ]  # fmt: skip
        said = "ValueError: .* takes positions, but an earlier stage has replaced them by other labels; if these are positions too,"
        assert not wrong_errors((partial(stage, tree), said) for stage, tree in product(stages, evaluated))
        for stage in (*stages, map_tree(identity) | map_tree(static)):
            stage(before)
        of_lines: Any = game_tree(rules)(0)
        assert not wrong_errors(
            [(partial(map_tree(static), of_lines), r"ValueError: .* labels of this tree are positions and lines: map")]
        )

    def test_of_a_traversed_tree_cut_above_its_leaves(self) -> None:
        traversed: Tree[Any] = (build_tree(rules) | prune(2) | traverse_tree(estimate(rules, 2)))(0).eval(GEN)
        searches: tuple[Any, ...] = (alpha_beta, ab_maximise, best_move, negamax)
        uses = [*(partial(search, traversed | prune(1)) for search in searches), partial(minimax, traversed | prune(0))]
        said = "ValueError: only the leaves of a tree of traverse_tree have values"
        assert not wrong_errors((use, said) for use in uses)
        assert draw_tree(traversed | prune(0)) == repr(INNER)


class TestValuesWithoutAnOrder:
    def test_of_labels(self) -> None:
        traces = (value_of_trace(ab_trace), value_of_trace(minimax_trace))
        searches: tuple[Any, ...] = (maximise, minimax, negamax, ab_maximise, prefer_quick_wins | minimax, *traces)
        for at in range(4):
            values = [nan if n == at else n for n in range(4)]
            below = [node(0, map(node, values[:2])), node(0, map(node, values[2:]))]
            trees = (node(0, below, player=FIRST), node(0, map(node, values), player=FIRST), node(nan, player=FIRST))
            assert not wrong_errors((partial(search, tree), NO_PLACE) for search, tree in product(searches, trees))
        ahead = build_tree(rules)(WINS) | prune(0) | map_tree(lambda p: nan) | with_ply
        sets = node(frozenset(), [node(frozenset("a")), node(frozenset("b"))])
        assert not wrong_errors([
            (partial(minimax, ahead), NO_PLACE),
            (partial(maximise, sets), r"ValueError: ^frozenset\({'b'}\) has no place .* or equal to frozenset\({'a'}\)$"),
            (lambda: alpha_beta(alpha=nan),
             "ValueError: a window cannot begin or end at nan, which has no place in an order of values"),
        ])  # fmt: skip

    def test_beside_what_was_found(self) -> None:
        searches: tuple[Any, ...] = (alpha_beta, alpha_beta(alpha=-1, beta=1), minimax, value_of_trace(ab_trace))
        trees = [
            node(0, map(node, [nan if n == at else 0 for n in range(3)]), player=player)
            for player, at in product(Player, range(3))
        ]
        assert not wrong_errors((partial(search, tree), NO_PLACE) for search, tree in product(searches, trees))

    def test_behind_a_cut_it_is_not_looked_at(self) -> None:
        tree = node(0, [node(0, [node(2)]), node(0, [node(1), node(nan)])], player=FIRST)
        assert alpha_beta(tree) == ab_maximise(tree) == 2

    def test_of_keys(self) -> None:
        keys: tuple[Any, ...] = (
            lambda n: (nan if n == 2 else n,),
            lambda n: frozenset([n]),
            lambda n: nan if n == 2 else n,
        )
        makes: tuple[Any, ...] = (partial(keep_best, 1), order_by)
        assert not wrong_errors(
            (partial(make(key, player=FIRST) | maximise, tree), "ValueError: has no place in an order of values")
            for make, key, labels in product(makes, keys, ([9, 2, 1], [1, 2, 9], [2, 1, 9]))
            for tree in [node(0, map(node, labels))]
        )

    def test_of_a_tree_of_one_leaf(self) -> None:
        """Where nothing is compared, a label without an order is refused all the same."""
        traces = (value_of_trace(ab_trace), value_of_trace(minimax_trace))
        searches: tuple[Any, ...] = (
            maximise,
            minimax,
            negamax,
            alpha_beta,
            ab_maximise,
            count_leaves(minimax),
            *traces,
        )
        not_run = build_tree(rules)(WINS) | map_tree(estimate(rules, 2))
        said = (
            r"TypeError: ^a State is an action that has not run, so it has no order; traverse_tree in place of map_tree"
        )
        trees = (not_run | prune(0), not_run | prune(1))
        assert not wrong_errors((partial(search, tree), said) for search, tree in product(searches, trees))
        no_order: tuple[Any, ...] = (None, {})
        assert not wrong_errors(
            (partial(search, node(label, player=FIRST)), "TypeError: labels of this tree cannot be compared")
            for search, label in product(searches, no_order)
        )

    def test_negamax_needs_a_sign(self) -> None:
        search = negamax(player=SECOND)
        unsigned = node(0, [node(np.uint8(0)), node(np.uint8(2))])
        trees: tuple[Tree[Any], ...] = (unsigned, node("", map(node, "ab")), node((), [node((1, 2))]))
        said = "TypeError: negamax needs signed numbers"
        assert not wrong_errors((partial(search, tree), said) for tree in trees)
        assert search(node(0, [node(np.int8(0)), node(np.int8(2))])) == 0
        assert search(node(0, [node(2.5), node(3)])) == -2.5
