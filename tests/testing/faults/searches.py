"""Searches with a planted fault: a table from a name to a function that makes a fresh search, and its claims."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from math import isclose
from operator import ge, itemgetter
from statistics import fmean
from typing import Any, TypeAlias

from fpgames import Player, Tree, minimax, prune
from fpgames.rules import CHANCE
from fpgames.testing import Law, search_laws
from fpgames.tree import size
from tests.testing.faults import Fault, entry, row_of

__all__ = ["SEARCHES"]

AnyTree: TypeAlias = Tree[Any]
Search: TypeAlias = Callable[[AnyTree], Any]
Claimed: TypeAlias = tuple[Search, dict[str, Any]]

SEARCHES: dict[str, Fault] = {}


def laws_of(claimed: Claimed) -> list[Law]:
    return search_laws(claimed[0], **claimed[1])


fault = entry(SEARCHES, laws_of)
found_by = row_of(laws_of)


def is_high(tree: AnyTree) -> bool:
    return tree.player is not Player.SECOND


def all_of(tree: AnyTree, below: Search) -> Any:
    """Minimax, one level of it; it is right."""
    return best_of([below(child) for child in tree.children], tree, is_high(tree))


def best_of(values: list[Any], tree: AnyTree, high: bool) -> Any:
    return (max if high else min)(values) if values else tree.label


def bounded(
    tree: AnyTree, alpha: Any, beta: Any, below: Callable[[AnyTree, Any, Any], Any], over: Callable[..., bool] = ge
) -> Any:
    """Alpha-beta, one level of it; it is right, unless it does not cut where alpha is equal to beta."""
    high, best = is_high(tree), None
    for child in tree.children:
        value = below(child, alpha, beta)
        if best is None or (value > best if high else value < best):
            best = value
        if high:
            alpha = best if alpha is None or best > alpha else alpha
        else:
            beta = best if beta is None or best < beta else beta
        if alpha is not None and beta is not None and over(alpha, beta):
            break
    return tree.label if best is None else best


def right(tree: AnyTree, alpha: Any = None, beta: Any = None) -> Any:
    return bounded(tree, alpha, beta, right)


def by_levels(at: Callable[[AnyTree, int, Search], Any]) -> Search:
    """Return the search that values a tree, given its level and the search of the level below."""

    def search(tree: AnyTree, level: int = 0) -> Any:
        return at(tree, level, lambda child: search(child, level + 1))

    return search


def claiming(**claims: Any) -> Callable[[Search], Claimed]:
    return lambda search: (search, claims)


def at_levels(**claims: Any) -> Callable[[Callable[[AnyTree, int, Search], Any]], Claimed]:
    """Return a function that makes the search of a wrong level of it, and has the claims for it."""
    return lambda at: (by_levels(at), claims)


def with_window(**claims: Any) -> Callable[[Callable[[AnyTree, Any, Any], Any]], Claimed]:
    """Return a function that claims a wrong search in a window to be that of one that is right."""
    return lambda found: (right, {"window": lambda alpha, beta: lambda tree: found(tree, alpha, beta), **claims})


def with_table(key: Search, known: dict[Any, Any] | None = None) -> Search:
    """Return minimax with a table of values, new in every call unless one is given; without sharing, there is none."""

    def search(tree: AnyTree) -> Any:
        table = {} if known is None else known

        def value(here: AnyTree) -> Any:
            if key(here) not in table:
                table[key(here)] = all_of(here, value)
            return table[key(here)]

        return value(tree) if tree.run.entries else right(tree)

    return search


def with_bounds(alpha: Any = None, beta: Any = None, kept: Callable[[Any, Any, Any], bool] = lambda *_: True) -> Search:
    """Return alpha-beta in a window, with a table of what it found, bound or value, if ``kept`` of it and the window."""

    def search(tree: AnyTree) -> Any:
        table: dict[Any, Any] = {}

        def value(here: AnyTree, alpha: Any, beta: Any) -> Any:
            key = here.seed, here.depth, here.player
            if key in table:
                return table[key]
            found = bounded(here, alpha, beta, value)
            if kept(found, alpha, beta):
                table[key] = found
            return found

        return value(tree, alpha, beta) if tree.run.entries else right(tree, alpha, beta)

    return search


# --- tables


@fault("it_remembers_no_other_tree")
def the_last_value_is_taken_for_a_bound_of_the_next() -> Claimed:
    last: list[Any] = [None]

    def search(tree: AnyTree) -> Any:
        last[0] = right(tree, alpha=last[0])
        return last[0]

    return search, {"numbers": True}


# --- how deep and how wide


@fault("it_asks_the_tree_whose_turn_it_is", claiming())
def it_takes_players_to_alternate(tree: AnyTree, high: bool = True) -> Any:
    values = [it_takes_players_to_alternate(child, not high) for child in tree.children]
    return best_of(values, tree, high)


@fault("it_asks_the_tree_whose_turn_it_is", at_levels())
def it_looks_at_six_children_only(tree: AnyTree, level: int, below: Search) -> Any:
    values = [below(child) for _, child in zip(range(6), tree.children, strict=False)]
    return best_of(values, tree, is_high(tree))


@fault("it_finds_the_value_of_a_shared_tree", claiming())
def it_takes_players_to_alternate_from_level_three_on(tree: AnyTree, level: int = 0, high: bool = True) -> Any:
    high = is_high(tree) if level < 3 else high
    below = it_takes_players_to_alternate_from_level_three_on
    return best_of([below(child, level + 1, not high) for child in tree.children], tree, high)


@fault("it_finds_the_value", claiming())
def the_side_is_that_of_the_root_where_there_is_an_only_child(tree: AnyTree, high: bool | None = None) -> Any:
    high, below = is_high(tree) if high is None else high, the_side_is_that_of_the_root_where_there_is_an_only_child
    children = [*tree.children]
    if len(children) == 1:
        return below(children[0], high)  # it should be the other's turn
    return best_of([below(child) for child in children], tree, high)


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


@fault("it_finds_the_value_of_a_shared_tree", at_levels(numbers=True))
def values_that_are_close_count_as_equal(tree: AnyTree, level: int, below: Search) -> Any:
    best = None
    for value in map(below, tree.children):
        better = best is None or (value > best if is_high(tree) else value < best)
        if best is None or (better and not isclose(value, best)):
            best = value
    return tree.label if best is None else best


@fault("it_finds_the_value", at_levels(numbers=True))
def a_value_of_nought_counts_as_missing(tree: AnyTree, level: int, below: Search) -> Any:
    best: Any = None
    for value in map(below, tree.children):
        best = (max if is_high(tree) else min)(best or value, value)
    return tree.label if best is None else best


@fault("it_finds_the_value_of_a_shared_tree", at_levels(numbers=True))
def a_win_is_searched_no_further_though_more_can_be_won(tree: AnyTree, level: int, below: Search) -> Any:
    values = []
    for child in tree.children:
        values.append(below(child))
        if values[-1] == (1 if is_high(tree) else -1):
            break
    return best_of(values, tree, is_high(tree))


# --- rare shapes and labels


@fault("it_finds_the_value")
def a_leaf_after_a_deep_tree_is_left_out() -> Claimed:
    """Where two moves are left, and the second ends the game at once."""

    def search(tree: AnyTree) -> Any:
        children = [*tree.children]
        deep = len(children) == 2 and size(children[0]) > 6 and size(children[1]) == 1
        return best_of([search(child) for child in children[: 1 if deep else None]], tree, is_high(tree))

    return search, {}


@fault("it_finds_the_value_of_a_shared_tree", at_levels())
def great_values_are_rounded_where_there_are_three_children(tree: AnyTree, level: int, below: Search) -> Any:
    value, children = all_of(tree, below), [*tree.children]
    return int(float(value)) if len(children) == 3 and isinstance(value, int) else value


# --- ties


@fault("it_finds_the_first_of_the_best_moves", at_levels(player=Player.SECOND))
def ties_go_to_the_last_for_the_second_player(tree: AnyTree, level: int, below: Search) -> Any:
    values = [below(child) for child in tree.children][:: 1 if is_high(tree) else -1]
    return best_of(values, tree, is_high(tree))


# --- right for the first player, at the root


@fault("it_finds_the_value", at_levels())
def the_second_player_takes_the_greatest_at_the_root(tree: AnyTree, level: int, below: Search) -> Any:
    return best_of([below(child) for child in tree.children], tree, level == 0 or is_high(tree))


@fault("it_finds_the_value", at_levels())
def the_second_player_leaves_out_a_last_child_at_the_root(tree: AnyTree, level: int, below: Search) -> Any:
    children = [*tree.children]
    seen = children if level or is_high(tree) or len(children) < 3 else children[:-1]
    return best_of([below(child) for child in seen], tree, is_high(tree))


@fault("it_finds_the_value", at_levels(numbers=True))
def the_second_player_gets_the_value_negated_at_a_leaf(tree: AnyTree, level: int, below: Search) -> Any:
    value = all_of(tree, below)
    return -value if level == 0 and not is_high(tree) and not [*tree.children] else value


# --- chance


def with_chance(mean: Callable[[list[Any]], Any], levels: Iterable[int] = range(99)) -> Claimed:
    """Return expectiminimax with another mean at some levels."""

    def at(tree: AnyTree, level: int, below: Search) -> Any:
        values = [below(child) for child in tree.children]
        is_mean = values and tree.mover is CHANCE
        return (
            (mean if level in levels else fmean)(values)
            if is_mean
            else best_of(values, tree, tree.mover is Player.FIRST)
        )

    return by_levels(at), {}


MEANS: dict[str, Callable[[list[Any]], Any]] = {
    "chance moves as the second player": min,
    "the mean is of the best and the worst": lambda values: (min(values) + max(values)) / 2,
    "the mean is rounded": lambda values: sum(values) // len(values),
    "the last of four faces is not counted": lambda values: fmean(values[:3]),
    "an even chance is that of two faces": lambda values: sum(values) / max(2, len(values)),
    "a mean beyond a hundred is a hundred": lambda values: max(-100, min(100, fmean(values))),
}
AT_ROOT: dict[str, Callable[[list[Any]], Any]] = {
    "the first of the faces counts": itemgetter(0),
    "chance is refused": lambda values: values[len(values)],
}
SEARCHES |= {
    name: found_by("it_finds_the_value_where_chance_moves", partial(with_chance, mean)) for name, mean in MEANS.items()
} | {
    f"{name}, at the root": found_by("it_finds_the_value_where_chance_moves", partial(with_chance, mean, [0]))
    for name, mean in AT_ROOT.items()
}

SEARCHES |= {
    # tables
    # Upper bounds are not kept.
    "a table keeps lower bounds as exact values": found_by("it_finds_the_value_of_a_shared_tree",
        lambda: (with_bounds(kept=lambda found, alpha, beta: alpha is None or found > alpha), {})),
    "a table is keyed by the label": found_by("it_finds_the_value_of_a_shared_tree",
        lambda: (with_table(lambda tree: (tree.label, tree.player)), {})),
    "a table is keyed without the levels left": found_by("it_finds_the_value_of_a_shared_tree",
        lambda: (with_table(lambda tree: (tree.seed, tree.player)), {})),
    "a table is keyed without the player": found_by("it_finds_the_value_of_a_shared_tree",
        lambda: (with_table(lambda tree: (tree.seed, tree.depth)), {})),
    "a table is kept between calls": found_by("it_finds_the_value_of_a_shared_tree",
        lambda: (with_table(lambda tree: (tree.seed, tree.depth, tree.player), {}), {})),
    # how deep and how wide
    "it stops at ten levels": found_by("it_finds_the_value",
        lambda: (by_levels(lambda tree, level, below: tree.label if level == 10 else all_of(tree, below)), {})),
    "the root is worth nothing if it is a leaf": found_by("it_finds_the_value",
        lambda: (by_levels(lambda tree, level, below: all_of(tree, below) if level or [*tree.children] else 0), {"numbers": True})),
    "an only move at level four is a leaf": found_by("it_finds_the_value",
        lambda tree, level, below: tree.label if level == 4 and len([*tree.children]) == 1 else all_of(tree, below), at_levels()),
    "the root is the first players, and turns alternate, though it reads the turn": found_by("it_finds_the_value",
        lambda: (lambda tree: (tree.player, it_takes_players_to_alternate(tree))[1], {"alternates": True})),
    "it looks at the first forty children": found_by("it_finds_the_value",
        lambda: (by_levels(lambda tree, level, below: best_of([*map(below, islice(tree.children, 40))], tree, is_high(tree))), {})),
    "it looks at the first forty children below the root": found_by("it_finds_the_value",
        lambda: (by_levels(lambda tree, level, below: best_of(
            [*map(below, islice(tree.children, 40 if level else None))], tree, is_high(tree))), {})),
    # numbers
    "infinity is ten to the twelfth": found_by("it_finds_the_value_of_a_shared_tree", lambda: within(10**12)),
    "values are made whole": found_by("it_finds_the_value", lambda: (lambda tree: int(right(tree)), {"numbers": True})),
    # Whole numbers beyond 2**53 are rounded.
    "values are made floats": found_by("it_finds_the_value_of_a_shared_tree", lambda: (lambda tree: float(right(tree)), {"numbers": True})),
    "the value is the movers": found_by("it_finds_the_value",
        lambda: (lambda tree: right(tree) if is_high(tree) else -right(tree), {"numbers": True, "player": Player.SECOND})),
    # rare shapes and labels
    "it stops at sixty levels": found_by("it_finds_the_value", lambda: (lambda tree: minimax(prune(60)(tree)), {})),
}  # fmt: skip
