"""Traverse a whole tree: its leaves, its levels, its size, or a fold with any function.

Here nodes are equal if they have equal seeds (the values from which a tree makes its nodes) and equal remaining depths.
In a shared tree (``fpgames.tree.sharing.share``), equal nodes are visited once. But ``levels`` visits them once per
level, and ``fold_tree(..., with_player=True)`` once per player to move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from math import inf
from typing import Any, Literal, TypeVar, overload

from toolz import unique

from fpgames.lowering import lowers_as
from fpgames.rules.outcomes import Player
from fpgames.stage import Stage, streamed
from fpgames.tree.decorators import checks_tree, tree_stage
from fpgames.tree.run import MutableCounter
from fpgames.tree.sharing import cannot_share, memoized
from fpgames.tree.turns import player_or, require_player, with_root_player
from fpgames.tree.unfolding import MISSING, Seed, Tree, readers_of, with_parts, with_run
from fpgames.tree.walking import defines_recursive, walk_tree
from fpgames.validation import require_function

__all__ = ["fold_tree", "leaves", "levels", "size"]

A = TypeVar("A")
B = TypeVar("B")


def _visit_nodes(tree: Tree[object]) -> Iterator[tuple[Seed, float, bool]]:
    """Yield the seed and the remaining depth of every node in pre-order, together with whether the node is a leaf."""
    children_of, shared = readers_of(tree).children_of, tree.run.entries
    seen: set[tuple[Seed, float]] = set()
    stack: list[Iterator[Seed]] = [iter((tree.seed,))]
    while stack:
        seed = next(stack[-1], MISSING)
        if seed is MISSING:
            stack.pop()
            continue
        depth_left = tree.depth - len(stack) + 1
        if shared:
            count_before = len(seen)
            try:
                seen.add((seed, depth_left))
            except TypeError as error:
                raise cannot_share(error) from error
            if len(seen) == count_before:
                continue
        children = iter(children_of(seed) if depth_left else ())
        first = next(children, MISSING)
        yield seed, depth_left, first is MISSING
        if first is not MISSING:
            stack.append(chain((first,), children))


@checks_tree("Iterator[A]")
@streamed
def leaves(tree: Tree[A]) -> Iterator[A]:
    """Return the labels of the leaves, from left to right, one at a time.

    ``leaves (Node a []) = [a]``, ``leaves (Node _ ts) = concatMap leaves ts``

    In a shared tree, the label of equal leaves (leaves with equal seeds and remaining depths) is returned once.

    Args:
        tree: any tree; an infinite tree is traversed only as far as labels are read.

    >>> from fpgames import node
    >>> list(leaves(node(1, [node(2, [node(3)]), node(4)])))
    [3, 4]

    See also: :func:`levels`.
    """
    readers = readers_of(tree)
    label_of, last_label_of = readers.label_of, readers.last_label_of
    return ((label_of if left else last_label_of)(seed) for seed, left, is_leaf in _visit_nodes(tree) if is_leaf)


@checks_tree("int")
def size(tree: Tree[object]) -> int:
    """Return the number of nodes of a finite tree: ``length . flatten``.

    In a shared tree, equal nodes (nodes with equal seeds and remaining depths) count once.

    Args:
        tree: a finite tree.

    >>> from fpgames import node
    >>> size(node(1, [node(2, [node(3)]), node(4)]))
    4

    See also: :func:`leaves`.
    """
    return sum(1 for _ in _visit_nodes(tree)) if tree.run.driver is None else _count_nodes(tree)


@defines_recursive
def _count_nodes(tree: Tree[object]) -> int:
    """Count nodes recursively. Unlike ``_visit_nodes``, this function can be compiled, but may overflow the stack."""
    children_of = readers_of(tree).children_of
    visited = MutableCounter()

    def count_below(seed: Seed, left: float) -> int:
        visited.n += 1
        if left:
            for child in children_of(seed):
                visit_child(child, left - 1)
        return 0

    # The table is unbounded, because a node evicted from a bounded table would be counted twice.
    visit_child = memoized(with_run(tree, entries=tree.run.entries and inf), count_below)
    walk_tree(visit_child, with_parts(tree, label_of=lambda seed: 0))
    return visited.n


@checks_tree("Iterator[tuple[A, ...]]")
@streamed
def levels(tree: Tree[A]) -> Iterator[tuple[A, ...]]:
    """Return the levels of a tree, lazily, from the root, each level as a tuple of labels: ``levels`` of ``Data.Tree``.

    In a shared tree, the label of equal nodes (nodes with equal seeds) appears once in each level.

    Args:
        tree: any tree; an infinite tree is traversed only as far as levels are read.

    >>> from fpgames import node
    >>> list(levels(node(1, [node(2, [node(3)]), node(4)])))
    [(1,), (2, 4), (3,)]

    See also: :func:`leaves`.
    """
    readers = readers_of(tree)
    seeds, left = [tree.seed], tree.depth
    while seeds:
        read = readers.label_of if left else readers.last_label_of
        yield tuple([read(seed) for seed in seeds])  # a list, because ``tuple(map(...))`` would hide a StopIteration
        seeds = list(chain.from_iterable(readers.children_of(seed) for seed in seeds)) if left else []
        if tree.run.entries:
            seeds = _unique_seeds(seeds)
        left -= 1


def _unique_seeds(seeds: list[Seed]) -> list[Seed]:
    try:
        return list(unique(seeds))
    except TypeError as error:
        raise cannot_share(error) from error


@overload
def fold_tree(function: Callable[[A, tuple[B, ...]], B]) -> Stage[Tree[A], B]: ...
@overload
def fold_tree(
    function: Callable[[Player, A, tuple[B, ...]], B], *, with_player: Literal[True], player: Player | None = None
) -> Stage[Tree[A], B]: ...
def fold_tree(function: Any, *, with_player: bool = False, player: Player | None = None) -> object:
    """Fold a tree from the leaves up: ``foldTree f (Node a ts) = f a (map (foldTree f) ts)``.

    Args:
        function: a pure function of a node's label and the results of its children; returns the node's result.
        with_player: whether to call the function with the player to move as the first argument.
        player: the player to move at the root; needed if ``with_player`` is True, but the tree does not know.

    Raises:
        TypeError: if ``player`` is given, but ``with_player`` is False.
        ValueError: raised by the stage: ``with_player`` is True, but the player to move is unknown or not ``player``.
        TreeTooDeep: raised by the stage: the tree is deeper than the interpreter's stack.

    >>> from fpgames import Player, node
    >>> tree = node(1, [node(2, [node(3)]), node(4)])
    >>> tree | fold_tree(lambda label, results: label + sum(results))
    10

    >>> def minimax(mover, label, results):
    ...     return (max if mover is Player.FIRST else min)(results, default=label)
    >>> tree | fold_tree(minimax, with_player=True, player=Player.SECOND)
    3

    See also: :func:`leaves`, :func:`size`; :func:`fpgames.search.open_recursion.node_search`, which can skip children.
    """
    require_function(function, "fold_tree")
    if player is not None and not with_player:
        raise TypeError(f"fold_tree takes player={player!r} together with with_player=True only")
    return _fold_tree(function, with_player=bool(with_player), player=require_player(player))


@tree_stage("")
@defines_recursive
def _fold_tree(
    tree: Tree[A], function: Callable[..., B], *, with_player: bool = False, player: Player | None = None
) -> B:
    tree = with_root_player(tree, player, "fold_tree") if with_player else tree
    readers, player_of = readers_of(tree), tree.unfolding.game.player_of
    label_of, last_label_of, children_of = readers.label_of, readers.last_label_of, readers.children_of
    reason = "fold_tree gives it a tuple of any length, which is not compiled"

    @lowers_as("none", function, reason)
    def fold_node(seed: Seed, left: float) -> B:
        results = []
        for child in children_of(seed) if left else ():
            results.append(fold(child, left - 1))
        return function((label_of if left else last_label_of)(seed), tuple(results))

    @lowers_as("none", function, reason)
    def fold_with_player(seed: Seed, left: float, mover: Player) -> B:
        other, results = mover.opponent, []
        for child in children_of(seed) if left else ():
            results.append(fold(child, left - 1, other if player_of is None else player_or(player_of(child), other)))
        return function(mover, (label_of if left else last_label_of)(seed), tuple(results))

    fold = memoized(tree, fold_with_player if with_player else fold_node)
    return walk_tree(fold, tree, *((tree.player,) if with_player else ()))
