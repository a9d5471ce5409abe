"""Excerpts of trees: which nodes are drawn, which labels are computed, and what rules add to nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from itertools import count, groupby
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import CHANCE, Player, Rules, Tree, alpha_beta, build_tree, game_tree, map_tree, minimax, node
from fpgames.draw import NodeContent, node_content, tree_svg
from fpgames.draw.excerpt import DrawnNode, excerpt, numbered
from fpgames.games import checkers, connect4, tictactoe
from fpgames.search import expectiminimax, trace
from fpgames.search.montecarlo import INNER
from fpgames.tree import levels, rebuild, size
from tests.support.svg import RecordingIdentity, classes, trees


class TestExcerpt:
    @given(trees, st.integers(0, 4), st.integers(1, 4))
    def test_every_child_is_drawn_or_counted(self, tree: Tree[int], depth: int, width: int) -> None:
        def check(tree: Tree[int], here: DrawnNode, depth: int) -> None:
            children = list(tree.children)
            assert here.content.text == str(tree.label)
            assert here.label == tree.label
            assert len(here.children) == (min(width, len(children)) if depth else 0)
            assert len(here.children) + here.more == len(children)
            for child, below in zip(children, here.children, strict=False):
                check(child, below, depth - 1)

        check(tree, excerpt(tree, depth, width), depth)

    @given(trees)
    def test_parents_come_before_their_children_and_left_before_right(self, tree: Tree[int]) -> None:
        drawn = list(numbered(excerpt(tree, 9, 9)))
        assert [number for number, _, _ in drawn] == [*range(size(tree))]
        assert all(parent is not None and parent < number for number, parent, _ in drawn[1:])

    def test_of_an_infinite_tree_a_thousand_are_counted(self) -> None:
        here = excerpt(build_tree(lambda n: count(n + 1))(0), depth=1, width=2)
        assert here.rest == "+ 1000 or more"
        assert [below.content.text for below in here.children] == ["1", "2"]

    def test_only_labels_that_are_drawn_are_computed(self) -> None:
        asked = RecordingIdentity()
        tree_svg(build_tree(lambda n: (2 * n, 2 * n + 1))(1) | map_tree(asked), depth=2, width=1)
        assert asked.labels == [1, 2, 4]

    def test_of_siblings_behind_a_cut_at_most_a_thousand_labels_are_computed(self) -> None:
        asked = RecordingIdentity()
        wide: dict[int, Sequence[int]] = {0: [1, 2], 1: [10], 2: range(100, 5100)}

        def below(n: int) -> Sequence[int]:
            return wide.get(n, ())

        tree = build_tree(below, player=Player.FIRST)(0) | map_tree(asked)
        root = excerpt(trace(alpha_beta, static=lambda n: -n)(tree), 3, 3)
        assert [child.content.text for child in root.children[1].children] == ["-100", "1000 or more,"]
        assert len({*asked.labels}) <= 1000 + 10

    def test_behind_a_cut_nothing_is_looked_at(self) -> None:
        def never() -> Any:
            raise AssertionError

        cut = Tree(lambda: NodeContent("hopeless", cut="alpha = 3"), never)
        assert excerpt(cut, show=lambda label: label) == DrawnNode(cut.label, label=cut.label)

    def test_children_are_made_to_be_counted_and_no_more(self) -> None:
        grown: list[int] = []

        def grow(n: int) -> range:
            grown.append(n)
            return range(3 * n, 3 * n + 3)

        tree_svg(build_tree(grow)(1), depth=1, width=2)
        assert grown == [1, 3, 4]

    @given(st.lists(st.sampled_from(["", "alpha = 1", "beta = 2"]), max_size=8), st.integers(1, 9))
    def test_siblings_that_one_bound_cut_off_are_one_box(self, cuts: list[str], width: int) -> None:
        tree = node(NodeContent("root"), [node(NodeContent("x", cut=cut)) for cut in cuts])
        root = excerpt(tree, 1, width, lambda label: label)
        runs = [(cut, len([*run])) for cut, run in groupby(cuts)]
        boxed = [(cut, n) for cut, length in runs for n in ([length] if cut else [1] * length)]
        said = [("x" if n == 1 else f"{n} more,", cut) for cut, n in boxed]
        assert [(child.content.text, child.content.cut) for child in root.children] == said[:width]
        assert root.more == sum(n for _, n in boxed[width:])

    def test_a_cut_is_drawn_even_where_other_children_would_be_counted(self) -> None:
        inner = [node(0, [node(3), node(5)]), node(0, [node(4), node(1), node(7), node(8)])]
        root = excerpt(trace(alpha_beta)(node(0, inner, player=Player.FIRST)), 2, 2)
        _, second = root.children
        said = [(child.content.text, child.content.cut) for child in second.children]
        assert (said, second.more) == ([("4", ""), ("1", ""), ("2 more,", "alpha = 3")], 0)


class TestLabels:
    def test_numbers_are_rounded_and_integers_exact(self) -> None:
        texts = {
            1 / 3: "0.33", -1.5: "-1.5", 60.0: "60", 0.0: "0", 0.001234: "0.0012", 1234567.0: "1.2e+06", 999.999: "1000",
            0.005: "0.01", 999999.0: "999999", float("inf"): "∞", float("-inf"): "-∞", 10**20: str(10**20), True: "True",
        }  # fmt: skip
        assert {value: node_content(value).text for value in texts} == texts
        assert node_content(-0.0).text == "0"

    def test_labels_of_games_write_values_on_nodes_and_moves_on_edges(self) -> None:
        rules = tictactoe.rules
        p = reduce(rules.play, [4, 0, 2, 5, 3, 6], rules.start)
        traced = game_tree(rules)(p) | trace(alpha_beta, static=lambda label: rules.static(label.position))
        assert node_content(INNER).text == ""
        drawn = [here.content for _, _, here in numbered(excerpt(traced))]
        assert [(here.text, here.edge) for here in drawn[:3]] == [("0", ""), ("0", "1"), ("0", "7")]
        first = [node_content(label) for level in levels(game_tree(rules)(p)) for label in level][:2]
        assert first == [NodeContent(""), NodeContent("", "1")]

    def test_the_third_articles_tree_says_what_cut_it(self) -> None:
        inner: list[Tree[int]] = [node(0, map(node, leaves)) for leaves in ((5, 1, 9), (2, 12, 9), (5, 12), (9, 2))]
        tree = trace(alpha_beta)(node(0, [node(0, inner[:2]), node(0, inner[2:])], player=Player.FIRST))
        drawn = [here.content for _, _, here in numbered(excerpt(tree))]
        assert [(show.text, show.cut) for show in drawn if show.cut] == [("9", "beta = 9")]


class TestLooks:
    @given(trees, st.sampled_from(Player))
    def test_the_expected_line_leads_to_a_leaf_of_the_value(self, tree: Tree[int], player: Player) -> None:
        searches: list[Any] = [alpha_beta, minimax]
        for search in searches:
            traced: Tree[Any] = trace(search, player=player)(tree)
            here, depth = excerpt(traced, 9, 1), 0
            assert here.content.expected
            while here.children:
                (here,) = (child for child in here.children if child.content.expected)
                depth += 1
                assert here.label.value == traced.label.value
            assert here.label.label == traced.label.value
            assert tree_svg(traced, depth=9, width=1).count('class="expected line"') == depth

    def test_the_expected_line_ends_where_chance_moves(self) -> None:
        """A child may have the mean as its value; it is no more likely than its siblings."""
        faces = [node(value, player=Player.SECOND) for value in (1, 2, 3)]
        tree = node(0, [node(0, player=Player.SECOND), node(0, faces, player=CHANCE)], player=Player.FIRST)
        drawn = excerpt(trace(expectiminimax)(tree))
        assert drawn.children[1].content.expected
        assert [face.content.expected for face in drawn.children[1].children] == [False] * 3

    @given(trees, st.sampled_from(Player), st.integers(-5, 5), st.integers(1, 4))
    def test_under_any_window_the_expected_line_has_the_true_value(
        self, tree: Tree[int], player: Player, alpha: int, width: int
    ) -> None:
        traced = trace(alpha_beta(alpha=alpha, beta=alpha + width), player=player)(tree)
        true = minimax(player=player)(tree)
        for _, parent, here in numbered(excerpt(traced, 9, 99)):
            assert not (here.content.expected and parent is not None) or here.label.value == true
            assert not here.content.expected or here.label.bound is None

    def test_the_expected_line_does_not_lead_to_a_bound(self) -> None:
        tree = node("r", [node("a", [node(3), node(1)]), node(3)]) | trace(alpha_beta(alpha=3), player=Player.FIRST)
        assert [child.content.expected for child in excerpt(tree).children] == [False, True]

    def test_outside_its_window_a_search_finds_no_line(self) -> None:
        traced = node(0, [node(1), node(2)], player=Player.FIRST) | trace(alpha_beta(beta=1))
        assert "expected" not in tree_svg(traced)

    @pytest.mark.slow
    def test_trees_of_rules_show_boards_and_moves_as_people_write_them(self) -> None:
        games: list[Rules[Any, Any]] = [checkers.rules, connect4.rules, tictactoe.record.rules]
        for rules in games:
            p = rules.start
            assert rules.diagram
            boards = [*map(rules.diagram, rules.successors(p))]
            moves = [rules.show_move_in(p, move) for move in rules.moves(p)]
            for tree in (game_tree(rules)(p), build_tree(rules)(p), build_tree(rules)(p) | map_tree(lambda _: 1 / 3)):
                root = excerpt(tree, 1, 20, None)
                assert root.content.diagram == rules.diagram(p)
                assert [here.content.edge for here in root.children] == moves
                assert [here.content.diagram for here in root.children] == boards
                assert {here.content.text for here in root.children} <= {"", "0.33"}
            assert '<rect x="' in tree_svg(game_tree(rules)(p), show=node_content)
            assert "board" not in classes(tree_svg(game_tree(rules)(p), show=node_content))

    def test_trees_of_rules_without_a_diagram_show_positions_as_text(self) -> None:
        rules = replace(tictactoe.rules, diagram=None)
        for tree in (game_tree(rules)(rules.start), build_tree(rules)(rules.start)):
            assert excerpt(tree, 0, 1, None).content.text == rules.show(rules.start)
        valued = build_tree(rules)(rules.start) | map_tree(lambda _: 60.0)
        assert excerpt(valued, 0, 1, None).content.text == "60"

    def test_what_a_stage_puts_in_place_of_a_child_has_no_board(self) -> None:
        rules = tictactoe.rules
        other: Any = rebuild(children=lambda tree: [node(7)])
        tree: Tree[Any] = build_tree(rules)(rules.start)
        root = excerpt(tree | map_tree(rules.static) | other, 1, 9, None)
        assert [(child.content.text, child.content.diagram) for child in root.children] == [("7", None)]

    def test_trees_of_rules_below_a_node_of_another_kind_have_boards(self) -> None:
        rules = tictactoe.rules
        grown: Tree[Any] = build_tree(rules)(rules.start)
        above: Any = SimpleNamespace(label="", children=[grown])
        root = excerpt(above, 2, 1, None)
        (child,) = root.children
        assert rules.diagram
        assert (root.content.diagram, child.content.diagram, child.content.edge) == (
            None,
            rules.diagram(rules.start),
            "",
        )
        assert child.children[0].content.edge == "0"

    def test_of_moves_that_lead_to_one_position_none_is_named(self) -> None:
        rules = tictactoe.rules
        twice = replace(rules, moves=lambda p: (0, 1), play=lambda p, _: rules.play(p, 0))
        twice = replace(twice, show_move_in=lambda p, move: str(move))
        (child, *_) = excerpt(build_tree(twice)(rules.start), 1, 9, None).children
        assert child.content.edge == ""

    def test_only_labels_for_the_picture_are_computed(self) -> None:
        asked = RecordingIdentity()
        tree_svg(build_tree(lambda n: range(10 * n, 10 * n + 10))(1) | map_tree(asked))
        assert len(asked.labels) == len({*asked.labels}) <= 150

    def test_an_error_of_a_label_is_the_readers(self) -> None:
        def label(n: int) -> int:
            if n > 3:
                raise ValueError("no number above 3")
            return n

        with pytest.raises(ValueError, match=r"^no number above 3$"):
            tree_svg(build_tree(lambda n: (2 * n, 2 * n + 1))(1) | map_tree(label))
