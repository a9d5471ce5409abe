"""Every search is maximise: on any tree, under any stages; the articles' counts come out to the leaf."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import reduce
from itertools import chain, islice
from operator import attrgetter
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from returns.maybe import Nothing
from toolz import identity

from fpgames import (
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
    node,
    order_by,
    prune,
    share,
)
from fpgames.games.tictactoe import rules, static, successors, to_record
from fpgames.rules import GameOver, value_of_outcome
from fpgames.search import (
    Deepened,
    Scored,
    ab_maximise,
    ab_minimise,
    ab_trace,
    analyse_move,
    count_nodes,
    deepen,
    mtd_bi,
    mtd_f,
    negamax,
    principal_variation,
    quicker,
    within,
)
from fpgames.testing import positions, unfinished
from fpgames.tree import Node, TreeTooDeep, levels, rebuild, size, unshared
from tests.games.test_games import EVERY_GAME
from tests.tree.test_tree import (
    Counting,
    backwards,
    begun_by,
    by_position,
    depths,
    functions,
    ints,
    label_of,
    opposite,
    trees,
    written,
)

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

SEARCHES: dict[Player, tuple[Callable[[Tree[Any]], Any], ...]] = {
    Player.FIRST: (maximise, ab_maximise, alpha_beta, lambda t: ab_trace(t).label.value),
    Player.SECOND: (minimise, ab_minimise, alpha_beta, lambda t: ab_trace(t).label.value),
}


def plainly(tree: Tree[Any], player: Player) -> Any:
    """Minimax, said as plainly as can be."""
    values = [plainly(child, player.opponent) for child in tree.children]
    return (max if player is Player.FIRST else min)(values) if values else tree.label


def article_3_of(label: Node[int, int]) -> int:
    return article_3(label.position)


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
        assert [search(begun_by(player, tree)) for search in SEARCHES[player]] == [expected] * 4
        assert minimax(begun_by(player, tree)) == expected

    @pytest.mark.parametrize("player", Player)
    @given(trees)
    def test_a_tree_that_does_not_know_is_told(self, player: Player, tree: Tree[int]) -> None:
        """And two searches of article 2 are named for the player."""
        expected = plainly(tree, player)
        told: tuple[Callable[[Tree[Any]], Any], ...] = (
            minimax(player=player),
            alpha_beta(player=player),
            lambda t: ab_trace(player=player)(t).label.value,
        )
        assert [search(tree) for search in (*SEARCHES[player][:2], *told)] == [expected] * 5

    @pytest.mark.parametrize("player", Player)
    @given(trees)
    def test_negamax_sees_the_value_as_whoever_moves(self, player: Player, tree: Tree[int]) -> None:
        assert negamax(begun_by(player, tree)) == negamax(player=player)(tree) == player * plainly(tree, player)
        assert negamax(share(node(3, player=Player.FIRST))) == 3

    @pytest.mark.parametrize("player", Player)
    @given(trees, depths)
    def test_negamax_of_a_pruned_tree_is_its_equation(self, player: Player, tree: Tree[int], n: int) -> None:
        def plain(tree: Tree[int], sign: int) -> int:
            values = [-plain(child, -sign) for child in tree.children]
            return max(values) if values else sign * tree.label

        assert negamax(prune(n)(begun_by(player, tree))) == plain(prune(n)(tree), int(player))

    @pytest.mark.parametrize("player", Player)
    @given(trees, functions)
    def test_in_any_order_and_shared(self, player: Player, tree: Tree[int], key: Any) -> None:
        ordered = order_by(key, player=player)(tree)
        shared = by_position(tree, player) | share | map_tree(label_of)
        for other in (ordered, shared):
            assert [search(other) for search in SEARCHES[player]] == [plainly(tree, player)] * 4

    @EVERY_GAME
    @given(st.data())
    def test_on_every_game(self, rules: Rules[Any, Any], data: st.DataObject) -> None:
        p = data.draw(positions(rules))
        player = rules.player(p)
        tree = build_tree(rules)(p) | prune(3) | map_tree(value_of_outcome(rules))
        expected = plainly(tree, player)
        assert [search(tree) for search in SEARCHES[player]] == [expected] * 4
        line = game_tree(rules)(p) | prune(3) | principal_variation(value_of_outcome(rules))
        assert line.value == expected

    @given(st.lists(st.text(max_size=3), min_size=1, max_size=9))
    def test_on_labels_of_any_ordered_type(self, labels: list[str]) -> None:
        tree = node("", [node("", map(node, labels)), node("", map(node, reversed(labels)))], player=Player.FIRST)
        assert [search(tree) for search in SEARCHES[Player.FIRST]] == [min(labels)] * 4


class TestWindow:
    @pytest.mark.parametrize("player", Player)
    @given(trees, ints, st.integers(1, 5))
    def test_fail_soft(self, player: Player, tree: Tree[int], alpha: int, width: int) -> None:
        """Inside the window the value; outside a bound of it, on the value's side of the window."""
        beta = alpha + width
        value = plainly(tree, player)
        found = alpha_beta(alpha=alpha, beta=beta, player=player)(tree)
        if alpha < found < beta:
            assert found == value
        elif found <= alpha:
            assert value <= found
        else:
            assert value >= found
        assert ab_trace(alpha=alpha, beta=beta, player=player)(tree).label.value == found
        assert alpha_beta(alpha=alpha, beta=beta)(begun_by(player, tree)) == found

    @pytest.mark.parametrize("player", Player)
    @given(trees, ints, st.integers(1, 5))
    def test_fail_soft_of_a_shared_tree(self, player: Player, tree: Tree[int], alpha: int, width: int) -> None:
        """Bounds kept with a position in one window are right in another: the same tree stands in two places."""
        twice = node(0, [tree, node(0, [tree])])
        shared = by_position(twice, player) | share | map_tree(label_of)
        value = plainly(twice, player)
        found = alpha_beta(alpha=alpha, beta=alpha + width)(shared)
        assert found == value or (found <= alpha and value <= found) or (found >= alpha + width and value >= found)
        assert alpha_beta(shared) == value

    @pytest.mark.parametrize(
        ("moves", "depth", "evaluation", "leaves"),
        [((), 9, static, 565), ((), 5, article_3, 660), ((4,), 8, static, 168), ((4, 1), 5, article_3, 110)],
    )
    def test_a_shared_tree_costs_fewer_leaves(
        self, moves: tuple[int, ...], depth: int, evaluation: Callable[[int], int], leaves: int
    ) -> None:
        """Bounds that are kept, and used where the window lets them, leave so many; none kept, thousands."""
        p = reduce(rules.play, moves, rules.start)
        tree = build_tree(rules)(p) | share | prune(depth) | map_tree(evaluation)
        assert count_leaves(alpha_beta, tree) == (alpha_beta(unshared(tree)), leaves)

    @pytest.mark.parametrize("search", [alpha_beta, ab_trace])
    @pytest.mark.parametrize(("alpha", "beta"), [(1, 1), (2, 1)])
    def test_an_empty_window_is_refused(self, search: Any, alpha: int, beta: int) -> None:
        with pytest.raises(ValueError, match=f"empty window: alpha is {alpha}, beta is {beta}; expected alpha < beta"):
            search(alpha=alpha, beta=beta)(node(1, player=Player.FIRST))

    @given(trees, ints)
    def test_a_player_may_be_given_as_its_number(self, tree: Tree[int], n: int) -> None:
        for player in Player:
            number: Any = int(player)
            assert alpha_beta(player=number)(tree) == alpha_beta(player=player)(tree)
            assert ab_trace(player=number)(tree).label.value == minimax(player=number)(tree)
            assert written(order_by(opposite, player=number)(tree)) == written(order_by(opposite, player=player)(tree))
        with pytest.raises(ValueError, match=r"player is .FIRST.; expected Player.FIRST or Player.SECOND"):
            alpha_beta(player="FIRST")(tree)  # type: ignore[call-overload]

    @pytest.mark.parametrize("search", SEARCHES[Player.FIRST])
    def test_too_deep_and_not_comparable(self, search: Any) -> None:
        with pytest.raises(TreeTooDeep):
            search(build_tree(lambda n: [n + 1], player=Player.FIRST)(0) | map_tree(identity))
        with pytest.raises(TypeError, match="cannot be compared"):
            search(node(0, [node(1), node("a")], player=Player.FIRST))

    @pytest.mark.parametrize("search", [*SEARCHES[Player.FIRST], minimax, negamax, best_move, quicker])
    def test_positions_are_no_values(self, search: Any) -> None:
        for tree in (build_tree(rules)(0), game_tree(rules)(0), build_tree(successors, player=Player.FIRST)(0)):
            for other in (tree, tree | prune(3), tree | order_by(lambda _: 0), tree | rebuild(children=backwards)):
                with pytest.raises(ValueError, match="needs values, but the labels of this tree are positions"):
                    search(other)


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
        search(build_tree(rules)(rules.start) | prune(depth) | map_tree(static))
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
        look = build_tree(rules) | prune(depth - 1) | map_tree(article_3)
        found = [count_leaves(alpha_beta, look(p)) for p in successors(0)]
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
        assert alpha_beta(player=Player.FIRST)(map_tree(examined)(tree)) == 9
        assert examined.calls == [5, 1, 9, 2, 12, 5]

    def test_what_a_cut_leaves_out_is_not_played(self) -> None:
        played: list[int] = []

        def play(p: int, move: int) -> int:
            played.append(p)
            return rules.play(p, move)

        tree = prune(2)(game_tree(replace(rules, play=play))(rules.start))
        _, nodes = count_nodes(alpha_beta, tree | map_tree(article_3_of))
        assert nodes == len(played) + 1
        assert nodes < size(tree)

    def test_what_a_cut_leaves_out_is_not_built(self) -> None:
        built: list[int] = []

        def grow(n: int) -> Iterator[int]:
            for child in {0: (1, 2), 1: (10, 11), 2: (20, 21)}.get(n, ()):
                built.append(child)
                yield child

        values = {10: 5, 11: 6, 20: 4, 21: 9}
        for search in (alpha_beta, ab_maximise):
            built.clear()
            assert search(map_tree(values.__getitem__)(build_tree(grow, player=Player.FIRST)(0))) == 5
            assert built == [1, 10, 11, 2, 20]


