"""Three faults that the kit finds: a move that changes the board, a search without a sign, a range without its end."""

from dataclasses import dataclass
from typing import NamedTuple

from stones import take

from fpgames import Player, SplitMix


@dataclass(unsafe_hash=True)
class Board:
    stones: int
    player: Player


def take_in_place(p, n):
    p.stones, p.player = take(p, n)
    return p


def lead(tree):
    values = [lead(child) for child in tree.children]  # right: -lead(child)
    return max(values) if values else tree.player * tree.label


def negamax_by_hand(tree):
    return tree.player * lead(tree)


class Dice(NamedTuple):
    gen: SplitMix

    def next_word(self):
        word, gen = self.gen.next_word()
        return word, Dice(gen)

    def split(self):
        return tuple(map(Dice, self.gen.split()))

    def uniform_r(self, lo, hi):
        word, after = self.next_word()
        return lo + word % max(1, hi - lo), after  # right: word % (hi - lo + 1)


def dice(seed):
    return Dice(SplitMix.from_seed(seed))
