"""The games that come with the library, one file each, and the registry that names them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from fpgames.games import connect4, connect4_bits, tictactoe, tictactoe_bits
from fpgames.rules import AnyRules

__all__ = ["GAMES", "game"]

GAMES: Mapping[str, AnyRules] = MappingProxyType(
    {each.rules.name: each.rules for each in (tictactoe_bits, tictactoe, connect4_bits, connect4)}
)
"""Every game, by name."""


def game(name: str) -> AnyRules:
    """The rules of a game, by name: ``game = (GAMES !)``.

    Args:
        name: its name, as :data:`GAMES` has it.

    Raises:
        ValueError: there is no such game; the message names those there are.

    >>> game("tictactoe")
    <Rules: tictactoe>

    See also: :data:`GAMES`; :func:`fpgames.bots.read_bot`, for bots.
    """
    try:
        return GAMES[name]
    except KeyError:
        raise ValueError(f"unknown game {name!r}; games: {', '.join(GAMES)}") from None
