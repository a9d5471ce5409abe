"""Records of the visits of a custom search: the value that was found, the window, and the skipped children."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import islice
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar, cast

from fpgames.rules.outcomes import Player
from fpgames.rules.record import Value
from fpgames.search.nodes import Level, SearchNode, children, label, level_factory
from fpgames.search.nodes import player as player_at
from fpgames.search.open_recursion import NodeFunction, VisitInWindow, negated
from fpgames.search.options import check_window
from fpgames.tree.order import raise_unordered, require_no_nan, require_ordered
from fpgames.tree.stages import map_tree
from fpgames.tree.unfolding import MISSING, LabelKind, Seed, Tree, Unfolding, game_view_at, label_reader, tree_from
from fpgames.tree.walking import recursive, walk

__all__ = ["Traced"]

A = TypeVar("A")

Cut: TypeAlias = Literal["alpha", "beta"]
Bound: TypeAlias = Literal["<=", ">="]

Visits: TypeAlias = "list[tuple[SearchNode[Any], _Visit]]"

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

    seed: Seed
    level: Level[Any]
    result: Traced[None] = Traced(None)  # labelled None: the true label is computed when it is read
    visits: tuple[_Visit, ...] = ()  # visits made from this node, in order
    visited: frozenset[int] = frozenset()  # indices of the children that were visited
    skipped_by: Cut | None = None  # end of the window that caused the cutoff, if there was one


def recorded_tree(
    tree: Tree[A],
    static: Callable[[A], Value],
    search: NodeFunction,
    window: tuple[Value, ...],
    options: dict[str, object],
) -> Tree[Traced[A]]:
    """Return the tree of a search's visits. ``static`` evaluates labels. The search runs when the tree is first read."""
    rules = tree.unfolding.game.rules

    @cache
    def root_visit() -> _Visit:
        return walk(_record_root_visit, tree | map_tree(static), search, window, options)

    def visit_at(seed: Seed) -> _Visit:
        visit: _Visit = root_visit() if seed is root_visit else seed
        return visit

    def label_at(seed: Seed) -> Traced[A]:
        visit = visit_at(seed)
        return Traced(label_reader(tree.unfolding, inner=visit.level.left > 0)(visit.seed), *visit.result[1:])

    def children_at(seed: Seed) -> Iterator[_Visit]:
        visit = visit_at(seed)
        yield from visit.visits
        cut = visit.skipped_by
        low, high = (visit.result.alpha if cut == "alpha" else None, visit.result.beta if cut == "beta" else None)
        for i, (child, level) in enumerate(children((visit.seed, visit.level))):
            if i not in visit.visited:
                yield _Visit(child, level, Traced(None, None, low, high, cut), skipped_by=cut)

    def tree_at(seed: Seed) -> Tree[A]:
        visit = visit_at(seed)
        return tree_from(tree.unfolding, visit.seed, visit.level.left, visit.level.player)

    return tree_from(Unfolding(label_at, children_at, TRACES, game_view_at(rules, tree_at)), root_visit)


class _CachedLevel(Level[A]):
    """A :class:`Level` made for one node. It caches the node's children, and lists the labels that the search reads."""

    __slots__ = ("cached", "labels", "read_label", "unread")

    def __init__(self, node: SearchNode[A]) -> None:
        _, level = node
        super().__init__((self._label, level.children_of, level.game), level.make_level, level.left, level.player)
        self.read_label = level.label_of
        self.labels: list[A] = []
        self.cached: list[SearchNode[A]] = []
        self.unread = children(node)

    def _label(self, seed: Seed) -> A:
        self.labels.append(self.read_label(seed))
        return self.labels[-1]

    def children(self, seed: Seed) -> Iterator[SearchNode[A]]:
        """Yield the children of the node. Every call yields the same objects, so that ``is`` finds a visited child."""
        i = 0
        while True:
            if i == len(self.cached):
                self.cached += islice(self.unread, 1)
            if i == len(self.cached):
                return
            yield self.cached[i]
            i += 1