class TestTrace:
    @given(trees)
    def test_it_examines_and_cuts_what_alpha_beta_does(self, tree: Tree[int]) -> None:
        examined = Counting(lambda label: label)
        tree = begun_by(Player.FIRST, tree)
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
                assert found.bound is None or any(label.cut for label, _ in self.everything(traced))
                for below, child in zip(traced.children, tree.children, strict=True):
                    check(below, child, not high)

        check(ab_trace(player=player)(tree), tree, player is Player.FIRST)

    @given(trees, st.sampled_from(Player), st.none() | ints, st.none() | st.integers(1, 4), st.randoms())
    @example(node(0, [node(0, [node(3), node(1)]), node(3)]), Player.FIRST, 3, None, None)
    @example(node(0, [node(3), node(0, [node(3), node(1)])]), Player.FIRST, 2, None, None)
    @example(node(0, [node(0, [node(3), node(1)]), node(2)]), Player.FIRST, 3, None, None)
    def test_under_any_window_and_whoever_moves_again_a_value_is_true_or_a_true_bound(
        self, tree: Tree[int], player: Player, alpha: int | None, above: int | None, turns: Random | None
    ) -> None:
        def with_turns(tree: Tree[int], player: Player) -> Tree[int]:
            other = player.opponent if turns is None else turns.choice([*Player])
            return node(tree.label, [with_turns(child, other) for child in tree.children], player=player)

        def check(traced: Tree[Any], tree: Tree[int]) -> None:
            found, true = traced.label, minimax(tree)
            if not found.cut:
                assert {"<=": true <= found.value, ">=": true >= found.value, None: true == found.value}[found.bound]
                below = [child.label for child in traced.children]
                if any((label.value, label.cut, label.bound) == (found.value, None, None) for label in below):
                    assert found.bound is None or any(label.cut for label in below), "a child shows that it is true"
                for here, child in zip(traced.children, tree.children, strict=True):
                    check(here, child)

        beta = None if above is None else above if alpha is None else alpha + above
        turning = with_turns(tree, player)
        check(ab_trace(alpha=alpha, beta=beta)(turning), turning)

    @given(trees)
    def test_windows_are_those_of_the_parent_narrowed(self, tree: Tree[int]) -> None:
        self.check(ab_trace(player=Player.FIRST)(tree), high=True)

    @given(trees, ints, st.integers(1, 4), st.sampled_from(Player))
    def test_and_begin_with_the_window_given(self, tree: Tree[int], alpha: int, width: int, player: Player) -> None:
        traced = ab_trace(alpha=alpha, beta=alpha + width, player=player)(tree)
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
        traced = ab_trace(static=values.__getitem__)(build_tree(grow, player=Player.FIRST)(0))
        assert traced.label.value == 5
        (cut,) = (below for child in traced.children for below in child.children if below.label.cut)
        assert 210 not in made
        assert next(cut.children).label.cut == "alpha"
        assert 210 in made
        assert 211 not in made

    def test_inner_labels_are_asked_for_by_whoever_looks(self) -> None:
        label, grow = Counting(static), Counting(successors)
        traced = build_tree(grow, player=Player.FIRST)(0) | prune(3) | map_tree(label) | ab_trace
        assert (label.calls, grow.calls) == ([], [])
        assert traced.label.cut is None
        label.calls.clear()
        assert traced.label.value == 0
        assert len(label.calls) == 1
        traced = build_tree(rules)(0) | prune(3) | map_tree(label) | ab_trace
        label.calls.clear()
        assert traced.label.value == 0
        assert len(label.calls) == 71


