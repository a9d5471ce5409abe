"""Monte-Carlo over lazy trees: a playout is a random descent, an estimate a label that happens to be an action.

``game_tree |> prune(1) |> traverse_tree(estimate(n)) |> best`` is the Monte-Carlo bot: the stages of minimax.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeVar, overload

from fpgames.checks import require_at_least
from fpgames.minimax import Scored, maximise
from fpgames.rng import Gen, Rand, below
from fpgames.rose import Stage, Tree
from fpgames.rules import Outcome, Player, Rules
from fpgames.state import Do, State, do, fold_replicate_m
from fpgames.tree import Node, game_tree, node

__all__ = ["best", "estimate", "random_leaf", "traverse_tree"]

A = TypeVar("A")
B = TypeVar("B")
S = TypeVar("S")
P = TypeVar("P")
M = TypeVar("M")


@do
def random_leaf(tree: Tree[A]) -> Do[Gen, A]:
    """Draw a leaf's label by random descent, every child of a node as likely.

    ``randomLeaf :: Tree a -> Rand a``

    Where the children can be counted without being made, as those of ``game_tree`` can, only those on the way are.

    Args:
        tree: any tree of finite branches.

    >>> from fpgames.rng import SplitMix
    >>> from fpgames.tree import build_tree, prune
    >>> naturals = build_tree(lambda n: (2 * n, 2 * n + 1))
    >>> random_leaf(prune(20)(naturals(1))).eval(SplitMix.from_seed(42))
    1522897

    See also: :func:`fpgames.playouts.random_move`, the same for a game.
    """
    seed, left = tree._seed, tree._depth
    while left:
        children = tree._children_of(seed)
        if not isinstance(children, Sequence):
            children = tuple(children)
        if not children:
            break
        i: int = yield below(len(children))
        seed = children[i]
        left -= 1
    return tree._label_of(seed)


@overload
def traverse_tree(function: Callable[[A], State[S, B]]) -> Stage[Tree[A], State[S, Tree[B]]]: ...
@overload
def traverse_tree(function: Callable[[A], State[S, B]], tree: Tree[A]) -> State[S, Tree[B]]: ...
def traverse_tree(function: Any, tree: Any = None) -> Any:
    """Run an action for every leaf, from left to right: ``traverse``, where only leaves have labels.

    ``traverseTree :: (a -> State s b) -> Tree a -> State s (Tree b)``

    Like ``map_tree``, it never asks for an inner node's label; the tree answered has none there.

    Args:
        function: makes an action of a leaf's label.
        tree: a finite tree.

    >>> from fpgames.minimax import maximise
    >>> from fpgames.rng import SplitMix, uniform
    >>> from fpgames.tree import node
    >>> traverse_tree(lambda n: uniform(0, n))(node(0, [node(3), node(9)])).map(maximise).eval(SplitMix.from_seed(1))
    2

    See also: :func:`fpgames.tree.map_tree`.
    """
    if tree is None:
        return Stage(traverse_tree, (function,))
    return _traverse(function, tree)


@do
def _traverse(function: Callable[[A], State[S, B]], tree: Tree[A]) -> Do[S, Tree[B]]:
    children = []
    for child in tree.children:
        children.append((yield _traverse(function, child)))
    if children:
        known = tuple(children)
        return Tree(_no_label, lambda: known)
    return node((yield from function(tree.label)))


def _no_label() -> NoReturn:
    raise ValueError("an inner node of a traversed tree has no label; only leaves were evaluated")


def estimate(rules: Rules[P, M], n: int, player: Player) -> Stage[Node[P, M], Rand[Scored[int, M]]]:
    """A leaf's worth by n playouts: how many of them a player wins, with the line that leads to the leaf.

    ``estimate :: Rules p m -> Int -> Player -> Node p m -> Rand (Scored Int m)``

    Seen by that player, who is to maximise it; a draw counts like a loss, as in the article.

    Args:
        rules: the game.
        n: playouts, at least 1.
        player: whose wins are counted.

    Raises:
        ValueError: n is less than 1.

    >>> from functools import reduce
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.rng import StdGen
    >>> from fpgames.tree import prune
    >>> tree = prune(1)(game_tree(rules)(reduce(rules.play, [4, 0, 2, 5, 3, 6], rules.start)))
    >>> traverse_tree(estimate(rules, 100, Player.FIRST))(tree).map(maximise).eval(StdGen(1, 1))
    Scored(55, (1,))

    See also: :func:`best`; :func:`fpgames.bots.bot_mc`, the bot that the two make.
    """
    require_at_least(1, n, "play {} random games")
    leaf_to_action: Stage[Node[P, M], Rand[Scored[int, M]]] = Stage(_estimate, (rules, n, player))
    return leaf_to_action


def _estimate(rules: Rules[P, M], n: int, player: Player, leaf: Node[P, M]) -> Rand[Scored[int, M]]:
    won = Outcome(player)
    playout = random_leaf(game_tree(rules)(leaf.position))
    wins = fold_replicate_m(lambda wins, end: wins + (rules.outcome(end.position).unwrap() is won), 0, n, playout)
    return wins.map(lambda wins: Scored(wins, leaf.line))


def best(tree: Tree[Scored[A, M]]) -> M:
    """The move that begins the line of the greatest value; of equal moves the last, as the article's bots have it.

    ``best :: Ord a => Tree (Scored a m) -> m``

    Args:
        tree: a finite tree of scored leaves, below its root at least one.

    >>> from fpgames.tree import node
    >>> best(node(Scored(0, ()), [node(Scored(1, ("a",))), node(Scored(1, ("b",)))]))
    'b'

    See also: :func:`fpgames.minimax.best_move`, which plays the first.
    """
    return maximise(_mirrored(tree)).line[0]


def _mirrored(tree: Tree[A]) -> Tree[A]:
    return Tree(lambda: tree.label, lambda: map(_mirrored, reversed(list(tree.children))))
