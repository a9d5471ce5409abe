"""Searches with a fault in their windows or their cutoffs."""

from __future__ import annotations

from math import inf
from operator import gt
from typing import Any

from fpgames import Player
from fpgames.tree import leaves, size
from tests.testing.faults import Fault, entry, row_of
from tests.testing.faults.searches import (
    AnyTree,
    Claimed,
    all_of,
    bounded,
    claiming,
    is_high,
    laws_of,
    right,
    with_bounds,
    with_window,
)

__all__ = ["CUTS"]

CUTS: dict[str, Fault] = {}
fault = entry(CUTS, laws_of)
found_by = row_of(laws_of)


# --- windows


@fault("it_finds_the_value")
def a_null_window_is_searched_again_on_the_wrong_side() -> Claimed:
    """A later child is first tried in an empty window; the second search begins at the bound that was passed."""

    def search(tree: AnyTree, alpha: float = -inf, beta: float = inf) -> Any:
        high, best = is_high(tree), None
        for child in tree.children:
            if best is None:
                value = search(child, alpha, beta)
            elif high:
                value = search(child, alpha, alpha + 1)
                value = search(child, alpha, value) if alpha < value < beta else value
            else:
                value = search(child, beta - 1, beta)
                value = search(child, alpha, value + 1) if alpha < value < beta else value
            best = value if best is None else (max if high else min)(best, value)
            alpha, beta = (max(alpha, best), beta) if high else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return tree.label if best is None else best

    return search, {"numbers": True}


def scout(tree: AnyTree, alpha: float = -inf, beta: float = inf) -> Any:
    """Search later children in an empty window first; it is right, for whole numbers, but may repeat leaves."""
    high, best = is_high(tree), None
    for child in tree.children:
        low, up = (alpha, alpha + 1) if high else (beta - 1, beta)
        value = scout(child, alpha, beta) if best is None else scout(child, low, up)
        if best is not None and alpha < value < beta:
            value = scout(child, alpha, beta)
        best = value if best is None else (max if high else min)(best, value)
        alpha, beta = (max(alpha, best), beta) if high else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return tree.label if best is None else best


@fault("its_bounds_are_labels_of_leaves", with_window())
def bounds_fail_hard_though_they_are_claimed_to_fail_soft(tree: AnyTree, alpha: Any, beta: Any) -> Any:
    value = right(tree, alpha, beta)
    if alpha is not None and value < alpha:
        return alpha
    return beta if beta is not None and value > beta else value


@fault("in_its_window_it_finds_the_value_and_outside_a_bound", with_window(numbers=True))
def a_value_at_the_lower_bound_is_returned_as_one_above(tree: AnyTree, alpha: Any, beta: Any) -> Any:
    value = right(tree, alpha, beta)
    return value + 1 if alpha is not None and value == alpha else value


@fault("in_its_window_it_finds_the_value_and_outside_a_bound", with_window())
def above_the_window_it_is_the_greatest_leaf(tree: AnyTree, alpha: Any, beta: Any) -> Any:
    value = right(tree, alpha, beta)
    return value if beta is None or value < beta else max(leaves(tree))


@fault("in_its_window_it_finds_the_value_and_outside_a_bound", with_window(numbers=True, player=Player.SECOND))
def the_window_of_the_second_player_is_turned_round(tree: AnyTree, alpha: Any, beta: Any) -> Any:
    """As in negamax, where the bounds are negated; here the values are not."""
    if is_high(tree) or alpha is None or beta is None:
        return right(tree, alpha, beta)
    return right(tree, -beta, -alpha)


# --- cuts


