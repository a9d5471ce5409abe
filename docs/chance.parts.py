# %% picture: Pig to 8 points: the die shows 1 to 6, and then a player rolls again or stops.
from fpgames import build_tree, prune
from fpgames.draw import tree_svg
from fpgames.games.pig import pig
rules = pig(8)
tree_svg(build_tree(rules)(rules.play(rules.start, "roll")), depth=2, width=6)

# %% picture: The probability that bot_mc(rules, n) plays its most probable move: exact, not sampled.
from fpgames_docs.plots import bars_svg
odds = {"n = 5": 0.500, "10": 0.546, "30": 0.611, "100": 0.724, "300": 0.857, "1000": 0.971}
bars_svg({"most probable move": odds}, value="probability")
