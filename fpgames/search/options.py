"""Decorators that turn a function into a search, and checks of the options of searches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, overload

from fpgames.declarations import View
from fpgames.rules.record import Value
from fpgames.stage import Check, Function
from fpgames.tree.decorators import TypedAs
from fpgames.tree.protocols import Search, TreeLike
from fpgames.tree.unfolding import Tree

__all__ = ["SearchWithOptions"]

A = TypeVar("A")
Q = ParamSpec("Q")


class SearchWithOptions(Search, Protocol[Q]):
    """A search: ``search(tree)`` returns a value; ``search(option=...)`` returns the search with that option set.

    See also: :func:`fpgames.search.values.minimax`, :func:`fpgames.search.alphabeta.alpha_beta`, two examples.
    """

    @overload
    def __call__(self, tree: TreeLike[A], /) -> A: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, *none: Q.args, **options: Q.kwargs) -> Search: ...
    def __call__(self, *tree: object, **options: object) -> object:
        """Search a tree and return its value. Called with options only, return the search with these options."""
        ...


def search_with(
    window: tuple[str, ...] = (),
    check_window: Function | None = None,
    /,
    *,
    view: View = "first",
    node_function: object = None,
    **checks: Check,
) -> Callable[[Callable[Concatenate[Tree[object], Q], object]], SearchWithOptions[Q]]:
    """Return a decorator that makes a search with options, which ``checks`` check by name.

    ``window`` has the names of the two options that set a window, and ``check_window`` checks both.
    """
    of_window = {" ".join(window): check_window} if check_window else {}
    return TypedAs[Any].search({**checks, **of_window}, view=view, window=window, node_function=node_function)


def require_window(alpha: Value = None, beta: Value = None) -> None:
    """Raise ValueError if the window from alpha to beta is empty, or if one of its ends is NaN."""
    for bound in (alpha, beta):
        if bound is not None and bound != bound:
            raise ValueError(f"a window cannot begin or end at {bound!r}, which has no place in an order of values")
    if alpha is not None and beta is not None and not alpha < beta:
        raise ValueError(f"empty window: alpha is {alpha!r}, beta is {beta!r}; expected alpha < beta")
