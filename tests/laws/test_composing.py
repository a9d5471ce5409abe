"""Compositions of stages: on every pipeline, every search agrees with a plain reference.

The reference is a complete tree of records, with ``rules.player`` called at every node; stages and searches are defined on
it as plainly as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial, reduce
from itertools import islice, pairwise
from operator import attrgetter, or_
from typing import Any, NamedTuple, TypeAlias
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from returns.maybe import Nothing
from returns.result import Success, safe

from fpgames import Outcome, Player, SplitMix, Tree, best_move, bot_from, build_tree, map_tree, textbook
from fpgames.games import connect4, dots_and_boxes, mnk
from fpgames.rules import AnyRules, whose_turn
from fpgames.search import by_static, children, continue_search, label, mcts, node_search, subtree_after
from fpgames.search import player as player_at
from fpgames.search.alphabeta import ab_maximise, ab_minimise, alpha_beta
from fpgames.search.counting import count_leaves, count_nodes
from fpgames.search.deepening import deepen
from fpgames.search.traces import trace
from fpgames.search.values import maximise, minimax, minimise, negamax, prefer_quick_wins
from fpgames.tree import leaves, share, unshared
from fpgames.tree.stages import extend_while, keep_best, order_by, prune, prune_when, rebuild, with_ply
from tests.support.games import WITHOUT_CHANCE
from tests.support.graphs import graphs
from tests.support.trees import reversed_children
from tests.support.windows import require_fail_soft


class Plain(NamedTuple):
    """A tree of the reference: the position, whose turn it is there, a label, and children."""

    position: Any
    player: Player
    label: Any
    children: tuple[Plain, ...]


def built(rules: AnyRules, depth: int, p: Any) -> Plain:
    after = [rules.play(p, move) for move in rules.moves(p)] if depth else []
    return Plain(p, whose_turn(rules, p), p, tuple(built(rules, depth - 1, q) for q in after))


value_of: Callable[[Any], Any] = textbook.minimax


def leaves_of(tree: Plain) -> Iterator[Any]:
    if not tree.children:
        yield tree.label
    for child in tree.children:
        yield from leaves_of(child)


# What is asked of labels, of whatever type they are: functions that know nothing.


def scrambled(salt: int, label: object) -> int:
    return crc32(f"{salt} {label!r}".encode()) % 9 - 4


def rarely(salt: int, label: object) -> bool:
    return crc32(f"{salt} {label!r}".encode()) % 5 == 0


def ends(label: Any) -> int:
    return int(label[-1])


class Step(NamedTuple):
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


def by_label(label: Callable[[Plain, int], Any]) -> Callable[[Plain], Plain]:
    return lambda tree: over(tree, label, all_of)


def by_children(children: Callable[[Plain], Any]) -> Callable[[Plain], Plain]:
    return lambda tree: over(tree, same, children)


def kept(salt: int, below: Iterable[Any]) -> list[Any]:
    return [child for child in below if not rarely(salt, child.label)]


def by_hand(tree: Tree[Any]) -> Tree[Any]:
    return Tree(lambda: tree.label, lambda: map(by_hand, tree.children), player=tree.player)


Kind: TypeAlias = Callable[[int, int], Step]  # of a salt, and of a number from 1 to 4

ON_ANY: list[Kind] = [
    lambda salt, n: Step((share, share, share(entries=n), unshared)[salt % 4], lambda tree: tree),
    lambda salt, n: Step(prune(n), partial(cut, n)),
    lambda salt, n: Step(
        prune_when(partial(rarely, salt)), by_children(lambda t: () if rarely(salt, t.label) else t.children)
    ),
    lambda salt, n: Step(extend_while(partial(rarely, salt), depth=n), partial(extended, salt, n)),
    lambda salt, n: Step(order_by(partial(scrambled, salt)), by_children(partial(best_first, salt, None))),
    lambda salt, n: Step(keep_best(n, partial(scrambled, salt)), by_children(partial(best_first, salt, n))),
    lambda salt, n: Step(rebuild(children=reversed_children), by_children(lambda t: t.children[::-1])),
    lambda salt, n: Step(
        rebuild(children=lambda tree: map(share, kept(salt, tree.children))),
        by_children(lambda t: kept(salt, t.children)),
    ),
    lambda salt, n: Step(
        rebuild(children=lambda tree: map(order_by(partial(scrambled, salt)), tree.children)),
        lambda tree: over(tree, same, lambda t: t.children if t is tree else best_first(salt, None, t)),
    ),
]


def to_numbers(salt: int, n: int) -> Step:
    return Step(map_tree(partial(scrambled, salt)), by_label(lambda t, _: scrambled(salt, t.label)))


def by_turn(salt: int, n: int) -> Step:
    return Step(
        rebuild(label=lambda tree: scrambled(salt, (tree.label, tree.player))),
        by_label(lambda t, _: scrambled(salt, (t.label, t.player))),
    )


def paired(salt: int, n: int) -> Step:
    return Step(with_ply, by_label(lambda t, ply: (t.label, ply)))


def hurried(salt: int, n: int) -> Step:
    return Step(prefer_quick_wins, by_label(how_soon))


def unpaired(salt: int, n: int) -> Step:
    return Step(map_tree(ends), by_label(lambda t, _: ends(t.label)))


@st.composite
def pipelines(draw: st.DrawFn) -> tuple[list[Step], bool]:
    """Up to six stages in any order that is accepted, labels values in the end; and whether these are numbers."""
    steps: list[Step] = []
    numbers, pairs = False, False
    salts, small = st.integers(0, 50), st.integers(1, 4)  # at 0, a tree would be its root, which tells little
    for _ in range(draw(st.integers(1, 6))):
        fit = [*ON_ANY, to_numbers, by_turn, paired, *([hurried] if numbers else []), *([unpaired] if pairs else [])]
        kind = draw(st.sampled_from(fit))
        steps.append(kind(draw(salts), draw(small)))
        if kind in (to_numbers, by_turn, unpaired):
            numbers, pairs = True, False
        elif kind in (paired, hurried):
            numbers, pairs = False, True
    if not numbers and not any(step.stage is prefer_quick_wins for step in steps):
        steps = [*steps[:5], to_numbers(draw(salts), 1)]
        numbers = True
    return steps, numbers


@st.composite
def games_on_graphs(draw: st.DrawFn) -> AnyRules:
    """A game on a random graph, that claims that players alternate, or not, if they do."""
    graph = draw(graphs())
    turns, after = graph.players, graph.children
    alternate = all(turns[p] is not turns[q] for p, below in enumerate(after) for q in below)
    return replace(graph.rules(), alternates=alternate and draw(st.booleans()))


def late(rules: AnyRules, left: int, data: st.DataObject) -> Any:
    p, line = rules.start, [rules.start]
    while moves := rules.moves(p):
        p = rules.play(p, data.draw(st.sampled_from(moves)))
        line.append(p)
    return line[max(0, len(line) - 1 - data.draw(st.integers(1, left)))]


def check(rules: AnyRules, p: Any, depth: int, data: st.DataObject) -> None:
    steps, numbers = data.draw(pipelines())
    tree, plain = build_tree(rules)(p) | prune(depth), built(rules, depth, p)
    for step in steps:
        tree, plain = tree | step.stage, step.plainly(plain)
    value = value_of(plain)
    first = plain.player is Player.FIRST
    assert tree.player is plain.player
    assert [minimax(tree), alpha_beta(tree)] == [value] * 2
    assert [own(tree) for own in OWN] == [value] * 2
    assert [(maximise if first else minimise)(tree), (ab_maximise if first else ab_minimise)(tree | unshared)] == [
        value
    ] * 2
    assert [(tree | trace(search)).label.value for search in (alpha_beta, minimax)] == [value] * 2
    again = [by_hand(tree), *(tree | trace(search) | map_tree(attrgetter("label")) for search in (alpha_beta, minimax))]
    assert [search(other) for other in again for search in (minimax, alpha_beta)] == [value] * 6
    if numbers:
        assert negamax(tree) == (value if first else -value)
    check_window(tree, value, data)
    check_best_move(rules, p, tree, plain)
    check_bot(rules, p, depth, steps)
    if numbers:
        check_tree_search(rules, p, depth, steps, data.draw(st.integers(0, 99)))
    check_deepening(tree, plain)
    assert list(leaves(unshared(tree))) == list(leaves_of(plain))
    assert set(leaves(tree)) == set(leaves_of(plain))


def check_window(tree: Tree[Any], value: Any, data: st.DataObject) -> None:
    values = sorted({*leaves(tree), value})
    one = data.draw(st.sampled_from(values))
    for alpha, beta in [(None, one), (one, None), *pairwise(values)]:
        found = tree | alpha_beta(alpha=alpha, beta=beta)
        require_fail_soft(found, value, alpha, beta)
        assert (tree | trace(alpha_beta(alpha=alpha, beta=beta))).label.value == found or tree.run.entries


@node_search
def own_minimax(here: Any, visit: Any) -> Any:
    best = max if player_at(here) is Player.FIRST else min
    return best([visit(child) for child in children(here)], default=label(here))


@node_search
def own_alpha_beta(here: Any, visit: Any, alpha: Any, beta: Any) -> Any:
    high, best = player_at(here) is Player.FIRST, label(here)
    for i, child in enumerate(children(here)):
        value = visit(child, alpha, beta)
        if i == 0 or (value > best if high else value < best):
            best = value
        alpha, beta = (best, beta) if high and (alpha is None or best > alpha) else (alpha, beta)
        alpha, beta = (alpha, best) if not high and (beta is None or best < beta) else (alpha, beta)
        if alpha is not None and beta is not None and alpha >= beta:
            break
    return best


OWN: list[Any] = [own_minimax, own_alpha_beta]


def check_best_move(rules: AnyRules, p: Any, tree: Tree[Any], plain: Plain) -> None:
    if plain.children:
        values = [value_of(child) for child in plain.children]
        best = values.index((max if plain.player is Player.FIRST else min)(values))
        for search in (minimax, alpha_beta, *OWN):
            move = tree | best_move(search=search)
            assert rules.play(p, move) == plain.children[best].position


def composed(rules: AnyRules, depth: int, steps: Iterable[Step]) -> Any:
    return reduce(or_, (step.stage for step in steps), build_tree(rules) | prune(depth))


def check_bot(rules: AnyRules, p: Any, depth: int, steps: Iterable[Step]) -> None:
    """A bot plays the first of the best moves; it refuses values that say the loser of a finished game has won."""
    if not (moves := rules.moves(p)):
        return
    after = [rules.play(p, move) for move in moves]
    values = [value_of(reduce(lambda tree, step: step.plainly(tree), steps, built(rules, depth, q))) for q in after]
    won = [rules.outcome(q).value_or(Outcome.DRAW) for q in after]
    numbers = [value[0] if isinstance(value, tuple) else value for value in values]
    contradictory = any(isinstance(n, int) and n * each < 0 for n, each in zip(numbers, won, strict=True))
    best = moves[values.index((max if rules.player(p) is Player.FIRST else min)(values))]
    for search in (minimax, alpha_beta):
        choose = safe(exceptions=(ValueError,))(bot_from(rules, composed(rules, depth, steps) | search)(p).eval)
        match choose(SplitMix.from_seed(1)):
            case Success(move):
                assert (move, contradictory) == (best, False)
            case refused:
                assert "bot_from needs values to the first player" in str(refused.failure())
                assert contradictory


def check_tree_search(rules: AnyRules, p: Any, depth: int, steps: Iterable[Step], seed: int) -> None:
    """In parts a search is what it is in one, whatever evaluates its leaves; what it proves is true, after a move too."""
    soon_over = rules.name.startswith(("graph", "dots"))  # so that plain recursion sees the end of every line
    evaluate = composed(rules, depth, steps) | minimax
    method: Any = {"evaluate": by_static(lambda q: evaluate(q) / 4)}
    gen = SplitMix.from_seed(seed)
    in_parts, after_parts = mcts(rules, 5, **method)(p).bind(continue_search(rules, 7, **method)).run(gen)
    assert (in_parts, after_parts) == mcts(rules, 12, **method)(p).run(gen)
    for move in rules.moves(p):
        child = subtree_after(rules, in_parts, move)
        assert child.position == rules.play(p, move)
        further = continue_search(rules, 9, **method)(child).eval(gen) if child.moves else child
        for tree in (in_parts, child, further):
            assert tree.proof is None or not soon_over or tree.proof is outcome_of(rules, tree.position)
        claims: list[AnyRules] = [replace(rules, outcome=lambda _: Nothing), replace(rules, moves=lambda _: ())]
        for other in claims:
            with pytest.raises(ValueError, match="and a tree of"):
                continue_search(other, 1)(in_parts)
            with pytest.raises(ValueError, match="and a tree of"):
                subtree_after(other, in_parts, move)


def outcome_of(rules: AnyRules, p: Any) -> Outcome:
    value: Outcome = textbook.minimax(textbook.look_ahead(rules, -1, lambda q: rules.outcome(q).unwrap(), p))
    return value


def check_deepening(tree: Tree[Any], plain: Plain) -> None:
    depth = 0
    for search in (minimax, alpha_beta):
        results = list(deepen(search)(tree))
        for found in results:
            pruned = tree | prune(found.depth)
            assert found.value == value_of(cut(found.depth, plain))
            assert (found.value, found.leaves) == count_leaves(search)(pruned)
            assert (found.value, found.nodes) == count_nodes(search)(pruned)
        assert results[-1].value == value_of(plain)
        depth = max(depth, len(results))
    for own in OWN:
        for counted in (count_leaves(own), count_nodes(own)):
            results = list(islice(deepen(counted)(tree), depth + 1))
            assert [*deepen(own)(tree)] == [found._replace(value=found.value[0]) for found in results]
            assert [found.value[0] for found in results] == [value_of(cut(found.depth, plain)) for found in results]
            assert (results[-1].value[0], results[-1].complete) == (value_of(plain), True)
        if plain.children:
            moves = list(islice(deepen(best_move(search=own))(tree), depth + 1))
            assert moves[-1].complete
            assert [found.value for found in moves] == [
                best_move(search=minimax)(tree | prune(found.depth)) for found in moves
            ]


EXAMPLES = settings().max_examples  # of each game; one test has them all, so that no two are given the same pipelines


@pytest.mark.slow
@settings(max_examples=EXAMPLES * len(WITHOUT_CHANCE))
@given(st.data())
def test_of_every_game(data: st.DataObject) -> None:
    rules = WITHOUT_CHANCE[data.draw(st.sampled_from(sorted(WITHOUT_CHANCE)))]
    # On records, all takes long; and in a game of marks in line, much of the board may be empty at the end.
    depth = 2 if rules in (connect4.record.rules, mnk.rules) else 3
    check(rules, late(rules, 4, data), depth, data)


@pytest.mark.exhaustive
@settings(max_examples=EXAMPLES * 3)
@given(st.data())
def test_of_dots_and_boxes(data: st.DataObject) -> None:
    rules = dots_and_boxes.sized(*data.draw(st.sampled_from([(1, 1), (2, 1), (2, 2)])))
    check(rules, late(rules, 4, data), 4, data)


@pytest.mark.exhaustive
@settings(max_examples=EXAMPLES * 10)
@given(st.data())
def test_of_graphs_with_any_turns(data: st.DataObject) -> None:
    rules = data.draw(games_on_graphs())
    check(rules, rules.start, 7, data)
