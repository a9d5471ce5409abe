"""Traces of searches: trees whose labels show the value, window and cutoff that a search had at each node.

Source: article 3, part 2-3.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Protocol, TypeVar, cast, overload

from toolz import identity

from fpgames.rules.outcomes import Player
from fpgames.rules.record import Value
from fpgames.search.alphabeta import alpha_beta
from fpgames.search.open_recursion import NodeFunction, has_mover_view, node_function_of
from fpgames.search.options import check_window
from fpgames.search.recording import TRACES, Traced, recorded_tree
from fpgames.search.tree_checks import require_values
from fpgames.search.values import minimax
from fpgames.tree.decorators import TypedAs, tree_stage
from fpgames.tree.stages import map_tree
from fpgames.tree.turns import with_root_player
from fpgames.tree.unfolding import Tree, with_new_nodes
from fpgames.validation import require_function

__all__ = ["BareTrace", "Trace", "ab_trace", "minimax_trace", "trace"]

A = TypeVar("A")


class Trace(Protocol):
    """A stage that returns the trace of a search: a tree whose labels are :class:`~fpgames.search.recording.Traced`.

    See also: :func:`ab_trace`, :func:`minimax_trace`.
    """

    def __call__(self, tree: Tree[A], /) -> Tree[Traced[A]]:
        """Search a tree, and return the trace of the search."""
        ...


class BareTrace(Trace, Protocol):
    """A :class:`Trace` that can be called with options alone. It then returns a trace stage with these options.

    See also: :func:`ab_trace`, :func:`minimax_trace`.
    """

    @overload
    def __call__(self, tree: Tree[A], /) -> Tree[Traced[A]]: ...
    @overload
    def __call__(
        self,
        *,
        static: Callable[..., Value] = ...,
        alpha: Value = None,
        beta: Value = None,
        player: Player | None = None,
    ) -> Trace: ...
    def __call__(self, *tree: object, **options: object) -> object:
        """Search a tree and return the trace. Called with options only, return the stage with these options."""
        ...


def _check_static(*, static: object = identity, **window: Value) -> None:
    check_window(**window)


@TypedAs[BareTrace].bare(_check_static)
def ab_trace(
    tree: Tree[A],
    *,
    static: Callable[[A], Value] = identity,
    alpha: Value = None,
    beta: Value = None,
    player: Player | None = None,
) -> Tree[Traced[A]]:
    """Return the trace of alpha-beta: a tree whose labels show the value and window of visited nodes, and every cutoff.

    ``(abTrace tree).label.value = alphaBeta tree``

    The search runs when the trace is first read, and all visited nodes are stored. Pruned nodes are computed when they
    are read, except the first pruned child of each node, which the search computes. Sharing is ignored.

    Args:
        tree: a finite tree.
        static: returns the value of a leaf's label for the first player.
        alpha: the lower bound of the window; None is minus infinity.
        beta: the upper bound of the window; None is infinity.
        player: the player to move at the root, if the tree does not know it.

    Raises:
        ValueError: alpha is not less than beta; the player to move is unknown, or is not ``player``;
            labels are positions, and ``static`` is missing; values have no order (NaN).
        TypeError: values cannot be compared.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames import Player, map_tree, node
    >>> from fpgames.draw import draw_tree
    >>> tree = node("max", [node("min", [node(2), node(3)]), node("min", [node(1), node(4)])])
    >>> says = map_tree(lambda t: f"{t.label}: cut by {t.cut}" if t.cut else f"{t.label}: {t.value}")
    >>> print(tree | ab_trace(player=Player.FIRST) | says | draw_tree)
    max: 2
    |
    +- min: 2
    |  |
    |  +- 2: 2
    |  |
    |  `- 3: 3
    |
    `- min: 1
       |
       +- 1: 1
       |
       `- 4: cut by alpha

    See also: :func:`fpgames.search.alphabeta.alpha_beta`.

    Source: article 3, part 2-3.
    """
    checked_tree = _require_traceable(tree, static, player, "ab_trace")
    return recorded_tree(checked_tree, static, alpha_beta(alpha=alpha, beta=beta))


def _require_traceable(
    tree: Tree[A], static: Callable[[A], Value], player: Player | None, caller: str, *, chance: bool = False
) -> Tree[A]:
    """Return the tree, with a known player at the root. Raise ValueError unless labels are values, or ``static`` is given."""
    tree = require_values(tree, caller) if static is identity else tree
    return with_root_player(tree, player, caller, chance=chance)


def _require_node_search(search: object, caller: str) -> object:
    if node_function_of(search) is None:
        raise TypeError(f"trace needs a search that node_search has made, got {search!r}; for alpha_beta, use ab_trace")
    return search


@TypedAs[Trace].maker
@tree_stage(search=_require_node_search, static=require_function)
def trace(
    tree: Tree[A],
    search: Callable[[Tree[Any]], Value],
    *,
    static: Callable[..., Value] = identity,
    player: Player | None = None,
) -> Tree[Traced[A]]:
    """Make a stage that returns the trace of a custom search: a tree of its visits and the skipped children.

    ``(trace search tree).label.value = search tree``

    Values and windows are for the first player. Below a node are the nodes visited from it, in order, including
    grandchildren and nodes after a null move. A child visited twice appears twice. The skipped children come last, with
    the value None; ``cut`` tells which end of the window caused a cutoff. Sharing and ``bound_by`` are ignored.

    Args:
        search: a search made by :func:`fpgames.search.open_recursion.node_search`, perhaps with options.
        static: returns the value of a leaf's label for the first player.
        player: the player to move at the root, if the tree does not know it.

    Raises:
        TypeError: the search was not made by ``node_search``.
        ValueError: raised by the stage, for the reasons listed at :func:`ab_trace`.
        TreeTooDeep: raised by the stage: the tree is deeper than the interpreter's stack.

    >>> from fpgames import Player, node
    >>> from fpgames.search import children, label, node_search
    >>> from fpgames.tree import levels
    >>> @node_search
    ... def not_below_ten(here, visit, alpha, beta):
    ...     values = (visit(child, alpha, beta) for child in children(here))
    ...     return next((value for value in values if value >= 10), label(here))
    >>> tree = node(0, [node(5), node(10), node(20)])
    >>> [[traced.value for traced in level] for level in levels(trace(not_below_ten, player=Player.FIRST)(tree))]
    [[10], [5, 10, None]]

    See also: :func:`ab_trace`, the trace of alpha-beta.
    """
    node_fn = cast("NodeFunction", node_function_of(search))  # never None: _require_node_search has checked ``search``
    player = dict(getattr(search, "options", ())).get("player", player)
    in_mover_view = has_mover_view(search)
    checked_tree = _require_traceable(tree, static, player, node_fn.function.__name__, chance=not in_mover_view)
    return recorded_tree(checked_tree, static, search, mover_view=in_mover_view)


@TypedAs[BareTrace].bare(_check_static)
def minimax_trace(
    tree: Tree[A], *, static: Callable[[A], Value] = identity, player: Player | None = None
) -> Tree[Traced[A]]:
    """Return the trace of minimax: each node has its minimax value.

    ``(minimaxTrace tree).label.value = minimax tree``

    Each time a label is read, minimax searches the tree below the node again.

    Args:
        tree: a finite tree.
        static: returns the value of a leaf's label for the first player.
        player: the player to move at the root, if the tree does not know it.

    Raises:
        ValueError: the player to move is unknown, or is not ``player``; labels are positions, and ``static`` is
            missing; values have no order (NaN).
        TypeError: values cannot be compared.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames import Player, node
    >>> from fpgames.tree import levels
    >>> tree = node("max", [node("min", [node(2), node(3)]), node("min", [node(1), node(4)])])
    >>> [[traced.value for traced in level] for level in levels(minimax_trace(player=Player.FIRST)(tree))]
    [[2], [2, 1], [2, 3, 1, 4]]

    See also: :func:`ab_trace`, :func:`fpgames.search.values.minimax`.
    """
    worth = map_tree(static)

    def traced_label(subtree: Tree[A]) -> Traced[A]:
        return Traced(subtree.label, minimax(worth(subtree)))

    checked_tree = _require_traceable(tree, static, player, "minimax_trace")
    functions: dict[str, Any] = {"label_of": traced_label, "children_of": attrgetter("children"), "labels": TRACES}
    return with_new_nodes(checked_tree, checked_tree, identity, **functions)
