# %% picture: O is to move. X threatens to complete the top row, so cell 2 is the only move to look at.
from fpgames.draw import board_svg
from fpgames.games.tictactoe import rules
board_svg(rules, rules.read("XX.\n.O.\n..."), numbers=True)

# %% check: A deeper search
from fpgames.stage import Stage
assert isinstance(deeper, Stage), f"deeper is {deeper!r}; expected a pipeline that begins with games |"
assert isinstance(deeper(fork), (int, float)), f"deeper(fork) is {deeper(fork)!r}; expected a value: does the pipeline end with a search?"
_text = repr(deeper)
assert "urgent" in _text, f"deeper is {_text}; the stage with urgent is missing"
assert "extend_while" in _text and "depth=4" in _text, f"deeper is {_text}; expected extend_while with depth=4"
assert "prune" not in _text, f"deeper is {_text}; prune(4) cuts off what extend_while would go on with"
assert _text.index("urgent") < _text.index("map_tree"), "urgent reads positions, so its stage stands before map_tree"
assert deeper(fork) == 1, f"deeper(fork) is {deeper(fork)}; X can win there"
assert deeper(after(1, 4)) == 0, f"after the moves 1 and 4 the value is {deeper(after(1, 4))}; it is a draw"

# %% answer: A deeper search
deeper = (
    games
    | rebuild(children=urgent)
    | extend_while(wins_at_once, depth=4)
    | map_tree(rules.static)
    | alpha_beta
)

# %% wrong: A deeper search
deeper = games | ...

# %% wrong: A deeper search
deeper = games | rebuild(children=urgent) | prune(4) | map_tree(rules.static) | alpha_beta

# %% wrong: A deeper search
deeper = games | rebuild(children=urgent) | extend_while(wins_at_once, depth=4) | map_tree(rules.static)

# %% wrong: A deeper search
deeper = (
    games | rebuild(children=urgent) | prune(4) | extend_while(wins_at_once, depth=4) | map_tree(rules.static) | alpha_beta
)

# %% wrong: A deeper search
deeper = games | extend_while(wins_at_once, depth=4) | map_tree(rules.static) | alpha_beta

# %% wrong: A deeper search
deeper = games | rebuild(children=urgent) | extend_while(wins_at_once, depth=4) | alpha_beta

# %% wrong: A deeper search
deeper = sharp

# %% check: Winning moves first
_stage = rebuild(children=winners_first)
_p = rules.read("OO.\nXX.\n...")
_before = [child.label for child in games(_p).children]
_after = [child.label for child in (games(_p) | _stage).children]
assert sorted(_after) == sorted(_before), f"there were {len(_before)} children, and the stage returns {len(_after)}; it must keep each of them once. Every reading of tree.children makes new nodes, so read it once, as list(tree.children)"
assert rules.static(_after[0]) != 0, "in a position where X can win at once, the first child is no win"
_o = [child.label for child in (games(rules.read("XX.\nOO.\nX..")) | _stage).children]
assert rules.static(_o[0]) != 0, "in a position where O can win at once, the first child is no win; a win of O is worth -1"
assert _after[1:] == [q for q in _before if not rules.static(q)], "the other children do not keep their order"
assert count_leaves(alpha_beta)(games(fork) | _stage | map_tree(rules.static))[0] == solve(fork), "the value has changed"

# %% answer: Winning moves first
def winners_first(tree):
    return sorted(tree.children, key=lambda child: rules.static(child.label) == 0)

# %% wrong: Winning moves first
def winners_first(tree):
    return sorted(tree.children, key=lambda child: rules.static(child.label), reverse=True)

# %% wrong: Winning moves first
def winners_first(tree):
    return [child for child in tree.children if rules.static(child.label) != 0]

# %% wrong: Winning moves first
def winners_first(tree):
    return sorted(tree.children, key=lambda child: rules.static(child.label) != 0)

# %% wrong: Winning moves first
def winners_first(tree):
    return sorted(tree.children, key=lambda child: (rules.static(child.label) == 0, -child.label))

# %% wrong: Winning moves first
def winners_first(tree):
    children = list(tree.children)
    return [child for child in children if rules.static(child.label)] + children
