"""Many generators in numpy arrays, one in each lane, which draw what a ``SplitMix`` draws. Needs the extra ``fast``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy import bitwise_count  # since numpy 2; with an older one, as without numpy, playouts are played one by one
from numpy.typing import NDArray

from fpgames.rng import SplitMix

__all__ = ["Indices", "SplitMixArray", "Tally", "Words"]


Words: TypeAlias = NDArray[np.uint64]
"""A word of 64 bits for every lane."""

Indices: TypeAlias = NDArray[np.intp]
"""For every lane, the index of the position at which it begins."""

Tally: TypeAlias = NDArray[np.int64]
"""Numbers of games, a row for each position: first player won, drawn, second player won."""


_U = np.uint64
_MASKS = np.array([0] + [(1 << (n - 1).bit_length()) - 1 for n in range(1, 256)], _U)  # by n: the bits of n - 1


class SplitMixArray:
    """Generators side by side: an array of seeds and an array of strides.

    Args:
        seeds: the seed of each lane; a draw changes the array in place.
        gammas: the stride of each lane.

    See also: :class:`fpgames.rng.SplitMix`, the generator in each lane; :func:`fpgames.play.batches.play_in_bulk`.
    """

    __slots__ = ("gammas", "seeds")

    def __init__(self, seeds: Words, gammas: Words) -> None:
        self.seeds = seeds
        self.gammas = gammas

    @classmethod
    def split_off(cls, gens: Sequence[tuple[SplitMix, int, int]]) -> SplitMixArray:
        """Return the generators that ``split_off`` would return, numbers first to stop - 1 of each given generator.

        ``splitOff :: [(SplitMix, Int, Int)] -> SplitMixArray``

        Args:
            gens: triples (generator, first, stop), where the generators split off are numbered from 0.

        >>> from fpgames import SplitMix
        >>> SplitMixArray.split_off([(SplitMix.from_seed(42), 0, 3)]).below(6).tolist()
        [3, 5, 5]
        """
        middles, ends = [], []
        for (seed, gamma), low, high in gens:
            steps = np.arange(2 * low + 1, 2 * high + 1, 2, dtype=_U) * _U(gamma) + _U(seed)
            middles.append(steps)
            ends.append(steps + _U(gamma))
        seeds, gammas = np.concatenate(middles), np.concatenate(ends)
        _mix_gammas(gammas)
        return cls(_mixed(seeds), gammas)

    def below(self, n: int) -> Words:
        """Draw a number from 0 to n - 1 in every lane: ``uniform_r(0, n - 1)``.

        Args:
            n: how many numbers there are to draw from, 1 to 255.

        >>> from fpgames import SplitMix
        >>> SplitMixArray.split_off([(SplitMix.from_seed(1), 0, 3)]).below(2).tolist()
        [0, 1, 0]
        """
        if n == 1:
            return np.zeros_like(self.seeds)
        self.seeds += self.gammas
        return self._settled(*(np.broadcast_to(bits, self.seeds.shape) for bits in (_MASKS[n], _U(n - 1))))

    def below_each(self, sizes: NDArray[np.uint8]) -> Words:
        """Draw a number in every lane, from a range that may differ: ``uniform_r(0, sizes[i] - 1)`` in lane i.

        The seeds change in place, except in a lane whose size is 1, which needs no draw.

        Args:
            sizes: for each lane, how many numbers there are to draw from, 1 to 255.

        >>> import numpy as np
        >>> from fpgames import SplitMix
        >>> SplitMixArray.split_off([(SplitMix.from_seed(1), 0, 3)]).below_each(np.array([1, 2, 9], np.uint8)).tolist()
        [0, 1, 6]
        """
        lasts = sizes.astype(_U)
        lasts -= _U(1)
        self.seeds += self.gammas if lasts.all() else self.gammas * lasts.astype(bool)
        return self._settled(_MASKS.take(sizes), lasts)

    def _settled(self, masks: Words, lasts: Words) -> Words:
        """Return the low bits of the words drawn; in a lane where they are too great, draw again until they are not."""
        numbers = _mixed(self.seeds.copy())
        numbers &= masks
        (over,) = np.nonzero(numbers > lasts)
        while over.size:
            seeds = self.seeds.take(over) + self.gammas.take(over)
            self.seeds[over] = seeds
            again = _mixed(seeds)
            again &= masks.take(over)
            numbers[over] = again
            over = over[again > lasts.take(over)]
        return numbers

    def keep(self, lanes: NDArray[np.bool_]) -> None:
        """Keep some lanes and drop the others, in this object: ``seeds = seeds[lanes]``, and likewise the strides.

        Args:
            lanes: for each lane, whether to keep it.

        >>> import numpy as np
        >>> from fpgames import SplitMix
        >>> lanes = SplitMixArray.split_off([(SplitMix.from_seed(42), 0, 3)])
        >>> lanes.keep(np.array([True, False, True]))
        >>> lanes.below(6).tolist()
        [3, 5]
        """
        self.seeds, self.gammas = self.seeds[lanes], self.gammas[lanes]


def _mixed(z: Words) -> Words:
    """Mix the bits of every word in place, as ``mix64`` does, and return the array."""
    z ^= z >> _U(33)
    z *= _U(0xFF51AFD7ED558CCD)
    z ^= z >> _U(33)
    z *= _U(0xC4CEB9FE1A85EC53)
    z ^= z >> _U(33)
    return z


def _mix_gammas(z: Words) -> None:
    """Turn every word into a stride in place, as ``mixGamma`` does."""
    z ^= z >> _U(30)
    z *= _U(0xBF58476D1CE4E5B9)
    z ^= z >> _U(27)
    z *= _U(0x94D049BB133111EB)
    z ^= z >> _U(31)
    z |= _U(1)
    np.bitwise_xor(z, _U(0xAAAAAAAAAAAAAAAA), out=z, where=bitwise_count(z ^ z >> _U(1)) < 24)
