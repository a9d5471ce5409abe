"""Compiled ``node_search``: the same results as in Python, and as the library's searches."""

from __future__ import annotations

from operator import attrgetter
from random import Random
from typing import Any

import pytest

from fpgames import Player, Rules, alpha_beta, best_move, build_tree, jit, map_tree, minimax, order_by, prune, share
from fpgames.compiled import CannotCompile, jit_when_it_pays, reuse_tables
from fpgames.games import tictactoe
from fpgames.search import (
    bound_by,
    children,
    count_leaves,
    count_nodes,
    deepen,
    label,
    mtd_f,
    negamax,
    node_search,
    pass_turn,
    player,
    prefer_quick_wins,
    shallower,
)
from fpgames.tree import TreeTooDeep, unshared
from tests.compiled.test_pipelines import GAMES, PIPELINES, positions, staged
from tests.search.test_open_recursion import own_alpha_beta, own_minimax, own_negamax, own_negamax_in_window
from tests.support.compiled import (
    ROOTS,
    below,
    bent,
    heap,
    heap_number,
    heap_score,
    is_as_in_python,
    next_one,
    result_or_error,
    weight,
)

pytest.importorskip("numba", reason="numba is not installed (the extra fast)")

FIRST = Player.FIRST
ttt: Any = tictactoe.rules


def within(p: Any) -> tuple[int, int]:
    """Bounds of what is bent."""
    return -2, 2


# More searches, which use other parts of the language.


@node_search
def by_loops(here: Any, visit: Any) -> Any:
    best, high = None, player(here) is FIRST
    for child in children(here):
        value = visit(child)
        if best is None or (value > best if high else value < best):
            best = value
    return label(here) if best is None else best


@node_search
def principal(here: Any, visit: Any, alpha: Any, beta: Any) -> Any:
    best, high = None, player(here) is FIRST
    for child in children(here):
        if best is None:
            best = visit(child, alpha, beta)
        elif high:
            value = visit(child, alpha, alpha + 1)
            best = max(best, visit(child, alpha, beta) if value > alpha else value)
        else:
            value = visit(child, beta - 1, beta=beta)
            best = min(best, visit(child, alpha, beta) if value < beta else value)
        if high:
            alpha = best if alpha is None else max(alpha, best)
        else:
            beta = best if beta is None else min(beta, best)
        if alpha is not None and beta is not None and alpha >= beta:
            break
    return label(here) if best is None else best


def third(i: int) -> bool:
    return i > 1


@node_search
def reduced(here: Any, visit: Any, alpha: Any, beta: Any, *, late: Any = third, levels: int = 1) -> Any:
    best, high = None, player(here) is FIRST
    for i, child in enumerate(children(here)):
        value = visit(shallower(child, levels) if late(i) else child, alpha, beta)
        if late(i) and (alpha is None or value > alpha if high else beta is None or value < beta):
            value = visit(child, alpha, beta)
        if high:
            best = value if best is None else max(best, value)
            alpha = best if alpha is None else max(alpha, best)
        else:
            best = value if best is None else min(best, value)
            beta = best if beta is None else min(beta, best)
        if alpha is not None and beta is not None and alpha >= beta:
            break
    return label(here) if best is None else best


def of_labels(here: Any) -> Any:
    total = 0
    for child in children(here):
        total += label(child)
    return total


@node_search
def helped(here: Any, visit: Any, *, weight: int = 2, again: bool = True) -> Any:
    values: list[Any] = []
    for child in children(here):
        values.append(visit(child))
        for grandchild in children(child):
            values.append(visit(grandchild) if again else -label(grandchild))
    return values[-1] * weight + len(values) + sum(values) % 1000 + of_labels(here) if values else label(here)


@node_search
def expected(here: Any, visit: Any, *, cost: float = 0.0) -> Any:
    best, total, n = None, 0.0, 0
    for child in children(here):
        value = visit(child) - cost
        best = value if best is None else max(best, value)
        total, n = total + value, n + 1
    if best is None:
        return label(here)
    return best if player(here) is FIRST else total / n


# A few pipelines that go through all parts.

HEAPS = [(9, 1), (7, -1), (12, 1), (3, 1), (0, -1)]
BENT: Any = build_tree(heap) | prune(6) | map_tree(heap_score) | map_tree(bent)
FEW: dict[str, tuple[Any, Any, list[Any]]] = {
    "lists, max or min, a player moves again": (BENT | count_leaves(own_minimax), BENT | count_leaves(minimax), HEAPS),
    "a window, bounds that are given and kept": (
        BENT | bound_by(within) | share(entries=9) | count_nodes(own_alpha_beta),
        BENT | bound_by(within) | share(entries=9) | count_nodes(alpha_beta),
        HEAPS,
    ),
    "values of the mover": (BENT | bound_by(within) | share | own_negamax_in_window, BENT | negamax, HEAPS),
    "pairs, order, no depth": (
        build_tree(ttt) | order_by(bent) | map_tree(ttt.static) | prefer_quick_wins | share | best_move(search=own_alpha_beta),
        build_tree(ttt) | order_by(bent) | map_tree(ttt.static) | prefer_quick_wins | share | best_move(search=alpha_beta),
        [ttt.start, ttt.play(ttt.start, 4)],
    ),
    "NaN, errors": (below | share | map_tree(weight) | by_loops, below | share | map_tree(weight) | minimax, ROOTS),
    "null windows": (BENT | principal, BENT | minimax, HEAPS),
    "null windows of the library": (BENT | mtd_f, BENT | minimax, HEAPS),
}  # fmt: skip


