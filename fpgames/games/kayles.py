"""Kayles: players in turn knock down one pin of a row, or two adjacent pins; whoever knocks down the last pin wins.

In misère play, whoever knocks down the last pin loses. A position is a bitboard of the standing pins and the turn.

Sources: Guy and Smith, *The G-values of various games* (1956, doi:10.1017/S0305004100031509); values: OEIS A002186.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import NamedTuple

from fpgames.games.take_away import make_score, outcome, read_turn, status
from fpgames.games.turns import player
from fpgames.rules.makers import made
from fpgames.rules.notation import Diagram
from fpgames.rules.outcomes import require_legal
from fpgames.rules.record import Rules, Symmetry
from fpgames.validation import require_at_least

__all__ = ["Knock", "Position", "misere", "row", "rules"]


class Position(NamedTuple):
    """A position of Kayles: the standing pins and the turn.

    Args:
        pins: a bitboard of the standing pins; pin 1 is bit 0.
        turn: 0 if the first player is to move, 1 if the second is.

    See also: :func:`row`, which returns the rules.
    """

    pins: int
    turn: int


class Knock(NamedTuple):
    """A move of Kayles: one pin, or two adjacent pins.

    Args:
        pin: the number of the pin, from 1; of two pins, the lower number.
        pins: the number of pins knocked down, 1 or 2.

    See also: :class:`Position`.
    """

    pin: int
    pins: int


_STANDARD = 12
_MAX_PINS = 500


def successors(p: Position) -> Iterator[Position]:
    """Yield the position after each move, in the order of the pins; a move of one pin comes before a move of two."""
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
    """Return the position after a move; raise IllegalMove unless the pins are standing."""
    pin, count = require_legal(move, moves(p))
    return Position(p.pins ^ ((1 << count) - 1) << pin - 1, 1 - p.turn)


def row(n: int = _STANDARD, *, misere: bool = False) -> Rules[Position, Knock]:
    """Return the rules of Kayles with n pins: ``row :: Int -> Bool -> Rules Position Knock``.

    Args:
        n: the number of pins, 1 to 500; searches can be compiled if n is at most 63.
        misere: whether the player who knocks down the last pin loses.

    Raises:
        ValueError: n is not from 1 to 500.

    >>> small = row(3)
    >>> [small.show_move(move) for move in small.moves(small.start)]
    ['1', '1-2', '2', '2-3', '3']
    >>> small.show(small.play(small.start, Knock(2, 1)))
    '|.|, second to move'

    See also: :data:`rules`; :data:`misere`; :mod:`fpgames.games.nim`.
    """
    require_at_least(1, n, "play with {} pins", _MAX_PINS)
    return _rules(int(n), bool(misere))


@made(lambda n, misere: f"row({n}{', misere=True' if misere else ''})")
def _rules(n: int, misere: bool) -> Rules[Position, Knock]:
    name, score = "kayles-misere" if misere else "kayles", make_score(misere)

    def mirrored(p: Position) -> Position:
        pins, reversed_pins = p.pins, 0
        for _ in range(n):
            reversed_pins = reversed_pins << 1 | pins & 1
            pins >>= 1
        return Position(reversed_pins, p.turn)

    def row_text(p: Position) -> str:
        return "".join("|" if p.pins >> bit & 1 else "." for bit in range(n))

    def show(p: Position) -> str:
        return f"{row_text(p)}, {status(score, p)}"

    def read(text: str) -> Position:
        """Parse a line that ``show`` wrote; without a status, the turn is 0, or 1 if that is the only possible turn."""
        pins_text, _, status_text = text.partition(",")
        pins = pins_text.strip()
        if len(pins) != n or not {*pins} <= {*"|."}:
            raise ValueError(f"{pins[:40]!r} is not a row of pins; expected {n} times '|' or '.'")
        standing = sum(1 << bit for bit, symbol in enumerate(pins) if symbol == "|")
        gaps = [len(list(run)) for symbol, run in groupby(pins) if symbol == "."]
        min_moves = sum((gap + 1) // 2 for gap in gaps)
        return Position(standing, read_turn(status_text, standing, min_moves, sum(gaps), score))

    def read_move(text: str) -> Knock:
        match = re.fullmatch("([1-9][0-9]{0,2})(?:-([1-9][0-9]{0,2}))?", text)
        if match:
            pin, last = int(match[1]), int(match[2] or match[1])
            if last <= n and last - pin in (0, 1):
                return Knock(pin, last - pin + 1)
        pairs = ", or two side by side, such as 1-2" if n > 1 else ""
        raise ValueError(f"{text[:40]!r} is not a move; expected a pin, 1 to {n}{pairs}")

    mirror = Symmetry(mirrored, lambda move: Knock(n + 2 - move.pin - move.pins, move.pins))
    return Rules(
        name=name if n == _STANDARD else f"{name}:{n}",
        start=Position((1 << n) - 1, 0),
        moves=moves,
        play=play,
        player=player,
        alternates=True,
        outcome=partial(outcome, score),
        show=show,
        read=read,
        show_move=lambda move: str(move.pin) if move.pins == 1 else f"{move.pin}-{move.pin + 1}",
        read_move=read_move,
        successors=successors,
        score=score,
        margins=False,
        diagram=lambda p: Diagram((row_text(p),), names=(tuple(map(str, range(1, n + 1))),)),
        symmetries=(mirror,) if n > 1 else (),
        prompt="pin or pins ?",
    )


rules = row()
"""The rules with twelve pins, named ``kayles``."""

misere = row(misere=True)
"""Misère rules with twelve pins, named ``kayles-misere``: the player who knocks down the last pin loses."""
