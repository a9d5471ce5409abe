"""Alpha-beta: minimax without the nodes that cannot change the value; by lists, and with a window.

Without a window, every search here finds the value that ``minimax`` finds. The first player is the maximiser.

Sources: article 2 (lists), article 3 (window); Knuth and Moore 1975 (doi:10.1016/0004-3702(75)90019-3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias, TypeVar

from fpgames.lowering import lowers_as
from fpgames.rules.outcomes import Player
from fpgames.rules.record import Value
from fpgames.search.options import bare_search, check_window, search_with
from fpgames.search.tree_checks import require_root_player, require_searchable
from fpgames.tree.order import raise_unordered, require_ordered
from fpgames.tree.sharing import Table, cannot_share, table
from fpgames.tree.turns import child_walk, player_or
from fpgames.tree.unfolding import MISSING, Seed, Tree
from fpgames.tree.walking import explains_comparison, recursive, walk_tree

__all__ = ["ab_maximise", "ab_minimise", "alpha_beta"]

A = TypeVar("A")


Candidates: TypeAlias = Iterator[Value]


@bare_search
def ab_maximise(tree: Tree[A]) -> A:
    """Return the same value as :func:`fpgames.search.values.maximise`, by lists: ``abMaximise = maximise``.

    The value is the greatest of a lazy list of minima. The list from which a minimum is taken is abandoned at the first
    element that is no greater than the best minimum so far. This bound is used on the next level only (shallow
    cut-offs). If the same player moves again at a child, the lists of the child take its place.

    Args:
        tree: a finite tree of ordered labels.

    Raises:
        ValueError: the tree knows that the second player moves at the root; labels are positions, or have no order,
            such as NaN.
        TypeError: labels cannot be compared.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames import node
    >>> ab_maximise(node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])]))
    3

    See also: :func:`alpha_beta`, whose bounds reach all levels.

    Source: article 2, ``abMaximise``, with its comparison corrected.
    """
    return _by_lists(require_root_player(tree, Player.FIRST, "ab_maximise", "ab_minimise"))


@bare_search
def ab_minimise(tree: Tree[A]) -> A:
    """Return the same value as :func:`fpgames.search.values.minimise`, by lists: the mirror of :func:`ab_maximise`.

    ``abMinimise = minimise``

    Args:
        tree: a finite tree of ordered labels.

    Raises:
        ValueError: the tree knows that the first player moves at the root; labels are positions, or have no order,
            such as NaN.
        TypeError: labels cannot be compared.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames import node
    >>> ab_minimise(node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])]))
    2

    See also: :func:`alpha_beta`, whose bounds reach all levels.

    Source: article 2, which leaves it to the reader.
    """
    return _by_lists(require_root_player(tree, Player.SECOND, "ab_minimise", "ab_maximise"))


def _by_lists(tree: Tree[A]) -> A:
    """Return the best of a stream of candidates, each better than the one before.

    Note: these streams are :func:`fpgames.textbook.minima` and ``maxima``, 4.6 times as fast for all of tic-tac-toe. The
    last element of a stream is its best, so no list is kept to take the best of. If a player moves again, the
    streams of that child join those of its parent.
    """
    label_of, children_of, _, game, *_ = tree.unfolding
    player_of = game.player_of
    first, second = Player

    def candidates(player: Player, seed: Seed, left: float) -> Candidates:
        """Return a stream whose best value for the player to move is the value of a seed."""
        return _improving(by_turns(player, seed, left), player is first, label_of, seed)

    def by_turns(player: Player, seed: Seed, left: float) -> Iterator[Candidates]:
        """Yield the candidates of each child, or the streams of the child if the same player moves again."""
        other = second if player is first else first
        for child in children_of(seed) if left else ():
            if player_of is None or player_or(player_of(child), other) is other:
                yield candidates(other, child, left - 1)
            else:
                streams = by_turns(player, child, left - 1)
                one = next(streams, None)
                yield (label_of(leaf) for leaf in (child,)) if one is None else one
                yield from streams

    player = tree.player or first
    best = max if player is first else min

    @lowers_as("none", ab_maximise, "its streams are not compiled; alpha_beta finds the same value")
    def best_of(seed: Seed, left: float) -> A:
        value: A = best(candidates(player, seed, left))
        return value

    return require_ordered(walk_tree(best_of, tree))


@recursive
def _improving(streams: Iterator[Candidates], high: bool, label_of: Callable[[Seed], Value], seed: Seed) -> Candidates:
    """Yield the last value of each stream, its best, unless a value cannot be better than the bound so far."""
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


@search_with(check_window)
def alpha_beta(tree: Tree[A], *, alpha: A | None = None, beta: A | None = None, player: Player | None = None) -> A:
    """Return the value of a tree by alpha-beta with a window, fail-soft.

    ``alphaBeta = minimax``, if no window is given

    A result between alpha and beta is the value of the tree; a result of at most alpha is an upper bound of the value,
    and a result of at least beta is a lower bound. For a shared tree, the bounds of every node are kept: a
    transposition table. Where the tree has bounds of its values (``bound_by``), they narrow the window.

    Args:
        tree: a finite tree of ordered labels.
        alpha: the lower bound of the window; None is minus infinity.
        beta: the upper bound of the window; None is infinity.
        player: the player to move at the root, if the tree does not know it.

    Raises:
        ValueError: alpha is not less than beta; the tree does not know whose turn it is, or knows another player;
            labels are positions, or have no order, such as NaN; a value is outside the tree's bounds.
        TypeError: labels cannot be compared.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames import Player, node
    >>> tree = node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])])
    >>> tree | alpha_beta(player=Player.FIRST), tree | alpha_beta(alpha=3, player=Player.SECOND)
    (3, 2)

    See also: :func:`ab_maximise`; :func:`fpgames.search.traces.ab_trace`, which shows every step of this search.

    Source: article 3, ``calcIA``, ``calcMax``, ``calcMin``.
    """
    tree = require_searchable(tree, player, "alpha_beta")
    value: A = walk_tree(in_window(tree), tree, alpha, beta)
    return require_ordered(value)


def in_window(tree: Tree[A]) -> Callable[..., A]:
    """Return the search of a seed of the root's player, with the levels left below it and the bounds of a window.

    Note: these are :func:`fpgames.textbook.calc_max` and ``calc_min``, 8.4 times as fast for all of tic-tac-toe, because
    they make no nodes, as in :mod:`fpgames.search.values`. Where there is no bound, it is None, so labels need no
    greatest value. The best value is kept apart from the window (fail-soft), so the result may be a nearer bound. A
    shared tree keeps the bounds in a table.
    """
    label_of, children_of, _, game, walking, bounds_of = tree.unfolding

    @recursive
    def high_one(seed: Seed, left: float, alpha: Value, beta: Value) -> Value:
        best = MISSING
        if left:
            left -= 1
            for child in children_of(seed):
                value = after_high(child, left, alpha, beta)
                if best is MISSING or value > best:
                    best = value
                    if beta is not None and value >= beta:
                        break
                    if alpha is None or value > alpha:
                        alpha = value
                elif not value <= best:
                    raise_unordered(value, best)
        return label_of(seed) if best is MISSING else best

    @recursive
    def low_one(seed: Seed, left: float, alpha: Value, beta: Value) -> Value:
        best = MISSING
        if left:
            left -= 1
            for child in children_of(seed):
                value = after_low(child, left, alpha, beta)
                if best is MISSING or value < best:
                    best = value
                    if alpha is not None and value <= alpha:
                        break
                    if beta is None or value < beta:
                        beta = value
                elif not value >= best:
                    raise_unordered(value, best)
        return label_of(seed) if best is MISSING else best

    known = table(walking, "bounds", None) if walking.entries else None
    high, low = (
        narrowed(bounds_of, bounded(known, player, search))
        for player, search in zip(Player, (high_one, low_one), strict=True)
    )
    first, second = Player
    after_high, after_low = child_walk(game, first, high, low), child_walk(game, second, low, high)
    return high if tree.player is Player.FIRST else low


def bounded(known: Table | None, player: Player, search: Callable[..., Value]) -> Callable[..., Value]:
    """Return the search of a player's seed; for a shared tree, a version that keeps the bounds it finds in a table."""
    if known is None:
        return search

    @lowers_as("bounds in a table", search, known, player)
    def kept(seed: Seed, left: float, alpha: Value, beta: Value) -> Value:
        key = seed, left, player
        try:
            lower, upper = known.get(key, (MISSING, MISSING))
        except TypeError as error:
            raise cannot_share(error) from error
        if lower is not MISSING and ((upper is not MISSING and lower == upper) or (beta is not None and lower >= beta)):
            return lower
        if upper is not MISSING and alpha is not None and upper <= alpha:
            return upper
        value = search(seed, left, alpha, beta)
        if alpha is not None and value <= alpha:
            known[key] = lower, value
        elif beta is not None and value >= beta:
            known[key] = value, upper
        else:
            if (alpha is not None and not value > alpha) or (beta is not None and not value < beta):
                raise_unordered(value, beta if alpha is None or value > alpha else alpha)
            known[key] = value, value
        return value

    return kept


def narrowed(
    bounds_of: Callable[[Seed], tuple[Value, Value]] | None, search: Callable[..., Value]
) -> Callable[..., Value]:
    """Return the search; for a tree with bounds of its values, a version whose window they narrow."""
    if bounds_of is None:
        return search

    @explains_comparison(
        "bound_by was given bounds that cannot be compared with the labels where it stands ({}); after prefer_quick_wins, these are"
        " pairs, such as (1, 0)"
    )
    def within_bounds(seed: Seed, left: float, alpha: Value, beta: Value) -> Value:
        lower, upper = bounds_of(seed)
        if not lower <= upper:
            raise ValueError("the lower bound that bound_by was given is greater than the upper one")
        if lower == upper or (beta is not None and lower >= beta):
            return lower
        if alpha is not None and upper <= alpha:
            return upper
        if alpha is None or alpha < lower:
            alpha = lower
        if beta is None or beta > upper:
            beta = upper
        value = search(seed, left, alpha, beta)
        if not lower <= value <= upper:
            raise ValueError("a value is outside the bounds that bound_by was given")
        return value

    return within_bounds
