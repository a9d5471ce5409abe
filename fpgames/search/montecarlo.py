"""Monte-Carlo over lazy trees: a playout is a random descent, an estimate an action that evaluates a label.

``build_tree(rules) | prune(1) | traverse_tree(estimate(rules, n)) | map_state(best_move)`` is a Monte-Carlo bot, built
like a minimax bot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import NamedTuple, NoReturn, TypeVar

from fpgames.rand.actions import below
from fpgames.rand.generators import Gen
from fpgames.state.action import Do, State, do, require_state
from fpgames.tree.decorators import checks_tree, tree_stage
from fpgames.tree.label_kinds import kind_after, labels_for
from fpgames.tree.unfolding import Tree, Unfolding, game_at, tree_from
from fpgames.validation import require_function

__all__ = ["INNER", "Inner", "random_leaf", "traverse_tree"]

A = TypeVar("A")
B = TypeVar("B")
G = TypeVar("G", bound=Gen)
M = TypeVar("M")
P = TypeVar("P")
S = TypeVar("S")


@checks_tree
@do
def random_leaf(tree: Tree[A]) -> Do[Gen, A]:
    """Draw the label of a leaf by random descent, where all children of a node are equally likely.

    ``randomLeaf :: Tree a -> Rand a``

    If the children are a sequence, as those of ``game_tree`` are, only those on the way are computed.

    Args:
        tree: any tree whose branches are finite.

    >>> from fpgames import SplitMix, build_tree, prune
    >>> naturals = build_tree(lambda n: (2 * n, 2 * n + 1))
    >>> random_leaf(prune(20)(naturals(1))).eval(SplitMix.from_seed(42))
    1522897

    See also: :func:`fpgames.play.playing.playout`, the same for a game.
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
    """The label of the inner nodes of a traversed tree, which have no value; comparing or computing raises ValueError.

    See also: :data:`INNER`, the only one; :func:`traverse_tree`.
    """

    def __repr__(self) -> str:
        return "INNER"

    def _refuse(self, *others: object) -> NoReturn:
        raise ValueError(
            "only the leaves of a tree of traverse_tree have values: order and prune the tree before, not after"
        )

    __lt__ = __gt__ = __le__ = __ge__ = __ne__ = _refuse
    __abs__ = __neg__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __float__ = __int__ = _refuse


INNER = Inner()
"""The label of the inner nodes of a traversed tree."""


@tree_stage(function=require_function)
def traverse_tree(tree: Tree[A], function: Callable[[A], State[S, B]]) -> State[S, Tree[B]]:
    """Run an action for every leaf, from left to right: ``traverse``, as if only leaves had labels.

    ``traverseTree :: (a -> State s b) -> Tree a -> State s (Tree b)``

    Like a search, it never computes the labels of inner nodes; the new tree has ``INNER`` there, so that it can be
    drawn and folded. The new tree knows the player to move and the position at every node if the given tree does. In a
    shared tree, the action runs once for each place at which a leaf occurs.

    Args:
        function: makes an action from the label of a leaf.

    >>> from fpgames import SplitMix, maximise, node, uniform
    >>> tree = node(0, [node(3), node(9)])
    >>> traverse_tree(lambda n: uniform(0, n))(tree).map(maximise).eval(SplitMix.from_seed(1))
    2

    See also: :func:`fpgames.tree.stages.map_tree`, for a function that returns a label.
    """
    labels_for(function, tree)
    game = game_at(tree.unfolding.game.rules, attrgetter("tree"))
    labels = kind_after(function, tree.unfolding.labels)
    functions = Unfolding(attrgetter("label"), attrgetter("children"), labels, game)
    return _known(function, tree).map(lambda known: tree_from(functions, known, turn=tree.player))


class _Known(NamedTuple):
    """The seed of a traversed tree: all that is known about a node."""

    tree: Tree[object]
    label: object
    children: tuple[object, ...] = ()


@do
def _known(function: Callable[[A], State[S, B]], tree: Tree[A]) -> Do[S, _Known]:
    children = []
    for child in tree.children:
        children.append((yield _known(function, child)))
    if children:
        return _Known(tree, INNER, tuple(children))
    return _Known(tree, (yield from require_state(function(tree.label))))
