# %% picture: After the moves 0, 4, 2, 6, 3, 8. X is to move.
from functools import reduce
from fpgames.draw import board_svg
from fpgames.games.tictactoe import rules

board_svg(rules, reduce(rules.play, [0, 4, 2, 6, 3, 8], rules.start), numbers=True)

# %% picture: All games from this position. A triangle that points up says that X moves, a triangle that points down says that O moves.
from functools import reduce
from fpgames import build_tree
from fpgames.draw import tree_svg
from fpgames.games.tictactoe import rules

tree_svg(build_tree(rules)(reduce(rules.play, [0, 4, 2, 6, 3, 8], rules.start)), depth=3)

# %% picture: The top of the endless tree of numbers. Below every number at the bottom there are two more.
from fpgames import build_tree
from fpgames.draw import tree_svg

tree_svg(build_tree(lambda n: [2 * n, 2 * n + 1])(1), depth=2, width=2)

# %% check: Count the games
found = count_games(games(after(0, 4, 2, 6, 3, 8)))
assert found is not None, "count_games returned None: is there a return on every way through it?"
assert found != 0, "it returned 0: does a leaf count 1? At a leaf list(tree.children) is empty, but tree.children itself counts as true"
assert found == 5, f"for the tree in the picture it returns {found!r}; five boxes there have nothing below them"
over = count_games(games(after(0, 4, 2, 6, 3, 8, 1)))
assert over == 1, f"where the game is over it returns {over!r}; that tree is one leaf"
more = count_games(games(after(4, 0, 2, 6)))
assert more == 86, f"after 4, 0, 2, 6 it returns {more!r}, which is not the number of leaves"

# %% answer: Count the games
def count_games(tree):
    children = list(tree.children)
    if not children:
        return 1
    return sum(count_games(child) for child in children)

# %% wrong: Count the games
def count_games(tree):
    return sum(count_games(child) for child in tree.children)

# %% wrong: Count the games
def count_games(tree):
    return 1 + sum(count_games(child) for child in tree.children)

# %% wrong: Count the games
def count_games(tree):
    if not list(tree.children):
        return 1
    sum(count_games(child) for child in tree.children)

# %% wrong: Count the games
def count_games(tree):
    return sum(1 for child in tree.children if not list(child.children))

# %% check: The longest game
over = longest(games(after(0, 4, 2, 6, 3, 8, 1)))
assert over == 0, f"at a leaf it returns {over!r}, not 0"
found = longest(games(after(0, 4, 2, 6, 3, 8)))
assert found == 3, f"for the tree in the picture it returns {found!r}; its longest way down has three moves"
more = longest(games(after(4, 0, 2, 6)))
assert more == 5, f"after 4, 0, 2, 6 it returns {more!r}; five cells are free, and a game can fill them all"

# %% answer: The longest game
def longest(tree):
    return max((1 + longest(child) for child in tree.children), default=0)

# %% wrong: The longest game
def longest(tree):
    return 1 + max((longest(child) for child in tree.children), default=0)

# %% wrong: The longest game
def longest(tree):
    return max((longest(child) for child in tree.children), default=0)

# %% wrong: The longest game
def longest(tree):
    return max(1 + longest(child) for child in tree.children)

# %% wrong: The longest game
def longest(tree):
    return sum(1 + longest(child) for child in tree.children)
