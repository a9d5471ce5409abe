"""``node_search``: the library's searches, rewritten as functions of one node, behave the same in every respect."""

from __future__ import annotations

import pickle
from functools import partial, reduce
from operator import attrgetter, itemgetter
from random import Random
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
    estimate,
    jit,
    map_tree,
    minimax,
    node,
    prune,
    share,
    traverse_tree,
)
from fpgames.games.tictactoe import rules as ttt
from fpgames.search import (
    bound_by,
    children,
    count_leaves,
    count_nodes,
    deepen,
    label,
    mtd_bi,
    mtd_f,
    negamax,
    node_search,
    player,
    prefer_quick_wins,
    shallower,
    trace,
)
from fpgames.state import sequence
from fpgames.tree import extend_while, fold_tree, leaves, order_by, rebuild, unfold, unshared, with_ply
from fpgames.tree.unfolding import with_parts
from tests.laws.test_composing import games_on_graphs, pipelines
from tests.support.refusals import wrong_errors
from tests.support.trees import count_visited, nested_pairs

FIRST, GEN = Player.FIRST, SplitMix.from_seed(1)


@node_search
def own_minimax(here: Any, visit: Any) -> Any:
    values = [visit(child) for child in children(here)]
    best = max if player(here) is FIRST else min
    return best(values) if values else label(here)


@node_search(view="mover")
def own_negamax(here: Any, visit: Any) -> Any:
    values = [visit(child) if player(child) is player(here) else -visit(child) for child in children(here)]
    return max(values) if values else int(player(here)) * label(here)


@node_search
def own_alpha_beta(here: Any, visit: Any, alpha: Any, beta: Any) -> Any:
    best = None
    for child in children(here):
        value = visit(child, alpha, beta)
        if player(here) is FIRST:
            best = value if best is None else max(best, value)
            alpha = best if alpha is None else max(alpha, best)
        else:
            best = value if best is None else min(best, value)
            beta = best if beta is None else min(beta, best)
        if alpha is not None and beta is not None and alpha >= beta:
            break
    return label(here) if best is None else best


@node_search(view="mover")
def own_negamax_in_window(here: Any, visit: Any, alpha: Any, beta: Any) -> Any:
    best = None
    for child in children(here):
        if player(child) is player(here):
            value = visit(child, alpha, beta)
        else:
            value = -visit(child, None if beta is None else -beta, None if alpha is None else -alpha)
        best = value if best is None else max(best, value)
        alpha = best if alpha is None else max(alpha, best)
        if beta is not None and alpha >= beta:
            break
    return int(player(here)) * label(here) if best is None else best


EXAMPLES = 20 * settings().max_examples


def bounded(tree: Tree[Any]) -> Tree[Any]:
    """The tree with the least bounds that hold for all its positions."""
    values = [int(value) for value in leaves(tree)]
    return tree | bound_by(lambda p: (min(values), max(values)))


def drawn(data: st.DataObject) -> tuple[Tree[Any], bool]:
    """A tree of a game on a graph, whose players need not alternate, and some stages; and whether labels are numbers."""
    rules = data.draw(games_on_graphs())
    steps, numbers = data.draw(pipelines())
    tree = reduce(lambda tree, step: step.stage(tree), steps, build_tree(rules)(rules.start) | prune(7))
    return bounded(tree) if numbers and data.draw(st.booleans()) else tree, numbers


@pytest.mark.slow
@settings(max_examples=EXAMPLES)
@given(st.data())
def test_they_are_the_librarys(data: st.DataObject) -> None:
    tree, numbers = drawn(data)
    without_bounds = with_parts(tree)
    for count in (count_leaves, count_nodes):
        assert count(own_minimax)(without_bounds) == count(minimax)(without_bounds)
        assert count(own_alpha_beta)(tree) == count(alpha_beta)(tree)
    if numbers:
        assert own_negamax(without_bounds) == own_negamax_in_window(tree) == negamax(without_bounds)


@pytest.mark.exhaustive
@settings(max_examples=EXAMPLES)
@given(st.data(), st.integers(-5, 4), st.integers(1, 5))
def test_a_window_is_that_of_alpha_beta(data: st.DataObject, alpha: int, width: int) -> None:
    tree, numbers = drawn(data)
    if numbers:
        window: Any = {"alpha": alpha, "beta": alpha + width}
        assert count_nodes(own_alpha_beta(**window))(tree) == count_nodes(alpha_beta(**window))(tree)
        value, found = negamax(with_parts(tree)), own_negamax_in_window(**window)(tree)
        assert found <= value if found >= alpha + width else found >= value if found <= alpha else found == value


