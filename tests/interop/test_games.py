"""The names of the games of other libraries, and which of them can be played."""

from __future__ import annotations

import pytest

from fpgames.cli.lookup import library_games

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
