"""Trees by name: the type that everything about trees is made of, and how a tree is held."""

from __future__ import annotations

import reprlib
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from math import inf
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar, cast, overload

from toolz import identity

from fpgames.checks import guarded, stray
from fpgames.render import tree_svg
from fpgames.rules import AnyRules, Player, Value, to_player
from fpgames.stage import Bare, PlayerSearch, SameTree, Search, Stage, WindowSearch
from fpgames.state import State

__all__ = ["MISSING", "Labels", "PairTree", "Seed", "Tree", "TreeTooDeep", "Unfolding", "node", "unfold", "walk"]

A = TypeVar("A")
B = TypeVar("B")
A_co = TypeVar("A_co", covariant=True)
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

    See also: :func:`fpgames.building.build_tree`, whose labels are the seeds.
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


class PairTree(Protocol):
    """A stage whose labels are pairs of a tree's label and a whole number.

    See also: :func:`fpgames.tree.with_ply`, :func:`fpgames.minimax.quicker`.
    """

    def __call__(self, tree: Tree[A], /) -> Tree[tuple[A, int]]:
        """Return the tree of pairs."""
        ...

    def __or__(self, function: Callable[[Tree[tuple[A, int]]], B], /) -> Stage[Tree[A], B]:
        """Compose: this first, then the function."""
        ...

    def __ror__(self, function: Callable[[B], Tree[A]], /) -> Stage[B, Tree[tuple[A, int]]]:
        """Compose: the function first, then this."""
        ...


def of_a_tree(function: Callable[..., A]) -> Callable[..., A]:
    """The function, which refuses what is no tree where it takes one, as its last argument."""

    @wraps(function)
    def checked(*args: object, **options: object) -> A:
        if not (args and isinstance(args[-1], Tree)):
            raise TypeError(_no_tree(function.__name__.lstrip("_"), *args[-1:]))
        return function(*args, **options)

    return checked


def _no_tree(name: str, *got: object) -> str:
    needs = f"{name} needs a tree, and got {reprlib.repr(*got)}: "
    if isinstance(got[0], Stage):
        return f"{needs}a stage before it has not got its arguments, or an option is written without its name"
    if isinstance(got[0], State):
        return f"{needs}write map_state({name}), which applies it to what the State returns"
    return f"{needs}build one by build_tree(rules)(position)"


def same_tree(function: Callable[[Tree[A]], Tree[A]]) -> SameTree:
    """Make a bare stage that keeps the type of labels."""
    return cast("SameTree", Bare(of_a_tree(function)))


def pair_tree(function: Callable[[Tree[A]], Tree[tuple[A, int]]]) -> PairTree:
    """Make a bare stage that pairs labels with a number."""
    return cast("PairTree", Bare(of_a_tree(function)))


def bare_search(function: Callable[[Tree[A]], A]) -> Search:
    """Make a bare search."""
    return cast("Search", Bare(of_a_tree(function)))


def player_search(function: Callable[..., object]) -> PlayerSearch:
    """Make a bare search that has the option ``player``."""
    return cast("PlayerSearch", Bare(of_a_tree(function), check_player))


def window_search(function: Callable[..., object]) -> WindowSearch:
    """Make a bare search that has the options ``alpha``, ``beta`` and ``player``."""
    return cast("WindowSearch", Bare(of_a_tree(function), check_window))


def check_player(player: object = None) -> None:
    """Refuse what is no player, if it is given."""
    if player is not None and player not in (1, -1):
        raise ValueError(f"player is {player!r}; expected Player.FIRST or Player.SECOND, who moves at the root")


def check_window(alpha: Value = None, beta: Value = None, player: object = None, **others: object) -> None:
    """Refuse a window that is empty or has no order, and what is no player."""
    check_player(player)
    for bound in (alpha, beta):
        if bound is not None and bound != bound:
            raise ValueError(f"a window cannot begin or end at {bound!r}, which has no place in an order of values")
    if alpha is not None and beta is not None and not alpha < beta:
        raise ValueError(f"empty window: alpha is {alpha!r}, beta is {beta!r}; expected alpha < beta")


class TreeTooDeep(ValueError):
    """A walk came to the end of the interpreter's stack.

    See also: :func:`walk`, which raises it; :func:`fpgames.tree.prune`.
    """


def walk(function: Callable[..., A], *args: object) -> A:
    """Call a recursive walk of a tree; where its labels do not compare or the stack ends, say so.

    ``walk f x = f x``

    Args:
        function: the walk.
        args: its arguments.

    Raises:
        TypeError: labels do not compare.
        TreeTooDeep: the walk itself, not a function that it calls, has used up the stack.
        RuntimeError: a function that it calls raised StopIteration, which would end a loop in silence.

    >>> walk(max, [1, 3, 2])
    3

    See also: :class:`TreeTooDeep`.
    """
    try:
        return guarded(function, *args)
    except TypeError as error:
        if not ("not supported between" in str(error) and _calls(error)[-1] in _STEPS):
            raise
        raise TypeError(f"labels of this tree do not compare ({error}); map_tree them to what does") from None
    except RecursionError as error:
        calls = _calls(error)
        steps = [at for at, call in enumerate(calls) if call in _STEPS]
        depth = len(steps)
        if depth < sys.getrecursionlimit() // 8 or len(calls) - steps[-1] > 20:
            raise  # a function of the user's has run away
        raise TreeTooDeep(
            f"this tree goes on below depth {depth - 1}, where the interpreter's stack ends; prune(depth) it first"
        ) from None


# The functions that call themselves, or each other, once for each level of a tree.
_STEPS = {
    ("fpgames.minimax", "high_one"),
    ("fpgames.minimax", "low_one"),
    ("fpgames.minimax", "value_one"),
    ("fpgames.alphabeta", "high_one"),
    ("fpgames.alphabeta", "low_one"),
    ("fpgames.alphabeta", "_improving"),
    ("fpgames.trace", "trace_one"),
    ("fpgames.walks", "fold_one"),
    ("fpgames.walks", "_drawn"),
}


def _calls(error: Exception) -> list[tuple[str, str]]:
    """The calls that an error has come through, from the outside in: module and function."""
    frames = (frame for frame, _ in traceback.walk_tb(error.__traceback__))
    return [(str(frame.f_globals.get("__name__")), frame.f_code.co_name) for frame in frames]
