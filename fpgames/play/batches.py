"""Many playouts at once in numpy arrays, in batches. Needs the extra ``fast``.

Each playout of a batch has a lane: an element of each of the arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np

from fpgames.rng import Gen
from fpgames.rng_arrays import Indices, SplitMixArray, Tally
from fpgames.rules import Counts

__all__ = ["Kernel", "play_in_bulk"]


LANES = 1 << 15  # enough to make the cost of a numpy call small, few enough for the caches

# An array made and freed at once: after that, glibc keeps up to two megabytes of freed memory. Otherwise it returns
# every array of a batch to the system and gets the next one page by page, which takes two fifths of the time. With
# other C libraries this does nothing.
np.empty(1 << 20, np.uint8)


Kernel: TypeAlias = Callable[[Sequence[Any], Indices, SplitMixArray], Tally]
"""A function that plays many random games at once, one in each lane.

It takes positions, all reached by the same number of moves; for each lane, the index of the position that its game
begins with; and the generators of the lanes, which it changes in place. It returns a row for each position: how many of
its games the first player won, how many were drawn, and how many the second player won.
"""


def play_in_bulk(kernel: Kernel, units: Sequence[tuple[Any, Any, int]]) -> list[tuple[Counts, Gen]]:
    """Play the games of each unit in batches of bounded size, and return their counts and the next generators.

    ``playInBulk :: Kernel p -> [(p, SplitMix, Int)] -> [(Counts, SplitMix)]``

    Args:
        kernel: the function ``bulk`` of the rules.
        units: each a position, the ``SplitMix`` that the generators of its games are split off from, and the number of
            games; all positions are reached by the same number of moves.

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
        (Counts(*map(int, row)), gen.ahead(2 * n))  # a split takes two words of the generator
        for row, (_, gen, n) in zip(found, units, strict=True)
    ]


def _batches(sizes: Sequence[int]) -> Iterator[list[tuple[int, int, int]]]:
    """Yield batches of games: for each unit of a batch its index, its first game, and the one after its last."""
    total = sum(sizes)
    lanes = -(-total // -(-total // LANES)) if total else LANES  # batches of nearly one size, so that none is small
    batch: list[tuple[int, int, int]] = []
    space = lanes
    for unit, size in enumerate(sizes):
        low = 0
        while low < size:
            high = min(size, low + space)
            batch.append((unit, low, high))
            space -= high - low
            low = high
            if not space:
                yield batch
                batch, space = [], lanes
    if batch:
        yield batch
