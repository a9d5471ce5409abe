"""Read a node of a search of your own: its label, the nodes below it, and the player to move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import repeat
from math import isinf
from typing import Any, Generic, TypeAlias, TypeVar

from fpgames.lowering import lowers_as
from fpgames.rules.outcomes import Player
from fpgames.tree.turns import player_or
from fpgames.tree.unfolding import GameView, Seed, Tree, reader_of
from fpgames.validation import require_at_least

__all__ = ["SearchNode", "children", "label", "pass_turn", "player", "shallower"]

A = TypeVar("A")

At: TypeAlias = "Callable[[float, Player], Level[Any]]"
NOT_PRUNED = "shallower leaves out the last levels of a tree, and this one is not pruned: prune(depth) it"

Functions: TypeAlias = tuple[Callable[[Seed], Any], Callable[[Seed], Iterable[Seed]], GameView]


class Level(Generic[A]):
    """What is the same for all nodes with as many levels below them and the same player to move.

    Note: so a node is a pair of a seed and a level, which ``zip`` makes of the seeds of children. A record for each node
    takes twice the time of a search, and attributes that are not slots a tenth more.
    """

    __slots__ = ("at", "below", "children_of", "game", "label_of", "left", "player")

    def __init__(self, functions: Functions, at: At, left: float, player: Player) -> None:
        self.label_of, self.children_of, self.game = functions
        self.left, self.player, self.at = left, player, at
        self.below: Iterable[Level[A]] | None = None  # the levels of all children, once known, if players alternate

    def children(self, seed: Seed) -> Iterator[SearchNode[A]]:
        """Return the children of a node that is no leaf, whose levels are not known yet, or depend on the children's seeds."""
        if self.game.player_of:
            return self._asked(self.game.player_of, seed)
        self.below = repeat(self.at(self.left - 1, self.player.opponent))
        return zip(self.children_of(seed), self.below)  # noqa: B905 - with strict=, zip is slower

    def _asked(self, player_of: Callable[[Seed], Player | None], seed: Seed) -> Iterator[SearchNode[A]]:
        other = self.player.opponent
        below, again = (self.at(self.left - 1, each) for each in (other, self.player))
        for child in self.children_of(seed):
            yield child, below if player_or(player_of(child), other) is other else again


_NONE: Iterator[Any] = iter(())  # made once: most nodes of a search are leaves

SearchNode: TypeAlias = tuple[Seed, Level[A]]
"""A node as a search of your own sees it, with labels of a type; :func:`label`, :func:`children` and :func:`player` read it."""


@lowers_as("children of a node")
def children(node: SearchNode[A]) -> Iterator[SearchNode[A]]:
    """Return the children of a node, in their order; none at a leaf: ``children (Node _ ts) = ts``.

    They are made one by one, and the iterator is read once: ``[child for child in children(node)]`` keeps them.

    Args:
        node: a node, as :func:`fpgames.search.open_recursion.node_search` gives it to a function.

    Raises:
        TypeError: it is not a node.

    >>> from fpgames import Player, node
    >>> from fpgames.search import node_search
    >>> @node_search
    ... def nodes(node, visit):
    ...     return 1 + sum(map(visit, children(node)))
    >>> nodes(player=Player.FIRST)(node(0, [node(5), node(7, [node(8)])]))
    4

    See also: :func:`label`, :func:`player`.
    """
    try:
        seed, level = node
        below = level.below
    except (AttributeError, TypeError, ValueError):
        raise _no_node("children", node) from None
    if below is not None:
        return zip(level.children_of(seed), below)  # noqa: B905 - as above
    return level.children(seed) if level.left else _NONE


def _no_node(name: str, got: object) -> TypeError:
    return TypeError(f"{name} takes a node, as a search of your own is given it; got {got!r:.80}")


@lowers_as("label of a node")
def label(node: SearchNode[A]) -> A:
    """Return the label of a node, at a leaf its value to the first player: ``label (Node a _) = a``.

    It is computed each time, at inner nodes too, and ``count_leaves`` counts each time.

    Args:
        node: a node, as :func:`fpgames.search.open_recursion.node_search` gives it to a function.

    Raises:
        TypeError: it is not a node.

    >>> from fpgames import Player, node
    >>> from fpgames.search import node_search
    >>> @node_search
    ... def first_leaf(node, visit):
    ...     return next(map(visit, children(node)), label(node))
    >>> first_leaf(player=Player.FIRST)(node(0, [node(5), node(7, [node(8)])]))
    5

    See also: :func:`children`, :func:`player`.
    """
    try:
        seed, level = node
        label_of = level.label_of
    except (AttributeError, TypeError, ValueError):
        raise _no_node("label", node) from None
    value: A = label_of(seed)
    return value


def _player_of(node: SearchNode[Any]) -> Player:
    return node[1].player


