# %% picture: The position: X moves, and after cell 2 O cannot stop both lines.
from fpgames.games.tictactoe import rules
from fpgames.draw import board_svg
board_svg(rules, rules.read("X..\n.O.\nO.X"), numbers=True)

# %% picture: O to move. The edges hold the draw; the corners lose.
from fpgames.games.tictactoe import rules
from fpgames.draw import board_svg
board_svg(rules, rules.read("X..\n.O.\n..X"), numbers=True)
