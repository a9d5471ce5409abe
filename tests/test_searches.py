"""Every search is maximise: on any tree, under any stages; the articles' counts come out to the leaf."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial, reduce
from itertools import chain, islice
from operator import attrgetter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Nothing

from fpgames.alphabeta import ab_maximise, ab_minimise, ab_trace, alpha_beta
from fpgames.analysis import analyse_move
from fpgames.games.tictactoe_bits import rules, static, successors, to_record
from fpgames.minimax import (
    Deepened,
    Scored,
    best_move,
    count_leaves,
    deepen,
    maximise,
    minimax,
    minimise,
    negamax,
    principal_variation,
    quicker,
    within,
)
from fpgames.rules import GameOver, Player, Rules, value_of_outcome
from fpgames.testing import positions, unfinished
from fpgames.tree import (
    Tree,
    TreeTooDeep,
    build_tree,
    game_tree,
    leaves,
    levels,
    map_tree,
    node,
    order_by,
    prune,
    share,
    size,
    unshared,
    with_ply,
)
from tests.test_games import EVERY_GAME
from tests.test_tree import Counting, by_position, depths, functions, ints, label_of, opposite, trees, written

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

SEARCHES: dict[Player, tuple[Callable[[Tree[Any]], Any], ...]] = {
    Player.FIRST: (maximise, ab_maximise, alpha_beta, lambda t: ab_trace(t).label.value),
    Player.SECOND: (
        minimise,
        ab_minimise,
        partial(alpha_beta, player=Player.SECOND),
        lambda t: ab_trace(t, player=Player.SECOND).label.value,
    ),
}  # fmt: skip


def plainly(tree: Tree[Any], player: Player) -> Any:
    """Minimax, said as plainly as can be."""
    values = [plainly(child, player.opponent) for child in tree.children]
    return (max if player is Player.FIRST else min)(values) if values else tree.label


def article_3(p: int) -> int:
    """The third article's evaluation, from the first player's side."""
    record = to_record(p)
    if rules.outcome(p) is not Nothing:
        return static(p) * (1000 - (9 - len(record.moves)))
    total = 0
    for line in LINES:
        marks = [record.grid[cell] for cell in line if record.grid[cell] != "."]
        total += {1: 10, 2: 30}.get(len(marks), 0) * (marks.count("X") - marks.count("O"))
    return total


class TestEverySearchIsMaximise:
    @pytest.mark.parametrize("player", Player)
    @given(trees)
    def test_on_any_tree(self, player: Player, tree: Tree[int]) -> None:
        expected = plainly(tree, player)
        assert [search(tree) for search in SEARCHES[player]] == [expected] * 4
        assert minimax(player)(tree) == expected

    @given(trees)
    def test_negamax_sees_labels_from_whoever_moves(self, tree: Tree[int]) -> None:
        def turned(pair: tuple[int, int]) -> int:
            label, ply = pair
            return -label if ply % 2 else label

        assert negamax(map_tree(turned)(with_ply(tree))) == maximise(tree)
        assert negamax(share()(node(3))) == 3

    @given(trees, depths)
    def test_negamax_of_a_pruned_tree_is_its_equation(self, tree: Tree[int], n: int) -> None:
        def plain(tree: Tree[int]) -> int:
            values = [-plain(child) for child in tree.children]
            return max(values) if values else tree.label

        assert negamax(prune(n)(tree)) == plain(prune(n)(tree))

    @pytest.mark.parametrize("player", Player)
    @given(trees, functions)
    def test_in_any_order_and_shared(self, player: Player, tree: Tree[int], key: Any) -> None:
        ordered = order_by(key, player=player)(tree)
        shared = map_tree(label_of, share(by_position(tree), key=lambda t: repr(written(t))))
        for other in (ordered, shared):
            assert [search(other) for search in SEARCHES[player]] == [plainly(tree, player)] * 4

    @EVERY_GAME
    @given(st.data())
    def test_on_every_game(self, rules: Rules[Any, Any], data: st.DataObject) -> None:
        p = data.draw(positions(rules))
        player = rules.player(p)
        tree = map_tree(value_of_outcome(rules))(prune(3)(build_tree(rules.successors)(p)))
        expected = plainly(tree, player)
        assert [search(tree) for search in SEARCHES[player]] == [expected] * 4
        line = principal_variation(
            value_of_outcome(rules), prune(3)(game_tree(rules)(p)), minimax(player)
        )  # fmt: skip
        assert line.value == expected

    @given(st.lists(st.text(max_size=3), min_size=1, max_size=9))
    def test_on_labels_of_any_ordered_type(self, labels: list[str]) -> None:
        tree = node("", [node("", map(node, labels)), node("", map(node, reversed(labels)))])
        assert [search(tree) for search in SEARCHES[Player.FIRST]] == [min(labels)] * 4


class TestWindow:
    @pytest.mark.parametrize("player", Player)
    @given(trees, ints, st.integers(1, 5))
    def test_fail_soft(self, player: Player, tree: Tree[int], alpha: int, width: int) -> None:
        """Inside the window the value; outside a bound of it, on the value's side of the window."""
        beta = alpha + width
        value = plainly(tree, player)
        found = alpha_beta(tree, alpha=alpha, beta=beta, player=player)
        if alpha < found < beta:
            assert found == value
        elif found <= alpha:
            assert value <= found
        else:
            assert value >= found
        assert ab_trace(tree, alpha=alpha, beta=beta, player=player).label.value == found

    @pytest.mark.parametrize("player", Player)
    @given(trees, ints, st.integers(1, 5))
    def test_fail_soft_of_a_shared_tree(self, player: Player, tree: Tree[int], alpha: int, width: int) -> None:
        """Bounds kept with a position in one window are right in another: the same tree stands in two places."""
        shared = map_tree(
            label_of, share(by_position(node(0, [tree, node(0, [tree])])), key=lambda t: repr(written(t)))
        )
        value = plainly(node(0, [tree, node(0, [tree])]), player)
        found = alpha_beta(shared, alpha=alpha, beta=alpha + width, player=player)
        assert found == value or (found <= alpha and value <= found) or (found >= alpha + width and value >= found)
        assert alpha_beta(shared, player=player) == value

    @pytest.mark.parametrize(
        ("moves", "depth", "evaluation", "leaves"),
        [((), 9, static, 565), ((), 5, article_3, 660), ((4,), 8, static, 168), ((4, 1), 5, article_3, 110)],
    )
    def test_a_shared_tree_costs_fewer_leaves(
        self, moves: tuple[int, ...], depth: int, evaluation: Callable[[int], int], leaves: int
    ) -> None:
        """Bounds that are kept, and used where the window lets them, leave so many; none kept, thousands."""
        p = reduce(rules.play, moves, rules.start)
        tree = map_tree(evaluation)(prune(depth)(share()(build_tree(successors)(p))))
        search = partial(alpha_beta, player=rules.player(p))
        value, found = count_leaves(search, tree)
        assert (value, found) == (search(unshared(tree)), leaves)

    @pytest.mark.parametrize("search", [alpha_beta, ab_trace])
    @pytest.mark.parametrize(("alpha", "beta"), [(1, 1), (2, 1)])
    def test_an_empty_window_is_refused(self, search: Any, alpha: int, beta: int) -> None:
        with pytest.raises(ValueError, match=f"empty window: alpha is {alpha}, beta is {beta}; expected alpha < beta"):
            search(node(1), alpha=alpha, beta=beta)

    @given(trees, ints)
    def test_a_player_may_be_given_as_its_number(self, tree: Tree[int], n: int) -> None:
        for player in Player:
            number: Any = int(player)
            assert alpha_beta(tree, player=number) == alpha_beta(tree, player=player)
            assert ab_trace(tree, player=number).label.value == minimax(number)(tree)
            assert written(order_by(opposite, tree, player=number)) == written(order_by(opposite, tree, player=player))
        with pytest.raises(ValueError, match="'FIRST' is not a valid Player"):
            alpha_beta(tree, player="FIRST")  # type: ignore[arg-type]

    @pytest.mark.parametrize("search", SEARCHES[Player.FIRST])
    def test_too_deep_and_not_comparable(self, search: Any) -> None:
        with pytest.raises(TreeTooDeep):
            search(build_tree(lambda n: [n + 1])(0))
        with pytest.raises(TypeError, match="do not compare"):
            search(node(0, [node(1), node("a")]))


