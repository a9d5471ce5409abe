"""Make a search of a function that returns the value of one node, and is given the recursion (open recursion)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from inspect import Parameter, Signature, iscoroutinefunction, isfunction, isgeneratorfunction, signature, unwrap
from typing import Any, Concatenate, Literal, NamedTuple, ParamSpec, Protocol, TypeAlias, TypeVar, cast, overload

from fpgames.lowering import lowers_as
from fpgames.rules.outcomes import Player
from fpgames.rules.record import Value
from fpgames.search import nodes
from fpgames.search.alphabeta import bounded, narrowed
from fpgames.search.nodes import At, SearchNode, is_node, levels_of
from fpgames.search.options import check_player, check_window
from fpgames.search.tree_checks import require_searchable
from fpgames.stage import BareStage, Stage
from fpgames.tree.decorators import checks_tree
from fpgames.tree.order import require_no_nan
from fpgames.tree.sharing import memoized, table
from fpgames.tree.unfolding import GameView, Seed, Tree, WalkSettings
from fpgames.tree.walking import recursive, walk_tree

__all__ = ["NodeSearch", "Visit", "VisitInWindow", "node_search"]

A = TypeVar("A")
A_contra = TypeVar("A_contra", contravariant=True)
B = TypeVar("B")
B_co = TypeVar("B_co", covariant=True)
Q = ParamSpec("Q")

Bounds: TypeAlias = "Callable[[Seed], tuple[Value, Value]]"


Visit: TypeAlias = Callable[[SearchNode[A]], B]
"""The recursion, from a node with labels of one type to a value of another: ``Visit[int, float]``."""

VisitInWindow: TypeAlias = Callable[[SearchNode[A], B | None, B | None], B]
"""The recursion with a window, alpha and beta; None where it has no end."""


class NodeSearch(Protocol[A_contra, B_co]):
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


View: TypeAlias = Literal["first", "mover"]


class NodeFunction(NamedTuple):
    """What a search of your own is made of: the function of one node, and how it is called."""

    function: Callable[..., Value]
    windowed: bool = True
    view: View = "first"

    def window_in(self, options: dict[str, Value]) -> tuple[Value, ...]:
        """Take the window out of options, and return it; empty for a search without one."""
        return (options.pop("alpha", None), options.pop("beta", None)) if self.windowed else ()

    def value_of(self, search: Callable[..., B], *args: object) -> B:
        """Return what a search finds; raise TypeError if that is no value, ValueError if it has no order."""
        try:
            value = search(*args)
        except AttributeError as error:
            if error.name in nodes.__all__ and is_node(error.obj):
                raise AttributeError(f"a node has no attribute {error.name!r}: write {error.name}(node)") from error
            raise
        for what, wrong in (
            ("None", value is None),
            ("an iterator", isinstance(value, Iterator)),
            ("a node", is_node(value)),
        ):
            if wrong:
                raise TypeError(
                    f"{self.function.__name__} returned {what}: a search of your own returns the value of its node"
                )
        return require_no_nan(value)


@overload
def node_search(
    function: Callable[Concatenate[SearchNode[A], Visit[A, B], Q], B], /, *, view: View = ...
) -> NodeSearch[A, B]: ...
@overload
def node_search(
    function: Callable[Concatenate[SearchNode[A], VisitInWindow[A, B], B | None, B | None, Q], B],
    /,
    *,
    view: View = ...,
) -> NodeSearch[A, B]: ...
@overload
def node_search(*, view: View) -> Callable[[Callable[..., B]], NodeSearch[Any, B]]: ...
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
    of a shared tree, and those of ``bound_by`` narrow the window. ``jit`` compiles it, if its values have the type of the
    labels.

    Args:
        function: a function that returns the same for the same node; at the top of a module, so that it can be pickled.
        view: whose values it returns: ``"first"``, those of the first player; ``"mover"``, those of the player to move,
            as ``negamax`` does.

    Raises:
        TypeError: the function has other parameters, or is a generator; by the search: it returns None.
        ValueError: by the search: labels are positions, or a value has no order, such as NaN, or in a window of a shared
            tree two sets; a window is empty; the tree does not know whose turn it is.
        TreeTooDeep: by the search: the tree is deeper than the interpreter's stack.

    >>> from fpgames import Player, build_tree, map_tree, share
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.search import children, count_leaves, label, player
    >>> @node_search
    ... def minimax(node, visit):
    ...     values = [visit(child) for child in children(node)]
    ...     best = max if player(node) is Player.FIRST else min
    ...     return best(values) if values else label(node)
    >>> build_tree(rules)(rules.start) | share | map_tree(rules.static) | count_leaves(minimax)
    (0, 958)

    See also: :mod:`fpgames.search.nodes`, whose functions read a node;
    :func:`fpgames.search.values.minimax`, which calls the tree's own functions and is faster.
    """
    if view not in ("first", "mover"):
        raise ValueError(f"view is {view!r}; expected 'first' or 'mover'")
    return partial(_own, view=view) if function is None else _own(function, view)


