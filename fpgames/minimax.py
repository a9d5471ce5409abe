"""Minimax: the value, the best move and the expected line of play of a tree.

Every search here asks for the labels of leaves only, and asks the tree whose turn it is. The first player is the maximiser.

Source: article 2; Hughes, *Why Functional Programming Matters*, section 5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, Protocol, TypeVar, cast, overload

from fpgames.checks import guarded
from fpgames.counting import Deepened, count_leaves, count_nodes, deepen, within
from fpgames.rose import MISSING, Seed, Tree, bare_search, of_a_tree, pair_tree, player_search, walk
from fpgames.rules import GameOver, Player, Rules, Value
from fpgames.sketch import Shown, shown
from fpgames.stage import Bare, Stage
from fpgames.tree import Node, carrying, counting_plies, map_tree, mapped
from fpgames.turns import after, begun_by, require_ordered, require_values, to_search, turn, unordered
from fpgames.walks import once

__all__ = [
    "BestMove", "Deepened", "Scored", "Variation", "best_move", "count_leaves", "count_nodes", "deepen", "maximise", "minimax",
    "minimise", "negamax", "principal_variation", "quicker", "within",
]  # fmt: skip

A = TypeVar("A")
B = TypeVar("B")
P = TypeVar("P")
M = TypeVar("M")


@bare_search
def maximise(tree: Tree[A]) -> A:
    """Return the value of a tree whose root's player wants the greatest: ``maximise (Node _ ts) = maximum (map minimise ts)``.

    The value of a leaf is its label: ``maximise (Node a []) = a``. Where the tree knows that a player moves twice in a row,
    ``maximise`` is followed by ``maximise``.

    Args:
        tree: a finite tree of ordered labels.

    Raises:
        ValueError: the tree knows that the second player moves at the root; labels are positions, or have no order, as NaN.
        TypeError: labels do not compare.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames.tree import node
    >>> maximise(node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])]))
    3

    See also: :func:`minimise`; :func:`minimax`, which asks the tree; :func:`fpgames.alphabeta.alpha_beta`.

    Source: article 2, ``maximise``.
    """
    return _value(begun_by(tree, Player.FIRST, "maximise", "minimise"))


@bare_search
def minimise(tree: Tree[A]) -> A:
    """Return the value of a tree whose root's player wants the least: ``minimise (Node _ ts) = minimum (map maximise ts)``.

    Args:
        tree: a finite tree of ordered labels.

    Raises:
        ValueError: the tree knows that the first player moves at the root; labels are positions, or have no order, as NaN.
        TypeError: labels do not compare.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames.tree import node
    >>> minimise(node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])]))
    2

    See also: :func:`maximise`.

    Source: article 2, ``minimise``.
    """
    return _value(begun_by(tree, Player.SECOND, "minimise", "maximise"))


@player_search
def minimax(tree: Tree[A], *, player: Player | None = None) -> A:
    """Return the value of a tree for the player to move: :func:`maximise` for the first, :func:`minimise` for the second.

    ``minimax :: Ord a => Tree a -> a``

    Args:
        tree: a finite tree of ordered labels.
        player: the player to move at the root, for a tree that does not know.

    Raises:
        ValueError: the tree does not know whose turn it is, or knows another; labels are positions, or have no order, as NaN.
        TypeError: labels do not compare.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames.games.tictactoe_bits import rules
    >>> from fpgames.tree import build_tree, node, prune
    >>> build_tree(rules)(rules.play(rules.start, 4)) | prune(3) | map_tree(rules.static) | minimax
    0
    >>> minimax(player=Player.SECOND)(node(0, [node(2), node(1)]))
    1

    See also: :func:`negamax`; :func:`fpgames.bots.bot_minimax`, which plays by it.
    """
    return _value(to_search(tree, player, "minimax"))


def _value(tree: Tree[A]) -> A:
    """The value of a tree that knows who moves at the root."""
    label_of, children_of, *_ = tree.unfolding
    shared = tree.unfolding.shared

    def high_one(seed: Seed, left: float) -> Value:
        best = MISSING
        if left:
            left -= 1
            for child in children_of(seed):
                value = after_high(child, left) if left else leaf(child)
                if best is MISSING or value > best:
                    best = value
                elif not value <= best:
                    unordered(value, best)
        return label_of(seed) if best is MISSING else best

    def low_one(seed: Seed, left: float) -> Value:
        best = MISSING
        if left:
            left -= 1
            for child in children_of(seed):
                value = after_low(child, left) if left else leaf(child)
                if best is MISSING or value < best:
                    best = value
                elif not value >= best:
                    unordered(value, best)
        return label_of(seed) if best is MISSING else best

    def known_leaf(seed: Seed) -> Value:
        return high(seed, 0)

    leaf: Callable[[Seed], Value] = known_leaf if shared else label_of  # nothing to look up: a call less
    high, low = once(shared, high_one), once(shared, low_one)
    after_high, after_low = after(tree.unfolding, high, low)
    value: A = walk(high if tree.player is Player.FIRST else low, tree.seed, tree.depth)
    return require_ordered(value)


@player_search
def negamax(tree: Tree[A], *, player: Player | None = None) -> A:
    """Return the value of a tree seen by the player who moves at its root; labels are seen by the first player, as always.

    ``negamax (Node a []) = sign * a``, ``negamax (Node _ ts) = maximum (map (negate . negamax) ts)``

    The sign is 1 where the first player moves, -1 where the second does. It turns only where the player changes.

    Args:
        tree: a finite tree of numbers.
        player: the player to move at the root, for a tree that does not know.

    Raises:
        ValueError: the tree does not know whose turn it is, or knows another; labels are positions, or have no order, as NaN.
        TypeError: labels are not numbers that have a sign.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames.tree import node
    >>> tree = node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])])
    >>> negamax(player=Player.FIRST)(tree), negamax(player=Player.SECOND)(tree)
    (3, -2)

    See also: :func:`minimax`, whose value is the first player's.

    Source: Knuth and Moore 1975 (doi:10.1016/0004-3702(75)90019-3).
    """
    tree = to_search(tree, player, "negamax")
    label_of, children_of, player_of, *_ = tree.unfolding

    first, second = Player

    ask: Callable[[Seed], Value] = label_of

    def ask_first(seed: Seed) -> Value:
        """Until a label shows it, it is not known whether labels have a sign."""
        nonlocal ask
        label = label_of(seed)
        ask = label_of if _has_sign(label) else ask_first
        return label

    ask = ask_first

    def value_one(seed: Seed, left: float, player: Player) -> Value:
        best = MISSING
        if left:
            left -= 1
            other = second if player is first else first
            for child in children_of(seed):
                if player_of is None or turn(player_of(child), other) is other:
                    found = -value(child, left, other)
                else:
                    found = value(child, left, player)
                if best is MISSING or found > best:
                    best = found
                elif not found <= best:
                    unordered(found, best)
        if best is not MISSING:
            return best
        return ask(seed) if player is first else -ask(seed)

    value = once(tree.unfolding.shared, value_one)
    found: A = walk(value, tree.seed, tree.depth, tree.player)
    return require_ordered(found)


def _has_sign(label: Value) -> bool:
    """Whether a label is seen to have an opposite; what wraps around, as numpy's unsigned integers do, is refused."""
    try:
        wraps = (-1 * label < 0) != (label > 0)
    except (TypeError, OverflowError):
        wraps = True
    if wraps and label == label:
        raise TypeError(f"negamax needs numbers that have a sign, got {label!r}; minimax takes any ordered values")
    return isinstance(label, int | float) or bool(label != 0)


