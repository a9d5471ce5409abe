"""RAVE: a Monte-Carlo tree search that learns about a move from all later moves of a playout.

``tree.notes`` has the number of visits, and the total of their values, for each move that the player has
played, now or later. This is *all moves as first*. RAVE begins with the mean of these, and goes over to the
mean of the child.

Here it plays four games of Hex against UCB1, with as many playouts:

>>> from fpgames import map_state
>>> from fpgames.games import hex
>>> from fpgames.play import compare, scores
>>> from fpgames.search import best, ucb1
>>> rules = hex.sized(4)
>>> bots = ("RAVE", rave_search(rules, 50)), ("UCB1", mcts(rules, 50, select=ucb1(0.7)))
>>> players = [(name, search | map_state(best)) for name, search in bots]
>>> games = compare(rules, players, 1, range(1001, 1005), opening=1)
>>> first, second = scores([*games], 0)
>>> first + second
Score(wins=3, draws=0, losses=1)
"""

from functools import reduce
from math import log, sqrt
from typing import NamedTuple

from fpgames import Outcome, bot_random
from fpgames.play import play_moves
from fpgames.search import back_up, mcts


class Playout(NamedTuple):
    """The value of a playout, and its moves."""

    value: float
    moves: tuple[int, ...]


def played(rules):
    """Return an ``evaluate`` that keeps the moves of its playout."""

    def evaluate(p):
        def with_moves(moves):
            return Playout(rules.outcome(reduce(rules.play, moves, p)).unwrap(), moves)

        return play_moves(rules, p, bot_random(rules), bot_random(rules)).map(with_moves)

    return evaluate


def followed(old, new):
    """Return the moves of the last visit below a node: it copied the nodes of its path."""
    for move, before, now in zip(new.moves, old.children if old else (), new.children, strict=False):
        if now is not before:
            return (move, *followed(before, now))
    return ()


def all_as_first(tree, i, child, playout):
    """Back up a playout, and count it for each move that the player at this node has played."""
    value, later = (playout, ()) if isinstance(playout, Outcome) else playout  # a proven node has no playout
    notes = dict(tree.notes or {})
    for move in {*(tree.moves[i], *followed(tree.children[i], child), *later)[::2]}:
        visits, total = notes.get(move, (0, 0))
        notes[move] = visits + 1, total + value
    return back_up(tree, i, child, playout)._replace(notes=notes)


def rave(tree, k=100, c=0.2):
    """Select by both means, which have the same weight after k visits of a child."""

    def bound(i):
        child, (visits, total) = tree.children[i], (tree.notes or {}).get(tree.moves[i], (0, 0))
        early = tree.player * total / visits if visits else 1
        if child is None or child.proof is not None:
            return early if child is None else tree.player * child.proof
        weight = sqrt(k / (3 * child.visits + k))
        explored = c * sqrt(log(tree.visits) / child.visits)
        return weight * early + (1 - weight) * tree.player * child.value + explored

    return max(range(len(tree.moves)), key=bound)


def rave_search(rules, n):
    """Search by n simulations."""
    return mcts(rules, n, select=rave, evaluate=played(rules), back_up=all_as_first)
