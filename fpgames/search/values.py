"""Minimax: the value of a tree.

Every search here computes only the labels of leaves, and learns from the tree whose turn it is. The first player is the
maximiser.

Source: article 2; Hughes, *Why Functional Programming Matters*, section 5.
"""

from __future__ import annotations

from typing import TypeVar

from fpgames.lowering import lowers_as
from fpgames.rules.outcomes import Player
from fpgames.rules.record import Value
from fpgames.search.options import bare_search, check_player, search_with
from fpgames.search.tree_checks import require_root_player, require_searchable, require_values
from fpgames.tree.decorators import pair_tree
from fpgames.tree.order import raise_unordered, require_ordered
from fpgames.tree.sharing import memoized
from fpgames.tree.stages import counting_plies
from fpgames.tree.turns import child_walk
from fpgames.tree.unfolding import MISSING, Seed, Tree
from fpgames.tree.walking import recursive, walk_tree

__all__ = ["maximise", "minimax", "minimise", "negamax", "prefer_quick_wins"]

A = TypeVar("A")


@bare_search
def maximise(tree: Tree[A]) -> A:
    """Return the value of a tree at whose root the first player moves.

    ``maximise (Node a []) = a``, ``maximise (Node _ ts) = maximum (map minimise ts)``

    If the tree knows that the first player moves again at a child, the child is maximised too.

    Args:
        tree: a finite tree of ordered labels.

    Raises:
        ValueError: the tree knows that the second player moves at the root; labels are positions, or have no order,
            such as NaN.
        TypeError: labels cannot be compared.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames import node
    >>> maximise(node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])]))
    3

    See also: :func:`minimise`; :func:`minimax`, for whichever player moves at the root;
    :func:`fpgames.search.alphabeta.alpha_beta`.

    Source: article 2, ``maximise``.
    """
    return _value(require_root_player(tree, Player.FIRST, "maximise", "minimise"))


@bare_search
def minimise(tree: Tree[A]) -> A:
    """Return the value of a tree at whose root the second player moves.

    ``minimise (Node a []) = a``, ``minimise (Node _ ts) = minimum (map maximise ts)``

    If the tree knows that the second player moves again at a child, the child is minimised too.

    Args:
        tree: a finite tree of ordered labels.

    Raises:
        ValueError: the tree knows that the first player moves at the root; labels are positions, or have no order,
            such as NaN.
        TypeError: labels cannot be compared.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames import node
    >>> minimise(node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])]))
    2

    See also: :func:`maximise`.

    Source: article 2, ``minimise``.
    """
    return _value(require_root_player(tree, Player.SECOND, "minimise", "maximise"))


@search_with(check_player)
def minimax(tree: Tree[A], *, player: Player | None = None) -> A:
    """Return the value of a tree: :func:`maximise` if the first player moves at its root, otherwise :func:`minimise`.

    ``minimax :: Ord a => Tree a -> a``

    Args:
        tree: a finite tree of ordered labels.
        player: the player to move at the root, if the tree does not know it.

    Raises:
        ValueError: the tree does not know whose turn it is, or knows another player; labels are positions, or have no
            order, such as NaN.
        TypeError: labels cannot be compared.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames import Player, build_tree, map_tree, node, prune
    >>> from fpgames.games.tictactoe import rules
    >>> build_tree(rules)(rules.play(rules.start, 4)) | prune(3) | map_tree(rules.static) | minimax
    0
    >>> minimax(player=Player.SECOND)(node(0, [node(2), node(1)]))
    1

    See also: :func:`negamax`; :func:`fpgames.play.bots.bot_minimax`, which plays by it.
    """
    return _value(require_searchable(tree, player, "minimax"))


