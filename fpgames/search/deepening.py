"""Iterative deepening: the same search at depth 1, 2, 3 and so on, within a budget."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from fpgames.search.counting import count_nodes
from fpgames.search.memory import Memory, in_order_of
from fpgames.stage import Stage, Stream, streamed
from fpgames.tree.decorators import of_searches
from fpgames.tree.stages import prune
from fpgames.tree.unfolding import Seed, Tree, with_parts
from fpgames.tree.walking import MutableCounter
from fpgames.validation import require_at_least

__all__ = ["Deepened", "deepen", "within"]

A = TypeVar("A")
B = TypeVar("B")


class Deepened(NamedTuple, Generic[A]):
    """The result of a search at one depth, its cost, and whether the depth was enough.

    Args:
        depth: levels below the root.
        value: the value that the search found.
        leaves: the number of leaves it examined, as ``count_leaves`` counts them.
        nodes: the number of nodes it visited, as ``count_nodes`` counts them.
        complete: whether no leaf that it examined has children below the depth. Labels of inner nodes, as a search of
            your own may read them, are not leaves.

    See also: :func:`deepen`, which returns such results.
    """

    depth: int
    value: A
    leaves: int
    nodes: int
    complete: bool


@of_searches
@streamed
def deepen(tree: Tree[A], search: Callable[[Tree[A]], B]) -> Iterator[Deepened[B]]:
    """Search at depth 1, 2, 3 and so on, lazily, until a search is complete: iterative deepening.

    ``map value (deepen search tree) = [search (prune n tree) | n <- [1 ..]]``, up to the first complete search

    Args:
        search: any search. The tree may be infinite; a stage in the search that cuts it off, such as ``prune``, belongs
            before ``deepen``. When the tree is searched, a search that computes no label is a ValueError, because it
            cannot be known whether a depth is enough; a lazy one is a TypeError.

    After ``remember(search)``, the next depth is searched in the order of what it found.

    >>> from itertools import islice
    >>> from fpgames import build_tree, map_tree, maximise
    >>> naturals = build_tree(lambda n: (2 * n, 2 * n + 1)) | map_tree(float)
    >>> [found.value for found in islice(deepen(maximise)(naturals(1)), 4)]
    [3.0, 6.0, 13.0, 26.0]

    See also: :func:`within`; :func:`fpgames.search.memory.remember`.
    """
    depth, complete, ordered = 0, False, tree
    while not complete:
        depth += 1
        found = _deepened(search, ordered, depth)
        yield found
        complete = found.complete
        match found.value:
            case (_, Memory() as memory):
                ordered = in_order_of(memory, tree)


def _deepened(search: Callable[[Tree[A]], B], tree: Tree[A], depth: int) -> Deepened[B]:
    leaves, cut_off = MutableCounter(), MutableCounter()
    label_of, children_of, _, _, walking, bounds_of = tree.unfolding
    goes_on, inner = depth < tree.depth, walking.inner or MutableCounter()

    def counted(seed: Seed) -> A:
        leaves.n += 1
        if goes_on and not cut_off.n and not inner.n:
            for _ in children_of(seed):
                cut_off.n += 1
                break
        label: A = label_of(seed)
        return label

    deeper = with_parts(tree, label_of=counted, walking=walking._replace(inner=inner), bounds_of=bounds_of)
    value, nodes = count_nodes(search)(deeper | prune(depth))
    if not leaves.n:
        raise ValueError(f"deepen needs a search that computes the labels of leaves; {search!r} computed none")
    return Deepened(depth, value, leaves.n, nodes, not cut_off.n)


def within(budget: int) -> Callable[[Iterable[Deepened[A]]], Stream[Deepened[A]]]:
    """Take the results of the searches that begin before a budget of nodes is spent; the first in any case.

    ``within :: Int -> [Deepened a] -> [Deepened a]``

    Args:
        budget: the number of nodes to visit, at least 1.

    Raises:
        ValueError: the budget is less than 1, or is not an int.

    >>> from fpgames import build_tree, map_tree, maximise
    >>> naturals = build_tree(lambda n: (2 * n, 2 * n + 1)) | map_tree(float)
    >>> [(found.depth, found.nodes) for found in (naturals | deepen(maximise) | within(11))(1)]
    [(1, 3), (2, 7), (3, 15)]

    See also: :func:`deepen`.
    """
    require_at_least(1, budget, "spend {} nodes")
    stage: Stage[Any, Any] = Stage(_within, (budget,))
    return stage


@streamed
def _within(results: Iterable[Deepened[A]], budget: int) -> Iterator[Deepened[A]]:
    for found in results:
        yield found
        budget -= found.nodes
        if budget <= 0:
            return
