"""Alpha-beta: minimax that prunes nodes which cannot change the value.

``ab_maximise`` and ``ab_minimise`` work on lazy lists; ``alpha_beta`` works with a window. All three functions find the
same value as ``minimax``, if no window is given. The first player is the maximiser.

Sources: article 2 (lists), article 3 (window); Knuth and Moore 1975 (doi:10.1016/0004-3702(75)90019-3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias, TypeVar

from fpgames.lowering import lowers_as
from fpgames.rules.outcomes import Player
from fpgames.rules.record import Value
from fpgames.search.nodes import SearchNode, children, label, player
from fpgames.search.open_recursion import VisitInWindow, library_search
from fpgames.search.tree_checks import require_root_player, require_unshared
from fpgames.tree.decorators import TypedAs
from fpgames.tree.order import raise_unordered, require_ordered
from fpgames.tree.protocols import Search
from fpgames.tree.turns import player_or
from fpgames.tree.unfolding import MISSING, Seed, Tree, readers_of
from fpgames.tree.walking import recursive, walk_tree

__all__ = ["ab_maximise", "ab_minimise", "alpha_beta"]

A = TypeVar("A")


Candidates: TypeAlias = Iterator[Value]


def _search_by_lists(tree: Tree[A]) -> A:
    return (ab_minimise if tree.player is Player.SECOND else ab_maximise)(tree)


@TypedAs[Search].search(root_player=Player.FIRST, for_either=_search_by_lists)
def ab_maximise(tree: Tree[A]) -> A:
    """Return the same value as :func:`fpgames.search.values.maximise`, by lazy lists: ``abMaximise = maximise``.

    The value is the greatest of the children's minima. Each minimum is found in a lazy list of values; the list is
    abandoned when a value does not exceed the greatest minimum so far. This bound is used only one level down (shallow
    cutoffs). A child at which its parent's player moves again is replaced by its own children.

    Args:
        tree: a finite tree of ordered labels.

    Raises:
        ValueError: the second player moves at the root; the tree is shared; labels are positions, or have no order (NaN).
        TypeError: labels cannot be compared.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames import node
    >>> ab_maximise(node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])]))
    3

    See also: :func:`alpha_beta`, which also finds deep cutoffs.

    Source: article 2, ``abMaximise``, with its comparison corrected.
    """
    return _value_by_lists(require_root_player(tree, Player.FIRST, "ab_maximise"), "ab_maximise")


@TypedAs[Search].search(root_player=Player.SECOND, for_either=_search_by_lists)
def ab_minimise(tree: Tree[A]) -> A:
    """Return the same value as :func:`fpgames.search.values.minimise`, by lazy lists: ``abMinimise = minimise``.

    Args:
        tree: a finite tree of ordered labels.

    Raises:
        ValueError: the first player moves at the root; the tree is shared; labels are positions, or have no order (NaN).
        TypeError: labels cannot be compared.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames import node
    >>> ab_minimise(node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])]))
    2

    See also: :func:`ab_maximise`, which works in the same way; :func:`alpha_beta`, which also finds deep cutoffs.

    Source: article 2, which leaves this function to the reader.
    """
    return _value_by_lists(require_root_player(tree, Player.SECOND, "ab_minimise"), "ab_minimise")


def _value_by_lists(tree: Tree[A], name: str) -> A:
    """Return the value of a tree: the last of the root's candidate values, of which each is better than the one before.

    Note: this function finds the same value as :func:`fpgames.textbook.minima` and ``maxima``, 4.6 times as fast for
    all of tic-tac-toe. Candidates come from a lazy stream, so only one is kept at a time.
    """
    require_unshared(tree, name, "; alpha_beta, which has a table, finds the same value")
    readers, player_of = readers_of(tree), tree.unfolding.game.player_of
    label_of, children_of = readers.last_label_of, readers.children_of
    first, second = Player

    def candidates(player: Player, seed: Seed, left: float) -> Candidates:
        """Yield ever better values that ``player`` can reach from the node ``seed``; the last is the node's value."""
        return _improvements(child_streams(player, seed, left), player is first, label_of, seed)

    def child_streams(player: Player, seed: Seed, left: float) -> Iterator[Candidates]:
        """Yield a stream of candidates per child. If ``player`` moves again at a child, yield the child's streams instead."""
        other = second if player is first else first
        for child in children_of(seed) if left else ():
            if player_of is None or player_or(player_of(child), other) is other:
                yield candidates(other, child, left - 1)
            else:
                streams = child_streams(player, child, left - 1)
                first_stream = next(streams, None)
                yield (label_of(leaf) for leaf in (child,)) if first_stream is None else first_stream
                yield from streams

    player = tree.player or first
    best = max if player is first else min

    @lowers_as("none", ab_maximise, "its streams are not compiled; alpha_beta finds the same value")
    def best_candidate(seed: Seed, left: float) -> A:
        value: A = best(candidates(player, seed, left))
        return value

    return require_ordered(walk_tree(best_candidate, tree))


