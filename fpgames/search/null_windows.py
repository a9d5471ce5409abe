"""Null-window searches: find the value of a tree by asking repeatedly whether the value is greater than a number.

A window of two successive whole numbers is called null, because no value lies between its ends. A search with a null
window is fast: it only tells whether the value is above the window. A shared tree has one table for all searches.

Source: Plaat, Schaeffer, Pijls and de Bruin 1996 (doi:10.1016/0004-3702(95)00126-3).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from fpgames.lowering import lowers_as
from fpgames.rules.record import Value
from fpgames.search.alphabeta import alpha_beta
from fpgames.search.open_recursion import require_windowed
from fpgames.search.options import search_with
from fpgames.search.tree_checks import require_searchable
from fpgames.search.visits import start_search
from fpgames.tree.turns import require_player
from fpgames.tree.unfolding import Seed, Tree
from fpgames.tree.walking import defines_recursive, walk_tree
from fpgames.validation import as_int

__all__ = ["mtd_bi", "mtd_f"]

A = TypeVar("A")
NullWindowSearch: TypeAlias = Callable[[Tree[int]], int]
"""A search of a tree that can be given a null window: ``alpha_beta``, or a search with a window by ``node_search``."""


def _require_interval(low: int | None = None, high: int | None = None) -> None:
    for bound in (low, high):
        if not isinstance(bound, int | None):
            raise TypeError(f"a bound of the value is {bound!r}; expected a whole number")
    if low is not None and high is not None and low > high:
        raise ValueError(f"empty interval: low is {low!r}, high is {high!r}; expected low <= high")


def _require_null_window_search(search: NullWindowSearch, _: str) -> NullWindowSearch:
    require_windowed(search)
    return search


@search_with(("low", "high"), _require_interval, search=_require_null_window_search, player=require_player)
@defines_recursive
def mtd_bi(
    tree: Tree[A],
    *,
    low: int | None = None,
    high: int | None = None,
    search: NullWindowSearch = alpha_beta,
    player: int | None = None,
) -> A:
    """Return the value of a tree of whole numbers by bisection with null-window searches: MTD(bi).

    ``mtdBi low high = max low . min high . minimax``: a value outside the interval is replaced by the nearer end

    Each search divides the interval at the middle or at half of an end, whichever number is furthest from 0.
    If labels say how soon a game ends, values far from 0 mean short games, which are quick to search.

    Args:
        tree: a finite tree whose labels are whole numbers.
        low: the lower end of the interval; by default, the lower bound that ``bound_by`` gives the root.
        high: the upper end of the interval; by default, the upper bound that ``bound_by`` gives the root.
        search: the search to run with each null window, as for :func:`mtd_f`.
        player: the player to move at the root, if the tree does not know it.

    Raises:
        ValueError: low or high is missing; low is above high; the player to move is unknown, or is not ``player``;
            labels are positions; bounds of ``bound_by`` are in the wrong order, or a value is outside them.
        TypeError: low, high or a value is not a whole number; the search cannot be given a null window.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames import Player, node
    >>> tree = node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])])
    >>> tree | mtd_bi(low=-8, high=8, player=Player.FIRST), tree | mtd_bi(low=-1, high=1, player=Player.FIRST)
    (3, 1)

    See also: :func:`mtd_f`; :func:`fpgames.search.alphabeta.alpha_beta`, the default search.

    Source: Pons, *Solving Connect 4* (gamesolver.org), part 8.
    """
    tree = require_searchable(tree, player, "mtd_bi", windowed=True)
    search_null_window = _make_null_window_search(tree, search)
    sign = int(tree.player or 1)

    def halve_interval(seed: Seed, left: float, lower: int, upper: int) -> Value:
        while lower < upper:
            number = _dividing_number(lower, upper) if sign > 0 else -1 - _dividing_number(-upper, -lower)
            value = search_null_window(seed, left, number)
            if value <= number:
                upper = value if value > lower else lower
            else:
                lower = value if value < upper else upper
        return lower

    result: A = walk_tree(halve_interval, tree, *_first_interval(tree, low, high))
    return result


def _first_interval(tree: Tree[Any], low: int | None, high: int | None) -> tuple[int, int]:
    """Return the first interval of the bisection: ``low`` to ``high``, narrowed to the root's bounds if the tree has bounds."""
    if tree.unfolding.bounds_of is None:
        if low is None or high is None:
            raise ValueError(
                "mtd_bi needs an interval of values: mtd_bi(low=-1, high=1), or a tree with bound_by(bounds)"
            )
        return low, high
    lower, upper = map(require_int, tree.unfolding.bounds_of(tree.seed))
    if lower > upper:
        raise ValueError("the lower bound that bound_by was given is greater than the upper one")
    if low is not None:
        lower, upper = max(lower, low), max(upper, low)
    if high is not None:
        lower, upper = min(lower, high), min(upper, high)
    return lower, upper


