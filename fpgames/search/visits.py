"""The recursive call of a search on a tree, and all that surrounds it: the table, the bounds, the counters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from types import CellType
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

from fpgames.declarations import View
from fpgames.lowering import lowers_as
from fpgames.rules.outcomes import MOVERS, Mover, Player
from fpgames.rules.record import Value
from fpgames.search import nodes
from fpgames.search.nodes import SearchNode, is_node, level_factory
from fpgames.search.options import require_window
from fpgames.search.specialisation import specialised, specialised_once
from fpgames.tree.order import raise_unordered, require_no_nan, require_ordered
from fpgames.tree.run import Run
from fpgames.tree.sharing import Table, cannot_share, make_table, memoized
from fpgames.tree.turns import make_child_walk
from fpgames.tree.unfolding import MISSING, Seed, Tree, readers_of
from fpgames.tree.walking import walk_in_python, with_comparison_message

FIRST, SECOND = Player

A = TypeVar("A")
B = TypeVar("B")

Bounds: TypeAlias = Callable[[Seed], tuple[Value, Value]]
Search: TypeAlias = Callable[..., Any]
"""A search of a node: a function of its seed, the remaining depth, and the window if there is one."""


class NodeFunction(NamedTuple):
    """A function that evaluates one node, from which a search was made."""

    function: Callable[..., Value]
    windowed: bool = True  # whether the function takes alpha and beta
    view: View = "first"  # "mover" if the function returns values for the player to move
    ordered: bool = False  # whether the function itself refuses values without an order, as the library's functions do

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
        if self.ordered:
            return require_ordered(value)
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


def start_search(tree: Tree[A], node_fn: NodeFunction, options: dict[str, object]) -> Search:
    """Return a function that runs a search, from the root's seed, the remaining depth, and the window if any."""
    return _search_of_seeds(tree, node_fn, options) or _search_of_nodes(tree, node_fn, options)


def _search_of_seeds(tree: Tree[A], node_fn: NodeFunction, options: dict[str, object]) -> Search | None:
    """Return the search of a specialised function, which makes no nodes; None if the function cannot be specialised.

    Note: so ``minimax`` finds the value of all of tic-tac-toe 7.6 times as fast as :func:`fpgames.textbook.maximise` and
    ``minimise``, and ``alpha_beta`` 8.4 times as fast as ``calc_max`` and ``calc_min``. At depth 0, no player is asked
    for. One function for both players would take 8% longer in Python, and 10 to 28% longer in compiled code.
    """
    function, windowed, view, ordered = node_fn
    run, unfolding, game = tree.run, tree.unfolding, tree.unfolding.game
    if not ordered and (run.driver not in (None, walk_in_python) or game.player_of):
        return None  # compiled code of custom functions has nodes; where players do not alternate, chance may move
    code = (specialised_once if ordered else specialised)(function, windowed, view == "mover", not ordered)
    if code is None:
        return None
    readers = readers_of(tree)
    last_label_of, children_of = readers.last_label_of, readers.children_of
    values: dict[str, Any] = {"_children": children_of, "_last_label": last_label_of}
    counting_run = None
    if not ordered:
        children_of, counting_run = unfolding.children_of, run if run.counters else None  # counts visits, not children
        values = {
            "_children": children_of, "_children_below": lambda seed, left: children_of(seed) if left else (),
            "_label": readers.label_of, "_last_label": last_label_of, "_checked": _checked,
            "_check_window": require_window, **(function.__kwdefaults__ or {}), **options,
        }  # fmt: skip
    if code.reads_leaves:
        values["_leaf"] = _counted(memoized(tree, last_label_of), counting_run)
    (search_high, visit_high), (search_low, visit_low) = code.functions(
        function, {name: CellType(value) for name, value in values.items()}
    )
    high, low = _surrounded(tree, node_fn, options, (search_high, search_low))
    visits = make_child_walk(game, FIRST, high, low), make_child_walk(game, SECOND, low, high)
    if counting_run:
        visits = _counted(visits[0], run), _counted(visits[1], run)
    if windowed and not ordered and (counting_run or high is not search_high):  # before a visit is counted
        visits = _in_checked_window(visits[0]), _in_checked_window(visits[1])
    visit_high.cell_contents, visit_low.cell_contents = visits
    return high if tree.mover is FIRST else low


def _search_of_nodes(tree: Tree[A], node_fn: NodeFunction, options: dict[str, object]) -> Search:
    """Return the search of a function of nodes: pairs of a seed and a level."""
    mover = cast("Mover", tree.mover)  # the mover is known: require_searchable has checked it
    counters = tree.run.counters_of("node")
    make_level = level_factory(tree, mover_view=node_fn.view == "mover")
    node_value = partial(node_fn.function, **options)
    function = node_value if options else node_fn.function  # partial calls are slower

    def evaluate_plain(node: SearchNode[A]) -> Value:  # compiled code replaces this function
        value = function(node, visit)
        return value if value == value else require_no_nan(value)

    def evaluate_in_window(node: SearchNode[A], alpha: Value, beta: Value) -> Value:  # replaced, too
        if alpha is not None and beta is not None and alpha >= beta:
            require_window(alpha, beta)
        value = function(node, visit, alpha, beta)
        return value if value == value else require_no_nan(value)

    evaluate: Search = evaluate_in_window if node_fn.windowed else evaluate_plain

    def search_where(mover: Mover) -> Search:
        def evaluate_seed(seed: Seed, left: float, *window: Value) -> Value:
            return evaluate((seed, make_level(left, mover)), *window)

        return evaluate_seed

    searches = tuple(map(search_where, MOVERS))
    high, low, mean = surrounded = _surrounded(tree, node_fn, options, searches)
    lowers_as("another function", low)(mean)  # no chance moves in compiled code

    def look_up_or_evaluate(node: SearchNode[A], *window: Value) -> Value:
        seed, level = node
        if level.mover is FIRST:
            return high(seed, level.left, *window)
        if level.mover is SECOND:
            return low(seed, level.left, *window)
        return mean(seed, level.left, *window)

    visit_node = evaluate if surrounded is searches else look_up_or_evaluate
    visit_counted = _counted(visit_node, tree.run)

    def visit_in_window(node: SearchNode[A], alpha: Value, beta: Value) -> Value:
        if alpha is not None and beta is not None and alpha >= beta:
            require_window(alpha, beta)  # checked before a table or bounds return a value
        return visit_counted(node, alpha, beta)

    visit: Search = visit_in_window if node_fn.windowed and visit_counted is not evaluate else visit_counted
    visit.__qualname__ = "visit"  # the name that error messages show
    lowers_as("open recursion", node_value, visit_node, make_level, counters)(evaluate)

    @lowers_as("a search of nodes", evaluate, make_level, mover, counters)
    def run_search(seed: Seed, left: float, *window: Value) -> Value:
        return visit_node((seed, make_level(left, mover)), *window)

    return run_search


