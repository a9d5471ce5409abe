"""The command ``analyse``: the value of every move, from any position, within a time limit."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest

from fpgames.cli import analyse as cli_analyse
from fpgames.games import game, tictactoe
from tests.support.games import WITHOUT_CHANCE


@pytest.mark.slow
def test_every_move_with_its_value_its_line_and_what_was_looked_at(run: Any) -> None:
    status, out, err = run("analyse", "tictactoe", "4,0 2", "--depth", "9")
    assert (status, err) == (0, "")
    assert out.startswith("O.X  012\n.X.  345\n...  678\n")
    _, explained, header, *lines, best = out.splitlines()[5:]
    assert explained.startswith("leaves are those examined by minimax, and by alpha-beta on lists")
    assert best == "best: 6"
    assert header == "move    value  minimax leaves  list leaves  window leaves  line"
    assert [line.split()[:2] for line in lines] == [[m, "0" if m == "6" else "1"] for m in "135678"]
    for line in lines:
        move, _, minimax, lists, window, *play = line.split()
        assert int(minimax) > int(lists) >= int(window)
        assert play[0] == move


def test_moves_are_shared_between_workers(run: Any) -> None:
    args = ("analyse", "tictactoe", "4,0", "--depth", "4")
    assert run(*args, "--jobs", "2") == run(*args)


def test_moves_as_people_write_them(run: Any) -> None:
    position = ("--position", "W:WK47:B14,19,29,31,42", "--depth", "2")
    _, out, _ = run("analyse", "draughts", *position)
    assert "\n47x33x20x9x36    0.0133 " in out
    assert "move              value" in out
    for moves in ("47x36(14,29,31,42) 19-23", "47x20x36,19-23"):
        _, again, _ = run("analyse", "draughts", moves, *position)
        assert again.splitlines()[10].startswith("W:WK36:B23")
    _, _, wrong = run("analyse", "draughts", "47x20x36,47x1", *position)
    assert wrong.startswith("fpgames: illegal move 47x1; legal moves: 19-23 19-24")


def test_ever_deeper_until_the_seconds_are_spent(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    _, first, _ = run("analyse", "tictactoe", "4,0,8", "--depth", "1")
    looked = "looked 1 moves ahead\n"
    _, found, _ = run("analyse", "tictactoe", "4,0,8", "--seconds", "0")
    assert looked in found
    assert found.replace(looked, "") == first
    with monkeypatch.context() as patched:
        times = iter([0.0] * (1 + 6))  # of the beginning, and of six moves at the second depth
        patched.setattr(cli_analyse, "perf_counter", lambda: next(times, 1e9))
        _, deeper, _ = run("analyse", "tictactoe", "4,0,8", "--seconds", "1")
    looked = "looked 2 moves ahead\n"
    assert deeper.replace(looked, "") == run("analyse", "tictactoe", "4,0,8", "--depth", "2")[1] != deeper
    began = time.monotonic()
    _, deeper, _ = run("analyse", "tictactoe", "4,0,8,2", "--seconds", "50")
    assert time.monotonic() - began < 25, "it stops at the end of every line"
    looked = "looked 5 moves ahead, to the end of every line\n"
    assert deeper.replace(looked, "") == run("analyse", "tictactoe", "4,0,8,2", "--depth", "9")[1] != deeper


@pytest.mark.slow
def test_every_game(run: Any) -> None:
    for name in sorted(WITHOUT_CHANCE):
        status, out, _ = run("analyse", name, "--depth", "2")
        board = game(name).show(game(name).start).count("\n") + 1
        found = len(out.splitlines())
        assert (name, status, found) == (name, 0, board + 3 + len(game(name).moves(game(name).start)) + 1)


def test_from_a_position(run: Any) -> None:
    _, by_digits, _ = run("analyse", "connect4", "2", "--position", "4455", "--depth", "3")
    _, by_moves, _ = run("analyse", "connect4", "3,3,4,4,2", "--depth", "3")
    shown = "\n".join(by_moves.splitlines()[:9])
    numbered = "columns are numbered from 0 here, but from 1 in --position 4455, which are the moves 3 3 4 4\n"
    assert numbered in by_digits
    assert (
        by_digits.replace(numbered, "")
        == by_moves
        == run("analyse", "connect4", "--position", shown, "--depth", "3")[1]
    )
    assert by_moves.splitlines()[-1] == "best: 0 1 2 3 4 5 6"


def test_moves_stand_anywhere(run: Any) -> None:
    args = ["tictactoe", "--depth=5", "--position=X..\n.O.\n..."]
    found = [run("analyse", *args[:n], "8", *args[n:]) for n in (1, 2, 3)]
    assert found == [(0, found[0][1], "")] * 3
    behind, before = (run("analyse", "tictactoe", *each, "--depth", "5") for each in (["--depth", "5", "4,0"], ["4,0"]))
    assert behind[1] == before[1]


def test_values_that_are_no_numbers(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    static: Any = lambda p: (tictactoe.static(p), 0)  # noqa: E731
    monkeypatch.setattr("fpgames.cli.lookup.GAMES", {"tictactoe": replace(tictactoe.rules, static=static)})
    status, out, _ = run("analyse", "tictactoe", "--depth", "1")
    assert status == 0
    assert " (0, 0) " in out
