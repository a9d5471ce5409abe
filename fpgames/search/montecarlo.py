"""Monte-Carlo search of lazy trees: draw a random leaf, or evaluate every leaf by an action that draws random numbers.

``build_tree(rules) | prune(1) | traverse_tree(estimate(rules, n)) | map_state(best_move)`` is a Monte-Carlo bot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, NamedTuple, NoReturn, TypeVar

from fpgames.rand.actions import below
from fpgames.rand.generators import Gen
from fpgames.state.action import Do, State, do, require_state
from fpgames.tree.decorators import checks_tree, tree_stage
from fpgames.tree.label_kinds import kind_after, require_suitable_label_of
from fpgames.tree.unfolding import Tree, readers_of, with_new_nodes
from fpgames.validation import require_function

__all__ = ["INNER", "Inner", "random_leaf", "traverse_tree"]

A = TypeVar("A")
B = TypeVar("B")
G = TypeVar("G", bound=Gen)
M = TypeVar("M")
P = TypeVar("P")
S = TypeVar("S")


@checks_tree("Do[Gen, A]")
@do
def random_leaf(tree: Tree[A]) -> Do[Gen, A]:
    """Return an action that draws a leaf by random descent from the root, and returns its label.

    ``randomLeaf :: Tree a -> Rand a``

    All children of a node are equally likely. If they are a sequence, as in ``game_tree``, only one is computed.

    Args:
        tree: any tree in which every branch ends.

    >>> from fpgames import SplitMix, build_tree, prune
    >>> naturals = build_tree(lambda n: (2 * n, 2 * n + 1))
    >>> random_leaf(prune(20)(naturals(1))).eval(SplitMix.from_seed(42))
    1522897

    See also: :func:`fpgames.play.playing.playout`, a random game by the rules.
    """
    readers = readers_of(tree)
    seed, left = tree.seed, tree.depth
    while left:
        children = readers.children_of(seed)
        if not isinstance(children, Sequence):
            children = tuple(children)
        if not children:
            break
        i: int = yield below(len(children))
        seed = children[i]
        left -= 1
    label: A = (readers.label_of if left else readers.last_label_of)(seed)
    return label


class Inner:
    """The type of ``INNER``, the label of a node without a value. Comparisons and arithmetic raise ValueError.

    See also: :data:`INNER`, its only instance; :func:`traverse_tree`.
    """

    def __repr__(self) -> str:
        return "INNER"

    def _no_value(self, *others: object) -> NoReturn:
        raise ValueError(
            "only the leaves of a tree of traverse_tree have values: order and prune the tree before, not after"
        )

    __lt__ = __gt__ = __le__ = __ge__ = __ne__ = _no_value
    __abs__ = __neg__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __float__ = __int__ = _no_value


INNER = Inner()
"""The label of all inner nodes of a tree that ``traverse_tree`` returns: they have no value."""


@tree_stage("State[B, Tree[B]]", function=require_function)
def traverse_tree(tree: Tree[A], function: Callable[[A], State[S, B]]) -> State[S, Tree[B]]:
    """Return an action that runs one action for each leaf, from left to right, and returns the tree of their results.

    ``traverseTree :: (a -> State s b) -> Tree a -> State s (Tree b)``

    Labels of inner nodes are not computed, and become ``INNER``. The new tree keeps the player to move and the position
    of every node, if known. In a shared tree, equal leaves are not merged: an action runs for each of them.

    Args:
        function: returns the action to run for a leaf's label.

    >>> from fpgames import SplitMix, maximise, node, uniform
    >>> tree = node(0, [node(3), node(9)])
    >>> traverse_tree(lambda n: uniform(0, n))(tree).map(maximise).eval(SplitMix.from_seed(1))
    2

    See also: :func:`fpgames.tree.stages.map_tree`, for a pure function of labels.
    """
    require_suitable_label_of(function, tree)
    labels, at = kind_after(function, tree.unfolding.labels), attrgetter
    functions: dict[str, Any] = {"label_of": at("label"), "children_of": at("children"), "labels": labels}
    return _traverse_leaves(function, tree).map(lambda root: with_new_nodes(tree, root, at("tree"), **functions))


class _TraversedNode(NamedTuple):
    """The seed that makes a node of the new tree: the original node, the new label, and the seeds of the children."""

    tree: Tree[object]
    label: object
    children: tuple[object, ...] = ()


@do
def _traverse_leaves(function: Callable[[A], State[S, B]], tree: Tree[A]) -> Do[S, _TraversedNode]:
    """Run the action that ``function`` makes of each leaf's label; return the seed of the new tree's root."""
    children = []
    for child in tree.children:
        children.append((yield _traverse_leaves(function, child)))
    if children:
        return _TraversedNode(tree, INNER, tuple(children))
    return _TraversedNode(tree, (yield from require_state(function(tree.label))))