def _own(function: Callable[..., Any], view: View) -> BareStage[..., Any, Any]:
    windowed, options = _parameters(function)
    name, of_node = function.__name__, NodeFunction(function, windowed, view)
    recursive(function)

    def searched(tree: Tree[A], *, player: Player | None = None, **given: Any) -> Any:
        tree = require_searchable(tree, player, name)
        window = of_node.window_in(given)
        return of_node.value_of(walk_tree, start_search(tree, of_node, given), tree, *window)

    for each in ("__module__", "__name__", "__qualname__", "__doc__"):
        setattr(searched, each, getattr(function, each))
    keywords = ("player", "alpha", "beta") if windowed else ("player",)
    given = (*(Parameter(each, Parameter.KEYWORD_ONLY, default=None) for each in keywords), *options)
    own = Signature([Parameter("tree", Parameter.POSITIONAL_OR_KEYWORD), *given])
    vars(searched).update(__signature__=own, of_node=of_node)

    def check(**chosen: Any) -> None:
        (check_window if windowed else check_player)(**{k: v for k, v in chosen.items() if k in keywords})

    return BareStage(checks_tree(searched), check)


def _parameters(function: Callable[..., Any]) -> tuple[bool, list[Parameter]]:
    """Return whether a function of a node has a window, and its options; raise TypeError for other parameters."""
    returns = isfunction(function) and not (isgeneratorfunction(function) or iscoroutinefunction(function))
    parameters = [*signature(function).parameters.values()] if returns else []
    options = [each for each in parameters if each.kind is each.KEYWORD_ONLY]
    plain = parameters[: len(parameters) - len(options)]
    window = [each.name for each in plain[2:]]
    wrong = any(
        each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD) or each.default is not each.empty for each in plain
    )
    taken = {"tree", "player", "alpha", "beta"} & {each.name for each in options}
    if wrong or taken or len(plain) < 2 or window not in ([], ["alpha", "beta"]):
        raise TypeError(
            f"node_search makes a search of a function with the parameters (node, visit) or (node, visit, alpha, beta), and"
            f" options that are given by name only and are not called tree, player, alpha or beta; {function!r}"
            f" {f'has {signature(function)}' if returns else 'is no plain function'}"
        )
    return len(plain) == 4, options


def node_function_of(search: object) -> NodeFunction | None:
    """Return what a search of your own is made of; None for any other search."""
    function: Any = getattr(search, "function", search)
    found: NodeFunction | None = getattr(unwrap(function), "of_node", None) if callable(function) else None
    return found


def has_mover_view(search: object) -> bool:
    """Return whether a search of your own, perhaps after stages, returns values to the player to move."""
    of_node = node_function_of(search.parts[-1] if isinstance(search, Stage) else search)
    return of_node is not None and of_node.view == "mover"


def start_search(tree: Tree[A], of_node: NodeFunction, given: dict[str, object]) -> Callable[..., Any]:
    """Return the search of a seed of the root's player, with the levels left below it, and perhaps a window."""
    function, windowed, view = of_node
    player = cast("Player", tree.player)  # not None: require_searchable has checked it
    at, own = levels_of(tree), partial(function, **given)
    *_, game, walking, bounds_of = tree.unfolding
    if windowed:
        visit_each, visit = _windowed_recursion(walking, bounds_of, own, at, view)
    else:
        visit_each, visit = _plain_recursion(walking, game, own, at, view)
    visit.__qualname__ = "visit"  # which errors name

    @lowers_as("a search of nodes", visit_each, at, player, walking.visits)
    def begin(seed: Seed, left: float, *window: Value) -> Value:
        return visit((seed, at(left, player)), *window)

    if not walking.visits:
        return begin
    searches, *_ = walking.visits

    def begin_counted(seed: Seed, left: float, *window: Value) -> Value:
        searches.n += 1
        value = begin(seed, left, *window)
        searches.n -= 1
        return value

    return begin_counted


Recursion: TypeAlias = "tuple[Callable[..., Any], Callable[..., Any]]"
"""The recursion of a search: once for each call, and with what is known of nodes."""


