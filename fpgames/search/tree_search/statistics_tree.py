"""The tree of a Monte-Carlo tree search as a lazy tree of statistics, for stages and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import Generic, NamedTuple

from fpgames.rules.outcomes import Outcome
from fpgames.rules.record import M, P, Rules, require_rules
from fpgames.search.tree_search.tree import SearchTree, ranked, require_tree_of
from fpgames.stage import Stage
from fpgames.tree.unfolding import GameView, LabelKind, Tree, Unfolding, WalkSettings, tree_from

__all__ = ["Statistics", "statistics"]


STATISTICS = LabelKind("statistics", 'map_tree(attrgetter("value"))')


class Statistics(NamedTuple, Generic[P, M]):
    """What a Monte-Carlo tree search has found about a position: the label of a node of ``statistics``.

    Args:
        position: the position.
        line: the moves that lead to it from the root.
        visits: the number of simulations that have reached it.
        value: its value to the first player.
        proof: the outcome of perfect play, once it is proven; otherwise None.
        expected: whether the line is the beginning of the one that the search expects, or all of it.

    See also: :func:`statistics`, whose labels these are; :class:`fpgames.search.tree_search.tree.SearchTree`.
    """

    position: P
    line: tuple[M, ...]
    visits: int
    value: float
    proof: Outcome | None
    expected: bool


def statistics(rules: Rules[P, M]) -> Stage[SearchTree[P, M], Tree[Statistics[P, M]]]:
    r"""Return the lazy tree of the positions that a Monte-Carlo tree search has visited, with its statistics as labels.

    ``statistics :: Rules p m -> SearchTree p m -> Tree (Statistics p m)``

    The best child comes first: children are in the order in which :func:`fpgames.search.tree_search.tree.best` prefers them.
    Moves that have not been tried have no child. The tree knows whose turn it is.

    Args:
        rules: the rules of the game, with which pictures draw boards and name moves.

    Raises:
        TypeError: raised by the stage: it was not given the tree of a search.
        ValueError: raised by the stage: the tree is one of another game.

    >>> from fpgames import SplitMix, map_tree, prune
    >>> from fpgames.draw import draw_tree
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.search import mcts
    >>> found = mcts(rules, 200)(rules.read("X.O\nOO.\nXX.")).eval(SplitMix.from_seed(1))
    >>> says = map_tree(lambda s: f"{s.line}: visits {s.visits}, value {s.value:.2f}")
    >>> print(statistics(rules)(found) | prune(1) | says | draw_tree)
    (): visits 4, value 1.00
    |
    +- (8,): visits 1, value 1.00
    |
    +- (5,): visits 1, value 1.00
    |
    `- (1,): visits 1, value -1.00

    See also: :func:`fpgames.draw.trees.tree_svg`, whose picture has visits, values and proofs in the nodes;
    :func:`fpgames.tree.stages.order_by`, for another order.
    """
    require_rules(rules, "statistics")
    return Stage(_statistics, (rules,))


def _statistics(tree: SearchTree[P, M], rules: Rules[P, M]) -> Tree[Statistics[P, M]]:
    require_tree_of(rules, tree, "statistics")
    game = GameView(rules, attrgetter("tree.position"), attrgetter("tree.player"))
    walking = WalkSettings(
        unsharable="the labels of statistics contain the line that leads to each, so no two are equal"
    )
    return tree_from(Unfolding(_label, _children, STATISTICS, game, walking), _Seed(tree))


class _Seed(NamedTuple, Generic[P, M]):
    """The tree of a node, the line that leads to it, and whether that line is expected."""

    tree: SearchTree[P, M]
    line: tuple[M, ...] = ()
    expected: bool = True


def _label(seed: _Seed[P, M]) -> Statistics[P, M]:
    tree, line, expected = seed
    return Statistics(tree.position, line, tree.visits, tree.value, tree.proof, expected)


def _children(seed: _Seed[P, M]) -> Iterator[_Seed[P, M]]:
    expected = seed.expected
    for move, child in ranked(seed.tree):
        yield _Seed(child, (*seed.line, move), expected)
        expected = False
