"""Faulty searches of ``node_search`` with windows: inconsistent bounds, or too many cutoffs."""

from __future__ import annotations

from collections.abc import Callable
from operator import ge
from typing import Any

from fpgames import Player
from fpgames.search import children, label, node_search, player
from tests.testing.faults import Fault, entry, row_of
from tests.testing.faults.searches import Claimed, laws_of

__all__ = ["OWN", "fail_hard"]

OWN: dict[str, Fault] = {}
BOUNDS = "in_its_window_it_finds_the_value_and_outside_a_bound"
fault = entry(OWN, laws_of)
found_by = row_of(laws_of)


def first(**claims: Any) -> Callable[[Callable[..., Any]], Claimed]:
    """Return a function that makes a search of the first player's values, and has the claims for it."""
    return lambda function: (node_search(function), claims)


def mover(function: Callable[..., Any]) -> Claimed:
    return node_search(view="mover")(function), {}


def negated(bound: Any) -> Any:
    return None if bound is None else -bound


def of_the_first(
    here: Any,
    visit: Any,
    alpha: Any,
    beta: Any,
    window: Callable[[bool, Any, Any], tuple[Any, Any]] = lambda high, alpha, beta: (alpha, beta),
    over: Callable[[Any, Any], bool] = ge,
    leave: Callable[[Any, Any, Any], bool] = lambda value, best, bound: False,
    raised: Callable[[bool], bool] = lambda high: high,
) -> Any:
    """Alpha-beta, one node of it: it is right, unless it is given a part that is not."""
    high, best = player(here) is Player.FIRST, None
    for child in children(here):
        value = visit(child, *window(high, alpha, beta))
        left = leave(value, best, alpha if high else beta)
        best = value if best is None else (max if high else min)(best, value)
        if raised(high):
            alpha = best if alpha is None else max(alpha, best)
        else:
            beta = best if beta is None else min(beta, best)
        if left or (alpha is not None and beta is not None and over(alpha, beta)):
            break
    return label(here) if best is None else best


def of_the_mover(here: Any, visit: Any, alpha: Any, beta: Any, turned: Callable[[Any, Any], tuple[Any, Any]]) -> Any:
    """Negamax in a window, one node of it; the window of the opponent is a part."""
    best = None
    for child in children(here):
        same = player(child) is player(here)
        value = visit(child, alpha, beta) if same else -visit(child, *turned(alpha, beta))
        best = value if best is None else max(best, value)
        alpha = best if alpha is None else max(alpha, best)
        if beta is not None and alpha >= beta:
            break
    return int(player(here)) * label(here) if best is None else best


def fail_hard(here: Any, visit: Any, alpha: Any, beta: Any) -> Any:
    """No fault: what is outside the window is returned as its end, and that is a bound, too."""
    found = of_the_first(here, visit, alpha, beta)
    low = found if alpha is None else max(alpha, found)
    return low if beta is None else min(beta, low)


@fault(BOUNDS, first(numbers=True))
def the_window_is_that_of_the_mover_and_the_values_are_not(here: Any, visit: Any, alpha: Any, beta: Any) -> Any:
    def window(high: bool, low: Any, up: Any) -> tuple[Any, Any]:
        return (low, up) if high else (negated(up), negated(low))

    return of_the_first(here, visit, alpha, beta, window)


@fault(BOUNDS, first())
def a_cut_returns_the_bound_of_the_other_side(here: Any, visit: Any, alpha: Any, beta: Any) -> Any:
    found = of_the_first(here, visit, alpha, beta)
    if alpha is None or beta is None:
        return found
    return alpha if found >= beta else beta if found <= alpha else found


@fault(BOUNDS, first(numbers=True), rare=True)
def a_tie_with_the_end_of_a_null_window_is_not_searched_again(here: Any, visit: Any, alpha: Any, beta: Any) -> Any:
    """Later children are tried in a window of one; a value at its far end is a bound only."""
    high, best = player(here) is Player.FIRST, None
    for child in children(here):
        if best is None:
            value = visit(child, alpha, beta)
        else:
            low, up = (alpha, alpha + 1) if high else (beta - 1, beta)
            value = visit(child, low, up)
            if value > up if high else value < low:
                value = visit(child, alpha, beta)
        best = value if best is None else (max if high else min)(best, value)
        if high:
            alpha = best if alpha is None else max(alpha, best)
        else:
            beta = best if beta is None else min(beta, best)
        if alpha is not None and beta is not None and alpha >= beta:
            break
    return label(here) if best is None else best


OWN |= {
    "the second player swaps alpha and beta": found_by(BOUNDS,
        lambda here, visit, alpha, beta: of_the_first(here, visit, alpha, beta, lambda high, low, up: (low, up) if high else (up, low)), first()),
    "the window is that of the first player and the values are not": found_by(BOUNDS,
        lambda here, visit, alpha, beta: of_the_mover(here, visit, alpha, beta, lambda low, up: (low, up)), mover),
    "the window is negated and not turned round": found_by(BOUNDS,
        lambda here, visit, alpha, beta: of_the_mover(here, visit, alpha, beta, lambda low, up: (negated(low), negated(up))), mover),
    "the opponent has one end of the window only and it is the wrong one": found_by(BOUNDS,
        lambda here, visit, alpha, beta: of_the_mover(here, visit, alpha, beta, lambda low, up: (None, negated(up))), mover),
    # The bound that the player to move would raise: what follows may be better than it.
    "a value equal to the bound of its own side ends the search": found_by(BOUNDS,
        lambda here, visit, alpha, beta: of_the_first(here, visit, alpha, beta, leave=lambda value, best, bound: bool(value == bound)), first()),
    "a tie with the best ends the search": found_by("it_finds_the_value",
        lambda here, visit, alpha, beta: of_the_first(here, visit, alpha, beta, leave=lambda value, best, bound: bool(value == best)), first()),
    "both players raise alpha": found_by(BOUNDS,
        lambda here, visit, alpha, beta: of_the_first(here, visit, alpha, beta, raised=lambda high: True), first()),
    "a margin of one is cut off": found_by(BOUNDS,
        lambda here, visit, alpha, beta: of_the_first(here, visit, alpha, beta, over=lambda low, up: bool(low >= up - 1)), first(numbers=True)),
}  # fmt: skip
