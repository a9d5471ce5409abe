"""Functions that a custom search (``node_search``) calls to read a node, to reduce its depth, or to pass the turn.

A node is a pair of a *seed*, which determines its label and children, and a *level*: the remaining depth and the player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import repeat
from math import isinf
from typing import Any, Generic, TypeAlias, TypeVar

from fpgames.lowering import lowers_as
from fpgames.rules.outcomes import Mover, Player, to_player
from fpgames.tree.building import moves_between, require_known_moves
from fpgames.tree.turns import mover_or
from fpgames.tree.unfolding import GameView, Seed, Tree, readers_of
from fpgames.validation import require_at_least

__all__ = ["SearchNode", "children", "edges", "label", "mover", "pass_turn", "player", "shallower"]

A = TypeVar("A")

LevelFactory: TypeAlias = "Callable[[float, Mover], Level[Any]]"
NOT_PRUNED = "shallower removes the last levels of a tree, but this one is not pruned: add the stage prune(depth)"

Functions: TypeAlias = tuple[Callable[[Seed], Any], Callable[[Seed], Iterable[Seed]], GameView]


class Level(Generic[A]):
    """The remaining depth, and the player or chance to move at a node. Nodes that agree in both share one level.

    Note: a node is a pair of a seed, which determines its label and children, and a level. ``zip`` makes such pairs
    fast. A record for each node would double the time of a search. A level without ``__slots__`` would add a tenth.
    """

    __slots__ = ("child_levels", "children_of", "game", "label_of", "left", "make_level", "mover")

    def __init__(self, functions: Functions, make_level: LevelFactory, left: float, mover: Mover) -> None:
        self.label_of, self.children_of, self.game = functions
        self.left, self.mover, self.make_level = left, mover, make_level
        # An iterator that repeats the Level of all children; None if they share none, or it is not known yet.
        self.child_levels: Iterable[Level[A]] | None = None

    def children(self, seed: Seed) -> Iterator[SearchNode[A]]:
        """Return the children of the inner node ``seed``. If players alternate, the children share one Level."""
        if self.game.player_of:
            return self._children_with_turns(self.game.player_of, seed)
        self.child_levels = repeat(self.make_level(self.left - 1, to_player(self.mover).opponent))
        return zip(self.children_of(seed), self.child_levels)  # noqa: B905 - with strict=, zip is slower

    def _children_with_turns(self, player_of: Callable[[Seed], Mover | None], seed: Seed) -> Iterator[SearchNode[A]]:
        """Yield the children of an inner node. ``player_of`` returns the player or chance to move at a child."""
        make_level, left, mover = self.make_level, self.left - 1, self.mover
        other = mover.opponent if isinstance(mover, Player) else None
        same_level, other_level = make_level(left, mover), make_level(left, other or mover)
        for child in self.children_of(seed):
            child_mover = player_of(child)
            if child_mover is mover:
                yield child, same_level
            elif child_mover is other and other:
                yield child, other_level
            else:
                yield child, make_level(left, mover_or(child_mover, other))


_NO_CHILDREN: Iterator[Any] = iter(())  # empty iterator that all leaves share; most nodes of a search are leaves

SearchNode: TypeAlias = tuple[Seed, Level[A]]
"""A node of a custom search, with labels of type ``A``; read it by :func:`label`, :func:`children`, :func:`player`."""


@lowers_as("children of a node")
def children(node: SearchNode[A]) -> Iterator[SearchNode[A]]:
    """Return a lazy iterator over the children of a node: ``children (Node _ ts) = ts``.

    The iterator is empty at a leaf. It can be read only once; ``list(children(node))`` can be read again.

    Args:
        node: a node that :func:`fpgames.search.open_recursion.node_search` passed to your function.

    Raises:
        TypeError: the argument is not a node.

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
        child_levels = level.child_levels
    except (AttributeError, TypeError, ValueError):
        raise _node_type_error("children", node) from None
    if child_levels is not None:
        return zip(level.children_of(seed), child_levels)  # noqa: B905 - as above
    return level.children(seed) if level.left else _NO_CHILDREN


