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

# %% picture: Where 1,500 playouts go in steps 2 and 3: the tree takes visits away from 6 and 8.
from fpgames_docs.plots import bars_svg
cells = ["cell 0", "cell 2", "cell 4", "cell 5", "cell 6", "cell 8"]
steps = {"2: UCB1": [187, 97, 134, 75, 489, 518], "3: tree": [348, 311, 224, 121, 264, 231]}
bars_svg({step: dict(zip(cells, visits)) for step, visits in steps.items()}, value="visits")
