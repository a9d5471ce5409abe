"""Trees by name: the type that everything about trees is made of, and how a tree is held."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable, Iterator
from math import inf
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar, overload

from toolz import identity

from fpgames.rules import AnyRules, Player, to_player
from fpgames.stage import SameTree, Stage
from fpgames.validation import guarded, stray

__all__ = ["Labels", "Seed", "Tree", "Unfolding", "node", "unfold"]

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)
B = TypeVar("B")
S = TypeVar("S")


MISSING: Any = object()
"""What stands where nothing has been found yet."""


Seed: TypeAlias = Any
"""What a node of a tree grows from; each way of building a tree, and each stage, has seeds of its own."""


Labels: TypeAlias = Literal["values", "positions", "positions and lines", "traces", "anything"]
"""What the labels of a tree are, as far as it is known."""


class Unfolding(NamedTuple):
    """How the nodes of a tree are made of their seeds: the part of a tree that all of its nodes have in common.

    A stage of a tree is another unfolding with the same seeds, or with seeds that carry something besides.

    Args:
        label_of: returns a seed's label.
        children_of: returns the seeds of its children, any iterable.
        player_of: returns the player to move at a seed, or None where the seed does not say and it is the opponent of the
            player before; without the function, players alternate.
        rules: the rules that the tree is built of, if it is.
        position_of: returns the position of those rules that a seed stands for.
        labels: what labels are: values; or positions, until ``map_tree`` makes values of them; or anything, in trees made by
            hand.
        shared: whether nodes of equal seeds, with as many levels left and the same player to move, are visited once.
        unsharable: why the tree cannot be shared, if it cannot.

    See also: :class:`Tree`, which has one; :func:`unfold`, which makes a tree of one.
    """

    label_of: Callable[[Seed], Any]
    children_of: Callable[[Seed], Iterable[Seed]]
    player_of: Callable[[Seed], Player | None] | None = None
    rules: AnyRules | None = None
    position_of: Callable[[Seed], Any] = identity
    labels: Labels = "values"
    shared: bool = False
    unsharable: str = ""


class Tree(Generic[A_co]):
    """A label and children, both by name: ``data Tree a = Node a [Tree a]``.

    Both are computed when they are asked for, and computed again when they are asked for again.

    A tree is held as an unfolding: a seed, and the functions that make of it a label and the children's seeds. Stages
    compose such functions, so a walk through a long pipeline pays for calls, not for an object for each node and stage.

    Args:
        label: returns the label.
        children: returns the children, any iterable; it may make them one at a time.
        player: the player to move at the root, if that is known; a child that does not know has the opponent to move.

    >>> naturals = lambda n: Tree(lambda: n, lambda: map(naturals, (2 * n, 2 * n + 1)))
    >>> [child.label for child in naturals(1).children]
    [2, 3]

    See also: :func:`node`, for a tree that is known; ``fpgames.tree``, for the stages.

    Source: article 2, ``GameTree``.
    """

    __slots__ = ("depth", "seed", "turn", "unfolding")

    unfolding: Unfolding
    seed: Seed
    depth: float
    turn: Player | None

    def __init__(
        self,
        label: Callable[[], A_co],
        children: Callable[[], Iterable[Tree[A_co]]],
        *,
        player: Player | None = None,
    ) -> None:
        self.unfolding = _BY_HAND
        self.seed = (label, children)
        self.depth = inf
        self.turn = player if player is None or isinstance(player, Player) else Player(player)

    @property
    def label(self) -> A_co:
        """The label, computed now."""
        try:
            label: A_co = self.unfolding.label_of(self.seed)
        except StopIteration as error:
            raise stray(error) from error
        return label

    @property
    def children(self) -> Iterator[Tree[A_co]]:
        """The children, made one at a time."""
        if self.depth:
            unfolding, depth = self.unfolding, self.depth - 1
            player = self.turn if unfolding.player_of is None else self.player
            turn = None if player is None else player.opponent
            for seed in unfolding.children_of(self.seed):
                yield tree_from(unfolding, seed, depth, turn)

    @property
    def player(self) -> Player | None:
        """The player to move at the root; None if the tree does not know."""
        player_of = self.unfolding.player_of
        asked = None if player_of is None else guarded(player_of, self.seed)
        return self.turn if asked is None else to_player(asked)

    @overload
    def __or__(self, function: SameTree, /) -> Tree[A_co]: ...
    @overload
    def __or__(self, function: Stage[Tree[A_co], B], /) -> B: ...
    @overload
    def __or__(self, function: Callable[[Tree[A_co]], B], /) -> B: ...
    def __or__(self, function: Callable[[Tree[A_co]], Any], /) -> Any:
        """Call a function with the tree: ``tree | prune(3) | maximise`` is ``maximise(prune(3)(tree))``."""
        return function(self) if callable(function) else NotImplemented

    def __repr__(self) -> str:
        """Name the type only: to show a label would be to compute it."""
        return "<Tree>"

    def _repr_svg_(self) -> str:
        from fpgames.draw import tree_svg  # only when asked: trees know no pictures

        return tree_svg(self, depth=2, width=5)  # a glance, whatever a label costs


def tree_from(unfolding: Unfolding, seed: Seed, depth: float = inf, turn: Player | None = None) -> Tree[Any]:
    """The tree of an unfolding and a root: its seed, levels below it at most, and who moves there if no seed says."""
    tree: Tree[Any] = Tree.__new__(Tree)
    tree.unfolding = unfolding
    tree.seed = seed
    tree.depth = depth
    tree.turn = turn
    return tree


def unfold(
    label_of: Callable[[S], A],
    children_of: Callable[[S], Iterable[S]],
    seed: S,
    *,
    player: Player | None = None,
    player_of: Callable[[S], Player | None] | None = None,
) -> Tree[A]:
    r"""Return the tree that grows from a seed: ``unfoldTree (\s -> (label_of s, children_of s)) seed``.

    Args:
        label_of: returns a seed's label.
        children_of: returns the seeds of a seed's children, any iterable.
        seed: the root's.
        player: the player to move at the root, if players alternate.
        player_of: returns the player to move at a seed, if they need not alternate; or None, for the opponent of the player
            before.

    Raises:
        ValueError: both ``player`` and ``player_of`` are given.

    >>> [child.label for child in unfold(str, lambda n: range(n), 3).children]
    ['0', '1', '2']

    See also: :func:`fpgames.tree.building.build_tree`, whose labels are the seeds.
    """
    if player is not None and player_of is not None:
        raise ValueError("unfold takes player, if players alternate, or player_of, if they need not; not both")
    return tree_from(
        Unfolding(label_of, children_of, player_of), seed, turn=None if player is None else to_player(player)
    )


def node(label: A, children: Iterable[Tree[A]] = (), *, player: Player | None = None) -> Tree[A]:
    """Return a tree whose label and children are known: ``Node label children``.

    Args:
        label: the label.
        children: the children, as they are now.
        player: the player to move at the root, if that is known; a child that does not know has the opponent to move.

    Raises:
        TypeError: a child is no tree.

    >>> [child.label for child in node(1, [node(2), node(3)]).children]
    [2, 3]

    See also: :class:`Tree`.
    """
    known = tuple(map(a_tree, children))
    return Tree(lambda: label, lambda: known, player=player)


def a_tree(child: Tree[A]) -> Tree[A]:
    """A child, if it is a tree."""
    if not isinstance(child, Tree):
        raise TypeError(
            f"the children of a tree are trees, and one of these is {reprlib.repr(child)}: node(...) makes one"
        )
    return child


# The seed of a tree made by hand is the pair of its functions; of a child of another kind, the child itself.


def _label(seed: Seed) -> Any:
    return seed[0]() if type(seed) is tuple else seed.label


def _children(seed: Seed) -> Iterator[Seed]:
    for tree in map(a_tree, seed[1]()) if type(seed) is tuple else seed.children:
        by_hand = tree.unfolding is _BY_HAND and tree.depth == inf and tree.turn is None
        yield tree.seed if by_hand else tree


def _player(seed: Seed) -> Player | None:
    return None if type(seed) is tuple else seed.player


_BY_HAND = Unfolding(_label, _children, _player, labels="anything")
