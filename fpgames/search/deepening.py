"""Iterative deepening: search at depth 1, 2, 3 and so on, until a search is complete or a budget of nodes is spent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import inf
from typing import Any, Generic, NamedTuple, TypeVar

from fpgames.declarations import Declaration
from fpgames.search.counting import search_and_count
from fpgames.search.memory import Memory, ordered_by_memory
from fpgames.search.stopping import Stop, require_stop
from fpgames.stage import Stage, Stream, source_repr, streamed
from fpgames.tree.decorators import search_stage
from fpgames.tree.run import MutableCounter, SearchStopped
from fpgames.tree.stages import prune
from fpgames.tree.unfolding import Tree, with_counters
from fpgames.validation import at_least, require_at_least

__all__ = ["Deepened", "deepen", "within_node_budget"]

A = TypeVar("A")
B = TypeVar("B")


class Deepened(NamedTuple, Generic[A]):
    """The value that a search found at one depth, the cost, and whether the depth was enough.

    Args:
        depth: the depth to which the tree was pruned for this search.
        value: the value that the search returned.
        leaves: the number of leaves that the search examined, as counted by ``count_leaves``.
        nodes: the number of nodes that the search visited, as counted by ``count_nodes``.
        complete: whether all examined leaves are leaves of the unpruned tree. If so, the value is final.

    See also: :func:`deepen`, which yields these results.
    """

    depth: int
    value: A
    leaves: int
    nodes: int
    complete: bool


def _require_memory(memory: object, caller: str) -> object:
    if memory is None or isinstance(memory, Memory):
        return memory
    raise TypeError(
        f"{caller} goes on with a Memory, which remember returns: _, memory = found.value; got {memory!r:.80}"
    )


@search_stage(
    "Iterator[Deepened[B]]",
    max_nodes=at_least(1, "visit {} nodes", optional=True),
    stop=require_stop,
    memory=_require_memory,
    depth=at_least(1, "begin at depth {}"),
)
@streamed
def deepen(
    tree: Tree[A],
    search: Callable[[Tree[A]], B],
    *,
    max_nodes: int | None = None,
    stop: Stop | None = None,
    memory: Memory | None = None,
    depth: int = 1,
) -> Iterator[Deepened[B]]:
    """Yield the results of a search at depth 1, 2, 3 and so on, until a search is complete: iterative deepening.

    ``map value (deepen search tree) = [search (prune n tree) | n <- [1 ..]]``, up to the first complete search

    Args:
        search: any search. When the first result is taken, a lazy search raises TypeError. A search that computes no
            labels raises ValueError, because ``deepen`` could not tell whether a depth is enough.
        max_nodes: the number of nodes that all searches visit together, at least 1. The search that exceeds it is ended
            without a result, and is the last one; the first search is always finished.
        stop: a function that is called after each depth, and during each search but the first. Once it returns True,
            the stream ends, without a result of the unfinished search. So ``stop`` only chooses the length of the stream.
        memory: what an earlier ``deepen(remember(search))`` of this tree remembered, which orders the first search.
        depth: the depth of the first search, at least 1. With the memory of depth n, ``depth=n + 1`` continues.

    The tree may be infinite. Put a stage that prunes the tree before ``deepen``, not inside ``search``. With
    ``remember(search)``, the search at each depth orders children by the results of the previous depth. A search checks
    ``max_nodes`` and ``stop`` only now and then, so it may visit more nodes before it ends.

    >>> from itertools import islice
    >>> from fpgames import build_tree, map_tree, maximise
    >>> naturals = build_tree(lambda n: (2 * n, 2 * n + 1)) | map_tree(float)
    >>> [found.value for found in islice(deepen(maximise)(naturals(1)), 4)]
    [3.0, 6.0, 13.0, 26.0]
    >>> [(found.depth, found.nodes) for found in deepen(maximise, max_nodes=11)(naturals(1))]
    [(1, 3), (2, 7)]

    See also: :func:`within_node_budget`; :func:`fpgames.search.memory.remember`.
    """
    asked, complete, left = None, False, inf
    ordered = tree if memory is None else ordered_by_memory(memory, tree)
    while not complete and left > 0:
        nodes = MutableCounter(left - 1, asked)  # the root counts, but is no child
        try:
            result = _search_to_depth(search, ordered, depth, nodes)
        except SearchStopped as error:
            if error.args != (nodes,):
                raise
            return
        if result.nodes > left:
            return
        yield result
        if stop is not None and stop():
            return
        asked, complete, depth = stop, result.complete, depth + 1
        if max_nodes is not None:
            left = min(left, max_nodes) - result.nodes
        match result.value:
            case (_, Memory() as memory):
                ordered = ordered_by_memory(memory, tree)


def _search_to_depth(search: Callable[[Tree[A]], B], tree: Tree[A], depth: int, nodes: MutableCounter) -> Deepened[B]:
    """Search a tree pruned to a depth. The result is complete if no examined leaf has children in the unpruned tree."""
    leaves, cut_off = MutableCounter(), MutableCounter()
    counters = [("label", leaves)]
    if depth < tree.depth:
        counters.append(("depth limit", cut_off))
    value = search_and_count(with_counters(tree, *counters) | prune(depth), search, ("node", nodes))
    if not leaves.n:
        raise ValueError(
            f"deepen needs a search that computes the labels of leaves; {source_repr(search)} computed none"
        )
    return Deepened(depth, value, leaves.n, nodes.n + 1, not cut_off.n)


def within_node_budget(budget: int) -> Callable[[Iterable[Deepened[A]]], Stream[Deepened[A]]]:
    """Make a stage that takes results of ``deepen`` until a budget of nodes is spent, but always the first result.

    ``withinNodeBudget :: Int -> [Deepened a] -> [Deepened a]``

    Args:
        budget: the number of nodes, at least 1. The last search is finished, even if it exceeds the budget.

    Raises:
        ValueError: the budget is less than 1, or is not an int.

    >>> from fpgames import build_tree, map_tree, maximise
    >>> naturals = build_tree(lambda n: (2 * n, 2 * n + 1)) | map_tree(float)
    >>> [(found.depth, found.nodes) for found in (naturals | deepen(maximise) | within_node_budget(11))(1)]
    [(1, 3), (2, 7), (3, 15)]

    See also: :func:`deepen`.
    """
    require_at_least(1, budget, "spend {} nodes")
    stage: Stage[Any, Any] = Stage(_within_node_budget, (budget,))
    return stage


@Declaration("Iterator[Deepened[A]]")
@streamed
def _within_node_budget(results: Iterable[Deepened[A]], budget: int) -> Iterator[Deepened[A]]:
    for result in results:
        yield result
        budget -= result.nodes
        if budget <= 0:
            return
