"""Custom searches by open recursion: a function evaluates one node, and calls ``visit`` to evaluate other nodes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from inspect import Parameter, Signature, iscoroutinefunction, isfunction, isgeneratorfunction, signature
from typing import Any, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar, cast, overload

from fpgames.declarations import Declaration, View, declaration_of
from fpgames.rules.outcomes import Player
from fpgames.rules.record import Value
from fpgames.search.nodes import SearchNode
from fpgames.search.options import SearchWithOptions, require_window
from fpgames.search.tree_checks import require_searchable
from fpgames.search.visits import NodeFunction, start_search
from fpgames.stage import BareStage, Function, Stage
from fpgames.tree.turns import require_player
from fpgames.tree.unfolding import Tree
from fpgames.tree.walking import recursive, walk_tree

__all__ = ["NodeSearch", "Visit", "VisitInWindow", "node_search"]

A = TypeVar("A")
A_contra = TypeVar("A_contra", contravariant=True)
B = TypeVar("B")
B_co = TypeVar("B_co", covariant=True)
Q = ParamSpec("Q")

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

    Note: in a tree whose players alternate, a function that only calls ``player(node)`` and ``label(node)``, and visits
    children at once, is specialised from its source, and takes at most 1.1 times as long as ``minimax`` and ``alpha_beta``,
    which are made in this way. Any other function takes up to three times as long, including a function whose source cannot be read, such
    as one typed at Python's prompt.

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

    See also: :mod:`fpgames.search.nodes`; :func:`fpgames.search.alphabeta.alpha_beta`, which is made in this way.
    """
    if view not in ("first", "mover"):
        raise ValueError(f"view is {view!r}; expected 'first' or 'mover'")
    return partial(_make_node_search, view=view) if function is None else _make_node_search(function, view)


def library_search(_options: Callable[Q, object]) -> Callable[[Callable[..., Value]], SearchWithOptions[Q]]:
    """Return a decorator like ``node_search`` for a function that refuses values without an order, and has no chance.

    ``_options`` has the options of the search as parameters, for type checkers.
    """
    search_of = partial(_make_node_search, view="first", ordered=True)
    return lambda function: cast("SearchWithOptions[Q]", search_of(function))  # for type checkers only


def _make_node_search(function: Callable[..., Any], view: View, *, ordered: bool = False) -> BareStage[..., Any, Any]:
    """Make a search from a function of one node. The search takes a tree, and options by keyword."""
    windowed, own_options = _read_parameters(function)
    name, node_fn = function.__name__, NodeFunction(function, windowed, view, ordered)
    recursive(function)

    def search_tree(
        tree: Tree[A], *, alpha: Value = None, beta: Value = None, player: Player | None = None, **options: Any
    ) -> Any:
        tree = require_searchable(tree, player, name, chance=view == "first" and not ordered, windowed=windowed)
        window = (alpha, beta) if windowed else ()
        return node_fn.value_of(walk_tree, start_search(tree, node_fn, options), tree, *window)

    for attribute in ("__module__", "__name__", "__qualname__", "__doc__"):
        setattr(search_tree, attribute, getattr(function, attribute))
    keywords = ("alpha", "beta", "player") if windowed else ("player",)
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


def require_windowed(search: object) -> tuple[NodeFunction, dict[str, object]]:
    """Return the function and options of a custom search. Raise TypeError if ``mtd_bi`` cannot use the search."""
    node_fn, options = node_function_of(search), dict(getattr(search, "options", ()))
    if node_fn is None or node_fn[1:3] != (True, "first") or {"alpha", "beta", "player"} & options.keys():
        raise TypeError(
            "expected a search made by node_search of a function (node, visit, alpha, beta), whose values are the first"
            f" player's, without the options alpha, beta and player; got {search!r}"
        )
    return node_fn, options
