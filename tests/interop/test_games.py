"""The names of the games of other libraries, and which of them can be played."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO

import pytest

from fpgames.cli.lookup import find_game, library_games, reproduction

pytestmark = pytest.mark.filterwarnings("ignore:The old environment creation API has been:DeprecationWarning")


@pytest.mark.parametrize(
    ("library", "package", "names", "reasons"),
    [
        ("chess", "chess", "chess atomic crazyhouse antichess", {}),
        ("pydraughts", "draughts", "standard english frisian turkish", {}),
        ("easyai", "easyAI", "Awele Hexapawn Nim TicTacToe", {}),
        ("openspiel", "pyspiel", "tic_tac_toe chess go backgammon", {"kuhn_poker": "does not have perfect information"}),
        ("pgx", "pgx", "chess go_9x9 hex othello shogi", {"2048": "expected two", "backgammon": "begins at random"}),
        ("pettingzoo", "rlcard", "chess_v6 connect_four_v3 go_v5", {"rps_v2": "has no action_mask", "leduc_holdem_v4": "random"}),
    ],
)  # fmt: skip
def test_the_games_of_a_library(library: str, package: str, names: str, reasons: dict[str, str]) -> None:
    pytest.importorskip(package)
    playable, refused = library_games(library)
    assert {f"{library}:{name}" for name in names.split()} <= {*playable}
    assert {name: reason for name, reason in reasons.items() if reason not in refused[f"{library}:{name}"]} == {}


@pytest.mark.parametrize(
    ("package", "game", "printed"),
    [
        ("chess", "chess", "None"),
        ("chess", "chess:atomic", "None"),
        ("easyAI", "easyai:TicTacToe", "2 [4, 5, 6, 7, 8, 9] False"),
        ("pyspiel", "openspiel:tic_tac_toe", "[3, 4, 5, 6, 7, 8]"),
        ("rlcard", "pettingzoo:tictactoe_v3", "array([0, 0, 0, 1, 1, 1, 1, 1, 1]"),
        ("pgx", "pgx:tic_tac_toe", "[3, 4, 5, 6, 7, 8]"),
    ],
)
def test_a_line_is_played_by_the_library_alone(package: str, game: str, printed: str) -> None:
    pytest.importorskip(package)
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
