"""The command ``solve``: the report of one position, files of positions, and every kind of invalid line."""

from __future__ import annotations

import io
import os
import re
import sys
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from fpgames.cli.solve import MIN_LINES_FOR_NUMBA
from fpgames.games import dots_and_boxes, nim, tictactoe
from fpgames.search import solve_backwards
from fpgames.solvers import Solver, read_table, registry, solver_of

WON = "4,0,3,7,5"
SOLVED_LINES = ["4\n", "4,0,2\n", "4,0,8,1\n"]
SOLVED = "4\t0\t0 2 6 8\n4,0,2\t0\t6\n4,0,8,1\t1\t2\n"
OWN: Solver[Any, Any] = solver_of(tictactoe.rules)


@pytest.fixture
def solve(run: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Solve these lines of standard input; return status, output without lines of play, errors."""

    def solve(*args: str, entries: str | bytes) -> tuple[int, str, str]:
        raw = entries if isinstance(entries, bytes) else entries.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        status, out, err = run("solve", *args, "--file", "-")
        return status, "".join("\t".join(line.split("\t")[:3]) + "\n" for line in out.splitlines()), err

    return solve


@pytest.fixture
def fail(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let the solver of tic-tac-toe solve some positions, and then raise an error."""

    def fail(error: BaseException, first: int = 0) -> None:
        solved = iter(range(first))

        def solve(p: int) -> Any:
            if next(solved, None) is None:
                raise error
            return OWN.solve(p)

        failing = OWN._replace(solve=solve, weak=lambda p: solve(p).score, score=lambda p: solve(p).score)
        monkeypatch.setattr(registry, "SOLVERS", {"tictactoe": lambda _: failing})

    return fail


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

    def test_only_the_score(self, run: Any) -> None:
        for game, moves in (("tictactoe", "4,0,8,1"), ("connect4:4,4,3", "0")):
            _, out, _ = run("solve", game, moves, "--score")
            _, whole, _ = run("solve", game, moves)
            assert next(line for line in out.splitlines() if line.startswith("score: ")) in whole

    def test_who_wins_and_when(self, run: Any) -> None:
        for args, score in (
            (("nim:1",), "score: 1, the first player wins in 1 move"),
            (("nim:1,1",), "score: -1, the second player wins in 2 moves"),
            (("tictactoe",), "score: 0, a draw"),
            (("dots-and-boxes:1,1",), "score: -1, the second player wins by 1"),
            (("tictactoe", "--position", "XX.\nO.O\n..."), "score: 1, the first player wins in 1 move"),
            (("checkers", "--position", "B:W18:B14,K1"), "best: 14x23\nline: 14x23"),
            (("tictactoe", "4,0,8,1", "--weak"), "\nthe first player wins"),
        ):
            status, out, _ = run("solve", *args)
            assert status == 0
            assert f"{score}\n" in out
            assert ("best" in out) == ("--weak" not in args)

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

    def test_an_error_of_a_solver_or_an_interrupt_ends_it(self, run: Any, fail: Any) -> None:
        fail(ZeroDivisionError("by a solver"))
        status, _, err = run("solve", "tictactoe")
        assert (status, err.count("\n")) == (2, 1)
        assert "ZeroDivisionError: by a solver" in err
        for args in ((), ("--weak",), ("--score",), ("--moves",)):
            fail(KeyboardInterrupt())
            status, out, err = run("solve", "tictactoe", *args)
            assert (status, out) == (130, tictactoe.rules.show(tictactoe.rules.start) + "\n")
            weak = "" if args == ("--weak",) else "; --weak asks only who wins"
            assert re.fullmatch(rf"fpgames: interrupted after \d+\.\d s, before the position was solved{weak}\n", err)


class TestFile:
    def test_a_byte_order_mark_is_no_part_of_a_line(self, solve: Any) -> None:
        assert solve("tictactoe", entries="\ufeff" + "".join(SOLVED_LINES)) == (0, SOLVED, "")

    @pytest.mark.parametrize("lines", [1, MIN_LINES_FOR_NUMBA])
    def test_numba_is_imported_at_once_if_many_lines_follow(
        self, run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: int
    ) -> None:
        imported: list[str] = []
        monkeypatch.setattr("fpgames.cli.solve.has_numba", lambda: True)
        monkeypatch.setattr("fpgames.cli.solve.import_with_numba", imported.append)
        (tmp_path / "lines").write_text("0,3,1,4\n" * lines)
        status, _, err = run("solve", "tictactoe", "--file", str(tmp_path / "lines"))
        assert (status, err) == (0, "")
        assert imported == ["driver.walker"] * (lines == MIN_LINES_FOR_NUMBA)

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

    def test_lines_in_the_notation_of_the_game(self, solve: Any) -> None:
        _, out, _ = solve("connect4:3,4,3", entries="1212\n0,1,0,1\n")
        one, other = (line.split("\t")[1:] for line in out.splitlines())
        assert one == other
        status, out, err = solve("connect4:3,4,3", entries="1\n0\n1,\n11\n")
        assert (status, [line.split("\t")[0] for line in out.splitlines()]) == (1, ["0", "1,", "11"])
        assert err == "fpgames: line 1: 1 may be a position or a move; write the move with a comma: 1,\n"
        assert solve("checkers", entries="B:W18:B14,K1\n") == (0, "B:W18:B14,K1\t1\t14x23\n", ""), "it has commas"

    def test_moves_after_a_position(self, solve: Any) -> None:
        p = tictactoe.rules.read("X..\n.O.\n...")
        status, out, _ = solve("tictactoe", "--position", tictactoe.rules.show(p), entries="1\n8\n0\n")
        assert status == 1
        assert [line.split("\t")[0] for line in out.splitlines()] == ["1", "8"]

    def test_lines_begin_end_and_are_left_out_as_they_like(self, solve: Any) -> None:
        between = ["", "\n", "   \n", "# 4,4\n", "  # a remark\n", "#\n", "\r\n"]
        texts = [each.join(SOLVED_LINES) for each in between]
        texts += ["4\r\n4,0,2\r\n4,0,8,1\r\n", "4\n4,0,2\n4,0,8,1", "  4 \n\t4,0,2\n4,0,8,1\t\n"]
        assert {text: solve("tictactoe", entries=text) for text in texts} == dict.fromkeys(texts, (0, SOLVED, ""))
        assert solve("tictactoe", entries="") == (0, "", "")
        for option in ("--weak", "--score"):
            assert solve("tictactoe", option, entries="4\n4,0,8,1\n") == (0, "4\t0\n4,0,8,1\t1\n", "")

    def test_files_of_every_kind(self, run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """One with a byte order mark, a stream that cannot be configured, a pipe by its name; without the bar, too."""
        path = tmp_path / "positions"
        path.write_bytes(b"\xef\xbb\xbf4\n")
        os.mkfifo(pipe := tmp_path / "pipe")
        writer = Thread(target=pipe.write_text, args=("4\n",))
        writer.start()
        monkeypatch.setattr(sys, "stdin", io.StringIO("4\n"))
        for name in (str(path), str(pipe), "-"):
            assert run("solve", "tictactoe", "--weak", "--file", name) == (0, "4\t0\n", "")
        writer.join()
        monkeypatch.setitem(sys.modules, "tqdm", None)
        assert run("solve", "tictactoe", "--weak", "--file", str(path)) == (0, "4\t0\n", "")

    @pytest.mark.slow
    def test_a_bad_line_is_named_and_the_rest_is_solved(self, solve: Any) -> None:
        small = "connect4:3,4,3"
        cases: list[tuple[str, str | bytes, str]] = [
            ("tictactoe", "x", "as moves: 'x' is not a cell"),
            ("tictactoe", "4,4", "as moves: illegal move 4; legal moves: 0 1 2"),
            ("tictactoe", WON, "no move to choose: this game of tictactoe is over"),
            ("tictactoe", f"{WON},8", "as moves: illegal move 8; the game is over"),
            ("tictactoe", ",", "as moves: ',' is not a cell"),
            ("tictactoe", b"\xff\xfe", "as moves: "),
            ("tictactoe", "\0", "as moves: "),
            ("tictactoe", "4" * 5000, "as moves: "),
            (small, "11111", "as a position: character 5 of '11111', '1', cannot be played: column 1 is full"),
            (small, "1212121", "as a position: character 6 of '1212121', '2', cannot be played: the game is over"),
            (small, "12121", "no move to choose: this game of connect4:3,4,3 is over"),
            (small, "19", "as a position: character 2 of '19', '9', is not a column; expected 1 to 3"),
            ("hex:2", "a1 a1", "as moves: illegal move a1"),
        ]
        for game, line, wrong in cases:
            good = {"hex:2": "a1"}.get(game, "0,1")
            bad = line if isinstance(line, bytes) else line.encode()
            status, out, err = solve(game, entries=f"# first\n{good}\n".encode() + bad + f"\n\n{good}\n".encode())
            assert (line, status, [each.split("\t")[0] for each in out.splitlines()]) == (line, 1, [good, good])
            assert err.startswith("fpgames: line 3: ")
            assert wrong in err
            assert (err.count("\n"), err[:-1].isprintable(), len(err) < 350) == (1, True, True)

    def test_an_error_of_the_solver_is_that_of_its_line(self, solve: Any, fail: Any) -> None:
        fail(ZeroDivisionError("found"), 2)
        status, out, err = solve("tictactoe", entries="4\n4,0,2\n4,0\n")
        assert (status, out.count("\n"), err.count("\n")) == (1, 2, 1)
        assert "fpgames: line 3: ZeroDivisionError: found (" in err
        fail(ValueError("4" * 400))
        assert solve("tictactoe", entries="4\n") == (1, "", f"fpgames: line 1: {'4' * 300}\n")
        fail(ValueError(), 1)
        status, _, err = solve("tictactoe", entries="4\n4,0\n")
        assert status == 1
        assert "line 2: ValueError" in err, "an error without words has its name"

    def test_what_is_solved_stays(self, solve: Any, fail: Any) -> None:
        fail(KeyboardInterrupt(), 2)
        status, out, err = solve("tictactoe", entries="4\n4,4\n4,0,2\n4,0\n4,1\n")
        assert (status, out) == (130, "".join(SOLVED.splitlines(keepends=True)[:2]))
        assert re.fullmatch(r"fpgames: interrupted after \d+\.\d s, in line 4; 2 solved", err.splitlines()[-1])
        fail(MemoryError(), 1)
        status, out, err = solve("tictactoe", entries="4\n4,0,2\n4,0\n")
        assert (status, out.count("\n"), err.count("\n")) == (2, 1, 1)
        assert "out of memory" in err


def test_commands_write_and_read_a_table(run: Any, tmp_path: Path) -> None:
    rules, file = nim.heaps(1, 2, 3), tmp_path / "table"
    assert run("solve", "nim:1,2,3", "--table", f"{file}") == (
        0,
        f"{file}: 40 positions; the second player wins in 6 moves\n",
        "",
    )
    assert read_table(rules, file.read_text()) == solve_backwards(rules, [rules.start])
    analyse: Any = partial(run, "analyse", "nim:1,2,3")
    assert analyse("a1", "--search", f"perfect:{file}")[1].endswith("best: c1\n")
    assert run("play", "nim:1,2,3", "--first", "random", "--second", f"perfect:{file}", "--seed", "1")[1].endswith(
        "the second player won\n"
    )
    file.write_bytes(file.read_bytes().replace(b"-1", b"\xff", 1))
    for status, out, err in (
        analyse("--search", f"perfect:{file}"),
        run("compare", "nim:1,2,3", "random", f"perfect:{file}", "-n", "2"),
    ):
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert err.startswith(f"fpgames: {file}: the first line is 'nim:1,2,3 solved backwards, sha256 ")
    assert (
        analyse("--search", f"perfect:{file}", "--depth", "3")[2]
        == f"fpgames: --depth is for a search, but perfect:{file} looks values up: leave out --depth\n"
    )
    assert run("solve", "mnk:2,2,3", "--table", f"{file}")[1].endswith(" positions; a draw\n")
    assert (
        run("solve", "nim", "--table", f"{tmp_path / 'no'}/table")[2]
        == f"fpgames: {tmp_path / 'no'}: No such file or directory\n"
    )
    assert "leave out --file or --table" in run("solve", "nim", "--file", "-", "--table", f"{file}")[2]
