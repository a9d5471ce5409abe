"""International draughts on ten by ten squares, and other variants of draughts."""

from __future__ import annotations

from fpgames.games.draughts.bit_operations import Draughts, make_has_capture
from fpgames.games.draughts.family import rules_of
from fpgames.games.draughts.moves import Move
from fpgames.games.draughts.text import read_fen, show_fen
from fpgames.games.draughts.variant import BRAZILIAN, ENGLISH, INTERNATIONAL, POOL, Variant

__all__ = [
    "BRAZILIAN", "Draughts", "ENGLISH", "INTERNATIONAL", "Move", "POOL", "Variant", "brazilian", "capturing", "pool", "read_fen",
    "rules", "rules_of", "show_fen",
]  # fmt: skip

rules = rules_of(INTERNATIONAL)
"""The rules of international draughts, named ``draughts``."""

capturing = make_has_capture(INTERNATIONAL)
"""A predicate of positions: whether the player to move has to capture in international draughts."""

brazilian = rules_of(BRAZILIAN)
"""The rules of Brazilian draughts: the international rules on eight by eight squares."""

pool = rules_of(POOL)
"""The rules of American pool checkers: men capture backwards, kings fly, and any capture may be chosen."""
