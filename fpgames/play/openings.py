"""Openings of games: random moves, or lines of moves and positions, such as a file has them, one a line."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial, reduce
from typing import Any, TypeAlias

from fpgames.rand.actions import Rand, action_from_draw
from fpgames.rand.generators import Gen
from fpgames.rand.walks import random_walk
from fpgames.rules.record import AnyRules, M, P, Rules, moves_of, require_rules
from fpgames.state.action import State
from fpgames.validation import names_arguments, require_at_least

__all__ = ["random_opening", "read_opening"]

Openings: TypeAlias = int | Sequence[str]  # a number of random moves, or the texts of openings


def random_opening(rules: Rules[P, M], n: int) -> Rand[tuple[M, ...]]:
    """Draw n random opening moves that do not end the game: ``randomOpening :: Rules p m -> Int -> Rand [m]``.

    Args:
        rules: the rules of the game.
        n: the number of moves, at least 0.

    Raises:
        ValueError: n is negative, or a thousand random openings in a row end the game.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules
    >>> random_opening(rules, 4).eval(SplitMix.from_seed(1))
    (5, 3, 2, 7)

    See also: :func:`fpgames.play.match.play_one`, which continues the game after the opening.
    """
    require_rules(rules, "random_opening")
    require_at_least(0, n, "begin with {} random moves")
    return action_from_draw(partial(_draw_opening, rules, n))


def _draw_opening(rules: AnyRules, n: int, gen: Gen) -> tuple[tuple[Any, ...], Gen]:
    play_move = lambda line, move: (rules.play(line[0], move), (*line[1], move))  # noqa: E731
    for _ in range(_MAX_OPENINGS):
        (_, opening), next_moves, _, gen = random_walk(
            moves_of(rules, rules.start), lambda line: moves_of(rules, line[0]), play_move, (rules.start, ()), gen, n
        )
        if next_moves:
            return opening, gen
    raise ValueError(f"cannot begin {rules.name} with {n} random moves; they end the game; expected fewer")


_MAX_OPENINGS = 1000  # maximum number of openings to draw before random_opening raises ValueError


@names_arguments
def read_opening(rules: Rules[P, M], text: str) -> tuple[P, tuple[M, ...]]:
    """Return the position in which an opening begins, and the moves of the opening.

    ``readOpening :: Rules p m -> String -> (p, [m])``

    Args:
        rules: the rules of the game.
        text: moves from the start, separated by spaces or commas; or, if it is no such line, a position, as the rules
            read it.

    Raises:
        ValueError: the text is neither moves nor a position, or the game is over after it.

    >>> from fpgames.games.tictactoe.record import rules
    >>> read_opening(rules, "4 0")[1]
    (4, 0)
    >>> position, moves = read_opening(rules, "XO./.X./..O")
    >>> "".join(position.grid), moves
    ('XO..X...O', ())

    See also: :func:`random_opening`; :func:`fpgames.play.match.compare`, which begins each pair of games with an opening.
    """
    require_rules(rules, "read_opening")
    reasons = []
    for read, words in ((_read_line, text), (_read_line, text.replace(",", " ")), (read_position, text)):
        try:
            p, moves = read(rules, words)
            if moves_of(rules, reduce(rules.play, moves, p)):
                return p, moves
            reasons.append("the game is over after it")
        except ValueError as error:
            reasons.append(str(error))
    raise ValueError(
        f"the opening {text!r:.80} is neither a line of moves ({reasons[0]}) nor a position ({reasons[2]}); expected moves"
        " separated by spaces, or a position on one line, with / for line breaks"
    )


def _read_line(rules: Rules[P, M], text: str) -> tuple[P, tuple[M, ...]]:
    p, moves = rules.start, []
    for word in text.split():
        moves.append(rules.read_move_in(p, word))
        p = rules.play(p, moves[-1])
    return rules.start, tuple(moves)


def read_position(rules: Rules[P, M], text: str) -> tuple[P, tuple[M, ...]]:
    """Return a position, in whose text / may stand for line breaks, and no moves."""
    try:
        return rules.read(text), ()
    except ValueError:
        with suppress(ValueError):
            return rules.read(text.replace("/", "\n")), ()
        raise


def require_openings(rules: AnyRules, openings: Openings) -> None:
    """Raise ValueError unless ``openings`` is a number of random moves, or a list of readable openings."""
    if isinstance(openings, str) or not isinstance(openings, Sequence):
        require_at_least(0, openings, "begin with {} random moves")
    elif not openings:
        raise ValueError(
            "a match got an empty list of openings; expected moves or positions, or a number of random moves"
        )
    else:
        for text in openings:
            read_opening(rules, text)


def opening_of(openings: Openings, number: int, pairings: int = 1) -> int | str:
    """Return the opening of a game: the number of its random moves, or a text, the same for both games of a pair.

    In a tournament, each of the ``pairings`` of bots plays all texts in turn.
    """
    return openings[(number - 1) // 2 // pairings % len(openings)] if isinstance(openings, Sequence) else openings


def first_position(rules: Rules[P, M], opening: int | str) -> P:
    """Return the position from which the moves of a game are recorded, its opening moves included."""
    return rules.start if isinstance(opening, int) else read_opening(rules, opening)[0]


def begin_game(rules: Rules[P, M], opening: int | str) -> Rand[tuple[P, tuple[M, ...]]]:
    """Return an action that draws an opening, or reads it: the first position, and the moves of the opening."""
    if isinstance(opening, str):
        return State.from_value(read_opening(rules, opening))
    return random_opening(rules, opening).map(lambda moves: (rules.start, moves))
