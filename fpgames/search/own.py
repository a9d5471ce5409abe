"""Make a search of a function that returns the value of one node, and is given the recursion (open recursion)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from inspect import Parameter, Signature, iscoroutinefunction, isfunction, isgeneratorfunction, signature, unwrap
from itertools import repeat
from math import isinf
from typing import (
    Any,
    Concatenate,
    Generic,
    Literal,
    NamedTuple,
    ParamSpec,
    Protocol,
    TypeAlias,
    TypeVar,
    cast,
    overload,
)

from fpgames.forms import has_form
from fpgames.rules.outcomes import Player
from fpgames.rules.record import Value
from fpgames.search.alphabeta import bounded, narrowed
from fpgames.search.entry import to_search
from fpgames.search.options import check_player, check_window
from fpgames.stage import Bare, Stage
from fpgames.tree.decorators import of_a_tree
from fpgames.tree.order import require_ordered
from fpgames.tree.sharing import once, table
from fpgames.tree.turns import turn
from fpgames.tree.unfolding import Seed, Tree, Unfolding
from fpgames.tree.walking import descend, step
from fpgames.validation import require_at_least

__all__ = [
    "OwnSearch", "SearchNode", "Visit", "VisitInWindow", "children", "label", "node_search", "player", "shallower",
]  # fmt: skip

A = TypeVar("A")
A_contra = TypeVar("A_contra", contravariant=True)
B = TypeVar("B")
B_co = TypeVar("B_co", covariant=True)
Q = ParamSpec("Q")

At: TypeAlias = "Callable[[float, Player], Level[Any]]"
Bounds: TypeAlias = "Callable[[Seed], tuple[Value, Value]]"


class Level(Generic[A]):
    """What is the same for all nodes with as many levels below them and the same player to move.

    Note: so a node is a pair of a seed and a level, which ``zip`` makes of the seeds of children. A record for each node
    takes twice the time of a search, and attributes that are not slots a tenth more.
    """

    __slots__ = ("at", "below", "children_of", "label_of", "left", "player", "player_of")

    def __init__(self, unfolding: Unfolding, at: At, left: float, player: Player) -> None:
        self.label_of: Callable[[Seed], A] = unfolding.label_of
        self.children_of, self.player_of = unfolding.children_of, unfolding.game.player_of
        self.left, self.player, self.at = left, player, at
        self.below: Iterable[Level[A]] | None = None  # the levels of all children, once known, if players alternate

    def children(self, seed: Seed) -> Iterator[SearchNode[A]]:
        """Return the children of a seed, whose levels are not known yet, or depend on the seeds of the children."""
        if self.player_of is None and self.left:
            self.below = repeat(self.at(self.left - 1, self.player.opponent))
            return zip(self.children_of(seed), self.below)  # noqa: B905 - with strict=, zip is slower
        return self._asked(self.player_of, seed) if self.left else iter(())

    def _asked(self, player_of: Any, seed: Seed) -> Iterator[SearchNode[A]]:
        other = self.player.opponent
        below, again = (self.at(self.left - 1, each) for each in (other, self.player))
        for child in self.children_of(seed):
            yield child, below if turn(player_of(child), other) is other else again


SearchNode: TypeAlias = tuple[Seed, Level[A]]
"""A node as a search of your own sees it, with labels of a type; :func:`label`, :func:`children` and :func:`player` read it."""

Visit: TypeAlias = Callable[[SearchNode[A]], B]
"""The recursion, from a node with labels of one type to a value of another: ``Visit[int, float]``."""

VisitInWindow: TypeAlias = Callable[[SearchNode[A], B | None, B | None], B]
"""The recursion with a window, alpha and beta; None where it has no end."""


class OwnSearch(Protocol[A_contra, B_co]):
    """A search of your own: called with a tree it searches, called with options it is a search that has them.

    See also: :func:`node_search`, which makes it.
    """

    @overload
    def __call__(self, tree: Tree[A_contra], /) -> B_co: ...
    @overload
    def __call__(self, **options: Any) -> Stage[Tree[A_contra], B_co]: ...
    def __call__(self, *tree: object, **options: object) -> object:
        """Search a tree and return its value; given options instead, return the search with those options."""
        ...

    def __or__(self, function: Callable[[B_co], B], /) -> Stage[Tree[A_contra], B]:
        """Compose: this first, then the function."""
        ...

    def __ror__(self, function: Callable[[B], Tree[A_contra]], /) -> Stage[B, B_co]:
        """Compose: the function first, then this."""
        ...


def children(node: SearchNode[A]) -> Iterator[SearchNode[A]]:
    """Return the children of a node, in their order; none at a leaf: ``children (Node _ ts) = ts``.

    They are made one by one, and the iterator is read once: ``list(children(node))`` keeps them.

    Args:
        node: a node, as :func:`node_search` gives it to a function.

    >>> from fpgames import Player, node
    >>> @node_search
    ... def nodes(node, visit):
    ...     return 1 + sum(map(visit, children(node)))
    >>> nodes(player=Player.FIRST)(node(0, [node(5), node(7, [node(8)])]))
    4

    See also: :func:`label`, :func:`player`.
    """
    seed, level = node
    if level.below is not None:
        return zip(level.children_of(seed), level.below)  # noqa: B905 - as above
    return level.children(seed)


def label(node: SearchNode[A]) -> A:
    """Return the label of a node, at a leaf its value to the first player: ``label (Node a _) = a``.

    It is computed each time, at inner nodes too, and ``count_leaves`` counts each time.

    Args:
        node: a node, as :func:`node_search` gives it to a function.

    >>> from fpgames import Player, node
    >>> @node_search
    ... def first_leaf(node, visit):
    ...     return next(map(visit, children(node)), label(node))
    >>> first_leaf(player=Player.FIRST)(node(0, [node(5), node(7, [node(8)])]))
    5

    See also: :func:`children`, :func:`player`.
    """
    seed, level = node
    return level.label_of(seed)


def player(node: SearchNode[Any]) -> Player:
    """Return the player to move at a node: ``player :: Node a -> Player``.

    Args:
        node: a node, as :func:`node_search` gives it to a function.

    >>> from fpgames import Player, node
    >>> @node_search
    ... def turns(node, visit):
    ...     return [player(node).name, *map(visit, children(node))]
    >>> turns(player=Player.FIRST)(node(0, [node(5), node(7, [node(8)])]))
    ['FIRST', ['SECOND'], ['SECOND', ['FIRST']]]

    See also: :func:`node_search`.
    """
    return node[1].player


def shallower(node: SearchNode[A], levels: int) -> SearchNode[A]:
    """Return the same node with fewer levels below it, but not fewer than none: ``shallower = flip prune``.

    Args:
        node: a node of a tree that ends, as :func:`node_search` gives it to a function.
        levels: how many levels are left out, at least 0.

    Raises:
        ValueError: the tree has no last level, because it is not pruned; levels is less than 0.

    >>> from fpgames import Player, node, prune
    >>> @node_search
    ... def above_the_last(here, visit):
    ...     below = [visit(shallower(child, 1)) for child in children(here)]
    ...     return max(below, default=label(here))
    >>> tree = node(0, [node(1, [node(7)]), node(2)])
    >>> tree | prune(2) | above_the_last(player=Player.FIRST)
    2

    See also: :func:`fpgames.tree.stages.prune`, the stage.
    """
    seed, level = node
    require_at_least(0, levels, "leave out {} levels")
    if isinf(level.left):
        raise ValueError("shallower leaves out the last levels of a tree, and this one is not pruned: prune(depth) it")
    return seed, level.at(max(level.left - levels, 0), level.player)


View: TypeAlias = Literal["first", "mover"]


class OfNode(NamedTuple):
    """What a search of your own is made of: the function of one node, and how it is called."""

    function: Callable[..., Any]
    windowed: bool = True
    view: View = "first"


@overload
def node_search(
    function: Callable[Concatenate[SearchNode[A], Visit[A, B], Q], B], /, *, view: View = ...
) -> OwnSearch[A, B]: ...
@overload
def node_search(
    function: Callable[Concatenate[SearchNode[A], VisitInWindow[A, B], B | None, B | None, Q], B],
    /,
    *,
    view: View = ...,
) -> OwnSearch[A, B]: ...
@overload
def node_search(*, view: View) -> Callable[[Callable[..., B]], OwnSearch[Any, B]]: ...
def node_search(function: Callable[..., Any] | None = None, /, *, view: View = "first") -> Any:
    r"""Make a search of a function of one node, which is given the recursion: open recursion.

    ``nodeSearch f = fix (\visit node -> f node visit)``

    The function has the parameters ``(node, visit)`` or ``(node, visit, alpha, beta)``, and options, which are given by
    name only. It calls ``visit`` with nodes below, and returns the value of its node. With a window it is fail-soft:
    what it returns is a lower bound if it is at least beta, an upper bound if it is at most alpha, else the value; alpha
    and beta are None where the window has no end.

    The search is one like those of the library: it composes by ``|``, visits equal nodes of a shared tree once, is
    counted by ``count_leaves`` and ``count_nodes``, and is accepted by ``deepen``, ``best_move`` and ``bot_from``. It has
    the option ``player``, and with a window also ``alpha`` and ``beta``. With a window, it keeps the bounds of every node
    of a shared tree, and those of ``bound_by`` narrow the window.

    Args:
        function: a function that returns the same for the same node; at the top of a module, so that it can be pickled.
        view: whose values it returns: ``"first"``, those of the first player; ``"mover"``, those of the player to move,
            as ``negamax`` does.

    Raises:
        TypeError: the function has other parameters, or is a generator; by the search: it returns None.
        ValueError: by the search: labels are positions, or a value has no order, such as NaN; the tree does not know
            whose turn it is.
        TreeTooDeep: by the search: the tree is deeper than the interpreter's stack.

    >>> from fpgames import Player, build_tree, map_tree, share
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.search import count_leaves
    >>> @node_search
    ... def minimax(node, visit):
    ...     values = [visit(child) for child in children(node)]
    ...     best = max if player(node) is Player.FIRST else min
    ...     return best(values) if values else label(node)
    >>> build_tree(rules)(rules.start) | share | map_tree(rules.static) | count_leaves(minimax)
    (0, 958)

    See also: :func:`children`, :func:`label`, :func:`player`, :func:`shallower`, which read a node;
    :func:`fpgames.search.values.minimax`, which calls the tree's own functions and is faster.
    """
    if view not in ("first", "mover"):
        raise ValueError(f"view is {view!r}; expected 'first' or 'mover'")
    return partial(_own, view=view) if function is None else _own(function, view)


def _own(function: Callable[..., Any], view: View) -> Bare[..., Any, Any]:
    windowed, options = _parameters(function)
    name, of_node = function.__name__, OfNode(function, windowed, view)
    step(function)

    def searched(tree: Tree[A], *, player: Player | None = None, **given: Any) -> Any:
        tree = to_search(tree, player, name)
        window = (given.pop("alpha", None), given.pop("beta", None)) if windowed else ()
        value = descend(begun(tree, of_node, given), tree, *window)
        if value is None:
            raise TypeError(f"{name} returned None: a search of your own returns the value of its node")
        return require_ordered(value)

    for each in ("__module__", "__name__", "__qualname__", "__doc__"):
        setattr(searched, each, getattr(function, each))
    keywords = ("player", "alpha", "beta") if windowed else ("player",)
    given = (*(Parameter(each, Parameter.KEYWORD_ONLY, default=None) for each in keywords), *options)
    own = Signature([Parameter("tree", Parameter.POSITIONAL_OR_KEYWORD), *given])
    vars(searched).update(__signature__=own, of_node=of_node)

    def check(**chosen: Any) -> None:
        (check_window if windowed else check_player)(**{k: v for k, v in chosen.items() if k in keywords})

    return Bare(of_a_tree(searched), check)


def _parameters(function: Callable[..., Any]) -> tuple[bool, list[Parameter]]:
    """Return whether a function of a node has a window, and its options; raise TypeError for other parameters."""
    parameters = [*signature(function).parameters.values()]
    options = [each for each in parameters if each.kind is each.KEYWORD_ONLY]
    plain = parameters[: len(parameters) - len(options)]
    window = [each.name for each in plain[2:]]
    wrong = any(
        each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD) or each.default is not each.empty for each in plain
    )
    taken = {"tree", "player", "alpha", "beta"} & {each.name for each in options}
    if wrong or taken or len(plain) < 2 or window not in ([], ["alpha", "beta"]) or not _returns(function):
        raise TypeError(
            f"node_search makes a search of a function with the parameters (node, visit) or (node, visit, alpha, beta), and"
            f" options that are given by name only and are not called tree, player, alpha or beta; {function!r} has"
            f" {signature(function)}{'' if _returns(function) else ', and is no plain function'}"
        )
    return len(plain) == 4, options


def _returns(function: object) -> bool:
    return isfunction(function) and not (isgeneratorfunction(function) or iscoroutinefunction(function))


def of_node_in(search: object) -> OfNode | None:
    """Return what a search of your own is made of; None for any other search."""
    function: Any = getattr(search, "function", search)
    found: OfNode | None = getattr(unwrap(function), "of_node", None) if callable(function) else None
    return found


def is_of_the_mover(search: object) -> bool:
    """Return whether a search of your own returns values to the player to move."""
    of_node = of_node_in(search)
    return of_node is not None and of_node.view == "mover"


def levels_of(tree: Tree[A]) -> At:
    """Return the function that makes the levels of a tree's nodes, each once."""

    @cache
    def at(left: float, player: Player) -> Level[Any]:
        return Level(tree.unfolding, at, left, player)

    return at


