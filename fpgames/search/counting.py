"""Counting: the leaves whose labels a search computes, the nodes that it visits, and the lines of play of a length."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import TypeVar

from fpgames.state import State
from fpgames.tree.decorators import of_searches, tree_stage
from fpgames.tree.sharing import memoized
from fpgames.tree.stages import prune
from fpgames.tree.unfolding import VALUES, Seed, Tree, with_parts
from fpgames.tree.walking import MutableCounter, recursive, walk_tree, watched
from fpgames.validation import at_least

__all__ = ["count_leaves", "count_nodes", "perft"]

A = TypeVar("A")
B = TypeVar("B")


@of_searches
def count_leaves(tree: Tree[A], search: Callable[[Tree[A]], B]) -> tuple[B, int]:
    """Return the value that a search finds and the number of leaves it examines.

    ``countLeaves :: (Tree a -> b) -> Tree a -> (b, Int)``

    A search of a shared tree examines equal leaves once; ``alpha_beta`` may examine them again in another window. The
    list forms do not use sharing. What is counted is the labels that the search reads, so those of inner nodes count too.

    Args:
        search: any search, such as ``maximise`` or ``alpha_beta``; one that is lazy, and has not walked the tree when it
            returns, is a TypeError when it is called.

    >>> from fpgames import maximise, node
    >>> from fpgames.search import ab_maximise
    >>> tree = node(0, [node(0, [node(2), node(3)]), node(0, [node(1), node(4)])])
    >>> count_leaves(maximise)(tree), count_leaves(ab_maximise)(tree)
    ((2, 4), (2, 3))

    See also: :func:`count_nodes`; :func:`fpgames.search.deepening.deepen`, which counts too.
    """
    asked = MutableCounter()
    label_of, *_, bounds_of = tree.unfolding

    def counted(seed: Seed) -> A:
        asked.n += 1
        label: A = label_of(seed)
        return label

    with watched(lambda: asked.n):
        return _require_result(search(with_parts(tree, label_of=counted, bounds_of=bounds_of)), search), asked.n


@of_searches
def count_nodes(tree: Tree[A], search: Callable[[Tree[A]], B]) -> tuple[B, int]:
    """Return the value that a search finds and the number of nodes it visits.

    ``countNodes :: (Tree a -> b) -> Tree a -> (b, Int)``

    The root counts, and so does every child that the search reaches, even if it cuts there, or if the child equals a
    node visited before in a shared tree. The children behind a cut do not count. In a search of your own every call of
    ``visit`` counts, so a node that it visits twice counts twice, as do the nodes below.

    Args:
        search: any search, such as ``maximise`` or ``alpha_beta``; one that is lazy, and has not walked the tree when it
            returns, is a TypeError when it is called.

    >>> from fpgames import maximise, node
    >>> from fpgames.search import ab_maximise
    >>> tree = node(0, [node(0, [node(2), node(3)]), node(0, [node(1), node(4)])])
    >>> count_nodes(maximise)(tree), count_nodes(ab_maximise)(tree)
    ((2, 7), (2, 6))

    See also: :func:`count_leaves`.
    """
    _, children_of, _, _, walking, bounds_of = tree.unfolding
    nodes, (own, *others) = MutableCounter(), walking.visits or (MutableCounter(),)

    def counted(seed: Seed) -> Iterator[Seed]:
        for child in children_of(seed):
            nodes.n += 1 - own.n  # a search of your own counts its visits
            yield child

    walking = walking._replace(visits=(own, *others, nodes))
    tree = with_parts(tree, children_of=counted, walking=walking, bounds_of=bounds_of)
    with watched(lambda: nodes.n):
        return _require_result(search(tree), search), nodes.n + 1


@tree_stage(depth=at_least(0, "count lines of {} moves"))
def perft(tree: Tree[object], depth: int) -> int:
    """Count the lines of play of a length, the performance test of move generators: ``perft n t = length (levels t !! n)``.

    A line that ends earlier does not count. In a shared tree, equal nodes are visited once, and counted as often as lines
    lead to them.

    Args:
        depth: the length of the lines in moves, at least 0.

    Raises:
        ValueError: the depth is negative, or is not an int.

    >>> from fpgames import build_tree
    >>> from fpgames.games.tictactoe import rules
    >>> build_tree(rules)(rules.start) | perft(5)
    15120

    See also: :func:`fpgames.tree.folds.levels`, :func:`fpgames.tree.folds.size`.

    Source: the name is that of Robert Hyatt's command in Crafty, a chess program.
    """
    if depth > tree.depth:
        return 0
    ones: Tree[int] = with_parts(tree, label_of=lambda seed: 1, labels=VALUES) | prune(depth)
    children_of = tree.unfolding.children_of

    @recursive
    def lines_from(seed: Seed, left: float) -> int:
        if not left:
            return 1
        left -= 1
        found = 0
        for child in children_of(seed):
            found += lines(child, left) if left else 1
        return found

    lines = memoized(ones.unfolding.walking, lines_from)
    return walk_tree(lines, ones)


def _require_result(result: A, search: object) -> A:
    """Return what a search returned; raise TypeError if the search is lazy."""
    if callable(result) or isinstance(result, Awaitable | Iterator | Tree | State):
        name = getattr(search, "__name__", search)
        use = f"count what it yields: lambda tree: list({name}(tree))"
        if not isinstance(result, Iterator):
            use = "count a search, which returns a value"
        raise TypeError(
            f"{name} is lazy: it returned a {type(result).__name__} before it walked the tree, so there is nothing to"
            f" count; {use}"
        )
    return result
