"""Trees: the laws of the stages, laziness shown by counting and by infinity, the two types behind them."""

from __future__ import annotations

import pickle
import re
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial, reduce
from itertools import chain, count, islice
from operator import add, attrgetter, itemgetter, methodcaller, mul, neg
from random import Random
from typing import Any, TypeAlias, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolz import identity

from fpgames import (
    Player,
    Tree,
    alpha_beta,
    best_move,
    build_tree,
    game_tree,
    leaves,
    map_tree,
    maximise,
    minimax,
    minimise,
    node,
    order_by,
    prune,
    share,
)
from fpgames.draw import draw_tree
from fpgames.games.tictactoe import rules, static, successors
from fpgames.search import ab_maximise, negamax, quicker
from fpgames.stage import Stage
from fpgames.symmetry import up_to_symmetry
from fpgames.testing import positions, unfinished
from fpgames.testing import trees as kit_trees
from fpgames.tree import (
    Node,
    TreeTooDeep,
    extend_while,
    fold_tree,
    keep_best,
    levels,
    prune_when,
    rebuild,
    size,
    unshared,
    walk,
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


def never(label: int) -> bool:
    return False


def opposite(label: int) -> int:
    return -label


def total(label: int, below: tuple[int, ...]) -> int:
    return label + sum(below)


Position: TypeAlias = tuple[int, tuple[Any, ...]]


def by_position(tree: Tree[int], player: Player | None = None) -> Tree[Position]:
    """The tree whose positions are trees themselves, as tuples: equal ones are the same if the tree is shared."""

    def position(tree: Tree[int]) -> Position:
        return tree.label, tuple(map(position, tree.children))

    return build_tree(below, player=player)(position(tree))


def below(position: Position) -> tuple[Position, ...]:
    return position[1]


def label_of(position: Position) -> int:
    return position[0]


def begun_by(player: Player, tree: Tree[Any]) -> Tree[Any]:
    """The tree, which knows now who moves at its root."""
    return Tree(lambda: tree.label, lambda: tree.children, player=player)


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
        assert written(map_tree(int)(tree)) == written(map_tree(identity)(tree)) == written(tree)

    @given(functions, functions, trees)
    def test_map_tree_of_a_composition_is_the_composition(self, f: Any, g: Any, tree: Tree[int]) -> None:
        def composed(label: int) -> int:
            return f(g(label))  # type: ignore[no-any-return]

        assert written(map_tree(composed)(tree)) == written(map_tree(f)(map_tree(g)(tree)))

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
        assert written(extend_while(never, depth=n)(tree)) == written(prune(n)(tree))
        assert written(extend_while(never)(tree)) == written(prune(0)(tree))

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

    @given(trees, depths, st.sampled_from(Player))
    def test_a_tree_before_a_bar_is_the_last_argument(self, tree: Tree[int], n: int, player: Player) -> None:
        tree = begun_by(player, tree)
        assert written(tree | prune(n)) == written(prune(n)(tree))
        assert written(tree | prune_when(bool)) == written(prune_when(bool)(tree))
        assert written(tree | extend_while(bool, depth=n)) == written(extend_while(bool, depth=n)(tree))
        assert written(tree | map_tree(opposite)) == written(map_tree(opposite)(tree))
        assert written(tree | order_by(neg)) == written(order_by(neg)(tree))
        assert written(tree | keep_best(2, neg)) == written(keep_best(2, neg)(tree))
        assert written(tree | share) == written(share(tree)) == written(tree)
        assert written(tree | with_ply) == written(with_ply(tree))
        assert tree | minimax == minimax(tree)

    def test_and_never_an_argument_beside_others(self) -> None:
        tree = node(0)
        made: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
            (prune, (1,)), (prune_when, (bool,)), (extend_while, (bool,)), (map_tree, (neg,)), (order_by, (neg,)),
            (keep_best, (2, neg)), (build_tree, (successors,)), (game_tree, (rules,)),
        ]  # fmt: skip
        for make, arguments in made:
            with pytest.raises(TypeError, match="positional argument"):
                make(*arguments, tree)


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
        tree = (
            build_tree(grow, player=Player.FIRST)(0)
            | prune(5)
            | share
            | prune_when(label)
            | extend_while(label)
            | order_by(label)
            | keep_best(2, label)
            | rebuild(label=label, children=label)
            | map_tree(label)
        )
        assert repr(tree) == "<Tree>"
        assert tree.player is Player.FIRST
        assert grow.calls == label.calls == []

    def test_walks_of_a_pruned_infinite_tree_are_finite(self) -> None:
        tree = prune(3)(naturals(1))
        assert size(tree) == 15
        assert [len(level) for level in levels(tree)] == [1, 2, 4, 8]
        assert len(draw_tree(tree).splitlines()) == 29
        assert maximise(map_tree(identity)(tree)) == 13

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

        tree = build_tree(grow)(1) | prune(4) | prune_when(never) | map_tree(opposite)
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
        maximise(build_tree(grow)(0) | share | map_tree(label))
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
        root = build_tree(cast("Callable[[int], list[int]]", graph.__getitem__), player=Player.FIRST)(0)
        extended, best_two = extend_while(quiet, depth=n), keep_best(2, value)
        every: tuple[Callable[[Tree[int]], Tree[int]], ...] = (
            prune(n), extended, best_two, extended | best_two | prune(n),
        )  # fmt: skip
        for stages in every:
            plain, after, before = stages(root), share(stages(root)), stages(share(root))
            for shared in (after, before):
                assert [search(map_tree(value)(shared)) for search in (maximise, negamax, alpha_beta)] == [
                    search(map_tree(value)(plain)) for search in (maximise, negamax, alpha_beta)
                ]
                assert set(leaves(shared)) == set(leaves(plain))
                assert size(shared) <= size(plain) == size(unshared(shared))
                assert [list(dict.fromkeys(level)) for level in levels(plain)] == [
                    list(dict.fromkeys(level)) for level in levels(shared)
                ]
                assert maximise(quicker(map_tree(value)(shared))) == maximise(quicker(map_tree(value)(plain)))

    @pytest.mark.parametrize("seed", range(40))
    @pytest.mark.parametrize(
        ("player", "searches"),
        [
            (Player.FIRST, (maximise, ab_maximise, negamax, alpha_beta)),
            (Player.SECOND, (minimise, negamax, alpha_beta)),
        ],
    )
    def test_where_every_position_stands_at_many_depths(self, player: Player, searches: Any, seed: int) -> None:
        """Steps of one or two: position n is reached in n/2 to n moves, with another depth left each time."""
        end, random = 9, Random(seed)
        values = [random.randint(-5, 5) for _ in range(end + 2)]
        loud = {n for n in range(end) if random.random() < 0.5}
        steps = build_tree(lambda n: [n + 1, n + 2] if n < end else [], player=player)(0)

        def is_loud(n: int) -> bool:
            return n in loud

        def value(n: int) -> int:
            return values[n]

        def rest(n: int) -> int:
            return values[n] % 3

        extended, best_one, evaluate = extend_while(is_loud, depth=3), keep_best(1, value), map_tree(value)
        every: tuple[Callable[[Tree[int]], Tree[int]], ...] = (
            prune(5), extended, extended | order_by(rest), extended | best_one,
        )  # fmt: skip
        for stages in every:
            plain, after, before = stages(steps), share(stages(steps)), stages(share(steps))
            for shared in (after, before):
                for search in searches:
                    assert search(evaluate(shared)) == search(evaluate(plain))
                assert set(leaves(shared)) == set(leaves(plain))
                for alpha in range(-5, 5):
                    found = alpha_beta(alpha=alpha, beta=alpha + 1)(evaluate(shared))
                    assert (found > alpha) == (minimax(evaluate(plain)) > alpha)

    def test_a_shared_tree_has_a_node_for_each_position_and_depth_left(self) -> None:
        steps = build_tree(lambda n: [n + 1, n + 2])(0)
        reached = {(0, 5)}
        for _ in range(5):
            reached |= {(n + step, left - 1) for n, left in reached if left for step in (1, 2)}
        assert size(share(prune(5)(steps))) == size(prune(5)(share(steps))) == len(reached)
        assert len(list(leaves(share(prune(5)(steps))))) == sum(left == 0 for _, left in reached)

    def test_positions_are_the_same_whatever_their_labels_are_mapped_to(self) -> None:
        steps = build_tree(lambda n: [n + 1, n + 2] if n < 6 else [])(0)
        for function in (lambda n: n * 10, lambda n: 0, lambda n: [n]):
            assert size(steps | map_tree(function) | share) == size(steps | share | map_tree(function)) == 8

    @pytest.mark.parametrize(
        "stage", [extend_while(lambda _: True), with_ply, order_by(lambda _: 0), keep_best(2, lambda _: 0)]
    )
    def test_a_tree_is_shared_before_and_behind_stages_that_carry_something(self, stage: Any) -> None:
        steps = build_tree(lambda n: [n + 1, n + 2] if n < 20 else [], player=Player.FIRST)(0)
        assert size(steps) == 35421
        assert size(stage(share(steps))) < 500
        assert size(share(stage(steps))) < 500

    def test_every_position_is_visited_once_and_every_end_evaluated_once(self) -> None:
        grow, label = Counting(successors), Counting(static)
        tree = build_tree(grow)(0) | share | map_tree(label)
        assert maximise(tree) == 0
        assert (len(grow.calls), len(label.calls)) == (REACHABLE, sum(TERMINAL.values()))
        assert size(tree) == REACHABLE
        assert len(list(leaves(tree))) == sum(TERMINAL.values())

    def test_what_only_looks_different_may_be_joined(self) -> None:
        def least(p: int) -> Iterator[int]:
            return (min(images(q)) for q in successors(p))

        assert size(share(build_tree(least)(0))) == 765
        assert size(share(build_tree(up_to_symmetry(rules))(rules.start))) == 765

    @given(trees, functions, depths, st.sampled_from(Player))
    def test_sharing_keeps_every_value(self, tree: Tree[int], key: Any, n: int, player: Player) -> None:
        """Positions here are trees themselves: all that they are."""
        position = map_tree(label_of)(share(by_position(tree, player)))
        every: tuple[Callable[[Tree[int]], Tree[int]], ...] = (
            prune(9), prune(n), order_by(key), keep_best(2, key), prune_when(odd), extend_while(odd),
        )  # fmt: skip
        for stages in every:
            plain, shared = stages(begun_by(player, tree)), stages(position)
            assert minimax(shared) == minimax(plain)
            assert fold_tree(total, shared) == fold_tree(total, plain)

    @given(trees, functions, depths, st.sampled_from(Player))
    def test_sharing_comes_before_or_after_what_a_stage_carries(
        self, tree: Tree[int], key: Any, n: int, player: Player
    ) -> None:
        """The depth left, and who moves, belong to what tells nodes apart; share sees to it."""

        def on_labels(position: Position) -> int:
            return key(label_of(position))  # type: ignore[no-any-return]

        def is_odd(position: Position) -> bool:
            return odd(label_of(position))

        root = by_position(tree, player)
        for stages in (
            extend_while(is_odd, depth=n),
            order_by(on_labels) | keep_best(2, on_labels),
            order_by(on_labels) | extend_while(is_odd, depth=n),
        ):
            plain = map_tree(label_of)(stages(root))
            after = map_tree(label_of)(share(stages(root)))
            before = map_tree(label_of)(stages(share(root)))
            assert fold_tree(total, plain) == fold_tree(total, after) == fold_tree(total, before)
            assert minimax(plain) == minimax(after) == minimax(before)

    @pytest.mark.parametrize("root", [[0], {0: 1}, (0, [1])])
    def test_unhashable_positions_are_refused_where_they_are_shared(self, root: Any) -> None:
        nothing_below: Callable[[Any], list[Any]] = lambda p: []  # noqa: E731
        tree = build_tree(nothing_below)(root)
        with pytest.raises(TypeError, match=r"cannot be shared, .* not hashable: unhashable type: '(list|dict)'"):
            share(tree)

    @pytest.mark.parametrize(
        "use",
        [
            maximise,
            minimax(player=Player.FIRST),
            negamax(player=Player.FIRST),
            alpha_beta(player=Player.FIRST),
            pytest.param(size, id="size"),
            pytest.param(lambda tree: list(leaves(tree)), id="leaves"),
            pytest.param(lambda tree: list(levels(tree)), id="levels"),
            pytest.param(lambda tree: fold_tree(lambda label, found: label, tree), id="fold_tree"),
        ],
        ids=repr,
    )
    def test_and_deeper_down_where_somebody_comes_to_them(self, use: Callable[[Tree[int]], Any]) -> None:
        lists_below: Callable[[Any], list[Any]] = lambda p: [[p]] if p == 0 else []  # noqa: E731
        tree = build_tree(lists_below)(0) | share | map_tree(lambda p: 0)
        with pytest.raises(TypeError, match=r"cannot be shared, .* not hashable: unhashable type: 'list'"):
            use(tree)

    def test_a_search_that_keeps_nothing_of_a_shared_tree_does_not_mind(self) -> None:
        lists_below: Callable[[Any], list[Any]] = lambda p: [[p]] if p == 0 else []  # noqa: E731
        assert ab_maximise(build_tree(lists_below)(0) | share | map_tree(lambda p: 0)) == 0

    def test_a_game_tree_cannot_be_shared(self) -> None:
        """Its labels carry the line, so no two are the same; whatever stages it has gone through."""
        tree = game_tree(rules)(rules.start)
        for other in (tree, tree | prune(3), tree | map_tree(attrgetter("position")), tree | order_by(lambda _: 0)):
            with pytest.raises(ValueError, match=r"cannot be shared: the labels of game_tree .* build_tree\(rules\)"):
                share(other)


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


