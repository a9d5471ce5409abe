"""Searches that differ from alpha-beta in how they look at one child.

>>> from fpgames import alpha_beta, best_move, build_tree, count_leaves, map_tree, order_by, prune, share
>>> from fpgames.games import connect4, othello
>>> from fpgames.games.tictactoe import rules, static
>>> from fpgames.search import count_nodes, deepen, principal_variation, remember

Principal variation search, where the centre comes first:

>>> centre = order_by(lambda p: (p >> 4 & 1) - (p >> 13 & 1))
>>> ordered = build_tree(rules)(rules.start) | centre | share | map_tree(static)
>>> ordered | count_leaves(principal), ordered | count_leaves(alpha_beta)
((0, 353), (0, 367))

Aspiration; as a search of one node, it finds the move, too:

>>> columns = build_tree(connect4.rules)(connect4.rules.start) | map_tree(connect4.rules.static)
>>> [columns | prune(5) | count_leaves(stage(search=aspiring(guess=0.1))) for stage in (best_move, principal_variation)]
[(1, 2593), (Scored(value=0.08571428571428572, line=(1, 1, 3, 1, 3)), 2838)]
>>> columns | prune(5) | aspiring == columns | prune(5) | aspiring(guess=0.9) == columns | prune(5) | alpha_beta
True

Late-move reductions:

>>> deep = build_tree(rules)(rules.start) | prune(7) | map_tree(static)
>>> deep | count_leaves(reduced), deep | count_leaves(alpha_beta)
((0, 1398), (0, 5353))

Null-move pruning; in Othello it changes the value:

>>> columns | prune(5) | count_leaves(null_move), columns | prune(5) | count_leaves(alpha_beta)
((0.08571428571428572, 1010), (0.08571428571428572, 2673))
>>> discs = build_tree(othello.rules)(othello.rules.start) | prune(5) | map_tree(othello.rules.static)
>>> discs | count_leaves(null_move), discs | count_leaves(alpha_beta)
((0.01, 262), (0.02, 394))

Killer moves and the history of moves; a new search for each count, because its tables change the counts:

>>> [(columns | prune(8) | share | count_nodes(search))[1] for search in (alpha_beta, killers_first())]
[83501, 16424]
>>> *_, last = columns | prune(8) | share | deepen(best_move(search=remember(killers_first())))
>>> last.value[0], last.nodes
(3, 14166)
"""

from collections import Counter

from fpgames import Player
from fpgames.search import children, edges, label, node_search, pass_turn, player, shallower


def in_window(here, alpha, beta, look, below=None):
    """Return the value of alpha-beta, where ``look`` returns the value of the i-th child in a window."""
    best, high = None, player(here) is Player.FIRST
    for i, child in enumerate(children(here) if below is None else below):
        value = look(i, child, alpha, beta)
        best = value if best is None else max(best, value) if high else min(best, value)
        if high:
            alpha = best if alpha is None else max(alpha, best)
        else:
            beta = best if beta is None else min(beta, best)
        if alpha is not None and beta is not None and alpha >= beta:
            break
    return label(here) if best is None else best


@node_search
def principal(here, visit, alpha, beta):
    """Look at all children but the first in a null window, for values that are whole numbers; again if they are better."""
    high = player(here) is Player.FIRST

    def look(i, child, alpha, beta):
        if i == 0:
            return visit(child, alpha, beta)
        value = visit(child, alpha, alpha + 1) if high else visit(child, beta - 1, beta)
        return visit(child, alpha, beta) if (value > alpha if high else value < beta) else value

    return in_window(here, alpha, beta, look)


@node_search
def aspiring(here, visit, alpha, beta, *, guess=None, width=0.05):
    """Search the root in a window around a guess, and again on one side if the value is outside."""
    if guess is None or alpha is not None or beta is not None:
        return in_window(here, alpha, beta, lambda i, child, alpha, beta: visit(child, alpha, beta))
    value = visit(here, guess - width, guess + width)
    if value <= guess - width:
        return visit(here, None, value + width)
    return visit(here, value - width, None) if value >= guess + width else value


@node_search
def reduced(here, visit, alpha, beta):
    """Look at the fourth child and later ones with one level less, and again if they are better."""
    high = player(here) is Player.FIRST

    def look(i, child, alpha, beta):
        if i <= 2:
            return visit(child, alpha, beta)
        value = visit(shallower(child, 1), alpha, beta)
        return visit(child, alpha, beta) if (value > alpha if high else value < beta) else value

    return in_window(here, alpha, beta, look)


@node_search
def null_move(here, visit, alpha, beta):
    """Pass first, and cut the node if the player to move is too good even then."""
    below, high = list(children(here)), player(here) is Player.FIRST
    if below and (beta if high else alpha) is not None:
        value = visit(shallower(pass_turn(here), 2), alpha, beta)
        if value >= beta if high else value <= alpha:
            return value
    return in_window(here, alpha, beta, lambda i, child, alpha, beta: visit(child, alpha, beta), below)


def killers_first():
    """Make a search that sorts moves by the cutoffs that they have caused."""
    killers, history, plies = {}, Counter(), [0]

    def rank(edge):
        move, _ = edge
        return killers.get(plies[0]) != move, -history[plies[0] % 2, move]

    @node_search
    def search(here, visit, alpha, beta):
        high = player(here) is Player.FIRST

        def look(i, edge, alpha, beta):
            move, child = edge
            value, limit = visit(child, alpha, beta), beta if high else alpha
            if limit is not None and (value >= limit if high else value <= limit):
                killers[plies[0]] = move
                history[plies[0] % 2, move] += 1
            return value

        plies[0] += 1
        value = in_window(here, alpha, beta, look, sorted(edges(here), key=rank))
        plies[0] -= 1
        return value

    return search
