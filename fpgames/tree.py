"""Lazy trees of positions, and the stages that make a tree of a tree.

A tree costs nothing until a search walks it, and a walk needs memory for one line of play: nothing is kept, and a label
that is asked for twice is computed twice (``share`` changes that). Stages take the tree last: ``prune(5)(tree)``, or
``tree | prune(5)``.

Source: article 2; Hughes, *Why Functional Programming Matters* (doi:10.1093/comjnl/32.2.98), section 5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, cast, overload

from toolz import identity

from fpgames.checks import guarded, require_at_least, require_function
from fpgames.rose import Seed, Tree, TreeTooDeep, Unfolding, node, of_a_tree, pair_tree, same_tree, tree_from, unfold
from fpgames.rules import Player, Rules, Value, to_player
from fpgames.sketch import Shown, shown
from fpgames.stage import SameTree, Stage
from fpgames.turns import playing, turn, unordered
from fpgames.walks import cannot_share, draw_tree, fold_tree, leaves, levels, size

__all__ = [
    "Node", "SameTree", "Stage", "Tree", "TreeTooDeep", "build_tree", "draw_tree", "extend_while", "fold_tree",
    "game_tree", "keep_best", "leaves", "levels", "map_tree", "node", "order_by", "prune", "prune_when", "rebuild",
    "share", "size", "unfold", "unshared", "with_ply",
]  # fmt: skip

A = TypeVar("A")
B = TypeVar("B")
P = TypeVar("P")
M = TypeVar("M")

TreeStage: TypeAlias = Stage[Tree[A], Tree[B]]
Seeds: TypeAlias = Iterable[Seed]


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
def build_tree(rules: Rules[P, M], /) -> Stage[P, Tree[P]]: ...
@overload
def build_tree(successors: Callable[[P], Iterable[P]], /, *, player: Player | None = None) -> Stage[P, Tree[P]]: ...
def build_tree(of: Any, /, *, player: Player | None = None) -> Any:
    """Return the tree of all positions that follow from one: ``buildTree f a = Node a (map (buildTree f) (f a))``.

    Built of rules, it knows whose turn it is at every node, and of which positions. Built of a function, players
    alternate from the one who is given; if none is given, the tree does not know.

    Args:
        of: the rules of a game; or a function that returns the positions after each move, any iterable.
        player: the player to move at the root, where the tree is built of a function.

    Raises:
        TypeError: it is built of something else, or of rules and a player.

    >>> halves = build_tree(lambda n: [n // 2] if n else [])
    >>> list(leaves(halves(10)))
    [0]
    >>> from fpgames.games.tictactoe import rules
    >>> build_tree(rules)(rules.start).player
    Player.FIRST

    See also: :func:`game_tree`, whose labels know the moves.

    Source: article 2, ``buildGTree``; Hughes, ``gametree``.
    """
    if isinstance(of, Rules):
        if player is not None:
            raise TypeError("build_tree takes rules, which know whose turn it is, or successors and a player")
        return Stage(_build_tree, (of,))
    if not callable(of):
        raise TypeError(f"build_tree takes rules, or a function from a position to those after it; got {of!r}")
    options = () if player is None else (("player", to_player(player)),)
    return Stage(_build_tree, (of,), options)


def _build_tree(of: Any, position: P, *, player: Player | None = None) -> Tree[P]:
    if isinstance(of, Rules):
        return _of_rules(of, Unfolding(identity, of.successors, rules=of, evaluated=False), position)
    return tree_from(Unfolding(identity, of, evaluated=False), position, turn=player)


def _of_rules(rules: Rules[P, M], functions: Unfolding, root: Seed) -> Tree[Any]:
    """A tree that asks rules whose turn it is: at the root only, if they claim that players alternate."""
    player, position_of = rules.player, functions.position_of
    if rules.alternates:
        return tree_from(functions, root, turn=to_player(guarded(player, position_of(root))))
    player_of = player if position_of is identity else lambda seed: player(position_of(seed))
    return tree_from(functions._replace(player_of=player_of), root)


def game_tree(rules: Rules[P, M]) -> Stage[P, Tree[Node[P, M]]]:
    """Return the tree of a game whose labels are positions with the line of moves that leads to them.

    ``fmap position (gameTree rules p) = buildTree rules p``

    Args:
        rules: the game.

    >>> from fpgames.games.tictactoe import rules
    >>> [child.label.move for child in game_tree(rules)(rules.start).children]
    [0, 1, 2, 3, 4, 5, 6, 7, 8]

    See also: :func:`build_tree`, the simpler and faster one.
    """
    return Stage(_game_tree, (rules,))


def _game_tree(rules: Rules[P, M], position: P) -> Tree[Node[P, M]]:
    def children(here: Node[P, M]) -> Sequence[Node[P, M]]:
        p, line = here
        return _Mapped(lambda move: Node(rules.play(p, move), (*line, move)), rules.moves(p))

    why = (
        "the labels of game_tree carry the line that leads to each, so no two are equal; build_tree(rules) has positions for"
        " labels, and best_move finds the move of its trees"
    )
    functions = Unfolding(
        identity, children, rules=rules, position_of=attrgetter("position"), evaluated=False, unsharable=why
    )
    return _of_rules(rules, functions, Node(position, ()))


class _Mapped(Sequence[Seed]):
    """A sequence with a function applied to each of its values when that is asked for."""

    def __init__(self, function: Callable[[Seed], Seed], values: Sequence[Seed]) -> None:
        self._function = function
        self._values = values

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, i: Any) -> Seed:
        return self._function(self._values[i])

    def __iter__(self) -> Iterator[Seed]:
        function = self._function  # map would end where the function raises StopIteration; a generator does not
        return (function(value) for value in self._values)


def mapped(function: Callable[[Seed], Seed], seeds: Seeds) -> Seeds:
    """What can be counted without being made stays so; the function is ours, and raises no StopIteration."""
    return _Mapped(function, seeds) if isinstance(seeds, Sequence) else map(function, seeds)


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
    inner_label_of, player_of, position_of = (
        tree.unfolding.label_of,
        tree.unfolding.player_of,
        tree.unfolding.position_of,
    )
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

    >>> list(leaves(map_tree(str)(node(1, [node(2), node(3)]))))
    ['2', '3']

    See also: :func:`fpgames.montecarlo.traverse_tree`, for a function that is an action.

    Source: article 2, ``mapTree``.
    """
    return Stage(_map_tree, (require_function(function, "map_tree"),))


@of_a_tree
def _map_tree(function: Callable[[A], B], tree: Tree[A]) -> Tree[B]:
    label_of = tree.unfolding.label_of
    return changed(
        tree, label_of=function if label_of is identity else lambda seed: function(label_of(seed)), evaluated=True
    )


def order_by(key: Callable[[A], Value], *, player: Player | None = None) -> TreeStage[A, A]:
    """Return the tree with every node's children in order, best first for the player to move; equal ones stay in order.

    ``orderBy :: Ord b => (a -> b) -> Tree a -> Tree a``

    Args:
        key: a label's worth to the first player, any ordered value.
        player: the player to move at the root, for a tree that does not know.

    Raises:
        ValueError: by the stage: the tree does not know whose turn it is, or knows another; a key is NaN.

    >>> [child.label for child in order_by(identity, player=Player.FIRST)(node(0, map(node, [1, 3, 2]))).children]
    [3, 2, 1]

    See also: :func:`keep_best`.
    """
    return Stage(_order_by, (require_function(key, "order_by"),), _begun(player))


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

    >>> [child.label for child in keep_best(2, identity, player=Player.FIRST)(node(0, map(node, [1, 3, 2]))).children]
    [3, 2]

    See also: :func:`order_by`.

    Source: article 2, the first exercise.
    """
    require_at_least(1, n, "keep the best {}")
    return Stage(_keep_best, (n, require_function(key, "keep_best")), _begun(player))


@of_a_tree
def _keep_best(n: int, key: Callable[[A], Value], tree: Tree[A], *, player: Player | None = None) -> Tree[A]:
    return _best_first(key, playing(tree, player, "keep_best"), n)


def _begun(player: Player | None) -> tuple[tuple[str, Player], ...]:
    return () if player is None else (("player", to_player(player)),)


def _best_first(key: Callable[[A], Value], tree: Tree[A], n: int | None) -> Tree[A]:
    label_of, children_of, player_of, *_ = tree.unfolding
    first, second = Player

    def worth(child: Seed) -> Value:
        found = key(child if label_of is identity else label_of(child))
        if found != found:
            unordered(found)
        return found

    def children(seed: tuple[Seed, Player]) -> list[tuple[Seed, Player]]:
        inner, player = seed
        ordered = sorted(children_of(inner), key=worth, reverse=player is first)
        other = second if player is first else first
        if player_of is None:  # they alternate
            return [(child, other) for child in ordered[:n]]
        return [(child, turn(player_of(child), other)) for child in ordered[:n]]

    return carrying(tree, tree.player, children)


@pair_tree
def with_ply(tree: Tree[A]) -> Tree[tuple[A, int]]:
    """Return the tree whose labels also say how many moves they are below the root: ``fmap fst . withPly = id``.

    Args:
        tree: any tree.

    >>> list(leaves(with_ply(node(1, [node(2, [node(3)]), node(4)]))))
    [(3, 2), (4, 1)]

    See also: :func:`fpgames.minimax.quicker`.
    """
    label_of, children_of, *_ = tree.unfolding

    def children(seed: tuple[Seed, int]) -> Seeds:
        inner, ply = seed
        return mapped(lambda child: (child, ply + 1), children_of(inner))

    return carrying(tree, 0, children, lambda seed: (label_of(seed[0]), seed[1]))


@same_tree
def share(tree: Tree[A]) -> Tree[A]:
    """Return the tree by need: searches and walks visit nodes that are the same once.

    ``search . share = search``

    Nodes are the same if their seeds are equal, as many levels are left below them, and the same player is to move there:
    these decide all that is below, so sharing changes no value, wherever it stands among other stages. What ``==`` calls
    equal must behave alike: the positions 1, True and 1.0 are one. Lists, traces and ``random_leaf`` walk a shared tree as
    if it were not shared.

    Args:
        tree: a tree of hashable positions.

    Raises:
        ValueError: it is a ``game_tree``, whose nodes are all different.
        TypeError: its positions are not hashable.

    >>> steps = build_tree(lambda n: [n + 1, n + 2] if n < 30 else [])
    >>> size(steps(0) | share)
    32

    See also: :func:`build_tree`, which is by name; :func:`fpgames.rules.up_to_symmetry`, which makes symmetric positions equal.
    """
    if tree.unfolding.unsharable:
        raise ValueError(f"this tree cannot be shared: {tree.unfolding.unsharable}")
    try:
        hash(tree.seed)
    except TypeError as error:
        raise cannot_share(error) from error
    return changed(tree, shared=True)


@same_tree
def unshared(tree: Tree[A]) -> Tree[A]:
    """Return the tree by name again: ``unshared . share = id``.

    Args:
        tree: any tree.

    >>> size(build_tree(lambda n: [n + 1, n + 2] if n < 5 else [])(0) | share | unshared)
    25

    See also: :func:`share`.
    """
    return changed(tree, shared=False)


@overload
def rebuild(*, children: Callable[[Tree[A]], Iterable[Tree[A]]]) -> TreeStage[A, A]: ...
@overload
def rebuild(
    *, label: Callable[[Tree[A]], B], children: Callable[[Tree[A]], Iterable[Tree[A]]] | None = None
) -> TreeStage[A, B]: ...
def rebuild(*, label: Any = None, children: Any = None) -> Any:
    """Make a stage of one's own: at every node, another label, or other children, or both.

    ``rebuild l c t = Node (l t) (map (rebuild l c) (c t))``

    What the tree knows stays known: whose turn it is, which position it is at each node, what may be shared.

    Args:
        label: returns the new label of a tree's root; if not given, it keeps its label.
        children: returns the children that a tree's root is to have: some of its children in any order, or what other
            stages make of them; if not given, it keeps them all.

    Raises:
        TypeError: neither is given.

    >>> mirror = rebuild(children=lambda tree: reversed(list(tree.children)))
    >>> list(leaves(mirror(node(0, [node(1), node(2, [node(3), node(4)])]))))
    [4, 3, 1]

    See also: :func:`map_tree`, whose function is of a label alone.
    """
    if label is None and children is None:
        raise TypeError("rebuild takes a function for the label, or one for the children, or both")
    given = (("label", label), ("children", children))
    return Stage(_rebuild, (), tuple(each for each in given if each[1] is not None))


def position_of(tree: Tree[object]) -> Seed:
    """The position that the root of a tree stands for.

    Raises:
        ValueError: the tree is not built of rules.
    """
    if tree.unfolding.rules is None:
        raise ValueError("this tree is not built of rules, so it does not know of which position it is the tree")
    return tree.unfolding.position_of(tree.seed)


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
        for child in children_of(at(seed)):
            yield (child.seed, child.depth, child.turn) if child.unfolding is ours else child

    functions = ours._replace(
        label_of=lambda seed: label_of(at(seed)),
        children_of=below,
        player_of=lambda seed: at(seed).player,
        position_of=lambda seed: position_of(at(seed)),
        evaluated=label is not None or ours.evaluated,
    )
    return tree_from(functions, (tree.seed, tree.depth, tree.turn), inf, tree.turn)
