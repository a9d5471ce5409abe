"""The command ``solve``: a position in words, a file of positions, and every kind of line that is none."""

from __future__ import annotations

import io
import os
import pty
import re
import signal
import subprocess
import sys
import termios
from pathlib import Path
from threading import Thread, Timer
from typing import Any

import pytest

from fpgames.games import dots_and_boxes, tictactoe
from fpgames.solvers import Solver, registry, solver_of
from tests.cli.test_cli import FPGAMES, MAIN
from tests.cli.test_cli import run as run  # the fixture
from tests.package.test_layers import ROOT

WON = "4,0,3,7,5"
SOLVED = "\n".join(["4\t0\t0 2 6 8", "4,0,2\t0\t6", "4,0,8,1\t1\t2"]) + "\n"


@pytest.fixture
def solve(run: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Solve these lines of standard input; return status, output without lines of play, errors."""

    def solve(*args: str, entries: str | bytes) -> tuple[int, str, str]:
        raw = entries if isinstance(entries, bytes) else entries.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        status, out, err = run("solve", *args, "--file", "-")
        return status, "".join("\t".join(line.split("\t")[:3]) + "\n" for line in out.splitlines()), err

    return solve


class TestPosition:
    def test_a_position_in_words(self, run: Any) -> None:
        status, out, err = run("solve", "tictactoe", "4,0,8,1")
        assert (status, err) == (0, "")
        board = tictactoe.rules.show(tictactoe.rules.read("OO.\n.X.\n..X"))
        *shown, score, best, line, nodes, seconds = out.splitlines()
        assert "\n".join(shown) == board
        assert (score, best) == ("score: 1, the first player wins in 3 moves", "best: 2")
        assert re.fullmatch(r"line: 2 (5 6|6 5)|line: 2 \d [56]", line)
        assert re.fullmatch(r"nodes: \d+", nodes)
        assert re.fullmatch(r"\d+\.\d\d s", seconds)

    def test_the_page_shows_what_is_printed(self, run: Any) -> None:
        _, out, _ = run("solve", "tictactoe", "4,0,8,1")
        page = (ROOT / "docs/reference/command-line.md").read_text()
        assert f"```text\n{out.rpartition('nodes')[0]}" in page
        assert out.splitlines()[-2] in page

    def test_who_wins_and_when(self, run: Any) -> None:
        for args, score in (
            (("nim:1",), "score: 1, the first player wins in 1 move"),
            (("nim:1,1",), "score: -1, the second player wins in 2 moves"),
            (("tictactoe",), "score: 0, a draw"),
            (("dots-and-boxes:1,1",), "score: -1, the second player wins by 1"),
            (("tictactoe", "--position", "XX.\nO.O\n..."), "score: 1, the first player wins in 1 move"),
        ):
            status, out, _ = run("solve", *args)
            assert status == 0
            assert score in out.splitlines()

    def test_the_lines_are_those_of_the_solver(self, run: Any) -> None:
        rules = dots_and_boxes.sized(1, 1)
        _, out, _ = run("solve", rules.name, "--moves")
        solution = solver_of(rules).solve(rules.start)
        names = [rules.show_move_in(rules.start, move) for move in solution.moves]
        lines = out.splitlines()
        assert f"best: {' '.join(names)}" in lines
        assert f"nodes: {solution.nodes}" in lines
        assert lines[-6] == "move  value"
        assert lines[-5:-1] == [f"{name:<4}     -1  the second player wins" for name in names]

    def test_moves_are_written_as_people_write_them(self, run: Any) -> None:
        _, out, _ = run("solve", "checkers", "--position", "B:W18:B14,K1")
        assert "best: 14x23\nline: 14x23\n" in out

    def test_weak(self, run: Any) -> None:
        status, out, _ = run("solve", "tictactoe", "4,0,8,1", "--weak")
        assert status == 0
        assert out.splitlines()[-2] == "the first player wins"
        assert "best" not in out

    @pytest.mark.parametrize(
        ("args", "wrong"),
        [
            (["4,4"], "illegal move 4; legal moves: 0 1 2"),
            (["x"], "'x' is not a cell"),
            ([WON], "this game of tictactoe is over"),
            (["--position", "XXX"], "expected three rows"),
            (["--weak", "--moves"], "--weak prints only who wins: leave out --weak or --moves"),
            (["4", "--file", "-"], "the positions are those of -: leave out --file or MOVES"),
            (["--file", "/nowhere/positions"], "/nowhere/positions: No such file or directory"),
            (["--file", "/"], "/: Is a directory"),
            (["--file"], "argument --file: expected one argument"),
        ],
    )
    def test_bad_input(self, run: Any, args: list[str], wrong: str) -> None:
        status, out, err = run("solve", "tictactoe", *args)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert wrong in err

    def test_a_position_in_place_of_moves(self, run: Any) -> None:
        wrong = "illegal move 4455: columns are 0 to 6; legal moves: 0 1 2 3 4 5 6; if it is a position, write --position 4455"
        assert run("solve", "connect4", "4455") == (2, "", f"fpgames: {wrong}\n")

    def test_no_position_is_solved_after_the_error_of_a_solver(self, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(registry, "SOLVERS", {"tictactoe": lambda _: failing(ZeroDivisionError("by a solver"))})
        status, _, err = run("solve", "tictactoe")
        assert (status, err.count("\n")) == (2, 1)
        assert "ZeroDivisionError: by a solver" in err


OWN: Solver[Any, Any] = solver_of(tictactoe.rules)


def failing(error: BaseException, first: int = 0) -> Solver[Any, Any]:
    """A solver of tic-tac-toe that solves some positions, and then raises an error."""
    solved = iter(range(first))

    def solve(p: int) -> Any:
        if next(solved, None) is None:
            raise error
        return OWN.solve(p)

    return OWN._replace(solve=solve, weak=lambda p: solve(p).score)


class TestFile:
    def test_one_line_for_each_position(self, solve: Any) -> None:
        assert solve("tictactoe", entries="4\n4,0,2\n4,0,8,1\n") == (0, SOLVED, "")

    def test_a_file_says_what_its_lines_say_alone(self, run: Any, tmp_path: Path) -> None:
        path = tmp_path / "positions"
        path.write_text("4,0\n")
        _, out, _ = run("solve", "tictactoe", "--moves", "--file", str(path))
        _, alone, _ = run("solve", "tictactoe", "4,0", "--moves")
        text, score, moves, line, values = out.removesuffix("\n").split("\t")
        assert (text, f"best: {moves}" in alone, f"line: {line}" in alone) == ("4,0", True, True)
        assert f"score: {score}, " in alone
        rows = [row.split()[:2] for row in alone.partition("move  value\n")[2].splitlines()[:-1]]
        assert [each.split("=") for each in values.split()] == rows

    def test_weak(self, solve: Any) -> None:
        assert solve("tictactoe", "--weak", entries="4\n4,0,8,1\n") == (0, "4\t0\n4,0,8,1\t1\n", "")

    def test_positions_in_the_notation_of_the_game(self, solve: Any) -> None:
        by_digits, by_moves = "12121", "0,1,0,1,0"
        _, out, _ = solve("connect4:3,4,3", entries=f"{by_digits[:-1]}\n{by_moves[:-2]}\n")
        one, other = (line.split("\t")[1:] for line in out.splitlines())
        assert one == other

    def test_what_may_be_a_position_or_a_move(self, solve: Any) -> None:
        status, out, err = solve("connect4:3,4,3", entries="1\n0\n1,\n11\n")
        assert (status, [line.split("\t")[0] for line in out.splitlines()]) == (1, ["0", "1,", "11"])
        assert err == "fpgames: line 1: 1 may be a position or a move; write the move with a comma: 1,\n"

    def test_a_position_whose_notation_has_commas(self, solve: Any) -> None:
        assert solve("checkers", entries="B:W18:B14,K1\n") == (0, "B:W18:B14,K1\t1\t14x23\n", "")

    def test_moves_after_a_position(self, solve: Any) -> None:
        p = tictactoe.rules.read("X..\n.O.\n...")
        status, out, _ = solve("tictactoe", "--position", tictactoe.rules.show(p), entries="1\n8\n0\n")
        assert status == 1
        assert [line.split("\t")[0] for line in out.splitlines()] == ["1", "8"]

    @pytest.mark.parametrize("between", ["\n", "   \n", "# 4,4\n", "  # a remark\n", "#\n", "\r\n"], ids=repr)
    def test_empty_lines_and_remarks_are_left_out(self, solve: Any, between: str) -> None:
        assert solve("tictactoe", entries=between.join(SOLVED_LINES)) == (0, SOLVED, "")

    @pytest.mark.parametrize(
        "entries", ["4\r\n4,0,2\r\n4,0,8,1\r\n", "4\n4,0,2\n4,0,8,1", "  4 \n\t4,0,2\n4,0,8,1\t\n"], ids=repr
    )
    def test_lines_end_as_they_like(self, solve: Any, entries: str) -> None:
        assert solve("tictactoe", entries=entries) == (0, SOLVED, "")

    def test_a_byte_order_mark_is_no_part_of_a_line(self, run: Any, tmp_path: Path) -> None:
        path = tmp_path / "positions"
        path.write_bytes(b"\xef\xbb\xbf4\n")
        assert run("solve", "tictactoe", "--weak", "--file", str(path)) == (0, "4\t0\n", "")

    def test_an_empty_file(self, solve: Any) -> None:
        assert solve("tictactoe", entries="") == (0, "", "")

    @pytest.mark.parametrize(
        ("game", "line", "wrong"),
        [
            ("tictactoe", "x", "as moves: 'x' is not a cell"),
            ("tictactoe", "4,4", "as moves: illegal move 4; legal moves: 0 1 2"),
            ("tictactoe", WON, "no move to choose: this game of tictactoe is over"),
            ("tictactoe", f"{WON},8", "as moves: illegal move 8; the game is over"),
            ("tictactoe", ",", "as moves: ',' is not a cell"),
            ("tictactoe", b"\xff\xfe", "as moves: "),
            ("tictactoe", "\0", "as moves: "),
            ("tictactoe", "4" * 5000, "as moves: "),
            ("connect4:3,4,3", "11111", "as a position: character 5 of '11111', '1', cannot be played: column 1 is full"),
            ("connect4:3,4,3", "1212121", "as a position: character 6 of '1212121', '2', cannot be played: the game is over"),
            ("connect4:3,4,3", "12121", "no move to choose: this game of connect4-3x4-3 is over"),
            ("connect4:3,4,3", "19", "as a position: character 2 of '19', '9', is not a column; expected 1 to 3"),
            ("hex:2", "a1 a1", "as moves: illegal move a1"),
        ],
    )  # fmt: skip
    def test_a_bad_line_is_named_and_the_rest_is_solved(
        self, solve: Any, game: str, line: str | bytes, wrong: str
    ) -> None:
        good = {"hex:2": "a1"}.get(game, "0,1")
        bad = line if isinstance(line, bytes) else line.encode()
        status, out, err = solve(game, entries=f"# first\n{good}\n".encode() + bad + f"\n\n{good}\n".encode())
        assert status == 1
        assert [each.split("\t")[0] for each in out.splitlines()] == [good, good]
        assert err.startswith("fpgames: line 3: ")
        assert wrong in err
        assert (err.count("\n"), err[:-1].isprintable(), len(err) < 350) == (1, True, True)

    def test_an_error_without_words_has_its_name(self, solve: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(registry, "SOLVERS", {"tictactoe": lambda _: failing(ValueError(), 1)})
        status, _, err = solve("tictactoe", entries="4\n4,0\n")
        assert status == 1
        assert "line 1: ValueError" in err or "line 2: ValueError" in err

    def test_an_error_of_the_solver_is_that_of_its_line(self, solve: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(registry, "SOLVERS", {"tictactoe": lambda _: failing(ZeroDivisionError("found"), 2)})
        status, out, err = solve("tictactoe", entries="4\n4,0,2\n4,0\n")
        assert (status, out.count("\n"), err.count("\n")) == (1, 2, 1)
        assert "fpgames: line 3: ZeroDivisionError: found (" in err

    def test_without_memory_it_ends(self, solve: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(registry, "SOLVERS", {"tictactoe": lambda _: failing(MemoryError(), 1)})
        status, out, err = solve("tictactoe", entries="4\n4,0,2\n4,0\n")
        assert (status, out.count("\n"), err.count("\n")) == (2, 1, 1)
        assert "out of memory" in err

    def test_a_stream_that_cannot_be_configured(self, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO("4\n"))
        assert run("solve", "tictactoe", "--weak", "--file", "-") == (0, "4\t0\n", "")

    def test_a_pipe_by_its_name(self, run: Any, tmp_path: Path) -> None:
        os.mkfifo(path := tmp_path / "pipe")
        writer = Thread(target=path.write_text, args=("4\n",))
        writer.start()
        assert run("solve", "tictactoe", "--weak", "--file", str(path)) == (0, "4\t0\n", "")
        writer.join()

    def test_a_stream_of_unknown_length(self) -> None:
        """That of a process, by a name: it cannot be read twice."""
        done = subprocess.run(
            [*FPGAMES, "solve", "tictactoe", "--weak", "--file", "/dev/stdin"],
            input="4\n4,0,8,1\n", capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert (done.stdout, done.stderr) == ("4\t0\n4,0,8,1\t1\n", "")


SOLVED_LINES = ["4\n", "4,0,2\n", "4,0,8,1\n"]


class TestInterrupts:
    def test_what_is_solved_stays(self, solve: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(registry, "SOLVERS", {"tictactoe": lambda _: failing(KeyboardInterrupt(), 2)})
        status, out, err = solve("tictactoe", entries="4\n4,4\n4,0,2\n4,0\n4,1\n")
        assert (status, out) == (130, "".join(SOLVED.splitlines(keepends=True)[:2]))
        assert re.fullmatch(r"fpgames: interrupted after \d+\.\d s, in line 4; 2 solved", err.splitlines()[-1])

    @pytest.mark.parametrize("args", [[], ["--weak"], ["--moves"]])
    def test_a_position_that_takes_too_long(self, run: Any, monkeypatch: pytest.MonkeyPatch, args: list[str]) -> None:
        monkeypatch.setattr(registry, "SOLVERS", {"tictactoe": lambda _: failing(KeyboardInterrupt())})
        status, out, err = run("solve", "tictactoe", *args)
        assert (status, out) == (130, tictactoe.rules.show(tictactoe.rules.start) + "\n")
        assert re.fullmatch(r"fpgames: interrupted after \d+\.\d s, before the position was solved\n", err)

    @pytest.mark.parametrize("args", [["connect4"], ["connect4", "--file", "-"]])
    def test_ctrl_c_in_a_search(self, args: list[str]) -> None:
        listening = f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler); {MAIN}"
        with subprocess.Popen(
            [sys.executable, "-c", listening, "solve", *args],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        ) as process:  # fmt: skip
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("232231731741656324313246425177771445\n44\n")
            process.stdin.flush()
            give_up = Timer(60, process.kill)
            give_up.start()
            process.stdout.readline()  # of the board, or of the line that is soon solved
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=60)
            give_up.cancel()
        assert process.returncode == 130
        assert re.search(r"fpgames: interrupted after \d+\.\d s, ", err)
        assert "Traceback" not in err

    def test_a_line_is_printed_as_soon_as_it_is_solved(self) -> None:
        with subprocess.Popen(
            [*FPGAMES, "solve", "tictactoe", "--weak", "--file", "-"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        ) as process:  # fmt: skip
            assert process.stdin is not None
            assert process.stdout is not None
            for line in SOLVED_LINES:
                process.stdin.write(line)
                process.stdin.flush()
                assert process.stdout.readline().startswith(line.strip())
            process.stdin.close()

    def test_a_reader_that_leaves_is_no_error(self) -> None:
        reading, writing = os.pipe()
        os.close(reading)
        with open(writing, "w") as closed:
            done = subprocess.run(
                [*FPGAMES, "solve", "tictactoe", "--file", "-"],
                input="4\n", stdout=closed, stderr=subprocess.PIPE, text=True, check=False,
            )  # fmt: skip
        assert (done.returncode, done.stderr) == (141, "")


def test_a_bar_on_a_terminal(tmp_path: Path) -> None:
    pytest.importorskip("tqdm")
    path = tmp_path / "positions"
    path.write_text("".join(SOLVED_LINES))
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    done = subprocess.run(
        [*FPGAMES, "solve", "tictactoe", "--weak", "--file", str(path)],
        stdout=subprocess.PIPE, stderr=theirs, check=True,
    )  # fmt: skip
    os.close(theirs)
    assert done.stdout == b"4\t0\n4,0,2\t0\n4,0,8,1\t1\n"
    assert b"3/3" in os.read(ours, 100_000)
    os.close(ours)


def test_without_the_extra_there_is_no_bar(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "positions"
    path.write_text("4\n")
    monkeypatch.setitem(sys.modules, "tqdm", None)
    assert run("solve", "tictactoe", "--weak", "--file", str(path)) == (0, "4\t0\n", "")


def test_the_perfect_bot(run: Any) -> None:
    status, out, _ = run("play", "tictactoe", "--first", "perfect", "--second", "perfect")
    assert (status, out.splitlines()[-1]) == (0, "a draw")
    status, out, err = run("play", "tictactoe", "--first", "perfect:9")
    assert (status, out) == (2, "")
    assert err == "fpgames: the bot 'perfect:9': nothing may follow its name; got ':9'; it is written perfect\n"
