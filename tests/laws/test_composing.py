"""Right by construction: whatever stages are composed, every search finds what a plain reference finds.

The reference is a tree of records, built whole by asking ``rules.player`` at every node; each stage and the search are said
on it as plainly as can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from operator import attrgetter
from typing import Any, NamedTuple
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Nothing, Some

from fpgames import (
    Outcome,
    Player,
    Rules,
    Tree,
    alpha_beta,
    best_move,
    build_tree,
    count_leaves,
    game_tree,
    leaves,
    map_tree,
    maximise,
    minimax,
    minimise,
    order_by,
    prune,
    share,
)
from fpgames.games import GAMES, connect4, dots_and_boxes, mnk
from fpgames.search import (
    ab_maximise,
    ab_minimise,
    ab_trace,
    count_nodes,
    deepen,
    minimax_trace,
    negamax,
    principal_variation,
    quicker,
)
from fpgames.tree import extend_while, keep_best, prune_when, rebuild, size, unshared, with_ply

AnyRules = Rules[Any, Any]


class Plain(NamedTuple):
    """A tree of the reference: the position, whose turn it is there, a label, and children."""

    position: Any
    player: Player
    label: Any
    children: tuple[Plain, ...]


def built(rules: AnyRules, depth: int, p: Any) -> Plain:
    after = [rules.play(p, move) for move in rules.moves(p)] if depth else []
    return Plain(p, rules.player(p), p, tuple(built(rules, depth - 1, q) for q in after))


def value_of(tree: Plain) -> Any:
    values = [value_of(child) for child in tree.children]
    return (max if tree.player is Player.FIRST else min)(values) if values else tree.label


def leaves_of(tree: Plain) -> Iterator[Any]:
    if not tree.children:
        yield tree.label
    for child in tree.children:
        yield from leaves_of(child)


# What is asked of labels, of whatever type they are: functions that know nothing.


def scrambled(salt: int, label: object) -> int:
    return crc32(f"{salt} {label!r}".encode()) % 9 - 4


def rarely(salt: int, label: object) -> bool:
    return crc32(f"{salt} {label!r}".encode()) % 4 == 0


def ends(label: Any) -> int:
    return int(label[-1])


class Step(NamedTuple):
    """A stage, and what it makes of the reference's tree."""

    stage: Any
    plainly: Callable[[Plain], Plain]


def over(tree: Plain, label: Callable[[Plain, int], Any], children: Callable[[Plain], Any], ply: int = 0) -> Plain:
    below = tuple(over(child, label, children, ply + 1) for child in children(tree))
    return tree._replace(label=label(tree, ply), children=below)


def same(tree: Plain, ply: int) -> Any:
    return tree.label


def all_of(tree: Plain) -> tuple[Plain, ...]:
    return tree.children


def cut(n: int, tree: Plain) -> Plain:
    return tree._replace(children=tuple(cut(n - 1, child) for child in tree.children) if n else ())


def extended(salt: int, n: int, tree: Plain) -> Plain:
    goes_on = n > 0 or rarely(salt, tree.label)
    return tree._replace(children=tuple(extended(salt, n - 1, child) for child in tree.children) if goes_on else ())


def best_first(salt: int, n: int | None, tree: Plain) -> list[Plain]:
    key = lambda child: -int(tree.player) * scrambled(salt, child.label)  # noqa: E731
    return sorted(tree.children, key=key)[:n]


def how_soon(tree: Plain, ply: int) -> tuple[Any, int]:
    return tree.label, (tree.label < 0) * ply - (tree.label > 0) * ply


def sharing() -> st.SearchStrategy[Step]:
    return st.just(Step(share, lambda tree: tree))


salts, small = st.integers(0, 50), st.integers(0, 4)
ON_ANY: list[st.SearchStrategy[Step]] = [
    sharing(),
    small.map(lambda n: Step(prune(n), partial(cut, n))),
    salts.map(
        lambda salt: Step(
            prune_when(partial(rarely, salt)),
            lambda tree: over(tree, same, lambda t: () if rarely(salt, t.label) else t.children),
        )
    ),
    st.tuples(salts, small).map(
        lambda drawn: Step(extend_while(partial(rarely, drawn[0]), depth=drawn[1]), partial(extended, *drawn))
    ),
    salts.map(
        lambda salt: Step(
            order_by(partial(scrambled, salt)), lambda tree: over(tree, same, partial(best_first, salt, None))
        )
    ),
    st.tuples(salts, st.integers(1, 3)).map(
        lambda drawn: Step(
            keep_best(drawn[1], partial(scrambled, drawn[0])),
            lambda tree: over(tree, same, partial(best_first, *drawn)),
        )
    ),
    st.just(
        Step(
            rebuild(children=lambda tree: reversed(list(tree.children))),
            lambda tree: over(tree, same, lambda t: t.children[::-1]),
        )
    ),
    st.just(
        Step(
            rebuild(children=lambda tree: [share(child) for child in tree.children if not rarely(1, child.label)]),
            lambda tree: over(tree, same, lambda t: [child for child in t.children if not rarely(1, child.label)]),
        )
    ),
]


