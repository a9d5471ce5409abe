"""The command line: matches, games, and every kind of bad input; one line each and nothing lost."""

from __future__ import annotations

import csv
import os
import pty
import re
import runpy
import signal
import subprocess
import sys
import termios
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fpgames import State, __version__
from fpgames.cli import command
from fpgames.cli import ledger as cli_ledger
from fpgames.cli import play as cli_play
from fpgames.cli.workers import WorkerDied
from fpgames.compiled import patience
from fpgames.games import GAMES, checkers, game
from fpgames.play import COLUMNS, Played, match, play_one, sides
from fpgames.solvers import ALL_BOTS

COMPARE = ["compare", "tictactoe", "mc:20", "random", "--seed", "42", "-n"]
FPGAMES = [sys.executable, "-m", "fpgames"]
HEADER = ",".join(COLUMNS) + "\n"
MAIN = "import sys; from fpgames.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run a command with these lines for input; answer status, output, errors."""

    def run(*args: str, entries: str = "") -> tuple[int, str, str]:
        lines = iter(entries.splitlines())

        def ask(prompt: str) -> str:
            print(prompt, end="")
            entry = next(lines, None)
            if entry is None:
                raise EOFError
            if entry == "\x03":
                raise KeyboardInterrupt
            return entry

        monkeypatch.setattr("builtins.input", ask)
        status = command.main(args)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def rows(path: Path) -> list[list[str]]:
    """The rows of a match's file, without the times."""
    with path.open(newline="") as file:
        return [row[:-1] for row in csv.reader(file)]


class TestCompare:
    def test_the_table(self, run: Any) -> None:
        status, out, err = run(*COMPARE, "4")
        assert (status, err) == (0, "")
        lines = out.splitlines()
        assert lines[0] == "tictactoe, 4 games, seed 42"
        assert [line.split()[:3] for line in lines[2:]] == [
            ["mc:20", "first", "2"], ["mc:20", "second", "2"], ["mc:20", "both", "4"],
            ["random", "first", "2"], ["random", "second", "2"], ["random", "both", "4"],
            ["mean", "length", lines[-1].split()[2]],
        ]  # fmt: skip

    def test_the_seed_makes_the_match(self, run: Any, tmp_path: Path) -> None:
        for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
            run("compare", "tictactoe", "mc:9", "random", "-n", "5", "--seed", seed, "--csv", str(tmp_path / name))
        assert rows(tmp_path / "a") == rows(tmp_path / "b") != rows(tmp_path / "c")

    def test_without_a_seed_one_is_drawn_and_printed(self, run: Any, tmp_path: Path) -> None:
        _, out, _ = run("compare", "tictactoe", "random", "random", "-n", "3", "--csv", str(tmp_path / "a"))
        seed = out.splitlines()[0].split()[-1]
        run("compare", "tictactoe", "random", "random", "-n", "3", "--seed", seed, "--csv", str(tmp_path / "b"))
        assert rows(tmp_path / "a") == rows(tmp_path / "b")

    def test_a_row_can_be_replayed_by_play(self, run: Any, tmp_path: Path) -> None:
        run(*COMPARE, "3", "--csv", str(tmp_path / "match"))
        for row in rows(tmp_path / "match")[1:]:
            game = Played._make([*row, ""])
            _, out, _ = run("play", game.game, "--first", game.first, "--second", game.second, "--seed", str(game.seed))
            assert [line.split()[-1] for line in out.splitlines() if " plays " in line] == str(game.moves).split()


