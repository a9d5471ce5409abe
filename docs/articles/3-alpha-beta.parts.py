# %% picture: Left, the minimiser takes 3. Right, the first leaf is 2, so the right side is worth at most 2; the 9 is skipped.
from fpgames import Player, node
from fpgames.draw import tree_svg
from fpgames.search import alpha_beta, trace

tree = node("max", [node("min", map(node, [3, 5])), node("min", map(node, [2, 9]))], player=Player.FIRST)
tree_svg(tree | trace(alpha_beta))

# %% stepper: The eight steps. What was found in a step stands out; what the search has not come to is pale; ≥ and ≤ say what is known so far.
from fpgames import Player, node
from fpgames.draw import trace_svgs
from fpgames.search import alpha_beta, trace

left = node("min", [node("max", map(node, [5, 1, 9])), node("max", map(node, [2, 12, 9]))])
right = node("min", [node("max", [node(5)]), node("?")])
traced = node("max", [left, right]) | trace(alpha_beta, player=Player.FIRST)
trace_svgs(traced, moments=[0, 3, 4, 5, 7, 8, 9, 12])
