"""Random games of Connect Four, many at once, on boards that fit into a word of 64 bits.

Every game has a lane: an element of each of the numpy arrays. Needs numpy (the extra ``fast``).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fpgames.games.connect4.size import Size
from fpgames.rng_arrays import Indices, SplitMixArray, Tally, Words
from fpgames.validation import require_one_ply

_U = np.uint64


def play_out(size: Size, ps: Sequence[tuple[int, int]], which: Indices, lanes: SplitMixArray) -> Tally:
    """Play a random game in every lane, and return how often each position led to each outcome.

    The result has a row for each position: games won by the first player, drawn, won by the second player.

    Args:
        size: the size of the board; ``width * (height + 1)`` is at most 64.
        ps: for each position, the stones of the player to move and all the stones; their number is the same in all.
        which: for each lane, the index of the position that its game begins with.
        lanes: the generators, changed in place: they draw, and the lanes of finished games are dropped.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.connect4 import STANDARD
    >>> lanes = SplitMixArray.split_off([(SplitMix.from_seed(42), 0, 1000)])
    >>> play_out(STANDARD, [(0, 0)], np.zeros(1000, np.intp), lanes).tolist()
    [[556, 1, 443]]

    See also: :data:`fpgames.play.batches.Kernel`; :func:`fpgames.play.bulk.playouts`.
    """
    width, height, align = size
    bottoms, cells, shifts = _U(size.bottoms), _U(size.cells), size.shifts
    n = len(ps)
    found = np.zeros((n, 3), np.int64)
    mover, stones = (np.array(bits, _U)[which] for bits in zip(*ps, strict=True))
    running = np.ones(len(which), bool)
    for played in range(require_one_ply([taken.bit_count() for _, taken in ps]), width * height + 1):
        mover ^= stones  # now the stones of the player who has just moved, the only one who can have won
        if played >= 2 * align - 1:
            won = _won(mover, shifts)
            won &= running
            found[:, 0 if played & 1 else 2] += np.bincount(which[won], minlength=n)
            running ^= won
            left = np.count_nonzero(running)
            if not left or played == width * height:
                break
            if left < 0.8 * len(running):
                mover, stones, which = mover[running], stones[running], which[running]
                lanes.keep(running)
                running = np.ones(left, bool)
        ways = stones + bottoms
        ways &= cells
        numbers = lanes.below(width) if played < height else lanes.below_each(np.bitwise_count(ways))
        for number in range(width - 1):
            ways &= ways - (numbers > _U(number))  # removes the lowest
        ways &= -ways
        stones |= ways
    found[:, 1] = np.bincount(which[running], minlength=n)
    return found


def _won(stones: Words, directions: Sequence[tuple[int, ...]]) -> NDArray[np.bool_]:
    found = np.zeros_like(stones)
    for shifts in directions:
        line = stones
        for n in shifts:
            line = line & line >> _U(n)
        found |= line
    return found.astype(bool)
