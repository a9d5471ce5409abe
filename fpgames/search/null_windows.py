"""Null windows: the value of a tree by searches that only tell whether it is greater than a number.

A window of two successive whole numbers is called null: no value lies between its bounds, so every node is cut off as
soon as one side of the number is proved. Each search leaves a bound of the value. In a shared tree, the next search
finds what the one before has kept.

Source: Plaat, Schaeffer, Pijls and de Bruin 1996 (doi:10.1016/0004-3702(95)00126-3).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from fpgames.lowering import lowers_as
from fpgames.rules.outcomes import Player
from fpgames.rules.record import Value
from fpgames.search.alphabeta import alpha_beta, in_window
from fpgames.search.open_recursion import require_windowed, start_search
from fpgames.search.options import check_guess, check_interval, search_with
from fpgames.search.tree_checks import require_searchable
from fpgames.tree.unfolding import Seed, Tree
from fpgames.tree.walking import recursive, walk_tree

__all__ = ["mtd_bi", "mtd_f"]

A = TypeVar("A")
NullWindowSearch: TypeAlias = Callable[[Tree[int]], int]
"""What searches in a null window."""


def _check_halves(
    *, low: int | None = None, high: int | None = None, search: NullWindowSearch = alpha_beta, player: int | None = None
) -> None:
    check_interval(low=low, high=high, player=player)
    _require_inner(search)


@search_with(_check_halves)
def mtd_bi(
    tree: Tree[A],
    *,
    low: int | None = None,
    high: int | None = None,
    search: NullWindowSearch = alpha_beta,
    player: Player | None = None,
) -> A:
    """Return the value of a tree of whole numbers by halving the interval in which it lies: MTD(bi).

    ``mtdBi low high = max low . min high . minimax``: a value outside the interval is returned as the nearer bound

    Each search has a null window, whose number divides the interval: the one in the middle, or half of a bound if that
    is further from 0. Where labels say how soon a game ends, values far from 0 stand for short games, whose search is
    short too.

    Args:
        tree: a finite tree whose labels are whole numbers.
        low: the least value of interest; by default, the lower bound of ``bound_by`` at the root.
        high: the greatest value of interest, in the same way.
        search: what searches in each window, as for :func:`mtd_f`.
        player: the player to move at the root, if the tree does not know it.

    Raises:
        ValueError: a bound is missing; low is greater than high; the tree does not know whose turn it is, or knows
            another player; labels are positions; the tree's bounds are in the wrong order, or a value is outside them.
        TypeError: a bound or a value is not a whole number; the search is another one.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames import Player, node
    >>> tree = node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])])
    >>> tree | mtd_bi(low=-8, high=8, player=Player.FIRST), tree | mtd_bi(low=-1, high=1, player=Player.FIRST)
    (3, 1)

    See also: :func:`mtd_f`; :func:`fpgames.search.alphabeta.alpha_beta`, the search that it calls.

    Source: Pons, *Solving Connect 4* (gamesolver.org), part 8.
    """
    tree = require_searchable(tree, player, "mtd_bi")
    in_null_window = _in_null_window(tree, search)
    sign = int(tree.player or 1)

    @recursive
    def by_halves(seed: Seed, left: float, lower: int, upper: int) -> Value:
        while lower < upper:
            number = _between(lower, upper) if sign > 0 else -1 - _between(-upper, -lower)
            value = in_null_window(seed, left, number)
            if value <= number:
                upper = value if value > lower else lower
            else:
                lower = value if value < upper else upper
        return lower

    found: A = walk_tree(by_halves, tree, *_interval(tree, low, high))
    return found


def _interval(tree: Tree[Any], low: int | None, high: int | None) -> tuple[int, int]:
    """Return the interval that is halved: the one that is given, within the bounds of the root."""
    if tree.unfolding.bounds_of is None:
        if low is None or high is None:
            raise ValueError(
                "mtd_bi needs an interval of values: mtd_bi(low=-1, high=1), or a tree with bound_by(bounds)"
            )
        return low, high
    lower, upper = map(require_whole, tree.unfolding.bounds_of(tree.seed))
    if lower > upper:
        raise ValueError("the lower bound that bound_by was given is greater than the upper one")
    if low is not None:
        lower, upper = max(lower, low), max(upper, low)
    if high is not None:
        lower, upper = min(lower, high), min(upper, high)
    return lower, upper


def _between(low: int, high: int) -> int:
    """Return the number at which an interval is divided, at least low and less than high.

    It is the middle, or half of a bound if that is further from 0, because far values stand for short games.
    """
    middle = low + (high - low) // 2
    if middle <= 0:
        return min(middle, -(-low // 2))
    return max(middle, high // 2)


def _check_guess(*, guess: int = 0, search: NullWindowSearch = alpha_beta, player: int | None = None) -> None:
    check_guess(guess=guess, player=player)
    _require_inner(search)


@search_with(_check_guess)
def mtd_f(tree: Tree[A], *, guess: int = 0, search: NullWindowSearch = alpha_beta, player: Player | None = None) -> A:
    """Return the value of a tree of whole numbers by null windows from a first guess: MTD(f).

    ``mtdF = minimax``

    Each search has a null window beside the value that the one before has returned, until a lower and an upper bound
    meet. The nearer the guess, the fewer searches.

    Args:
        tree: a finite tree whose labels are whole numbers.
        guess: the guess.
        search: what searches in each window: ``alpha_beta``, or a search with a window that
            :func:`fpgames.search.open_recursion.node_search` has made, whose values are those of the first player.
        player: the player to move at the root, if the tree does not know it.

    Raises:
        ValueError: the tree does not know whose turn it is, or knows another player; labels are positions; a value is
            outside the tree's bounds.
        TypeError: the guess or a value is not a whole number; the search is another one.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames import Player, node
    >>> tree = node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])])
    >>> tree | mtd_f(guess=5, player=Player.FIRST)
    3

    See also: :func:`mtd_bi`.
    """
    tree = require_searchable(tree, player, "mtd_f")
    inside = _in_null_window(tree, search)

    @recursive
    def from_guess(seed: Seed, left: float) -> Value:
        value = lower = upper = guess
        has_lower = has_upper = False
        while not (has_lower and has_upper and lower >= upper):
            number = value if has_lower and value == lower else value - 1
            value = inside(seed, left, number)
            if value <= number:
                upper, has_upper = value, True
            else:
                lower, has_lower = value, True
        return value

    found: A = walk_tree(from_guess, tree)
    return found


def _require_inner(search: NullWindowSearch) -> None:
    """Raise TypeError for what cannot search in a null window."""
    if search is not alpha_beta:
        require_windowed(search)


def _in_null_window(tree: Tree[Any], given: NullWindowSearch) -> Callable[[Seed, float, int], int]:
    """Return the search of a seed, with the levels left below it, in the null window whose first number is given."""
    search: Callable[..., Any] = (
        in_window(tree) if given is alpha_beta else start_search(tree, *require_windowed(given))
    )

    def above(seed: Seed, left: float, number: int) -> int:
        return require_whole(search(seed, left, number, number + 1))

    def above_or_open(seed: Seed, left: float, number: int) -> int:
        """Search in the same window; the condition is always true, and tells compiled code that ends may be missing."""
        end = number + 1 if number == number else None
        return require_whole(search(seed, left, number if number == number else None, end))

    *_, game, walking, bounds_of = tree.unfolding
    calls_itself_only = game.player_of is not None and not walking.entries and not bounds_of
    return above_or_open if calls_itself_only else above


@lowers_as("a whole number")
def require_whole(value: int) -> int:
    """Return a value if it is a whole number; raise TypeError for anything else, which may lie inside a null window."""
    if not isinstance(value, int):
        raise TypeError(f"null windows need values that are whole numbers, got {value!r}; alpha_beta takes any")
    return value
