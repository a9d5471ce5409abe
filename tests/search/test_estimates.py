"""Estimates are values, so a pipeline of them plays well."""

from __future__ import annotations

from functools import reduce

from fpgames import SplitMix, best_move, build_tree, estimate, map_state, minimax, prune, traverse_tree
from fpgames.games.tictactoe import rules

GEN = SplitMix.from_seed(1)


def test_a_pipeline_of_estimates_plays_the_winning_move() -> None:
    look = build_tree(rules) | prune(1) | traverse_tree(estimate(rules, 50))
    for moves, best in (((0, 3, 1, 4), 2), ((0, 3, 8, 4, 2), 5)):
        p = reduce(rules.play, moves, rules.start)
        assert (look | map_state(best_move))(p).eval(GEN) == best
        assert (look | map_state(minimax))(p).eval(GEN) == 50 * rules.player(p)


def test_an_estimate_is_wins_less_losses_of_the_first_player() -> None:
    ends = {"XXX\nOO.\n...": 10, "OOO\nXX.\n..X": -10, "XOX\nXOO\nOXX": 0}
    assert {end: estimate(rules, 10)(rules.read(end)).eval(GEN) for end in ends} == ends
