"""The names of the games of other libraries, which of them can be played, and what is said where a library is missing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO

import pytest

from fpgames.cli.lookup import find_game, library_games, reproduction
from fpgames.games import tictactoe
from fpgames.interop import chess, easyai, openspiel, pettingzoo, pgx, pydraughts

pytestmark = pytest.mark.filterwarnings("ignore:The old environment creation API has been:DeprecationWarning")
needs = pytest.mark.needs


@pytest.mark.parametrize(
    ("module", "call", "message"),
    [
        ("chess.variant", lambda: chess.chess("none"), "chess and its variants need the package chess: pip install chess"),
        ("easyAI", lambda: easyai.easyai("none"), "games of easyAI need the package easyAI"),
        ("pyspiel", lambda: openspiel.openspiel("none"), "games of OpenSpiel need the package open_spiel: pip install open_spiel"),
        ("pyspiel", lambda: openspiel.to_openspiel(tictactoe.rules), "games of OpenSpiel need the package open_spiel"),
        ("pettingzoo", lambda: pettingzoo.pettingzoo("none"), "games of PettingZoo need the package pettingzoo: pip install"),
        ("pettingzoo", lambda: pettingzoo.to_pettingzoo(tictactoe.rules), "environments need the package pettingzoo: pip install"),
        ("pgx", lambda: pgx.pgx("none"), "games of Pgx need the package pgx: pip install pgx"),
        ("draughts", pydraughts.pydraughts, "draughts of pydraughts needs the package pydraughts"),
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