def mirror(tree: Tree[int]) -> Tree[int]:
    """A stage by recursion, as anybody may write one."""
    return Tree(lambda: -tree.label, lambda: map(mirror, reversed(list(tree.children))))


def below_of(tree: Tree[Any]) -> list[Tree[Any]]:
    return list(tree.children)


def backwards(tree: Tree[Any]) -> list[Tree[Any]]:
    return list(tree.children)[::-1]


def opposite_of(tree: Tree[int]) -> int:
    return -tree.label


def static_of(tree: Tree[int]) -> int:
    return static(tree.label)


class TestStages:
    STAGES: tuple[Any, ...] = (
        prune(3),
        prune_when(bool),
        extend_while(bool, depth=2),
        map_tree(static),
        order_by(static, player=Player.SECOND),
        keep_best(2, static),
        share,
        build_tree(successors),
        game_tree(rules),
        build_tree(rules),
        build_tree(successors, player=Player.SECOND),
        rebuild(label=size, children=below_of),
        alpha_beta(alpha=1, player=Player.FIRST),
        alpha_beta,
        best_move(search=alpha_beta),
        share | maximise,
        abs | Stage(add, (1,)) | partial(mul, 2),
    )
    # Functions that are equal only to themselves, as Python compares them.
    EQUAL_TO_THEMSELVES: tuple[Any, ...] = (
        map_tree(attrgetter("real")),
        map_tree(itemgetter(0, 1)),
        map_tree(methodcaller("bit_count")),
        map_tree(partial(pow, 2)),
        map_tree(partial(max, key=attrgetter("real"))),
        map_tree(partial(partial, attrgetter("imag"))),
        map_tree({1: [2]}.__getitem__),
        map_tree(prune(2).__call__),
        map_tree(prune(2) | maximise),
        keep_best(2, attrgetter("real"), player=Player.FIRST),
        rebuild(label=attrgetter("label.real")),
    )

    @pytest.mark.parametrize("stage", [*STAGES, *EQUAL_TO_THEMSELVES], ids=repr)
    def test_a_stage_pickles_and_compares_by_value(self, stage: Stage[Any, Any]) -> None:
        copy = pickle.loads(pickle.dumps(stage))
        assert repr(copy) == repr(stage)
        assert copy == stage
        assert hash(copy) == hash(stage)
        assert {copy: 1}[stage] == 1

    def test_stages_are_equal_only_if_they_are_the_same_function_of_equal_arguments(self) -> None:
        different: list[Any] = [
            *self.STAGES, *self.EQUAL_TO_THEMSELVES,
            prune(2), map_tree(attrgetter("imag")), map_tree(itemgetter(1, 0)), map_tree(methodcaller("conjugate")),
            map_tree(partial(pow, 3)), map_tree(partial(max, key=attrgetter("imag"))), map_tree({1: [3]}.__getitem__),
            map_tree({1: [2]}.get), keep_best(2, attrgetter("real")), build_tree(successors, player=Player.FIRST),
            alpha_beta(alpha=1), alpha_beta(beta=1), rebuild(children=below_of), unshared, maximise, maximise | share,
            share | maximise | abs, map_tree(share | maximise), share | unshared | share, share | share, 3, "prune(3)",
        ]  # fmt: skip
        for n, one in enumerate(different):
            assert [m for m, other in enumerate(different) if one == other] == [n]

    def test_a_stage_prints_as_it_is_written(self) -> None:
        shown = [repr(stage) for stage in self.STAGES]
        assert shown[:4] == ["prune(3)", "prune_when(bool)", "extend_while(bool, depth=2)", "map_tree(static)"]
        assert shown[4:6] == ["order_by(static, player=Player.SECOND)", "keep_best(2, static)"]
        assert shown[6:9] == ["share", "build_tree(successors)", "game_tree(<Rules: tictactoe>)"]
        assert shown[9:] == [
            "build_tree(<Rules: tictactoe>)",
            "build_tree(successors, player=Player.SECOND)",
            "rebuild(label=size, children=below_of)",
            "alpha_beta(alpha=1, player=Player.FIRST)",
            "alpha_beta",
            "best_move(search=alpha_beta)",
            "share | maximise",
            "abs | add(1) | partial(mul, 2)",
        ]
        assert repr(map_tree(prune(2) | partial(max, 3, key=abs))) == "map_tree(prune(2) | partial(max, 3, key=abs))"
        assert repr(map_tree(prune(2).__call__)) == "map_tree(prune(2).__call__)"

    @given(st.data(), depths)
    def test_stages_compose_without_a_tree(self, data: st.DataObject, n: int) -> None:
        p = data.draw(positions(rules))
        evaluate = build_tree(successors) | prune(n) | map_tree(static) | maximise
        assert evaluate(p) == maximise(map_tree(static)(prune(n)(build_tree(successors)(p))))
        assert pickle.loads(pickle.dumps(evaluate)) == evaluate
        assert repr(evaluate) == f"build_tree(successors) | prune({n}) | map_tree(static) | maximise"

    @given(trees)
    def test_a_stage_of_ones_own_is_a_stage_like_any_other(self, tree: Tree[int]) -> None:
        rebuilt = rebuild(label=opposite_of, children=backwards)
        for stage in (mirror, rebuilt):
            assert written(stage(stage(tree))) == written(tree)
            assert written(prune(2)(stage(map_tree(opposite)(prune(3)(tree))))) == written(
                stage(prune(2)(map_tree(opposite)(tree)))
            )
        assert written(rebuilt(tree)) == written(mirror(tree))


