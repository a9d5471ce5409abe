# %% stepper: X chooses where a triangle points up (max), O where one points down (min). Numbers are the cells that are played. What a step finds stands out; the thick line is the best play.
from fpgames import game_tree
from fpgames.draw import NodeContent, trace_svgs
from fpgames.games.tictactoe import rules, static
from fpgames.search import minimax, trace

def show(found):
    node = found.label
    words = {1: "X wins", 0: "draw", -1: "O wins"}[found.value]
    return NodeContent(words, "".join(map(str, node.line[-1:])), diagram=rules.diagram(node.position))

tree = game_tree(rules)(rules.read("XOX\nOOX\n..."))
traced = tree | trace(minimax, static=lambda node: static(node.position))
trace_svgs(traced, moments=[0, 3, 4, 8, 9, 11], show=show, bounds=False)

# %% picture: The same position, and what each move is worth. The thick line leads to the move to play.
from fpgames import game_tree, prune
from fpgames.draw import tree_svg
from fpgames.games.tictactoe import rules, static
from fpgames.search import minimax, trace
tree = game_tree(rules)(rules.read("X..\n.O.\nO.X")) | prune(5)
tree_svg(tree | trace(minimax, static=lambda label: static(label.position)), depth=1)
