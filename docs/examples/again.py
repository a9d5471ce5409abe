"""Nim in which a player who takes three stones moves again, so the position keeps who moved last."""

from typing import NamedTuple

from returns.maybe import Nothing, Some
from stones import takes

from fpgames import IllegalMove, Outcome, Player, Rules


class Again(NamedTuple):
    stones: int
    player: Player
    last: Player


def play_again(p, n):
    if n not in takes(p):
        raise IllegalMove(n, takes(p))
    return Again(p.stones - n, p.player if n == 3 else p.player.opponent, p.player)


def read_again(text):
    stones, player, last = text.split()
    return Again(int(stones), Player[player], Player[last])


again = Rules(
    name="again",
    start=Again(21, Player.FIRST, Player.SECOND),
    moves=takes,
    play=play_again,
    player=lambda p: p.player,
    outcome=lambda p: Nothing if p.stones else Some(Outcome(p.last)),
    show=lambda p: f"{p.stones} {p.player.name} {p.last.name}",
    read=read_again,
    show_move=str,
    read_move=int,
)
