"""Beam search: a stage that keeps the best nodes of each level.

The labels of ``game_tree`` contain the line of play, so no two of them are equal. Players take turns here, so
one player moves at all nodes of a level. This is Connect Four after 4455, where 257 nodes are left of
six levels:

>>> from fpgames import alpha_beta, best_move, game_tree, map_tree
>>> from fpgames.games.connect4 import rules
>>> from fpgames.tree import size
>>> def worth(label):
...     return rules.static(label.position)
>>> narrow = game_tree(rules)(rules.read("4455")) | beam(50, 6, worth)
>>> size(narrow), narrow | map_tree(worth) | best_move(search=alpha_beta)
(257, 2)
"""

from fpgames import Player
from fpgames.tree import rebuild


def beam(width, depth, key):
    """Keep the nodes of each level whose labels have the best keys."""

    def cut(tree):
        level, kept = [tree], set()
        for _ in range(depth):
            best_is_greatest = level[0].player is Player.FIRST if level else True
            below = [child for parent in level for child in parent.children]
            level = sorted(below, key=lambda t: key(t.label), reverse=best_is_greatest)[:width]
            kept.update(t.label for t in level)
        return tree | rebuild(children=lambda t: [child for child in t.children if child.label in kept])

    return cut
