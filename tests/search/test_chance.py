"""Expectiminimax, and other searches of trees in which chance moves, are equal to the textbook's definition."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from operator import eq, ge, le
from random import Random
from typing import Any, NamedTuple

import pytest
from toolz import identity

from fpgames import (
    CHANCE,
    Player,
    Tree,
    best_move,
    build_tree,
    count_leaves,
    map_tree,
    node,
    prune,
    share,
    textbook,
)
from fpgames.rules import Mover
from fpgames.rules.outcomes import MOVERS
from fpgames.search import (
    NodeSearch,
    Scored,
    SearchNode,
    VisitInWindow,
    children,
    count_nodes,
    deepen,
    expectiminimax,
    label,
    mover,
    node_search,
    player,
    principal_variation,
    remember,
    trace,
)
from fpgames.tree import order_by, size, unfold
from tests.support import dice

LOW, HIGH = Fraction(-1), Fraction(1)
START, ROLLED = dice.rules.start, dice.rules.play(dice.rules.start, 1)


class Graph(NamedTuple):
    """An acyclic graph: the label, the mover and the successors of each vertex. Vertex 0 is the root."""

    labels: list[Fraction]
    movers: list[Mover]
    successors: list[list[int]]

    def tree(self) -> Tree[Fraction]:
        """Return the tree that the library unfolds from the graph."""
        return unfold(self.labels.__getitem__, self.successors.__getitem__, 0, player_of=self.movers.__getitem__)

    def by_hand(self, n: int = 0) -> Tree[Fraction]:
        """Return the same tree, made by hand."""
        return node(self.labels[n], map(self.by_hand, self.successors[n]), player=self.movers[n])

    def plain(self, n: int = 0) -> textbook.Tree[Fraction]:
        """Return the same tree, as the textbook defines trees."""
        return textbook.Tree(lambda: self.labels[n], lambda: map(self.plain, self.successors[n]), self.movers[n])


def plain_tree(labels: list[Any]) -> textbook.Tree[Any]:
    leaves = [textbook.Tree(partial(identity, label), tuple, 1) for label in labels]
    return textbook.Tree(lambda: 0, lambda: leaves, CHANCE)


def random_graph(rng: Random) -> Graph:
    """Draw a graph of at most 20 vertices. A vertex has at most three successors, which may be the same vertex."""
    n = rng.randrange(1, 21)
    after = [range(i + 1, min(n, i + 6)) for i in range(n)]
    successors = [rng.choices(span, k=rng.randrange(4)) if span else [] for span in after]
    labels = [Fraction(rng.randrange(-8, 9), 8) for _ in range(n)]
    return Graph(labels, rng.choices(MOVERS, k=n), successors)


@node_search
def star1(
    here: SearchNode[Fraction], visit: VisitInWindow[Fraction, Fraction], alpha: Fraction | None, beta: Fraction | None
) -> Fraction:
    """Search by Star1 (Ballard 1983): alpha-beta that also cuts where chance moves, because values are from -1 to 1."""
    below = list(children(here))
    if not below:
        return label(here)
    if mover(here) is CHANCE:
        return _star1_mean(below, visit, LOW if alpha is None else alpha, HIGH if beta is None else beta)
    best = max if player(here) is Player.FIRST else min
    value = None
    for child in below:
        child_value = visit(child, alpha, beta)
        value = child_value if value is None else best(value, child_value)
        if best is max:
            alpha = value if alpha is None else max(alpha, value)
        else:
            beta = value if beta is None else min(beta, value)
        if alpha is not None and beta is not None and alpha >= beta:
            break
    assert value is not None
    return value


def _star1_mean(
    below: list[SearchNode[Fraction]], visit: VisitInWindow[Fraction, Fraction], alpha: Fraction, beta: Fraction
) -> Fraction:
    total, n = Fraction(0), len(below)
    for i, child in enumerate(below):
        rest = n - i - 1
        low, high = n * alpha - total - rest * HIGH, n * beta - total - rest * LOW
        value = visit(child, low if low > LOW else None, high if high < HIGH else None)
        total += value
        if value <= low:
            return (total + rest * HIGH) / n
        if value >= high:
            return (total + rest * LOW) / n
    return total / n


SEARCHES: tuple[NodeSearch[Any, Any], ...] = (expectiminimax, star1)


def values_of(graph: Graph, search: NodeSearch[Any, Any], depth: int) -> dict[str, Any]:
    """Return the values that a search finds in a graph's tree, and, last, in the tree cut off at a depth."""
    tree = graph.tree()
    return {
        "plain": tree | search, "by hand": graph.by_hand() | search, "shared": tree | share | search,
        "table of 4": tree | share(entries=4) | search, "pruned": tree | prune(depth) | search,
        "shared and pruned": tree | share | prune(depth) | search,
    }  # fmt: skip


def values_beside_others(graph: Graph, search: NodeSearch[Any, Any]) -> dict[str, Any]:
    """Return the values that a search finds while something else is done with its tree."""
    tree = graph.tree()
    return {
        "counted": (tree | count_leaves(search))[0], "traced": (tree | trace(search)).label.value,
        "deepened": [*(tree | deepen(search))][-1].value, "remembered": (tree | share | remember(search))[0],
        "deepened with a memory": [*(tree | share | deepen(remember(search)))][-1].value[0],
        "ordered": tree | order_by(abs) | search,
    }  # fmt: skip


