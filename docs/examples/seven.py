"""Seven searches of tic-tac-toe, to take over and change.

>>> from fpgames import SplitMix, count_leaves
>>> from fpgames.play import bot_mc_bulk
>>> corner = rules.read("X..\\n...\\n...")
>>> three_best_moves(corner), (grow | prune(4) | map_tree(mobility) | minimax)(corner)
(10, 2)
>>> (grow | order_by(mobility) | map_tree(static) | count_leaves(alpha_beta))(rules.start)
(0, 1144)
>>> lines_at_increasing_depth(corner)
[(4,), (4, 2), (4, 2, 6), (2, 4, 8, 5)]

Here O must take an edge. The last search finds one, and a bot without replies does not:

>>> p = rules.read("X..\\n.O.\\n..X")
>>> actions = bot_mc_bulk(rules, 8400)(p), monte_carlo_at_depth_2(20)(p)
>>> [action.eval(SplitMix.from_seed(1)) for action in actions]
[6, 3]
"""

from fpgames import (
    alpha_beta,
    best_move,
    build_tree,
    estimate,
    map_state,
    map_tree,
    minimax,
    order_by,
    prune,
    share,
    traverse_tree,
)
from fpgames.games.tictactoe import rules, static
from fpgames.search import principal_variation
from fpgames.tree import extend_while, keep_best


def mobility(p):
    """Count the lines that are open to the first player, minus the second player's; a full line decides."""
    lines = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
    return 10 * static(p) + sum((not p >> 9 & line) - (not p & line) for line in lines)


def wins_at_once(p):
    """Return whether the player to move wins by one move."""
    return any(static(q) for q in rules.successors(p))


grow = build_tree(rules)

# 1. Calls mobility for the 504 leaves only.
fixed_depth = grow | prune(3) | map_tree(mobility) | minimax

# 2. Goes deeper while a win is one move away.
dynamic_depth = grow | extend_while(wins_at_once, depth=2) | map_tree(static) | minimax

# 3. Visits 81 leaves instead of 3,024. But after X in a corner it takes the game for lost (10), while a search
# of all moves finds the defence (2).
three_best_moves = grow | keep_best(3, mobility) | prune(4) | map_tree(mobility) | minimax

# 4. Finds the value with 1,144 leaves instead of 7,330.
ordered_alpha_beta = grow | order_by(mobility) | map_tree(static) | alpha_beta

# 5. Evaluates 958 leaves instead of 255,168.
shared_minimax = grow | share | map_tree(static) | minimax


def lines_at_increasing_depth(p):
    """6. Return the expected line of play for each depth."""
    tree, expected = grow(p) | map_tree(mobility), principal_variation(search=alpha_beta)
    return [(tree | prune(depth) | expected).line for depth in (1, 2, 3, 4)]


def monte_carlo_at_depth_2(n):
    """7. Choose by n random games after each reply, and minimax between the replies."""
    return grow | prune(2) | traverse_tree(estimate(rules, n)) | map_state(best_move)
