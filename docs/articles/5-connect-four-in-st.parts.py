# %% picture: Red is about to play column 2. A program that edits this board no longer has the position before the move.
from functools import reduce
from fpgames.games.connect4.record import Player, mk_game, play_k, rules
from fpgames.draw import board_svg
board_svg(rules, reduce(play_k, [2, 4, 2, 4, 2, 4], mk_game(Player.R)), numbers=True)
