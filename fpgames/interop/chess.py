"""Chess and its variants, by python-chess, as rules (``pip install chess``).

Source: Niklas Fiekas, *python-chess*, https://python-chess.readthedocs.io.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

from returns.maybe import Maybe, Nothing

from fpgames.interop.library import Library
from fpgames.interop.replay import Move
from fpgames.rules.makers import made
from fpgames.rules.notation import Diagram, GameFormat
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
    return _rules(_board_type(variant).uci_variant)  # one name for all that python-chess accepts


def games() -> list[str]:
    """Return the names of the variants that python-chess has."""
    return [each.uci_variant for each in library.load_module("chess.variant").VARIANTS if each.uci_variant]


def reproduce(variant: str, moves: Sequence[str]) -> list[str]:
    """Return statements that play the moves by python-chess alone, and print the position."""
    return [
        "from chess.variant import find_variant",
        f"board = find_variant({variant or 'chess'!r})()",
        f"for move in {[*moves]}: board.push_uci(move)",
        "print(board, board.fen(), [*board.legal_moves], board.outcome(), sep='\\n')",
    ]


library = Library(chess, games, reproduce, requires="fpgames[chess]")
"""The library python-chess, whose variants the commands play."""


def _board_type(variant: str) -> Board:
    """Return the class of a variant's boards; raise ValueError for an unknown variant."""
    try:
        return library.load_module("chess.variant").find_variant(variant)
    except ValueError:
        raise ValueError(
            f"python-chess has no variant {variant!r:.80}; its variants are {', '.join(games())}"
        ) from None


@made("chess({!r})".format)
def _rules(variant: str) -> Rules[str, str]:
    new_board: Callable[..., Board] = _board_type(variant)  # for each call, because functions of a board change it

    @lru_cache(maxsize=10_000)
    def outcome(fen: str) -> Maybe[Outcome]:
        end = new_board(fen).outcome()
        return Nothing if end is None else outcome_of_score({True: 1, None: 0, False: -1}[end.winner])

    @lru_cache(maxsize=10_000)
    def moves(fen: str) -> tuple[str, ...]:
        return () if outcome(fen) is not Nothing else tuple(move.uci() for move in new_board(fen).legal_moves)

    @lru_cache(maxsize=10_000)
    def play(fen: str, move: str) -> str:
        board = new_board(fen)
        board.push_uci(require_legal(move, moves(fen)))
        return str(board.fen())

    def read(text: str) -> str:
        """Read the FEN in the last line of a text."""
        fen = text.strip().rpartition("\n")[2]
        board = new_board(fen)
        if status := board.status():
            raise ValueError(f"{fen!r:.100} is no position of {variant}: {status!r:.80}")
        return str(board.fen())

    def read_uci(text: str) -> str:
        try:
            return str(library.load_module("chess").Move.from_uci(text).uci())
        except ValueError:
            raise ValueError(f"{text!r:.40} is not a move; expected two squares, such as g1f3, e7e8q or P@e4") from None

    def show_san(fen: str, move: str) -> str:
        board = new_board(fen)
        return str(board.san(board.parse_uci(move)))

    def read_san(fen: str, text: str) -> str:
        if text in moves(fen):
            return text
        try:
            return str(new_board(fen).parse_san(text).uci())
        except ValueError:
            return read_uci(text)

    return Rules(
        name="chess" if variant == "chess" else f"chess:{variant}",
        start=new_board().fen(),
        moves=moves,
        play=play,
        player=lambda fen: Player.FIRST if new_board(fen).turn else Player.SECOND,
        outcome=outcome,
        alternates=True,
        margins=False,
        show=lambda fen: f"{new_board(fen)}\n{fen}",
        read=read,
        show_move=str,
        read_move=read_uci,
        show_move_in=show_san,
        read_move_in=read_san,
        game_format=GameFormat(players=("White", "Black"), start="FEN"),
        diagram=lambda fen: Diagram(tuple(str(new_board(fen)).replace(" ", "").split("\n"))),
    )
