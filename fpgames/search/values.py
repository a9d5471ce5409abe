"""Minimax: the value of a tree if both players play perfectly. The first player is the maximiser.

The searches compute only the labels of leaves, and ask the tree which player moves at each node.

Source: article 2; Hughes, *Why Functional Programming Matters*, section 5.
"""

from __future__ import annotations

from typing import TypeVar

from fpgames.lowering import lowers_as
from fpgames.rules.outcomes import Player
from fpgames.rules.record import Value
from fpgames.search.nodes import SearchNode, children, label
from fpgames.search.nodes import player as player_of
from fpgames.search.open_recursion import Visit, library_search, node_function_of
from fpgames.search.options import search_with
from fpgames.search.tree_checks import require_root_player, require_searchable, require_values
from fpgames.tree.decorators import PairTree, TypedAs
from fpgames.tree.order import raise_unordered
from fpgames.tree.protocols import Search
from fpgames.tree.stages import map_with_ply
from fpgames.tree.turns import require_player
from fpgames.tree.unfolding import MISSING, Tree

__all__ = ["maximise", "minimax", "minimise", "negamax", "prefer_quick_wins"]

A = TypeVar("A")


def _options(*, player: int | None = None) -> object: ...


@library_search(_options)
def minimax(node: SearchNode[Value], visit: Visit[Value, Value]) -> Value:
    """Return the value of a tree: :func:`maximise` if the first player moves at its root, otherwise :func:`minimise`.

    ``minimax :: Ord a => Tree a -> a``

    The option ``player`` is the player to move at the root, if the tree does not know it.

    Args:
        node: a finite tree of ordered labels.
        visit: the recursive call, which the search passes.

    Raises:
        ValueError: the player to move is unknown, or is not ``player``; labels are positions, or have no order (NaN).
        TypeError: labels cannot be compared.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames import Player, build_tree, map_tree, node, prune
    >>> from fpgames.games.tictactoe import rules
    >>> build_tree(rules)(rules.play(rules.start, 4)) | prune(3) | map_tree(rules.static) | minimax
    0
    >>> minimax(player=Player.SECOND)(node(0, [node(2), node(1)]))
    1

    See also: :func:`negamax`; :func:`fpgames.play.bots.bot_minimax`, the bot that uses it.
    """
    best = MISSING
    high = player_of(node) is Player.FIRST
    for child in children(node):
        value = visit(child)
        if best is MISSING or (value > best if high else value < best):
            best = value
        elif not (value <= best if high else value >= best):
            raise_unordered(value, best)
    return label(node) if best is MISSING else best


@TypedAs[Search].search(node_function=node_function_of(minimax), root_player=Player.FIRST, for_either=minimax)
def maximise(tree: Tree[A]) -> A:
    """Return the value of a tree at whose root the first player moves.

    ``maximise (Node a []) = a``, ``maximise (Node _ ts) = maximum (map minimise ts)``

    A child at which the first player moves again is maximised too.

    Args:
        tree: a finite tree of ordered labels.

    Raises:
        ValueError: the second player moves at the root; labels are positions, or have no order (NaN).
        TypeError: labels cannot be compared.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames import node
    >>> maximise(node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])]))
    3

    See also: :func:`minimise`; :func:`minimax`, for either player; :func:`fpgames.search.alphabeta.alpha_beta`.

    Source: article 2, ``maximise``.
    """
    return minimax(require_root_player(tree, Player.FIRST, "maximise"))


@TypedAs[Search].search(node_function=node_function_of(minimax), root_player=Player.SECOND, for_either=minimax)
def minimise(tree: Tree[A]) -> A:
    """Return the value of a tree at whose root the second player moves.

    ``minimise (Node a []) = a``, ``minimise (Node _ ts) = minimum (map maximise ts)``

    A child at which the second player moves again is minimised too.

    Args:
        tree: a finite tree of ordered labels.

    Raises:
        ValueError: the first player moves at the root; labels are positions, or have no order (NaN).
        TypeError: labels cannot be compared.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames import node
    >>> minimise(node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])]))
    2

    See also: :func:`maximise`.

    Source: article 2, ``minimise``.
    """
    return minimax(require_root_player(tree, Player.SECOND, "minimise"))


@search_with(view="mover", node_function=node_function_of(minimax), player=require_player)
def negamax(tree: Tree[A], *, player: int | None = None) -> A:
    """Return the value of a tree for the player who moves at its root. Labels are values for the first player.

    ``negamax (Node a []) = sign * a``, ``negamax (Node _ ts) = maximum (map (negate . negamax) ts)``

    The sign is 1 for the first player, -1 for the second. If a player moves again, the child's value is not negated.

    Args:
        tree: a finite tree of numbers.
        player: the player to move at the root, if the tree does not know it.

    Raises:
        ValueError: the player to move is unknown, or is not ``player``; labels are positions, or have no order (NaN).
        TypeError: the value is not a signed number.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames import Player, node
    >>> tree = node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])])
    >>> negamax(player=Player.FIRST)(tree), negamax(player=Player.SECOND)(tree)
    (3, -2)

    See also: :func:`minimax`, which returns the value for the first player.

    Source: Knuth and Moore 1975 (doi:10.1016/0004-3702(75)90019-3).
    """
    tree = require_searchable(tree, player, "negamax")
    value: Value = _require_signed(minimax(tree))
    own_value: A = value if tree.player is Player.FIRST else -value
    return own_value


def _require_signed(value: Value) -> Value:
    """Return a value. Raise TypeError for a string, an unsigned integer or any other value that cannot be negated."""
    try:
        wraps = (-1 * value < 0) != (value > 0)
    except (TypeError, OverflowError):
        wraps = True
    if wraps:
        raise TypeError(f"negamax needs signed numbers, got {value!r}; minimax takes any ordered values")
    return value


@TypedAs[PairTree].bare("Tree[tuple[A, int]]")
def prefer_quick_wins(tree: Tree[A]) -> Tree[tuple[A, int]]:
    """Return the tree with labels that make a search prefer quick wins to slow wins, and slow losses to quick losses.

    A label ``v`` at depth ``n`` becomes ``(v, -n)`` if ``v`` is positive, ``(v, n)`` if negative, else ``(v, 0)``.

    Args:
        tree: a tree of numbers, the values for the first player.

    Raises:
        ValueError: the labels are positions, or a label is NaN.
        TypeError: labels are not numbers.

    >>> from fpgames import node
    >>> maximise(prefer_quick_wins(node(0, [node(0, [node(0, [node(1)])]), node(1)])))
    (1, -1)

    See also: :func:`fpgames.tree.stages.with_ply`; :func:`fpgames.play.bots.bot_minimax`, which uses it.

    Source: article 3, whose evaluation counts the marks on a won board.
    """
    return map_with_ply(require_values(tree, "prefer_quick_wins"), _quick_win_pair)


@lowers_as("how soon")
def _quick_win_pair(value: Value, ply: int) -> tuple[Value, int]:
    """Pair a value with a number: ``-ply`` if the value is positive, ``ply`` if it is negative, 0 if it is 0."""
    try:
        soon = -ply if value > 0 else ply if value < 0 else 0
    except TypeError as error:
        raise TypeError(
            f"prefer_quick_wins needs labels that are numbers, got {value!r}; a bot whose static values are not numbers"
            " needs prefer_quick=False"
        ) from error
    return (value, soon) if soon or value == value else raise_unordered(value)