class TestComposing:
    """``(f | g)(x) = g(f(x))``, ``f | (g | h) = (f | g) | h``."""

    STAGES: tuple[Any, ...] = (
        prune(2), map_tree(opposite), prune_when(odd), order_by(neg, player=Player.FIRST), share, unshared,
        rebuild(children=below_of), prune(3) | share, share | map_tree(opposite) | unshared,
    )  # fmt: skip
    FUNCTIONS: tuple[Any, ...] = (mirror, partial(begun_by, Player.FIRST), prune(1).__call__, identity)
    stages = st.sampled_from(STAGES)
    functions = st.sampled_from((*STAGES, *FUNCTIONS))

    @given(functions, stages, functions, trees)
    def test_composition_is_associative(self, f: Any, g: Any, h: Any, tree: Tree[int]) -> None:
        one, other = (f | g) | h, f | (g | h)
        assert one == other
        assert (hash(one), repr(one)) == (hash(other), repr(other))
        assert written(one(tree)) == written(other(tree)) == written(h(g(f(tree))))

    @given(functions, functions, stages, trees)
    def test_functions_join_one_after_another(self, f: Any, g: Any, stage: Any, tree: Tree[int]) -> None:
        assert written((f | (g | stage))(tree)) == written(stage(g(f(tree))))
        assert written((stage | f | g)(tree)) == written(g(f(stage(tree))))

    @given(functions, stages)
    def test_its_parts_are_those_of_both(self, f: Any, g: Any) -> None:
        parts = f.parts if isinstance(f, Stage) else (f,)
        assert (f | g).parts == (*parts, *g.parts)
        assert all(not (isinstance(part, Stage) and part.parts != (part,)) for part in (f | g).parts)

    @given(functions, stages)
    def test_pickles_are_equal(self, f: Any, g: Any) -> None:
        for composed in (f | g, g | f):
            copy = pickle.loads(pickle.dumps(composed))
            assert copy == composed
            assert (hash(copy), repr(copy)) == (hash(composed), repr(composed))

    def test_two_bare_stages_compose(self) -> None:
        assert repr(share | maximise) == "share | maximise"
        assert (share | maximise)(node(3)) == 3
        assert pickle.loads(pickle.dumps(share)) is share
        assert pickle.loads(pickle.dumps(share | maximise)).parts == (share, maximise)

    @given(ints)
    def test_of_any_functions(self, n: int) -> None:
        """Also of classes, and of callables that are no functions."""
        more: Stage[int, int] = Stage(add, (1,))
        assert (opposite | more | str)(n) == str(1 - n)
        assert (partial(mul, 2) | more | partial(add, 3))(n) == 2 * n + 4
        assert (attrgetter("real") | more | methodcaller("conjugate"))(n) == n + 1
        assert cast("Any", float | more)(n) == float(n) + 1  # type: ignore[operator, unused-ignore]

    @pytest.mark.parametrize("stage", [prune(3), share, prune(3) | share])
    @pytest.mark.parametrize("other", [3, None, "prune", [prune(1)]])
    def test_only_functions_compose(self, stage: Any, other: Any) -> None:
        with pytest.raises(TypeError, match="unsupported operand"):
            stage | other
        with pytest.raises(TypeError, match="unsupported operand"):
            other | stage