class TestCsv:
    def test_one_line_a_game(self, run: Any, tmp_path: Path) -> None:
        path = tmp_path / "match.csv"
        run(*COMPARE, "3", "--csv", str(path))
        header, *games = rows(path)
        assert tuple(header) == COLUMNS[:-1]
        assert [(row[0], tuple(row[2:4])) for row in games] == [
            (str(n), sides(("mc:20", "random"), n)) for n in (1, 2, 3)
        ]

    @pytest.mark.parametrize("kept", [0, 62, 120, 200, 10_000])
    def test_a_match_cut_off_anywhere_is_resumed(self, run: Any, tmp_path: Path, kept: int) -> None:
        whole, cut = tmp_path / "whole", tmp_path / "cut"
        _, full_table, _ = run(*COMPARE, "6", "--csv", str(whole))
        cut.write_bytes(whole.read_bytes()[:kept])
        status, out, _ = run(*COMPARE, "6", "--csv", str(cut), "--resume")
        assert status == 0
        assert rows(cut) == rows(whole)
        assert out.splitlines()[:-1] == full_table.splitlines()[:-1]

    def test_a_pipe_can_be_written_to(self, run: Any) -> None:
        status, _, err = run(*COMPARE, "1", "--csv", "/dev/null")
        assert (status, err) == (0, "")

    def test_resuming_what_was_not_begun_begins_it(self, run: Any, tmp_path: Path) -> None:
        assert run(*COMPARE, "2", "--csv", str(tmp_path / "new"), "--resume")[0] == 0
        assert len(rows(tmp_path / "new")) == 3

    def test_a_match_is_extended(self, run: Any, tmp_path: Path) -> None:
        run(*COMPARE, "6", "--csv", str(tmp_path / "whole"))
        run(*COMPARE, "2", "--csv", str(tmp_path / "part"))
        run(*COMPARE, "6", "--csv", str(tmp_path / "part"), "--resume")
        assert rows(tmp_path / "part") == rows(tmp_path / "whole")

    @pytest.mark.parametrize(
        ("args", "wrong"),
        [
            (COMPARE[:-1], "exists; add --resume"),
            ([*COMPARE, "2", "--resume"], "already holds 3 games; expected at most 2"),
            ([*COMPARE[:4], "--seed", "43", "--resume"], "game 1: its seed is"),
            (
                ["compare", "tictactoe", "random", "mc:20", "--seed", "42", "--resume"],
                "game 1: its first is 'mc:20'; in this match it is 'random'",
            ),
        ],
    )
    def test_another_match_is_left_as_it_is(self, run: Any, tmp_path: Path, args: list[str], wrong: str) -> None:
        path = tmp_path / "match.csv"
        run(*COMPARE, "3", "--csv", str(path))
        before = path.read_bytes()
        status, out, err = run(*args, "--csv", str(path))
        assert (status, out, path.read_bytes()) == (2, "", before)
        assert wrong in err
        assert err.count("\n") == 1

    @pytest.mark.parametrize(
        "content",
        [
            "a,b\n1,2\n",
            "no line end",
            "\n",
            "x",
            "\xff\xfe\n",
            HEADER + "x\rx\n",
            HEADER + "x" * 200_000 + "\n",
            HEADER + "1\n",
        ],
    )
    def test_a_file_of_something_else_is_left_as_it_is(self, run: Any, tmp_path: Path, content: str) -> None:
        path = tmp_path / "notes"
        path.write_bytes(content.encode("latin-1"))
        status, out, err = run(*COMPARE, "3", "--csv", str(path), "--resume")
        assert (status, out, path.read_bytes()) == (2, "", content.encode("latin-1"))
        assert err.count("\n") == 1

    def test_every_game_is_on_the_disk_before_the_next_is_played(
        self, run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "match.csv"
        on_disk = []

        def play(*args: Any, **options: Any) -> Any:
            on_disk.append(len(rows(path)) - 1)
            return play_one(*args, **options)

        monkeypatch.setattr(match, "play_one", play)
        run(*COMPARE, "4", "--csv", str(path))
        assert on_disk == [0, 1, 2, 3]

    def test_a_disk_that_fills_up_loses_no_finished_game(self, tmp_path: Path) -> None:
        path = tmp_path / "match.csv"
        limited = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024)); {MAIN}"
        done = subprocess.run(
            [sys.executable, "-c", limited, *COMPARE, "100", "--csv", str(path)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (2, f"fpgames: {path}: File too large\n")
        finished = int(done.stdout.splitlines()[4].split()[2])
        assert "mean length" in done.stdout
        assert path.read_text().count("\n") - 1 == finished > 3


class TestPlay:
    def test_a_person_against_a_bot(self, run: Any) -> None:
        status, out, _ = run("play", "tictactoe", "--second", "random", "--seed", "5", entries="4\n0\n8\n")
        assert status == 0
        assert out.startswith("you are X; q quits, ? helps\nrandom is O; seed 5\n...  012\n")
        assert "status: WinX\nyou won\nscore: you 1, random 0, drawn 0\nnew game (y/n) ? " in out
        assert out.count("random plays") == 2

    def test_two_persons(self, run: Any) -> None:
        status, out, _ = run("play", "tictactoe", entries="4\n0\n3\n7\n5\nn\n")
        assert status == 0
        assert out.startswith("player 1 is X; q quits, ? helps\nplayer 2 is O; q quits, ? helps\n")
        assert "seed" not in out
        assert "O..  012\nXXx  345\n.O.  678\nmoves:\nstatus: WinX\nplayer 1 won\n" in out
        assert out.endswith("score: player 1 1, player 2 0, drawn 0\nnew game (y/n) ? ")

    def test_the_next_game_is_begun_by_the_other_and_the_score_is_kept(self, run: Any) -> None:
        won, lost = "4\n0\n3\n7\n5\n", "8\n4\n0\n3\n7\n5\n"
        drawn = "0\n1\n2\n4\n3\n5\n7\n6\n8\n"
        entries = f"{won}y\n{won}maybe\n\nY\n{drawn}yes\n{lost}y\n{drawn}y\nQ\n"
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

    def test_a_long_answer_is_cut_short(self, run: Any) -> None:
        _, out, _ = run("play", "tictactoe", entries="4\n0\n3\n7\n5\n" + "no" * 60 + "\nNO\n")
        assert f"new game (y/n) ? '{'no' * 20}' is neither y nor n\nnew game (y/n) ? " in out
        assert out.count("player 1 is X") == 1

    def test_in_the_next_game_a_bot_draws_on(self, run: Any) -> None:
        """It begins the third game like the first, against the same answers, and plays another."""
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
        assert (
            "Y: j ? illegal move 9: columns are 0 to 6; legal moves: 0 1 2 3 4 5 6\nY: j ? 'x' is not a column; " in out
        )

    def test_draughts_is_asked_and_listed_as_people_write_it(self, run: Any) -> None:
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
        assert cli_play._entry("move ?", ["9-13", "10-14", "9-14"]) == "9-13"
        assert found == ["9-13 ", "9-14 ", None]
        assert readline.get_completer() is before
        monkeypatch.setitem(sys.modules, "readline", None)
        monkeypatch.setattr("builtins.input", lambda _: "4")
        assert cli_play._entry("move ?", ["4"]) == "4"

    def test_watching(self, run: Any) -> None:
        status, out, _ = run("play", "tictactoe", "--first", "mc:50", "--second", "random", "--seed", "1")
        assert status == 0
        assert "?" not in out

    @pytest.mark.parametrize("entries", ["", "4\n", "q\n", "4\n Q \n"])
    def test_leaving(self, run: Any, entries: str) -> None:
        status, out, err = run("play", "tictactoe", entries=entries)
        assert (status, err) == (0, "")
        assert "Win" not in out

    def test_bad_entries_are_explained_and_asked_again(self, run: Any) -> None:
        _, out, _ = run("play", "tictactoe", entries="4\n4\n9\nfoo\n\n0\n")
        assert "move ? illegal move 4; legal moves: 0 1 2 3 5 6 7 8\n" in out
        assert "move ? illegal move 9; legal moves: 0 1 2 3 5 6 7 8\n" in out
        assert "move ? 'foo' is not a cell; expected a number from 0 to 8\n" in out
        assert out.count("move ?") == 7
        assert out.count("status:") == 3


two_kings = replace(checkers.rules, name="two-kings", start=checkers.rules.read("B:WK1:BK32"))


def to_and_fro(_: Any) -> Any:
    """A bot for two kings."""
    return lambda p: State.from_value(checkers.rules.read_move("1-6" if p.second & 1 else "6-1"))


class TestAnalyse:
    def test_every_move_with_its_value_its_line_and_what_was_looked_at(self, run: Any) -> None:
        status, out, err = run("analyse", "tictactoe", "4,0 2", "--depth", "9")
        assert (status, err) == (0, "")
        assert out.startswith("O.X  012\n.X.  345\n...  678\n")
        _, header, *lines, best = out.splitlines()[5:]
        assert best == "best: 6"
        assert header == "move    value  minimax leaves  list leaves  window leaves  line"
        assert [line.split()[:2] for line in lines] == [[m, "0" if m == "6" else "1"] for m in "135678"]
        for line in lines:
            move, _, minimax, lists, window, *play = line.split()
            assert int(minimax) > int(lists) >= int(window)
            assert play[0] == move

    def test_moves_as_people_write_them(self, run: Any) -> None:
        position = ("--position", "W:WK47:B14,19,29,31,42", "--depth", "2")
        _, out, _ = run("analyse", "draughts", *position)
        assert "\n47x33x20x9x36    0.0133 " in out
        assert "move              value" in out
        for moves in ("47x36(14,29,31,42) 19-23", "47x20x36,19-23"):
            _, again, _ = run("analyse", "draughts", moves, *position)
            assert again.splitlines()[10].startswith("W:WK36:B23")
        assert run("analyse", "draughts", "47x20x36,47x1", *position)[2].startswith(
            "fpgames: illegal move 47x1; legal moves: 19-23 19-24"
        )

    def test_ever_deeper_until_the_seconds_are_spent(self, run: Any) -> None:
        _, first, _ = run("analyse", "tictactoe", "4,0,8", "--depth", "1")
        looked = "looked 1 moves ahead\n"
        _, found, _ = run("analyse", "tictactoe", "4,0,8", "--seconds", "0")
        assert looked in found
        assert found.replace(looked, "") == first
        began = time.monotonic()
        _, deeper, _ = run("analyse", "tictactoe", "4,0,8,2", "--seconds", "50")
        assert time.monotonic() - began < 25, "it stops at the end of every line"
        looked = "looked 5 moves ahead, to the end of every line\n"
        assert deeper.replace(looked, "") == run("analyse", "tictactoe", "4,0,8,2", "--depth", "9")[1] != deeper

    @pytest.mark.parametrize("name", sorted(GAMES))
    def test_every_game(self, run: Any, name: str) -> None:
        status, out, _ = run("analyse", name, "--depth", "2")
        assert status == 0
        board = game(name).show(game(name).start).count("\n") + 1
        assert len(out.splitlines()) == board + 2 + len(game(name).moves(game(name).start)) + 1

    def test_from_a_position(self, run: Any) -> None:
        _, by_digits, _ = run("analyse", "connect4", "2", "--position", "4455")
        _, by_moves, _ = run("analyse", "connect4", "3,3,4,4,2")
        shown = "\n".join(by_moves.splitlines()[:9])
        assert by_digits == by_moves == run("analyse", "connect4", "--position", shown)[1]
        assert by_moves.splitlines()[-1] == "best: 0 1 2 3 4 5 6"

    @pytest.mark.parametrize(
        ("args", "wrong"),
        [
            (["4,4"], "illegal move 4; legal moves: 0 1 2"),
            (["x"], "'x' is not a cell"),
            (["4,0,3,7,5"], "this game of tictactoe is over"),
            (["--depth", "0"], "cannot look 0 moves ahead; expected at least 1"),
            (["--seconds", "nan"], "cannot look ahead for nan seconds; expected a finite time, at least 0"),
            (["--seconds", "inf"], "cannot look ahead for inf seconds; expected a finite time, at least 0"),
            (["--seconds", "-1"], "cannot look ahead for -1.0 seconds; expected a finite time, at least 0"),
            (["--position", "XXX"], "expected three rows"),
            (["4", "--depth", "2", "0"], "unrecognized arguments: 0"),
        ],
    )
    def test_bad_input(self, run: Any, args: list[str], wrong: str) -> None:
        status, out, err = run("analyse", "tictactoe", *args)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert wrong in err


class TestPerft:
    def test_lines_of_each_length(self, run: Any) -> None:
        status, out, err = run("perft", "tictactoe", "4", "--depth", "3")
        assert (status, err) == (0, "")
        assert [line.split()[:2] for line in out.splitlines()[1:]] == [["1", "8"], ["2", "56"], ["3", "336"]]

    def test_compiled_once_it_is_slow(self, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(patience, "ENOUGH", 0)
        for name in ("connect4", "connect4-record"):
            _, out, _ = run("perft", name, "--depth", "4")
            assert [line.split()[1] for line in out.splitlines()[1:]] == ["7", "49", "343", "2401"]

    @pytest.mark.parametrize("terminal", [True, False])
    def test_a_terminal_that_waits_for_the_compiler_says_so(
        self, terminal: bool, run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        pytest.importorskip("numba", reason="numba is not installed (the extra fast)")
        from fpgames.compiled import disk, walks

        monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
        monkeypatch.setattr(disk, "_LOADED", {})
        monkeypatch.setattr(patience, "ENOUGH", 0)
        monkeypatch.setattr(patience, "_visited", {})
        monkeypatch.setattr(walks, "_ENTRIES", {})
        monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
        _, _, err = run("perft", "tictactoe", "--depth", "3")
        assert err == ("fpgames: compiling a search, which takes a few seconds\n" if terminal else "")

    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_divided_and_shared(self, run: Any, jobs: str) -> None:
        _, whole, _ = run("perft", "checkers", "--position", "W:W22,30:B10,18,K12", "--depth", "3")
        args = ("--position", "W:W22,30:B10,18,K12", "--depth", "3", "--divide", "--jobs", jobs)
        status, out, _ = run("perft", "checkers", *args)
        assert status == 0
        table, after = out.splitlines()[1:4], out.splitlines()[4:]
        assert [line.split()[:2] for line in table] == [line.split()[:2] for line in whole.splitlines()[1:]]
        assert after == [f"22x6: {table[-1].split()[1]}"]

    def test_a_worker_that_dies(self, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        def dies(*_: object) -> Any:
            raise WorkerDied

        monkeypatch.setattr("fpgames.cli.perft.workers", dies)
        assert run("perft", "tictactoe") == (
            2,
            "moves           lines  seconds      lines/s\n",
            "fpgames: a worker died\n",
        )

    @pytest.mark.parametrize("args", [("--depth", "0"), ("--jobs", "0"), ("--jobs", "257")])
    def test_bad_input(self, run: Any, args: tuple[str, ...]) -> None:
        assert run("perft", "tictactoe", *args)[0] == 2


class TestLists:
    def test_games(self, run: Any) -> None:
        status, out, err = run("games")
        assert (status, err) == (0, "")
        assert [line.split()[0] for line in out.splitlines()] == sorted(GAMES)
        assert "connect4            Connect Four; other sizes: connect4:WIDTH,HEIGHT,ALIGN\n" in out

    def test_bots(self, run: Any) -> None:
        status, out, _ = run("bots")
        assert status == 0
        assert [line.split()[0] for line in out.splitlines()] == [ALL_BOTS[name].usage for name in sorted(ALL_BOTS)]

    def test_version_and_help(self, run: Any) -> None:
        assert run("--version") == (0, f"fpgames {__version__}\n", "")
        assert "compare" in run("--help")[1]

    def test_as_a_module(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        monkeypatch.setattr(sys, "argv", ["fpgames", "games"])
        with pytest.raises(SystemExit) as finished:
            runpy.run_module("fpgames", run_name="__main__")
        assert finished.value.code == 0
        assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == sorted(GAMES)


@pytest.mark.parametrize(
    ("args", "wrong"),
    [
        (["dance"], "invalid choice: 'dance'"),
        (["compare", "chess", "random", "random"], "unknown game 'chess'; games: checkers, connect4"),
        (["play", "chess"], "unknown game 'chess'; games: checkers, connect4"),
        (["compare", "tictactoe", "random", "alice"], "unknown bot 'alice'; bots: alphabeta:D, alphabeta-random:D"),
        (["play", "tictactoe", "--first", "mc:"], "'' is not a number of random games; expected a whole number, at least 1"),
        (["compare", "tictactoe", "mc:0", "random"], "cannot play 0 random games; expected at least 1"),
        (["compare", "tictactoe", "random"], "the following arguments are required: BOT (see fpgames compare --help)"),
        (["compare", "tictactoe", "random", "random", "-n", "0"], "cannot play 0 games; expected at least 1"),
        (["compare", "tictactoe", "random", "random", "-n", "-3"], "cannot play -3 games; expected at least 1"),
        (["compare", "tictactoe", "random", "random", "-n", "many"], "argument -n: 'many' is not a whole number"),
        (["compare", "tictactoe", "random", "random", "--seed", "x"], "argument --seed: 'x' is not a whole number"),
        (["compare", "tictactoe", "random", "random", "-n", "1_0"], "argument -n: '1_0' is not a whole number"),
        (["compare", "tictactoe", "random", "random", "--see", "1"], "unrecognized arguments: --see 1"),
        (["compare", "tictactoe", "random", "random", "--resume"], "--resume continues a match: it needs"),
        (["compare", "tictactoe", "random", "random", "--resume", "--csv", "a"], "--resume continues a match: it needs"),
        ([*COMPARE, "1", "--csv", "/"], "/: not a file that holds a match"),
        ([*COMPARE, "1", "--csv", "/", "--resume"], "/: not a file that holds a match"),
        ([*COMPARE, "1", "--csv", "/nowhere/match.csv"], "/nowhere/match.csv: No such file or directory"),
        ([*COMPARE, "1", "--csv", "/proc/version", "--resume"], "/proc/version: "),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_and_status_2(run: Any, args: list[str], wrong: str) -> None:
    status, out, err = run(*args)
    assert (status, out) == (2, "")
    assert err.startswith("fpgames: ")
    assert wrong in err
    assert err.count("\n") == 1


class TestInterrupts:
    """Ctrl-C and closed pipes, sent to real processes."""

    def started(self, *args: str) -> subprocess.Popen[str]:
        listening = f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler); {MAIN}"
        return subprocess.Popen(
            [sys.executable, "-c", listening, *args],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    @staticmethod
    def wait_for(condition: Any) -> None:
        deadline = time.monotonic() + 60
        while not condition():
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def test_ctrl_c_in_compare_keeps_and_shows_the_finished_games(self, tmp_path: Path) -> None:
        path = tmp_path / "match.csv"
        process = self.started(*COMPARE, "1000000", "--csv", str(path))
        self.wait_for(lambda: path.exists() and path.read_text().count("\n") > 3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        finished = len(rows(path)) - 1
        assert process.returncode == 130
        assert out.startswith("tictactoe, 1000000 games, seed 42\n")
        assert out.splitlines()[4].split()[:3] == ["mc:20", "both", str(finished)]
        assert "mean length" in out
        assert err == f"fpgames: interrupted after {finished} of 1000000 games; --resume continues\n"

    def test_ctrl_c_in_play_leaves(self) -> None:
        process = self.started("play", "tictactoe")
        assert process.stdout is not None
        process.stdout.readline()
        while process.poll() is None:  # a signal between the last line and the question only counts with the next
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=2)
        _, err = process.communicate()
        assert (process.returncode, err) == (130, "")

    @pytest.mark.parametrize(
        "args", [["--help"], ["games"], [*COMPARE, "2"], ["play", "tictactoe", "--first", "random"]]
    )
    def test_a_reader_that_leaves_is_no_error(self, args: list[str]) -> None:
        reading, writing = os.pipe()
        os.close(reading)
        with open(writing, "w") as closed:
            process = subprocess.run(
                [*FPGAMES, *args],
                stdin=subprocess.DEVNULL,
                stdout=closed,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
                env={**os.environ, "PYTHONUNBUFFERED": ""},
            )
        assert (process.returncode, process.stderr) == (141, "")

    def test_a_huge_match_begins(self) -> None:
        process = self.started("compare", "tictactoe", "random", "random", "-n", str(10**9))
        assert process.stdout is not None
        assert process.stdout.readline().startswith("tictactoe, 1000000000 games")
        process.kill()
        process.communicate()

    def test_a_full_output_is_one_line(self) -> None:
        with open("/dev/full", "w") as full:
            process = subprocess.run([*FPGAMES, "games"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        assert (process.returncode, process.stderr) == (2, "fpgames: [Errno 28] No space left on device\n")

    def test_a_bar_on_a_terminal_and_none_in_a_pipe(self) -> None:
        pytest.importorskip("tqdm")
        ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (24, 80))
        subprocess.run([*FPGAMES, *COMPARE, "3"], stdout=subprocess.DEVNULL, stderr=theirs, check=True)
        os.close(theirs)
        assert b"3/3" in os.read(ours, 100_000)
        os.close(ours)
        piped = subprocess.run([*FPGAMES, *COMPARE, "3"], capture_output=True, text=True, check=True)
        assert piped.stderr == ""


def interrupt(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


class TestInProcess:
    """The same ends, raised in this process for the sake of coverage and of exactness."""

    @pytest.fixture
    def interrupted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The third game is interrupted."""
        played = iter([play_one] * 2)

        def play(*args: Any, **options: Any) -> Any:
            try:
                return next(played)(*args, **options)
            except StopIteration:
                raise KeyboardInterrupt from None

        monkeypatch.setattr(match, "play_one", play)

    @pytest.mark.usefixtures("interrupted")
    def test_an_interrupted_match(self, run: Any, tmp_path: Path) -> None:
        status, out, err = run(*COMPARE, "5", "--csv", str(tmp_path / "match"))
        assert (status, err) == (130, "fpgames: interrupted after 2 of 5 games; --resume continues\n")
        assert out.splitlines()[4].split()[:3] == ["mc:20", "both", "2"]
        assert len(rows(tmp_path / "match")) == 3

    def test_an_interrupt_while_a_game_is_written_waits(
        self, run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "match"

        class Interrupting(list[Any]):
            def append(self, game: Any) -> None:
                if game.number == 3:
                    signal.raise_signal(signal.SIGINT)
                super().append(game)

        monkeypatch.setattr(cli_ledger, "_games_on_disk", lambda *_: Interrupting())
        status, out, _ = run(*COMPARE, "5", "--csv", str(path))
        assert status == 130
        assert out.splitlines()[4].split()[:3] == ["mc:20", "both", "3"]
        assert len(rows(path)) == 4

    def test_a_match_interrupted_in_its_first_game(self, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(match, "play_one", interrupt)
        status, out, err = run(*COMPARE, "5")
        assert (status, out) == (130, "tictactoe, 5 games, seed 42\n")
        assert err == "fpgames: interrupted after 0 of 5 games\n"

    def test_an_interrupted_game(self, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(cli_play, "_ask", interrupt)
        assert run("play", "tictactoe")[0] == 130

    def test_without_the_extra_there_is_no_bar(self, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "tqdm", None)
        assert run(*COMPARE, "2")[0] == 0

    def test_ctrl_c_at_the_prompt_ends_its_line(self, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        status, out, _ = run("play", "tictactoe", entries="\x03")
        assert (status, out.endswith("move ? \n")) == (130, True)

    def test_closed_streams_are_empty_ones(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("stdin", "stdout", "stderr"):
            monkeypatch.setattr(sys, name, None)
        assert [command.main(args) for args in (["games"], ["play", "tictactoe"], ["dance"])] == [0, 0, 2]
        for name in ("stdin", "stdout", "stderr"):
            getattr(sys, name).close()

    @pytest.mark.parametrize("args", [["games"], [*COMPARE, "2"]])
    def test_a_closed_pipe(self, monkeypatch: pytest.MonkeyPatch, args: list[str]) -> None:
        def leave(*_: object, **__: object) -> None:
            raise BrokenPipeError

        monkeypatch.setattr("builtins.print", leave)
        monkeypatch.setattr(os, "dup2", lambda *_: None)
        assert command.main(args) == 141
