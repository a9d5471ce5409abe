# %% picture: Where the tutorial leads: a position, its three moves, and what each is worth when both players play their best.
from functools import reduce
from fpgames import build_tree
from fpgames.draw import tree_svg
from fpgames.games.tictactoe import rules
from fpgames.search import minimax, trace

p = reduce(rules.play, [0, 4, 2, 6, 3, 8], rules.start)
tree_svg(build_tree(rules)(p) | trace(minimax, static=rules.static), depth=1)
