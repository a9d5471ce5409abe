"""The laws: of games, moves, positions and values, also of mutable ones; of searches, stages, bots and generators."""
