"""Trees and graphs for laws: how they are drawn, shrunk, compared and shown."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from hypothesis import given

from fpgames import Player, SplitMix, minimax
from fpgames.games.tictactoe import rules
from fpgames.testing import Counterexample
from fpgames.testing.reports.counterexamples import describe_failure, reproduction
from fpgames.testing.reports.shrinking import shrink_label
from fpgames.testing.strategies.games import unfinished_position
from fpgames.testing.strategies.samples import (
    GRAPH,
    MAX_PASTED_NODES,
    PlainTree,
    Sample,
    first_difference,
    random_graph,
    random_tree,
    require_order,
    samples,
    to_plain,
)
from fpgames.testing.strategies.values import ordered_labels
from tests.support.laws import run_reproduction

SUBJECT = SimpleNamespace(player=None, kind=ordered_labels, labels=None, alternates=False)


@given(samples(random_tree, False, SUBJECT), samples(random_graph, False, SUBJECT))
def test_trees_are_as_they_are_written(sample: Sample, graph: Sample) -> None:
    """The library finds the same value; the players are the same however the tree is built."""
    for each in (sample, graph):
        assert minimax(each.tree) == each.value
        assert to_plain(each.tree) == each.plain == to_plain(each._replace(built="by hand").tree)


@given(samples(random_tree, True, SUBJECT), samples(random_graph, True, SUBJECT))
def test_what_a_report_says_of_them_can_be_pasted(sample: Sample, graph: Sample) -> None:
    for each in (sample, graph):
        calls = reproduction(None, {}, case(tree=each))
        assert len(calls) == (len(each.labels) <= MAX_PASTED_NODES)
        for call in calls:
            assert to_plain(run_reproduction(call)) == to_plain(each.tree)
            [both] = reproduction(None, {}, case(trees=(each, each)))
            assert [*map(to_plain, run_reproduction(both))] == [to_plain(each.tree)] * 2


def case(**values: Any) -> Counterexample:
    broken = Counterexample("it is wrong")
    broken.case = values
    return broken


def test_labels_have_an_order() -> None:
    assert require_order([1, 2.5, Fraction(1, 2)]) == [1, 2.5, Fraction(1, 2)]


def test_labels_become_simpler_and_then_no_more() -> None:
    for label in (0, 1, -7, 10**12, 0.75, Fraction(7, 3), (), (0, 3), (0.5,), "a"):
        steps, simple = 0, label
        while (simpler := next(shrink_label(simple), None)) is not None:
            simple, steps = simpler, steps + 1
        assert steps <= 4, label
        assert simple in (0, (), "a"), label


def test_values_of_any_kind_are_in_words() -> None:
    at = unfinished_position(rules, 1)
    assert describe_failure({"at": at, "gen": SplitMix(1, 3)}, "no") == f"{at}, no, with gen=SplitMix(seed=1, gamma=3)"
    assert describe_failure({}, "it is wrong") == "it is wrong"
    graph = Sample((0,), ((),), levels=0, built=GRAPH)
    assert describe_failure({"graph": graph}, "no") == f"no, for {graph}"


def test_players_of_a_graph_are_shown_where_they_do_not_alternate() -> None:
    graph = Sample((0, 1, 5), ((1,), (), ()), Player.FIRST, (Player.FIRST, Player.SECOND, Player.FIRST), 3, GRAPH)
    assert str(graph) == (
        "the tree of this graph, from position 0, pruned to 3 levels, first to move\n"
        "  0: label 0, first to move -> 1\n  1: label 1\n  2: label 5"
    )


def test_long_ones_are_cut_off() -> None:
    shown = str(Sample((0, *range(40)), (tuple(range(1, 41)), *[()] * 40), Player.SECOND))
    assert shown.startswith("the tree\n  0  (second to move)\n  └ 0\n")
    assert shown.endswith("  ... (26 lines left out; 41 nodes on 2 levels in all)")
    assert len(shown.splitlines()) == 17


def test_the_first_difference() -> None:
    tree = PlainTree(0, (PlainTree(1, (PlainTree(2),)), PlainTree(3)), Player.FIRST)
    assert first_difference(tree, tree) is None
    assert first_difference(tree, tree._replace(children=tree.children[:1])) == (
        "at the root, the number of children is 2; expected 1"
    )
    assert first_difference(PlainTree(0, tree.children[:1], None), tree) == (
        "at the root, it is the turn of None; expected Player.FIRST"
    )
    assert first_difference(PlainTree(0, (), Player.FIRST), tree, prefix=True) is None
    deep = tree._replace(children=(PlainTree(1, (PlainTree(7),)), PlainTree(3)))
    assert first_difference(tree, deep) == "at the node (0, 0), the label is 2; expected 7"
    nearer = deep._replace(children=(deep.children[0], PlainTree(4)))
    assert first_difference(tree, nearer) == "at the node (1,), the label is 3; expected 4"
