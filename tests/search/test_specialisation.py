"""Functions of nodes that are rewritten as functions of seeds find the same values, or are left as they are."""

from __future__ import annotations

import re
from math import nan
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import CHANCE, Player, Tree, alpha_beta, build_tree, minimax, node, prune, share
from fpgames.search import children, count_leaves, count_nodes, label, node_search, player
from fpgames.search.open_recursion import node_function_of
from fpgames.search.specialisation import _specialised_code, specialised
from fpgames.tree import map_tree
from tests.support.trees import position_label, rebuild_by_position, trees

FIRST = Player.FIRST
label_of = label


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


@node_search
def with_node_in_loop(node: Any, visit: Any) -> Any:
    total = int(player(node) is Player.FIRST)
    for node in children(node):  # noqa: B020 - the last child is the node whose label is read
        total += visit(node)
    return total + label(node)


@node_search
def with_node_in_list(node: Any, visit: Any) -> Any:
    return sum([visit(node) * label(node) for node in children(node)]) + player(node)


@node_search
def with_label_in_list(node: Any, visit: Any) -> Any:
    return sum([visit(child) + player(node) for child in children(node)]) + sum([label(node) for label in (len,)])


@node_search
def with_variables(node: Any, visit: Any) -> Any:
    return player(node) * len(locals()) + sum([visit(child) for child in children(node)])


@node_search
def with_required_option(node: Any, visit: Any, *, cost: int) -> Any:
    return player(node) * cost + sum([visit(child) for child in children(node)])


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
    with_nodes, with_pairs, with_unpacking, with_else, with_assigned_option, with_lambda, with_taken_name, without_player,
    with_node_in_loop, with_node_in_list, with_label_in_list, with_variables, with_required_option,
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
        _specialised_code.cache_clear()
        file.write_text(written)
        assert bool(code_of(search)) is is_rewritten
        assert node(3) | search(player=FIRST) == 4


def test_a_search_reads_rebound_names_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = build_tree(lambda n: [1, 2] if n == 0 else [], player=FIRST)(0) | map_tree(int)
    assert tree | with_lists == 2
    monkeypatch.setitem(globals(), "label", lambda node: 10 * label_of(node))
    assert tree | with_lists == 20


def test_a_function_on_a_tree_with_chance_is_searched_with_nodes() -> None:
    below = [node(1), node(2, [node(3, player=FIRST)], player=CHANCE)]
    with pytest.raises(ValueError, match="chance moves at this node"):
        node(0, below, player=FIRST) | with_lists

    @node_search
    def at_leaves(node: Any, visit: Any) -> Any:
        values = [visit(child) for child in children(node)]
        return sum(values) if values else label(node) * player(node)

    assert node(0, below, player=FIRST) | at_leaves == -1 + 3


def test_a_table_returns_no_value_in_an_empty_window() -> None:
    @node_search
    def twice(node: Any, visit: Any, alpha: Any, beta: Any) -> Any:
        return player(node) + sum([visit(child, 0, 5) + visit(child, 1, 1) for child in children(node)])

    assert code_of(twice)
    tree = build_tree(lambda n: [n - 1] if n else [], player=FIRST)(1) | map_tree(int) | share
    with pytest.raises(ValueError, match="empty window: alpha is 1"):
        tree | twice


def test_tuples_with_nan_are_refused_as_with_nodes() -> None:
    @node_search
    def pairs(node: Any, visit: Any) -> Any:
        values = [visit(child) for child in children(node)]
        return (len(values) * player(node), 0) if values else (0, nan)

    assert code_of(pairs)
    assert build_tree(lambda n: [n - 1] if n else [], player=FIRST)(1) | map_tree(int) | pairs == (1, 0)


def test_a_variable_read_before_the_test_of_the_player_has_no_value() -> None:
    @node_search
    def early(node: Any, visit: Any) -> Any:
        value = high  # type: ignore[has-type, used-before-def]  # noqa: F821
        high = player(node) is Player.FIRST
        return value + high

    with pytest.raises(UnboundLocalError):
        rebuild_by_position(node(1), FIRST) | map_tree(position_label) | early


def test_the_librarys_searches_are_decided_for_each_player() -> None:
    """The player to move is no question at run time, and minimax reads the label of a leaf without a visit."""
    for search, windowed, reads_leaves in ((minimax, False, True), (alpha_beta, True, False)):
        node_function = node_function_of(search)
        assert node_function
        code = specialised(node_function.function, windowed, alternates=False, checks=False)
        assert code
        assert code.reads_leaves is reads_leaves
        assert code.codes[0][0].co_code != code.codes[1][0].co_code


def test_a_function_in_a_function_is_specialised_once_its_variables_have_values() -> None:
    def searches() -> tuple[Any, Any, Any]:
        @node_search
        def early(here: Any, visit: Any) -> Any:
            best = max if player(here) is Player.FIRST else min
            return best([visit(child) for child in children(here)], default=label(here) * factor)

        unknown = specialised(node_function(early), False, True, True)
        factor = 3
        return early, unknown, specialised(node_function(early), False, True, True)

    search, unknown, known = searches()
    tree = build_tree(range, player=Player.FIRST)(5) | map_tree(abs)
    assert unknown is None
    assert known is not None
    assert search(tree) == 3 * minimax(tree)


def node_function(search: Any) -> Any:
    found = node_function_of(search)
    return found and found.function