def by_hand(tree: Tree[Any]) -> Tree[Any]:
    """The same tree made by hand, which says itself whose turn it is."""
    return Tree(lambda: tree.label, lambda: map(by_hand, tree.children), player=tree.player)


ON_ANY += [
    st.just(
        Step(
            rebuild(children=lambda tree: [order_by(partial(scrambled, 3))(child) for child in tree.children]),
            lambda tree: over(tree, same, lambda t: t.children if t is tree else best_first(3, None, t)),
        )
    ),
]
TO_NUMBERS = salts.map(
    lambda salt: Step(
        map_tree(partial(scrambled, salt)), lambda tree: over(tree, lambda t, _: scrambled(salt, t.label), all_of)
    )
)
BY_TURN = salts.map(
    lambda salt: Step(
        rebuild(label=lambda tree: scrambled(salt, (tree.label, tree.player))),
        lambda tree: over(tree, lambda t, _: scrambled(salt, (t.label, t.player)), all_of),
    )
)
WITH_PLY = st.just(Step(with_ply, lambda tree: over(tree, lambda t, ply: (t.label, ply), all_of)))
QUICKER = st.just(Step(quicker, lambda tree: over(tree, how_soon, all_of)))
ENDS = st.just(Step(map_tree(ends), lambda tree: over(tree, lambda t, _: ends(t.label), all_of)))


@st.composite
def pipelines(draw: st.DrawFn) -> tuple[list[Step], bool]:
    """Up to six stages in any order that is accepted, labels values in the end; and whether these are numbers."""
    steps: list[Step] = []
    numbers, pairs = False, False
    for _ in range(draw(st.integers(1, 6))):
        fit = [*ON_ANY, TO_NUMBERS, BY_TURN, WITH_PLY, *([QUICKER] if numbers else []), *([ENDS] if pairs else [])]
        kind = draw(st.sampled_from(fit))
        steps.append(draw(kind))
        if kind in (TO_NUMBERS, BY_TURN, ENDS):
            numbers, pairs = True, False
        elif kind in (WITH_PLY, QUICKER):
            numbers, pairs = False, True
    if not numbers and not any(step.stage is quicker for step in steps):
        steps = [*steps[:5], draw(TO_NUMBERS)]
        numbers = True
    return steps, numbers


@st.composite
def graphs(draw: st.DrawFn) -> AnyRules:
    """A game on a random graph without circles: a position is a number, and anybody may be to move at any of them."""
    n = draw(st.integers(1, 7))
    after = tuple(
        tuple(draw(st.lists(st.integers(i + 1, min(n, i + 3)), max_size=3))) if i < n else () for i in range(n + 1)
    )
    turns = draw(st.lists(st.sampled_from(Player), min_size=n + 1, max_size=n + 1))
    claims = all(turns[i] is not turns[j] for i in range(n + 1) for j in after[i]) and draw(st.booleans())
    return Rules(
        name="graph",
        start=0,
        moves=lambda p: tuple(range(len(after[p]))),
        play=lambda p, move: after[p][move],
        player=turns.__getitem__,
        outcome=lambda p: Nothing if after[p] else Some(Outcome.DRAW),
        show=str,
        read=int,
        show_move=str,
        read_move=int,
        alternates=claims,
    )


def late(rules: AnyRules, left: int, data: st.DataObject) -> Any:
    """A position near the end of a game."""
    p, line = rules.start, [rules.start]
    while moves := rules.moves(p):
        p = rules.play(p, data.draw(st.sampled_from(moves)))
        line.append(p)
    return line[max(0, len(line) - 1 - data.draw(st.integers(0, left)))]


