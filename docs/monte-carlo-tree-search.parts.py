# %% picture: O to move. Cells 0 and 2 hold the draw; all other moves lose.
from fpgames.draw import board_svg
from fpgames.games.tictactoe import rules
board_svg(rules, rules.read(".X.\nX..\n.O."), numbers=True)

# %% picture: The top of the search tree: the two best moves, and the two best replies to each.
from fpgames import SplitMix
from fpgames.draw import tree_svg
from fpgames.games.tictactoe import rules
from fpgames.search import mcts, statistics
tree = mcts(rules, 300)(rules.start).eval(SplitMix.from_seed(1))
tree_svg(statistics(rules)(tree), depth=2, width=2)
