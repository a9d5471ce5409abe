"""The moves of a game as numbers: all of them, and what is refused."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from fpgames.games import GAMES, game
from fpgames.interop.enumeration import enumerate_moves, legal_actions


@pytest.mark.parametrize(
    ("name", "moves", "longest"),
    [
        ("tictactoe", range(9), 9),
        ("connect4:4,3,3", range(4), 12),
        ("dots-and-boxes:1,1", range(4), 4),
        ("ewn:2", [(1, 1), (1, 2), (1, 3), (1, 0)], 6),
    ],
)
def test_all_moves_of_the_players_are_found(name: str, moves: Iterable[object], longest: int) -> None:
    found, length = enumerate_moves(game(name))
    assert ({*found}, len(found), length) == ({*moves}, len({*moves}), longest)


@pytest.mark.parametrize("name", ["connect4", "pig:2"])
def test_many_positions_and_endless_games_are_refused(name: str) -> None:
    with pytest.raises(
        ValueError, match=f"{name} has more than 20000 positions; pass moves=, all moves of the players"
    ):
        enumerate_moves(game(name))


def test_a_move_without_a_number_is_refused() -> None:
    rules = GAMES["tictactoe"]
    assert legal_actions(rules, {8 - cell: cell for cell in range(9)}, rules.play(rules.start, 0)) == [*range(8)]
    with pytest.raises(ValueError, match="tictactoe: moves= does not have 3; expected all moves of the players"):
        legal_actions(rules, {0: 0, 1: 1, 2: 2}, rules.start)
