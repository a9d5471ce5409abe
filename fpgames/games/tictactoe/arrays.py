"""Tic-tac-toe played at random in many lanes at once; needs numpy, the extra ``fast``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fpgames.rng_arrays import SplitMixArray
from fpgames.validation import require_one_ply

_LINES = [0b111, 0b111 << 3, 0b111 << 6, 0b1001001, 0b1001001 << 1, 0b1001001 << 2, 0b100010001, 0b001010100]
_WON = np.array([any(marks & line == line for line in _LINES) for marks in range(512)])
# The i-th empty cell, as a bit, at 9 * marks + i, by the marks of both players.
_EMPTY = np.zeros(512 * 9, np.int64)
for _marks in range(512):
    for _i, _cell in enumerate(cell for cell in range(9) if not _marks >> cell & 1):
        _EMPTY[9 * _marks + _i] = 1 << _cell


def play_out(marks: Sequence[tuple[int, int]], which: NDArray[np.intp], lanes: SplitMixArray) -> NDArray[np.int64]:
    """How often each outcome came of each position: a row a position; first player won, drawn, second player won.

    ``playOut :: [(Int, Int)] -> [Int] -> SplitMixArray -> [[Int]]``

    Args:
        marks: nine bits of the player to move and nine of the other, as many in every position.
        which: the position that each lane begins at.
        lanes: the generators.

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
        if left <= 4:  # only who has just moved can have won, and nobody has with two marks
            won = _WON[other]
            won &= running
            wins[left & 1] |= won
            running ^= won
        if left:  # a lane whose game is over draws on, from a generator that nobody sees again
            cells = _EMPTY[9 * (mover | other) + lanes.below(left).view(np.int64)]
            mover, other = other, mover | cells
    first, second = wins  # with an even number of cells left the first player has just moved
    return np.stack([np.bincount(which[ended], minlength=n) for ended in (first, running, second)], axis=1)
