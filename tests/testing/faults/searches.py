"""Searches with a fault: from its name to a function that makes the search, fresh, and what is claimed of it."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, isclose
from typing import Any, TypeAlias

from fpgames import Player, Tree
from tests.testing.faults import entry

__all__ = ["SEARCHES"]

AnyTree: TypeAlias = Tree[Any]
Claimed: TypeAlias = tuple[Callable[[AnyTree], Any], dict[str, Any]]

SEARCHES: dict[str, Callable[[], Claimed]] = {}
fault = entry(SEARCHES)


def is_high(tree: AnyTree) -> bool:
    return tree.player is not Player.SECOND


def all_of(tree: AnyTree, below: Callable[[AnyTree], Any]) -> Any:
    """Minimax, one level of it; it is right."""
    values = [below(child) for child in tree.children]
    return (max if is_high(tree) else min)(values) if values else tree.label


def bounded(tree: AnyTree, alpha: Any, beta: Any, below: Callable[[AnyTree, Any, Any], Any]) -> Any:
    """Alpha-beta, one level of it; it is right."""
    high, best = is_high(tree), None
    for child in tree.children:
        value = below(child, alpha, beta)
        if best is None or (value > best if high else value < best):
            best = value
        if high:
            alpha = best if alpha is None or best > alpha else alpha
        else:
            beta = best if beta is None or best < beta else beta
        if alpha is not None and beta is not None and alpha >= beta:
            break
    return tree.label if best is None else best


def right(tree: AnyTree, alpha: Any = None, beta: Any = None) -> Any:
    return bounded(tree, alpha, beta, right)


def by_levels(at: Callable[[AnyTree, int, Callable[[AnyTree], Any]], Any]) -> Callable[[AnyTree], Any]:
    """Return the search that values a tree, given its level and the search of the level below."""

    def search(tree: AnyTree, level: int = 0) -> Any:
        return at(tree, level, lambda child: search(child, level + 1))

    return search


def with_table(key: Callable[[AnyTree], Any], known: dict[Any, Any] | None = None) -> Callable[[AnyTree], Any]:
    """Return minimax with a table of values, new in every call unless one is given; without sharing, there is none."""

    def search(tree: AnyTree) -> Any:
        table = {} if known is None else known

        def value(here: AnyTree) -> Any:
            if key(here) not in table:
                table[key(here)] = all_of(here, value)
            return table[key(here)]

        return value(tree) if tree.unfolding.shared else right(tree)

    return search


# --- tables


@fault
def a_table_keeps_bounds_as_exact_values() -> Claimed:
    def search(tree: AnyTree) -> Any:
        table: dict[Any, Any] = {}

        def value(here: AnyTree, alpha: Any, beta: Any) -> Any:
            key = here.seed, here.depth, here.player
            if key not in table:
                table[key] = bounded(here, alpha, beta, value)
            return table[key]

        return value(tree, None, None) if tree.unfolding.shared else right(tree)

    return search, {}


@fault
def a_table_keeps_lower_bounds_as_exact_values() -> Claimed:
    """Upper bounds are not kept."""

    def search(tree: AnyTree) -> Any:
        table: dict[Any, Any] = {}

        def value(here: AnyTree, alpha: Any, beta: Any) -> Any:
            key = here.seed, here.depth, here.player
            if key in table:
                return table[key]
            found = bounded(here, alpha, beta, value)
            if alpha is None or found > alpha:
                table[key] = found
            return found

        return value(tree, None, None) if tree.unfolding.shared else right(tree)

    return search, {}


@fault
def a_table_is_keyed_by_the_label() -> Claimed:
    return with_table(lambda tree: (tree.label, tree.player)), {}


@fault
def a_table_is_keyed_without_the_levels_left() -> Claimed:
    return with_table(lambda tree: (tree.seed, tree.player)), {}


@fault
def a_table_is_keyed_without_the_player() -> Claimed:
    return with_table(lambda tree: (tree.seed, tree.depth)), {}


@fault
def a_table_is_kept_between_calls() -> Claimed:
    return with_table(lambda tree: (tree.seed, tree.depth, tree.player), {}), {}


# --- how deep and how wide


@fault
def it_stops_at_eight_levels() -> Claimed:
    return by_levels(lambda tree, level, below: tree.label if level == 8 else all_of(tree, below)), {}


@fault
def it_looks_at_six_children_only() -> Claimed:
    def at(tree: AnyTree, level: int, below: Callable[[AnyTree], Any]) -> Any:
        values = [below(child) for _, child in zip(range(6), tree.children, strict=False)]
        return (max if is_high(tree) else min)(values) if values else tree.label

    return by_levels(at), {}


@fault
def it_takes_players_to_alternate_from_level_three_on() -> Claimed:
    def search(tree: AnyTree, level: int = 0, high: bool = True) -> Any:
        high = is_high(tree) if level < 3 else high
        values = [search(child, level + 1, not high) for child in tree.children]
        return (max if high else min)(values) if values else tree.label

    return search, {}


@fault
def the_root_is_worth_nothing_if_it_is_a_leaf() -> Claimed:
    return by_levels(lambda tree, level, below: all_of(tree, below) if level or [*tree.children] else 0), {
        "numbers": True
    }


@fault
def an_only_child_is_not_searched() -> Claimed:
    def at(tree: AnyTree, level: int, below: Callable[[AnyTree], Any]) -> Any:
        children = [*tree.children]
        return children[0].label if len(children) == 1 else all_of(tree, below)

    return by_levels(at), {}


@fault
def an_only_move_at_level_four_is_a_leaf() -> Claimed:
    def at(tree: AnyTree, level: int, below: Callable[[AnyTree], Any]) -> Any:
        return tree.label if level == 4 and len([*tree.children]) == 1 else all_of(tree, below)

    return by_levels(at), {}


@fault
def the_side_is_that_of_the_root_where_there_is_an_only_child() -> Claimed:
    def search(tree: AnyTree, high: bool | None = None) -> Any:
        high = is_high(tree) if high is None else high
        children = [*tree.children]
        if len(children) == 1:
            return search(children[0], high)  # it should be the other's turn
        values = [search(child) for child in children]
        return (max if high else min)(values) if values else tree.label

    return search, {}


# --- numbers


def within(most: int) -> Claimed:
    def clipped(tree: AnyTree, alpha: int = -most, beta: int = most) -> Any:
        best = -most if is_high(tree) else most
        leaf = True
        for child in tree.children:
            leaf = False
            value = clipped(child, alpha, beta)
            if is_high(tree):
                alpha = best = max(best, alpha, value)
            else:
                beta = best = min(best, beta, value)
            if alpha >= beta:
                break
        return tree.label if leaf else best

    return clipped, {"numbers": True}


@fault
def infinity_is_a_thousand() -> Claimed:
    return within(1000)


@fault
def infinity_is_a_million() -> Claimed:
    return within(10**6)


@fault
def infinity_is_ten_to_the_twelfth() -> Claimed:
    return within(10**12)


@fault
def values_are_made_whole() -> Claimed:
    return lambda tree: int(right(tree)), {"numbers": True}


@fault
def values_are_made_floats() -> Claimed:
    """Whole numbers beyond 2**53 are rounded."""
    return lambda tree: float(right(tree)), {"numbers": True}


@fault
def values_that_are_close_count_as_equal() -> Claimed:
    def at(tree: AnyTree, level: int, below: Callable[[AnyTree], Any]) -> Any:
        best = None
        for value in map(below, tree.children):
            better = best is None or (value > best if is_high(tree) else value < best)
            if best is None or (better and not isclose(value, best)):
                best = value
        return tree.label if best is None else best

    return by_levels(at), {"numbers": True}


@fault
def a_value_of_nought_counts_as_missing() -> Claimed:
    def at(tree: AnyTree, level: int, below: Callable[[AnyTree], Any]) -> Any:
        best: Any = None
        for value in map(below, tree.children):
            best = (max if is_high(tree) else min)(best or value, value)
        return tree.label if best is None else best

    return by_levels(at), {"numbers": True}


@fault
def a_win_is_searched_no_further_though_more_can_be_won() -> Claimed:
    def at(tree: AnyTree, level: int, below: Callable[[AnyTree], Any]) -> Any:
        values = []
        for child in tree.children:
            values.append(below(child))
            if values[-1] == (1 if is_high(tree) else -1):
                break
        return (max if is_high(tree) else min)(values) if values else tree.label

    return by_levels(at), {"numbers": True}


@fault
def the_value_is_the_movers() -> Claimed:
    return lambda tree: right(tree) if is_high(tree) else -right(tree), {"numbers": True, "player": Player.SECOND}


# --- ties


@fault
def ties_go_to_the_last() -> Claimed:
    def at(tree: AnyTree, level: int, below: Callable[[AnyTree], Any]) -> Any:
        values = [below(child) for child in tree.children][::-1]
        return (max if is_high(tree) else min)(values) if values else tree.label

    return by_levels(at), {}


@fault
def ties_go_to_the_last_for_the_second_player() -> Claimed:
    def at(tree: AnyTree, level: int, below: Callable[[AnyTree], Any]) -> Any:
        values = [below(child) for child in tree.children][:: 1 if is_high(tree) else -1]
        return (max if is_high(tree) else min)(values) if values else tree.label

    return by_levels(at), {"player": Player.SECOND}


# --- windows


@fault
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


@fault
def leaves_are_computed_again_where_the_first_child_is_not_best() -> Claimed:
    return scout, {"numbers": True, "once": True}


@fault
def a_value_outside_the_window_tried_first_is_not_searched_again() -> Claimed:
    """The window is about the label of the root."""
    return lambda tree: right(tree, tree.label - 10, tree.label + 10), {"numbers": True}


def hard(alpha: Any, beta: Any) -> Callable[[AnyTree], Any]:
    def search(tree: AnyTree) -> Any:
        value = right(tree, alpha, beta)
        if alpha is not None and value < alpha:
            return alpha
        return beta if beta is not None and value > beta else value

    return search


@fault
def bounds_fail_hard_though_they_are_claimed_to_fail_soft() -> Claimed:
    return right, {"window": hard}


@fault
def a_bound_of_nought_counts_as_missing_on_one_side() -> Claimed:
    """Beta is taken for alpha, if alpha is 0."""

    def window(alpha: Any, beta: Any) -> Callable[[AnyTree], Any]:
        return lambda tree: right(tree, alpha or (None if beta is None else beta - 1), beta)

    return right, {"window": window, "numbers": True}


@fault
def a_value_at_the_lower_bound_is_returned_as_one_above() -> Claimed:
    def window(alpha: Any, beta: Any) -> Callable[[AnyTree], Any]:
        def search(tree: AnyTree) -> Any:
            value = right(tree, alpha, beta)
            return value + 1 if alpha is not None and value == alpha else value

        return search

    return right, {"window": window, "numbers": True}


@fault
def the_window_of_the_second_player_is_turned_round() -> Claimed:
    """As in negamax, where the bounds are negated; here the values are not."""

    def window(alpha: Any, beta: Any) -> Callable[[AnyTree], Any]:
        def search(tree: AnyTree) -> Any:
            if is_high(tree) or alpha is None or beta is None:
                return right(tree, alpha, beta)
            return right(tree, -beta, -alpha)

        return search

    return right, {"window": window, "numbers": True, "player": Player.SECOND}


# --- cuts


@fault
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


@fault
def a_margin_of_one_is_cut_off_below_level_two() -> Claimed:
    def search(tree: AnyTree, alpha: Any = None, beta: Any = None, level: int = 0) -> Any:
        high, best = is_high(tree), None
        for child in tree.children:
            value = search(child, alpha, beta, level + 1)
            best = value if best is None else (max if high else min)(best, value)
            if high:
                alpha = best if alpha is None else max(alpha, best)
            else:
                beta = best if beta is None else min(beta, best)
            if alpha is not None and beta is not None and alpha >= beta - (level > 2):
                break
        return tree.label if best is None else best

    return search, {"numbers": True}


@fault
def bounds_are_forgotten_below_level_four() -> Claimed:
    def search(tree: AnyTree, alpha: Any = None, beta: Any = None, level: int = 0) -> Any:
        forgets = level == 4
        return bounded(
            tree,
            None if forgets else alpha,
            None if forgets else beta,
            lambda child, low, up: search(child, low, up, level + 1),
        )

    return search, {"deep": True}
