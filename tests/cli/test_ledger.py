"""The file of a match: resumed wherever it was cut off, and left unchanged if it belongs to a different match."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from fpgames.cli import ledger
from fpgames.play import COLUMNS, match, sides
from tests.support.command import COMPARE, check_refused, match_rows


def test_one_line_a_game(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "match.csv"
    run(*COMPARE, "3", "--csv", str(path))
    header, *games = match_rows(path)
    assert tuple(header) == COLUMNS[:-1]
    assert [(row[0], tuple(row[2:4])) for row in games] == [(str(n), sides(("mc:20", "random"), n)) for n in (1, 2, 3)]


def test_a_match_cut_off_anywhere_is_resumed(run: Any, tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    _, table, _ = run(*COMPARE, "6", "--csv", str(whole))
    text = whole.read_bytes()
    for kept in (*range(0, len(ledger.HEADER), 7), len(ledger.HEADER) - 1, 120, 200, len(text)):
        cut.write_bytes(text[:kept])
        status, out, err = run(*COMPARE, "6", "--csv", str(cut), "--resume")
        assert (kept, status, match_rows(cut)) == (kept, 0, match_rows(whole))
        assert (" moves are saved; the bots repeated " in err) == (text[:kept].count(b"\n") > 1)
        assert out.splitlines()[:-1] == table.splitlines()[:-1]


def test_a_match_is_begun_or_extended(run: Any, tmp_path: Path) -> None:
    run(*COMPARE, "6", "--csv", str(tmp_path / "whole"))
    for games in ("2", "6"):
        assert run(*COMPARE, games, "--csv", str(tmp_path / "part"), "--resume")[0] == 0
        assert len(match_rows(tmp_path / "part")) == 1 + int(games)
    assert match_rows(tmp_path / "part") == match_rows(tmp_path / "whole")


def test_another_match_is_left_as_it_is(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "match.csv"
    run(*COMPARE, "3", "--csv", str(path))
    before = path.read_bytes()
    check_refused(run, f"compare tictactoe --csv {path}", {
        "mc:20 random --seed 42": "exists; add --resume",
        "mc:20 random --seed 42 -n 2 --resume": "already holds 3 games; expected at most 2",
        "mc:20 random --seed 43 --resume": "game 1: its seed is",
        "random mc:20 --seed 42 --resume": "game 1: its first is 'mc:20'; in this match it is 'random'",
    })  # fmt: skip
    assert path.read_bytes() == before


def test_a_file_of_something_else_is_left_as_it_is(run: Any, tmp_path: Path) -> None:
    path, header = tmp_path / "notes", ledger.HEADER
    for content in (
        "a,b\n1,2\n", "no line end", "\n", "x", "\xff\xfe\n", header + "x\rx\n", header + "x" * 200_000 + "\n", header + "1\n",
    ):  # fmt: skip
        path.write_bytes(content.encode("latin-1"))
        check_refused(run, f"{' '.join(COMPARE)} 3 --csv {path} --resume", {"": f"{path}: "})
        assert path.read_bytes() == content.encode("latin-1")


def test_a_device_can_be_written_to(run: Any) -> None:
    assert run(*COMPARE, "1", "--csv", "/dev/null")[::2] == (0, ""), "a pipe can be written to"


def test_a_match_that_is_being_written_is_left_alone(run: Any, tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    path = tmp_path / "match.csv"
    run(*COMPARE, "1", "--csv", str(path))
    with path.open() as writer:
        fcntl.flock(writer, fcntl.LOCK_EX)
        status, _, err = run(*COMPARE, "2", "--csv", str(path), "--resume")
    assert (status, err) == (2, f"fpgames: {path}: another process is writing this match\n")


def test_every_game_is_on_the_disk_before_the_next_is_played(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.csv"
    on_disk = []
    play_one = match._play_from_seed

    def play(*args: Any) -> Any:
        on_disk.append(len(match_rows(path)) - 1)
        return play_one(*args)

    monkeypatch.setattr(match, "_play_from_seed", play)
    run(*COMPARE, "4", "--csv", str(path))
    assert on_disk == [0, 1, 2, 3]


def test_a_game_changed_into_another_is_noticed(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match"
    again = [*COMPARE, "3", "--csv", str(path), "--resume"]
    run(*again)
    header, first, *others = path.read_text().splitlines()
    fields = first.split(",")
    other = next(line.split(",")[5:8] for line in others if line.split(",")[7] != fields[7])
    path.write_text("\n".join([header, ",".join([*fields[:5], *other, *fields[8:]]), *others, ""]))
    status, _, err = run(*again)
    assert status == 2
    changed = next(
        (n, *pair)
        for n, pair in enumerate(zip(other[2].split(), fields[7].split(), strict=False), 1)
        if pair[0] != pair[1]
    )
    assert re.search("game 1: its move {}, by (mc:20|random), is {!r}; played again, it is {!r}".format(*changed), err)
    assert "; a bot has changed since, or does not repeat its moves" in err


def test_a_row_that_denies_chance_is_noticed(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "match"
    again = [*COMPARE, "1", "--csv", str(path), "--resume"]
    run(*again)
    text = path.read_text()
    *fields, chance, searched, seconds = text.splitlines()[1].split(",")
    path.write_text("\n".join([text.splitlines()[0], ",".join([*fields, "0", searched, seconds]), ""]))
    status, _, err = run(*again)
    assert (chance, status) == ("1", 2)
    assert "game 1: its chance is '0'; played again, it is '1'" in err


def test_a_pipe_that_closes_is_no_file(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(*_: object) -> Any:
        raise BrokenPipeError

    monkeypatch.setattr(os, "dup2", lambda *_: None)
    monkeypatch.setattr(ledger, "HEADER", "")
    monkeypatch.setattr("csv.writer", lambda *_, **__: type("Writer", (), {"writerow": closed}))
    assert run(*COMPARE, "1", "--csv", str(tmp_path / "match"))[0] == 141