def require_windowed(search: object) -> tuple[NodeFunction, dict[str, object]]:
    """Return what a search of your own is made of that can be given windows; raise TypeError for any other search."""
    of_node, options = node_function_of(search), dict(getattr(search, "options", ()))
    if of_node is None or of_node != NodeFunction(of_node.function) or {"alpha", "beta", "player"} & options.keys():
        raise TypeError(
            "expected a search that node_search has made of a function (node, visit, alpha, beta), whose values are the first"
            f" player's, and whose options alpha, beta and player are left out; got {search!r}"
        )
    return of_node, options


def _plain_recursion(walking: WalkSettings, game: GameView, own: partial[Value], at: At, view: View) -> Recursion:
    """Return the recursion of a search without a window; for a shared tree, with the tables that minimax has."""
    first, function = Player.FIRST, own if own.keywords else own.func  # a partial takes time at each node

    def visit_each(node: SearchNode[A]) -> Value:
        value = function(node, visit)
        return value if value == value else require_no_nan(value)

    def of_seed(player: Player, seed: Seed, left: float) -> Value:
        return visit_each((seed, at(left, player)))

    inner_high, inner_low = (memoized(walking, partial(of_seed, each), each, view) for each in Player)
    leaf_high, leaf_low = (memoized(walking, partial(of_seed, each, left=0)) for each in Player)
    player_of: Any = game.player_of
    if player_of and game.rules and walking.position_key:  # a position says whose turn it is: one table, as minimax has
        leaf_high = leaf_low = memoized(walking, lambda seed: of_seed(player_of(seed), seed, 0))

    def visit_once(node: SearchNode[A]) -> Value:
        seed, level = node
        if level.player is first:
            return inner_high(seed, level.left) if level.left else leaf_high(seed)
        return inner_low(seed, level.left) if level.left else leaf_low(seed)

    visit_node = visit_once if walking.entries else visit_each
    visit = _counted(visit_node, walking)
    lowers_as("open recursion", own, visit_node, at, walking.visits)(visit_each)
    return visit_each, visit_node


def _windowed_recursion(
    walking: WalkSettings, bounds_of: Bounds | None, own: partial[Value], at: At, view: View
) -> Recursion:
    """Return the recursion of a search with a window, whose bounds are kept and narrowed as those of alpha-beta."""
    first, function = Player.FIRST, own if own.keywords else own.func

    def visit_each(node: SearchNode[A], alpha: Value, beta: Value) -> Value:
        if alpha is not None and beta is not None and alpha >= beta:
            check_window(alpha=alpha, beta=beta)
        value = function(node, visit, alpha, beta)
        return value if value == value else require_no_nan(value)

    def of_seed(player: Player, seed: Seed, left: float, alpha: Value, beta: Value) -> Value:
        return visit_each((seed, at(left, player)), alpha, beta)

    known = table(walking, "its own bounds", None, view) if walking.entries else None
    high, low = (
        narrowed(_seen_by(each, view, bounds_of), bounded(known, each, partial(of_seed, each))) for each in Player
    )

    def visit_known(node: SearchNode[A], alpha: Value, beta: Value) -> Value:
        seed, level = node
        if level.player is first:
            return high(seed, level.left, alpha, beta)
        return low(seed, level.left, alpha, beta)

    visit_node = visit_known if walking.entries or bounds_of else visit_each
    visit = _counted(visit_node, walking)
    lowers_as("open recursion", own, visit_node, at, walking.visits)(visit_each)
    return visit_each, visit_node


def _counted(visit: Callable[..., Value], walking: WalkSettings) -> Callable[..., Value]:
    """Return what visits nodes; if nodes are counted, a version that counts its calls."""
    if not walking.visits:
        return visit
    counters = walking.visits[1:]  # a tuple, by which jit finds the search again

    def visit_counted(*node: object, **window: Value) -> Value:
        for each in counters:
            each.n += 1
        return visit(*node, **window)

    return visit_counted


def _seen_by(player: Player, view: View, bounds_of: Bounds | None) -> Bounds | None:
    """Return the bounds of values as a player sees them."""
    if bounds_of is None or view == "first" or player is Player.FIRST:
        return bounds_of

    def of_the_mover(seed: Seed) -> tuple[Value, Value]:
        lower, upper = bounds_of(seed)
        return -upper, -lower

    return of_the_mover


def negated(bound: Value) -> Value:
    """Return a bound as the other player sees it; None stays None."""
    return None if bound is None else -bound
