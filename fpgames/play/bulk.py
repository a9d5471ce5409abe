"""Random playouts by the thousand: each has a generator of its own, split off before it is played.

So no playout waits for another: they are played many at once where the game knows how, or spread over workers, and the
counts are the same, bit for bit, as if one were played after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import count, islice
from typing import Any, NamedTuple, TypeAlias, TypeVar

from fpgames.play import explicit
from fpgames.rand import Rand
from fpgames.rng import Gen, SplitMix
from fpgames.rules import AnyRules, Counts, Outcome, Rules, require_moves, whose_turn
from fpgames.state import State
from fpgames.validation import guarded, require_at_least

__all__ = ["MapFunction", "eval_moves", "playouts"]

M = TypeVar("M")
P = TypeVar("P")


MapFunction: TypeAlias = Callable[..., Iterable[Any]]
"""What maps a function over values and keeps their order: ``map``, or the ``map`` of an executor of worker processes."""


BLOCK = 10_000  # playouts that are handed to a worker together; a part of the definition of eval_moves
_TASKS = 1024  # that are handed out before the first answer comes back
_FEW = 64  # sooner played one by one than set up in bulk


class _Unit(NamedTuple):
    """Playouts of one position.

    Args:
        p: where they begin.
        gen: what their generators are split off from.
        n: how many.
    """

    p: Any
    gen: Gen
    n: int


def playouts(rules: Rules[P, M], p: P, n: int) -> Rand[Counts]:
    """Count how n random games end, each with a generator split off: ``count <$> replicateM n (evalState playout <$> split_off)``.

    Where the game has a ``bulk``, numpy is there (the extra ``fast``) and the generator is a ``SplitMix``, they are
    played many at once; the answer is the same. Memory is bounded however many they are.

    Args:
        rules: the game.
        p: the position to play from.
        n: random games, at least 0.

    Raises:
        ValueError: n is negative.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe.record import rules
    >>> playouts(rules, rules.start, 1000).eval(SplitMix.from_seed(42))
    Counts(first_won=579, drawn=143, second_won=278)

    See also: :func:`fpgames.play.playing.playout`, one of them; :func:`eval_moves`.
    """
    require_at_least(0, n, "play {} random games")
    return State(lambda gen: _played(rules, [_Unit(p, gen, n)])[0])


def eval_moves(rules: Rules[P, M], p: P, n: int, *, map_function: MapFunction = map) -> Rand[tuple[tuple[int, M], ...]]:
    """Count the wins of the player to move behind each move: ``mapM evalMove (moves p)``, in bulk.

    A move's playouts come in blocks of 10,000, each block with a generator split off, each playout with one split off
    that; so workers that share the blocks find what one of them would.

    Args:
        rules: the game.
        p: a position of a running game.
        n: random games for each move, at least 1.
        map_function: maps over the blocks, in order: the ``map`` of an executor, for many workers.

    Raises:
        ValueError: n is less than 1.
        GameOver: by the action, asked in a finished game.

    >>> from functools import reduce
    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe.record import rules
    >>> p402536 = reduce(rules.play, [4, 0, 2, 5, 3, 6], rules.start)
    >>> eval_moves(rules, p402536, 10000).eval(SplitMix.from_seed(42))
    ((5012, 1), (5034, 7), (0, 8))

    See also: :func:`fpgames.play.playing.eval_move`, one move in the articles' one stream; :func:`playouts`.
    """
    require_at_least(1, n, "play {} random games")
    return State(partial(_eval_moves, rules, p, n, map_function))


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
    while together := list(islice(tasks, _TASKS)):
        for task, results in zip(together, map_function(partial(guarded, _played, rules), together), strict=True):
            for _, (counts, _) in zip(task, results, strict=True):
                wins[next(number) // blocks] += counts.wins(player)
    return tuple(zip(wins, moves, strict=True)), gen


def _tasks(units: Iterable[_Unit]) -> Iterator[list[_Unit]]:
    """Small units together, so that each task is worth sending."""
    task: list[_Unit] = []
    for unit in units:
        task.append(unit)
        if sum(unit.n for unit in task) >= BLOCK:
            yield task
            task = []
    if task:
        yield task


def _played(rules: AnyRules, units: Sequence[_Unit]) -> list[tuple[Counts, Gen]]:
    """How the playouts of each unit end, and the generator after they are split off."""
    worth_it = sum(unit.n for unit in units) > _FEW and all(type(unit.gen) is SplitMix for unit in units)
    if rules.bulk is not None and worth_it:
        try:
            from fpgames.play.batches import play_in_bulk
        except ImportError:  # without numpy, or with one before 2.0
            pass
        else:
            return play_in_bulk(rules.bulk, units)
    return [_one_by_one(rules, *unit) for unit in units]


def _one_by_one(rules: Rules[P, M], p: P, gen: Gen, n: int) -> tuple[Counts, Gen]:
    found = dict.fromkeys(Outcome, 0)
    for _ in range(n):
        gen, theirs = gen.split()
        found[explicit.playout(rules, p, theirs)[0]] += 1
    return Counts(*(found[outcome] for outcome in Outcome)), gen