def _dividing_number(low: int, high: int) -> int:
    """Return the number at which to divide an interval; it is at least ``low``, and less than ``high``.

    If half of an end is further from 0 than the middle, this half is taken: games with such values may be short.
    """
    middle = low + (high - low) // 2
    if middle <= 0:
        return min(middle, -(-low // 2))
    return max(middle, high // 2)


@search_with(guess=as_int, search=_require_null_window_search, player=require_player)
@defines_recursive
def mtd_f(tree: Tree[A], *, guess: int = 0, search: NullWindowSearch = alpha_beta, player: int | None = None) -> A:
    """Return the value of a tree of whole numbers by null-window searches that start from a guess: MTD(f).

    ``mtdF = minimax``

    Each search has a null window that begins or ends at the result of the previous search. The last search makes the
    lower bound equal to the upper bound. The nearer the guess is to the value, the fewer searches are needed.

    Args:
        tree: a finite tree whose labels are whole numbers.
        guess: the number near which to start.
        search: the search to run with each null window: ``alpha_beta``, or a search that was made by
            :func:`fpgames.search.open_recursion.node_search`, has a window and returns values for the first player.
        player: the player to move at the root, if the tree does not know it.

    Raises:
        ValueError: the player to move is unknown, or is not ``player``; labels are positions; a value is outside the
            bounds of ``bound_by``.
        TypeError: the guess or a value is not a whole number; the search cannot be given a null window.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames import Player, node
    >>> tree = node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])])
    >>> tree | mtd_f(guess=5, player=Player.FIRST)
    3

    See also: :func:`mtd_bi`.
    """
    tree = require_searchable(tree, player, "mtd_f", windowed=True)
    search_null_window = _make_null_window_search(tree, search)

    def search_from_guess(seed: Seed, left: float) -> Value:
        value = lower = upper = guess
        has_lower = has_upper = False
        while not (has_lower and has_upper and lower >= upper):
            number = value if has_lower and value == lower else value - 1
            value = search_null_window(seed, left, number)
            if value <= number:
                upper, has_upper = value, True
            else:
                lower, has_lower = value, True
        return value

    result: A = walk_tree(search_from_guess, tree)
    return result


def _make_null_window_search(tree: Tree[Any], chosen: NullWindowSearch) -> Callable[[Seed, float, int], int]:
    """Return a function that runs ``chosen`` on a seed and a remaining depth, in the window (n, n + 1) of a number."""
    search = start_search(tree, *require_windowed(chosen))

    @lowers_as("a null window", search, tree.unfolding.game.player_of)
    def search_window(seed: Seed, left: float, number: int) -> int:
        return require_int(search(seed, left, number, number + 1))

    return search_window


def require_int(value: int) -> int:
    """Return an int. Raise TypeError for any other value: a fraction, for example, can lie inside a null window."""
    if not isinstance(value, int):
        raise TypeError(f"null windows need values that are whole numbers, got {value!r}; alpha_beta takes any")
    return value