class TestBare:
    """Stages that wait for a tree as they stand, and take options."""

    @given(trees, ints, st.sampled_from(Player))
    def test_options_make_a_stage_that_waits_for_the_tree(self, tree: Tree[int], alpha: int, player: Player) -> None:
        search = alpha_beta(alpha=alpha, player=player)
        assert isinstance(search, Stage)
        assert tree | search == search(tree) == alpha_beta(alpha=alpha)(begun_by(player, tree))
        assert search == alpha_beta(alpha=alpha, player=player) != alpha_beta(alpha=alpha)
        assert (prune(2) | search)(tree) == search(prune(2)(tree))

    @pytest.mark.parametrize(
        ("bare", "trees", "options", "wrong"),
        [
            (share, (), {"key": repr}, "share has no option 'key'; it has entries"),
            (maximise, (), {"player": Player.FIRST}, "maximise has no option 'player'; it has none"),
            (minimax, (), {"depth": 3}, "minimax has no option 'depth'; it has player"),
            (alpha_beta, (), {"alpha": 1, "gamma": 2}, "alpha_beta has no option 'gamma'; it has alpha, beta, player"),
            (alpha_beta, (), {"tree": node(1)}, "alpha_beta has no option 'tree'; it has alpha, beta, player"),
            (
                alpha_beta, (node(1),), {"alpha": 1},
                "alpha_beta takes its options and its tree in two calls: alpha_beta(alpha=1)(tree), or tree |"
                " alpha_beta(alpha=1)",
            ),
            (
                minimax, (node(1),), {"player": Player.SECOND},
                "minimax takes its options and its tree in two calls: minimax(player=Player.SECOND)(tree), or tree |"
                " minimax(player=Player.SECOND)",
            ),
            (
                share, (), {},
                "share was called without a tree: write tree | share, without parentheses, or share(tree)",
            ),
            (
                minimax, (), {},
                "minimax was called without a tree: write tree | minimax, without parentheses, or minimax(tree)",
            ),
        ],
    )  # fmt: skip
    def test_what_is_no_option_is_refused_where_it_is_given(
        self, bare: Any, trees: tuple[Any, ...], options: dict[str, Any], wrong: str
    ) -> None:
        with pytest.raises(TypeError, match=f"^{re.escape(wrong)}$"):
            bare(*trees, **options)

    @pytest.mark.parametrize("bare", [share, maximise, alpha_beta, best_move])
    def test_it_is_documented_like_its_function(self, bare: Any) -> None:
        assert (bare.__name__, bare.__doc__) == (bare.__wrapped__.__name__, bare.__wrapped__.__doc__)
        assert bare.__name__ == repr(bare)
        assert bare.__doc__


