"""Lazy trees of positions, and the stages that make a tree of a tree.

A tree costs nothing until somebody walks it, and a walk needs memory for one line of play: nothing is kept, and what
is asked for twice is made twice (``share`` changes that). Stages take the tree last: ``prune(5)(tree)`` is
``prune(5, tree)``.

Source: article 2; Hughes, *Why Functional Programming Matters* (doi:10.1093/comjnl/32.2.98), section 5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any, Generic, NamedTuple, TypeVar, overload

from toolz import identity

from fpgames.checks import require_at_least
from fpgames.rose import SameTree, Stage, Tree, TreeTooDeep, node, unfold
from fpgames.rules import Player, Rules
from fpgames.sketch import Shown, shown
from fpgames.walks import draw_tree, fold_tree, leaves, levels, size

__all__ = [
    "Node", "SameTree", "Stage", "Tree", "TreeTooDeep", "build_tree", "draw_tree", "extend_while", "fold_tree",
    "game_tree", "keep_best", "leaves", "levels", "map_tree", "node", "order_by", "prune", "prune_when", "share",
    "size", "unfold", "unshared", "with_ply",
]  # fmt: skip

A = TypeVar("A")
B = TypeVar("B")
P = TypeVar("P")
M = TypeVar("M")


_ABSENT: Any = object()


class Node(NamedTuple, Generic[P, M]):
    """A label that knows how it was reached: a position, and the line of moves from the root to it.

    Args:
        position: where the line ends.
        line: the moves from the root.

    See also: :func:`game_tree`, whose labels these are.
    """

    position: P
    line: tuple[M, ...]

    @property
    def move(self) -> M:
        """The move that led here.

        Raises:
            IndexError: at the root none did.
        """
        return self.line[-1]


@shown.register
def _(node: Node) -> Shown:  # type: ignore[type-arg]
    return Shown("", str(node.line[-1]) if node.line else "")


@overload
def build_tree(successors: Callable[[P], Iterable[P]]) -> Stage[P, Tree[P]]: ...
@overload
def build_tree(successors: Callable[[P], Iterable[P]], position: P) -> Tree[P]: ...
def build_tree(successors: Any, position: Any = _ABSENT) -> Any:
    """The tree of all positions that follow from one: ``buildTree f a = Node a (map (buildTree f) (f a))``.

    Args:
        successors: the positions after each move, any iterable; it may make them one at a time.
        position: the root's label.

    >>> halves = build_tree(lambda n: [n // 2] if n else [])
    >>> list(leaves(halves(10)))
    [0]

    See also: :func:`game_tree`, whose labels know the moves.

    Source: article 2, ``buildGTree``; Hughes, ``gametree``.
    """
    if position is _ABSENT:
        return Stage(build_tree, (successors,))
    return unfold(identity, successors, position)


@overload
def game_tree(rules: Rules[P, M]) -> Stage[P, Tree[Node[P, M]]]: ...
@overload
def game_tree(rules: Rules[P, M], position: P) -> Tree[Node[P, M]]: ...
def game_tree(rules: Any, position: Any = _ABSENT) -> Any:
    """The tree of a game, whose labels are positions with the line of moves that leads to them.

    ``fmap position (gameTree rules p) = buildTree (successors rules) p``

    Args:
        rules: the game.
        position: the root's.

    >>> from fpgames.games.tictactoe import rules
    >>> [child.label.move for child in game_tree(rules)(rules.start).children]
    [0, 1, 2, 3, 4, 5, 6, 7, 8]

    See also: :func:`build_tree`, the simpler and faster one.
    """
    if position is _ABSENT:
        return Stage(game_tree, (rules,))

    def children(here: Node[Any, Any]) -> Iterable[Node[Any, Any]]:
        position, line = here
        return _Mapped(lambda move: Node(rules.play(position, move), (*line, move)), rules.moves(position))

    return unfold(identity, children, Node(position, ()))


class _Mapped(Sequence[Any]):
    """A sequence with a function applied to each of its values when that is asked for."""

    def __init__(self, function: Callable[[Any], Any], values: Sequence[Any]) -> None:
        self._function = function
        self._values = values

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, i: Any) -> Any:
        return self._function(self._values[i])

    def __iter__(self) -> Iterator[Any]:
        return map(self._function, self._values)


def _mapped(function: Callable[[Any], Any], values: Iterable[Any]) -> Iterable[Any]:
    """What can be counted without being made stays so."""
    return _Mapped(function, values) if isinstance(values, Sequence) else map(function, values)


@overload
def prune(depth: int) -> SameTree: ...
@overload
def prune(depth: int, tree: Tree[A]) -> Tree[A]: ...
def prune(depth: int, tree: Any = None) -> Any:
    """The tree down to a depth: ``prune 0 (Node a _) = Node a []``, ``prune n (Node a ts) = Node a (map (prune (n-1)) ts)``.

    Args:
        depth: levels kept below the root, at least 0.
        tree: any tree, an infinite one too.

    Raises:
        ValueError: the depth is negative.

    >>> naturals = build_tree(lambda n: (2 * n, 2 * n + 1))
    >>> list(leaves(prune(2)(naturals(1))))
    [4, 5, 6, 7]

    See also: :func:`prune_when`, :func:`extend_while`.

    Source: article 2, ``prune``.
    """
    require_at_least(0, depth, "prune to a depth of {}")
    if tree is None:
        return Stage(prune, (depth,))
    return _remade(tree, depth=min(depth, tree._depth))


@overload
def prune_when(predicate: Callable[[A], bool]) -> Stage[Tree[A], Tree[A]]: ...
@overload
def prune_when(predicate: Callable[[A], bool], tree: Tree[A]) -> Tree[A]: ...
def prune_when(predicate: Any, tree: Any = None) -> Any:
    """The tree whose branches also end at the labels that a predicate holds of; these stay, as leaves.

    ``pruneWhen f (Node a ts) = Node a (if f a then [] else map (pruneWhen f) ts)``

    Args:
        predicate: of a label.
        tree: any tree.

    >>> naturals = build_tree(lambda n: (2 * n, 2 * n + 1))
    >>> list(leaves(prune_when(lambda n: n > 2)(naturals(1))))
    [4, 5, 3]

    See also: :func:`prune`.
    """
    if tree is None:
        return Stage(prune_when, (predicate,))
    label_of, children_of = tree._label_of, tree._children_of
    return _remade(tree, children_of=lambda seed: () if predicate(label_of(seed)) else children_of(seed))


@overload
def extend_while(predicate: Callable[[A], bool], *, depth: int = 0) -> Stage[Tree[A], Tree[A]]: ...
@overload
def extend_while(predicate: Callable[[A], bool], tree: Tree[A], *, depth: int = 0) -> Tree[A]: ...
def extend_while(predicate: Any, tree: Any = None, *, depth: int = 0) -> Any:
    """The tree down to a depth, and on from there while a predicate holds: dynamic depth.

    ``extend_while(const False, depth=n) = prune(n)``

    Args:
        predicate: of a label below which the tree is to go on, an unquiet position say.
        tree: any tree.
        depth: levels kept in any case, at least 0.

    Raises:
        ValueError: the depth is negative.

    >>> naturals = build_tree(lambda n: (2 * n, 2 * n + 1))
    >>> list(leaves(extend_while(lambda n: n in (3, 6), depth=1)(naturals(1))))
    [2, 12, 13, 7]

    See also: :func:`prune`.

    Source: Hughes, section 5, ``dynamic``.
    """
    require_at_least(0, depth, "keep a depth of {}")
    if tree is None:
        return Stage(extend_while, (predicate,), (("depth", depth),))
    label_of, children_of = tree._label_of, tree._children_of

    def children(seed: tuple[Any, int]) -> Iterable[tuple[Any, int]]:
        inner, left = seed
        if left > 0 or predicate(label_of(inner)):
            return _mapped(lambda child: (child, max(left - 1, 0)), children_of(inner))
        return ()

    return _carrying(tree, depth, children)


@overload
def map_tree(function: Callable[[A], B]) -> Stage[Tree[A], Tree[B]]: ...
@overload
def map_tree(function: Callable[[A], B], tree: Tree[A]) -> Tree[B]: ...
def map_tree(function: Any, tree: Any = None) -> Any:
    """The tree with a function applied to every label that is asked for: ``fmap``.

    Args:
        function: of a label.
        tree: any tree.

    >>> list(leaves(map_tree(str)(node(1, [node(2), node(3)]))))
    ['2', '3']

    See also: :func:`fpgames.montecarlo.traverse_tree`, for a function that is an action.

    Source: article 2, ``mapTree``.
    """
    if tree is None:
        return Stage(map_tree, (function,))
    label_of = tree._label_of
    return _remade(tree, label_of=function if label_of is identity else lambda seed: function(label_of(seed)))


@overload
def order_by(key: Callable[[A], Any], *, player: Player = Player.FIRST) -> Stage[Tree[A], Tree[A]]: ...
@overload
def order_by(key: Callable[[A], Any], tree: Tree[A], *, player: Player = Player.FIRST) -> Tree[A]: ...
def order_by(key: Any, tree: Any = None, *, player: Player = Player.FIRST) -> Any:
    """The tree with every node's children in the order best first, for whoever moves; equal ones stay in order.

    ``orderBy :: Ord b => (a -> b) -> Tree a -> Tree a``

    Args:
        key: a label's worth to the first player, any ordered value.
        tree: a tree of finite branching.
        player: who moves at the root.

    >>> [child.label for child in order_by(identity)(node(0, map(node, [1, 3, 2]))).children]
    [3, 2, 1]

    See also: :func:`keep_best`.
    """
    player = Player(player)
    if tree is None:
        return Stage(order_by, (key,), (("player", player),))
    return _best_first(key, tree, player, None)


@overload
def keep_best(n: int, key: Callable[[A], Any], *, player: Player = Player.FIRST) -> Stage[Tree[A], Tree[A]]: ...
@overload
def keep_best(n: int, key: Callable[[A], Any], tree: Tree[A], *, player: Player = Player.FIRST) -> Tree[A]: ...
def keep_best(n: int, key: Any, tree: Any = None, *, player: Player = Player.FIRST) -> Any:
    """The tree with the n best children of every node, best first, for whoever moves.

    ``keepBest :: Ord b => Int -> (a -> b) -> Tree a -> Tree a``

    Args:
        n: children kept, at least 1.
        key: a label's worth to the first player, any ordered value.
        tree: a tree of finite branching.
        player: who moves at the root.

    Raises:
        ValueError: n is less than 1.

    >>> [child.label for child in keep_best(2, identity)(node(0, map(node, [1, 3, 2]))).children]
    [3, 2]

    See also: :func:`order_by`.

    Source: article 2, the first exercise.
    """
    require_at_least(1, n, "keep the best {}")
    player = Player(player)
    if tree is None:
        return Stage(keep_best, (n, key), (("player", player),))
    return _best_first(key, tree, player, n)


def with_ply(tree: Tree[A]) -> Tree[tuple[A, int]]:
    """The tree whose labels also say how many moves they are below the root: ``fmap fst . withPly = id``.

    Args:
        tree: any tree.

    >>> list(leaves(with_ply(node(1, [node(2, [node(3)]), node(4)]))))
    [(3, 2), (4, 1)]

    See also: :func:`fpgames.minimax.quicker`.
    """
    label_of, children_of = tree._label_of, tree._children_of

    def children(seed: tuple[Any, int]) -> Iterable[tuple[Any, int]]:
        inner, ply = seed
        return _mapped(lambda child: (child, ply + 1), children_of(inner))

    return _remade(_carrying(tree, 0, children), label_of=lambda seed: (label_of(seed[0]), seed[1]))


@overload
def share(*, key: Callable[[A], Any]) -> Stage[Tree[A], Tree[A]]: ...
@overload
def share() -> SameTree: ...
@overload
def share(tree: Tree[A], *, key: Callable[[A], Any] = ...) -> Tree[A]: ...
def share(tree: Any = None, *, key: Any = identity) -> Any:
    """The tree by need: minimax, alpha-beta with a window and the walks evaluate positions of equal keys once.

    ``maximise . share = maximise``

    Lists and traces walk it as if it were not shared. A stage of one's own, made of ``Tree(...)``, shares nothing.

    Args:
        tree: any tree.
        key: what of a label makes two of them the same position, for the whole tree below; hashable.

    >>> steps = build_tree(lambda n: [n + 1, n + 2] if n < 30 else [])
    >>> size(share(steps(0)))
    32

    See also: :func:`build_tree`, which is by name.
    """
    if tree is None:
        return Stage(share, (), (("key", key),))
    label_of, carried_of = tree._label_of, tree._carried_of
    if carried_of is not None:
        return _remade(tree, key_of=lambda seed: (key(label_of(seed)), carried_of(seed)))
    if label_of is identity:
        return _remade(tree, key_of=key)
    return _remade(tree, key_of=label_of if key is identity else lambda seed: key(label_of(seed)))


def unshared(tree: Tree[A]) -> Tree[A]:
    """The tree by name again: ``unshared . share = id``.

    Args:
        tree: any tree.

    >>> size(unshared(share(build_tree(lambda n: [n + 1, n + 2] if n < 5 else [])(0))))
    25

    See also: :func:`share`.
    """
    return _remade(tree, key_of=None)


def _remade(tree: Tree[Any], **changes: Any) -> Tree[Any]:
    """The tree with some of its parts changed."""
    parts = {
        "label_of": tree._label_of,
        "children_of": tree._children_of,
        "seed": tree._seed,
        "depth": tree._depth,
        "key_of": tree._key_of,
        "carried_of": tree._carried_of,
    }
    return unfold(**(parts | changes))


def _carrying(tree: Tree[A], carried: Any, children: Callable[[Any], Iterable[Any]]) -> Tree[A]:
    """The tree whose seeds carry something down; children makes pairs of pairs."""
    label_of, key_of, before = tree._label_of, tree._key_of, tree._carried_of
    return unfold(
        lambda seed: label_of(seed[0]),
        children,
        (tree._seed, carried),
        tree._depth,
        key_of and (lambda seed: (key_of(seed[0]), seed[1])),
        (lambda seed: (before(seed[0]), seed[1])) if before else itemgetter(1),
    )


def _best_first(key: Callable[[A], Any], tree: Tree[A], player: Player, n: int | None) -> Tree[A]:
    label_of, children_of = tree._label_of, tree._children_of

    def children(seed: tuple[Any, bool]) -> list[tuple[Any, bool]]:
        inner, high = seed
        ordered = sorted(children_of(inner), key=lambda child: key(label_of(child)), reverse=high)
        return [(child, not high) for child in ordered[:n]]

    return _carrying(tree, player == Player.FIRST, children)