def _checked(value: Value) -> Value:
    return value if value == value else require_no_nan(value)


def _in_checked_window(visit: Search) -> Search:
    """Return a version of ``visit`` that checks the window before a table or bounds return a value."""

    def visit_in_window(node: object, left: float, alpha: Value, beta: Value) -> Value:
        if alpha is not None and beta is not None and alpha >= beta:
            require_window(alpha, beta)
        return visit(node, left, alpha, beta)

    return visit_in_window


def _counted(visit: Search, run: Run | None) -> Search:
    """Return ``visit``. Inside ``count_nodes``, return a version of ``visit`` that counts the visited nodes."""
    count_visit = run and run.increment_of("node")
    if count_visit is None:
        return visit

    def visit_counted(*node: object) -> Value:
        count_visit()
        return visit(*node)

    return visit_counted


def _surrounded(
    tree: Tree[A], node_fn: NodeFunction, options: dict[str, object], searches: tuple[Search, ...]
) -> tuple[Search, ...]:
    """Return searches of the nodes of each mover. If the tree has bounds, or is shared, add its bounds, or a table."""
    function, windowed, view, ordered = node_fn
    entries, bounds_of = tree.run.entries, tree.unfolding.bounds_of
    if not (entries or bounds_of):
        return searches
    sense = view, function, *options, *options.values()
    of_movers = tuple(zip(MOVERS, searches, strict=False))  # chance is missing where nodes are seeds
    if not windowed:
        return tuple(memoized(tree, search, mover, *sense) for mover, search in of_movers)
    table = make_table(tree, "bounds" if ordered else "its own bounds", None, *sense) if entries else None
    tabled = (
        (mover, _with_table(table, mover, search) if table is not None else search) for mover, search in of_movers
    )
    return tuple(_within_bounds(bounds_of, mover, view, search) if bounds_of else search for mover, search in tabled)


def _with_table(bounds_table: Table, mover: Mover, search: Search) -> Search:
    """Return a version of a search that stores bounds of nodes where ``mover`` moves."""

    @lowers_as("bounds in a table", search, bounds_table, mover)
    def cached_search(seed: Seed, left: float, alpha: Value, beta: Value) -> Value:
        key = seed, left, mover
        try:
            lower, upper = bounds_table.get(key, (MISSING, MISSING))
        except TypeError as error:
            raise cannot_share(error) from error
        if lower is not MISSING and ((upper is not MISSING and lower == upper) or (beta is not None and lower >= beta)):
            return lower
        if upper is not MISSING and alpha is not None and upper <= alpha:
            return upper
        value = search(seed, left, alpha, beta)
        if alpha is not None and value <= alpha:
            bounds_table[key] = lower, value
        elif beta is not None and value >= beta:
            bounds_table[key] = value, upper
        else:
            if (alpha is not None and not value > alpha) or (beta is not None and not value < beta):
                raise_unordered(value, beta if alpha is None or value > alpha else alpha)
            bounds_table[key] = value, value
        return value

    return cached_search


def _within_bounds(bounds_of: Bounds, mover: Mover, view: View, search: Search) -> Search:
    """Return a version of a search that narrows the window to the bounds of each node."""

    def mover_bounds(seed: Seed) -> tuple[Value, Value]:
        lower, upper = bounds_of(seed)
        return -upper, -lower

    bounds_in_view = mover_bounds if view == "mover" and mover is SECOND else bounds_of

    @with_comparison_message(
        "the bounds of bound_by cannot be compared with the labels at its place in the pipeline ({}); after"
        " prefer_quick_wins, labels are pairs, such as (1, 0)"
    )
    def narrow_then_search(seed: Seed, left: float, alpha: Value, beta: Value) -> Value:
        lower, upper = bounds_in_view(seed)
        if not lower <= upper:
            raise ValueError("the lower bound that bound_by was given is greater than the upper one")
        if lower == upper or (beta is not None and lower >= beta):
            return lower
        if alpha is not None and upper <= alpha:
            return upper
        if alpha is None or alpha < lower:
            alpha = lower
        if beta is None or beta > upper:
            beta = upper
        value = search(seed, left, alpha, beta)
        if not lower <= value <= upper:
            raise ValueError("a value is outside the bounds that bound_by was given")
        return value

    return narrow_then_search


def negated(bound: Value) -> Value:
    """Return a bound as the opponent sees it: negated, or None if there is no bound."""
    return None if bound is None else -bound
