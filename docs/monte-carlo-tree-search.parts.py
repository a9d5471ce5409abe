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

# %% picture: Which share of the visits each column has, from the empty board of Connect Four.
from itertools import islice
from fpgames_docs.plots import curves_svg
from fpgames import SplitMix
from fpgames.games.connect4 import rules
from fpgames.search import mcts_steps
when = [100, 200, 500, 1000, 2000, 5000, 10_000]
groups = {"column 3": [3], "columns 2 and 4": [2, 4], "columns 1 and 5": [1, 5], "columns 0 and 6": [0, 6]}
stream = mcts_steps(rules, rules.start, SplitMix.from_seed(1))
trees = [tree for n, tree in enumerate(islice(stream, when[-1] + 1)) if n in when]
shares = {
    name: [(tree.visits, 100 * sum(tree.children[i].visits for i in columns) / tree.visits) for tree in trees]
    for name, columns in groups.items()
}
curves_svg(shares, x="simulations", y="% of the visits", log="x")
