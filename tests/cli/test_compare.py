"""The command ``compare``: its table, its seed, and matches that are interrupted."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fpgames.cli import ledger
from fpgames.play import GameRecord, match
from tests.support.command import COMPARE, match_rows


def test_the_table(run: Any) -> None:
    status, out, err = run(*COMPARE, "4")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "tictactoe, 4 games, seed 42"
    assert [line.split()[:3] for line in lines[2:]] == [
        ["mc:20", "first", "2"], ["mc:20", "second", "2"], ["mc:20", "both", "4"],
        ["random", "first", "2"], ["random", "second", "2"], ["random", "both", "4"],
        ["mc:20", "against", "random:"], ["mean", "length", lines[-1].split()[2]],
    ]  # fmt: skip


def test_the_seed_makes_the_match(run: Any, tmp_path: Path) -> None:
    for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        run("compare", "tictactoe", "mc:9", "random", "-n", "5", "--seed", seed, "--csv", str(tmp_path / name))
    assert match_rows(tmp_path / "a") == match_rows(tmp_path / "b") != match_rows(tmp_path / "c")


def test_without_a_seed_one_is_drawn_and_printed(run: Any, tmp_path: Path) -> None:
    begun = ("compare", "tictactoe", "random", "random", "-n", "3", "--csv")
    _, out, _ = run(*begun, str(tmp_path / "a"))
    run(*begun, str(tmp_path / "b"), "--seed", out.splitlines()[0].split()[-1])
    assert match_rows(tmp_path / "a") == match_rows(tmp_path / "b")


def test_a_row_can_be_replayed_by_play(run: Any, tmp_path: Path) -> None:
    run(*COMPARE, "3", "--csv", str(tmp_path / "match"))
    for row in match_rows(tmp_path / "match")[1:]:
        game = GameRecord._make([*row, "", ""])
        _, out, _ = run("play", game.game, "--first", game.first, "--second", game.second, "--seed", str(game.seed))
        assert [line.split()[-1] for line in out.splitlines() if " plays " in line] == str(game.moves).split()


def interrupt(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def test_an_interrupted_match(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: Iterator[Any] = iter([match._play_from_seed, match._play_from_seed, interrupt])
    monkeypatch.setattr(match, "_play_from_seed", lambda *args, **options: next(played)(*args, **options))
    status, out, err = run(*COMPARE, "5", "--csv", str(tmp_path / "match"))
    assert (status, err) == (130, "fpgames: interrupted after 2 of 5 games; --resume continues\n")
    assert out.splitlines()[4].split()[:3] == ["mc:20", "both", "2"]
    assert len(match_rows(tmp_path / "match")) == 3
    monkeypatch.setattr(match, "_play_from_seed", interrupt)
    found = run(*COMPARE, "5")
    assert found == (130, "tictactoe, 5 games, seed 42\n", "fpgames: interrupted after 0 of 5 games\n")


def test_an_interrupt_while_a_game_is_written_waits(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupting(list[Any]):
        def append(self, game: Any) -> None:
            if game.number == 3:
                signal.raise_signal(signal.SIGINT)
            super().append(game)

    monkeypatch.setattr(ledger, "_load_games", lambda *_: Interrupting())
    status, out, _ = run(*COMPARE, "5", "--csv", str(tmp_path / "match"))
    assert status == 130
    assert out.splitlines()[4].split()[:3] == ["mc:20", "both", "3"]
    assert len(match_rows(tmp_path / "match")) == 4


def test_games_may_be_ended_as_draws(run: Any, tmp_path: Path) -> None:
    """They are counted, also after the match is resumed, and a match with another limit is another match."""
    match = [*COMPARE, "6", "--longest", "6", "--csv", str(tmp_path / "match")]
    _, out, _ = run(*match)
    assert out.splitlines()[-1].endswith("games were too long, and were ended as draws")
    _, again, _ = run(*match, "--resume")
    assert again.splitlines()[1:-2] == out.splitlines()[1:-2]