NEW_LABELS: dict[str, Callable[[Tree[int]], Any]] = {
    "label": attrgetter("label"),
    "opposite": opposite_of,
    "size": size,
    "below": lambda tree: [child.label for child in tree.children],
}
NEW_CHILDREN: dict[str, Callable[[Tree[int]], Any]] = {
    "all": below_of,
    "backwards": backwards,
    "odd": lambda tree: (child for child in tree.children if odd(child.label)),
    "pruned": lambda tree: map(prune(1), tree.children),
    "sorted": lambda tree: sorted(tree.children, key=attrgetter("label")),
    "the first, twice": lambda tree: [*tree.children][:1] * 2,
    "foreign": lambda tree: [*map(map_tree(opposite), tree.children), *([node(7)] if tree.label < 0 else [])],
    "grandchildren": lambda tree: [below for child in tree.children for below in child.children],
}


class TestRebuild:
    """``rebuild l c t = Node (l t) (map (rebuild l c) (c t))``"""

    @given(trees, st.sampled_from([*NEW_LABELS]), st.sampled_from([*NEW_CHILDREN]), depths)
    def test_it_is_its_equation(self, tree: Tree[int], label: str, children: str, n: int) -> None:
        new, children_of = NEW_LABELS[label], NEW_CHILDREN[children]

        def plainly(tree: Tree[int]) -> Any:
            return new(tree), [plainly(child) for child in children_of(tree)]

        def plain_children(tree: Tree[int]) -> Any:
            return tree.label, [plain_children(child) for child in children_of(tree)]

        def plain_labels(tree: Tree[int]) -> Any:
            return new(tree), [plain_labels(child) for child in tree.children]

        for any_tree in (tree, prune(n)(tree), share(map_tree(label_of)(by_position(tree)))):
            assert written(rebuild(label=new, children=children_of)(any_tree)) == plainly(any_tree)
            assert written(rebuild(children=children_of)(any_tree)) == plain_children(any_tree)
            assert written(rebuild(label=new)(any_tree)) == plain_labels(any_tree)

    @given(st.data(), depths)
    def test_it_keeps_the_player_and_the_moves(self, data: st.DataObject, n: int) -> None:
        p = data.draw(unfinished(rules))
        tree = build_tree(rules)(p) | prune(n) | map_tree(static)
        turned = rebuild(children=backwards)(tree)
        assert turned.player is tree.player is rules.player(p)
        assert minimax(turned) == minimax(tree)
        if n:
            assert {child.player for child in turned.children} == {rules.player(p).opponent}
            values = [minimax(child) for child in tree.children]
            best = [move for move, value in zip(rules.moves(p), values, strict=True) if value == minimax(tree)]
            assert (best_move(tree), best_move(turned)) == (best[0], best[-1])

    def test_of_a_player_who_moves_twice_too(self) -> None:
        tree = node(0, [node(1, [node(2), node(3)], player=Player.FIRST), node(1)], player=Player.FIRST)
        same = rebuild(children=below_of)(tree)
        assert [child.player for child in same.children] == [Player.FIRST, Player.SECOND]
        assert minimax(same) == minimax(tree) == 3

    def test_a_tree_that_does_not_know_is_not_told(self) -> None:
        assert rebuild(children=below_of)(node(1, [node(2)])).player is None

    def test_it_keeps_what_is_shared(self) -> None:
        grow = Counting(lambda n: [n + 1, n + 2] if n < 12 else [])
        steps = build_tree(grow)(0)
        same = rebuild(children=below_of)
        assert size(share(steps)) == size(same(share(steps))) == size(share(same(steps))) == 14
        grow.calls.clear()
        value = maximise(share(steps) | map_tree(neg) | same)
        assert len(grow.calls) <= 2 * 14
        assert value == maximise(steps | map_tree(neg))

    def test_labels_are_positions_until_they_are_made_anew(self) -> None:
        tree = build_tree(rules)(rules.start) | prune(1)
        with pytest.raises(ValueError, match="minimax needs values"):
            minimax(rebuild(children=below_of)(tree))
        assert minimax(rebuild(label=static_of)(tree)) == 0

    def test_a_child_made_by_hand_has_the_turn_after_and_no_move(self) -> None:
        def with_another(tree: Tree[int]) -> list[Tree[int]]:
            return [*tree.children, node(5)] if tree.player is Player.FIRST else []

        tree = build_tree(rules)(rules.start) | prune(1) | map_tree(static) | rebuild(children=with_another)
        assert [child.player for child in tree.children] == [Player.SECOND] * 10
        assert minimax(tree) == 5
        with pytest.raises(ValueError, match=r"no move of tictactoe leads from"):
            best_move(tree)

    def test_what_it_makes_nobody_asked_for_is_not_made(self) -> None:
        grow, label = Counting(lambda n: [n + 1, n + 2]), Counting(attrgetter("label"))
        tree = build_tree(grow)(0) | rebuild(label=label, children=lambda tree: tree.children)
        assert next(tree.children).label == 1
        assert (grow.calls, len(label.calls)) == ([0], 1)

    def test_it_takes_one_function_at_least(self) -> None:
        with pytest.raises(TypeError, match="rebuild takes a function for the label, or one for the children, or both"):
            rebuild()  # type: ignore[call-overload]


