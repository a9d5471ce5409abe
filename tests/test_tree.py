"""Trees: the laws of the stages, laziness shown by counting and by infinity, the two types behind them."""

from __future__ import annotations

import pickle
import re
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial, reduce
from itertools import chain, count, islice
from operator import attrgetter, neg
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames.alphabeta import alpha_beta
from fpgames.games.tictactoe_bits import rules, static, successors
from fpgames.minimax import maximise, minimise, negamax, quicker
from fpgames.rose import Stage, walk
from fpgames.rules import Player
from fpgames.testing import positions
from fpgames.testing import trees as kit_trees
from fpgames.tree import (
    Node,
    Tree,
    TreeTooDeep,
    build_tree,
    draw_tree,
    extend_while,
    fold_tree,
    game_tree,
    keep_best,
    leaves,
    levels,
    map_tree,
    node,
    order_by,
    prune,
    prune_when,
    share,
    size,
    unshared,
    with_ply,
)
from tests.figures import REACHABLE, TERMINAL
from tests.test_state_laws import shape_of_one

ints = st.integers(-5, 5)
trees = kit_trees(ints)
functions = st.functions(like=shape_of_one, returns=ints, pure=True)
predicates = st.functions(like=shape_of_one, returns=st.booleans(), pure=True)
depths = st.integers(0, 6)

naturals = build_tree(lambda n: (2 * n, 2 * n + 1))


def odd(label: int) -> bool:
    return label % 2 == 1


def opposite(label: int) -> int:
    return -label


def total(label: int, below: tuple[int, ...]) -> int:
    return label + sum(below)


def by_position(tree: Tree[int]) -> Tree[Tree[int]]:
    """The tree whose positions are trees themselves: what is below each is all that it is."""
    return build_tree(children_of)(tree)


def children_of(tree: Tree[int]) -> Iterator[Tree[int]]:
    return tree.children


def label_of(tree: Tree[int]) -> int:
    return tree.label


def written(tree: Tree[Any]) -> Any:
    """A tree written out: its label and its children, written out."""
    return tree.label, [written(child) for child in tree.children]


class TestMadeByHand:
    """Trees whose parts are said one by one keep every limit that a stage has set within them."""

    def test_a_pruned_child_stays_pruned(self) -> None:
        deep = node(1, [node(2, [node(3)])])
        assert list(leaves(node(0, [prune(1)(deep)]))) == [2]
        infinite: Tree[int] = Tree(lambda: 1, lambda: [infinite])
        assert maximise(node(0, [prune(1)(infinite)])) == 1
        assert size(Tree(lambda: 0, lambda: map(prune(1), node(0, [deep, deep]).children))) == 5

    @given(st.recursive(st.just([]), lambda below: st.lists(below, max_size=3)), depths, depths)
    def test_pruning_within_is_pruning_of_lists(self, nested: list[Any], m: int, n: int) -> None:
        def tree(nested: list[Any]) -> Tree[int]:
            return node(len(nested), map(tree, nested))

        def cut(n: int, nested: list[Any]) -> Any:
            return len(nested), [cut(n - 1, child) for child in nested] if n else []

        assert written(prune(n)(tree(nested))) == cut(n, nested)
        within = Tree(lambda: len(nested), lambda: (prune(m)(tree(child)) for child in nested))
        assert written(within) == (len(nested), [cut(m, child) for child in nested])


