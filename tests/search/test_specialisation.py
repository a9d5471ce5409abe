"""Functions of nodes that are rewritten as functions of seeds find the same values, or are left as they are."""

from __future__ import annotations

import re
from math import nan
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Player, Tree, alpha_beta, minimax, node, prune, share
from fpgames.search import children, count_leaves, count_nodes, label, node_search, player
from fpgames.search.open_recursion import node_function_of
from fpgames.search.specialisation import specialised
from fpgames.tree import map_tree
from tests.support.trees import position_label, rebuild_by_position, trees

FIRST = Player.FIRST


def of_values(values: Any, high: Any) -> Any:
    return (max if high else min)(values)


@node_search
def with_toggle(node: Any, visit: Any) -> Any:
    """The test of the player is assigned again in the loop."""
    high, best = player(node) is Player.FIRST, None
    high = not high
    for child in children(node):
        value = visit(child)
        if best is None or (value > best if high else value < best):
            best = value
        high = not high
    return label(node) if best is None else best


@node_search
def with_late_test(node: Any, visit: Any) -> Any:
    """The test of the player is read before it is assigned, in the first iteration."""
    best = high = None
    for child in children(node):
        value = visit(child)
        best = value if best is None or (high and value > best) else best
        high = player(node) is Player.FIRST
    return label(node) if best is None else best


@node_search
def with_lists(node: Any, visit: Any) -> Any:
    if player(node) is not Player.FIRST:
        values = [visit(child) for child in children(node) if player(node) == -1]
    else:
        values = [*(visit(child) for child in children(node))]
    return of_values(values, player(node) == 1) if values else label(node)


@node_search
def with_option(node: Any, visit: Any, *, cost: int = 1) -> Any:
    first = player(node) is Player.FIRST
    best = None
    for child in children(node):
        best = (
            visit(child) - cost
            if best is None
            else of_values([value for value in (best, visit(child)) if value != 99], first)
        )
    while first and best is not None and best > 100:
        best -= 1
    return 2 * label(node) if best is None else best


@node_search(view="mover")
def without_test(node: Any, visit: Any) -> Any:
    values = [-visit(child) for child in children(node)]
    return max(values) if values else player(node) * label(node)


@node_search
def with_window(node: Any, visit: Any, alpha: Any, beta: Any) -> Any:
    first = player(node) is Player.FIRST
    best = None
    for child in children(node):
        value = visit(child, alpha, beta)
        for bound in (best,):
            best = value if bound is None else of_values([value, best], first)
    return label(node) if best is None else best


@node_search
def with_nodes(node: Any, visit: Any) -> Any:
    below = [*children(node)]
    return of_values(map(visit, below[::-1]), player(node) is Player.FIRST) if below else label(node)


@node_search
def with_pairs(node: Any, visit: Any) -> Any:
    return len([level for _, level in children(node)]) + player(node) * label(node)


@node_search
def with_unpacking(node: Any, visit: Any) -> Any:
    total = player(node) * label(node)
    for seed, level in children(node):
        total += visit((seed, level))
    return total


@node_search
def with_else(node: Any, visit: Any) -> Any:
    high = player(node) is Player.FIRST
    for child in children(node):
        if visit(child) > 3 and high:
            break
    else:
        return label(node)
    return 4


@node_search
def with_assigned_option(node: Any, visit: Any, *, levels: int = 2) -> Any:
    levels = levels + (player(node) is Player.FIRST)
    return sum([visit(child) for child in children(node)]) % 5 + levels


@node_search
def with_lambda(node: Any, visit: Any) -> Any:
    return (lambda values: sum(values) % 5)([visit(child) for child in children(node)]) + player(node)


@node_search
def with_taken_name(node: Any, visit: Any) -> Any:
    _left = player(node) is Player.FIRST
    return sum([visit(child) for child in children(node)]) % 5 + _left


@node_search
def without_player(node: Any, visit: Any) -> Any:
    return label(node) + sum([visit(child) for child in children(node)])


REWRITTEN: list[Any] = [
    with_toggle,
    with_late_test,
    with_lists,
    with_option,
    without_test,
    with_window,
    minimax,
    alpha_beta,
]
LEFT: list[Any] = [
    with_nodes, with_pairs, with_unpacking, with_else, with_assigned_option, with_lambda, with_taken_name, without_player
]  # fmt: skip


def code_of(search: Any) -> Any:
    """Return the specialised code of a search, or None."""
    function: Any = node_function_of(search)
    return specialised(function.function, function.windowed, function.view == "mover", not function.ordered)


def test_functions_that_keep_nodes_are_not_rewritten() -> None:
    assert (
        [search for search in REWRITTEN if not code_of(search)] == [search for search in LEFT if code_of(search)] == []
    )


@given(trees, st.sampled_from(Player), st.integers(0, 4), st.booleans())
def test_a_rewritten_search_finds_the_value_of_the_search(
    tree: Tree[int], first: Player, depth: int, shared: bool
) -> None:
    searched: Any = rebuild_by_position(tree, first) | prune(depth) | map_tree(position_label)
    searched = searched | share if shared else searched
    searches = [*REWRITTEN, with_option(cost=0), *map(count_nodes, REWRITTEN), *map(count_leaves, REWRITTEN)]
    rewritten = [search(searched) for search in searches]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fpgames.search.visits.specialised", lambda *_: None)
        assert [search(searched) for search in searches] == rewritten


def test_a_rewritten_search_refuses_nan_and_empty_windows() -> None:
    tree = node(0, [node(1), node(nan), node(2)])

    @node_search
    def with_empty_window(node: Any, visit: Any, alpha: Any, beta: Any) -> Any:
        return max([player(node), *[visit(child, 1, 1) for child in children(node)]])

    assert code_of(with_empty_window)
    for search, message in (
        (with_lists, "nan has no place"),
        (with_window, "nan has no place"),
        (with_empty_window, "empty window: alpha is 1"),
    ):
        with pytest.raises(ValueError, match=message):
            tree | search(player=FIRST)


def test_a_rewritten_function_shares_its_cells_and_lines() -> None:
    """A nonlocal variable may change while the search runs; a traceback shows the line of the function."""
    count = 0

    def more() -> int:
        nonlocal count
        count += 1
        return count

    @node_search
    def with_cell(node: Any, visit: Any) -> Any:
        first = player(node) is Player.FIRST
        values = [visit(child) + more() for child in children(node)]
        return (sum(values) + count, first) if first else count // label(node)

    assert code_of(with_cell)
    assert node(0, [node(2), node(1)]) | with_cell(player=FIRST) == (0 // 2 + 1 + 1 // 1 + 2 + 2, True)
    with pytest.raises(ZeroDivisionError) as caught:
        node(0, [node(0)]) | with_cell(player=FIRST)
    assert "count // label(node)" in str(caught.traceback[-1].statement)


def test_a_function_whose_source_has_changed_is_not_rewritten(tmp_path: Path) -> None:
    file = tmp_path / "changed.py"
    text = "def search(node, visit):\n    high = player(node) is Player.FIRST\n    return label(node) + 1\n"
    names: dict[str, Any] = {"player": player, "label": label, "Player": Player}
    exec(compile(text, str(file), "exec"), names)
    search: Any = node_search(names["search"])
    for written, is_rewritten in (re.sub("1", "2", text), False), (text, True):
        specialised.cache_clear()
        file.write_text(written)
        assert bool(code_of(search)) is is_rewritten
        assert node(3) | search(player=FIRST) == 4
