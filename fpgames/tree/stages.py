"""Stages: functions from a lazy tree to a lazy tree.

A tree costs nothing until a search walks it, and a walk needs memory for one line of play only. Labels are not cached,
but ``share`` makes searches visit equal nodes once. A stage takes its tree last: ``prune(5)(tree)``, or
``tree | prune(5)``.

Source: article 2; Hughes, *Why Functional Programming Matters* (doi:10.1093/comjnl/32.2.98), section 5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from math import inf
from operator import attrgetter, itemgetter
from typing import Any, TypeVar, overload

from toolz import identity

from fpgames.lowering import lowers_as
from fpgames.rules.outcomes import Mover, Player
from fpgames.rules.record import Value
from fpgames.stage import Stage
from fpgames.tree.decorators import PairTree, TypedAs, tree_stage
from fpgames.tree.label_kinds import kind_after, require_suitable_label_of
from fpgames.tree.order import raise_unordered
from fpgames.tree.protocols import SameTree
from fpgames.tree.seed_pairs import on_first, with_counter, with_value
from fpgames.tree.turns import mover_or, require_player, with_root_player
from fpgames.tree.unfolding import (
    LabelKind,
    Seed,
    Tree,
    require_tree,
    tree_from,
    with_new_nodes,
    with_parts,
)
from fpgames.validation import at_least, require_function

__all__ = ["extend_while", "keep_best", "map_tree", "order_by", "prune", "prune_when", "rebuild", "with_ply"]

A = TypeVar("A")
B = TypeVar("B")


@TypedAs[SameTree].maker
@tree_stage(depth=at_least(0, "prune to a depth of {}"))
def prune(tree: Tree[A], depth: int) -> Tree[A]:
    """Return the tree cut off at a depth.

    ``prune 0 (Node a _) = Node a []``, ``prune n (Node a ts) = Node a (map (prune (n-1)) ts)``

    Args:
        depth: the number of levels below the root to keep, at least 0.

    Raises:
        ValueError: if the depth is negative, or is not an int.

    >>> from fpgames import build_tree, leaves
    >>> naturals = build_tree(lambda n: (2 * n, 2 * n + 1))
    >>> list(leaves(prune(2)(naturals(1))))
    [4, 5, 6, 7]

    See also: :func:`prune_when`, :func:`extend_while`.

    Note: ``fpgames.textbook.prune`` copies each node; this function stores the remaining depth in the tree.

    Source: article 2, ``prune``.
    """
    return with_parts(tree, depth=depth) if depth < tree.depth else tree


@tree_stage(predicate=require_function)
def prune_when(tree: Tree[A], predicate: Callable[[A], bool]) -> Tree[A]:
    """Return the tree cut off below every node whose label satisfies a predicate.

    ``pruneWhen f (Node a ts) = Node a (if f a then [] else map (pruneWhen f) ts)``

    Args:
        predicate: tests a label; if it returns True, the node loses its children.

    >>> from fpgames import build_tree, leaves
    >>> naturals = build_tree(lambda n: (2 * n, 2 * n + 1))
    >>> list(leaves(prune_when(lambda n: n > 2)(naturals(1))))
    [4, 5, 3]

    See also: :func:`prune`.
    """
    label_of = require_suitable_label_of(predicate, tree)
    children_of = tree.unfolding.children_of

    def children(seed: Seed) -> Iterator[Seed]:
        if not predicate(label_of(seed)):
            for child in children_of(seed):  # noqa: UP028 (numba compiles no "yield from")
                yield child

    return with_parts(tree, children_of=children)


@tree_stage(predicate=require_function, depth=at_least(0, "keep a depth of {}"))
def extend_while(tree: Tree[A], predicate: Callable[[A], bool], *, depth: int = 0) -> Tree[A]:
    """Return the tree cut off at a depth, except below nodes whose labels satisfy a predicate: dynamic depth.

    ``extend_while(const False, depth=n) = prune(n)``

    Args:
        predicate: tests the label of a node at that depth or below; if it returns True, the node keeps its children.
        depth: the number of levels below the root to keep in any case, at least 0.

    Raises:
        ValueError: if the depth is negative, or is not an int.

    >>> from fpgames import build_tree, leaves
    >>> naturals = build_tree(lambda n: (2 * n, 2 * n + 1))
    >>> list(leaves(extend_while(lambda n: n in (3, 6), depth=1)(naturals(1))))
    [2, 12, 13, 7]

    See also: :func:`prune`.

    Source: Hughes, section 5, ``dynamic``.
    """
    label_of = require_suitable_label_of(predicate, tree)

    def has_children(inner: Seed, left: int) -> bool:
        return left > 0 or predicate(label_of(inner))

    return with_counter(tree, depth, lambda left: max(left - 1, 0), has_children)


@tree_stage("Tree[B]", function=require_function)
def map_tree(tree: Tree[A], function: Callable[[A], B]) -> Tree[B]:
    """Return the tree with a function applied to every label, lazily: ``fmap``.

    Args:
        function: maps a label to the new label.

    >>> from fpgames import leaves, node
    >>> list(leaves(map_tree(str)(node(1, [node(2), node(3)]))))
    ['2', '3']

    See also: :func:`fpgames.search.montecarlo.traverse_tree`, for a function that returns an action.

    Note: ``fpgames.textbook.map_tree`` copies each node; this function makes one new label function for the whole tree.

    Source: article 2, ``mapTree``.
    """
    label_of = require_suitable_label_of(function, tree)
    return with_parts(
        tree,
        label_of=function if label_of is identity else lambda seed: function(label_of(seed)),
        labels=kind_after(function, tree.unfolding.labels),
    )


@tree_stage(key=require_function, player=require_player)
def order_by(tree: Tree[A], key: Callable[[A], Value], *, player: Player | None = None) -> Tree[A]:
    """Return the tree with the children of every node sorted, best first for the player to move.

    Where chance moves, children keep their order.

    ``orderBy :: Ord b => (a -> b) -> Tree a -> Tree a``

    Args:
        key: returns the value of a label for the first player; values may have any ordered type. Children with equal
            values keep their order.
        player: the player to move at the root, if the tree does not know it.

    Raises:
        ValueError: raised when the stage is called: the player to move is unknown, or is not ``player``. Raised when
            children are read: a key such as NaN has no order.

    >>> from fpgames import Player
    >>> from toolz import identity
    >>> from fpgames import node
    >>> tree = node(0, map(node, [1, 3, 2]))
    >>> [child.label for child in order_by(identity, player=Player.FIRST)(tree).children]
    [3, 2, 1]

    See also: :func:`keep_best`.
    """
    return best_first(key, with_root_player(tree, player, "order_by", chance=True))


@tree_stage(n=at_least(1, "keep the best {}"), key=require_function, player=require_player)
def keep_best(tree: Tree[A], n: int, key: Callable[[A], Value], *, player: Player | None = None) -> Tree[A]:
    """Return the tree with only the n best children of every node, best first for the player to move.

    Where chance moves, all children are kept, in their order.

    ``keepBest :: Ord b => Int -> (a -> b) -> Tree a -> Tree a``

    Args:
        n: the number of children to keep, at least 1.
        key: returns the value of a label for the first player; values may have any ordered type.
        player: the player to move at the root, if the tree does not know it.

    Raises:
        ValueError: if n is less than 1, or is not an int; also for the reasons that :func:`order_by` lists.

    >>> from fpgames import Player
    >>> from toolz import identity
    >>> from fpgames import node
    >>> tree = node(0, map(node, [1, 3, 2]))
    >>> [child.label for child in keep_best(2, identity, player=Player.FIRST)(tree).children]
    [3, 2]

    See also: :func:`order_by`.

    Source: article 2, the first exercise.
    """
    return best_first(key, with_root_player(tree, player, "keep_best", chance=True), n)


def best_first(
    key: Callable[..., Value], tree: Tree[A], n: int | None = None, label_of: Callable[[Seed], object] | None = None
) -> Tree[A]:
    """Return the tree with the n best children of every node (all if n is None), sorted by a key of their labels."""
    children_of, player_of = tree.unfolding.children_of, tree.unfolding.game.player_of
    bounds_of = tree.unfolding.bounds_of
    label_of = label_of or require_suitable_label_of(key, tree)
    first, second = Player

    @lowers_as("best first", children_of, player_of, label_of, key, n)
    def children(seed: tuple[Seed, Mover]) -> list[tuple[Seed, Mover]]:
        inner, player = seed
        if not isinstance(player, Player):  # all outcomes of chance
            return [(child, mover_or(player_of and player_of(child), None)) for child in children_of(inner)]
        keyed = [(key(child if label_of is identity else label_of(child)), child) for child in children_of(inner)]
        keyed.sort(key=itemgetter(0), reverse=player is first)
        for (key_before, _), (key_after, _) in pairwise(keyed):
            if not (key_before >= key_after if player is first else key_before <= key_after):
                raise_unordered(key_before, key_after)
        opponent = second if player is first else first
        if player_of is None:  # ``player_of`` is None if players alternate
            return [(child, opponent) for _, child in keyed[:n]]
        return [(child, mover_or(player_of(child), opponent)) for _, child in keyed[:n]]

    pairs = with_value(tree, tree.mover, children, attrgetter("opponent"), keeps_positions=True)
    return with_parts(pairs, bounds_of=bounds_of and on_first(bounds_of) if n is None else None)


@TypedAs[PairTree].bare("Tree[tuple[A, int]]")
def with_ply(tree: Tree[A]) -> Tree[tuple[A, int]]:
    """Return the tree with each label paired with its ply, the number of moves so far: ``fmap fst . withPly = id``.

    Args:
        tree: any tree.

    >>> from fpgames import leaves, node
    >>> list(leaves(with_ply(node(1, [node(2, [node(3)]), node(4)]))))
    [(3, 2), (4, 1)]

    See also: :func:`fpgames.search.values.prefer_quick_wins`.
    """
    pairs = map_with_ply(tree, lambda label, ply: (label, ply))
    is_by_position = tree.unfolding.labels is LabelKind.POSITIONS
    return with_parts(pairs, labels=LabelKind.POSITION_PLY_PAIRS) if is_by_position else pairs


def map_with_ply(tree: Tree[A], function: Callable[[A, int], B]) -> Tree[B]:
    """Return the tree whose labels are ``function(label, ply)``; the ply is the number of moves from the root."""
    label_of = tree.unfolding.label_of
    return with_counter(tree, 0, lambda ply: ply + 1, label_of=lambda seed: function(label_of(seed[0]), seed[1]))


@overload
def rebuild(*, children: Callable[[Tree[Any]], Iterable[Tree[object]]]) -> SameTree: ...
@overload
def rebuild(
    *, label: Callable[[Tree[A]], B], children: Callable[[Tree[A]], Iterable[Tree[A]]] | None = None
) -> Stage[Tree[A], Tree[B]]: ...
def rebuild(*, label: Any = None, children: Any = None) -> object:
    """Make a custom stage from a function that returns a node's new label, or one that returns new children, or both.

    ``rebuild l c t = Node (l t) (map (rebuild l c) (c t))``

    The new tree still knows the player to move and the position at every node. A shared tree stays shared, except for
    the subtrees that other stages made.

    Args:
        label: a function from the subtree at a node to the node's new label; by default, labels stay the same.
        children: a function from the subtree at a node to the node's new children: some of the old children,
            in any order, or trees that other stages make from these; by default, children stay the same.

    Raises:
        TypeError: if both functions are missing.

    >>> from fpgames import leaves, node
    >>> mirror = rebuild(children=lambda tree: reversed(list(tree.children)))
    >>> list(leaves(mirror(node(0, [node(1), node(2, [node(3), node(4)])]))))
    [4, 3, 1]

    See also: :func:`map_tree`, whose function takes only the label.
    """
    if label is None and children is None:
        raise TypeError("rebuild takes a function for the label, or one for the children, or both")
    return _rebuild(label=label, children=children)


@tree_stage("Tree[B]")
def _rebuild(
    tree: Tree[A],
    *,
    label: Callable[[Tree[A]], B] | None = None,
    children: Callable[..., Iterable[Tree[A]]] | None = None,
) -> Tree[B]:
    """Rebuild a tree. A new seed is ``(seed, depth, turn)``. If another stage made a node, the seed is the subtree."""
    ours = tree.unfolding
    run = tree.run.for_inner_searches()
    label_of: Callable[[Tree[A]], object] = label or attrgetter("label")
    children_of: Callable[[Tree[A]], Iterable[Tree[A]]] = children or attrgetter("children")

    has_depth = tree.depth < inf or ours.game.reduced_of is not None

    def tree_at(seed: Seed) -> Tree[A]:
        if isinstance(seed, Tree):
            return seed
        inner, depth, turn = seed
        return tree_from(ours, inner, depth, turn, run)

    def reduce_depth(seed: Seed, levels: int) -> Seed:
        full = tree_at(seed)
        reduced_of, depth = full.unfolding.game.reduced_of, max(full.depth - levels, 0)
        inner = reduced_of(full.seed, levels) if reduced_of else full.seed
        return (
            (inner, depth, full.turn) if full.unfolding is ours else tree_from(full.unfolding, inner, depth, full.turn)
        )

    reason = "rebuild gives it a tree, and compiled code has no trees"

    @lowers_as("none", label or children, reason)
    def label_at(seed: Seed) -> object:
        subtree = tree_at(seed)
        if run.counters and not subtree.depth:  # also a label that is made without the old label depends on the depth
            readers = run.counting_readers(lambda _: label_of(subtree), subtree.unfolding.children_of)
            return readers.last_label_of(subtree.seed)
        return label_of(subtree)

    @lowers_as("none", children or label, reason)
    def child_seeds(seed: Seed) -> Iterator[Seed]:
        for child in map(require_tree, children_of(tree_at(seed))):
            if child.unfolding is ours:
                yield child.seed, child.depth, child.turn
            elif (
                label is None
                and ours.labels in (LabelKind.VALUES, LabelKind.MAPPED)
                and child.unfolding.labels.to_values
            ):
                raise ValueError(
                    f"rebuild was given children whose labels are {child.unfolding.labels.noun}, in a tree of values"
                )
            else:
                yield child

    return with_new_nodes(
        tree,
        (tree.seed, tree.depth, tree.turn),
        tree_at,
        run=tree.run,
        reduced_of=reduce_depth if has_depth else None,
        label_of=label_at,
        children_of=child_seeds,
        labels=ours.labels if label is None else kind_after(label, ours.labels),
    )
