"""Random games of tic-tac-toe, many at once.

Every game has a lane: an element of each of the numpy arrays. Needs numpy (the extra ``fast``).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fpgames.rng_arrays import Indices, SplitMixArray, Tally
from fpgames.validation import require_one_ply

_LINES = [0b111, 0b111 << 3, 0b111 << 6, 0b1001001, 0b1001001 << 1, 0b1001001 << 2, 0b100010001, 0b001010100]
_WON = np.array([any(marks & line == line for line in _LINES) for marks in range(512)])
# For the marks of both players together, the i-th empty cell, as a bit, is at 9 * marks + i.
_EMPTY = np.zeros(512 * 9, np.int64)
for _marks in range(512):
    for _i, _cell in enumerate(cell for cell in range(9) if not _marks >> cell & 1):
        _EMPTY[9 * _marks + _i] = 1 << _cell


def play_out(marks: Sequence[tuple[int, int]], which: Indices, lanes: SplitMixArray) -> Tally:
    """Play a random game in every lane, and return how often each position led to each outcome.

    The result has a row for each position: games won by the first player, drawn, won by the second player.

    Args:
        marks: for each position, the marks of the player to move and the opponent's; their number is the same in all.
        which: for each lane, the index of the position that its game begins with.
        lanes: the generators, changed in place, because they draw.

    >>> from fpgames import SplitMix
    >>> lanes = SplitMixArray.split_off([(SplitMix.from_seed(42), 0, 1000)])
    >>> play_out([(0, 0)], np.zeros(1000, np.intp), lanes).tolist()
    [[579, 143, 278]]

    See also: :data:`fpgames.play.batches.Kernel`; :func:`fpgames.play.bulk.playouts`.
    """
    n = len(marks)
    mover, other = (np.array(bits)[which] for bits in zip(*marks, strict=True))
    empty = 9 - require_one_ply([(mine | theirs).bit_count() for mine, theirs in marks])
    running = np.ones(len(which), bool)
    wins = np.zeros((2, len(which)), bool)
    for left in range(empty, -1, -1):
        if left <= 4:  # only the player who has just moved can have won, and needs three marks
            won = _WON[other]
            won &= running
            wins[left & 1] |= won
            running ^= won
        if left:  # lanes of finished games draw too; nothing uses their generators again
            cells = _EMPTY[9 * (mover | other) + lanes.below(left).view(np.int64)]
            mover, other = other, mover | cells
    first, second = wins  # with an even number of cells left the first player has just moved
    return np.stack([np.bincount(which[ended], minlength=n) for ended in (first, running, second)], axis=1)
