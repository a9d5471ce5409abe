"""Records of the visits of a search: the value that was found, the window, and the skipped children.

A search is recorded by its recursion: ``visit`` records what the node function returns. Nodes are identified by their
paths, because two children may have equal seeds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar, cast

from fpgames.rules.outcomes import CHANCE, Mover, Player
from fpgames.rules.record import Value
from fpgames.search.nodes import SearchNode, level_factory
from fpgames.search.options import require_window
from fpgames.search.visits import NodeFunction, negated
from fpgames.tree.order import require_no_nan
from fpgames.tree.seed_pairs import with_value
from fpgames.tree.stages import map_tree
from fpgames.tree.unfolding import LabelKind, Seed, Tree, tree_from, with_new_nodes
from fpgames.tree.walking import walk

__all__ = ["Traced"]

A = TypeVar("A")

Cut: TypeAlias = Literal["alpha", "beta"]
Bound: TypeAlias = Literal["<=", ">="]

Path: TypeAlias = tuple[int, ...]
"""The way from the root to a node: the index of a child at each level, or ``_NULL_MOVE``."""

_NULL_MOVE = -1


class Traced(NamedTuple, Generic[A]):
    """The label of a node in a trace: the original label, the value that the search found, and the window.

    Args:
        label: the node's label in the tree that was searched.
        value: the value that the search found; None for a pruned node.
        alpha: the lower end of the window; None if open. A pruned node has only the end that caused its cutoff.
        beta: the upper end of the window; None if open. A pruned node has only the end that caused its cutoff.
        cut: "alpha" or "beta", the end of the window that caused the cutoff of a pruned node; otherwise None.
        bound: ``"<="`` if ``value`` is an upper bound of the true value, ``">="`` if it is a lower bound, else None.

    See also: :func:`fpgames.search.traces.trace`, which makes these labels.
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
    record_below: Callable[[], _Visit] | None = None  # returns the record with its visits, if they are not recorded yet


def recorded_tree(
    tree: Tree[A], static: Callable[[A], Value], node_fn: NodeFunction, options: dict[str, Value]
) -> Tree[Traced[A]]:
    """Return the tree of a search's visits, with values for the first player. ``static`` evaluates labels.

    The search is that of ``node_fn`` with these options. It runs when the tree is first read.
    """

    @cache
    def root_visit() -> _Visit:
        return _record(tree, tree | map_tree(static), node_fn, dict(options))

    def visit_at(seed: Seed) -> _Visit:
        visit: _Visit = root_visit() if seed is root_visit else seed
        return visit

    def label_at(seed: Seed) -> Traced[A]:
        visit = visit_at(seed)
        return visit.result._replace(label=visit.tree.label)

    def children_at(seed: Seed) -> Iterator[_Visit]:
        visit = visit_at(seed)
        visit = visit if visit.record_below is None else visit.record_below()
        yield from visit.visits
        cut = visit.skipped_by
        low, high = (visit.result.alpha if cut == "alpha" else None, visit.result.beta if cut == "beta" else None)
        for i, child in enumerate(visit.tree.children):
            if i not in visit.visited:
                yield _Visit(child, Traced(None, None, low, high, cut), skipped_by=cut)

    functions: dict[str, Any] = {"label_of": label_at, "children_of": children_at, "labels": LabelKind.TRACES}
    return with_new_nodes(tree, root_visit, lambda seed: visit_at(seed).tree, **functions)


