"""Bots with a clock: the clock only chooses how far a bot searches, and the record of a game says how far it was."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from itertools import count
from math import inf
from pathlib import Path
from typing import Any

import pytest

from fpgames import Player
from fpgames.cli import clock, ledger
from fpgames.compiled import CannotCompile
from fpgames.games import game
from fpgames.play import GameRecord, compare, play_one, played_game
from tests.support.command import match_rows

BOTS = ("alphabeta", 0.02), ("mcts", 0.04)


def milliseconds(reads: Callable[[], int]) -> Callable[[], float]:
    """Return a clock that shows one more millisecond whenever it is read."""
    return lambda: reads() / 1000


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> Any:
        raise CannotCompile

    monkeypatch.setattr(clock, "jit", refuse)


def match_by(rules: Any, read_clock: Callable[[], float]) -> tuple[Any, list[GameRecord]]:
    players = tuple((f"{name}:9s", clock.clock_bot(rules, name, seconds, read_clock)) for name, seconds in BOTS)
    return players, list(compare(rules, players, 1, range(1, 3), opening=1))


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("name", ["tictactoe", "othello:4"])
def test_a_match_by_the_clock_is_replayed_by_its_record(name: str) -> None:
    rules = game(name)
    players, games = match_by(rules, milliseconds(partial(next, count())))
    for record in games:
        (_, first), (_, second) = clock.as_recorded(players, record)[:: 1 if record.number % 2 else -1]
        moves = play_one(rules, first, second, record.seed, opening=1)
        assert " ".join(map(rules.show_move, moves)) == record.moves
        assert ("Searched", record.searched) in played_game(rules, record).tags
        assert record.chance


@pytest.mark.usefixtures("interpreted")
def test_overruns_are_counted_for_each_bot() -> None:
    ticks = count()
    rules = game("tictactoe")
    _, games = match_by(rules, milliseconds(lambda: next(ticks) * 9))  # MCTS: at least 2 simulations
    assert clock.overruns(games).endswith(" took longer than 1.1 of the time and 10 ms\n")
    late = sum(record.searched.count("!") for record in games)
    assert sum(int(part.split(" of ")[0]) for part in clock.overruns(games).split(", ")) == late
    assert clock.overruns(game._replace(searched="") for game in games) == ""


@pytest.mark.usefixtures("interpreted")
def test_a_match_with_a_clock_says_so_and_is_resumed(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match.csv"
    words = ["compare", "tictactoe", "mcts", "random", "--move-time", "1", "--seed", "1", "--csv", str(path)]
    _, game_text, _ = run("play", "tictactoe", "--first", "mcts", "--second", "random", "--move-time", "1")
    assert game_text.count("; by a clock, so the seed alone does not repeat it\n") == 2
    _, out, _ = run(*words, "-n", "2")
    assert "seed 1; by a clock, so the seed alone does not repeat it" in out
    assert " moves of mcts:1ms took longer than 1.1 of the time and 10 ms\n" in out
    rows = match_rows(path)
    assert run(*words, "-n", "3", "--resume")[0] == 0
    assert match_rows(path)[:3] == rows
    monkeypatch.setattr(ledger, "REPLAY_SECONDS", inf)
    text = path.read_text()
    for wrong in ("7/1/", "7/", f"{rows[1][10][:-1]} 9/"):
        path.write_text(text.replace(rows[1][10], wrong))
        status, _, err = run(*words, "-n", "3", "--resume")
        assert (status, "game 1: " in err) == (2, True)


def test_a_time_is_read() -> None:
    assert [clock.seconds_of(name) for name in ("mcts:100ms", "alphabeta:2s", "mcts:9", "mc:9ms", "m:f:1ms")] == [
        0.1, 2.0, None, None, None,
    ]  # fmt: skip
    assert clock.with_move_time(["mcts", "mc:9", None], 50) == ["mcts:50ms", "mc:9", None]


@pytest.mark.parametrize(("name", "bot"), [("tictactoe", "alphabeta"), ("pig", "mcts")])
def test_both_players_search_before_the_clock_runs(name: str, bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    movers, rules = set(), game(name)

    def search_by(search: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def search_and_record(p: Any) -> Any:
            movers.add(rules.player(p))
            return search(p)

        return search_and_record

    monkeypatch.setattr(clock, "jit", search_by)
    clock.clock_bot(rules, bot, 1.0)
    assert movers == {*Player}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["alphabeta", "mcts"])
def test_nothing_is_compiled_while_the_clock_runs(name: str, caplog: pytest.LogCaptureFixture) -> None:
    rules = game("connect4:4,4,4")
    with caplog.at_level(logging.INFO, "fpgames"):
        bot = clock.clock_bot(rules, name, 0.001)
        assert caplog.records
        caplog.clear()
        play_one(rules, bot, bot, 1, opening=2)
    assert not caplog.records
