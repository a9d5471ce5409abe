"""Games of OpenSpiel as rules: the laws of games, texts, dice with unequal faces, and what does not fit."""

from __future__ import annotations

import pickle
from collections import Counter
from functools import reduce
from importlib.util import find_spec

import pytest

from fpgames import CHANCE, IllegalMove, SplitMix, bot_random, play_game
from fpgames.games import connect4, tictactoe
from fpgames.interop.openspiel import openspiel
from fpgames.testing import check_game, check_same_game

HAS_OPENSPIEL = find_spec("pyspiel") is not None
needs_openspiel = pytest.mark.skipif(not HAS_OPENSPIEL, reason="needs open_spiel")


@pytest.mark.skipif(HAS_OPENSPIEL, reason="OpenSpiel is installed")
def test_without_openspiel_its_games_are_refused() -> None:
    with pytest.raises(ImportError, match="games of OpenSpiel need the package open_spiel: pip install open_spiel"):
        openspiel("tic_tac_toe")


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
