"""Playouts side by side in numpy arrays, a batch at a time. Needs the extra ``fast``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fpgames.rng import Gen
from fpgames.rng_arrays import SplitMixArray
from fpgames.rules import Counts

__all__ = ["Kernel", "play_in_bulk"]


LANES = 1 << 15  # enough to hide what a call of numpy costs, few enough for the caches

# Made and freed at once: from then on glibc keeps up to two megabytes that this process frees, where before it gave back
# every array of a batch and took the next one anew, page by page, in two fifths of the time. Elsewhere it does nothing.
np.empty(1 << 20, np.uint8)


Kernel: TypeAlias = Callable[[Sequence[Any], NDArray[np.intp], SplitMixArray], NDArray[np.int64]]
"""What plays in bulk: ``[p] -> [Int] -> SplitMixArray -> [[Int]]``.

It is given positions, all reached by as many moves, which of them each lane begins at, and the lanes. It returns how
often each outcome came of each position, a row a position: first player won, drawn, second player won.
"""


def play_in_bulk(kernel: Kernel, units: Sequence[tuple[Any, Any, int]]) -> list[tuple[Counts, Gen]]:
    """How the games of each unit end, and the generator after; a batch at a time, which bounds the memory.

    ``playInBulk :: Kernel p -> [(p, SplitMix, Int)] -> [(Counts, SplitMix)]``

    Args:
        kernel: the game's.
        units: a position, the ``SplitMix`` that those of its games are split off from, and how many games; the
            positions are reached by equally many moves.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules
    >>> [(counts, _)] = play_in_bulk(rules.bulk, [(rules.start, SplitMix.from_seed(42), 1000)])
    >>> counts
    Counts(first_won=579, drawn=143, second_won=278)

    See also: :func:`fpgames.play.bulk.playouts`.
    """
    found = np.zeros((len(units), 3), np.int64)
    for batch in _batches([n for _, _, n in units]):
        chosen = [units[unit] for unit, _, _ in batch]
        lanes = SplitMixArray.split_off(
            [(gen, low, high) for (_, gen, _), (_, low, high) in zip(chosen, batch, strict=True)]
        )
        which = np.repeat(np.arange(len(batch)), [high - low for _, low, high in batch])
        found[[unit for unit, _, _ in batch]] += kernel([p for p, _, _ in chosen], which, lanes)
    return [
        (Counts(*map(int, row)), gen.ahead(2 * n))  # a split takes two words
        for row, (_, gen, n) in zip(found, units, strict=True)
    ]


def _batches(sizes: Sequence[int]) -> Iterator[list[tuple[int, int, int]]]:
    """Units cut into pieces, and pieces put together, to as many lanes as a batch has: unit, first game, last."""
    total = sum(sizes)
    lanes = -(-total // -(-total // LANES)) if total else LANES  # batches of one size, none of them small
    batch: list[tuple[int, int, int]] = []
    room = lanes
    for unit, size in enumerate(sizes):
        low = 0
        while low < size:
            high = min(size, low + room)
            batch.append((unit, low, high))
            room -= high - low
            low = high
            if not room:
                yield batch
                batch, room = [], lanes
    if batch:
        yield batch
