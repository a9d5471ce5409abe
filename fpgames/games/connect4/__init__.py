"""Connect Four: ``rules`` plays it in two ints, ``record.rules`` as the fifth article's record."""

from __future__ import annotations

from fpgames.games.connect4 import record
from fpgames.games.connect4.bits import from_record, require_reachable, rules, sized, to_digits, to_record
from fpgames.games.connect4.knowledge import Facts, facts
from fpgames.games.connect4.size import STANDARD, Position, Size
from fpgames.games.connect4.text import Columns, order_of_play, read_position, refusal, show_board, show_digits

__all__ = [
    "Columns", "Facts", "Position", "STANDARD", "Size", "facts", "from_record", "order_of_play", "read_position",
    "record", "refusal", "require_reachable", "rules", "show_board", "show_digits", "sized", "to_digits", "to_record",
]  # fmt: skip