class Scored(Generic[A, M]):
    """A value and the line of moves that leads to it; ordered by the value alone.

    Args:
        value: any ordered value.
        line: the moves from the root.

    >>> Scored(1, ("a",)) < Scored(2, ("b",)), Scored(1, ("a",)) == Scored(1, ("b",))
    (True, True)

    See also: :func:`principal_variation`.
    """

    __slots__ = ("line", "value")

    def __init__(self, value: A, line: tuple[M, ...]) -> None:
        self.value = value
        self.line = line

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scored) and bool(self.value == other.value)

    def __lt__(self, other: Scored[A, M]) -> bool:
        return bool(self.value < other.value) if isinstance(other, Scored) else NotImplemented  # type: ignore[operator]

    def __gt__(self, other: Scored[A, M]) -> bool:
        return bool(self.value > other.value) if isinstance(other, Scored) else NotImplemented  # type: ignore[operator]

    def __le__(self, other: Scored[A, M]) -> bool:
        return bool(self.value <= other.value) if isinstance(other, Scored) else NotImplemented  # type: ignore[operator]

    def __ge__(self, other: Scored[A, M]) -> bool:
        return bool(self.value >= other.value) if isinstance(other, Scored) else NotImplemented  # type: ignore[operator]

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Scored({self.value!r}, {self.line!r})"


