"""The command ``play``: people and bots, several games in a row, and any input."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from typing import Any

import pytest

from fpgames import State
from fpgames.cli import play as cli_play
from fpgames.games import checkers

WON, DRAWN = "4\n0\n3\n7\n5\n", "0\n1\n2\n4\n3\n5\n7\n6\n8\n"


two_kings = replace(checkers.rules, name="two-kings", start=checkers.rules.read("B:WK1:BK32"))


def to_and_fro(_: Any) -> Any:
    """A bot for two kings."""
    return lambda p: State.from_value(checkers.rules.read_move("1-6" if p.second & 1 else "6-1"))


class TestPlay:
    def test_a_person_against_a_bot(self, run: Any) -> None:
        status, out, _ = run("play", "tictactoe", "--second", "random", "--seed", "5", entries="4\n0\n8\n")
        assert status == 0
        assert out.startswith("you are X; q quits, ? helps\nrandom is O; seed 5\n...  012\n")
        assert "status: WinX\nyou won\nscore: you 1, random 0, drawn 0\nnew game (y/n) ? " in out
        assert out.count("random plays") == 2

    def test_two_persons(self, run: Any) -> None:
        status, out, _ = run("play", "tictactoe", entries=f"{WON}{'no' * 60}\nNO\n")
        assert status == 0
        assert out.startswith("player 1 is X; q quits, ? helps\nplayer 2 is O; q quits, ? helps\n")
        assert "seed" not in out
        assert "O..  012\nXXx  345\n.O.  678\nmoves:\nstatus: WinX\nplayer 1 won\n" in out
        again = "new game (y/n) ? "
        shortened = f"{again}'{'no' * 20}' is neither y nor n\n"
        assert out.endswith(f"score: player 1 1, player 2 0, drawn 0\n{shortened}{again}")

    def test_the_next_game_is_begun_by_the_other_and_the_score_is_kept(self, run: Any) -> None:
        lost = f"8\n{WON}"
        entries = f"{WON}y\n{WON}maybe\n\nY\n{DRAWN}yes\n{lost}y\n{DRAWN}y\nQ\n"
        status, out, _ = run("play", "tictactoe", entries=entries)
        assert status == 0
        lines = [line.removeprefix("new game (y/n) ? ") for line in out.splitlines()]
        said = [line for line in lines if " is X" in line or line.startswith("score")]
        assert said == [
            "player 1 is X; q quits, ? helps", "score: player 1 1, player 2 0, drawn 0",
            "player 2 is X; q quits, ? helps", "score: player 1 1, player 2 1, drawn 0",
            "player 1 is X; q quits, ? helps", "score: player 1 1, player 2 1, drawn 1",
            "player 2 is X; q quits, ? helps", "score: player 1 2, player 2 1, drawn 1",
            "player 1 is X; q quits, ? helps", "score: player 1 2, player 2 1, drawn 2",
            "player 2 is X; q quits, ? helps",
        ]  # fmt: skip
        assert "new game (y/n) ? 'maybe' is neither y nor n\nnew game (y/n) ? '' is neither y nor n\n" in out

    def test_in_the_next_game_a_bot_draws_on(self, run: Any) -> None:
        """It begins the third game like the first, against the same replies, and plays another."""
        every_cell = "".join(f"{cell}\n" for cell in range(9))
        entries = f"{every_cell}y\n" * 3
        _, out, _ = run("play", "tictactoe", "--first", "random", "--seed", "5", entries=entries)
        assert out.count("; seed 5") == 1
        first, _, third = re.split("random is (?:X|O)", out)[1:4]
        played = [[line for line in text.splitlines() if " plays " in line] for text in (first, third)]
        assert played[0] != played[1]
        assert "random is X; the generator goes on" in out

    def test_connect_four_asks_for_a_column(self, run: Any) -> None:
        bot = ("--first", "alphabeta:2", "--seed", "3")
        _, out, _ = run("play", "connect4", *bot, entries="3\n9\nx\n3\n3\n3\n")
        assert out.startswith("alphabeta:2 is R; seed 3\nyou are Y; q quits, ? helps\n0123456\n.......\n")
        wrong = "illegal move 9: columns are 0 to 6; legal moves: 0 1 2 3 4 5 6"
        assert f"Y: j ? {wrong}\nY: j ? 'x' is not a column; " in out

    def test_draughts_is_asked_and_listed_as_people_write_it(self, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(cli_play, "HINT_SECONDS", 0.02)
        bot = ("--second", "random", "--seed", "1")
        _, out, _ = run("play", "checkers", *bot, entries="?\n9-1\n9x18\n11-15\nq\n")
        assert out.startswith("you are black; q quits, ? helps\nrandom is white; seed 1\n b b b b   1  2  3  4\n")
        assert "black: move ? moves: 9-13 10-14 11-15 12-16 9-14 10-15 11-16\nhint: " in out
        assert "move ? illegal move 9-1; legal moves: 9-13 10-14 " in out
        assert "move ? illegal move 9x18; legal moves: 9-13 10-14 " in out
        assert "counts:" not in out, "its history is not shown"

    def test_draughts_is_played_with_its_draws(self, run: Any) -> None:
        """Two kings between two corners, forwards and backwards."""
        args = ("play", f"{__name__}:two_kings", "--second", f"{__name__}:to_and_fro")
        _, out, _ = run(*args, entries="32-28\n28-32\n" * 4 + "n\n")
        assert "drawn by repetition\na draw\nscore: you 0, " in out

    def test_keys_that_complete(self, monkeypatch: pytest.MonkeyPatch) -> None:
        readline = pytest.importorskip("readline", reason="a terminal without it")
        found: list[str | None] = []

        def entered(_: str) -> str:
            complete = readline.get_completer()
            found.extend(complete("9", n) for n in range(3))
            return "9-13"

        monkeypatch.setattr("builtins.input", entered)
        before = readline.get_completer()
        assert cli_play.ask_user("move ?", ["9-13", "10-14", "9-14"]) == "9-13"
        assert found == ["9-13 ", "9-14 ", None]
        assert readline.get_completer() is before
        monkeypatch.setitem(sys.modules, "readline", None)
        monkeypatch.setattr("builtins.input", lambda _: "4")
        assert cli_play.ask_user("move ?", ["4"]) == "4"

    def test_watching(self, run: Any) -> None:
        status, out, _ = run("play", "tictactoe", "--first", "mc:50", "--second", "random", "--seed", "1")
        assert status == 0
        assert "?" not in out

    @pytest.mark.slow
    def test_the_perfect_bot(self, run: Any) -> None:
        status, out, _ = run("play", "tictactoe", "--first", "perfect", "--second", "perfect")
        assert (status, out.splitlines()[-1]) == (0, "a draw")

    def test_leaving(self, run: Any) -> None:
        for entries in ("", "4\n", "q\n", "4\n Q \n"):
            status, out, err = run("play", "tictactoe", entries=entries)
            assert (status, err, "Win" in out) == (0, "", False)
        status, out, _ = run("play", "tictactoe", entries="\x03")
        assert (status, out.endswith("move ? \n")) == (130, True), "Ctrl-C ends its line"

    def test_bad_entries_are_explained_and_asked_again(self, run: Any) -> None:
        _, out, _ = run("play", "tictactoe", entries="4\n4\n9\nfoo\n\n0\n")
        assert "move ? illegal move 4; legal moves: 0 1 2 3 5 6 7 8\n" in out
        assert "move ? illegal move 9; legal moves: 0 1 2 3 5 6 7 8\n" in out
        assert "move ? 'foo' is not a cell; expected a number from 0 to 8\n" in out
        assert out.count("move ?") == 7
        assert out.count("status:") == 3

    def test_help_while_playing(self, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(cli_play, "HINT_SECONDS", 0.02)
        _, out, _ = run("play", "tictactoe", entries="0\n3\n1\n4\n?\nq\n")
        assert "X: move ? moves: 2 5 6 7 8\nhint: 2, of value 1, by alpha-beta " in out
        monkeypatch.setattr(cli_play, "HINT_SECONDS", 1000)
        _, out, _ = run("play", "tictactoe", entries="0\n3\n1\n4\n?\nq\n")
        assert "hint: 2, of value 1, by alpha-beta to the end of the game; undo" in out

    def test_an_opening(self, run: Any) -> None:
        _, out, _ = run("play", "tictactoe", "--opening", "2", "--seed", "1", entries="q\n")
        assert re.findall(" *(.*) begins with ", out) == ["X", "O"]
