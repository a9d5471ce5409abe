"""A search that goes on where a move changes the label by more than a threshold, and its model, slow and plain.

The player to move may always stop. The kit compares the search with the model, and finds a wrong threshold:

>>> from fpgames.testing import check_search
>>> check_search(quiescence(2), model=plain, numbers=True, laws=["it_finds_the_value"], seed=1)
>>> check_search(quiescence(1), model=plain, numbers=True, laws=["it_finds_the_value"], seed=1)
Traceback (most recent call last):
...
fpgames.testing.law.LawsBroken: quiescence.<locals>.search breaks 1 of 1 laws
...
"""

from fpgames import Player
from fpgames.search import children, label, node_search, player


def plain(tree):
    """Return the value without a window."""
    loud = [plain(child) for child in tree.children if abs(child.label - tree.label) > 2]
    return (max if tree.player is Player.FIRST else min)([tree.label, *loud])


def quiescence(threshold):
    """Make the search, with alpha-beta cutoffs."""

    @node_search
    def search(here, visit, alpha, beta):
        best, high = label(here), player(here) is Player.FIRST
        for child in children(here):
            if high:
                alpha = best if alpha is None else max(alpha, best)
            else:
                beta = best if beta is None else min(beta, best)
            if alpha is not None and beta is not None and alpha >= beta:
                break
            if abs(label(child) - label(here)) > threshold:
                best = (max if high else min)(best, visit(child, alpha, beta))
        return best

    return search
