"""Bots by Monte-Carlo tree search: one that begins anew at each move, and one that keeps its tree."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Outcome, Player, Rules, SplitMix, State, bot_mc, bot_mcts, bot_random, map_state, play_game
from fpgames.games import connect4, dots_and_boxes, othello, tictactoe
from fpgames.lenses import field, place, zoom
from fpgames.play import BOTS, Kept, bot_keeping, keeping, mcts_of_trees, play_moves, read_bot
from fpgames.play.tree_bots import EXPLORATION
from fpgames.rng import Gen
from fpgames.rules import GameOver
from fpgames.search import SearchTree, after, best, by_static, expand, mcts, search_on, ucb1
from fpgames.testing import check_bot, generators, unfinished
from tests.games.test_games import EVERY_GAME
from tests.search.test_mcts import Graph, graphs, seeds

RULES = tictactoe.rules
GEN = SplitMix.from_seed(1)
SMALL = connect4.sized(5, 4, 3)
SELECT = ucb1(EXPLORATION)
BOXES = dots_and_boxes.sized(2, 2)
SMALL_GAMES = pytest.mark.parametrize("rules", [RULES, SMALL, BOXES, othello.sized(4)], ids=lambda rules: rules.name)


class TestBotMcts:
    @EVERY_GAME
    @given(data=st.data(), gen=generators(), n=st.integers(2, 20))
    def test_it_is_the_best_of_a_search(self, rules: Any, data: st.DataObject, gen: Gen, n: int) -> None:
        p = data.draw(unfinished(rules))
        assert bot_mcts(rules, n)(p).run(gen) == (mcts(rules, n, select=SELECT) | map_state(best))(p).run(gen)

    @given(unfinished(SMALL), generators(), st.integers(2, 40), st.floats(0, 3), st.integers(2, 3))
    def test_options(self, p: Any, gen: Gen, n: int, c: float, trees: int) -> None:
        one = mcts(SMALL, n, select=ucb1(c)) | map_state(best)
        many = mcts_of_trees(SMALL, n, trees, select=ucb1(c)) | map_state(best)
        assert bot_mcts(SMALL, n, c=c)(p).run(gen) == one(p).run(gen)
        assert bot_mcts(SMALL, n, c=c, trees=trees)(p).run(gen) == many(p).run(gen)
        assert bot_mcts(SMALL, n, c=c, trees=trees, map_function=backwards)(p).run(gen) == many(p).run(gen)

    def test_how_much_to_explore(self) -> None:
        """The bots explore as their searches do: far from the usual constant, they choose other moves."""
        for trees in (1, 2):
            usual, little = (
                [bot_mcts(SMALL, 60, c=c, trees=trees)(SMALL.start).eval(SplitMix.from_seed(i)) for i in range(30)]
                for c in (EXPLORATION, 0.0)
            )
            assert usual != little

    @pytest.mark.parametrize("rules", [SMALL, BOXES], ids=lambda rules: rules.name)
    def test_laws_of_bots(self, rules: Any) -> None:
        check_bot(rules, bot_mcts(rules, 9), examples=30)

    def test_the_move_does_not_depend_on_the_workers(self) -> None:
        alone = bot_mcts(SMALL, 40, trees=3)(SMALL.start).run(GEN)
        with ProcessPoolExecutor(2) as pool:
            assert bot_mcts(SMALL, 40, trees=3, map_function=pool.map)(SMALL.start).run(GEN) == alone

    def test_a_search_that_proves_the_position_ends_early(self) -> None:
        p = RULES.read("OOX\n.X.\n..X")
        assert bot_mcts(RULES, 10**9)(p).run(GEN) == bot_mcts(RULES, 13)(p).run(GEN)

    def test_it_is_a_stage(self) -> None:
        bots = {
            "bot_mcts(<Rules: tictactoe>, 9)": bot_mcts(RULES, 9),
            "bot_mcts(<Rules: tictactoe>, 9, c=0.5)": bot_mcts(RULES, 9, c=0.5),
            "bot_mcts(<Rules: tictactoe>, 9, trees=2)": bot_mcts(RULES, 9, trees=2),
            "bot_mcts(<Rules: tictactoe>, 9, map_function=backwards)": bot_mcts(RULES, 9, map_function=backwards),
        }
        for shown, bot in bots.items():
            assert repr(bot) == shown
            copy = pickle.loads(pickle.dumps(bot))
            assert copy == bot
            assert copy(0).run(GEN) == bot(0).run(GEN)
        assert bot_mcts(RULES, 9, c=EXPLORATION, trees=1, map_function=map) == bot_mcts(RULES, 9) != bot_mcts(RULES, 8)

    def test_in_a_finished_game_it_says_so_when_it_is_run(self) -> None:
        for bot in (bot_mcts(RULES, 9), bot_mcts(RULES, 9, trees=2)):
            action = bot(RULES.read("XXX\nOO.\n..."))
            with pytest.raises(GameOver, match="this game of tictactoe is over"):
                action.run(GEN)

    @pytest.mark.parametrize("n", [1, 0, -1, 2.5])
    def test_one_simulation_chooses_no_move(self, n: Any) -> None:
        for make in (bot_mcts, bot_keeping):
            with pytest.raises(ValueError, match=f"cannot choose a move by {n} simulations; expected at least 2"):
                make(RULES, n)

    def test_refused_options(self) -> None:
        with pytest.raises(ValueError, match="cannot search 0 trees; expected at least 1"):
            bot_mcts(RULES, 9, trees=0)
        for c in (-1, nan, inf):
            with pytest.raises(ValueError, match=r"c is .*; expected a number, at least 0"):
                bot_mcts(RULES, 9, c=c)
        with pytest.raises(TypeError, match="bot_mcts needs the rules"):
            bot_mcts(9, RULES)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="bot_keeping needs the rules"):
            bot_keeping(9, RULES)  # type: ignore[arg-type]

    def test_it_plays_well(self) -> None:
        """It never loses at tic-tac-toe."""
        for seed in range(5):
            gen = SplitMix.from_seed(seed)
            assert play_game(RULES, 0, bot_mcts(RULES, 1000), bot_random(RULES)).eval(gen)[0] >= Outcome.DRAW
            assert play_game(RULES, 0, bot_random(RULES), bot_mcts(RULES, 1000)).eval(gen)[0] <= Outcome.DRAW

    def test_its_name(self) -> None:
        assert read_bot(RULES, "mcts:20") == bot_mcts(RULES, 20)
        assert BOTS["mcts"].usage == "mcts:N"
        for text, wrong in [
            ("mcts:1", "cannot choose a move by 1 simulations; expected at least 2"),
            ("mcts", "'' is not a number of simulations; expected a whole number, at least 2"),
        ]:
            with pytest.raises(ValueError, match=f"{wrong}; it is written mcts:N"):
                read_bot(RULES, text)


def backwards(function: Callable[[Any], Any], values: Iterable[Any]) -> Iterable[Any]:
    return [*map(function, [*values][::-1])][::-1]


def reached(tree: SearchTree[Any, Any], player: Player) -> Iterator[SearchTree[Any, Any]]:
    """A tree, and all below it that moves of the other player alone lead to."""
    yield tree
    if tree.player is not player:
        for child in tree.tried:
            yield from reached(child, player)


def check_game(rules: Rules[Any, Any], n: int, other: Any, gen: Gen) -> int:
    """Play a game for the bot, and check each of its moves; return how often it has found its tree."""
    bot = bot_keeping(rules, n)
    kept: Kept[Any, Any] = Kept(gen)
    p, gens, found = rules.start, SplitMix.from_seed(99), 0
    while rules.moves(p):
        if rules.player(p) is Player.FIRST:
            move, kept_after = bot(p).run(kept)
            there = [tree for tree in reached(kept.tree, Player.FIRST) if tree.position == p] if kept.tree else []
            searches = [search_on(rules, n, select=SELECT)(tree) for tree in there] or [
                mcts(rules, n, select=SELECT)(p)
            ]
            trees = [search.run(kept.gen) for search in searches]
            assert (move, kept_after) in [
                (best(tree), Kept(rest, after(rules, tree, best(tree)))) for tree, rest in trees
            ]
            found += bool(there)
            kept = kept_after
            assert kept.tree is not None
            assert kept.tree.position == rules.play(p, move)
        else:
            move, gens = other(p).run(gens)
        p = rules.play(p, move)
    return found


class TestBotKeeping:
    @EVERY_GAME
    @given(data=st.data(), gen=generators(), n=st.integers(2, 20))
    def test_its_first_move_is_that_of_bot_mcts(self, rules: Any, data: st.DataObject, gen: Gen, n: int) -> None:
        p = data.draw(unfinished(rules))
        move, kept = bot_keeping(rules, n)(p).run(Kept(gen))
        assert (move, kept.gen) == bot_mcts(rules, n)(p).run(gen)

    @given(unfinished(SMALL), seeds, st.integers(2, 60), st.data())
    def test_it_keeps_the_tree_after_its_move(self, p: Any, gen: Gen, n: int, data: st.DataObject) -> None:
        tree, rest = mcts(SMALL, n, select=SELECT)(p).run(gen)
        move, kept = bot_keeping(SMALL, n)(p).run(Kept(gen))
        assert kept == Kept(rest, after(SMALL, tree, move))
        assert kept.tree is not None
        child = tree.children[tree.moves.index(move)]
        assert child is not None
        assert kept.tree.visits == child.visits
        if kept.tree.moves:
            reply = data.draw(st.sampled_from(kept.tree.moves))
            found = after(SMALL, kept.tree, reply)
            if found.moves:
                at = found.position
                search = (
                    search_on(SMALL, n, select=SELECT)(found) if found.visits else mcts(SMALL, n, select=SELECT)(at)
                )
                assert bot_keeping(SMALL, n)(at).run(kept)[0] == best(search.eval(kept.gen))

    @given(graphs(), st.integers(2, 30), seeds)
    def test_players_need_not_alternate(self, graph: Graph, n: int, gen: Gen) -> None:
        rules = graph.rules()
        check_game(rules, n, bot_random(rules), gen)

    @SMALL_GAMES
    def test_whole_games(self, rules: Any) -> None:
        assert sum(check_game(rules, 60, bot_random(rules), SplitMix.from_seed(seed)) for seed in range(3)) >= 5

    def test_each_move_adds_simulations(self) -> None:
        """A bot that moves for both players finds its whole tree at each move."""
        bot, rules = bot_keeping(connect4.rules, 50), connect4.rules
        kept: Kept[Any, Any] = bot(rules.start).exec(Kept(GEN))
        for _ in range(4):
            assert kept.tree is not None
            search = search_on(rules, 50, select=SELECT)(kept.tree).eval(kept.gen)
            assert search.visits == kept.tree.visits + 50
            move, kept = bot(kept.tree.position).run(kept)
            assert kept.tree == after(rules, search, move)

    def test_elsewhere_it_begins_anew(self) -> None:
        kept = bot_keeping(SMALL, 50)(SMALL.start).exec(Kept(GEN))
        fresh: Kept[Any, Any] = Kept(kept.gen)
        assert bot_keeping(SMALL, 50)(SMALL.start).run(kept) == bot_keeping(SMALL, 50)(SMALL.start).run(fresh)

    def test_below_a_move_of_its_own_it_does_not_look(self) -> None:
        bot = bot_keeping(SMALL, 90)
        kept = bot(SMALL.start).exec(Kept(GEN))
        assert kept.tree is not None
        tree = kept.tree
        for _ in range(3):
            tree = max(tree.tried, key=lambda child: child.visits)
        assert tree.player is Player.FIRST
        assert bot(tree.position).run(kept) == bot(tree.position).run(Kept(kept.gen))

    def test_it_looks_at_a_bounded_number_of_nodes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        bot = bot_keeping(SMALL, 90)
        kept = bot(SMALL.start).exec(Kept(GEN))
        assert kept.tree is not None
        p = kept.tree.tried[1].position
        found = bot(p).run(kept)
        assert found != bot(p).run(Kept(kept.gen))
        for near, same in ((3, True), (2, False)):
            monkeypatch.setattr(keeping, "_NEAR", near)
            assert (bot(p).run(kept) == found) is same

    def test_a_position_that_is_proven_needs_no_search(self) -> None:
        bot = bot_keeping(RULES, 2000)
        kept = bot(RULES.read("O..\n.X.\n..X")).exec(Kept(GEN))
        assert kept.tree is not None
        assert kept.tree.proof is Outcome.DRAW
        assert any(reply.moves for reply in kept.tree.tried)
        for reply in kept.tree.tried:
            assert reply.proof is not None
            if reply.moves:
                assert bot(reply.position).run(kept) == (best(reply), Kept(kept.gen, after(RULES, reply, best(reply))))

    def test_phases(self) -> None:
        evaluate = by_static(RULES.static)
        bot = bot_keeping(RULES, 30, evaluate=evaluate)
        assert bot(0).eval(Kept(GEN)) == best(mcts(RULES, 30, evaluate=evaluate, select=SELECT)(0).eval(GEN))
        assert repr(bot) == "bot_keeping(<Rules: tictactoe>, 30, evaluate=by_static(static))"
        assert pickle.loads(pickle.dumps(bot)) == bot
        with pytest.raises(TypeError, match="has no option 'evaluation'"):
            bot_keeping(RULES, 30, evaluation=evaluate)  # type: ignore[call-arg]

    def test_errors(self) -> None:
        over = bot_keeping(RULES, 9)(RULES.read("XXX\nOO.\n..."))
        with pytest.raises(GameOver, match="this game of tictactoe is over"):
            over.run(Kept(GEN))
        kept = bot_keeping(RULES, 99)(RULES.read("XXO\nOO.\nX.X")).exec(Kept(GEN))
        assert kept.tree is not None
        with pytest.raises(GameOver, match="this game of tictactoe is over"):
            bot_keeping(RULES, 99)(kept.tree.position).run(kept)

        def player(p: int) -> Player:
            assert RULES.moves(p), "the game is over"
            return RULES.player(p)

        with pytest.raises(GameOver, match="this game of tictactoe is over"):
            bot_keeping(replace(RULES, player=player), 9)(kept.tree.position).run(kept)
        with pytest.raises(TypeError, match=r"bot_keeping needs a tree beside its generator; got .*Kept\(generator\)"):
            bot_keeping(RULES, 9)(0).run(GEN)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=r"bot_keeping needs the tree of a search, such as .*; got 5"):
            bot_keeping(RULES, 9)(0).run(Kept(GEN, 5))  # type: ignore[arg-type]

    def test_a_tree_that_proves_a_known_result_is_searched_again(self) -> None:
        """An ``expand`` that proves a position without its moves: a move is to be found there all the same."""

        def known(rules: Rules[Any, Any], p: Any) -> SearchTree[Any, Any]:
            return expand(rules, p)._replace(proof=Outcome.DRAW) if rules.moves(p) else expand(rules, p)

        bot = bot_keeping(RULES, 9, expand=known)
        kept = bot(0).exec(Kept(GEN))
        assert kept.tree is not None
        p = kept.tree.position
        assert kept.tree.tried == ()
        assert bot(p).eval(kept) in RULES.moves(p)


class TestPlayingWithStates:
    """A game in which each bot has a part of one larger state."""

    @SMALL_GAMES
    @given(data=st.data(), gen=generators())
    def test_with_one_shared_generator_it_is_the_plain_game(self, rules: Any, data: st.DataObject, gen: Gen) -> None:
        p = data.draw(unfinished(rules))
        bots = bot_random(rules), bot_mc(rules, 1)
        plain = play_moves(rules, p, *bots).run(gen)
        for lens, whole in ((field("gen"), Kept(gen)), (place(1), ("rest", gen))):
            zoomed = play_moves(rules, p, *(bot | zoom(lens) for bot in bots))
            assert zoomed.run(whole) == (plain[0], lens.set(whole, plain[1]))
            assert zoomed.run(whole) == zoom(lens)(play_moves(rules, p, *bots)).run(whole)

    @given(seeds, seeds)
    def test_each_with_a_state_of_its_own(self, one: Gen, other: Gen) -> None:
        """The moves of each are those that it makes alone, with its own state."""
        keeping, plain = bot_keeping(SMALL, 20), bot_mcts(SMALL, 20)
        game = play_moves(SMALL, SMALL.start, keeping | zoom(place(0)), plain | zoom(place(1)))
        moves, (kept, rest) = game.run((Kept(one), other))
        p, mine, theirs = SMALL.start, Kept[Any, Any](one), other
        for move in moves:
            if SMALL.player(p) is Player.FIRST:
                found, mine = keeping(p).run(mine)
            else:
                found, theirs = plain(p).run(theirs)
            assert found == move
            p = SMALL.play(p, move)
        assert (kept, rest) == (mine, theirs)
        outcome, end = play_game(SMALL, SMALL.start, keeping | zoom(place(0)), plain | zoom(place(1))).eval(
            (Kept(one), other)
        )
        assert (end, SMALL.outcome(p).unwrap()) == (p, outcome)

    def test_any_state(self) -> None:
        """Bots that take turns with a list of moves as their state."""

        def following(p: int) -> State[tuple[int, ...], int]:
            return State(lambda moves: (moves[0], moves[1:]))

        assert play_moves(RULES, 0, following, following).run((4, 0, 2, 6, 3, 5, 1, 7, 8)) == (
            (4, 0, 2, 6, 3, 5, 1, 7, 8),
            (),
        )
