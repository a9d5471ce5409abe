"""Custom searches by open recursion: a function evaluates one node, and calls ``visit`` to evaluate other nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from inspect import Parameter, Signature, iscoroutinefunction, isfunction, isgeneratorfunction, signature
from typing import Any, Concatenate, NamedTuple, ParamSpec, Protocol, TypeAlias, TypeVar, cast, overload

from fpgames.declarations import Declaration, View, declaration_of
from fpgames.lowering import lowers_as
from fpgames.rules.outcomes import MOVERS, Mover, Player
from fpgames.rules.record import Value
from fpgames.search import nodes
from fpgames.search.alphabeta import with_bounds, with_table
from fpgames.search.nodes import LevelFactory, SearchNode, is_node, level_factory
from fpgames.search.options import require_window
from fpgames.search.tree_checks import require_searchable
from fpgames.stage import BareStage, Function, Stage
from fpgames.tree.order import require_no_nan
from fpgames.tree.run import Run
from fpgames.tree.sharing import make_table, memoized
from fpgames.tree.turns import require_player
from fpgames.tree.unfolding import Seed, Tree
from fpgames.tree.walking import recursive, walk_tree

__all__ = ["NodeSearch", "Visit", "VisitInWindow", "node_search"]

A = TypeVar("A")
A_contra = TypeVar("A_contra", contravariant=True)
B = TypeVar("B")
B_co = TypeVar("B_co", covariant=True)
Q = ParamSpec("Q")

Bounds: TypeAlias = "Callable[[Seed], tuple[Value, Value]]"


Visit: TypeAlias = Callable[[SearchNode[A]], B]
"""The recursive call of a custom search, from a node with labels of type ``A`` to a value of type ``B``."""

VisitInWindow: TypeAlias = Callable[[SearchNode[A], B | None, B | None], B]
"""The recursive call of a custom search with a window, alpha and beta; None means that there is no such bound."""


class NodeSearch(Protocol[A_contra, B_co]):
    """A custom search: ``search(tree)`` returns a value; ``search(option=...)`` returns the search with that option.

    See also: :func:`node_search`, which makes custom searches.
    """

    @overload
    def __call__(self, tree: Tree[A_contra], /) -> B_co: ...
    @overload
    def __call__(self, **options: Any) -> Stage[Tree[A_contra], B_co]: ...
    def __call__(self, *tree: object, **options: object) -> object:
        """Search a tree and return its value. Called with options only, return the search with these options."""
        ...

    def __or__(self, function: Callable[[B_co], B], /) -> Stage[Tree[A_contra], B]:
        """Make a pipeline: first this search, then the function."""
        ...

    def __ror__(self, function: Callable[[B], Tree[A_contra]], /) -> Stage[B, B_co]:
        """Make a pipeline: first the function, then this search."""
        ...


class NodeFunction(NamedTuple):
    """A function from which :func:`node_search` made a custom search."""

    function: Callable[..., Value]
    windowed: bool = True  # whether the function takes alpha and beta
    view: View = "first"  # "mover" if the function returns values for the player to move

    def window_in(self, options: dict[str, Value]) -> tuple[Value, ...]:
        """Remove alpha and beta from ``options``, and return (alpha, beta). Without a window, return ()."""
        return (options.pop("alpha", None), options.pop("beta", None)) if self.windowed else ()

    def value_of(self, search: Callable[..., B], *args: object) -> B:
        """Return the value of a search. Raise TypeError for None, an iterator or a node; raise ValueError for NaN."""
        try:
            value = search(*args)
        except AttributeError as error:
            if error.name in nodes.__all__ and is_node(error.obj):
                raise AttributeError(f"a node has no attribute {error.name!r}: write {error.name}(node)") from error
            raise
        for kind, is_wrong in (
            ("None", value is None),
            ("an iterator", isinstance(value, Iterator)),
            ("a node", is_node(value)),
        ):
            if is_wrong:
                raise TypeError(
                    f"{self.function.__name__} returned {kind}; a function of node_search returns the value of its node"
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
    r"""Make a search from a function that evaluates one node, and calls ``visit`` to evaluate others: open recursion.

    ``nodeSearch f = fix (\visit node -> f node visit)``

    The function takes ``(node, visit)`` or ``(node, visit, alpha, beta)``, and may have keyword-only options. It calls
    ``visit`` for nodes below, and returns the value of ``node``. A function that takes a window should be fail-soft: a
    result of at most alpha is an upper bound of the value, a result of at least beta is a lower bound, and any other
    result is the value. Alpha is None if the window has no lower end; beta is None if it has no upper end.

    The search composes by ``|``, visits equal nodes of a shared tree once, and can be passed to ``count_nodes``,
    ``deepen``, ``best_move`` and ``bot_from``. It has the option ``player``. A search with a window also has ``alpha``
    and ``beta``, stores bounds in the table of a shared tree, and uses the bounds of ``bound_by``. ``jit`` compiles a
    search whose values have the type of the labels.

    Args:
        function: a pure function. Define it at the top of a module if the search is to be pickled.
        view: ``"first"`` if values are for the first player, ``"mover"`` if they are for the player to move (negamax).

    Raises:
        TypeError: ``function`` has other parameters, or is a generator. The search raises TypeError if a value is None.
        ValueError: ``view`` has another value. The search raises ValueError if labels are positions, a value has no
            order (NaN), a window is empty, the player to move at the root is unknown or is not ``player``, or ``view`` is
            "mover" and chance moves at a node.
        TreeTooDeep: raised by the search: the tree is deeper than the interpreter's stack.

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

    See also: :mod:`fpgames.search.nodes`; :func:`fpgames.search.values.minimax`, a faster search without node objects.
    """
    if view not in ("first", "mover"):
        raise ValueError(f"view is {view!r}; expected 'first' or 'mover'")
    return partial(_make_node_search, view=view) if function is None else _make_node_search(function, view)


def _make_node_search(function: Callable[..., Any], view: View) -> BareStage[..., Any, Any]:
    """Make a search from a function of one node. The search takes a tree, and options by keyword."""
    windowed, own_options = _read_parameters(function)
    name, node_fn = function.__name__, NodeFunction(function, windowed, view)
    recursive(function)

    def search_tree(tree: Tree[A], *, player: Player | None = None, **options: Any) -> Any:
        tree = require_searchable(tree, player, name, chance=view == "first", windowed=windowed)
        window = node_fn.window_in(options)
        return node_fn.value_of(walk_tree, start_search(tree, node_fn, options), tree, *window)

    for attribute in ("__module__", "__name__", "__qualname__", "__doc__"):
        setattr(search_tree, attribute, getattr(function, attribute))
    keywords = ("player", "alpha", "beta") if windowed else ("player",)
    parameters = (*(Parameter(key, Parameter.KEYWORD_ONLY, default=None) for key in keywords), *own_options)
    new_signature = Signature([Parameter("tree", Parameter.POSITIONAL_OR_KEYWORD), *parameters])
    vars(search_tree)["__signature__"] = new_signature

    window = ("alpha", "beta") if windowed else ()
    checks: dict[str, Function] = {"player": require_player} | ({"alpha beta": require_window} if windowed else {})
    declaration = Declaration("Value", view, window, checks_tree=True, node_function=node_fn)
    return BareStage(declaration(search_tree), checks)


def _read_parameters(function: Callable[..., Any]) -> tuple[bool, list[Parameter]]:
    """Return a pair: whether a function takes alpha and beta; its options. Raise TypeError for wrong parameters."""
    is_plain = isfunction(function) and not (isgeneratorfunction(function) or iscoroutinefunction(function))
    parameters = [*signature(function).parameters.values()] if is_plain else []
    options = [param for param in parameters if param.kind is param.KEYWORD_ONLY]
    positional = parameters[: len(parameters) - len(options)]
    window = [param.name for param in positional[2:]]
    is_wrong = any(
        param.kind in (param.VAR_POSITIONAL, param.VAR_KEYWORD) or param.default is not param.empty
        for param in positional
    )
    reserved = {"tree", "player", "alpha", "beta"} & {param.name for param in options}
    if is_wrong or reserved or len(positional) < 2 or window not in ([], ["alpha", "beta"]):
        raise TypeError(
            f"node_search takes a function with the parameters (node, visit) or (node, visit, alpha, beta), and"
            f" keyword-only options that are not called tree, player, alpha or beta; {function!r}"
            f" {f'has {signature(function)}' if is_plain else 'is not a plain function'}"
        )
    return len(positional) == 4, options


def node_function_of(search: object) -> NodeFunction | None:
    """Return the function from which ``node_search`` made a search. For any other search, return None."""
    return cast("NodeFunction | None", declaration_of(search).node_function)  # node_search has declared it


def start_search(tree: Tree[A], node_fn: NodeFunction, options: dict[str, object]) -> Callable[..., Any]:
    """Return a function that runs a search, from the root's seed, the remaining depth, and the window if any."""
    function, windowed, view = node_fn
    mover = cast("Mover", tree.mover)  # the mover is known: require_searchable has checked it
    make_level, node_value = level_factory(tree, mover_view=view == "mover"), partial(function, **options)
    make_recursion = _windowed_recursion if windowed else _plain_recursion
    visit_uncached, visit = make_recursion(tree, node_value, make_level, view)
    visit.__qualname__ = "visit"  # the name that error messages show

    @lowers_as("a search of nodes", visit_uncached, make_level, mover, tree.run.counters_of("node"))
    def run_search(seed: Seed, left: float, *window: Value) -> Value:
        return visit((seed, make_level(left, mover)), *window)

    return run_search