@pytest.mark.exhaustive
@settings(max_examples=EXAMPLES // 2)
@given(st.data(), st.none() | st.integers(-5, 4), st.integers(1, 5))
def test_a_trace_is_that_of_the_librarys(data: st.DataObject, alpha: int | None, width: int) -> None:
    def found(tree: Tree[Any]) -> Any:
        return nested_pairs(tree | map_tree(tuple))

    tree, numbers = drawn(data)
    tree = tree | prune(4)
    assert found(trace(own_minimax)(tree)) == found(trace(minimax)(tree))
    assert found(trace(own_alpha_beta)(tree)) == found(trace(alpha_beta)(tree))
    if numbers:
        window: Any = {"alpha": alpha, "beta": None if alpha is None else alpha + width}
        traced = found(trace(own_alpha_beta(**window))(tree))
        assert traced == found(trace(alpha_beta(**window))(tree))
        if tree.player is not FIRST and alpha is not None:
            window = {"alpha": -window["beta"], "beta": -alpha}
        assert traced == found(trace(own_negamax_in_window(**window))(tree))


@pytest.mark.slow
@settings(max_examples=EXAMPLES // 2)
@given(st.data(), st.integers(-5, 5))
def test_they_search_in_null_windows(data: st.DataObject, first: int) -> None:
    tree, numbers = drawn(data)
    if numbers:
        for built_in, own in (
            (mtd_f(guess=first, search=alpha_beta), mtd_f(guess=first, search=own_alpha_beta)),
            (mtd_bi(low=first, high=first + 9), mtd_bi(low=first, high=first + 9, search=own_alpha_beta)),
        ):
            assert count_nodes(own)(tree) == count_nodes(built_in)(tree)


START = build_tree(ttt)(ttt.start) | prune(4) | map_tree(ttt.static)


def test_they_are_searches_in_every_respect() -> None:
    assert repr(build_tree(ttt) | own_alpha_beta(alpha=0)) == "build_tree(<Rules: tictactoe>) | own_alpha_beta(alpha=0)"
    assert pickle.loads(pickle.dumps(own_minimax)) is own_minimax
    assert pickle.loads(pickle.dumps(own_alpha_beta(beta=1))) == own_alpha_beta(beta=1)
    assert [*deepen(own_alpha_beta)(START)] == [*deepen(alpha_beta)(START)]
    assert START | best_move(search=own_minimax) == START | best_move(search=minimax)
    evaluate = build_tree(ttt) | prune(2) | map_tree(ttt.static) | own_minimax
    assert bot_from(ttt, evaluate)(ttt.start).eval(None) == 0  # type: ignore[arg-type]


def test_fewer_levels_are_those_of_a_pruned_tree() -> None:
    @node_search
    def above(here: Any, visit: Any) -> Any:
        values = [visit(shallower(child, 1)) for child in children(here)]
        return max(values) if values else label(here)

    tree = node(0, [node(1, [node(7)]), node(2)], player=FIRST)
    assert (tree | prune(2) | above, tree | prune(1) | above) == (2, 2)

    @node_search
    def least_of_the_second(here: Any, visit: Any) -> Any:
        values = [visit(shallower(child, 1)) for child in children(here)]
        return (max if player(here) is FIRST else min)(values) if values else label(here)

    twigs = node(0, [node(1, [node(7, [node(9)]), node(5)])], player=FIRST)
    assert twigs | prune(4) | least_of_the_second == 5


@node_search
def last_child(here: Any, visit: Any, alpha: Any, beta: Any) -> Any:
    return visit([*children(here)][-2], beta=beta, alpha=alpha) if [*children(here)][1:] else label(here)


@node_search
def first_less_deep(here: Any, visit: Any) -> Any:
    values = [visit(shallower(child, 1)) for child in children(here)]
    return max([visit(next(iter(children(here)))), *values[1:]]) if values else label(here)


@node_search
def grandchildren(here: Any, visit: Any) -> Any:
    return max([visit(each) for child in children(here) for each in children(child)], default=label(here))


@node_search
def in_null_windows(here: Any, visit: Any, alpha: Any, beta: Any) -> Any:
    best = None
    for child in children(here):
        low = visit(child, None, 0)
        value = low if low < 0 else visit(child, alpha, beta)
        best = value if best is None else (max if player(here) is FIRST else min)(best, value)
    return label(here) if best is None else best


@given(
    st.data(),
    st.sampled_from([own_minimax, own_alpha_beta, last_child, first_less_deep, grandchildren, in_null_windows]),
)
def test_a_trace_has_every_visit_that_is_counted(data: st.DataObject, search: Any) -> None:
    tree, numbers = drawn(data)
    if numbers:
        tree = tree | unshared | prune(4) | map_tree(abs)  # without bounds, which a trace does not use
        traced = tree | trace(search)
        assert (traced.label.value, count_visited(traced)) == (counted := tree | count_nodes(search))
        assert tree | count_nodes(count_nodes(search)) == (counted, counted[1])


def test_a_trace_shows_what_is_left_out_and_searched_again() -> None:
    def values(search: Any, tree: Tree[Any]) -> list[Any]:
        return [(each.value, each.cut, each.bound) for each in leaves_first(trace(search)(tree))]

    def leaves_first(tree: Tree[Any]) -> list[Any]:
        return [*(label for child in tree.children for label in leaves_first(child)), tree.label]

    @node_search
    def of_any_name(here: Any, visit: Any, *, static: int = 0, search: int = 0, window: int = 0, self: int = 0) -> Any:
        return max([visit(child) + static + search + window + self for child in children(here)], default=label(here))

    tree = node(0, [node(1), node(2), node(3), node(4)], player=FIRST)
    searching: Any = of_any_name(static=10, search=20, window=30, self=40)
    assert values(searching, tree)[-1][0] == searching(tree) == 104
    nothing = (None, None, None)
    assert values(last_child, tree) == [(3, None, None), *[nothing] * 3, (3, None, None)]
    deep = node(0, [node(1, [node(5)]), node(2, [node(6)])], player=FIRST) | prune(2)
    assert values(first_less_deep, deep) == [(1, None, None), (2, None, None), *[(5, None, None)] * 4]
    assert values(grandchildren, deep) == [(5, None, None), (6, None, None), *[nothing] * 4, (6, None, None)]


def test_reading_inner_labels_does_not_keep_deepen_from_its_end() -> None:
    @node_search
    def best_first(here: Any, visit: Any) -> Any:
        below = sorted(children(here), key=label, reverse=player(here) is FIRST)
        values = [visit(child) for child in below]
        return (max if player(here) is FIRST else min)(values) if values else label(here)

    tree = build_tree(ttt)(ttt.read("XOX\nO..\n...")) | map_tree(ttt.static)
    found, plain = [*deepen(best_first)(tree)], [*deepen(minimax)(tree)]
    assert [(each.value, each.nodes, each.complete) for each in found] == [
        (each.value, each.nodes, each.complete) for each in plain
    ]
    assert all(each.leaves > other.leaves for each, other in zip(found, plain, strict=True))
    assert [(each.leaves, each.value) for each in found] == [
        (tree | prune(n + 1) | count_leaves(best_first))[::-1] for n in range(5)
    ]


def test_values_may_be_actions() -> None:
    """The search is then an action itself, which runs those of the leaves that it chooses, in its order."""

    @node_search
    def by_random_games(here: Any, visit: Any) -> Any:
        below = [visit(child) for child in children(here)]
        return sequence(below).map(max if player(here) is FIRST else min) if below else label(here)

    look = build_tree(ttt)(4) | prune(2)
    action = look | map_tree(estimate(ttt, 2)) | by_random_games
    traversed = look | traverse_tree(estimate(ttt, 2))
    assert action.run(GEN) == traversed.map(minimax).run(GEN)


@node_search
def own_lattice(here: Any, visit: Any, alpha: Any, beta: Any) -> Any:
    """Return the union or the intersection of the sets below, by alpha-beta, which needs an order here."""
    high, best = player(here) is FIRST, None
    for child in children(here):
        value = visit(child, alpha, beta)
        if high:
            best = value if best is None else best | value
            alpha = best if alpha is None else alpha | best
        else:
            best = value if best is None else best & value
            beta = best if beta is None else beta & best
        if alpha is not None and beta is not None and alpha >= beta:
            break
    return label(here) if best is None else best


@pytest.mark.parametrize("seed", [*range(40), 429, 4301])
def test_values_without_a_total_order_are_found_or_refused_in_a_shared_tree(seed: int) -> None:
    random = Random(seed)
    below = [
        tuple(random.randrange(i + 1, 14) for _ in range(random.randrange(1, 4))) if i < 9 else () for i in range(14)
    ]
    sets = [frozenset(k for k in range(3) if random.random() < 0.5) for _ in below]
    tree = unfold(sets.__getitem__, below.__getitem__, 0, player=FIRST)
    value = fold_tree(by_sets, with_player=True)(tree)
    assert own_lattice(tree) == value
    try:
        assert own_lattice(tree | share) == value
    except ValueError as error:
        assert "has no place in an order of values" in str(error)  # noqa: PT017


def by_sets(mover: Player, label: Any, below: tuple[Any, ...]) -> Any:
    return reduce(frozenset.union if mover is FIRST else frozenset.intersection, below) if below else label


@node_search
def own_in_no_window(here: Any, visit: Any, alpha: Any, beta: Any, *, low: int, high: int) -> Any:
    best = label(here)
    for child in children(here):
        best = max(best, visit(child, None, None), visit(child, low, high))
    return best


EMPTY_WINDOWS: list[tuple[Any, str]] = [
    (stages | search, f"alpha is {low}, beta is {high}; expected alpha < beta")
    for low, high in ((1, 1), (9, 7), (-7, -9))
    for search in [own_in_no_window(low=low, high=high)]
    for stages in (prune(4), share, share(entries=3), bound_by(lambda p: (-2, 2)), share | bound_by(lambda p: (-2, 2)))
] + [(lambda tree: trace(own_in_no_window(low=1, high=1))(tree).label, "alpha is 1, beta is 1; expected alpha < beta")]


def test_an_empty_window_is_refused_at_every_visit() -> None:
    assert not wrong_errors((partial(run, START), f"ValueError: empty window: {text}") for run, text in EMPTY_WINDOWS)


@pytest.mark.exhaustive
def test_compiled_an_empty_window_is_refused_at_every_visit() -> None:
    of_pairs: Any = prefer_quick_wins | own_in_no_window(low=(2, 1), high=(2, 1))
    compiled = [jit(run) for run in (of_pairs, EMPTY_WINDOWS[0][0], EMPTY_WINDOWS[4][0])]
    assert not wrong_errors(
        (partial(run, START), "ValueError: empty window: alpha is not less than beta") for run in compiled
    )


@node_search
def own_reduced(here: Any, visit: Any) -> Any:
    below = [visit(shallower(child, 1)) for child in children(here)]
    return sum(below) + 1 if below else label(here)


def never(label: object) -> bool:
    return False


def residue(p: Any) -> Any:
    return p % 7


STAGES: list[Any] = [
    share, order_by(hash), with_ply | map_tree(itemgetter(0)), extend_while(never, depth=9), rebuild(label=attrgetter("label")),
    rebuild(children=attrgetter("children")), rebuild(children=lambda tree: map(share, tree.children)),
]  # fmt: skip


@given(st.integers(1, 4), st.lists(st.sampled_from(STAGES), max_size=2), st.lists(st.sampled_from(STAGES), max_size=2))
def test_shallower_reduces_the_depth_of_a_stage_wherever_it_stands(depth: int, before: Any, after: Any) -> None:
    """Also where the tree is pruned further down, so that it has a last level."""
    tree = build_tree(ttt)(ttt.start)
    plain = own_reduced(tree | prune(depth) | map_tree(ttt.static))
    for limit in (extend_while(never, depth=depth), prune(depth)):
        for further in ([], [prune(9)]):
            stages = [*before, limit, *after, *further, rebuild(label=lambda tree: ttt.static(tree.label))]
            assert reduce(lambda tree, stage: stage(tree), stages, tree) | own_reduced == plain


@pytest.mark.exhaustive
def test_compiled_shallower_reduces_the_depth_of_extend_while() -> None:
    ordered: Any = extend_while(never, depth=3) | order_by(residue) | prune(9)
    for stages in (extend_while(never, depth=3), ordered):
        evaluate = build_tree(ttt) | stages | map_tree(ttt.static) | own_reduced
        assert jit(evaluate)(ttt.start) == evaluate(ttt.start)
