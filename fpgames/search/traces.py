"""Traces of searches: trees whose labels show the value, window and cutoff that a search had at each node.

Source: article 3, part 2-3.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar, cast

from toolz import identity

from fpgames.declarations import declaration_of
from fpgames.rules.outcomes import Player
from fpgames.rules.record import Value
from fpgames.search.open_recursion import node_function_of
from fpgames.search.recording import Traced, recorded_tree
from fpgames.search.results import search_info
from fpgames.search.tree_checks import require_player_at_root, require_values
from fpgames.search.visits import NodeFunction
from fpgames.tree.decorators import TypedAs, tree_stage
from fpgames.tree.turns import require_player, with_root_player
from fpgames.tree.unfolding import Tree
from fpgames.validation import require_function

__all__ = ["Trace", "trace"]

A = TypeVar("A")


class Trace(Protocol):
    """A stage that returns the trace of a search: a tree whose labels are :class:`~fpgames.search.recording.Traced`.

    See also: :func:`trace`, which makes it.
    """

    def __call__(self, tree: Tree[A], /) -> Tree[Traced[A]]:
        """Search a tree, and return the trace of the search."""
        ...


def _require_traceable(search: object, caller: str) -> object:
    if node_function_of(search) is None:
        engines = (
            "minimax, maximise, minimise, negamax, alpha_beta, expectiminimax, or a search that node_search has made"
        )
        raise TypeError(f"{caller} takes {engines}, without the stages before it; got {search!r}")
    return search


@TypedAs[Trace].maker
@tree_stage("Tree[Traced[A]]", search=_require_traceable, static=require_function, player=require_player)
def trace(
    tree: Tree[A],
    search: Callable[[Tree[Any]], Value],
    *,
    static: Callable[..., Value] = identity,
    player: Player | None = None,
) -> Tree[Traced[A]]:
    """Make a stage that returns the trace of a search: a tree of its visits, and of the children that it skipped.

    ``(trace search tree).label.value = search tree``

    The search runs when the trace is first read. If it takes a window, all visited nodes are stored; otherwise, those that
    are read, each after a search of the nodes below it. Values and windows are for the first player. Below a node are the nodes visited from it, in order, including grandchildren and nodes after a null move. A
    child visited twice appears twice. The skipped children come last, with the value None; ``cut`` tells which end of
    the window caused a cutoff. They are computed when they are read. Sharing and ``bound_by`` are ignored.

    Args:
        search: ``minimax``, ``negamax``, ``maximise``, ``minimise``, ``alpha_beta``, or a search made by
            :func:`fpgames.search.open_recursion.node_search`, perhaps with options.
        static: returns the value of a leaf's label for the first player.
        player: the player to move at the root, if the tree does not know it.

    Raises:
        TypeError: the search cannot be traced. Raised by the stage: values cannot be compared.
        ValueError: ``player`` is not a player. Raised by the stage: the player to move is unknown, or is not ``player``; labels are positions, and
            ``static`` is missing; values have no order (NaN).
        TreeTooDeep: raised by the stage: the tree is deeper than the interpreter's stack.

    >>> from fpgames import Player, alpha_beta, map_tree, node
    >>> from fpgames.draw import draw_tree
    >>> tree = node("max", [node("min", [node(2), node(3)]), node("min", [node(1), node(4)])])
    >>> says = map_tree(lambda t: f"{t.label}: cut by {t.cut}" if t.cut else f"{t.label}: {t.value}")
    >>> print(tree | trace(alpha_beta, player=Player.FIRST) | says | draw_tree)
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

    See also: :func:`fpgames.draw.trees.tree_svg`, which draws it; :func:`fpgames.draw.steps.trace_svgs`, step by step.

    Source: article 3, part 2-3.
    """
    function = cast("NodeFunction", node_function_of(search))  # never None: _require_traceable has checked ``search``
    options = dict(getattr(search, "options", ()))
    root_player, name = declaration_of(search).root_player, search_info(search).name
    require_player_at_root(tree, root_player, name)
    player = options.pop("player", root_player or player)
    tree = require_values(tree, name) if static is identity else tree
    tree = with_root_player(tree, player, name, chance=function.view == "first")
    return recorded_tree(tree, static, function, options)
