"""Chess whose positions do not count moves, and the same game with draws by repetition and by quiet moves."""

from dataclasses import replace

from chess import Board, popcount

from fpgames.interop.chess import chess
from fpgames.rules import Draws, with_draws

rules = chess()


def without_counts(fen: str) -> str:
    return Board(fen).epd()


def is_quiet(p: str, q: str) -> bool:
    """Return whether the move between two positions took nothing, and was no move of a pawn."""
    before, after = Board(p), Board(q)
    return before.pawns == after.pawns and popcount(before.occupied) == popcount(after.occupied)


draws = Draws(
    occurrences=3,
    irreversible=lambda p, q: not is_quiet(p, q),
    limits=((100, is_quiet),),
    show=str,
)
uncounted = replace(
    rules,
    name="chess-uncounted",
    start=without_counts(rules.start),
    play=lambda p, move: without_counts(rules.play(p, move)),
    read=lambda text: without_counts(rules.read(text)),
    draws=draws,
)
counted = with_draws(uncounted)
