"""Counts of the leaves that a search examines, the nodes that it visits, and the lines of play of a given length."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import TypeVar

from fpgames.state import State
from fpgames.tree.decorators import search_stage, tree_stage
from fpgames.tree.run import MutableCounter, showing_count
from fpgames.tree.sharing import memoized
from fpgames.tree.stages import prune
from fpgames.tree.unfolding import LabelKind, Seed, Tree, readers_of, with_counters, with_parts
from fpgames.tree.walking import defines_recursive, walk_tree
from fpgames.validation import at_least

__all__ = ["count_leaves", "count_nodes", "perft"]

A = TypeVar("A")
B = TypeVar("B")


@search_stage("tuple[B, int]")
def count_leaves(tree: Tree[A], search: Callable[[Tree[A]], B]) -> tuple[B, int]:
    """Return the value that a search finds and the number of leaves that it examines.

    ``countLeaves :: (Tree a -> b) -> Tree a -> (b, Int)``

    An inner node counts as a leaf if the search reads its label. In a shared tree, equal leaves are examined once; but
    ``alpha_beta`` may examine a leaf again in another window.

    Args:
        search: any search, such as ``alpha_beta``. A lazy search raises TypeError, because it has not walked the tree.

    >>> from fpgames import maximise, node
    >>> from fpgames.search import ab_maximise
    >>> tree = node(0, [node(0, [node(2), node(3)]), node(0, [node(1), node(4)])])
    >>> count_leaves(maximise)(tree), count_leaves(ab_maximise)(tree)
    ((2, 4), (2, 3))

    See also: :func:`count_nodes`; :func:`fpgames.search.deepening.deepen`, which counts leaves too.
    """
    labels = MutableCounter()
    return search_and_count(tree, search, ("label", labels)), labels.n


@search_stage("tuple[B, int]")
def count_nodes(tree: Tree[A], search: Callable[[Tree[A]], B]) -> tuple[B, int]:
    """Return the value that a search finds and the number of nodes that it visits.

    ``countNodes :: (Tree a -> b) -> Tree a -> (b, Int)``

    The root counts, and so does every child that the search reaches, even if its value is already in the table of a
    shared tree. Pruned children do not count. In a search made by ``node_search``, each call of ``visit`` counts.

    Args:
        search: any search, such as ``alpha_beta``. A lazy search raises TypeError, because it has not walked the tree.

    >>> from fpgames import maximise, node
    >>> from fpgames.search import ab_maximise
    >>> tree = node(0, [node(0, [node(2), node(3)]), node(0, [node(1), node(4)])])
    >>> count_nodes(maximise)(tree), count_nodes(ab_maximise)(tree)
    ((2, 7), (2, 6))

    See also: :func:`count_leaves`.
    """
    nodes = MutableCounter()
    return search_and_count(tree, search, ("node", nodes)), nodes.n + 1


def search_and_count(tree: Tree[A], search: Callable[[Tree[A]], B], counting: tuple[str, MutableCounter]) -> B:
    """Return the result of a search that counts the events of a kind: a pair of an event and a counter, which is shown."""
    with showing_count(lambda: counting[1].n):
        return _require_result(search(with_counters(tree, counting)), search)


@tree_stage("int", depth=at_least(0, "count lines of {} moves"))
@defines_recursive
def perft(tree: Tree[object], depth: int) -> int:
    """Count the lines of play of a given length, as a test of move generators: ``perft n t = length (levels t !! n)``.

    A game that ends before this depth does not count. A shared tree has the same count, and is faster to walk.

    Args:
        depth: the length of each line, in moves; at least 0.

    Raises:
        ValueError: the depth is negative, or is not an int.

    >>> from fpgames import build_tree
    >>> from fpgames.games.tictactoe import rules
    >>> build_tree(rules)(rules.start) | perft(5)
    15120

    See also: :func:`fpgames.tree.folds.levels`, :func:`fpgames.tree.folds.size`.

    Source: the command ``perft`` of Crafty, a chess program by Robert Hyatt.
    """
    if depth > tree.depth:
        return 0
    counting_tree: Tree[int] = with_parts(tree, label_of=lambda seed: 1, labels=LabelKind.VALUES) | prune(depth)
    children_of = readers_of(tree).children_of

    def lines_from(seed: Seed, left: float) -> int:
        if not left:
            return 1
        left -= 1
        count = 0
        for child in children_of(seed):
            count += lines(child, left) if left else 1
        return count

    lines = memoized(counting_tree, lines_from)
    return walk_tree(lines, counting_tree)


def _require_result(result: A, search: object) -> A:
    """Return the result of a search. Raise TypeError if it is lazy: a lazy search has not walked the tree yet."""
    if callable(result) or isinstance(result, Awaitable | Iterator | Tree | State):
        name = getattr(search, "__name__", search)
        advice = f"count what it yields: lambda tree: list({name}(tree))"
        if not isinstance(result, Iterator):
            advice = "count a search, which returns a value"
        raise TypeError(
            f"{name} is lazy: it returned a {type(result).__name__} before it walked the tree, so there is nothing to"
            f" count; {advice}"
        )
    return result
