"""Nim with one heap of 21 stones: the game that chapter 11 of the tutorial writes."""

from typing import NamedTuple

from returns.maybe import Nothing, Some

from fpgames import IllegalMove, Outcome, Player, Rules


class Heap(NamedTuple):
    stones: int
    player: Player


def takes(heap):
    return tuple(range(1, min(3, heap.stones) + 1))


def take(heap, n):
    if n not in takes(heap):
        raise IllegalMove(n, takes(heap))
    return Heap(heap.stones - n, heap.player.opponent)


def last_taker(heap):
    return Nothing if heap.stones else Some(Outcome(heap.player.opponent))


def read_heap(text):
    count, player = text.split()
    return Heap(int(count), Player[player])


stones = Rules(
    name="stones",
    start=Heap(21, Player.FIRST),
    moves=takes,
    play=take,
    player=lambda heap: heap.player,
    outcome=last_taker,
    show=lambda heap: f"{heap.stones} {heap.player.name}",
    read=read_heap,
    show_move=str,
    read_move=int,
    alternates=True,
)
