"""Positions, lines of play and values, as people write them."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from functools import cache, partial, reduce
from typing import Any

from returns.pipeline import is_successful
from returns.result import safe

from fpgames.cli.lookup import find_game
from fpgames.cli.status import printable
from fpgames.rules.outcomes import IllegalMove
from fpgames.rules.record import AnyRules
from fpgames.validation import illegal_move_message


def position_of(rules: AnyRules, args: argparse.Namespace) -> Any:
    """Return the position that the arguments describe."""
    p = rules.start if args.position is None else rules.read(args.position)
    try:
        return reduce(partial(_after, rules), args.moves.split(), p)
    except ValueError as error:
        if args.position is None and is_successful(safe(exceptions=(ValueError,))(rules.read)(args.moves)):
            raise ValueError(f"{error}; if it is a position, write --position {args.moves}") from error
        raise


@cache
def found_by_name(game: str, position: str | None, moves: str) -> tuple[AnyRules, Any]:
    """Return the rules and the position of these texts; every worker finds them once."""
    rules = find_game(game)
    return rules, position_of(rules, argparse.Namespace(position=position, moves=moves))


def _after(rules: AnyRules, p: Any, word: str) -> Any:
    """Return the position after the moves of a word: one move, if the game reads it so, else those between its commas."""
    try:
        move = rules.read_move_in(p, word)
    except ValueError:
        parts = [part for part in word.split(",") if part]
        if not parts or parts == [word]:
            raise
    else:
        return play_as_written(rules, p, move)
    return reduce(lambda q, part: play_as_written(rules, q, rules.read_move_in(q, part)), parts, p)


def play_as_written(rules: AnyRules, p: Any, move: Any) -> Any:
    """Play a move that was read; the error of an illegal one names moves as people write them."""
    try:
        return rules.play(p, move)
    except IllegalMove as error:
        legal = [rules.show_move_in(p, each) for each in error.legal]
        raise ValueError(illegal_move_message(rules.show_move(move), legal, error.why)) from error


def written(rules: AnyRules, p: Any, line: Iterable[Any]) -> Iterator[str]:
    """Yield the moves of a line from a position, as people write them."""
    for move in line:
        yield move_as_text(rules, p, move)
        p = rules.play(p, move)


def move_as_text(rules: AnyRules, p: Any, move: Any) -> str:
    """Return a move at a position, as people write it."""
    return printable(rules.show_move_in(p, move))


def print_position(rules: AnyRules, p: Any, notation: str | None) -> None:
    """Print a position, and which columns its notation means where that begins with 1 and moves with 0."""
    print(printable(rules.show(p)))
    if notation is not None and notation.isdigit() and rules.name.startswith("connect4"):
        moves = " ".join(str(int(column) - 1) for column in notation)
        print(f"columns are numbered from 0 here, but from 1 in --position {notation}, which are the moves {moves}")


def as_text(value: Any) -> str:
    """Return a value as text: a number in three digits, anything else as it shows itself."""
    return f"{value:.3g}" if isinstance(value, int | float) else str(value)


def who_wins(value: float) -> str:
    """Return what the value of perfect play means, in words."""
    return f"the {'first' if value > 0 else 'second'} player wins" if value else "a draw"
