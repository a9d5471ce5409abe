# %% picture: How that game ended; the line that won stands out.
from functools import reduce
from fpgames.games.tictactoe import rules
from fpgames.draw import board_svg
line = [5, 4, 2, 8, 0, 6, 1]
board_svg(rules, reduce(rules.play, line, rules.start), before=reduce(rules.play, line[:-1], rules.start))
