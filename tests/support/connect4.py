"""Games, boards and board sizes of Connect Four that several tests use."""

from __future__ import annotations

from functools import reduce

from hypothesis import strategies as st

from fpgames.games.connect4 import Size
from fpgames.games.connect4.board import CELLS, Cell, at, line_length
from fpgames.games.connect4.record import Game, Player, Status, is_running, mk_game, n_moves_game, next_game, play_k

WON = (0, 4, 0, 4, 0, 4, 0)
"""The columns played in a game that Red wins in the first column."""
WON_BOARD = "0123456\n.......\n.......\nR......\nR...Y..\nR...Y..\nR...Y.."
LAST_CELL = "712743377414136422664531137563415765252526"
"""The columns, from 1, of a game that the second player wins with the last of the 42 stones."""
TIE = "".join(f"{a}{b}" * 3 + f"{b}{a}" * 3 for a, b in ("12", "34", "56")) + "7" * 6
sizes = st.builds(Size, st.integers(1, 8), st.integers(1, 7), st.integers(1, 6))


def game_after(*ks: int, player: Player = Player.R) -> Game:
    """Return the game after some moves. Each argument is the index of a move among the moves that are then legal."""
    return reduce(play_k, ks, mk_game(player))


def check_articles_tests() -> None:
    """Run the eight tests printed in articles 4 and 5: five tests of games, and three tests of the lengths of lines."""
    red = mk_game(Player.R)
    games = [
        (red, Status.PlayR, Player.R, Player.R, 7),
        (next_game(red), Status.PlayY, Player.Y, Player.Y, 7),
        (game_after(1), Status.PlayY, Player.Y, Player.R, 7),
        (game_after(6, 6, 6, 6, 6, 6), Status.PlayR, Player.R, Player.R, 6),
        (game_after(2, 4, 2, 4, 2, 4, 2), Status.WinR, Player.R, Player.R, 7),
    ]
    for game, status, current, first, count in games:
        assert game[:4] == (status, current, first, tuple(range(count)))
        assert (n_moves_game(game), is_running(game)) == (count, status is not Status.WinR)
    for stones, j0, dj, length in (((), 1, 1, 0), ((2, 3), 1, 1, 2), ((0, 1), 2, -1, 2)):
        cells = reduce(lambda cells, j: cells.set(at(0, j), Cell.R), stones, CELLS)
        assert line_length(0, j0, 0, dj, Cell.R, cells) == length