def unmended(streams: Iterable[list[int]]) -> Iterator[int]:
    """Article 2's alphaBetaMinimum with the comparison as printed: a list goes as soon as a number is at least the bound."""
    first, *rest = streams
    bound = min(first)
    yield bound
    for numbers in rest:
        if not any(bound <= x for x in numbers):
            bound = min(numbers)
            yield bound


def test_article_2s_own_comparison_is_wrong() -> None:
    lists = [[2, 1], [3, 4]]
    assert max(unmended(lists)) == 1
    assert ab_maximise(node(0, [node(0, map(node, numbers)) for numbers in lists])) == max(map(min, lists)) == 3


class TestCounts:
    """Leaves evaluated from the empty board: article 3's table, and its corrected and simplified kin."""

    @staticmethod
    def leaves_of(search: Callable[[Tree[int]], Any], evaluation: Callable[[int], int], depth: int) -> int:
        static = Counting(evaluation)
        search(map_tree(static)(prune(depth)(build_tree(successors)(0))))
        return len(static.calls)

    @pytest.mark.parametrize(
        ("search", "evaluation", "counts"),
        [
            (maximise, static, (504, 15120, 255168)),
            (alpha_beta, article_3, (125, 1985, 8453)),
            (ab_maximise, article_3, (125, 2699, 15075)),
            (alpha_beta, static, (70, 778, 7330)),
            (ab_maximise, static, (70, 840, 12352)),
        ],
    )
    def test_the_table(self, search: Any, evaluation: Any, counts: tuple[int, int, int]) -> None:
        assert tuple(self.leaves_of(search, evaluation, depth) for depth in (3, 5, 9)) == counts

    @pytest.mark.parametrize(("depth", "value", "leaves"), [(3, 80, 227), (5, 80, 2973), (9, 0, 14113)])
    def test_a_fresh_window_for_each_move_of_the_root(self, depth: int, value: int, leaves: int) -> None:
        found = [
            count_leaves(
                partial(alpha_beta, player=Player.SECOND),
                map_tree(article_3)(prune(depth - 1)(build_tree(successors)(p))),
            )
            for p in successors(0)
        ]
        assert max(value for value, _ in found) == value
        assert sum(count for _, count in found) == leaves

    def test_the_worked_tree(self) -> None:
        """Article 3, part 2-3; what it does not examine must not be examined here."""

        def never() -> Any:
            raise AssertionError("examined")

        cut: Tree[int] = Tree(never, never)

        def inner(*below: Tree[int]) -> Tree[int]:
            return Tree(never, lambda: below)

        tree = inner(
            inner(inner(*map(node, (5, 1, 9))), inner(node(2), node(12), cut)),
            inner(inner(node(5)), cut),
        )
        examined = Counting(lambda label: label)
        assert alpha_beta(map_tree(examined)(tree)) == 9
        assert examined.calls == [5, 1, 9, 2, 12, 5]

    def test_what_a_cut_leaves_out_is_not_played(self) -> None:
        played: list[int] = []

        def play(p: int, move: int) -> int:
            played.append(p)
            return rules.play(p, move)

        tree = prune(2)(game_tree(replace(rules, play=play))(rules.start))
        alpha_beta(map_tree(lambda n: article_3(n.position), tree))
        _, nodes = 0, sum(1 for _ in played)
        whole = list(chain(*levels(tree)))
        assert nodes < len(whole) - 1

    def test_what_a_cut_leaves_out_is_not_built(self) -> None:
        built: list[int] = []

        def grow(n: int) -> Iterator[int]:
            for child in {0: (1, 2), 1: (10, 11), 2: (20, 21)}.get(n, ()):
                built.append(child)
                yield child

        values = {10: 5, 11: 6, 20: 4, 21: 9}
        for search in (alpha_beta, ab_maximise):
            built.clear()
            assert search(map_tree(values.__getitem__)(build_tree(grow)(0))) == 5
            assert built == [1, 10, 11, 2, 20]


