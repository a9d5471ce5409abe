"""Dots and boxes: whoever completes a box moves again, so players do not alternate. A game of the tests."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import NamedTuple

from returns.maybe import Maybe, Nothing, Some

from fpgames import IllegalMove, Outcome, Player, Rules


class Dots(NamedTuple):
    """The edges that are drawn, as bits; the first player's boxes less the second's; whose turn it is."""

    edges: int
    lead: int
    player: Player


def lead(p: Dots) -> int:
    """A position's value where what counts is by how many boxes."""
    return p.lead


@lru_cache
def boxes(width: int, height: int) -> tuple[int, ...]:
    """The four edges of each box, as bits: first the horizontal edges, row by row, then the vertical ones."""
    across = width * (height + 1)
    return tuple(
        1 << y * width + x
        | 1 << (y + 1) * width + x
        | 1 << across + y * (width + 1) + x
        | 1 << across + y * (width + 1) + x + 1
        for y in range(height)
        for x in range(width)
    )


def edges(width: int, height: int) -> int:
    return width * (height + 1) + height * (width + 1)


def moves(width: int, height: int, p: Dots) -> tuple[int, ...]:
    return tuple(edge for edge in range(edges(width, height)) if not p.edges >> edge & 1)


def play(width: int, height: int, p: Dots, edge: int) -> Dots:
    if edge not in moves(width, height, p):
        raise IllegalMove(edge, moves(width, height, p))
    drawn = p.edges | 1 << edge
    closed = sum(drawn & box == box != p.edges & box for box in boxes(width, height))
    return Dots(drawn, p.lead + closed * p.player, p.player if closed else p.player.opponent)


def outcome(width: int, height: int, p: Dots) -> Maybe[Outcome]:
    if p.edges + 1 < 1 << edges(width, height):
        return Nothing
    return Some(Outcome((p.lead > 0) - (p.lead < 0)))


def read(text: str) -> Dots:
    drawn, lead, player = text.split()
    return Dots(int(drawn), int(lead), Player(int(player)))


def dots_and_boxes(width: int, height: int) -> Rules[Dots, int]:
    """The game on a board of so many boxes: who has more of them wins."""
    return Rules(
        name=f"dots-{width}x{height}",
        start=Dots(0, 0, Player.FIRST),
        moves=partial(moves, width, height),
        play=partial(play, width, height),
        player=lambda p: p.player,
        outcome=partial(outcome, width, height),
        show=lambda p: f"{p.edges} {p.lead} {int(p.player)}",
        read=read,
        show_move=str,
        read_move=int,
    )
