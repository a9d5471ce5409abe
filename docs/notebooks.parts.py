# %% cell: record
from functools import reduce
from fpgames.games import tictactoe
rules = tictactoe.record.rules
reduce(rules.play, [4, 0, 2, 5, 3, 6], rules.start)

# %% cell: board
from fpgames.draw import board_svg
from fpgames.games import connect4
four = connect4.rules
board_svg(four, four.read("44554556"), before=four.read("4455455"), numbers=True, symbols=True)

# %% cell: marks
from fpgames import build_tree, map_tree, minimax
from fpgames.draw import squares_of
three = tictactoe.rules
p = three.read("X..\n.O.\nO.X")
value = build_tree(three) | map_tree(three.static) | minimax
worth = {squares_of(three, p, m)[0]: value(three.play(p, m)) for m in three.moves(p)}
best = squares_of(three, p, 2)
board_svg(three, p, names=worth, highlights=best, arrows=[((0, 0), (2, 2))])

# %% cell: game
from itertools import accumulate, pairwise
from fpgames import SplitMix, bot_alphabeta, bot_random
from fpgames.draw import Pictures
from fpgames.play import play_moves
bots = bot_alphabeta(three, 9, three.static), bot_random(three)
moves = play_moves(three, three.start, *bots).eval(SplitMix.from_seed(1))
positions = accumulate(moves, three.play, initial=three.start)
game = Pictures(board_svg(three, q, before=p) for p, q in pairwise(positions))
game

# %% cell: steps
from fpgames.draw import steps_svg
steps_svg(game, seconds=1)

# %% cell: tree
from fpgames import game_tree
game_tree(three)(three.start)

# %% cell: depth
from fpgames.draw import tree_svg
naturals = build_tree(lambda n: (2 * n, 2 * n + 1))(1)
tree_svg(naturals, depth=2, width=2)

# %% cell: chance
from fractions import Fraction
from fpgames import node
from fpgames.draw import NodeContent
from fpgames.tree import fold_tree
def chance(label, below):
    wins = [child.label[1] for child in below] or [three.static(label.position) == 1]
    return node((label, Fraction(sum(wins), len(wins))), below)
def with_chance(label):
    (position, line), share = label
    move = str(line[-1]) if line else ""
    return NodeContent(f"P = {share}", move, diagram=three.diagram(position))
end = game_tree(three)(three.read("O.X\nXXO\nO.."))
tree_svg(fold_tree(chance)(end), show=with_chance)

# %% cell: type
from typing import NamedTuple
from fpgames.draw import node_content
class Heap(NamedTuple):
    stones: int
@node_content.register
def _(heap: Heap) -> NodeContent:
    return NodeContent(f"{heap.stones} stones")
def taken(heap):
    return [Heap(heap.stones - n) for n in (1, 2) if n <= heap.stones]
build_tree(taken)(Heap(3))

# %% cell: trace
from fpgames import Player
from fpgames.search import alpha_beta, trace
def max_of(*leaves):
    return node("max", map(node, leaves))
left = node("min", [max_of(5, 1, 9), max_of(2, 12, 9)])
right = node("min", [max_of(5, 4, 2), max_of(3, 7, 8)])
tree = node("max", [left, right], player=Player.FIRST)
traced = tree | trace(alpha_beta)
tree_svg(traced, windows=True)

# %% cell: moments
from fpgames.draw import trace_svgs
steps_svg(trace_svgs(traced), seconds=1.5)

# %% cell: search
from fpgames.search import mcts, statistics
q = three.read("X..\n.O.\n..X")
found = mcts(three, 200)(q).eval(SplitMix.from_seed(1))
statistics(three)(found)

# %% cell: shares
statistics(three)(found) | map_tree(lambda label: label.visits / found.visits)

# %% cell: diagram
from dataclasses import replace
from fpgames.games import in_line
from fpgames.rules import Diagram
def diagram(p: int) -> Diagram:
    rows = tuple(line[:3].replace("O", "#") for line in three.show(p).splitlines()[:3])
    return Diagram(rows, won=in_line(rows, 3))
hashes = replace(three, diagram=diagram)
board_svg(hashes, three.read("XXO\nOXO\n..X"))
