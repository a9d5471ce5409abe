"""English draughts, or checkers, on eight by eight squares.

Black, at the top, moves first. Men move and capture forwards only. Kings move one square. A player with several
captures may choose any of them.
"""

from __future__ import annotations

from fpgames.games.draughts.bit_operations import make_has_capture
from fpgames.games.draughts.family import rules_of
from fpgames.games.draughts.variant import ENGLISH

__all__ = ["capturing", "rules"]

rules = rules_of(ENGLISH)
"""The rules of English draughts, named ``checkers``."""

capturing = make_has_capture(ENGLISH)
"""A predicate of positions: whether the player to move has to capture in English draughts."""
