"""Bots with a clock: the clock only chooses how far a bot searches, and the record of a game says how far it was."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from math import inf
from pathlib import Path
from typing import Any

import pytest

from fpgames import Outcome, Player, SplitMix
from fpgames.cli import clock, lookup, saved_moves
from fpgames.compiled import CannotCompile
from fpgames.games import game
from fpgames.play import GameRecord, compare, play_one, played_game, read_bot
from fpgames.rules import GameOver
from fpgames.search import Deepened
from tests.support.command import check_refused, match_rows

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
    players = tuple((f"{name}:9s", clock.clock_bot(rules, name, seconds, clock=read_clock)) for name, seconds in BOTS)
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
def test_a_move_that_overruns_is_marked() -> None:
    ticks = count()
    _, games = match_by(game("tictactoe"), milliseconds(lambda: next(ticks) * 9))
    assert {"!" in record.searched for record in games} == {True}


def test_the_report_says_how_far_each_bot_searched() -> None:
    bots = ("alphabeta:9s", "mcts:9s")
    first = GameRecord(1, "tictactoe", *bots, 7, Outcome.DRAW, 4, "", 0.1, searched="3 4!/2000 1000")
    second = GameRecord(2, "tictactoe", *bots[::-1], 7, Outcome.DRAW, 2, "", 0.1, searched="601/5")
    assert clock.search_report([first, second]) == (
        "alphabeta:9s: mean depth 4.0; 1 of 3 moves took longer than 1.1 of the time and 10 ms\n"
        "mcts:9s: mean simulations 1,200.3; 0 of 3 moves took longer than 1.1 of the time and 10 ms\n"
    )
    assert clock.search_report([first._replace(searched="")]) == ""


@pytest.mark.usefixtures("interpreted")
def test_a_match_with_a_clock_says_so_and_is_resumed(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match.csv"
    words = ["compare", "tictactoe", "mcts", "random", "--move-time", "1", "--seed", "1", "--csv", str(path)]
    _, game_text, _ = run("play", "tictactoe", "--first", "mcts", "--second", "random", "--move-time", "1")
    assert game_text.count(" (searched to ") >= 2
    assert game_text.count("; by a clock, so the seed alone does not repeat it\n") == 2
    _, out, _ = run(*words, "-n", "2")
    assert "seed 1; by a clock, so the seed alone does not repeat it" in out
    assert "mcts:1ms: mean simulations " in out
    rows = match_rows(path)
    assert run(*words, "-n", "3", "--resume")[0] == 0
    assert match_rows(path)[:3] == rows
    monkeypatch.setattr(saved_moves, "SECONDS", inf)
    text = path.read_text()
    for wrong in ("7/1/", "7/", f"{rows[1][10][:-1]} 9/"):
        path.write_text(text.replace(rows[1][10], wrong))
        status, _, err = run(*words, "-n", "3", "--resume")
        assert (status, "game 1: " in err) == (2, True)


ENGINES = """
from fpgames import alpha_beta, best_move, build_tree, jit, map_tree, prune, share
from fpgames.search import Deepened, deepen, principal_variation, remember, within_node_budget

def engine(search, *stages):
    def deepened(rules, *, stop):
        results = build_tree(rules) | share | map_tree(rules.static) | deepen(search, stop=stop)
        for stage in stages:
            results = results | stage
        return results
    return deepened

moves = engine(best_move(search=alpha_beta))
budget = engine(best_move(search=alpha_beta), within_node_budget(9**9))
lines = engine(principal_variation(search=alpha_beta))
remembered = engine(best_move(search=remember(alpha_beta)))
values = engine(alpha_beta)
kept = engine(remember(alpha_beta))
spent = engine(alpha_beta, within_node_budget(9))

def compiled(rules, stop):
    return jit(spent(rules, stop=stop))

