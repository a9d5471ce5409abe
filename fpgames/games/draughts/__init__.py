"""International draughts on ten by ten squares, and the family of games of which it is one."""

from __future__ import annotations

from fpgames.games.draughts.bit_operations import Draughts, make_capturing
from fpgames.games.draughts.family import rules_of
from fpgames.games.draughts.moves import Move
from fpgames.games.draughts.pdn import Pdn, read_pdn, read_pdns, show_pdn
from fpgames.games.draughts.text import read_fen, show_fen
from fpgames.games.draughts.variant import BRAZILIAN, ENGLISH, INTERNATIONAL, POOL, Variant
from fpgames.rules.closures import Closure

__all__ = [
    "BRAZILIAN", "Draughts", "ENGLISH", "INTERNATIONAL", "Move", "POOL", "Pdn", "Variant", "brazilian", "capturing", "pool", "read_fen",
    "read_pdn", "read_pdns", "rules", "rules_of", "show_fen", "show_pdn",
]  # fmt: skip

rules = rules_of(INTERNATIONAL)
"""The international game; its name is ``draughts``."""

capturing = Closure(make_capturing, INTERNATIONAL)
"""The function that tells whether the player to move has to capture."""

brazilian = rules_of(BRAZILIAN)
"""The international rules on eight by eight squares."""

pool = rules_of(POOL)
"""American pool checkers: men capture backwards, kings fly, and any capture may be chosen."""
