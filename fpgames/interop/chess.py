"""Chess and its variants, by python-chess, as rules (``pip install chess``).

Source: Niklas Fiekas, *python-chess*, https://python-chess.readthedocs.io.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache, partial
from typing import TypeAlias

from returns.maybe import Maybe, Nothing

from fpgames.interop.replay import Move
from fpgames.rules.notation import Diagram
from fpgames.rules.outcomes import Outcome, Player, outcome_of_score, require_legal
from fpgames.rules.record import Rules

__all__ = ["chess"]

Board: TypeAlias = Move  # a board, or its class, whose types would need python-chess


def chess(variant: str = "chess") -> Rules[str, str]:
    """Return the rules of chess, or of a variant of chess: ``chess :: String -> Rules String String``.

    A position is its FEN, which has the counts of moves but no earlier positions. So a game is drawn after 75 moves of
    each side without progress, by stalemate, and where neither side can win; it is not drawn by repetition. Moves are
    UCI texts, such as ``g1f3``. In a position they are also written and read as people do: ``Nf3``.

    Args:
        variant: a name that python-chess knows, such as ``"atomic"``, ``"crazyhouse"`` or ``"antichess"``.

    Raises:
        ValueError: python-chess has no such variant.
        ImportError: python-chess is not installed.

    >>> rules = chess("atomic")  # doctest: +SKIP
    >>> rules.show_move_in(rules.start, "g1f3")  # doctest: +SKIP
    'Nf3'

    See also: :class:`fpgames.rules.record.Draws`, for draws by repetition.
    """
    variant = _board_type(variant).uci_variant  # one name for all that python-chess accepts
    return Rules(
        name="chess" if variant == "chess" else f"chess:{variant}",
        start=_board_type(variant)().fen(),
        moves=partial(_moves, variant),
        play=partial(_play, variant),
        player=partial(_player, variant),
        outcome=partial(_outcome, variant),
        alternates=True,
        margins=False,
        show=partial(_show, variant),
        read=partial(_read, variant),
        show_move=str,
        read_move=_read_uci,
        show_move_in=partial(_show_san, variant),
        read_move_in=partial(_read_san, variant),
        diagram=partial(_diagram, variant),
    )


def games() -> list[str]:
    """Return the names of the variants that python-chess has."""
    _board_type("chess")  # raises ImportError without python-chess
    from chess.variant import VARIANTS

    return [each.uci_variant for each in VARIANTS if each.uci_variant]


def reproduce(variant: str, moves: Sequence[str]) -> list[str]:
    """Return statements that play the moves by python-chess alone, and print the position."""
    return [
        "from chess.variant import find_variant",
        f"board = find_variant({variant or 'chess'!r})()",
        f"for move in {[*moves]}: board.push_uci(move)",
        "print(board, board.fen(), [*board.legal_moves], board.outcome(), sep='\\n')",
    ]


@cache
def _board_type(variant: str) -> Board:
    """Return the class of a variant's boards; raise ValueError for an unknown variant."""
    try:
        from chess.variant import find_variant  # here, so that this module can be imported without chess
    except ModuleNotFoundError:
        raise ImportError("chess and its variants need the package chess: pip install chess") from None
    try:
        return find_variant(variant)
    except ValueError:
        raise ValueError(
            f"python-chess has no variant {variant!r:.80}; its variants are {', '.join(games())}"
        ) from None


def _board(variant: str, fen: str) -> Board:
    """Return a new board, because many functions of a board change it for a while."""
    return _board_type(variant)(fen)


@lru_cache(maxsize=10_000)
def _outcome(variant: str, fen: str) -> Maybe[Outcome]:
    outcome = _board(variant, fen).outcome()
    if outcome is None:
        return Nothing
    return outcome_of_score({True: 1, None: 0, False: -1}[outcome.winner])


@lru_cache(maxsize=10_000)
def _moves(variant: str, fen: str) -> tuple[str, ...]:
    if _outcome(variant, fen) is not Nothing:
        return ()
    return tuple(move.uci() for move in _board(variant, fen).legal_moves)


@lru_cache(maxsize=10_000)
def _play(variant: str, fen: str, move: str) -> str:
    board = _board(variant, fen)
    board.push_uci(require_legal(move, _moves(variant, fen)))
    after: str = board.fen()
    return after


def _player(variant: str, fen: str) -> Player:
    return Player.FIRST if _board(variant, fen).turn else Player.SECOND


def _show(variant: str, fen: str) -> str:
    return f"{_board(variant, fen)}\n{fen}"


def _read(variant: str, text: str) -> str:
    """Read the FEN in the last line of a text."""
    fen = text.strip().rpartition("\n")[2]
    board = _board(variant, fen)
    if status := board.status():
        raise ValueError(f"{fen!r:.100} is no position of {variant}: {status!r:.80}")
    normalized: str = board.fen()
    return normalized


def _read_uci(text: str) -> str:
    from chess import Move

    try:
        return Move.from_uci(text).uci()
    except ValueError:
        raise ValueError(f"{text!r:.40} is not a move; expected two squares, such as g1f3, e7e8q or P@e4") from None


def _show_san(variant: str, fen: str, move: str) -> str:
    board = _board(variant, fen)
    text: str = board.san(board.parse_uci(move))
    return text


def _read_san(variant: str, fen: str, text: str) -> str:
    if text in _moves(variant, fen):
        return text
    try:
        move: str = _board(variant, fen).parse_san(text).uci()
    except ValueError:
        return _read_uci(text)
    return move


def _diagram(variant: str, fen: str) -> Diagram:
    return Diagram(tuple(str(_board(variant, fen)).replace(" ", "").split("\n")))
