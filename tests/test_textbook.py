"""The library against the textbook: each function agrees with the plain definition of the same name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fpgames import (
    Player,
    Rules,
    SplitMix,
    State,
    StdGen,
    Tree,
    best_move,
    build_tree,
    map_tree,
    play,
    prune,
    rand,
    search,
    textbook,
)
from fpgames.search import SearchTree
from fpgames.state import loops
from tests.support.graphs import graphs, node_of, thirds
from tests.support.states import binary_shape, ints, is_same_run, states, unary_shape
from tests.support.trees import nested_pairs, trees

Draw = Callable[[st.SearchStrategy[Any]], Any]

numbers = st.integers(-5, 5)
actions = st.functions(like=unary_shape, returns=states, pure=True)
gens = st.integers(0, 2**32).map(SplitMix.from_seed) | st.integers(1, 2**31 - 86).map(lambda s1: StdGen(s1, 1))


def plain(action: State[Any, Any]) -> textbook.State[Any, Any]:
    return textbook.State(action.run)


def with_players(tree: Any) -> Any:
    return tree.label, tree.player, [with_players(child) for child in tree.children]


def games(draw: Draw) -> tuple[Rules[int, int], int]:
    """A random game, whose players need not alternate, and a position that is not the end of it."""
    graph = draw(graphs())
    return graph.rules(), draw(st.sampled_from([p for p, below in enumerate(graph.children) if below]))


def valued(draw: Draw) -> tuple[Any, Any]:
    rules, p = games(draw)
    static, depth = draw(st.functions(like=unary_shape, returns=numbers, pure=True)), draw(st.integers(0, 6))
    fast = build_tree(rules)(p) | prune(depth) | map_tree(static)
    return fast, textbook.look_ahead(rules, depth, static, p)


def law_state(draw: Draw) -> None:
    action, after, function = (
        draw(states),
        draw(actions),
        draw(st.functions(like=unary_shape, returns=ints, pure=True)),
    )
    state, value = draw(ints), draw(ints)
    assert is_same_run(textbook.State.from_value(value), State.from_value(value), state)
    assert is_same_run(plain(action).map(function), action.map(function), state)
    assert plain(action).eval(state) == action.eval(state)
    assert is_same_run(plain(action).bind(lambda a: plain(after(a))), action.bind(after), state)


def law_loops(draw: Draw) -> None:
    action, after, values, state = draw(states), draw(actions), draw(st.lists(ints, max_size=6)), draw(ints)
    step = draw(st.functions(like=binary_shape, returns=states, pure=True))
    assert is_same_run(textbook.map_m(lambda a: plain(after(a)), values), loops.map_m(after, values), state)
    n = len(values)
    assert is_same_run(textbook.replicate_m(n, plain(action)), loops.replicate_m(n, action), state)
    assert is_same_run(textbook.fold_m(lambda b, a: plain(step(b, a)), 0, values), loops.fold_m(step, 0, values), state)


def law_draws(draw: Draw) -> None:
    n, gen = draw(st.integers(1, 2**20)), draw(gens)
    assert textbook.below(n).run(gen) == rand.below(n).run(gen)


def law_games(draw: Draw) -> None:
    (rules, p), gen, n = games(draw), draw(gens), draw(st.integers(1, 9))
    assert textbook.bot_random(rules, p).run(gen) == play.bot_random(rules)(p).run(gen)
    first, second = partial(textbook.bot_random, rules), partial(textbook.bot_mc, rules, n)
    fast = play.play_game(rules, p, play.bot_random(rules), play.bot_mc(rules, n))
    assert textbook.play_game(rules, p, first, second).run(gen) == fast.run(gen)
    assert textbook.playout(rules, p).run(gen) == play.playout(rules, p).run(gen)


def law_monte_carlo(draw: Draw) -> None:
    (rules, p), gen, n = games(draw), draw(gens), draw(st.integers(1, 9))
    move = draw(st.sampled_from(rules.moves(p)))
    assert textbook.eval_move(rules, p, move, n).run(gen) == play.eval_move(rules, p, move, n).run(gen)
    assert textbook.bot_mc(rules, n, p).run(gen) == play.bot_mc(rules, n)(p).run(gen)


def law_stages(draw: Draw) -> None:
    rules, p = games(draw)
    n, function = draw(st.integers(0, 5)), draw(st.functions(like=unary_shape, returns=numbers, pure=True))
    assert [*textbook.successors(rules, p)] == [*rules.successors(p)]
    fast, book = build_tree(rules)(p), textbook.build_tree(partial(textbook.successors, rules), p, rules.player)
    assert with_players(book) == with_players(fast)
    assert with_players(textbook.prune(n, book)) == with_players(prune(n)(fast))
    assert with_players(textbook.map_tree(function, book)) == with_players(map_tree(function)(fast))
    assert with_players(textbook.look_ahead(rules, n, function, p)) == with_players(map_tree(function)(prune(n)(fast)))
    bare: Any = textbook.build_tree(rules.successors, p)
    assert nested_pairs(bare) == nested_pairs(build_tree(rules.successors)(p))


def law_minimax(draw: Draw) -> None:
    fast, book = valued(draw)
    assert textbook.minimax(book) == textbook.minimax(fast) == search.minimax(fast)
    assert search.negamax(fast) == fast.player * textbook.minimax(book)
    tree: Any = draw(trees)
    assert textbook.maximise(tree) == search.maximise(tree)
    assert textbook.minimise(tree) == search.minimise(tree)


def examined(find: Callable[[Any], Any], tree: Any) -> tuple[Any, list[Any]]:
    labels: list[Any] = []

    def read(label: Any) -> Any:
        labels.append(label)
        return label

    return find(map_tree(read)(tree) if isinstance(tree, Tree) else textbook.map_tree(read, tree)), labels


def law_lists(draw: Draw) -> None:
    tree: Any = draw(trees)
    pairs = (textbook.ab_maximise, search.ab_maximise), (textbook.ab_minimise, search.ab_minimise)
    for book, fast in pairs:
        assert examined(book, tree) == examined(fast, tree)


def law_window(draw: Draw) -> None:
    fast, book = valued(draw)
    alpha, beta = sorted(draw(st.lists(st.integers(-7, 7), min_size=2, max_size=2, unique=True)))
    value, leaves = examined(lambda tree: textbook.alpha_beta(tree, alpha, beta), book)
    found, visited = examined(search.alpha_beta(alpha=alpha, beta=beta), fast)
    assert leaves == visited
    assert sorted((alpha, value, beta))[1] == sorted((alpha, found, beta))[1]
    open_window = examined(lambda tree: textbook.alpha_beta(tree, -inf, inf), book)
    assert open_window == examined(search.alpha_beta, fast)


def law_bots(draw: Draw) -> None:
    (rules, p), depth, gen = games(draw), draw(st.integers(1, 5)), draw(gens)

    def static(p: int) -> float:
        return rules.outcome(p).value_or(thirds(p) / 2)

    move, left = textbook.bot_minimax(rules, depth, static, p).run(gen)
    for bot in (play.bot_minimax, play.bot_alphabeta):
        assert bot(rules, depth, static, prefer_quick=False)(p).run(gen) == (move, left)
    assert best_move(build_tree(rules)(p) | prune(depth) | map_tree(static)) == move
    assert rules.player(p) is Player.SECOND or textbook.calc_ia(rules, depth, static, p) == move


def law_ucb1(draw: Draw) -> None:
    children = draw(st.lists(st.none() | st.tuples(st.integers(1, 99), st.integers(-99, 99)), min_size=1, max_size=5))
    children = [child and (child[0], max(-child[0], min(child[1], child[0]))) for child in children]
    player = draw(st.sampled_from(Player))
    assert textbook.ucb1(as_nodes(node_of(player, children))) == search.ucb1()(node_of(player, children))


def as_nodes(tree: SearchTree[Any, Any]) -> tuple[textbook.Node, ...]:
    """The children of a tree of the library, as the textbook counts them: the wins of the player to move."""
    return tuple(as_node(tree.player, child) if child else textbook.Node() for child in tree.children)


def as_node(mover: Any, tree: SearchTree[Any, Any]) -> textbook.Node:
    below = as_nodes(tree) if tree.visits else ()
    return textbook.Node(tree.visits, (tree.visits + mover * tree.total) / 2, below)


def unproven(tree: SearchTree[Any, Any], i: int, child: SearchTree[Any, Any], value: float) -> SearchTree[Any, Any]:
    return search.back_up(tree, i, child, value)._replace(proof=None, total=tree.total + value)


def law_tree_search(draw: Draw) -> None:
    (rules, p), n, gen = games(draw), draw(st.integers(1, 30)), draw(gens)
    book = textbook.mcts(rules, n, p).run(gen)
    select = lambda tree: textbook.ucb1(as_nodes(tree))  # noqa: E731
    tree, left = search.mcts(rules, n, select=select, back_up=unproven)(p).run(gen)
    assert (textbook.Node(children=as_nodes(tree)), left) == book


EXAMPLES = settings().max_examples
LAWS = [law for name, law in globals().items() if name.startswith("law_")]
names = [law.__name__.removeprefix("law_") for law in LAWS]


@pytest.mark.parametrize("law", LAWS, ids=names)
def test_the_library_is_the_textbook(law: Callable[[Draw], None]) -> None:
    settings(max_examples=6 * EXAMPLES)(given(st.data())(lambda data: law(data.draw)))()


@pytest.mark.exhaustive
@pytest.mark.parametrize("law", LAWS, ids=names)
def test_in_more_cases(law: Callable[[Draw], None]) -> None:
    """2,000 of each law with ``--hypothesis-profile=explore``."""
    settings(max_examples=20 * EXAMPLES)(given(st.data())(lambda data: law(data.draw)))()
