"""A bot that reuses its search tree: each move against the kept tree, and how it finds the position there."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Outcome, Player, Rules, SplitMix, bot_random
from fpgames.compiled import jit_when_it_pays
from fpgames.compiled.meter import PLAYOUT_METER
from fpgames.games import connect4, dots_and_boxes, othello, tictactoe
from fpgames.play import EXPLORATION, ReuseState, bot_mcts_reuse, tree_reuse
from fpgames.rand import Gen
from fpgames.search import SearchTree, best, by_static, continue_search, expand, mcts, subtree_after, ucb1
from fpgames.testing import unfinished
from tests.support.graphs import Graph, graphs, seeds

RULES = tictactoe.rules
GEN = SplitMix.from_seed(1)
SMALL = connect4.sized(5, 4, 3)
SELECT = ucb1(EXPLORATION)
pytestmark = pytest.mark.usefixtures("uncompiled")
SMALL_GAMES: list[Any] = [RULES, SMALL, dots_and_boxes.sized(2, 2), othello.sized(4)]


def reached(tree: SearchTree[Any, Any], player: Player) -> Iterator[SearchTree[Any, Any]]:
    """A tree, and all below it that moves of the other player alone lead to."""
    yield tree
    if tree.player is not player:
        for child in tree.tried:
            yield from reached(child, player)


def check_game(rules: Rules[Any, Any], n: int, other: Any, gen: Gen, **options: Any) -> int:
    """Play a game for the bot, and check each of its moves; return how often it has found its tree."""
    bot = bot_mcts_reuse(rules, n, **options)
    kept: Any = ReuseState(gen)
    p, gens, found = rules.start, SplitMix.from_seed(99), 0
    while rules.moves(p):
        if rules.player(p) is Player.FIRST:
            move, kept_after = bot(p).run(kept)
            there = [tree for tree in reached(kept.tree, Player.FIRST) if tree.position == p] if kept.tree else []
            searches = [continue_search(rules, n, select=SELECT)(tree) for tree in there] or [
                mcts(rules, n, select=SELECT)(p)
            ]
            trees = [search.run(kept.gen) for search in searches]
            wanted = [(best(tree), ReuseState(rest, subtree_after(rules, tree, best(tree)))) for tree, rest in trees]
            assert (move, kept_after) in wanted
            found += bool(there)
            kept = kept_after
            assert kept.tree.position == rules.play(p, move)
        else:
            move, gens = other(p).run(gens)
        p = rules.play(p, move)
    return found


class TestBotKeeping:
    @given(unfinished(SMALL), seeds, st.integers(2, 60), st.data())
    def test_it_keeps_the_tree_after_its_move(self, p: Any, gen: Gen, n: int, data: st.DataObject) -> None:
        tree, rest = mcts(SMALL, n, select=SELECT)(p).run(gen)
        kept: Any
        move, kept = bot_mcts_reuse(SMALL, n)(p).run(ReuseState(gen))
        assert kept == ReuseState(rest, subtree_after(SMALL, tree, move))
        child = tree.children[tree.moves.index(move)]
        assert child is not None
        assert kept.tree.visits == child.visits
        if kept.tree.moves:
            reply = data.draw(st.sampled_from(kept.tree.moves))
            found = subtree_after(SMALL, kept.tree, reply)
            if found.moves:
                at = found.position
                begin, go_on = mcts(SMALL, n, select=SELECT), continue_search(SMALL, n, select=SELECT)
                search = go_on(found) if found.visits else begin(at)
                assert bot_mcts_reuse(SMALL, n)(at).run(kept)[0] == best(search.eval(kept.gen))

    @given(graphs(), st.integers(2, 30), seeds)
    def test_players_need_not_alternate(self, graph: Graph, n: int, gen: Gen) -> None:
        rules = graph.rules()
        check_game(rules, n, bot_random(rules), gen)

    @pytest.mark.slow
    @pytest.mark.parametrize("rules", SMALL_GAMES, ids=lambda rules: rules.name)
    def test_whole_games(self, rules: Any) -> None:
        assert sum(check_game(rules, 60, bot_random(rules), SplitMix.from_seed(seed)) for seed in range(3)) >= 5

    @pytest.mark.exhaustive
    def test_whole_games_compiled(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(PLAYOUT_METER, "threshold", 0)
        given = {"compiled": jit_when_it_pays}
        found = sum(check_game(SMALL, 60, bot_random(SMALL), SplitMix.from_seed(seed), **given) for seed in range(9))
        assert found >= 15

    def test_each_move_adds_simulations(self) -> None:
        """A bot that moves for both players finds its whole tree at each move."""
        bot, rules = bot_mcts_reuse(connect4.rules, 50), connect4.rules
        kept: Any = bot(rules.start).exec(ReuseState(GEN))
        for _ in range(4):
            search = continue_search(rules, 50, select=SELECT)(kept.tree).eval(kept.gen)
            assert search.visits == kept.tree.visits + 50
            move, kept = bot(kept.tree.position).run(kept)
            assert kept.tree == subtree_after(rules, search, move)

    def test_below_a_move_of_its_own_it_does_not_look(self) -> None:
        bot = bot_mcts_reuse(SMALL, 90)
        kept: Any = bot(SMALL.start).exec(ReuseState(GEN))
        tree = kept.tree
        for _ in range(3):
            tree = max(tree.tried, key=lambda child: child.visits)
        assert tree.player is Player.FIRST
        assert bot(tree.position).run(kept) == bot(tree.position).run(ReuseState(kept.gen))
        assert bot(SMALL.start).run(kept) == bot(SMALL.start).run(ReuseState(kept.gen))

    def test_it_looks_at_a_bounded_number_of_nodes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        bot = bot_mcts_reuse(SMALL, 90)
        kept: Any = bot(SMALL.start).exec(ReuseState(GEN))
        p = kept.tree.tried[1].position
        found = bot(p).run(kept)
        assert found != bot(p).run(ReuseState(kept.gen))
        for near, same in ((3, True), (2, False)):
            monkeypatch.setattr(tree_reuse, "_MAX_LOOKUP_NODES", near)
            assert (bot(p).run(kept) == found) is same

    def test_a_position_that_is_proven_needs_no_search(self) -> None:
        bot = bot_mcts_reuse(RULES, 2000)
        kept: Any = bot(RULES.read("O..\n.X.\n..X")).exec(ReuseState(GEN))
        assert kept.tree.proof is Outcome.DRAW
        assert any(reply.moves for reply in kept.tree.tried)
        for reply in kept.tree.tried:
            assert reply.proof is not None
            if reply.moves:
                assert bot(reply.position).run(kept) == (
                    best(reply),
                    ReuseState(kept.gen, subtree_after(RULES, reply, best(reply))),
                )

    def test_phases(self) -> None:
        evaluate = by_static(RULES.static)
        bot = bot_mcts_reuse(RULES, 30, evaluate=evaluate)
        assert bot(0).eval(ReuseState(GEN)) == best(mcts(RULES, 30, evaluate=evaluate, select=SELECT)(0).eval(GEN))
        assert repr(bot) == "bot_mcts_reuse(<Rules: tictactoe>, 30, evaluate=by_static(static))"
        assert pickle.loads(pickle.dumps(bot)) == bot

    def test_a_tree_that_proves_a_known_result_is_searched_again(self) -> None:
        """An ``expand`` that proves a position without its moves: a move is to be found there all the same."""

        def known(rules: Rules[Any, Any], p: Any) -> SearchTree[Any, Any]:
            return expand(rules, p)._replace(proof=Outcome.DRAW) if rules.moves(p) else expand(rules, p)

        bot = bot_mcts_reuse(RULES, 9, expand=known)
        kept: Any = bot(0).exec(ReuseState(GEN))
        p = kept.tree.position
        assert kept.tree.tried == ()
        assert bot(p).eval(kept) in RULES.moves(p)
