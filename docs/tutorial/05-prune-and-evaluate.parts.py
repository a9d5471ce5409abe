# %% picture: The tree of the last chapter, pruned two moves below its root. Three of the games at the bottom are not over.
from functools import reduce
from fpgames import build_tree, prune
from fpgames.draw import tree_svg
from fpgames.games.tictactoe import rules

p = reduce(rules.play, [0, 4, 2, 6, 3, 8], rules.start)
tree_svg(prune(2)(build_tree(rules)(p)), depth=3)

# %% picture: After 0, 4, 8, 6: the value of each move of X, found by looking five moves ahead.
from functools import reduce
from fpgames import build_tree, prune
from fpgames.draw import tree_svg
from fpgames.games.tictactoe import rules
from fpgames.search import minimax, trace

p = reduce(rules.play, [0, 4, 8, 6], rules.start)
tree_svg(build_tree(rules)(p) | prune(5) | trace(minimax, static=rules.static), depth=1)

# %% check: A search of any depth
found = look(1)
assert callable(found), f"look(1) is {found!r}; it should be a function of a position"
fork = after(0, 4, 8, 6)
values = [look(depth)(fork) for depth in (1, 2, 3, 4)]
assert not callable(values[0]), "look(1)(p) is a function again; look(1) should be the search itself"
assert values == [0, 0, 1, 1], f"after 0, 4, 8, 6 the searches of depth 1 to 4 find {values}, not [0, 0, 1, 1]"
lost = look(2)(after(0, 1, 3, 4, 8))
assert lost == -1, f"after 0, 1, 3, 4, 8 O can play 7 and win, but two moves ahead look(2) finds {lost!r}"

# %% answer: A search of any depth
def look(depth):
    return games | prune(depth) | map_tree(rules.static) | minimax

# %% wrong: A search of any depth
def look(depth):
    return games | prune(5) | map_tree(rules.static) | minimax

# %% wrong: A search of any depth
def look(depth):
    return games | map_tree(rules.static) | minimax

# %% wrong: A search of any depth
def look(depth):
    return games | prune(depth) | minimax

# %% wrong: A search of any depth
def look(depth):
    return (games | prune(depth) | map_tree(rules.static) | minimax)(rules.start)

# %% wrong: A search of any depth
def look(depth):
    return games | prune(depth + 1) | map_tree(rules.static) | minimax

# %% check: Your own prune
def nested(tree):
    return [tree.label, *map(nested, tree.children)]


asked = []


def halves(n):
    asked.append(n)
    if n >= 8:
        raise AssertionError(f"cut(2, tree) read the children of {n}, which is below the cut")
    return [2 * n, 2 * n + 1]


endless = build_tree(halves)(1)
found = cut(0, endless)
assert hasattr(found, "children"), f"cut(0, tree) is {found!r}; it should be a tree, made by node"
found = nested(found)
assert found == [1], f"cut(0, tree) should be the root alone, [1] as a list; it is {found}"
found = nested(cut(1, endless))
assert found == [1, [2], [3]], f"cut(1, tree) should be [1, [2], [3]] as a list; it is {found}"
asked.clear()
found = nested(cut(2, endless))
assert found == [1, [2, [4], [5]], [3, [6], [7]]], f"cut(2, tree) as a list is {found}"
assert asked == [1, 2, 3], f"cut(2, tree) read the children of {asked}; those of [1, 2, 3] are enough"

# %% answer: Your own prune
from fpgames import node


def cut(depth, tree):
    if depth == 0:
        return node(tree.label)
    return node(tree.label, [cut(depth - 1, child) for child in tree.children])

# %% wrong: Your own prune
from fpgames import node


def cut(depth, tree):
    if depth == 1:
        return node(tree.label)
    return node(tree.label, [cut(depth - 1, child) for child in tree.children])

# %% wrong: Your own prune
from fpgames import node


def cut(depth, tree):
    if depth == 0:
        return node(tree.label)
    return node(tree.label, [cut(depth, child) for child in tree.children])

# %% wrong: Your own prune
from fpgames import node


def cut(depth, tree):
    children = list(tree.children)
    if depth == 0:
        return node(tree.label)
    return node(tree.label, [cut(depth - 1, child) for child in children])

# %% wrong: Your own prune
def cut(depth, tree):
    if depth == 0:
        return tree.label
    return [cut(depth - 1, child) for child in tree.children]
