"""Rules: a game as a record of pure functions, its outcomes and notation, and rules derived from other rules."""

from __future__ import annotations

from fpgames.rules.game_texts import PlayedGame, read_game, read_games, write_game
from fpgames.rules.lifting import lift
from fpgames.rules.makers import made
from fpgames.rules.notation import Diagram, GameFormat, Notation, Square, Style
from fpgames.rules.outcomes import CHANCE, Chance, Counts, EndlessGame, GameOver, IllegalMove, Mover, Outcome, Player
from fpgames.rules.record import (
    AnyRules,
    Draws,
    Game,
    Rules,
    Symmetry,
    Value,
    require_moves,
    unreadable,
    value_of_outcome,
    whose_turn,
)
from fpgames.rules.repetition import History, why_drawn, with_draws
from fpgames.rules.swap import Sides, with_swap
from fpgames.rules.symmetry import canonical, up_to_symmetry

__all__ = ["AnyRules", "CHANCE", "Chance", "Counts", "Diagram", "Draws", "EndlessGame", "Game", "GameFormat", "GameOver", "History", "IllegalMove", "Mover", "Notation", "Outcome", "Player", "PlayedGame", "Rules", "Sides", "Square", "Style", "Symmetry", "Value", "canonical", "lift", "made", "read_game", "read_games", "require_moves", "unreadable", "up_to_symmetry", "value_of_outcome", "whose_turn", "why_drawn", "with_draws", "with_swap", "write_game"]  # fmt: skip
