"""Records of the visits of a search: the value that was found, the window, and the skipped children.

A search is recorded while it runs on a tree whose run observes its visits (``fpgames.tree.run``); it is not changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from fpgames.rules.outcomes import CHANCE, Mover, Player
from fpgames.rules.record import Value
from fpgames.search.open_recursion import negated
from fpgames.tree.order import require_no_nan
from fpgames.tree.seed_pairs import with_value
from fpgames.tree.stages import map_tree
from fpgames.tree.unfolding import LabelKind, Seed, Tree, tree_from, with_new_nodes, with_run
from fpgames.tree.walking import walk_in_python

__all__ = ["Traced"]

A = TypeVar("A")

Cut: TypeAlias = Literal["alpha", "beta"]
Bound: TypeAlias = Literal["<=", ">="]

MarkedSeed: TypeAlias = "tuple[Seed, _Mark]"

TRACES = LabelKind("traces", 'map_tree(attrgetter("value"))')


class Traced(NamedTuple, Generic[A]):
    """The label of a node in a trace: the original label, the value that the search found, and the window.

    Args:
        label: the node's label in the tree that was searched.
        value: the value that the search found; None for a pruned node.
        alpha: the lower end of the window; None if open. A pruned node has only the end that caused its cutoff.
        beta: the upper end of the window; None if open. A pruned node has only the end that caused its cutoff.
        cut: "alpha" or "beta", the end of the window that caused the cutoff of a pruned node; otherwise None.
        bound: ``"<="`` if ``value`` is an upper bound of the true value, ``">="`` if it is a lower bound, else None.

    See also: :func:`fpgames.search.traces.ab_trace`, :func:`fpgames.search.traces.trace`, which make these labels.
    """

    label: A
    value: Value = None
    alpha: Value = None
    beta: Value = None
    cut: Literal["alpha", "beta"] | None = None
    bound: Literal["<=", ">="] | None = None


class _Visit(NamedTuple):
    """The record of one visit of a node, or of a child that the search skipped."""

    tree: Tree[Any]  # the subtree at the node, with its original labels
    result: Traced[Any] = Traced(None)  # labelled None: the true label is computed when it is read
    visits: tuple[_Visit, ...] = ()  # visits made from this node, in order
    visited: frozenset[int] = frozenset()  # indices of the children that were visited
    skipped_by: Cut | None = None  # end of the window that caused the cutoff, if there was one


def recorded_tree(
    tree: Tree[A], static: Callable[[A], Value], search: Callable[[Tree[Value]], Value], *, mover_view: bool = False
) -> Tree[Traced[A]]:
    """Return the tree of a search's visits. ``static`` evaluates labels. The search runs when the tree is first read.

    With ``mover_view``, the search returns values for the player to move; the records are for the first player.
    """

    @cache
    def root_visit() -> _Visit:
        return _record(tree, tree | map_tree(static), search, mover_view)

    def visit_at(seed: Seed) -> _Visit:
        visit: _Visit = root_visit() if seed is root_visit else seed
        return visit

    def label_at(seed: Seed) -> Traced[A]:
        visit = visit_at(seed)
        return visit.result._replace(label=visit.tree.label)

    def children_at(seed: Seed) -> Iterator[_Visit]:
        visit = visit_at(seed)
        yield from visit.visits
        cut = visit.skipped_by
        low, high = (visit.result.alpha if cut == "alpha" else None, visit.result.beta if cut == "beta" else None)
        for i, child in enumerate(visit.tree.children):
            if i not in visit.visited:
                yield _Visit(child, Traced(None, None, low, high, cut), skipped_by=cut)

    functions: dict[str, Any] = {"label_of": label_at, "children_of": children_at, "labels": TRACES}
    return with_new_nodes(tree, root_visit, lambda seed: visit_at(seed).tree, **functions)


class _Mark:
    """The identity of a node in a recorded tree, even among children with the same seed.

    It refers to the visit that is running at the node, and to the visit from which the node was reached.
    """

    __slots__ = ("parent", "running")

    def __init__(self, parent: _RunningVisit) -> None:
        self.parent = parent
        self.running: _RunningVisit | None = None

    @property
    def visitor(self) -> _RunningVisit:
        """The visit during which this node is visited, or its children are read."""
        return self.running or self.parent


class _RunningVisit:
    """A visit that is not finished: the children and labels read so far, and the finished visits made from it."""

    __slots__ = ("children", "labels", "seed", "unread", "visits")

    def __init__(self, seed: MarkedSeed | None, children_of: Callable[[Seed], Iterable[Seed]]) -> None:
        self.seed = seed
        self.unread = iter(()) if seed is None else self.mark_children(children_of, seed)
        self.children: list[MarkedSeed] = []
        self.labels: list[Value] = []
        self.visits: list[tuple[MarkedSeed, _Visit]] = []

    def mark_children(self, children_of: Callable[[Seed], Iterable[Seed]], seed: MarkedSeed) -> Iterator[MarkedSeed]:
        """Yield the children of a node, as nodes that are reached from this visit."""
        for child in children_of(seed[0]):
            yield child, _Mark(self)

    def read_children(self) -> Iterator[MarkedSeed]:
        """Yield the children of the visited node. Every call yields the same objects."""
        i = 0
        while True:
            if i == len(self.children):
                self.children += islice(self.unread, 1)
            if i == len(self.children):
                return
            yield self.children[i]
            i += 1


def _record(tree: Tree[A], values: Tree[Value], search: Callable[[Tree[Value]], Value], mover_view: bool) -> _Visit:
    """Run a search on a tree of values, and return the record of the root's visit. ``tree`` has the original labels."""
    label_of, children_of = values.unfolding.label_of, values.unfolding.children_of

    def visit_at(seed: MarkedSeed) -> _RunningVisit | None:
        running = seed[1].running
        return running if running is not None and running.seed is seed else None

    def label(seed: MarkedSeed) -> Value:
        value = label_of(seed[0])
        if running := visit_at(seed):
            running.labels.append(value)
        return value

    def children(seed: MarkedSeed) -> Iterator[MarkedSeed]:
        running = visit_at(seed)
        return running.read_children() if running else seed[1].visitor.mark_children(children_of, seed)

    def observer(mover: Mover, search: Callable[..., Value]) -> Callable[..., Value]:
        def visit(seed: MarkedSeed, left: float, *window: Value) -> Value:
            mark = seed[1]
            outer, visitor, running = mark.running, mark.visitor, _RunningVisit(seed, children_of)
            mark.running = running
            try:
                value: Value = require_no_nan(search(seed, left, *window))
            finally:
                mark.running = outer
            first_view = _values_for_first_player(mover_view, mover, value, *window)
            subtree = tree_from(tree.unfolding, seed[0], left, mover)
            visitor.visits.append((seed, _finished_visit(running, subtree, mover, *first_view)))
            return value

        return visit

    root = _RunningVisit(None, children_of)
    marked = with_value(values, _Mark(root), children, lambda mark: _Mark(mark.visitor), label)
    search(with_run(marked, entries=0, driver=walk_in_python, observers=(*values.run.observers, observer)))
    return root.visits[0][1]


