"""The names of the games of other libraries, which of them can be played, and what is said where a library is missing."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import partial
from importlib import import_module
from io import StringIO
from typing import Any

import pytest

from fpgames import SplitMix, bot_random, play_game
from fpgames.cli.lookup import find_game, library_games, reproduction
from fpgames.games import connect4, pig, tictactoe
from fpgames.interop import chess, easyai, openspiel, pettingzoo, pgx, pydraughts
from fpgames.rules import AnyRules
from fpgames.testing import check_same_game

pytestmark = pytest.mark.filterwarnings("ignore:The old environment creation API has been:DeprecationWarning")
needs = pytest.mark.needs
WITH = {
    "chess": needs("chess"), "easyai": needs("easyAI"), "openspiel": needs("pyspiel"), "pettingzoo": needs("pettingzoo", "pygame"),
    "pgx": needs("pgx"), "pydraughts": needs("draughts"),
}  # fmt: skip
"""For each library, the mark of tests that need it."""


def rows_of(*rows: tuple[Any, ...]) -> list[Any]:
    """Return the cases of a table: each needs the library whose name begins the row's first text."""
    return [pytest.param(*row, marks=WITH[row[0].partition(":")[0]]) for row in rows]


@pytest.mark.parametrize(
    ("module", "call", "message"),
    [
        ("chess.variant", lambda: chess.chess("none"), "chess.variant needs the package chess: pip install .fpgames.chess.'"),
        ("easyAI.games.Awele", lambda: easyai.easyai("none"), "easyAI.games.Awele needs the package easyAI: pip install .fpgames.easyai.'"),
        ("pyspiel", lambda: openspiel.openspiel("none"), "pyspiel needs the package pyspiel: pip install .fpgames.openspiel.'"),
        ("pyspiel", lambda: openspiel.to_openspiel(tictactoe.rules), "pyspiel needs the package pyspiel"),
        ("pettingzoo", lambda: pettingzoo.pettingzoo("none"), "needs the package pettingzoo: pip install .fpgames.pettingzoo.'"),
        ("pettingzoo", lambda: pettingzoo.to_pettingzoo(tictactoe.rules), "pettingzoo needs the package pettingzoo"),
        ("pgx", lambda: pgx.pgx("none"), "pgx needs the package pgx: pip install .fpgames.pgx.'"),
        ("draughts", pydraughts.pydraughts, "draughts needs the package draughts: pip install .fpgames.pydraughts.'"),
    ],
)  # fmt: skip
def test_a_missing_library_is_named(
    monkeypatch: pytest.MonkeyPatch, module: str, call: Callable[[], object], message: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)  # as if it were not installed
    easyai._examples.cache_clear()
    with pytest.raises(ImportError, match=message):
        call()


@pytest.mark.parametrize(
    ("library", "names", "reasons"),
    [
        pytest.param("chess", "chess atomic crazyhouse antichess", {}, marks=needs("chess")),
        pytest.param("pydraughts", "standard english frisian turkish", {}, marks=needs("draughts")),
        pytest.param("easyai", "Awele Hexapawn Nim TicTacToe", {}, marks=needs("easyAI")),
        pytest.param("openspiel", "tic_tac_toe chess go backgammon", {"kuhn_poker": "does not have perfect information"}, marks=needs("pyspiel")),
        pytest.param("pgx", "chess go_9x9 hex othello shogi", {"2048": "expected two", "backgammon": "begins at random"}, marks=needs("pgx")),
        pytest.param("pettingzoo", "chess_v6 connect_four_v3 go_v5", {"rps_v2": "has no action_mask", "leduc_holdem_v4": "random"}, marks=needs("rlcard")),
    ],
)  # fmt: skip
def test_the_games_of_a_library(library: str, names: str, reasons: dict[str, str]) -> None:
    playable, refused = library_games(library)
    assert {f"{library}:{name}" for name in names.split()} <= {*playable}
    assert {name: reason for name, reason in reasons.items() if reason not in refused[f"{library}:{name}"]} == {}


@pytest.mark.parametrize(
    ("game", "printed"),
    [
        pytest.param("chess", "None", marks=needs("chess")),
        pytest.param("chess:atomic", "None", marks=needs("chess")),
        pytest.param("easyai:TicTacToe", "2 [4, 5, 6, 7, 8, 9] False", marks=needs("easyAI")),
        pytest.param("openspiel:tic_tac_toe", "[3, 4, 5, 6, 7, 8]", marks=needs("pyspiel")),
        pytest.param("pettingzoo:tictactoe_v3", "array([0, 0, 0, 1, 1, 1, 1, 1, 1]", marks=needs("rlcard")),
        pytest.param("pgx:tic_tac_toe", "[3, 4, 5, 6, 7, 8]", marks=needs("pgx")),
    ],
)
def test_a_line_is_played_by_the_library_alone(game: str, printed: str) -> None:
    rules = find_game(game)
    p, moves = rules.start, list[object]()
    for _ in range(3):
        moves.append(rules.moves(p)[0])
        p = rules.play(p, moves[-1])
    with redirect_stdout(StringIO()) as output:
        exec("\n".join(reproduction(game, moves)), {})
    board, _, _ = rules.show(p).partition("after:")
    assert board.strip() in output.getvalue()
    assert printed in output.getvalue()


