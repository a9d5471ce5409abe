"""Saved moves, which the bots of a match play again: of unchanged bots they are the same, and a change is found."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import accumulate, count, cycle
from math import inf
from pathlib import Path
from typing import Any

import pytest

from fpgames import SplitMix, State
from fpgames.cli import saved_moves
from fpgames.cli.clock import ClockState, clock_bot
from fpgames.cli.saved_moves import repeat_moves
from fpgames.games import game, tictactoe
from fpgames.play import BotWithState, GameRecord, compare, read_bot
from fpgames.rules.outcomes import CHANCE
from fpgames.search import Deepened
from tests.support.command import COMPARE

Bots = tuple[tuple[str, Any], ...]
RULES: Any = tictactoe.rules
PIG: Any = game("pig")
GEN = SplitMix.from_seed(1)


def record(bots: Bots, n: int, rules: Any = RULES) -> list[GameRecord]:
    return [*compare(rules, bots, 1, range(1, n + 1), opening=2)]


def without(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(saved_moves, name, lambda *_: iter(()))
    monkeypatch.setattr(saved_moves, "SECONDS", inf)


def choosing(index: Callable[[int], int], rules: Any = RULES) -> tuple[str, Any]:
    """Return a bot that plays the legal move at an index, which depends on the number of legal moves."""

    def bot(p: Any) -> Any:
        moves = rules.moves(p)
        return State.from_value(moves[index(len(moves))])

    return "choosing", bot


class Turns:
    """A state of its own: how often a bot has moved in this game."""

    def __init__(self, gen: Any, n: int = 0) -> None:
        self.gen, self.n = gen, n

    def _replace(self, gen: Any) -> Turns:
        return Turns(gen, self.n)


def play_in_turn(p: Any) -> Any:
    """Play the first legal move, the second, and so on."""
    return State(lambda turns: (RULES.moves(p)[turns.n % len(RULES.moves(p))], Turns(turns.gen, turns.n + 1)))


def timed_bot(name: str) -> tuple[str, Any]:
    """Return a bot with a clock, by which it searches to depths that differ, and plays other moves at each."""
    times = accumulate(cycle((0.01, 0.3, 0.1, 0.02, 0.1, 0.05, 0.02)))

    def engine(rules: Any, stop: Any) -> Any:
        def results(p: Any) -> Any:
            moves = rules.moves(p)
            return (Deepened(n, moves[(n // 2) % len(moves)], 1, 1, stop()) for n in range(1, 99))

        return results

    return name, clock_bot(RULES, name, 0.5, engine, partial(next, times))


FIRST_MOVE, RANDOM = choosing(lambda n: 0), ("random", read_bot(RULES, "random"))
ALPHABETA, IN_TURN = ("alphabeta:3", read_bot(RULES, "alphabeta:3")), ("in turn", BotWithState(play_in_turn, Turns))
MATCHES: dict[str, tuple[Any, Bots]] = {
    "random": (RULES, (FIRST_MOVE, RANDOM)),
    "playouts": (RULES, (("mc:20", read_bot(RULES, "mc:20")), ALPHABETA)),
    "states": (RULES, (IN_TURN, ("mcts-reuse:9", read_bot(RULES, "mcts-reuse:9")))),
    "itself": (RULES, (FIRST_MOVE, FIRST_MOVE)),
    "tournament": (RULES, (FIRST_MOVE, RANDOM, IN_TURN)),
    "clocks": (RULES, (timed_bot("a:b"), timed_bot("a:c"))),
    "dice": (PIG, (("random", read_bot(PIG, "random")), choosing(lambda n: n // 2, PIG))),
}


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("seconds", [inf, -1.0])
def test_bots_that_have_not_changed_repeat_their_moves(
    match: str, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, bots = MATCHES[match]
    games = record(bots, 12, rules)
    monkeypatch.setattr(saved_moves, "SECONDS", seconds)
    n = repeat_moves(rules, bots, games, None, GEN)
    assert n == 2 if seconds < 0 else n >= sum(len([*saved_moves._turns(rules, game)]) for game in games)


@pytest.mark.parametrize(
    ("match", "moves"),
    [("itself", 20), ("clocks", 40), ("dice", 20), ("states", 0), ("random", 20), ("tournament", 14)],
)
def test_bots_that_need_the_position_alone_repeat_a_move_of_each_game(
    match: str, moves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, bots = MATCHES[match]
    without(monkeypatch, "_whole_games")
    assert repeat_moves(rules, bots, record(bots, 20, rules), None, GEN) == moves


def test_simulations_that_end_early_with_another_generator_are_not_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a game of few moves, whose search ends when its tree is solved."""

    def search(p: Any) -> Any:
        def draw(state: Any) -> Any:
            n, gen = state.gen.next_word()
            if state.planned is not None and int(state.planned[0]) != n % 9 + 1:
                raise ValueError("its searched has another number")
            return RULES.moves(p)[0], state._replace(gen=gen, searched=(*state.searched, str(n % 9 + 1)))

        return State(draw)

    bots = (("mcts:9s", BotWithState(search, ClockState)), FIRST_MOVE)
    without(monkeypatch, "_whole_games")
    assert repeat_moves(RULES, bots, record(bots, 9), None, GEN) == 9


