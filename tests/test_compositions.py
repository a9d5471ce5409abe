"""Seven searches that nobody built before, each of eight lines at most, made of stages alone.

They are examples to read: none touches the inside of another part.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial, reduce
from itertools import islice
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames.alphabeta import alpha_beta
from fpgames.bots import bot_from, bot_mc
from fpgames.games.tictactoe_bits import rules, static, successors
from fpgames.games.tictactoe_bits import rules as bits
from fpgames.minimax import deepen, minimax, principal_variation
from fpgames.montecarlo import best, estimate, traverse_tree
from fpgames.playouts import play_game
from fpgames.rng import Gen, Rand, SplitMix
from fpgames.rules import Rules
from fpgames.testing import generators, unfinished
from fpgames.tree import (
    build_tree,
    extend_while,
    game_tree,
    keep_best,
    map_tree,
    order_by,
    prune,
    share,
)

RUNNING = unfinished(rules)


def mobility(p: int) -> int:
    """Lines still open to the first player, less those open to the second; a line that is full decides."""
    lines = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
    return 10 * static(p) + sum((not p >> 9 & line) - (not p & line) for line in lines)


def wins_at_once(p: int) -> bool:
    return any(static(q) for q in successors(p))


def fixed_depth(p: int) -> int:
    return minimax(rules.player(p))(map_tree(mobility)(prune(3)(build_tree(successors)(p))))


def dynamic_depth(p: int) -> int:
    tree = extend_while(wins_at_once, depth=2)(build_tree(successors)(p))
    return minimax(rules.player(p))(map_tree(static)(tree))


def three_best_moves(p: int) -> int:
    player = rules.player(p)
    tree = keep_best(3, mobility, player=player)(build_tree(successors)(p))
    return minimax(player)(map_tree(mobility)(prune(4)(tree)))


def ordered_alpha_beta(p: int) -> int:
    player = rules.player(p)
    tree = order_by(mobility, player=player)(build_tree(successors)(p))
    return alpha_beta(map_tree(static)(tree), player=player)


def shared_minimax(p: int) -> int:
    return minimax(rules.player(p))(map_tree(static)(share()(build_tree(successors)(p))))


def lines_at_increasing_depth(p: int) -> list[tuple[int, ...]]:
    tree = game_tree(rules)(p)
    search = partial(alpha_beta, player=rules.player(p))
    return [principal_variation(mobility, prune(depth)(tree), search).line for depth in (1, 2, 3, 4)]


def monte_carlo_at_depth_2(n: int, p: int) -> Rand[int]:
    tree = prune(2)(game_tree(rules)(p))
    return traverse_tree(estimate(rules, n, rules.player(p)))(tree).map(best)


class TestCompositions:
    @given(RUNNING)
    def test_those_that_look_to_the_end_agree(self, p: int) -> None:
        assert ordered_alpha_beta(p) == shared_minimax(p)

    @given(RUNNING)
    def test_dynamic_depth_sees_a_win_that_fixed_depth_does_not(self, p: int) -> None:
        deeper = dynamic_depth(p)
        at_two = minimax(rules.player(p))(map_tree(static)(prune(2)(build_tree(successors)(p))))
        assert deeper == at_two or abs(deeper) <= 1
        if wins_at_once(p) and at_two:
            assert deeper == at_two

    @given(RUNNING)
    def test_each_line_leads_to_the_value_of_its_depth(self, p: int) -> None:
        for depth, line in enumerate(lines_at_increasing_depth(p), 1):
            tree = map_tree(mobility)(prune(depth)(build_tree(successors)(p)))
            assert mobility(reduce(rules.play, line, p)) == minimax(rules.player(p))(tree)
            assert len(line) <= depth

    @pytest.mark.parametrize(
        "evaluate", [fixed_depth, three_best_moves, ordered_alpha_beta, shared_minimax, dynamic_depth]
    )
    def test_each_becomes_a_bot_that_beats_the_random_one(self, evaluate: Any) -> None:
        bot = bot_from(rules, evaluate)
        p, gen = rules.play(rules.start, 4), SplitMix.from_seed(1)
        results = [play_game(rules, p, bot, bot_mc(rules, 9)).eval(SplitMix.from_seed(seed))[0] for seed in range(20)]
        assert sum(results) > 10
        assert bot(p).exec(gen) == gen

    @given(generators())
    def test_monte_carlo_at_depth_2_takes_a_win(self, gen: Gen) -> None:
        p = rules.read("XX.\nOO.\n...")
        assert monte_carlo_at_depth_2(20, p).eval(gen) == 2


class TestMonteCarloIsASearch:
    @given(st.data(), generators(), st.integers(1, 60))
    def test_the_pipeline_is_bot_mc(self, data: st.DataObject, gen: Gen, n: int) -> None:
        """The same move, and the same generator after."""
        backwards = replace(bits, moves=lambda p: bits.moves(p)[::-1], successors=cast("Any", None))
        unordered = replace(
            bits,
            moves=cast("Any", lambda p: tuple(map(complex, bits.moves(p)))),
            play=lambda p, move: bits.play(p, int(move.real)),
            successors=cast("Any", None),
        )
        rules: Rules[int, Any] = data.draw(st.sampled_from([bits, backwards, unordered]))
        p = data.draw(RUNNING)
        each = max(1, n // len(rules.moves(p)))
        tree = prune(1)(game_tree(rules)(p))
        pipeline = traverse_tree(estimate(rules, each, rules.player(p)))(tree).map(best)
        assert pipeline.run(gen) == bot_mc(rules, n)(p).run(gen)

    @given(RUNNING, generators())
    def test_a_search_ever_deeper_comes_to_know_the_value(self, p: int, gen: Gen) -> None:
        tree = map_tree(static)(share()(build_tree(successors)(p)))
        search = minimax(rules.player(p))
        *_, last = islice(deepen(search, tree), len(rules.moves(p)))
        assert last.value == search(tree)
