"""The command ``fpgames``: its lists, its exit status, and its one-line errors."""

from __future__ import annotations

import io
import os
import random
import re
import runpy
import subprocess
import sys
from asyncio import CancelledError
from importlib.metadata import metadata
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from fpgames import __version__
from fpgames.cli import command
from fpgames.cli import play as cli_play
from fpgames.games import GAMES
from fpgames.solvers import ALL_BOTS
from tests.support.command import COMPARE

ADAPTERS = (
    "chess",
    "easyai",
    "openspiel",
    "pettingzoo",
    "pgx",
    "pydraughts",
)  # for games of other libraries, by their entry points


def test_games_and_bots(run: Any) -> None:
    status, out, err = run("games")
    assert (status, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == [*sorted(GAMES), *ADAPTERS]
    assert {*ADAPTERS} <= {*(metadata("fpgames").get_all("Provides-Extra") or ())}
    for name in ADAPTERS:
        assert f"{name:<18}  from fpgames.interop.{name}:library; needs pip install 'fpgames[{name}]'\n" in out
    assert "connect4            Connect Four; other sizes: connect4:WIDTH,HEIGHT,ALIGN\n" in out
    status, out, err = run("bots")
    assert (status, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == [
        *(ALL_BOTS[name].usage for name in sorted(ALL_BOTS)),
        *("alphabeta:T", "mcts:T"),
    ]


def test_help_imports_no_game() -> None:
    code = (
        "import sys; from fpgames.cli import main; main(['--help']); print({'fpgames.games', 'numba'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("set()\n")


def test_version_and_help(run: Any) -> None:
    assert run("--version") == (0, f"fpgames {__version__}\n", "")
    assert run() == run("--help")
    status, out, _ = run()
    assert status == 0
    assert "compare" in out


def test_as_a_module(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["fpgames", "games"])
    with pytest.raises(SystemExit) as finished:
        runpy.run_module("fpgames", run_name="__main__")
    assert finished.value.code == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [*sorted(GAMES), *ADAPTERS]


def test_what_others_raise_is_one_line(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "dup2", lambda *_: None)

    def ended_by(error: BaseException) -> tuple[int, str]:
        def faulty(*_: object, **__: object) -> None:
            raise error

        monkeypatch.setattr("fpgames.cli.analyse.analyse_move", faulty)
        status, _, err = run("analyse", "tictactoe")
        return status, err

    assert ended_by(MemoryError()) == (2, "fpgames: out of memory; expected a smaller depth\n")
    assert ended_by(BrokenPipeError()) == (141, "")
    assert ended_by(OSError(28, "No space")) == (2, "fpgames: [Errno 28] No space\n")
    unfinished = "before all moves were searched; a smaller --depth, or --seconds, takes less time\n"
    status, err = ended_by(KeyboardInterrupt())
    assert (status, re.sub("[0-9.]+ s", "T", err)) == (130, f"fpgames: interrupted after T, {unfinished}")
    for error in (ZeroDivisionError, SystemExit, CancelledError, pytest.fail.Exception):
        status, err = ended_by(error("of a game that others wrote"))
        assert status == 2
        assert re.fullmatch(rf"fpgames: {error.__name__}: of a game that others wrote \(\w+\.py, line \d+\)\n", err)


@pytest.mark.parametrize(("line", "function", "unfinished"), [
    ("analyse nim:2 --seconds 1", "analyse.analyse_move", "the time was over"),
    ("perft nim:2", "perft._count_lines", "all lines were counted"),
    ("solve nim:2", "solve._report_lines", "the position was solved; --weak asks only who wins; in Python, solve_backwards "),
    ("tree nim:2", "tree._trace_and_title", "the tree was drawn"),
])  # fmt: skip
def test_ctrl_c_says_what_is_not_finished(
    run: Any, monkeypatch: pytest.MonkeyPatch, line: str, function: str, unfinished: str
) -> None:
    monkeypatch.setattr(f"fpgames.cli.{function}", Mock(side_effect=KeyboardInterrupt))
    status, _, err = run(*line.split())
    assert status == 130
    assert re.sub("[0-9.]+ s", "T", err, count=1).startswith(f"fpgames: interrupted after T, before {unfinished}"), err


def test_ctrl_c_while_the_command_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow:
        def __getattr__(self, name: str) -> None:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "fpgames.cli.parser", Slow())
    assert command.main(["games"]) == 130


def test_closed_streams_are_empty_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    assert [command.main(args) for args in (["games"], ["play", "tictactoe"], ["dance"])] == [0, 0, 2]
    for name in ("stdin", "stdout", "stderr"):
        getattr(sys, name).close()


def test_a_closed_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("builtins.print", leave)
    monkeypatch.setattr(os, "dup2", lambda *_: None)
    assert [command.main(args) for args in (["games"], [*COMPARE, "2"])] == [141, 141]


@pytest.mark.slow
def test_a_bar_on_a_terminal(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("tqdm")
    (tmp_path / "positions").write_text("4\n4,0,2\n4,0,8,1\n")
    match = [*COMPARE, "4", "--csv", str(tmp_path / "match"), "--resume"]
    run(*COMPARE, "2", *match[-3:])
    commands = [
        ("4/4", match),
        ("400/400", ["analyse", "connect4", "--search", "mcts:400", "--seed", "1"]),
        ("3/3", ["solve", "tictactoe", "--weak", "--file", str(tmp_path / "positions")]),
    ]
    for counted, args in commands:
        with monkeypatch.context() as patched:
            patched.setattr(sys.stderr, "isatty", lambda: True)
            status, _, err = run(*args)
        assert (status, counted in err) == (0, True)
        status, _, err = run(*args)
        assert (status, counted in err) == (0, False)
    monkeypatch.setitem(sys.modules, "tqdm", None)
    for counted, args in commands:
        status, _, err = run(*args)
        assert (status, counted in err) == (0, False), "without the extra there is no bar"


COMMANDS = ["play", "compare", "analyse", "tree", "games", "bots", "", "--help", "--version", "perft", "solve"]
GAMES_AND_OTHERS = [
    "tictactoe", "tictactoe-record", "connect4", "connect4-record", "chess", "", ":", "os:path", "a:b:c", "é", "x" * 300,
]  # fmt: skip
BOTS = [
    "random", "mc:9", "mc:0", "mc:", "mc:x", "mc-bulk:20", "mcts:20", "mcts:1", "minimax:2", "alphabeta:2", "alphabeta-random:1", "alphabeta:-1",
    "", ":", "os:getcwd", "os:sep", "random:", "json:dumps", "ünïcode", "builtins:print",
]  # fmt: skip
OPTIONS = [
    "-n", "--jobs", "--seed", "--csv", "--resume", "--opening", "--first", "--second", "--depth", "--seconds", "--width",
    "--search", "-o", "--position", "--file", "--moves", "--weak", "--trees", "--help", "-h", "--", "-", "--nothing",
]  # fmt: skip
VALUES = [
    "0", "1", "2", "3", "-1", "99999999999999999999", "1e3", "nan", "inf", "0.01", "4,0,8", "4455", "4 0", "alphabeta", "minimax",
    "/", "/dev/null", "/nowhere/x.csv", "x.svg", "x.dot", "x.mmd", "x.txt", "match.csv", "XXX\nOO.\n...", "", "é", "random", "mc:5",
    "mcts", "mcts:20",
]  # fmt: skip
ENTRIES = [
    "4\n0\n3\n7\n5\nn\n", "q\n", "", "?\n4\n", "\udcff\n", "9\n9\n9\n", "y\n" * 50, "0\n1\n2\n3\n4\n5\n6\n7\n8\n" * 3,
]  # fmt: skip


def command_line(n: int) -> tuple[list[str], str]:
    draw = random.Random(n)
    args = [draw.choice(COMMANDS)] if draw.random() < 0.97 else []
    if draw.random() < 0.95:
        args.append(draw.choice(GAMES_AND_OTHERS[:4] if draw.random() < 0.8 else GAMES_AND_OTHERS))
    if args[:1] == ["compare"] and draw.random() < 0.95:
        args += [draw.choice(BOTS), draw.choice(BOTS), "-n", draw.choice(["1", "2", "5"])]
    for _ in range(draw.choice([0, 1, 1, 2, 3])):
        args.append(draw.choice(OPTIONS))
        if draw.random() < 0.8:
            args.append(draw.choice(BOTS if args[-1] in ("--first", "--second") else VALUES))
    return args, draw.choice(ENTRIES)


@pytest.mark.slow
@pytest.mark.parametrize("numbers", [range(150), pytest.param(range(150, 600), marks=pytest.mark.exhaustive)])
def test_no_random_line_of_a_command_ends_in_a_traceback(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, numbers: range
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "dup2", lambda *_: None)
    monkeypatch.setattr(cli_play, "HINT_SECONDS", 0.01)
    wrong = []
    for args, entries in map(command_line, numbers):
        if not re.search(r"--(depth|trees) 9|--seconds (1e3|[1-3])|^solve connect4", " ".join(args)):  # which take long
            monkeypatch.setattr(sys, "stdin", io.StringIO(entries))
            status, _, err = run(*args, entries=entries)
            if status not in (0, 1, 2) or (status == 2 and (err.count("\n") != 1 or not err.startswith("fpgames: "))):
                wrong.append((args, entries, status, err))
    assert not wrong, wrong
