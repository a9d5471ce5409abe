"""Bots with a time for each move: the clock ends their searches, and the record of a game says how far they came.

Only the command line asks the clock, so these bots have names here, and none in the registry of bots.
"""

from __future__ import annotations

import gc
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias, TypeVar

from returns.maybe import Nothing
from toolz import identity

from fpgames.compiled import CannotCompile, jit
from fpgames.play.bot_names import read_bot
from fpgames.play.match import GameRecord, sides
from fpgames.play.playing import AnyBot, PipelineCompiler
from fpgames.play.stateful import BotWithState
from fpgames.play.tree_bots import EXPLORATION
from fpgames.rand.generators import Gen, SplitMix
from fpgames.rules.outcomes import CHANCE
from fpgames.rules.record import AnyRules, mover, require_moves
from fpgames.search import alpha_beta, best, best_move, deepen, mcts, prefer_quick_wins, ucb1
from fpgames.search.stopping import Stop
from fpgames.state.action import State
from fpgames.tree import build_tree, map_tree
from fpgames.validation import require_at_least

A = TypeVar("A", bound="str | None")

MAX_SIMULATIONS = 20_000_000  # limit of a search by the clock; a tree of this size takes about 1 GB
LATE = "!"  # the mark of a move that overran its time

_TIME = re.compile(r"([1-9][0-9]{0,6})(ms|s)")
_WARM_UP_MOVES = 60  # a game's length, in which types of positions that come later are met


class ClockState(NamedTuple):
    """The state of a bot with a clock during a game.

    Args:
        gen: the generator.
        searched: the depth or the number of simulations of each move so far, with ``!`` after a move that overran.
        planned: the depth or the number of each move to come, if a game is replayed; None if the clock decides.
    """

    gen: Gen
    searched: tuple[str, ...] = ()
    planned: Sequence[str] | None = None


_Choice: TypeAlias = tuple[Any, int, Gen]  # a move, the depth or number of simulations, and the next generator
_Search: TypeAlias = Callable[[AnyRules, Stop, PipelineCompiler, Any, Gen], _Choice]


def _search_by_depth(rules: AnyRules, stop: Stop, compiled: PipelineCompiler, p: Any, gen: Gen) -> _Choice:
    require_moves(rules, p)
    tree = build_tree(rules) | map_tree(rules.static) | prefer_quick_wins
    *_, last = compiled(tree | deepen(best_move(search=alpha_beta), stop=stop))(p)
    return last.value, last.depth, gen


def _search_by_simulations(rules: AnyRules, stop: Stop, compiled: PipelineCompiler, p: Any, gen: Gen) -> _Choice:
    tree, gen = compiled(mcts(rules, MAX_SIMULATIONS, stop=stop, select=ucb1(EXPLORATION)))(p).run(gen)
    return best(tree), max(2, tree.visits), gen


SEARCHES: dict[str, _Search] = {"alphabeta": _search_by_depth, "mcts": _search_by_simulations}


def seconds_of(text: str) -> float | None:
    """Return the time for each move that the name of a bot has, such as ``mcts:100ms``; None if it has none."""
    name, _, argument = text.partition(":")
    if name not in SEARCHES or not argument.endswith("s"):
        return None
    if (time := _TIME.fullmatch(argument)) is None:
        raise ValueError(
            f"the bot {text!r:.80}: {argument!r:.80} is not a time; expected a whole number, at least 1, and ms or s, as"
            f" in {name}:100ms"
        )
    return int(time[1]) / {"ms": 1000, "s": 1}[time[2]]


def clock_bot(rules: AnyRules, name: str, seconds: float, clock: Callable[[], float] = perf_counter) -> AnyBot:
    """Return the bot ``alphabeta`` or ``mcts`` with a time for each move. It is compiled now, before its clock runs."""
    search = SEARCHES[name]
    compiled: PipelineCompiler = jit if _can_compile(rules, search) else identity
    gc.collect()
    gc.freeze()  # a collection of what the compiler leaves, and of all modules, would take 0.1 seconds of a move

    def choose(p: Any, state: ClockState) -> tuple[Any, ClockState]:
        gen, searched, planned = state
        if planned is None:
            started = clock()
            move, n, gen = search(rules, lambda: clock() >= started + seconds, compiled, p, gen)
            entry = f"{n}{LATE}" if clock() - started > 1.1 * seconds + 0.01 else str(n)
        elif not planned:
            raise ValueError(f"its searched has {len(searched)} moves of {name}; expected more, as {name} moves again")
        else:
            entry, *planned = planned
            move, gen = read_bot(rules, f"{name}:{entry.removesuffix(LATE)}")(p).run(gen)
        return move, ClockState(gen, (*searched, entry), planned)

    return BotWithState(lambda p: State(lambda state: choose(p, state)), ClockState)


def _can_compile(rules: AnyRules, search: _Search) -> bool:
    """Return whether a search can be compiled; if so, its code for both players is compiled now, by a game of searches."""
    p, gen = rules.start, SplitMix.from_seed(0)
    try:
        for _ in range(_WARM_UP_MOVES):  # the second player's code differs from the first player's
            if rules.outcome(p) is not Nothing:
                break
            move = rules.moves(p)[0]
            if mover(rules, p) is not CHANCE:
                move, _, _ = search(rules, lambda: True, jit, p, gen)
            p = rules.play(p, move)
    except (ImportError, CannotCompile, OverflowError):
        return False
    return True


def with_move_time(names: Sequence[A], milliseconds: int | None) -> list[A | str]:
    """Return the names of bots, in which ``alphabeta`` and ``mcts`` have a time for each move if the option gives one."""
    if milliseconds is None:
        return list(names)
    require_at_least(1, milliseconds, "move in {} milliseconds", 9_999_999)
    if not {*SEARCHES} & {*names}:
        got = " ".join(map(str, filter(None, names))) or "none"
        raise ValueError(
            f"--move-time is for the bots {' and '.join(SEARCHES)}, written without a number; got {got}; a bot of your"
            f" own takes its time in its name, as in MODULE:NAME:{milliseconds}ms"
        )
    return [f"{name}:{milliseconds}ms" if name in SEARCHES else name for name in names]


def overruns(games: Iterable[GameRecord]) -> str:
    """Return a line with the number of moves that overran their time, of each bot with a clock; "" if there is none."""
    moves, late = Counter[str](), Counter[str]()
    for game in games:
        for name, text in zip((game.first, game.second), game.searched.split("/"), strict=False):
            moves[name] += len(text.split())
            late[name] += text.count(LATE)
    parts = [f"{late[name]} of {moves[name]} moves of {name}" for name in moves if moves[name]]
    return f"{', '.join(parts)} took longer than 1.1 of the time and 10 ms\n" if parts else ""


def clock_note(names: Iterable[str | None]) -> str:
    """Return what a seed does not promise if one of these bots has a clock; "" if none has."""
    has_clock = any(name and seconds_of(name) for name in names)
    return "; by a clock, so the seed alone does not repeat it" if has_clock else ""


def as_recorded(players: Sequence[tuple[str, AnyBot]], game: GameRecord) -> Sequence[tuple[str, AnyBot]]:
    """Return the players of a match, in which bots with a clock search as far as they did in a game."""
    replaying = list(players)
    for i, text in zip(sides(range(len(players)), game.number), game.searched.split("/"), strict=False):
        name, bot = players[i]
        if seconds_of(name) and isinstance(bot, BotWithState):
            replaying[i] = name, replace(bot, start=partial(ClockState, planned=text.split()))
    return replaying
