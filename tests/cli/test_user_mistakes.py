"""Mistakes of new users: mistyped words, a terminal instead of a file, positions of a different game."""

from __future__ import annotations

import io
import re
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fpgames import build_tree, count_leaves, map_tree, minimax
from fpgames.cli import status
from fpgames.cli.status import printable, showing_elapsed_time
from fpgames.games import tictactoe
from fpgames.search import count_nodes
from fpgames.tree.run import showing_count


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_help_and_undo_are_typed(run: Any) -> None:
    words = "help\n4\nundo\n0\nundo\nundo\nq"
    _, out, _ = run("play", "tictactoe", "--second", "random", "--seed", "1", entries=words)
    assert "moves: 0 1 2 3 4 5 6 7 8\nhint: " in out
    assert "undo takes your last move back; q quits" in out
    boards = out.split("status: ")
    assert len(boards) > 5
    # A move that is taken back leaves the game, and the bot's generator, as they were.
    words = "4\nundo\n4\nq"
    _, again, _ = run("play", "tictactoe", "--second", "random", "--seed", "1", entries=words)
    plays = [line for line in again.splitlines() if "random plays" in line]
    assert len(plays) == 2
    assert plays[0] == plays[1]


def test_a_tree_on_a_terminal_is_text_and_in_a_pipe_svg(
    run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    arguments = ("tree", "tictactoe", "4,0,2,5,3,6", "--depth", "1")
    _, piped, _ = run(*arguments)
    assert piped.startswith("<svg")
    terminal = Terminal()
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", terminal)
        run(*arguments)
    shown = terminal.getvalue()
    assert "<svg" not in shown
    assert [line.split()[1] for line in shown.splitlines() if "- " in line] == ["1", "7", "8"]
    run(*arguments, "-o", str(tmp_path / "tree.txt"))
    assert (tmp_path / "tree.txt").read_text() == shown


def test_those_who_wait_see_what_was_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(p: int) -> int:
        time.sleep(0.002)
        return tictactoe.static(p)

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(status, "max", lambda *_: 0.05, raising=False)
    tree = build_tree(tictactoe.rules)(tictactoe.rules.read("O.X\nXXO\nO..")) | map_tree(slowly)
    for count in (count_leaves, count_nodes):
        with showing_elapsed_time("leaves"):
            for _ in range(8):
                tree | count(minimax)
    with showing_elapsed_time("leaves"), showing_count(lambda: 0):
        time.sleep(0.2)
    lines = terminal.getvalue().splitlines()
    assert lines
    assert not any(", 0 leaves" in line for line in lines)
    assert all(line.startswith("fpgames: ") for line in lines)
    assert any(" leaves" in line for line in lines)


def test_a_game_does_not_reach_the_terminal_raw(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = tictactoe.rules
    escaping = replace(
        rules, show=lambda p: "\x1b[2J" + rules.show(p), show_move=lambda move: f"\x07{move}", prompt="\x1b]0;title\x07",
    )  # fmt: skip
    monkeypatch.setattr("fpgames.cli.lookup.GAMES", {"tictactoe": escaping})
    for command in (
        "play tictactoe --first random",
        "play tictactoe --first random --second random",
        "analyse tictactoe 4,0 --depth 1",
        "analyse tictactoe --search mcts:10",
        "tree tictactoe 4,0 --depth 1",
        "compare tictactoe random random -n 1 --seed 1",
        "perft tictactoe --depth 1 --divide",
    ):
        monkeypatch.setattr(sys, "stdin", io.StringIO("?\nundo\nq\n"))
        status_of, out, err = run(*command.split())
        assert status_of == 0, (command, err)
        assert not {"\x1b", "\x07"} & {*out, *err}, command
    assert printable("a\x1b[2J\tb\n\x9bc\u00e9") == "a\\x1b[2J\tb\n\\x9bc\u00e9"


def test_two_bots_play_a_game_that_does_not_end(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    passing = replace(tictactoe.rules, play=lambda p, _: p)
    monkeypatch.setattr("fpgames.cli.lookup.GAMES", {"tictactoe": passing})
    monkeypatch.setattr("fpgames.cli.play.MAX_PLAYOUT_MOVES", 10)
    status_of, out, err = run("play", "tictactoe", "--first", "random", "--second", "random")
    assert (status_of, out.count(" plays ")) == (2, 11)
    assert "expected rules whose games end" in err


MARKS = "a byte-order mark or carriage returns"


@pytest.mark.parametrize(("change", "what"), [
    (lambda data: b"\xef\xbb\xbf" + data, MARKS),
    (lambda data: data.replace(b"\n", b"\r\n"), MARKS),
    (lambda data: re.sub(rb"(?m)^(\d+),", rb'"\1",', data), "quotes that compare does not write"),
], ids=["BOM", "CRLF", "quotes"])  # fmt: skip
def test_a_match_that_another_program_has_rewritten(run: Any, tmp_path: Path, change: Any, what: str) -> None:
    path = tmp_path / "match"
    match = ("compare", "tictactoe", "random", "random", "--seed", "1", "--csv", str(path))
    run(*match, "-n", "2")
    path.write_bytes(change(path.read_bytes()))
    code, _, err = run(*match, "-n", "3", "--resume")
    assert code == 2
    assert f"{what}: another program has rewritten this match" in err
