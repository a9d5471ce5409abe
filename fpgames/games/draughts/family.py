"""The rules of each game of the family."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from returns.maybe import Maybe, Nothing

from fpgames.games.draughts.bit_operations import (
    Draughts,
    make_can_move,
    make_position_after,
    make_score,
    make_static,
    make_successors,
)
from fpgames.games.draughts.moves import Move, make_moves, read_move, read_move_in, show_move, show_move_in
from fpgames.games.draughts.text import diagram, read, show, show_fen, start_of
from fpgames.games.draughts.variant import Variant, grid_of
from fpgames.games.turns import player
from fpgames.rules.closures import Closure
from fpgames.rules.outcomes import Outcome, outcome_of_score, require_legal
from fpgames.rules.record import Draws, Rules
from fpgames.validation import names_arguments, require_at_least

__all__ = ["rules_of"]


def make_play(variant: Variant) -> Callable[[Draughts, Move], Draughts]:
    """Return the function that plays a move."""
    moves, after, squares = make_moves(variant), make_position_after(variant), grid_of(variant).squares

    def play(p: Draughts, move: Move) -> Draughts:
        legal = moves(p)
        start, end, captured = require_legal(move, legal, partial(_why, legal))
        return after(p, squares[start - 1], squares[end - 1], sum(squares[n - 1] for n in captured))

    return play


def _why(legal: tuple[Move, ...], move: object) -> str:
    """Return why a move is illegal, if that is a rule about captures."""
    if not (legal[0].captured and isinstance(move, Move)):
        return ""
    if not move.captured:
        return "a capture is compulsory"
    return "a larger capture is compulsory" if len(move.captured) < min(len(each.captured) for each in legal) else ""


def outcome(variant: Variant, p: Draughts) -> Maybe[Outcome]:
    """Return how the game ended: the player who cannot move has lost."""
    return Nothing if make_can_move(variant)(p) else outcome_of_score(-player(p))


def only_kings_moved(p: Draughts, q: Draughts) -> bool:
    """Return whether a move was a king's, and no capture."""
    men = (p.first | p.second) & ~p.kings == (q.first | q.second) & ~q.kings
    return men and (p.first | p.second).bit_count() == (q.first | q.second).bit_count()


def irreversible(p: Draughts, q: Draughts) -> bool:
    """Return whether a move was a man's, or a capture, after which no earlier position can return."""
    return not only_kings_moved(p, q)


def three_against_a_king(p: Draughts, q: Draughts) -> bool:
    """Return whether three pieces, a king among them, stood against a king, and still do after a move."""
    return _against_a_king(p) == _against_a_king(q) == 3


def one_or_two_against_a_king(p: Draughts, q: Draughts) -> bool:
    """Return whether one or two pieces, a king among them, stood against a king, and still do after a move."""
    return _against_a_king(p) == _against_a_king(q) in (1, 2)


def _against_a_king(p: Draughts) -> int:
    """Return how many pieces, a king among them, stand against a king alone; 0 if it is not so."""
    fewer, more = sorted((p.first, p.second), key=int.bit_count)
    return more.bit_count() if fewer & p.kings and more & p.kings and fewer.bit_count() == 1 else 0


def draws_of(variant: Variant) -> Draws[Draughts]:
    """Return the draws of a game: by repetition, and by moves that change nothing."""
    counted = zip(
        (variant.quiet_plies, *variant.endgame_plies),
        (only_kings_moved, three_against_a_king, one_or_two_against_a_king),
        strict=True,
    )
    return Draws(3, irreversible, tuple(rule for rule in counted if rule[0]), partial(show_fen, variant))


@names_arguments
def rules_of(variant: Variant) -> Rules[Draughts, Move]:
    """Return the rules of a game of the family: ``rulesOf :: Variant -> Rules Draughts Move``.

    The rules are plain: they know no draws. ``with_draws`` adds those by repetition and by counting moves.

    Args:
        variant: the description of the game.

    Raises:
        ValueError: the board is too small for the rows of men, or the colours are not ``B`` and ``W``.

    >>> from fpgames.games.draughts.variant import ENGLISH
    >>> small = rules_of(ENGLISH._replace(name="small", width=3, rows=2))
    >>> print(small.show(small.start))
     b b b   1  2  3
    b b b    4  5  6
     . . .   7  8  9
    . . .   10 11 12
     w w w  13 14 15
    w w w   16 17 18
    B:W13-18:B1-6

    See also: :func:`fpgames.rules.repetition.with_draws`; :mod:`fpgames.games.checkers`.
    """
    require_at_least(1, variant.rows, "begin with {} rows of men")
    require_at_least(variant.rows + 1, variant.width, f"play with {variant.rows} rows of men on {{}} squares in a row")
    if {*variant.colours} != {"B", "W"}:
        raise ValueError(f"the colours are {variant.colours!r}; expected ('B', 'W') or ('W', 'B')")
    return _rules(variant)


@cache
def _rules(variant: Variant) -> Rules[Draughts, Move]:
    return Rules(
        name=variant.name,
        start=start_of(variant),
        moves=Closure(make_moves, variant),
        play=Closure(make_play, variant),
        player=player,
        outcome=partial(outcome, variant),
        show=partial(show, variant),
        read=partial(read, variant),
        show_move=show_move,
        read_move=partial(read_move, variant),
        alternates=True,
        successors=Closure(make_successors, variant),
        static=Closure(make_static, variant),
        score=Closure(make_score, variant),
        diagram=partial(diagram, variant),
        show_move_in=partial(show_move_in, variant),
        read_move_in=partial(read_move_in, variant),
        draws=draws_of(variant),
    )