class TestLines:
    @given(st.data(), st.integers(1, 4))
    def test_the_line_leads_to_its_value(self, data: st.DataObject, depth: int) -> None:
        p = data.draw(unfinished(rules))
        player = rules.player(p)
        tree = game_tree(rules)(p) | prune(depth)
        by_position = build_tree(rules)(p) | prune(depth) | map_tree(article_3)
        for search in SEARCHES[player][:3]:
            found = tree | principal_variation(article_3, search=search)
            end = p
            for move in found.line:
                end = rules.play(end, move)
            value = minimax(tree | map_tree(article_3_of))
            assert article_3(end) == found.value == value == minimax(by_position)
            for evaluated in (tree | map_tree(article_3_of), by_position, share(by_position)):
                assert best_move(search=search)(evaluated) == found.line[0]

    @pytest.mark.parametrize("search", [minimax, minimise, alpha_beta, ab_minimise])
    def test_a_line_is_never_shared_and_so_a_shared_trees_move_is_its_own(self, search: Any) -> None:
        """Two ways to one position: the line of the one is not the line of the other."""
        corner = build_tree(rules)(rules.play(rules.start, 0)) | map_tree(static)
        assert best_move(search=search)(corner | share) == best_move(search=search)(corner) == 4

    def test_a_finished_game_has_no_best_move(self) -> None:
        with pytest.raises(GameOver, match=r"^no move to choose: this tree is a leaf$"):
            build_tree(rules)(rules.read("XXX\nOO.\n...")) | map_tree(static) | best_move

    def test_a_tree_without_rules_has_no_best_move(self) -> None:
        for tree in (
            node(0, [node(1)], player=Player.FIRST),
            build_tree(successors, player=Player.FIRST)(0) | map_tree(static),
        ):
            with pytest.raises(
                ValueError, match=r"best_move needs a tree that knows the moves: .* build_tree\(rules\)"
            ):
                best_move(tree)

    @pytest.mark.parametrize("search", [mtd_f, mtd_f(first=1), mtd_bi(low=-1, high=1)], ids=str)
    def test_a_best_move_needs_a_search_of_pairs(self, search: Any) -> None:
        tree = build_tree(rules)(rules.start) | prune(2) | map_tree(rules.static)
        with pytest.raises(
            TypeError, match=r"best_move pairs values with moves, which mtd_.* does not search; alpha_beta does"
        ):
            _ = tree | best_move(search=search)

    def test_a_best_move_needs_a_search_that_returns_a_label(self) -> None:
        tree = build_tree(rules)(0) | prune(1) | map_tree(static)
        with pytest.raises(TypeError, match=r"best_move needs a search that returns one of the labels; .* returned 10"):
            best_move(search=size)(tree)  # type: ignore[arg-type]

    def test_a_line_needs_the_labels_of_game_tree(self) -> None:
        tree: Tree[Any] = build_tree(rules)(0) | prune(1)
        with pytest.raises(
            TypeError, match=r"needs the labels of game_tree\(rules\), .* those of this tree are positions"
        ):
            tree | principal_variation(static)

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
            tree = build_tree(rules)(rules.play(p, move)) | prune(depth - 1) | map_tree(static)
            assert found.value == minimax(tree)
            assert found.line[0] == move
            assert len(list(leaves(tree))) == found.minimax >= found.lists >= found.window


