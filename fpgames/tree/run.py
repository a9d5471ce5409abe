"""How a search runs on a tree: the size of its tables, its counters, and its driver.

A tree carries its run to the search at the end of the pipeline; stages pass it on. ``share`` sets the size of the tables,
``count_nodes``, ``count_leaves`` and ``deepen`` add counters, ``remember`` stores the tables, and ``jit`` sets the
driver. What a tree *is*, its nodes and labels, stands in its unfolding (``fpgames.tree.unfolding``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from math import inf
from sys import maxsize
from typing import Any, NamedTuple, TypeAlias

from fpgames.lowering import lowers_as

ChildrenOf: TypeAlias = Callable[[Any], Iterable[Any]]
LabelOf: TypeAlias = Callable[[Any], Any]


class SearchStopped(BaseException):  # a BaseException, because a search may catch Exception
    """A :class:`MutableCounter`, the argument of this exception, has exceeded its limit, or its ``stop`` returned True."""


class MutableCounter:
    """A counter that a search increments while it runs: a local effect, like an ``STRef`` in Haskell's ``ST``.

    Now and then, a search asks its counters of nodes whether to stop. So it may exceed the limit before it ends.
    """

    __slots__ = ("due", "limit", "n", "stop")

    def __init__(self, limit: float = inf, stop: Callable[[], bool] | None = None) -> None:
        self.limit, self.stop = limit, stop
        self.begin_at(0)

    @property
    def can_stop(self) -> bool:
        """Whether the counter has a limit or a function ``stop``."""
        return self.limit < inf or self.stop is not None

    def begin_at(self, n: int) -> None:
        """Set the count to n; ``due`` is the count at which a search in Python asks."""
        self.n, self.due = n, n if self.can_stop else maxsize

    def ask(self, n: int) -> None:
        """Raise SearchStopped if the count n exceeds the limit, or ``stop`` returns True."""
        if n > self.limit or (self.stop is not None and self.stop()):
            raise SearchStopped(self)
        self.due = n + _NODES_PER_QUESTION


_NODES_PER_QUESTION = 16  # minimum number of nodes that a search in Python visits before it asks again


class NodeReaders(NamedTuple):
    """The functions by which a search reads nodes. They fill the counters of the search's run."""

    label_of: LabelOf
    last_label_of: LabelOf  # for nodes whose remaining depth is 0
    children_of: ChildrenOf


class Run(NamedTuple):
    """How a search runs on a tree: the size of its tables, the counters that it fills, and the driver that calls it.

    Searches count these events: ``"node"``, a node is visited; ``"label"``, a label is read; ``"depth limit"``, the label of
    a node is read, and the node would have children if its remaining depth were not 0.
    """

    entries: float = 0  # size of a search's table; 0 if the tree is not shared, inf if the table is unbounded
    counters: tuple[tuple[str, MutableCounter], ...] = ()  # pairs of an event and its counter
    driver: Callable[..., Any] | None = None  # calls the recursive function of a search; None stands for ``walk``
    # Called with the empty table of a search, returns the table to use: ``remember`` stores one for equal searches.
    stored_table: Callable[..., Any] | None = None
    # The place of a child of the root in the order before ``deepen`` changed it, by the child's seed.
    first_order: Callable[[Any], int] | None = None

    def counters_of(self, event: str) -> tuple[MutableCounter, ...]:
        """Return the counters of an event."""
        return tuple(counter for counted, counter in self.counters if counted == event)

    def increment_of(self, event: str) -> Callable[[], None] | None:
        """Return a function that adds 1 to each counter of an event; None if there is none. It can be compiled."""
        increment: Callable[[], None] | None = None
        for counter in self.counters_of(event):
            increment = _increment_also(counter, increment)
        return increment

    def for_inner_searches(self) -> Run:
        """Return the run for searches inside a label: without counters, except that leaves cut off by the depth are counted."""
        cut_off = tuple(("depth limit", counter) for counter in self.counters_of("depth limit"))
        return self._replace(counters=cut_off, stored_table=None)

    def counting_readers(self, label_of: LabelOf, children_of: ChildrenOf) -> NodeReaders:
        """Return functions like ``label_of`` and ``children_of`` that fill the counters of this run."""
        for counter in self.counters_of("label"):
            label_of = _count_calls(label_of, counter)
        last_label_of = label_of
        for counter in self.counters_of("depth limit"):
            last_label_of = _count_depth_limit(last_label_of, children_of, counter)
        for counter in self.counters_of("node"):
            children_of = _count_items(children_of, counter)
        return NodeReaders(label_of, last_label_of, children_of)


def _increment_also(counter: MutableCounter, others: Callable[[], None] | None) -> Callable[[], None]:
    def increment() -> None:  # one function per counter, because compiled code cannot loop over a tuple of counters
        counter.n += 1
        if others is not None:
            others()

    @lowers_as("another function", increment)
    def increment_and_ask() -> None:
        increment()
        if counter.n >= counter.due:
            counter.ask(counter.n)

    return increment_and_ask


def _count_calls(label_of: LabelOf, counter: MutableCounter) -> LabelOf:
    def counted_label(seed: object) -> object:
        counter.n += 1
        return label_of(seed)

    return counted_label


def _count_depth_limit(label_of: LabelOf, children_of: ChildrenOf, counter: MutableCounter) -> LabelOf:
    """Return a function that reads the label of a node at depth 0, and counts the first such node that has children."""

    def label_at_depth_limit(seed: object) -> object:
        if not counter.n:
            for _ in children_of(seed):
                counter.n += 1
                break
        return label_of(seed)

    return label_at_depth_limit


def _count_items(children_of: ChildrenOf, counter: MutableCounter) -> ChildrenOf:
    def counted_children(seed: object) -> Iterator[object]:  # compiled
        for child in children_of(seed):
            counter.n += 1
            yield child

    @lowers_as("another function", counted_children)
    def children_or_stop(seed: object) -> Iterator[object]:
        if counter.n >= counter.due:  # once for all children, which is faster
            counter.ask(counter.n)
        for child in children_of(seed):
            counter.n += 1
            yield child

    return children_or_stop


COUNTS: list[Callable[[], int]] = []
"""Functions that return the counts of the running searches, for messages about their progress."""


@contextmanager
def showing_count(count: Callable[[], int]) -> Iterator[None]:
    """Show ``count()``, for example the number of visited nodes, in progress messages until the ``with`` block ends."""
    COUNTS.append(count)
    try:
        yield
    finally:
        COUNTS.remove(count)
