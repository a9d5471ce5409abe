"""Memory of earlier searches: valid values at every position, and move ordering that changes no value."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from itertools import islice
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fpgames import (
    Player,
    SplitMix,
    Tree,
    alpha_beta,
    best_move,
    bot_from,
    build_tree,
    jit,
    map_tree,
    minimax,
    order_by,
    prune,
    share,
)
from fpgames.compiled import jit_when_it_pays
from fpgames.games.tictactoe import rules as ttt
from fpgames.search import (
    Entry,
    Memory,
    bound_by,
    continue_search,
    count_nodes,
    deepen,
    label,
    mcts,
    mtd_f,
    negamax,
    node_search,
    remember,
)
from fpgames.search.memory import ordered_by_memory
from fpgames.tree import unfold, unshared
from fpgames.tree.unfolding import with_parts
from tests.laws.test_composing import games_on_graphs, scrambled, value_of
from tests.search.test_open_recursion import drawn, own_alpha_beta, own_minimax, own_negamax, own_negamax_in_window

FIRST, SECOND = Player
EXAMPLES = 20 * settings().max_examples

Nodes = dict[Any, Tree[Any]]


def nodes_of(tree: Tree[Any]) -> Nodes:
    """A node for each position and player; in a tree of positions, no two that have both the same differ."""
    found: Nodes = {}
    waiting = [unshared(tree)]
    while waiting:
        here = waiting.pop()
        found[here.unfolding.game.position_of(here.seed), here.player] = here
        waiting += here.children
    return found


def of_positions(seed: Any) -> bool:
    """Whether a seed of a tree of numbers is one, beside the players that order_by carries."""
    while isinstance(seed, tuple) and len(seed) == 2 and isinstance(seed[1], Player):
        seed, _ = seed
    return isinstance(seed, int)


def require_true(memory: Memory, nodes: Nodes) -> None:
    for key, (levels, lower, upper) in memory.items():
        value = value_of(with_parts(nodes[key], depth=levels))
        assert (lower, upper) != (None, None)
        assert lower is None or lower <= value
        assert upper is None or value <= upper


@pytest.mark.slow
@settings(max_examples=EXAMPLES)
@given(st.data(), st.integers(-5, 4), st.integers(1, 5), st.sampled_from([share, share, share(entries=3)]))
def test_what_it_remembers_is_true(data: st.DataObject, alpha: int, width: int, shared: Any) -> None:
    tree, numbers = drawn(data)
    tree = tree | shared
    if not of_positions(tree.seed):
        with pytest.raises(ValueError, match="remember needs a tree of positions"):
            remember(minimax)(tree)
        return
    nodes, window = nodes_of(tree), {"alpha": alpha, "beta": alpha + width}
    of_numbers = (negamax, mtd_f, own_negamax, own_negamax_in_window(**window), alpha_beta(**window))
    bounded, tree_without_bounds = tree, with_parts(tree)
    for search in (minimax, alpha_beta, own_alpha_beta, *(of_numbers if numbers else ())):
        tree = tree_without_bounds if search in (minimax, negamax, own_negamax) else bounded
        value, memory = remember(search)(tree)
        require_true(memory, nodes)
        assert (value, memory) == remember(search)(tree) == (search(tree), memory)
        if tree.unfolding.bounds_of is None and "alpha=" not in repr(search):
            *_, last = results = [found.value[0] for found in deepen(remember(search))(tree)]
            assert last == value  # another order may examine other leaves, and be complete at another depth
            assert all(one == other.value for one, other in zip(results, deepen(search)(tree), strict=False))
    if tree.run.entries < inf:
        return  # a small table forgets other entries where leaves are kept with other nodes
    tree = tree_without_bounds
    same: list[list[Any]] = [[minimax, own_minimax], [alpha_beta, own_alpha_beta]]
    for one, *others in [[*same[0], own_negamax], [*same[1], own_negamax_in_window]] if numbers else same:
        assert all(remember(other)(tree)[1] == remember(one)(tree)[1] for other in others)


@pytest.mark.exhaustive
@settings(max_examples=EXAMPLES)
@given(games_on_graphs(), st.integers(0, 50), st.integers(1, 6), st.booleans())
def test_an_order_changes_no_value(rules: Any, salt: int, depth: int, wholly: bool) -> None:
    tree = build_tree(rules)(rules.start) | share
    evaluated: Any = map_tree(lambda p: scrambled(salt, p))
    _, memory = tree | prune(depth) | evaluated | remember(minimax if wholly else alpha_beta)
    again = tree | order_by(memory.worth) | prune(depth + 1) | evaluated
    value = tree | prune(depth + 1) | evaluated | minimax
    assert [again | alpha_beta, again | minimax, again | own_alpha_beta, again | mtd_f] == [value] * 4
    require_true((again | remember(alpha_beta))[1], nodes_of(again))


@given(games_on_graphs(), st.integers(0, 50), st.data())
def test_a_pickled_memory_continues_the_deepening(rules: Any, salt: int, data: st.DataObject) -> None:
    tree = build_tree(rules)(rules.start) | share | map_tree(lambda p: scrambled(salt, p))
    for search in (remember(alpha_beta), best_move(search=remember(minimax))):
        results = [*deepen(search)(tree)]
        depth = data.draw(st.integers(0, len(results) - 1))
        memory = pickle.loads(pickle.dumps(results[depth - 1].value[1])) if depth else None
        assert [*deepen(search, memory=memory, depth=depth + 1)(tree)] == results[depth:]
        limited = [*deepen(search, memory=memory, depth=depth + 1, max_nodes=20)(tree)]
        assert limited == results[depth : depth + len(limited)] != []


def continue_tree(tree: Any, gen: Any) -> Any:
    return continue_search(ttt, 300)(tree).run(gen)


@pytest.mark.slow
def test_searches_that_were_saved_go_on_in_another_process() -> None:
    pipeline: Any = build_tree(ttt) | share | map_tree(ttt.static)
    results = [*(pipeline | deepen(remember(alpha_beta)))(0)]
    later = pipeline | deepen(remember(alpha_beta), memory=results[4].value[1], depth=6) | list
    tree, gen = mcts(ttt, 200)(0).run(SplitMix.from_seed(7))
    code = (
        "import pickle, sys; pickle.dump([f(*args) for f, *args in pickle.load(sys.stdin.buffer)], sys.stdout.buffer)"
    )
    saved = pickle.dumps([(later, 0), (continue_tree, tree, gen)])
    done = subprocess.run([sys.executable, "-c", code], input=saved, capture_output=True, check=True)
    assert pickle.loads(done.stdout) == [results[5:], mcts(ttt, 500)(0).run(SplitMix.from_seed(7))]


START = build_tree(ttt)(ttt.start) | share | prune(4) | map_tree(ttt.static)


def test_it_is_an_immutable_mapping_which_has_the_most_levels() -> None:
    value, memory = START | remember(alpha_beta)
    assert (value, memory[ttt.start, FIRST], repr(memory)) == (0, Entry(4, 0, 0), f"<Memory: {len(memory)} entries>")
    assert pickle.loads(pickle.dumps(memory)) == memory == dict(memory)
    assert not hasattr(memory, "__setitem__")
    shortcut = build_tree(lambda n: {0: [1, 2], 1: [2], 2: [3]}.get(n, []), player=FIRST)(0) | share | map_tree(float)
    assert dict((shortcut | prune(2) | remember(minimax))[1]) == {
        (0, FIRST): Entry(2, 3.0, 3.0),
        (1, SECOND): Entry(1, 2.0, 2.0),
        (2, SECOND): Entry(1, 3.0, 3.0),
    }
    lines = build_tree(lambda n: {0: [1, 2], 1: [3], 2: [3, 4], 3: [2]}.get(n, []), player=FIRST)(0) | share | prune(3)
    _, both = lines | map_tree(float) | remember(own_minimax)
    assert (both[2, SECOND].levels, both[3, FIRST].levels) == (2, 1)


def test_worth_says_how_a_bound_is_meant() -> None:
    memory = Memory(
        {(0, FIRST): Entry(2, 5, 5), (1, SECOND): Entry(1, 5, None), (2, SECOND): Entry(1, None, 5), (3, FIRST): Entry(1, 4, 6)},
        root=0,
    )  # fmt: skip
    assert [memory.worth(position) for position in range(5)] == [(5, 0), (5, 1), (5, -1), (4, 1), (5, 0)]


def test_a_memory_is_passed_on_where_the_tree_does_not_know_whose_turn_it_is() -> None:
    def tree(**player: Any) -> Tree[int]:
        return build_tree(lambda n: [2 * n, 2 * n + 1], **player)(1) | share | map_tree(lambda n: n % 7)

    for player in Player:
        searches: Any = (
            (alpha_beta(player=player), tree()),
            (remember(alpha_beta(player=player)), tree()),
            (remember(alpha_beta), tree(player=player)),
        )
        plain, first, second = (list(islice(deepen(search)(start), 8)) for search, start in searches)
        assert first == second
        assert [found.value for found in plain] == [found.value[0] for found in first]
        assert [found.nodes for found in plain] != [found.nodes for found in first]
    assert not ordered_by_memory(Memory({}, 1), tree()).player
    assert (tree() | bound_by(lambda n: (0, 0)) | remember(alpha_beta(player=FIRST)))[1] == {}


def test_it_is_no_bot_and_not_compiled() -> None:
    pipeline: Callable[[Any], Any] = build_tree(ttt) | share | prune(4) | map_tree(ttt.static) | remember(alpha_beta)
    with pytest.raises(TypeError, match=r"returns tuple.*Memory.*: leave it out"):
        bot_from(ttt, pipeline)
    with pytest.raises(TypeError, match="cannot compile remember: what a search found is not copied out"):
        jit(pipeline)(ttt.start)
    compiled: Any = jit(alpha_beta)
    assert jit_when_it_pays(pipeline)(ttt.start) == pipeline(ttt.start) == remember(compiled)(START)


def test_it_counts_what_the_search_counts_and_takes_seeds_of_any_tree() -> None:
    (value, memory), nodes = START | count_nodes(remember(alpha_beta))
    assert (value, nodes) == START | count_nodes(alpha_beta)
    assert START | remember(count_nodes(alpha_beta)) == ((value, nodes), memory)
    _, of_seeds = (
        unfold(lambda n: -n, lambda n: [n + 1, n + 2] if n < 9 else [], 0, player=FIRST) | share | remember(minimax)
    )
    assert of_seeds[8, FIRST] == Entry(float("inf"), -9, -9)

    @node_search
    def last(here: Any, visit: Any) -> Any:
        return label(here)

    assert dict((START | remember(last))[1]) == {(ttt.start, FIRST): Entry(4, 0, 0)}