def _finished_visit(
    running: _RunningVisit, subtree: Tree[Any], mover: Mover, value: Value, alpha: Value, beta: Value
) -> _Visit:
    """Return the record of a finished visit: its value and window, the visits made from it, and its skipped children."""
    marks = {mark for (_, mark), _ in running.visits}
    children = running.read_children() if subtree.depth else iter(())
    visited = frozenset(i for i, (_, mark) in enumerate(running.children) if mark in marks)
    skips_any = any(i not in visited for i, _ in enumerate(children))
    cut = _cutting_bound(mover, value, alpha, beta) if skips_any else None
    bound = BOUND_OF_CUT[cut] if cut else _bound_kind(running, mover, value, alpha, beta)
    visits = tuple(visit for _, visit in running.visits)
    return _Visit(subtree, Traced(None, value, alpha, beta, None, bound), visits, visited, cut)


def _bound_kind(running: _RunningVisit, mover: Mover, value: Value, alpha: Value, beta: Value) -> Bound | None:
    """Classify a value found with no cutoff: "<=" for an upper bound, ">=" for a lower bound, None for the true value.

    If a visited child has an equal value, return the kind of the child's value. Otherwise, a value that equals a
    label read at the node is the true value. Otherwise, a value outside the window is a bound, as in a fail-hard search.
    """
    last = {mark: visit.result for (_, mark), visit in running.visits}  # last result of each visited node
    # A mean may equal the exact value of a child by accident.
    bounds: list[Bound | None] = [
        result.bound for result in last.values() if result.value == value and mover is not CHANCE
    ]
    likely_bound: Bound = BOUND_OF_CUT["beta" if mover is Player.FIRST else "alpha"]
    if likely_bound in bounds:  # this child's true value may be better for its parent's player
        return likely_bound
    if bounds:
        return None if None in bounds else bounds[0]
    if any(label_read == value for label_read in running.labels):
        return None
    if alpha is not None and value <= alpha:
        return "<="
    return ">=" if beta is not None and value >= beta else None


BOUND_OF_CUT: dict[Cut | None, Bound] = {"alpha": "<=", "beta": ">="}


def _cutting_bound(mover: Mover, value: Value, alpha: Value, beta: Value) -> Cut | None:
    """Return "alpha" or "beta" if the value causes a cutoff at this end of the window. Otherwise, return None."""
    if mover is not Player.SECOND and beta is not None and value >= beta:
        return "beta"
    return "alpha" if mover is not Player.FIRST and alpha is not None and value <= alpha else None


def _values_for_first_player(
    mover_view: bool, mover: Mover, value: Value, alpha: Value = None, beta: Value = None
) -> tuple[Value, Value, Value]:
    """Return a value and a window for the first player: negate those of the second player if they are the mover's."""
    if not mover_view or mover is Player.FIRST:
        return value, alpha, beta
    return -value, negated(beta), negated(alpha)
