"""Record what a search of a node's function finds at every node: its value, its window, and what it left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import islice
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar, cast

from fpgames.rules.outcomes import Player
from fpgames.rules.record import Value
from fpgames.search.nodes import Level, SearchNode, children, label, levels_of
from fpgames.search.nodes import player as player_at
from fpgames.search.open_recursion import NodeFunction, VisitInWindow, negated
from fpgames.search.options import check_window
from fpgames.tree.order import raise_unordered, require_no_nan, require_ordered
from fpgames.tree.stages import map_tree
from fpgames.tree.unfolding import MISSING, LabelKind, Seed, Tree, Unfolding, game_at, reader_of, tree_from
from fpgames.tree.walking import recursive, walk

__all__ = ["Traced"]

A = TypeVar("A")

Cut: TypeAlias = Literal["alpha", "beta"]
Bound: TypeAlias = Literal["<=", ">="]

Visits: TypeAlias = "list[tuple[SearchNode[Any], _Visit]]"

TRACES = LabelKind("traces", 'map_tree(attrgetter("value"))')


class Traced(NamedTuple, Generic[A]):
    """The label of a node, and what a search found there.

    Args:
        label: the node's label in the tree that was searched.
        value: the value that the search found; None behind a cut.
        alpha: the lower bound when the search reached the node, or None; behind a cut, the bound alpha if it cut.
        beta: the upper bound when the search reached the node, or None; behind a cut, the bound beta if it cut.
        cut: behind a cut, the name of the bound that cut the node off; otherwise None.
        bound: ``"<="`` if the true value is at most the value found, ``">="`` if it is at least that, because children
            were cut off or have only bounds; None if the value found is the true one.

    See also: :func:`fpgames.search.traces.ab_trace`, :func:`fpgames.search.traces.trace`, whose labels these are.
    """

    label: A
    value: Value = None
    alpha: Value = None
    beta: Value = None
    cut: Literal["alpha", "beta"] | None = None
    bound: Literal["<=", ">="] | None = None


class _Visit(NamedTuple):
    """A visit of a node with what the search found, or a node that it has not visited."""

    seed: Seed
    level: Level[Any]
    found: Traced[None] = Traced(None)  # all but the label
    visits: tuple[_Visit, ...] = ()  # of nodes below, in their order
    visited: frozenset[int] = frozenset()  # which of its children are among these nodes
    left_out: Cut | None = None  # the bound that cut off its other children, if any


def as_recorded(
    tree: Tree[A],
    static: Callable[[A], Value],
    search: NodeFunction,
    window: tuple[Value, ...],
    given: dict[str, object],
) -> Tree[Traced[A]]:
    """Return a tree as a search of a node's function walks it."""
    rules = tree.unfolding.game.rules

    @cache
    def searched() -> _Visit:
        """Search the tree when it is first read."""
        return walk(_searched, tree | map_tree(static), search, window, given)

    def at(seed: Seed) -> _Visit:
        seen: _Visit = searched() if seed is searched else seed
        return seen

    def label_at(seed: Seed) -> Traced[A]:
        here = at(seed)
        return Traced(reader_of(tree.unfolding, inner=here.level.left > 0)(here.seed), *here.found[1:])

    def children_at(seed: Seed) -> Iterator[_Visit]:
        here = at(seed)
        yield from here.visits
        cut = here.left_out
        low, high = (here.found.alpha if cut == "alpha" else None, here.found.beta if cut == "beta" else None)
        for i, (child, level) in enumerate(children((here.seed, here.level))):
            if i not in here.visited:
                yield _Visit(child, level, Traced(None, None, low, high, cut), left_out=cut)

    def tree_at(seed: Seed) -> Tree[A]:
        here = at(seed)
        return tree_from(tree.unfolding, here.seed, here.level.left, here.level.player)

    return tree_from(Unfolding(label_at, children_at, TRACES, game_at(rules, tree_at)), searched)


class _CachedLevel(Level[A]):
    """The level of one node, which makes its children once, so that they can be found again, and keeps the labels read."""

    __slots__ = ("labels", "made", "read", "rest")

    def __init__(self, node: SearchNode[A]) -> None:
        _, level = node
        super().__init__((self._label, level.children_of, level.game), level.at, level.left, level.player)
        self.read = level.label_of
        self.labels: list[A] = []
        self.made: list[SearchNode[A]] = []
        self.rest = children(node)

    def _label(self, seed: Seed) -> A:
        self.labels.append(self.read(seed))
        return self.labels[-1]

    def children(self, seed: Seed) -> Iterator[SearchNode[A]]:
        """Return the children of the node, always the same objects."""
        i = 0
        while True:
            if i == len(self.made):
                self.made += islice(self.rest, 1)
            if i == len(self.made):
                return
            yield self.made[i]
            i += 1


