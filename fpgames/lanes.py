"""Many playouts side by side: generators in arrays, each lane bit for bit what one ``SplitMix`` would have drawn.

What runs here is changed in place and never seen unfinished from outside, like article 5's ``runST``. Needs numpy, the
extra ``fast``; nothing imports this room before there is something to do in bulk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy import bitwise_count  # since numpy 2; without it, as without numpy, playouts are played one by one
from numpy.typing import NDArray

from fpgames.rng import Gen, SplitMix
from fpgames.rules import Counts

__all__ = ["Kernel", "Lanes", "Words", "play_in_bulk", "require_one_ply"]

Words: TypeAlias = NDArray[np.uint64]
"""A word of 64 bits in every lane."""

LANES = 1 << 15  # enough to hide what a call of numpy costs, few enough for the caches

# Made and freed at once: from then on glibc keeps up to two megabytes that this process frees, where before it gave back
# every array of a batch and took the next one anew, page by page, in two fifths of the time. Elsewhere it does nothing.
np.empty(1 << 20, np.uint8)

_U = np.uint64
_MASKS = np.array([0] + [(1 << (n - 1).bit_length()) - 1 for n in range(1, 256)], _U)  # of the bits drawn below n


class Lanes:
    """Generators side by side: an array of seeds and one of strides.

    Args:
        seeds: of each lane, changed in place by every draw.
        gammas: of each lane.

    See also: :class:`fpgames.rng.SplitMix`, which each lane is; :func:`play_in_bulk`.
    """

    __slots__ = ("gammas", "seeds")

    def __init__(self, seeds: Words, gammas: Words) -> None:
        self.seeds = seeds
        self.gammas = gammas

    @classmethod
    def split_off(cls, gens: Sequence[tuple[SplitMix, int, int]]) -> Lanes:
        """The generators that ``split_off`` returns, of each generator those from one number up to another.

        ``splitOff :: [(SplitMix, Int, Int)] -> Lanes``

        Args:
            gens: generators, each with the number of the first that is split off, from 0, and of the first that is not.

        >>> Lanes.split_off([(SplitMix.from_seed(42), 0, 3)]).below(6).tolist()
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
        """Draw in every lane: ``uniform_r(0, n - 1)``.

        Args:
            n: 1 to 255.

        >>> Lanes.split_off([(SplitMix.from_seed(1), 0, 3)]).below(2).tolist()
        [0, 1, 0]
        """
        if n == 1:
            return np.zeros_like(self.seeds)
        self.seeds += self.gammas
        return self._settled(*(np.broadcast_to(bits, self.seeds.shape) for bits in (_MASKS[n], _U(n - 1))))

    def below_each(self, sizes: NDArray[np.uint8]) -> Words:
        """Draw in every lane below a number of its own: a lane that has no choice draws nothing.

        ``belowEach :: [Int] -> Lanes -> ([Int], Lanes)``

        Args:
            sizes: of each lane, 1 to 255.

        >>> Lanes.split_off([(SplitMix.from_seed(1), 0, 3)]).below_each(np.array([1, 2, 9], np.uint8)).tolist()
        [0, 1, 6]
        """
        lasts = sizes.astype(_U)
        lasts -= _U(1)
        self.seeds += self.gammas if lasts.all() else self.gammas * lasts.astype(bool)
        return self._settled(_MASKS.take(sizes), lasts)

    def _settled(self, masks: Words, lasts: Words) -> Words:
        """The low bits of the words drawn; where they are too great, of the next that are not."""
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
        """Go on with some of the lanes only: ``keep :: [Bool] -> Lanes -> Lanes``.

        Args:
            lanes: of each lane, whether it is kept.

        >>> lanes = Lanes.split_off([(SplitMix.from_seed(42), 0, 3)])
        >>> lanes.keep(np.array([True, False, True]))
        >>> lanes.below(6).tolist()
        [3, 5]
        """
        self.seeds, self.gammas = self.seeds[lanes], self.gammas[lanes]


def _mixed(z: Words) -> Words:
    """``mix64`` of every word, in place."""
    z ^= z >> _U(33)
    z *= _U(0xFF51AFD7ED558CCD)
    z ^= z >> _U(33)
    z *= _U(0xC4CEB9FE1A85EC53)
    z ^= z >> _U(33)
    return z


def _mix_gammas(z: Words) -> None:
    """``mixGamma`` of every word, in place."""
    z ^= z >> _U(30)
    z *= _U(0xBF58476D1CE4E5B9)
    z ^= z >> _U(27)
    z *= _U(0x94D049BB133111EB)
    z ^= z >> _U(31)
    z |= _U(1)
    np.bitwise_xor(z, _U(0xAAAAAAAAAAAAAAAA), out=z, where=bitwise_count(z ^ z >> _U(1)) < 24)


Kernel: TypeAlias = Callable[[Sequence[Any], NDArray[np.intp], Lanes], NDArray[np.int64]]
"""What plays in bulk: ``[p] -> [Int] -> Lanes -> [[Int]]``.

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

    >>> from fpgames.games.tictactoe_bits import rules
    >>> [(counts, _)] = play_in_bulk(rules.bulk, [(rules.start, SplitMix.from_seed(42), 1000)])
    >>> counts
    Counts(first_won=579, drawn=143, second_won=278)

    See also: :func:`fpgames.bulk.playouts`.
    """
    found = np.zeros((len(units), 3), np.int64)
    for batch in _batches([n for _, _, n in units]):
        chosen = [units[unit] for unit, _, _ in batch]
        lanes = Lanes.split_off([(gen, low, high) for (_, gen, _), (_, low, high) in zip(chosen, batch, strict=True)])
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


def require_one_ply(moves_played: Sequence[int]) -> int:
    """How many moves have led to positions, each given by its number of moves.

    ``requireOnePly :: NonEmpty Int -> Int``

    Args:
        moves_played: of each position, at least one.

    Raises:
        ValueError: to some more than to others.

    >>> require_one_ply([2, 2])
    2

    See also: :func:`play_in_bulk`.
    """
    first, *others = set(moves_played)
    if others:
        raise ValueError(f"positions after {sorted(moves_played)} moves cannot be played side by side")
    return first