class TestLaws:
    @given(trees)
    def test_map_tree_of_identity_is_identity(self, tree: Tree[int]) -> None:
        assert written(map_tree(lambda label: label, tree)) == written(tree)

    @given(functions, functions, trees)
    def test_map_tree_of_a_composition_is_the_composition(self, f: Any, g: Any, tree: Tree[int]) -> None:
        assert written(map_tree(lambda label: f(g(label)), tree)) == written(map_tree(f)(map_tree(g)(tree)))

    @given(depths, depths, trees)
    def test_prune_after_prune_is_prune_to_the_lesser(self, m: int, n: int, tree: Tree[int]) -> None:
        assert written(prune(m)(prune(n)(tree))) == written(prune(min(m, n))(tree))

    @given(depths, functions, trees)
    def test_prune_and_map_tree_commute(self, n: int, f: Any, tree: Tree[int]) -> None:
        assert written(prune(n)(map_tree(f)(tree))) == written(map_tree(f)(prune(n)(tree)))

    @given(depths, trees)
    def test_prune_is_its_equation(self, n: int, tree: Tree[int]) -> None:
        below = [written(prune(n - 1)(child)) for child in tree.children] if n else []
        assert written(prune(n)(tree)) == (tree.label, below)

    @given(predicates, trees)
    def test_prune_when_is_its_equation(self, p: Any, tree: Tree[int]) -> None:
        below = [] if p(tree.label) else [written(prune_when(p)(child)) for child in tree.children]
        assert written(prune_when(p)(tree)) == (tree.label, below)

    @given(depths, predicates, trees)
    def test_extend_while_is_its_equation(self, n: int, p: Any, tree: Tree[int]) -> None:
        goes_on = n > 0 or p(tree.label)
        deeper = extend_while(p, depth=max(n - 1, 0))
        below = [written(deeper(child)) for child in tree.children] if goes_on else []
        assert written(extend_while(p, depth=n)(tree)) == (tree.label, below)

    @given(depths, trees)
    def test_extend_while_nothing_is_prune(self, n: int, tree: Tree[int]) -> None:
        assert written(extend_while(lambda _: False, tree, depth=n)) == written(prune(n)(tree))
        assert written(extend_while(lambda _: False, tree)) == written(prune(0)(tree))

    @given(functions, trees, st.sampled_from(Player))
    def test_order_by_sorts_every_node_for_whoever_moves(self, key: Any, tree: Tree[int], player: Player) -> None:
        children = sorted(tree.children, key=lambda child: -int(player) * key(child.label))
        below = [written(order_by(key, player=player.opponent)(child)) for child in children]
        assert written(order_by(key, player=player)(tree)) == (tree.label, below)

    @given(st.integers(1, 4), functions, trees, st.sampled_from(Player))
    def test_keep_best_is_order_by_and_then_the_first(self, n: int, key: Any, tree: Tree[int], player: Player) -> None:
        def first(tree: Tree[int]) -> Tree[int]:
            return Tree(lambda: tree.label, lambda: map(first, islice(tree.children, n)))

        assert written(keep_best(n, key, player=player)(tree)) == written(first(order_by(key, player=player)(tree)))

    @given(trees)
    def test_with_ply_counts_levels(self, tree: Tree[int]) -> None:
        assert [{ply for _, ply in level} for level in levels(with_ply(tree))] == [
            {ply} for ply, _ in enumerate(levels(tree))
        ]

    @given(trees)
    def test_quicker_only_breaks_ties(self, tree: Tree[int]) -> None:
        assert maximise(quicker(tree))[0] == maximise(tree)

    @given(trees, depths)
    def test_stages_take_the_tree_last(self, tree: Tree[int], n: int) -> None:
        for partly, wholly in (
            (prune(n)(tree), prune(n, tree)),
            (prune_when(bool)(tree), prune_when(bool, tree)),
            (extend_while(bool, depth=n)(tree), extend_while(bool, tree, depth=n)),
            (map_tree(opposite)(tree), map_tree(opposite, tree)),
            (order_by(neg)(tree), order_by(neg, tree)),
            (keep_best(2, neg)(tree), keep_best(2, neg, tree)),
            (share()(tree), share(tree)),
            (tree | prune(n), prune(n, tree)),
            (build_tree(successors)(0) | prune(1), prune(1, build_tree(successors, 0))),
            (game_tree(rules)(0) | prune(1), prune(1, game_tree(rules, 0))),
        ):
            assert written(partly) == written(wholly)


