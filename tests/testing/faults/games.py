"""Games with a fault: from its name to a function that makes the rules, fresh."""

from __future__ import annotations

from collections.abc import Callable

from fpgames.rules import AnyRules
from tests.testing.faults.games_of_play import PLAYS
from tests.testing.faults.games_of_positions import POSITIONS
from tests.testing.faults.games_of_values import VALUES

__all__ = ["GAMES"]

GAMES: dict[str, Callable[[], AnyRules]] = {**POSITIONS, **PLAYS, **VALUES}
