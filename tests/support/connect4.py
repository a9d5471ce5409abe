"""Games and boards of Connect Four that several tests look at."""

from __future__ import annotations

from functools import reduce

from hypothesis import strategies as st

from fpgames.games.connect4 import Size
from fpgames.games.connect4.record import Game, Player, mk_game, play_k

WON = (0, 4, 0, 4, 0, 4, 0)
"""Red's first column."""
WON_BOARD = "0123456\n.......\n.......\nR......\nR...Y..\nR...Y..\nR...Y.."
LAST_CELL = "712743377414136422664531137563415765252526"
"""The second player wins with the last of the 42 stones."""
TIE = "".join(f"{a}{b}" * 3 + f"{b}{a}" * 3 for a, b in ("12", "34", "56")) + "7" * 6
sizes = st.builds(Size, st.integers(1, 8), st.integers(1, 7), st.integers(1, 6))
IMPOSSIBLE_SIZES = [
    ((0, 6, 4), "cannot play on 0 columns; expected at least 1"),
    ((7, -1, 4), "cannot play on -1 rows; expected at least 1"),
    ((7, 6, 0), "cannot win with 0 stones in line; expected at least 1"),
    ((7.0, 6, 4), "cannot play on 7.0 columns; expected at least 1"),
]
"""Of Connect Four."""


def after(*ks: int, player: Player = Player.R) -> Game:
    """The game after moves, each an index."""
    return reduce(play_k, ks, mk_game(player))
