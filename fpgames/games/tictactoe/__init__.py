"""Tic-tac-toe: ``rules`` stores a position in one int, ``record.rules`` in the record of article 1."""

from __future__ import annotations

from fpgames.games.tictactoe import record
from fpgames.games.tictactoe.bits import from_record, outcome, play, rules, start, static, successors, to_record
from fpgames.games.tictactoe.record import TicTacToe

__all__ = [
    "TicTacToe", "from_record", "outcome", "play", "record", "rules", "start", "static", "successors", "to_record",
]  # fmt: skip
