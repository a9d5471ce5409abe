"""Monte-Carlo over lazy trees: a playout is a random descent, an estimate a label that happens to be an action.

``build_tree(rules) | prune(1) | traverse_tree(estimate(rules, n)) | map_state(best_move)`` is a Monte-Carlo bot: the stages of
minimax.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, NamedTuple, NoReturn, TypeVar

from fpgames.checks import require_at_least, require_function
from fpgames.playouts import playout
from fpgames.rng import Gen, Rand, below
from fpgames.rose import Seed, Tree, Unfolding, of_a_tree, tree_from
from fpgames.rules import Player, Rules
from fpgames.sketch import Shown, shown
from fpgames.stage import Stage
from fpgames.state import Do, State, do, fold_replicate_m

__all__ = ["INNER", "Inner", "estimate", "random_leaf", "traverse_tree"]

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
    label_of, children_of, *_ = tree.unfolding
    seed, left = tree.seed, tree.depth
    while left:
        children = children_of(seed)
        if not isinstance(children, Sequence):
            children = tuple(children)
        if not children:
            break
        i: int = yield below(len(children))
        seed = children[i]
        left -= 1
    label: A = label_of(seed)
    return label


class Inner:
    """The label of a traversed tree's inner nodes, which no action has evaluated; a search that comes to it is refused.

    See also: :data:`INNER`, the only one; :func:`traverse_tree`.
    """

    def __repr__(self) -> str:
        return "INNER"

    def _refuse(self, other: object) -> NoReturn:
        raise ValueError("this tree is cut above the leaves that traverse_tree has evaluated: prune it before that")

    __lt__ = __gt__ = __le__ = __ge__ = __ne__ = _refuse


INNER = Inner()
"""What stands at the inner nodes of a traversed tree."""


@shown.register
def _(label: Inner) -> Shown:
    return Shown("")


def traverse_tree(function: Callable[[A], State[S, B]]) -> Stage[Tree[A], State[S, Tree[B]]]:
    """Run an action for every leaf, from left to right: ``traverse``, where only leaves have labels.

    ``traverseTree :: (a -> State s b) -> Tree a -> State s (Tree b)``

    Like a search, it never asks for an inner node's label; the tree that it makes has ``INNER`` there, so that it can be
    drawn and folded. That tree knows what the other did: whose turn it is, and of which positions. Of a shared tree, the
    action runs once for each place at which a leaf occurs.

    Args:
        function: makes an action of a leaf's label.

    >>> from fpgames.minimax import maximise
    >>> from fpgames.rng import SplitMix, uniform
    >>> from fpgames.tree import node
    >>> traverse_tree(lambda n: uniform(0, n))(node(0, [node(3), node(9)])).map(maximise).eval(SplitMix.from_seed(1))
    2

    See also: :func:`fpgames.tree.map_tree`.
    """
    return Stage(_traverse_tree, (require_function(function, "traverse_tree"),))


class _Known(NamedTuple):
    """The seed of a traversed tree: all that is known of a node."""

    seed: Seed
    player: Player | None
    label: Any
    children: tuple[Any, ...] = ()


@of_a_tree
def _traverse_tree(function: Callable[[A], State[S, B]], tree: Tree[A]) -> State[S, Tree[B]]:
    position_of = tree.unfolding.position_of
    functions = Unfolding(
        attrgetter("label"), attrgetter("children"), attrgetter("player"), tree.unfolding.rules,
        lambda here: position_of(here.seed),
    )  # fmt: skip
    return _known(function, tree).map(lambda known: tree_from(functions, known, turn=known.player))


@do
def _known(function: Callable[[A], State[S, B]], tree: Tree[A]) -> Do[S, _Known]:
    children = []
    for child in tree.children:
        children.append((yield _known(function, child)))
    if children:
        return _Known(tree.seed, tree.player, INNER, tuple(children))
    return _Known(tree.seed, tree.player, (yield from function(tree.label)))


def estimate(rules: Rules[P, M], n: int) -> Stage[P, Rand[int]]:
    """Estimate a position by n playouts: the first player's wins less the second's, a value like any other.

    ``estimate :: Rules p m -> Int -> p -> Rand Int``

    Args:
        rules: the game.
        n: playouts, at least 1.

    Raises:
        ValueError: n is less than 1.

    >>> from functools import reduce
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.minimax import best_move
    >>> from fpgames.rng import StdGen
    >>> from fpgames.tree import build_tree, prune
    >>> tree = prune(1)(build_tree(rules)(reduce(rules.play, [4, 0, 2, 5, 3, 6], rules.start)))
    >>> traverse_tree(estimate(rules, 100))(tree).map(best_move).eval(StdGen(1, 1))
    1

    See also: :func:`fpgames.bots.bot_mc`, the article's bot, which counts the mover's wins alone.
    """
    require_at_least(1, n, "play {} random games")
    return Stage(_estimate, (rules, n))


def _estimate(rules: Rules[P, M], n: int, p: P) -> Rand[int]:
    return fold_replicate_m(lambda value, outcome: value + outcome, 0, n, playout(rules, p))
