"""The laws of games (also mutable ones), searches, stages, bots and random generators."""

from fpgames.testing.laws import moves, positions, values  # noqa: F401 (they add laws to the suite GAME)