def begun(tree: Tree[A], of_node: OfNode, given: dict[str, Any]) -> Callable[..., Any]:
    """Return the search of a seed of the root's player, with the levels left below it, and perhaps a window."""
    function, windowed, view = of_node
    player = cast("Player", tree.player)  # not None: to_search has checked it
    at = levels_of(tree)
    called = partial(function, **given) if given else function  # a partial takes time at each node
    visit = _in_window(tree, called, at, view) if windowed else _without_window(tree, called, at, view)

    @has_form("none", function, "searches of your own are not compiled")
    def begin(seed: Seed, left: float, *window: Any) -> Any:
        return visit((seed, at(left, player)), *window)

    return begin


def in_any_window(search: object) -> tuple[OfNode, dict[str, Any]]:
    """Return what a search of your own is made of that can be given windows; raise TypeError for any other search."""
    of_node, options = of_node_in(search), dict(getattr(search, "options", ()))
    if of_node is None or of_node != OfNode(of_node.function) or {"alpha", "beta", "player"} & options.keys():
        raise TypeError(
            "expected a search that node_search has made of a function (node, visit, alpha, beta), whose values are the first"
            f" player's, and whose options alpha, beta and player are left out; got {search!r}"
        )
    return of_node, options


def _without_window(tree: Tree[A], function: Callable[..., Any], at: At, view: View) -> Callable[..., Any]:
    """Return the recursion of a search without a window; for a shared tree, with the tables that minimax has."""
    walking = tree.unfolding.walking

    def visit_each(node: SearchNode[A]) -> Any:
        value = function(node, visit)
        return value if value == value else require_ordered(value)

    def inner(player: Player, seed: Seed, left: float) -> Any:
        return visit_each((seed, at(left, player)))

    def leaf(player: Player, seed: Seed) -> Any:
        return visit_each((seed, at(0, player)))

    inners = {each: once(walking, partial(inner, each), each, view) for each in Player}
    leaves = {each: once(walking, partial(leaf, each)) for each in Player}

    def visit_once(node: SearchNode[A]) -> Any:
        seed, level = node
        return inners[level.player](seed, level.left) if level.left else leaves[level.player](seed)

    visit = visit_once if walking.entries else visit_each
    visit.__qualname__ = "visit"  # which errors name
    return visit