def _record(tree: Tree[A], values: Tree[Value], node_fn: NodeFunction, options: dict[str, Value]) -> _Visit:
    """Run a search on a tree of values, and return the record of the root's visit. ``tree`` has the original labels."""
    window = node_fn.window_in(options)
    label_of, children_of = values.unfolding.label_of, values.unfolding.children_of
    labels_read: dict[Path, list[Value]] = {}  # labels that the running visits have read at their own nodes

    def label(seed: tuple[Seed, Path]) -> Value:
        value = label_of(seed[0])
        labels_read.get(seed[1], []).append(value)
        return value

    def children(seed: tuple[Seed, Path]) -> Iterator[tuple[Seed, Path]]:
        return ((child, (*seed[1], i)) for i, child in enumerate(children_of(seed[0])))

    def record(node: SearchNode[Value], *window: Value, **ends: Value) -> tuple[Value, Path, _Visit]:
        (seed, path), level = node
        window += tuple(ends[name] for name in ("alpha", "beta") if name in ends)
        require_window(**dict(zip(("alpha", "beta"), window, strict=False)))
        visits: list[tuple[Path, _Visit]] = []

        def visit(child: SearchNode[Value], *window: Value, **ends: Value) -> Value:
            value, child_path, child_visit = record_child(child, *window, **ends)
            visits.append((child_path, child_visit))
            return value

        outer_labels, labels_read[path] = labels_read.get(path, []), []
        value = require_no_nan(node_fn.function(node, visit, *window, **options))
        labels, labels_read[path] = labels_read[path], outer_labels
        subtree = tree_from(tree.unfolding, seed, level.left, level.mover)
        first_view = _values_for_first_player(mover_view, level.mover, value, *window)
        return value, path, _finished_visit(subtree, level.mover, path, visits, labels, *first_view)

    def evaluate(node: SearchNode[Value]) -> Value:
        return require_no_nan(node_fn.function(node, evaluate, **options))

    def record_later(node: SearchNode[Value]) -> tuple[Value, Path, _Visit]:
        (seed, path), level = node
        value, subtree = evaluate(node), tree_from(tree.unfolding, seed, level.left, level.mover)
        result = Traced(None, *_values_for_first_player(mover_view, level.mover, value))
        return value, path, _Visit(subtree, result, record_below=cache(lambda: walk(record, node)[2]))

    # Without a window, a value is no bound, so that the visits below a child need no record before they are read.
    record_child: Callable[..., tuple[Value, Path, _Visit]] = record if node_fn.windowed else record_later
    mover_view = node_fn.view == "mover"
    recorded = with_value(values, (), children, lambda path: (*path, _NULL_MOVE), label, keeps_order=True)
    mover = cast("Mover", recorded.mover)  # the mover is known: the trace has set it
    level = level_factory(recorded, mover_view=mover_view)(recorded.depth, mover)
    root_visits: list[_Visit] = []

    def record_root(*root: Value) -> Value:
        value, _, visit = record(*root)
        root_visits.append(visit)
        return value

    node_fn.value_of(walk, record_root, (recorded.seed, level), *window)
    return root_visits[0]


def _finished_visit(
    subtree: Tree[object], mover: Mover, path: Path, visits: list[tuple[Path, _Visit]], labels: list[Value],
    value: Value, alpha: Value, beta: Value,
) -> _Visit:  # fmt: skip
    """Return the record of a finished visit: its value and window, the visits made from it, and its skipped children."""
    visited = frozenset(way[-1] for way, _ in visits if way[:-1] == path)
    children = subtree.unfolding.children_of(subtree.seed) if subtree.depth else ()
    skips_any = any(i not in visited for i, _ in enumerate(children))
    cut = _cutting_bound(mover, value, alpha, beta) if skips_any else None
    last_results = [visit.result for visit in dict(visits).values()]  # the last one of each visited node
    bound = BOUND_OF_CUT[cut] if cut else _bound_kind(last_results, labels, mover, value, alpha, beta)
    return _Visit(
        subtree, Traced(None, value, alpha, beta, None, bound), tuple(visit for _, visit in visits), visited, cut
    )


def _bound_kind(
    below: list[Traced[Value]], labels: list[Value], mover: Mover, value: Value, alpha: Value, beta: Value
) -> Bound | None:
    """Classify a value found with no cutoff: "<=" for an upper bound, ">=" for a lower bound, None for the true value.

    ``below`` has the results of the visited nodes, and ``labels`` the labels that were read at the node. If a visited
    node has an equal value, return the kind of its value. Otherwise, a value that equals such a label is the true value.
    Otherwise, a value outside the window is a bound, as in a fail-hard search.
    """
    # A mean may equal the exact value of a child by accident.
    bounds: list[Bound | None] = [result.bound for result in below if result.value == value and mover is not CHANCE]
    likely_bound: Bound = BOUND_OF_CUT["beta" if mover is Player.FIRST else "alpha"]
    if likely_bound in bounds:  # this child's true value may be better for its parent's player
        return likely_bound
    if bounds:
        return None if None in bounds else bounds[0]
    if any(label_read == value for label_read in labels):
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