def test_moves_of_chance_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, bots = MATCHES["dice"]
    games = record(bots, 3, rules)
    without(monkeypatch, "_single_moves")
    turns = [turn for game in games for turn in saved_moves._turns(rules, game)]
    assert {turn.player for turn in turns}.isdisjoint({CHANCE})
    assert repeat_moves(rules, bots, games, None, GEN) == len(turns) < sum(game.length for game in games)


@pytest.mark.parametrize("ways", ["_single_moves", "_whole_games"])
def test_a_change_late_in_games_is_found(ways: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games = record((FIRST_MOVE, RANDOM), 20)
    changed = choosing(lambda n: -1 if n in (3, 4) else 0)
    without(monkeypatch, ways)
    message = r"^game [0-9]+: its move [67], by choosing, is '[0-8]'; played again, it is '[0-8]'; a bot has changed since, or does"
    found = set()
    for seed in range(9):
        with pytest.raises(ValueError, match=message) as error:
            repeat_moves(RULES, (changed, RANDOM), games, None, SplitMix.from_seed(seed))
        found.add(str(error.value).partition(":")[0])
    assert len(found) > 2, "the games are drawn at random"


@pytest.mark.parametrize("ways", ["_single_moves", "_whole_games"])
def test_a_bot_that_plays_illegal_moves_now_is_found(ways: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games = record((FIRST_MOVE, FIRST_MOVE), 4)
    without(monkeypatch, ways)
    wrong = ("choosing", lambda p: State.from_value(str(RULES.moves(p)[0])))  # as text, it is the same
    with pytest.raises(ValueError, match=r"^game [1-4]: illegal move '[0-8]'"):
        repeat_moves(RULES, (wrong, wrong), games, None, GEN)


def test_another_opening_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "_single_moves")
    (game,) = record((FIRST_MOVE, FIRST_MOVE), 1)
    moves = game.moves.split()
    changed = game._replace(moves=" ".join([moves[1], moves[0], *moves[2:]]))
    with pytest.raises(ValueError, match=r"^game 1: it begins with '[0-8] [0-8]'; its seed, with '[0-8] [0-8]'$"):
        repeat_moves(RULES, (FIRST_MOVE, FIRST_MOVE), [changed], None, GEN)


@pytest.mark.parametrize(("seconds", "tick", "n"), [(0.1, 1, 2), (5, 1, 6), (30, 1, 10), (999, 0, 2)])
def test_it_takes_a_second_or_up_to_ten_if_games_are_long(
    seconds: float, tick: int, n: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [game._replace(seconds=seconds / 1.2, length=20) for game in record((FIRST_MOVE, FIRST_MOVE), 12)]
    ticks = partial(next, count())
    monkeypatch.setattr(saved_moves, "perf_counter", lambda: ticks() * tick)
    assert repeat_moves(RULES, (FIRST_MOVE, FIRST_MOVE), games, None, GEN) == n


@pytest.mark.parametrize("hundredths", range(1, 21, 4))
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
    assert re.fullmatch(r"fpgames: 4 games of [0-9]+ moves are saved; the bots repeated [0-9]+ moves\n", err)


def test_an_interrupt_says_that_no_game_was_played(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> Any:
        raise KeyboardInterrupt

    again = [*COMPARE, "2", "--csv", str(tmp_path / "match"), "--resume"]
    run(*again)
    monkeypatch.setattr(saved_moves, "unfold_game", interrupt)
    assert run(*again)[::2] == (130, "fpgames: interrupted while saved moves were repeated\n")
