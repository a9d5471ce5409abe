"""Searches that explain themselves: the tree as alpha-beta or minimax walks it, with what they found at every node.

Source: article 3, part 2-3.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Protocol, TypeVar, cast, overload

from toolz import identity

from fpgames.rules.outcomes import Player
from fpgames.rules.record import Value
from fpgames.search.open_recursion import NodeFunction, node_function_of
from fpgames.search.options import check_window
from fpgames.search.recording import TRACES, Traced, alpha_beta_of_node, as_recorded
from fpgames.search.tree_checks import require_values
from fpgames.search.values import minimax
from fpgames.stage import BareStage
from fpgames.tree.decorators import checks_tree, tree_stage
from fpgames.tree.stages import map_tree
from fpgames.tree.turns import with_root_player
from fpgames.tree.unfolding import Tree, Unfolding, game_at, tree_from
from fpgames.validation import require_function

__all__ = ["BareTrace", "Trace", "ab_trace", "minimax_trace", "trace"]

A = TypeVar("A")


class Trace(Protocol):
    """A stage from a tree to the same tree with what a search found at every node.

    See also: :func:`ab_trace`, :func:`minimax_trace`.
    """

    def __call__(self, tree: Tree[A], /) -> Tree[Traced[A]]:
        """Return the tree with what the search found."""
        ...


class BareTrace(Trace, Protocol):
    """A :class:`Trace` that can be given options.

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
        """Return the tree with what the search found; given options instead, return the trace with those options."""
        ...


def _check(*, static: object = identity, **window: Value) -> None:
    check_window(**window)


def _bare_trace(function: Callable[..., object]) -> BareTrace:
    return cast("BareTrace", BareStage(checks_tree(function), _check))  # generic at each call


@_bare_trace
def ab_trace(
    tree: Tree[A],
    *,
    static: Callable[[A], Value] = identity,
    alpha: Value = None,
    beta: Value = None,
    player: Player | None = None,
) -> Tree[Traced[A]]:
    """Return the tree as alpha-beta walks it, every node with its value and its window, or the bound that cut it off.

    ``(abTrace tree).label.value = alphaBeta tree``

    The search runs when the tree is first read, and all nodes that it visits are kept. Behind a cut, nodes and labels
    are made when they are read, except for the first node, which shows that there is something to cut off. A shared
    tree is walked as if it were not shared.

    Args:
        tree: a finite tree.
        static: returns the value of a leaf's label to the first player.
        alpha: the lower bound of the window; None is minus infinity.
        beta: the upper bound of the window; None is infinity.
        player: the player to move at the root, if the tree does not know it.

    Raises:
        ValueError: alpha is not less than beta; the tree does not know whose turn it is, or knows another player;
            labels are positions, and ``static`` is not given; values have no order, such as NaN.
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
    begun = _to_trace(tree, static, player, "ab_trace")
    return as_recorded(begun, static, NodeFunction(alpha_beta_of_node), (alpha, beta), {})


def _to_trace(tree: Tree[A], static: Callable[[A], Value], player: Player | None, what: str) -> Tree[A]:
    return with_root_player(require_values(tree, what) if static is identity else tree, player, what)


def _require_own(search: object, what: str) -> object:
    if node_function_of(search) is None:
        raise TypeError(f"trace needs a search that node_search has made, got {search!r}; alpha_beta has ab_trace")
    return search


def trace(
    search: Callable[[Tree[Any]], Value], *, static: Callable[..., Value] = identity, player: Player | None = None
) -> Trace:
    """Return the tree as a search of your own walks it, every node with its value, its window, and what was left out.

    ``(trace search tree).label.value = search tree``

    Values and windows are as the first player sees them. Below a node are its visits in their order: a child that is visited
    twice is there twice, and a passed turn or a child of a child is there, too. After them come the children that are not
    visited, without a value, and without a cut unless the value of their parent is outside the window. A shared tree is
    walked as if it were not shared, and bounds of ``bound_by`` are not used.

    Args:
        search: a search that :func:`fpgames.search.open_recursion.node_search` has made, perhaps with options.
        static: returns the value of a leaf's label to the first player.
        player: the player to move at the root, if the tree does not know it.

    Raises:
        TypeError: the search is another one.
        ValueError: by the stage: as by :func:`ab_trace`.
        TreeTooDeep: by the stage: the tree is deeper than the interpreter's stack.

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
    return cast("Trace", _trace(search, static=static, player=player))  # unlike Stage, generic at each call


@tree_stage(search=_require_own, static=require_function)
def _trace(
    tree: Tree[A],
    search: Callable[[Tree[Any]], Value],
    *,
    static: Callable[..., Value] = identity,
    player: Player | None = None,
) -> Tree[Traced[A]]:
    of_node = cast("NodeFunction", node_function_of(search))  # not None: _require_own has checked it
    given = dict(getattr(search, "options", ()))
    window = of_node.window_in(given)
    begun = _to_trace(tree, static, given.pop("player", player), of_node.function.__name__)
    return as_recorded(begun, static, of_node, window, given)


@_bare_trace
def minimax_trace(
    tree: Tree[A], *, static: Callable[[A], Value] = identity, player: Player | None = None
) -> Tree[Traced[A]]:
    """Return the tree as minimax walks it, every node with its value.

    ``(minimaxTrace tree).label.value = minimax tree``

    Reading a label runs a search of the tree below it each time; nothing is kept.

    Args:
        tree: a finite tree.
        static: returns the value of a leaf's label to the first player.
        player: the player to move at the root, if the tree does not know it.

    Raises:
        ValueError: the tree does not know whose turn it is, or knows another player; labels are positions, and
            ``static`` is not given; values have no order, such as NaN.
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

    def traced(here: Tree[A]) -> Traced[A]:
        return Traced(here.label, minimax(worth(here)))

    begun = _to_trace(tree, static, player, "minimax_trace")
    game = game_at(tree.unfolding.game.rules, identity)
    return tree_from(Unfolding(traced, attrgetter("children"), TRACES, game), begun)
