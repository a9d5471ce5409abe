"""Monte-Carlo tree search of a game with a die: chance moves evenly, and proves only what all its moves prove."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from fpgames import CHANCE, Outcome, Player, SplitMix, build_tree, map_state, map_tree, play_game
from fpgames.play import bot_mcts, play_moves
from fpgames.search import SearchTree, back_up, best, expand, expectiminimax, line, mcts, puct, statistics, ucb1
from fpgames.state import item, zoom
from fpgames.tree import levels
from tests.support.dice import Race, rules

ROLLED = rules.play(rules.start, 1)
GEN = SplitMix.from_seed(1)
value = build_tree(rules) | map_tree(lambda p: Fraction(rules.static(p))) | expectiminimax


def nodes_below(tree: SearchTree[Any, Any]) -> Iterator[SearchTree[Any, Any]]:
    yield tree
    for child in tree.tried:
        yield from nodes_below(child)


@pytest.mark.slow
@pytest.mark.parametrize("p", [rules.start, ROLLED])
def test_values_approach_those_of_expectiminimax(p: Race) -> None:
    tree = mcts(rules, 20_000)(p).eval(GEN)
    assert tree.value == pytest.approx(float(value(p)), abs=0.02)


def test_chance_visits_its_moves_equally_often() -> None:
    nodes = [node for node in nodes_below(mcts(rules, 2000)(ROLLED).eval(GEN)) if node.mover is CHANCE]
    assert len(nodes) > 5
    for node in nodes:
        visits = [0 if child is None else child.visits for child in node.children]
        assert max(visits) - min(visits) <= 1


def test_every_move_of_chance_is_tried_first_by_some_seed() -> None:
    trees = [mcts(rules, 2)(ROLLED).eval(SplitMix.from_seed(seed)) for seed in range(40)]
    first_tried = {next(i for i, child in enumerate(tree.children) if child) for tree in trees}
    assert first_tried == {*range(len(rules.moves(ROLLED)))}


def test_a_proof_needs_the_same_outcome_after_every_move() -> None:
    ends = Race(lead=1, left=1, turn=1, rolls=1), Race(lead=-1, left=1, turn=1, rolls=1)
    for p, proof in zip(ends, (Outcome.FIRST_WON, None), strict=True):
        tree = expand(rules, p)
        for i, move in enumerate(tree.moves):
            assert tree.proof is None
            child = expand(rules, rules.play(p, move))
            tree = back_up(tree, i, child, float(child.value))
        assert tree.proof is proof
        assert tree.value == pytest.approx(float(value(p)))


def test_every_proof_is_the_value() -> None:
    proven = [node for node in nodes_below(mcts(rules, 3000)(rules.start).eval(GEN)) if node.proof is not None]
    assert len(proven) > 20
    assert all(value(node.position) == node.proof for node in proven)


def test_no_move_is_chosen_for_chance() -> None:
    search = mcts(rules, 500)
    assert line(search(ROLLED).eval(GEN)) == ()
    tree = search(rules.start).eval(GEN)
    assert (best(tree), *line(tree)[:1]) == (0, 0)
    assert {child.mover for child in statistics(rules)(tree).children} == {CHANCE, Player.SECOND}


def test_select_phases_choose_for_players() -> None:
    tree: Any = mcts(rules, 300)(rules.start).eval(GEN)
    assert {ucb1()(tree), puct(lambda p: [1] * len(rules.moves(p)))(tree)} <= {0, 1}


@pytest.mark.parametrize("p", [rules.start, ROLLED])
def test_statistics_of_proven_positions_are_exact(p: Race) -> None:
    """After 3,000 simulations, the search has tried all moves that matter. The expected line ends where chance moves."""
    tree = mcts(rules, 3000)(p).eval(GEN)
    labels = statistics(rules)(tree) | map_tree(lambda label: Fraction(label.value))
    assert expectiminimax(labels) == value(p)
    expected = [label.line for level in levels(statistics(rules)(tree)) for label in level if label.expected]
    assert max(expected, key=len) == line(tree)


def test_bots_play_to_the_end() -> None:
    bot, other = bot_mcts(rules, 30), mcts(rules, 30) | map_state(best)
    outcome, end = play_game(rules, rules.start, bot, other).eval(GEN)
    assert rules.outcome(end).unwrap() is outcome
    pair: Any = GEN, GEN
    with pytest.raises(TypeError, match="draws from a generator, and was run from"):
        play_moves(rules, ROLLED, bot | zoom(item(0)), bot | zoom(item(1))).eval(pair)
