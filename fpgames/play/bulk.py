"""Functions that play many random games; Python code, compiled code and several workers return the same counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any, NamedTuple, TypeAlias

from toolz import partition_all

from fpgames.compiled.errors import CannotCompile
from fpgames.compiled.meter import PLAYOUT_METER
from fpgames.compiled.numba_check import has_numba, import_with_numba
from fpgames.rand.actions import Rand, action_from_draw
from fpgames.rand.generators import Gen, SplitMix
from fpgames.rules.outcomes import Counts, Outcome
from fpgames.rules.playouts import length, random_playout
from fpgames.rules.record import AnyRules, M, P, Rules, require_moves, require_rules, whose_turn
from fpgames.validation import call_guarded, require_at_least

__all__ = ["MapFunction", "eval_moves", "playouts"]

MapFunction: TypeAlias = Callable[..., Iterable[Any]]
"""A function like ``map`` that keeps the order of results, such as ``map`` or the ``map`` of an executor."""

BLOCK = 10_000  # number of playouts in a block of eval_moves; the results of eval_moves depend on this number
_MAX_TASKS = 1024  # maximum number of tasks in one call of map_function; more tasks would use more memory
_MIN_GAMES_TO_MEASURE = 100  # with fewer games, no extra game is played to estimate the length of a game


class _PlayoutUnit(NamedTuple):
    """A unit of work: n playouts from position p, each with a generator that is split off from ``gen``."""

    p: object
    gen: Gen
    n: int


def playouts(rules: Rules[P, M], p: P, n: int) -> Rand[Counts]:
    """Count the outcomes of n random games; each game has its own generator, split off from the state.

    ``playouts rules p n = count <$> replicateM n (evalState (playout rules p) <$> splitOff)``

    Compiled code plays the games under four conditions: n is large, the generator is a ``SplitMix``, numba is installed
    (the extra ``fast``), and numba can compile the game's functions. The result is the same as in Python.

    Args:
        rules: the rules of the game.
        p: the start position of the games.
        n: the number of random games, at least 0.

    Raises:
        ValueError: n is negative.
        EndlessGame: raised by the action, when a game is not over after 100,000 moves.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe.record import rules
    >>> playouts(rules, rules.start, 1000).eval(SplitMix.from_seed(42))
    Counts(first_won=579, drawn=143, second_won=278)

    See also: :func:`fpgames.play.playing.playout`, which plays one game; :func:`eval_moves`.
    """
    require_rules(rules, "playouts")
    require_at_least(0, n, "play {} random games")
    return action_from_draw(lambda gen: _play_units(rules, n, [_PlayoutUnit(p, gen, n)])[0])


def eval_moves(rules: Rules[P, M], p: P, n: int, *, map_function: MapFunction = map) -> Rand[tuple[tuple[int, M], ...]]:
    """Count, for each legal move, the wins of the player to move in n random games after the move.

    ``evalMoves :: Rules p m -> p -> Int -> Rand [(Int, m)]``

    The playouts of a move are divided into blocks of 10,000. The generator of a block is split off from the state, and
    the generator of a playout is split off from the block's generator. So any number of workers finds the same counts.

    Args:
        rules: the rules of the game.
        p: a position in which the game is not over.
        n: the number of random games for each move, at least 1.
        map_function: a function like ``map``; with an executor's ``map``, workers share the blocks.

    Raises:
        ValueError: n is less than 1.
        GameOver: raised by the action, when the game is over.
        EndlessGame: raised by the action, when a random game is not over after 100,000 moves.

    >>> from functools import reduce
    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe.record import rules
    >>> p402536 = reduce(rules.play, [4, 0, 2, 5, 3, 6], rules.start)
    >>> eval_moves(rules, p402536, 10000).eval(SplitMix.from_seed(42))
    ((5012, 1), (5034, 7), (0, 8))

    See also: :func:`fpgames.play.playing.eval_move`, which evaluates one move with one generator; :func:`playouts`.
    """
    require_rules(rules, "eval_moves")
    require_at_least(1, n, "play {} random games")
    return action_from_draw(partial(_eval_moves, rules, p, n, map_function))


def _eval_moves(
    rules: Rules[P, M], p: P, n: int, map_function: MapFunction, gen: Gen
) -> tuple[tuple[tuple[int, M], ...], Gen]:
    moves, player = require_moves(rules, p), whose_turn(rules, p)
    next_positions = [rules.play(p, move) for move in moves]
    blocks = -(-n // BLOCK)

    def yield_units() -> Iterator[_PlayoutUnit]:
        nonlocal gen
        for q in next_positions:
            for start in range(0, n, BLOCK):
                gen, block_gen = gen.split()
                yield _PlayoutUnit(q, block_gen, min(BLOCK, n - start))

    wins = [0] * len(moves)
    tasks, unit_numbers = _group_into_tasks(yield_units()), count()
    for batch in partition_all(_MAX_TASKS, tasks):
        for task, results in zip(
            batch, map_function(partial(call_guarded, _play_units, rules, n * len(moves)), batch), strict=True
        ):
            for _, (counts, _) in zip(task, results, strict=True):
                wins[next(unit_numbers) // blocks] += counts.wins(player)
    return tuple(zip(wins, moves, strict=True)), gen


def _group_into_tasks(units: Iterable[_PlayoutUnit]) -> Iterator[list[_PlayoutUnit]]:
    """Group units into tasks of at least 10,000 playouts, so that a task is worth sending to a worker."""
    task: list[_PlayoutUnit] = []
    for unit in units:
        task.append(unit)
        if sum(unit.n for unit in task) >= BLOCK:
            yield task
            task = []
    if task:
        yield task


def _play_units(rules: AnyRules, total: int, units: Sequence[_PlayoutUnit]) -> list[tuple[Counts, Gen]]:
    """Play the units of one task, given the number of games in all tasks; return each unit's counts and next generator."""
    play_out = _compiled_playouts(rules, total, units[-1].p)
    results: list[tuple[Counts, Gen]] = []
    for p, gen, n in units:
        if play_out is not None and isinstance(gen, SplitMix):
            try:
                # ``gen`` is the generator of all games; to split off that of one game takes two of its outputs
                results.append((play_out(rules, p, gen, n), gen.ahead(2 * n)))
                continue
            except (CannotCompile, OverflowError):
                play_out = None
        counts, moves, gen = _play_one_by_one(rules, p, gen, n)
        PLAYOUT_METER.done += moves
        results.append((counts, gen))
    return results


def _compiled_playouts(rules: AnyRules, total: int, p: object) -> Callable[..., Counts] | None:
    """Return the compiled playout function; None without numba, or if ``total`` games from p are too few to compile."""
    if not total or not has_numba():
        return None
    if not (
        PLAYOUT_METER.is_compiling_worthwhile()
        or (total >= _MIN_GAMES_TO_MEASURE and PLAYOUT_METER.is_compiling_worthwhile(total * length(rules, p)))
    ):
        return None
    play_out: Callable[..., Counts] | None = None
    with suppress(CannotCompile):
        play_out = import_with_numba("montecarlo.playouts").play_out
    return play_out


def _play_one_by_one(rules: Rules[P, M], p: P, gen: Gen, n: int) -> tuple[Counts, int, Gen]:
    """Play n random games in Python; return the outcome counts, the total number of moves, and the next generator."""
    counts, moves = dict.fromkeys(Outcome, 0), 0
    for _ in range(n):
        gen, playout_gen = gen.split()
        (outcome, length), _ = random_playout(rules, p, playout_gen)
        counts[outcome] += 1
        moves += length
    return Counts(*(counts[outcome] for outcome in Outcome)), moves, gen
