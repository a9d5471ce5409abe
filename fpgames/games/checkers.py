"""English draughts, or checkers, on eight by eight squares.

Black, at the top, moves first. Men move and capture forwards only, kings move one square, and any capture may be chosen.
"""

from __future__ import annotations

from fpgames.games.draughts.bit_operations import make_capturing
from fpgames.games.draughts.family import rules_of
from fpgames.games.draughts.variant import ENGLISH
from fpgames.rules.closures import Closure

__all__ = ["capturing", "rules"]

rules = rules_of(ENGLISH)
"""The game; its name is ``checkers``."""

capturing = Closure(make_capturing, ENGLISH)
"""The function that tells whether the player to move has to capture."""