def edges(node: SearchNode[A]) -> Iterator[tuple[Any, SearchNode[A]]]:
    """Return a lazy iterator over the moves at a node and the children they lead to: ``edges (Node _ ts) = zip ms ts``.

    ``map snd . edges = children``

    The moves are those of the node's position, so the tree can be shared. If a stage has sorted the children, the move
    to a child is found by playing the moves.

    Args:
        node: a node of a tree that was built from rules; :func:`fpgames.search.open_recursion.node_search` passed it to
            your function.

    Raises:
        TypeError: the argument is not a node.
        ValueError: the tree was not built from rules; a stage put another tree in the place of a child.

    >>> from fpgames import build_tree, map_tree, prune
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.search import node_search
    >>> moves = node_search(lambda here, visit: [move for move, _ in edges(here)])
    >>> (build_tree(rules) | prune(1) | map_tree(rules.static) | moves)(rules.play(rules.start, 4))
    [0, 1, 2, 3, 5, 6, 7, 8]

    See also: :func:`children`; :func:`fpgames.search.moves.best_move`.
    """
    if not is_node(node):
        raise _node_type_error("edges", node)
    (seed, level), below = node, children(node)
    rules, position_of = require_known_moves(level.game.rules, "edges"), level.game.position_of
    if level.game.moves_of:
        moves = iter(level.game.moves_of(seed))
        return ((next(moves), child) for child in below)  # not ``zip``, which would leave out a child without a move
    children_read = [*below]  # a stage has sorted them
    positions = (position_of(child) for child, _ in children_read)
    return zip(moves_between(rules, position_of(seed), positions), children_read, strict=True)


lowers_as("none", edges, "moves are not compiled")(edges)


def _node_type_error(name: str, value: object) -> TypeError:
    return TypeError(f"{name} takes a node, such as node_search passes to your function; got {value!r:.80}")


