"""The laws of games, mutable games, stages, searches, bots and random generators."""

from fpgames.testing.laws import bot_memory, moves, positions, values, windows  # noqa: F401 (they add laws to the suites BOT, GAME and SEARCH)
