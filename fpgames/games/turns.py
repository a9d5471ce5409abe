"""Positions with a field ``turn``: 0 if the first player is to move, 1 if the second player is."""

from __future__ import annotations

from typing import Protocol

from fpgames.rules.outcomes import Player

NAMES = ("first", "second")
"""The players in texts, by turn."""

_PLAYERS = (Player.FIRST, Player.SECOND)


class HasTurn(Protocol):
    """A position with a field ``turn``."""

    @property
    def turn(self) -> int:
        """0 if the first player is to move, 1 if the second player is."""
        ...


def player(p: HasTurn) -> Player:
    """Return the player to move."""
    return _PLAYERS[p.turn]