class TestWalks:
    @given(trees)
    def test_a_fold_that_builds_writes_the_tree_out(self, tree: Tree[int]) -> None:
        def write(label: int, below: tuple[Any, ...]) -> Any:
            return label, list(below)

        assert fold_tree(write, tree) == written(tree)

    @given(trees)
    def test_leaves_size_and_levels_are_folds(self, tree: Tree[int]) -> None:
        def from_below(label: int, results: tuple[list[int], ...]) -> list[int]:
            return list(chain(*results)) or [label]

        assert list(leaves(tree)) == fold_tree(from_below, tree)
        assert size(tree) == fold_tree(lambda _, sizes: 1 + sum(sizes), tree)
        assert sum(map(len, levels(tree))) == size(tree)
        assert next(levels(tree)) == (tree.label,)
        below = [list(levels(child)) for child in tree.children]
        for depth, level in enumerate(islice(levels(tree), 1, None)):
            assert level == tuple(chain(*(each[depth] for each in below if depth < len(each))))

    @given(trees)
    def test_a_drawing_has_a_line_for_each_node_and_one_before_it(self, tree: Tree[int]) -> None:
        lines = draw_tree(tree).splitlines()
        assert len(lines) == 2 * size(tree) - 1
        assert [int(line.split()[-1]) for line in lines[::2]] == self.preorder(tree)

    def preorder(self, tree: Tree[int]) -> list[int]:
        return [tree.label, *chain(*map(self.preorder, tree.children))]

    def test_a_drawing_is_that_of_data_tree(self) -> None:
        tree = node("a\nA", [node("b", [node("c\nC"), node("d")]), node("e", [node("f")])])
        assert draw_tree(tree) == "\n".join(
            ["a", "A", "|", "+- b", "|  |", "|  +- c", "|  |  C", "|  |", "|  `- d", "|", "`- e", "   |", "   `- f"]
        )

    def test_the_whole_game(self) -> None:
        assert size(build_tree(successors)(0)) == 549946
        assert [len(level) for level in levels(share(build_tree(successors)(0)))] == [
            1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78,
        ]  # fmt: skip

    @given(st.data())
    def test_game_tree_is_build_tree_with_the_line_that_leads_there(self, data: st.DataObject) -> None:
        p = data.draw(positions(rules))
        tree = prune(2)(game_tree(rules)(p))
        assert written(map_tree(attrgetter("position"))(tree)) == written(prune(2)(build_tree(successors)(p)))
        for label in chain(*levels(tree)):
            assert reduce(rules.play, label.line, p) == label.position
            assert label.line == () or label.move == label.line[-1]