class TestWhoseTurn:
    """A tree made by hand knows whose turn it is if it is told."""

    @given(trees, st.sampled_from(Player))
    def test_players_alternate_from_the_one_given(self, tree: Tree[int], player: Player) -> None:
        def check(tree: Tree[Any], player: Player | None) -> None:
            assert tree.player is player
            for child in tree.children:
                check(child, player and player.opponent)

        check(tree, None)
        every: tuple[Tree[Any], ...] = (
            node(tree.label, tree.children, player=player),
            Tree(lambda: tree.label, lambda: tree.children, player=player),
            begun_by(player, tree)
            | prune(2)
            | map_tree(opposite)
            | order_by(neg)
            | keep_best(2, neg)
            | with_ply
            | share,
            by_position(tree, player),
            rebuild(children=below_of)(begun_by(player, tree)),
        )
        for known in every:
            check(known, player)

    def test_a_child_may_say_so_itself(self) -> None:
        first, second = Player
        tree = node(0, [node(1, [node(2)], player=first), node(3, [node(4)])], player=first)
        here, there = tree.children
        assert [t.player for t in (here, *here.children, there, *there.children)] == [first, second, second, first]
        assert (
            minimax(node(0, [node(0, [node(1), node(2)], player=first), node(0, [node(3), node(0)])], player=first))
            == 2
        )
        unknown = node(0, [node(1, [node(2)], player=second)])
        assert [t.player for t in (unknown, *unknown.children)] == [None, second]

    @pytest.mark.parametrize("player", Player)
    def test_a_player_may_be_given_as_its_number(self, player: Player) -> None:
        number: Any = int(player)
        made = (
            node(1, player=number),
            Tree(lambda: 1, list, player=number),
            build_tree(successors, player=number)(0),
        )
        assert all(tree.player is player for tree in made)

    def test_a_player_who_is_none_is_refused(self) -> None:
        player: Any = "FIRST"
        for make in (partial(node, 1), partial(Tree, lambda: 1, list), partial(build_tree, successors)):
            with pytest.raises(ValueError, match="'FIRST' is not a valid Player"):
                make(player=player)

    @pytest.mark.parametrize(
        ("stage", "name"), [(order_by(neg), "order_by"), (keep_best(2, neg), "keep_best"), (minimax, "minimax"),
                            (negamax, "negamax"), (alpha_beta, "alpha_beta")]
    )  # fmt: skip
    def test_what_has_to_know_says_so(self, stage: Any, name: str) -> None:
        with pytest.raises(
            ValueError, match=f"^{name} has to know whose turn it is, but this tree does not: build it from"
        ):
            stage(node(1))

    @pytest.mark.parametrize("player", Player)
    def test_another_player_than_the_tree_knows_is_refused(self, player: Player) -> None:
        tree = node(1, player=player)
        every: list[Any] = [partial(order_by, neg), partial(keep_best, 2, neg), minimax, negamax, alpha_beta]
        for make in every:
            stage = make(player=player.opponent)
            with pytest.raises(ValueError, match=f"was given player={player.opponent!r}, but this tree knows"):
                stage(tree)
        right, wrong = (maximise, minimise) if player is Player.FIRST else (minimise, maximise)
        assert right(tree) == 1
        with pytest.raises(ValueError, match=f"here the .* does: {right!r} it, or use minimax"):
            wrong(tree)

    def test_trees_of_rules_ask_the_rules(self) -> None:
        for tree in (build_tree(rules)(rules.start), game_tree(rules)(rules.start)):
            child = next(tree.children)
            assert (tree.player, child.player) == (Player.FIRST, Player.SECOND)
        with pytest.raises(TypeError, match="build_tree takes no player with rules, which know whose turn it is"):
            build_tree(rules, player=Player.FIRST)  # type: ignore[call-overload]


