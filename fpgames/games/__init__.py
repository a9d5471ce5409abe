"""The games that come with the library, one file each, and the registry that names them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from fpgames.games import tictactoe, tictactoe_bits
from fpgames.rules import Rules

__all__ = ["GAMES", "game"]

GAMES: Mapping[str, Rules[Any, Any]] = MappingProxyType(
    {rules.name: rules for rules in (tictactoe_bits.rules, tictactoe.rules)}
)
"""Every game, by name."""


def game(name: str) -> Rules[Any, Any]:
    """The rules of a game, by name.

    Raises:
        ValueError: there is no such game; the message names those there are.

    >>> game("tictactoe")
    <Rules: tictactoe>
    """
    try:
        return GAMES[name]
    except KeyError:
        raise ValueError(f"unknown game {name!r}; games: {', '.join(GAMES)}") from None
