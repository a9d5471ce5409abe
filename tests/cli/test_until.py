"""Matches that a sequential test ends, openings from files, and tournaments: resumed, shared, and refused."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from fpgames.cli import ledger
from fpgames.cli.compare import _normalized_text
from fpgames.cli.progress import Bar
from fpgames.play import sprt
from tests.support.command import check_refused, match_rows

UNTIL = ["compare", "tictactoe", "mc:20", "random", "--until", "0,100", "--seed", "1"]
ROUND_ROBIN = ["tournament", "tictactoe", "mc:9", "random", "mc:3", "-n", "6", "--seed", "1"]


def test_a_match_ends_with_the_decision(run: Any, tmp_path: Path) -> None:
    status, out, err = run(*UNTIL, "--csv", str(tmp_path / "match"))
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == "tictactoe, seed 1, 2 random moves first"
    decision = (
        "decided after 30 games: normalized Elo 100 rather than 0 (found +238 ± 124, ratio 3.27 of -2.94 to 2.94), so"
    )
    assert f"{decision} mc:20 is stronger\n" in out
    assert len(match_rows(tmp_path / "match")) == 31
    _, out, _ = run(*shlex.split("compare tictactoe random mc:20 --until 0,100 --alpha 0.1 --beta 0.1 --seed 1"))
    assert "normalized Elo 0 rather than 100 (found -" in out
    assert out.count(", so random is not shown to be stronger\n") == 1
    for bounds, end in {
        "-200,-100": "",
        "-100,0": ", so random is weaker",
        "-9000,0": ", so random is not shown to be weaker",
    }.items():
        _, out, _ = run(*shlex.split(f"compare tictactoe random mc:20 --until={bounds} --seed 1"))
        assert f" to 2.94){end}\n" in out
    _, out, _ = run(*UNTIL, "-n", "4")
    assert "not decided after 4 games (ratio " in out
    _, out, _ = run(*UNTIL, "-n", "1")
    assert "not decided: no pair of games is finished" in out


@pytest.mark.parametrize("command", [UNTIL, ROUND_ROBIN])
def test_a_match_that_was_killed_is_resumed(run: Any, tmp_path: Path, command: list[str]) -> None:
    """Wherever its file was cut: the same games, and the same report but for the times."""
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    _, report, _ = run(*command, "--csv", str(whole))
    text = whole.read_bytes()
    for length in (0, len(ledger.HEADER), len(text) // 3, len(text) - 9, len(text)):
        cut.write_bytes(text[:length])
        status, out, _ = run(*command, "--csv", str(cut), "--resume")
        assert (status, match_rows(cut)) == (0, match_rows(whole))
        assert [line for line in out.splitlines() if "mean" not in line] == [
            line for line in report.splitlines() if "mean" not in line
        ]


@pytest.mark.slow
@pytest.mark.parametrize("command", [UNTIL, ROUND_ROBIN])
def test_any_number_of_workers_ends_at_the_same_game(run: Any, tmp_path: Path, command: list[str]) -> None:
    for jobs in ("1", "2", "3"):
        assert run(*command, "--jobs", jobs, "--csv", str(tmp_path / jobs))[0] == 0
    assert match_rows(tmp_path / "1") == match_rows(tmp_path / "2") == match_rows(tmp_path / "3")


def test_equal_results_have_no_normalized_elo() -> None:
    *_, state = sprt(0, 50)([4, 4, 4])
    assert _normalized_text(state) == ""
    *_, state = sprt(0, 50)([4, 2, 4])
    assert re.fullmatch(r"found \+[0-9]+ ± [0-9]+, ", _normalized_text(state))


def test_a_match_ends_where_its_games_repeat(run: Any) -> None:
    """Two bots without chance have one game for each side, and from two openings two."""
    match = ["compare", "tictactoe", "alphabeta:1", "minimax:1", "--until", "0,20", "--seed", "1"]
    _, out, _ = run(*match, "--opening", "0")
    assert "not decided after 6 games: the same games come again; --opening 4 or --openings FILE" in out
    _, out, _ = run(*match)
    assert "the same games come again" in out


def test_openings_of_a_file(run: Any, tmp_path: Path) -> None:
    path, match = tmp_path / "openings", tmp_path / "match"
    path.write_text("# two lines of moves and a position\n4 0\n\n8  # a corner\nXO./.X./...\n")
    command = [
        *["compare", "tictactoe", "mc:9", "random", "-n", "8", "--seed", "1", "--openings"],
        str(path),
        "--csv",
        str(match),
    ]
    status, out, err = run(*command)
    assert (status, err) == (0, "")
    assert out.startswith("tictactoe, 8 games, seed 1, 3 openings\n")
    rows = match_rows(match)[1:]
    assert [row[8] for row in rows] == [text for text in ("4 0", "8", "XO./.X./...", "4 0") for _ in range(2)]
    assert run(*command, "--resume")[0] == 0
    path.write_text("4 8\n")
    assert run(*command, "--resume")[2].endswith("its opening is '4 0'; in this match it is '4 8'\n")


def test_a_tournament_prints_its_standings_and_draws_the_ratings(run: Any, tmp_path: Path) -> None:
    status, out, err = run(*ROUND_ROBIN, "-o", str(tmp_path / "ratings.svg"))
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "tictactoe, 18 games, seed 1"
    assert [line.split()[0] for line in lines[2:5]] == ["1", "2", "3"]
    assert (tmp_path / "ratings.svg").read_text().startswith("<svg")
    run(*ROUND_ROBIN, "-o", str(tmp_path / "ratings.txt"))
    assert (tmp_path / "ratings.txt").read_text().splitlines() == lines[-3:]


def test_a_bot_with_a_state_plays_on_the_command_line(run: Any) -> None:
    status, out, _ = run(*["play", "tictactoe", "--first", "mcts-reuse:50", "--second", "mcts-reuse:20", "--seed", "1"])
    assert (status, out.splitlines()[-1]) == (0, "the first player won")
    status, out, _ = run(*["play", "tictactoe", "--first", "mcts-reuse:50", "--seed", "1"], entries="undo\nundo\nq\n")
    assert status == 0


def test_the_live_line_shows_points_elo_and_ratio(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from contextlib import contextmanager, nullcontext

    from fpgames.cli import matches

    shown: list[str] = []

    @contextmanager
    def progress(*_: object) -> Any:
        yield Bar(lambda n=1: None, nullcontext, lambda describe: shown.append(describe()))

    monkeypatch.setattr(matches, "progress", progress)
    run(*UNTIL)
    assert len(shown) == 15
    assert shown[-1] == "75.0%, Elo +191 (+59 to +327), ratio 3.27 of -2.94 to 2.94"


def test_wrong_arguments_are_refused(run: Any, tmp_path: Path) -> None:
    (tmp_path / "none").write_text("# nothing\n")
    (tmp_path / "wrong").write_text("4\n4 4\n")
    check_refused(run, "compare tictactoe random mc:9 --seed 1", {
        "--until 20": "'20' is not two numbers, the smaller one first, such as 0,20",
        "--until 20,0": "argument --until: '20,0' is not two numbers, the smaller one first",
        "--until 0,20 --alpha 0.7": "sprt cannot err with probability 0.7",
        "--alpha 0.1": "--alpha and --beta are errors of a test: they need its bounds, such as --until 0,20",
        f"--openings {tmp_path}/none": "an empty list of openings",
        f"--openings {tmp_path}/wrong": "the opening '4 4' is neither a line of moves (illegal move 4",
        f"--openings {tmp_path}/wrong --opening 2": "has all moves of the openings: leave out --opening",
        f"--openings {tmp_path}/missing": "No such file",
    })  # fmt: skip
    check_refused(run, "tournament tictactoe", {
        "random": "the bots are random; expected at least two, all different",
        "random mc:9 random": "expected at least two, all different",
        "random mc:9 -o ratings.png": "ratings.png: cannot draw ratings so; expected a name that ends with .svg or .txt",
    })  # fmt: skip
