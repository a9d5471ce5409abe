"""Lazy trees. A tree stores the seed of the root (a value) and an unfolding: functions that make nodes from seeds."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from math import inf
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, overload

from toolz import identity

from fpgames.pictures import draw
from fpgames.rules.outcomes import CHANCE, Mover, Player, to_mover, to_player
from fpgames.rules.record import AnyRules
from fpgames.stage import Stage
from fpgames.tree.protocols import SameTree
from fpgames.tree.run import MutableCounter, NodeReaders, Run
from fpgames.validation import call_guarded, stop_iteration_error

__all__ = ["Seed", "Tree", "node", "unfold"]

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)
B = TypeVar("B")
S = TypeVar("S")


MISSING: Any = object()
"""The sentinel for a missing value, where None could be a value."""


Seed: TypeAlias = Any
"""The value from which an unfolding makes a node; its type depends on how the tree was built, and on its stages."""


class LabelKind(Enum):
    """A kind of label: the noun for error messages, and the stage that turns such labels into values, if there is one."""

    VALUES = "values", ""
    MAPPED = "values of positions", ""  # a function has computed these labels from positions
    ANYTHING = "anything", ""  # the labels of a hand-made tree, of any type
    POSITIONS = "positions", "map_tree(static)"
    POSITION_PLY_PAIRS = "positions and numbers of moves", "map_tree(lambda pair: static(pair[0]))"
    LINES = "positions and lines", "map_tree(lambda node: static(node.position))"
    TRACES = "traces", 'map_tree(attrgetter("value"))'
    STATISTICS = "statistics", 'map_tree(attrgetter("value"))'

    def __init__(self, noun: str, to_values: str) -> None:
        self.noun, self.to_values = noun, to_values


VALUES, MAPPED, ANYTHING, POSITIONS, *_ = LabelKind  # Python 3.11 reads a member of the class four times as slowly


class GameView(NamedTuple):
    """What a tree knows about its game: the rules, and functions that take the seed of a node."""

    rules: AnyRules | None = None
    position_of: Callable[[Seed], Any] = identity
    player_of: Callable[[Seed], Mover | None] | None = None  # the player to move, or CHANCE; if None, players alternate
    passed_of: Callable[[Seed], Seed] | None = None  # the seed after a null move; None if the game has no such moves
    moves_of: Callable[[Seed], Iterable[Any]] | None = None  # the moves to the children, in their order, if it is known
    reduced_of: Callable[[Seed, int], Seed] | None = None  # reduces the depth in a seed; None if seeds hold no depth


class Unfolding(NamedTuple):
    """What a tree is: the functions that make a node from a seed (any value), as in ``unfoldTree``. All nodes share them.

    A stage replaces the unfolding. It keeps the seeds, or puts each into a tuple with a value such as remaining depth.
    """

    label_of: Callable[[Seed], Any]
    children_of: Callable[[Seed], Iterable[Seed]]
    labels: LabelKind = LabelKind.VALUES
    game: GameView = GameView()
    bounds_of: Callable[[Seed], tuple[Any, Any]] | None = None  # lower and upper bound of all leaf values below a node
    # The position in a seed, if positions decide the subtree, so that a search's results can be looked up by position.
    position_key: Callable[[Seed], Seed] | None = None
    not_shareable: str = ""  # the reason why no two nodes are equal; empty if nodes can be equal


class Tree(Generic[A_co]):
    """A lazy tree: ``data Tree a = Node a [Tree a]``.

    The label and the children are computed each time they are read.

    A tree stores a seed (a value) and an unfolding: functions that return a seed's label and child seeds.
    Stages compose these functions, so a long pipeline costs function calls, not an object for each node and stage.

    Args:
        label: returns the label.
        children: returns the children, as any iterable, perhaps a lazy one.
        player: the player to move at the root, or ``CHANCE``, if known. At each child made without ``player``, the
            opponent moves; a child of a chance node needs it.

    >>> naturals = lambda n: Tree(lambda: n, lambda: map(naturals, (2 * n, 2 * n + 1)))
    >>> [child.label for child in naturals(1).children]
    [2, 3]

    See also: :func:`node`, if label and children exist already; ``fpgames.tree``, for the stages.

    Source: article 2, ``GameTree``.
    """

    __slots__ = ("depth", "run", "seed", "turn", "unfolding")

    unfolding: Unfolding
    seed: Seed
    depth: float
    turn: Mover | None
    run: Run

    def __init__(
        self, label: Callable[[], A_co], children: Callable[[], Iterable[Tree[A_co]]], *, player: Mover | None = None
    ) -> None:
        self.unfolding = _BY_HAND
        self.seed = ByHand(label, children)
        self.depth = inf
        self.turn = None if player is None else to_mover(player)
        self.run = _PLAIN_RUN

    @property
    def label(self) -> A_co:
        """The label, computed at each read."""
        try:
            label_of = self.unfolding.label_of
            if self.run.counters:  # otherwise, no readers are made, because many trees are read once
                readers = readers_of(self)
                label_of = readers.label_of if self.depth else readers.last_label_of
            label: A_co = label_of(self.seed)
        except StopIteration as error:
            raise stop_iteration_error(error) from error
        return label

    @property
    def children(self) -> Iterator[Tree[A_co]]:
        """The children, computed lazily, one at a time."""
        if self.depth:
            unfolding, depth, run = self.unfolding, self.depth - 1, self.run
            mover = self.turn if unfolding.game.player_of is None else self.mover
            turn = mover.opponent if isinstance(mover, Player) else None
            children_of = readers_of(self).children_of if run.counters else unfolding.children_of
            for seed in children_of(self.seed):
                yield tree_from(unfolding, seed, depth, turn, run)

    @property
    def player(self) -> Player | None:
        """The player to move at the root; None if the tree does not know.

        Raises:
            ValueError: chance moves at the root.
        """
        mover = self.mover
        return to_player(mover, "chance moves at the root of this tree") if mover is CHANCE else mover

    @property
    def mover(self) -> Mover | None:
        """The player to move at the root, or ``CHANCE``; None if the tree does not know."""
        player_of = self.unfolding.game.player_of
        seed_mover = None if player_of is None else call_guarded(player_of, self.seed)
        return self.turn if seed_mover is None else to_mover(seed_mover)

    @overload
    def __or__(self, function: SameTree, /) -> Tree[A_co]: ...
    @overload
    def __or__(self, function: Stage[Tree[A_co], B], /) -> B: ...
    @overload
    def __or__(self, function: Callable[[Tree[A_co]], B], /) -> B: ...
    def __or__(self, function: Callable[[Tree[A_co]], object], /) -> object:
        """Call a function with the tree: ``tree | prune(3) | maximise`` is ``maximise(prune(3)(tree))``."""
        return function(self) if callable(function) else NotImplemented

    def __repr__(self) -> str:
        """Return ``<Tree>`` without the label, which would have to be computed."""
        return "<Tree>"

    def _repr_svg_(self) -> str:
        return draw("tree_svg", self)


_PLAIN_RUN = Run()


def tree_from(
    unfolding: Unfolding, seed: Seed, depth: float = inf, turn: Mover | None = None, run: Run = _PLAIN_RUN
) -> Tree[Any]:
    """Return the tree with this unfolding, seed of the root, depth limit, player to move at the root, and run."""
    tree: Tree[object] = Tree.__new__(Tree)
    tree.unfolding = unfolding
    tree.seed = seed
    tree.depth = depth
    tree.turn = turn
    tree.run = run
    return tree


def with_parts(tree: Tree[object], *, seed: Seed = MISSING, depth: float | None = None, **functions: Any) -> Tree[Any]:
    """Return the tree with another root seed, another depth limit, or other fields of its unfolding.

    ``bounds_of``, which returns bounds of leaf values, becomes None if no argument sets it: the leaves may change.
    """
    return tree_from(
        tree.unfolding._replace(**{"bounds_of": None} | functions),
        tree.seed if seed is MISSING else seed,
        tree.depth if depth is None else depth,
        tree.turn,
        tree.run,
    )


def readers_of(tree: Tree[object]) -> NodeReaders:
    """Return the functions by which a search reads the nodes of a tree; they fill the counters of the tree's run."""
    unfolding = tree.unfolding
    if tree.run.counters:
        return tree.run.counting_readers(unfolding.label_of, unfolding.children_of)
    return NodeReaders(unfolding.label_of, unfolding.label_of, unfolding.children_of)


