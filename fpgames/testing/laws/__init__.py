"""The laws: of games, moves, positions and values; of searches, stages, bots and generators."""