def _record_root_visit(
    tree: Tree[Value], search: NodeFunction, window: tuple[Value, ...], options: dict[str, object]
) -> _Visit:
    """Run a custom search, and return the record of the root's visit."""

    def record_visit(visits: Visits, node: SearchNode[Value], *window: Value, **ends: Value) -> Value:
        window += tuple(ends[name] for name in ("alpha", "beta") if name in ends)
        check_window(**dict(zip(("alpha", "beta"), window, strict=False)))
        level: _CachedLevel[Value] = _CachedLevel(node)
        below: Visits = []
        value = require_no_nan(search.function((node[0], level), partial(record_visit, below), *window, **options))
        values = _values_for_first_player(search.view, level.player, value, *window)
        visits.append((node, _make_visit(node[0], level, below, *values)))
        return value

    player = cast("Player", tree.player)  # the player is known: _require_traceable has checked it
    roots: Visits = []
    search.value_of(record_visit, roots, (tree.seed, level_factory(tree)(tree.depth, player)), *window)
    return roots[0][1]


def _make_visit(seed: Seed, level: _CachedLevel[Any], below: Visits, value: Value, alpha: Value, beta: Value) -> _Visit:
    """Return the record of a visit: its value and window, and ``below``, the visits made from it."""
    visits, visited = tuple(visit for _, visit in below), _visited_children(level.cached, [node for node, _ in below])
    cut = (
        _cutting_bound(level.player, value, alpha, beta)
        if any(i not in visited for i, _ in enumerate(level.children(seed)))
        else None
    )
    bound = BOUND_OF_CUT[cut] if cut else _bound_kind(value, alpha, beta, level, visits)
    return _Visit(seed, level, Traced(None, value, alpha, beta, None, bound), visits, visited, cut)


def _bound_kind(
    value: Value, alpha: Value, beta: Value, level: _CachedLevel[Any], visits: tuple[_Visit, ...]
) -> Bound | None:
    """Classify a value found with no cutoff: "<=" for an upper bound, ">=" for a lower bound, None for the true value.

    If a visited child has an equal value, return the kind of the child's value. Otherwise, a value that equals a
    label read at the node is the true value. Otherwise, a value outside the window is a bound, as in a fail-hard search.
    """
    last = {(id(visit.seed), visit.level.player): visit.result for visit in visits}  # last result of each visited child
    bounds: list[Bound | None] = [result.bound for result in last.values() if result.value == value]
    likely_bound: Bound = BOUND_OF_CUT["beta" if level.player is Player.FIRST else "alpha"]
    if likely_bound in bounds:  # this child's true value may be better for its parent's player
        return likely_bound
    if bounds:
        return None if None in bounds else bounds[0]
    if any(label_read == value for label_read in level.labels):
        return None
    if alpha is not None and value <= alpha:
        return "<="
    return ">=" if beta is not None and value >= beta else None


def _visited_children(cached: list[SearchNode[Any]], nodes: list[SearchNode[Any]]) -> frozenset[int]:
    """Return the indices in ``cached`` of visited children. A visited node may be a child with its depth reduced."""
    visited: set[int] = set()
    for node in nodes:
        alike = [i for i, (seed, level) in enumerate(cached) if seed is node[0] and level.player is node[1].player]
        visited.update([i for i in alike if cached[i] is node] or [i for i in alike if i not in visited][:1])
    return frozenset(visited)


BOUND_OF_CUT: dict[Cut | None, Bound] = {"alpha": "<=", "beta": ">="}


def _cutting_bound(player: Player, value: Value, alpha: Value, beta: Value) -> Cut | None:
    """Return "alpha" or "beta" if the value causes a cutoff at this end of the window. Otherwise, return None."""
    if player is Player.FIRST:
        return "beta" if beta is not None and value >= beta else None
    return "alpha" if alpha is not None and value <= alpha else None


def _values_for_first_player(
    view: str, player: Player, value: Value, alpha: Value = None, beta: Value = None
) -> tuple[Value, ...]:
    """Return a value and a window for the first player: negate those of the second player if ``view`` is "mover"."""
    if view == "first" or player is Player.FIRST:
        return value, alpha, beta
    return -value, negated(beta), negated(alpha)


@recursive
def alpha_beta_of_node(node: SearchNode[Value], visit: VisitInWindow[Value, Value], alpha: Value, beta: Value) -> Value:
    """Return the alpha-beta value of a node. This function has the parameters that ``node_search`` requires."""
    high, best = player_at(node) is Player.FIRST, MISSING
    for child in children(node):
        value = visit(child, alpha, beta)
        if best is not MISSING and not (value > best if high else value < best):
            if not (value <= best if high else value >= best):
                raise_unordered(value, best)
            continue
        best = value
        if high:
            if beta is not None and value >= beta:
                break
            alpha = value if alpha is None or value > alpha else alpha
        else:
            if alpha is not None and value <= alpha:
                break
            beta = value if beta is None or value < beta else beta
    return require_ordered(label(node)) if best is MISSING else best