def test_a_library_without_statements_has_none() -> None:
    assert reproduction("pydraughts:english", ("9-13",)) == reproduction("nim", (1,)) == []


@pytest.mark.parametrize(
    ("game", "why"),
    rows_of(
        ("chess:nochess", "no variant 'nochess'; its variants are chess, suicide, .*, crazyhouse"),
        ("easyai:Chess", "easyAI has no example 'Chess'; its examples are Awele, AweleTactical, "),
        ("openspiel:kuhn_poker", "does not have perfect information, which Rules need"),
        ("openspiel:goofspiel", "does not have moves in turns"),
        ("openspiel:catch", "does not have two players"),
        ("openspiel:bargaining", "or a sum of zero"),
        ("openspiel:no_such_game", "OpenSpiel has no game 'no_such_game'; its games are 2048, "),
        ("openspiel:breakthrough(rows=x)", "OpenSpiel cannot load the game"),
        ("openspiel:pig(winscore=-5)", r"'pig\(winscore=-5\)' of OpenSpiel is over at its start"),
        ("pettingzoo:rps_v2", "the environment rps_v2 has no action_mask in its observations or infos"),
        (
            "pettingzoo:leduc_holdem_v4",
            "the environment leduc_holdem_v4 begins at random; expected a game without chance",
        ),
        ("pettingzoo:no_game_v1", "PettingZoo has no classic environment 'no_game_v1', such as tictactoe_v3"),
        ("pgx:2048", "the environment 2048 has 1 players; expected two"),
        ("pgx:kuhn_poker", "the environment kuhn_poker begins at random; expected a game without chance"),
        ("pgx:backgammon", "the environment backgammon begins at random; expected a game without chance"),
        ("pgx:no_game", "Pgx has no environment 'no_game'; its environments are 2048, "),
        ("pydraughts:chess", "pydraughts has no variant 'chess'; its variants are standard, english, "),
    ),
)
def test_a_game_that_does_not_fit_is_refused(game: str, why: str) -> None:
    library, _, name = game.partition(":")
    with pytest.raises(ValueError, match=why):
        getattr(import_module(f"fpgames.interop.{library}"), library)(name)


PIG: dict[Any, int] = {"roll": 0, "stop": 1, **{face: face - 1 for face in range(1, 7)}}


@pytest.mark.parametrize(
    ("game", "rules", "to_move", "options"),
    rows_of(
        ("easyai:TicTacToe", tictactoe.rules, lambda move: str(move + 1), {"examples": 20}),
        ("openspiel:tic_tac_toe", tictactoe.rules, None, {}),
        ("openspiel:connect_four", connect4.rules, None, {"examples": 20}),
        ("openspiel:pig", pig.rules, PIG.get, {"examples": 20}),
        ("pettingzoo:tictactoe_v3", tictactoe.rules, str, {"budget": 100, "examples": 10}),  # cells by columns: symmetric
        ("pgx:tic_tac_toe", tictactoe.rules, str, {"budget": 100, "examples": 10}),
        ("pgx:connect_four", connect4.rules, str, {"budget": 20, "examples": 3}),
        ("easyai:ConnectFour", connect4.rules, str, {"examples": 5, "budget": 300}),
        ("pettingzoo:connect_four_v3", connect4.rules, str, {"budget": 20, "examples": 3}),
    ),
)  # fmt: skip
def test_a_game_is_the_same_as_ours(game: str, rules: AnyRules, to_move: Any, options: dict[str, Any]) -> None:
    check_same_game(rules, find_game(game), to_move=to_move, **options)


def small_go(library: str) -> AnyRules:
    """Return Go on few cells, from a class or function of a library."""
    if library == "pgx":
        return pgx.pgx(partial(import_module("pgx.go").Go, size=3))
    return pettingzoo.pettingzoo(partial(import_module("pettingzoo.classic.go_v5").env, board_size=5))


@pytest.mark.parametrize(
    "game", rows_of(("chess:atomic",), ("easyai:Nim",), ("openspiel:pig(winscore=20)",), ("pettingzoo",), ("pgx",))
)
def test_rules_can_be_pickled_and_played(game: str) -> None:
    rules = pickle.loads(pickle.dumps(find_game(game) if ":" in game else small_go(game)))
    outcome, end = play_game(rules, rules.start, bot_random(rules), bot_random(rules)).eval(SplitMix.from_seed(1))
    assert rules.outcome(end).unwrap() is outcome
