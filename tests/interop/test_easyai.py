"""Games of easyAI as rules: the laws of games, a move listed twice, outcomes, texts, and what is refused."""

from __future__ import annotations

from functools import partial, reduce
from typing import Any

import pytest

from fpgames import IllegalMove, Outcome, Player
from fpgames.interop.easyai import easyai
from fpgames.testing import check_game
from fpgames.testing.law import LawsBroken


class Race:
    """Two players add 1 or 2 to a number; who reaches the goal wins. It is drawn where they jump over the goal."""

    def __init__(self, players: list[Any], goal: int = 4) -> None:
        self.players, self.goal, self.number, self.current_player = players, goal, 0, 1

    def possible_moves(self) -> list[list[int]]:
        return [[1, 1], [1, 2]]  # as lists, which cannot be hashed

    def play_move(self, move: list[int]) -> None:
        self.number += move[1]
        self.current_player = 3 - self.current_player

    def is_over(self) -> bool:
        return self.number >= self.goal


def lost(game: Race) -> float:
    return -1 if game.number == game.goal else 0


@pytest.mark.needs("easyAI")
class TestEasyAI:
    @pytest.mark.parametrize("name", ["TicTacToe", "AweleTactical"])
    def test_an_example_keeps_the_laws(self, name: str) -> None:
        check_game(easyai(name), budget=60, depth=20, seconds=20, exclude=["every_game_ends"])

    def test_hexapawn_lists_a_move_twice(self) -> None:
        with pytest.raises(LawsBroken, match=r"moves_are_listed_once: after the moves .* some of them listed twice"):
            check_game(easyai("Hexapawn"), seed=1, seconds=20, laws=["moves_are_listed_once"])

    def test_a_class_of_games_keeps_the_laws(self) -> None:
        rules = easyai(partial(Race, goal=6), scoring=lost)
        check_game(rules, exclude=["a_second_process_does_the_same"])
        assert rules.name == "easyai:Race"
        assert easyai(Race, scoring=lost).moves(()) == ("[1,1]", "[1,2]")
        with pytest.raises(
            ValueError, match="the game Race has no scoring; pass scoring=, which takes a game that is over"
        ):
            easyai(Race)

    def test_outcomes_are_those_of_the_player_to_move(self) -> None:
        rules = easyai(Race, scoring=lost)
        for moves, outcome in {"22": Outcome.SECOND_WON, "112": Outcome.FIRST_WON, "122": Outcome.DRAW}.items():
            p = reduce(rules.play, [f"[1,{move}]" for move in moves], rules.start)
            assert rules.outcome(p).unwrap() is outcome
            assert rules.moves(p) == ()
        assert rules.player(()) is Player.FIRST

    def test_its_text_has_the_board_and_the_moves(self) -> None:
        rules = easyai("Hexapawn")
        p = reduce(rules.play, ["A1-B1", "D1-C1"], rules.start)
        assert rules.show(p) == ". 1 1 1\n1 . . .\n2 . . .\n. 2 2 2\nafter: A1-B1 D1-C1"
        assert rules.read(rules.show(p)) == p
        assert rules.read(easyai(Race, scoring=lost).show(())) == ()
        for text in ("", "1 1 1 1", "after: A1-A2", "so after: A1-B1"):
            with pytest.raises(ValueError, match=r"expected the moves|is not legal after the moves"):
                rules.read(text)
        with pytest.raises(IllegalMove, match="illegal move 'A1-B1'; legal moves: A2-B2 A3-B3 A4-B4"):
            rules.play(p, "A1-B1")
        with pytest.raises(ValueError, match="is not a move; expected one word"):
            rules.read_move("A1 B1")
