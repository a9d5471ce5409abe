"""The same alpha-beta in other libraries, each by its own game: tic-tac-toe to its end, Connect Four to a depth."""

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
        move = games.alphabeta_search(game.initial, game)  # it returns a move only; every legal one is worth 0
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
    """The value of the empty board, looking so many moves ahead: won is 1, lost -1, anything else 0."""
    easy = import_module("easyAI")
    connect_four = import_module("easyAI.games.ConnectFour").ConnectFour
    search = easy.Negamax(depth)

    def value() -> int:
        game = connect_four([easy.AI_Player(search), easy.AI_Player(search)])
        search(game)
        return int(search.alpha > 0) - int(search.alpha < 0)

    return value


def tic_tac_toe() -> dict[str, Callable[[], int]]:
    """The searches of tic-tac-toe that are installed; the others are named."""
    return _installed(
        {
            "OpenSpiel alpha_beta_search": open_spiel,
            "aima3 alphabeta_search": aima3,
            "easyAI Negamax": easyai,
        }
    )


def connect4(depth: int) -> dict[str, Callable[[], int]]:
    """The searches of Connect Four that are installed; the others are named."""
    return _installed({"easyAI Negamax": partial(easyai_connect4, depth)})


def random_games(game: str, n: int) -> dict[str, Callable[[], float]]:
    """The mean value of n random games in OpenSpiel's C++, which plays them to value one node of a search."""

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