@fault("it_finds_the_value")
def a_cut_three_levels_down_cuts_its_parent_too() -> Claimed:
    def search(tree: AnyTree, alpha: Any = None, beta: Any = None, level: int = 0) -> Any:
        return found(tree, alpha, beta, level)[0]

    def found(tree: AnyTree, alpha: Any, beta: Any, level: int) -> tuple[Any, bool]:
        high, best, cut = is_high(tree), None, False
        for child in tree.children:
            value, cut_below = found(child, alpha, beta, level + 1)
            best = value if best is None else (max if high else min)(best, value)
            alpha, beta = (
                (best if alpha is None else max(alpha, best), beta)
                if high
                else (alpha, best if beta is None else min(beta, best))
            )
            cut = alpha is not None and beta is not None and bool(alpha >= beta)
            if cut or (cut_below and level == 2):
                break
        return (tree.label if best is None else best), cut

    return search, {}


@fault("it_finds_the_value", claiming(numbers=True))
def a_margin_of_one_is_cut_off_below_level_two(
    tree: AnyTree, alpha: Any = None, beta: Any = None, level: int = 0
) -> Any:
    def below(child: AnyTree, alpha: Any, beta: Any) -> Any:
        return a_margin_of_one_is_cut_off_below_level_two(child, alpha, beta, level + 1)

    return bounded(tree, alpha, beta, below, over=lambda alpha, beta: alpha >= beta - (level > 2))


@fault("it_cuts_as_deep_as_can_be", claiming(deep_cutoffs=True))
def bounds_are_forgotten_below_level_four(tree: AnyTree, alpha: Any = None, beta: Any = None, level: int = 0) -> Any:
    def below(child: AnyTree, alpha: Any, beta: Any) -> Any:
        return bounds_are_forgotten_below_level_four(child, alpha, beta, level + 1)

    return bounded(tree, None, None, below) if level == 4 else bounded(tree, alpha, beta, below)


@fault("it_cuts_as_deep_as_can_be", claiming(deep_cutoffs=True))
def alpha_is_not_passed_on(tree: AnyTree, beta: Any = None) -> Any:
    return bounded(tree, None, beta, lambda child, low, up: alpha_is_not_passed_on(child, up))


@fault("it_cuts_as_deep_as_can_be", claiming(deep_cutoffs=True))
def equal_bounds_are_not_cut_off(tree: AnyTree, alpha: Any = None, beta: Any = None) -> Any:
    return bounded(tree, alpha, beta, equal_bounds_are_not_cut_off, over=gt)


@fault("it_asks_for_labels_of_leaves_only", claiming(each_leaf_once=True))
def children_are_searched_in_the_order_of_their_labels(tree: AnyTree) -> Any:
    labels = sorted(child.label for child in tree.children)
    return all_of(tree, children_are_searched_in_the_order_of_their_labels) if labels else tree.label


CUTS |= {
    # windows
    "a table keeps bounds as exact values in a window": found_by("in_its_window_it_finds_the_value_and_outside_a_bound",
        lambda: (right, {"window": with_bounds}), rare=True),
    "the tree is searched twice": found_by("it_asks_for_no_leaf_twice",
        lambda: (lambda tree: right(tree) if right(tree) is not None else None, {"each_leaf_once": True})),
    "leaves are computed again where the first child is not best": found_by("it_asks_for_no_leaf_twice",
        lambda: (scout, {"numbers": True, "each_leaf_once": True})),
    # The window is about the label of the root.
    "a value outside the window tried first is not searched again": found_by("it_asks_the_tree_whose_turn_it_is",
        lambda: (lambda tree: right(tree, tree.label - 10, tree.label + 10), {"numbers": True})),
    # Beta is taken for alpha, if alpha is 0.
    "a bound of nought counts as missing on one side": found_by("in_its_window_it_finds_the_value_and_outside_a_bound",
        lambda tree, alpha, beta: right(tree, alpha or (None if beta is None else beta - 1), beta), with_window(numbers=True)),
    # cuts
    "all is walked before it is searched": found_by("it_cuts_as_deep_as_can_be",
        lambda tree: right(tree) if size(tree) else None, claiming(deep_cutoffs=True)),
}  # fmt: skip