class Counting:
    """A function that counts its calls."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function = function
        self.calls: list[Any] = []

    def __call__(self, argument: Any) -> Any:
        self.calls.append(argument)
        return self.function(argument)


class TestLaziness:
    def test_a_tree_nobody_looks_at_calls_nothing(self) -> None:
        grow, label = Counting(successors), Counting(static)
        tree = map_tree(label)(
            keep_best(2, label)(
                order_by(label)(extend_while(label)(prune_when(label)(share()(prune(5)(build_tree(grow)(0))))))
            )
        )
        assert repr(tree) == "<Tree>"
        assert grow.calls == label.calls == []

    def test_walks_of_a_pruned_infinite_tree_are_finite(self) -> None:
        tree = prune(3)(naturals(1))
        assert size(tree) == 15
        assert [len(level) for level in levels(tree)] == [1, 2, 4, 8]
        assert len(draw_tree(tree).splitlines()) == 29
        assert maximise(tree) == 13

    def test_infinite_trees_are_read_as_far_as_somebody_asks(self) -> None:
        assert [len(level) for level in islice(levels(naturals(1)), 4)] == [1, 2, 4, 8]
        comb: Tree[int] = Tree(lambda: 0, lambda: map(node, count(1)))
        assert list(islice(leaves(comb), 3)) == [1, 2, 3]

    def test_children_are_made_one_at_a_time(self) -> None:
        made: list[int] = []

        def grow(n: int) -> Iterator[int]:
            for child in (2 * n, 2 * n + 1):
                made.append(child)
                yield child

        tree = map_tree(opposite)(prune_when(lambda n: n > 100, prune(4)(build_tree(grow)(1))))
        assert next(tree.children).label == -2
        assert made == [2]

    def test_static_runs_once_a_leaf_and_never_on_an_inner_node(self) -> None:
        label = Counting(static)
        maximise(map_tree(label)(prune(4)(build_tree(successors)(0))))
        assert label.calls == list(leaves(prune(4)(build_tree(successors)(0))))

    def test_what_is_asked_twice_is_computed_twice_unless_shared(self) -> None:
        grow, label = Counting(lambda n: [n + 1, n + 2] if n < 12 else []), Counting(neg)
        tree = map_tree(label)(build_tree(grow)(0))
        maximise(tree)
        once = len(grow.calls)
        maximise(tree)
        assert len(grow.calls) == 2 * once > 14
        grow.calls.clear()
        label.calls.clear()
        maximise(share()(build_tree(grow)(0)) | map_tree(label))
        assert sorted(set(grow.calls)) == list(range(14))
        assert len(label.calls) == len(set(label.calls)) * 2  # once for each player to move

    def test_stages_that_carry_make_children_one_at_a_time(self) -> None:
        made: list[int] = []

        def grow(n: int) -> Iterator[int]:
            for child in (2 * n, 2 * n + 1):
                made.append(child)
                yield child

        asked = Counting(lambda n: False)
        tree = with_ply(extend_while(asked, depth=2)(build_tree(grow)(1)))
        assert next(next(tree.children).children).label == (4, 2)
        assert (made, asked.calls) == ([2, 4], [])

    def test_memory_is_that_of_one_line_of_play(self) -> None:
        tracemalloc.start()
        try:
            maximise(map_tree(static)(prune(9)(build_tree(successors)(0))))
            assert tracemalloc.get_traced_memory()[1] < 1_000_000
        finally:
            tracemalloc.stop()


graphs = st.integers(1, 7).flatmap(
    lambda n: st.tuples(*(st.lists(st.integers(i + 1, n), max_size=3) if i < n else st.just([]) for i in range(n + 1)))
)


class TestSharing:
    @given(graphs, functions, predicates, depths)
    def test_of_a_graph_it_is_right_at_every_depth(self, graph: Any, value: Any, quiet: Any, n: int) -> None:
        """Positions that stand at several depths, which is where what is left below them differs."""
        root = build_tree(graph.__getitem__)(0)

        def extended(tree: Tree[int]) -> Tree[int]:
            return extend_while(quiet, tree, depth=n)

        def best_two(tree: Tree[int]) -> Tree[int]:
            return keep_best(2, value, tree)

        for stages in (prune(n), extended, best_two, lambda t: prune(n, best_two(extended(t)))):
            plain, after, before = stages(root), share(stages(root)), stages(share(root))
            for shared in (after, before):
                assert [walk(map_tree(value, shared)) for walk in (maximise, negamax, alpha_beta)] == [
                    walk(map_tree(value, plain)) for walk in (maximise, negamax, alpha_beta)
                ]
                assert set(leaves(shared)) == set(leaves(plain))
                assert size(shared) <= size(plain) == size(unshared(shared))
                assert [list(dict.fromkeys(level)) for level in levels(plain)] == [
                    list(dict.fromkeys(level)) for level in levels(shared)
                ]
                assert maximise(quicker(map_tree(value, shared))) == maximise(quicker(map_tree(value, plain)))

    @pytest.mark.parametrize("seed", range(40))
    def test_where_every_position_stands_at_many_depths(self, seed: int) -> None:
        """Steps of one or two: position n is reached in n/2 to n moves, with another depth left each time."""
        end, random = 9, Random(seed)
        values = [random.randint(-5, 5) for _ in range(end + 2)]
        loud = {n for n in range(end) if random.random() < 0.5}
        steps = build_tree(lambda n: [n + 1, n + 2] if n < end else [])(0)

        def extended(tree: Tree[int]) -> Tree[int]:
            return extend_while(loud.__contains__, tree, depth=3)

        def best_one(tree: Tree[int]) -> Tree[int]:
            return keep_best(1, values.__getitem__, tree)

        for stages in (
            prune(5),
            extended,
            lambda t: order_by(lambda n: values[n] % 3, extended(t)),
            lambda t: best_one(extended(t)),
        ):
            plain, after, before = stages(steps), share(stages(steps)), stages(share(steps))
            for shared in (after, before):
                for search in (maximise, minimise, negamax, alpha_beta, partial(alpha_beta, player=Player.SECOND)):
                    assert search(map_tree(values.__getitem__, shared)) == search(map_tree(values.__getitem__, plain))
                assert set(leaves(shared)) == set(leaves(plain))
                for alpha in range(-5, 5):
                    found = alpha_beta(map_tree(values.__getitem__, shared), alpha=alpha, beta=alpha + 1)
                    assert (found > alpha) == (maximise(map_tree(values.__getitem__, plain)) > alpha)

    def test_a_shared_tree_has_a_node_for_each_position_and_depth_left(self) -> None:
        steps = build_tree(lambda n: [n + 1, n + 2])(0)
        reached = {(0, 5)}
        for _ in range(5):
            reached |= {(n + step, left - 1) for n, left in reached if left for step in (1, 2)}
        assert size(share(prune(5)(steps))) == size(prune(5)(share(steps))) == len(reached)
        assert len(list(leaves(share(prune(5)(steps))))) == sum(left == 0 for _, left in reached)

    def test_a_key_may_be_of_what_a_label_was_mapped_to(self) -> None:
        steps = map_tree(lambda n: n * 10, build_tree(lambda n: [n + 1, n + 2] if n < 6 else [])(0))
        tens: Callable[[int], int] = lambda label: label // 10  # noqa: E731
        for shared in (
            share(steps, key=tens),
            share(key=tens)(steps),
        ):
            assert size(shared) == 8
        assert size(share(steps, key=lambda _: 0)) == 1

    @pytest.mark.parametrize(
        "stage", [extend_while(lambda _: True), with_ply, order_by(lambda _: 0), keep_best(2, lambda _: 0)]
    )
    def test_a_tree_is_shared_before_and_behind_stages_that_carry_something(self, stage: Any) -> None:
        steps = build_tree(lambda n: [n + 1, n + 2] if n < 20 else [])(0)
        assert size(steps) == 35421
        assert size(stage(share(steps))) < 500
        assert size(share(stage(steps))) < 500

    def test_every_position_is_visited_once_and_every_end_evaluated_once(self) -> None:
        grow, label = Counting(successors), Counting(static)
        tree = map_tree(label)(share()(build_tree(grow)(0)))
        assert maximise(tree) == 0
        assert (len(grow.calls), len(label.calls)) == (REACHABLE, sum(TERMINAL.values()))
        assert size(tree) == REACHABLE
        assert len(list(leaves(tree))) == sum(TERMINAL.values())

    def test_a_key_may_join_what_only_looks_different(self) -> None:
        assert size(share(build_tree(successors)(0), key=lambda p: min(images(p)))) == 765

    @given(trees, functions, depths)
    def test_sharing_keeps_every_value(self, tree: Tree[int], key: Any, n: int) -> None:
        """Positions here are trees themselves, keyed by all that they are."""
        position = map_tree(label_of, share(by_position(tree), key=lambda t: repr(written(t))))
        every: tuple[Callable[[Tree[int]], Tree[int]], ...] = (
            prune(9), prune(n), order_by(key), keep_best(2, key), prune_when(odd), extend_while(odd),
        )  # fmt: skip
        for stages in every:
            plain, shared = stages(tree), stages(position)
            assert maximise(shared) == maximise(plain)
            assert fold_tree(total, shared) == fold_tree(total, plain)

    @given(trees, functions, depths)
    def test_sharing_comes_before_or_after_what_a_stage_carries(self, tree: Tree[int], key: Any, n: int) -> None:
        """The depth left, and who moves, belong to what a key must tell apart; share sees to it."""

        def write(tree: Tree[int]) -> str:
            return repr(written(tree))

        def on_labels(tree: Tree[int]) -> int:
            return key(tree.label)  # type: ignore[no-any-return]

        every: tuple[Callable[[Tree[Tree[int]]], Tree[Tree[int]]], ...] = (
            lambda t: extend_while(lambda t: odd(t.label), t, depth=n),
            lambda t: keep_best(2, on_labels, order_by(on_labels, t)),
            lambda t: extend_while(lambda t: odd(t.label), order_by(on_labels, t), depth=n),
        )
        for stages in every:
            plain = map_tree(label_of, stages(by_position(tree)))
            after = map_tree(label_of, share(stages(by_position(tree)), key=write))
            before = map_tree(label_of, stages(share(by_position(tree), key=write)))
            assert fold_tree(total, plain) == fold_tree(total, after) == fold_tree(total, before)
            assert maximise(plain) == maximise(after) == maximise(before)


def images(p: int) -> list[int]:
    """A position under the eight symmetries of the board."""
    turned = (6, 3, 0, 7, 4, 1, 8, 5, 2)
    mirrored = (2, 1, 0, 5, 4, 3, 8, 7, 6)

    def moved(p: int, to: tuple[int, ...]) -> int:
        return p & 1 << 18 | sum((p >> cell & 1) << to[cell] | (p >> cell + 9 & 1) << to[cell] + 9 for cell in range(9))

    turns = [p]
    for _ in range(3):
        turns.append(moved(turns[-1], turned))
    return [*turns, *(moved(q, mirrored) for q in turns)]


class TestStages:
    STAGES = (
        prune(3),
        prune_when(bool),
        extend_while(bool, depth=2),
        map_tree(static),
        order_by(static, player=Player.SECOND),
        keep_best(2, static),
        share(key=attrgetter("real")),
        build_tree(successors),
        game_tree(rules),
    )

    @pytest.mark.parametrize("stage", STAGES, ids=repr)
    def test_a_stage_pickles_and_compares_by_value(self, stage: Stage[Any, Any]) -> None:
        copy = pickle.loads(pickle.dumps(stage))
        assert repr(copy) == repr(stage)
        if "attrgetter" not in repr(stage):
            assert copy == stage
            assert hash(copy) == hash(stage)

    def test_a_stage_prints_as_it_is_written(self) -> None:
        shown = [repr(stage) for stage in self.STAGES]
        assert shown[:4] == ["prune(3)", "prune_when(bool)", "extend_while(bool, depth=2)", "map_tree(static)"]
        assert shown[7:] == ["build_tree(successors)", "game_tree(<Rules: tictactoe>)"]

    @given(st.data(), depths)
    def test_stages_compose_without_a_tree(self, data: st.DataObject, n: int) -> None:
        p = data.draw(positions(rules))
        evaluate = build_tree(successors) | prune(n) | map_tree(static) | maximise
        assert evaluate(p) == maximise(map_tree(static)(prune(n)(build_tree(successors)(p))))
        assert pickle.loads(pickle.dumps(evaluate)) == evaluate
        assert repr(evaluate) == f"build_tree(successors) | prune({n}) | map_tree(static) | maximise"

    @given(trees)
    def test_a_stage_of_ones_own_is_a_stage_like_any_other(self, tree: Tree[int]) -> None:
        def mirror(tree: Tree[int]) -> Tree[int]:
            return Tree(lambda: -tree.label, lambda: map(mirror, reversed(list(tree.children))))

        assert written(mirror(mirror(tree))) == written(tree)
        assert written(prune(2)(mirror(map_tree(opposite)(prune(3)(tree))))) == written(
            mirror(prune(2)(map_tree(opposite)(tree)))
        )

    @pytest.mark.parametrize(
        ("make", "wrong"),
        [
            (lambda: prune(-1), "cannot prune to a depth of -1; expected at least 0"),
            (lambda: prune(1.5), "cannot prune to a depth of 1.5"),  # type: ignore[call-overload]
            (lambda: extend_while(bool, depth=-2), "cannot keep a depth of -2; expected at least 0"),
            (lambda: keep_best(0, neg), "cannot keep the best 0; expected at least 1"),
        ],
    )
    def test_wrong_numbers_are_refused_where_they_are_given(self, make: Callable[[], object], wrong: str) -> None:
        with pytest.raises(ValueError, match=wrong):
            make()


class TestErrors:
    def test_a_tree_too_deep_says_how_deep_and_what_to_do(self) -> None:
        """And the depth is true: to it there is an answer."""
        endless = build_tree(lambda n: [n + 1])(0)
        shared = share(endless)
        for deep in (maximise, draw_tree, negamax, lambda t: fold_tree(lambda *_: 0, t)):
            for tree in (endless, shared):
                with pytest.raises(TreeTooDeep, match=r"stack ends; prune\(depth\) it first") as raised:
                    deep(tree)
                found = re.search(r"goes on below depth (\d+)", str(raised.value))
                assert found
                deep(prune(int(found[1]) - 20)(tree))

    def test_an_error_of_the_users_own_passes_untouched(self) -> None:
        def fails(p: int) -> Any:
            raise LookupError("mine")

        def runs_away(p: int) -> Any:
            return runs_away(p)

        def mixes(p: int) -> Any:
            return p + "1"  # type: ignore[operator]

        def compares(p: int) -> Any:
            return p < "1"  # type: ignore[operator]

        def clashes() -> Any:
            return 1

        wrong: list[tuple[Any, type[Exception]]] = [
            (fails, LookupError), (runs_away, RecursionError), (mixes, TypeError), (compares, TypeError),
            (clashes, TypeError), (len, TypeError),
        ]  # fmt: skip
        for function, error in wrong:
            for tree in (build_tree(function)(0), map_tree(function)(prune(2)(naturals(1)))):
                with pytest.raises(error) as raised:
                    maximise(tree)
                assert type(raised.value) is error
                assert "map_tree" not in str(raised.value)

    def test_labels_that_do_not_compare_are_named(self) -> None:
        with pytest.raises(
            TypeError, match=r"labels of this tree do not compare \('>' not supported .* 'str' and 'int'"
        ):
            maximise(node(0, [node(1), node("a")]))

    def test_a_walk_answers_what_its_function_does(self) -> None:
        assert walk(max, 1, 2) == 2


def test_a_node_at_the_root_has_no_move() -> None:
    with pytest.raises(IndexError):
        Node(0, ()).move  # noqa: B018
