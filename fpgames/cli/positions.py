"""Read positions and moves from text, and write positions, moves and values as text."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from functools import cache, partial, reduce
from typing import Any, TypeAlias

from returns.pipeline import is_successful
from returns.result import safe

from fpgames.cli.lookup import find_game
from fpgames.cli.status import printable
from fpgames.play.openings import read_position
from fpgames.rules.game_texts import play_move_as_shown
from fpgames.rules.record import AnyRules
from fpgames.search.retrograde import Solved

AnyLine: TypeAlias = tuple[Any, tuple[Any, ...]]  # a position, and moves before or after it


def position_from_args(rules: AnyRules, args: argparse.Namespace) -> Any:
    """Return the position that ``--position`` and ``MOVES`` describe."""
    return line_from_args(rules, args)[1]


def line_from_args(rules: AnyRules, args: argparse.Namespace) -> tuple[Any, *AnyLine]:
    """Return the position of ``--position`` or the start, the position after ``MOVES``, and these moves."""
    start = rules.start if args.position is None else read_position(rules, args.position)[0]
    try:
        return (start, *reduce(partial(_play_word, rules), args.moves.split(), (start, ())))
    except ValueError as error:
        if args.position is None and is_successful(safe(exceptions=(ValueError,))(rules.read)(args.moves)):
            raise ValueError(f"{error}; if it is a position, write --position {args.moves}") from error
        raise


@cache
def rules_and_position(game: str, position: str | None, moves: str) -> tuple[AnyRules, Any]:
    """Return the rules of a game and one of its positions; cached, so that each worker process reads them once."""
    rules = find_game(game)
    return rules, position_from_args(rules, argparse.Namespace(position=position, moves=moves))


def _play_word(rules: AnyRules, line: AnyLine, word: str) -> AnyLine:
    """Play one word of MOVES: a single move if the game can read it as one, otherwise moves separated by commas."""
    parts = [part for part in word.split(",") if part]
    if not parts or parts == [word] or is_successful(safe(exceptions=(ValueError,))(rules.read_move_in)(line[0], word)):
        parts = [word]
    return reduce(partial(play_move, rules), parts, line)


def play_move(rules: AnyRules, line: AnyLine, text: str) -> AnyLine:
    """Play the move of a text after a line; if it is illegal, raise ValueError with the legal moves."""
    p, moves = line
    move = rules.read_move_in(p, text)
    return play_move_as_shown(rules, p, move), (*moves, move)


def line_texts(rules: AnyRules, p: Any, line: Iterable[Any]) -> Iterator[str]:
    """Yield the moves of a line of play, each in the game's notation."""
    for move in line:
        yield move_as_text(rules, p, move)
        p = rules.play(p, move)


def move_as_text(rules: AnyRules, p: Any, move: Any) -> str:
    """Return a move in the game's notation."""
    return printable(rules.show_move_in(p, move))


def print_position(rules: AnyRules, p: Any, notation: str | None) -> None:
    """Print a position. For Connect Four, explain that columns count from 1 in ``--position``, but from 0 in moves."""
    print(printable(rules.show(p)))
    if notation is not None and notation.isdigit() and rules.name.startswith("connect4"):
        moves = " ".join(str(int(column) - 1) for column in notation)
        print(f"columns are numbered from 0 here, but from 1 in --position {notation}, which are the moves {moves}")


def value_text(value: Any) -> str:
    """Return a number as text with three significant digits, and any other value as ``str(value)``."""
    return f"{value:.3g}" if isinstance(value, int | float) else str(value)


def who_wins(value: float) -> str:
    """Return "the first player wins" for a value above 0, "the second player wins" below 0, and "a draw" for 0."""
    return f"the {'first' if value > 0 else 'second'} player wins" if value else "a draw"


def solved_text(solved: Solved, before: int = 0) -> str:
    """Return who wins, and in how many moves; ``before`` is the number of moves before the solved position."""
    if solved.depth is None:
        return who_wins(solved.outcome)
    n = solved.depth + before
    return f"{who_wins(solved.outcome)} in {n} move{'s' * (n != 1)}"
