"""The rules of a variant of draughts, made from its description."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from returns.maybe import Maybe, Nothing

from fpgames.games.draughts.bit_operations import (
    Draughts,
    make_can_move,
    make_captures,
    make_position_after,
    make_quiet_moves,
)
from fpgames.games.draughts.moves import MOVE_IN_GAMES, Move, read_move, read_move_in, show_move, show_move_in
from fpgames.games.draughts.text import diagram, read, show, show_fen, start_of
from fpgames.games.draughts.variant import Variant, grid_of, square_numbers
from fpgames.games.turns import player
from fpgames.rules.makers import made
from fpgames.rules.notation import GameFormat
from fpgames.rules.outcomes import Outcome, outcome_of_score, require_legal
from fpgames.rules.record import Draws, Rules
from fpgames.validation import names_arguments, require_at_least

__all__ = ["rules_of"]


def _broken_capture_rule(legal: tuple[Move, ...], move: object) -> str:
    """Return a text that says which capture rule a move breaks; empty if the move is illegal for another reason."""
    if not (legal[0].captured and isinstance(move, Move)):
        return ""
    if not move.captured:
        return "a capture is compulsory"
    return "a larger capture is compulsory" if len(move.captured) < min(len(other.captured) for other in legal) else ""


def is_quiet_king_move(p: Draughts, q: Draughts) -> bool:
    """Return whether the move from p to q was a king move without a capture."""
    men = (p.first | p.second) & ~p.kings == (q.first | q.second) & ~q.kings
    return men and (p.first | p.second).bit_count() == (q.first | q.second).bit_count()


def is_irreversible(p: Draughts, q: Draughts) -> bool:
    """Return whether the move from p to q was a man move or a capture, after which no earlier position can recur."""
    return not is_quiet_king_move(p, q)


def is_three_against_king(p: Draughts, q: Draughts) -> bool:
    """Return whether a lone king faces three pieces in p, at least one a king, and the move to q captures none."""
    return _pieces_against_lone_king(p) == _pieces_against_lone_king(q) == 3


def is_one_or_two_against_king(p: Draughts, q: Draughts) -> bool:
    """Return whether a lone king faces one or two pieces in p, at least one a king, and the move to q captures none."""
    return _pieces_against_lone_king(p) == _pieces_against_lone_king(q) in (1, 2)


def _pieces_against_lone_king(p: Draughts) -> int:
    """Return the number of pieces that oppose a lone king, if at least one of them is a king; otherwise 0."""
    fewer, more = sorted((p.first, p.second), key=int.bit_count)
    return more.bit_count() if fewer & p.kings and more & p.kings and fewer.bit_count() == 1 else 0


@names_arguments
def rules_of(variant: Variant) -> Rules[Draughts, Move]:
    """Return the rules of a variant of draughts: ``rulesOf :: Variant -> Rules Draughts Move``.

    These rules have no draws. ``with_draws`` adds draws by repetition and by counting moves.

    Args:
        variant: the description of the variant.

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


def _pdn_of(variant: Variant) -> GameFormat:
    """Return PDN, the Portable Draughts Notation, in which 1-0 is a win of white."""
    names, white_first = {"B": "Black", "W": "White"}, variant.colours[0] == "W"
    return GameFormat(
        tag="GameType",
        game=str(variant.game_type),
        players=(names[variant.colours[0]], names[variant.colours[1]]),
        start="FEN",
        results=("1-0", "1/2-1/2", "0-1") if white_first else ("0-1", "1/2-1/2", "1-0"),
        move=MOVE_IN_GAMES,
        turns=variant.colours,
    )


@made("{}".format)
def _rules(variant: Variant) -> Rules[Draughts, Move]:
    captures, quiet_moves, can_move = make_captures(variant), make_quiet_moves(variant), make_can_move(variant)
    position_after, grid, numbers = make_position_after(variant), grid_of(variant), square_numbers(variant)
    squares, (first_half, second_half) = grid.squares, grid.far_halves
    king = 30 if variant.flying else 15
    scale = float(king * len(squares))

    def successors(p: Draughts) -> Iterator[Draughts]:
        captured = False
        for at, to, taken in captures(p):
            captured = True
            yield position_after(p, at, to, taken)
        if not captured:
            for at, to in quiet_moves(p):
                yield position_after(p, at, to, 0)

    def score(p: Draughts) -> int:
        if can_move(p):
            return 0
        return 1 if p.turn else -1

    def static(p: Draughts) -> float:
        """Return 1 or -1 for a win, else the first player's lead in material, scaled to below 1.

        A man counts 10, or 11 in the far half of the board; a king counts 15, or a flying king 30.
        """
        if not can_move(p):
            return 1.0 if p.turn else -1.0
        first, second = p.first & ~p.kings, p.second & ~p.kings
        men = 10 * (first.bit_count() - second.bit_count())
        kings = king * ((p.first & p.kings).bit_count() - (p.second & p.kings).bit_count())
        advanced = (first & first_half).bit_count() - (second & second_half).bit_count()
        return (men + kings + advanced) / scale

    def moves(p: Draughts) -> tuple[Move, ...]:
        legal = tuple(Move(numbers[at], numbers[to], grid.squares_in(taken)) for at, to, taken in captures(p))
        return legal or tuple(Move(numbers[at], numbers[to]) for at, to in quiet_moves(p))

    last_moves = lru_cache(maxsize=1)(moves)  # the moves of a position are often played in turn

    def play(p: Draughts, move: Move) -> Draughts:
        legal = last_moves(p)
        start, end, captured = require_legal(move, legal, partial(_broken_capture_rule, legal))
        return position_after(p, squares[start - 1], squares[end - 1], sum(squares[n - 1] for n in captured))

    def outcome(p: Draughts) -> Maybe[Outcome]:
        return Nothing if can_move(p) else outcome_of_score(-player(p))

    limits = zip(
        (variant.quiet_plies, *variant.endgame_plies),
        (is_quiet_king_move, is_three_against_king, is_one_or_two_against_king),
        strict=True,
    )
    return Rules(
        name=variant.name,
        start=start_of(variant),
        moves=moves,
        play=play,
        player=player,
        outcome=outcome,
        show=partial(show, variant),
        read=partial(read, variant),
        show_move=show_move,
        read_move=partial(read_move, variant),
        alternates=True,
        successors=successors,
        static=static,
        score=score,
        margins=False,
        diagram=partial(diagram, variant),
        show_move_in=partial(show_move_in, variant, moves),
        read_move_in=partial(read_move_in, variant, moves),
        game_format=_pdn_of(variant),
        draws=Draws(3, is_irreversible, tuple(rule for rule in limits if rule[0]), partial(show_fen, variant)),
    )