QUICK = "lists, max or min, a player moves again", "null windows", "null windows of the library"


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [*QUICK, *(pytest.param(name, marks=pytest.mark.exhaustive) for name in FEW if name not in QUICK)]
)
def test_a_compiled_search_does_the_same(name: str) -> None:
    pipeline, library, given = FEW[name]
    compiled = [result_or_error(jit(pipeline), p) for p in given]
    assert compiled == [result_or_error(pipeline, p) for p in given] == [result_or_error(library, p) for p in given]


@pytest.mark.slow
@pytest.mark.parametrize("pipeline", [
    pytest.param(BENT | reduced(levels=2) | str, id="of nodes that are shallower"),
    pytest.param(BENT | count_nodes(count_nodes(reduced(late=third))), id="of nodes that are visited again and counted"),
    pytest.param(BENT | share | helped(weight=3, again=False), id="of sums and of nodes of two levels"),
    pytest.param(
        build_tree(heap) | map_tree(heap_score) | share | deepen(helped) | list,
        id="that reads labels above the last level",
    ),
    pytest.param(
        build_tree(heap) | prune(5) | map_tree(heap_number) | expected(cost=0.25), id="of means"
    ),
    pytest.param(BENT | count_nodes(own_negamax_in_window(alpha=-1, beta=2)), id="whose nodes are counted"),
])  # fmt: skip
def test_a_search_that_the_library_has_not_does_the_same(pipeline: Any) -> None:
    assert [result_or_error(jit(pipeline), p) for p in HEAPS] == [result_or_error(pipeline, p) for p in HEAPS]


# What ends a search, and what is not compiled.


@node_search
def again_and_again(here: Any, visit: Any, *, levels: int = 0) -> Any:
    return visit(shallower(here, levels)) + 1


@pytest.mark.slow
def test_what_a_search_raises() -> None:
    """Also one that visits its own node, or leaves out four levels each time, so that none is looked at."""
    below_zero: Any = BENT | again_and_again(levels=-1)
    for end, error, said in (
        (BENT | again_and_again, TreeTooDeep, "the stack of a compiled search allows"),
        (below_zero, ValueError, "cannot leave out less than 0 levels"),
        (build_tree(heap) | map_tree(heap_score) | again_and_again, ValueError, "this one is not pruned"),
    ):
        with pytest.raises(error, match=said):
            jit(end)((9, 1))
        with pytest.raises(error):
            end((9, 1))


@node_search
def of_a_generator(here: Any, visit: Any) -> Any:
    return max((visit(child) for child in children(here)), default=label(here))


@node_search
def of_two_kinds(here: Any, visit: Any) -> Any:
    values = [0.5]
    values.append(1)
    return label(here) + len(values)


@node_search
def of_a_list(here: Any, visit: Any) -> Any:
    values = [1, 0.5]
    return label(here) + len(values)


@node_search
def of_a_sum(here: Any, visit: Any) -> Any:
    values = [label(here)]
    return len(values * 2)


@node_search
def of_iterators(here: Any, visit: Any) -> Any:
    return len([children(here)])


@node_search
def of_an_iterator(here: Any, visit: Any) -> Any:
    found, before = label(here), children(here)
    for child in children(here):
        for other in before:
            found += visit(other)
        before = children(child)
    return found


def below_those(here: Any) -> Any:
    for child in children(here):
        for other in children(child):  # noqa: UP028 - yield from is not compiled
            yield other


@node_search
def of_a_zip(here: Any, visit: Any) -> Any:
    found = label(here)
    for other, child in zip(below_those(here), children(here)):  # noqa: B905 - strict= is not compiled
        found += 3 * visit(other) + visit(child)
    return found


@node_search
def of_floats(here: Any, visit: Any) -> Any:
    return label(here) / 2


@node_search
def of_a_number(here: Any, visit: Any) -> Any:
    return len([*children(label(here))])


@node_search
def of_a_parameter(here: Any, visit: Any, *, names: Any = ()) -> Any:
    return label(here)


@node_search
def of_a_pass(here: Any, visit: Any) -> Any:
    return label(pass_turn(here))