def with_run(tree: Tree[object], **fields: Any) -> Tree[Any]:
    """Return the tree with other fields of its run (how searches run on it); what the tree is does not change."""
    return tree_from(tree.unfolding, tree.seed, tree.depth, tree.turn, tree.run._replace(**fields))


def with_counters(tree: Tree[object], *counters: tuple[str, MutableCounter]) -> Tree[Any]:
    """Return the tree with further counters in its run; each is a pair of an event, such as "node", and a counter."""
    return with_run(tree, counters=(*tree.run.counters, *counters))


def with_new_nodes(
    tree: Tree[object],
    seed: Seed,
    tree_at: Callable[[Seed], Tree[object]],
    *,
    run: Run = _PLAIN_RUN,
    reduced_of: Callable[[Seed, int], Seed] | None = None,
    **functions: Any,
) -> Tree[Any]:
    """Return a tree with seeds of another kind. ``tree_at`` returns the subtree of the old tree to which a seed belongs.

    The new tree knows the rules, and the position and the player to move at every node; it has no depth limit. Other
    fields of its unfolding are those of the old tree, or are given as ``functions``.
    """

    def position_of(seed: Seed) -> object:
        subtree = tree_at(seed)
        return subtree.unfolding.game.position_of(subtree.seed)

    rules, player_of = tree.unfolding.game.rules, lambda seed: tree_at(seed).mover
    game = GameView(rules, position_of, player_of, reduced_of=reduced_of)
    unfolding = tree.unfolding._replace(**{"game": game, "bounds_of": None, "position_key": None} | functions)
    return tree_from(unfolding, seed, turn=tree.turn, run=run)


