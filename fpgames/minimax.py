"""Minimax: the value, the best move and the expected line of play of a tree.

Every search here asks for the labels of leaves only, and asks the tree whose turn it is. The first player is the maximiser.

Source: article 2; Hughes, *Why Functional Programming Matters*, section 5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, cast, overload

from fpgames.checks import require_at_least
from fpgames.rose import MISSING, Seed, Tree, bare_search, of_a_tree, pair_tree, player_search, walk
from fpgames.rules import GameOver, Player, Rules, Value
from fpgames.sketch import Shown, shown
from fpgames.stage import Bare, Stage
from fpgames.tree import Node, carrying, changed, map_tree, mapped, prune, with_ply
from fpgames.turns import after, begun_by, require_ordered, require_result, require_values, to_search, turn, unordered
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
        TypeError: labels do not compare.
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
        return label_of(seed) if player is first else -label_of(seed)

    first, second = Player
    value = once(tree.unfolding.shared, value_one)
    found: A = walk(value, tree.seed, tree.depth, tree.player)
    return require_ordered(found)


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
    def scored(node: Node[P, M]) -> Scored[A, M]:
        if not isinstance(node, Node):
            raise TypeError(f"principal_variation needs the labels of game_tree, got {node!r}")
        return Scored(static(node.position), node.line)

    return search(map_tree(scored)(tree))


class BestMove(Protocol):
    """A bare function from a tree to a move, or one that has another search.

    See also: :func:`best_move`.
    """

    @overload
    def __call__(self, tree: Tree[object], /) -> Any: ...
    @overload
    def __call__(self, *, search: Callable[[Tree[Scored[Value, Seed]]], Scored[Value, Seed]]) -> BestMove: ...
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
        TypeError: the search returns something else than one of the labels.

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
    found = search(_below_the_root(tree))
    if not isinstance(found, Scored):
        raise TypeError(f"best_move needs a search that returns one of the labels; {search!r} returned {found!r}")
    if not found.line:
        raise GameOver("no move to choose: this tree is a leaf")
    return _move_between(unfolding.rules, *map(unfolding.position_of, (tree.seed, *found.line)))


def _move_between(rules: Rules[P, M], p: P, q: P) -> M:
    for move in rules.moves(p):
        if rules.play(p, move) == q:
            return move
    raise ValueError(f"no move of {rules.name} leads from {p!r} to {q!r}: a stage has put another position there")


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
    return _by_how_soon(with_ply(require_values(tree, "quicker")))


def _how_soon(pair: tuple[Value, int]) -> tuple[Value, int]:
    value, ply = pair
    try:
        soon = -ply if value > 0 else ply if value < 0 else 0
    except TypeError as error:
        raise TypeError(
            f"quicker needs labels that are numbers, got {value!r}; a bot whose static values are no numbers takes"
            " quick=False"
        ) from error
    return (value, soon) if soon or value == value else unordered(value)


_by_how_soon = map_tree(_how_soon)


def count_leaves(search: Callable[[Tree[A]], B], tree: Tree[A]) -> tuple[B, int]:
    """Return what a search finds, and for how many leaves it asked: ``countLeaves :: (Tree a -> b) -> Tree a -> (b, Int)``.

    Of a shared tree, a leaf that is met again counts once for each player who moves there; a walk that does not ask whose
    turn it is, as ``size`` does not, counts it once.

    Args:
        search: any search, ``maximise`` or ``alpha_beta`` say.
        tree: the tree it searches.

    Raises:
        TypeError: the search is lazy, and has not looked at the tree when it returns.

    >>> from fpgames.alphabeta import ab_maximise
    >>> from fpgames.tree import node
    >>> tree = node(0, [node(0, [node(2), node(3)]), node(0, [node(1), node(4)])])
    >>> count_leaves(maximise, tree), count_leaves(ab_maximise, tree)
    ((2, 4), (2, 3))

    See also: :func:`count_nodes`; :func:`deepen`, which counts too; :func:`fpgames.analysis.analyse_move`.
    """
    asked = 0  # counted in here, never seen from outside before the end: a state thread
    label_of = tree.unfolding.label_of

    def counted(seed: Seed) -> A:
        nonlocal asked
        asked += 1
        label: A = label_of(seed)
        return label

    return require_result(search(changed(tree, label_of=counted)), search), asked


def count_nodes(search: Callable[[Tree[A]], B], tree: Tree[A]) -> tuple[B, int]:
    """Return what a search finds, and how many nodes it came to: ``countNodes :: (Tree a -> b) -> Tree a -> (b, Int)``.

    These are the calls of the search: one for the root, and one for every child that it drew, also if it was cut there, or
    if the child is the same as one met before in a shared tree. Children behind a cut are not drawn.

    Args:
        search: any search, ``maximise`` or ``alpha_beta`` say.
        tree: the tree it searches.

    Raises:
        TypeError: the search is lazy, and has not looked at the tree when it returns.

    >>> from fpgames.alphabeta import ab_maximise
    >>> from fpgames.tree import node
    >>> tree = node(0, [node(0, [node(2), node(3)]), node(0, [node(1), node(4)])])
    >>> count_nodes(maximise, tree), count_nodes(ab_maximise, tree)
    ((2, 7), (2, 6))

    See also: :func:`count_leaves`.
    """
    nodes = 1
    children_of = tree.unfolding.children_of

    def counted(seed: Seed) -> Iterator[Seed]:
        nonlocal nodes
        for child in children_of(seed):
            nodes += 1
            yield child

    return require_result(search(changed(tree, children_of=counted)), search), nodes


class Deepened(NamedTuple, Generic[A]):
    """What a search found at a depth, what it cost, and whether the depth cut nothing off.

    Args:
        depth: levels below the root.
        value: what the search found.
        leaves: how many leaves it asked for, as ``count_leaves`` counts them.
        nodes: how many nodes it came to, as ``count_nodes`` counts them.
        complete: whether no leaf it asked for goes on below the depth.

    See also: :func:`deepen`, which returns them.
    """

    depth: int
    value: A
    leaves: int
    nodes: int
    complete: bool


def deepen(search: Callable[[Tree[A]], B], tree: Tree[A]) -> Iterator[Deepened[B]]:
    """Search at depth 1, 2, 3 and so on, each when it is asked for, until one is complete: iterative deepening.

    ``map value (deepen search tree) = [search (prune n tree) | n <- [1 ..]]``, as far as it goes

    Args:
        search: any search that asks for the labels of leaves only.
        tree: any tree, an infinite one too.

    Raises:
        TypeError: the search is lazy, and has not looked at the tree when it returns.

    >>> from itertools import islice
    >>> from fpgames.tree import build_tree
    >>> naturals = build_tree(lambda n: (2 * n, 2 * n + 1)) | map_tree(float)
    >>> [found.value for found in islice(deepen(maximise, naturals(1)), 4)]
    [3.0, 6.0, 13.0, 26.0]

    See also: :func:`within`.
    """
    depth, complete = 0, False
    while not complete:
        depth += 1
        found = _deepened(search, tree, depth)
        yield found
        complete = found.complete


def _deepened(search: Callable[[Tree[A]], B], tree: Tree[A], depth: int) -> Deepened[B]:
    leaves, complete = 0, True
    label_of, children_of, *_ = tree.unfolding

    def counted(seed: Seed) -> A:
        nonlocal leaves, complete
        leaves += 1
        complete = complete and (depth >= tree.depth or next(iter(children_of(seed)), MISSING) is MISSING)
        label: A = label_of(seed)
        return label

    value, nodes = count_nodes(search, changed(tree, label_of=counted) | prune(depth))
    return Deepened(depth, value, leaves, nodes, complete)


def within(budget: int, results: Iterable[Deepened[A]]) -> Iterator[Deepened[A]]:
    """Return the results that are begun before a budget of nodes is spent; the first in any case.

    ``within :: Int -> [Deepened a] -> [Deepened a]``

    Args:
        budget: nodes, at least 1.
        results: searches ever deeper.

    Raises:
        ValueError: the budget is less than 1.

    >>> from fpgames.tree import build_tree
    >>> naturals = build_tree(lambda n: (2 * n, 2 * n + 1)) | map_tree(float)
    >>> [(found.depth, found.nodes) for found in within(11, deepen(maximise, naturals(1)))]
    [(1, 3), (2, 7), (3, 15)]

    See also: :func:`deepen`.
    """
    require_at_least(1, budget, "spend {} nodes")
    return _within(budget, results)


def _within(budget: int, results: Iterable[Deepened[A]]) -> Iterator[Deepened[A]]:
    for found in results:
        yield found
        budget -= found.nodes
        if budget <= 0:
            return
