"""Kayles: players knock down one pin of a row, or two that stand side by side, in turn; the one who knocks down the last wins.

In misère play that player loses. A position is the pins that stand, as bits, pin 1 the lowest, and the turn.

Sources: Guy and Smith, *The G-values of various games* (1956, doi:10.1017/S0305004100031509); its values are OEIS A002186.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import groupby
from typing import NamedTuple

from fpgames.games.take_away import make_score, outcome, read_turn, status
from fpgames.games.turns import player
from fpgames.rules.closures import Closure
from fpgames.rules.notation import Diagram
from fpgames.rules.outcomes import require_legal
from fpgames.rules.record import Rules, Symmetry
from fpgames.validation import require_at_least

__all__ = ["Knock", "Position", "misere", "row", "rules"]


class Position(NamedTuple):
    """A position.

    Args:
        pins: the pins that stand, as bits.
        turn: 0 if the first player is to move, 1 if the second is.

    See also: :func:`row`, which returns the rules.
    """

    pins: int
    turn: int


class Knock(NamedTuple):
    """A move.

    Args:
        pin: the number of the pin that is knocked down, from 1; of two, the lower number.
        pins: the number of pins knocked down, 1 or 2.

    See also: :class:`Position`.
    """

    pin: int
    pins: int


class Row(NamedTuple):
    """The description of a game: the number of pins, and whether it is misère."""

    n: int
    misere: bool


_STANDARD = 12
_MOST = 500


def successors(p: Position) -> Iterator[Position]:
    """Yield the positions after each move, from pin 1, one pin before two."""
    rest = p.pins
    pairs = p.pins & p.pins >> 1
    while rest:
        pin = rest & -rest
        yield Position(p.pins ^ pin, 1 - p.turn)
        if pairs & pin:
            yield Position(p.pins ^ pin ^ pin << 1, 1 - p.turn)
        rest ^= pin


def moves(p: Position) -> tuple[Knock, ...]:
    """Return the legal moves."""
    standing = [n for n in range(1, p.pins.bit_length() + 1) if p.pins >> n - 1 & 1]
    return tuple(Knock(n, count) for n in standing for count in (1, 2) if count == 1 or p.pins >> n & 1)


def play(p: Position, move: Knock) -> Position:
    """Knock down a pin or two."""
    pin, count = require_legal(move, moves(p))
    return Position(p.pins ^ ((1 << count) - 1) << pin - 1, 1 - p.turn)


def make_mirrored(n: int) -> Callable[[Position], Position]:
    """Return the function that returns a position with the pins from right to left."""

    def mirrored(p: Position) -> Position:
        pins, found = p.pins, 0
        for _ in range(n):
            found = found << 1 | pins & 1
            pins >>= 1
        return Position(found, p.turn)

    return mirrored


def mirrored_move(n: int, move: Knock) -> Knock:
    """Return the image of a move."""
    return Knock(n + 2 - move.pin - move.pins, move.pins)


def symbols(n: int, p: Position) -> str:
    """Show the pins from left to right."""
    return "".join("|" if p.pins >> at & 1 else "." for at in range(n))


def show(game: Row, p: Position) -> str:
    """Show a position as a line of text."""
    return f"{symbols(game.n, p)}, {status(game.misere, p)}"


def read(game: Row, text: str) -> Position:
    """Read what ``show`` writes; without its end, the first player is to move if possible."""
    written, _, said = text.partition(",")
    pins = written.strip()
    if len(pins) != game.n or not {*pins} <= {*"|."}:
        raise ValueError(f"{pins[:40]!r} is not a row of pins; expected {game.n} times '|' or '.'")
    standing = sum(1 << at for at, symbol in enumerate(pins) if symbol == "|")
    gaps = [len(list(run)) for symbol, run in groupby(pins) if symbol == "."]
    least = sum((gap + 1) // 2 for gap in gaps)
    return Position(standing, read_turn(said, standing, least, sum(gaps), game.misere))


def show_move(move: Knock) -> str:
    """Return a move as a word, such as ``3`` for one pin or ``3-4`` for two."""
    return str(move.pin) if move.pins == 1 else f"{move.pin}-{move.pin + 1}"


def read_move(n: int, text: str) -> Knock:
    """Read a move."""
    found = re.fullmatch("([1-9][0-9]{0,2})(?:-([1-9][0-9]{0,2}))?", text)
    if found:
        pin, last = int(found[1]), int(found[2] or found[1])
        if last <= n and last - pin in (0, 1):
            return Knock(pin, last - pin + 1)
    pairs = ", or two side by side, such as 1-2" if n > 1 else ""
    raise ValueError(f"{text[:40]!r} is not a move; expected a pin, 1 to {n}{pairs}")


def diagram(n: int, p: Position) -> Diagram:
    """Return the appearance of a position."""
    names = (tuple(map(str, range(1, n + 1))),)
    return Diagram((symbols(n, p),), names=names)


def row(n: int = _STANDARD, *, misere: bool = False) -> Rules[Position, Knock]:
    """Return Kayles with another number of pins: ``row :: Int -> Bool -> Rules Position Knock``.

    Args:
        n: the number of pins, 1 to 500; up to 63, it can be compiled.
        misere: whether the player who knocks down the last pin loses.

    Raises:
        ValueError: n is not 1 to 500.

    >>> small = row(3)
    >>> [small.show_move(move) for move in small.moves(small.start)]
    ['1', '1-2', '2', '2-3', '3']
    >>> small.show(small.play(small.start, Knock(2, 1)))
    '|.|, second to move'

    See also: :data:`rules`; :data:`misere`; :mod:`fpgames.games.nim`.
    """
    require_at_least(1, n, "play with {} pins")
    if n > _MOST:
        raise ValueError(f"cannot play with more than {_MOST} pins")
    return _rules(Row(int(n), bool(misere)))


@cache
def _rules(game: Row) -> Rules[Position, Knock]:
    name = "kayles-misere" if game.misere else "kayles"
    return Rules(
        name=name if game.n == _STANDARD else f"{name}:{game.n}",
        start=Position((1 << game.n) - 1, 0),
        moves=moves,
        play=play,
        player=player,
        alternates=True,
        outcome=partial(outcome, game.misere),
        show=partial(show, game),
        read=partial(read, game),
        show_move=show_move,
        read_move=partial(read_move, game.n),
        successors=successors,
        score=Closure(make_score, game.misere),
        diagram=partial(diagram, game.n),
        symmetries=(Symmetry(Closure(make_mirrored, game.n), partial(mirrored_move, game.n)),) if game.n > 1 else (),
        prompt="pin or pins ?",
    )


rules = row()
"""Twelve pins; its name is ``kayles``."""


misere = row(misere=True)
"""Twelve pins, where the player who knocks down the last one loses; its name is ``kayles-misere``."""