@lowers_as("label of a node")
def label(node: SearchNode[A]) -> A:
    """Return the label of a node: ``label (Node a _) = a``.

    The label of a leaf is its value for the first player. Each call computes the label, and ``count_leaves`` counts it.

    Args:
        node: a node that :func:`fpgames.search.open_recursion.node_search` passed to your function.

    Raises:
        TypeError: the argument is not a node.

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
        raise _node_type_error("label", node) from None
    value: A = label_of(seed)
    return value


def _mover_of(node: SearchNode[Any]) -> Mover:
    return node[1].mover


@lowers_as("another function", _mover_of)
def mover(node: SearchNode[Any]) -> Mover:
    """Return the player to move at a node, or ``CHANCE``: ``mover :: Node a -> Mover``.

    Args:
        node: a node that :func:`fpgames.search.open_recursion.node_search` passed to your function.

    Raises:
        TypeError: the argument is not a node.

    >>> from fpgames import CHANCE, Player, node
    >>> from fpgames.search import node_search
    >>> @node_search
    ... def movers(node, visit):
    ...     return [mover(node), *map(visit, children(node))]
    >>> movers(node(0, [node(5, player=Player.FIRST)], player=CHANCE))
    [CHANCE, [Player.FIRST]]

    See also: :func:`player`, for games without chance; :func:`fpgames.search.chance.expectiminimax`.
    """
    try:
        return _mover_of(node)
    except (AttributeError, LookupError, TypeError):
        raise _node_type_error("mover", node) from None


@lowers_as("another function", _mover_of)
def player(node: SearchNode[Any]) -> Player:
    """Return the player to move at a node: ``player :: Node a -> Player``.

    Args:
        node: a node that :func:`fpgames.search.open_recursion.node_search` passed to your function.

    Raises:
        TypeError: the argument is not a node.
        ValueError: chance moves at the node.

    >>> from fpgames import Player, node
    >>> from fpgames.search import node_search
    >>> @node_search
    ... def turns(node, visit):
    ...     return [player(node).name, *map(visit, children(node))]
    >>> turns(player=Player.FIRST)(node(0, [node(5), node(7, [node(8)])]))
    ['FIRST', ['SECOND'], ['SECOND', ['FIRST']]]

    See also: :func:`mover`, for games with chance; :func:`fpgames.search.open_recursion.node_search`.
    """
    try:
        mover = node[1].mover
    except (AttributeError, LookupError, TypeError):
        raise _node_type_error("player", node) from None
    return mover if type(mover) is Player else to_player(mover, "chance moves at this node")


@lowers_as("fewer levels")
def shallower(node: SearchNode[A], levels: int) -> SearchNode[A]:
    """Return a copy of a node with ``levels`` fewer levels left below it, but at least 0: ``shallower = flip prune``.

    If the pipeline contains ``extend_while``, the levels that ``extend_while`` has left at the node are reduced too.

    Args:
        node: a node of a pruned tree that :func:`fpgames.search.open_recursion.node_search` passed to your function.
        levels: the number of levels to remove, at least 0.

    Raises:
        ValueError: the tree is not pruned; ``levels`` is less than 0.

    >>> from fpgames import Player, node, prune
    >>> from fpgames.search import node_search
    >>> @node_search
    ... def above_the_last(here, visit):
    ...     below = [visit(shallower(child, 1)) for child in children(here)]
    ...     return max(below, default=label(here))
    >>> tree = node(0, [node(1, [node(7)]), node(2)])
    >>> tree | prune(2) | above_the_last(player=Player.FIRST)
    2

    See also: :func:`fpgames.tree.stages.prune`, which limits the depth of a whole tree.
    """
    if not is_node(node):
        raise _node_type_error("shallower", node)
    seed, level = node
    require_at_least(0, levels, "leave out {} levels")
    if level.game.reduced_of is not None:
        seed = level.game.reduced_of(seed, levels)
    elif isinf(level.left):
        raise ValueError(NOT_PRUNED)
    return seed, level.make_level(max(level.left - levels, 0), level.mover)


def pass_turn(node: SearchNode[A]) -> SearchNode[A]:
    """Return the node after a null move, by which the player passes: ``passTurn (p, n) = (passed p, n - 1)``.

    A null move counts as a move: the remaining depth is one less, and the ply of ``with_ply`` is one more. Null-move
    pruning reduces the depth further, by ``shallower``. In a zugzwang position, passing would be the best
    move. There, the value after a null move is a wrong bound, and may be outside the bounds of ``bound_by``.

    Args:
        node: a node of a tree that was built from rules with ``pass_turn``; the game is not over at the node.

    Raises:
        ValueError: the tree was not built by ``build_tree`` from rules with ``pass_turn``; a stage such as ``rebuild``
            replaced its nodes; the rules pass the turn to the same player; chance moves at the node.
        GameOver: the game is over at the node.

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
        raise _node_type_error("pass_turn", node)
    seed, level = node
    rules, passed_of = level.game.rules, level.game.passed_of
    if passed_of is None:
        raise ValueError(
            "pass_turn needs a tree that build_tree makes from rules with a pass_turn, and no stage that makes nodes of"
            f" its own, as game_tree, rebuild and traverse_tree do; the rules of this tree are {rules!r}"
        )
    return passed_of(seed), level.make_level(max(level.left - 1, 0), to_player(level.mover).opponent)


lowers_as("none", pass_turn, "passed turns are not compiled")(pass_turn)


def is_node(value: object) -> bool:
    """Return whether a value is a node of a custom search: a pair of a seed and a level."""
    match value:
        case (_, Level()):
            return True
    return False


def level_factory(tree: Tree[A], *, mover_view: bool = False) -> LevelFactory:
    """Return a memoized function that makes the :class:`Level` of a remaining depth, and a player or chance.

    If the values of the search are in the view of the player to move, the function raises ValueError for chance.
    """
    readers, game, children_of = readers_of(tree), tree.unfolding.game, tree.unfolding.children_of
    label_of, last_label_of = readers.label_of, readers.last_label_of

    @cache  # ``make_level`` does not capture the tree, so that trees share compiled code
    @lowers_as("levels", game.player_of, label_of, last_label_of, game.reduced_of)
    def make_level(left: float, mover: Mover) -> Level[Any]:
        mover = to_player(mover, "this search has view='mover', but chance moves at a node") if mover_view else mover
        return Level((label_of if left else last_label_of, children_of, game), make_level, left, mover)

    return make_level
