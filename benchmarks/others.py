"""The same alpha-beta, tic-tac-toe to its end, in other libraries, each by its own game; each answers the value, 0."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def open_spiel() -> Callable[[], int]:
    game = import_module("pyspiel").load_game("tic_tac_toe")
    search = import_module("open_spiel.python.algorithms.minimax").alpha_beta_search
    return lambda: int(search(game)[0])


def aima3() -> Callable[[], int]:
    games = import_module("aima3.games")
    game: Any = games.TicTacToe()

    def value() -> int:
        move = games.alphabeta_search(game.initial, game)  # it answers a move only; every legal one is worth 0
        return 0 if move in game.actions(game.initial) else -1

    return value


def easyai() -> Callable[[], int]:
    easy = import_module("easyAI")
    tic_tac_toe = import_module("easyAI.games.TicTacToe").TicTacToe
    search = easy.Negamax(9)

    def value() -> int:
        game = tic_tac_toe([easy.AI_Player(search), easy.AI_Player(search)])
        search(game)
        return int(search.alpha)

    return value


def searches() -> dict[str, Callable[[], int]]:
    """Those that are installed; the others are named."""
    found = {}
    for name, make in (
        ("OpenSpiel alpha_beta_search", open_spiel),
        ("aima3 alphabeta_search", aima3),
        ("easyAI Negamax", easyai),
    ):
        try:
            found[name] = make()
        except ImportError as error:
            print(f"({name}: not installed, {error})")
    return found
