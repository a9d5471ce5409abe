"""The games of the library, and a registry that finds them by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from pyrsistent import pmap

from fpgames.games import (
    checkers,
    connect4,
    dots_and_boxes,
    draughts,
    einstein,
    hex,
    kayles,
    mnk,
    nim,
    othello,
    pig,
    tictactoe,
)
from fpgames.games.boards import in_line
from fpgames.games.lines import Size
from fpgames.rules.record import AnyRules
from fpgames.validation import names_arguments, read_number

__all__ = [
    "GAMES", "GameKind", "KINDS", "Size", "checkers", "connect4", "dots_and_boxes", "draughts", "einstein", "game", "hex", "in_line", "kayles",
    "mnk", "nim", "othello", "pig", "tictactoe",
]  # fmt: skip


class GameKind(NamedTuple):
    """An entry of the registry of games.

    Args:
        about: a description of the game, in one line.
        rules: the rules on the default board, for the name without numbers.
        usage: how to write the name with numbers, such as ``othello:N``; empty if the name takes no numbers.
        make: a function from the numbers in the name to the rules; None if the name takes no numbers.
        chance: whether chance moves too, as a die does.

    See also: :data:`KINDS`, :func:`game`.
    """

    about: str
    rules: AnyRules
    usage: str = ""
    make: Callable[..., AnyRules] | None = None
    chance: bool = False


_ALL = (
    GameKind("English draughts", checkers.rules),
    GameKind("Connect Four", connect4.rules, "connect4:WIDTH,HEIGHT,ALIGN", connect4.sized),
    GameKind("Connect Four as the record of article 5", connect4.record.rules),
    GameKind("EinStein würfelt nicht!", einstein.rules, "ewn:N", einstein.sized, chance=True),
    GameKind("Hex", hex.rules, "hex:N", hex.sized),
    GameKind("Kayles", kayles.rules, "kayles:N", kayles.row),
    GameKind("Kayles, the last pin loses", kayles.misere, "kayles-misere:N", partial(kayles.row, misere=True)),
    GameKind("marks in line: M columns, N rows, K in line", mnk.rules, "mnk:M,N,K", mnk.sized),
    GameKind("Nim", nim.rules, "nim:N,N,...", nim.heaps),
    GameKind("Nim, the last object loses", nim.misere, "nim-misere:N,N,...", partial(nim.heaps, misere=True)),
    GameKind("international draughts", draughts.rules),
    GameKind("Dots and boxes", dots_and_boxes.rules, "dots-and-boxes:WIDTH,HEIGHT", dots_and_boxes.sized),
    GameKind("Othello", othello.rules, "othello:N", othello.sized),
    GameKind("Pig", pig.rules, "pig:GOAL", pig.pig, chance=True),
    GameKind("tic-tac-toe", tictactoe.rules),
    GameKind("tic-tac-toe as the record of article 1", tictactoe.record.rules),
)

KINDS: Mapping[str, GameKind] = pmap({kind.rules.name: kind for kind in _ALL})
"""The registry: a map from the name of a game to its entry."""

GAMES: Mapping[str, AnyRules] = pmap({name: kind.rules for name, kind in KINDS.items()})
"""A map from the name of a game to its rules on the default board."""


@names_arguments
def game(text: str) -> AnyRules:
    """Return the rules of a game from its name: ``game = (GAMES !)``, for names without numbers.

    Args:
        text: a key of :data:`GAMES`; for a game with several sizes, numbers may follow, as in ``connect4:5,4,3``.

    Raises:
        ValueError: there is no such game, or its numbers are not accepted; the message says what is accepted.

    >>> game("tictactoe"), game("connect4:5,4,3")
    (<Rules: tictactoe>, <Rules: connect4:5,4,3>)

    See also: :data:`KINDS`; :func:`fpgames.play.bot_names.read_bot`, which reads the names of bots.
    """
    name, colon, numbers = text.partition(":")
    kind = KINDS.get(name)
    if kind is None:
        raise ValueError(f"unknown game {text!r:.80}; games: {', '.join(sorted(GAMES))}")
    if not colon:
        return kind.rules
    if kind.make is None:
        raise ValueError(f"the game {text!r:.80}: {name} takes no numbers")
    try:
        sizes = [read_number(part, "a size; expected a whole number, without a sign") for part in numbers.split(",")]
        if len(sizes) != kind.usage.count(",") + 1 and not kind.usage.endswith("..."):
            raise ValueError("wrong number of numbers")
        return kind.make(*sizes)
    except ValueError as error:
        raise ValueError(f"the game {text!r:.80}: {error}; it is written {kind.usage}") from None
