# %% picture: The cells are numbered from 0, in reading order.
from fpgames.games.tictactoe.record import rules
from fpgames.draw import board_svg
board_svg(rules, rules.start, numbers=True)

# %% picture: All games from 4-0-2-5-3-6: moves on the edges, and below each board the probability that X wins.
from fractions import Fraction
from functools import reduce
from fpgames.games.tictactoe.record import rules
from fpgames.draw import tree_svg
from fpgames import Outcome
from fpgames.draw import NodeContent
from fpgames import game_tree, node
from fpgames.tree import fold_tree
def weighed(label, below):
    if below:
        return node((label, sum(child.label[1] for child in below) / len(below)), below)
    return node((label, Fraction(rules.outcome(label.position).unwrap() is Outcome.FIRST_WON)))
def written(label):
    (position, line), chance = label
    return NodeContent(f"P = {chance}", str(line[-1]) if line else "", diagram=rules.diagram(position))
p402536 = reduce(rules.play, [4, 0, 2, 5, 3, 6], rules.start)
tree_svg(fold_tree(weighed)(game_tree(rules)(p402536)), show=written, title="the games from 4-0-2-5-3-6")
