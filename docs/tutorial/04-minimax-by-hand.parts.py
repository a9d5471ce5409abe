# %% picture: After the moves 0, 4, 2, 6, 3, 8. X is to move.
from functools import reduce
from fpgames.draw import board_svg
from fpgames.games.tictactoe import rules

board_svg(rules, reduce(rules.play, [0, 4, 2, 6, 3, 8], rules.start), numbers=True)

# %% picture: Only the leaves have values: 1 is a win for X, -1 a win for O, 0 a draw.
from functools import reduce
from fpgames import build_tree
from fpgames.draw import NodeContent, tree_svg
from fpgames.games.tictactoe import rules

def known(p):
    value = "" if rules.moves(p) else str(rules.static(p))
    return NodeContent(value, diagram=rules.diagram(p))

p = reduce(rules.play, [0, 4, 2, 6, 3, 8], rules.start)
tree_svg(build_tree(rules)(p), depth=3, show=known)

# %% stepper: Values are backed up, node by node. The value that was found in this step stands out; boxes that come later are pale.
from functools import reduce
from fpgames import build_tree, map_tree
from fpgames.draw import trace_svgs
from fpgames.games.tictactoe import rules
from fpgames.search import minimax, trace

p = reduce(rules.play, [0, 4, 2, 6, 3, 8], rules.start)
traced = build_tree(rules)(p) | map_tree(rules.static) | trace(minimax)
trace_svgs(traced, depth=3, moments=[0, 1, 3, 4, 5, 7, 9, 10, 11], bounds=False)

# %% picture: The tree with its values: in each pair O takes the least, and X takes the greatest of these.
from fpgames import Player, node
from fpgames.draw import tree_svg
from fpgames.search import minimax, trace

small = node("", [node("", map(node, leaves)) for leaves in ([3, 7], [2, 9], [5, 4])], player=Player.FIRST)
tree_svg(small | trace(minimax))

# %% picture: O moves at the root, X in the middle. No values are backed up yet.
from fpgames import Player, node
from fpgames.draw import tree_svg

tree_svg(node("", [node("", map(node, leaves)) for leaves in ([6, 1], [4, 9], [5, 3])], player=Player.SECOND))

# %% check: On paper
assert root_value != 4, "4 is the value if X moves at the root; the triangle there points down"
assert root_value != 9, "9 is the greatest number, but O moves at the root and will not choose that child"
assert root_value != 1, "1 is the least number, but below the left child X chooses, and takes the 6"
assert root_value == 5, f"{root_value!r} is not it: first find what X takes in each pair, then what O takes of these"

# %% answer: On paper
root_value = 5

# %% wrong: On paper
root_value = 3

# %% wrong: On paper
root_value = 4

# %% wrong: On paper
root_value = 9

# %% wrong: On paper
root_value = 1

# %% check: The best child
pairs = [3, 7], [2, 9], [5, 4]
for_x = node("", [node("", map(node, pair)) for pair in pairs], player=Player.FIRST)
for_o = node("", [node("", map(node, pair)) for pair in pairs], player=Player.SECOND)
found = best_child(for_x)
assert found == 2, f"in the small tree above X's best child is number 2, worth 4; best_child returns {found!r}"
found = best_child(for_o)
assert found == 2, f"with O at the root the same tree has children worth 7, 9 and 5; best_child returns {found!r}"
found = best_child(node("", map(node, [1, 3, 3, 2]), player=Player.FIRST))
assert found == 1, f"of 1, 3, 3, 2 the first of the greatest is number 1; best_child returns {found!r}"
found = best_child(node("", map(node, [1, 3, 3, 2]), player=Player.SECOND))
assert found == 0, f"of 1, 3, 3, 2 O takes number 0; best_child returns {found!r}"

# %% answer: The best child
def best_child(tree):
    values = [backed_up(child) for child in tree.children]
    return values.index(backed_up(tree))

# %% wrong: The best child
def best_child(tree):
    values = [backed_up(child) for child in tree.children]
    return values.index(max(values))

# %% wrong: The best child
def best_child(tree):
    return backed_up(tree)

# %% wrong: The best child
def best_child(tree):
    values = [child.label for child in tree.children]
    return values.index(max(values) if tree.player is Player.FIRST else min(values))

# %% wrong: The best child
def best_child(tree):
    values = [backed_up(child) for child in tree.children]
    best = backed_up(tree)
    return max(n for n, value in enumerate(values) if value == best)