@node_search
def of_nothing(here: Any, visit: Any) -> Any:
    for child in children(here):
        visit(child)


@node_search
def of_none(here: Any, visit: Any) -> Any:
    best = None
    for child in children(here):
        value = visit(child)
        best = label(here) if value is None else best
    return best


CANNOT: list[tuple[Any, str]] = [
    (of_a_generator, "of_a_generator: it has a generator expression: write a list, in brackets, or a loop"),
    (of_two_kinds, "of_two_kinds: its values are sometimes int and sometimes float"),
    (of_a_list, "of_a_list: its values are sometimes int and sometimes float"),
    (of_a_sum, "of_a_sum: it has a list as operand of mul"),
    (of_iterators, "of_iterators: it keeps iterators in a list"),
    (of_an_iterator, "of_an_iterator: it keeps an iterator from one iteration of a loop to the next"),
    (of_a_zip, "of_a_zip: it zips a generator of nodes: zip lists of them, in brackets"),
    (of_floats, "of_floats: its values are sometimes float and sometimes int; compiled code needs one type: among floats, write 1.0"),
    (of_a_number, "of_a_number: "),
    (of_a_pass, "passed turns are not compiled"),
    (of_nothing, "of_nothing: it returns None, and a search returns the value of its node"),
    (of_none, "cannot compile a search that returns None at a node"),
    (of_a_parameter(names=["a"]), "a list, which could change; write a tuple"),
]  # fmt: skip


@pytest.mark.slow
def test_what_cannot_be_compiled_is_said() -> None:
    """Of the smallest tree, because each search has to be compiled up to what cannot be."""
    chain: Any = build_tree(next_one, player=FIRST) | prune(2) | map_tree(bent)
    for search, said in CANNOT:
        with pytest.raises(CannotCompile) as caught:
            jit(chain | search)(1)
        assert said in str(caught.value)


@pytest.mark.slow
def test_it_is_compiled_when_that_pays(compile_early: None) -> None:
    for pipeline in (BENT | prune(9) | own_minimax, BENT | of_a_generator):
        assert jit_when_it_pays(pipeline)((30, 1)) == pipeline((30, 1))


@node_search
def least(here: Any, visit: Any, alpha: Any, beta: Any) -> Any:
    values = [visit(child, None, None) for child in children(here)]
    return min(values) if values else label(here)


@pytest.mark.exhaustive
def test_its_bounds_are_not_taken_for_those_of_another_search() -> None:
    shared: Any = BENT | share(entries=99)
    for search in (least, alpha_beta, least, own_alpha_beta):
        with reuse_tables():
            assert [jit(shared | each)((9, 1)) for each in (alpha_beta, search)] == [
                (shared | each)((9, 1)) for each in (alpha_beta, search)
            ]


# The matrix.


def case(rules: Rules[Any, Any], seed: int) -> tuple[Any, Any, list[Any]]:
    """Return a pipeline that ends in a search of your own, one that ends in the library's, and positions."""
    gen = Random(f"own {rules.name} {seed}")
    valued, floats, pairs = staged(rules, gen)
    valued = valued | gen.choice([share, share(entries=7), unshared, prune(9)])
    if not (floats or pairs) and gen.random() < 0.5:
        valued = valued | map_tree(bent) | bound_by(within)
    window: Any = {"alpha": gen.randint(-3, 0), "beta": gen.randint(1, 3)}
    twins: list[Any] = [(by_loops, minimax), (own_minimax, minimax), (own_alpha_beta, alpha_beta)]
    ends = [of for own, search in twins for of in [
        (own, search), (count_nodes(own), count_nodes(search)), (count_leaves(own), count_leaves(search)),
        (deepen(own), deepen(search)), (best_move(search=own), best_move(search=search)),
    ]]  # fmt: skip
    if not pairs:
        ends += [
            (own_negamax, negamax),
            (count_nodes(own_negamax), count_nodes(negamax)),
            (own_negamax_in_window, negamax),
        ]
    if not (pairs or floats):
        ends += [(principal, minimax), (count_nodes(own_alpha_beta(**window)), count_nodes(alpha_beta(**window)))]
    own, search = gen.choice(ends)
    return valued | own, valued | search, positions(rules, gen)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(PIPELINES))
@pytest.mark.parametrize("rules", GAMES if PIPELINES > 1 else GAMES[:1], ids=attrgetter("name"))
def test_any_compiled_search_does_the_same(rules: Rules[Any, Any], seed: int) -> None:
    pipeline, library, ps = case(rules, seed)
    for p in ps:
        wanted = result_or_error(pipeline, p)
        assert is_as_in_python(result_or_error(jit(pipeline), p), wanted), (pipeline, p)
        others = result_or_error(library, p)  # of which the message may name another value that NaN is compared with
        assert wanted == others or wanted[0] is others[0] is ValueError, (pipeline, p)
