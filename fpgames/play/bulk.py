"""Thousands of random playouts, each with its own generator, split off before it is played.

So no playout depends on another: compiled code plays them, or workers share them, and the counts are exactly those of
playing one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any, NamedTuple, TypeAlias

from toolz import partition_all

from fpgames.compiled.code.check import has_numba, with_numba
from fpgames.compiled.code.errors import CannotCompile
from fpgames.compiled.driver.meter import MOVES
from fpgames.rand.actions import Rand, drawing
from fpgames.rand.generators import Gen, SplitMix
from fpgames.rules.outcomes import Counts, Outcome
from fpgames.rules.playouts import length, random_playout
from fpgames.rules.record import AnyRules, M, P, Rules, require_moves, require_rules, whose_turn
from fpgames.validation import call_guarded, require_at_least

__all__ = ["MapFunction", "eval_moves", "playouts"]

MapFunction: TypeAlias = Callable[..., Iterable[Any]]
"""A function like ``map``, which keeps the order: ``map``, or that of an executor with many worker processes."""


BLOCK = 10_000  # playouts in a block of eval_moves; another number would change its results
_TASKS = 1024  # tasks given to map_function at a time, to bound the memory
_MANY = 100  # random games, of which one more does not matter


class _Unit(NamedTuple):
    """A number of playouts of one position.

    Args:
        p: the position they begin with.
        gen: the generator that theirs are split off from.
        n: the number of playouts.
    """

    p: object
    gen: Gen
    n: int


def playouts(rules: Rules[P, M], p: P, n: int) -> Rand[Counts]:
    """Count the outcomes of n random games, each with a generator that is split off.

    ``playouts rules p n = count <$> replicateM n (evalState (playout rules p) <$> splitOff)``

    If there are many games, numba is installed (the extra ``fast``), it can compile the functions of the game, and the
    generator is a ``SplitMix``, the games are played by compiled code; the result is the same.

    Args:
        rules: the game.
        p: the position to play from.
        n: the number of random games, at least 0.

    Raises:
        ValueError: n is negative.
        EndlessGame: by the action, when a game is not over after 100,000 moves.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe.record import rules
    >>> playouts(rules, rules.start, 1000).eval(SplitMix.from_seed(42))
    Counts(first_won=579, drawn=143, second_won=278)

    See also: :func:`fpgames.play.playing.playout`, which plays one game; :func:`eval_moves`.
    """
    require_rules(rules, "playouts")
    require_at_least(0, n, "play {} random games")
    return drawing(lambda gen: _played(rules, n, [_Unit(p, gen, n)])[0])


def eval_moves(rules: Rules[P, M], p: P, n: int, *, map_function: MapFunction = map) -> Rand[tuple[tuple[int, M], ...]]:
    """Count the wins of the player to move in n random games after each move, in bulk.

    ``evalMoves :: Rules p m -> p -> Int -> Rand [(Int, m)]``

    The playouts of a move are divided into blocks of 10,000. Each block has a generator that is split off, and each
    playout one that is split off from that of its block; so the counts do not depend on the number of workers.

    Args:
        rules: the game.
        p: a position of a running game.
        n: the number of random games for each move, at least 1.
        map_function: a function like ``map``: with that of an executor, many workers play the blocks.

    Raises:
        ValueError: n is less than 1.
        GameOver: by the action, when the game is over.
        EndlessGame: by the action, when a random game is not over after 100,000 moves.

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
    return drawing(partial(_eval_moves, rules, p, n, map_function))


def _eval_moves(
    rules: Rules[P, M], p: P, n: int, map_function: MapFunction, gen: Gen
) -> tuple[tuple[tuple[int, M], ...], Gen]:
    moves, player = require_moves(rules, p), whose_turn(rules, p)
    after = [rules.play(p, move) for move in moves]
    blocks = -(-n // BLOCK)

    def units() -> Iterator[_Unit]:
        nonlocal gen
        for q in after:
            for done in range(0, n, BLOCK):
                gen, theirs = gen.split()
                yield _Unit(q, theirs, min(BLOCK, n - done))

    wins = [0] * len(moves)
    tasks, number = _tasks(units()), count()
    for together in partition_all(_TASKS, tasks):
        for task, results in zip(
            together, map_function(partial(call_guarded, _played, rules, n * len(moves)), together), strict=True
        ):
            for _, (counts, _) in zip(task, results, strict=True):
                wins[next(number) // blocks] += counts.wins(player)
    return tuple(zip(wins, moves, strict=True)), gen


def _tasks(units: Iterable[_Unit]) -> Iterator[list[_Unit]]:
    """Yield tasks: lists of units, each of them large enough to be worth sending to a worker."""
    task: list[_Unit] = []
    for unit in units:
        task.append(unit)
        if sum(unit.n for unit in task) >= BLOCK:
            yield task
            task = []
    if task:
        yield task


def _played(rules: AnyRules, total: int, units: Sequence[_Unit]) -> list[tuple[Counts, Gen]]:
    """Count the outcomes of each unit, and return the counts with the generators that are left after the splits."""
    play_out = _compiled(rules, total, units[-1].p)
    found: list[tuple[Counts, Gen]] = []
    for p, gen, n in units:
        if play_out is not None and isinstance(gen, SplitMix):
            try:
                found.append((play_out(rules, p, gen, n), gen.ahead(2 * n)))  # a split takes two words of the generator
                continue
            except (CannotCompile, OverflowError):
                play_out = None
        counts, moves, gen = _one_by_one(rules, p, gen, n)
        MOVES.done += moves
        found.append((counts, gen))
    return found


def _compiled(rules: AnyRules, total: int, p: object) -> Callable[..., Counts] | None:
    """Return the function that plays games by compiled functions, if that is worth the time it takes to compile."""
    if not total or not has_numba():
        return None
    if not (MOVES.pays() or (total >= _MANY and MOVES.pays(total * length(rules, p)))):
        return None
    play_out: Callable[..., Counts] | None = None
    with suppress(CannotCompile):
        play_out = with_numba("montecarlo.playouts").play_out
    return play_out


def _one_by_one(rules: Rules[P, M], p: P, gen: Gen, n: int) -> tuple[Counts, int, Gen]:
    """Return the counts of n random games, all their moves, and the generator that is left."""
    found, moves = dict.fromkeys(Outcome, 0), 0
    for _ in range(n):
        gen, theirs = gen.split()
        outcome, length, _ = random_playout(rules, p, theirs)
        found[outcome] += 1
        moves += length
    return Counts(*(found[outcome] for outcome in Outcome)), moves, gen
