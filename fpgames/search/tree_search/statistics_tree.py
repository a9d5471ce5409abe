"""The lazy tree of statistics of a ``SearchTree``, for stages such as ``prune`` and for pictures."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from operator import attrgetter
from typing import Generic, NamedTuple

from fpgames.rules.outcomes import CHANCE, Mover, Outcome
from fpgames.rules.record import M, P, Rules, mover, require_rules
from fpgames.search.tree_search.tree import SearchTree, ranked, require_tree_of
from fpgames.stage import Stage
from fpgames.tree.unfolding import GameView, LabelKind, Tree, Unfolding, tree_from

__all__ = ["Statistics", "statistics"]


class Statistics(NamedTuple, Generic[P, M]):
    """The statistics of a position in a Monte-Carlo tree search: a label of the tree that ``statistics`` returns.

    Args:
        position: the position.
        line: the moves from the root to the position.
        visits: the number of simulations that have reached the position.
        value: the value of the position for the first player.
        proof: the outcome of perfect play, once it is proven; otherwise None.
        expected: whether the node lies on the principal variation.

    See also: :func:`statistics`, which makes these labels; :class:`fpgames.search.tree_search.tree.SearchTree`.
    """

    position: P
    line: tuple[M, ...]
    visits: int
    value: float
    proof: Outcome | None
    expected: bool


def statistics(rules: Rules[P, M]) -> Stage[SearchTree[P, M], Tree[Statistics[P, M]]]:
    r"""Make a stage that turns a ``SearchTree`` into a lazy tree whose labels are the statistics of its positions.

    ``statistics :: Rules p m -> SearchTree p m -> Tree (Statistics p m)``

    Children are in the order of :func:`fpgames.search.tree_search.tree.best`, best first. Untried moves have no child.

    Args:
        rules: the rules of the game; pictures use them to draw boards and to write moves.

    Raises:
        TypeError: raised by the stage: its argument is not a search tree.
        ValueError: raised by the stage: the tree belongs to another game.

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

    See also: :func:`fpgames.draw.trees.tree_svg`, which draws the tree; :func:`fpgames.tree.stages.order_by`.
    """
    require_rules(rules, "statistics")
    return Stage(_statistics, (rules,))


def _statistics(tree: SearchTree[P, M], rules: Rules[P, M]) -> Tree[Statistics[P, M]]:
    require_tree_of(rules, tree, "statistics")
    game = GameView(rules, attrgetter("tree.position"), partial(_mover_at, rules))
    reason = "the labels of statistics contain the line that leads to each, so no two are equal"
    functions = Unfolding(_statistics_at, _child_seeds, LabelKind.STATISTICS, game, not_shareable=reason)
    return tree_from(functions, _StatisticsSeed(tree))


class _StatisticsSeed(NamedTuple, Generic[P, M]):
    """A node's seed: the search tree, the moves to the node, and whether the node is on the principal variation."""

    tree: SearchTree[P, M]
    line: tuple[M, ...] = ()
    expected: bool = True


def _statistics_at(seed: _StatisticsSeed[P, M]) -> Statistics[P, M]:
    tree = seed.tree
    return Statistics(tree.position, seed.line, tree.visits, tree.value, tree.proof, seed.expected)


def _mover_at(rules: Rules[P, M], seed: _StatisticsSeed[P, M]) -> Mover:
    """Return the mover; in a finished game, the player who would move, who is not known from a parent where chance moves."""
    tree = seed.tree
    return mover(rules, tree.position) if tree.mover is None else tree.mover


def _child_seeds(seed: _StatisticsSeed[P, M]) -> Iterator[_StatisticsSeed[P, M]]:
    expected = seed.expected and seed.tree.mover is not CHANCE  # the principal variation ends where chance moves
    for move, child in ranked(seed.tree):
        yield _StatisticsSeed(child, (*seed.line, move), expected)
        expected = False
