"""Saved moves, which the bots of a match play again: of unchanged bots they are the same, and a change is found."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import count
from math import inf
from pathlib import Path
from typing import Any

import pytest

from fpgames import SplitMix, State
from fpgames.cli import saved_moves
from fpgames.cli.saved_moves import repeat_moves
from fpgames.games import tictactoe
from fpgames.play import BotWithState, GameRecord, compare, read_bot
from tests.support.command import COMPARE

Bots = tuple[tuple[str, Any], ...]
RULES: Any = tictactoe.rules
GEN = SplitMix.from_seed(1)


def record(bots: Bots, n: int) -> list[GameRecord]:
    return [*compare(RULES, bots, 1, range(1, n + 1), opening=2)]


def without(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(saved_moves, name, lambda *_: iter(()))


def choosing(index: Callable[[int], int]) -> Bots:
    """Return a bot that plays the move at an index, which depends on the number of legal moves, and a random bot."""

    def bot(p: Any) -> Any:
        moves = RULES.moves(p)
        return State.from_value(moves[index(len(moves))])

    return ("choosing", bot), ("random", read_bot(RULES, "random"))


class Turns:
    """A state of its own: how often a bot has moved in this game."""

    def __init__(self, gen: Any, n: int = 0) -> None:
        self.gen, self.n = gen, n

    def _replace(self, gen: Any) -> Turns:
        return Turns(gen, self.n)


def in_turn(p: Any) -> Any:
    """Play the first legal move, the second, and so on."""
    return State(lambda turns: (RULES.moves(p)[turns.n % len(RULES.moves(p))], Turns(turns.gen, turns.n + 1)))


MATCHES = (
    choosing(lambda n: 0),
    (("mc:20", read_bot(RULES, "mc:20")), ("alphabeta:3", read_bot(RULES, "alphabeta:3"))),
    (("in turn", BotWithState(in_turn, Turns)), ("mcts-reuse:9", read_bot(RULES, "mcts-reuse:9"))),
    choosing(lambda n: 0)[:1] * 2,
    (*choosing(lambda n: 0), ("in turn", BotWithState(in_turn, Turns))),
)


@pytest.mark.parametrize("bots", MATCHES)
@pytest.mark.parametrize("seconds", [inf, -1.0])
def test_bots_that_have_not_changed_repeat_their_moves(
    bots: Bots, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = record(bots, 12)
    monkeypatch.setattr(saved_moves, "SECONDS", seconds)
    n = repeat_moves(RULES, bots, games, None, GEN)
    assert n == 2 if seconds < 0 else n >= sum(game.length - 2 for game in games)


@pytest.mark.parametrize("ways", ["_single_moves", "_whole_games"])
def test_a_change_late_in_games_is_found(ways: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games = record(choosing(lambda n: 0), 20)
    monkeypatch.setattr(saved_moves, "SECONDS", inf)
    without(monkeypatch, ways)
    message = r"^game [0-9]+: its move [67] is '[0-8]'; played again, it is '[0-8]'; a bot has changed since, or does not repeat"
    with pytest.raises(ValueError, match=message):
        repeat_moves(RULES, choosing(lambda n: -1 if n in (3, 4) else 0), games, None, GEN)


def test_a_single_move_is_repeated_in_each_game(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = choosing(lambda n: 0)[:1] * 2
    games = record(bots, 20)
    monkeypatch.setattr(saved_moves, "SECONDS", inf)
    without(monkeypatch, "_whole_games")
    assert repeat_moves(RULES, bots, games, None, GEN) == 20
    assert repeat_moves(RULES, MATCHES[1][:1] * 2, record(MATCHES[1][:1] * 2, 3), None, GEN) == 0


@pytest.mark.parametrize("hundredths", range(1, 21))
def test_a_match_is_resumed_wherever_its_second_ends(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hundredths: int
) -> None:
    path = tmp_path / "match"
    again = [*COMPARE, "4", "--opening", "3", "--csv", str(path), "--resume"]
    run(*again)
    path.write_text(re.sub(r"[0-9.]+$", "0.05", path.read_text(), flags=re.MULTILINE))
    reads = partial(next, count())
    monkeypatch.setattr(saved_moves, "perf_counter", lambda: reads() * hundredths / 2000)
    monkeypatch.setattr(saved_moves, "SECONDS", 0.06)
    status, _, err = run(*again)
    assert status == 0
    assert re.fullmatch(r"fpgames: 4 games saved; the bots repeated [0-9]+ of their moves\n", err)


def test_an_interrupt_says_that_no_game_was_played(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> Any:
        raise KeyboardInterrupt

    again = [*COMPARE, "2", "--csv", str(tmp_path / "match"), "--resume"]
    run(*again)
    monkeypatch.setattr(saved_moves, "unfold_game", interrupt)
    assert run(*again)[::2] == (130, "fpgames: interrupted while saved moves were repeated\n")