class TestTrace:
    @given(trees)
    def test_it_examines_and_cuts_what_alpha_beta_does(self, tree: Tree[int]) -> None:
        examined = Counting(lambda label: label)
        alpha_beta(map_tree(examined)(tree))
        traced = ab_trace(tree)
        seen = [t for t in self.everything(traced) if t[0].cut is None]
        assert [label.label for label, is_leaf in seen if is_leaf] == examined.calls
        assert size(traced) == size(tree)
        assert written(map_tree(attrgetter("label"))(traced)) == written(tree)

    def everything(self, tree: Tree[Any]) -> list[tuple[Any, bool]]:
        children = list(tree.children)
        return [(tree.label, not children), *chain(*map(self.everything, children))]

    @given(trees, st.sampled_from(Player))
    def test_a_value_is_that_of_the_tree_below_or_bounds_it(self, tree: Tree[int], player: Player) -> None:
        def check(traced: Tree[Any], tree: Tree[int], high: bool) -> None:
            found, true = traced.label, (maximise if high else minimise)(tree)
            if not found.cut:
                assert {"<=": true <= found.value, ">=": true >= found.value, None: true == found.value}[found.bound]
                assert found.bound is None or list(tree.children)
                for below, child in zip(traced.children, tree.children, strict=True):
                    check(below, child, not high)

        check(ab_trace(tree, player=player), tree, player is Player.FIRST)

    @given(trees)
    def test_windows_are_those_of_the_parent_narrowed(self, tree: Tree[int]) -> None:
        self.check(ab_trace(tree), high=True)

    @given(trees, ints, st.integers(1, 4), st.sampled_from(Player))
    def test_and_begin_with_the_window_given(self, tree: Tree[int], alpha: int, width: int, player: Player) -> None:
        traced = ab_trace(tree, alpha=alpha, beta=alpha + width, player=player)
        assert (traced.label.alpha, traced.label.beta) == (alpha, alpha + width)
        self.check(traced, high=player is Player.FIRST)

    def check(self, tree: Tree[Any], *, high: bool) -> None:
        here = tree.label
        alpha, beta = here.alpha, here.beta
        for child in tree.children:
            label = child.label
            if label.cut:
                assert label.cut == ("beta" if high else "alpha")
                assert here.value >= here.beta if high else here.value <= here.alpha
                bounds = (None, here.beta) if high else (here.alpha, None)
                assert (label.value, label.alpha, label.beta) == (None, *bounds)
                assert all(below.label[1:] == label[1:] for below in child.children)
                continue
            assert (label.alpha, label.beta) == (alpha, beta)
            self.check(child, high=not high)
            if high:
                alpha = label.value if alpha is None else max(alpha, label.value)
            else:
                beta = label.value if beta is None else min(beta, label.value)

    def test_behind_a_cut_only_what_is_looked_at_is_made(self) -> None:
        made: list[int] = []

        def grow(n: int) -> Iterator[int]:
            for child in {0: (1, 2), 1: (10, 11), 2: (20, 21), 21: (210, 211)}.get(n, ()):
                made.append(child)
                yield child

        values = {10: 5, 11: 6, 20: 4}
        traced = ab_trace(build_tree(grow)(0), static=values.__getitem__)
        assert traced.label.value == 5
        (cut,) = (below for child in traced.children for below in child.children if below.label.cut)
        assert 210 not in made
        assert next(cut.children).label.cut == "alpha"
        assert 210 in made
        assert 211 not in made

    def test_inner_labels_are_asked_for_by_whoever_looks(self) -> None:
        label, grow = Counting(static), Counting(successors)
        traced = ab_trace(map_tree(label)(prune(3)(build_tree(grow)(0))))
        assert (label.calls, grow.calls) == ([], [])
        assert traced.label.cut is None
        label.calls.clear()
        assert traced.label.value == 0
        assert len(label.calls) == 1
        traced = ab_trace(map_tree(label)(prune(3)(build_tree(successors)(0))))
        label.calls.clear()
        assert traced.label.value == 0
        assert len(label.calls) == 71


