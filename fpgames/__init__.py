"""Two-player board games in the functional style: immutable positions, explicit randomness, composed bots."""

__version__ = "0.1.0"
