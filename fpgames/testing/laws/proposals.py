"""Advice on games that break no law: games that nobody wins, and boards that are nearly symmetric."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, groupby, islice
from math import inf
from typing import NamedTuple

from returns.maybe import Nothing, Some
from returns.result import Success

from fpgames.rules import AnyRules, Outcome, unreadable
from fpgames.testing.law import advise, attempt, current_timer, short_repr
from fpgames.testing.laws.games import GameSubject
from fpgames.testing.reports.counterexamples import replay_call
from fpgames.testing.strategies.games import NEAR_END
from fpgames.testing.strategies.lines import AnyLine, AnyPosition, line_of_seed

GAMES_TO_WIN = 60  # number of games that nobody wins before the kit says so
NEAR_START, ENDED_GAMES = 300, 120  # numbers of positions near the start, and of games near whose ends are others
FEW_IMAGES = 20  # number of positions before an image is given up
MIN_AGREEMENT = 0.9  # share of positions that agree with their images in a game that is meant to be symmetric
IMAGES = {  # code for the rows of an image
    "mirrored from left to right": "[row[::-1] for row in rows]",
    "upside down": "rows[::-1]",
    "turned by a half": "[row[::-1] for row in rows[::-1]]",
    "mirrored at a diagonal": "[''.join(column) for column in zip(*rows)]",
    "turned by a quarter": "[''.join(column) for column in zip(*rows[::-1])]",
}
NOT_WON = Success(Nothing), Success(Some(Outcome.DRAW))


def advise_on_wins(game: GameSubject, lines: Iterable[AnyLine]) -> None:
    """Warn if no game is won, of some games and of further random ones."""
    more = (line_of_seed(game.rules, seed, game.longest) for seed in range(GAMES_TO_WIN))
    for line in islice(chain(lines, more), GAMES_TO_WIN):
        if attempt(game.rules.outcome, line.end) not in NOT_WON:
            return
        if current_timer().is_over(0.5):
            current_timer().skipped.append("some of the games that may be won")
            return
    message = f"{game.rules.name}: of {GAMES_TO_WIN} games, none was won; no law is broken"
    advise(game.advised, "wins", f"{message}, but if the game can be won, outcome does not say so")


class Board(NamedTuple):
    """The lines of the text of a position: the rows of its board, and the lines before and after them."""

    before: tuple[str, ...]
    rows: tuple[str, ...]
    after: tuple[str, ...]

    def image(self, code: str) -> str:
        """Return the text of the image whose rows ``code`` makes of ``rows``."""
        return "\n".join((*self.before, *eval(code, {"rows": self.rows}), *self.after))


def board_of(text: str) -> Board:
    """Return the parts of a text; the board is its first longest sequence of lines of one length."""
    lines, start, size, at = tuple(text.splitlines()), 0, 0, 0
    for _, group in groupby(lines, len):
        length = len([*group])
        start, size = (at, length) if length > size else (start, size)
        at += length
    return Board(lines[:start], lines[start : start + size], lines[start + size :])


def _results(rules: AnyRules, p: AnyPosition) -> tuple[object, int]:
    return rules.outcome(p), len(rules.moves(p))


def advise_on_symmetries(game: GameSubject) -> None:
    """Warn if nearly all positions agree with an image of their board in outcome and number of moves, and some do not."""
    rules, counts, differing = game.first_results, dict.fromkeys(IMAGES, 0), dict[str, AnyLine]()
    surroundings = set[tuple[object, object]]()
    is_tried = current_timer().phase.max_cases == inf and rules.read is not unreadable and not rules.symmetries
    games = (line_of_seed(game.rules, seed, game.depth) for seed in range(ENDED_GAMES))
    near_ends = (line.beginning(n) for line in games for n in range(len(line.moves), 0, -1)[:NEAR_END])
    lines = chain(islice(game.nearest.lines(), NEAR_START), near_ends) if is_tried else ()
    for tried, line in enumerate(lines, 1):
        board = board_of(rules.show(line.end))
        surroundings.add((board.before, board.after))  # two, of both turns; more may name cells, which have images, too
        if len(board.rows) < 2 or len(surroundings) > 2 or not counts or current_timer().is_over(0.5):
            return
        for name in [*counts]:
            q = attempt(rules.read, text := board.image(IMAGES[name])).value_or(None)
            is_position = q is not None and rules.show(q) == text
            if is_position and _results(game.rules, q) == _results(rules, line.end):
                counts[name] += 1
            elif not is_position or (tried > FEW_IMAGES and counts[name] < MIN_AGREEMENT * tried):
                del counts[name]
            else:
                differing.setdefault(name, line)
    for name, line in islice(((name, differing[name]) for name in counts if name in differing), 1):
        image = board_of(rules.show(line.end)).image(IMAGES[name])
        ours, theirs = (short_repr(_results(game.rules, p)) for p in (line.end, rules.read(image)))
        message = (
            f"{rules.name}: nearly every position agrees with its board {name} in outcome and number of moves, but {line}"
            f" they are {ours}, and of the image {theirs}:\n{rules.show(line.end)}\n{image}\nNo law is broken. If"
            f" the game is symmetric, its rules are wrong here; give them symmetries=(Symmetry(position, move),), where"
            f" position(p) reads {IMAGES[name]} of the rows of show(p). The position: {replay_call(rules, line)}"
        )
        advise(game.advised, "symmetries", message)