@shown.register
def _(scored: Scored) -> Shown:  # type: ignore[type-arg]
    return Shown(shown(scored.value).text, str(scored.line[-1]) if scored.line else "")


class Variation(Protocol[P, A]):
    """A stage from a game tree to the line of play expected, of moves of any type.

    See also: :func:`principal_variation`, which returns it.
    """

    def __call__(self, tree: Tree[Node[P, M]], /) -> Scored[A, M]:
        """Return the value and the line."""
        ...

    def __or__(self, function: Callable[[Scored[A, Seed]], B], /) -> Stage[Tree[Node[P, Seed]], B]:
        """Compose: this first, then the function."""
        ...


def principal_variation(
    static: Callable[[P], A], *, search: Callable[[Tree[Scored[A, Seed]]], Scored[A, Seed]] = minimax
) -> Variation[P, A]:
    r"""Return the value of a game tree and the line of play that leads to it: the labels carry the line, any search finds it.

    ``principalVariation static = search . fmap (\(Node p ms) -> Scored (static p) ms)``

    Args:
        static: a position's value to the first player.
        search: any search of ordered labels, ``alpha_beta`` say.

    >>> from functools import reduce
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.tree import game_tree, prune
    >>> p = reduce(rules.play, [0, 3, 1, 4], rules.start)
    >>> game_tree(rules)(p) | prune(3) | principal_variation(rules.static)
    Scored(1, (2,))

    See also: :func:`best_move`, which is faster where a move is enough.
    """
    options = () if search is minimax else (("search", search),)
    return cast(
        "Variation[P, A]", Stage[Tree[Node[P, Seed]], Scored[A, Seed]](_principal_variation, (static,), options)
    )


@of_a_tree
def _principal_variation(
    static: Callable[[P], A],
    tree: Tree[Node[P, M]],
    *,
    search: Callable[[Tree[Scored[A, M]]], Scored[A, M]] = minimax,
) -> Scored[A, M]:
    labels = tree.unfolding.labels
    if labels not in ("positions and lines", "anything"):
        raise TypeError(
            f"principal_variation needs the labels of game_tree(rules), which it evaluates; those of this tree are {labels}"
        )

    def scored(node: Node[P, M]) -> Scored[A, M]:
        return Scored(static(node.position), node.line)

    return search(map_tree(scored)(tree))


class BestMove(Protocol):
    """A bare function from a tree to a move, or one that has another search.

    See also: :func:`best_move`.
    """

    @overload
    def __call__(self, tree: Tree[object], /) -> Any: ...
    @overload
    def __call__(
        self, *, search: Callable[[Tree[Scored[Value, Seed]]], Scored[Value, Seed]]
    ) -> Stage[Tree[object], Any]: ...
    def __call__(self, *tree: object, **options: object) -> Any:
        """Return the move; given a search, return a function that finds it by that search."""
        ...


def _bare_move(function: Callable[..., object]) -> BestMove:
    return cast("BestMove", Bare(of_a_tree(function)))