def _searched(tree: Tree[Value], search: NodeFunction, window: tuple[Value, ...], given: dict[str, object]) -> _Visit:
    def visit_below(visits: Visits, node: SearchNode[Value], *window: Value, **ends: Value) -> Value:
        window += tuple(ends[name] for name in ("alpha", "beta") if name in ends)
        check_window(**dict(zip(("alpha", "beta"), window, strict=False)))
        level: _CachedLevel[Value] = _CachedLevel(node)
        below: Visits = []
        value = require_no_nan(search.function((node[0], level), partial(visit_below, below), *window, **given))
        visits.append((node, _seen(node[0], level, below, *_to_first(search.view, level.player, value, *window))))
        return value

    player = cast("Player", tree.player)  # not None: _to_trace has checked it
    roots: Visits = []
    search.value_of(visit_below, roots, (tree.seed, levels_of(tree)(tree.depth, player)), *window)
    return roots[0][1]


def _seen(seed: Seed, level: _CachedLevel[Any], below: Visits, value: Value, alpha: Value, beta: Value) -> _Visit:
    """Return a visit of a node, with the visits below it."""
    visits, visited = tuple(visit for _, visit in below), _visited(level.made, [node for node, _ in below])
    cut = (
        _cut_by(level.player, value, alpha, beta)
        if any(i not in visited for i, _ in enumerate(level.children(seed)))
        else None
    )
    bound = BOUNDS[cut] if cut else _bound_of(value, alpha, beta, level, visits)
    return _Visit(seed, level, Traced(None, value, alpha, beta, None, bound), visits, visited, cut)


def _bound_of(
    value: Value, alpha: Value, beta: Value, level: _CachedLevel[Any], visits: tuple[_Visit, ...]
) -> Bound | None:
    """Return which bound a value is that no cut explains: that of the visit it comes from, or the one of the window.

    A value that is neither a child's nor a label, but outside the window, is a bound, as a fail-hard search returns it.
    """
    last = {(id(each.seed), each.level.player): each.found for each in visits}  # a later visit knows more
    bounds: list[Bound | None] = [found.bound for found in last.values() if found.value == value]
    beyond: Bound = BOUNDS["beta" if level.player is Player.FIRST else "alpha"]
    if beyond in bounds:  # the child's value may be better for the player
        return beyond
    if bounds:
        return None if None in bounds else bounds[0]
    if any(each == value for each in level.labels):
        return None
    if alpha is not None and value <= alpha:
        return "<="
    return ">=" if beta is not None and value >= beta else None


def _visited(made: list[SearchNode[Any]], nodes: list[SearchNode[Any]]) -> frozenset[int]:
    """Return which children were visited: themselves, or with fewer levels, as another node of the same seed."""
    visited: set[int] = set()
    for node in nodes:
        alike = [i for i, (seed, level) in enumerate(made) if seed is node[0] and level.player is node[1].player]
        visited.update([i for i in alike if made[i] is node] or [i for i in alike if i not in visited][:1])
    return frozenset(visited)


BOUNDS: dict[Cut | None, Bound] = {"alpha": "<=", "beta": ">="}


def _cut_by(player: Player, value: Value, alpha: Value, beta: Value) -> Cut | None:
    if player is Player.FIRST:
        return "beta" if beta is not None and value >= beta else None
    return "alpha" if alpha is not None and value <= alpha else None


def _to_first(view: str, player: Player, value: Value, alpha: Value = None, beta: Value = None) -> tuple[Value, ...]:
    """Return a value and a window as the first player sees them."""
    if view == "first" or player is Player.FIRST:
        return value, alpha, beta
    return -value, negated(beta), negated(alpha)


@recursive
def alpha_beta_of_node(here: SearchNode[Value], visit: VisitInWindow[Value, Value], alpha: Value, beta: Value) -> Value:
    """Return what alpha-beta finds at a node."""
    high, best = player_at(here) is Player.FIRST, MISSING
    for child in children(here):
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
    return require_ordered(label(here)) if best is MISSING else best