def check(rules: AnyRules, p: Any, depth: int, data: st.DataObject) -> None:
    steps, numbers = data.draw(pipelines())
    tree, plain = build_tree(rules)(p) | prune(depth), built(rules, depth, p)
    for step in steps:
        tree, plain = tree | step.stage, step.plainly(plain)
    value = value_of(plain)
    first = plain.player is Player.FIRST
    assert tree.player is plain.player
    assert [minimax(tree), alpha_beta(tree)] == [value] * 2
    assert [(maximise if first else minimise)(tree), (ab_maximise if first else ab_minimise)(tree)] == [value] * 2
    assert [tree | trace | (lambda traced: traced.label.value) for trace in (ab_trace, minimax_trace)] == [value] * 2
    again = [by_hand(tree), *(tree | trace | map_tree(attrgetter("label")) for trace in (ab_trace, minimax_trace))]
    assert [search(other) for other in again for search in (minimax, alpha_beta)] == [value] * 6
    if numbers:
        assert negamax(tree) == (value if first else -value)
    check_window(tree, value, data)
    check_best_move(rules, p, tree, plain)
    check_deepening(tree, plain)
    assert list(leaves(unshared(tree))) == list(leaves_of(plain))
    assert set(leaves(tree)) == set(leaves_of(plain))


def check_window(tree: Tree[Any], value: Any, data: st.DataObject) -> None:
    values = sorted({*leaves(tree), value})
    one = data.draw(st.sampled_from(values))
    for alpha, beta in [(None, one), (one, None), *pairwise(values)]:
        found = tree | alpha_beta(alpha=alpha, beta=beta)
        if beta is not None and found >= beta:
            assert value >= found
        elif alpha is not None and found <= alpha:
            assert value <= found
        else:
            assert found == value
        assert (tree | ab_trace(alpha=alpha, beta=beta)).label.value == found or tree.unfolding.shared


def check_best_move(rules: AnyRules, p: Any, tree: Tree[Any], plain: Plain) -> None:
    if plain.children:
        values = [value_of(child) for child in plain.children]
        best = values.index((max if plain.player is Player.FIRST else min)(values))
        for search in (minimax, alpha_beta):
            move = tree | best_move(search=search)
            assert rules.play(p, move) == plain.children[best].position


def check_deepening(tree: Tree[Any], plain: Plain) -> None:
    for search in (minimax, alpha_beta):
        results = list(deepen(search, tree))
        for found in results:
            pruned = tree | prune(found.depth)
            assert found.value == value_of(cut(found.depth, plain))
            assert (found.value, found.leaves) == count_leaves(search, pruned)
            assert (found.value, found.nodes) == count_nodes(search, pruned)
        assert results[-1].value == value_of(plain)


@pytest.mark.parametrize("name", sorted(GAMES))
@given(st.data())
def test_of_every_game(name: str, data: st.DataObject) -> None:
    rules = GAMES[name]
    # On records, all takes long; and in a game of marks in line, much of the board may be empty at the end.
    depth = 2 if rules in (connect4.record.rules, mnk.rules) else 3
    check(rules, late(rules, 4, data), depth, data)


@pytest.mark.parametrize("board", [(1, 1), (2, 1), (2, 2)], ids=str)
@given(st.data())
def test_of_dots_and_boxes(board: tuple[int, int], data: st.DataObject) -> None:
    rules = dots_and_boxes.sized(*board)
    check(rules, late(rules, 4, data), 4, data)


@pytest.mark.parametrize("block", range(3))
@given(st.data())
def test_of_graphs_with_any_turns(block: int, data: st.DataObject) -> None:
    rules = data.draw(graphs())
    check(rules, rules.start, 7, data)


@pytest.mark.parametrize(("board", "value"), [((1, 1), -1), ((2, 1), 0)], ids=str)
def test_dots_and_boxes_by_every_search(board: tuple[int, int], value: int) -> None:
    """By enumeration of all states; the first player's boxes less the second's."""
    rules = dots_and_boxes.sized(*board)
    tree = build_tree(rules)(rules.start) | map_tree(attrgetter("lead"))
    line = game_tree(rules)(rules.start) | principal_variation(attrgetter("lead"), search=alpha_beta)
    found = [search(tree) for search in (maximise, minimax, negamax, alpha_beta, ab_maximise)]
    shared = [search(share(tree)) for search in (maximise, minimax, negamax, alpha_beta)]
    traced = [trace(tree).label.value for trace in ((ab_trace, minimax_trace) if board == (1, 1) else (ab_trace,))]
    assert {*found, *shared, *traced, line.value} == {value}


def test_dots_and_boxes_of_two_by_two() -> None:
    rules = dots_and_boxes.sized(2, 2)
    tree = build_tree(rules)(rules.start) | share | map_tree(attrgetter("lead"))
    assert [search(tree) for search in (minimax, alpha_beta, negamax)] == [2] * 3
    assert size(tree) == 5349