class TestDeepening:
    def test_it_ends_at_the_depth_a_tree_was_pruned_to(self) -> None:
        naturals = build_tree(lambda n: (2 * n, 2 * n + 1)) | map_tree(identity)
        assert [(found.depth, found.complete) for found in deepen(maximise, prune(2)(naturals(1)))] == [
            (1, False), (2, True),
        ]  # fmt: skip

    def test_a_shared_tree_stays_shared(self) -> None:
        tree = build_tree(rules)(0) | share | prune(4) | map_tree(static)
        found = list(islice(deepen(maximise, tree), 4))[-1]
        assert (found.leaves, count_leaves(maximise, tree)[1]) == (756, 756)

    @given(trees, depths)
    def test_each_result_is_the_search_at_that_depth(self, tree: Tree[int], n: int) -> None:
        tree = begun_by(Player.FIRST, tree)
        for depth, found in enumerate(islice(deepen(alpha_beta, tree), n), 1):
            assert found[:3] == (depth, *count_leaves(alpha_beta, prune(depth)(tree)))
            assert (found.value, found.nodes) == count_nodes(alpha_beta, prune(depth)(tree))
            assert found.value == maximise(prune(depth)(tree))

    @given(trees)
    def test_it_ends_with_the_first_complete_search(self, tree: Tree[int]) -> None:
        tree = begun_by(Player.FIRST, tree)
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