Recursion: TypeAlias = "tuple[Callable[..., Any], Callable[..., Any]]"
"""Two versions of the recursive call: one runs the function each time, one first looks the node up in a table."""


def require_windowed(search: object) -> tuple[NodeFunction, dict[str, object]]:
    """Return the function and options of a custom search. Raise TypeError if ``mtd_bi`` cannot use the search."""
    node_fn, options = node_function_of(search), dict(getattr(search, "options", ()))
    if node_fn is None or node_fn != NodeFunction(node_fn.function) or {"alpha", "beta", "player"} & options.keys():
        raise TypeError(
            "expected a search made by node_search of a function (node, visit, alpha, beta), whose values are the first"
            f" player's, without the options alpha, beta and player; got {search!r}"
        )
    return node_fn, options


def _plain_recursion(tree: Tree[A], node_value: partial[Value], make_level: LevelFactory, view: View) -> Recursion:
    """Return two versions of ``visit`` for a search without a window: one uncached, one memoized if the tree is shared."""
    first, second = Player
    function = node_value if node_value.keywords else node_value.func  # partial calls are slower
    sense = view, node_value.func, *node_value.keywords, *node_value.keywords.values()
    game, run = tree.unfolding.game, tree.run

    def visit_uncached(node: SearchNode[A]) -> Value:  # compiled code replaces this function: count in ``visit_node``
        value = function(node, visit)
        return value if value == value else require_no_nan(value)

    def visit_seed(mover: Mover, seed: Seed, left: float) -> Value:
        return visit_uncached((seed, make_level(left, mover)))

    inner_high, inner_low, inner_mean = (memoized(tree, partial(visit_seed, mover), mover, *sense) for mover in MOVERS)
    leaf_high, leaf_low, leaf_mean = (memoized(tree, partial(visit_seed, mover, left=0)) for mover in MOVERS)
    player_of: Any = game.player_of
    if player_of and game.rules and tree.unfolding.position_key:  # a position determines the player
        leaf_high = leaf_low = leaf_mean = memoized(
            tree, lambda seed: visit_seed(player_of(seed), seed, 0)
        )  # one table

    inner_mean, leaf_mean = _in_python(inner_mean, inner_low), _in_python(leaf_mean, leaf_low)

    def visit_memoized(node: SearchNode[A]) -> Value:
        seed, level = node
        if level.mover is first:
            return inner_high(seed, level.left) if level.left else leaf_high(seed)
        if level.mover is second:
            return inner_low(seed, level.left) if level.left else leaf_low(seed)
        return inner_mean(seed, level.left) if level.left else leaf_mean(seed)

    visit_node = visit_memoized if run.entries else visit_uncached
    visit = _with_visit_counters(visit_node, run)
    lowers_as("open recursion", node_value, visit_node, make_level, run.counters_of("node"))(visit_uncached)
    return visit_uncached, visit_node