@lowers_as("another function", _player_of)
def player(node: SearchNode[Any]) -> Player:
    """Return the player to move at a node: ``player :: Node a -> Player``.

    Args:
        node: a node, as :func:`fpgames.search.open_recursion.node_search` gives it to a function.

    Raises:
        TypeError: it is not a node.

    >>> from fpgames import Player, node
    >>> from fpgames.search import node_search
    >>> @node_search
    ... def turns(node, visit):
    ...     return [player(node).name, *map(visit, children(node))]
    >>> turns(player=Player.FIRST)(node(0, [node(5), node(7, [node(8)])]))
    ['FIRST', ['SECOND'], ['SECOND', ['FIRST']]]

    See also: :func:`fpgames.search.open_recursion.node_search`.
    """
    try:
        return _player_of(node)
    except (AttributeError, LookupError, TypeError):
        raise _no_node("player", node) from None


@lowers_as("fewer levels")
def shallower(node: SearchNode[A], levels: int) -> SearchNode[A]:
    """Return the same node with fewer levels below it, but not fewer than none: ``shallower = flip prune``.

    Below a node of ``extend_while``, as many fewer levels are kept in any case.

    Args:
        node: a node of a tree with a depth, as :func:`fpgames.search.open_recursion.node_search` gives it to a function.
        levels: how many levels are left out, at least 0.

    Raises:
        ValueError: the tree has no depth, because it is not pruned; levels is less than 0.

    >>> from fpgames import Player, node, prune
    >>> from fpgames.search import node_search
    >>> @node_search
    ... def above_the_last(here, visit):
    ...     below = [visit(shallower(child, 1)) for child in children(here)]
    ...     return max(below, default=label(here))
    >>> tree = node(0, [node(1, [node(7)]), node(2)])
    >>> tree | prune(2) | above_the_last(player=Player.FIRST)
    2

    See also: :func:`fpgames.tree.stages.prune`, the stage.
    """
    if not is_node(node):
        raise _no_node("shallower", node)
    seed, level = node
    require_at_least(0, levels, "leave out {} levels")
    if level.game.reduced_of is not None:
        seed = level.game.reduced_of(seed, levels)
    elif isinf(level.left):
        raise ValueError(NOT_PRUNED)
    return seed, level.at(max(level.left - levels, 0), level.player)


def pass_turn(node: SearchNode[A]) -> SearchNode[A]:
    """Return the node with the turn passed, a move that the rules do not have: ``passTurn (p, n) = (passed p, n - 1)``.

    It counts as a move: one level less is left, and ``with_ply`` counts one more. Null-move pruning leaves out more
    levels by ``shallower``. What a search finds there need not be a bound of the node's value, nor within the bounds of
    ``bound_by``, because in some positions a pass would be the best move.

    Args:
        node: a node of a game that is not over, in a tree of rules with ``pass_turn``.

    Raises:
        ValueError: the tree is not made of such rules by ``build_tree``; a stage, such as ``rebuild``, makes nodes of
            its own; the rules pass the turn to the same player.
        GameOver: the game is over.

    >>> from fpgames import build_tree, map_tree
    >>> from fpgames.games.connect4 import rules
    >>> from fpgames.search import node_search
    >>> after_a_pass = node_search(lambda here, visit: label(pass_turn(here)))
    >>> print((build_tree(rules) | map_tree(rules.show) | after_a_pass)(rules.start).splitlines()[-1])
    status: PlayY

    See also: :func:`shallower`; :class:`fpgames.rules.record.Game`, the rules.

    Source: Donninger 1993, *Null Move and Deep Search*, ICCA Journal 16(3).
    """
    if not is_node(node):
        raise _no_node("pass_turn", node)
    seed, level = node
    rules, passed_of = level.game.rules, level.game.passed_of
    if passed_of is None:
        raise ValueError(
            "pass_turn needs a tree that build_tree makes of rules with a pass_turn, and no stage that makes nodes of"
            f" its own, as game_tree, rebuild and traverse_tree do; the rules of this tree are {rules!r}"
        )
    return passed_of(seed), level.at(max(level.left - 1, 0), level.player.opponent)


lowers_as("none", pass_turn, "passed turns are not compiled")(pass_turn)


def is_node(value: object) -> bool:
    """Return whether a value is a node, as a search of your own sees it."""
    match value:
        case (_, Level()):
            return True
    return False


def levels_of(tree: Tree[A]) -> At:
    """Return the function that makes the levels of a tree's nodes, each once."""
    label_of, children_of, _, game, *_ = tree.unfolding
    above = reader_of(tree.unfolding)

    @cache  # of functions and not of the tree, so that equal searches are compiled once
    @lowers_as("levels", game.player_of, above, game.reduced_of)
    def at(left: float, player: Player) -> Level[Any]:
        return Level((above if left else label_of, children_of, game), at, left, player)

    return at