def by_hand(rules, stop):
    def results(p):
        for depth in range(1, 9):
            yield Deepened(depth, moves_at_depth(rules, depth)(p), 1, 1, False)
            if stop():
                return
    return build_tree(rules) | (lambda tree: results(tree.label)) | within_node_budget(9**9)

def moves_at_depth(rules, depth):
    return build_tree(rules) | map_tree(rules.static) | prune(depth) | best_move(search=alpha_beta)

def compiled_below_the_root(rules, stop):
    return build_tree(rules) | map_tree(rules.static) | deepen(principal_variation(search=jit(alpha_beta)), stop=stop)

def yields(*results):
    return lambda rules, stop: lambda p: results

def move(rules, stop):
    return lambda p: 3

def nothing(rules, stop):
    pass

def generator(rules, stop):
    yield

def misnamed(rules, stopp):
    return moves(rules, stop=stopp)

def broken(rules, stop):
    return lambda p: [][p]

def unread(rules, stop):
    return lambda p: int("x")

def once(rules, stop):
    return build_tree(rules) | best_move(search=alpha_beta)

def alone_with_memory(rules, stop):
    return build_tree(rules) | remember(best_move(search=alpha_beta))

def alone(rules):
    return build_tree(rules) | deepen(best_move(search=alpha_beta))

def at_once(rules, stop):
    results = remembered(rules, stop=stop)
    return lambda p: [*results(p)]

def with_a_table(rules, stop):
    table = []
    def results(p):
        for depth in range(1, 9):
            table.append(p)
            yield Deepened(depth, rules.moves(p)[len(table) % len(rules.moves(p))], 1, 1, False)
            if stop() or len(table) > 3:
                return
    return results

def last(rules, stop):
    return lambda p: Deepened(1, 4, 1, 1, False)

def interrupted(rules, stop):
    def search(p):
        raise KeyboardInterrupt
    return search

def swapped(stop, rules):
    return moves(rules, stop=stop)

def deaf(rules, stop):
    return moves(rules, stop=None)

