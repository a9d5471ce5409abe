"""Decorators that turn a function into a search, and checks of the options of searches."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar, overload

from fpgames.declarations import View
from fpgames.rules.record import Value
from fpgames.tree.decorators import TypedAs
from fpgames.tree.protocols import Search, TreeLike
from fpgames.tree.turns import require_player

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
    check: Callable[Q, None], *, view: View = "first", window: tuple[str, ...] = ()
) -> Callable[[Callable[..., object]], SearchWithOptions[Q]]:
    """Return a decorator that makes a search with options. ``check`` takes the options, and raises for wrong values."""
    return TypedAs[SearchWithOptions[Q]].search(check, view=view, window=window)


def check_player(*, player: int | None = None) -> None:
    """Raise ValueError unless ``player`` is 1, -1 or None."""
    require_player(player)


def check_window(*, alpha: Value = None, beta: Value = None, player: int | None = None) -> None:
    """Raise ValueError if the window is empty, if alpha or beta is NaN, or if the player is invalid."""
    require_player(player)
    for bound in (alpha, beta):
        if bound is not None and bound != bound:
            raise ValueError(f"a window cannot begin or end at {bound!r}, which has no place in an order of values")
    if alpha is not None and beta is not None and not alpha < beta:
        raise ValueError(f"empty window: alpha is {alpha!r}, beta is {beta!r}; expected alpha < beta")


def check_interval(*, low: int | None = None, high: int | None = None, player: int | None = None) -> None:
    """Raise TypeError unless ``low`` and ``high`` are ints. Raise ValueError if low > high, or ``player`` is invalid."""
    require_player(player)
    for bound in (low, high):
        _require_int(0 if bound is None else bound, "a bound of the value")
    if low is not None and high is not None and low > high:
        raise ValueError(f"empty interval: low is {low!r}, high is {high!r}; expected low <= high")


def check_guess(*, guess: int = 0, player: int | None = None) -> None:
    """Raise TypeError if ``guess`` is not an int. Raise ValueError if ``player`` is invalid."""
    require_player(player)
    _require_int(guess, "the first guess")


def _require_int(number: object, name: str) -> None:
    if not isinstance(number, int):
        raise TypeError(f"{name} is {number!r}; expected a whole number")