@recursive
def _improvements(
    streams: Iterator[Candidates], high: bool, label_of: Callable[[Seed], Value], seed: Seed
) -> Candidates:
    """Yield the last value of each stream, if better than the values before; without streams, the label of ``seed``.

    A stream is abandoned at its first value that is no improvement. If ``high``, higher values are better, else lower.
    """
    bound = MISSING
    for stream in streams:
        value = bound
        for value in stream:
            if bound is not MISSING and (value <= bound if high else value >= bound):
                break
        else:
            if bound is not MISSING and not (bound <= value if high else bound >= value):
                raise_unordered(value, bound)
            bound = value
            yield bound
    if bound is MISSING:
        yield label_of(seed)


def _options(*, alpha: Value = None, beta: Value = None, player: int | None = None) -> object: ...


@library_search(_options)
def alpha_beta(node: SearchNode[Value], visit: VisitInWindow[Value, Value], alpha: Value, beta: Value) -> Value:
    """Return the value of a tree by fail-soft alpha-beta with a window.

    ``alphaBeta = minimax``, if no window is given

    A result between alpha and beta is the value of the tree. A result of at most alpha is an upper bound of the value,
    and a result of at least beta is a lower bound. In a shared tree, a transposition table stores the bounds of every
    node. The bounds that ``bound_by`` adds to a tree narrow the window.

    The option ``player`` is the player to move at the root, if the tree does not know it.

    Args:
        node: a finite tree of ordered labels.
        visit: the recursive call, which the search passes.
        alpha: the lower bound of the window; None is minus infinity.
        beta: the upper bound of the window; None is infinity.

    Raises:
        ValueError: alpha is not less than beta; the player to move is unknown, or is not ``player``; labels are
            positions, or have no order (NaN); a value is outside the bounds of ``bound_by``.
        TypeError: labels cannot be compared.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames import Player, node
    >>> tree = node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])])
    >>> tree | alpha_beta(player=Player.FIRST), tree | alpha_beta(alpha=3, player=Player.SECOND)
    (3, 2)

    See also: :func:`ab_maximise`; :func:`fpgames.search.traces.trace`, which records every step of a search.

    Source: article 3, ``calcIA``, ``calcMax``, ``calcMin``.
    """
    best = MISSING
    high = player(node) is Player.FIRST
    for child in children(node):
        value = visit(child, alpha, beta)
        if best is MISSING or (value > best if high else value < best):
            best = value
            if (beta is not None and value >= beta) if high else (alpha is not None and value <= alpha):
                break
            if high:
                if alpha is None or value > alpha:
                    alpha = value
            elif beta is None or value < beta:
                beta = value
        elif not (value <= best if high else value >= best):
            raise_unordered(value, best)
    return label(node) if best is MISSING else best
