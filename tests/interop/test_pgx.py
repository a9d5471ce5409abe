"""Board games of Pgx as rules: the laws of games, our own games, who begins, and what does not fit."""

from __future__ import annotations

import subprocess
from functools import reduce

import pytest

from fpgames import IllegalMove, Outcome, Player
from fpgames.interop.pgx import pgx
from fpgames.testing import check_game
from tests.support.command import FPGAMES


@pytest.mark.needs("pgx")
class TestPgx:
    def test_two_workers_play_a_match(self) -> None:
        match = [*FPGAMES, "compare", "pgx:tic_tac_toe", "random", "random", "-n", "4", "--jobs", "2"]
        done = subprocess.run(match, capture_output=True, text=True, check=True, timeout=120)
        assert "mean length" in done.stdout
        assert done.stderr == ""

    @pytest.mark.filterwarnings("ignore::fpgames.testing.IncompleteCheck")  # each move is a call of JAX
    @pytest.mark.filterwarnings("ignore:os.fork:RuntimeWarning")
    def test_a_game_keeps_the_laws(self) -> None:
        check_game(pgx("tic_tac_toe"), budget=60, seconds=20)

    def test_who_begins_is_the_first_player(self) -> None:
        rules = pgx("tic_tac_toe")
        p = reduce(rules.play, ["0", "3", "1", "4", "2"], rules.start)
        assert (rules.moves(p), rules.outcome(p).unwrap(), rules.player(rules.start)) == ((), 1, Player.FIRST)
        p = reduce(rules.play, ["0", "3", "1", "4", "8", "5"], rules.start)
        assert rules.outcome(p).unwrap() is Outcome.SECOND_WON
        assert rules.read(rules.show(p)) == p
        with pytest.raises(IllegalMove, match="the game is over"):
            rules.play(p, "7")
