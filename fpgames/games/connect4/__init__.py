"""Connect Four: ``rules`` stores a position in two bitboards, ``record.rules`` in an immutable record."""

from __future__ import annotations

from fpgames.games.connect4 import record
from fpgames.games.connect4.bits import from_record, rules, sized, to_record
from fpgames.games.connect4.board import STANDARD, Position
from fpgames.games.connect4.knowledge import Facts, facts
from fpgames.games.lines import Size

__all__ = [
    "Facts", "Position", "STANDARD", "Size", "facts", "from_record", "record",
    "rules", "sized", "to_record",
]  # fmt: skip