def _windowed_recursion(tree: Tree[A], node_value: partial[Value], make_level: LevelFactory, view: View) -> Recursion:
    """Return two versions of ``visit`` with a window. Only the second uses a transposition table and ``bounds_of``."""
    first, second = Player
    function = node_value if node_value.keywords else node_value.func
    sense = view, node_value.func, *node_value.keywords, *node_value.keywords.values()
    bounds_of, run = tree.unfolding.bounds_of, tree.run

    def visit_uncached(node: SearchNode[A], alpha: Value, beta: Value) -> Value:  # replaced in compiled code, as above
        if alpha is not None and beta is not None and alpha >= beta:
            require_window(alpha, beta)
        value = function(node, visit, alpha, beta)
        return value if value == value else require_no_nan(value)

    def visit_seed(mover: Mover, seed: Seed, left: float, alpha: Value, beta: Value) -> Value:
        return visit_uncached((seed, make_level(left, mover)), alpha, beta)

    bounds_table = make_table(tree, "its own bounds", None, *sense) if run.entries else None

    def search_where(mover: Mover) -> Callable[..., Value]:
        search = with_table(bounds_table, mover, partial(visit_seed, mover))
        return with_bounds(_bounds_in_view(mover, view, bounds_of), search)

    high, low, mean = map(search_where, MOVERS)
    mean = _in_python(mean, low)

    def visit_with_bounds(node: SearchNode[A], alpha: Value, beta: Value) -> Value:
        seed, level = node
        if level.mover is first:
            return high(seed, level.left, alpha, beta)
        if level.mover is second:
            return low(seed, level.left, alpha, beta)
        return mean(seed, level.left, alpha, beta)

    def visit_in_window(node: SearchNode[A], alpha: Value, beta: Value) -> Value:
        if alpha is not None and beta is not None and alpha >= beta:
            require_window(alpha, beta)  # checked before a table or bounds return a value
        return visit_with_bounds(node, alpha, beta)

    visit_in_window.__qualname__ = "visit"  # the name that error messages show
    has_answers = run.entries or bounds_of
    visit_node = visit_with_bounds if has_answers else visit_uncached
    visit = _with_visit_counters(visit_in_window if has_answers else visit_uncached, run)
    lowers_as("open recursion", node_value, visit_node, make_level, run.counters_of("node"))(visit_uncached)
    return visit_uncached, visit_node


