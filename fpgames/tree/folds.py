"""Walks that read a whole tree: its leaves, its levels, its size.

They do not depend on whose turn it is, unless ``fold_tree`` gives its function the player. So in a shared tree
(``fpgames.tree.sharing.share``) they visit nodes with equal seeds once for each number of levels left below them, and
``levels`` visits them once in each level.
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
from fpgames.tree.sharing import cannot_share, memoized
from fpgames.tree.turns import player_or, require_player, with_root_player
from fpgames.tree.unfolding import MISSING, Seed, Tree, WalkSettings, reader_of, with_parts
from fpgames.tree.walking import MutableCounter, recursive, walk_tree
from fpgames.validation import require_function

__all__ = ["fold_tree", "leaves", "levels", "size"]

A = TypeVar("A")
B = TypeVar("B")


def _visits(tree: Tree[object]) -> Iterator[tuple[Seed, bool]]:
    """Yield every seed before those below it, and whether it is the seed of a leaf."""
    children_of, shared = tree.unfolding.children_of, tree.unfolding.walking.entries
    seen: set[tuple[Seed, float]] = set()
    waiting: list[Iterator[Seed]] = [iter((tree.seed,))]
    while waiting:
        seed = next(waiting[-1], MISSING)
        if seed is MISSING:
            waiting.pop()
            continue
        left = tree.depth - len(waiting) + 1
        if shared:
            before = len(seen)
            try:
                seen.add((seed, left))
            except TypeError as error:
                raise cannot_share(error) from error
            if len(seen) == before:
                continue
        children = iter(children_of(seed) if left else ())
        first = next(children, MISSING)
        yield seed, first is MISSING
        if first is not MISSING:
            waiting.append(chain((first,), children))


@checks_tree
@streamed
def leaves(tree: Tree[A]) -> Iterator[A]:
    """Return the labels of the leaves, from left to right, one at a time.

    ``leaves (Node a []) = [a]``, ``leaves (Node _ ts) = concatMap leaves ts``

    In a shared tree, equal leaves with as many levels left below them are returned once.

    Args:
        tree: any tree; an infinite one is walked only as far as labels are read.

    >>> from fpgames import node
    >>> list(leaves(node(1, [node(2, [node(3)]), node(4)])))
    [3, 4]

    See also: :func:`levels`.
    """
    label_of = tree.unfolding.label_of
    return (label_of(seed) for seed, is_leaf in _visits(tree) if is_leaf)


@checks_tree
def size(tree: Tree[object]) -> int:
    """Return the number of nodes of a finite tree: ``length . flatten``.

    In a shared tree, equal nodes with as many levels left below them count once.

    Args:
        tree: a finite tree.

    >>> from fpgames import node
    >>> size(node(1, [node(2, [node(3)]), node(4)]))
    4

    See also: :func:`leaves`.
    """
    return sum(1 for _ in _visits(tree)) if tree.unfolding.walking.walker is None else _counted(tree)


def _counted(tree: Tree[object]) -> int:
    """Count the nodes by a recursive function, which can be compiled, but goes no deeper than the interpreter's stack."""
    children_of = tree.unfolding.children_of
    visited = MutableCounter()

    @recursive
    def visit(seed: Seed, left: float) -> int:
        visited.n += 1
        if left:
            for child in children_of(seed):
                below(child, left - 1)
        return 0

    below = memoized(
        WalkSettings(tree.unfolding.walking.entries and inf), visit
    )  # a node that is forgotten would count again
    walk_tree(below, with_parts(tree, label_of=lambda seed: 0))
    return visited.n


@checks_tree
@streamed
def levels(tree: Tree[A]) -> Iterator[tuple[A, ...]]:
    """Return the labels of each level, from the root down, one level at a time: ``levels`` of ``Data.Tree``.

    In a shared tree, the labels of equal nodes of a level are returned once.

    Args:
        tree: any tree; an infinite one is walked only as far as levels are read.

    >>> from fpgames import node
    >>> list(levels(node(1, [node(2, [node(3)]), node(4)])))
    [(1,), (2, 4), (3,)]

    See also: :func:`leaves`.
    """
    label_of, children_of, *_ = tree.unfolding
    inner_label = reader_of(tree.unfolding)
    seeds, left = [tree.seed], tree.depth
    while seeds:
        read = inner_label if left else label_of
        yield tuple([read(seed) for seed in seeds])  # a StopIteration in map would end it in silence
        seeds = list(chain.from_iterable(children_of(seed) for seed in seeds)) if left else []
        if tree.unfolding.walking.entries:
            seeds = _once_each(seeds)
        left -= 1


def _once_each(seeds: list[Seed]) -> list[Seed]:
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
        function: makes a node's result from its label and the results of its children; pure. The tree is finite; one
            that is deeper than the interpreter's stack is the error TreeTooDeep.
        with_player: whether the function is given the player to move too, before the label.
        player: the player to move at the root, if the function is given it and the tree does not know it.

    Raises:
        ValueError: the function is given the player, and the tree does not know whose turn it is, or knows another one.
        TypeError: ``player`` is given without ``with_player=True``.

    >>> from fpgames import Player, node
    >>> tree = node(1, [node(2, [node(3)]), node(4)])
    >>> tree | fold_tree(lambda label, results: label + sum(results))
    10

    >>> def minimax(mover, label, results):
    ...     return (max if mover is Player.FIRST else min)(results, default=label)
    >>> tree | fold_tree(minimax, with_player=True, player=Player.SECOND)
    3

    See also: :func:`leaves`, :func:`size`; :func:`fpgames.search.open_recursion.node_search`, which need not visit all children.
    """
    require_function(function, "fold_tree")
    if player is not None and not with_player:
        raise TypeError(f"fold_tree takes player={player!r} together with with_player=True only")
    return _fold_tree(function, with_player=bool(with_player), player=require_player(player))


@tree_stage()
def _fold_tree(
    tree: Tree[A], function: Callable[..., B], *, with_player: bool = False, player: Player | None = None
) -> B:
    tree = with_root_player(tree, player, "fold_tree") if with_player else tree
    label_of, children_of, _, game, walking, _ = tree.unfolding
    player_of = game.player_of
    inner_label = reader_of(tree.unfolding)
    why = "fold_tree gives it a tuple of any length, which is not compiled"

    @recursive
    @lowers_as("none", function, why)
    def fold_one(seed: Seed, left: float) -> B:
        results = []
        for child in children_of(seed) if left else ():
            results.append(fold(child, left - 1))
        return function((inner_label if left else label_of)(seed), tuple(results))

    @recursive
    @lowers_as("none", function, why)
    def fold_turn(seed: Seed, left: float, mover: Player) -> B:
        other, results = mover.opponent, []
        for child in children_of(seed) if left else ():
            results.append(fold(child, left - 1, other if player_of is None else player_or(player_of(child), other)))
        return function(mover, (inner_label if left else label_of)(seed), tuple(results))

    fold = memoized(walking, fold_turn if with_player else fold_one)
    return walk_tree(fold, tree, *((tree.player,) if with_player else ()))
