"""The player to move in a search: the tree knows it from the rules, or the search rejects the tree."""

from __future__ import annotations

import pytest

from fpgames import (
    Player,
    SplitMix,
    alpha_beta,
    best_move,
    bot_alphabeta,
    build_tree,
    map_tree,
    minimax,
    minimise,
    order_by,
)
from fpgames.games import dots_and_boxes
from fpgames.games.tictactoe import rules, static
from fpgames.play import bot_alphabeta_random, bot_minimax
from fpgames.search import ab_maximise, ab_minimise, negamax, reachable, trace
from fpgames.tree import keep_best, size

AFTER_ONE = rules.play(rules.start, 4)
FIRST, SECOND = Player


class TestWhoseTurnItIs:
    @pytest.mark.slow
    def test_of_rules_nobody_says_it(self) -> None:
        tree = build_tree(rules)(AFTER_ONE) | map_tree(static)
        assert tree.player is SECOND
        ordered = build_tree(rules)(AFTER_ONE) | keep_best(3, static) | order_by(static) | map_tree(static)
        assert {minimax(tree), minimise(tree), alpha_beta(tree), ab_minimise(tree), -negamax(tree)} == {0}
        assert {trace(search)(tree).label.value for search in (alpha_beta, minimax)} == {0}
        assert minimax(ordered) == minimise(ordered)
        assert best_move(tree) == best_move(search=alpha_beta)(tree) == 0


class TestPlayersWhoMoveTwice:
    def test_every_search_finds_the_value(self) -> None:
        """The trace also shows what lies behind its cuts."""
        game = dots_and_boxes.sized(2, 1)
        for p in (p for p in reachable(game, [game.start]) if len(game.moves(p)) <= 4):
            tree = build_tree(game)(p) | map_tree(game.score)
            lists = ab_maximise if game.player(p) is FIRST else ab_minimise
            searches = minimax, alpha_beta, lists, lambda tree: trace(alpha_beta)(tree).label.value
            assert len({search(tree) for search in searches}) == 1
            assert size(trace(alpha_beta)(tree)) == size(tree)

    @pytest.mark.slow
    def test_bots_give_nothing_away(self) -> None:
        game = dots_and_boxes.sized(2, 1)
        for p in (p for p in reachable(game, [game.start]) if 1 < len(game.moves(p)) < 5):
            after = {
                move: minimax(build_tree(game)(game.play(p, move)) | map_tree(game.static)) for move in game.moves(p)
            }
            best = (max if game.player(p) is FIRST else min)(after.values())
            for make in (bot_minimax, bot_alphabeta, bot_alphabeta_random):
                assert after[make(game, 9, game.static)(p).eval(SplitMix.from_seed(1))] == best