def _in_python(search: Callable[..., Value], stand_in: Callable[..., Value]) -> Callable[..., Value]:
    """Return a search of nodes where chance moves; compiled code, in which no chance moves, has ``stand_in`` for it."""

    @lowers_as("another function", stand_in)
    def search_in_python(*node: Seed) -> Value:
        return search(*node)

    return search_in_python


def _with_visit_counters(visit: Callable[..., Value], run: Run) -> Callable[..., Value]:
    """Return ``visit``. Inside ``count_nodes``, return a version of ``visit`` that counts the visited nodes."""
    count_visit = run.increment_of("node")
    if count_visit is None:
        return visit

    def visit_counted(*node: object, **window: Value) -> Value:
        count_visit()
        return visit(*node, **window)

    return visit_counted


def _bounds_in_view(mover: Mover, view: View, bounds_of: Bounds | None) -> Bounds | None:
    """Return ``bounds_of``. If ``view`` is "mover" and the second player moves, return a version with negated bounds."""
    if bounds_of is None or view == "first" or mover is Player.FIRST:
        return bounds_of

    def mover_bounds(seed: Seed) -> tuple[Value, Value]:
        lower, upper = bounds_of(seed)
        return -upper, -lower

    return mover_bounds


def negated(bound: Value) -> Value:
    """Return a bound as the opponent sees it: negated, or None if there is no bound."""
    return None if bound is None else -bound