class TestWrongNumbers:
    @pytest.mark.parametrize(
        ("make", "wrong"),
        [
            (lambda: prune(-1), "cannot prune to a depth of -1; expected at least 0"),
            (lambda: prune(1.5), "cannot prune to a depth of 1.5"),  # type: ignore[arg-type]
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
        endless = build_tree(lambda n: [n + 1], player=Player.FIRST)(0) | map_tree(identity)
        shared = share(endless)
        for deep in (maximise, draw_tree, negamax, lambda t: fold_tree(lambda *_: 0, t)):
            for tree in (endless, shared):
                with pytest.raises(TreeTooDeep, match=r"stack ends; prune\(depth\) it first") as raised:
                    deep(tree)
                found = re.search(r"goes on below depth (\d+)", str(raised.value))
                assert found
                deep(prune(int(found[1]) - 20)(tree))

    def test_a_walk_of_the_users_own_is_too_deep_as_well(self) -> None:
        def depth(tree: Tree[int]) -> int:
            return 1 + max(map(depth, tree.children), default=0)

        endless = build_tree(lambda n: [n + 1])(0)
        with pytest.raises(TreeTooDeep, match="goes on below depth"):
            walk(depth, endless)
        assert walk(depth, prune(9)(endless)) == 10

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
            for tree in (build_tree(function)(0) | map_tree(identity), map_tree(function)(prune(2)(naturals(1)))):
                with pytest.raises(error) as raised:
                    maximise(tree)
                assert type(raised.value) is error
                assert "map_tree" not in str(raised.value)

    def test_labels_that_do_not_compare_are_named(self) -> None:
        with pytest.raises(
            TypeError, match=r"labels of this tree cannot be compared \('>' not supported .* 'str' and 'int'"
        ):
            maximise(node(0, [node(1), node("a")]))

    def test_a_walk_answers_what_its_function_does(self) -> None:
        assert walk(max, 1, 2) == 2


def test_a_node_at_the_root_has_no_move() -> None:
    with pytest.raises(IndexError):
        Node(0, ()).move  # noqa: B018
