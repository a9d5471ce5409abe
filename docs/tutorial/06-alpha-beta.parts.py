# %% picture: X is to move. The left pair has been read: O takes 3, so X has 3 for certain. Now the 2 is read.
from fpgames import Player, node
from fpgames.draw import trace_svgs
from fpgames.search import minimax, trace

small = node("", [node("", map(node, leaves)) for leaves in ([3, 7], [2, 9], [5, 4])], player=Player.FIRST)
trace_svgs(small | trace(minimax), moments=[3, 4])[1]

# %% stepper: Alpha-beta on the small tree. The dashed box is cut off: it is never read.
from fpgames import Player, node
from fpgames.draw import trace_svgs
from fpgames.search import alpha_beta, trace

small = node("", [node("", map(node, leaves)) for leaves in ([3, 7], [2, 9], [5, 4])], player=Player.FIRST)
trace_svgs(small | trace(alpha_beta), moments=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9])

# %% picture: The same search. Above each box stand alpha and beta, as they were when the search came to it. ∞ means that nothing is certain yet.
from fpgames import Player, node
from fpgames.draw import tree_svg
from fpgames.search import alpha_beta, trace

small = node("", [node("", map(node, leaves)) for leaves in ([3, 7], [2, 9], [5, 4])], player=Player.FIRST)
tree_svg(small | trace(alpha_beta), windows=True)

# %% picture: Alpha-beta on the end of a game. The dashed boxes are cut off, and what lies below them is not drawn.
from functools import reduce
from fpgames import build_tree, map_tree
from fpgames.draw import trace_svgs
from fpgames.games.tictactoe import rules
from fpgames.search import alpha_beta, trace

p = reduce(rules.play, [0, 4, 2, 6, 3, 8], rules.start)
trace_svgs(build_tree(rules)(p) | map_tree(rules.static) | trace(alpha_beta), depth=3)[-1]

# %% picture: X moves at the root, O below. The leaves are read from left to right.
from fpgames import Player, node
from fpgames.draw import tree_svg

rows = [6, 8], [4, 7, 9], [7, 5, 1]
tree_svg(node("", [node("", map(node, leaves)) for leaves in rows], player=Player.FIRST))

# %% check: On paper
assert isinstance(read, list), f"read is {read!r}; it should be a list of numbers, in square brackets"
assert read[:2] == [6, 8], "the list should begin with both leaves of the left pair: nothing is certain before them"
assert len(read) < 8, "that is every leaf, as minimax reads them; at which leaves does O have too little for X?"
assert read[2:3] == [4], "after the left pair comes the first leaf in the middle"
assert read[3:5] != [7, 9], "after the 4, the middle is worth at most 4, and X has 6 for certain"
assert read[3:4] == [7], "after the 4 the middle is cut off, and the first leaf on the right follows"
assert read[4:5] == [5], "the 7 on the right leaves O's node open: it is more than the 6 that X has"
assert read == [6, 8, 4, 7, 5], "after the 5, the right side is worth at most 5, and X has 6 for certain"

# %% answer: On paper
read = [6, 8, 4, 7, 5]

# %% wrong: On paper
read = [6, 8, 4, 7, 5, 1]

# %% wrong: On paper
read = [6, 8, 4, 7]

# %% wrong: On paper
read = [6, 4, 7]

# %% wrong: On paper
read = [6, 8, 4, 7, 9, 7, 5]

# %% picture: The value of each reply to the corner. Only the centre holds the draw for O.
from fpgames import alpha_beta, build_tree, map_tree
from fpgames.draw import board_svg, squares_of
from fpgames.games.tictactoe import rules

value = build_tree(rules) | map_tree(rules.static) | alpha_beta
corner = rules.play(rules.start, 0)
worth = {squares_of(rules, corner, m)[0]: value(rules.play(corner, m)) for m in rules.moves(corner)}
board_svg(rules, corner, names=worth, highlights=squares_of(rules, corner, 4))

# %% check: All best moves
found = best_moves(after(0))
assert isinstance(found, list), f"best_moves(after(0)) is {found!r}, not a list"
assert found == [4], f"after X's corner O has one move that draws, the centre; best_moves returns {found}"
found = best_moves(after(0, 4, 2, 6, 3, 8))
assert found == [1], f"after 0, 4, 2, 6, 3, 8 X wins by 1 alone; best_moves returns {found}"
found = best_moves(rules.start)
assert found == list(range(9)), f"every first move draws, so all nine are best; best_moves returns {found}"
found = best_moves(after(0, 4, 2, 6, 3, 8, 1))
assert found == [], f"where the game is over there are no moves; best_moves returns {found}"

# %% answer: All best moves
def best_moves(p):
    return [move for move in rules.moves(p) if solve(rules.play(p, move)) == solve(p)]

# %% wrong: All best moves
def best_moves(p):
    values = [solve(rules.play(p, move)) for move in rules.moves(p)]
    return [move for move, value in zip(rules.moves(p), values) if value == max(values)]

# %% wrong: All best moves
def best_moves(p):
    return [move for move in rules.moves(p) if solve(rules.play(p, move)) == 0]

# %% wrong: All best moves
def best_moves(p):
    return next(move for move in rules.moves(p) if solve(rules.play(p, move)) == solve(p))

# %% wrong: All best moves
def best_moves(p):
    return [move for move in rules.moves(p) if rules.static(rules.play(p, move)) == solve(p)]
