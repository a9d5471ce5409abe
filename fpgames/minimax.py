"""Minimax: the value, the best move and the expected line of play of a tree.

Every walk here asks for the labels of leaves only. The first player is the maximiser.

Source: article 2; Hughes, *Why Functional Programming Matters*, section 5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import total_ordering
from typing import Any, Generic, NamedTuple, TypeVar

from fpgames.checks import require_at_least
from fpgames.rose import MISSING, Tree, unfold, walk
from fpgames.rules import GameOver, Player
from fpgames.sketch import Shown, shown
from fpgames.tree import Node, map_tree, unshared, with_ply
from fpgames.walks import once

__all__ = [
    "Deepened", "Scored", "best_move", "count_leaves", "deepen", "maximise", "minimax", "minimise", "negamax",
    "principal_variation", "quicker", "within",
]  # fmt: skip

A = TypeVar("A")
B = TypeVar("B")
P = TypeVar("P")
M = TypeVar("M")


def maximise(tree: Tree[A]) -> A:
    """The value of a tree whose root's player wants the greatest: ``maximise (Node _ ts) = maximum (map minimise ts)``.

    The value of a leaf is its label: ``maximise (Node a []) = a``.

    Args:
        tree: a finite tree of ordered labels.

    Raises:
        TypeError: labels do not compare.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames.tree import node
    >>> maximise(node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])]))
    3

    See also: :func:`minimise`, :func:`fpgames.alphabeta.alpha_beta`.

    Source: article 2, ``maximise``.
    """
    high, _ = _walks(tree)
    return walk(high, tree._seed, tree._depth)


def minimise(tree: Tree[A]) -> A:
    """The value of a tree whose root's player wants the least: ``minimise (Node _ ts) = minimum (map maximise ts)``.

    Args:
        tree: a finite tree of ordered labels.

    Raises:
        TypeError: labels do not compare.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames.tree import node
    >>> minimise(node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])]))
    2

    See also: :func:`maximise`.

    Source: article 2, ``minimise``.
    """
    _, low = _walks(tree)
    return walk(low, tree._seed, tree._depth)


def minimax(player: Player) -> Callable[[Tree[A]], A]:
    """The walk for whoever moves at the root: :func:`maximise` for the first player, :func:`minimise` for the second.

    ``minimax :: Ord a => Player -> Tree a -> a``

    Args:
        player: who moves at the root.

    >>> minimax(Player.SECOND) is minimise
    True

    See also: :func:`negamax`; :func:`fpgames.bots.bot_minimax`, which plays by it.
    """
    return maximise if Player(player) is Player.FIRST else minimise


def _walks(tree: Tree[A]) -> tuple[Callable[[Any, float], A], Callable[[Any, float], A]]:
    """Both walks of a tree, from a seed and how many levels are left below it."""
    label_of, children_of, key_of = tree._label_of, tree._children_of, tree._key_of

    def high_one(seed: Any, left: float) -> Any:
        best = MISSING
        if left:
            left -= 1
            for child in children_of(seed):
                value = low(child, left) if left else leaf(child)
                if best is MISSING or value > best:
                    best = value
        return label_of(seed) if best is MISSING else best

    def low_one(seed: Any, left: float) -> Any:
        best = MISSING
        if left:
            left -= 1
            for child in children_of(seed):
                value = high(child, left) if left else leaf(child)
                if best is MISSING or value < best:
                    best = value
        return label_of(seed) if best is MISSING else best

    def known_leaf(seed: Any) -> Any:
        return high(seed, 0)

    leaf: Callable[[Any], Any] = label_of if key_of is None else known_leaf  # nothing to look up: a call less
    high, low = once(key_of, high_one), once(key_of, low_one)
    return high, low


def negamax(tree: Tree[A]) -> A:
    """The value of a tree for whoever moves at its root, of labels seen by whoever moves at them.

    ``negamax (Node a []) = a``, ``negamax (Node _ ts) = maximum (map (negate . negamax) ts)``

    Args:
        tree: a finite tree of numbers.

    Raises:
        TypeError: labels do not compare.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames.tree import node
    >>> negamax(node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])]))
    3

    See also: :func:`maximise`, whose labels are all seen by the first player.

    Source: Knuth and Moore 1975 (doi:10.1016/0004-3702(75)90019-3).
    """
    label_of, children_of, key_of = tree._label_of, tree._children_of, tree._key_of

    def value_one(seed: Any, left: float) -> Any:
        best = MISSING
        for child in children_of(seed) if left else ():
            found = -value(child, left - 1)
            if best is MISSING or found > best:
                best = found
        return label_of(seed) if best is MISSING else best

    value = once(key_of, value_one)
    found: A = walk(value, tree._seed, tree._depth)
    return found


@total_ordering
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
        return bool(self.value < other.value)  # type: ignore[operator]

    def __gt__(self, other: Scored[A, M]) -> bool:
        return bool(self.value > other.value)  # type: ignore[operator]

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Scored({self.value!r}, {self.line!r})"


@shown.register
def _(scored: Scored) -> Shown:  # type: ignore[type-arg]
    return Shown(shown(scored.value).text, str(scored.line[-1]) if scored.line else "")


def principal_variation(
    static: Callable[[P], A],
    tree: Tree[Node[P, M]],
    search: Callable[[Tree[Scored[A, M]]], Scored[A, M]] = maximise,
) -> Scored[A, M]:
    r"""The value of a game tree and the line of play that leads to it: the labels carry the line, any search finds it.

    ``principalVariation static = search . fmap (\(Node p ms) -> Scored (static p) ms)``

    Two ways to one position are two lines, so a shared tree is walked here as if it were not.

    Args:
        static: a position's value to the first player.
        tree: what stages have made of ``game_tree(rules)(position)``.
        search: any walk of ordered labels, ``maximise`` or ``alpha_beta`` say; for the second player to move,
            ``minimise``.

    >>> from functools import reduce
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.rules import value_of_outcome
    >>> from fpgames.tree import game_tree, prune
    >>> p = reduce(rules.play, [0, 3, 1, 4], rules.start)
    >>> principal_variation(value_of_outcome(rules), prune(3)(game_tree(rules)(p)))
    Scored(1, (2,))

    See also: :func:`best_move`.
    """

    def scored(node: Node[P, M]) -> Scored[A, M]:
        return Scored(static(node.position), node.line)

    return search(map_tree(scored, unshared(tree)))


def best_move(
    static: Callable[[P], A], tree: Tree[Node[P, M]], search: Callable[[Tree[Scored[A, M]]], Scored[A, M]] = maximise
) -> M:
    """The first move of the line of play expected: the first of the best moves.

    ``bestMove static = head . line . principalVariation static``

    Args:
        static: a position's value to the first player.
        tree: what stages have made of ``game_tree(rules)(position)``.
        search: as for :func:`principal_variation`.

    Raises:
        GameOver: the tree is a leaf.

    >>> from functools import reduce
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.rules import value_of_outcome
    >>> from fpgames.tree import game_tree, prune
    >>> p = reduce(rules.play, [0, 3, 1, 4], rules.start)
    >>> best_move(value_of_outcome(rules), prune(3)(game_tree(rules)(p)))
    2

    See also: :func:`principal_variation`.
    """
    line = principal_variation(static, tree, search).line
    if not line:
        raise GameOver("no move to choose: this tree is a leaf")
    return line[0]


def quicker(tree: Tree[A]) -> Tree[tuple[A, int]]:
    """The tree whose labels also say how soon: of equal wins the quicker is the better, of equal losses the slower.

    A label v, n moves below the root, becomes ``(v, -n)`` if it is good for the first player, ``(v, n)`` if it is bad,
    else ``(v, 0)``.

    Args:
        tree: a tree of numbers, values to the first player.

    >>> from fpgames.tree import node
    >>> maximise(quicker(node(0, [node(0, [node(0, [node(1)])]), node(1)])))
    (1, -1)

    See also: :func:`fpgames.tree.with_ply`; :func:`fpgames.bots.bot_minimax`, whose ``quick`` it is.

    Source: article 3, whose evaluation counts the marks on a won board.
    """

    def sooner(pair: tuple[Any, int]) -> tuple[Any, int]:
        value, ply = pair
        return value, (value < 0) * ply - (value > 0) * ply

    return map_tree(sooner, with_ply(tree))


def count_leaves(search: Callable[[Tree[A]], B], tree: Tree[A]) -> tuple[B, int]:
    """What a search answers, and for how many leaves it asked: ``countLeaves :: (Tree a -> b) -> Tree a -> (b, Int)``.

    Args:
        search: any walk, ``maximise`` or ``alpha_beta`` say.
        tree: the tree it walks.

    >>> from fpgames.alphabeta import alpha_beta
    >>> from fpgames.tree import node
    >>> tree = node(0, [node(0, [node(2), node(3)]), node(0, [node(1), node(4)])])
    >>> count_leaves(maximise, tree), count_leaves(alpha_beta, tree)
    ((2, 4), (2, 3))

    See also: :func:`deepen`, which counts too; :func:`fpgames.analysis.analyse_move`.
    """
    asked = 0  # counted in here, never seen from outside before the end: a state thread

    def counted(label: A) -> A:
        nonlocal asked
        asked += 1
        return label

    return search(map_tree(counted, tree)), asked


class Deepened(NamedTuple, Generic[A]):
    """What a search found at a depth, what it cost, and whether the depth cut nothing off.

    Args:
        depth: levels below the root.
        value: what the search answered.
        leaves: how many leaves it asked for.
        nodes: how many nodes were made for it, the root included.
        complete: whether no leaf it asked for goes on below the depth.

    See also: :func:`deepen`, which answers them.
    """

    depth: int
    value: A
    leaves: int
    nodes: int
    complete: bool


def deepen(search: Callable[[Tree[A]], B], tree: Tree[A]) -> Iterator[Deepened[B]]:
    """A search at depth 1, 2, 3 and so on, each when it is asked for, until one is complete: iterative deepening.

    ``map value (deepen search tree) = [search (prune n tree) | n <- [1 ..]]``, as far as it goes

    Args:
        search: any walk that asks for the labels of leaves only.
        tree: any tree, an infinite one too.

    >>> from itertools import islice
    >>> from fpgames.tree import build_tree
    >>> naturals = build_tree(lambda n: (2 * n, 2 * n + 1))
    >>> [found.value for found in islice(deepen(maximise, naturals(1)), 4)]
    [3, 6, 13, 26]

    See also: :func:`within`.
    """
    depth, complete = 0, False
    while not complete:
        depth += 1
        found = _deepened(search, tree, depth)
        yield found
        complete = found.complete


def _deepened(search: Callable[[Tree[A]], B], tree: Tree[A], depth: int) -> Deepened[B]:
    leaves, nodes, complete = 0, 1, True  # counted in here, never seen from outside before the end: a state thread

    def label(seed: Any) -> Any:
        nonlocal leaves, complete
        leaves += 1
        complete = complete and (depth >= tree._depth or next(iter(tree._children_of(seed)), MISSING) is MISSING)
        return tree._label_of(seed)

    def children(seed: Any) -> Iterator[Any]:
        nonlocal nodes
        for child in tree._children_of(seed):
            nodes += 1
            yield child

    value = search(unfold(label, children, tree._seed, min(depth, tree._depth), tree._key_of, tree._carried_of))
    return Deepened(depth, value, leaves, nodes, complete)


def within(budget: int, results: Iterable[Deepened[A]]) -> Iterator[Deepened[A]]:
    """The results that are begun before a budget of nodes is spent; the first in any case.

    ``within :: Int -> [Deepened a] -> [Deepened a]``

    Args:
        budget: nodes, at least 1.
        results: searches ever deeper.

    Raises:
        ValueError: the budget is less than 1.

    >>> from fpgames.tree import build_tree
    >>> naturals = build_tree(lambda n: (2 * n, 2 * n + 1))
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
