"""The laws: of games, moves, positions and values, also of mutable ones; of searches, stages, bots and generators."""

from fpgames.testing.laws import moves, positions, values  # noqa: F401 (each adds its laws to those of games)
