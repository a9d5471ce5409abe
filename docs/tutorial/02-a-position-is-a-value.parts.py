# %% picture: One position, and two that were made from it. All three exist at once.
from fpgames import node
from fpgames.draw import NodeContent, tree_svg
from fpgames.games.tictactoe import rules

def board(p, move=""):
    return node(NodeContent("", move, diagram=rules.diagram(p)))

two = [board(rules.play(rules.start, 0), "0"), board(rules.play(rules.start, 2), "2")]
tree_svg(node(NodeContent("", diagram=rules.diagram(rules.start)), two), show=lambda label: label)

# %% check: All positions of a game
found = history(4, 0)
assert isinstance(found, list), f"history(4, 0) is {found!r}, not a list"
assert len(found) == 3, f"history(4, 0) has {len(found)} positions; two moves make three, with the start"
assert found[0] == rules.start, "the first position is not the start"
assert found[1:] == [after(4), after(4, 0)], "the positions after the start are not those after one move and after two"
assert history() == [rules.start], "history() of no moves is the start alone"

# %% answer: All positions of a game
def history(*moves):
    return [after(*moves[:n]) for n in range(len(moves) + 1)]

# %% wrong: All positions of a game
def history(*moves):
    return [after(*moves[:n]) for n in range(len(moves))]

# %% wrong: All positions of a game
def history(*moves):
    return [after(move) for move in moves]

# %% wrong: All positions of a game
def history(*moves):
    return [rules.start] + [after(move) for move in moves]

# %% wrong: All positions of a game
def history(*moves):
    return (after(*moves[:n]) for n in range(len(moves) + 1))

# %% check: Two moves
try:
    found = two_moves(rules.start)
except ValueError as error:
    raise AssertionError(f"{error}. Play each move from p itself; p = rules.play(p, move) would lose it")
assert isinstance(found, int), f"two_moves should return a number; it returns a {type(found).__name__}"
assert found == 72, f"two_moves(rules.start) is {found!r}; X has 9 moves, and after each of them O has 8"
late = two_moves(after(4, 0, 2, 3))
assert late == 16, f"two_moves(after(4, 0, 2, 3)) is {late!r}; X has 5 moves there, and one of them ends the game"

# %% answer: Two moves
def two_moves(p):
    return sum(len(rules.moves(rules.play(p, move))) for move in rules.moves(p))

# %% wrong: Two moves
def two_moves(p):
    return len(rules.moves(p)) * 8

# %% wrong: Two moves
def two_moves(p):
    return len(rules.moves(p)) * (len(rules.moves(p)) - 1)

# %% wrong: Two moves
def two_moves(p):
    for move in rules.moves(p):
        p = rules.play(p, move)
    return len(rules.moves(p))

# %% check: Different positions
found = [different(n) for n in range(4)]
assert isinstance(found[0], int), f"different(0) is {found[0]!r}; it should be a number"
assert found[:3] == [1, 9, 72], f"for 0, 1 and 2 moves it returns {found[:3]}; these should be 1, 9 and 72"
assert found[3] != 504, "different(3) is 504: equal positions are counted several times"
assert found[3] == 252, f"different(3) is {found[3]}; every position is reached in two ways, with X's two marks in either order"

# %% answer: Different positions
def different(n):
    positions = {rules.start}
    for _ in range(n):
        positions = {rules.play(p, move) for p in positions for move in rules.moves(p)}
    return len(positions)

# %% wrong: Different positions
def different(n):
    positions = {rules.start}
    for _ in range(n):
        positions |= {rules.play(p, move) for p in positions for move in rules.moves(p)}
    return len(positions)

# %% wrong: Different positions
def different(n):
    return [1, 9, 72, 84][n]

# %% wrong: Different positions
def different(n):
    positions = {rules.start}
    for _ in range(n):
        positions = {move for p in positions for move in rules.moves(p)}
    return len(positions)