class TestLines:
    @given(st.data(), st.integers(1, 4))
    def test_the_line_leads_to_its_value(self, data: st.DataObject, depth: int) -> None:
        p = data.draw(unfinished(rules))
        player = rules.player(p)
        tree = prune(depth)(game_tree(rules)(p))
        for search in SEARCHES[player][:3]:
            found = principal_variation(article_3, tree, search)
            end = p
            for move in found.line:
                end = rules.play(end, move)
            assert article_3(end) == found.value == minimax(player)(map_tree(lambda n: article_3(n.position), tree))
            assert best_move(article_3, tree, search) == found.line[0]

    def test_lines_are_not_shared(self) -> None:
        """Two ways to one position: the line of the one is not the line of the other."""
        corner = rules.play(rules.start, 0)
        shared = share(game_tree(rules)(corner), key=lambda n: n.position)
        assert best_move(static, shared, minimise) == best_move(static, unshared(shared), minimise) == 4

    def test_a_finished_game_has_no_best_move(self) -> None:
        with pytest.raises(GameOver, match=r"^no move to choose: this tree is a leaf$"):
            best_move(static, game_tree(rules)(rules.read("XXX\nOO.\n...")))

    def test_scored_values_compare_by_value_alone(self) -> None:
        assert Scored(1, (2,)) >= Scored(1, (3,)) > Scored(0, (9,))
        assert Scored(1, ()) != 1
        assert repr(Scored(1, (2,))) == "Scored(1, (2,))"
        with pytest.raises(TypeError):
            hash(Scored(1, ()))

    @given(st.data(), st.integers(1, 4))
    def test_an_analysis_agrees_with_every_search(self, data: st.DataObject, depth: int) -> None:
        p = data.draw(unfinished(rules))
        for move in rules.moves(p):
            found = analyse_move(rules, p, move, depth)
            tree = map_tree(static)(prune(depth - 1)(build_tree(successors)(rules.play(p, move))))
            assert found.value == minimax(rules.player(p).opponent)(tree)
            assert found.line[0] == move
            assert len(list(leaves(tree))) == found.minimax >= found.lists >= found.window


