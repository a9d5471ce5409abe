"""Bots with a time for each move: the clock ends their searches, and the record of a game says how far they came.

Only the command line asks the clock, so these bots have names here, and none in the registry of bots.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from inspect import signature
from itertools import count
from math import inf
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias, TypeGuard

from returns.maybe import Nothing
from toolz import identity

from fpgames.cli.status import reporting_interrupts, showing_elapsed_time
from fpgames.compiled import CannotCompile, jit
from fpgames.play.match import GameRecord, sides
from fpgames.play.playing import AnyBot, PipelineCompiler
from fpgames.play.stateful import BotWithState
from fpgames.play.tree_bots import EXPLORATION
from fpgames.rand.generators import Gen, SplitMix
from fpgames.rules.outcomes import CHANCE
from fpgames.rules.record import AnyRules, mover, require_moves
from fpgames.search import (
    Deepened,
    Memory,
    Scored,
    Stop,
    alpha_beta,
    best,
    best_move,
    deepen,
    mcts,
    prefer_quick_wins,
    search_info,
    ucb1,
)
from fpgames.search.results import last_function
from fpgames.stage import Stage, wrapped_pipeline
from fpgames.state.action import State
from fpgames.tree import build_tree, map_tree

MAX_SIMULATIONS = 20_000_000  # limit of a search by the clock; a tree of this size takes about 1 GB
LATE = "!"  # the mark of a move that overran its time

_TIME = re.compile(r"([1-9][0-9]{0,6})(ms|s)")
_AGAIN_TIMES, _AGAIN_SECONDS = 20, 1.0  # a saved move is searched again for up to 20 times its time and a second
_WARM_UP_MOVES = 60  # a game's length, in which types of positions that come later are met
_WARM_UP_LIMIT = 5  # of depth, by which principal_variation has compiled all in each game tried; and of simulations
_WARM_UP_QUESTIONS = 64  # whether to stop, which a search asks at one move: enough to begin a second depth everywhere


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


Engine: TypeAlias = Callable[..., Callable[[Any], Iterable[Deepened[Any]]]]
"""A function of rules and of ``stop``, which returns a search that yields results of ``deepen``."""

_EXPECTED = "expected results of deepen(search, stop=stop), or Deepened(depth, move, leaves, nodes, complete)"

_Choice: TypeAlias = tuple[object, int, Gen]  # a move, the depth or number of simulations, and the next generator
_Search: TypeAlias = Callable[[Any, int, Gen], _Choice]  # of a position, the greatest depth or number, and a generator
_SearchMaker: TypeAlias = Callable[[str, AnyRules, Stop, PipelineCompiler], _Search]


def _search_by_depth(engine: Engine, name: str, rules: AnyRules, stop: Stop, compiled: PipelineCompiler) -> _Search:
    questions, told = 0, False  # how often the engine has asked whether to stop; whether it was told so at this move

    def ask() -> bool:
        nonlocal questions, told
        questions, told = questions + 1, stop()
        return told

    try:
        signature(engine).bind(rules, stop=ask)
    except TypeError:
        raise ValueError(f"an engine is a function of (rules, stop); got one of {signature(engine)}") from None

    def make() -> Callable[[Any], Iterable[Deepened[Any]]]:
        results = compiled(engine(rules, stop=ask))
        if not callable(results):
            raise ValueError(
                f"an engine returns a function of a position, such as tree | deepen(search, stop=stop); got {results!r:.80}"
            )
        return results

    _require_deepened_moves(make())

    def search(p: Any, limit: int, gen: Gen) -> _Choice:
        nonlocal told
        require_moves(rules, p)
        told, late = False, None  # late is the number of questions after which results came all at once
        found, depth, value = make()(p), 0, None  # made anew, so that no move depends on those before it
        if isinstance(found, Deepened) or not isinstance(found, Iterable):
            raise ValueError(f"{name} returns {found!r:.80}; {_EXPECTED}")
        for result in found:
            if not isinstance(result, Deepened):
                raise ValueError(f"{name} yields {result!r:.80}; {_EXPECTED}")
            if late not in (None, questions):
                break  # it was told to stop, and has searched on
            if told and not depth:
                late = questions
            before, (depth, value, *_) = depth, result
            if not (type(depth) is int and depth > before):  # by its depth, a result is found again in a replay
                raise ValueError(f"{name} yields depth {depth!r} after {before}; expected rising whole numbers")
            if before and not questions:
                raise ValueError(f"{name} does not ask stop() after its first depth; write deepen(search, stop=stop)")
            if depth >= limit or (late != questions and stop()):  # asked again, because an engine may go on
                break
        if not depth:
            raise ValueError(f"{name} yields no result; expected those of deepen(search, stop=stop)")
        return _move_of(value), depth, gen

    return search


def _require_deepened_moves(pipeline: Callable[..., object]) -> None:
    """Raise ValueError if it is known of a pipeline that it does not deepen, or finds a value instead of a move."""
    last = last_function(pipeline)
    if search_info(last).returns in ("Move", "Variation", "tuple[B, Memory]"):
        raise ValueError(f"an engine deepens until its stop; write deepen({last!r:.80}, stop=stop)")
    pipeline = wrapped_pipeline(pipeline) or pipeline
    for search in pipeline.parts if isinstance(pipeline, Stage) else (pipeline,):
        info = search_info(search)
        while info.name in ("deepen", "remember") and callable(inner := info.options.get("search")):
            search, info = inner, search_info(inner)
        if info.returns == "Value":
            advice = f"deepen(best_move(search={search!r:.80}), stop=stop)"
            raise ValueError(f"an engine finds moves, but {search!r:.80} finds a value; write {advice}")


def _move_of(value: object) -> object:
    """Return the move in the value of best_move or principal_variation, perhaps with a memory."""
    match value:
        case (found, Memory()):
            return _move_of(found)
        case Scored(line=(move, *_)):
            return move
    return value


def _alphabeta(rules: AnyRules, stop: Stop) -> Callable[[Any], Iterable[Deepened[Any]]]:
    tree = build_tree(rules) | map_tree(rules.static) | prefer_quick_wins
    return tree | deepen(best_move(search=alpha_beta), stop=stop)


def _search_by_simulations(_: str, rules: AnyRules, stop: Stop, compiled: PipelineCompiler) -> _Search:
    def search(p: Any, limit: int, gen: Gen) -> _Choice:
        tree, gen = compiled(mcts(rules, limit, stop=stop, select=ucb1(EXPLORATION)))(p).run(gen)
        return best(tree), tree.visits, gen

    return search


SEARCHES: dict[str, _SearchMaker] = {"alphabeta": partial(_search_by_depth, _alphabeta), "mcts": _search_by_simulations}


def read_seconds(text: str, name: str) -> float:
    """Read the time for each move in the text of a bot, such as ``mcts:100ms``; ``name`` is the text before the time."""
    argument = text.removeprefix(name).removeprefix(":")
    if not argument:
        raise ValueError(
            f"the bot {text!r:.80}: a function with the parameter stop is an engine, which needs a time for each move;"
            f" write {name}:100ms, or --move-time 100 after the command"
        )
    if (time := _TIME.fullmatch(argument)) is None:
        raise ValueError(
            f"the bot {text!r:.80}: {argument!r:.80} is not a time; expected a whole number, at least 1, and ms or s, as"
            f" in {name}:100ms"
        )
    return int(time[1]) / {"ms": 1000, "s": 1}[time[2]]


def clock_bot(
    rules: AnyRules, name: str, seconds: float, engine: Engine | None = None, clock: Callable[[], float] = perf_counter
) -> AnyBot:
    """Return a bot with a time for each move. It plays a game now, so that nothing is compiled while its clock runs.

    Args:
        rules: the rules of the game.
        name: the name of the bot; if there is no engine, it begins with one of ``SEARCHES``.
        seconds: the time for each move, in seconds.
        engine: the engine of a bot of one's own, which compiles its searches itself.
        clock: a function that returns the time in seconds.
    """
    end = inf
    read: Callable[[], float] = partial(next, count())  # before the first game, it counts the questions whether to stop

    def stop() -> bool:
        return read() >= end

    def search_for(seconds: float, search: _Search, p: object, limit: int, gen: Gen) -> _Choice:
        nonlocal end
        end = read() + seconds
        return search(p, limit, gen)

    make = SEARCHES[name.partition(":")[0]] if engine is None else partial(_search_by_depth, engine)
    unfinished = f"while {name} searched before its clock runs"
    hint = f"{unfinished}; it should ask stop() during a depth, too"
    with showing_elapsed_time("nodes of the running search", lambda: hint), reporting_interrupts(unfinished):
        search = make(name, rules, stop, identity)
        if engine is not None:
            _warm_up(rules, partial(search_for, _WARM_UP_QUESTIONS, search))
        else:
            with suppress(ImportError, CannotCompile, OverflowError):
                compiled = make(name, rules, stop, jit)
                _warm_up(rules, partial(search_for, _WARM_UP_QUESTIONS, compiled))
                search = compiled
    read = clock
    gc.collect()
    gc.freeze()  # a collection of what the compiler leaves, and of all modules, would take 0.1 seconds of a move

    def choose(p: object, state: ClockState) -> tuple[object, ClockState]:
        gen, searched, planned = state
        if planned is None:
            started = clock()
            move, n, gen = search_for(seconds, search, p, MAX_SIMULATIONS, gen)
            entry = f"{n}{LATE}" if clock() - started > 1.1 * seconds + 0.01 else str(n)
        elif not planned:
            raise ValueError(
                f"its searched has {len(searched)} moves of {name}; expected more, as {name} moves again; the file or the bot"
                " has changed since"
            )
        else:
            entry, *planned = planned
            limit = int(entry.removesuffix(LATE))
            move, n, gen = search_for(_AGAIN_TIMES * seconds + _AGAIN_SECONDS, search, p, limit, gen)
            if n != limit:
                raise ValueError(
                    f"its searched has {entry} at move {len(searched) + 1} of {name}, which now ends at {n}; the file or"
                    " the bot has changed since, or the bot does not repeat its moves"
                )
        return move, ClockState(gen, (*searched, entry), planned)

    return BotWithState(lambda p: State(lambda state: choose(p, state)), ClockState)


def _warm_up(rules: AnyRules, search: _Search) -> None:
    """Search at each move of a game: the second player's code differs from the first player's, and so may types."""
    p, gen = rules.start, SplitMix.from_seed(0)
    for _ in range(_WARM_UP_MOVES):
        if rules.outcome(p) is not Nothing:
            break
        move = rules.moves(p)[0]
        if mover(rules, p) is not CHANCE:
            move, _, _ = search(p, _WARM_UP_LIMIT, gen)
            if move not in rules.moves(p):
                raise ValueError(
                    f"it finds {move!r:.80}, which is no legal move; an engine finds moves by"
                    " deepen(best_move(search=alpha_beta), stop=stop), for example"
                )
        p = rules.play(p, move)


def search_report(games: Iterable[GameRecord]) -> str:
    """Return a line on each bot with a clock: how far it searched, and how many moves overran; "" if there is none."""
    searched = dict[str, list[str]]()
    for game in games:
        for name, text in zip((game.first, game.second), game.searched.split("/"), strict=False):
            searched.setdefault(name, []).extend(text.split())
    return "".join(_searched_text(name, entries) for name, entries in searched.items() if entries)


def _searched_text(name: str, entries: Sequence[str]) -> str:
    late = sum(entry.endswith(LATE) for entry in entries)
    mean = sum(int(entry.removesuffix(LATE)) for entry in entries) / len(entries)
    what = "simulations" if name.startswith("mcts:") else "depth"
    return (
        f"{name}: mean {what} {mean:,.1f}; {late} of {len(entries)} moves took longer than 1.1 of the time and 10 ms\n"
    )


def depth_note(state: object) -> str:
    """Return how far a bot searched at its last move, if this is the state of a bot with a clock."""
    return f" (searched to {state.searched[-1].replace(LATE, ', late')})" if isinstance(state, ClockState) else ""


def has_clock(bot: AnyBot | None) -> TypeGuard[BotWithState[Any, Any, ClockState]]:
    """Return whether a bot has a time for each move."""
    return isinstance(bot, BotWithState) and bot.start is ClockState


def clock_note(bots: Iterable[AnyBot | None]) -> str:
    """Return what a seed does not promise if one of these bots has a clock; "" if none has."""
    return "; by a clock, so the seed alone does not repeat it" if any(map(has_clock, bots)) else ""


def as_recorded(
    players: Sequence[tuple[str, AnyBot]], game: GameRecord, earlier: int = 0
) -> Sequence[tuple[str, AnyBot]]:
    """Return the players of a match, in which bots with a clock search as far as in a game, after ``earlier`` moves."""
    replaying = list(players)
    for i, text in zip(sides(range(len(players)), game.number), game.searched.split("/"), strict=False):
        name, bot = players[i]
        if has_clock(bot):
            entries = tuple(text.split())
            start = partial(ClockState, searched=entries[:earlier], planned=entries[earlier:])
            replaying[i] = name, replace(bot, start=start)
    return replaying