def wrong_values(graph: Graph, depth: int, *, all_ways: bool = False) -> list[str]:
    """Return the names of all ways to search that do not find the textbook's value of a graph's tree."""
    plain = textbook.expectiminimax(graph.plain())
    pruned = textbook.expectiminimax(textbook.prune(depth, graph.plain()))
    return [
        f"{search}, {name}"
        for search in SEARCHES
        for name, value in (
            values_of(graph, search, depth) | (values_beside_others(graph, search) if all_ways else {})
        ).items()
        if value != (pruned if "pruned" in name else plain)
    ]


def false_claims(traced: Tree[Any]) -> list[Any]:
    """Return the labels of a trace that claim a wrong value or bound. Nodes are labelled by their trees."""
    result = traced.label
    claims: dict[str | None, Any] = {None: eq, "<=": ge, ">=": le}
    wrong = [c for child in traced.children for c in false_claims(child)]
    if result.value is not None and not claims[result.bound](result.value, result.label):
        wrong.append(result)
    return wrong


class TestRandomTrees:
    @pytest.mark.slow
    def test_every_search_finds_the_value_of_the_textbook(self) -> None:
        rng = Random(1)
        for _ in range(100):
            assert not wrong_values(random_graph(rng), rng.randrange(5), all_ways=True)

    @pytest.mark.exhaustive
    def test_five_thousand_trees(self) -> None:
        rng = Random(2)
        for _ in range(5000):
            assert not wrong_values(random_graph(rng), rng.randrange(5))

    def test_expectiminimax_visits_every_node(self) -> None:
        rng = Random(3)
        for graph in map(random_graph, [rng] * 50):
            assert graph.tree() | count_nodes(expectiminimax) == (
                textbook.expectiminimax(graph.plain()),
                size(graph.tree()),
            )

    @pytest.mark.slow
    def test_star1_visits_fewer_leaves(self) -> None:
        rng = Random(4)
        leaves = [
            [(graph.tree() | count_leaves(search))[1] for search in SEARCHES]
            for graph in map(random_graph, [rng] * 300)
        ]
        every, some = map(sum, zip(*leaves, strict=True))
        assert some < 0.9 * every

    @pytest.mark.slow
    def test_traces_claim_only_what_is_true(self) -> None:
        rng = Random(47)  # draws, as its fifth graph, one whose mean equals a child's exact value, and is a bound
        for graph in map(random_graph, [rng] * 150):
            graph = graph._replace(labels=[Fraction(round(value)) for value in graph.labels])
            values = [textbook.expectiminimax(graph.plain(n)) for n, _ in enumerate(graph.labels)]
            for search in SEARCHES:
                assert not false_claims(graph._replace(labels=values).tree() | trace(search))


class TestNumbers:
    """Sums of numpy's numbers wrap around or overflow, and floats have 53 bits."""

    NUMBERS = (("uint8", 200), ("int8", 100), ("int16", 30_000), ("int64", 2**62), ("float16", 60_000), ("float32", 1))

    @staticmethod
    def check_means(number: Any, value: int) -> None:
        """Check the mean of equal numbers, in every search that takes means."""
        for n in (1, 3):
            equal = [node(number, player=Player.FIRST)] * n
            assert expectiminimax(node(number, equal, player=CHANCE)) == value
            assert textbook.expectiminimax(plain_tree([number] * n)) == value

        def label_after_roll(p: dice.Race) -> Any:
            return number if (p.left, p.turn, p.rolls) == (2, -1, 0) else number // 2

        labels = build_tree(dice.rules) | prune(2) | map_tree(label_after_roll)
        assert (labels | best_move(search=expectiminimax))(START) == 1
        assert (labels | principal_variation(search=expectiminimax))(START) == Scored(value, (1,))

    @pytest.mark.parametrize(("kind", "value"), NUMBERS)
    def test_means_of_equal_numbers_of_numpy(self, kind: str, value: int) -> None:
        self.check_means(getattr(pytest.importorskip("numpy"), kind)(value), value)

    def test_means_of_numbers_with_an_item(self) -> None:
        class Item(Fraction):
            item = 0

        self.check_means(Item(2), 2)

    def test_means_of_equal_great_numbers(self) -> None:
        self.check_means(2**53 + 1, 2**53 + 1)


class TestMoves:
    def test_the_best_move_leads_to_the_value(self) -> None:
        values = build_tree(dice.rules) | map_tree(lambda p: Fraction(dice.rules.static(p)))
        value = values | expectiminimax
        shared = build_tree(dice.rules) | share | map_tree(dice.rules.static)
        for bot in (values | best_move(search=expectiminimax), shared | best_move(search=expectiminimax)):
            for p in (START, dice.rules.play(START, 0), *filter(dice.rules.moves, dice.rules.successors(ROLLED))):
                assert value(dice.rules.play(p, bot(p))) == value(p)

    def test_the_line_ends_where_chance_moves(self) -> None:
        values = build_tree(dice.rules) | map_tree(lambda p: Fraction(dice.rules.static(p)))
        variation = values | principal_variation(search=expectiminimax)
        assert variation(START) == Scored(Fraction(5, 9), (0, 1))
        assert variation(ROLLED) == Scored(Fraction(1, 3), ())


class TestMovers:
    def test_a_tree_has_a_mover_and_a_player(self) -> None:
        tree = build_tree(dice.rules)(ROLLED)
        assert tree.mover is CHANCE
        assert [child.mover for child in tree.children] == [Player.SECOND] * 3

    def test_a_node_has_a_mover_and_a_player(self) -> None:
        movers = node_search(lambda here, visit: [mover(here), *map(visit, children(here))])
        assert (build_tree(dice.rules) | prune(1) | map_tree(dice.rules.static) | movers)(START) == [
            Player.FIRST, [Player.SECOND], [CHANCE]
        ]  # fmt: skip
