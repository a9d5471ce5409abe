"""The same alpha-beta searches in other libraries, with their own rules of tic-tac-toe and Connect Four."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any, TypeVar

A = TypeVar("A")


def open_spiel() -> Callable[[], int]:
    game = import_module("pyspiel").load_game("tic_tac_toe")
    search = import_module("open_spiel.python.algorithms.minimax").alpha_beta_search
    return lambda: int(search(game)[0])


def aima3() -> Callable[[], int]:
    games = import_module("aima3.games")
    game: Any = games.TicTacToe()

    def value() -> int:
        move = games.alphabeta_search(game.initial, game)  # it returns only a move, and every legal move is worth 0
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


def easyai_connect4(depth: int) -> Callable[[], int]:
    """Return a search of the empty board to a depth: 1 for a win, -1 for a loss, 0 otherwise."""
    easy = import_module("easyAI")
    connect_four = import_module("easyAI.games.ConnectFour").ConnectFour
    search = easy.Negamax(depth)

    def value() -> int:
        game = connect_four([easy.AI_Player(search), easy.AI_Player(search)])
        search(game)
        return int(search.alpha > 0) - int(search.alpha < 0)

    return value


def tic_tac_toe() -> dict[str, Callable[[], int]]:
    """Return the searches of tic-tac-toe in installed libraries; print the names of missing libraries."""
    return _installed(
        {
            "OpenSpiel alpha_beta_search": open_spiel,
            "aima3 alphabeta_search": aima3,
            "easyAI Negamax": easyai,
        }
    )


def connect4(depth: int) -> dict[str, Callable[[], int]]:
    """Return the searches of Connect Four in installed libraries; print the names of missing libraries."""
    return _installed({"easyAI Negamax": partial(easyai_connect4, depth)})


def random_games(game: str, n: int) -> dict[str, Callable[[], float]]:
    """Return a work that evaluates a position by n random games with OpenSpiel's C++ rollout evaluator."""

    def make() -> Callable[[], float]:
        spiel = import_module("pyspiel")
        rules = spiel.load_game(game)
        bot = spiel.MCTSBot(rules, spiel.RandomRolloutEvaluator(n, 1), 2.0, 1, 10, False, 1, False)
        return lambda: float(bot.mcts_search(rules.new_initial_state()).total_reward)

    return _installed({"OpenSpiel RandomRolloutEvaluator": make})


def _installed(makers: Mapping[str, Callable[[], Callable[[], A]]]) -> dict[str, Callable[[], A]]:
    found = {}
    for name, make in makers.items():
        try:
            found[name] = make()
        except ImportError as error:
            print(f"({name}: not installed, {error})")
    return found