def unfold(
    label_of: Callable[[S], A],
    children_of: Callable[[S], Iterable[S]],
    seed: S,
    *,
    player: Player | None = None,
    player_of: Callable[[S], Mover | None] | None = None,
) -> Tree[A]:
    r"""Return the tree that grows from a seed (any value): ``unfoldTree (\s -> (label_of s, children_of s)) seed``.

    Args:
        label_of: returns the label of a seed.
        children_of: returns the seeds of a seed's children, as any iterable.
        seed: the seed of the root.
        player: the player to move at the root, if players alternate.
        player_of: returns the player to move at a seed, or ``CHANCE``; needed if players do not always alternate. Where
            it returns None, the turn passes to the opponent.

    Raises:
        ValueError: if both ``player`` and ``player_of`` are given.

    >>> [child.label for child in unfold(str, lambda n: range(n), 3).children]
    ['0', '1', '2']

    See also: :func:`fpgames.tree.building.build_tree`, whose labels are the seeds.
    """
    if player is not None and player_of is not None:
        raise ValueError("unfold takes player, if players alternate, or player_of, if they need not; not both")
    functions = Unfolding(label_of, children_of, game=GameView(player_of=player_of), position_key=identity)
    return tree_from(functions, seed, turn=None if player is None else to_player(player))


def node(label: A, children: Iterable[Tree[A]] = (), *, player: Mover | None = None) -> Tree[A]:
    """Return the tree with this label and these children: ``Node label children``.

    Args:
        label: the label of the root.
        children: the children, as any iterable of trees; the iterable is read when ``node`` is called.
        player: the player to move at the root, or ``CHANCE``, if known. At each child made without ``player``, the
            opponent moves; a child of a chance node needs it.

    Raises:
        TypeError: if a child is not a tree.

    >>> [child.label for child in node(1, [node(2), node(3)]).children]
    [2, 3]

    See also: :class:`Tree`, whose label and children are functions.
    """
    child_trees = tuple(map(require_tree, children))
    return Tree(lambda: label, lambda: child_trees, player=player)


def require_tree(child: Tree[A]) -> Tree[A]:
    """Return the child; raise TypeError unless it is a tree."""
    if not isinstance(child, Tree):
        raise TypeError(
            f"the children of a tree must be trees, but one of these is {reprlib.repr(child)}: node(...) makes a tree"
        )
    return child


class ByHand(NamedTuple):
    """The seed of a node in a hand-made tree: the functions that return the node's label and children."""

    label: Callable[[], object]
    children: Callable[[], Iterable[Tree[object]]]


class Grafted(NamedTuple):
    """The seed of a subtree in a hand-made tree. ``tree`` is the whole subtree, for example a tree built from rules."""

    tree: Tree[object]


def _label_at(seed: ByHand | Grafted) -> object:
    return seed.label() if isinstance(seed, ByHand) else seed.tree.label


def _children_at(seed: ByHand | Grafted) -> Iterator[ByHand | Grafted]:
    for tree in map(require_tree, seed.children()) if isinstance(seed, ByHand) else seed.tree.children:
        by_hand = tree.unfolding is _BY_HAND and tree.depth == inf and tree.turn is None
        yield tree.seed if by_hand else Grafted(tree)


def _mover_at(seed: ByHand | Grafted) -> Mover | None:
    return None if isinstance(seed, ByHand) else seed.tree.mover


_BY_HAND = Unfolding(_label_at, _children_at, LabelKind.ANYTHING, GameView(player_of=_mover_at))