class TestDeepening:
    def test_it_ends_at_the_depth_a_tree_was_pruned_to(self) -> None:
        naturals = build_tree(lambda n: (2 * n, 2 * n + 1))
        assert [(found.depth, found.complete) for found in deepen(maximise, prune(2)(naturals(1)))] == [
            (1, False), (2, True),
        ]  # fmt: skip

    def test_a_shared_tree_stays_shared(self) -> None:
        tree = prune(4)(share()(build_tree(successors)(0)))
        found = list(islice(deepen(maximise, map_tree(static)(tree)), 4))[-1]
        assert (found.leaves, count_leaves(maximise, map_tree(static)(tree))[1]) == (756, 756)

    @given(trees, depths)
    def test_each_result_is_the_search_at_that_depth(self, tree: Tree[int], n: int) -> None:
        for depth, found in enumerate(islice(deepen(alpha_beta, tree), n), 1):
            assert found[:3] == (depth, *count_leaves(alpha_beta, prune(depth)(tree)))
            assert found.value == maximise(prune(depth)(tree))

    @given(trees)
    def test_it_ends_with_the_first_complete_search(self, tree: Tree[int]) -> None:
        height = len(list(levels(tree))) - 1
        results = list(deepen(maximise, tree))
        assert [found.complete for found in results] == [*(False for _ in results[1:]), True]
        assert len(results) == max(1, height)
        assert results[-1].value == maximise(tree)
        assert len(list(deepen(alpha_beta, tree))) <= max(1, height)

    @given(st.lists(st.integers(1, 20), min_size=1), st.integers(1, 100))
    def test_a_budget_ends_what_is_not_begun(self, costs: list[int], budget: int) -> None:
        drawn = iter([Deepened(depth, None, 1, cost, False) for depth, cost in enumerate(costs, 1)])
        taken = list(within(budget, drawn))
        before = [sum(costs[:i]) for i in range(len(costs))]
        assert len(taken) == sum(spent < budget for spent in before)
        assert len(list(drawn)) == len(costs) - len(taken)

    @pytest.mark.parametrize("budget", [0, -1, 2.5])
    def test_a_budget_below_one_is_refused(self, budget: Any) -> None:
        with pytest.raises(ValueError, match=f"cannot spend {budget} nodes; expected at least 1"):
            within(budget, [])

    def test_quicker_wins_and_slower_losses_are_preferred(self) -> None:
        won_late = node(0, [node(0, [node(1)])])
        assert maximise(quicker(node(0, [won_late, node(1)]))) == (1, -1)
        assert [*leaves(quicker(node(0, [node(-1), node(0), node(1)])))] == [(-1, 1), (0, 0), (1, -1)]
        assert maximise(quicker(map_tree(opposite)(node(0, [node(1), won_late])))) == (-1, 3)