@_bare_move
def best_move(tree: Tree[A], *, search: Callable[[Tree[Value]], object] = minimax) -> Any:
    """Return the first of the best moves at the root of a tree of rules: ``bestMove :: Ord a => Tree a -> m``.

    Any search finds it: each label is scored together with the child of the root that it lies below. So nodes of a shared
    tree are the same if they lie below the same child of the root.

    Args:
        tree: what stages have made of ``build_tree(rules)(position)``, or of ``game_tree``'s, and evaluated.
        search: any search of ordered labels, ``alpha_beta`` say.

    Raises:
        GameOver: the tree is a leaf.
        ValueError: the tree is not built of rules; or as the search does.
        TypeError: the search has a window, or returns something else than the label of a leaf.

    >>> from functools import reduce
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.tree import build_tree, prune
    >>> p = reduce(rules.play, [0, 3, 1, 4], rules.start)
    >>> build_tree(rules)(p) | prune(3) | map_tree(rules.static) | best_move
    2

    See also: :func:`principal_variation`, for the whole line.
    """
    unfolding = require_values(tree, "best_move").unfolding
    if unfolding.rules is None:
        raise ValueError(
            "best_move needs a tree that knows the moves: one built of rules, build_tree(rules)(position); this one was"
            " built of a function or by hand"
        )
    if isinstance(search, Stage) and {"alpha", "beta"} & dict(search.options).keys():
        raise TypeError(f"best_move needs a search that finds the value; in its window {search!r} finds a bound")
    if next(tree.children, None) is None:
        raise GameOver("no move to choose: this tree is a leaf")
    found = search(_below_the_root(tree))
    if not (isinstance(found, Scored) and found.line):
        raise TypeError(f"best_move needs a search that returns one of the labels; {search!r} returned {found!r}")
    return guarded(_move_between, unfolding.rules, *map(unfolding.position_of, (tree.seed, *found.line)))


def _move_between(rules: Rules[P, M], p: P, q: P) -> M:
    for move in rules.moves(p):
        if rules.play(p, move) == q:
            return move
    raise ValueError(
        f"no move of {rules.name} leads from {p!r} to the best child here: a stage has put another tree there"
    )


def _below_the_root(tree: Tree[A]) -> Tree[Scored[A, Seed]]:
    """The tree whose labels are scored with the seed of the root's child that they lie below."""
    label_of, children_of, *_ = tree.unfolding

    def children(seed: tuple[Seed, Seed]) -> Iterable[Seed]:
        inner, first = seed
        return mapped(lambda child: (child, child if first is MISSING else first), children_of(inner))

    def scored(seed: tuple[Seed, Seed]) -> Scored[A, Seed]:
        inner, first = seed
        return Scored(label_of(inner), () if first is MISSING else (first,))

    return carrying(tree, MISSING, children, scored)


@pair_tree
def quicker(tree: Tree[A]) -> Tree[tuple[A, int]]:
    """Return the tree whose labels also say how soon: of equal wins the quicker is the better, of equal losses the slower.

    A label v, n moves below the root, becomes ``(v, -n)`` if it is good for the first player, ``(v, n)`` if it is bad,
    else ``(v, 0)``.

    Args:
        tree: a tree of numbers, values to the first player.

    Raises:
        ValueError: labels are positions, or NaN.
        TypeError: labels are not numbers.

    >>> from fpgames.tree import node
    >>> maximise(quicker(node(0, [node(0, [node(0, [node(1)])]), node(1)])))
    (1, -1)

    See also: :func:`fpgames.tree.with_ply`; :func:`fpgames.bots.bot_minimax`, whose ``quick`` it is.

    Source: article 3, whose evaluation counts the marks on a won board.
    """
    return counting_plies(require_values(tree, "quicker"), _how_soon)


def _how_soon(value: Value, ply: int) -> tuple[Value, int]:
    try:
        soon = -ply if value > 0 else ply if value < 0 else 0
    except TypeError as error:
        raise TypeError(
            f"quicker needs labels that are numbers, got {value!r}; a bot whose static values are no numbers takes"
            " quick=False"
        ) from error
    return (value, soon) if soon or value == value else unordered(value)