def _in_window(tree: Tree[A], function: Callable[..., Any], at: At, view: View) -> Callable[..., Any]:
    """Return the recursion of a search with a window, whose bounds are kept and narrowed as those of alpha-beta."""
    *_, walking, bounds_of = tree.unfolding

    def visit_each(node: SearchNode[A], alpha: Value, beta: Value) -> Any:
        value = function(node, visit, alpha, beta)
        return value if value == value else require_ordered(value)

    def of_seed(player: Player, seed: Seed, left: float, alpha: Value, beta: Value) -> Any:
        return visit_each((seed, at(left, player)), alpha, beta)

    known = table(walking, "bounds", None, view) if walking.entries else None
    searches = {
        each: narrowed(_seen_by(each, view, bounds_of), bounded(known, each, partial(of_seed, each))) for each in Player
    }

    def visit_known(node: SearchNode[A], alpha: Value, beta: Value) -> Any:
        seed, level = node
        return searches[level.player](seed, level.left, alpha, beta)

    visit = visit_known if walking.entries or bounds_of else visit_each
    visit.__qualname__ = "visit"
    return visit


def _seen_by(player: Player, view: View, bounds_of: Bounds | None) -> Bounds | None:
    """Return the bounds of values as a player sees them."""
    if bounds_of is None or view == "first" or player is Player.FIRST:
        return bounds_of

    def negated(seed: Seed) -> tuple[Value, Value]:
        lower, upper = bounds_of(seed)
        return -upper, -lower

    return negated
