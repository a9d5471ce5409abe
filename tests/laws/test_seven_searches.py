"""Seven new searches, each of eight lines at most, made of stages alone.

They are examples to read: none uses the internals of another part.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from itertools import islice
from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st

from fpgames import Player, Rand, Rules, SplitMix, bot_from, bot_mc, estimate, map_state, play_game, traverse_tree
from fpgames.games.tictactoe import rules, static, successors
from fpgames.games.tictactoe import rules as bits
from fpgames.play import playout
from fpgames.rand import Gen
from fpgames.rules import whose_turn
from fpgames.search import alpha_beta, best_move, deepen, minimax, principal_variation
from fpgames.state import map_m, replicate_m
from fpgames.testing import generators, unfinished
from fpgames.tree import build_tree, leaves, share
from fpgames.tree.stages import extend_while, keep_best, map_tree, order_by, prune

RUNNING = unfinished(rules)


def mobility(p: int) -> int:
    """Lines still open to the first player, less those open to the second; a line that is full decides."""
    lines = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
    return 10 * static(p) + sum((not p >> 9 & line) - (not p & line) for line in lines)


def wins_at_once(p: int) -> bool:
    return any(static(q) for q in successors(p))


fixed_depth = build_tree(rules) | prune(3) | map_tree(mobility) | minimax
dynamic_depth = build_tree(rules) | extend_while(wins_at_once, depth=2) | map_tree(static) | minimax
three_best_moves = build_tree(rules) | keep_best(3, mobility) | prune(4) | map_tree(mobility) | minimax
ordered_alpha_beta = build_tree(rules) | order_by(mobility) | map_tree(static) | alpha_beta
shared_minimax = build_tree(rules) | share | map_tree(static) | minimax


def lines_at_increasing_depth(p: int) -> list[tuple[int, ...]]:
    tree = build_tree(rules)(p) | map_tree(mobility)
    return [(tree | prune(depth) | principal_variation(search=alpha_beta)).line for depth in (1, 2, 3, 4)]


def monte_carlo_at_depth_2(n: int, p: int) -> Rand[int]:
    return (build_tree(rules)(p) | prune(2) | traverse_tree(estimate(rules, n))).map(best_move)


class TestCompositions:
    @given(RUNNING)
    def test_those_that_look_to_the_end_agree(self, p: int) -> None:
        assert ordered_alpha_beta(p) == shared_minimax(p)

    @given(RUNNING)
    def test_dynamic_depth_sees_a_win_that_fixed_depth_does_not(self, p: int) -> None:
        deeper = dynamic_depth(p)
        at_two = build_tree(rules)(p) | prune(2) | map_tree(static) | minimax
        assert deeper == at_two or abs(deeper) <= 1
        if wins_at_once(p) and at_two:
            assert deeper == at_two

    @given(RUNNING)
    def test_each_line_leads_to_the_value_of_its_depth(self, p: int) -> None:
        for depth, line in enumerate(lines_at_increasing_depth(p), 1):
            tree = build_tree(rules)(p) | prune(depth) | map_tree(mobility)
            assert mobility(reduce(rules.play, line, p)) == minimax(tree)
            assert len(line) <= depth

    def test_each_becomes_a_bot_that_beats_the_random_one(self) -> None:
        p, gens, wins = rules.play(rules.start, 4), [*map(SplitMix.from_seed, range(20))], []
        for evaluate in (fixed_depth, three_best_moves, ordered_alpha_beta, shared_minimax, dynamic_depth):
            bot = bot_from(rules, evaluate)
            wins.append(sum(play_game(rules, p, bot, bot_mc(rules, 9)).eval(gen)[0] for gen in gens))
            assert bot(p).exec(gens[1]) == gens[1]
        assert min(wins) > 10

    @given(generators())
    def test_monte_carlo_at_depth_2_takes_a_win(self, gen: Gen) -> None:
        p = rules.read("XX.\nOO.\n...")
        assert monte_carlo_at_depth_2(20, p).eval(gen) == 2


class TestMonteCarloIsASearch:
    @given(st.data(), generators(), st.integers(1, 60))
    def test_the_pipeline_draws_what_bot_mc_draws_and_counts_losses_too(
        self, data: st.DataObject, gen: Gen, n: int
    ) -> None:
        """The same playouts, and so the same generator after; ``bot_mc`` counts only the wins of the player to move."""
        backwards = replace(bits, moves=lambda p: bits.moves(p)[::-1], successors=cast("Any", None))
        unordered = replace(
            bits, moves=cast("Any", lambda p: tuple(map(complex, bits.moves(p)))),
            play=lambda p, move: bits.play(p, int(move.real)), successors=cast("Any", None),
        )  # fmt: skip
        rules: Rules[int, Any] = data.draw(st.sampled_from([bits, backwards, unordered]))
        p = data.draw(RUNNING)
        each = max(1, n // len(rules.moves(p)))
        tree, after = (build_tree(rules)(p) | prune(1) | traverse_tree(estimate(rules, each))).run(gen)
        outcomes, after_playouts = map_m(
            lambda move: replicate_m(each, playout(rules, rules.play(p, move))), rules.moves(p)
        ).run(gen)
        values = [won.count(1) - won.count(-1) for won in outcomes]
        assert list(leaves(tree)) == values
        assert after == bot_mc(rules, n)(p).exec(gen) == after_playouts
        best = max(values) if rules.player(p) is Player.FIRST else min(values)
        assert best_move(tree) == rules.moves(p)[values.index(best)]
        wins = [won.count(int(whose_turn(rules, p))) for won in outcomes]
        last = [move for move, count in zip(rules.moves(p), wins, strict=True) if count == max(wins)][-1]
        assert bot_mc(rules, n)(p).eval(gen) == last

    @given(RUNNING, generators(), st.integers(1, 9))
    def test_a_whole_pipeline_is_a_bot(self, p: int, gen: Gen, n: int) -> None:
        estimated = build_tree(rules) | prune(1) | traverse_tree(estimate(rules, n))
        assert (estimated | map_state(best_move))(p).run(gen) == estimated(p).map(best_move).run(gen)
        value, after = (estimated | map_state(minimax))(p).run(gen)
        assert (value, after) == estimated(p).map(minimax).run(gen)
        assert -n <= value <= n

    @given(RUNNING, generators())
    def test_a_search_ever_deeper_comes_to_know_the_value(self, p: int, gen: Gen) -> None:
        tree = build_tree(rules)(p) | share | map_tree(static)
        *_, last = islice(deepen(minimax)(tree), len(rules.moves(p)))
        assert last.value == minimax(tree)
