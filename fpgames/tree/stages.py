"""Lazy trees of positions, and the stages that make a tree of a tree.

A tree costs nothing until a search walks it, and a walk needs memory for one line of play: nothing is kept, and a label
that is asked for twice is computed twice (``share`` changes that). Stages take the tree last: ``prune(5)(tree)``, or
``tree | prune(5)``.

Source: article 2; Hughes, *Why Functional Programming Matters* (doi:10.1093/comjnl/32.2.98), section 5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import inf
from operator import attrgetter, ge, le
from typing import Any, TypeAlias, TypeVar, cast, overload

from toolz import identity

from fpgames.rules import Player, Value
from fpgames.stage import SameTree, Stage
from fpgames.tree.building import Mapped, player_option
from fpgames.tree.decorators import of_a_tree, pair_tree
from fpgames.tree.turns import playing, turn, unordered
from fpgames.tree.unfolding import Seed, Tree, a_tree, tree_from
from fpgames.validation import require_at_least, require_function

__all__ = ["extend_while", "keep_best", "map_tree", "order_by", "prune", "prune_when", "rebuild", "with_ply"]

A = TypeVar("A")
B = TypeVar("B")


TreeStage: TypeAlias = Stage[Tree[A], Tree[B]]
Seeds: TypeAlias = Iterable[Seed]


def mapped(function: Callable[[Seed], Seed], seeds: Seeds) -> Seeds:
    """What can be counted without being made stays so; the function is ours, and raises no StopIteration."""
    return Mapped(function, seeds) if isinstance(seeds, Sequence) else map(function, seeds)


def changed(tree: Tree[object], **functions: Any) -> Tree[Any]:
    """The tree with some functions of its unfolding replaced."""
    return tree_from(tree.unfolding._replace(**functions), tree.seed, tree.depth, tree.turn)


def carrying(
    tree: Tree[object],
    carried: object,
    children_of: Callable[[Seed], Seeds],
    label_of: Callable[[Seed], Any] | None = None,
) -> Tree[Any]:
    """The tree whose seeds are pairs: a seed of the tree, and what is carried down to it."""
    inner_label_of, _, player_of, _, position_of, *_ = tree.unfolding
    functions = tree.unfolding._replace(
        label_of=label_of or (lambda seed: inner_label_of(seed[0])),
        children_of=children_of,
        player_of=player_of and (lambda seed: player_of(seed[0])),
        position_of=lambda seed: position_of(seed[0]),
    )
    return tree_from(functions, (tree.seed, carried), tree.depth, tree.turn)


def prune(depth: int) -> SameTree:
    """Return the tree down to a depth: ``prune 0 (Node a _) = Node a []``, ``prune n (Node a ts) = Node a (map (prune (n-1)) ts)``.

    Args:
        depth: levels kept below the root, at least 0.

    Raises:
        ValueError: the depth is negative.

    >>> from fpgames import build_tree, leaves
    >>> naturals = build_tree(lambda n: (2 * n, 2 * n + 1))
    >>> list(leaves(prune(2)(naturals(1))))
    [4, 5, 6, 7]

    See also: :func:`prune_when`, :func:`extend_while`.

    Source: article 2, ``prune``.
    """
    require_at_least(0, depth, "prune to a depth of {}")
    return cast("SameTree", Stage[Tree[Any], Tree[Any]](_prune, (depth,)))


@of_a_tree
def _prune(depth: int, tree: Tree[A]) -> Tree[A]:
    return tree_from(tree.unfolding, tree.seed, min(depth, tree.depth), tree.turn)


def prune_when(predicate: Callable[[A], bool]) -> TreeStage[A, A]:
    """Return the tree whose branches also end at the labels of which a predicate holds; these stay, as leaves.

    ``pruneWhen f (Node a ts) = Node a (if f a then [] else map (pruneWhen f) ts)``

    Args:
        predicate: of a label.

    >>> from fpgames import build_tree, leaves
    >>> naturals = build_tree(lambda n: (2 * n, 2 * n + 1))
    >>> list(leaves(prune_when(lambda n: n > 2)(naturals(1))))
    [4, 5, 3]

    See also: :func:`prune`.
    """
    return Stage(_prune_when, (require_function(predicate, "prune_when"),))


@of_a_tree
def _prune_when(predicate: Callable[[A], bool], tree: Tree[A]) -> Tree[A]:
    label_of, children_of, *_ = tree.unfolding
    return changed(tree, children_of=lambda seed: () if predicate(label_of(seed)) else children_of(seed))


def extend_while(predicate: Callable[[A], bool], *, depth: int = 0) -> TreeStage[A, A]:
    """Return the tree down to a depth, and on from there while a predicate holds: dynamic depth.

    ``extend_while(const False, depth=n) = prune(n)``

    Args:
        predicate: of a label below which the tree is to go on, an unquiet position say.
        depth: levels kept in any case, at least 0.

    Raises:
        ValueError: the depth is negative.

    >>> from fpgames import build_tree, leaves
    >>> naturals = build_tree(lambda n: (2 * n, 2 * n + 1))
    >>> list(leaves(extend_while(lambda n: n in (3, 6), depth=1)(naturals(1))))
    [2, 12, 13, 7]

    See also: :func:`prune`.

    Source: Hughes, section 5, ``dynamic``.
    """
    require_at_least(0, depth, "keep a depth of {}")
    return Stage(_extend_while, (require_function(predicate, "extend_while"),), (("depth", depth),))


@of_a_tree
def _extend_while(predicate: Callable[[A], bool], tree: Tree[A], *, depth: int) -> Tree[A]:
    label_of, children_of, *_ = tree.unfolding

    def children(seed: tuple[Seed, int]) -> Seeds:
        inner, left = seed
        if left > 0 or predicate(label_of(inner)):
            return mapped(lambda child: (child, max(left - 1, 0)), children_of(inner))
        return ()

    return carrying(tree, depth, children)


def map_tree(function: Callable[[A], B]) -> TreeStage[A, B]:
    """Return the tree with a function applied to every label that is asked for: ``fmap``.

    Args:
        function: of a label.

    >>> from fpgames import leaves, node
    >>> list(leaves(map_tree(str)(node(1, [node(2), node(3)]))))
    ['2', '3']

    See also: :func:`fpgames.search.montecarlo.traverse_tree`, for a function that is an action.

    Source: article 2, ``mapTree``.
    """
    return Stage(_map_tree, (require_function(function, "map_tree"),))


@of_a_tree
def _map_tree(function: Callable[[A], B], tree: Tree[A]) -> Tree[B]:
    label_of = tree.unfolding.label_of
    return changed(
        tree, label_of=function if label_of is identity else lambda seed: function(label_of(seed)), labels="values"
    )


def order_by(key: Callable[[A], Value], *, player: Player | None = None) -> TreeStage[A, A]:
    """Return the tree with every node's children in order, best first for the player to move; equal ones stay in order.

    ``orderBy :: Ord b => (a -> b) -> Tree a -> Tree a``

    Args:
        key: a label's worth to the first player, any ordered value.
        player: the player to move at the root, for a tree that does not know.

    Raises:
        ValueError: by the stage: the tree does not know whose turn it is, or knows another; a key is NaN.

    >>> from fpgames import node
    >>> [child.label for child in order_by(identity, player=Player.FIRST)(node(0, map(node, [1, 3, 2]))).children]
    [3, 2, 1]

    See also: :func:`keep_best`.
    """
    return Stage(_order_by, (require_function(key, "order_by"),), player_option(player))


@of_a_tree
def _order_by(key: Callable[[A], Value], tree: Tree[A], *, player: Player | None = None) -> Tree[A]:
    return _best_first(key, playing(tree, player, "order_by"), None)


def keep_best(n: int, key: Callable[[A], Value], *, player: Player | None = None) -> TreeStage[A, A]:
    """Return the tree with the n best children of every node, best first for the player to move.

    ``keepBest :: Ord b => Int -> (a -> b) -> Tree a -> Tree a``

    Args:
        n: children kept, at least 1.
        key: a label's worth to the first player, any ordered value.
        player: the player to move at the root, for a tree that does not know.

    Raises:
        ValueError: n is less than 1; by the stage: the tree does not know whose turn it is, or knows another; a key is NaN.

    >>> from fpgames import node
    >>> [child.label for child in keep_best(2, identity, player=Player.FIRST)(node(0, map(node, [1, 3, 2]))).children]
    [3, 2]

    See also: :func:`order_by`.

    Source: article 2, the first exercise.
    """
    require_at_least(1, n, "keep the best {}")
    return Stage(_keep_best, (n, require_function(key, "keep_best")), player_option(player))


@of_a_tree
def _keep_best(n: int, key: Callable[[A], Value], tree: Tree[A], *, player: Player | None = None) -> Tree[A]:
    return _best_first(key, playing(tree, player, "keep_best"), n)


def _best_first(key: Callable[[A], Value], tree: Tree[A], n: int | None) -> Tree[A]:
    label_of, children_of, player_of, *_ = tree.unfolding
    first, second = Player
    doubtful = False  # whether a key was met that might have no order

    def worth(child: Seed) -> Value:
        nonlocal doubtful
        found = key(child if label_of is identity else label_of(child))
        doubtful = doubtful or type(found) is not int
        return found

    def children(seed: tuple[Seed, Player]) -> list[tuple[Seed, Player]]:
        inner, player = seed
        ordered = sorted(children_of(inner), key=worth, reverse=player is first)
        if doubtful:  # whole numbers have an order; anything else is looked at once more
            _require_order(list(map(worth, ordered)), ge if player is first else le)
        other = second if player is first else first
        if player_of is None:  # they alternate
            return [(child, other) for child in ordered[:n]]
        return [(child, turn(player_of(child), other)) for child in ordered[:n]]

    return carrying(tree, tree.player, children)


def _require_order(keys: list[Value], in_order: Callable[[Value, Value], bool]) -> None:
    """Refuse keys that sorting has left out of order, because they have none."""
    for one, two in pairwise(keys):
        if not in_order(one, two):
            unordered(one, two)


@pair_tree
def with_ply(tree: Tree[A]) -> Tree[tuple[A, int]]:
    """Return the tree whose labels also say how many moves they are below the root: ``fmap fst . withPly = id``.

    Args:
        tree: any tree.

    >>> from fpgames import leaves, node
    >>> list(leaves(with_ply(node(1, [node(2, [node(3)]), node(4)]))))
    [(3, 2), (4, 1)]

    See also: :func:`fpgames.search.values.quicker`.
    """
    return counting_plies(tree, lambda label, ply: (label, ply))


def counting_plies(tree: Tree[A], function: Callable[[A, int], B]) -> Tree[B]:
    """The tree whose labels are made from a label and how many moves it is below the root."""
    label_of, children_of, *_ = tree.unfolding

    def children(seed: tuple[Seed, int]) -> Seeds:
        inner, ply = seed
        return mapped(lambda child: (child, ply + 1), children_of(inner))

    return carrying(tree, 0, children, lambda seed: function(label_of(seed[0]), seed[1]))


@overload
def rebuild(*, children: Callable[[Tree[A]], Iterable[Tree[A]]]) -> TreeStage[A, A]: ...
@overload
def rebuild(
    *, label: Callable[[Tree[A]], B], children: Callable[[Tree[A]], Iterable[Tree[A]]] | None = None
) -> TreeStage[A, B]: ...
def rebuild(*, label: Any = None, children: Any = None) -> Any:
    """Make a stage of one's own: at every node, another label, or other children, or both.

    ``rebuild l c t = Node (l t) (map (rebuild l c) (c t))``

    What the tree knows stays known: whose turn it is, and which position it is at each node. A shared tree stays shared,
    but for children that other stages have made: each of these is a tree of its own.

    Args:
        label: returns the new label of a tree's root; if not given, it keeps its label.
        children: returns the children that a tree's root is to have: some of its children in any order, or what other
            stages make of them; if not given, it keeps them all.

    Raises:
        TypeError: neither is given.

    >>> from fpgames import leaves, node
    >>> mirror = rebuild(children=lambda tree: reversed(list(tree.children)))
    >>> list(leaves(mirror(node(0, [node(1), node(2, [node(3), node(4)])]))))
    [4, 3, 1]

    See also: :func:`map_tree`, whose function is of a label alone.
    """
    if label is None and children is None:
        raise TypeError("rebuild takes a function for the label, or one for the children, or both")
    given = (("label", label), ("children", children))
    return Stage(_rebuild, (), tuple(each for each in given if each[1] is not None))


@of_a_tree
def _rebuild(
    tree: Tree[A],
    *,
    label: Callable[[Tree[A]], B] | None = None,
    children: Callable[..., Iterable[Tree[A]]] | None = None,
) -> Tree[B]:
    """A seed is all that makes a tree of ours, or a tree of another unfolding."""
    ours = tree.unfolding
    label_of: Callable[[Tree[A]], object] = label or attrgetter("label")
    children_of: Callable[[Tree[A]], Iterable[Tree[A]]] = children or attrgetter("children")

    def at(seed: Seed) -> Tree[A]:
        return seed if isinstance(seed, Tree) else tree_from(ours, *seed)

    def below(seed: Seed) -> Iterator[Seed]:
        for child in map(a_tree, children_of(at(seed))):
            if child.unfolding is ours:
                yield child.seed, child.depth, child.turn
            elif label is None and ours.labels == "values" != child.unfolding.labels != "anything":
                raise ValueError(
                    f"rebuild was given {child.unfolding.labels} as children, among labels that are values"
                )
            else:
                yield child

    functions = ours._replace(
        label_of=lambda seed: label_of(at(seed)),
        children_of=below,
        player_of=lambda seed: at(seed).player,
        position_of=lambda seed: at(seed).unfolding.position_of(at(seed).seed),
        labels="values" if label is not None else ours.labels,
    )
    return tree_from(functions, (tree.seed, tree.depth, tree.turn), inf, tree.turn)
