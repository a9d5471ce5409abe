# %% picture: The board after the moves 4, 0 and 2; small numbers are the moves that O can play.
from functools import reduce
from fpgames.draw import board_svg
from fpgames.games.tictactoe import rules
before = reduce(rules.play, [4, 0], rules.start)
board_svg(rules, rules.play(before, 2), before=before, numbers=True)

# %% picture: X to move; O threatens cell 2.
from fpgames.draw import board_svg
from fpgames.games.tictactoe import rules
board_svg(rules, rules.read("X..\nOOX\nOX."), numbers=True)

# %% stepper: Minimax backs up the values of the leaves. What was found in a step stands out, and what is not yet reached is pale.
from fpgames import build_tree
from fpgames.draw import trace_svgs
from fpgames.games.tictactoe import rules, static
from fpgames.search import minimax, trace

ending = rules.read("X..\nOOX\nOX.")
traced = build_tree(rules)(ending) | trace(minimax, static=static)
trace_svgs(traced, moments=[0, 1, 3, 4, 8, 9, 12, 13, 14])

# %% picture: The top of the infinite tree; prune(2) reads no more than this.
from fpgames.draw import tree_svg
from fpgames import build_tree, prune
tree_svg(build_tree(lambda n: (2 * n, 2 * n + 1))(1) | prune(2), title="the numbers 1 to 7 as a tree")

# %% picture: The greater of two least values. The dashed box stands for the numbers that are not read. Alpha is the best that X has so far.
from fpgames import Player, node
from fpgames.draw import tree_svg
from fpgames.search import alpha_beta, trace
lists = [[2, 1], [0, 5, -6, 8, 5, 4, 2, -1, -9, 3, 2, 0, 5, 1, 4, 2]]
tree = node("max", [node("min", map(node, numbers)) for numbers in lists])
tree_svg(tree | trace(alpha_beta, player=Player.FIRST), title="two lists of numbers")

# %% picture: Connect Four after 4455; the first player, R, is to move.
from fpgames.draw import board_svg
from fpgames.games import connect4
board_svg(connect4.rules, connect4.rules.read("4455"), symbols=True, numbers=True)
