"""The games of the library, with a package for each, and a registry of them by name."""

from __future__ import annotations

from collections.abc import Mapping

from pyrsistent import pmap

from fpgames.games import connect4, tictactoe
from fpgames.games.boards import equal_lines, in_line
from fpgames.rules import AnyRules

__all__ = ["GAMES", "connect4", "equal_lines", "game", "in_line", "tictactoe"]

GAMES: Mapping[str, AnyRules] = pmap(
    {each.rules.name: each.rules for each in (tictactoe, tictactoe.record, connect4, connect4.record)}
)
"""The rules of every game, by name."""


def game(name: str) -> AnyRules:
    """Return the rules of a game, given its name: ``game = (GAMES !)``.

    Args:
        name: a key of :data:`GAMES`.

    Raises:
        ValueError: there is no game of that name; the message lists the names.

    >>> game("tictactoe")
    <Rules: tictactoe>

    See also: :data:`GAMES`; :func:`fpgames.play.bot_names.read_bot`, for bots.
    """
    try:
        return GAMES[name]
    except KeyError:
        raise ValueError(f"unknown game {name!r}; games: {', '.join(sorted(GAMES))}") from None
