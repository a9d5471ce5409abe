# %% picture: Before Red's move: every column is open, and the next stone lands on the cell that bears its number.
from fpgames.games.connect4.record import rules
from fpgames.draw import board_svg
board_svg(rules, rules.read("151515"), numbers=True)

# %% picture: Red has played column 0, and the column of four is ringed; a frame marks the last stone.
from fpgames.games.connect4.record import rules
from fpgames.draw import board_svg
before = rules.read("151515")
board_svg(rules, rules.play(before, 0), before=before)