numbers, none, unknown = yields(1), yields(), yields(Deepened(1, "a9", 1, 1, False))
repeated, fractional = yields(*[Deepened(1, (0, 0), 1, 1, False)] * 2), yields(Deepened(0.5, (0, 0), 1, 1, False))
"""


@pytest.fixture
def engines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A current directory with engines in a module."""
    (tmp_path / "own_engines.py").write_text(ENGINES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield
    sys.modules.pop("own_engines", None)


@pytest.mark.usefixtures("engines")
def test_an_engine_of_ones_own_is_stopped_recorded_and_resumed(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "match.csv"
    bots = [
        "own_engines:budget",
        "own_engines:lines",
        "own_engines:by_hand",
        "own_engines:with_a_table",
        "own_engines:at_once:2ms",
    ]
    words = ["tournament", "tictactoe", *bots, "--move-time", "1", "--opening", "2", "--seed", "1", "--csv", str(path)]
    out = run(*words, "-n", "2")[1]
    assert "seed 1, 2 random moves first; by a clock, so the seed alone does not repeat it" in out
    rows = match_rows(path)
    for row in rows[1:]:
        assert row[9] == "1", "no bot draws a number, but a clock may choose another game"
        assert "/" in row[10]
        assert len(row[10].replace("/", " ").split()) == len(row[7].split()) - 2
    assert run(*words, "-n", "4", "--resume")[0] == 0
    path.write_text(path.read_text().replace(f",{rows[1][10]},", f",{re.sub('[0-9]+', '99', rows[1][10])},"))
    assert ": its searched has 99" in run(*words, "-n", "4", "--resume")[2]


@pytest.mark.usefixtures("engines")
def test_what_is_no_engine_is_refused(run: Any) -> None:
    check_refused(run, "compare tictactoe random", {
        "own_engines:moves": "the bot 'own_engines:moves': a function with the parameter stop is an engine, which needs a time for each move; write own_engines:moves:100ms, or --move-time 100",
        "own_engines:moves:9": "the bot 'own_engines:moves:9': '9' is not a time",
        "own_engines:numbers:9ms": "the bot 'own_engines:numbers:9ms': own_engines:numbers:9ms yields 1; expected results of deepen",
        "own_engines:move:9ms": "own_engines:move:9ms returns 3; expected results of deepen",
        "own_engines:none:9ms": "the bot 'own_engines:none:9ms': own_engines:none:9ms yields no result",
        "own_engines:repeated:9ms": "own_engines:repeated:9ms yields depth 1 after 1; expected rising whole numbers",
        "own_engines:fractional:9ms": "own_engines:fractional:9ms yields depth 0.5 after 0; expected rising whole numbers",
        "own_engines:unknown:9ms": "the bot 'own_engines:unknown:9ms': it finds 'a9', which is no legal move; an engine finds moves by deepen(best_move(",
        "own_engines:nothing:9ms": "the bot 'own_engines:nothing:9ms': an engine returns a function of a position, such as tree | deepen(search, stop=stop); got None",
        "own_engines:generator:9ms": "an engine returns a function of a position, such as tree | deepen(search, stop=stop); got <generator",
        "own_engines:once:9ms": "the bot 'own_engines:once:9ms': an engine deepens until its stop; write deepen(best_move(search=alpha_beta), stop=stop)",
        "own_engines:alpha_beta:9ms": "the bot 'own_engines:alpha_beta:9ms' is the search alpha_beta; a bot is made by a function",
        "own_engines:misnamed": "an engine by one of (rules, stop); got one of (rules, stopp)",
        "own_engines:broken:9ms": "the bot 'own_engines:broken:9ms': IndexError: list index out of range (own_engines.py, line ",
        "own_engines:alone_with_memory:9ms": "an engine deepens until its stop; write deepen(remember(best_move(search=alpha_beta)), stop=stop)",
        "own_engines:unread:9ms": "ValueError: invalid literal for int() with base 10: 'x' (own_engines.py, line ",
        "own_engines:last:9ms": "own_engines:last:9ms returns Deepened(",
        "own_engines:alone:9ms": "the bot 'own_engines:alone:9ms': a bot is made by a function of (rules) or (rules, ARGUMENT), an engine by one of (rules, stop); got one of (rules)",
        "own_engines:alone": "an engine by one of (rules, stop); got one of (rules) that deepens",
        "builtins:dict": "the bot 'builtins:dict': TypeError: ",  # it has no signature
        "own_engines:swapped:9ms": "the bot 'own_engines:swapped:9ms': an engine is a function of (rules, stop); got one of (stop, rules)",
        "own_engines:deaf:9ms": "own_engines:deaf:9ms does not ask stop() after its first depth; write deepen(search, stop=stop)",
        "own_engines:values:9ms": "an engine finds moves, but alpha_beta finds a value; write deepen(best_move(search=alpha_beta), stop=stop)",
        "own_engines:kept:9ms": "an engine finds moves, but alpha_beta finds a value",
        "own_engines:spent:9ms": "an engine finds moves, but alpha_beta finds a value",
    })  # fmt: skip


@pytest.mark.usefixtures("engines")
def test_a_compiled_engine_that_finds_values_is_refused(run: Any) -> None:
    pytest.importorskip("numba", reason="numba is not installed (the extra fast)")
    check_refused(
        run, "compare tictactoe random", {"own_engines:compiled:9ms": "an engine finds moves, but alpha_beta"}
    )


@pytest.mark.usefixtures("engines")
def test_an_interrupt_before_the_clock_runs_names_the_engine(run: Any) -> None:
    status, _, err = run("compare", "tictactoe", "random", "own_engines:interrupted:9ms")
    assert status == 130
    assert err.endswith(" s, while own_engines:interrupted:9ms searched before its clock runs\n")


def test_a_replay_that_searches_much_longer_is_ended() -> None:
    ticks, rules = count(), game("tictactoe")
    bot: Any = clock.clock_bot(rules, "own:engine", 0.05, clock._alphabeta, milliseconds(lambda: 100 * next(ticks)))
    state = clock.ClockState(SplitMix.from_seed(1), planned=("8",))
    with pytest.raises(ValueError, match=r"its searched has 8 at move 1 of own:engine, which now ends at [1-7];"):
        bot.act(rules.start).run(state)
    assert next(ticks) < 40
    with pytest.raises(
        ValueError, match=r"its searched has 0 moves of own:engine; expected more, as own:engine moves again"
    ):
        bot.act(rules.start).run(state._replace(planned=()))
    patient = clock.ClockState(SplitMix.from_seed(1), planned=("3",))
    reads = next(ticks)
    bot.act(rules.start).run(patient)
    assert 10 < next(ticks) - reads < 20, "more than its time and a second, but less than 20 times its time, too"


def test_results_that_come_at_once_end_with_the_last() -> None:
    rules = game("tictactoe")

    def engine(rules: Any, stop: Any) -> Any:
        results = clock._alphabeta(rules, stop)
        return lambda p: [*results(p)]

    bot: Any = clock.clock_bot(rules, "own:engine", 0.05, engine, milliseconds(partial(next, count())))
    lazy: Any = clock.clock_bot(rules, "own:engine", 0.05, clock._alphabeta, milliseconds(partial(next, count())))
    depths = [b.act(rules.start).run(b.start(SplitMix.from_seed(1)))[1].searched for b in (bot, lazy)]
    assert depths[0] == depths[1] != ("1",)


def test_an_engine_that_goes_on_after_its_stop_ends_with_a_depth() -> None:
    ticks, rules = count(), game("tictactoe")

    def engine(rules: Any, stop: Any) -> Any:
        return lambda p: (Deepened(depth, rules.moves(p)[0], 1, stop(), False) for depth in range(1, 99))

    bot: Any = clock.clock_bot(rules, "own:engine", 0.009, engine, milliseconds(partial(next, ticks)))
    assert clock.has_clock(bot)
    assert not clock.has_clock(read_bot(rules, "mcts-reuse:9"))
    _, state = bot.act(rules.start).run(bot.start(SplitMix.from_seed(1)))
    assert state.searched == ("5",)
    late: Any = clock.clock_bot(rules, "own:engine", 0.009, engine, milliseconds(lambda: 20 * next(ticks)))
    assert late.act(rules.start).run(late.start(SplitMix.from_seed(1)))[1].searched == ("1!",)
    with pytest.raises(GameOver):
        bot.act(rules.read("XXX\nOO.\n...")).run(state)


def test_a_time_is_read() -> None:
    assert (clock.read_seconds("mcts:100ms", "mcts"), clock.read_seconds("m:f:2s", "m:f")) == (0.1, 2.0)
    names = ["mcts", "mcts:9", "alphabeta:2", None]
    assert lookup.with_move_time(names, 50) == ["mcts:50ms", "mcts:9", "alphabeta:2", None]


@pytest.mark.parametrize(("name", "bot"), [("tictactoe", "alphabeta"), ("pig", "mcts"), ("ewn", "mcts")])
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
@pytest.mark.usefixtures("engines")
@pytest.mark.parametrize("name", ["alphabeta:1ms", "mcts:1ms", "own_engines:compiled_below_the_root:1ms"])
def test_nothing_is_compiled_while_the_clock_runs(name: str, caplog: pytest.LogCaptureFixture) -> None:
    pytest.importorskip("numba", reason="numba is not installed (the extra fast)")
    rules = game("connect4:4,3,3")  # of a size that no other test compiles
    with caplog.at_level(logging.INFO, "fpgames"):
        bot = lookup.find_bot(rules, name)
        assert caplog.records
        caplog.clear()
        play_one(rules, bot, bot, 1, opening=2)
    assert not caplog.records
