"""Positions with a field ``turn``, which says who is to move: 0 for the first player, 1 for the second player."""

from __future__ import annotations

from typing import Protocol

from fpgames.rules.outcomes import Player

NAMES = ("first", "second")
"""The names of the players in text, indexed by turn."""

_PLAYERS = (Player.FIRST, Player.SECOND)


class HasTurn(Protocol):
    """The type of positions with a field ``turn``."""

    @property
    def turn(self) -> int:
        """0 if the first player is to move, 1 if the second player is."""
        ...


def player(p: HasTurn) -> Player:
    """Return the player to move in a position with a field ``turn``."""
    return _PLAYERS[p.turn]