def _value(tree: Tree[A]) -> A:
    """Return the value of a tree that knows the player to move at the root.

    Note: these are :func:`fpgames.textbook.maximise` and ``minimise``, 7.6 times as fast (all of tic-tac-toe in 0.13 s
    instead of 1.0 s). They call the functions of the unfolding with bare seeds, so they make no nodes. The levels left are
    a number. The best value so far, at first a marker, takes the place of a list of values. Where no levels are left, the
    player to move is not asked. Values without an order, such as NaN, are refused. There are two loops, because one that
    asks whose values it compares takes 8% longer in Python, and 10 to 28% compiled.
    """
    label_of, children_of, _, game, walking, _ = tree.unfolding

    @recursive
    def high_one(seed: Seed, left: float) -> Value:
        best = MISSING
        if left:
            left -= 1
            for child in children_of(seed):
                value = after_high(child, left) if left else leaf(child)
                if best is MISSING or value > best:
                    best = value
                elif not value <= best:
                    raise_unordered(value, best)
        return label_of(seed) if best is MISSING else best

    @recursive
    def low_one(seed: Seed, left: float) -> Value:
        best = MISSING
        if left:
            left -= 1
            for child in children_of(seed):
                value = after_low(child, left) if left else leaf(child)
                if best is MISSING or value < best:
                    best = value
                elif not value >= best:
                    raise_unordered(value, best)
        return label_of(seed) if best is MISSING else best

    first, second = Player
    high, low, leaf = (
        memoized(walking, high_one, first),
        memoized(walking, low_one, second),
        memoized(walking, label_of),
    )
    after_high, after_low = child_walk(game, first, high, low), child_walk(game, second, low, high)
    value: A = walk_tree(high if tree.player is first else low, tree)
    return require_ordered(value)


@search_with(check_player)
def negamax(tree: Tree[A], *, player: Player | None = None) -> A:
    """Return the value of a tree to the player who moves at its root; labels are values to the first player.

    ``negamax (Node a []) = sign * a``, ``negamax (Node _ ts) = maximum (map (negate . negamax) ts)``

    The sign is 1 where the first player moves, -1 where the second does. If a player moves again at a child, the value
    of the child is not negated.

    Args:
        tree: a finite tree of numbers.
        player: the player to move at the root, if the tree does not know it.

    Raises:
        ValueError: the tree does not know whose turn it is, or knows another player; labels are positions, or have no
            order, such as NaN.
        TypeError: the value is not a number that has a sign.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames import Player, node
    >>> tree = node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])])
    >>> negamax(player=Player.FIRST)(tree), negamax(player=Player.SECOND)(tree)
    (3, -2)

    See also: :func:`minimax`, whose value is the first player's.

    Source: Knuth and Moore 1975 (doi:10.1016/0004-3702(75)90019-3).
    """
    tree = require_searchable(tree, player, "negamax")
    value: Value = _signed(_value(tree))
    found: A = value if tree.player is Player.FIRST else -value
    return found


def _signed(value: Value) -> Value:
    """Return a value; raise TypeError if it cannot be negated, as unsigned integers cannot."""
    try:
        wraps = (-1 * value < 0) != (value > 0)
    except (TypeError, OverflowError):
        wraps = True
    if wraps:
        raise TypeError(f"negamax needs numbers that have a sign, got {value!r}; minimax takes any ordered values")
    return value


@pair_tree
def prefer_quick_wins(tree: Tree[A]) -> Tree[tuple[A, int]]:
    """Return the tree with labels that prefer the quicker of equal wins and the slower of equal losses.

    A label v, n moves below the root, becomes ``(v, -n)`` if it is good for the first player, ``(v, n)`` if it is bad,
    else ``(v, 0)``.

    Args:
        tree: a tree of numbers, values to the first player.

    Raises:
        ValueError: labels are positions, or NaN.
        TypeError: labels are not numbers.

    >>> from fpgames import node
    >>> maximise(prefer_quick_wins(node(0, [node(0, [node(0, [node(1)])]), node(1)])))
    (1, -1)

    See also: :func:`fpgames.tree.stages.with_ply`; :func:`fpgames.play.bots.bot_minimax`, which uses it.

    Source: article 3, whose evaluation counts the marks on a won board.
    """
    return counting_plies(require_values(tree, "prefer_quick_wins"), _how_soon)


@lowers_as("how soon")
def _how_soon(value: Value, ply: int) -> tuple[Value, int]:
    try:
        soon = -ply if value > 0 else ply if value < 0 else 0
    except TypeError as error:
        raise TypeError(
            f"prefer_quick_wins needs labels that are numbers, got {value!r}; a bot whose static values are not numbers takes"
            " prefer_quick=False"
        ) from error
    return (value, soon) if soon or value == value else raise_unordered(value)
