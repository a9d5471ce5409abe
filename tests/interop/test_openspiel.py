"""Games of OpenSpiel as rules, and rules as its games: laws, texts, dice with unequal faces, and what does not fit."""

from __future__ import annotations

import pickle
from collections import Counter
from functools import reduce
from typing import Any

import pytest

from fpgames import CHANCE, IllegalMove, SplitMix, bot_random, play_game
from fpgames.games import connect4, game, pig, tictactoe
from fpgames.interop.openspiel import openspiel, to_openspiel
from fpgames.testing import check_game, check_same_game

needs_openspiel = pytest.mark.needs("pyspiel")


@needs_openspiel
class TestOpenSpiel:
    @pytest.mark.parametrize("name", ["tic_tac_toe", "breakthrough(rows=5,columns=4)", "mancala", "pig(winscore=10)"])
    def test_a_game_keeps_the_laws(self, name: str) -> None:
        check_game(openspiel(name), budget=100, seconds=20, longest=2000, exclude=["every_game_ends"])

    def test_a_game_is_the_same_as_ours(self) -> None:
        check_same_game(tictactoe.rules, openspiel("tic_tac_toe"))
        check_same_game(connect4.rules, openspiel("connect_four"), examples=20)

    def test_its_text_has_the_board_and_the_actions(self) -> None:
        rules = openspiel("tic_tac_toe")
        p = reduce(rules.play, [4, 0], rules.start)
        assert rules.show(p) == "o..\n.x.\n...\nafter: 4 0"
        assert rules.read(rules.show(p)) == p
        assert (rules.show_move_in(p, 8), rules.read_move_in(p, "x(2,2)"), rules.read_move_in(p, "8")) == (
            "x(2,2)",
            8,
            8,
        )
        for text in ("", "o..", "after: 4 4", "after: x", "after: 9", "so after: 4"):
            with pytest.raises(ValueError, match=r"expected|not legal"):
                rules.read(text)
        with pytest.raises(IllegalMove, match="illegal move 4; legal moves: 1 2 3 5 6 7 8"):
            rules.play(p, 4)

    def test_likely_faces_are_listed_several_times(self) -> None:
        rules = openspiel("banqi")
        p = rules.play(rules.start, rules.moves(rules.start)[0])  # turns a piece over
        assert rules.player(p) is CHANCE
        assert sorted(Counter(rules.moves(p)).values()) == [1] * 2 + [2] * 10 + [5] * 2  # generals, soldiers, others

    def test_rules_can_be_pickled_and_played(self) -> None:
        rules = pickle.loads(pickle.dumps(openspiel("pig(winscore=20)")))
        outcome, end = play_game(rules, rules.start, bot_random(rules), bot_random(rules)).eval(SplitMix.from_seed(1))
        assert rules.outcome(end).unwrap() is outcome

    @pytest.mark.parametrize(
        ("name", "why"),
        [
            ("kuhn_poker", "does not have perfect information, which Rules need"),
            ("goofspiel", "does not have moves in turns"),
            ("catch", "does not have two players"),
            ("bargaining", "or a sum of zero"),
            ("no_such_game", "OpenSpiel has no game 'no_such_game'; its games are 2048, "),
            ("breakthrough(rows=x)", "OpenSpiel cannot load the game"),
        ],
    )
    def test_games_that_do_not_fit_are_refused(self, name: str, why: str) -> None:
        with pytest.raises(ValueError, match=why):
            openspiel(name)


CONNECT4: dict[str, Any] = {"moves": range(7), "longest": 42}
OPTIONS: dict[str, dict[str, Any]] = {
    **{name: {} for name in ("tictactoe", "tictactoe-record", "nim:3,2,1", "nim-misere:3,2", "kayles:6", "hex:3")},
    "connect4": CONNECT4,
    "connect4-record": CONNECT4,
    "mnk": {"moves": range(25), "longest": 25},
    "hex": {"moves": range(25), "longest": 25},
    "othello": {"moves": range(65), "longest": 120},
    "dots-and-boxes:2,2": {},
    "ewn": {"moves": [(stone, cell) for stone in range(1, 7) for cell in range(25)], "longest": 200, "faces": 6},
    "pig:20": {"moves": ["roll", "stop"], "longest": 5000, "faces": 6},
}


@needs_openspiel
class TestToOpenSpiel:
    @pytest.mark.parametrize("name", OPTIONS)
    def test_a_game_passes_the_tests_of_openspiel_and_its_bot_plays(self, name: str) -> None:
        import numpy as np
        import pyspiel
        from open_spiel.python.algorithms import mcts

        theirs = to_openspiel(game(name), **OPTIONS[name])
        pyspiel.random_sim_test(theirs, num_sims=2, serialize=False, verbose=False)
        draw = np.random.RandomState(1)
        bot = mcts.MCTSBot(theirs, 1.4, 5, mcts.RandomRolloutEvaluator(1, draw), random_state=draw)
        state = theirs.new_initial_state()
        for _ in range(8):
            if not state.is_terminal():
                state.apply_action(state.legal_actions()[0] if state.is_chance_node() else bot.step(state))
        assert game(name).read(str(state)) == state.p

    @pytest.mark.parametrize("name", ["tictactoe", "dots-and-boxes:2,1", "pig:20"])
    def test_there_and_back_is_the_same_game(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        theirs = to_openspiel(game(name), **OPTIONS.get(name, {}))
        monkeypatch.setattr("fpgames.interop.openspiel._load", lambda _: theirs)
        actions: dict[object, object] = {"roll": 0, "stop": 1, **{face: face - 1 for face in range(1, 7)}}
        to_move: Any = actions.get if name == "pig:20" else int
        check_same_game(game(name), openspiel("ours"), to_move=to_move, budget=50, examples=10)

    def test_a_state_has_the_texts_of_the_game(self) -> None:
        state = to_openspiel(tictactoe.rules, moves=range(8, -1, -1), longest=9).new_initial_state()
        state.apply_action(0)
        assert str(state) == tictactoe.rules.show(tictactoe.rules.play(tictactoe.rules.start, 8))
        assert (state.legal_actions(), state.action_to_string(1)) == ([*range(1, 9)], "7")
        copy = state.clone()
        copy.apply_action(1)
        assert (state.current_player(), copy.current_player(), state.history()) == (1, 0, [0])
        for action in (0, 9, -2):
            with pytest.raises(IllegalMove):
                state.apply_action(action)

    def test_faces_of_a_die_are_equally_likely(self) -> None:
        state = to_openspiel(pig.rules, **OPTIONS["pig:20"]).new_initial_state()
        state.apply_action(0)
        assert state.chance_outcomes() == [(face, 1 / 6) for face in range(6)]

    def test_what_rules_lack_is_asked_for(self) -> None:
        with pytest.raises(ValueError, match="connect4 has more than 20000 positions; pass moves=, all moves"):
            to_openspiel(connect4.rules, moves=range(7))
        state = to_openspiel(pig.rules, moves=["roll", "stop"], longest=5000).new_initial_state()
        state.apply_action(0)
        with pytest.raises(ValueError, match="pig: chance has 6 moves; pass faces=6, or a greater number"):
            state.legal_actions()
        state = to_openspiel(connect4.rules, moves=range(6), longest=1).new_initial_state()
        with pytest.raises(ValueError, match="connect4: moves= does not have 6; expected all moves of the players"):
            state.legal_actions()
        state.apply_action(0)
        with pytest.raises(ValueError, match="connect4: a game is not over after 1 moves; pass a greater longest="):
            state.apply_action(0)
