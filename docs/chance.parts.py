# %% picture: Pig to 8 points: the die shows 1 to 6, and then a player rolls again or stops.
from fpgames import build_tree, prune
from fpgames.draw import tree_svg
from fpgames.games.pig import pig
rules = pig(8)
tree_svg(build_tree(rules)(rules.play(rules.start, "roll")), depth=2, width=6)
