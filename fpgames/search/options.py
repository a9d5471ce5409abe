"""Searches that have options, such as a window or the player to move at the root, and the checks of these."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar, cast, overload

from fpgames.rules.record import Value
from fpgames.stage import BareStage
from fpgames.tree.decorators import checks_tree
from fpgames.tree.protocols import Search, TreeLike
from fpgames.tree.turns import require_player
from fpgames.tree.unfolding import Tree

__all__ = ["SearchWithOptions"]

A = TypeVar("A")
Q = ParamSpec("Q")


class SearchWithOptions(Search, Protocol[Q]):
    """A search that can be given options: called with a tree it searches, called with options it is a search that has them.

    See also: :func:`fpgames.search.values.minimax`, :func:`fpgames.search.alphabeta.alpha_beta`, which are such searches.
    """

    @overload
    def __call__(self, tree: TreeLike[A], /) -> A: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, *none: Q.args, **options: Q.kwargs) -> Search: ...
    def __call__(self, *tree: object, **options: object) -> object:
        """Search a tree and return its value; given options instead, return the search with those options."""
        ...


def bare_search(function: Callable[[Tree[A]], A]) -> Search:
    """Make a search without options."""
    return cast("Search", BareStage(checks_tree(function)))  # generic at each call


def search_with(check: Callable[Q, None]) -> Callable[[Callable[..., object]], SearchWithOptions[Q]]:
    """Make a search whose options are those of a function that checks them."""

    def decorate(function: Callable[..., object]) -> SearchWithOptions[Q]:
        return cast("SearchWithOptions[Q]", BareStage(checks_tree(function), check))  # generic at each call

    return decorate


def check_player(*, player: int | None = None) -> None:
    """Raise ValueError unless the player is one of the two, or None."""
    require_player(player)


def check_window(*, alpha: Value = None, beta: Value = None, player: int | None = None) -> None:
    """Raise ValueError for an empty window, a bound without an order, or a player that is not one of the two."""
    require_player(player)
    for bound in (alpha, beta):
        if bound is not None and bound != bound:
            raise ValueError(f"a window cannot begin or end at {bound!r}, which has no place in an order of values")
    if alpha is not None and beta is not None and not alpha < beta:
        raise ValueError(f"empty window: alpha is {alpha!r}, beta is {beta!r}; expected alpha < beta")


def check_interval(*, low: int | None = None, high: int | None = None, player: int | None = None) -> None:
    """Raise ValueError or TypeError for an interval that is none, or a player that is not one of the two."""
    require_player(player)
    for bound in (low, high):
        _check_whole(0 if bound is None else bound, "a bound of the value")
    if low is not None and high is not None and low > high:
        raise ValueError(f"empty interval: low is {low!r}, high is {high!r}; expected low <= high")


def check_guess(*, guess: int = 0, player: int | None = None) -> None:
    """Raise TypeError for a guess that is not a whole number; ValueError for a player that is not one of the two."""
    require_player(player)
    _check_whole(guess, "the first guess")


def _check_whole(number: object, what: str) -> None:
    if not isinstance(number, int):
        raise TypeError(f"{what} is {number!r}; expected a whole number")
